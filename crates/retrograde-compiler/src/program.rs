//! A whole source file taken through the compiler and run in the interpreter.

use crate::error::{Diagnostic, Errors};
use crate::hash::Map;
use crate::interp::{self, Library, Trap, Value};
use crate::ir::{Duty, Function, Stmt, Variant};
use crate::optimise::{optimise, optimise_run, optimise_taped};
use crate::tables::Tables;
use crate::tape::{self, Taped};
use crate::{adjoint, check, constants, invert, options, parse, tangent};
use std::cell::OnceCell;
use std::rc::Rc;

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
/// let after = program.run("square", Variant::Forward, Level::Plain, vec![Value::Float(1.0), Value::Float(3.0)]);
/// assert_eq!(after.unwrap(), [Value::Float(10.0), Value::Float(3.0)]);
/// ```
#[derive(Debug, Default)]
pub struct Program {
    forms: Map<Variant, Map<String, Form>>,
    ordinary: Map<String, Ordinary>,
    tangents: Map<String, Function>,
    /// what bijections are asked, such as `Log::image`
    facets: Map<String, Function>,
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

/// A form of a reversible function. It is optimised when it is first run: most files have functions that nobody calls.
#[derive(Debug)]
struct Form {
    plain: Function,
    optimised: OnceCell<Function>,
    /// the function's own body, for the forms that run it forwards
    original: Option<Rc<Vec<Stmt>>>,
}

impl Form {
    fn at(&self, level: Level) -> &Function {
        match level {
            Level::Plain => &self.plain,
            Level::Optimised => self.optimised.get_or_init(|| {
                let mut form = self.plain.clone();
                match &self.original {
                    Some(original) => optimise_run(&mut form, original),
                    None => optimise(&mut form),
                }
                form
            }),
        }
    }
}

/// An ordinary function and its two runs, optimised like [`Form`].
#[derive(Debug)]
struct Ordinary {
    function: Function,
    taped: Taped,
    optimised: OnceCell<Taped>,
    at_once: OnceCell<Option<Taped>>,
}

impl Ordinary {
    fn at_once(&self) -> Option<&Taped> {
        let derive = || tape::at_once(&self.function, self.at(Level::Optimised), &Tables::default());
        self.at_once.get_or_init(derive).as_ref()
    }

    fn at(&self, level: Level) -> &Taped {
        match level {
            Level::Plain => &self.taped,
            Level::Optimised => self.optimised.get_or_init(|| {
                let mut taped = self.taped.clone();
                optimise_taped(&mut taped, &self.function);
                taped
            }),
        }
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
        let errors = Errors::new();
        let mut program = Self::default();
        for item in &file.items {
            program.item(item, tables, &errors);
        }
        if source.contains('?') {
            program.function(&passed_on(), tables, &errors);
        }
        if errors.is_empty() { Ok(program) } else { Err(errors.take()) }
    }

    /// Functions, methods, bijections, and functions inside of functions.
    fn item(&mut self, item: &syn::Item, tables: &Tables, errors: &Errors) {
        match item {
            syn::Item::Fn(item) => self.function(item, tables, errors),
            syn::Item::Impl(item) => {
                let name = match &*item.self_ty {
                    syn::Type::Path(path) => interp::name(&path.path),
                    _ => return,
                };
                let methods = item.items.iter().filter_map(method);
                let asked = |path: &syn::Path| ["Bijection", "Smooth"].contains(&&*interp::name(path));
                if item.trait_.as_ref().is_some_and(|(.., path, _)| asked(path)) {
                    for method in methods {
                        let facet = format!("{name}::{}", method.sig.ident);
                        self.facets.extend(mapping(&method).map(|function| (facet, function)));
                    }
                } else {
                    methods.for_each(|method| self.function(&method, tables, errors));
                }
            }
            _ => {}
        }
    }

    fn function(&mut self, item: &syn::ItemFn, tables: &Tables, errors: &Errors) {
        for stmt in &item.block.stmts {
            if let syn::Stmt::Item(inner) = stmt {
                self.item(inner, tables, errors);
            }
        }
        for attr in &item.attrs {
            let duty = match attr.path().get_ident().map(ToString::to_string).as_deref() {
                Some("reversible") => Duty::Reversible,
                Some("differentiable") => Duty::Ordinary,
                _ => continue,
            };
            let arguments = match &attr.meta {
                syn::Meta::List(list) => list.tokens.clone(),
                _ => proc_macro2::TokenStream::new(),
            };
            let options = options::parse(arguments, duty, errors);
            let mut function = parse::function(item, duty, errors);
            constants::mark_functions(&mut function);
            if errors.is_empty() {
                check::check(&mut function, errors);
                constants::mark_locals(&mut function);
            }
            if errors.is_empty() {
                self.add(function, options, tables, errors);
            }
        }
    }

    /// Frees the texts that were parsed on this thread, which are otherwise kept for messages. Nothing that remembers a position in
    /// one of them may be shown afterwards.
    pub fn forget_sources() {
        proc_macro2::extra::invalidate_current_thread_spans();
    }

