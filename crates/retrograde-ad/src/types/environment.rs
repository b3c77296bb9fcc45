//! What is known of names: of the types of Rust, and of the items around a function and in its body.

use super::Type;
use crate::hash::Map;
use crate::ir::{self, Argument, Arguments, Assumption, Builtin, ConstantCalls, Float, INTEGER_TYPES, Path, TypeKind};
use std::rc::Rc;

/// What is known of the items that a function sees: nothing, if all that is seen is the function.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// other names for types
    types: Map<Rc<str>, Type>,
    constants: Map<Rc<str>, Type>,
    /// what functions return
    functions: Map<Rc<str>, Type>,
}

/// An item, and the type that is written in it.
#[derive(Clone, Debug)]
pub enum Item {
    /// another name for a type
    Alias(ir::Type),
    /// a constant of a type
    Constant(ir::Type),
    /// a function that returns a type
    Function(ir::Type),
    /// something else
    Other,
}

/// The items of one scope.
#[derive(Clone, Debug, Default)]
pub struct Items {
    /// by their names
    pub named: Vec<(Rc<str>, Item)>,
    /// whether there are others whose names cannot be seen, as after `use`
    pub hidden: bool,
}

impl Items {
    /// Whether a name, or a path by its first name, may be that of one of them.
    pub fn hides(&self, name: &str) -> bool {
        self.hidden || self.named.iter().any(|(item, _)| **item == *first(name))
    }

    /// The calls around that none of them hides. Methods have no names that an item could hide.
    pub fn seen_calls(&self, calls: &ConstantCalls) -> ConstantCalls {
        if !calls.keys().any(|name| self.hides(name)) {
            return calls.clone();
        }
        let seen = calls.iter().filter(|(name, _)| name.starts_with('.') || !self.hides(name));
        Rc::new(seen.map(|(name, is_integer)| (name.clone(), *is_integer)).collect())
    }
}

/// The first name of a path.
fn first(path: &str) -> &str {
    path.split("::").next().unwrap_or_default()
}

impl Environment {
    /// What is seen where these items hide others. The names of Rust's types that are relied on are noted.
    #[must_use]
    pub fn with(&self, items: &Items, note: &mut dyn FnMut(Assumption)) -> Self {
        let mut environment = if items.hidden { Self::default() } else { self.clone() };
        for known in [&mut environment.types, &mut environment.constants, &mut environment.functions] {
            known.retain(|name, _| !items.hides(name));
        }
        // One alias may stand for another, in any order.
        while let Some((name, ty)) = items.named.iter().find_map(|(name, item)| match item {
            Item::Alias(ty) if !environment.types.contains_key(name) => {
                Some((name, environment.read(ty, note))).filter(|(_, ty)| *ty != Type::Unknown)
            }
            _ => None,
        }) {
            environment.types.insert(name.clone(), ty);
        }
        for (name, item) in &items.named {
            match item {
                Item::Constant(ty) => {
                    let ty = environment.read(ty, note);
                    environment.constants.insert(name.clone(), ty);
                }
                Item::Function(ty) => {
                    let ty = environment.read(ty, note);
                    environment.functions.insert(name.clone(), ty);
                }
                Item::Alias(_) | Item::Other => {}
            }
        }
        environment
    }

    /// Everything of which something is known.
    pub fn names(&self) -> Vec<Rc<str>> {
        [&self.types, &self.constants, &self.functions].into_iter().flat_map(|known| known.keys().cloned()).collect()
    }

    /// Takes what another knows of a name, which is this path here.
    pub fn take_as(&mut self, other: &Self, name: &str, path: &Rc<str>) {
        let pairs = [
            (&mut self.types, &other.types),
            (&mut self.constants, &other.constants),
            (&mut self.functions, &other.functions),
        ];
        for (own, other) in pairs {
            own.extend(other.get(name).map(|ty| (path.clone(), ty.clone())));
        }
    }

    /// Takes what another knows.
    pub fn take(&mut self, other: &Self) {
        other.names().iter().for_each(|name| self.take_as(other, name, name));
    }

    /// The type of what a function returns.
    pub fn of_function(&self, path: &Path) -> Type {
        found(&self.functions, path)
    }

