//! Patterns of the host language against dynamic values.

use super::{Result, Value, trap};
use crate::form::{Expr, Path, Pattern, PatternBound, PatternKind, Span, Var};

/// Whether `value` matches; what the pattern binds goes to `binds`.
pub fn matches(pattern: &Pattern, value: &Value, binds: &mut Vec<(Var, Value)>) -> Result<bool> {
    Ok(match &pattern.kind {
        PatternKind::Wild | PatternKind::Rest => true,
        PatternKind::Paren(inner) | PatternKind::Reference { inner, .. } => matches(inner, value, binds)?,
        PatternKind::Name { name, inner: None, .. } if name.starts_with(char::is_uppercase) => {
            value.field(name).is_some()
        }
        PatternKind::Path(path) => Expr::variant(path).is_none_or(|variant| value.field(&variant).is_some()),
        PatternKind::Name { name, inner, .. } => {
            binds.push((Var::new(name, Span::call_site()), value.clone()));
            match inner {
                Some(inner) => matches(inner, value, binds)?,
                None => true,
            }
        }
        PatternKind::Literal(literal) => Value::literal(literal)? == *value,
        PatternKind::Range { start, end, inclusive } => {
            let Value::Int(found) = value else { return trap("a range of integers is matched by an integer") };
            let start = start.as_ref().map(bound).transpose()?;
            let end = end.as_ref().map(bound).transpose()?;
            start.is_none_or(|start| start <= *found)
                && end.is_none_or(|end| *found < end || *inclusive && *found == end)
        }
        PatternKind::Or(cases) => {
            for case in &**cases {
                let before = binds.len();
                if matches(case, value, binds)? {
                    return Ok(true);
                }
                binds.truncate(before);
            }
            false
        }
        PatternKind::Tuple(parts) => positional(parts, value, binds)?,
        PatternKind::TupleStruct(path, parts) => match held(path, value) {
            Some(value) => positional(parts, value, binds)?,
            None => false,
        },
        PatternKind::Struct { path, fields, .. } => {
            let Some(value) = held(path, value) else { return Ok(false) };
            for (name, pattern) in &**fields {
                let Some(part) = value.field(name) else { return trap(format!("no field `{name}`")) };
                if !matches(pattern, part, binds)? {
                    return Ok(false);
                }
            }
            true
        }
        PatternKind::Slice(parts) => {
            let Value::Array(elems) = value else { return trap("an array was expected") };
            elements(parts, elems, binds)?
        }
        PatternKind::Other(_) => return trap("this pattern is not known here"),
    })
}

/// What a struct holds, or a value of the given variant.
fn held<'v>(path: &Path, value: &'v Value) -> Option<&'v Value> {
    Expr::variant(path).map_or(Some(value), |variant| value.field(&variant))
}

fn positional(parts: &[Pattern], value: &Value, binds: &mut Vec<(Var, Value)>) -> Result<bool> {
    for (k, pat) in parts.iter().enumerate() {
        if pat.kind == PatternKind::Rest {
            break;
        }
        let Some(part) = value.field(&k.to_string()) else { return trap("a tuple was expected") };
        if !matches(pat, part, binds)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Elements before and after `..`, if there is one.
fn elements(pats: &[Pattern], elems: &[Value], binds: &mut Vec<(Var, Value)>) -> Result<bool> {
    let rest = pats.iter().position(|pat| pat.kind == PatternKind::Rest);
    let after = rest.map_or(0, |rest| pats.len() - rest - 1);
    let before = pats.len() - after - usize::from(rest.is_some());
    if elems.len() < before + after || rest.is_none() && elems.len() > before {
        return Ok(false);
    }
    let pairs =
        pats[..before].iter().zip(elems).chain(pats[pats.len() - after..].iter().zip(&elems[elems.len() - after..]));
    for (pat, elem) in pairs {
        if !matches(pat, elem, binds)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn bound(bound: &PatternBound) -> Result<i64> {
    match bound {
        PatternBound::Literal(literal) => match Value::literal(literal)? {
            Value::Int(bound) => Ok(bound),
            other => trap(format!("an integer was expected, found {other:?}")),
        },
        PatternBound::Other(_) => trap("the bound of a pattern must be a literal here"),
    }
}
