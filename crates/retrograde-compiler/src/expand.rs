//! From an attribute on a function to what it expands to.

use crate::emit::{Context, Guard, Placement, Proofs};
use crate::error::{Diagnostic, Errors, to_compile_errors};
use crate::ir::{Activity, Callee, Function, FunctionKind, Mark, Param, Passing, Role, Stmt, Var, Variant};
use crate::liveness::{only_accumulates, optimise, optimise_pull, optimise_run, optimise_taped};
use crate::names::Names;
use crate::options::{self, Options};
use crate::stub::make_plain;
use crate::tables::Tables;
use crate::{
    activity, adjoint, capitals, check, custom_rules, emit, hygiene, invert, lift, parse, tangent, tape, views,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::rc::Rc;

/// Every attribute of functions by its name, and what expands it.
pub const ATTRIBUTES: [(&str, Expand); 5] = [
    ("reversible", reversible),
    ("differentiable", differentiable),
    ("derivative", custom_rules::derivative),
    ("pullback", custom_rules::pullback),
    ("primitive", custom_rules::primitive),
];

/// Makes of the arguments of an attribute and the function that it is on what stands there instead.
pub type Expand = fn(TokenStream, &syn::ItemFn) -> TokenStream;

/// Expands `#[reversible(...)]`.
pub fn reversible(arguments: TokenStream, item: &syn::ItemFn) -> TokenStream {
    expand(arguments, item, FunctionKind::Reversible)
}

/// Expands `#[differentiable(...)]`.
pub fn differentiable(arguments: TokenStream, item: &syn::ItemFn) -> TokenStream {
    expand(arguments, item, FunctionKind::Ordinary)
}

fn expand(arguments: TokenStream, item: &syn::ItemFn, kind: FunctionKind) -> TokenStream {
    let errors = Errors::new();
    let options = options::parse(arguments, kind, &errors);
    let context = context(&item.sig, options);
    let (mistakes, emitted) = function(item, kind, &context, options, errors);
    let errors = to_compile_errors(&mistakes);
    quote!(#errors #emitted)
}

/// An attribute sees a function without what is around it. A method gives itself away by its signature.
pub(crate) fn context(sig: &syn::Signature, options: Options) -> Context {
    let method = options.associated || Names::in_tokens(sig.to_token_stream()).has("Self") || sig.receiver().is_some();
    Context::from(if method { Placement::Impl } else { Placement::Module })
}

/// The mistakes of a function, and what it expands to all the same.
pub(crate) fn function(
    item: &syn::ItemFn,
    kind: FunctionKind,
    context: &Context,
    options: Options,
    errors: Errors,
) -> (Vec<Diagnostic>, TokenStream) {
    let compiled = compile(item, kind, context, options, &Tables::default(), &errors);
    let mistakes = errors.take();
    let emitted = match &compiled.forms {
        Some(Forms::Reversible { forward, derived }) if mistakes.is_empty() => {
            emit::reversible(&compiled.item, context.placement, forward, derived, options.checks)
        }
        Some(Forms::Ordinary(forms)) if mistakes.is_empty() => compiled.ordinary(&compiled.item, forms, context),
        _ => stand_in(compiled, kind, context, options),
    };
    (mistakes, emitted)
}

/// A function after all passes: what the attributes emit, and what [`Program`](crate::Program) runs.
pub(crate) struct Compiled {
    /// as it is written, without marks
    item: syn::ItemFn,
    /// the same with them
    marked: syn::ItemFn,
    /// as its derivatives and its drivers take it, if it has parameters that are functions
    lowered: Option<(syn::ItemFn, Option<syn::ItemFn>)>,
    /// in the form, checked
    pub function: Function,
    /// `None` after a mistake
    pub forms: Option<Forms>,
}

impl Compiled {
    /// What an ordinary function expands to; `written` is the function itself.
    fn ordinary(&self, written: &syn::ItemFn, forms: &emit::OrdinaryForms, context: &Context) -> TokenStream {
        let (lowered, driven) = match &self.lowered {
            Some((lowered, driven)) => (lowered, driven.as_ref()),
            None => (&self.item, Some(&self.item)),
        };
        emit::ordinary(&emit::Items { written, lowered, driven }, &self.function, forms, context)
    }
}

/// What is derived from a function.
pub(crate) enum Forms {
    Reversible { forward: Box<emit::Form>, derived: Vec<emit::Form> },
    Ordinary(Box<emit::OrdinaryForms>),
}

/// All passes between an item and the emitter, in their order.
pub(crate) fn compile(
    item: &syn::ItemFn,
    kind: FunctionKind,
    context: &Context,
    options: Options,
    tables: &Tables,
    errors: &Errors,
) -> Compiled {
    let placement = context.placement;
    let item = &with_output(&capitals::decided(&hygiene::told_apart(item)), kind);
    if placement != Placement::Module {
        refuse_name(&item.sig.ident, errors);
        if options.checkpoint && !context.inherent && !emit::has_drivers(item, placement) {
            let message = "in the `impl` of a trait there is no room for what `checkpoint` runs again: let the method call a function with it. \
                           (A method of the type itself has a visibility, such as `pub(self)`, or is in an `impl` with the attribute.)";
            errors.push(&item.sig.ident, message);
        }
    }
    let lowered = if kind == FunctionKind::Ordinary { parse::lower(item, errors) } else { None };
    let mut function = in_the_form(item, lowered.as_ref(), kind, errors);
    if let (Some(param), true) =
        (function.params.iter().find(|param| param.callable.is_some()), options.forward || options.checkpoint)
    {
        let message = "`forward` and `checkpoint` are for functions that take no functions: put the call into one that takes none";
        errors.push(param.var.span, message);
    }
    let changed = function.params.iter().find(|param| param.passing == Passing::Exclusive);
    if let (Some(param), true) = (changed, options.forward || options.checkpoint) {
        let message =
            "`forward` and `checkpoint` run the function with the same arguments again: return what changes instead";
        errors.push(param.var.span, message);
    }
    refuse_marked_functions(&function.params, errors);
    if kind == FunctionKind::Reversible {
        refuse_marks(&function.params, item, placement, options, errors);
    }
    if kind == FunctionKind::Reversible && (options.adjoint || options.tangent) {
        activity::mark_functions(&mut function);
    }
    activity::check(&function, errors);
    check::check(&mut function, errors);
    activity::mark_locals(&mut function);
    let strip = |item: &syn::ItemFn| {
        let mut item = item.clone();
        parse::strip_all_marks(&mut item);
        item
    };
    let forms = errors.is_empty().then(|| match kind {
        FunctionKind::Reversible => Forms::Reversible {
            forward: Box::new(run("forward", "", None, function.clone(), &function)),
            derived: {
                let mut derived = forms(&function, placement, options, tables, errors);
                // A trait cannot know whether its methods only add to their outputs.
                derived.retain(|form| form.name != "pull" || emit::has_drivers(item, placement));
                derived
            },
        },
        FunctionKind::Ordinary => Forms::Ordinary(Box::new(ordinary_forms(&function, options, tables, errors))),
    });
    let lowered = lowered.map(|lowered| (strip(&lowered.item), lowered.driven.as_ref().map(strip)));
    Compiled { item: strip(item), marked: item.clone(), lowered, function, forms }
}

/// A function as the parser leaves it.
pub(crate) fn parsed(item: &syn::ItemFn, kind: FunctionKind) -> Function {
    let item = with_output(&capitals::decided(&hygiene::told_apart(item)), kind);
    let errors = Errors::new();
    let lowered = if kind == FunctionKind::Ordinary { parse::lower(&item, &errors) } else { None };
    let function = in_the_form(&item, lowered.as_ref(), kind, &errors);
    // `compile` says what is wrong.
    errors.take();
    function
}

fn in_the_form(item: &syn::ItemFn, lowered: Option<&parse::Lowered>, kind: FunctionKind, errors: &Errors) -> Function {
    match lowered {
        Some(lowered) => parse::with_callables(&lowered.item, &lowered.callables, kind, errors),
        None => parse::function(item, kind, errors),
    }
}

/// An ordinary function that changes its arguments and returns nothing returns `()`.
fn with_output(item: &syn::ItemFn, kind: FunctionKind) -> syn::ItemFn {
    let mut item = item.clone();
    if kind == FunctionKind::Ordinary {
        parse::complete(&mut item.sig);
    }
    item
}

/// A call of `p.step_inverse()` means `p.step()` backwards, so no method may have such a name of its own.
pub(crate) fn refuse_name(name: &syn::Ident, errors: &Errors) {
    let text = name.to_string();
    if text == "inverse" || text.ends_with("_inverse") {
        let message = "a method with this name would be taken for the inverse of another: name it differently";
        errors.push(name.span(), message);
    }
}

/// What a function captures is known only to whoever passes it.
pub(crate) fn refuse_marked_functions(params: &[Param], errors: &Errors) {
    for param in params.iter().filter(|param| param.callable.is_some() && param.mark.is_some()) {
        errors.push(
            param.var.span,
            "what a function captures may have a gradient, and only its caller knows: leave out this mark",
        );
    }
}

/// Refuses marks that would say nothing.
pub(crate) fn refuse_marks(
    params: &[Param],
    item: &syn::ItemFn,
    placement: Placement,
    options: Options,
    errors: &Errors,
) {
    for param in params {
        let message = match param.mark {
            Some(Mark::Constant) if !options.adjoint && !options.tangent => {
                "nothing here has a gradient: ask for one with `#[reversible(adjoint)]`, or leave out `#[constant]`"
            }
            Some(Mark::Loss | Mark::Output) if !options.adjoint => {
                "the mark says what to differentiate, but no derivative is asked for: write `#[reversible(adjoint)]`, or leave it out"
            }
            Some(Mark::Loss | Mark::Output) if !emit::has_drivers(item, placement) => {
                "`gradient` and `jacobian` are only there for methods with a visibility, such as `pub` or `pub(self)`, because one without \
                 may be in the `impl` of a trait, which does not ask for them: give the method a visibility, or leave out the mark"
            }
            _ => continue,
        };
        errors.push(param.var.span, message);
    }
}

/// The user's function after an error, so that editors stay alive and callers are not in error too, and a companion to go with it.
fn stand_in(compiled: Compiled, kind: FunctionKind, context: &Context, options: Options) -> TokenStream {
    let Compiled { mut item, mut marked, function: Function { params, .. }, .. } = compiled;
    make_plain(&mut item);
    let placement = context.placement;
    if kind == FunctionKind::Ordinary {
        // What is wrong in the body is said already; what is wrong in the signature has no derivative that could be declared.
        marked.block = syn::parse_quote!({ ::retrograde::emitted::never() });
        let errors = Errors::new();
        let stub = compile(&marked, kind, context, options, &Tables::default(), &errors);
        if let (Some(Forms::Ordinary(forms)), true) = (&stub.forms, errors.take().is_empty()) {
            item.attrs.push(syn::parse_quote!(#[allow(unused)]));
            return stub.ordinary(&item, forms, context);
        }
        if placement != Placement::Module {
            return quote!(#[allow(unused)] #item);
        }
    }
    let forms = if kind == FunctionKind::Reversible && params.len() == item.sig.inputs.len() {
        empty_forms(&item.sig, placement, params, options)
    } else {
        Vec::new()
    };
    let derived = emit::derived(&item, placement, &forms, Some(false));
    quote!(#[allow(unused)] #item #derived)
}

/// What is derived from a function that does nothing, for the signatures.
pub(crate) fn empty_forms(
    sig: &syn::Signature,
    placement: Placement,
    params: Vec<Param>,
    options: Options,
) -> Vec<emit::Form> {
    let name = Var::new(&sig.ident.to_string(), sig.ident.span());
    let kind = FunctionKind::Reversible;
    let (activity, items, types) = (Activity::new(), Vec::new(), Rc::default());
    let (assumptions, lists, list_methods) = (Vec::new(), Rc::default(), Rc::default());
    let empty = Function {
        name,
        kind,
        params,
        body: Vec::new(),
        result: None,
        activity,
        items,
        assumptions,
        lists,
        list_methods,
        types,
    };
    let errors = Errors::new();
    let mut forms = forms(&empty, placement, options, &Tables::default(), &errors);
    errors.take();
    forms.retain(|form| form.name != "pull" || placement == Placement::Module);
    forms
}

/// The inverse, or something run backwards with gradients or tangents.
fn form(name: &'static str, doc: &'static str, role: Option<Role>, mut plain: Function) -> emit::Form {
    let mut optimised = plain.clone();
    optimise(&mut optimised);
    views::write_out(&mut plain.body);
    views::write_out(&mut optimised.body);
    let guard = if role.is_none() { Guard::Conditions } else { Guard::Nothing };
    emit::Form { name, doc, role, plain, optimised, outputs_untouched: false, guard, proofs: Proofs::Nothing }
}

/// A run of the function itself, `original`, alone or with tangents.
fn run(
    name: &'static str,
    doc: &'static str,
    role: Option<Role>,
    mut plain: Function,
    original: &Function,
) -> emit::Form {
    let mut optimised = plain.clone();
    optimise_run(&mut optimised, &original.body);
    views::write_out(&mut plain.body);
    views::write_out(&mut optimised.body);
    let guard = if role.is_none() { Guard::Everything } else { Guard::Nothing };
    emit::Form { name, doc, role, plain, optimised, outputs_untouched: false, guard, proofs: Proofs::Nothing }
}

/// What is derived from a reversible function.
fn forms(
    function: &Function,
    placement: Placement,
    options: Options,
    tables: &Tables,
    errors: &Errors,
) -> Vec<emit::Form> {
    let inverse = invert::invert(function, tables);
    let mut forms = Vec::new();
    if options.adjoint {
        let back = lift::function(adjoint::adjoint(function, tables, errors), errors);
        // A method that calls a function of its own name calls another.
        let itself =
            |callee: &Callee| placement == Placement::Module && function.items.is_empty() && callee.is_itself(function);
        let pull = only_accumulates(function, &itself).then(|| {
            // Its mistakes are those of the adjoint.
            let errors = Errors::new();
            let pull = lift::function(adjoint::pull(function, tables, &errors), &errors);
            errors.take();
            optimise_pull(pull)
        });
        if let Some(mut pull) = pull.flatten() {
            views::write_out(&mut pull.body);
            let doc = "Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither \
                       their values nor a forward run is needed; one whose length matters is lent.";
            let (plain, role) = (pull.clone(), Some(Role::Adjoint));
            let (optimised, guard) = (pull, Guard::Nothing);
            forms.push(emit::Form {
                name: "pull",
                doc,
                role,
                plain,
                optimised,
                outputs_untouched: true,
                guard,
                proofs: Proofs::Nothing,
            });
        }
        let doc = "Runs the function backwards and carries gradients along: values as they are after the function, each \
                   followed by its gradient.";
        forms.push(form("adjoint", doc, Some(Role::Adjoint), back));
        if options.inverse_adjoint || needs(&forms, function, Variant::INVERSE_ADJOINT) {
            let doc = "Runs the function forwards and carries gradients along: the adjoint of `inverse`.";
            let back = lift::function(adjoint::adjoint(&inverse, tables, errors), errors);
            forms.push(form("inverse_adjoint", doc, Some(Role::Adjoint), back));
        }
    }
    if options.tangent {
        let doc = "Runs the function and carries tangents along: values, each followed by its tangent.";
        let pushed = lift::function(tangent::tangent(function, errors), errors);
        forms.push(run("tangent", doc, Some(Role::Tangent), pushed, function));
        if options.inverse_tangent || needs(&forms, function, Variant::INVERSE_TANGENT) {
            let doc = "Runs the function backwards and carries tangents along.";
            let pushed = lift::function(tangent::tangent(&inverse, errors), errors);
            forms.push(form("inverse_tangent", doc, Some(Role::Tangent), pushed));
        }
    }
    forms.insert(0, form("inverse", "Undoes the function.", None, inverse));
    forms
}

/// Whether what is derived from a function calls a variant of the function itself; of a method, as far as its name tells.
fn needs(forms: &[emit::Form], function: &Function, variant: Variant) -> bool {
    forms.iter().any(|form| calls(&form.plain.body, function, variant))
}

fn calls(stmts: &[Stmt], function: &Function, wanted: Variant) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Call { callee, variant, .. } => *variant == wanted && callee.is_called(&function.name.name),
        other => other.blocks().iter().any(|block| calls(block, function, wanted)),
    })
}

/// What is derived from an ordinary function.
fn ordinary_forms(function: &Function, options: Options, tables: &Tables, errors: &Errors) -> emit::OrdinaryForms {
    let taped = (!options.forward).then(|| {
        let mut taped = lift::taped(tape::tape(function, tables, errors), errors);
        optimise_taped(&mut taped, function);
        views::write_out(&mut taped.backward);
        taped
    });
    let again = taped.as_ref().filter(|taped| emit::recursive(&taped.forward, function)).map(|_| {
        // Its mistakes are those of the other.
        let errors = Errors::new();
        let mut again = lift::taped(tape::tape_again(function, tables, &errors), &errors);
        errors.take();
        optimise_taped(&mut again, function);
        views::write_out(&mut again.backward);
        again
    });
    let doc = "The value and its derivative in the direction of the tangents that follow each argument.";
    let tangent = options.tangent.then(|| {
        let pushed = lift::function(tangent::tangent(function, errors), errors);
        let proofs = if taped.is_some() { Proofs::Nothing } else { Proofs::Gradients };
        emit::Form { proofs, ..run("tangent", doc, Some(Role::Tangent), pushed, function) }
    });
    let Options { checkpoint, recursive, checks, .. } = options;
    let whole = taped.as_ref().filter(|_| again.is_none() && !checkpoint && !recursive);
    let fused = whole.and_then(|taped| {
        let errors = Errors::new();
        let fused = tape::fused(function, taped, tables).map(|fused| lift::taped(fused, &errors));
        errors.take();
        fused
    });
    emit::OrdinaryForms { taped, again, tangent, checkpoint, fused, recursive, checks }
}
