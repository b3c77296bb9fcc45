//! What a chain gives, one item after the other.

use super::Rewriter;
use super::chain::{Chain, Count};
use crate::parse::exits::{closure_without_exits, escapes, names};
use crate::quoted::parse_quote;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt};

/// What a chain gives.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "there are few of them, and not for long")]
pub(super) enum Item {
    Value(Expr),
    Pair(Box<Item>, Box<Item>),
}

/// What a loop does with an item.
type Inside<'b, R> = Box<dyn FnOnce(&mut R, Item, &mut Vec<Stmt>) + 'b>;

impl Item {
    pub(super) fn expr(self) -> Expr {
        match self {
            Item::Value(value) => value,
            Item::Pair(one, other) => {
                let (one, other) = (one.expr(), other.expr());
                parse_quote!((#one, #other))
            }
        }
    }
}

impl Rewriter<'_> {
    /// The loop along a chain.
    pub(super) fn run(
        &mut self,
        chain: &Chain,
        label: Option<&syn::Label>,
        before: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Item, &mut Vec<Stmt>),
    ) -> Stmt {
        self.run_boxed(chain, label, before, Box::new(body))
    }

    fn run_boxed(
        &mut self,
        chain: &Chain,
        label: Option<&syn::Label>,
        before: &mut Vec<Stmt>,
        body: Inside<'_, Self>,
    ) -> Stmt {
        if let Some(Chain::Flat { outer, function, inner }) = chain.flat()
            && inner.borrow().is_none()
        {
            let within = |this: &mut Self, item: Item, inside: &mut Vec<Stmt>| {
                let given = this.given(function.as_ref(), item, inside);
                let found = this.chain(&given, inside);
                if found.as_ref().is_none_or(Chain::is_flat) {
                    let message = "what is flattened must be a list, or a chain of iterators without `flat_map` and `flatten`: write a loop in a loop";
                    match function {
                        Some(closure) => this.errors.push(&closure.body, message),
                        None => this.errors.push(&given, message),
                    }
                }
                *inner.borrow_mut() = found.filter(|found| !found.is_flat()).map(Box::new);
                if inner.borrow().is_some() {
                    let stmt = this.run_boxed(chain, label, inside, body);
                    inside.push(stmt);
                }
            };
            let whole = self.whole.take();
            return self.run_boxed(outer, whole.as_ref(), before, Box::new(within));
        }
        let (turn, count) = (self.fresh("iteration"), self.fresh("count"));
        let turns = chain.count();
        before.push(parse_quote!(let #count = #turns;));
        let mut inside = Vec::new();
        let item = self.item(chain, &parse_quote!(#turn), &mut inside);
        body(self, item, &mut inside);
        parse_quote!(#label for #turn in 0..#count { #(#inside)* })
    }

    /// What a chain gives at an index.
    #[allow(clippy::too_many_lines, reason = "a case for each kind of chain")]
    pub(super) fn item(&mut self, chain: &Chain, k: &Expr, out: &mut Vec<Stmt>) -> Item {
        match chain {
            Chain::Elements { base, exclusive: false, .. } => Item::Value(parse_quote!(&#base[#k])),
            Chain::Elements { base, exclusive: true, .. } => Item::Value(parse_quote!(&mut #base[#k])),
            Chain::Parts { base, size, step, method, .. } if method == "rchunks" => {
                let (start, end) = (self.fresh("start"), self.fresh("end"));
                out.push(parse_quote!(let #end = #base.len() - #k * #step;));
                out.push(parse_quote!(let #start = #end.saturating_sub(#size);));
                Item::Value(parse_quote!(&#base[#start..#end]))
            }
            Chain::Parts { base, size, step, exclusive, whole, .. } => {
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
            // How it is counted there need not be how indices are.
            Chain::From(start) => Item::Value(parse_quote!(::retrograde::emitted::counted_from(#start, #k))),
            Chain::Repeat { value, .. } => Item::Value(value.clone()),
            Chain::Runs { base, ends } => {
                let (start, end) = (self.fresh("start"), self.fresh("end"));
                out.push(parse_quote!(let #start = if #k == 0 { 0 } else { #ends[#k - 1] };));
                out.push(parse_quote!(let #end = #ends[#k];));
                Item::Value(parse_quote!(&#base[#start..#end]))
            }
            Chain::Called { function, ends, .. } => {
                let value = self.apply(function, Vec::new());
                if *ends {
                    return self.if_something(&value, true, out);
                }
                let name = self.fresh("item");
                out.push(parse_quote!(let #name = #value;));
                Item::Value(parse_quote!(#name))
            }
            Chain::Successors { next, function } => {
                let item = self.fresh("item");
                out.push(parse_quote!(if #next.is_none() { break; }));
                out.push(parse_quote!(let #item = #next.unwrap();));
                let value = self.apply(function, vec![Item::Value(parse_quote!(&#item))]);
                out.push(parse_quote!(#next = #value;));
                Item::Value(parse_quote!(#item))
            }
            Chain::Counted { inner, counter, by } => self.counted(inner, counter, by, k, out),
            Chain::Flat { inner, .. } => match &*inner.borrow() {
                Some(inner) => self.item(inner, k, out),
                None => unreachable!("the loop along it is being written"),
            },
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
            Chain::TakeWhile(inner, function) => {
                let item = self.item(inner, k, out);
                let function = without_reference(function);
                let (keep, name) = (self.apply(&function, vec![item.clone()]), self.fresh("keep"));
                out.push(parse_quote!(let #name = #keep;));
                out.push(parse_quote!(if !#name { break; }));
                item
            }
            Chain::SkipWhile(inner, function, reached) => {
                let item = self.item(inner, k, out);
                let function = without_reference(function);
                let (skip, name) = (self.apply(&function, vec![item.clone()]), self.fresh("skip"));
                out.push(parse_quote!(let #name = if #reached == 0 { #skip } else { false };));
                out.push(parse_quote!(if #name { continue; }));
                out.push(parse_quote!(#reached += 1;));
                item
            }
            Chain::Scan(inner, function, state) => {
                let item = self.item(inner, k, out);
                let (function, always) = always_something(function);
                let value = self.apply(&function, vec![Item::Value(parse_quote!(&mut #state)), item]);
                if !always {
                    return self.if_something(&value, true, out);
                }
                let name = self.fresh("item");
                out.push(parse_quote!(let #name = #value;));
                Item::Value(parse_quote!(#name))
            }
            Chain::FilterMap { inner, function, stops } => {
                let item = self.item(inner, k, out);
                let value = self.apply(function, vec![item]);
                self.if_something(&value, *stops, out)
            }
            Chain::Chained { one, other, first, at } => {
                let (name, index) = (self.fresh("item"), self.fresh("index"));
                let (mut before, mut after) = (Vec::new(), vec![parse_quote!(let #index = #k - #first;)]);
                let items = [self.item(one, k, &mut before), self.item(other, &parse_quote!(#index), &mut after)];
                if items.iter().any(is_view) {
                    self.errors.push(at, VIEWS);
                }
                let lent = items.iter().all(|item| matches!(item, Item::Value(Expr::Reference(_))));
                let [one, other] = items.map(|item| copy(item.expr()));
                out.push(parse_quote!(let #name = if #k < #first { #(#before)* #one } else { #(#after)* #other };));
                Item::Value(if lent { parse_quote!(&#name) } else { parse_quote!(#name) })
            }
        }
    }

    /// What becomes of an item that is counted.
    fn counted(&mut self, inner: &Chain, counter: &Ident, by: &Count, k: &Expr, out: &mut Vec<Stmt>) -> Item {
        let number = self.fresh("number");
        match by {
            Count::Take(most) => out.push(parse_quote!(if #counter >= #most { break; })),
            Count::Zip(other) => {
                let count = other.count();
                out.push(parse_quote!(if #counter >= #count { break; }));
            }
            _ => {}
        }
        let item = self.item(inner, k, out);
        out.push(parse_quote!(let #number = #counter;));
        out.push(parse_quote!(#counter += 1;));
        match by {
            Count::Enumerate => Item::Pair(Box::new(Item::Value(parse_quote!(#number))), Box::new(item)),
            Count::Zip(other) => {
                let other = self.item(other, &parse_quote!(#number), out);
                Item::Pair(Box::new(item), Box::new(other))
            }
            Count::Skip(first) => {
                out.push(parse_quote!(if #number < #first { continue; }));
                item
            }
            Count::Step(step) => {
                out.push(parse_quote!(if #number % #step != 0 { continue; }));
                item
            }
            Count::Take(_) => item,
        }
    }

    /// What a function has made of an item, if that is something; if not, the loop goes on or stops.
    fn if_something(&mut self, value: &Expr, stops: bool, out: &mut Vec<Stmt>) -> Item {
        let (got, name) = (self.fresh("got"), self.fresh("item"));
        let leave: Stmt = if stops { parse_quote!(break;) } else { parse_quote!(continue;) };
        out.push(parse_quote!(let #got = #value;));
        out.push(parse_quote!(if #got.is_none() { #leave }));
        out.push(parse_quote!(let #name = #got.unwrap();));
        Item::Value(parse_quote!(#name))
    }

    /// What is flattened: what a closure gives for an item, or the item. The closure's names are made fresh, so that they hide nothing.
    fn given(&mut self, function: Option<&syn::ExprClosure>, item: Item, out: &mut Vec<Stmt>) -> Expr {
        let Some(closure) = function else { return item.expr() };
        let mut closure = closure.clone();
        let locals = match &*closure.body {
            Expr::Block(inner) => inner.block.stmts.iter().filter_map(local_pattern).cloned().collect(),
            _ => Vec::new(),
        };
        for pat in closure.inputs.clone().into_iter().chain(locals) {
            for name in names(&pat) {
                let fresh = self.fresh(&name.to_string());
                let renamed = renamed(closure.to_token_stream(), &name, &fresh);
                closure = parse_quote!(#renamed);
            }
        }
        if let Some(pat) = closure.inputs.first() {
            bind(pat, item, out);
        }
        let mut value = match *closure.body {
            Expr::Block(inner) if inner.label.is_none() => {
                let mut stmts = inner.block.stmts;
                let tail = match stmts.pop() {
                    Some(Stmt::Expr(tail, None)) => tail,
                    last => {
                        stmts.extend(last);
                        parse_quote!(())
                    }
                };
                out.extend(stmts);
                tail
            }
            value => value,
        };
        self.visit_expr_mut(&mut value);
        value
    }

    /// Gives names to an item, or to its parts, in statements. The parts of a pair that has one name are found by names of their own.
    pub(super) fn bind_in(&mut self, pat: &Pat, item: Item, out: &mut Vec<Stmt>, body: &mut Vec<Stmt>) {
        match (pat, item) {
            (Pat::Paren(inner), item) => self.bind_in(&inner.pat, item, out, body),
            (Pat::Ident(name), Item::Pair(one, other)) if name.mutability.is_none() && name.subpat.is_none() => {
                let parts = ["part", "part"].map(|base| self.fresh(base));
                let mut found = Parts { whole: &name.ident, both: &parts, mentioned: false };
                body.iter_mut().for_each(|stmt| found.visit_stmt_mut(stmt));
                let mentioned = found.mentioned;
                for (part, item) in parts.iter().zip([*one.clone(), *other.clone()]) {
                    self.bind_in(&parse_quote!(#part), item, out, body);
                }
                if mentioned {
                    let whole = copy(Item::Pair(one, other).expr());
                    out.push(parse_quote!(let #name = #whole;));
                }
            }
            (Pat::Tuple(tuple), Item::Pair(one, other)) if tuple.elems.len() == 2 => {
                self.bind_in(&tuple.elems[0], *one, out, body);
                self.bind_in(&tuple.elems[1], *other, out, body);
            }
            (pat, item) => bind(pat, item, out),
        }
    }

    /// The value of a closure or function at some items. What the closure binds stays in a block, so that it hides nothing.
    pub(super) fn apply(&mut self, function: &Expr, items: Vec<Item>) -> Expr {
        let Expr::Closure(closure) = function else {
            let args = items.into_iter().map(Item::expr);
            let function = match function {
                Expr::Reference(lent) => &lent.expr,
                function => function,
            };
            return parse_quote!(#function(#(#args),*));
        };
        let stays;
        let closure = if escapes(&*closure.body) {
            stays = closure_without_exits(closure, self.names, self.errors);
            &stays
        } else {
            closure
        };
        let mut body = match &*closure.body {
            Expr::Block(inner) if inner.label.is_none() => inner.block.stmts.clone(),
            value => vec![Stmt::Expr(value.clone(), None)],
        };
        let mut stmts = Vec::new();
        for (pat, item) in closure.inputs.iter().zip(items) {
            self.bind_in(pat, item, &mut stmts, &mut body);
        }
        stmts.extend(body);
        let mut value: Expr = parse_quote!({ #(#stmts)* });
        self.visit_expr_mut(&mut value);
        value
    }
}

fn local_pattern(stmt: &Stmt) -> Option<&Pat> {
    match stmt {
        Stmt::Local(local) => Some(&local.pat),
        _ => None,
    }
}

/// Puts names for the parts of a pair where the parts are mentioned.
struct Parts<'p> {
    whole: &'p Ident,
    both: &'p [Ident; 2],
    /// whether the pair is mentioned as a whole
    mentioned: bool,
}

impl VisitMut for Parts<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let is_whole = |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident(self.whole));
        if let Expr::Field(field) = expr
            && is_whole(&field.base)
            && let syn::Member::Unnamed(index) = &field.member
            && let Some(part) = self.both.get(index.index as usize)
        {
            *expr = parse_quote!(#part);
            return;
        }
        self.mentioned |= is_whole(expr);
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let mut tokens = mac.tokens.clone().into_iter();
        self.mentioned |= tokens.any(|token| matches!(token, TokenTree::Ident(name) if name == *self.whole));
    }
}

/// Another name for a variable; a field of the same name stays.
pub(super) fn renamed(tokens: TokenStream, name: &Ident, fresh: &Ident) -> TokenStream {
    let mut dots = 0;
    let each = |token: TokenTree| {
        let dot = matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.');
        // Two dots are a range.
        let field = dots == 1;
        dots = if dot { dots + 1 } else { 0 };
        match token {
            TokenTree::Ident(ident) if ident == *name && !field => TokenTree::Ident(fresh.clone()),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), renamed(group.stream(), name, fresh));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        }
    };
    tokens.into_iter().map(each).collect()
}

/// A function of `scan` that always goes on gives the item itself: `|s, x| { *s += x; Some(*s) }`.
fn always_something(function: &Expr) -> (Expr, bool) {
    let something = |expr: &Expr| match expr {
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")) => {
            call.args.first().cloned()
        }
        _ => None,
    };
    let mut function = function.clone();
    let mut always = false;
    if let Expr::Closure(closure) = &mut function {
        let tail = match &mut *closure.body {
            Expr::Block(inner) => match inner.block.stmts.last_mut() {
                Some(Stmt::Expr(tail, None)) => Some(tail),
                _ => None,
            },
            value => Some(value),
        };
        if let Some(tail) = tail
            && let Some(item) = something(tail)
        {
            (*tail, always) = (item, true);
        }
    }
    (function, always)
}

const VIEWS: &str = "`chain` gives copies of elements, which have no parts of slices and through which nothing changes: write a loop for each \
                     of the two";

/// Whether an item is a part of a slice, or may be changed.
fn is_view(item: &Item) -> bool {
    let part = |expr: &Expr| matches!(expr, Expr::Index(index) if matches!(*index.index, Expr::Range(_)));
    match item {
        Item::Value(Expr::Reference(reference)) => reference.mutability.is_some() || part(&reference.expr),
        Item::Value(_) => false,
        Item::Pair(one, other) => is_view(one) || is_view(other),
    }
}

/// A copy of what is behind a reference.
fn copy(expr: Expr) -> Expr {
    match expr {
        Expr::Reference(reference) => {
            let inner = reference.expr;
            parse_quote!(#inner.clone())
        }
        Expr::Tuple(mut tuple) => {
            tuple.elems = tuple.elems.into_iter().map(copy).collect();
            Expr::Tuple(tuple)
        }
        other => other,
    }
}

/// Gives names to an item, or to its parts.
pub(super) fn bind(pat: &Pat, item: Item, out: &mut Vec<Stmt>) {
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

/// A closure that looks at an item through a reference, as one of the item itself: its pattern loses a `&`, or each of its names a `*`.
pub(super) fn without_reference(function: &Expr) -> Expr {
    struct Bound(Vec<Ident>);

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
        for pat in &mut closure.inputs {
            match pat {
                // What `&x` binds is behind the reference already.
                Pat::Reference(inner) => *pat = (*inner.pat).clone(),
                pat => Bound(names(pat)).visit_expr_mut(&mut closure.body),
            }
        }
    }
    function
}

/// What is behind a reference, if it is one.
pub(super) fn plain(expr: Expr) -> Expr {
    match expr {
        Expr::Reference(reference) => *reference.expr,
        other => other,
    }
}
