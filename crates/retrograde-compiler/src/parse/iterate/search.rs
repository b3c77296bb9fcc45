//! What a chain is searched for: one of its items, the number of one, or whether there is one. A loop finds it, before methods of options
//! are looked at. An item that is an element of something is known by its index, and asked for with `get`, so that it is a place.

use super::Rewriter;
use super::items::{Item, renamed, without_reference};
use crate::parse::exits::names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt};

/// Methods that search, and how many arguments they have.
const SEARCHES: [(&str, usize); 17] = [
    ("all", 1),
    ("any", 1),
    ("find", 1),
    ("find_map", 1),
    ("last", 0),
    ("max", 0),
    ("max_by", 1),
    ("max_by_key", 1),
    ("min", 0),
    ("min_by", 1),
    ("min_by_key", 1),
    ("next", 0),
    ("next_back", 0),
    ("nth", 1),
    ("position", 1),
    ("reduce", 1),
    ("rfind", 1),
];

/// Whether an expression searches a chain.
pub(super) fn is_search(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else { return false };
    let is_one = |(name, args): &(&str, usize)| call.method == name && call.args.len() == *args;
    SEARCHES.iter().any(is_one) && super::is_chain(&call.receiver)
}

/// Methods of iterators that have no counterpart here, and what to write instead.
const OTHERS: [(&str, &str); 5] = [
    ("by_ref", "write a loop"),
    ("is_partitioned", "write a loop"),
    ("peekable", "write a loop over indices"),
    ("rposition", "write a loop over indices"),
    ("try_for_each", "write a loop with `?`"),
];

/// What is found.
#[allow(clippy::large_enum_variant, reason = "there are few of them, and not for long")]
enum Found {
    /// whether there is one, its number, or a copy
    Value,
    /// the element of something at an index
    Element(Expr, Expr),
}

