//! Writes the crate: a module for each program, with a function that calls it in every way and prints the bits of the results.

use super::expected::Run;
use crate::random::ast::{Duty, Element, Function, Param, Passing, Record, Type};
use crate::random::generate::Case;
use crate::random::print;
use retrograde_compiler::Value;
use std::fmt::Write as _;
use std::path::Path;

/// The crate's manifest.
pub fn manifest(library: &Path) -> String {
    format!(
        r#"[package]
name = "random-programs"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
retrograde = {{ path = "{}" }}

[profile.dev]
debug = false
incremental = false

[profile.unchecked]
inherits = "dev"
debug-assertions = false
"#,
        library.display()
    )
}

/// The main file. A panic ends one program, not all.
pub fn main(numbers: &[usize]) -> String {
    let mut text = String::from("#![allow(warnings)]\n");
    for number in numbers {
        writeln!(text, "mod p{number};").expect("a string takes everything");
    }
    text.push_str(
        "\npub fn show(number: usize, what: &str, leaves: &[u64]) {
    let leaves: Vec<String> = leaves.iter().map(|leaf| format!(\" {leaf:x}\")).collect();
    println!(\"{number} {what}{}\", leaves.concat());
}

fn main() {
",
    );
    for number in numbers {
        writeln!(text, "    let _ = std::panic::catch_unwind(p{number}::run);").expect("a string takes everything");
    }
    text.push_str("}\n");
    text
}

/// A program and its calls.
pub fn module(number: usize, case: &Case, runs: &[Run]) -> String {
    let function = case.program.entry();
    let mut text = String::from("use retrograde::prelude::*;\n\n");
    text.push_str(&print::program(&case.program));
    text.push_str("pub fn run() {\n");
    for run in runs {
        text.push_str(&call(number, function, run));
    }
    text.push_str("}\n");
    text
}

fn call(number: usize, function: &Function, run: &Run) -> String {
    let mut text = String::from("    {\n");
    let mut args = Vec::new();
    for (i, (param, value)) in function.params.iter().zip(&run.values).enumerate() {
        writeln!(text, "        let mut v{i}: {} = {};", owned(param.ty), literal(param.ty, value)).expect(INFALLIBLE);
        args.push(argument(i, param));
        if let Some(shadows) = &run.shadows {
            let (lines, argument) = shadow(i, param.ty, &shadows[i]);
            lines.iter().for_each(|line| writeln!(text, "        {line}").expect(INFALLIBLE));
            let by_value = param.passing == Passing::Value && param.ty == Type::Float && run.what.ends_with("tangent");
            args.push(if by_value { format!("s{i}") } else { argument });
        }
    }
    let (name, args) = (&function.name, args.join(", "));
    let mut leaves = Vec::new();
    match (function.duty, run.what) {
        (Duty::Reversible, _) => {
            if run.calls.is_empty() {
                writeln!(text, "        {name}({args});").expect(INFALLIBLE);
            }
            for call in run.calls {
                writeln!(text, "        {name}::{call}({args});").expect(INFALLIBLE);
            }
            for (i, (param, value)) in function.params.iter().zip(&run.after).enumerate() {
                value_leaves(&format!("v{i}"), param.ty, value, &mut leaves);
            }
            for (i, param) in function.params.iter().enumerate() {
                if matches!(param.ty, Type::Stack(_) | Type::Map(_)) {
                    leaves.push(format!("v{i}.len() as u64"));
                }
            }
            for (i, (param, shadow)) in function.params.iter().zip(&run.shadows_after).enumerate() {
                shadow_leaves(&format!("s{i}"), param.ty, shadow, &mut leaves);
            }
        }
        (Duty::Ordinary, "forward") => {
            writeln!(text, "        let value = {name}({args});").expect(INFALLIBLE);
            leaves.push("value.to_bits()".into());
        }
        (Duty::Ordinary, "tangent") => {
            writeln!(text, "        let (value, tangent) = {name}::tangent({args});").expect(INFALLIBLE);
            leaves.extend(["value.to_bits()".into(), "tangent.to_bits()".into()]);
        }
        (Duty::Ordinary, what) => {
            writeln!(text, "        let (value, gradient) = {name}::{what}({args});").expect(INFALLIBLE);
            leaves.push("value.to_bits()".into());
            let active = function.params.iter().filter(|param| param.ty.contains(Type::Float)).count();
            let floats = function.params.iter().zip(&run.values).filter(|(param, _)| param.ty.contains(Type::Float));
            for (position, (param, value)) in floats.enumerate() {
                let gradient = if active == 1 { "gradient".to_string() } else { format!("gradient.{position}") };
                gradient_leaves(&gradient, param.ty, value, &mut leaves);
            }
        }
    }
    writeln!(text, "        crate::show({number}, {:?}, &[{}]);\n    }}", run.what, leaves.join(", "))
        .expect(INFALLIBLE);
    text
}

const INFALLIBLE: &str = "a string takes everything";

/// The type of a variable that holds an argument.
fn owned(ty: Type) -> String {
    match ty {
        Type::Slice(element) => format!("Vec<{}>", print::type_name(element.ty())),
        ty => print::type_name(ty),
    }
}

fn literal(ty: Type, value: &Value) -> String {
    let items = |element: Element, items: &[Value]| {
        items.iter().map(|item| literal(element.ty(), item)).collect::<Vec<_>>().join(", ")
    };
    match (ty, value) {
        (_, Value::Float(value)) => format!("{value:?}"),
        (_, Value::Int(value)) => value.to_string(),
        (_, Value::Bool(value)) => value.to_string(),
        (Type::Array(element, _), Value::Array(values)) => format!("[{}]", items(element, values)),
        (Type::Slice(element), Value::Array(values)) => format!("vec![{}]", items(element, values)),
        (Type::Stack(element), Value::Array(values)) => {
            let push = "retrograde::stack::copy_push(&mut stack, &x);";
            let (ty, items) = (print::type_name(element.ty()), items(element, values));
            format!(
                "{{ let mut stack = Stack::new(); let items: Vec<{ty}> = vec![{items}]; for x in items {{ {push} }} stack }}"
            )
        }
        (Type::Map(element), Value::Map(entries)) => {
            let entry = |(key, value): &(Value, Value)| {
                format!("({}, {})", literal(Type::Int, key), literal(element.ty(), value))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("[{}].into_iter().collect()", entries.join(", "))
        }
        (Type::Record(record), Value::Struct(values)) => {
            let fields: Vec<String> = record
                .fields()
                .iter()
                .zip(values)
                .map(|((name, ty), (_, value))| format!("{name}: {}", literal(*ty, value)))
                .collect();
            format!("{} {{ {} }}", record.name(), fields.join(", "))
        }
        (ty, value) => unreachable!("{value:?} is no {ty:?}"),
    }
}

fn argument(i: usize, param: &Param) -> String {
    let whole = if matches!(param.ty, Type::Slice(_)) { "[..]" } else { "" };
    match param.passing {
        Passing::Value => format!("v{i}"),
        Passing::Shared => format!("&v{i}{whole}"),
        Passing::Exclusive => format!("&mut v{i}{whole}"),
    }
}

/// The lines that make a shadow, and how it is passed.
fn shadow(i: usize, ty: Type, value: &Value) -> (Vec<String>, String) {
    let plain = |passed: &str| {
        (vec![format!("let mut s{i}: {} = {};", owned(ty), literal(ty, value))], format!("&mut s{i}{passed}"))
    };
    match ty {
        _ if !ty.has_gradient() => (Vec::new(), "Inactive".into()),
        Type::Float | Type::Array(..) => plain(""),
        Type::Slice(Element::Float | Element::Triple) => plain("[..]"),
        Type::Record(record) => {
            let mut lines = vec![format!("let s{i} = v{i}.zero_shadow::<On<One>>();")];
            set_cells(&format!("s{i}"), record, value, &mut lines);
            (lines, format!("&s{i}"))
        }
        Type::Slice(Element::Record(record)) => {
            let mut lines = vec![format!("let s{i} = v{i}[..].zero_shadow::<On<One>>();")];
            let Value::Array(items) = value else { unreachable!("a slice is an array") };
            for (k, item) in items.iter().enumerate() {
                set_cells(&format!("s{i}[{k}]"), record, item, &mut lines);
            }
            (lines, format!("&s{i}[..]"))
        }
        Type::Stack(Element::Float) => {
            let Value::Array(items) = value else { unreachable!("a stack is an array") };
            let items: Vec<String> = items.iter().map(|item| literal(Type::Float, item)).collect();
            let zero = format!("let s{i} = v{i}.zero_shadow::<On<One>>();");
            let set = format!("retrograde::emitted::set(&s{i}, vec![{}]);", items.join(", "));
            (vec![zero, set], format!("&s{i}"))
        }
        Type::Map(Element::Float) => {
            let mut lines = vec![format!("let s{i} = v{i}.zero_shadow::<On<One>>();")];
            let Value::Map(entries) = value else { unreachable!("a map") };
            lines.extend(entries.iter().map(|(key, entry)| {
                format!("s{i}[&{}].set({});", literal(Type::Int, key), literal(Type::Float, entry))
            }));
            (lines, format!("&s{i}"))
        }
        ty => unreachable!("no shadow of {ty:?}"),
    }
}

fn set_cells(place: &str, record: Record, value: &Value, lines: &mut Vec<String>) {
    let Value::Struct(values) = value else { unreachable!("a struct") };
    for ((name, _), (_, value)) in record.fields().iter().zip(values) {
        match value {
            Value::Float(value) => lines.push(format!("{place}.{name}.set({value:?});")),
            Value::Array(items) => {
                for (k, item) in items.iter().enumerate() {
                    let Value::Float(value) = item else { unreachable!("arrays hold floats") };
                    lines.push(format!("{place}.{name}[{k}].set({value:?});"));
                }
            }
            _ => {}
        }
    }
}

/// The numbers of a value, integers too.
fn value_leaves(place: &str, ty: Type, value: &Value, into: &mut Vec<String>) {
    each_leaf(place, ty, value, &mut |place, leaf| match leaf {
        Value::Int(_) | Value::Bool(_) => into.push(format!("{place} as u64")),
        _ => into.push(format!("{place}.to_bits()")),
    });
}

/// The numbers of a plain gradient.
fn gradient_leaves(place: &str, ty: Type, value: &Value, into: &mut Vec<String>) {
    each_leaf(place, ty, value, &mut |place, leaf| {
        if matches!(leaf, Value::Float(_)) {
            into.push(format!("{place}.to_bits()"));
        }
    });
}

/// The numbers of a shadow: structs have cells, and what grows has places of its own.
fn shadow_leaves(place: &str, ty: Type, value: &Value, into: &mut Vec<String>) {
    match (ty, value) {
        (Type::Stack(Element::Float), Value::Array(items)) => {
            into.extend((0..items.len()).map(|k| format!("retrograde::emitted::get(&{place})[{k}].to_bits()")));
            return;
        }
        (Type::Map(Element::Float), Value::Map(entries)) => {
            into.extend(
                entries.iter().map(|(key, _)| format!("{place}[&{}].get().to_bits()", literal(Type::Int, key))),
            );
            return;
        }
        _ => {}
    }
    let get =
        if ty.contains(Type::Record(Record::Point)) || ty.contains(Type::Record(Record::Body)) { ".get()" } else { "" };
    each_leaf(place, ty, value, &mut |place, leaf| {
        if matches!(leaf, Value::Float(_)) {
            into.push(format!("{place}{get}.to_bits()"));
        }
    });
}

fn each_leaf(place: &str, ty: Type, value: &Value, visit: &mut impl FnMut(&str, &Value)) {
    match (ty, value) {
        (Type::Array(element, _) | Type::Slice(element), Value::Array(items)) => {
            for (k, item) in items.iter().enumerate() {
                each_leaf(&format!("{place}[{k}]"), element.ty(), item, visit);
            }
        }
        (Type::Stack(element), Value::Array(items)) => {
            for (k, item) in items.iter().enumerate() {
                let place = format!("({place}.iter().copied().nth({k}).expect(\"a number\"))");
                each_leaf(&place, element.ty(), item, visit);
            }
        }
        (Type::Map(element), Value::Map(entries)) => {
            for (k, (key, item)) in entries.iter().enumerate() {
                let entry = format!("{place}.iter().nth({k}).expect(\"an entry\")");
                if !matches!(item, Value::Nothing) {
                    visit(&format!("(*{entry}.0)"), key);
                }
                each_leaf(&format!("(*{entry}.1)"), element.ty(), item, visit);
            }
        }
        (Type::Record(record), Value::Struct(values)) => {
            for ((name, ty), (_, value)) in record.fields().iter().zip(values) {
                each_leaf(&format!("{place}.{name}"), *ty, value, visit);
            }
        }
        (_, Value::Nothing) => {}
        (_, value) => visit(place, value),
    }
}
