//! Iterators of ordinary functions. Before anything else is looked at, a loop along a chain, and a chain that gives one value, are
//! rewritten into a loop over indices: what the chain gives is named, closures are put where they are called.

use super::exits::escapes;
use super::hoist;
use crate::error::Errors;
use crate::names::Names;
use proc_macro2::{Ident, Span};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt, parse_quote, parse_quote_spanned};

/// The body of an ordinary function without chains of iterators.
pub(super) fn without_iterators(block: &Block, names: &mut Names, errors: &Errors) -> Block {
    let mut block = block.clone();
    Rewriter { names, errors, closures: Vec::new() }.visit_block_mut(&mut block);
    block
}

struct Rewriter<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
    /// closures with statements, which a call needs room for
    closures: Vec<Ident>,
}

/// What a chain goes along. Up to the first `filter`, every item is found by its index.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and not for long")]
enum Chain {
    /// the elements of something, by reference
    Elements {
        base: Expr,
        exclusive: bool,
    },
    /// parts of a slice, of `size` elements, each starting `step` after the one before
    Parts {
        base: Expr,
        size: Expr,
        step: Expr,
        exclusive: bool,
        whole: bool,
    },
    /// `start..end`
    Range {
        start: Expr,
        end: Expr,
    },
    Enumerate(Box<Chain>),
    Zip(Box<Chain>, Box<Chain>),
    /// the items by index `index(k)`, `count` of them
    Moved {
        inner: Box<Chain>,
        index: Box<dyn Fn(&Expr) -> Expr>,
        count: Expr,
    },
    Copied(Box<Chain>),
    Map(Box<Chain>, Expr),
    Filter(Box<Chain>, Expr),
}

