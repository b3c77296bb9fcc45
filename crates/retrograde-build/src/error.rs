//! Mistakes, which say what to do instead.

use std::fmt;

/// Why nothing was written, and what to do instead.
///
/// ```
/// let missing = retrograde_build::file("src/no_such_file.rs").try_write("physics");
/// assert!(missing.is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// An error that is made of a format.
macro_rules! error {
    ($($format:tt)*) => {
        $crate::error::Error::new(format!($($format)*))
    };
}
pub(crate) use error;
