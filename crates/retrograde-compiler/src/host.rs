//! What can be told of pieces of Rust that the form carries along, by looking at them.

/// The primitive types that have no gradient.
pub const INTEGER_TYPES: [&str; 13] =
    ["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool"];

/// Whether a type is written as an integer, a truth value, or an array or slice of them.
pub fn integer_type(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => path.path.get_ident().is_some_and(|ident| {
            let name = ident.to_string();
            INTEGER_TYPES.contains(&name.as_str())
        }),
        syn::Type::Slice(slice) => integer_type(&slice.elem),
        syn::Type::Array(array) => integer_type(&array.elem),
        syn::Type::Paren(inner) => integer_type(&inner.elem),
        syn::Type::Group(inner) => integer_type(&inner.elem),
        syn::Type::Tuple(parts) => parts.elems.is_empty(),
        _ => false,
    }
}

/// Whether a function gives nothing but what it changes.
pub fn is_unit(output: &syn::Type) -> bool {
    matches!(output, syn::Type::Tuple(parts) if parts.elems.is_empty())
}

/// Whether a macro is one that never gives a value.
pub fn panics(mac: &syn::Macro) -> bool {
    let name = mac.path.segments.last().map(|segment| segment.ident.to_string());
    matches!(name.as_deref(), Some("panic" | "unreachable" | "todo" | "unimplemented"))
}

/// A field by its name or position.
pub fn member(member: &syn::Member) -> std::rc::Rc<str> {
    match member {
        syn::Member::Named(ident) => ident.to_string().into(),
        syn::Member::Unnamed(index) => index.index.to_string().into(),
    }
}

/// The last name of a path.
pub fn name(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// Types that are not the user's, as far as names tell.
const KNOWN_TYPES: [&str; 16] = [
    "Arc", "BTreeMap", "Box", "Cow", "HashMap", "Option", "Rc", "Result", "Stack", "String", "Vec", "VecDeque", "char",
    "f32", "f64", "str",
];

/// Whether a type is one of the user's, by how it is written; `open` are type parameters.
pub fn own_type(ty: &syn::Type, open: &[syn::Ident]) -> bool {
    match ty {
        syn::Type::Reference(reference) => own_type(&reference.elem, open),
        syn::Type::Path(path) if path.qself.is_none() => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            let starts = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
            let linear = ["Array", "DMatrix", "DVector", "Matrix", "RowVector", "SMatrix", "SVector", "Vector"];
            let foreign =
                cfg!(feature = "complex") && starts(&["Complex"]) || cfg!(feature = "linear") && starts(&linear);
            !KNOWN_TYPES.contains(&&*name)
                && !INTEGER_TYPES.contains(&&*name)
                && !foreign
                && !open.contains(&last.ident)
        }),
        _ => false,
    }
}

/// The rule of a method that only complex numbers have. Without the feature there are none, and a method of this name is the user's.
pub fn complex_rule(name: &str) -> Option<&'static retrograde_rules::Rule> {
    retrograde_rules::lookup_complex(name).filter(|_| cfg!(feature = "complex"))
}

/// The rule of a method that numbers have. They have none for an operator: `a.add(b)` may be anybody's.
pub fn method_rule(name: &str) -> Option<&'static retrograde_rules::Rule> {
    retrograde_rules::lookup(name).filter(|rule| rule.operator.is_none())
}
