//! Programs in which a name has a meaning of the user's own: every template with every name. A template is a piece of Rust in which `NAME`
//! stands for the name and `CAMEL` for the same in capitals; it has a function `subject`, whose value, inverse and gradients are checked.

use super::starts;
use std::collections::BTreeSet;

/// What `subject` takes, and so how it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// two floats, and gives one
    Ordinary,
    /// two floats that change, and two that do not
    Reversible,
    /// a struct of two floats that changes, and two floats
    Own,
}

/// A piece of Rust with a hole for a name.
#[derive(Clone, Debug)]
pub struct Template {
    /// what the name means in it
    pub place: String,
    pub kind: Kind,
    pub text: String,
}

/// A template with a name.
#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    pub place: String,
    pub kind: Kind,
    pub text: String,
}

const DIFFERENTIABLE: &str = "#[differentiable(tangent)]";
const OWN: &str = "#[derive(Clone, Debug, PartialEq, Differentiable)]\nstruct Own { x: f64, y: f64 }\n";

/// Every template.
pub fn templates() -> Vec<Template> {
    let mut all = Vec::new();
    let whole = |place: &str, text: &str| {
        let kind = if text.contains("fn subject(y") || text.contains("fn subject(NAME: &mut") {
            Kind::Reversible
        } else {
            Kind::Ordinary
        };
        Template { place: place.to_string(), kind, text: text.to_string() }
    };
    let files = [include_str!("templates/ordinary.rs"), include_str!("templates/fixed.rs")];
    all.extend(files.into_iter().flat_map(sections).map(|(place, text)| whole(place, text)));
    all.extend(
        sections(include_str!("templates/reversible.rs"))
            .map(|(place, text)| whole(&format!("reversible: {place}"), text)),
    );
    for (place, text) in sections(include_str!("templates/methods.rs")) {
        methods(place, text, &mut all);
    }
    for (place, text) in sections(include_str!("templates/extensions.rs")) {
        extensions(place, text, &mut all);
    }
    for (place, text) in sections(include_str!("templates/changes.rs")) {
        let [method, body] = parts(text);
        let text = format!(
            "{OWN}impl Own {{\n{method}}}\n#[reversible(adjoint, tangent)]\nfn subject(o: &mut Own, a: f64, b: f64) {{ {body} }}\n"
        );
        all.push(Template { place: format!("reversible: method, {place}"), kind: Kind::Own, text });
    }
    all.extend(starts::templates());
    all
}

fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("//- ").skip(1).map(|section| section.split_once('\n').expect("a title"))
}

fn parts<const N: usize>(text: &str) -> [&str; N] {
    let parts: Vec<&str> = text.split("//=\n").collect();
    parts.try_into().unwrap_or_else(|_| panic!("{N} parts are wanted: {text}"))
}

/// A method of one's own, of a trait of one's own, and behind a reference, each with and without the attribute.
fn methods(place: &str, text: &str, all: &mut Vec<Template>) {
    let [method, body] = parts(text);
    let subject = format!(
        "{DIFFERENTIABLE}\nfn subject(a: f64, b: f64) -> f64 {{ let mut o = Own {{ x: a * b, y: b }}; {body} }}\n"
    );
    let behind = format!(
        "{DIFFERENTIABLE}\nfn inner(o: &mut Own, a: f64, b: f64) -> f64 {{ {body} }}\n\
         {DIFFERENTIABLE}\nfn subject(a: f64, b: f64) -> f64 {{ let mut o = Own {{ x: a * b, y: b }}; inner(&mut o, a, b) * o.x }}\n"
    );
    let lent = format!(
        "{DIFFERENTIABLE}\nfn inner(o: &Own, a: f64, b: f64) -> f64 {{ {body} }}\n\
         {DIFFERENTIABLE}\nfn subject(a: f64, b: f64) -> f64 {{ let o = Own {{ x: a * b, y: b }}; inner(&o, a, b) }}\n"
    );
    let mut add = |way: &str, text: String| {
        all.push(Template { place: format!("method{way}, {place}"), kind: Kind::Ordinary, text });
    };
    let inherent = format!("impl Own {{\n{method}}}\n");
    add("", format!("{OWN}{DIFFERENTIABLE}\n{inherent}{subject}"));
    add(" without the attribute", format!("{OWN}{inherent}{subject}"));
    add(" behind a reference that changes", format!("{OWN}{DIFFERENTIABLE}\n{inherent}{behind}"));
    add(" behind a reference", format!("{OWN}{DIFFERENTIABLE}\n{inherent}{lent}"));
    if method.starts_with("fn") && method.lines().count() == 1 {
        let (head, _) = method.split_once(" {").expect("a body");
        let (of_trait, of_own) =
            (format!("trait Way {{ {head} where Self: Sized; }}\n"), format!("impl Way for Own {{ {method} }}\n"));
        add(" of a trait", format!("{OWN}{DIFFERENTIABLE}\n{of_trait}{DIFFERENTIABLE}\n{of_own}{subject}"));
        add(" of a trait without the attribute", format!("{OWN}{of_trait}{of_own}{subject}"));
    }
}

