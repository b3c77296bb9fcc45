//! The rules of the table that methods have by their names.

use retrograde_rules::Rule;

/// The rule of a method that only complex numbers have. Without the feature there are none, and a method of this name is the user's.
pub fn complex_rule(name: &str) -> Option<&'static Rule> {
    retrograde_rules::lookup_complex(name).filter(|_| cfg!(feature = "complex"))
}

/// The rule of a method that numbers have. They have none for an operator: `a.add(b)` may be anybody's.
pub fn method_rule(name: &str) -> Option<&'static Rule> {
    retrograde_rules::lookup(name).filter(|rule| rule.operator.is_none())
}
