//! The passes in their order. What the attributes emit, what the interpreter runs and what is derived of closures all comes from here.
//!
//! ```text
//! parse, check, types ─┬─ invert, adjoint, tangent ─┬─ closures, simplify, liveness, gradient variables, views ──▶ printed, or run
//!                      └─ tape, fused               ┘   and the layout of the tape
//! ```

use crate::constant_calls::name_constant_calls;
use crate::emit::{self, Context, Guard, Placement, Proofs, Seen};
use crate::error::Errors;
use crate::ir::{Callee, Float, Function, FunctionKind, Role, Roles, Stmt, Taped, Variant, all_stmts};
use crate::lift::{self, Closures};
use crate::liveness::{only_accumulates, optimise, optimise_pull, optimise_run, optimise_taped};
use crate::options::Options;
use crate::pieces::ToForm;
use crate::residual::Backward;
use crate::simplify::{note, simplify};
use crate::tables::Tables;
use crate::types::{Item, Items, Types};
use crate::verify::Stage;
use crate::{
    activity, adjoint, bits, capitals, check, gradient_variables, hygiene, invert, lanes, parse, residual, tangent,
    tape, tape_layout, views,
};

/// Looks at the form after each pass.
pub(crate) trait Watch {
    /// `pass` made this of a function; a stage says what holds of it.
    fn form(&self, pass: &str, form: &Function, stage: Option<Stage>, roles: Roles);
    /// What is known of types.
    fn types(&self, types: &Types);
    /// `pass` made these runs of an ordinary function.
    fn runs(&self, pass: &str, function: &Function, runs: &Taped);
}

/// Nobody looks.
pub(crate) struct Nobody;

impl Watch for Nobody {
    fn form(&self, _: &str, _: &Function, _: Option<Stage>, _: Roles) {}
    fn types(&self, _: &Types) {}
    fn runs(&self, _: &str, _: &Function, _: &Taped) {}
}

/// What is derived from a function.
pub(crate) enum Forms {
    Reversible { forward: Box<emit::Form>, derived: Vec<emit::Form> },
    Ordinary(Box<emit::OrdinaryForms>),
}

/// A function as it is written, on its way into the form.
pub(crate) struct Source {
    /// with hygiene resolved
    pub item: syn::ItemFn,
    /// what its derivatives and its drivers take, if it has parameters that are functions
    pub lowered: Option<parse::Lowered>,
    /// in the form, not checked
    pub function: Function,
}

/// What is known of types.
#[derive(Default)]
pub(crate) struct Known {
    types: Types,
    /// the float that the function returns
    output: Option<Float>,
}

/// What all passes of a function share.
#[derive(Clone, Copy)]
pub(crate) struct Pipeline<'p> {
    pub tables: &'p Tables,
    pub errors: &'p Errors,
    pub watch: &'p dyn Watch,
}

