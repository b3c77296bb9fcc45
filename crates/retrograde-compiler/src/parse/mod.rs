//! From Rust's syntax to the form. What the language does not have is an error at its token that says what to write instead.
//!
//! Blocks are flattened and shadowed names made unique on the way, so that later passes see neither.

mod arm;
mod assignments;
mod attributes;
mod block;
mod broadcast;
mod callables;
mod calls;
mod changes;
mod choice;
mod closures;
mod constant_places;
mod constants_of_numbers;
mod deferred;
mod exits;
mod expr;
mod generic;
mod hoist;
pub mod items;
mod iterate;
mod left;
mod lengths;
mod lifted;
mod list_methods;
mod loops;
mod macros;
mod maps;
mod matrix_operators;
mod option_methods;
mod panics;
mod pattern;
mod patterns;
mod references;
mod repack;
mod safe;
mod siblings;
mod signature;
mod spelling;
mod statement;
mod values;
mod views;

pub use attributes::{strip_all_marks, strip_marks};
pub use callables::{Lowered, lower};
use expr::as_list;
pub(crate) use repack::{conversion, may_lose};
pub(crate) use safe::SAFE;
pub use signature::{complete, refuse_without_value};
pub use spelling::with_named_params;

use crate::error::{Errors, Region};
use crate::hash::{Map, Set};
use crate::host::{is_unit, names_in};
use crate::ir::{
    Activity, Assumption, Callable, ConstantCalls, Function, FunctionKind, ListMethods, Param, Piece, Place, Var,
};
use crate::names::Names;
use crate::pieces::ToForm;
use crate::{nesting, numbers, quoted};
use broadcast::Broadcast;
use closures::Closure;
use constant_places::ConstantPlaces;
use proc_macro2::{Ident, TokenTree};
use quote::ToTokens;
use std::rc::Rc;
use syn::visit::Visit;

/// Parses a function. Mistakes are noted in `errors`; the result is then only good for finding more of them.
pub fn function(item: &syn::ItemFn, kind: FunctionKind, errors: &Errors) -> Function {
    with_callables(item, &[], kind, &ConstantCalls::default(), errors)
}

