//! The attributes and derives of Retrograde. Use them through the crate `retrograde`, which exports them.
//!
//! This crate is only the shell that rustc calls; the compiler is `retrograde-compiler`.

use proc_macro::TokenStream;

/// Gives a struct of differentiable fields a shadow and a tangent.
///
/// For a struct `P` they are `PShadow` and `PTangent`, with the field names of `P`: where `p.x` is a value, `p_adj.x` is the place of
/// its gradient. The struct becomes plain data too, as with [`Plain`](macro@Plain), which is then left out. Fields of integers, booleans and the like have no
/// gradient and take no room in a shadow; an enum without fields is like an integer. The shadow of another enum has a field for each
/// variant that holds something: what `E::A { x }` holds has its gradient at `e_adj.A.x`, and what a value does not hold has zero.
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
#[proc_macro_derive(Differentiable)]
pub fn differentiable_struct(input: TokenStream) -> TokenStream {
    retrograde_compiler::derive::derive(syn::parse_macro_input!(input)).into()
}

/// Marks a struct or an enum as plain data: it changes only through `&mut`.
///
/// That is what a parameter of a reversible function must be. [`Differentiable`](macro@Differentiable) includes it, so this is for
/// what is run backwards without gradients. A type derives one of them:
///
/// ```compile_fail,E0119
/// #[derive(retrograde::Plain, retrograde::Differentiable)]
/// struct Twice(f64);
/// ```
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Plain)]
/// struct Purse {
///     coins: u64,
///     log: Vec<u64>,
/// }
///
/// #[reversible]
/// fn pay(from: &mut Purse, to: &mut Purse, amount: u64) {
///     from.coins -= amount;
///     to.coins += amount;
///     to.log[0] ^= amount;
/// }
///
/// let (mut a, mut b) = (Purse { coins: 9, log: vec![0] }, Purse { coins: 0, log: vec![0] });
/// pay(&mut a, &mut b, 4);
/// assert_eq!((a.coins, b.coins, b.log[0]), (5, 4, 4));
/// pay::inverse(&mut a, &mut b, 4);
/// assert_eq!((a.coins, b.coins, b.log[0]), (9, 0, 0));
/// ```
///
/// Every field must be plain data itself:
///
/// ```compile_fail,E0277
/// #[derive(retrograde::Plain)]
/// struct Hidden {
///     count: std::cell::Cell<u32>,
/// }
/// ```
#[proc_macro_derive(Plain)]
pub fn plain_type(input: TokenStream) -> TokenStream {
    retrograde_compiler::derive::derive_plain(syn::parse_macro_input!(input)).into()
}