impl Pipeline<'_> {
    /// From Rust's syntax to the form.
    pub fn parse(&self, item: &syn::ItemFn, kind: FunctionKind, seen: &Seen) -> Source {
        let mut item = capitals::decided(&hygiene::told_apart(item));
        let mut lowered = None;
        if kind == FunctionKind::Ordinary {
            item = parse::with_named_params(&item);
            parse::complete(&mut item.sig);
            lowered = parse::lower(&item, self.errors);
        }
        let function = match &lowered {
            Some(lowered) => parse::with_callables(&lowered.item, &lowered.callables, kind, &seen.calls, self.errors),
            None => parse::with_callables(&item, &[], kind, &seen.calls, self.errors),
        };
        self.watch.form("parse", &function, None, Roles::NONE);
        Source { item, lowered, function }
    }

    /// The duties of a function, the ends of its locals, and what has no gradient.
    pub fn check(&self, function: &mut Function, options: Options) {
        if function.kind == FunctionKind::Reversible && (options.adjoint || options.tangent) {
            activity::mark_functions(function);
        }
        if function.kind == FunctionKind::Ordinary {
            name_constant_calls(function);
        }
        if function.kind == FunctionKind::Ordinary || options.adjoint || options.tangent {
            bits::check(function, self.errors);
        }
        activity::check(function, self.errors);
        check::check(function, self.errors);
        activity::mark_locals(function);
        if self.errors.is_empty() {
            self.watch.form("check", function, Some(Stage::Core), Roles::NONE);
        }
    }

    /// Types where they are written; rustc is asked about their names.
    pub fn types(&self, function: &mut Function, sig: &syn::Signature, context: &Context) -> Known {
        let output = match &sig.output {
            syn::ReturnType::Type(_, output) if function.kind == FunctionKind::Ordinary => Some(output.form()),
            _ => None,
        };
        // A method that calls a function of its own name calls another.
        let itself = output.as_ref().filter(|_| context.placement == Placement::Module);
        let itself = itself.map(|output| (function.name.name.clone(), Item::Function(output.clone())));
        let generics = [&context.generics, &sig.generics].map(parse::items::of_generics);
        let around = Items { named: generics.into_iter().flatten().chain(itself).collect(), hidden: false };
        let around = context.seen.types.with(&around, &mut |_| {});
        let types = Types::of(function, output.as_ref(), &around, &parse::items::named(&function.items));
        function.assumptions.extend(types.assumptions().iter().cloned());
        note(function, &types);
        self.watch.types(&types);
        let output = output.and_then(|output| types.written_as(&output).float());
        Known { types, output }
    }

    /// Everything that is asked for.
    pub fn derive(&self, function: &Function, known: &Known, context: &Context, options: Options) -> Forms {
        match function.kind {
            FunctionKind::Reversible => {
                let (name, like) = (("forward", ""), Like::Function(function));
                let forward = Box::new(self.finish(name, None, function.clone(), None, like));
                Forms::Reversible { forward, derived: self.reversible(function, known, context.placement, options) }
            }
            FunctionKind::Ordinary => Forms::Ordinary(Box::new(self.ordinary(function, known, options))),
        }
    }

    /// What is derived from a reversible function.
    pub fn reversible(
        &self,
        function: &Function,
        known: &Known,
        placement: Placement,
        options: Options,
    ) -> Vec<emit::Form> {
        let (adjoint, tangent) = (Some(Role::Adjoint), Some(Role::Tangent));
        let inverse = invert::invert(function, self.tables);
        let mut forms = vec![self.finish(INVERSE, None, inverse.clone(), None, Like::Inverse(function))];
        if options.adjoint {
            forms.extend(self.pull(function, known, placement));
            let back = adjoint::adjoint(function, self.tables, self.errors);
            forms.push(self.finish(ADJOINT, adjoint, back, Some(known), Like::Inverse(function)));
            if options.inverse_adjoint || needs(&forms, function, Variant::INVERSE_ADJOINT) {
                let back = adjoint::adjoint(&inverse, self.tables, self.errors);
                forms.push(self.finish(INVERSE_ADJOINT, adjoint, back, Some(known), Like::Inverse(function)));
            }
        }
        if options.tangent {
            let pushed = tangent::tangent(function, self.errors);
            forms.push(self.finish(TANGENT, tangent, pushed, Some(known), Like::Function(function)));
            if options.inverse_tangent || needs(&forms, function, Variant::INVERSE_TANGENT) {
                let pushed = tangent::tangent(&inverse, self.errors);
                forms.push(self.finish(INVERSE_TANGENT, tangent, pushed, Some(known), Like::Inverse(function)));
            }
        }
        forms
    }

    /// What carries gradients alone, if the outputs are only added to.
    fn pull(&self, function: &Function, known: &Known, placement: Placement) -> Option<emit::Form> {
        // A method that calls a function of its own name calls another.
        let itself = |callee: &Callee| placement == Placement::Module && callee.is_itself(function);
        if !only_accumulates(function, &itself) {
            return None;
        }
        // Its mistakes are those of the adjoint.
        let mut pull = self.quietly(|quiet| {
            lift::function(adjoint::pull(function, quiet.tables, quiet.errors), &quiet.closures(Some(known)))
        });
        known.simplify(&mut pull.body, &[]);
        let mut pull = optimise_pull(pull)?;
        gradient_variables::of_function(&mut pull, function);
        views::write_out(&mut pull.body);
        let ((name, doc), role) = (PULL, Some(Role::Adjoint));
        let (plain, guard, proofs) = (pull.clone(), Guard::Nothing, Proofs::Nothing);
        let mut form = emit::Form { name, doc, role, plain, optimised: pull, outputs_untouched: true, guard, proofs };
        self.look_at(&form);
        self.in_lanes(&mut form);
        form.plain.clone_from(&form.optimised);
        Some(form)
    }

    /// What is derived from an ordinary function.
    fn ordinary(&self, function: &Function, known: &Known, options: Options) -> emit::OrdinaryForms {
        let taped = (!options.forward).then(|| self.pullback("tape", function, Some(known)));
        let recurses = taped.as_ref().is_some_and(|taped| emit::recursive(&taped.forward, function));
        // Runs that branch out share their tapes. Where each makes another run at most, a box for its residual is cheaper than that, since
        // most often there are few.
        let many = taped.as_ref().filter(|taped| recurses && emit::recursive_in_loop(&taped.forward, function));
        let again = many.map(|_| {
            // Its mistakes are those of the other.
            self.quietly(|quiet| {
                // Its value may be asked for by a call.
                let known = Known { types: known.types.clone(), output: None };
                let taped = tape::tape_again(function, quiet.tables, quiet.errors);
                quiet.taped_in_lanes("again", function, quiet.both_runs("again", function, taped, Some(&known)))
            })
        });
        let Options { checkpoint, recursive, checks, flush, .. } = options;
        let whole = taped.as_ref().filter(|_| !recurses && !checkpoint && !recursive);
        let fused = whole.and_then(|taped| {
            let fused = tape::fused(function, taped, self.tables, &known.types)?;
            let mut fused = self.quietly(|quiet| lift::taped(fused, &quiet.closures(Some(known))));
            gradient_variables::of_taped(&mut fused, known.output, function);
            self.watch.runs("fused", function, &fused);
            Some(fused)
        });
        let tangent = options.tangent.then(|| {
            let pushed = tangent::tangent(function, self.errors);
            let form =
                self.finish(ORDINARY_TANGENT, Some(Role::Tangent), pushed, Some(known), Like::Function(function));
            let proofs = if taped.is_some() { Proofs::Nothing } else { Proofs::Gradients };
            emit::Form { proofs, ..form }
        });
        let taped = taped.map(|taped| self.laid_out("tape", function, taped, Some(known), Backward::Often));
        let fused = fused.map(|fused| self.laid_out("fused", function, fused, Some(known), Backward::Once));
        // All runs of a function that calls itself share one tape, which none of them has as an array.
        emit::OrdinaryForms { taped, again, tangent, checkpoint, fused, recursive, checks, flush }
    }

    /// The last passes of an ordinary function.
    fn laid_out(
        &self,
        pass: &str,
        function: &Function,
        mut taped: Taped,
        known: Option<&Known>,
        backward: Backward,
    ) -> Taped {
        let known = known.map(|known| known.types.extended(&[&taped.forward, &taped.backward]));
        taped.floats = known.iter().flat_map(Types::float_slots).collect();
        tape_layout::lay_out(&mut taped, function);
        self.watch.runs(&format!("{pass}, layout"), function, &taped);
        let mut taped = self.taped_in_lanes(pass, function, taped);
        residual::of_taped(&mut taped, backward);
        self.watch.runs(&format!("{pass}, residual"), function, &taped);
        taped
    }

    fn taped_in_lanes(&self, pass: &str, function: &Function, mut taped: Taped) -> Taped {
        if lanes::of_taped(&mut taped, function) {
            self.watch.runs(&format!("{pass}, lanes"), function, &taped);
        }
        taped
    }

    /// Both runs of an ordinary function.
    pub fn pullback(&self, pass: &str, function: &Function, known: Option<&Known>) -> Taped {
        self.both_runs(pass, function, tape::tape(function, self.tables, self.errors), known)
    }

    /// The passes after a tape was introduced.
    fn both_runs(&self, pass: &str, function: &Function, taped: Taped, known: Option<&Known>) -> Taped {
        let mut taped = lift::taped(taped, &self.closures(known));
        self.watch.runs(pass, function, &taped);
        if let Some(known) = known {
            known.simplify(&mut taped.backward, &taped.forward);
            self.watch.runs(&format!("{pass}, simplify"), function, &taped);
        }
        optimise_taped(&mut taped, function);
        if let Some(known) = known {
            gradient_variables::of_taped(&mut taped, known.output, function);
        }
        views::write_out(&mut taped.backward);
        self.watch.runs(&format!("{pass}, liveness"), function, &taped);
        taped
    }

    /// The passes after a function was inverted or got gradients or tangents.
    fn finish(
        &self,
        (name, doc): (&'static str, &'static str),
        role: Option<Role>,
        derived: Function,
        known: Option<&Known>,
        like: Like,
    ) -> emit::Form {
        let mut plain = lift::function(derived, &self.closures(known));
        if let Some(known) = known {
            known.simplify(&mut plain.body, &[]);
        }
        let mut optimised = plain.clone();
        match like {
            Like::Function(original) => optimise_run(&mut optimised, &original.body),
            Like::Inverse(_) => optimise(&mut optimised),
        }
        if let (Some(Role::Adjoint), Like::Inverse(original)) = (role, like) {
            gradient_variables::of_function(&mut plain, original);
            gradient_variables::of_function(&mut optimised, original);
        }
        views::write_out(&mut plain.body);
        views::write_out(&mut optimised.body);
        let guard = match (role, like) {
            (None, Like::Function(_)) => Guard::Everything,
            (None, Like::Inverse(_)) => Guard::Conditions,
            (Some(_), _) => Guard::Nothing,
        };
        let (outputs_untouched, proofs) = (false, Proofs::Nothing);
        let mut form = emit::Form { name, doc, role, plain, optimised, outputs_untouched, guard, proofs };
        self.look_at(&form);
        self.in_lanes(&mut form);
        form
    }

    fn closures<'k>(&'k self, known: Option<&'k Known>) -> InFunction<'k> {
        InFunction { pipeline: Pipeline { watch: &Nobody, ..*self }, known }
    }

    /// The last pass of a reversible function, and of tangents.
    fn in_lanes(&self, form: &mut emit::Form) {
        if lanes::of_function(&mut form.optimised) {
            let pass = format!("{}, lanes", form.name);
            self.watch.form(&pass, &form.optimised, Some(Stage::Derivative), roles_of(form));
        }
    }

    fn look_at(&self, form: &emit::Form) {
        let roles = roles_of(form);
        self.watch.form(form.name, &form.plain, Some(Stage::Derivative), roles);
        self.watch.form(&format!("{}, liveness", form.name), &form.optimised, Some(Stage::Derivative), roles);
    }

    /// The same with mistakes that somebody else reports.
    fn quietly<T>(&self, run: impl FnOnce(&Pipeline) -> T) -> T {
        let errors = Errors::new();
        let result = run(&Pipeline { errors: &errors, ..*self });
        errors.take();
        result
    }
}

