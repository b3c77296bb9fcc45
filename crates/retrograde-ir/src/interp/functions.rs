//! What a call statement runs: functions of the program, function values, and the library's stacks and maps.

use super::{Frame, Library, Result, Trap, Value, run, trap};
use crate::form::{Arg, Callee, Function, Passing, Role, Roles, TapeSlot, UpdateOp, Variant};
use std::rc::Rc;

/// A function value.
#[derive(Clone, Debug, PartialEq)]
pub enum Callable {
    /// `f {}`, by the name of the function
    Named(Rc<str>),
    /// `Inverse(f)`
    Inverse(Rc<Callable>),
    /// `Then(f, g)`
    Then(Rc<Callable>, Rc<Callable>),
}

impl Callable {
    /// What a constructor makes of function values.
    pub(super) fn composed(constructor: &str, parts: &[Value]) -> Option<Self> {
        match (constructor, parts) {
            ("Inverse", [Value::Function(f)]) => Some(Callable::Inverse(f.clone())),
            ("Then", [Value::Function(f), Value::Function(g)]) => Some(Callable::Then(f.clone(), g.clone())),
            _ => None,
        }
    }

    /// The arguments as the function leaves them.
    fn run(&self, library: &dyn Library, variant: Variant, args: Vec<Value>) -> Result<Vec<Value>> {
        match self {
            Callable::Named(name) => match library.reversible(name, variant) {
                Some(function) => run(library, function, variant.roles, args),
                None => collection_in_roles(name, variant, args),
            },
            Callable::Inverse(f) => f.run(library, variant.opposite(), args),
            Callable::Then(f, g) => {
                let (first, second) = if variant.runs_forwards() { (f, g) } else { (g, f) };
                second.run(library, variant, first.run(library, variant, args)?)
            }
        }
    }
}