/// Makes a function reversible.
///
/// The function stays as it is, and a companion of the same name is defined beside it, on which everything derived from it is found:
///
/// | argument | gives |
/// |---|---|
/// | | `f::inverse` undoes `f` |
/// | `adjoint` | `f::adjoint` undoes `f` and carries gradients back; `f::inverse_adjoint` does the same for the inverse; `f::pull` carries gradients back without the values of the outputs, if `f` only adds to them |
/// | `tangent` | `f::tangent` runs `f` and carries tangents along, those of numbers passed by value as they are, others in shadows; `f::inverse_tangent` does the same for the inverse |
/// | `checks = true` | run-time checks of floats in release builds too; `false` for never; without it, in debug builds |
/// | `associated` | what is derived from a function in an `impl` goes beside it, see below |
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint, tangent)]
/// fn rotate(x: &mut f64, y: &mut f64, angle: f64) {
///     let shear = -(angle / 2.0).tan();
///     *x += *y * shear;
///     *y += *x * angle.sin();
///     *x += *y * shear;
/// }
///
/// let (mut x, mut y) = (1.0_f64, 0.0_f64);
/// rotate(&mut x, &mut y, 0.5);
/// assert!((x - 0.5_f64.cos()).abs() < 1e-15 && (y - 0.5_f64.sin()).abs() < 1e-15);
///
/// // backwards, with the gradient of the new `x`: what is accumulated is its gradient by the old `x`, the old `y`, and the angle
/// let (mut x_adj, mut y_adj, mut angle_adj) = (1.0_f64, 0.0_f64, 0.0_f64);
/// rotate::adjoint(&mut x, &mut x_adj, &mut y, &mut y_adj, 0.5, &mut angle_adj);
/// assert!((x - 1.0).abs() < 1e-15 && y.abs() < 1e-15);
/// assert!((x_adj - 0.5_f64.cos()).abs() < 1e-15);
/// assert!((y_adj + 0.5_f64.sin()).abs() < 1e-15);
/// assert!((angle_adj + 0.5_f64.sin()).abs() < 1e-15);
/// ```
///
/// The function returns nothing and changes its `&mut` parameters by `+=`, `-=`, `^=`, `*=`, `/=`, `swap` and calls of reversible
/// functions. A
/// statement that destroys information is an error that says what to write instead:
///
/// ```compile_fail
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn forget(y: &mut f64) {
///     *y = 0.0; // assignment destroys the old value, so it cannot be undone
/// }
/// ```
///
/// # Words of the language
///
/// | in the body | means |
/// |---|---|
/// | `x *= e;`, `x /= e;` | undo each other. Of integers it is always checked that nothing is lost: no zero, no overflow, no remainder; of floats, with checks, that the factor is finite and not zero, and that the result neither overflows nor vanishes |
/// | `if (before, after) { } else { }` | `before` decides on the way there, `after` on the way back: it is true after the first branch and false after the other. In a chain of `else if`, after a branch its own `after` is true and those before it are false |
/// | `while (before, after) { }` | runs as long as `before` holds; `after` is false before the first turn and true after each |
/// | `inverse! { ... }` | runs the statements backwards |
/// | `'r: { ... }`, then `uncompute!('r);` | runs a block, and later in the same block undoes it; nothing that it reads or changes may change in between |
/// | `release!(n, e);` | the life of the local `n` ends here, where it holds `e` |
/// | `assert!`, `println!`, `dbg!` and their relatives, `safe! { ... }` | code that changes nothing, which rustc proves; it runs once in each run, forwards, backwards or with derivatives, at the same place |
///
/// ```
/// use retrograde::prelude::*;
///
/// /// Adds the logarithm to the base of two, rounded down.
/// #[reversible]
/// fn add_log2(out: &mut u32, n: u32) {
///     assert!(n > 0);
///     let mut power = 1;
///     let mut k = 0;
///     'count: {
///         while (power <= n / 2, k > 0) {
///             power *= 2;
///             k += 1;
///         }
///     }
///     *out += k;
///     uncompute!('count);
/// }
///
/// let mut out = 1;
/// add_log2(&mut out, 1000);
/// assert_eq!(out, 10);
/// add_log2::inverse(&mut out, 1000);
/// assert_eq!(out, 1);
/// ```
///
/// With checks, an update of what belongs to the caller panics if it swallows a float: after `x += 1e20` nothing would bring `x` back.
///
/// Constants, types, functions and other items at the top level of the body are there for everything that is derived.
///
/// # Gradients by name
///
/// With `adjoint` and `tangent` come the drivers. They take the arguments of the function and leave them as they were: numbers exactly,
/// other state up to rounding, since it is run backwards.
///
/// | | |
/// |---|---|
/// | `f::gradient(args)` | the gradient of the loss by every parameter that has one, in order; a tuple if there are several |
/// | `f::value_and_gradient(args)` | the loss after a run, and the gradient |
/// | `f::gradient_into(args, places)` | overwrites the caller's places with the gradient and returns the loss; allocates nothing itself |
/// | `f::vjp(args, seeds)` | gradients of the `&mut` parameters after a run, carried back to every parameter |
/// | `f::jacobian(args)` | for every parameter, a row for each number of the output; eight rows in a sweep |
/// | `f::jvp(args, tangents)` | with `tangent`: tangents of every parameter, carried forward to the `&mut` parameters |
///
/// The loss is the only `&mut f64` or `&mut f32`, or the parameter marked `#[loss]`; its own gradient, by the value it starts from,
/// is one of those returned. The output of a Jacobian is the only `&mut` array, slice or vector, or the parameter marked `#[output]`.
/// Integers have no gradient, nor has a parameter marked `#[constant]`: its shadow is `Inactive`, and that something with a gradient
/// gets into it is an error.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint, tangent)]
/// fn loss(sum: &mut f64, w: &[f64], #[constant] x: &[f64]) {
///     for i in 0..w.len() {
///         *sum += w[i] * w[i] * x[i];
///     }
/// }
///
/// #[reversible(adjoint)]
/// fn scale(v: &mut [f64], by: f64) {
///     for i in 0..v.len() {
///         v[i] *= by;
///     }
/// }
///
/// let (w, x) = ([1.0, 2.0], [3.0, 4.0]);
/// let (value, (_, dw)) = loss::value_and_gradient(&mut 0.0, &w, &x);
/// assert_eq!((value, dw), (19.0, vec![6.0, 16.0]));
///
/// let mut buffer = [0.0; 2];
/// loss::gradient_into(&mut 0.0, &w, &x, &mut 0.0, &mut buffer);
/// assert_eq!(buffer, [6.0, 16.0]);
///
/// // the direction in which the first weight grows
/// assert_eq!(loss::jvp(&mut 0.0, &w, &x, (0.0, vec![1.0, 0.0])), 6.0);
///
/// let (by_v, by_factor) = scale::jacobian(&mut [1.0, 2.0], 0.5);
/// assert_eq!(by_v, [[0.5, 0.0], [0.0, 0.5]]);
/// assert_eq!(by_factor, [1.0, 2.0]);
/// ```
///
/// # Functions as values
///
/// The companion is also a value, `f {}`, that can be passed, stored and composed. What takes one asks for `Reversible` with the tuple
/// of the arguments and calls it like a function; it runs backwards when the function around it does. Such a call has no derivative yet.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn add(y: &mut i64, x: i64) {
///     *y += x;
/// }
///
/// #[reversible]
/// fn repeat<F: for<'a> Reversible<(&'a mut i64, i64)>>(f: &F, y: &mut i64, n: i64) {
///     for i in 0..n {
///         f(y, i);
///     }
/// }
///
/// let mut y = 10;
/// repeat(&add {}, &mut y, 5);
/// assert_eq!(y, 20);
/// repeat(&Inverse(add {}), &mut y, 5);
/// assert_eq!(y, 10);
/// ```
///
/// Where derivatives are asked for, the value must have them too, and its bound says so:
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint)]
/// fn add_square(y: &mut f64, x: f64) {
///     *y += x * x;
/// }
///
/// #[reversible(adjoint)]
/// fn repeat<F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>>(f: &F, y: &mut f64, x: &[f64]) {
///     for i in 0..x.len() {
///         f(y, x[i]);
///     }
/// }
///
/// assert_eq!(repeat::gradient(&add_square {}, &mut 0.0, &[3.0, 4.0]), (1.0, vec![6.0, 8.0]));
/// ```
///
/// What is called is a constant: gradients go to the arguments of the call, and the function has no shadow (`Inactive` is passed for it).
/// A function with `#[constant]` parameters is no value with derivatives, because the caller could not see which arguments they are.
///
/// # Methods
///
/// A method has no companion: what is derived from it are methods beside it, named after it, such as `step_inverse`, `step_adjoint`,
/// `step_tangent`. `self` is a parameter like any other, and its gradient follows it:
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Copy, Differentiable)]
/// struct Pendulum {
///     angle: f64,
///     speed: f64,
/// }
///
/// impl Pendulum {
///     #[reversible(adjoint)]
///     fn step(&mut self, dt: f64) {
///         self.speed -= self.angle.sin() * dt;
///         self.angle += self.speed * dt;
///     }
///
///     #[reversible(adjoint)]
///     fn run(&mut self, dt: f64, steps: usize) {
///         for _ in 0..steps {
///             self.step(dt);
///         }
///     }
/// }
///
/// let mut pendulum = Pendulum { angle: 1.0, speed: 0.0 };
/// pendulum.run(0.1, 10);
///
/// let pendulum_adj = pendulum.zero_shadow::<On<One>>();
/// pendulum_adj.angle.set(1.0);
/// let mut dt_adj = 0.0;
/// pendulum.run_adjoint(&pendulum_adj, 0.1, &mut dt_adj, 10, Inactive);
/// assert!((pendulum.angle - 1.0).abs() < 1e-12);
/// assert!((pendulum_adj.angle.get() - 0.689).abs() < 1e-3);
/// ```
///
/// The attribute cannot see what is around a function. One whose signature has `self` or `Self` is taken for a method; any other in an
/// `impl` is marked `#[reversible(associated)]`. For the same reason `step_pull` and the drivers, `step_gradient` and so on, are only there
/// for methods with a visibility, such as `pub` or `pub(self)`, which cannot be in the `impl` of a trait. The drivers of a trait's methods
/// come with the trait.
///
/// # Traits
///
/// On a trait the attribute declares the siblings of each method that returns nothing and takes something by `&mut`. The trait then asks
/// for [`Plain`]. In the `impl` each of these methods has the attribute with the same arguments. They have no default body, which an
/// `impl` could replace without its inverse: a generic function does instead.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// trait Step {
///     fn step(&mut self, dt: f64);
/// }
///
/// impl Step for f64 {
///     #[reversible]
///     fn step(&mut self, dt: f64) {
///         *self += dt;
///     }
/// }
///
/// #[reversible]
/// fn run<T: Step>(x: &mut T, dt: f64, steps: usize) {
///     for _ in 0..steps {
///         x.step(dt);
///     }
/// }
///
/// #[reversible]
/// fn run_both<A: Step, B: Step>(a: &mut A, b: &mut B) {
///     run(a, 0.5, 10);
///     b.step(0.5);
/// }
///
/// let (mut a, mut b) = (1.0, 2.0);
/// run_both(&mut a, &mut b);
/// assert_eq!((a, b), (6.0, 2.5));
/// run_both::inverse(&mut a, &mut b);
/// assert_eq!((a, b), (1.0, 2.0));
/// ```
#[proc_macro_attribute]
pub fn reversible(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Ok(item) = syn::parse(item.clone()) {
        return retrograde_compiler::traits::reversible(arguments.into(), &item).into();
    }
    let place = "a function with a body: on each method of an `impl`, or on a whole trait";
    on_function("#[reversible]", place, item, |item| retrograde_compiler::expand::reversible(arguments.into(), item))
}

