//! Patterns of the host language against dynamic values.

use super::{Result, Value, trap};
use crate::ir::{Expr, Var};
use proc_macro2::Span;

/// Whether `value` matches; what the pattern binds goes to `binds`.
pub fn matches(pat: &syn::Pat, value: &Value, binds: &mut Vec<(Var, Value)>) -> Result<bool> {
    Ok(match pat {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Paren(inner) => matches(&inner.pat, value, binds)?,
        syn::Pat::Reference(inner) => matches(&inner.pat, value, binds)?,
        syn::Pat::Ident(pat) if pat.subpat.is_none() && pat.ident.to_string().starts_with(char::is_uppercase) => {
            value.field(&pat.ident.to_string()).is_some()
        }
        syn::Pat::Path(unit) => Expr::variant(&unit.path).is_none_or(|variant| value.field(&variant).is_some()),
        syn::Pat::Ident(pat) => {
            binds.push((Var::new(&pat.ident.to_string(), Span::call_site()), value.clone()));
            match &pat.subpat {
                Some((_, inner)) => matches(inner, value, binds)?,
                None => true,
            }
        }
        syn::Pat::Lit(lit) => Value::literal(&lit.lit)? == *value,
        syn::Pat::Range(range) => {
            let Value::Int(found) = value else { return trap("a range of integers is matched by an integer") };
            let start = range.start.as_deref().map(bound).transpose()?;
            let end = range.end.as_deref().map(bound).transpose()?;
            let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
            start.is_none_or(|start| start <= *found)
                && end.is_none_or(|end| *found < end || inclusive && *found == end)
        }
        syn::Pat::Or(or) => {
            for case in &or.cases {
                let before = binds.len();
                if matches(case, value, binds)? {
                    return Ok(true);
                }
                binds.truncate(before);
            }
            false
        }
        syn::Pat::Tuple(tuple) => positional(tuple.elems.iter(), value, binds)?,
        syn::Pat::TupleStruct(tuple) => match held(&tuple.path, value) {
            Some(value) => positional(tuple.elems.iter(), value, binds)?,
            None => false,
        },
        syn::Pat::Struct(parts) => {
            let Some(value) = held(&parts.path, value) else { return Ok(false) };
            for field in &parts.fields {
                let name = crate::host::member(&field.member);
                let Some(part) = value.field(&name) else { return trap(format!("no field `{name}`")) };
                if !matches(&field.pat, part, binds)? {
                    return Ok(false);
                }
            }
            true
        }
        syn::Pat::Slice(slice) => {
            let Value::Array(elems) = value else { return trap("an array was expected") };
            elements(&slice.elems.iter().collect::<Vec<_>>(), elems, binds)?
        }
        _ => return trap("this pattern is not known here"),
    })
}

/// What a struct holds, or a value of the given variant.
fn held<'v>(path: &syn::Path, value: &'v Value) -> Option<&'v Value> {
    Expr::variant(path).map_or(Some(value), |variant| value.field(&variant))
}

fn positional<'p>(
    elems: impl Iterator<Item = &'p syn::Pat>,
    value: &Value,
    binds: &mut Vec<(Var, Value)>,
) -> Result<bool> {
    for (k, pat) in elems.enumerate() {
        if let syn::Pat::Rest(_) = pat {
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
fn elements(pats: &[&syn::Pat], elems: &[Value], binds: &mut Vec<(Var, Value)>) -> Result<bool> {
    let rest = pats.iter().position(|pat| matches!(pat, syn::Pat::Rest(_)));
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

fn bound(expr: &syn::Expr) -> Result<i64> {
    match expr {
        syn::Expr::Lit(lit) => match Value::literal(&lit.lit)? {
            Value::Int(bound) => Ok(bound),
            other => trap(format!("an integer was expected, found {other:?}")),
        },
        _ => trap("the bound of a pattern must be a literal here"),
    }
}