impl Frame<'_> {
    pub(super) fn call(
        &mut self,
        callee: &Callee,
        variant: Variant,
        args: &[Arg],
        site: Option<&TapeSlot>,
    ) -> Result<()> {
        let name = super::called(callee);
        if self.library.ordinary(&name).is_some() {
            return self.change(&name, variant, args, site);
        }
        let callable = match callee {
            Callee::Function(path) | Callee::Associated(path) => Callable::Named(path.name().into()),
            Callee::Method(name, _) => Callable::Named(name.clone()),
            Callee::Value(place) => match self.read(place)?.as_ref() {
                Value::Function(callable) => (**callable).clone(),
                other => return trap(format!("a function was expected, found {other:?}")),
            },
        };
        let function = match &callable {
            Callable::Named(name) => self.library.reversible(name, variant),
            _ => None,
        };
        // The gradient of something only read is a sum: the callee's share starts from zero, so that one array passed twice works.
        let copies = 1 << variant.roles.iter().count();
        let is_sum = |position: usize| {
            let only_read = function.map_or_else(
                || matches!(args[position / copies * copies], Arg::Shared(_)),
                |function: &Function| function.params[position / copies].passing != Passing::Exclusive,
            );
            only_read && is_sum(variant.roles, position % copies)
        };
        let mut values = Vec::new();
        for (k, arg) in args.iter().enumerate() {
            let value = match arg {
                Arg::Shadow(Some(place)) if is_sum(k) => self.read(place)?.zero_like(),
                Arg::Exclusive(place) | Arg::Shadow(Some(place)) => self.read(place)?.into_owned(),
                Arg::Shared(expr) => self.eval(expr)?,
                Arg::Shadow(None) => values.last().map_or(Value::Nothing, Value::zero_like),
            };
            values.push(value);
        }
        let after = callable.run(self.library, variant, values)?;
        for (k, (arg, value)) in args.iter().zip(after).enumerate() {
            match arg {
                Arg::Shadow(Some(place)) if is_sum(k) => self.update(place, UpdateOp::Add, &value)?,
                Arg::Exclusive(place) | Arg::Shadow(Some(place)) => self.store(place, value)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Whether what stands beside something only read is summed up: it is an adjoint, or what a later transform made of one. The adjoint of a
/// sum is read, and none itself.
fn is_sum(roles: Roles, position: usize) -> bool {
    let count = roles.iter().count();
    let taken = roles.iter().enumerate().filter(|(k, _)| position >> (count - 1 - k) & 1 == 1);
    taken.fold(false, |sum, (_, role)| if role == Role::Adjoint { !sum } else { sum })
}

/// The same of stacks and maps. They only move things, so what each transform carries along is moved by itself, in the same direction.
fn collection_in_roles(name: &str, variant: Variant, args: Vec<Value>) -> Result<Vec<Value>> {
    let copies = 1 << variant.roles.iter().count();
    if copies <= 2 {
        return collection(name, variant, args);
    }
    let mut after = args.clone();
    for position in 1..copies {
        let (turns, forwards) = (is_sum(variant.roles, position), variant.runs_forwards());
        let one = if turns { Variant::ADJOINT } else { Variant::TANGENT };
        let one = if one.runs_forwards() == forwards { one } else { one.opposite() };
        let both = args.chunks(copies).flat_map(|copies| [copies[0].clone(), copies[position].clone()]).collect();
        for (k, pair) in collection(name, one, both)?.chunks(2).enumerate() {
            after[k * copies] = pair[0].clone();
            after[k * copies + position] = pair[1].clone();
        }
    }
    Ok(after)
}

/// The functions of stacks and maps. A stack is an array whose last element is its top.
fn collection(name: &str, variant: Variant, args: Vec<Value>) -> Result<Vec<Value>> {
    let forwards = variant.runs_forwards();
    let (values, shadows) = if variant.role().is_some() {
        let shadows = args.iter().skip(1).step_by(2).cloned().collect();
        (args.into_iter().step_by(2).collect(), Some(shadows))
    } else {
        (args, None)
    };
    // What undoes a function is the other function of its pair.
    let name = if forwards { name } else { opposite(name).unwrap_or(name) };
    let (values, shadows) = match (name, <[Value; 2]>::try_from(values)) {
        ("push", Ok([stack, x])) => push(stack, x, shadows),
        ("pop", Ok([stack, x])) => pop(stack, &x, shadows),
        ("copy_push", Ok([stack, x])) => copy_push(stack, x, shadows, variant.role()),
        ("copy_pop", Ok([stack, x])) => copy_pop(stack, x, shadows, variant.role()),
        (_, Err(values)) if name == "insert" || name == "remove" => entry(name, values, shadows, variant.role()),
        _ => trap(format!("no {variant:?} of `{name}`")),
    }?;
    Ok(match shadows {
        Some(shadows) => values.into_iter().zip(shadows).flat_map(|(value, shadow)| [value, shadow]).collect(),
        None => values,
    })
}

fn opposite(name: &str) -> Option<&'static str> {
    const PAIRS: [[&str; 2]; 3] = [["push", "pop"], ["copy_push", "copy_pop"], ["insert", "remove"]];
    PAIRS.iter().find_map(|[one, other]| match name {
        name if name == *one => Some(*other),
        name if name == *other => Some(*one),
        _ => None,
    })
}

/// Values, and their shadows if they have any.
type Both = (Vec<Value>, Option<Vec<Value>>);

fn top(stack: &mut Value) -> Result<Value> {
    match stack {
        Value::Array(elems) => elems.pop().ok_or_else(|| Trap("the stack is empty".into())),
        Value::Nothing => Ok(Value::Nothing),
        other => trap(format!("a stack was expected, found {other:?}")),
    }
}

fn put(stack: &mut Value, value: Value) -> Result<()> {
    match stack {
        Value::Array(elems) => elems.push(value),
        Value::Nothing => {}
        other => return trap(format!("a stack was expected, found {other:?}")),
    }
    Ok(())
}

/// Values, gradients and tangents move in the same way.
fn push(mut stack: Value, x: Value, shadows: Option<Vec<Value>>) -> Result<Both> {
    let left = x.default_like();
    put(&mut stack, x)?;
    let shadows = shadows.map(|shadows| {
        let [mut stack, x] = pair(shadows)?;
        let left = x.zero_like();
        put(&mut stack, x)?;
        Ok(vec![stack, left])
    });
    Ok((vec![stack, left], shadows.transpose()?))
}

fn pop(mut stack: Value, x: &Value, shadows: Option<Vec<Value>>) -> Result<Both> {
    let found = top(&mut stack)?;
    if !x.close_to(&x.default_like()) {
        return trap(format!("{x:?} would be lost"));
    }
    let shadows = shadows.map(|shadows| {
        let [mut stack, _] = pair(shadows)?;
        let found = top(&mut stack)?;
        Ok(vec![stack, found])
    });
    Ok((vec![stack, found], shadows.transpose()?))
}

/// A copy has the tangent of what it is a copy of. As the undoing of `copy_pop` it is new and has no gradient yet.
fn copy_push(mut stack: Value, x: Value, shadows: Option<Vec<Value>>, role: Option<Role>) -> Result<Both> {
    put(&mut stack, x.clone())?;
    let shadows = shadows.map(|shadows| {
        let [mut stack, x] = pair(shadows)?;
        let copy = if role == Some(Role::Tangent) { x.clone() } else { x.zero_like() };
        put(&mut stack, copy)?;
        Ok(vec![stack, x])
    });
    Ok((vec![stack, x], shadows.transpose()?))
}

/// Where a copy goes, its gradient goes to what it is a copy of.
fn copy_pop(mut stack: Value, x: Value, shadows: Option<Vec<Value>>, role: Option<Role>) -> Result<Both> {
    let found = top(&mut stack)?;
    if !found.close_to(&x) {
        return trap(format!("the top of the stack, {found:?}, is not a copy of {x:?}"));
    }
    let shadows = shadows.map(|shadows| {
        let [mut stack, mut x] = pair(shadows)?;
        let found = top(&mut stack)?;
        if role == Some(Role::Adjoint) {
            x.update(UpdateOp::Add, &found)?;
        }
        Ok(vec![stack, x])
    });
    Ok((vec![stack, x], shadows.transpose()?))
}

fn pair(values: Vec<Value>) -> Result<[Value; 2]> {
    values.try_into().map_err(|_| Trap("two arguments were expected".into()))
}

/// An entry of a map comes and goes as a copy on a stack does.
fn entry(name: &str, values: Vec<Value>, shadows: Option<Vec<Value>>, role: Option<Role>) -> Result<Both> {
    let [mut map, key, value] = three(values)?;
    let found = if name == "insert" { map.insert(&key, value.clone())? } else { map.remove(&key)? };
    match (name, found) {
        ("insert", Some(_)) => return trap(format!("the key {key:?} has an entry already")),
        ("remove", None) => return trap(format!("the key {key:?} has no entry")),
        ("remove", Some(found)) if !found.close_to(&value) => {
            return trap(format!("the entry of {key:?} is {found:?}, not {value:?}"));
        }
        _ => {}
    }
    let shadows = shadows.map(|shadows| {
        let [mut entries, nothing, mut shadow] = three(shadows)?;
        if name == "insert" {
            let copy = if role == Some(Role::Tangent) { shadow.clone() } else { shadow.zero_like() };
            entries.insert(&key, copy)?;
        } else if let (Some(found), Some(Role::Adjoint)) = (entries.remove(&key)?, role) {
            shadow.update(UpdateOp::Add, &found)?;
        }
        Ok(vec![entries, nothing, shadow])
    });
    Ok((vec![map, key, value], shadows.transpose()?))
}

fn three(values: Vec<Value>) -> Result<[Value; 3]> {
    values.try_into().map_err(|_| Trap("three arguments were expected".into()))
}