/// What is done with each item.
type Step = Box<dyn FnOnce(&mut Rewriter<'_>, Item, &mut Vec<Stmt>)>;

/// What a chain gives.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "there are few of them, and not for long")]
enum Item {
    Value(Expr),
    Pair(Box<Item>, Box<Item>),
}

impl Item {
    fn expr(self) -> Expr {
        match self {
            Item::Value(value) => value,
            Item::Pair(one, other) => {
                let (one, other) = (one.expr(), other.expr());
                parse_quote!((#one, #other))
            }
        }
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut out: Vec<Stmt> = Vec::new();
        let mut left: Vec<Stmt> = block.stmts.drain(..).rev().collect();
        while let Some(stmt) = left.pop() {
            if let Some(moved) = self.hoisted(&stmt) {
                left.extend(moved.into_iter().rev());
                continue;
            }
            match stmt {
                Stmt::Expr(Expr::ForLoop(mut each), semi) if !is_range(&each.expr) => {
                    self.visit_block_mut(&mut each.body);
                    let label = &each.label;
                    let body = each.body.stmts.clone();
                    match self.chain(&each.expr, &mut out) {
                        Some(chain) => {
                            let pat = &each.pat;
                            let stmts = self.run(&chain, label.as_ref(), &mut out, |_, item, inside| {
                                bind(pat, item, inside);
                                inside.extend(body);
                            });
                            out.push(stmts);
                        }
                        None => out.push(Stmt::Expr(Expr::ForLoop(each), semi)),
                    }
                }
                mut stmt => {
                    visit_mut::visit_stmt_mut(self, &mut stmt);
                    if let Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) = &stmt
                        && let Expr::Closure(closure) = &*init.expr
                        && matches!(*closure.body, Expr::Block(_))
                    {
                        self.closures.push(name.ident.clone());
                    }
                    out.push(stmt);
                }
            }
        }
        block.stmts = out;
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let closures = self.closures.clone();
        if hoist::any(&closure.body, &|expr| is_value(expr) || is_call_of(expr, &closures)) {
            let body = &closure.body;
            *closure.body = parse_quote!({ #body });
        }
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Rewriter<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    /// The statement with the value of the first chain in it computed in front of it.
    fn hoisted(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        // What is a statement of its own already stays.
        let whole = match stmt {
            Stmt::Local(Local { pat: Pat::Ident(_), init: Some(init), .. }) => Some(&*init.expr),
            Stmt::Expr(expr, Some(_)) => Some(expr),
            _ => None,
        };
        let stays = whole.is_some_and(|expr| is_pop(expr) || self.is_closure_call(expr));
        if let Some(Expr::MethodCall(call)) = whole
            && let Some(lowered) = self.changed(call)
        {
            return Some(lowered);
        }
        let closures = self.closures.clone();
        let is_value = |expr: &Expr| is_value(expr) || is_call_of(expr, &closures);
        if let Stmt::Expr(Expr::While(each), _) = stmt
            && let Expr::Let(test) = &*each.cond
            && hoist::any(&test.expr, &is_value)
        {
            let (label, pat, value, body) = (&each.label, &test.pat, &test.expr, &each.body);
            return Some(vec![parse_quote_spanned!(each.while_token.span=> #label loop {
                match #value { #pat => #body _ => break, }
            })]);
        }
        if let Stmt::Expr(Expr::While(each), _) = stmt
            && !matches!(*each.cond, Expr::Let(_))
            && hoist::any(&each.cond, &is_value)
        {
            let (label, cond, body) = (&each.label, &each.cond, &each.body.stmts);
            return Some(vec![
                parse_quote_spanned!(each.while_token.span=> #label loop { if !(#cond) { break; } #(#body)* }),
            ]);
        }
        let first = std::cell::Cell::new(stays);
        let wanted = |expr: &Expr| !first.replace(false) && is_value(expr);
        let name = self.fresh("value");
        let (name, chain, stmt) = hoist::hoist(stmt, &wanted, name)?;
        let mut lowered = self.value(&chain, &name)?;
        lowered.push(stmt);
        Some(lowered)
    }

    /// A method that changes the length of a list, by `push`, `pop` and `swap`.
    fn changed(&mut self, call: &syn::ExprMethodCall) -> Option<Vec<Stmt>> {
        let (list, span) = (&call.receiver, call.method.span());
        let args: Vec<&Expr> = call.args.iter().collect();
        let item = self.fresh("item");
        Some(match (&*call.method.to_string(), &args[..]) {
            ("extend", [items]) => {
                vec![parse_quote_spanned!(span=> for #item in #items { #list.push(#item); })]
            }
            ("extend_from_slice", [items]) => {
                let items = plain((*items).clone());
                vec![parse_quote_spanned!(span=> for #item in #items.iter().cloned() { #list.push(#item); })]
            }
            ("insert", [at, new]) => {
                let (place, end) = (self.fresh("place"), self.fresh("end"));
                vec![
                    parse_quote_spanned!(span=> let #place = #at;),
                    parse_quote_spanned!(span=> let #end = #list.len();),
                    parse_quote_spanned!(span=> #list.push(#new);),
                    parse_quote_spanned!(span=> for #item in (#place..#end).rev() { #list.swap(#item, #item + 1); }),
                ]
            }
            ("truncate", [most]) => {
                let place = self.fresh("place");
                vec![
                    parse_quote_spanned!(span=> let #place = #most;),
                    parse_quote_spanned!(span=> while #list.len() > #place { #list.pop(); }),
                ]
            }
            _ => return None,
        })
    }

    fn is_closure_call(&self, expr: &Expr) -> bool {
        is_call_of(expr, &self.closures)
    }

    /// Statements after which `name` holds what a chain gives.
    fn value(&mut self, chain: &Expr, name: &Ident) -> Option<Vec<Stmt>> {
        if is_pop(chain) || self.is_closure_call(chain) {
            return Some(vec![parse_quote!(let #name = #chain;)]);
        }
        let Expr::MethodCall(call) = chain else { return None };
        if is_remove(chain) {
            let (list, at, span) = (&call.receiver, &call.args[0], call.method.span());
            let (place, item, popped) = (self.fresh("place"), self.fresh("item"), self.fresh("popped"));
            return Some(vec![
                parse_quote_spanned!(span=> let #place = #at;),
                parse_quote_spanned!(span=> for #item in #place + 1..#list.len() { #list.swap(#item - 1, #item); }),
                parse_quote_spanned!(span=> let #popped = #list.pop();),
                parse_quote_spanned!(span=> let #name = #popped.unwrap();),
            ]);
        }
        let mut out = Vec::new();
        let inner = self.chain(&call.receiver, &mut out)?;
        let ty = call.turbofish.as_ref().and_then(|types| types.args.first().cloned());
        let ty = ty.map(|ty| quote::quote!(: #ty));
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        let integers = gives_counts(&inner);
        let span = call.method.span();
        let (start, step): (Stmt, Step) = match (&*call.method.to_string(), &args[..]) {
            ("sum", []) => {
                let zero: Expr = if integers { parse_quote!(0) } else { parse_quote!(0.0) };
                let name = name.clone();
                (
                    parse_quote_spanned!(span=> let mut #name #ty = #zero;),
                    Box::new(move |_, item, inside| {
                        let item = plain(item.expr());
                        inside.push(parse_quote_spanned!(span=> #name += #item;));
                    }),
                )
            }
            ("product", []) => {
                let one: Expr = if integers { parse_quote!(1) } else { parse_quote!(1.0) };
                let name = name.clone();
                (
                    parse_quote_spanned!(span=> let mut #name #ty = #one;),
                    Box::new(move |_, item, inside| {
                        let item = plain(item.expr());
                        inside.push(parse_quote_spanned!(span=> #name *= #item;));
                    }),
                )
            }
            ("count", []) => {
                let name = name.clone();
                (
                    parse_quote_spanned!(span=> let mut #name = 0usize;),
                    Box::new(move |_, _, inside| inside.push(parse_quote_spanned!(span=> #name += 1;))),
                )
            }
            ("fold", [init, function]) => {
                let (held, function) = (name.clone(), function.clone());
                (
                    parse_quote_spanned!(span=> let mut #name = #init;),
                    Box::new(move |this, item, inside| {
                        let value = this.apply(&function, vec![Item::Value(parse_quote!(#held)), item]);
                        inside.push(parse_quote_spanned!(span=> #held = #value;));
                    }),
                )
            }
            ("collect", []) => {
                let name = name.clone();
                (
                    parse_quote_spanned!(span=> let mut #name #ty = Vec::new();),
                    Box::new(move |_, item, inside| {
                        let item = item.expr();
                        inside.push(parse_quote_spanned!(span=> #name.push(#item);));
                    }),
                )
            }
            _ => return None,
        };
        out.push(start);
        let run = self.run(&inner, None, &mut out, |this, item, inside| step(this, item, inside));
        out.push(run);
        Some(out)
    }

    /// The loop along a chain.
    fn run(
        &mut self,
        chain: &Chain,
        label: Option<&syn::Label>,
        before: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Item, &mut Vec<Stmt>),
    ) -> Stmt {
        let (turn, count) = (self.fresh("turn"), self.fresh("count"));
        let turns = chain.count();
        before.push(parse_quote!(let #count = #turns;));
        let mut inside = Vec::new();
        let item = self.item(chain, &parse_quote!(#turn), &mut inside);
        body(self, item, &mut inside);
        parse_quote!(#label for #turn in 0..#count { #(#inside)* })
    }

    /// What a chain gives at an index.
    fn item(&mut self, chain: &Chain, k: &Expr, out: &mut Vec<Stmt>) -> Item {
        match chain {
            Chain::Elements { base, exclusive: false } => Item::Value(parse_quote!(&#base[#k])),
            Chain::Elements { base, exclusive: true } => Item::Value(parse_quote!(&mut #base[#k])),
            Chain::Parts { base, size, step, exclusive, whole } => {
                let (start, end) = (self.fresh("start"), self.fresh("end"));
                out.push(parse_quote!(let #start = #k * #step;));
                out.push(if *whole {
                    parse_quote!(let #end = #start + #size;)
                } else {
                    parse_quote!(let #end = (#start + #size).min(#base.len());)
                });
                Item::Value(if *exclusive {
                    parse_quote!(&mut #base[#start..#end])
                } else {
                    parse_quote!(&#base[#start..#end])
                })
            }
            Chain::Range { start, .. } => Item::Value(parse_quote!(#start + #k)),
            Chain::Enumerate(inner) => {
                let item = self.item(inner, k, out);
                Item::Pair(Box::new(Item::Value(k.clone())), Box::new(item))
            }
            Chain::Zip(one, other) => {
                let (one, other) = (self.item(one, k, out), self.item(other, k, out));
                Item::Pair(Box::new(one), Box::new(other))
            }
            Chain::Moved { inner, index, .. } => {
                let place = self.fresh("index");
                let index = index(k);
                out.push(parse_quote!(let #place = #index;));
                self.item(inner, &parse_quote!(#place), out)
            }
            Chain::Copied(inner) => {
                let item = self.item(inner, k, out).expr();
                Item::Value(plain(item))
            }
            Chain::Map(inner, function) => {
                let item = self.item(inner, k, out);
                // Named, so that it is computed once.
                let (value, name) = (self.apply(function, vec![item]), self.fresh("item"));
                out.push(parse_quote!(let #name = #value;));
                Item::Value(parse_quote!(#name))
            }
            Chain::Filter(inner, function) => {
                let item = self.item(inner, k, out);
                let function = without_reference(function);
                let (keep, name) = (self.apply(&function, vec![item.clone()]), self.fresh("keep"));
                out.push(parse_quote!(let #name = #keep;));
                out.push(parse_quote!(if !#name { continue; }));
                item
            }
        }
    }

    /// The value of a closure or function at some items. What the closure binds stays in a block, so that it hides nothing.
    fn apply(&mut self, function: &Expr, items: Vec<Item>) -> Expr {
        let Expr::Closure(closure) = function else {
            let args = items.into_iter().map(Item::expr);
            return parse_quote!(#function(#(#args),*));
        };
        if escapes(&*closure.body) {
            self.errors
                .push(closure, "a closure that is left early is not supported yet: write what it does as a loop");
        }
        let mut stmts = Vec::new();
        for (pat, item) in closure.inputs.iter().zip(items) {
            bind(pat, item, &mut stmts);
        }
        match &*closure.body {
            Expr::Block(inner) if inner.label.is_none() => stmts.extend(inner.block.stmts.clone()),
            value => stmts.push(Stmt::Expr(value.clone(), None)),
        }
        let mut value: Expr = parse_quote!({ #(#stmts)* });
        self.visit_expr_mut(&mut value);
        value
    }

    /// The chain that an expression is; its arguments are evaluated in front of it.
    fn chain(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Option<Chain> {
        Some(match expr {
            Expr::Paren(inner) => return self.chain(&inner.expr, before),
            Expr::Range(range) => {
                let (start, end) = (range.start.as_ref()?, range.end.as_ref()?);
                let end: Expr = match range.limits {
                    syn::RangeLimits::Closed(_) => parse_quote!(#end + 1),
                    syn::RangeLimits::HalfOpen(_) => parse_quote!(#end),
                };
                Chain::Range { start: self.held(start, before), end: self.held(&end, before) }
            }
            Expr::Reference(reference) => {
                let exclusive = reference.mutability.is_some();
                Chain::Elements { base: self.base(&reference.expr, exclusive, before), exclusive }
            }
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => {
                Chain::Elements { base: self.base(expr, false, before), exclusive: false }
            }
            Expr::MethodCall(call) => {
                let args: Vec<&Expr> = call.args.iter().collect();
                let receiver = &*call.receiver;
                match (&*call.method.to_string(), &args[..]) {
                    ("into_iter", []) if is_chain(receiver) => return self.chain(receiver, before),
                    ("iter" | "into_iter", []) => {
                        Chain::Elements { base: self.base(receiver, false, before), exclusive: false }
                    }
                    ("iter_mut", []) => Chain::Elements { base: self.base(receiver, true, before), exclusive: true },
                    (method @ ("chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut"), [size]) => {
                        let size = self.held(size, before);
                        let (exclusive, whole) = (method.ends_with("_mut"), method.contains("exact"));
                        let base = self.base(receiver, exclusive, before);
                        Chain::Parts { base, step: size.clone(), size, exclusive, whole }
                    }
                    ("windows", [size]) => {
                        let size = self.held(size, before);
                        let base = self.base(receiver, false, before);
                        Chain::Parts { base, size, step: parse_quote!(1), exclusive: false, whole: true }
                    }
                    ("enumerate", []) => Chain::Enumerate(Box::new(self.indexed(call, before)?)),
                    ("zip", [other]) => {
                        let one = self.indexed(call, before)?;
                        let other = self.chain(other, before)?;
                        if self.refuse_filtered(&other, call) {
                            return None;
                        }
                        Chain::Zip(Box::new(one), Box::new(other))
                    }
                    ("rev", []) => {
                        let inner = self.indexed(call, before)?;
                        let count = self.held(&inner.count(), before);
                        let last = count.clone();
                        let index = Box::new(move |k: &Expr| parse_quote!(#last - 1 - #k));
                        Chain::Moved { inner: Box::new(inner), index, count }
                    }
                    ("skip", [by]) => {
                        let by = self.held(by, before);
                        let inner = self.indexed(call, before)?;
                        let count = inner.count();
                        let count = parse_quote!((#count).saturating_sub(#by));
                        Chain::Moved { inner: Box::new(inner), index: Box::new(move |k| parse_quote!(#k + #by)), count }
                    }
                    ("take", [most]) => {
                        let most = self.held(most, before);
                        let inner = self.indexed(call, before)?;
                        let count = inner.count();
                        let count = parse_quote!((#count).min(#most));
                        Chain::Moved { inner: Box::new(inner), index: Box::new(Expr::clone), count }
                    }
                    ("step_by", [by]) => {
                        let by = self.held(by, before);
                        let inner = self.indexed(call, before)?;
                        let count = inner.count();
                        let count = parse_quote!((#count).div_ceil(#by));
                        Chain::Moved { inner: Box::new(inner), index: Box::new(move |k| parse_quote!(#k * #by)), count }
                    }
                    ("copied" | "cloned", []) => Chain::Copied(Box::new(self.chain(receiver, before)?)),
                    ("map", [function]) => Chain::Map(Box::new(self.chain(receiver, before)?), (*function).clone()),
                    ("filter", [function]) => {
                        Chain::Filter(Box::new(self.chain(receiver, before)?), (*function).clone())
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// The chain before an adaptor that needs to know its items by number.
    fn indexed(&mut self, call: &syn::ExprMethodCall, before: &mut Vec<Stmt>) -> Option<Chain> {
        let inner = self.chain(&call.receiver, before)?;
        if self.refuse_filtered(&inner, call) { None } else { Some(inner) }
    }

    fn refuse_filtered(&self, chain: &Chain, call: &syn::ExprMethodCall) -> bool {
        let filtered = chain.is_filtered();
        if filtered {
            self.errors.push(
                &call.method,
                format!("`{}` behind `filter` is not supported yet: filter last, or write a loop", call.method),
            );
        }
        filtered
    }

    /// What a chain goes along under a name of its own, which nothing in the loop hides.
    fn base(&mut self, expr: &Expr, exclusive: bool, before: &mut Vec<Stmt>) -> Expr {
        let name = self.fresh("along");
        before.push(match expr {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) if exclusive => parse_quote!(let #name = &mut #expr;),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => parse_quote!(let #name = &#expr;),
            value => parse_quote!(let #name = #value;),
        });
        parse_quote!(#name)
    }

    /// An argument of an adaptor, evaluated once.
    fn held(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Expr {
        if matches!(expr, Expr::Lit(_)) {
            return expr.clone();
        }
        let name = self.fresh("held");
        before.push(parse_quote!(let #name = #expr;));
        parse_quote!(#name)
    }
}

impl Chain {
    fn count(&self) -> Expr {
        match self {
            Chain::Elements { base, .. } => parse_quote!(#base.len()),
            Chain::Parts { base, size, step, whole: true, .. } if size == step => parse_quote!(#base.len() / #size),
            Chain::Parts { base, size, whole: true, .. } => parse_quote!((#base.len() + 1).saturating_sub(#size)),
            Chain::Parts { base, size, .. } => parse_quote!(#base.len().div_ceil(#size)),
            Chain::Range { start, end } => parse_quote!(if #start < #end { #end - #start } else { 0 }),
            Chain::Zip(one, other) => {
                let (one, other) = (one.count(), other.count());
                parse_quote!((#one).min(#other))
            }
            Chain::Moved { count, .. } => count.clone(),
            Chain::Enumerate(inner) | Chain::Copied(inner) | Chain::Map(inner, _) | Chain::Filter(inner, _) => {
                inner.count()
            }
        }
    }

    fn is_filtered(&self) -> bool {
        match self {
            Chain::Filter(..) => true,
            Chain::Map(inner, _) | Chain::Copied(inner) | Chain::Enumerate(inner) | Chain::Moved { inner, .. } => {
                inner.is_filtered()
            }
            Chain::Zip(one, other) => one.is_filtered() || other.is_filtered(),
            Chain::Elements { .. } | Chain::Parts { .. } | Chain::Range { .. } => false,
        }
    }
}

/// Whether what a chain gives is sure to be integers.
fn gives_counts(chain: &Chain) -> bool {
    match chain {
        Chain::Range { .. } => true,
        Chain::Moved { inner, .. } | Chain::Filter(inner, _) => gives_counts(inner),
        _ => false,
    }
}

/// Gives names to an item, or to its parts.
fn bind(pat: &Pat, item: Item, out: &mut Vec<Stmt>) {
    match (pat, item) {
        (Pat::Paren(inner), item) => bind(&inner.pat, item, out),
        (Pat::Type(typed), item) => bind(&typed.pat, item, out),
        (Pat::Wild(_), _) => {}
        (Pat::Reference(inner), item) => {
            // What `&x` matches is what is behind the reference.
            let item = match item {
                Item::Value(value) => Item::Value(plain(value)),
                pair @ Item::Pair(..) => pair,
            };
            bind(&inner.pat, item, out);
        }
        (Pat::Tuple(tuple), Item::Pair(one, other)) if tuple.elems.len() == 2 => {
            bind(&tuple.elems[0], *one, out);
            bind(&tuple.elems[1], *other, out);
        }
        (pat, item) => {
            let value = item.expr();
            out.push(parse_quote!(let #pat = #value;));
        }
    }
}

/// A closure that looks at an item through a reference, as one of the item itself: each of its names loses a `*`.
fn without_reference(function: &Expr) -> Expr {
    struct Bound(Vec<Ident>);

    impl<'p> Visit<'p> for Bound {
        fn visit_pat_ident(&mut self, name: &'p syn::PatIdent) {
            self.0.push(name.ident.clone());
        }
    }

    impl VisitMut for Bound {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if let Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr: inner, .. }) = expr
                && let Expr::Path(path) = &**inner
                && path.path.get_ident().is_some_and(|name| self.0.contains(name))
            {
                *expr = (**inner).clone();
            } else {
                visit_mut::visit_expr_mut(self, expr);
            }
        }
    }

    let mut function = function.clone();
    if let Expr::Closure(closure) = &mut function {
        let mut names = Bound(Vec::new());
        closure.inputs.iter().for_each(|pat| names.visit_pat(pat));
        names.visit_expr_mut(&mut closure.body);
    }
    function
}

/// What is behind a reference, if it is one.
fn plain(expr: Expr) -> Expr {
    match expr {
        Expr::Reference(reference) => *reference.expr,
        other => other,
    }
}

const ADAPTORS: [&str; 17] = [
    "iter",
    "iter_mut",
    "into_iter",
    "chunks",
    "chunks_exact",
    "chunks_mut",
    "chunks_exact_mut",
    "windows",
    "enumerate",
    "zip",
    "rev",
    "skip",
    "take",
    "step_by",
    "copied",
    "cloned",
    "map",
];

/// Whether an expression is written as a chain.
fn is_chain(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_chain(&inner.expr),
        Expr::Range(_) => true,
        Expr::MethodCall(call) => {
            let method = call.method.to_string();
            let starts =
                ["iter", "iter_mut", "into_iter", "windows"].contains(&&*method) || method.starts_with("chunks");
            starts || (method == "filter" || ADAPTORS.contains(&&*method)) && is_chain(&call.receiver)
        }
        _ => false,
    }
}

fn is_pop(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if call.method == "pop" && call.args.is_empty())
}

/// Whether one of some functions is called by its name.
fn is_call_of(expr: &Expr, functions: &[Ident]) -> bool {
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    path.path.get_ident().is_some_and(|name| functions.contains(name))
}

fn is_remove(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if call.method == "remove" && call.args.len() == 1)
}

/// Whether an expression needs statements of its own: a chain that ends in a value, or a list that gives an element away.
fn is_value(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else { return false };
    if is_pop(expr) || is_remove(expr) {
        return true;
    }
    ["sum", "product", "count", "fold", "collect"].contains(&&*call.method.to_string()) && is_chain(&call.receiver)
}

/// Whether a loop runs over a range as the form has it.
fn is_range(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_range(&inner.expr),
        Expr::Range(_) => true,
        Expr::MethodCall(call) => (call.method == "rev" || call.method == "step_by") && is_range(&call.receiver),
        _ => false,
    }
}
