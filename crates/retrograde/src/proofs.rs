//! What the compiler takes for granted and rustc is asked to prove. It sees no types: that `a[i]` is an element of a slice, that `swap` is the
//! standard library's, that `Shape(r)` makes a tuple struct, it reads off the names. Emitted code puts each such assumption to rustc, by a
//! call of one of these functions. None of them does anything; where the assumption is wrong, the bound of the function is not met, and the
//! error stands at the user's token.

use core::borrow::Borrow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use crate::checks::{EXACT, Mismatch, Restored};

/// Marks types whose elements are places of their own: different indices never lead to the same place, and the length changes with the whole
/// alone. Slices, arrays, vectors, deques, maps and text are known to be such.
///
/// ```
/// fn accept(_: &impl retrograde::DistinctElements) {}
/// accept(&vec![1.0, 2.0]);
/// ```
///
/// ```compile_fail,E0277
/// struct Ring([f64; 2]);
/// impl core::ops::Index<usize> for Ring {
///     type Output = f64;
///     fn index(&self, i: usize) -> &f64 {
///         &self.0[i % 2]
///     }
/// }
/// fn accept(_: &impl retrograde::DistinctElements) {}
/// accept(&Ring([1.0, 2.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing is known of the elements of a `{Self}`: two of them may be the same place",
    label = "this is taken for a slice, an array, a vector, a deque or a map",
    note = "use the field that holds the elements, `x.elements[i]` for `x[i]`, and put what a method of yours does into a function with the attribute, which is called by its path",
    note = "implement `retrograde::DistinctElements` for a type of yours whose elements are apart and whose `len` changes with the whole alone"
)]
pub trait DistinctElements {}

/// Marks types whose methods that are called like those of lists, `iter`, `get`, `swap`, are those, and which are walked along as these are. What leads to a
/// list by a `Deref` with the attribute is such, unless it has such methods of its own.
///
/// ```
/// fn accept(_: &impl retrograde::emitted::ListMethods) {}
/// accept(&vec![1.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing is known of what methods of a `{Self}` do that are called like those of lists",
    label = "this is taken for a slice, an array, a vector, a deque or a map",
    note = "use the field that holds the elements, `x.elements.iter()` for `x.iter()`, or put what a method of yours does into a function with the attribute, which is called by its path"
)]
pub trait ListMethods: DistinctElements {}

macro_rules! lists {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> DistinctElements for $ty {}
        impl<$($generics)*> ListMethods for $ty {}
    )*};
}

lists! {
    [T] [T];
    [T, const N: usize] [T; N];
    [T] Vec<T>;
    [T] VecDeque<T>;
    [K, V, S] HashMap<K, V, S>;
    [K, V] BTreeMap<K, V>;
    [] str;
    [] String;
    [T] crate::Stack<T>;
}

#[cfg(feature = "nalgebra")]
lists! { [T, R, C, S] nalgebra::Matrix<T, R, C, S>; }
#[cfg(feature = "ndarray")]
lists! { [S: ndarray::RawData, D] ndarray::ArrayBase<S, D>; }

macro_rules! pointers {
    ($($ty:ty;)*) => {$(
        impl<T: DistinctElements + ?Sized> DistinctElements for $ty {}
        impl<T: ListMethods + ?Sized> ListMethods for $ty {}
    )*};
}

pointers! {
    &T;
    &mut T;
    Box<T>;
    Rc<T>;
    Arc<T>;
}

/// Asks that what `_place` would give is walked along as a list is, and has the methods of one.
///
/// ```
/// let rows = [[1.0, 2.0], [3.0, 4.0]];
/// retrograde::emitted::has_list_methods(|| &rows[1]);
/// ```
#[inline(always)]
pub fn has_list_methods<'a, T: ListMethods + ?Sized + 'a>(_place: impl FnOnce() -> &'a T) {}

/// For types that lead to another by a `Deref`: an index of their own, and a walk of their own, are ambiguous beside these.
pub trait HidesNothing {
    /// Only its name is asked for.
    fn index<I>(&self, _: I) -> OfList {
        OfList
    }

    /// Only its name is asked for.
    #[allow(clippy::wrong_self_convention, reason = "the name is that of the method that it must not hide")]
    fn into_iter(&self) -> OfList {
        OfList
    }
}

/// Marks that a method of a list is found behind a type, and not at the type itself.
#[diagnostic::on_unimplemented(
    message = "what stands for a list, by its `Deref`, may have no method of its own that is called like one of lists",
    label = "this type has a method like that",
    note = "give a method of yours another name, or leave the attribute out of the `Deref`"
)]
pub trait FoundBehind {}

impl FoundBehind for OfList {}

/// Asks that a method is found behind a type.
#[inline(always)]
pub fn found_behind<R: FoundBehind>(_: R) {}

