//! The methods of the table as functions of a trait. A method cannot be called on a literal whose type is still open, a function
//! can: emitted code uses these where the way back comes to a call before it comes to what tells the type.

macro_rules! declare {
    (
        $names:tt
        operators1 $operators1:tt
        operators2 $operators2:tt
        methods1 { $($one:ident $one_method:ident $one_value:tt $one_reads:tt $one_partial:tt $one_domain:expr;)* }
        methods2 { $($two:ident $two_method:ident $two_value:tt
            $two_left_reads:tt $two_left:tt $two_right_reads:tt $two_right:tt $two_x:expr, $two_y:expr;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt $pow_reads:tt $pow_partial:tt $pow_x:expr, $pow_y:expr;)* }
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
            $(#[must_use] fn $one_method(self) -> Self;)*
            $(#[must_use] fn $two_method(self, other: Self) -> Self;)*
            $(#[must_use] fn $pow_method(self, exponent: i32) -> Self;)*
        }

        declare!(@implement f32 [$($one_method)*] [$($two_method)*] [$($pow_method)*]);
        declare!(@implement f64 [$($one_method)*] [$($two_method)*] [$($pow_method)*]);
    };
    (@implement $float:ident [$($one:ident)*] [$($two:ident)*] [$($pow:ident)*]) => {
        impl Number for $float {
            $(#[inline(always)] fn $one(self) -> Self { <$float>::$one(self) })*
            $(#[inline(always)] fn $two(self, other: Self) -> Self { <$float>::$two(self, other) })*
            $(#[inline(always)] fn $pow(self, exponent: i32) -> Self { <$float>::$pow(self, exponent) })*
        }
    };
}

retrograde_rules::scalar_rules!(declare);
