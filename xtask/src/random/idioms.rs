//! What users write with types and names of their own: small pieces of text, each with what it means.
//!
//! The names are those that the compiler knows from its lists, where they mean something else. (Those that are refused are with `cargo xtask
//! names`.)

use super::ast::{Expr, Op, Type};

/// A piece of text.
pub struct Idiom {
    /// the items that it needs
    pub items: &'static str,
    /// the types of its parts
    pub parts: &'static [Type],
    /// a value of type `f64`, with `$0`, `$1` for the parts
    pub text: &'static str,
    /// the same without it
    pub meaning: fn(&[Expr]) -> Expr,
}

const FLOATS: &[Type] = &[Type::Float, Type::Float];
const CHOICE: &[Type] = &[Type::Bool, Type::Float];

fn op(op: Op, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new([a, b]))
}

fn times(a: &Expr, b: &Expr) -> Expr {
    op(Op::Mul, a.clone(), b.clone())
}

fn squares(parts: &[Expr]) -> Expr {
    op(Op::Add, times(&parts[0], &parts[0]), times(&parts[1], &parts[1]))
}

fn product(parts: &[Expr]) -> Expr {
    times(&parts[0], &parts[1])
}

fn square_or(parts: &[Expr], otherwise: f64) -> Expr {
    Expr::If(Box::new([parts[0].clone(), times(&parts[1], &parts[1]), Expr::Float(otherwise)]))
}

fn twice_or_thrice(parts: &[Expr]) -> Expr {
    let scaled = |by| op(Op::Mul, parts[1].clone(), Expr::Float(by));
    Expr::If(Box::new([parts[0].clone(), scaled(2.0), scaled(3.0)]))
}

/// All of them.
pub const IDIOMS: &[Idiom] = &[
    Idiom {
        items: "",
        parts: CHOICE,
        text: "{ let late; let later: f64; if $0 { late = $1; later = 2.0; } else { let first; first = 3.0; late = first; later = $1; } late * later }",
        meaning: twice_or_thrice,
    },
    Idiom {
        items: "",
        parts: CHOICE,
        text: "{ let (late, later) = match $0 { true => (2.0, $1), false => { let square = $1; (square, 3.0) } }; late * later }",
        meaning: twice_or_thrice,
    },
    Idiom {
        items: "",
        parts: FLOATS,
        text: "{ let late: f64; let mut passes = 0; let mut product; loop { product = ($0) * ($1); passes += 1; if passes == 3 { late = product; break; } } late }",
        meaning: product,
    },
    Idiom {
        items: "",
        parts: FLOATS,
        text: "{ let mut gathered = vec![]; gathered.push($0); gathered.push($1); let squares: f64 = gathered[0] * gathered[0] + gathered[1] * gathered[1]; squares }",
        meaning: squares,
    },
    Idiom {
        items: "",
        parts: FLOATS,
        text: "{ let mut gathered = Vec::new(); gathered.push($0); gathered.push($1); gathered.iter().map(|each| each * each).sum::<f64>() }",
        meaning: squares,
    },
    Idiom {
        items: "",
        parts: FLOATS,
        text: "{ let mut both = (vec![], 0); both.0.push($0); both.1 += 1; both.0.push($1); let product: f64 = both.0[0] * both.0[both.1]; product }",
        meaning: product,
    },
    Idiom {
        items: "#[derive(Clone, Copy, Debug, Differentiable)]
pub enum Phase {
    Idle(i64),
    Active(f64),
}
",
        parts: CHOICE,
        text: "{ let mut phase = Phase::Idle(3); if $0 { phase = Phase::Active($1); } match phase { Phase::Idle(n) => n as f64, Phase::Active(a) => a * a } }",
        meaning: |parts| square_or(parts, 3.0),
    },
    Idiom {
        items: "#[derive(Clone, Copy, Debug, Differentiable)]
pub enum Known {
    None,
    Len(f64),
    Exp(f64),
}
",
        parts: CHOICE,
        text: "{ let mut known = Known::None; if $0 { known = Known::Len($1); } match known { Known::Len(a) => a * a, Known::Exp(a) => a, Known::None => 0.25 } }",
        meaning: |parts| square_or(parts, 0.25),
    },
    Idiom {
        items: "#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Spring {
    pub k: f64,
    pub n: i64,
}

#[differentiable(tangent)]
impl Spring {
    pub fn energy(&self, x: f64) -> f64 {
        self.k * x
    }
}
",
        parts: FLOATS,
        text: "{ let spring = Spring { k: $0, n: 2 }; spring.energy($1) }",
        meaning: product,
    },
    Idiom {
        items: "#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Stick {
    pub a: f64,
    pub b: f64,
}

#[differentiable(tangent)]
impl Stick {
    pub fn sum(&self, by: f64) -> f64 {
        self.a * self.a + self.b * by
    }
}
",
        parts: FLOATS,
        text: "{ let stick = Stick { a: $0, b: $1 }; stick.sum($1) }",
        meaning: squares,
    },
    Idiom {
        items: "#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Arrow {
    pub a: f64,
    pub b: f64,
}

#[differentiable(tangent)]
impl Arrow {
    pub fn exp(&self, by: f64) -> f64 {
        self.a * by
    }
}
",
        parts: FLOATS,
        text: "{ let arrow = Arrow { a: $0, b: $1 }; arrow.exp($1) }",
        meaning: product,
    },
    Idiom {
        items: "#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Shelf {
    pub a: f64,
}

#[differentiable(tangent)]
impl Shelf {
    pub fn find(&self, by: f64) -> f64 {
        self.a * by
    }
}
",
        parts: FLOATS,
        text: "{ let shelf = Shelf { a: $0 }; shelf.find($1) }",
        meaning: product,
    },
    Idiom {
        items: "#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Coin {
    pub a: f64,
    pub b: f64,
}

impl Coin {
    #[differentiable(tangent, associated)]
    pub fn new(a: f64, b: f64) -> Coin {
        Coin { a, b: a * b }
    }
}
",
        parts: FLOATS,
        text: "{ let coin = Coin::new($0, $1); coin.b }",
        meaning: product,
    },
];

impl Idiom {
    /// The text with its parts.
    pub fn written(&self, parts: &[String]) -> String {
        parts.iter().enumerate().fold(self.text.to_string(), |text, (k, part)| text.replace(&format!("${k}"), part))
    }
}
