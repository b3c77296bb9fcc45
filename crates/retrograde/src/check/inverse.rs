//! There and back, and there again.

use super::failure::Failure;
use super::subject::{Argument, difference};
use crate::checks::Restored;

/// Checks that `backward` undoes `forward`, and that both do the same each time.
///
/// # Errors
/// The argument that differs.
pub fn inverse<A: Restored + Clone>(
    list: &[Argument],
    start: &A,
    forward: &dyn Fn(&mut A),
    backward: &dyn Fn(&mut A),
) -> Result<(), Failure> {
    let mut args = start.clone();
    forward(&mut args);
    let after = args.clone();
    for _ in 0..2 {
        backward(&mut args);
        if let Some((place, expected, found)) = difference(&args, start, list) {
            return Err(Failure::NotRestored { by: "inverse", place, expected, found });
        }
        forward(&mut args);
        if let Some((place, expected, found)) = difference(&args, &after, list) {
            return Err(Failure::Value { by: "a second call", place, expected, found });
        }
    }
    Ok(())
}
