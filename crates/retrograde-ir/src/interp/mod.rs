//! An interpreter of the form. It knows nothing of Rust's types: values are dynamic, and every run-time check is on.
//!
//! It exists for proof: random programs are run here, forwards, backwards and with derivatives, a hundred thousand at a time.

mod changing;
mod eval;
mod floats;
mod functions;
mod grow;
mod nested;
mod pattern;
mod places;
mod swept;
mod value;

pub use functions::Callable;
pub use value::Value;

use swept::Run;

use crate::access::lent;
use crate::form::repack::{Kind, Repack, Shape};
use crate::form::{
    Callee, Case, Expr, Function, Mapped, Matched, Opening, Param, Passing, Place, Promoted, Residue, Roles, Span,
    Stmt, TapeSlot, Taped, UpdateOp, Var, Variant,
};
use crate::hash::Map;
use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

/// A run-time check that failed, or an operation without a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap(pub String);

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

type Result<T> = std::result::Result<T, Trap>;

fn trap<T>(message: impl Into<String>) -> Result<T> {
    Err(Trap(message.into()))
}

/// Where the interpreter finds the functions that are called.
pub trait Library {
    /// A variant of a reversible function.
    fn reversible(&self, name: &str, variant: Variant) -> Option<&Function>;
    /// An ordinary function.
    fn ordinary(&self, name: &str) -> Option<&Function>;
    /// Its forward and backward run.
    fn taped(&self, name: &str) -> Option<&Taped>;
    /// Both with tangents.
    fn taped_tangent(&self, name: &str) -> Option<&Taped>;
    /// Its tangent.
    fn tangent(&self, name: &str) -> Option<&Function>;
    /// What a bijection is asked, by its name and the method's: `Log::image`.
    fn facet(&self, name: &str) -> Option<&Function>;
}

/// The state of one function while it runs.
struct Frame<'l> {
    library: &'l dyn Library,
    variables: Map<Var, Value>,
    tape: Map<(usize, Roles), Vec<Kept>>,
    /// the iteration that has just ended is the loop's last
    left: bool,
    /// the run of a sweep
    run: Option<Run>,
}

#[derive(Clone)]
enum Kept {
    Value(Value),
    Residual(Rc<Residual>),
}

/// What the forward run of an ordinary function leaves for the backward run.
pub struct Residual {
    variables: Map<Var, Value>,
    tape: Map<(usize, Roles), Vec<Kept>>,
}

/// Runs a reversible function; `args` are values, each followed by its shadow, and each of these again for every further role.
///
/// # Errors
/// A run-time check that failed.
pub fn run(library: &dyn Library, function: &Function, roles: Roles, args: Vec<Value>) -> Result<Vec<Value>> {
    let mut frame = Frame::new(library);
    let names = function.variables(roles);
    if names.len() != args.len() {
        return trap(format!("`{}` takes {} arguments, found {}", function.name, names.len(), args.len()));
    }
    let per_param = 1 << roles.iter().count();
    for (k, (name, arg)) in names.iter().zip(args).enumerate() {
        frame.variables.insert(name.clone(), arg.of_type(&function.params[k / per_param].ty));
    }
    frame.block(&function.body)?;
    names.iter().map(|name| frame.variables.remove(name).ok_or_else(|| Trap(format!("`{name}` is gone")))).collect()
}

/// Arguments in the types of the parameters.
fn passed(params: &[Param], args: Vec<Value>) -> impl Iterator<Item = (Var, Value)> {
    params.iter().zip(args).map(|(param, arg)| (param.var.clone(), arg.of_type(&param.ty)))
}

/// The value of an ordinary function.
///
/// # Errors
/// A run-time check that failed.
pub fn value(library: &dyn Library, function: &Function, args: Vec<Value>) -> Result<Value> {
    let mut frame = Frame::new(library);
    frame.variables.extend(passed(&function.params, args));
    frame.block(&function.body)?;
    frame.eval(function.result.as_ref().ok_or_else(|| Trap("no result".into()))?)
}

/// The value of an ordinary function and its residual.
///
/// # Errors
/// A run-time check that failed.
pub fn forward(
    library: &dyn Library,
    function: &Function,
    taped: &Taped,
    args: Vec<Value>,
) -> Result<(Value, Residual)> {
    let mut frame = Frame::new(library);
    frame.variables.extend(passed(&function.params, args));
    frame.block(&taped.forward)?;
    let value = frame.variables.get(&taped.result).cloned().ok_or_else(|| Trap("no result".into()))?;
    Ok((value, Residual { variables: frame.variables, tape: frame.tape }))
}

