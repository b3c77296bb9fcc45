//! Plain data: values that change only through `&mut`. An emitted closure that borrows plain data by `&` can therefore
//! not change it, and that is how the borrow checker proves an expression pure.

use core::marker::PhantomData;
use core::ops::{Range, RangeInclusive};

/// Marks plain data: numbers, and arrays, slices, vectors, tuples, references, boxes, options and derived structs of
/// plain data; derived together with [`Restored`](crate::Restored), by which it is compared after a run there and back. `Cell`, `RefCell`, atomics and files are kept out: they change behind a shared reference.
///
/// ```
/// fn accept(_: &impl retrograde::Plain) {}
/// accept(&(1.0, [2_usize, 3], vec![true]));
/// ```
///
/// ```compile_fail,E0277
/// fn accept(_: &impl retrograde::Plain) {}
/// accept(&std::cell::Cell::new(1.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not plain data",
    label = "this may change behind a shared reference, so it cannot be run backwards",
    note = "put `#[derive(Differentiable)]` or `#[derive(Plain)]` on a struct of yours",
    note = "`Cell`, `RefCell`, atomics, locks and files are never plain data"
)]
pub trait Plain {}

macro_rules! plain {
    ($($ty:ty),*) => {$(impl Plain for $ty {})*};
}

plain!(f32, f64, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, (), str, String);

impl<T: Plain> Plain for [T] {}
impl<T: Plain, const N: usize> Plain for [T; N] {}
impl<T: Plain> Plain for Vec<T> {}
impl<T: Plain + ?Sized> Plain for &T {}
impl<T: Plain + ?Sized> Plain for &mut T {}
impl<T: Plain + ?Sized> Plain for Box<T> {}
impl<T: Plain> Plain for Option<T> {}
impl<T: Plain, E: Plain> Plain for Result<T, E> {}
impl<T: Plain> Plain for Range<T> {}
impl<T: Plain> Plain for RangeInclusive<T> {}
impl<T: ?Sized> Plain for PhantomData<T> {}

macro_rules! plain_tuples {
    ($(($($name:ident)*))*) => {$(impl<$($name: Plain),*> Plain for ($($name,)*) {})*};
}

plain_tuples!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H));

/// Asks that a type is plain data.
///
/// ```
/// retrograde::emitted::plain::<[f64]>();
/// ```
#[inline(always)]
pub fn plain<T: Plain + ?Sized>() {}

/// A name that stands for a type only: its value was never computed, or is a list of which only the length matters.
///
/// ```
/// let x = retrograde::emitted::type_of(|| 1.0_f64);
/// let _ = || x.value() + 2.0;
/// ```
#[derive(Clone, Debug)]
pub struct TypeOf<T>(Option<T>);

impl<T> TypeOf<T> {
    /// Stands for a type.
    #[inline(always)]
    pub(crate) fn of_type() -> Self {
        TypeOf(None)
    }

    /// Stands for a list, whose gradient is as long as it is.
    #[inline]
    pub(crate) fn of(list: T) -> Self {
        TypeOf(Some(list))
    }
}

impl<T: Clone> TypeOf<T> {
    /// Has the type of the value. Rules take their operands as closures and never call those that they do not read.
    #[cold]
    pub fn value(&self) -> T {
        self.0.clone().expect("only the type of this value is known")
    }
}

/// The type of an expression that is never evaluated.
///
/// ```
/// let _ = retrograde::emitted::type_of(|| panic!());
/// ```
#[inline(always)]
pub fn type_of<T>(_: impl FnOnce() -> T) -> TypeOf<T> {
    TypeOf::of_type()
}

/// Marks plain data that has no gradient: integers, truth values, characters and text, ranges, arrays, tuples, options, boxes and
/// references of them, and enums of names that derive `Differentiable`. What a `match` binds without telling which part it is must be such
/// data where a derivative is asked for.
///
/// ```
/// fn accept(_: &impl retrograde::WithoutGradient) {}
/// accept(&(1, [true, false]));
/// ```
///
/// ```compile_fail,E0277
/// fn accept(_: &impl retrograde::WithoutGradient) {}
/// accept(&1.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "a `{Self}` may have a gradient, which would be lost here",
    label = "this is taken for an integer, or for something else without a gradient",
    note = "`len`, `is_empty`, `is_nan` and the like are taken for those of the standard library: give a method of yours another name",
    note = "a type written `i32`, `usize`, `bool`, ... is taken for the primitive one: give an alias another name",
    note = "write `#[constant] let name = value;` for a local whose value has no gradient although its type, of another crate, does not say so",
    note = "in a `match`, write `_` for each of the parts that `..` leaves out before it",
    note = "put `#[derive(Differentiable)]` on an enum or a struct of yours that holds no numbers"
)]
pub trait WithoutGradient {}