/// Differentiates an ordinary function: one that returns a value and may overwrite what it likes.
///
/// The function stays as it is, and a companion of the same name is defined beside it:
///
/// | | |
/// |---|---|
/// | `f::gradient(args)` | the gradient by every argument that has one; a tuple if there are several |
/// | `f::value_and_gradient(args)` | the value and the gradient |
/// | `f::gradient_into(args, places)` | overwrites the caller's places with the gradient and returns the value; allocates nothing but the tape |
/// | `f::vjp(args, seed)` | a gradient of the value, of whatever type, carried back to the arguments |
/// | `f::jacobian(args)` | of a value that is an array or a vector: for every argument, a row for each number |
/// | `f::jvp(args, tangents)` | the directional derivative, from plain tangents; with `#[differentiable(tangent)]` |
/// | `f::pullback(args with kinds)` | the value and a closure that carries a gradient of it back to the shadows of the arguments, any number of times |
/// | `f::tangent(args with tangents)` | the value and its directional derivative, from a tangent behind each argument: of a number passed by value the tangent itself, else a shadow that holds it; with `#[differentiable(tangent)]` |
///
/// Integers have no gradient, nor has a parameter marked `#[constant]`.
///
/// | argument | |
/// |---|---|
/// | `tangent` | forward mode too |
/// | `recursive` | the residual is in a box: for one of the functions that call each other in a circle |
/// | `checkpoint` | nothing is kept for the way back but the arguments, and the function is run again there |
/// | `forward` | in reverse mode too, the derivative is computed by tangents, eight in a run, and the Jacobian is all that is kept: for functions of few numbers |
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable(forward)]
/// fn settle(x: f64, rate: f64) -> f64 {
///     let mut y = x;
///     while (y - 1.0).abs() > 1e-3 {
///         y += rate * (1.0 - y * y);
///     }
///     y
/// }
///
/// #[differentiable(checkpoint)]
/// fn layer(x: &[f64], weight: f64) -> Vec<f64> {
///     x.iter().map(|x| settle(x * weight, 0.1)).collect()
/// }
///
/// #[differentiable]
/// fn loss(x: &[f64], weight: f64) -> f64 {
///     let y = layer(x, weight);
///     layer(&y, weight).iter().sum()
/// }
///
/// check_gradient!(reverse loss(&[1.5, 2.0], 1.25));
/// ```
///
/// What else can be done to a derivative is in `retrograde::custom`: `hook`, `stop_gradient`, `checkpoint`, `fixed_point` and so on.
///
/// A body may assign, loop (`while`, `loop`, `for` over ranges and along chains of iterators), leave early (`break`, `continue`, `return`,
/// `?`, `let ... else`), choose, call, and have closures and lists of its own:
///
/// ```
/// use retrograde::prelude::*;
///
/// /// Newton's method for the root of a polynomial.
/// #[differentiable]
/// fn root(c: &[f64], start: f64) -> Option<f64> {
///     let at = |x: f64| c.iter().rev().fold(0.0, |acc, c| acc * x + c);
///     let mut x = start;
///     for _ in 0..100 {
///         let slope: f64 = c.iter().enumerate().skip(1).map(|(k, c)| c * k as f64 * x.powi(k as i32 - 1)).sum();
///         if slope == 0.0 {
///             return None;
///         }
///         let step = at(x) / slope;
///         x -= step;
///         if step.abs() < 1e-12 {
///             return Some(x);
///         }
///     }
///     None
/// }
///
/// // x² - 2 = 0: the root moves by -1 / (2 x) with the constant
/// let (dc, _) = root::vjp(&[-2.0, 0.0, 1.0], 1.0, retrograde::Perhaps { Some: (1.0,) });
/// assert!((dc[0] + 0.5 / 2.0_f64.sqrt()).abs() < 1e-9);
/// ```
///
/// What the derivative reads, and what cannot be read or cheaply computed again on the way back, is saved on a typed tape. A function
/// that needs none allocates none.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable(tangent)]
/// fn iterate(x: f64, n: usize) -> f64 {
///     let mut y = x;
///     for _ in 0..n {
///         y = y - (y * y - 2.0) / (2.0 * y);
///     }
///     y
/// }
///
/// let (root, slope) = iterate::value_and_gradient(1.5, 6);
/// assert!((root - 2.0_f64.sqrt()).abs() < 1e-15);
/// assert!(slope.abs() < 1e-10); // where it started no longer matters
///
/// let (value, tangent) = iterate::tangent(1.5, 1.0_f64, 1, Inactive);
/// assert_eq!(value, iterate(1.5, 1));
/// assert!((tangent - iterate::gradient(1.5, 1)).abs() < 1e-15);
/// ```
///
/// Arguments may change. What is overwritten is saved, and the way back restores it:
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable]
/// fn relax(x: &mut [f64], k: f64) {
///     for i in 1..x.len() {
///         x[i] = x[i] * k + x[i - 1];
///     }
/// }
///
/// #[differentiable]
/// fn last(x: &[f64], k: f64) -> f64 {
///     let mut v = x.to_vec();
///     let () = relax(&mut v, k); // without the `let`, it would be a call of a reversible function
///     v[v.len() - 1]
/// }
///
/// assert_eq!(last::gradient(&[1.0, 2.0, 4.0], 0.5), (vec![1.0, 0.5, 0.5], 6.0));
/// ```
///
/// On an `impl` or a trait, the attribute holds for the methods in it that have `self` and give something with a gradient: each has siblings
/// beside it, `p.energy_gradient(x)` and so on. A function without `self` is marked itself.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derive(Clone, Differentiable)]
/// struct Spring {
///     stiffness: f64,
/// }
///
/// #[differentiable]
/// impl Spring {
///     fn energy(&self, x: f64) -> f64 {
///         0.5 * self.stiffness * x * x
///     }
/// }
///
/// #[differentiable]
/// fn pair(a: &Spring, b: &Spring, x: f64) -> f64 {
///     a.energy(x) + b.energy(1.0 - x)
/// }
///
/// let (a, b) = (Spring { stiffness: 2.0 }, Spring { stiffness: 4.0 });
/// assert_eq!(a.energy_gradient(3.0).1, 6.0);
/// assert_eq!(pair::gradient(&a, &b, 0.5).2, 0.5 * 2.0 - 0.5 * 4.0);
/// ```
///
/// `pullback` is told beside each argument what kind of shadow it will be given, `On` for a gradient and `Off` for a constant:
///
/// ```
/// use retrograde::prelude::*;
/// use std::marker::PhantomData;
///
/// #[differentiable]
/// fn product(x: f64, y: f64) -> f64 {
///     x * y
/// }
///
/// let (value, back) = product::pullback(3.0, PhantomData::<On<One>>, 4.0, PhantomData::<Off<One>>);
/// let x_adj = Cell::new(0.0);
/// back(1.0, &x_adj, f64::inactive::<One>());
/// assert_eq!((value, x_adj.get()), (12.0, 4.0));
/// ```
#[proc_macro_attribute]
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Ok(item) = syn::parse(item.clone()) {
        return retrograde_compiler::methods::differentiable_impl(arguments.into(), &item).into();
    }
    if let Ok(item) = syn::parse(item.clone()) {
        return retrograde_compiler::methods::differentiable_trait(arguments.into(), &item).into();
    }
    let place = "a function with a body, an `impl` or a trait";
    on_function("#[differentiable]", place, item, |item| {
        retrograde_compiler::expand::differentiable(arguments.into(), item)
    })
}

