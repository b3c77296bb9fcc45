//! Functions and the types that they use, as text.

use super::{At, Printer, type_name};
use crate::random::ast::{
    Arg, Bijection, Duty, Expr, Function, Home, Param, Passing, Program, Record, Signature, Stmt, Type, UpdateOp, Var,
};
use crate::random::idioms::IDIOMS;
use crate::random::walk;

const MIRROR: &str = "struct Mirror;

impl retrograde::Bijection<i64> for Mirror {
    type Image = i64;
    fn image(&self, x: i64) -> i64 {
        100 - x
    }
    fn preimage(&self, y: i64) -> i64 {
        100 - y
    }
}
";

const BENT: &str = "struct Bent;

impl retrograde::Bijection<f64> for Bent {
    type Image = f64;
    fn image(&self, x: f64) -> f64 {
        x.asinh()
    }
    fn preimage(&self, y: f64) -> f64 {
        y.sinh()
    }
}

impl retrograde::Smooth<f64> for Bent {
    fn slope(&self, x: f64) -> f64 {
        (x * x + 1.0).sqrt().recip()
    }
}
";

impl Printer<'_> {
    /// The types that a program uses.
    pub(super) fn types(&mut self) {
        for record in Record::ALL {
            if mentions(self.program, record) {
                self.record(record);
            }
        }
        let mut used = Vec::new();
        for function in &self.program.functions {
            walk::expressions_of(function, &mut |expr| {
                if let Expr::Idiom(k, _) = expr {
                    used.push(*k);
                }
            });
        }
        for idiom in IDIOMS.iter().enumerate().filter(|(k, _)| used.contains(k)).map(|(_, idiom)| idiom) {
            idiom.items.lines().for_each(|line| self.line(line));
            self.line("");
        }
        let of_integers = |bijection| matches!(bijection, Bijection::Mirror | Bijection::MirrorOfNegative);
        for (text, integers) in [(MIRROR, true), (BENT, false)] {
            if has_bijection(self.program, |bijection| of_integers(bijection) == integers) {
                text.lines().for_each(|line| self.line(line));
                self.line("");
            }
        }
    }

    fn record(&mut self, record: Record) {
        self.line("#[derive(Clone, Copy, Debug, Differentiable)]");
        self.line(&format!("pub struct {} {{", record.name()));
        for (name, ty) in record.fields() {
            self.line(&format!("    pub {name}: {},", type_name(*ty)));
        }
        self.line("}");
        self.line("");
    }

    pub(super) fn function(&mut self, function: &Function) {
        if let Home::Impl { record, .. } = function.home {
            self.line(&format!("impl {} {{", record.name()));
            self.indent += 1;
            self.plain_function(function);
            self.indent -= 1;
            self.line("}");
        } else {
            self.plain_function(function);
        }
        if self.indent == 0 {
            self.line("");
        }
    }

    fn plain_function(&mut self, function: &Function) {
        let (generics, params) = parameters(function);
        let (attribute, result) = match function.duty {
            Duty::Reversible => ("#[reversible(inverse_adjoint, inverse_tangent)]", String::new()),
            Duty::Ordinary => ("#[differentiable(tangent)]", format!(" -> {}", type_name(function.returns))),
        };
        self.line(attribute);
        let public = if matches!(function.home, Home::Inside(_)) { "" } else { "pub " };
        self.line(&format!("{public}fn {}{generics}({params}){result} {{", function.name));
        self.indent += 1;
        let program = self.program;
        let own = program.functions.iter().position(|other| other.name == function.name);
        for inner in
            program.functions.iter().filter(|inner| matches!(inner.home, Home::Inside(outer) if Some(outer) == own))
        {
            self.function(inner);
        }
        if own == Some(program.functions.len() - 1) {
            self.lines = self.entry.take();
            self.written = 0;
        }
        for (k, stmt) in function.body.iter().enumerate() {
            if matches!(self.lines, Some((At::Outermost(n), _)) if n == k) {
                self.put_in();
            }
            self.stmt(stmt);
        }
        self.put_in();
        if let Some(result) = &function.result {
            let text = self.expr(result);
            self.line(&text);
        }
        self.indent -= 1;
        self.line("}");
    }

    /// A call statement: `f(..);`, `p.f(..);` or `Point::f(..);`
    pub(super) fn call(&self, function: &Function, inverse: bool, args: &[Arg]) -> String {
        let name = &function.name;
        let suffix = if inverse { "_inverse" } else { "" };
        match (function.home, args) {
            (Home::Impl { by_path: false, .. }, [Arg::Exclusive(receiver), rest @ ..]) => {
                format!("{}.{name}{suffix}({});", self.path(receiver), self.args(rest))
            }
            (Home::Impl { record, .. }, args) => {
                format!("{}::{name}{suffix}({});", record.name(), self.args(args))
            }
            (_, args) => {
                let suffix = if inverse { "::inverse" } else { "" };
                format!("{name}{suffix}({});", self.args(args))
            }
        }
    }
}

/// The type parameters and the parameters of a function.
fn parameters(function: &Function) -> (String, String) {
    let (mut generics, mut params) = (Vec::new(), Vec::new());
    for (k, param) in function.params.iter().enumerate() {
        if let Type::Function(signature) = param.ty {
            let generic = format!("F{k}");
            // Where it is not called, nothing shows that it is a function.
            let mark = if calls(function, &param.var) { "" } else { "#[constant] " };
            params.push(format!("{mark}{}: &{generic}", param.var.name));
            generics.push(format!("{generic}: {}", bound(signature)));
        } else {
            params.push(self::param(param));
        }
    }
    let generics = if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
    (generics, params.join(", "))
}

/// Whether a function calls a variable of its own.
fn calls(function: &Function, var: &Var) -> bool {
    let mut found = false;
    walk::statements(&function.body, &mut |stmt| {
        found |= matches!(stmt, Stmt::Apply { function, .. } if function.id == var.id);
    });
    found
}

/// What a function that is passed must be able to do.
fn bound(signature: Signature) -> String {
    let number = type_name(signature.ty());
    let args = format!("(&'a mut {number}, {number})");
    format!("for<'a> InverseAdjoint<{args}> + for<'a> InverseTangent<{args}>")
}

fn param(param: &Param) -> String {
    let borrow = match param.passing {
        Passing::Value => "",
        Passing::Shared => "&",
        Passing::Exclusive => "&mut ",
    };
    if &*param.var.name == "self" {
        return format!("{borrow}self");
    }
    format!("{}: {borrow}{}", param.var.name, type_name(param.ty))
}

fn has_bijection(program: &Program, admit: impl Fn(Bijection) -> bool) -> bool {
    let mut found = false;
    for function in &program.functions {
        walk::statements(&function.body, &mut |stmt| {
            if let Stmt::Update { op: UpdateOp::AddThrough(bijection) | UpdateOp::SubThrough(bijection), .. } = stmt {
                found |= admit(*bijection);
            }
        });
    }
    found
}

fn mentions(program: &Program, record: Record) -> bool {
    program.functions.iter().any(|function| {
        let mut found = function.params.iter().any(|param| param.ty.contains(Type::Record(record)));
        found |= matches!(function.home, Home::Impl { record: own, .. } if own == record);
        walk::expressions_of(function, &mut |expr| {
            found |= matches!(expr, Expr::Record(written, _) if *written == record);
        });
        walk::statements(&function.body, &mut |stmt| {
            found |= matches!(stmt, Stmt::Ancilla { packed: Some((_, packed)), .. } if *packed == record);
        });
        found
    })
}
