//! From an attribute on a function to what it expands to.

use crate::emit::{Context, Placement};
use crate::error::{Diagnostic, Errors, to_compile_errors};
use crate::host::names_in;
use crate::ir::{Function, FunctionKind, Mark, Param, Passing, Var};
use crate::options::{self, Options};
use crate::pieces::{Keeping, ToForm};
use crate::pipeline::{Forms, Known, Nobody, Pipeline, Source};
use crate::stub::make_plain;
use crate::tables::Tables;
use crate::{custom_rules, emit, numbers, parse};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

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
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, kind, &errors);
    let context = context(&item.sig, options);
    let (mistakes, emitted) = function(item, kind, &context, options, errors);
    let errors = to_compile_errors(&mistakes);
    quote!(#errors #emitted)
}

/// An attribute sees a function without what is around it. A method gives itself away by its signature.
pub(crate) fn context(sig: &syn::Signature, options: Options) -> Context {
    let method = options.associated || names_in(sig.to_token_stream()).has("Self") || sig.receiver().is_some();
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
    let mut asked = item.clone();
    numbers::ask(&mut asked.sig, &context.generics);
    let compiled = compiled(&asked, kind, context, options, &errors);
    let mistakes = errors.take();
    let emitted = match &compiled.forms {
        Some(Forms::Reversible { forward, derived }) if mistakes.is_empty() => {
            emit::reversible(&compiled.item, context.placement, forward, derived, options.checks).finished()
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
        let written = numbers::unasked(written);
        emit::ordinary(&emit::Items { written: &written, lowered, driven }, &self.function, forms, context).finished()
    }
}

/// A function after all passes; nobody looks at them.
fn compiled(item: &syn::ItemFn, kind: FunctionKind, context: &Context, options: Options, errors: &Errors) -> Compiled {
    let tables = Tables::default();
    compile(item, kind, context, options, Pipeline { tables: &tables, errors, watch: &Nobody })
}

/// A function after all passes.
pub(crate) fn compile(
    item: &syn::ItemFn,
    kind: FunctionKind,
    context: &Context,
    options: Options,
    pipeline: Pipeline,
) -> Compiled {
    refuse_place(item, context, options, pipeline.errors);
    let Source { item, lowered, mut function } = pipeline.parse(item, kind, &context.seen);
    refuse_options(&item, &function, context.placement, options, pipeline.errors);
    pipeline.check(&mut function, options);
    let forms = pipeline.errors.is_empty().then(|| {
        let known = pipeline.types(&mut function, &item.sig, context);
        let mut forms = pipeline.derive(&function, &known, context, options);
        if let Forms::Reversible { derived, .. } = &mut forms {
            // A trait cannot know whether its methods only add to their outputs.
            derived.retain(|form| form.name != "pull" || emit::has_drivers(&item, context.placement));
        }
        forms
    });
    let strip = |item: &syn::ItemFn| {
        let mut item = item.clone();
        parse::strip_all_marks(&mut item);
        item
    };
    let lowered = lowered.map(|lowered| (strip(&lowered.item), lowered.driven.as_ref().map(strip)));
    Compiled { item: strip(&item), marked: item, lowered, function, forms }
}

/// What a method may not be called, and may not ask for.
fn refuse_place(item: &syn::ItemFn, context: &Context, options: Options, errors: &Errors) {
    if context.placement == Placement::Module {
        return;
    }
    refuse_name(&item.sig, errors);
    if options.checkpoint && !context.inherent && !emit::has_drivers(item, context.placement) {
        let message = "in the `impl` of a trait there is no room for what `checkpoint` runs again: let the method call a function with it. \
                       (A method of the type itself has a visibility, such as `pub(self)`, or is in an `impl` with the attribute.)";
        errors.push(&item.sig.ident, message);
    }
}

/// What a function is asked for and cannot do.
fn refuse_options(item: &syn::ItemFn, function: &Function, placement: Placement, options: Options, errors: &Errors) {
    let again = options.forward || options.checkpoint;
    if let Some(param) = function.params.iter().find(|param| again && param.callable.is_some()) {
        let message = "`forward` and `checkpoint` are for functions that take no functions: put the call into one that takes none";
        errors.push(param.var.span, message);
    }
    if let Some(param) = function.params.iter().find(|param| again && param.passing == Passing::Exclusive) {
        let message =
            "`forward` and `checkpoint` run the function with the same arguments again: return what changes instead";
        errors.push(param.var.span, message);
    }
    refuse_marked_functions(&function.params, errors);
    if function.kind == FunctionKind::Reversible {
        refuse_marks(&function.params, item, placement, options, errors);
    }
}

/// A call of `p.step_inverse()` means `p.step()` backwards, so no method may have such a name of its own, unless it gives a value and
/// changes nothing, as nothing does that is run backwards.
pub(crate) fn refuse_name(sig: &syn::Signature, errors: &Errors) {
    let name = &sig.ident;
    let text = name.to_string();
    let changes = sig.inputs.iter().any(|input| match input {
        syn::FnArg::Receiver(receiver) => receiver.mutability.is_some(),
        syn::FnArg::Typed(typed) => matches!(&*typed.ty, syn::Type::Reference(ty) if ty.mutability.is_some()),
    });
    if !changes && matches!(sig.output, syn::ReturnType::Type(..)) {
        return;
    }
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
        let stub = self::compiled(&marked, kind, context, options, &errors);
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
    let name = Var::new(&sig.ident.to_string(), sig.ident.span().form());
    let empty = Function::empty(name, FunctionKind::Reversible, params);
    let (errors, tables) = (Errors::new(), Tables::default());
    let pipeline = Pipeline { tables: &tables, errors: &errors, watch: &Nobody };
    let mut forms = pipeline.reversible(&empty, &Known::default(), placement, options);
    errors.take();
    forms.retain(|form| form.name != "pull" || placement == Placement::Module);
    forms
}
