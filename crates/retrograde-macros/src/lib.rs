//! The attributes and derives of Retrograde. Use them through the crate `retrograde`, which exports them.
//!
//! This crate is only the shell that rustc calls; the compiler is `retrograde-compiler`. What each attribute does is told in `docs/`.

use proc_macro::TokenStream;
use retrograde_compiler::entry;

/// Gives a struct of differentiable fields a shadow and a tangent.
///
/// For a struct `P` they are `PShadow` and `PTangent`, with the field names of `P`: where `p.x` is a value, `p_adj.x` is the place of
/// its gradient. The struct becomes plain data too, as with [`Plain`](macro@Plain), which is then left out. Fields of integers, booleans and the like have no
/// gradient and take no room in a shadow; an enum without fields is like an integer. The shadow of another enum has a field for each
/// variant that holds something: what `E::A { x }` holds has its gradient at `e_adj.A.x`, and what a value does not hold has zero.
/// What a struct or an enum holds in a box of another has its gradient in a `retrograde::Boxed`, so it may hold itself.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Copy, Debug, Differentiable)]
/// struct Line {
///     slope: f64,
///     offset: f64,
///     id: usize,
/// }
///
/// #[differentiable]
/// fn height(line: &Line, x: f64) -> f64 {
///     line.slope * x + line.offset
/// }
///
/// #[reversible(adjoint)]
/// fn add_height(y: &mut f64, line: &Line, x: f64) {
///     *y += line.slope * x + line.offset;
/// }
///
/// let line = Line { slope: 2.0, offset: 1.0, id: 7 };
/// let (d_line, dx) = height::gradient(&line, 3.0);
/// assert_eq!((d_line.slope, d_line.offset, dx), (3.0, 1.0, 2.0));
///
/// let line_adj = line.zero_shadow::<On<One>>();
/// add_height::pull(&mut 1.0, &line, &line_adj, 3.0, Inactive);
/// assert_eq!((line_adj.slope.get(), line_adj.offset.get()), (3.0, 1.0));
/// ```
#[proc_macro_derive(Differentiable, attributes(retrograde))]
pub fn differentiable_struct(input: TokenStream) -> TokenStream {
    entry::derive_differentiable(input.into()).into()
}

#[doc = include_str!("../docs/plain_type.md")]
#[proc_macro_derive(Plain, attributes(retrograde))]
pub fn plain_type(input: TokenStream) -> TokenStream {
    entry::derive_plain(input.into()).into()
}

#[doc = include_str!("../docs/reversible.md")]
#[proc_macro_attribute]
pub fn reversible(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::reversible(arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/differentiable.md")]
#[proc_macro_attribute]
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::differentiable(arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/derivative.md")]
#[proc_macro_attribute]
pub fn derivative(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::derivative(arguments.into(), item.into()).into()
}

/// Gives the derivative of any function: another function that carries a gradient of its value back to its arguments.
///
/// That function takes a reference to the value, the gradient of the value, and each argument as the function takes it, followed by the
/// places of its gradient, to which it adds. Its type parameters are those of the function, a `Width`, and a `Kind` for each
/// argument; so one function serves single gradients, several at once, and constants.
///
/// ```
/// use retrograde::emitted::{add, weigh};
/// use retrograde::prelude::*;
/// use retrograde::{Kind, TangentOf};
///
/// #[pullback(norm_back)]
/// fn norm(x: &[f64]) -> f64 {
///     x.iter().map(|x| x * x).sum::<f64>().sqrt()
/// }
///
/// fn norm_back<W: Width, K: Kind<Width = W>>(norm: &f64, g: TangentOf<f64, W>, x: &[f64], x_adj: &[K::Cell<f64>]) {
///     for (x, x_adj) in x.iter().zip(x_adj) {
///         add(x_adj, weigh(g, x / norm));
///     }
/// }
///
/// #[differentiable]
/// fn loss(x: &[f64], scale: f64) -> f64 {
///     norm(x) * scale
/// }
///
/// assert_eq!(norm::gradient(&[3.0, 4.0]), [0.6, 0.8]);
/// check_gradient!(reverse loss(&[3.0, 4.0], 2.0));
/// ```
///
/// For forward mode, `#[pullback(f_back, tangent = f_push)]` names a function that takes each argument followed by its tangent, with the
/// same type parameters, and returns the value and its tangent.
#[proc_macro_attribute]
pub fn pullback(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::pullback(arguments.into(), item.into()).into()
}

#[doc = include_str!("../docs/primitive.md")]
#[proc_macro_attribute]
pub fn primitive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    entry::primitive(arguments.into(), item.into()).into()
}