/// Asks that elements of what `_place` would give are apart.
///
/// ```
/// let rows = [[1.0, 2.0], [3.0, 4.0]];
/// retrograde::emitted::has_elements(|| &rows[1]);
/// ```
#[inline(always)]
pub fn has_elements<'a, T: DistinctElements + ?Sized + 'a>(_place: impl FnOnce() -> &'a T) {}

macro_rules! list_methods {
    ($params:tt $($name:ident)*) => {$(
        #[doc = "Only its name is asked for."]
        #[allow(clippy::iter_not_returning_iterator, reason = "nobody iterates")]
        fn $name $params -> OfList {
            OfList
        }
    )*};
}

/// The methods of slices, for what has them only by being seen as a slice. Beside a method of the same name that a trait of the user's gives to
/// vectors or arrays, which hides that of slices, these are ambiguous, which rustc says.
///
/// ```
/// use retrograde::emitted::OfLists as _;
/// retrograde::emitted::of_lists(|| [1.0, 2.0].first());
/// ```
///
/// ```compile_fail,E0034
/// trait Own {
///     fn first(&self) -> f64;
/// }
/// impl Own for [f64; 2] {
///     fn first(&self) -> f64 {
///         self[1]
///     }
/// }
/// use retrograde::emitted::OfLists as _;
/// retrograde::emitted::of_lists(|| [1.0, 2.0].first());
/// ```
pub trait OfLists {
    list_methods! { (&self) len is_empty iter first last }
    list_methods! { (&mut self) iter_mut first_mut last_mut }
    list_methods! { (&self, _: usize) chunks chunks_exact windows get }
    list_methods! { (&mut self, _: usize) chunks_mut chunks_exact_mut get_mut }
    list_methods! { (&mut self, _: usize, _: usize) swap }
}

impl<T, const N: usize> OfLists for [T; N] {}
impl<T> OfLists for Vec<T> {}
impl<T> OfLists for Box<[T]> {}

/// What the methods of [`OfLists`] give.
#[derive(Clone, Copy, Debug)]
pub struct OfList;

/// Marks what a method of slices, or [`OfLists`], gives.
///
/// ```
/// fn accept(_: impl retrograde::emitted::GivenByLists) {}
/// accept([1.0, 2.0].first());
/// ```
#[diagnostic::on_unimplemented(
    message = "this method is not that of slices, which it is taken for",
    label = "this gives a `{Self}`",
    note = "give a method of yours another name"
)]
pub trait GivenByLists {}

macro_rules! given_by_lists {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(impl<$($generics)*> GivenByLists for $ty {})*};
}

given_by_lists! {
    [] OfList;
    [] ();
    [] usize;
    [] bool;
    [T] Option<&T>;
    [T] Option<&mut T>;
    [T] core::slice::Iter<'_, T>;
    [T] core::slice::IterMut<'_, T>;
    [T] core::slice::Chunks<'_, T>;
    [T] core::slice::ChunksMut<'_, T>;
    [T] core::slice::ChunksExact<'_, T>;
    [T] core::slice::ChunksExactMut<'_, T>;
    [T] core::slice::Windows<'_, T>;
    [T] std::collections::vec_deque::Iter<'_, T>;
    [T] std::collections::vec_deque::IterMut<'_, T>;
    [K, V] std::collections::btree_map::Iter<'_, K, V>;
    [K, V] std::collections::btree_map::IterMut<'_, K, V>;
    [K, V] std::collections::hash_map::Iter<'_, K, V>;
    [K, V] std::collections::hash_map::IterMut<'_, K, V>;
}

#[cfg(feature = "nalgebra")]
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S: nalgebra::RawStorage<T, R, C>> GivenByLists
    for nalgebra::base::iter::MatrixIter<'_, T, R, C, S>
{
}
#[cfg(feature = "ndarray")]
impl<T, D> GivenByLists for ndarray::iter::Iter<'_, T, D> {}

/// Asks that `_call` calls a method of slices.
///
/// ```
/// retrograde::emitted::of_lists(|| vec![1.0, 2.0].len());
/// ```
#[inline(always)]
pub fn of_lists<R: GivenByLists>(_call: impl FnOnce() -> R) {}

/// The same where what the method gives does not matter.
///
/// ```
/// retrograde::emitted::has_length(|| vec![1.0, 2.0].len());
/// ```
#[inline(always)]
pub fn has_length<R>(_call: impl FnOnce() -> R) {}

/// Stands for an index that is not known where rustc is asked.
///
/// ```
/// let rows = [[1.0, 2.0], [3.0, 4.0]];
/// retrograde::emitted::has_elements(|| &rows[retrograde::emitted::any_index()]);
/// ```
#[cold]
pub fn any_index() -> usize {
    unreachable!("this is only asked for its type")
}

