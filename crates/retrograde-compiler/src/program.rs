//! A whole source file taken through the compiler, as the attributes take it, and run in the interpreter.

use crate::emit::{self, Context};
use crate::error::{Diagnostic, Errors};
use crate::expand::{self, Compiled};
use crate::hash::Map;
use crate::interp::{self, Library, Trap, Value};
use crate::ir::{Function, FunctionKind, Role, Roles, Taped, Var, Variant};
use crate::options::{self, Options};
use crate::pieces::{Keeping, Kept};
use crate::pipeline::{Forms, Pipeline, Watch};
use crate::tables::Tables;
use crate::tape;
use crate::types::Types;
use crate::verify::{Stage, Violation, verify, verify_taped};
use crate::{methods, parse, tangent};
use proc_macro2::TokenStream;
use std::cell::RefCell;

/// The transforms' output before or after the optimising passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// as the transforms leave it, every check in
    Plain,
    /// with what nobody reads dropped
    Optimised,
}

/// The functions of a source file in all their forms.
///
/// ```
/// use retrograde_compiler::{Level, Program, Value, Variant};
/// let source = "#[reversible(adjoint)] fn square(y: &mut f64, x: f64) { *y += x * x; }";
/// let program = Program::parse(source).unwrap();
/// let after = program.run("square", Variant::FORWARD, Level::Plain, vec![Value::Float(1.0), Value::Float(3.0)]);
/// assert_eq!(after.unwrap(), [Value::Float(10.0), Value::Float(3.0)]);
/// ```
#[derive(Debug, Default)]
pub struct Program {
    reversible: Map<Variant, Map<String, emit::Form>>,
    ordinary: Map<String, Ordinary>,
    /// derivatives of derivatives, as the transforms leave them
    higher: Map<Variant, Map<String, Function>>,
    /// both runs of ordinary functions, with tangents
    taped_tangents: Map<String, Taped>,
    /// tangents of ordinary functions as functions of arguments and tangents, and both their runs
    tangent_pullbacks: Map<String, (Function, Taped)>,
    /// pullbacks of ordinary functions as functions that add to gradients, and both their runs
    pullback_pullbacks: Map<String, (Function, Taped)>,
    /// what bijections are asked, such as `Log::image`
    facets: Map<String, Function>,
    /// what the forms were read from
    sources: Kept,
}

/// What the library makes of an error that `?` finds, here where values have no types that it could be converted between.
fn passed_on() -> syn::ItemFn {
    syn::parse_quote! {
        #[differentiable(tangent)]
        fn passed_on(error: f64, to: usize) -> f64 {
            error
        }
    }
}

/// An ordinary function and what is derived from it.
#[derive(Debug)]
struct Ordinary {
    function: Function,
    forms: emit::OrdinaryForms,
    /// both runs as the transform leaves them, which nobody emits
    plain: Taped,
}

impl Ordinary {
    fn taped(&self, level: Level) -> &Taped {
        match level {
            Level::Plain => &self.plain,
            // A pullback that is made of tangents has no tape.
            Level::Optimised => self.forms.taped.as_ref().unwrap_or(&self.plain),
        }
    }
}

fn at(form: &emit::Form, level: Level) -> &Function {
    match level {
        Level::Plain => &form.plain,
        Level::Optimised => &form.optimised,
    }
}

impl Program {
    /// Parses and transforms every function of a file that carries `#[reversible]` or `#[differentiable]`, and reads its bijections.
    ///
    /// # Errors
    /// All mistakes found.
    pub fn parse(source: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::parse_with(source, &Tables::default())
    }

    /// The same with other sign tables, to see that wrong ones are noticed.
    ///
    /// # Errors
    /// All mistakes found.
    pub fn parse_with(source: &str, tables: &Tables) -> Result<Self, Vec<Diagnostic>> {
        let file = syn::parse_file(source)
            .map_err(|e| vec![Diagnostic { span: e.span(), end: e.span(), message: e.to_string() }])?;
        let keeping = Keeping::new();
        let mut program = Self::default();
        let mut mistakes = Vec::new();
        for item in &file.items {
            program.item(item, tables, &mut mistakes);
        }
        if source.contains('?') {
            program.function(&passed_on(), tables, &mut mistakes);
        }
        program.sources = keeping.finish();
        if mistakes.is_empty() { Ok(program) } else { Err(mistakes) }
    }