/// Gives the derivative of a function of floats: its partial derivatives, in the order of its parameters.
///
/// The body may be any Rust. The partial derivatives may use the parameters and the value of the function, which is named `r`. The function
/// can then be called in reversible and differentiable functions, and its companion has everything that
/// [`#[differentiable(tangent)]`](macro@differentiable) gives.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derivative(r)]
/// fn exponential(x: f64) -> f64 {
///     // stands for a function that one does not own, or that has no rule
///     (0..20).rev().fold(1.0, |sum, k| 1.0 + x / f64::from(k + 1) * sum)
/// }
///
/// #[derivative(y.cos(), -x * y.sin())]
/// fn along(x: f64, y: f64) -> f64 {
///     x * y.cos()
/// }
///
/// #[reversible(adjoint)]
/// fn add(out: &mut f64, x: f64, y: f64) {
///     *out += along(exponential(x), y);
/// }
///
/// assert!((exponential::gradient(0.5) - 0.5_f64.exp()).abs() < 1e-12);
/// assert_eq!(along::gradient(2.0, 0.0), (1.0, 0.0));
/// check_gradient!(reverse add(&mut 1.0, 0.5, 0.3));
/// ```
///
/// With `test = range` a test is generated that compares the derivative with finite differences at random points of the range. It is
/// named after the function, `gauss_derivative`. In parentheses each parameter has its own range; what is no float has `_` for a
/// derivative and a value for the test:
///
/// ```
/// use retrograde::prelude::*;
///
/// #[derivative(-2.0 * x * r, test = -2.0..2.0)]
/// fn gauss(x: f64) -> f64 {
///     (-x * x).exp()
/// }
///
/// #[derivative(f64::from(n) * x.powi(n - 1), _, test = (0.5..2.0, 3))]
/// fn power(x: f64, n: i32) -> f64 {
///     x.powi(n)
/// }
///
/// assert_eq!(power::gradient(2.0, 3), 12.0);
/// ```
///
/// # Functions that one does not own
///
/// A function of another crate, or of C behind a safe function, gets its derivative by a wrapper:
///
/// ```
/// use retrograde::prelude::*;
/// mod elsewhere {
///     pub fn sinc(x: f64) -> f64 {
///         x.sin() / x
///     }
/// }
///
/// #[derivative((x.cos() - r) / x)]
/// fn sinc(x: f64) -> f64 {
///     elsewhere::sinc(x)
/// }
///
/// check_gradient!(sinc(0.7));
/// ```
///
/// That of C is declared in an `extern` block; what is unsafe about it stays in the wrapper, or in the declaration:
///
/// ```
/// use retrograde::prelude::*;
/// mod c {
///     unsafe extern "C" {
///         // of numbers, and so safe to call
///         pub safe fn cbrt(x: f64) -> f64;
///         pub fn frexp(x: f64, exponent: *mut i32) -> f64;
///     }
/// }
///
/// #[derivative(1.0 / (3.0 * r * r), test = 0.1..2.0)]
/// fn cube_root(x: f64) -> f64 {
///     c::cbrt(x)
/// }
///
/// /// A number over the power of two that it contains.
/// #[derivative(r / x)]
/// fn significand(x: f64) -> f64 {
///     let mut exponent = 0;
///     unsafe { c::frexp(x, &mut exponent) }
/// }
///
/// #[differentiable]
/// fn loss(x: &[f64]) -> f64 {
///     x.iter().map(|x| cube_root(*x) * significand(*x)).sum()
/// }
///
/// check_gradient!(reverse loss(&[0.7, 3.0, 100.0]));
/// ```
#[proc_macro_attribute]
pub fn derivative(arguments: TokenStream, item: TokenStream) -> TokenStream {
    on_function("#[derivative]", "a function with a body", item, |item| {
        retrograde_compiler::by_hand::derivative(arguments.into(), item)
    })
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
    on_function("#[pullback]", "a function with a body", item, |item| {
        retrograde_compiler::by_hand::pullback(arguments.into(), item)
    })
}