impl Rewriter<'_> {
    /// Methods of iterators without a counterpart are refused.
    pub(super) fn refuse_others(&self, call: &syn::ExprMethodCall) {
        let method = &call.method;
        if let Some((_, advice)) = OTHERS.iter().find(|(name, _)| method == name)
            && super::is_chain(&call.receiver)
        {
            let message = format!("`{method}` of a chain of iterators has no derivative: {advice}");
            self.errors.push(method, message);
        }
    }

    /// Statements that search a chain, and what is found, under `name` or at a place.
    pub(super) fn search(&mut self, call: &syn::ExprMethodCall, name: &Ident) -> Option<(Vec<Stmt>, Expr)> {
        let (method, span) = (call.method.to_string(), call.method.span());
        if let Some(same) = self.in_other_words(call) {
            return self.search(&same, name);
        }
        let mut out = Vec::new();
        let chain = self.chain(&call.receiver, &mut out)?;
        if chain.is_flat() {
            self.errors.push(
                &call.method,
                format!("`{method}` behind `flat_map` or `flatten` is not supported: write a loop in a loop"),
            );
            return None;
        }
        let at = self.fresh("at");
        let nowhere: Expr = parse_quote_spanned!(span=> ::core::primitive::usize::MAX);
        let mut found = Some(Found::Value);
        let direct = if chain.filtered().is_none() { self.number(call, &chain.count(), &mut out) } else { None };
        if let Some((k, there)) = direct {
            let mut inside = Vec::new();
            let item = self.item(&chain, &k, &mut inside);
            found = self.found(&item, call);
            out.push(match found.as_ref()? {
                Found::Element(_, index) => {
                    parse_quote_spanned!(span=> let #at = if #there { #(#inside)* #index } else { #nowhere };)
                }
                Found::Value => {
                    let item = item.expr();
                    parse_quote_spanned!(span=> let #name = if #there { #(#inside)* Some(#item) } else { None };)
                }
            });
        } else {
            let args: Vec<Expr> = call.args.iter().cloned().collect();
            let turns = self.fresh("iterations");
            let wanted = args.first().filter(|_| method == "nth").map(|n| self.held(n, &mut out));
            let (mut start, mut step): (Expr, Option<Stmt>) = (parse_quote!(None), None);
            let run = self.run(&chain, None, &mut out, |this, item, inside| match (&*method, &args[..]) {
                ("any" | "all", [function]) => {
                    let all = method == "all";
                    let (holds, test) = (this.apply(function, vec![item]), this.fresh("holds"));
                    start = parse_quote!(#all);
                    inside.push(parse_quote_spanned!(span=> let #test = #holds;));
                    inside.push(parse_quote_spanned!(span=> if #test != #all { #name = !#all; break; }));
                }
                ("position", [function]) => {
                    let (holds, test) = (this.apply(function, vec![item]), this.fresh("holds"));
                    (start, step) = (nowhere.clone(), Some(parse_quote!(#turns += 1;)));
                    inside.push(parse_quote_spanned!(span=> let #test = #holds;));
                    inside.push(parse_quote_spanned!(span=> if #test { #name = #turns; break; }));
                    inside.extend(step.clone());
                }
                _ => {
                    found = this.found(&item, call);
                    let next = this.fresh("next");
                    let Some(found) = &found else { return };
                    let (item, take): (Item, Stmt) = match found {
                        Found::Element(_, index) => (item, parse_quote_spanned!(span=> #at = #index;)),
                        Found::Value => {
                            let item = item.expr();
                            inside.push(parse_quote_spanned!(span=> let #next = #item;));
                            (Item::Value(parse_quote!(#next)), parse_quote_spanned!(span=> #name = Some(#next);))
                        }
                    };
                    match (&*method, &args[..]) {
                        ("find", [function]) => {
                            let holds = this.apply(&without_reference(function), vec![item]);
                            let test = this.fresh("holds");
                            inside.push(parse_quote_spanned!(span=> let #test = #holds;));
                            inside.push(parse_quote_spanned!(span=> if #test { #take break; }));
                        }
                        ("nth", _) => {
                            step = Some(parse_quote!(#turns += 1;));
                            inside.push(parse_quote_spanned!(span=> if #turns == #wanted { #take break; }));
                            inside.extend(step.clone());
                        }
                        ("last", _) => inside.push(take),
                        (_, args) => inside.push(this.better(call, args.first(), found, [&at, name, &next], item)),
                    }
                }
            });
            if step.is_some() {
                out.push(parse_quote_spanned!(span=> let mut #turns = 0usize;));
            }
            out.push(match found.as_ref()? {
                Found::Element(..) => parse_quote_spanned!(span=> let mut #at = #nowhere;),
                Found::Value => parse_quote_spanned!(span=> let mut #name = #start;),
            });
            out.push(run);
        }
        let result = match found? {
            Found::Element(base, _) => parse_quote_spanned!(span=> #base.get(#at)),
            Found::Value if method == "position" => {
                parse_quote_spanned!(span=> (if #name < #nowhere { Some(#name) } else { None }))
            }
            Found::Value => parse_quote!(#name),
        };
        Some((out, result))
    }

    /// Which item is asked for, if it has a number, and whether it is there.
    fn number(&mut self, call: &syn::ExprMethodCall, count: &Expr, out: &mut Vec<Stmt>) -> Option<(Expr, Expr)> {
        let number = match (&*call.method.to_string(), call.args.first()) {
            ("nth", Some(number)) => Some(number),
            ("last", None) => None,
            _ => return None,
        };
        let turns = self.held(count, out);
        Some(match number {
            Some(number) => {
                let k = self.held(number, out);
                (k.clone(), parse_quote!(#k < #turns))
            }
            None => (parse_quote!((#turns - 1)), parse_quote!(0 < #turns)),
        })
    }

    /// The better one of two items is kept.
    fn better(
        &mut self,
        call: &syn::ExprMethodCall,
        function: Option<&Expr>,
        found: &Found,
        [at, name, next]: [&Ident; 3],
        item: Item,
    ) -> Stmt {
        let (method, span) = (call.method.to_string(), call.method.span());
        let best = self.fresh("best");
        let (one, other): (Expr, Expr) = match found {
            Found::Element(base, index) => (parse_quote!(#base[#at]), parse_quote!(#base[#index])),
            Found::Value => (parse_quote!(#best), parse_quote!(#next)),
        };
        let both = self.fresh("both");
        if let ("reduce", Some(function)) = (&*method, function) {
            // The type of the best one so far may be open, that of an item is known.
            let value =
                self.apply(function, vec![Item::Value(parse_quote!(#both[1])), Item::Value(parse_quote!(#both[0]))]);
            return parse_quote_spanned!(span=> #name = match #name {
                Some(#best) => {
                    let #both = [#next, #best];
                    Some(#value)
                }
                None => Some(#next),
            };);
        }
        let greater: Expr = match (function, found) {
            (None, _) => parse_quote_spanned!(span=> #one > #other),
            (Some(function), Found::Element(..)) => {
                let function = without_reference(&is_greater(function));
                compared(&function, self, vec![Item::Value(parse_quote!(&#one)), item])
            }
            (Some(function), Found::Value) => {
                let items = [1, 0].map(|k: usize| Item::Value(parse_quote!(&#both[#k])));
                compared(&is_greater(function), self, items.into())
            }
        };
        // As in the library: of equals, the first is the least and the last is the greatest.
        let least = method.starts_with("min");
        match found {
            Found::Element(_, index) => {
                let test = self.fresh("greater");
                parse_quote_spanned!(span=> if #at == ::core::primitive::usize::MAX {
                    #at = #index;
                } else {
                    let #test = #greater;
                    if #test == #least {
                        #at = #index;
                    }
                })
            }
            Found::Value => {
                let test = self.fresh("greater");
                // The type of the best one so far may be open, that of an item is known.
                let tie: Option<Stmt> = function.map(|_| parse_quote!(let #both = [#next, #best];));
                parse_quote_spanned!(span=> #name = match #name {
                    Some(#best) => {
                        #tie
                        let #test = #greater;
                        if #test == #least { Some(#next) } else { Some(#best) }
                    }
                    None => Some(#next),
                };)
            }
        }
    }

    /// What an item is. References that are not to one element can be kept nowhere.
    fn found(&self, item: &Item, call: &syn::ExprMethodCall) -> Option<Found> {
        let kept = call.method != "reduce";
        if let Item::Value(Expr::Reference(reference)) = item
            && let (None, Expr::Index(index)) = (&reference.mutability, &*reference.expr)
            && !matches!(*index.index, Expr::Range(_))
            && kept
        {
            return Some(Found::Element((*index.expr).clone(), (*index.index).clone()));
        }
        if is_lent(item) {
            let method = &call.method;
            let message = format!(
                "`{method}` gives references here, which a derivative cannot keep: put `.copied()` or `.cloned()` directly behind `iter()`, \
                 or ask for the `position` and use it as an index"
            );
            self.errors.push(method, message);
            return None;
        }
        Some(Found::Value)
    }

    /// Puts what was found where its name is.
    pub(super) fn put(&self, stmt: &mut Stmt, name: &Ident, result: &Expr, call: &syn::ExprMethodCall) -> Option<()> {
        let mut put = Put { name, result, looked_into: false };
        put.visit_stmt_mut(stmt);
        if !put.looked_into && matches!(result, Expr::MethodCall(_)) {
            let method = &call.method;
            let message = format!(
                "`{method}` gives a reference to an element, which must be looked into at once: write `.unwrap()` behind it or `match` it, or put \
                 `.copied()` or `.cloned()` in front of it"
            );
            self.errors.push(method, message);
            return None;
        }
        Some(())
    }
}

struct Put<'p> {
    name: &'p Ident,
    result: &'p Expr,
    /// whether it is opened where it stands
    looked_into: bool,
}

impl Put<'_> {
    fn is_name(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl VisitMut for Put<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.looked_into |= match expr {
            Expr::MethodCall(call) => self.is_name(&call.receiver),
            Expr::Match(choice) => self.is_name(&choice.expr),
            Expr::Let(test) => self.is_name(&test.expr),
            _ => false,
        };
        if self.is_name(expr) {
            *expr = self.result.clone();
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

impl Rewriter<'_> {
    /// The same search by another method.
    pub(super) fn in_other_words(&mut self, call: &syn::ExprMethodCall) -> Option<syn::ExprMethodCall> {
        let (receiver, span) = (&call.receiver, call.method.span());
        match (&*call.method.to_string(), call.args.first()) {
            ("rfind", Some(function)) => Some(parse_quote_spanned!(span=> #receiver.rev().find(#function))),
            ("max_by_key", Some(Expr::Closure(key))) => {
                let compare = self.by_key(key);
                Some(parse_quote_spanned!(span=> #receiver.max_by(#compare)))
            }
            ("min_by_key", Some(Expr::Closure(key))) => {
                let compare = self.by_key(key);
                Some(parse_quote_spanned!(span=> #receiver.min_by(#compare)))
            }
            ("find_map", Some(function)) => Some(parse_quote_spanned!(span=> #receiver.filter_map(#function).nth(0))),
            ("next", None) => Some(parse_quote_spanned!(span=> #receiver.nth(0))),
            ("next_back", None) => Some(parse_quote_spanned!(span=> #receiver.last())),
            _ => None,
        }
    }

    /// A comparison by a key: the closure twice, the second time with other names.
    fn by_key(&mut self, key: &syn::ExprClosure) -> Expr {
        let mut again = key.clone();
        for name in key.inputs.iter().flat_map(names) {
            let fresh = self.fresh(&name.to_string());
            let renamed = renamed(again.to_token_stream(), &name, &fresh);
            again = parse_quote!(#renamed);
        }
        let (one, other) = (&key.inputs[0], &again.inputs[0]);
        let (one_key, other_key) = (&key.body, &again.body);
        let mut compare: syn::ExprClosure = parse_quote!(|_, _| (#one_key).cmp(&(#other_key)));
        compare.inputs = [one.clone(), other.clone()].into_iter().collect();
        Expr::Closure(compare)
    }
}

/// A comparison of two items as a condition.
pub(super) fn is_greater(function: &Expr) -> Expr {
    let mut function = function.clone();
    if let Expr::Closure(closure) = &mut function {
        let order = &closure.body;
        *closure.body = parse_quote!(#order == ::core::cmp::Ordering::Greater);
    }
    function
}

/// What [`is_greater`] says of two items.
pub(super) fn compared(function: &Expr, rewriter: &mut Rewriter<'_>, items: Vec<Item>) -> Expr {
    let value = rewriter.apply(function, items);
    match function {
        Expr::Closure(_) => value,
        _ => parse_quote!(#value == ::core::cmp::Ordering::Greater),
    }
}

pub(super) fn is_lent(item: &Item) -> bool {
    match item {
        Item::Value(value) => matches!(value, Expr::Reference(_)),
        Item::Pair(one, other) => is_lent(one) || is_lent(other),
    }
}
