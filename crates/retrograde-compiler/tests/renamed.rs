//! Attributes and derives that are told by which path the library is found.

use proc_macro2::TokenStream;
use retrograde_compiler::entry::ENTRIES;

fn expanded(attribute: &str, arguments: &str, item: &str) -> String {
    let (_, entry) = ENTRIES.into_iter().find(|(name, _)| *name == attribute).expect("an attribute");
    let [arguments, item] = [arguments, item].map(|code| code.parse::<TokenStream>().expect("tokens"));
    entry(arguments, item).to_string()
}

/// Nothing that is emitted names the library by its own name.
#[test]
fn every_path_is_renamed() {
    for (attribute, item) in [
        ("reversible", "fn f(y: &mut f64, x: &[f64]) { for v in x { *y += v * v.exp(); } }"),
        ("differentiable", "fn f(x: &[f64]) -> f64 { let mut s = vec![]; for v in x { s.push(g(*v)?); } s[0] }"),
        ("differentiable", "impl S { fn f(&self, x: f64) -> f64 { self.a * x } }"),
        ("differentiable", "trait T { fn f(&self, x: f64) -> f64; }"),
        ("differentiable", "mod m { pub struct P { pub x: f64 } pub fn f(p: &P) -> f64 { p.x * p.x } }"),
    ] {
        let adjoint = if attribute == "reversible" { "adjoint, " } else { "" };
        let code = expanded(attribute, &format!("{adjoint}crate = $crate::grad, tangent").replace('$', ""), item);
        let left = code.replace("crate :: grad", "").replace("# [retrograde", "");
        assert!(code.contains("crate :: grad :: emitted"), "{code}");
        assert!(!left.contains(":: retrograde"), "{left}");
    }
    let item = "#[retrograde(crate = other::grad)] struct P { x: f64, y: Vec<f64> }";
    for derive in ["Differentiable", "Plain"] {
        let code = expanded(derive, "", item);
        assert!(code.contains("other :: grad :: emitted") && !code.contains(":: retrograde"), "{code}");
    }
    assert!(expanded("differentiable", "", "fn f(x: f64) -> f64 { x }").contains(":: retrograde"));
}
