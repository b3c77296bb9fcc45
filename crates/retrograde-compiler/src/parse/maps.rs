//! Maps of ordinary functions. Entries are put in and taken out by functions of the library that have derivatives, and one that may
//! not be there is a choice: `if let Some(v) = m.get(&k)` asks whether there is one, and `v` is a name for it.
//!
//! Whether something is a map is seen by what is written: its type, or how it starts.

use super::as_list;
use super::iterate::is_chain;
use crate::error::Errors;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Local, Pat, Stmt};

/// The body of an ordinary function without methods that change maps or look for entries.
pub(super) fn without_maps(block: &Block, sig: &syn::Signature, names: &mut Names, errors: &Errors) -> Block {
    let mut block = block.clone();
    let mut rewriter = Rewriter { names, errors, known: Vec::new() };
    for input in &sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            let behind = match &*typed.ty {
                syn::Type::Reference(reference) if reference.mutability.is_some() => Behind::Exclusive,
                syn::Type::Reference(_) => Behind::Shared,
                _ => Behind::Nothing,
            };
            rewriter.learn(&typed.pat, is_map_type(&typed.ty).then_some(behind));
        }
    }
    rewriter.visit_block_mut(&mut block);
    block
}

/// What a map that has a name is behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Nothing,
    Shared,
    Exclusive,
}

struct Rewriter<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
    /// the variables and whether they are maps, latest last
    known: Vec<(Ident, Option<Behind>)>,
}