fn roles_of(form: &emit::Form) -> Roles {
    form.role.map_or(Roles::NONE, |role| Roles::NONE.with(role))
}

/// Whether what is derived from a function calls a variant of the function itself; of a method, as far as its name tells.
fn needs(forms: &[emit::Form], function: &Function, variant: Variant) -> bool {
    forms.iter().any(|form| calls(&form.plain.body, function, variant))
}

fn calls(stmts: &[Stmt], function: &Function, wanted: Variant) -> bool {
    let called = |callee: &Callee| callee.is_called(&function.name.name);
    all_stmts(stmts)
        .any(|stmt| matches!(stmt, Stmt::Call { callee, variant, .. } if *variant == wanted && called(callee)))
}

/// Which way a function goes.
#[derive(Clone, Copy)]
enum Like<'f> {
    /// as this one, which is the original
    Function(&'f Function),
    /// back through this one
    Inverse(&'f Function),
}

impl Known {
    /// Writes out the derivatives of floats in statements that come after others.
    fn simplify(&self, stmts: &mut [Stmt], before: &[Stmt]) {
        let types = self.types.extended(&[before, stmts]);
        simplify(stmts, &types);
    }
}

/// The way of the closures in a function, with what is known of its types. It is the same, but nobody looks.
struct InFunction<'p> {
    pipeline: Pipeline<'p>,
    known: Option<&'p Known>,
}