/// The gradients of an ordinary function's parameters, for those of its result and of what it changes. Arguments passed by reference are
/// given again.
///
/// # Errors
/// A run-time check that failed.
pub fn backward(
    library: &dyn Library,
    function: &Function,
    taped: &Taped,
    residual: &Residual,
    args: Vec<Option<Value>>,
    seeds: Vec<(Var, Value)>,
) -> Result<Vec<Value>> {
    let mut frame =
        Frame { library, variables: residual.variables.clone(), tape: residual.tape.clone(), left: false, run: None };
    for (param, arg) in function.params.iter().zip(args) {
        if param.passing == Passing::Shared {
            let arg = arg.ok_or_else(|| Trap(format!("`{}` is not given again", param.var)))?;
            frame.variables.insert(param.var.clone(), arg.of_type(&param.ty));
        }
        let zero = frame.variables[&param.var].zero_like();
        frame.variables.insert(param.var.adjoint(), zero);
    }
    frame.variables.extend(seeds);
    frame.block(&taped.backward)?;
    let adjoint = |param: &Param| frame.variables.get(&param.var.adjoint()).cloned();
    function.params.iter().map(|param| adjoint(param).ok_or_else(|| Trap("a gradient is gone".into()))).collect()
}

/// The value of an ordinary function, its tangent, and its residual with tangents.
///
/// # Errors
/// A run-time check that failed.
pub fn forward_with_tangents(
    library: &dyn Library,
    function: &Function,
    taped: &Taped,
    args: Vec<Value>,
    tangents: Vec<Value>,
) -> Result<(Value, Value, Residual)> {
    let mut frame = Frame::new(library);
    frame.variables.extend(passed(&function.params, args));
    frame.variables.extend(passed(&function.params, tangents).map(|(var, tangent)| (var.tangent(), tangent)));
    frame.block(&taped.forward)?;
    let value = frame.variables.get(&taped.result).cloned().ok_or_else(|| Trap("no result".into()))?;
    let tangent = frame.variables.get(&taped.result.tangent()).cloned().unwrap_or_else(|| value.zero_like());
    Ok((value, tangent, Residual { variables: frame.variables, tape: frame.tape }))
}

/// The gradients of an ordinary function's parameters, each with its tangent.
///
/// # Errors
/// A run-time check that failed.
pub fn backward_with_tangents(
    library: &dyn Library,
    function: &Function,
    taped: &Taped,
    residual: &Residual,
    args: Vec<Option<(Value, Value)>>,
    (seed, seed_tangent): (Value, Value),
) -> Result<Vec<(Value, Value)>> {
    let mut frame =
        Frame { library, variables: residual.variables.clone(), tape: residual.tape.clone(), left: false, run: None };
    for (param, arg) in function.params.iter().zip(args) {
        if param.passing == Passing::Shared {
            let (arg, tangent) = arg.ok_or_else(|| Trap(format!("`{}` is not given again", param.var)))?;
            frame.variables.insert(param.var.clone(), arg.of_type(&param.ty));
            frame.variables.insert(param.var.tangent(), tangent.of_type(&param.ty));
        }
        let zero = frame.variables[&param.var].zero_like();
        let gradient = param.var.adjoint().aged();
        frame.variables.insert(gradient.tangent(), zero.clone());
        frame.variables.insert(gradient, zero);
    }
    let gradient = taped.result.adjoint().aged();
    frame.variables.insert(gradient.tangent(), seed_tangent);
    frame.variables.insert(gradient, seed);
    frame.block(&taped.backward)?;
    let found = |var: &Var| frame.variables.get(var).cloned().ok_or_else(|| Trap("a gradient is gone".into()));
    let both = |var: Var| Ok((found(&var)?, found(&var.tangent())?));
    function.params.iter().map(|param| both(param.var.adjoint().aged())).collect()
}