/// A trait of one's own for a type of the standard library.
fn extensions(place: &str, text: &str, all: &mut Vec<Template>) {
    let [method, ty, body] = parts(text);
    let (head, _) = method.split_once(" {").expect("a body");
    let bound = if head.contains("(self") && !ty.starts_with("f64") { " where Self: Sized" } else { "" };
    let (of_trait, of_type) =
        (format!("trait Way {{ {head}{bound}; }}\n"), format!("impl Way for {} {{ {method} }}\n", ty.trim()));
    let subject = format!("{DIFFERENTIABLE}\nfn subject(a: f64, b: f64) -> f64 {{ {body} }}\n");
    let with = format!("{DIFFERENTIABLE}\n{of_trait}{DIFFERENTIABLE}\n{of_type}{subject}");
    all.push(Template { place: format!("extension of {place}"), kind: Kind::Ordinary, text: with });
    let without = format!("{of_trait}{of_type}{subject}");
    all.push(Template {
        place: format!("extension without the attribute of {place}"),
        kind: Kind::Ordinary,
        text: without,
    });
}

impl Template {
    /// Whether it has a hole.
    pub fn is_open(&self) -> bool {
        self.text.contains("NAME") || self.text.contains("CAMEL")
    }

    /// The template with a name.
    pub fn with(&self, name: &str) -> Program {
        let text = self.text.replace("NAME", name).replace("CAMEL", &camel(name));
        Program { name: name.to_string(), place: self.place.clone(), kind: self.kind, text }
    }

    /// The names that it is tried with. Constants are written in capitals.
    pub fn names<'n>(&self, names: &'n BTreeSet<String>) -> Vec<String> {
        if !self.is_open() {
            return vec![String::new()];
        }
        let known = |name: &'n String| if self.text.contains("NAME") { name.clone() } else { camel(name) };
        let mut names: BTreeSet<String> = names.iter().map(known).collect();
        if self.place.contains("constant") {
            let capitals: Vec<String> = names.iter().map(|name| name.to_uppercase()).collect();
            names.extend(capitals);
        }
        // Inside of a function these are words of the language, whatever macros there are.
        if self.place.contains("macro") {
            names.retain(|name| !WORDS.contains(&name.as_str()));
        }
        names.into_iter().collect()
    }
}

/// The words that Rust lacks.
const WORDS: [&str; 8] = ["inverse", "safe", "uncompute", "release", "broadcast", "pack", "unpack", "convert"];

/// `to_vec` as `ToVec`.
pub fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split('_').map(capital).collect()
}

/// The text as it is without our attributes and derives.
pub fn stripped(text: &str) -> String {
    let mut left = text.replace(", Differentiable", "");
    for attribute in ["#[differentiable", "#[reversible"] {
        while let Some(start) = left.find(attribute) {
            let end = start + left[start..].find(']').expect("its end") + 1;
            left.replace_range(start..end, "");
        }
    }
    left
}
