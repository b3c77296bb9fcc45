//! Patterns of the host language against dynamic values.

use super::{Result, Value, trap};
use crate::ir::Var;
use proc_macro2::Span;

/// Whether `value` matches; what the pattern binds goes to `binds`.
pub fn matches(pat: &syn::Pat, value: &Value, binds: &mut Vec<(Var, Value)>) -> Result<bool> {
    Ok(match pat {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Paren(inner) => matches(&inner.pat, value, binds)?,
        syn::Pat::Reference(inner) => matches(&inner.pat, value, binds)?,
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
        syn::Pat::Tuple(tuple) => {
            for (k, pat) in tuple.elems.iter().enumerate() {
                if let syn::Pat::Rest(_) = pat {
                    break;
                }
                let Some(part) = value.field(&k.to_string()) else { return trap("a tuple was expected") };
                if !matches(pat, part, binds)? {
                    return Ok(false);
                }
            }
            true
        }
        _ => return trap("this pattern is not known here"),
    })
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