/// The value of an ordinary function and the gradients of its parameters, for a gradient of the value that is known before.
///
/// # Errors
/// A run-time check that failed.
pub fn fused(
    library: &dyn Library,
    function: &Function,
    taped: &Taped,
    args: Vec<Value>,
    seed: Value,
) -> Result<(Value, Vec<Value>)> {
    let mut frame = Frame::new(library);
    for (var, arg) in passed(&function.params, args) {
        frame.variables.insert(var.adjoint(), arg.zero_like());
        frame.variables.insert(var, arg);
    }
    frame.variables.insert(taped.result.adjoint(), seed);
    frame.block(&taped.forward)?;
    let value = frame.variables.get(&taped.result).cloned().ok_or_else(|| Trap("no result".into()))?;
    frame.block(&taped.backward)?;
    let adjoint = |param: &Param| frame.variables.get(&param.var.adjoint()).cloned();
    let adjoints = function.params.iter().map(|param| adjoint(param).ok_or_else(|| Trap("a gradient is gone".into())));
    Ok((value, adjoints.collect::<Result<_>>()?))
}

/// The value and the tangent of an ordinary function.
///
/// # Errors
/// A run-time check that failed.
pub fn tangent(
    library: &dyn Library,
    function: &Function,
    args: Vec<Value>,
    tangents: Vec<Value>,
) -> Result<(Value, Value)> {
    let mut frame = Frame::new(library);
    frame.variables.extend(passed(&function.params, args));
    for (var, tangent) in passed(&function.params, tangents) {
        frame.variables.insert(var.tangent(), tangent);
    }
    frame.block(&function.body)?;
    let Some(Expr::Read(place)) = &function.result else { return trap("no result") };
    let value = frame.read(place)?.into_owned();
    let tangent = frame.read(&place.tangent()).map_or_else(|_| value.zero_like(), Cow::into_owned);
    Ok((value, tangent))
}

impl<'l> Frame<'l> {
    fn new(library: &'l dyn Library) -> Self {
        Self { library, variables: Map::default(), tape: Map::default(), left: false, run: None }
    }

    fn block(&mut self, stmts: &[Stmt]) -> Result<()> {
        stmts.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        match stmt {
            // The form knows the whole way to every place, so views need no value.
            Stmt::Let { init: None, .. }
            | Stmt::Forget { .. }
            | Stmt::View { .. }
            | Stmt::Safe { .. }
            | Stmt::Shape(..) => {}
            Stmt::Let { var, init: Some(init), ty, .. } => {
                let value = self.eval(init)?;
                let value = ty.iter().fold(value, Value::of_type);
                self.variables.insert(var.clone(), value);
            }
            Stmt::TypeOf { var, like, .. } => {
                let value = self.eval(like)?;
                self.variables.insert(var.clone(), value);
            }
            Stmt::Shadow { var, like } => {
                let zero = self.eval(like)?.zero_like();
                self.variables.insert(var.clone(), zero);
            }
            Stmt::Release { var, value } => {
                let expected = self.eval(value)?;
                let found = self.variables.remove(var).ok_or_else(|| Trap(format!("`{var}` is gone")))?;
                if !found.close_to(&expected) {
                    return trap(format!("`{var}` is not restored: expected {expected:?}, found {found:?}"));
                }
            }
            Stmt::Update { op, place, value, .. } => {
                let amount = self.eval(value)?;
                self.update(place, *op, &amount)?;
            }
            Stmt::Assign { place, value, fresh } => {
                let new = match value {
                    // What is new has the shape that its value has now.
                    Expr::Zero if *fresh => self.read(&place.primal())?.zero_like(),
                    Expr::Zero => self.zero_for(place)?,
                    value => self.eval(value)?,
                };
                if place.path.is_empty() {
                    self.variables.insert(place.root.clone(), new);
                } else {
                    self.store(place, new)?;
                }
            }
            Stmt::Renew { place, held, site, restored } => {
                if let Some(held) = held {
                    let gradient = self.read(place)?.into_owned();
                    self.variables.insert(held.clone(), gradient);
                }
                let zero = match site {
                    Some(site) if !restored => self.eval(&Expr::Restore(site.clone()))?.zero_like(),
                    _ => self.read(&place.primal())?.zero_like(),
                };
                if place.path.is_empty() {
                    self.variables.insert(place.root.clone(), zero);
                } else {
                    self.store(place, zero)?;
                }
            }
            Stmt::Mapped(mapped) => self.mapped(mapped)?,
            Stmt::Repack(repack) => self.repack(repack)?,
            Stmt::Swap(a, b) => self.swap(a, b)?,
            Stmt::Call { callee, variant, args, site } => self.call(callee, *variant, args, site.as_ref())?,
            Stmt::Nested(head, blocks) => self.nested(head, blocks)?,
            Stmt::Window(window) => self.window(window)?,
            Stmt::Load(var, place) => {
                let gradient = self.read(place)?.into_owned();
                self.variables.insert(var.clone(), gradient);
            }
            Stmt::Share(share) => self.share(share)?,
            Stmt::Grow(list, growth) => self.grow(list, growth)?,
            Stmt::Leave(cond) => self.left = self.condition(cond)?,
            Stmt::Distinct(a, b) => {
                if self.overlap(a, b)? {
                    return trap(format!("two elements of `{}` are the same", a.root));
                }
            }
            Stmt::SameLength(places) => {
                let lengths = places.iter().map(|place| self.length(place)).collect::<Result<Vec<_>>>()?;
                if lengths.windows(2).any(|pair| pair[0] != pair[1]) {
                    return trap(format!("the lengths {lengths:?} differ"));
                }
            }
            taped => self.taped(taped)?,
        }
        Ok(())
    }