impl InFunction<'_> {
    fn known(&self, closure: &mut Function) -> Option<Known> {
        bits::check(closure, self.pipeline.errors);
        check::check(closure, self.pipeline.errors);
        let types = self.known?.types.of_closure(closure)?.clone();
        note(closure, &types);
        let output = closure.result.as_ref().and_then(|result| types.of_expr(result).float());
        Some(Known { types, output })
    }
}

impl Closures for InFunction<'_> {
    fn pullback(&self, closure: &mut Function) -> Taped {
        let known = self.known(closure);
        let taped = self.pipeline.pullback("tape", closure, known.as_ref());
        self.pipeline.laid_out("tape", closure, taped, None, Backward::OftenInClosure)
    }

    fn tangent(&self, closure: &mut Function) -> Function {
        let known = self.known(closure);
        let pushed = tangent::tangent(closure, self.pipeline.errors);
        self.pipeline.finish(TANGENT, Some(Role::Tangent), pushed, known.as_ref(), Like::Function(closure)).optimised
    }
}

/// What is derived, by its name, and what the documentation says of it.
const INVERSE: (&str, &str) = ("inverse", "Undoes the function.");
const PULL: (&str, &str) = (
    "pull",
    "Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is \
     needed; one whose length matters is lent.",
);
const ADJOINT: (&str, &str) = (
    "adjoint",
    "Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.",
);
const INVERSE_ADJOINT: (&str, &str) =
    ("inverse_adjoint", "Runs the function forwards and carries gradients along: the adjoint of `inverse`.");
const TANGENT: (&str, &str) =
    ("tangent", "Runs the function and carries tangents along: values, each followed by its tangent.");
const INVERSE_TANGENT: (&str, &str) = ("inverse_tangent", "Runs the function backwards and carries tangents along.");
const ORDINARY_TANGENT: (&str, &str) =
    ("tangent", "The value and its derivative in the direction of the tangents that follow each argument.");
