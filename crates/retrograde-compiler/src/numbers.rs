//! Type parameters that are numbers, `fn f<T: Float>(x: T) -> T`. A function stays as it is written; what is derived from it asks one thing more of such
//! a parameter, that it is `f32` or `f64`:
//!
//! ```text
//! where T: ::retrograde::emitted::Floating
//! ```
//!
//! Which parameters are numbers is told by the names of their bounds. Where that is wrong, rustc says so, since the clause is not met.

use crate::host::names_in;
use quote::ToTokens;
use syn::visit::{self, Visit};

/// Traits of numbers. A name that contains one of [`PARTS`] is that of one too.
const TRAITS: [&str; 34] = [
    "Add",
    "AddAssign",
    "Bounded",
    "CheckedAdd",
    "ComplexField",
    "Div",
    "DivAssign",
    "Euclid",
    "Field",
    "FromPrimitive",
    "Inv",
    "MulAdd",
    "Mul",
    "MulAssign",
    "Neg",
    "One",
    "PartialOrd",
    "Pow",
    "Product",
    "Rem",
    "RemAssign",
    "RingOps",
    "SampleUniform",
    "Signed",
    "Sub",
    "SubAssign",
    "SubsetOf",
    "Sum",
    "SupersetOf",
    "ToPrimitive",
    "Trig",
    "Trigonometry",
    "Transcendental",
    "Zero",
];

/// `Float`, `FloatConst`, `GeoFloat`, `RealField`, `NumCast`, `CoordNum`, ...
const PARTS: [&str; 4] = ["Float", "Num", "Real", "Scalar"];

/// Traits of what may be no number although it has operators, or of a number that is told to be one.
const OTHERS: [&str; 12] = [
    "Differentiable",
    "DifferentiableFunction",
    "DifferentiableTangent",
    "Fn",
    "FnMut",
    "FnOnce",
    "Plain",
    "Reversible",
    "ReversibleAdjoint",
    "ReversibleDerivatives",
    "ReversibleTangent",
    "WithoutGradient",
];

/// The name of the trait that the clause asks for.
const CLAUSE: &str = "Floating";

/// Adds the clause for each type parameter, of the function or of what is `around` it, that is a number.
pub fn ask(sig: &mut syn::Signature, around: &syn::Generics) {
    let (own, outer) = (numbers(&sig.generics), numbers(around));
    // What the function calls a parameter of its own is that.
    let hidden = |name: &syn::Ident| sig.generics.type_params().any(|param| param.ident == *name);
    let outer = outer.into_iter().filter(|name| !hidden(name));
    let all: Vec<syn::Ident> = own.into_iter().chain(outer).collect();
    for name in all {
        let span = name.span();
        let clause = syn::parse_quote_spanned!(span=> #name: ::retrograde::emitted::Floating);
        sig.generics.make_where_clause().predicates.push(clause);
    }
}

/// Adds the clause for each type parameter of an `impl` that is a number.
pub fn ask_of(generics: &mut syn::Generics) {
    for name in numbers(generics) {
        let span = name.span();
        let clause = syn::parse_quote_spanned!(span=> #name: ::retrograde::emitted::Floating);
        generics.make_where_clause().predicates.push(clause);
    }
}

/// A function without the clause, as it is written.
pub fn unasked(item: &syn::ItemFn) -> syn::ItemFn {
    let mut item = item.clone();
    if let Some(clause) = &mut item.sig.generics.where_clause {
        let predicates = std::mem::take(&mut clause.predicates);
        clause.predicates = predicates.into_iter().filter(|one| asked(one).is_none()).collect();
        if clause.predicates.is_empty() {
            item.sig.generics.where_clause = None;
        }
    }
    item
}

/// The type parameters that a function with the clause has for numbers.
pub fn asked_of(generics: &syn::Generics) -> impl Iterator<Item = &syn::Ident> {
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    predicates.filter_map(asked)
}

/// Whether a type is a type parameter that is a number.
pub fn is_number(ty: &syn::Type, generics: &syn::Generics) -> bool {
    matches!(ty, syn::Type::Path(path) if asked_of(generics).any(|name| path.path.is_ident(name)))
}

/// Whether a type is made of such numbers. That it has a gradient follows from the clause; a clause of its own would hide from rustc what that is.
pub fn mentions(ty: &syn::Type, generics: &syn::Generics) -> bool {
    let names = names_in(ty.to_token_stream());
    asked_of(generics).any(|name| names.has(&name.to_string()))
}

/// The parameter that a clause of ours is about.
fn asked(predicate: &syn::WherePredicate) -> Option<&syn::Ident> {
    let syn::WherePredicate::Type(predicate) = predicate else { return None };
    let syn::Type::Path(ty) = &predicate.bounded_ty else { return None };
    let ours = predicate.bounds.iter().any(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            let names: Vec<String> = bound.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            bound.path.leading_colon.is_some() && names == ["retrograde", "emitted", CLAUSE]
        }
        _ => false,
    });
    ty.path.get_ident().filter(|_| ours)
}

/// The type parameters that are numbers, as their bounds tell.
fn numbers(generics: &syn::Generics) -> Vec<syn::Ident> {
    let of = |param: &&syn::TypeParam| {
        let bounds = bounds(&param.ident, generics);
        let any = |is: &dyn Fn(&str) -> bool| bounds.iter().any(|name| is(name));
        any(&is_named_so) || any(&|name| TRAITS.contains(&name)) && !any(&|name| OTHERS.contains(&name))
    };
    generics.type_params().filter(of).map(|param| param.ident.clone()).collect()
}

fn is_named_so(name: &str) -> bool {
    PARTS.iter().any(|part| name.contains(part))
}

/// The names of the traits by which a type parameter is bound.
fn bounds(param: &syn::Ident, generics: &syn::Generics) -> Vec<String> {
    let mut bounds = Bounds::default();
    for one in generics.type_params().filter(|one| one.ident == *param) {
        one.bounds.iter().for_each(|bound| bounds.visit_type_param_bound(bound));
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let syn::WherePredicate::Type(predicate) = predicate
            && matches!(&predicate.bounded_ty, syn::Type::Path(path) if path.path.is_ident(param))
        {
            predicate.bounds.iter().for_each(|bound| bounds.visit_type_param_bound(bound));
        }
    }
    bounds.names
}

#[derive(Default)]
struct Bounds {
    names: Vec<String>,
}

impl<'i> Visit<'i> for Bounds {
    fn visit_trait_bound(&mut self, bound: &'i syn::TraitBound) {
        self.names.extend(bound.path.segments.last().map(|last| last.ident.to_string()));
        visit::visit_trait_bound(self, bound);
    }
}
