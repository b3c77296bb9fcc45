//! Types whose fields are public.

use std::fmt;

/// How a tank is shaped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// a cylinder of this radius
    Cylinder(f64),
    /// a box
    Cuboid {
        /// one side
        width: f64,
        /// the other side
        depth: f64,
    },
}

/// A tank.
#[derive(Clone, Debug)]
pub struct Tank {
    /// how high it is filled
    pub level: f64,
    /// its form
    pub form: Form,
}

impl Form {
    fn area(&self) -> f64 {
        match self {
            Form::Cylinder(radius) => std::f64::consts::PI * radius * radius,
            Form::Cuboid { width, depth } => width * depth,
        }
    }
}

impl Tank {
    /// How much is in it.
    pub fn volume(&self, scale: f64) -> f64 {
        scale * self.level * self.form.area()
    }

    /// Nobody asks for a derivative of it.
    pub fn print(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.level)
    }
}

/// Of several tanks.
pub fn total(tanks: &[Tank]) -> f64 {
    let mut sum = 0.0;
    for tank in tanks {
        sum += tank.volume(1.0);
    }
    sum
}
