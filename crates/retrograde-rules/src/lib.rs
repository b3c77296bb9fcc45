//! The derivative table of scalar functions, as data. Each line gives a function, its value and its partial derivatives;
//! the run-time library generates its rules from it, and the compiler reads it as [`RULES`].

mod complex;
mod expression;
mod product;
mod rule;
pub mod special;
mod table;

pub use expression::Expression;
pub use product::{Number, product, ratio, weigh, weigh_ratio};
pub use rule::{COMPLEX, RULES, Rule, Times, lookup, lookup_assigning, lookup_complex, lookup_operator, lookup_tuple};