    /// The type of a constant.
    pub fn of_constant(&self, path: &Path) -> Type {
        float_constant(path).map_or_else(|| found(&self.constants, path), |float| Type::Float(Some(float)))
    }

    /// Reads a type. What a name is taken for is noted.
    pub fn read(&self, ty: &ir::Type, note: &mut dyn FnMut(Assumption)) -> Type {
        match &ty.kind {
            TypeKind::Path(path) if path.qualified.is_none() => {
                match path.segments.last().map(|last| &last.arguments) {
                    Some(Arguments::Angle { list, .. }) => {
                        let [Argument::Type(elem)] = &**list else { return Type::Unknown };
                        if path.name() != "Vec" {
                            return Type::Unknown;
                        }
                        let elem = self.read(elem, note);
                        note(Assumption::Builtin(Builtin::Vec, of_anything(ty, path)));
                        Type::Seq(Rc::new(elem))
                    }
                    _ => self.named(ty, path, note),
                }
            }
            TypeKind::Slice(elem) | TypeKind::Array(elem, _) => Type::Seq(Rc::new(self.read(elem, note))),
            TypeKind::Tuple(parts) if !parts.is_empty() => {
                Type::Tuple(parts.iter().map(|part| self.read(part, note)).collect())
            }
            TypeKind::Paren(inner) | TypeKind::Group(inner) => self.read(inner, note),
            // An index looks through references; an operator has other operands then.
            TypeKind::Reference { inner, .. } => match self.read(inner, note) {
                seq @ Type::Seq(_) => seq,
                _ => Type::Unknown,
            },
            _ => Type::Unknown,
        }
    }

    fn named(&self, ty: &ir::Type, path: &Path, note: &mut dyn FnMut(Assumption)) -> Type {
        match path.as_ident() {
            Some(name @ ("f32" | "f64")) => {
                let float = if name == "f32" { Float::Single } else { Float::Double };
                note(Assumption::Builtin(Builtin::Float(float), ty.clone()));
                Type::Float(Some(float))
            }
            Some("bool") => Type::Bool,
            Some(name) if INTEGER_TYPES.contains(&name) => Type::Int,
            Some(name) => self.types.get(name).cloned().unwrap_or_default(),
            None => found(&self.types, path),
        }
    }
}

/// `Vec<()>` in the place of `Vec<T>`: what is asked is asked once.
fn of_anything(ty: &ir::Type, path: &Path) -> ir::Type {
    let mut segments = path.segments.to_vec();
    if let Some(last) = segments.last_mut()
        && let Arguments::Angle { list, .. } = &mut last.arguments
    {
        *list = [Argument::Type(ir::Type::made(TypeKind::Tuple([].into())))].into();
    }
    ir::Type { kind: TypeKind::Path(Path { segments: segments.into(), ..path.clone() }), source: ty.source }
}

fn found(names: &Map<Rc<str>, Type>, path: &Path) -> Type {
    if names.is_empty() || path.qualified.is_some() || path.leading {
        return Type::Unknown;
    }
    match path.as_ident() {
        Some(name) => names.get(name).cloned().unwrap_or_default(),
        None => names.get(path.names().collect::<Vec<_>>().join("::").as_str()).cloned().unwrap_or_default(),
    }
}

/// The float that a constant is of, if its path is that of one of the standard library: `f64::EPSILON`, `std::f64::consts::PI`. That it is, rustc is
/// asked ([`Assumption::Constant`]).
pub fn float_constant(path: &Path) -> Option<Float> {
    let names: Vec<&str> = path.names().collect();
    let names = names.strip_prefix(&["std"]).or_else(|| names.strip_prefix(&["core"])).unwrap_or(&names);
    let (module, is_float) = match names {
        [module, name] => (module, ASSOCIATED.contains(name)),
        [module, "consts", _] => (module, true),
        _ => return None,
    };
    match (*module, is_float && path.qualified.is_none()) {
        ("f32", true) => Some(Float::Single),
        ("f64", true) => Some(Float::Double),
        _ => None,
    }
}

/// The constants of the float types that are floats themselves.
const ASSOCIATED: [&str; 7] = ["EPSILON", "INFINITY", "MAX", "MIN", "MIN_POSITIVE", "NAN", "NEG_INFINITY"];
