//! What a constructor holds, where its name alone does not say whether it is that of a struct or of a variant that was imported.

/// The shadow of what `$name` holds, in the shadow of a value that it made. That of an enum has a method by the name of each of its
/// variants, which goes before one of a trait; every other shadow is what is asked for itself.
#[doc(hidden)]
#[macro_export]
macro_rules! __held {
    ($shadow:expr, $name:ident) => {
        (*match &$shadow {
            // What a value holds may itself be held by another of its name, so `$shadow` is out of the trait's sight.
            shadow => {
                #[allow(non_snake_case, dead_code)]
                trait Held {
                    fn $name(&self) -> &Self {
                        self
                    }
                }
                impl<T: ?Sized> Held for T {}
                shadow.$name()
            }
        })
    };
}