    /// There and back must lead to the same, at the old value and at the new one.
    fn mapped(&mut self, mapped: &Mapped) -> Result<()> {
        let image = Place::var(&Var::new("image of a place", Span::call_site()));
        let back = mapped.preimage(Expr::Read(image.clone()));
        let amount = self.eval(&mapped.value)?;
        for turn in 0..2 {
            let seen = self.eval(&mapped.image())?;
            self.variables.insert(image.root.clone(), seen);
            let (found, expected) = (self.eval(&back)?, self.read(&mapped.place)?.into_owned());
            if !found.close_to(&expected) {
                return trap(format!(
                    "a view of `{}` cannot be undone: {expected:?} comes back as {found:?}",
                    mapped.place.root
                ));
            }
            if turn == 0 {
                self.update(&image, mapped.op, &amount)?;
                let value = self.eval(&back)?;
                self.store(&mapped.place, value)?;
            }
        }
        Ok(())
    }

    fn swap(&mut self, a: &Place, b: &Place) -> Result<()> {
        let (first, second) = (self.read(a)?.into_owned(), self.read(b)?.into_owned());
        self.store(a, second)?;
        self.store(b, first)
    }

    fn repack(&mut self, repack: &Repack) -> Result<()> {
        let mut ended = Vec::new();
        for var in &repack.from {
            ended.push(self.variables.remove(var).ok_or_else(|| Trap(format!("`{var}` has ended")))?);
        }
        let begun = match &repack.kind {
            Kind::Pack(Shape::Array) => vec![Value::Array(ended)],
            Kind::Pack(Shape::Struct(_, fields)) => vec![Value::Struct(fields.iter().cloned().zip(ended).collect())],
            Kind::Pack(_) => {
                vec![Value::Struct(ended.into_iter().enumerate().map(|(k, v)| (k.to_string().into(), v)).collect())]
            }
            Kind::Unpack(shape) => match (shape, ended.remove(0)) {
                (Shape::Struct(_, names), Value::Struct(fields)) => {
                    let field = |name: &Rc<str>| fields.iter().find(|(field, _)| field == name);
                    names.iter().filter_map(field).map(|(_, value)| value.clone()).collect()
                }
                (_, Value::Struct(fields)) => fields.into_iter().map(|(_, value)| value).collect(),
                (_, Value::Array(elems)) => elems,
                (_, other) => return trap(format!("{other:?} has no parts")),
            },
            Kind::Convert { narrow, wide, back } => {
                let (from, to) = if *back { (wide, narrow) } else { (narrow, wide) };
                let ended = [ended.remove(0).of_type(from)];
                let converted = ended[0].cast(to)?;
                if *back && converted.cast(from)? != ended[0] {
                    return trap(format!("{:?} has no counterpart on the other side of its conversion", ended[0]));
                }
                vec![converted]
            }
        };
        self.variables.extend(repack.to.iter().cloned().zip(begun));
        Ok(())
    }