    fn add(&mut self, function: Function, options: options::Options, tables: &Tables, errors: &Errors) {
        let name = function.name.name.to_string();
        if function.duty == Duty::Ordinary {
            let taped = tape::tape(&function, tables, errors);
            if options.tangent {
                self.tangents.insert(name.clone(), tangent::tangent(&function, errors));
            }
            self.ordinary
                .insert(name, Ordinary { function, taped, optimised: OnceCell::new(), at_once: OnceCell::new() });
            return;
        }
        let inverse = invert::invert(&function, tables);
        let mut forms = vec![];
        if options.adjoint {
            forms.push((Variant::Adjoint, adjoint::adjoint(&function, tables, errors)));
            forms.push((Variant::InverseAdjoint, adjoint::adjoint(&inverse, tables, errors)));
        }
        if options.tangent {
            forms.push((Variant::Tangent, tangent::tangent(&function, errors)));
            forms.push((Variant::InverseTangent, tangent::tangent(&inverse, errors)));
        }
        let body = Rc::new(function.body.clone());
        forms.extend([(Variant::Forward, function), (Variant::Inverse, inverse)]);
        for (variant, plain) in forms {
            let original = matches!(variant, Variant::Forward | Variant::Tangent).then(|| body.clone());
            let form = Form { plain, optimised: OnceCell::new(), original };
            self.forms.entry(variant).or_default().insert(name.clone(), form);
        }
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
        interp::run(&library, form, variant.shade(), args)
    }

    /// The value of an ordinary function.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn value(&self, function: &str, args: Vec<Value>) -> Result<Value, Trap> {
        interp::value(&self.at(Level::Plain), self.find(function)?, args)
    }

    /// The value of an ordinary function, and its gradient by each parameter for a gradient `seed` of the value.
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
        let form = self.find(function)?;
        let taped = library.taped(function).ok_or_else(|| Trap(format!("no pullback of `{function}`")))?;
        let (value, residual) = interp::forward(&library, form, taped, args.clone())?;
        let again = args.into_iter().map(Some).collect();
        let gradients = interp::backward(&library, form, taped, &residual, again, Value::Float(seed))?;
        Ok((value, gradients))
    }

    /// The same for a `seed` that is known before, if there is a sum whose terms are run back at once.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn at_once(&self, function: &str, args: Vec<Value>, seed: f64) -> Result<Option<(Value, Vec<Value>)>, Trap> {
        let form = self.find(function)?;
        let Some(taped) = self.ordinary[function].at_once() else { return Ok(None) };
        interp::at_once(&self.at(Level::Optimised), form, taped, args, Value::Float(seed)).map(Some)
    }

    /// The value of an ordinary function and its derivative in the direction of `tangents`.
    ///
    /// # Errors
    /// A run-time check that failed.
    pub fn jvp(&self, function: &str, args: Vec<Value>, tangents: Vec<Value>) -> Result<(Value, Value), Trap> {
        let form = self.tangents.get(function).ok_or_else(|| Trap(format!("no tangent of `{function}`")))?;
        interp::tangent(&self.at(Level::Plain), form, args, tangents)
    }

    fn find(&self, function: &str) -> Result<&Function, Trap> {
        self.ordinary
            .get(function)
            .map(|ordinary| &ordinary.function)
            .ok_or_else(|| Trap(format!("no differentiable function `{function}`")))
    }
}

/// A method as a function.
fn method(item: &syn::ImplItem) -> Option<syn::ItemFn> {
    let syn::ImplItem::Fn(method) = item else { return None };
    let syn::ImplItemFn { attrs, vis, modifiers, sig, block } = method.clone();
    Some(syn::ItemFn { attrs, vis, modifiers, sig, block: Box::new(block) })
}

/// What a bijection without a state is asked: what it maps is all that it reads.
fn mapping(method: &syn::ItemFn) -> Option<Function> {
    let mut method = method.clone();
    method.sig.inputs = method.sig.inputs.into_iter().skip(1).collect();
    let errors = Errors::new();
    let function = parse::function(&method, Duty::Ordinary, &errors);
    errors.take().is_empty().then_some(function)
}

/// A program seen at one level.
struct At<'p> {
    program: &'p Program,
    level: Level,
}

impl Library for At<'_> {
    fn reversible(&self, name: &str, variant: Variant) -> Option<&Function> {
        Some(self.program.forms.get(&variant)?.get(name)?.at(self.level))
    }

    fn ordinary(&self, name: &str) -> Option<&Function> {
        Some(&self.program.ordinary.get(name)?.function)
    }

    fn taped(&self, name: &str) -> Option<&Taped> {
        Some(self.program.ordinary.get(name)?.at(self.level))
    }

    fn tangent(&self, name: &str) -> Option<&Function> {
        self.program.tangents.get(name)
    }

    fn facet(&self, name: &str) -> Option<&Function> {
        self.program.facets.get(name)
    }
}
