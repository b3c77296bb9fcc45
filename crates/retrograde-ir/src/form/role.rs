//! What a variable holds: a value, or something derived from it.

use std::fmt;
use std::hash::{Hash, Hasher};

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

/// The roles of a variable: for each transform, the last one first, what it made of the variable, or nothing. `x_adj_tan` is the tangent of
/// the adjoint of `x`, and the adjoint that a second transform makes of `x` is another than that of the first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Roles {
    /// a bit for each transform that made something of it, the last one lowest
    taken: u8,
    /// which of these are tangents
    tangents: u8,
}

impl Roles {
    /// Those of a value.
    pub const NONE: Self = Self { taken: 0, tangents: 0 };
    /// Those of an adjoint.
    pub const ADJOINT: Self = Self { taken: 1, tangents: 0 };
    /// Those of a tangent.
    pub const TANGENT: Self = Self { taken: 1, tangents: 1 };

    /// With what the transform at hand makes of it.
    #[must_use]
    pub const fn with(self, role: Role) -> Self {
        assert!(self.taken & 1 == 0, "what one transform made is transformed by the next");
        Self { taken: self.taken | 1, tangents: self.tangents | matches!(role, Role::Tangent) as u8 }
    }

    /// The same as the next transform finds them.
    #[must_use]
    pub const fn aged(self) -> Self {
        assert!(self.taken < 0x80, "a derivative of the ninth order");
        Self { taken: self.taken << 1, tangents: self.tangents << 1 }
    }

    /// The last one.
    pub fn last(self) -> Option<Role> {
        self.iter().next_back()
    }

    /// Without the last one.
    #[must_use]
    pub fn without_last(self) -> Self {
        let last = self.taken & self.taken.wrapping_neg();
        Self { taken: self.taken & !last, tangents: self.tangents & !last }
    }

    /// Whether these are among them.
    pub fn include(self, others: Self) -> bool {
        self.taken & others.taken == others.taken && self.tangents & others.taken == others.tangents
    }

    /// Each of them, the first one first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Role> {
        let taken = (0..8).rev().filter(move |k| self.taken >> k & 1 == 1);
        taken.map(move |k| if self.tangents >> k & 1 == 1 { Role::Tangent } else { Role::Adjoint })
    }

    /// Whether a function in these roles runs against its own direction: each adjoint turns it round.
    pub fn turn_back(self) -> bool {
        self.iter().filter(|role| *role == Role::Adjoint).count() % 2 == 1
    }

    /// Adds them to a name.
    pub fn write(self, name: &mut String) {
        // Most have one.
        match (self.taken, self.tangents) {
            (0, _) => {}
            (1, 0) => name.push_str(Role::Adjoint.suffix()),
            (1, _) => name.push_str(Role::Tangent.suffix()),
            _ => self.iter().for_each(|role| name.push_str(role.suffix())),
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.taken == 0
    }
}

impl Hash for Roles {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u16(u16::from_le_bytes([self.taken, self.tangents]));
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
    fn one_transform_after_the_other() {
        let roles = Roles::NONE.with(Role::Adjoint).aged().with(Role::Tangent).aged().with(Role::Adjoint);
        assert_eq!(roles.to_string(), "_adj_tan_adj");
        assert_eq!(roles.last(), Some(Role::Adjoint));
        assert_eq!(roles.without_last(), Roles::NONE.with(Role::Adjoint).aged().with(Role::Tangent).aged());
        assert!(Roles::NONE.last().is_none() && Roles::NONE.is_empty());
        assert!(roles.include(Roles::ADJOINT) && !roles.include(Roles::TANGENT) && roles.include(Roles::NONE));
        // The adjoint of the second transform is not that of the first.
        assert_ne!(Roles::ADJOINT.aged(), Roles::ADJOINT);
    }
}