/// Makes a function whose body is not in the language reversible: its inverse and its derivatives are other functions.
///
/// | argument | names |
/// |---|---|
/// | `inverse` | what undoes the function; the function itself, if it is its own inverse |
/// | `adjoint`, `inverse_adjoint` | what undoes the function, or its inverse, and carries gradients back |
/// | `tangent`, `inverse_tangent` | what runs the function, or its inverse, and carries tangents along |
///
/// The derivative of one direction is enough, if it is itself a [`#[reversible]`](macro@reversible) function: as maps of values and
/// gradients, the adjoints of a function and of its inverse undo each other, and so do the tangents. Such a function takes each argument
/// and behind it, unless it is an integer, `&mut` of its plain gradient: an `f64` for an `f64`, a slice for a slice, a `PTangent<One>`
/// for a struct `P`. An adjoint starts with values as they are after the function and restores them; it turns the gradients of what
/// the function changes into those of what was there before, and adds to those of what it only reads. A tangent runs the function and
/// takes the tangents along.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[primitive(inverse = shrink, adjoint = grow_adjoint)]
/// fn grow(x: &mut f64, by: f64) {
///     *x *= by.exp();
/// }
///
/// fn shrink(x: &mut f64, by: f64) {
///     *x *= (-by).exp();
/// }
///
/// #[reversible]
/// fn grow_adjoint(x: &mut f64, x_adj: &mut f64, by: f64, by_adj: &mut f64) {
///     *by_adj += *x * *x_adj;
///     *x_adj *= by.exp();
///     grow::inverse(x, by);
/// }
///
/// #[reversible(adjoint)]
/// fn there_and_back(x: &mut f64, y: &mut f64, by: f64) {
///     grow(x, by);
///     *y += *x * *x;
///     grow::inverse(x, by * by);
/// }
///
/// check_inverse!(there_and_back(&mut 2.0, &mut 0.0, 0.5));
/// check_gradient!(reverse there_and_back(&mut 2.0, &mut 0.0, 0.5));
/// assert_eq!(grow::gradient(&mut 2.0, 0.0), (1.0, 2.0));
/// ```
///
/// If gradients are so large that one swallows another, `#[reversible(checks = false)]` keeps the checks of debug builds quiet. Several
/// gradients that travel together are carried one by one.
///
/// Where both directions are given, or the function is its own inverse, they are functions of places: they take each argument followed by
/// the places of its gradient, and have the type parameters of the function, a `Width`, and a `Kind` for each argument. So they may
/// handle several gradients at once and constants as they like.
///
/// ```
/// use retrograde::emitted::{get, set, weigh};
/// use retrograde::prelude::*;
/// use retrograde::Kind;
///
/// /// To the other side of the unit circle.
/// #[primitive(inverse = invert, adjoint = invert_adjoint)]
/// fn invert(x: &mut f64) {
///     *x = 1.0 / *x;
/// }
///
/// fn invert_adjoint<W: Width, K: Kind<Width = W>>(x: &mut f64, x_adj: &K::Cell<f64>) {
///     invert(x);
///     set(x_adj, weigh(get(x_adj), -1.0 / (*x * *x)));
/// }
///
/// #[reversible(adjoint)]
/// fn add_harmonic(sum: &mut f64, x: &mut f64) {
///     invert(x);
///     *sum += *x;
///     invert(x);
/// }
///
/// check_inverse!(add_harmonic(&mut 0.0, &mut 4.0));
/// check_gradient!(reverse add_harmonic(&mut 0.0, &mut 4.0));
/// ```
///
/// The companion has the drivers of a reversible function too: `gradient`, `vjp` and so on.
#[proc_macro_attribute]
pub fn primitive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    on_function("#[primitive]", "a function with a body", item, |item| {
        retrograde_compiler::by_hand::primitive(arguments.into(), item)
    })
}

/// Expands a function. Anything else stays as it is, so that only the attribute is in error.
fn on_function(
    attribute: &str,
    place: &str,
    item: TokenStream,
    expand: impl FnOnce(&syn::ItemFn) -> proc_macro2::TokenStream,
) -> TokenStream {
    match syn::parse(item.clone()) {
        Ok(function) => expand(&function).into(),
        Err(mut error) => {
            if syn::parse::<syn::Item>(item.clone()).is_ok() {
                error = syn::Error::new(proc_macro2::Span::call_site(), format!("`{attribute}` belongs on {place}"));
            }
            [TokenStream::from(error.to_compile_error()), item].into_iter().collect()
        }
    }
}