/// Marks a function as another: each is itself.
///
/// ```
/// fn accept<Meant, Written: retrograde::emitted::Is<Meant>>(_: Meant, _: Written) {}
/// accept(f64::sin, f64::sin);
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not the function of the standard library that its name is taken for",
    label = "a function of your own",
    note = "call it by a path, `self::swap(..)` or `module::swap(..)`, and put the attribute on it"
)]
pub trait Is<Other> {}

impl<Function> Is<Function> for Function {}

/// Asks that two functions are the same.
///
/// ```
/// retrograde::emitted::same_function(<::core::primitive::f64>::max, f64::max);
/// ```
#[inline(always)]
pub fn same_function<Meant, Written: Is<Meant>>(_: Meant, _: Written) {}

/// What `Default::default()` is of the type that a struct is made of, which rustc may not know where it is asked for. The type has no function of its
/// own that is called `default`.
///
/// ```
/// let rest: (f64, u8) = retrograde::emitted::default_of(Default::default, <(f64, u8)>::default);
/// assert_eq!(rest, (0.0, 0));
/// ```
#[inline(always)]
pub fn default_of<T, Meant: Fn() -> T, Written: Is<Meant> + Fn() -> T>(_: Meant, written: Written) -> T {
    written()
}

/// Marks the companion of [`stop_gradient`](fn@crate::stop_gradient).
///
/// ```compile_fail,E0277
/// retrograde::emitted::is_stop_gradient::<f64>();
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not the `stop_gradient` of Retrograde",
    label = "what it gives is taken for a constant, by its name",
    note = "give a function of yours another name"
)]
pub trait StopsGradient {}

impl StopsGradient for crate::stop_gradient {}

/// Asks that a companion is that of [`stop_gradient`](fn@crate::stop_gradient).
///
/// ```
/// retrograde::emitted::is_stop_gradient::<retrograde::stop_gradient>();
/// ```
#[inline(always)]
pub fn is_stop_gradient<Companion: StopsGradient>() {}

/// Asks that a function is `core::mem::swap`.
///
/// ```
/// retrograde::emitted::same_swap((), ::core::mem::swap, std::mem::swap);
/// ```
#[inline(always)]
pub fn same_swap<T, Meant: Fn(&mut T, &mut T), Written: Is<Meant>>(_: T, _: Meant, _: Written) {}

/// Marks the complex numbers of `num-complex`.
///
/// ```compile_fail,E0277
/// fn accept(_: impl retrograde::emitted::ComplexNumber) {}
/// accept((1.0, 2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a complex number of `num-complex`",
    label = "`new` of a type with this name is taken for that of a complex number",
    note = "the feature `num-complex` has derivatives of complex numbers; give a type or module of yours another name, and `new` the attribute"
)]
pub trait ComplexNumber {}

#[cfg(feature = "num-complex")]
impl<T> ComplexNumber for num_complex::Complex<T> {}

/// Asks that a value is a complex number, and gives it back.
///
/// ```compile_fail,E0277
/// retrograde::emitted::complex_number((1.0, 2.0));
/// ```
#[inline(always)]
pub fn complex_number<C: ComplexNumber>(value: C) -> C {
    value
}

/// Marks `Box`.
///
/// ```
/// fn accept(_: impl retrograde::emitted::StandardBox) {}
/// accept(Box::new(1.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the `Box` of the standard library",
    label = "`Box::new` is taken for that of the standard library",
    note = "give a type or module of yours another name"
)]
pub trait StandardBox {}

impl<T: ?Sized> StandardBox for Box<T> {}

/// Asks that `_make` would make a box.
///
/// ```
/// retrograde::emitted::boxes(|| Box::new(1.0));
/// ```
#[inline(always)]
pub fn boxes<B: StandardBox>(_make: impl FnOnce() -> B) {}

/// Marks `Vec`.
///
/// ```
/// fn accept(_: impl retrograde::emitted::StandardVec) {}
/// accept(vec![1.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Vec` of the standard library",
    label = "`vec!` is taken for that of the standard library",
    note = "give a macro of yours another name, and use it outside of functions with derivatives"
)]
pub trait StandardVec {}

impl<T> StandardVec for Vec<T> {}

/// Asks that `_make` would make a vector.
///
/// ```
/// retrograde::emitted::makes_vectors(|| vec![(), ()]);
/// ```
#[inline(always)]
pub fn makes_vectors<V: StandardVec>(_make: impl FnOnce() -> V) {}

