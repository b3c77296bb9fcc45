//! Short renderings for error messages.

use crate::ir::{Expr, Place, Step};

/// A place as the user would write it.
pub fn place(place: &Place) -> String {
    let mut text = place.root.to_string();
    for step in &place.path {
        match step {
            Step::Deref => {}
            Step::Field(name) => text = format!("{text}.{name}"),
            Step::Index(index) => text = format!("{text}[{}]", index_text(index)),
        }
    }
    if place.path == [Step::Deref] { format!("*{text}") } else { text }
}

fn index_text(index: &Expr) -> String {
    match index {
        Expr::Literal(lit) => format!("{lit:?}"),
        Expr::Read(read) => place(read),
        _ => "..".into(),
    }
}
