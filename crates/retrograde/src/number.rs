//! The methods of the table as functions of a trait. A method cannot be called on a literal whose type is still open, a function
//! can: emitted code uses these where the way back comes to a call before it comes to what tells the type.

macro_rules! declare {
    (
        $r:ident
        operators $operators:tt
        methods { $($name:ident $method:ident $cost:ident $value:tt
            $x:ident $reads:tt $partial:tt $domain:expr $(, $y:ident $y_reads:tt $y_partial:tt $y_domain:expr)*;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt
            $pow_x:ident $pow_reads:tt $pow_partial:tt $pow_domain:expr, $pow_y:ident $pow_y_domain:expr;)* }
        tuples { $($tuple:ident ($($part:ident),+);)* }
        special { $($special:ident $special_method:ident $special_cost:ident $special_value:tt
            $special_x:ident $special_reads:tt $special_partial:tt $special_domain:expr;)* }
    ) => {
        /// The methods of `f32` and `f64` that have derivative rules.
        ///
        /// ```
        /// use retrograde::emitted::Number;
        /// let x = 0.25;
        /// let root = Number::sqrt(x);
        /// assert_eq!(root + x * 0.0_f64, 0.5);
        /// ```
        #[allow(missing_docs, reason = "as the methods of the number types")]
        pub trait Number: Sized {
            $(#[must_use] fn $method(self $(, $y: Self)*) -> Self;)*
            $(#[must_use] fn $pow_method(self, $pow_y: i32) -> Self;)*
            $(#[must_use] fn $tuple(self) -> ($(declare!(@itself $part)),+);)*
            $(#[must_use] fn $special_method(self) -> Self;)*
        }

        declare! { @implement f32 $($method($($y)*))*; $($pow_method($pow_y))*; $($tuple($($part)+))*; $($special_method)* }
        declare! { @implement f64 $($method($($y)*))*; $($pow_method($pow_y))*; $($tuple($($part)+))*; $($special_method)* }
    };
    (@implement $float:ident $($method:ident($($y:ident)*))*; $($pow:ident($exponent:ident))*;
        $($tuple:ident($($part:ident)+))*; $($special:ident)*) => {
        impl Number for $float {
            $(#[inline(always)] fn $method(self $(, $y: Self)*) -> Self { <$float>::$method(self $(, $y)*) })*
            $(#[inline(always)] fn $pow(self, $exponent: i32) -> Self { <$float>::$pow(self, $exponent) })*
            $(#[inline(always)] fn $tuple(self) -> ($(declare!(@itself $part)),+) { <$float>::$tuple(self) })*
            $(#[inline(always)] fn $special(self) -> Self { retrograde_rules::special::Special::$special(self) })*
        }
    };
    (@itself $part:ident) => { Self };
}

retrograde_rules::scalar_rules!(declare);

/// What a sum of nothing is.
///
/// ```
/// assert_eq!(retrograde::emitted::empty_sum::<u8>(), 0);
/// ```
#[inline(always)]
pub fn empty_sum<T: core::iter::Sum>() -> T {
    core::iter::empty().sum()
}

/// What a product of nothing is.
///
/// ```
/// assert_eq!(retrograde::emitted::empty_product::<u8>(), 1);
/// ```
#[inline(always)]
pub fn empty_product<T: core::iter::Product>() -> T {
    core::iter::empty().product()
}