/// Methods of maps that only look.
const LOOKS: [&str; 6] = ["clone", "contains_key", "get", "is_empty", "len", "to_owned"];

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outer = self.known.len();
        let mut left: Vec<Stmt> = block.stmts.drain(..).rev().collect();
        while let Some(mut stmt) = left.pop() {
            if let Some(stmts) = self.entry(&stmt).or_else(|| self.found_or_left(&stmt)) {
                left.extend(stmts.into_iter().rev());
                continue;
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(match stmt {
                Stmt::Expr(call, Some(semi)) if changes(&call) => {
                    let before = self.fresh("before");
                    parse_quote_spanned!(semi.span=> let #before = #call;)
                }
                stmt => stmt,
            });
            if let Some(Stmt::Local(local)) = block.stmts.last() {
                let local = local.clone();
                self.learn_local(&local);
            }
        }
        self.known.truncate(outer);
    }

    /// `let v = m.get(&k).unwrap();` is a name for the entry.
    fn visit_local_mut(&mut self, local: &mut Local) {
        if let (Some(init), Pat::Ident(_)) = (&mut local.init, &local.pat)
            && let Some(Sought { place, changes, .. }) = self.present(&init.expr)
        {
            *init.expr = if changes { parse_quote!(&mut #place) } else { parse_quote!(&#place) };
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        for arg in &mut call.args {
            if let Some(Sought { place, .. }) = self.present(arg) {
                *arg = parse_quote!(&#place);
            }
        }
        visit_mut::visit_expr_call_mut(self, call);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(choice) = self.choice(expr) {
            *expr = choice;
        }
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && let Some(behind) = self.map(&call.receiver)
        {
            *expr = self.changed(call, behind);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

const ALONG: &str = "a derivative runs along a map in a `for` loop only: `for (key, value) in &map`";

const ENTRY: &str = "a derivative knows an entry only where it is looked for and changed at once: write `if let Some(value) = \
                     map.get_mut(&key)`, or `*map.entry(key).or_insert(start) += value;`";

/// Where an entry or an element is, and whether it is there.
struct Sought {
    there: Expr,
    place: Expr,
    changes: bool,
}

impl Rewriter<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    fn learn(&mut self, pat: &Pat, known: Option<Behind>) {
        match pat {
            Pat::Type(typed) => self.learn(&typed.pat, known),
            Pat::Ident(name) => self.known.push((name.ident.clone(), known)),
            _ => {}
        }
    }

    fn learn_local(&mut self, local: &Local) {
        let init = local.init.as_ref().map(|init| &*init.expr);
        let typed = matches!(&local.pat, Pat::Type(typed) if is_map_type(&typed.ty));
        let started = init.is_some_and(|init| match init {
            Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if starts(&path.path)),
            Expr::MethodCall(call) if call.method == "clone" => self.map(&call.receiver).is_some(),
            Expr::Path(_) => self.map(init) == Some(Behind::Nothing),
            _ => false,
        });
        self.learn(&local.pat, (typed || started).then_some(Behind::Nothing));
    }

    /// What is known of a map.
    fn map(&self, expr: &Expr) -> Option<Behind> {
        match expr {
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                self.known.iter().rev().find(|(known, _)| known == name)?.1
            }
            Expr::Paren(inner) => self.map(&inner.expr),
            Expr::Reference(inner) => self.map(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => self.map(&unary.expr),
            _ => None,
        }
    }

    /// A method of a map, as a function with a derivative if it changes it.
    fn changed(&mut self, call: &ExprMethodCall, behind: Behind) -> Expr {
        let (span, map) = (call.method.span(), lent(&call.receiver, behind));
        let args: Vec<&Expr> = call.args.iter().collect();
        match (&*call.method.to_string(), &args[..]) {
            ("insert", [key, value]) => {
                let (key, entry) = (kept(key), self.fresh("entry"));
                // What is put in may be read from the map.
                parse_quote_spanned!(span=> {
                    let #entry = #value;
                    ::retrograde::emitted::insert_entry(#map, #key, #entry.clone())
                })
            }
            ("remove", [key]) => {
                let key = owned(key);
                parse_quote_spanned!(span=> ::retrograde::emitted::remove_entry(#map, #key))
            }
            ("clear", []) => parse_quote_spanned!(span=> ::retrograde::emitted::clear_entries(#map)),
            (name, _) => {
                if ["iter", "iter_mut", "keys", "values", "values_mut", "into_iter", "drain"].contains(&name) {
                    self.errors.push(&call.method, ALONG);
                } else if ["entry", "get_mut"].contains(&name) {
                    self.errors.push(&call.method, ENTRY);
                } else if !LOOKS.contains(&name) {
                    self.errors.push(
                        &call.method,
                        format!("`{name}` of a map has no derivative: use `insert`, `remove` and `get`"),
                    );
                }
                Expr::MethodCall(call.clone())
            }
        }
    }

    /// `let v = x.get(i)?;`, `let Some(v) = x.get(i) else { .. };`: a name for what is there.
    fn found_or_left(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let Stmt::Local(local) = stmt else { return None };
        let init = local.init.as_ref()?;
        let (sought, pat, leaves) = match &init.diverge {
            None => {
                let sought = self.asked(&init.expr)?;
                let leaves = self.leaves(&sought);
                (sought, &local.pat, leaves)
            }
            Some((_, diverge)) => {
                let (sought, pat) = (self.sought(&init.expr)?, held(&local.pat)?);
                let (there, otherwise) = (&sought.there, super::exits::as_block(diverge));
                let leaves = parse_quote_spanned!(local.let_token.span=> if !(#there) #otherwise);
                (sought, pat, leaves)
            }
        };
        Some(std::iter::once(leaves).chain(named(pat, &sought.place, sought.changes)).collect())
    }

    /// What is looked for in `x.get(i)?`.
    fn asked(&self, expr: &Expr) -> Option<Sought> {
        let Expr::Try(question) = expr else { return None };
        self.sought(&question.expr)
    }

    /// Leaves the function if something is not there.
    fn leaves(&mut self, Sought { there, .. }: &Sought) -> Stmt {
        let checked = self.fresh("checked");
        parse_quote_spanned!(there.span()=> let #checked = (if #there { Some(0usize) } else { None })?;)
    }

    /// `*x.get(i)?`, `x.get(i)? * y` as the value that is there.
    fn asked_for(&mut self, expr: &Expr) -> Option<Expr> {
        let (sought, copied) = match expr {
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => (self.asked(&unary.expr)?, false),
            expr => (self.asked(expr)?, true),
        };
        let (leaves, place) = (self.leaves(&sought), sought.place);
        let copied = copied.then(|| quote::quote!(.clone()));
        Some(parse_quote_spanned!(expr.span()=> ({ #leaves #place #copied })))
    }

    /// What several look for at once, and the names for it.
    fn all<'p>(&self, pat: &'p Pat, expr: &Expr) -> Option<(Expr, Vec<(&'p Pat, Sought)>)> {
        let (Pat::Tuple(pats), Expr::Tuple(exprs)) = (pat, expr) else { return None };
        if pats.elems.len() != exprs.elems.len() {
            return None;
        }
        let found = pats.elems.iter().zip(&exprs.elems).map(|(pat, expr)| Some((held(pat)?, self.sought(expr)?)));
        let found = found.collect::<Option<Vec<_>>>()?;
        let there = found.iter().map(|(_, sought)| &sought.there);
        Some((parse_quote!(#((#there))&&*), found))
    }

    /// What `get` and the like look for.
    fn sought(&self, expr: &Expr) -> Option<Sought> {
        let Expr::MethodCall(call) = expr else { return None };
        let (name, list, span) = (call.method.to_string(), &call.receiver, call.method.span());
        if is_chain(list) {
            return None;
        }
        let changes = name.ends_with("_mut");
        let key = match (&*name, call.args.first()) {
            ("get" | "get_mut", Some(key)) => key.clone(),
            ("first" | "first_mut", None) => parse_quote!(0),
            ("last" | "last_mut", None) => {
                let marked = as_list(list, Some(&call.method));
                let there = parse_quote_spanned!(span=> 0 < #marked.len());
                return Some(Sought { there, place: parse_quote_spanned!(span=> #list[#list.len() - 1]), changes });
            }
            _ => return None,
        };
        let key = &key;
        if let Expr::Range(range) = key {
            let marked = as_list(list, Some(&call.method));
            let there = within(range, &marked)?;
            return Some(Sought { there, place: parse_quote_spanned!(span=> #list[#key]), changes });
        }
        let (there, place) = if self.map(list).is_some() || matches!(key, Expr::Reference(_)) {
            let key: Expr = match key {
                Expr::Reference(_) => key.clone(),
                key => parse_quote_spanned!(span=> &*#key),
            };
            (parse_quote_spanned!(span=> #list.contains_key(#key)), parse_quote_spanned!(span=> #list[#key]))
        } else {
            let marked = as_list(list, Some(&call.method));
            (parse_quote_spanned!(span=> (#key) < #marked.len()), parse_quote_spanned!(span=> #list[#key]))
        };
        Some(Sought { there, place, changes })
    }

    /// An entry or element that is asked for, as a choice or as a place.
    fn choice(&mut self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::If(branch) => {
                let Expr::Let(test) = &*branch.cond else { return None };
                let body = &branch.then_branch.stmts;
                let (there, then) = if let Some((there, found)) = self.all(&test.pat, &test.expr) {
                    (there, seeing_all(&found, body))
                } else {
                    let (sought, held) = (self.sought(&test.expr)?, held(&test.pat)?);
                    let then = seeing(held, &sought, body);
                    (sought.there, then)
                };
                let otherwise = branch.else_branch.as_ref().map(|(token, other)| quote::quote!(#token #other));
                Some(parse_quote_spanned!(branch.if_token.span=> if #there { #(#then)* } #otherwise))
            }
            Expr::Match(choice) => {
                if let [one, other] = &choice.arms[..]
                    && matches!(other.pat, Pat::Wild(_))
                    && let Some((there, found)) = self.all(&one.pat, &choice.expr)
                {
                    let then = seeing_all(&found, &super::exits::as_block(&one.body).stmts);
                    let otherwise = super::exits::as_block(&other.body);
                    return Some(
                        parse_quote_spanned!(choice.match_token.span=> if #there { #(#then)* } else #otherwise),
                    );
                }
                let sought = self.sought(&choice.expr)?;
                let [one, other] = &choice.arms[..] else { return Some(self.copied(choice, &sought)) };
                let (held, body, otherwise) = match (held(&one.pat), held(&other.pat)) {
                    (Some(held), None) if is_none(&other.pat) => (held, &one.body, &other.body),
                    (None, Some(held)) if is_none_exactly(&one.pat) => (held, &other.body, &one.body),
                    _ => return Some(self.copied(choice, &sought)),
                };
                let body = super::exits::as_block(body);
                let (there, then) = (&sought.there, seeing(held, &sought, &body.stmts));
                let otherwise = super::exits::as_block(otherwise);
                Some(parse_quote_spanned!(choice.match_token.span=> if #there { #(#then)* } else #otherwise))
            }
            Expr::ForLoop(each) => self.along(each),
            Expr::While(each) => {
                let Expr::Let(test) = &*each.cond else { return None };
                self.sought(&test.expr).map(|_| super::hoist::as_loop(each))
            }
            Expr::Try(_) => self.asked_for(expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) && matches!(*unary.expr, Expr::Try(_)) => {
                self.asked_for(expr)
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => Some(self.present(&unary.expr)?.place),
            expr => Some(self.present(expr)?.place),
        }
    }

    /// A loop along a map: along a list of its keys.
    fn along(&mut self, each: &syn::ExprForLoop) -> Option<Expr> {
        let method;
        let (map, which) = match &*each.expr {
            Expr::MethodCall(call) if call.args.is_empty() => {
                method = call.method.to_string();
                (&*call.receiver, &*method)
            }
            Expr::Reference(reference) if reference.mutability.is_some() => (&*reference.expr, "iter_mut"),
            Expr::Reference(reference) => (&*reference.expr, "iter"),
            map => (map, ""),
        };
        let which = match (self.map(map)?, which) {
            (Behind::Shared, "") => "iter",
            (Behind::Exclusive, "") => "iter_mut",
            (Behind::Nothing, "") => {
                self.errors.push(map, "a derivative needs the map again: write `for (key, value) in &map`");
                "iter"
            }
            (_, which) => which,
        };
        let (keys, turn) = (self.fresh("keys"), self.fresh("iteration"));
        let (key, value): (Expr, Expr) = (parse_quote!(#keys[#turn]), parse_quote!(#map[&#keys[#turn]]));
        let mut bound = Vec::new();
        match (which, &*each.pat) {
            ("keys", pat) => bound.extend(named(pat, &key, false)),
            ("values" | "values_mut", pat) => bound.extend(named(pat, &value, which == "values_mut")),
            ("iter" | "iter_mut", Pat::Tuple(pair)) if pair.elems.len() == 2 => {
                bound.extend(named(&pair.elems[0], &key, false));
                bound.extend(named(&pair.elems[1], &value, which == "iter_mut"));
            }
            ("iter" | "iter_mut", pat) => {
                self.errors.push(pat, "name the key and the value: `for (key, value) in &map`");
            }
            _ => return None,
        }
        let (label, body, span) = (&each.label, &each.body.stmts, each.for_token.span);
        Some(parse_quote_spanned!(span=> {
            let #keys = ::retrograde::emitted::keys_of(&#map);
            #label for #turn in 0..#keys.len() { #(#bound)* #(#body)* }
        }))
    }

    /// Patterns that ask for more look at a copy.
    fn copied(&mut self, choice: &syn::ExprMatch, sought: &Sought) -> Expr {
        let (found, Sought { there, place, .. }) = (self.fresh("found"), sought);
        // What is copied has its names behind a reference already.
        let mut arms = choice.arms.clone();
        arms.iter_mut().for_each(|arm| without_reference(&mut arm.pat));
        if sought.changes {
            self.errors.push(&choice.expr, ENTRY);
        }
        parse_quote_spanned!(choice.match_token.span=> {
            let #found = if #there { Some(#place.clone()) } else { None };
            match &#found { #(#arms)* }
        })
    }

    /// `m.get(&k).unwrap()`
    fn present(&self, expr: &Expr) -> Option<Sought> {
        let Expr::MethodCall(call) = expr else { return None };
        let certain = call.method == "unwrap" || call.method == "expect";
        self.sought(&call.receiver).filter(|_| certain)
    }

    /// A statement with `map.entry(key)`: the entry is put in if there is none, and then changed.
    fn entry(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let (target, use_of): (&Expr, &dyn Fn(&Expr) -> Stmt) = match stmt {
            Stmt::Local(Local { init: Some(init), pat, .. }) => {
                (&init.expr, &move |place| parse_quote!(let #pat = &mut #place;))
            }
            Stmt::Expr(Expr::Binary(update), _) if super::statement::compound(&update.op).is_some() => {
                let by = self.fresh("by");
                let (op, value) = (&update.op, &update.right);
                let mut stmts = vec![parse_quote!(let #by = #value;)];
                let (before, place) = self.ready(pointee(&update.left)?)?;
                stmts.extend(before);
                stmts.push(Stmt::Expr(parse_quote!(#place #op #by), Some(syn::token::Semi::default())));
                return Some(stmts);
            }
            Stmt::Expr(Expr::Assign(assign), _) => {
                let (by, value) = (self.fresh("by"), &assign.right);
                let mut stmts = vec![parse_quote!(let #by = #value;)];
                let (before, place) = self.ready(pointee(&assign.left)?)?;
                stmts.extend(before);
                stmts.push(parse_quote!(#place = #by;));
                return Some(stmts);
            }
            Stmt::Expr(expr, Some(_)) => return Some(self.ready(expr)?.0),
            _ => return None,
        };
        let (mut stmts, place) = self.ready(target)?;
        stmts.push(use_of(&place));
        Some(stmts)
    }

    /// Statements after which the entry that `map.entry(key).or_insert(value)` means is there, and its place.
    fn ready(&mut self, expr: &Expr) -> Option<(Vec<Stmt>, Expr)> {
        let Expr::MethodCall(call) = expr else { return None };
        let start: Expr = match (&*call.method.to_string(), call.args.first()) {
            ("or_insert", Some(value)) => value.clone(),
            ("or_insert_with", Some(Expr::Closure(closure))) if closure.inputs.is_empty() => (*closure.body).clone(),
            ("or_default", None) => parse_quote!(::core::default::Default::default()),
            _ => return None,
        };
        let (entry, modified) = match &*call.receiver {
            Expr::MethodCall(modify) if modify.method == "and_modify" => {
                let Some(Expr::Closure(closure)) = modify.args.first() else { return None };
                (&*modify.receiver, Some(closure))
            }
            entry => (entry, None),
        };
        let Expr::MethodCall(entry) = entry else { return None };
        let behind = self.map(&entry.receiver).filter(|_| entry.method == "entry" && entry.args.len() == 1)?;
        let (key, span) = (self.fresh("key"), entry.method.span());
        let (name, at, map) = (&entry.receiver, &entry.args[0], lent(&entry.receiver, behind));
        let before = self.fresh("before");
        let place: Expr = parse_quote_spanned!(span=> #name[&#key]);
        let modify = modified.and_then(|closure| {
            let (pat, body) = (closure.inputs.first()?, &closure.body);
            Some(quote::quote!(else { let #pat = &mut #place; #body; }))
        });
        let stmts = vec![
            parse_quote_spanned!(span=> let #key = #at;),
            Stmt::Expr(
                parse_quote_spanned!(span=> if !#name.contains_key(&#key) {
                    let #before = ::retrograde::emitted::insert_entry(#map, #key.clone(), #start);
                } #modify),
                None,
            ),
        ];
        Some((stmts, place))
    }
}

/// `*e`
fn pointee(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => Some(&unary.expr),
        Expr::Paren(inner) => pointee(&inner.expr),
        _ => None,
    }
}

/// A map as the argument of a function that changes it.
fn lent(map: &Expr, behind: Behind) -> Expr {
    match map {
        Expr::Paren(inner) => lent(&inner.expr, behind),
        Expr::Unary(unary) if behind == Behind::Exclusive => (*unary.expr).clone(),
        map if behind == Behind::Exclusive => map.clone(),
        map => parse_quote!(&mut #map),
    }
}

/// What has a name may be needed again.
fn kept(value: &Expr) -> Expr {
    match value {
        Expr::Path(path) if path.path.get_ident().is_some() => parse_quote!(#value.clone()),
        value => value.clone(),
    }
}

/// The value of a key that was passed by reference.
fn owned(key: &Expr) -> Expr {
    match key {
        Expr::Reference(reference) => match &*reference.expr {
            literal @ Expr::Lit(_) => literal.clone(),
            inner => parse_quote!(#inner.clone()),
        },
        key => parse_quote!(#key.clone()),
    }
}

/// What `Some(..)` holds.
fn held(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::TupleStruct(some) if some.path.is_ident("Some") && some.elems.len() == 1 => some.elems.first(),
        _ => None,
    }
}

fn is_none(pat: &Pat) -> bool {
    is_none_exactly(pat) || matches!(pat, Pat::Wild(_))
}

fn is_none_exactly(pat: &Pat) -> bool {
    matches!(pat, Pat::Ident(name) if name.ident == "None")
}

/// A name for a place.
fn named(pat: &Pat, place: &Expr, changes: bool) -> Option<Stmt> {
    match pat {
        Pat::Wild(_) => None,
        Pat::Reference(inner) => {
            let pat = &inner.pat;
            Some(parse_quote!(let #pat = #place;))
        }
        pat if changes => Some(parse_quote!(let #pat = &mut #place;)),
        pat => Some(parse_quote!(let #pat = &#place;)),
    }
}

/// Statements that see what is found under its name.
fn seeing(held: &Pat, sought: &Sought, stmts: &[Stmt]) -> Vec<Stmt> {
    named(held, &sought.place, sought.changes).into_iter().chain(stmts.iter().cloned()).collect()
}

/// The same of several.
fn seeing_all(found: &[(&Pat, Sought)], stmts: &[Stmt]) -> Vec<Stmt> {
    let names = found.iter().filter_map(|(held, sought)| named(held, &sought.place, sought.changes));
    names.chain(stmts.iter().cloned()).collect()
}

/// `Some(&x)` as `Some(x)`.
fn without_reference(pat: &mut Pat) {
    match pat {
        Pat::Guard(guarded) => without_reference(&mut guarded.pat),
        Pat::Or(or) => or.cases.iter_mut().for_each(without_reference),
        Pat::TupleStruct(some) if some.path.is_ident("Some") && some.elems.len() == 1 => {
            if let Pat::Reference(lent) = &some.elems[0] {
                some.elems[0] = (*lent.pat).clone();
            }
        }
        _ => {}
    }
}

/// Whether a range is one of a list.
fn within(range: &syn::ExprRange, list: &Expr) -> Option<Expr> {
    let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
    let span = range.limits.span();
    Some(match (&range.start, &range.end) {
        (Some(start), Some(end)) if closed => {
            parse_quote_spanned!(span=> (#start) <= (#end) + 1 && (#end) < #list.len())
        }
        (Some(start), Some(end)) => parse_quote_spanned!(span=> (#start) <= (#end) && (#end) <= #list.len()),
        (None, Some(end)) if closed => parse_quote_spanned!(span=> (#end) < #list.len()),
        (None, Some(end)) => parse_quote_spanned!(span=> (#end) <= #list.len()),
        (Some(start), None) => parse_quote_spanned!(span=> (#start) <= #list.len()),
        (None, None) => return None,
    })
}

/// Whether an expression is one of the functions that change a map.
fn changes(expr: &Expr) -> bool {
    if let Expr::Block(inner) = expr {
        return matches!(inner.block.stmts.last(), Some(Stmt::Expr(call, None)) if changes(call));
    }
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    let last = path.path.segments.last();
    last.is_some_and(|last| ["insert_entry", "remove_entry", "clear_entries"].contains(&&*last.ident.to_string()))
}

/// Whether a function is one of a map's own, such as `HashMap::new`.
fn starts(path: &syn::Path) -> bool {
    path.segments.iter().rev().nth(1).is_some_and(|ty| is_name(&ty.ident))
}

fn is_map_type(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(reference) => is_map_type(&reference.elem),
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| is_name(&last.ident)),
        _ => false,
    }
}

fn is_name(name: &Ident) -> bool {
    name == "HashMap" || name == "BTreeMap"
}