    fn choose(&mut self, matched: &Matched, cases: &[Case], blocks: &[Vec<Stmt>]) -> Result<()> {
        let value = self.eval(&matched.value)?;
        for (case, block) in cases.iter().zip(blocks) {
            if let Some(binds) = self.case(matched, case, &value)? {
                self.variables.extend(binds);
                return self.block(block);
            }
        }
        trap("no arm of a `match` was taken")
    }

    fn promote(&mut self, Promoted { var, place, sum }: &Promoted) -> Result<()> {
        let gradient = self.read(place)?;
        let gradient = if *sum { gradient.zero_like() } else { gradient.into_owned() };
        self.variables.insert(var.clone(), gradient);
        Ok(())
    }

    fn demote(&mut self, Promoted { var, place, sum }: &Promoted) -> Result<()> {
        let gradient = self.variables.remove(var).ok_or_else(|| Trap(format!("`{var}` is gone")))?;
        if *sum { self.update(place, UpdateOp::Add, &gradient) } else { self.store(place, gradient) }
    }

    /// Statements that keep or use what a run leaves for another.
    fn taped(&mut self, stmt: &Stmt) -> Result<()> {
        match stmt {
            Stmt::Save(site, expr) => {
                let value = self.eval(expr)?;
                self.tape.entry((site.id, site.roles)).or_default().push(Kept::Value(value));
            }
            Stmt::Tape(..) | Stmt::Thaw(_) | Stmt::Leaves(_) | Stmt::TakesUp(_) => self.residual(stmt)?,
            // The tape grows as it needs to.
            Stmt::Reserve(..) => {}
            Stmt::Promote(promoted) => self.promote(promoted)?,
            Stmt::Demote(promoted) => self.demote(promoted)?,
            Stmt::LetCall { args, .. } | Stmt::LetTangent { args, .. } if lent(args).next().is_some() => {
                return trap("a call that changes its arguments is not run here");
            }
            Stmt::LetCall { var, callee, args, site } => {
                let name = called(callee);
                let values = self.eval_all(args)?;
                let (function, taped) = self.ordinary(&name)?;
                let (result, residual) = forward(self.library, function, taped, values)?;
                self.variables.insert(var.clone(), result);
                if let Some(site) = site {
                    self.tape.entry((site.id, site.roles)).or_default().push(Kept::Residual(Rc::new(residual)));
                }
            }
            Stmt::LetTangent { var, tangent: beside, callee, args, shadows, site } => {
                let name = called(callee);
                let values = self.eval_all(args)?;
                let tangents = values
                    .iter()
                    .zip(shadows)
                    .map(|(value, shadow)| {
                        shadow
                            .as_ref()
                            .map_or_else(|| Ok(value.zero_like()), |place| self.read(place).map(Cow::into_owned))
                    })
                    .collect::<Result<_>>()?;
                let (value, tangent) = match (site, self.library.tangent(&name)) {
                    (None, Some(function)) => tangent(self.library, function, values, tangents)?,
                    (None, None) => return trap(format!("`{name}` has no tangent")),
                    (Some(site), _) => {
                        let (function, taped) = self.twice(&name)?;
                        let (value, tangent, residual) =
                            forward_with_tangents(self.library, function, taped, values, tangents)?;
                        let kept = Kept::Residual(Rc::new(residual));
                        self.tape.entry((site.id, site.roles)).or_default().push(kept);
                        (value, tangent)
                    }
                };
                self.variables.insert(var.clone(), value);
                self.variables.insert(beside.clone(), tangent);
            }
            Stmt::Backward { site, incoming, args, shadows, callee, tangents: Some(tangents) } => {
                let Kept::Residual(residual) = self.restore(site)? else { return trap("a residual was expected") };
                let seed = self.eval(incoming)?;
                let seed_tangent = match &tangents.incoming {
                    Expr::Zero => seed.zero_like(),
                    tangent => self.eval(tangent)?,
                };
                let (function, taped) = self.twice(&called(callee))?;
                let mut again = Vec::new();
                for (arg, tangent) in args.iter().zip(&tangents.args) {
                    let arg = arg.as_ref().map(|arg| self.eval(arg)).transpose()?;
                    let tangent = match (tangent, &arg) {
                        (Some(place), _) => Some(self.read(place)?.into_owned()),
                        (None, arg) => arg.as_ref().map(Value::zero_like),
                    };
                    again.push(arg.zip(tangent));
                }
                let gradients =
                    backward_with_tangents(self.library, function, taped, &residual, again, (seed, seed_tangent))?;
                for (places, (gradient, tangent)) in shadows.iter().zip(&tangents.shadows).zip(gradients) {
                    for (place, value) in [(places.0, gradient), (places.1, tangent)] {
                        if let Some(place) = place {
                            self.update(place, UpdateOp::Add, &value)?;
                        }
                    }
                }
            }
            Stmt::Backward { site, incoming, args, shadows, callee, tangents: None } => {
                let Kept::Residual(residual) = self.restore(site)? else { return trap("a residual was expected") };
                let seed = self.eval(incoming)?;
                let (function, taped) = self.ordinary(&called(callee))?;
                let args = args
                    .iter()
                    .map(|arg| arg.as_ref().map(|arg| self.eval(arg)).transpose())
                    .collect::<Result<Vec<_>>>()?;
                let seeds = vec![(taped.result.adjoint(), seed)];
                let gradients = backward(self.library, function, taped, &residual, args, seeds)?;
                for (place, gradient) in shadows.iter().zip(gradients) {
                    if let Some(place) = place {
                        self.update(place, UpdateOp::Add, &gradient)?;
                    }
                }
            }
            Stmt::Fused([there, back]) => {
                self.block(there)?;
                self.block(back)?;
            }
            other => return trap(format!("not a statement of the tape: {other:?}")),
        }
        Ok(())
    }

