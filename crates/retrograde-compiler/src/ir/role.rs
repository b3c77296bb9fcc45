//! What a variable holds: a value, or something derived from it.

use std::fmt;

/// What one transform makes of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// the gradient of the loss with respect to it
    Adjoint,
    /// its directional derivative
    Tangent,
}

impl Role {
    /// What the transform that gives it is called.
    pub fn name(self) -> &'static str {
        match self {
            Role::Adjoint => "adjoint",
            Role::Tangent => "tangent",
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Role::Adjoint => "_adj",
            Role::Tangent => "_tan",
        }
    }
}

/// The roles of a variable, one for each transform, the last one outermost: `x_adj_tan` is the tangent of the adjoint of `x`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roles {
    /// how many there are
    count: u8,
    /// a bit for each that is a tangent, the last one lowest
    tangents: u8,
}

impl Roles {
    /// Those of a value.
    pub const NONE: Self = Self { count: 0, tangents: 0 };
    /// Those of an adjoint.
    pub const ADJOINT: Self = Self { count: 1, tangents: 0 };
    /// Those of a tangent.
    pub const TANGENT: Self = Self { count: 1, tangents: 1 };

    /// With one more.
    #[must_use]
    pub const fn with(self, role: Role) -> Self {
        assert!(self.count < 8, "a derivative of the ninth order");
        Self { count: self.count + 1, tangents: self.tangents << 1 | matches!(role, Role::Tangent) as u8 }
    }

    /// The last one.
    pub fn last(self) -> Option<Role> {
        let role = if self.tangents & 1 == 1 { Role::Tangent } else { Role::Adjoint };
        (self.count > 0).then_some(role)
    }

    /// Without the last one.
    #[must_use]
    pub fn without_last(self) -> Self {
        Self { count: self.count.saturating_sub(1), tangents: self.tangents >> 1 }
    }

    /// Each of them, the first one first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Role> {
        (0..self.count).rev().map(move |k| if self.tangents >> k & 1 == 1 { Role::Tangent } else { Role::Adjoint })
    }

    /// Whether a function in these roles runs against its own direction: each adjoint turns it round.
    pub fn turn_back(self) -> bool {
        self.iter().filter(|role| *role == Role::Adjoint).count() % 2 == 1
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|role| f.write_str(role.suffix()))
    }
}

impl fmt::Debug for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack() {
        let roles = Roles::NONE.with(Role::Adjoint).with(Role::Tangent).with(Role::Adjoint);
        assert_eq!(roles.to_string(), "_adj_tan_adj");
        assert_eq!(roles.last(), Some(Role::Adjoint));
        assert_eq!(roles.without_last(), Roles::NONE.with(Role::Adjoint).with(Role::Tangent));
        assert!(Roles::NONE.last().is_none() && Roles::NONE.is_empty());
        assert_ne!(Roles::NONE.with(Role::Adjoint), Roles::NONE.with(Role::Adjoint).with(Role::Adjoint));
    }
}