    /// Functions, methods, bijections, and functions inside of functions.
    fn item(&mut self, item: &syn::Item, tables: &Tables, mistakes: &mut Vec<Diagnostic>) {
        match item {
            syn::Item::Fn(item) => self.function(item, tables, mistakes),
            syn::Item::Impl(item) => self.methods(item, tables, mistakes),
            _ => {}
        }
    }

    fn methods(&mut self, item: &syn::ItemImpl, tables: &Tables, mistakes: &mut Vec<Diagnostic>) {
        let name = match &*item.self_ty {
            syn::Type::Path(path) => crate::host::name(&path.path),
            _ => return,
        };
        let methods = item.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(method) => Some(method),
            _ => None,
        });
        let asked = |path: &syn::Path| ["Bijection", "Smooth"].contains(&&*crate::host::name(path));
        if item.trait_.as_ref().is_some_and(|(.., path, _)| asked(path)) {
            for method in methods {
                let facet = format!("{name}::{}", method.sig.ident);
                self.facets.extend(mapping(&as_function(method)).map(|function| (facet, function)));
            }
            return;
        }
        let ours = item.attrs.iter().find_map(attribute).filter(|(kind, _)| *kind == FunctionKind::Ordinary);
        let outer = ours.map(|(kind, arguments)| {
            let errors = Errors::new();
            let options = options::parse(arguments, kind, &errors);
            mistakes.extend(errors.take());
            options
        });
        for method in methods {
            let Some(options) = outer else {
                self.function(&as_function(method), tables, mistakes);
                continue;
            };
            let errors = Errors::new();
            if let Some((function, options)) = methods::meant(method, options, &errors) {
                self.compile(&function, FunctionKind::Ordinary, &methods::context(item), options, tables, &errors);
            }
            mistakes.extend(errors.take());
        }
    }

    fn function(&mut self, item: &syn::ItemFn, tables: &Tables, mistakes: &mut Vec<Diagnostic>) {
        for stmt in &item.block.stmts {
            if let syn::Stmt::Item(inner) = stmt {
                self.item(inner, tables, mistakes);
            }
        }
        for (k, attr) in item.attrs.iter().enumerate() {
            let Some((kind, arguments)) = attribute(attr) else { continue };
            let errors = Errors::new();
            let options = options::parse(arguments, kind, &errors);
            let mut item = item.clone();
            item.attrs.remove(k);
            self.compile(&item, kind, &expand::context(&item.sig, options), options, tables, &errors);
            mistakes.extend(errors.take());
        }
    }

    /// Frees the texts that were parsed on this thread, which are otherwise kept for messages. Nothing that remembers a position in
    /// one of them may be shown afterwards.
    pub fn forget_sources() {
        proc_macro2::extra::invalidate_current_thread_spans();
    }

    fn compile(
        &mut self,
        item: &syn::ItemFn,
        kind: FunctionKind,
        context: &Context,
        options: Options,
        tables: &Tables,
        errors: &Errors,
    ) {
        // What is run is undone again.
        let options = Options { inverse_adjoint: options.adjoint, inverse_tangent: options.tangent, ..options };
        let watch = Verified { errors, tape: RefCell::new(None) };
        let pipeline = Pipeline { tables, errors, watch: &watch };
        let Compiled { function, forms, .. } = expand::compile(item, kind, context, options, pipeline);
        let name = function.name.name.to_string();
        match forms {
            Some(Forms::Reversible { forward, derived }) => {
                for form in derived.into_iter().chain([*forward]) {
                    self.reversible.entry(variant(&form)).or_default().insert(name.clone(), form);
                }
            }
            Some(Forms::Ordinary(forms)) => {
                if forms.taped.is_none() {
                    pipeline.pullback("tape", &function, None);
                }
                let plain = watch.tape.take().expect("every ordinary function has both runs");
                self.ordinary.insert(name, Ordinary { function, forms: *forms, plain });
            }
            None => {}
        }
    }

    /// The tangents of adjoints too, which carry gradients and what becomes of them in a direction: forward over reverse.
    ///
    /// # Errors
    /// What cannot be differentiated twice.
    pub fn tangents_of_adjoints(&mut self) -> Result<(), Vec<Diagnostic>> {
        let keeping = Keeping::again(std::mem::take(&mut self.sources));
        let errors = Errors::new();
        for variant in [Variant::ADJOINT, Variant::INVERSE_ADJOINT] {
            let forms = self.reversible.get(&variant).into_iter().flatten();
            let derived =
                forms.map(|(name, form)| (name.clone(), tangent::tangent(&form.plain.aged(), &errors))).collect();
            self.higher.insert(variant.with(Role::Tangent), derived);
        }
        let twice = |ordinary: &Ordinary| tangent::taped(&ordinary.function, &ordinary.plain, &errors);
        self.taped_tangents = self.ordinary.iter().map(|(name, ordinary)| (name.clone(), twice(ordinary))).collect();
        let mistakes = errors.take();
        self.sources = keeping.finish();
        if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
    }

    /// The adjoints of tangents and of adjoints, reverse over forward and reverse over reverse, with these sign tables; after
    /// [`Self::tangents_of_adjoints`].
    ///
    /// # Errors
    /// What cannot be differentiated twice.
    pub fn adjoints_of_derivatives(&mut self, tables: &Tables) -> Result<(), Vec<Diagnostic>> {
        let keeping = Keeping::again(std::mem::take(&mut self.sources));
        let errors = Errors::new();
        for variant in [Variant::TANGENT, Variant::ADJOINT].into_iter().flat_map(|v| [v, v.opposite()]) {
            let (forms, inverses) = (self.reversible.get(&variant), self.reversible.get(&variant.opposite()));
            let (Some(forms), Some(inverses)) = (forms, inverses) else { continue };
            let twice = |(name, form): (&String, &emit::Form)| {
                let derived = tape::of_derivative(&form.plain, &inverses.get(name)?.plain, tables, &errors);
                Some((name.clone(), derived))
            };
            let derived = forms.iter().filter_map(twice).collect();
            self.higher.insert(variant.with(Role::Adjoint), derived);
        }
        for (name, Ordinary { function, forms, plain }) in &self.ordinary {
            if let Some(tangent) = &forms.tangent {
                self.tangent_pullbacks.insert(name.clone(), tape::of_tangent(&tangent.plain, tables, &errors));
            }
            self.pullback_pullbacks.insert(name.clone(), tape::of_pullback(function, plain, tables, &errors));
        }
        let mistakes = errors.take();
        self.sources = keeping.finish();
        if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
    }

    fn at(&self, level: Level) -> At<'_> {
        At { program: self, level }
    }

    /// Runs a reversible function. The arguments are one value per parameter, each followed by its gradient or tangent for the
    /// variants that carry them; they are given back as they are afterwards.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn run(&self, function: &str, variant: Variant, level: Level, args: Vec<Value>) -> Result<Vec<Value>, Trap> {
        let library = self.at(level);
        let form =
            library.reversible(function, variant).ok_or_else(|| Trap(format!("no {variant:?} of `{function}`")))?;
        Ok(interp::run(&library, form, variant.roles, args)?.into_iter().map(Value::settled).collect())
    }

    /// The value of an ordinary function.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn value(&self, function: &str, args: Vec<Value>) -> Result<Value, Trap> {
        interp::value(&self.at(Level::Plain), &self.find(function)?.function, args).map(Value::settled)
    }

    /// The value of an ordinary function, and its gradient with respect to each parameter for a gradient `seed` of the value.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn pullback(
        &self,
        function: &str,
        level: Level,
        args: Vec<Value>,
        seed: f64,
    ) -> Result<(Value, Vec<Value>), Trap> {
        let library = self.at(level);
        let ordinary = self.find(function)?;
        let (form, taped) = (&ordinary.function, ordinary.taped(level));
        let (value, residual) = interp::forward(&library, form, taped, args.clone())?;
        let again = args.into_iter().map(Some).collect();
        let seeds = vec![(taped.result.adjoint(), Value::open(seed))];
        let gradients = interp::backward(&library, form, taped, &residual, again, seeds)?;
        Ok((value.settled(), gradients.into_iter().map(Value::settled).collect()))
    }

    /// The gradients of an ordinary function, and their derivatives in the direction of `tangents`; after [`Self::tangents_of_adjoints`].
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn pullback_tangent(
        &self,
        function: &str,
        args: Vec<Value>,
        tangents: Vec<Value>,
        seed: f64,
    ) -> Result<Vec<(Value, Value)>, Trap> {
        let library = self.at(Level::Plain);
        let form = &self.find(function)?.function;
        let taped =
            library.taped_tangent(function).ok_or_else(|| Trap(format!("`{function}` is not differentiated twice")))?;
        let (_, _, residual) = interp::forward_with_tangents(&library, form, taped, args.clone(), tangents.clone())?;
        let again = args.into_iter().zip(tangents).map(Some).collect();
        let seed = (Value::open(seed), Value::open(0.0));
        let gradients = interp::backward_with_tangents(&library, form, taped, &residual, again, seed)?;
        Ok(gradients.into_iter().map(|(gradient, tangent)| (gradient.settled(), tangent.settled())).collect())
    }

    /// The gradient of an ordinary function's derivative in the direction of `tangents`, by its arguments and by these; after
    /// [`Self::adjoints_of_derivatives`].
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn tangent_pullback(
        &self,
        function: &str,
        args: Vec<Value>,
        tangents: Vec<Value>,
        seed: f64,
    ) -> Result<Vec<(Value, Value)>, Trap> {
        let count = args.len();
        let (form, taped) = twice(&self.tangent_pullbacks, function)?;
        let seeds = vec![(taped.result.adjoint(), Value::open(seed))];
        let gradients = self.there_and_back(form, taped, [args, tangents].concat(), seeds)?;
        let (args, tangents) = gradients.split_at(count);
        Ok(args.iter().cloned().zip(tangents.iter().cloned()).collect())
    }

    /// What comes back through the pullback of an ordinary function, for gradients `seeds` of its gradients, by its arguments; after
    /// [`Self::adjoints_of_derivatives`].
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn pullback_pullback(
        &self,
        function: &str,
        args: Vec<Value>,
        seed: f64,
        seeds: Vec<Value>,
    ) -> Result<Vec<Value>, Trap> {
        let count = args.len();
        let (form, taped) = twice(&self.pullback_pullbacks, function)?;
        let adjoints = form.params[count..].iter().map(|param| param.var.adjoint());
        let seeds = adjoints.zip(seeds).chain([(taped.result.adjoint(), Value::open(0.0))]).collect();
        let zeros: Vec<Value> = args.iter().map(Value::zero_like).collect();
        let incoming = Some(Value::open(seed));
        let mut gradients =
            self.there_and_back(form, taped, args.into_iter().chain(zeros).chain(incoming).collect(), seeds)?;
        gradients.truncate(count);
        Ok(gradients)
    }

    fn there_and_back(
        &self,
        form: &Function,
        taped: &Taped,
        args: Vec<Value>,
        seeds: Vec<(Var, Value)>,
    ) -> Result<Vec<Value>, Trap> {
        let library = self.at(Level::Plain);
        let (_, residual) = interp::forward(&library, form, taped, args.clone())?;
        let again = args.into_iter().map(Some).collect();
        let gradients = interp::backward(&library, form, taped, &residual, again, seeds)?;
        Ok(gradients.into_iter().map(Value::settled).collect())
    }

    /// The same for a `seed` that is known before, if there is a sum whose terms are run back at once.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn fused(&self, function: &str, args: Vec<Value>, seed: f64) -> Result<Option<(Value, Vec<Value>)>, Trap> {
        let Ordinary { function, forms, .. } = self.find(function)?;
        let Some(taped) = &forms.fused else { return Ok(None) };
        let seed = Value::open(seed);
        let (value, gradients) = interp::fused(&self.at(Level::Optimised), function, taped, args, seed)?;
        Ok(Some((value.settled(), gradients.into_iter().map(Value::settled).collect())))
    }

    /// The value of an ordinary function and its derivative in the direction of `tangents`.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn jvp(
        &self,
        function: &str,
        level: Level,
        args: Vec<Value>,
        tangents: Vec<Value>,
    ) -> Result<(Value, Value), Trap> {
        let library = self.at(level);
        let form = library.tangent(function).ok_or_else(|| Trap(format!("no tangent of `{function}`")))?;
        let (value, tangent) = interp::tangent(&library, form, args, tangents)?;
        Ok((value.settled(), tangent.settled()))
    }

    fn find(&self, function: &str) -> Result<&Ordinary, Trap> {
        self.ordinary.get(function).ok_or_else(|| Trap(format!("no differentiable function `{function}`")))
    }
}

