//! The companions of the library's own reversible functions, in the shape that `#[reversible]` emits.

/// The struct that carries what is derived from a function, and is its value.
macro_rules! companion {
    ($name:ident) => {
        #[doc = concat!("What is derived from the function [`", stringify!($name), "`](fn@", stringify!($name), "), and its value.")]
        #[allow(non_camel_case_types, reason = "a companion is named after its function")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name {}

        impl $crate::Plain for $name {}

        impl $crate::Restored for $name {
            fn mismatch(&self, _: &Self, _: f64) -> Option<$crate::Mismatch> {
                None
            }

            fn magnitude(&self) -> f64 {
                0.0
            }
        }

        $crate::differentiable::without_gradient! { [] $name; }
    };
}

pub(crate) use companion;