macro_rules! builtin {
    ($($function:ident $marks:ident [$($generics:tt)*] $ty:ty, $example:literal;)*) => {$(
        #[doc = concat!("Marks `", stringify!($ty), "`.")]
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not Rust's own",
            label = "this is taken for what Rust calls so",
            note = "give a type or module of yours another name"
        )]
        pub trait $marks {}

        impl<$($generics)*> $marks for $ty {}

        #[doc = concat!("Asks that a type is `", stringify!($ty), "`, whatever it is called.")]
        ///
        /// ```
        #[doc = concat!("retrograde::emitted::", stringify!($function), "::<", $example, ">();")]
        /// ```
        #[inline(always)]
        pub fn $function<T: $marks>() {}
    )*};
}

builtin! {
    is_f32 IsF32 [] f32, "f32";
    is_f64 IsF64 [] f64, "f64";
    is_vec IsVec [T] Vec<T>, "Vec<()>";
}

/// Asks that a constant is an `f32`.
///
/// ```
/// retrograde::emitted::f32_constant(std::f32::consts::PI);
/// ```
#[inline(always)]
pub fn f32_constant(_: impl IsF32) {}

/// Asks that a constant is an `f64`.
///
/// ```
/// retrograde::emitted::f64_constant(std::f64::consts::PI);
/// ```
#[inline(always)]
pub fn f64_constant(_: impl IsF64) {}

/// A value that a constructor made: `_pattern` matches it with the pattern of the constructor, which a function does not have.
///
/// ```
/// struct Point(f64, f64);
/// let p = retrograde::emitted::made(Point(1.0, 2.0), |made| match made {
///     Point(_, _) => {}
/// });
/// assert_eq!(p.0 + p.1, 3.0);
/// ```
#[inline(always)]
pub fn made<T>(value: T, _pattern: impl FnOnce(&T)) -> T {
    value
}

/// A copy, which must be like the original: its gradient is that of the original. A `Clone` by hand may do anything, so a value that may have
/// one is compared, bit for bit, in every build, and any other in builds with debug assertions.
///
/// ```
/// let x = vec![1.0, 2.0];
/// assert_eq!(retrograde::emitted::copied(x.clone(), &x), x);
/// ```
#[inline(always)]
#[track_caller]
pub fn copied<T: Restored>(copy: T, original: &T) -> T {
    compare(&copy, original);
    copy
}

/// The same for the elements of a slice.
///
/// ```
/// let x = [1.0, 2.0];
/// assert_eq!(retrograde::emitted::copied_slice(x.to_vec(), &x), x);
/// ```
#[inline(always)]
#[track_caller]
pub fn copied_slice<T: Restored>(copy: Vec<T>, original: &[T]) -> Vec<T> {
    compare(&copy[..], original);
    copy
}

/// The same for what is owned instead of borrowed.
///
/// ```
/// let x = [1.0, 2.0];
/// assert_eq!(retrograde::emitted::copied_owned(x[..].to_owned(), &x[..]), x);
/// ```
#[inline(always)]
#[track_caller]
pub fn copied_owned<T: Restored + ?Sized, C: OwnedOf<T>>(copy: C, original: &T) -> C {
    compare(copy.borrow(), original);
    copy
}

/// Marks what `to_owned` of the standard library makes of a `T`.
///
/// ```
/// fn accept(_: impl retrograde::emitted::OwnedOf<[f64]>) {}
/// accept([1.0, 2.0][..].to_owned());
/// ```
#[diagnostic::on_unimplemented(
    message = "this `to_owned` is not that of the standard library, which it is taken for",
    label = "this gives a `{Self}`",
    note = "give a method of yours another name"
)]
pub trait OwnedOf<T: ?Sized>: Borrow<T> {}

impl<T: ToOwned + ?Sized> OwnedOf<T> for T::Owned {}

#[inline(always)]
#[track_caller]
fn compare<T: Restored + ?Sized>(copy: &T, original: &T) {
    // Where checks are made, a method of the user's that is called like one of the standard library is found out too.
    if (!T::CLONES || cfg!(debug_assertions))
        && let Some(mismatch) = copy.mismatch(original, EXACT)
    {
        differs(mismatch);
    }
}

#[cold]
#[track_caller]
fn differs(Mismatch { path, expected, found }: Mismatch) -> ! {
    panic!(
        "a derivative takes this copy for the value itself, but they differ: the copy{path} is {found}, the value {expected}. \
         Give what `clone` does here another name, and the attribute"
    )
}

/// What a local may hold before anybody reads it.
#[diagnostic::on_unimplemented(
    message = "a local of the type `{Self}` needs its first value where it is declared",
    label = "declared without a value",
    note = "give it its value in one statement, by the branches of an `if` or a `match`"
)]
pub trait FirstValue: Sized {
    /// Any value.
    fn first_value() -> Self;
}

impl<T: Default> FirstValue for T {
    fn first_value() -> Self {
        T::default()
    }
}

/// What a local holds that is declared without a value.
#[inline]
pub fn first_value<T: FirstValue>() -> T {
    T::first_value()
}