/// Parses a function whose parameters with `callables` are functions, among items of which `calls` give constants.
pub fn with_callables(
    item: &syn::ItemFn,
    callables: &[Option<Rc<Callable>>],
    kind: FunctionKind,
    calls: &ConstantCalls,
    errors: &Errors,
) -> Function {
    if is_too_deep(&item.block, errors) {
        return without_body(item, kind, errors);
    }
    let usual = (kind == FunctionKind::Ordinary).then(|| spelling::usual(item));
    let item = usual.as_ref().unwrap_or(item);
    let mut parser = Parser::new(item, kind, errors);
    parser.items = items::items(&item.block, errors);
    parser.activity = Activity::with_calls(items::named(&parser.items).seen_calls(calls));
    parser.assumptions = macros::assumed(&item.block);
    attributes::check(item, errors);
    parser.signature(&item.sig);
    let mut params: Vec<Param> = item.sig.inputs.iter().filter_map(|input| parser.param(input)).collect();
    parser.one_of_each_mark(&params);
    if params.len() == callables.len() {
        for (param, callable) in params.iter_mut().zip(callables) {
            param.callable.clone_from(callable);
            parser.functions.extend(callable.iter().map(|callable| (param.var.clone(), callable.clone())));
        }
    }
    let mut body = Vec::new();
    let block = match (kind, &item.sig.output) {
        (FunctionKind::Ordinary, syn::ReturnType::Type(_, output)) => {
            let block = signature::with_unit(signature::with_changed_params(item, &mut parser.names), output);
            let block = if cfg!(feature = "linear") {
                matrix_operators::without_operators(&block, &item.sig, &mut parser.names, errors)
            } else {
                block
            };
            let block = values::named(&block, &mut parser.names);
            let block = panics::as_values(&block);
            let block = if parser.numbers.is_empty() { block } else { generic::with_types(block, output) };
            let block = assignments::one_by_one(&block, &mut parser.names);
            let block = deferred::without_deferred(&block);
            let block = patterns::without_patterns(&block, &mut parser.names, errors);
            let block = list_methods::without_list_methods(&block, &mut parser.names, errors);
            let block = iterate::without_names(&block, &mut parser.names);
            let block = references::without_chosen_references(&block, &item.sig, &mut parser.names);
            let block = iterate::without_searches(&item.sig, &block, &mut parser.names, errors);
            let block = option_methods::without_methods(&block, &item.sig, &mut parser.names);
            let block = maps::without_maps(&block, &item.sig, &mut parser.names, errors);
            let block = iterate::without_iterators(&item.sig, &block, &mut parser.names, errors);
            let block = if parser.numbers.is_empty() {
                block
            } else {
                constants_of_numbers::hoisted(block, &parser.numbers, &mut parser.names)
            };
            &exits::without_exits(&block, output, &mut parser.names, errors)
        }
        (FunctionKind::Reversible, _) => &assignments::one_by_one(&item.block, &mut parser.names),
        _ => &*item.block,
    };
    // Early exits one after another are branches in each other now.
    if is_too_deep(block, errors) {
        quoted::report(errors);
        return without_body(item, kind, errors);
    }
    if kind == FunctionKind::Ordinary {
        parser.items.extend(siblings::in_scope(block));
    }
    let tail = parser.block(block, kind == FunctionKind::Ordinary, &mut body);
    let result = parser.result(&item.sig, tail, &mut body);
    body.splice(0..0, parser.constant_places.take());
    quoted::report(errors);
    let name = item.sig.ident.to_string();
    Function {
        is_hidden: items::named(&parser.items).hides(&name),
        name: Var::new(&name, item.sig.ident.span().form()),
        kind,
        params,
        body,
        result,
        activity: parser.activity,
        items: parser.items,
        assumptions: parser.assumptions,
        lists: Rc::new(parser.lists),
        list_methods: Rc::new(parser.list_methods),
        types: Rc::new(signature::types(&item.sig)),
        numbers: parser.numbers,
    }
}

fn is_too_deep(block: &syn::Block, errors: &Errors) -> bool {
    let at = nesting::too_deep(|nesting| nesting.visit_block(block));
    at.inspect(|at| errors.push(*at, nesting::MESSAGE)).is_some()
}

/// Parses what a function takes. Its body is plain Rust, of which nothing is derived.
pub fn without_body(item: &syn::ItemFn, kind: FunctionKind, errors: &Errors) -> Function {
    let mut parser = Parser::new(item, kind, errors);
    parser.signature(&item.sig);
    let name = Var::new(&item.sig.ident.to_string(), item.sig.ident.span().form());
    let params = item.sig.inputs.iter().filter_map(|input| parser.param(input)).collect();
    Function { activity: parser.activity, ..Function::empty(name, kind, params) }
}

/// What a name in scope stands for.
#[derive(Clone)]
struct Binding {
    var: Var,
    /// a reference, so that the value is behind it
    reference: bool,
    /// may be written
    mutable: bool,
    /// why it may not, for the error
    kind: &'static str,
    /// what to do about it
    advice: &'static str,
}

impl Binding {
    /// A local of the function.
    fn local(var: Var, mutable: bool) -> Self {
        let advice = "declare it with `let mut`";
        Binding { var, reference: false, mutable, kind: "an immutable local", advice }
    }
}