macro_rules! without_gradient {
    ($($ty:ty),*) => {$(impl WithoutGradient for $ty {})*};
}

without_gradient!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, (), str, String);

impl WithoutGradient for core::cmp::Ordering {}
impl WithoutGradient for core::time::Duration {}
impl<T: WithoutGradient> WithoutGradient for std::collections::VecDeque<T> {}
impl<T: WithoutGradient> WithoutGradient for std::collections::BTreeSet<T> {}
impl<T: WithoutGradient, S> WithoutGradient for std::collections::HashSet<T, S> {}
impl<K: WithoutGradient, V: WithoutGradient> WithoutGradient for std::collections::BTreeMap<K, V> {}
impl<K: WithoutGradient, V: WithoutGradient, S> WithoutGradient for std::collections::HashMap<K, V, S> {}
impl<T: WithoutGradient> WithoutGradient for [T] {}
impl<T: WithoutGradient, const N: usize> WithoutGradient for [T; N] {}
impl<T: WithoutGradient> WithoutGradient for Vec<T> {}
impl<T: WithoutGradient + ?Sized> WithoutGradient for &T {}
impl<T: WithoutGradient + ?Sized> WithoutGradient for &mut T {}
impl<T: WithoutGradient + ?Sized> WithoutGradient for Box<T> {}
impl<T: WithoutGradient> WithoutGradient for Option<T> {}
impl<T: WithoutGradient, E: WithoutGradient> WithoutGradient for Result<T, E> {}
impl<T: WithoutGradient> WithoutGradient for Range<T> {}
impl<T: WithoutGradient> WithoutGradient for RangeInclusive<T> {}
impl<T: ?Sized> WithoutGradient for PhantomData<T> {}

macro_rules! tuples_without_gradient {
    ($(($($name:ident)*))*) => {$(impl<$($name: WithoutGradient),*> WithoutGradient for ($($name,)*) {})*};
}

tuples_without_gradient!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H));

/// Asks that a value has no gradient.
///
/// ```
/// retrograde::emitted::without_gradient(&7_usize);
/// ```
#[inline(always)]
pub fn without_gradient<T: WithoutGradient + ?Sized>(_: &T) {}

/// Asks that a type has no gradient.
///
/// ```
/// retrograde::emitted::without_gradient_type::<[usize]>();
/// ```
#[inline(always)]
pub fn without_gradient_type<T: WithoutGradient + ?Sized>() {}

/// Asks that a value has no gradient, and gives it back.
///
/// ```
/// assert_eq!(retrograde::emitted::constant_value(2.5_f64 as usize), 2);
/// ```
#[inline(always)]
pub fn constant_value<T: WithoutGradient>(value: T) -> T {
    value
}

/// Stands for the value of a function that is in error, so that its callers are not.
///
/// ```should_panic
/// retrograde::emitted::never::<f64>();
/// ```
#[cold]
pub fn never<T>() -> T {
    unreachable!("a function that is in error is not compiled")
}

/// Evaluates `f`, which by its type cannot change anything, and by `Plain` brings home nothing that could.
///
/// ```
/// let x = [1.0, 2.0];
/// assert_eq!(retrograde::emitted::pure(|| x[0] + x[1]), 3.0);
/// ```
///
/// ```compile_fail,E0596
/// let mut s = vec![1.0];
/// retrograde::emitted::pure(|| s.pop().unwrap());
/// ```
#[inline(always)]
pub fn pure<R: Plain>(f: impl Fn() -> R) -> R {
    f()
}

/// Evaluates `f`, which by its type cannot change anything. What it gives may be of any type: the user says that it is constant.
///
/// ```
/// assert_eq!(retrograde::emitted::constant(|| std::rc::Rc::new(2)), 2.into());
/// ```
#[inline(always)]
pub fn constant<R>(f: impl Fn() -> R) -> R {
    f()
}
