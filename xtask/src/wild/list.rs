//! The list of what is tried: crates, and of each some functions with arguments to draw.
//!
//! ```text
//! [libm 0.2.16] special functions
//! src/math/erf.rs  erf(-3.0..3.0)
//! ```
//!
//! A function is written as it is called in its file. A range is a number to draw from it, `_` any float, and `[a..b; n]` as many.

use syn::visit_mut::{self, VisitMut};

/// A crate and what is tried of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    pub name: String,
    pub version: String,
    pub field: String,
    /// the functions that are tried; none stands for all that numbers can be drawn for
    pub calls: Vec<Call>,
}

/// A function of a crate, called.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// its file, from the folder of the crate
    pub file: String,
    /// the type whose method it is
    pub owner: Option<String>,
    pub name: String,
    pub args: Vec<syn::Expr>,
    /// whether the value is that in a result or an option
    pub unwrapped: bool,
}

/// The crates of a list.
pub fn read(text: &str) -> Result<Vec<Published>, String> {
    let mut all: Vec<Published> = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some((crate_, field)) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            all.push(published(crate_).ok_or_else(|| format!("no version: {line}"))?);
            let last = all.last_mut().expect("just pushed");
            last.field = field.trim().into();
        } else if let Some((file, called)) = line.split_once(char::is_whitespace) {
            let last = all.last_mut().ok_or("a function without a crate")?;
            let called = call(file, called.trim()).ok_or_else(|| format!("no call of a function: {line}"))?;
            last.calls.push(called);
        }
    }
    Ok(all)
}

/// A crate as `NAME VERSION`.
pub fn published(text: &str) -> Option<Published> {
    let (name, version) = text.trim().split_once(' ')?;
    Some(Published { name: name.into(), version: version.trim().into(), field: String::new(), calls: Vec::new() })
}

fn call(file: &str, text: &str) -> Option<Call> {
    let (mut expr, mut unwrapped) = (syn::parse_str::<syn::Expr>(text).ok()?, false);
    if let syn::Expr::MethodCall(outer) = expr {
        (expr, unwrapped) = (*outer.receiver, outer.method == "unwrap");
    }
    let syn::Expr::Call(called) = expr else { return None };
    let syn::Expr::Path(path) = *called.func else { return None };
    let mut names = path.path.segments.iter().map(|segment| segment.ident.to_string()).rev();
    let (name, owner) = (names.next()?, names.next());
    Some(Call { file: file.into(), owner, name, args: called.args.into_iter().collect(), unwrapped })
}

/// Whether numbers are drawn for an argument, or written in it, so that it has a gradient.
pub fn is_drawn(arg: &syn::Expr) -> bool {
    let mut drawn = Drawn { any: false };
    drawn.visit_expr_mut(&mut arg.clone());
    drawn.any
}

/// An argument with what is drawn written out.
pub fn drawn(arg: &syn::Expr) -> syn::Expr {
    let mut arg = arg.clone();
    Drawn { any: false }.visit_expr_mut(&mut arg);
    arg
}

struct Drawn {
    any: bool,
}

impl VisitMut for Drawn {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let new: syn::Expr = match &*expr {
            syn::Expr::Range(syn::ExprRange { start: Some(start), end: Some(end), .. }) => {
                syn::parse_quote!(draw.between(#start, #end))
            }
            syn::Expr::Infer(_) => syn::parse_quote!(draw.any()),
            syn::Expr::Repeat(syn::ExprRepeat { expr: one, len, .. }) => {
                syn::parse_quote!(::std::array::from_fn::<_, #len, _>(|_| #one))
            }
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(_), .. }) => {
                self.any = true;
                return;
            }
            _ => return,
        };
        self.any = true;
        *expr = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[test]
    fn lists() {
        let text = "# fields\n[libm 0.2.16] special functions\nsrc/a.rs erf(-3.0..3.0) # Γ\n\n[a 1.0.0]\nsrc/b.rs P::f(P { x: 1.0 }, &[_; 3], true).unwrap()\n";
        let all = read(text).unwrap();
        assert_eq!((&*all[0].name, &*all[0].field, &*all[1].version), ("libm", "special functions", "1.0.0"));
        let called = &all[1].calls[0];
        assert_eq!((called.owner.as_deref(), &*called.name, called.unwrapped), (Some("P"), "f", true));
        assert_eq!(called.args.iter().map(is_drawn).collect::<Vec<_>>(), [true, true, false]);
        let text = drawn(&called.args[1]).to_token_stream().to_string();
        assert_eq!(text, "& :: std :: array :: from_fn :: < _ , 3 , _ > (| _ | draw . any ())");
        assert!(read("src/a.rs f(1.0)").is_err() && read("[a 1]\nsrc/a.rs f").is_err());
    }
}