fn twice<'m>(derived: &'m Map<String, (Function, Taped)>, function: &str) -> Result<&'m (Function, Taped), Trap> {
    derived.get(function).ok_or_else(|| Trap(format!("`{function}` is not differentiated twice")))
}

/// What an attribute of ours asks of the function or the `impl` that it is on.
fn attribute(attr: &syn::Attribute) -> Option<(FunctionKind, TokenStream)> {
    let kind = match crate::host::name(attr.path()).as_str() {
        "reversible" => FunctionKind::Reversible,
        "differentiable" => FunctionKind::Ordinary,
        _ => return None,
    };
    Some((kind, attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default()))
}

/// Verifies each form. What a verifier finds is a mistake of the compiler, and is reported as such.
struct Verified<'e> {
    errors: &'e Errors,
    /// both runs of an ordinary function as the transform leaves them
    tape: RefCell<Option<Taped>>,
}

impl Verified<'_> {
    fn found(&self, pass: &str, found: Result<(), Violation>, function: &Function) {
        if let Err(violation) = found {
            let message = format!("the form of `{}` after {pass} is wrong: {violation}", function.name);
            self.errors.push(function.name.span, message);
        }
    }
}

impl Watch for Verified<'_> {
    fn form(&self, pass: &str, form: &Function, stage: Option<Stage>, roles: Roles) {
        stage.into_iter().for_each(|stage| self.found(pass, verify(form, stage, roles), form));
    }

    fn types(&self, _: &Types) {}

    fn runs(&self, pass: &str, function: &Function, runs: &Taped) {
        self.found(pass, verify_taped(function, runs), function);
        if pass == "tape" {
            self.tape.replace(Some(runs.clone()));
        }
    }
}