struct Parser<'e> {
    /// the name of the function
    function: String,
    kind: FunctionKind,
    errors: &'e Errors,
    names: Names,
    scopes: Vec<Map<String, Binding>>,
    /// every name bound so far, in scopes that have ended too: their variables live on in the flattened form
    bound: Set<String>,
    activity: Activity,
    items: Vec<Piece>,
    /// what names are taken for
    assumptions: Vec<Assumption>,
    /// the ways to places that a chain of iterators, or a method of slices, was rewritten for
    lists: Set<String>,
    /// the methods of theirs that are called, by the way to the list
    list_methods: ListMethods,
    /// locals that hold a value of their own, and how deep the block is that started them
    owned: Map<Var, usize>,
    /// locals that have ended, and what became of them
    ended: Map<Var, String>,
    /// the places that views are names for
    views: Map<Var, Place>,
    /// the locals that are closures
    closures: Map<Var, Closure>,
    /// the parameters that are functions
    functions: Map<Var, Rc<Callable>>,
    /// the types of variables, where they are written or plain to see
    types: Map<Rc<str>, syn::Type>,
    /// the function's type parameters
    open_types: Vec<syn::Ident>,
    /// those of them, and of what is around it, that are numbers
    numbers: Rc<Set<String>>,
    /// the variants that go by their names alone, `use Shape::*`, as far as is seen
    variants: Set<String>,
    /// whether the function gives a value, and not only what it changes
    returns: bool,
    /// constants whose parts are read
    constant_places: ConstantPlaces,
    /// inside `broadcast!`
    broadcast: Option<Broadcast>,
}

impl<'e> Parser<'e> {
    fn new(item: &syn::ItemFn, kind: FunctionKind, errors: &'e Errors) -> Self {
        let names = names_in(item.to_token_stream());
        crate::pieces::note_short_name(names.has(crate::tokens::SHORT_NAME));
        Parser {
            function: item.sig.ident.to_string(),
            kind,
            errors,
            names,
            scopes: vec![Map::default()],
            bound: Set::default(),
            activity: Activity::new(),
            owned: Map::default(),
            ended: Map::default(),
            items: Vec::new(),
            assumptions: Vec::new(),
            lists: Set::default(),
            list_methods: ListMethods::default(),
            views: Map::default(),
            closures: Map::default(),
            functions: Map::default(),
            types: Map::default(),
            open_types: item.sig.generics.type_params().map(|param| param.ident.clone()).collect(),
            numbers: Rc::new(numbers::asked_of(&item.sig.generics).map(ToString::to_string).collect()),
            variants: Set::default(),
            returns: matches!(&item.sig.output, syn::ReturnType::Type(_, ty) if !is_unit(ty)),
            constant_places: ConstantPlaces::default(),
            broadcast: None,
        }
    }
}

impl Parser<'_> {
    fn error(&self, at: impl Region, message: impl std::fmt::Display) {
        self.errors.push(at, message);
    }

    fn reversible(&self) -> bool {
        self.kind == FunctionKind::Reversible
    }

    fn bind(&mut self, ident: &Ident, binding: impl FnOnce(Var) -> Binding) -> Var {
        let name = ident.to_string();
        let fresh = self.bound.insert(name.clone());
        let var =
            if fresh { Var::new(&name, ident.span().form()) } else { self.names.rename(&name, ident.span().form()) };
        let scope = self.scopes.last_mut().expect("a scope is open");
        scope.insert(name, binding(var.clone()));
        var
    }

    /// Binds a name whose declaration was refused, so that its uses are not in error too.
    fn bind_refused(&mut self, ident: &Ident, reference: bool) {
        self.bind(ident, |var| Binding { var, reference, mutable: true, kind: "", advice: "" });
    }

    fn bind_pattern(&mut self, pat: &syn::Pat) {
        let mut tokens: Vec<TokenTree> = pat.to_token_stream().into_iter().collect();
        while let Some(token) = tokens.pop() {
            match token {
                TokenTree::Ident(ident) => self.bind_refused(&ident, false),
                TokenTree::Group(group) => tokens.extend(group.stream()),
                _ => {}
            }
        }
    }

    fn open(&mut self) {
        self.scopes.push(Map::default());
    }

    fn close(&mut self) {
        self.scopes.pop();
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }
}
