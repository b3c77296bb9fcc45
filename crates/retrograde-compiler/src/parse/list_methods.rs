//! Methods that change a list, and functions that change a place and give what was there, in words that the form has: `push` and `pop`, `swap`,
//! assignments to elements, and chains of iterators.
//!
//! A method that only puts the elements in another order is a *gather*: the list before it, read by a list of indices. Where the order depends
//! on the elements, as in `sort_by`, the library finds the indices (`emitted::sorted_order`), which have no gradient.

use super::hoist;
use super::{as_list, iterate};
use crate::error::Errors;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt};

/// The body of an ordinary function without them.
pub(super) fn without_list_methods(block: &Block, names: &mut Names, errors: &Errors) -> Block {
    let mut block = block.clone();
    Rewriter { names, errors }.visit_block_mut(&mut block);
    block
}

struct Rewriter<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
}

/// Methods that ask a list something, and take a function that looks at elements.
const SEARCHES: [&str; 6] =
    ["binary_search_by", "binary_search_by_key", "is_sorted_by", "is_sorted_by_key", "partition_point", "sort_floats"];

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut left: Vec<Stmt> = block.stmts.drain(..).rev().collect();
        while let Some(mut stmt) = left.pop() {
            if let Some(stmts) = self.lowered(&stmt) {
                left.extend(stmts.into_iter().rev());
                continue;
            }
            visit_mut::visit_stmt_mut(self, &mut stmt);
            block.stmts.push(stmt);
        }
    }

    /// A queue is a list in a derivative.
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (Pat::Type(typed), Some(init)) = (&mut local.pat, &mut local.init)
            && starts_queue(&init.expr)
            && let syn::Type::Path(path) = &mut *typed.ty
            && let Some(last) = path.path.segments.last()
        {
            let types = &last.arguments;
            typed.ty = parse_quote!(::std::vec::Vec #types);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if starts_queue(expr) {
            *expr = parse_quote!(::retrograde::emitted::as_list(#expr));
        }
        if let Expr::Call(call) = expr
            && let Expr::Path(path) = &*call.func
            && path.path.segments.iter().map(|segment| segment.ident.to_string()).eq(["Vec", "from"])
            && let [list] = &call.args.iter().collect::<Vec<_>>()[..]
        {
            let list = behind(list);
            *expr = parse_quote!(#list.to_vec());
        }
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        if SEARCHES.contains(&&*call.method.to_string())
            && let Some(last) = call.args.last_mut()
        {
            *last = self.looking(last);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        make_room(&mut closure.body);
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        make_room(&mut arm.body);
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        if let Some((_, otherwise)) = &mut branch.else_branch
            && matches!(**otherwise, Expr::If(_))
        {
            make_room(otherwise);
        }
        visit_mut::visit_expr_if_mut(self, branch);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Rewriter<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    fn lowered(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        if let Stmt::Expr(Expr::MethodCall(call), semi) = stmt
            && (semi.is_some() || changes(&Expr::MethodCall(call.clone())))
            && let Some(stmts) = self.changed(call)
        {
            return Some(stmts);
        }
        if let Stmt::Local(syn::Local { pat: Pat::Type(typed), init: Some(init), .. }) = stmt
            && matches!(*typed.ty, syn::Type::Array(_))
            && let Some(list) = converted(&init.expr)
        {
            return Some(self.as_array(list, typed));
        }
        if let Stmt::Expr(value, Some(_)) = stmt
            && is_taken(value)
        {
            let unused = self.fresh("unused");
            return Some(self.taken(value, &unused));
        }
        // The condition needs statements at every iteration.
        if let Stmt::Expr(Expr::While(each), _) = stmt
            && hoist::any(&each.cond, &is_taken)
        {
            return Some(vec![Stmt::Expr(hoist::as_loop(each), None)]);
        }
        let (name, part, mut stmt) = hoist::hoist(stmt, &is_taken, self.fresh("taken"), self.errors)?;
        let mut stmts = self.taken(&part, &name);
        if matches!(&part, Expr::MethodCall(call) if call.method == "drain") {
            Items { name: &name }.visit_stmt_mut(&mut stmt);
        }
        stmts.push(stmt);
        Some(stmts)
    }

    /// Statements that do what a method does that gives nothing, or nothing that is used.
    fn changed(&mut self, call: &ExprMethodCall) -> Option<Vec<Stmt>> {
        let (list, span, args) = (&call.receiver, call.method.span(), call.args.iter().collect::<Vec<_>>());
        if iterate::is_chain(list) {
            return None;
        }
        let marked = marked(list, span);
        let k = self.fresh("at");
        Some(match (&*call.method.to_string(), &args[..]) {
            ("fill", [item]) => {
                let (start, item) = self.held("item", item);
                start
                    .into_iter()
                    .chain([parse_quote_spanned!(span=> for #k in 0..#marked.len() { #list[#k] = #item.clone(); })])
                    .collect()
            }
            ("copy_from_slice" | "clone_from_slice", [from]) => {
                let (start, from) = self.source(from);
                let fits = parse_quote_spanned!(span=> assert!(#list.len() == #from.len(), "source slice length does not match destination slice length"););
                vec![
                    start,
                    fits,
                    parse_quote_spanned!(span=> for #k in 0..#marked.len() { #list[#k] = #from[#k].clone(); }),
                ]
            }
            ("copy_within", [Expr::Range(range), to]) => {
                let (mut stmts, [start, end]) = self.bounds(range, list);
                let (part, place) = (self.fresh("part"), self.fresh("place"));
                stmts.extend([
                    parse_quote_spanned!(span=> let #part = #list[#start..#end].to_vec();),
                    parse_quote_spanned!(span=> let #place = #to;),
                    parse_quote_spanned!(span=> for #k in 0..#part.len() { #list[#place + #k] = #part[#k].clone(); }),
                ]);
                stmts
            }
            ("resize", [count, item]) => {
                let (most, item_name) = (self.fresh("most"), self.fresh("item"));
                vec![
                    parse_quote_spanned!(span=> let #most = #count;),
                    parse_quote_spanned!(span=> let #item_name = #item;),
                    parse_quote_spanned!(span=> while #list.len() > #most { #list.pop(); }),
                    parse_quote_spanned!(span=> for #k in #list.len()..#most { #list.push(#item_name.clone()); }),
                ]
            }
            ("rotate_left", [by]) => self.rotated(list, by, span, &|k, by, count| parse_quote!((#k + #by) % #count)),
            ("rotate_right", [by]) => {
                self.rotated(list, by, span, &|k, by, count| parse_quote!((#k + (#count - #by)) % #count))
            }
            ("append", [Expr::Reference(other)]) => {
                let (other, item) = (&other.expr, self.fresh("item"));
                vec![
                    parse_quote_spanned!(span=> for #item in #other.iter().cloned() { #list.push(#item); }),
                    parse_quote_spanned!(span=> #other.clear();),
                ]
            }
            ("clone_from", [Expr::Reference(from)]) => {
                let from = &from.expr;
                vec![parse_quote_spanned!(span=> #list = #from.clone();)]
            }
            // That of a map takes two.
            ("retain", [keeps]) if !matches!(keeps, Expr::Closure(closure) if closure.inputs.len() != 1) => {
                let keep = self.fresh("keep");
                let keeps = parse_quote_spanned!(span=> let #keep: Vec<bool> = #list.iter().map(#keeps).collect(););
                self.kept(list, span, Some(keeps), &|k| parse_quote!(#keep[#k]))
            }
            ("dedup", []) => self.kept(list, span, None, &|k| parse_quote!(#k == 0 || #list[#k] != #list[#k - 1])),
            ("dedup_by_key", [key]) => {
                let keys = self.fresh("keys");
                let find = parse_quote_spanned!(span=> let #keys: Vec<_> = #list.iter().map(#key).collect(););
                self.kept(list, span, Some(find), &|k| parse_quote!(#k == 0 || #keys[#k] != #keys[#k - 1]))
            }
            ("sort_by" | "sort_unstable_by", [compare]) => {
                let compare = self.looking(compare);
                self.sorted(list, span, &parse_quote_spanned!(span=> sorted_order(&#marked[..], #compare)))
            }
            ("sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key", [key]) => {
                let key = self.looking(key);
                self.sorted(list, span, &parse_quote_spanned!(span=> sorted_order_by_key(&#marked[..], #key)))
            }
            ("sort" | "sort_unstable", []) => {
                self.sorted(list, span, &parse_quote_spanned!(span=> sorted_order_of(&#marked[..])))
            }
            ("push_back", [item]) => vec![parse_quote_spanned!(span=> #list.push(#item);)],
            ("push_front", [item]) => vec![parse_quote_spanned!(span=> #list.insert(0, #item);)],
            ("pop_back", []) => vec![parse_quote_spanned!(span=> #list.pop();)],
            _ => return None,
        })
    }

    /// `let array: [T; N] = list.try_into().unwrap();`
    fn as_array(&mut self, list: &Expr, typed: &syn::PatType) -> Vec<Stmt> {
        let (name, ty, pat, k) = (self.fresh("array"), &typed.ty, &typed.pat, self.fresh("at"));
        let (start, from) = self.source(list);
        vec![
            start,
            parse_quote!(let mut #name: #ty = ::retrograde::emitted::default_array();),
            parse_quote!(assert!(#from.len() == #name.len(), "the slice is not as long as the array");),
            parse_quote!(for #k in 0..#name.len() { #name[#k] = #from[#k].clone(); }),
            parse_quote!(let #pat: #ty = #name;),
        ]
    }

    /// The elements by other indices.
    fn sorted(&mut self, list: &Expr, span: Span, order: &Expr) -> Vec<Stmt> {
        let (before, name, k) = (self.fresh("before"), self.fresh("order"), self.fresh("at"));
        let Expr::Call(find) = order else { unreachable!("a call of the library") };
        let (function, args) = (&find.func, &find.args);
        vec![
            parse_quote_spanned!(span=> let #name = ::retrograde::emitted::#function(#args);),
            parse_quote_spanned!(span=> let #before = #list.to_vec();),
            parse_quote_spanned!(span=> for #k in 0..#name.len() { #list[#k] = #before[#name[#k]].clone(); }),
        ]
    }

    fn rotated(
        &mut self,
        list: &Expr,
        by: &Expr,
        span: Span,
        index: &dyn Fn(&Ident, &Ident, &Ident) -> Expr,
    ) -> Vec<Stmt> {
        let [before, count, steps, k] = ["before", "count", "steps", "at"].map(|base| self.fresh(base));
        let (index, marked) = (index(&k, &steps, &count), marked(list, span));
        vec![
            parse_quote_spanned!(span=> let #steps = #by;),
            parse_quote_spanned!(span=> let #count = #marked.len();),
            parse_quote_spanned!(span=> assert!(#steps <= #count, "cannot rotate by more than the length");),
            parse_quote_spanned!(span=> let #before = #list.to_vec();),
            parse_quote_spanned!(span=> for #k in 0..#count { #list[#k] = #before[#index].clone(); }),
        ]
    }

    /// The elements for which a condition holds; what it needs is found first.
    fn kept(&mut self, list: &Expr, span: Span, first: Option<Stmt>, holds: &dyn Fn(&Ident) -> Expr) -> Vec<Stmt> {
        let (kept, k, marked) = (self.fresh("kept"), self.fresh("at"), marked(list, span));
        let holds = holds(&k);
        let rest: [Stmt; 3] = [
            parse_quote_spanned!(span=> let mut #kept = ::std::vec::Vec::new();),
            parse_quote_spanned!(span=> for #k in 0..#marked.len() { if #holds { #kept.push(#list[#k].clone()); } }),
            parse_quote_spanned!(span=> ::core::mem::swap(&mut #list, &mut #kept);),
        ];
        first.into_iter().chain(rest).collect()
    }

    /// Statements after which `name` holds what is taken from a place.
    fn taken(&mut self, part: &Expr, name: &Ident) -> Vec<Stmt> {
        match part {
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { unreachable!("called by its path") };
                let (place, span) = (&call.args[0], path.path.segments[0].ident.span());
                let new: Expr = match call.args.get(1) {
                    Some(new) => new.clone(),
                    None => parse_quote!(::core::default::Default::default()),
                };
                vec![
                    parse_quote_spanned!(span=> let mut #name = #new;),
                    parse_quote_spanned!(span=> ::core::mem::swap(&mut #name, #place);),
                ]
            }
            Expr::MethodCall(call) => self.taken_from(call, name),
            _ => unreachable!("nothing else is taken"),
        }
    }

    fn taken_from(&mut self, call: &ExprMethodCall, name: &Ident) -> Vec<Stmt> {
        let (list, span, args) = (&call.receiver, call.method.span(), call.args.iter().collect::<Vec<_>>());
        let (place, marked) = (self.fresh("place"), marked(list, span));
        match (&*call.method.to_string(), &args[..]) {
            ("drain", [Expr::Range(range)]) => {
                let (mut stmts, [start, end]) = self.bounds(range, list);
                let (rest, item) = (self.fresh("rest"), self.fresh("item"));
                stmts.push(parse_quote_spanned!(span=> let #name = #marked[#start..#end].to_vec();));
                stmts.push(parse_quote_spanned!(span=> let #rest = #list[#end..].to_vec();));
                stmts.push(parse_quote_spanned!(span=> #list.truncate(#start);));
                stmts.push(parse_quote_spanned!(span=> for #item in #rest.iter().cloned() { #list.push(#item); }));
                stmts
            }
            ("split_off", [at]) => vec![
                parse_quote_spanned!(span=> let #place = #at;),
                parse_quote_spanned!(span=> let #name = #marked[#place..].to_vec();),
                parse_quote_spanned!(span=> #list.truncate(#place);),
            ],
            ("swap_remove", [at]) => {
                let (last, popped) = (self.fresh("last"), self.fresh("popped"));
                vec![
                    parse_quote_spanned!(span=> let #place = #at;),
                    parse_quote_spanned!(span=> let #last = #marked.len() - 1;),
                    parse_quote_spanned!(span=> if #place != #last { #list.swap(#place, #last); }),
                    parse_quote_spanned!(span=> let #popped = #list.pop();),
                    parse_quote_spanned!(span=> let #name = #popped.unwrap();),
                ]
            }
            ("concat", _) => {
                let mut stmts = vec![parse_quote_spanned!(span=> let mut #name = ::std::vec::Vec::new();)];
                let item = self.fresh("part");
                match &**list {
                    Expr::Array(parts) => stmts.extend(parts.elems.iter().map(|part| {
                        let part = behind(part);
                        parse_quote_spanned!(span=> for #item in #part.iter().cloned() { #name.push(#item); })
                    })),
                    list => {
                        let each = self.fresh("item");
                        stmts.push(parse_quote_spanned!(span=> for #item in #list.iter() {
                            for #each in #item.iter().cloned() { #name.push(#each); }
                        }));
                    }
                }
                stmts
            }
            ("take", []) => vec![
                parse_quote_spanned!(span=> let mut #name = None;),
                parse_quote_spanned!(span=> ::core::mem::swap(&mut #name, &mut #list);),
            ],
            ("pop_front", []) => vec![
                parse_quote_spanned!(span=> let #name = if #marked.len() > 0 { Some(#list.remove(0)) } else { None };),
            ],
            ("pop_back", []) => vec![parse_quote_spanned!(span=> let #name = #list.pop();)],
            _ => unreachable!("nothing else is taken"),
        }
    }

    /// `start` and `end` of a range of a list.
    fn bounds(&mut self, range: &syn::ExprRange, list: &Expr) -> (Vec<Stmt>, [Ident; 2]) {
        let (first, last) = (self.fresh("start"), self.fresh("end"));
        let start: Expr = range.start.as_deref().cloned().unwrap_or_else(|| parse_quote!(0usize));
        let end: Expr = match (&range.end, &range.limits) {
            (None, _) => parse_quote!(#list.len()),
            (Some(end), syn::RangeLimits::HalfOpen(_)) => parse_quote!(#end),
            (Some(end), syn::RangeLimits::Closed(_)) => parse_quote!(#end + 1),
        };
        (vec![parse_quote!(let #first = #start;), parse_quote!(let #last = #end;)], [first, last])
    }

    /// A value that is used more than once.
    fn held(&mut self, base: &str, value: &Expr) -> (Option<Stmt>, Expr) {
        if matches!(value, Expr::Lit(_)) {
            return (None, value.clone());
        }
        let name = self.fresh(base);
        (Some(parse_quote!(let #name = #value;)), parse_quote!(#name))
    }

    /// A list that is copied from.
    fn source(&mut self, from: &Expr) -> (Stmt, Ident) {
        let name = self.fresh("from");
        let from = behind(from);
        let stmt = match from {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => parse_quote!(let #name = &#from;),
            value => parse_quote!(let #name = #value;),
        };
        (stmt, name)
    }

    /// A function that is lent what it looks at: its parameters are references, whose types rustc finds.
    fn looking(&mut self, function: &Expr) -> Expr {
        match function {
            Expr::Closure(closure) => {
                let mut closure = closure.clone();
                let mut first: Vec<Stmt> = Vec::new();
                for pat in &mut closure.inputs {
                    match pat {
                        Pat::Type(_) | Pat::Wild(_) => {}
                        Pat::Ident(name) if name.subpat.is_none() => *pat = lent(&name.ident),
                        _ => {
                            let given = self.fresh("given");
                            first.push(match &*pat {
                                Pat::Reference(inner) => {
                                    let inner = &inner.pat;
                                    parse_quote!(let #inner = *#given;)
                                }
                                other => parse_quote!(let #other = #given;),
                            });
                            *pat = lent(&given);
                        }
                    }
                }
                if !first.is_empty() {
                    let body = &closure.body;
                    *closure.body = parse_quote!({ #(#first)* #body });
                }
                Expr::Closure(closure)
            }
            Expr::Path(path) if path.path.segments.len() > 1 => {
                let (one, other) = (self.fresh("one"), self.fresh("other"));
                let (one_pat, other_pat) = (lent(&one), lent(&other));
                parse_quote!(|#one_pat, #other_pat| #path(#one, #other))
            }
            other => other.clone(),
        }
    }
}

/// What is drained goes on as the items of a chain.
struct Items<'n> {
    name: &'n Ident,
}

impl VisitMut for Items<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Path(path) if path.path.is_ident(self.name)) {
            *expr = parse_quote!(#expr.iter().cloned());
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

/// A list, with its mark.
fn marked(list: &Expr, span: Span) -> Expr {
    as_list(list, Some(&Ident::new("len", span)))
}

/// `name: &_`
fn lent(name: &Ident) -> Pat {
    Pat::Type(syn::PatType {
        attrs: Vec::new(),
        pat: parse_quote!(#name),
        colon_token: syn::token::Colon::default(),
        ty: parse_quote!(&_),
    })
}

/// `VecDeque::new()`, `VecDeque::with_capacity(n)`
fn starts_queue(expr: &Expr) -> bool {
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let last = names.next();
    last.is_some_and(|last| last == "new" || last == "with_capacity") && names.next().is_some_and(|ty| ty == "VecDeque")
}

/// `x.try_into().unwrap()`, and `x`.
fn converted(expr: &Expr) -> Option<&Expr> {
    let Expr::MethodCall(certain) = expr else { return None };
    let Expr::MethodCall(call) = &*certain.receiver else { return None };
    let is_one = ["expect", "unwrap"].iter().any(|name| certain.method == name) && call.method == "try_into";
    is_one.then_some(&*call.receiver)
}

fn behind(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(reference) => behind(&reference.expr),
        Expr::Paren(inner) => behind(&inner.expr),
        other => other,
    }
}

/// Whether an expression is a method that changes a list and gives nothing.
fn changes(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else { return false };
    let method = call.method.to_string();
    let names = [
        "append",
        "clone_from",
        "clone_from_slice",
        "copy_from_slice",
        "copy_within",
        "dedup",
        "dedup_by_key",
        "fill",
        "push_back",
        "push_front",
        "resize",
        "retain",
        "rotate_left",
        "rotate_right",
    ];
    names.contains(&&*method) || method.starts_with("sort")
}

/// Whether an expression changes a place and gives what it takes from there, or is put together from lists.
fn is_taken(expr: &Expr) -> bool {
    match expr {
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else { return false };
            let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            let (last, module) = (names.next(), names.next());
            let of_mem = module.is_some_and(|module| module == "mem");
            let counts = last.is_some_and(|last| {
                last == "take" && call.args.len() == 1 || last == "replace" && call.args.len() == 2
            });
            of_mem && counts
        }
        Expr::MethodCall(call) => {
            let known = match (&*call.method.to_string(), call.args.len()) {
                ("drain", 1) => matches!(call.args[0], Expr::Range(_)),
                ("split_off" | "swap_remove", 1) | ("concat" | "take" | "pop_front" | "pop_back", 0) => true,
                _ => false,
            };
            known && !iterate::is_chain(&call.receiver)
        }
        _ => false,
    }
}

/// A block has room for statements.
fn make_room(body: &mut Expr) {
    let room = matches!(body, Expr::Block(inner) if inner.label.is_none());
    if !room && (changes(body) || hoist::any(body, &is_taken)) {
        *body = parse_quote!({ #body });
    }
}