    /// What the runs of a function leave each other.
    fn residual(&mut self, stmt: &Stmt) -> Result<()> {
        match stmt {
            Stmt::Tape(site, Opening::New | Opening::Emptied) => {
                self.tape.insert((site.id, site.roles), Vec::new());
            }
            // What is there is taken from its end anyway, and nobody sees what is done to it.
            Stmt::Tape(_, Opening::Back) | Stmt::Thaw(_) => {}
            Stmt::Leaves(given) => {
                for residue in given {
                    let branch = i64::try_from(residue.branch).map_err(|_| Trap("too many branches".into()))?;
                    self.tape.insert(choice(residue), vec![Kept::Value(Value::Int(branch))]);
                }
            }
            Stmt::TakesUp(residue) => {
                let taken = self.tape.get(&choice(residue)).and_then(|kept| kept.first());
                let same = matches!(taken, Some(Kept::Value(Value::Int(taken))) if usize::try_from(*taken) == Ok(residue.branch));
                if !same {
                    return trap("the backward run takes another branch than the forward run");
                }
            }
            other => return trap(format!("nothing that a run leaves: {other:?}")),
        }
        Ok(())
    }

    fn ordinary(&self, name: &str) -> Result<(&'l Function, &'l Taped)> {
        match (self.library.ordinary(name), self.library.taped(name)) {
            (Some(function), Some(taped)) => Ok((function, taped)),
            _ => trap(format!("no differentiable function `{name}`")),
        }
    }

    /// An ordinary function and both its runs with tangents.
    fn twice(&self, name: &str) -> Result<(&'l Function, &'l Taped)> {
        match (self.library.ordinary(name), self.library.taped_tangent(name)) {
            (Some(function), Some(taped)) => Ok((function, taped)),
            _ => trap(format!("`{name}` is not differentiated twice")),
        }
    }

    fn restore(&mut self, site: &TapeSlot) -> Result<Kept> {
        let stack = self.tape.get_mut(&(site.id, site.roles));
        match stack.and_then(Vec::pop) {
            Some(kept) => Ok(kept),
            None => trap(format!("site {} of the tape is empty", site.id)),
        }
    }

    /// The zero that an adjoint or tangent is set to has the shape of its variable.
    fn zero_for(&self, place: &Place) -> Result<Value> {
        let like = self.read(place).or_else(|_| self.read(&place.primal()))?;
        Ok(like.zero_like())
    }
}

/// Where it is kept which branch of a choice was taken: no place on the tape has such a number.
fn choice(residue: &Residue) -> (usize, Roles) {
    (usize::MAX - residue.id, Roles::NONE)
}

/// The name of the ordinary function that is called.
fn called(callee: &Callee) -> String {
    match callee {
        Callee::Function(path) | Callee::Associated(path) => path.name().to_string(),
        Callee::Method(name, _) => name.to_string(),
        Callee::Value(place) => place.root.to_string(),
    }
}
