//! What a loop goes along: chains of adaptors, as they are written.

use super::Rewriter;
use super::sources::{endless, of_iter};
use crate::parse::as_list;
use crate::parse::changes::changes;
use crate::quoted::parse_quote;
use proc_macro2::Ident;
use std::cell::RefCell;
use syn::{Expr, Stmt};

/// What a chain goes along. Up to the first `filter`, every item is found by its index.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and not for long")]
pub(super) enum Chain {
    /// the elements of something, by reference
    Elements {
        base: Expr,
        exclusive: bool,
        /// what is called on it, if anything is
        method: Option<Ident>,
    },
    /// parts of a slice, of `size` elements, each starting `step` after the one before
    Parts {
        base: Expr,
        size: Expr,
        step: Expr,
        exclusive: bool,
        whole: bool,
        method: Ident,
    },
    /// parts of a slice from one of the `ends` to the next
    Runs {
        base: Expr,
        ends: Ident,
    },
    /// `start..end`
    Range {
        start: Expr,
        end: Expr,
    },
    /// `start..`
    From(Expr),
    /// the same value again and again
    Repeat {
        value: Expr,
        count: Expr,
    },
    /// what a function gives each time that it is called, up to the first time that it gives nothing if it may
    Called {
        calls: Box<Chain>,
        function: Expr,
        ends: bool,
    },
    /// what `next` holds, and what a function makes of it next
    Successors {
        next: Ident,
        function: Expr,
    },
    /// what becomes of items that have lost their numbers: they are counted
    Counted {
        inner: Box<Chain>,
        counter: Ident,
        by: Count,
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
    /// what a function makes of the items, less those for which it gives nothing, or up to the first of them
    FilterMap {
        inner: Box<Chain>,
        function: Expr,
        stops: bool,
    },
    /// up to the first item for which the function does not hold
    TakeWhile(Box<Chain>, Expr),
    /// from the first item for which the function does not hold; the name counts what is not skipped
    SkipWhile(Box<Chain>, Expr, Ident),
    /// what a function makes of the items and of a state, the name; until it gives nothing
    Scan(Box<Chain>, Expr, Ident),
    /// one after the other; `first` is how many items the first has
    Chained {
        one: Box<Chain>,
        other: Box<Chain>,
        first: Expr,
        at: Ident,
    },
    /// for every item of `outer` the items of another chain, which is there while the loop along it is written
    Flat {
        outer: Box<Chain>,
        function: Option<syn::ExprClosure>,
        inner: RefCell<Option<Box<Chain>>>,
    },
}

/// What items are counted for.
pub(super) enum Count {
    Enumerate,
    Zip(Box<Chain>),
    Skip(Expr),
    Take(Expr),
    Step(Expr),
}

impl Rewriter<'_> {
    /// The chain that an expression is; its arguments are evaluated in front of it.
    #[allow(clippy::too_many_lines, reason = "a case for each method of iterators")]
    pub(super) fn chain(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Option<Chain> {
        Some(match expr {
            Expr::Paren(inner) => return self.chain(&inner.expr, before),
            Expr::Range(range) if range.end.is_none() => Chain::From(self.held(range.start.as_ref()?, before)),
            Expr::Array(_) | Expr::Repeat(_) => Chain::Copied(Box::new(self.written(expr, before))),
            Expr::Macro(list) if list.mac.path.is_ident("vec") => Chain::Copied(Box::new(self.written(expr, before))),
            Expr::Call(_) if of_iter(expr).is_some() => return self.source(expr, before),
            Expr::Call(call) if matches!(&*call.func, Expr::Path(_)) => {
                Chain::Copied(Box::new(self.written(expr, before)))
            }
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
                Chain::Elements { base: self.base(&reference.expr, exclusive, before), exclusive, method: None }
            }
            // A reference is walked along as what it is.
            Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.exclusive.contains(name)) => {
                Chain::Elements { base: self.base(expr, true, before), exclusive: true, method: None }
            }
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => {
                Chain::Elements { base: self.base(expr, false, before), exclusive: false, method: None }
            }
            Expr::MethodCall(call) => {
                let args: Vec<&Expr> = call.args.iter().collect();
                let receiver = &*call.receiver;
                match (&*call.method.to_string(), &args[..]) {
                    ("into_iter", []) if is_chain(receiver) => return self.chain(receiver, before),
                    ("clone" | "to_vec" | "to_owned", []) => Chain::Copied(Box::new(self.written(expr, before))),
                    ("chunk_by", [same]) => self.by_runs(call, same, before),
                    (method @ ("iter" | "into_iter" | "iter_mut"), []) => {
                        let exclusive = method == "iter_mut";
                        let base = self.base(receiver, exclusive, before);
                        Chain::Elements { base, exclusive, method: Some(call.method.clone()) }
                    }
                    ("chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut" | "rchunks" | "windows", [size]) => {
                        self.in_parts(call, size, before)
                    }
                    ("enumerate", []) => match self.numbered(call, before)? {
                        (inner, None) => Chain::Enumerate(inner),
                        (inner, Some(counter)) => Chain::Counted { inner, counter, by: Count::Enumerate },
                    },
                    ("zip", [other]) => {
                        let (one, counter) = self.numbered(call, before)?;
                        let other = self.chain(other, before)?;
                        self.refuse_filtered(&other, call);
                        self.refuse_changes(&[&one, &other], call);
                        match counter {
                            None => Chain::Zip(one, Box::new(other)),
                            Some(counter) => {
                                self.refuse_flat(&one, call);
                                Chain::Counted { inner: one, counter, by: Count::Zip(Box::new(other)) }
                            }
                        }
                    }
                    ("cycle", []) => {
                        let inner = self.indexed(call, before)?;
                        let count = self.held(&inner.count(), before);
                        let (all, endless) = (count.clone(), endless());
                        let count = parse_quote!(if #count == 0 { 0 } else { #endless });
                        Chain::Moved {
                            inner: Box::new(inner),
                            index: Box::new(move |k| parse_quote!(#k % #all)),
                            count,
                        }
                    }
                    ("inspect", [function]) => {
                        // What only looks changes no value.
                        if let Some(name) = changes(function).into_iter().next() {
                            self.errors
                                .push(&call.method, format!("what `inspect` calls changes `{name}`: write a loop"));
                        }
                        return self.adapted(receiver, before);
                    }
                    ("rev", []) => {
                        let inner = self.adapted(receiver, before)?;
                        if let Some(reversed) = self.reversed_within(&inner, call, before) {
                            return Some(reversed);
                        }
                        self.refuse_filtered(&inner, call);
                        let count = self.held(&inner.count(), before);
                        let last = count.clone();
                        let index = Box::new(move |k: &Expr| parse_quote!(#last - 1 - #k));
                        Chain::Moved { inner: Box::new(inner), index, count }
                    }
                    ("skip", [by]) => {
                        let by = self.held(by, before);
                        let (inner, counter) = self.numbered(call, before)?;
                        if let Some(counter) = counter {
                            return Some(Chain::Counted { inner, counter, by: Count::Skip(by) });
                        }
                        self.refuse_changes(&[&inner], call);
                        let count = inner.count();
                        let count = if inner.counts_itself() {
                            parse_quote!(if (#count) > #by { (#count) - #by } else { 0 })
                        } else {
                            parse_quote!((#count).saturating_sub(#by))
                        };
                        Chain::Moved { inner, index: Box::new(move |k| parse_quote!(#k + #by)), count }
                    }
                    ("take", [most]) => {
                        let most = self.held(most, before);
                        let (inner, counter) = self.numbered(call, before)?;
                        if let Some(counter) = counter {
                            self.refuse_flat(&inner, call);
                            return Some(Chain::Counted { inner, counter, by: Count::Take(most) });
                        }
                        let count = lesser(&inner.count(), &most, inner.counts_itself());
                        Chain::Moved { inner, index: Box::new(Expr::clone), count }
                    }
                    ("step_by", [by]) => {
                        let by = self.held(by, before);
                        let (inner, counter) = self.numbered(call, before)?;
                        if let Some(counter) = counter {
                            return Some(Chain::Counted { inner, counter, by: Count::Step(by) });
                        }
                        self.refuse_changes(&[&inner], call);
                        let count = inner.count();
                        let count = if inner.counts_itself() {
                            parse_quote!(((#count) + #by - 1) / #by)
                        } else {
                            parse_quote!((#count).div_ceil(#by))
                        };
                        Chain::Moved { inner, index: Box::new(move |k| parse_quote!(#k * #by)), count }
                    }
                    ("copied" | "cloned", []) => Chain::Copied(Box::new(self.adapted(receiver, before)?)),
                    ("map", [function]) => Chain::Map(Box::new(self.adapted(receiver, before)?), (*function).clone()),
                    ("filter", [function]) => {
                        Chain::Filter(Box::new(self.adapted(receiver, before)?), (*function).clone())
                    }
                    _ => return self.by_one_another(call, before),
                }
            }
            _ => return None,
        })
    }

    /// `x.chunks(n)`, `x.windows(n)`
    fn in_parts(&mut self, call: &syn::ExprMethodCall, size: &Expr, before: &mut Vec<Stmt>) -> Chain {
        let (size, method) = (self.held(size, before), call.method.clone());
        let name = method.to_string();
        let step = if name == "windows" {
            before.push(parse_quote!(assert!(#size > 0, "window size must be non-zero");));
            parse_quote!(1)
        } else {
            size.clone()
        };
        let (exclusive, whole) = (name.ends_with("_mut"), name == "windows" || name.contains("exact"));
        let base = self.base(&call.receiver, exclusive, before);
        Chain::Parts { base, size, step, exclusive, whole, method }
    }

    /// A chain whose items follow from one another, not from their numbers, or one after another.
    fn by_one_another(&mut self, call: &syn::ExprMethodCall, before: &mut Vec<Stmt>) -> Option<Chain> {
        let args: Vec<&Expr> = call.args.iter().collect();
        Some(match (&*call.method.to_string(), &args[..]) {
            ("take_while", [function]) => Chain::TakeWhile(Box::new(self.whole(call, before)?), (*function).clone()),
            ("skip_while", [function]) => {
                let inner = self.adapted(&call.receiver, before)?;
                let reached = self.fresh("reached");
                before.push(parse_quote!(let mut #reached = 0usize;));
                Chain::SkipWhile(Box::new(inner), (*function).clone(), reached)
            }
            ("scan", [start, function]) => {
                let inner = self.whole(call, before)?;
                let state = self.fresh("state");
                before.push(parse_quote!(let mut #state = #start;));
                Chain::Scan(Box::new(inner), (*function).clone(), state)
            }
            (method @ ("filter_map" | "map_while"), [function]) => {
                let stops = method == "map_while";
                let inner = if stops { self.whole(call, before)? } else { self.adapted(&call.receiver, before)? };
                Chain::FilterMap { inner: Box::new(inner), function: (*function).clone(), stops }
            }
            ("flat_map", [Expr::Closure(function)]) => {
                let outer = Box::new(self.whole(call, before)?);
                Chain::Flat { outer, function: Some(function.clone()), inner: RefCell::default() }
            }
            ("flatten", []) => {
                let outer = Box::new(self.whole(call, before)?);
                Chain::Flat { outer, function: None, inner: RefCell::default() }
            }
            ("chain", [other]) => {
                let one = self.indexed(call, before)?;
                let other = self.chain(other, before)?;
                self.refuse_filtered(&other, call);
                let first = self.held(&one.count(), before);
                Chain::Chained { one: Box::new(one), other: Box::new(other), first, at: call.method.clone() }
            }
            _ => return None,
        })
    }

    /// The chain before an adaptor, which only iterators have: what a name stands for is none, so the method is the user's own.
    fn adapted(&mut self, receiver: &Expr, before: &mut Vec<Stmt>) -> Option<Chain> {
        match receiver {
            Expr::Paren(inner) => self.adapted(&inner.expr, before),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Reference(_) => None,
            _ => self.chain(receiver, before),
        }
    }

    /// A list that is no place: its items are its own.
    fn written(&mut self, list: &Expr, before: &mut Vec<Stmt>) -> Chain {
        Chain::Elements { base: self.base(list, false, before), exclusive: false, method: None }
    }

    /// The chain before an adaptor that needs to know its items by number, and what counts them if they have none.
    fn numbered(&mut self, call: &syn::ExprMethodCall, before: &mut Vec<Stmt>) -> Option<(Box<Chain>, Option<Ident>)> {
        let inner = self.adapted(&call.receiver, before)?;
        let counter = inner.filtered().map(|_| self.fresh("counter"));
        before.extend(counter.iter().map(|counter| -> Stmt { parse_quote!(let mut #counter = 0usize;) }));
        Some((Box::new(inner), counter))
    }

    /// What leaves the loop along a chain leaves only the last of several.
    fn refuse_flat(&self, chain: &Chain, call: &syn::ExprMethodCall) {
        if chain.is_flat() {
            let method = &call.method;
            let message = format!("`{method}` behind `flat_map` or `flatten` is not supported: write a loop in a loop");
            self.errors.push(method, message);
        }
    }

    /// A chain from its end, if it chooses among items that have numbers: these are turned around.
    fn reversed_within(&mut self, chain: &Chain, call: &syn::ExprMethodCall, before: &mut Vec<Stmt>) -> Option<Chain> {
        chain.filtered()?;
        let Expr::MethodCall(last) = within_parentheses(&call.receiver) else { return None };
        let chosen =
            ["filter", "filter_map", "map", "copied", "cloned", "inspect"].iter().any(|name| last.method == name);
        let inner = &last.receiver;
        let (method, args, reversed) = (&last.method, &last.args, &call.method);
        let turned: Expr = parse_quote!(#inner.#reversed().#method(#args));
        if chosen { self.chain(&turned, before) } else { None }
    }

    /// The chain before an adaptor that needs to know its items by number.
    fn indexed(&mut self, call: &syn::ExprMethodCall, before: &mut Vec<Stmt>) -> Option<Chain> {
        let inner = self.adapted(&call.receiver, before)?;
        self.refuse_filtered(&inner, call);
        Some(inner)
    }

    /// The chain before an adaptor that may end it.
    fn whole(&mut self, call: &syn::ExprMethodCall, before: &mut Vec<Stmt>) -> Option<Chain> {
        let inner = self.adapted(&call.receiver, before)?;
        if inner.is_flat() {
            let method = &call.method;
            self.errors.push(
                method,
                format!("`{method}` behind `flat_map` or `flatten` is not supported: write a loop in a loop"),
            );
        }
        Some(inner)
    }

    fn refuse_filtered(&self, chain: &Chain, call: &syn::ExprMethodCall) {
        if let Some(adaptor) = chain.filtered() {
            let method = &call.method;
            let message = format!(
                "`{method}` behind `{adaptor}` is not supported, because items are found by their numbers: put `{adaptor}` behind `{method}` if that \
                 means the same, or write a loop"
            );
            self.errors.push(method, message);
        }
    }

    /// How often the closures behind these adaptors are called is up to the library, so they must change nothing.
    fn refuse_changes(&self, chains: &[&Chain], call: &syn::ExprMethodCall) {
        if let Some(name) = chains.iter().find_map(|chain| chain.changed()) {
            let method = &call.method;
            self.errors.push(
                method,
                format!("a closure before `{method}` changes `{name}`, and `{method}` may run it for items that are left out: write a loop"),
            );
        }
    }

    /// What a chain goes along under a name of its own, which nothing in the loop hides.
    pub(super) fn base(&mut self, expr: &Expr, exclusive: bool, before: &mut Vec<Stmt>) -> Expr {
        let name = self.fresh("along");
        before.push(match expr {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) if exclusive => parse_quote!(let #name = &mut #expr;),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => parse_quote!(let #name = &#expr;),
            value => parse_quote!(let #name = #value;),
        });
        parse_quote!(#name)
    }

    /// An argument of an adaptor, evaluated once.
    pub(super) fn held(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Expr {
        if matches!(expr, Expr::Lit(_)) {
            return expr.clone();
        }
        let name = self.fresh("held");
        before.push(parse_quote!(let #name = #expr;));
        parse_quote!(#name)
    }
}

/// The lesser of two counts. Before its type is known, a number has no methods.
fn lesser(one: &Expr, other: &Expr, untyped: bool) -> Expr {
    if untyped { parse_quote!(if (#one) < (#other) { #one } else { #other }) } else { parse_quote!((#one).min(#other)) }
}

impl Chain {
    /// Whether the items are numbers that are counted, which may be of any type, rather than found by their index.
    fn counts_itself(&self) -> bool {
        match self {
            Chain::Range { .. } => true,
            Chain::Elements { .. }
            | Chain::Parts { .. }
            | Chain::Runs { .. }
            | Chain::From(_)
            | Chain::Repeat { .. }
            | Chain::Called { .. }
            | Chain::Successors { .. }
            | Chain::Flat { .. } => false,
            Chain::Zip(one, other) | Chain::Chained { one, other, .. } => one.counts_itself() && other.counts_itself(),
            Chain::Enumerate(inner)
            | Chain::Copied(inner)
            | Chain::Map(inner, _)
            | Chain::Filter(inner, _)
            | Chain::TakeWhile(inner, _)
            | Chain::SkipWhile(inner, ..)
            | Chain::Scan(inner, ..)
            | Chain::FilterMap { inner, .. }
            | Chain::Counted { inner, .. }
            | Chain::Moved { inner, .. } => inner.counts_itself(),
        }
    }

    pub(super) fn count(&self) -> Expr {
        match self {
            Chain::Elements { base, method, .. } => {
                let list = as_list(base, method.as_ref());
                parse_quote!(#list.len())
            }
            Chain::Parts { base, size, step, whole, method, .. } => {
                let list = as_list(base, Some(method));
                match whole {
                    true if size == step => parse_quote!(#list.len() / #size),
                    true => parse_quote!((#list.len() + 1).saturating_sub(#size)),
                    false => parse_quote!(#list.len().div_ceil(#size)),
                }
            }
            Chain::Range { start, end } => parse_quote!(if #start < #end { #end - #start } else { 0 }),
            Chain::Zip(one, other) => {
                lesser(&one.count(), &other.count(), one.counts_itself() && other.counts_itself())
            }
            Chain::Moved { count, .. } | Chain::Repeat { count, .. } => count.clone(),
            Chain::Flat { inner, .. } => inner.borrow().as_ref().map_or_else(|| parse_quote!(0), |inner| inner.count()),
            Chain::Chained { other, first, .. } => {
                let second = other.count();
                if other.counts_itself() {
                    parse_quote!(#first + (#second))
                } else {
                    parse_quote!(#first.saturating_add(#second))
                }
            }
            Chain::Enumerate(inner)
            | Chain::Copied(inner)
            | Chain::Map(inner, _)
            | Chain::Filter(inner, _)
            | Chain::TakeWhile(inner, _)
            | Chain::SkipWhile(inner, ..)
            | Chain::Scan(inner, ..)
            | Chain::FilterMap { inner, .. }
            | Chain::Counted { inner, .. } => inner.count(),
            Chain::Runs { ends, .. } => parse_quote!(#ends.len()),
            Chain::From(_) | Chain::Successors { .. } => endless(),
            Chain::Called { calls, .. } => calls.count(),
        }
    }

    /// A variable that a closure of the chain changes.
    fn changed(&self) -> Option<Ident> {
        match self {
            Chain::Map(inner, function)
            | Chain::Filter(inner, function)
            | Chain::TakeWhile(inner, function)
            | Chain::SkipWhile(inner, function, _)
            | Chain::Scan(inner, function, _)
            | Chain::FilterMap { inner, function, .. } => {
                inner.changed().or_else(|| changes(function).into_iter().next())
            }
            Chain::Called { calls: inner, function, .. } => {
                inner.changed().or_else(|| changes(function).into_iter().next())
            }
            Chain::Successors { function, .. } => changes(function).into_iter().next(),
            Chain::Copied(inner)
            | Chain::Enumerate(inner)
            | Chain::Moved { inner, .. }
            | Chain::Counted { inner, .. } => inner.changed(),
            Chain::Zip(one, other) | Chain::Chained { one, other, .. } => one.changed().or_else(|| other.changed()),
            Chain::Flat { outer, function, .. } => {
                let changed = || changes(&Expr::Closure(function.clone()?)).into_iter().next();
                outer.changed().or_else(changed)
            }
            Chain::Elements { .. }
            | Chain::Parts { .. }
            | Chain::Runs { .. }
            | Chain::Range { .. }
            | Chain::From(_)
            | Chain::Repeat { .. } => None,
        }
    }

    /// Whether it gives the items of chains, one after the other.
    pub(super) fn is_flat(&self) -> bool {
        self.flat().is_some()
    }

    /// What gives the items of chains.
    pub(super) fn flat(&self) -> Option<&Chain> {
        match self {
            Chain::Flat { .. } => Some(self),
            Chain::Enumerate(inner)
            | Chain::Copied(inner)
            | Chain::Map(inner, _)
            | Chain::Filter(inner, _)
            | Chain::TakeWhile(inner, _)
            | Chain::SkipWhile(inner, ..)
            | Chain::Scan(inner, ..)
            | Chain::FilterMap { inner, .. }
            | Chain::Counted { inner, .. }
            | Chain::Moved { inner, .. } => inner.flat(),
            Chain::Zip(one, other) | Chain::Chained { one, other, .. } => one.flat().or_else(|| other.flat()),
            Chain::Called { .. }
            | Chain::Successors { .. }
            | Chain::Elements { .. }
            | Chain::Parts { .. }
            | Chain::Runs { .. }
            | Chain::Range { .. }
            | Chain::From(_)
            | Chain::Repeat { .. } => None,
        }
    }

    /// The adaptor after which items have no numbers any more.
    pub(super) fn filtered(&self) -> Option<&'static str> {
        match self {
            Chain::Filter(..) => Some("filter"),
            Chain::TakeWhile(..) => Some("take_while"),
            Chain::SkipWhile(..) => Some("skip_while"),
            Chain::Scan(..) => Some("scan"),
            Chain::FilterMap { stops: false, .. } => Some("filter_map"),
            Chain::FilterMap { .. } => Some("map_while"),
            Chain::Flat { function: Some(_), .. } => Some("flat_map"),
            Chain::Flat { .. } => Some("flatten"),
            Chain::Called { .. } => Some("from_fn"),
            Chain::Successors { .. } => Some("successors"),
            Chain::Counted { inner, .. } => inner.filtered(),
            Chain::Map(inner, _) | Chain::Copied(inner) | Chain::Enumerate(inner) | Chain::Moved { inner, .. } => {
                inner.filtered()
            }
            Chain::Zip(one, other) | Chain::Chained { one, other, .. } => one.filtered().or_else(|| other.filtered()),
            Chain::Elements { .. }
            | Chain::Parts { .. }
            | Chain::Runs { .. }
            | Chain::Range { .. }
            | Chain::From(_)
            | Chain::Repeat { .. } => None,
        }
    }
}

const ADAPTORS: [&str; 30] = [
    "iter",
    "iter_mut",
    "into_iter",
    "chunks",
    "chunks_exact",
    "chunks_mut",
    "chunks_exact_mut",
    "chunk_by",
    "cycle",
    "inspect",
    "rchunks",
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
    "filter",
    "filter_map",
    "map_while",
    "take_while",
    "skip_while",
    "scan",
    "chain",
    "flat_map",
    "flatten",
];

/// Whether an expression is written as a chain.
pub(in crate::parse) fn is_chain(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_chain(&inner.expr),
        Expr::Range(_) => true,
        Expr::Call(_) => of_iter(expr).is_some(),
        Expr::MethodCall(call) => {
            let method = call.method.to_string();
            let starts = ["chunk_by", "iter", "iter_mut", "into_iter", "rchunks", "windows"].contains(&&*method)
                || method.starts_with("chunks");
            starts || ADAPTORS.contains(&&*method) && is_chain(&call.receiver)
        }
        _ => false,
    }
}

fn within_parentheses(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => within_parentheses(&inner.expr),
        other => other,
    }
}

/// Whether a loop runs over a range as the form has it.
pub(super) fn is_range(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_range(&inner.expr),
        Expr::Range(range) => range.end.is_some(),
        Expr::MethodCall(call) => (call.method == "rev" || call.method == "step_by") && is_range(&call.receiver),
        _ => false,
    }
}