/// How a form is called.
fn variant(form: &emit::Form) -> Variant {
    const VARIANTS: [Variant; 6] = [
        Variant::INVERSE,
        Variant::ADJOINT,
        Variant::INVERSE_ADJOINT,
        Variant::TANGENT,
        Variant::INVERSE_TANGENT,
        Variant::PULL,
    ];
    VARIANTS.into_iter().find(|variant| variant.name().as_deref() == Some(form.name)).unwrap_or(Variant::FORWARD)
}

/// A method as a function.
fn as_function(method: &syn::ImplItemFn) -> syn::ItemFn {
    let syn::ImplItemFn { attrs, vis, modifiers, sig, block } = method.clone();
    syn::ItemFn { attrs, vis, modifiers, sig, block: Box::new(block) }
}

/// What a bijection without a state is asked: what it maps is all that it reads.
fn mapping(method: &syn::ItemFn) -> Option<Function> {
    let mut method = method.clone();
    method.sig.inputs = method.sig.inputs.into_iter().skip(1).collect();
    let errors = Errors::new();
    let function = parse::function(&method, FunctionKind::Ordinary, &errors);
    errors.take().is_empty().then_some(function)
}

/// A program seen at one level.
struct At<'p> {
    program: &'p Program,
    level: Level,
}

impl Library for At<'_> {
    fn reversible(&self, name: &str, variant: Variant) -> Option<&Function> {
        if let Some(higher) = self.program.higher.get(&variant) {
            return higher.get(name);
        }
        Some(at(self.program.reversible.get(&variant)?.get(name)?, self.level))
    }

    fn ordinary(&self, name: &str) -> Option<&Function> {
        Some(&self.program.ordinary.get(name)?.function)
    }

    /// What is called by name may be called by itself, and then runs as one of many.
    fn taped(&self, name: &str) -> Option<&Taped> {
        let ordinary = self.program.ordinary.get(name)?;
        match (self.level, &ordinary.forms.again) {
            (Level::Optimised, Some(again)) => Some(again),
            (level, _) => Some(ordinary.taped(level)),
        }
    }

    fn taped_tangent(&self, name: &str) -> Option<&Taped> {
        self.program.taped_tangents.get(name)
    }

    fn tangent(&self, name: &str) -> Option<&Function> {
        Some(at(self.program.ordinary.get(name)?.forms.tangent.as_ref()?, self.level))
    }

    fn facet(&self, name: &str) -> Option<&Function> {
        self.program.facets.get(name)
    }
}
