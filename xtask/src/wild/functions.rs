//! The functions, methods and types of a crate: where they are, and what they mention.

use quote::ToTokens;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use syn::spanned::Spanned;

/// Something that may get an attribute.
#[derive(Clone, Debug)]
pub struct Item {
    pub file: PathBuf,
    pub name: String,
    /// the type whose method it is, or the trait's name if it is one
    pub owner: Option<String>,
    /// its lines, the first one is 1
    pub lines: (usize, usize),
    /// where the attribute goes, line and column, and the attribute
    pub at: (usize, usize),
    pub attribute: String,
    /// the trait that it is of, or implements
    pub of_trait: Option<String>,
    pub kind: Kind,
    /// whether it is in a module of its file
    pub is_nested: bool,
    /// what it mentions
    pub mentions: BTreeSet<String>,
    /// what its file imports
    pub imports: Rc<BTreeSet<String>>,
    /// whether it has the attribute
    pub wanted: bool,
    /// the round in which rustc refused it, and what it said
    pub refused: Option<(usize, String)>,
    /// the whole message
    pub shown: String,
}

#[derive(Clone, Debug)]
pub enum Kind {
    /// a function that can be called, by its signature
    Function(Box<syn::Signature>),
    /// all methods of an `impl` or a trait at once
    Methods,
    /// a struct or an enum
    Type,
}

/// What is in a file.
pub fn of_file(file: &Path, text: &str) -> Vec<Item> {
    let Ok(parsed) = syn::parse_file(text) else { return Vec::new() };
    let mut imports = BTreeSet::new();
    for item in &parsed.items {
        if let syn::Item::Use(item) = item {
            mentioned(item.tree.to_token_stream(), &mut imports);
        }
    }
    let mut found = Found { file, items: Vec::new(), nested: 0, imports: Rc::new(imports) };
    found.all(&parsed.items);
    found.items
}

struct Found<'f> {
    file: &'f Path,
    items: Vec<Item>,
    nested: usize,
    imports: Rc<BTreeSet<String>>,
}

impl Found<'_> {
    fn all(&mut self, items: &[syn::Item]) {
        for item in items {
            match item {
                syn::Item::Fn(item) if is_for_all(&item.attrs) => self.function(item),
                syn::Item::Impl(item) if is_for_all(&item.attrs) => self.methods(item),
                syn::Item::Trait(item) if is_for_all(&item.attrs) => {
                    let start = start(&item.vis, item.trait_token.span());
                    let name = item.ident.to_string();
                    self.push(item, &name, start, "#[::retrograde::differentiable] ", Kind::Methods).of_trait =
                        Some(name.clone());
                }
                syn::Item::Struct(item) if is_for_all(&item.attrs) => {
                    let start = start(&item.vis, item.struct_token.span());
                    self.data(item, &item.ident, start);
                }
                syn::Item::Enum(item) if is_for_all(&item.attrs) => {
                    let start = start(&item.vis, item.enum_token.span());
                    self.data(item, &item.ident, start);
                }
                syn::Item::Mod(item) if is_for_all(&item.attrs) => {
                    self.nested += 1;
                    self.all(item.content.as_ref().map_or(&[], |(_, items)| items));
                    self.nested -= 1;
                }
                _ => {}
            }
        }
    }

    fn push(
        &mut self,
        item: &(impl Spanned + quote::ToTokens),
        name: &str,
        start: proc_macro2::Span,
        attribute: &str,
        kind: Kind,
    ) -> &mut Item {
        let mut mentions = BTreeSet::new();
        mentioned(item.to_token_stream(), &mut mentions);
        self.items.push(Item {
            file: self.file.to_path_buf(),
            name: name.into(),
            owner: None,
            lines: (item.span().start().line, item.span().end().line),
            at: (start.start().line, start.start().column),
            attribute: attribute.into(),
            of_trait: None,
            kind,
            is_nested: self.nested > 0,
            mentions,
            imports: self.imports.clone(),
            wanted: false,
            refused: None,
            shown: String::new(),
        });
        self.items.last_mut().expect("just pushed")
    }

    fn function(&mut self, item: &syn::ItemFn) {
        if item.sig.asyncness.is_none() && matches!(item.sig.safety, syn::Safety::Default | syn::Safety::Safe(_)) {
            let kind = Kind::Function(Box::new(item.sig.clone()));
            let start = start(&item.vis, first(&item.sig));
            self.push(item, &item.sig.ident.to_string(), start, "#[::retrograde::differentiable] ", kind);
        }
    }

    /// Each method of an `impl` by itself, if that is possible, or all.
    fn methods(&mut self, item: &syn::ItemImpl) {
        let syn::Type::Path(path) = &*item.self_ty else { return };
        let Some(owner) = path.path.segments.last().map(|segment| segment.ident.to_string()) else { return };
        let of_trait = item.trait_.as_ref().and_then(|(path, _)| Some(path.segments.last()?.ident.to_string()));
        let is_one = of_trait.is_some() || item.generics.type_params().next().is_some();
        if is_one {
            let start = item.impl_token.span();
            let one = self.push(item, &owner, start, "#[::retrograde::differentiable] ", Kind::Methods);
            (one.owner, one.of_trait) = (Some(owner.clone()), of_trait.clone());
        }
        for method in &item.items {
            let syn::ImplItem::Fn(method) = method else { continue };
            let sig = &method.sig;
            let is_plain = sig.asyncness.is_none() && matches!(sig.safety, syn::Safety::Default);
            if !is_plain || !is_for_all(&method.attrs) {
                continue;
            }
            let kind = Kind::Function(Box::new(sig.clone()));
            let start = start(&method.vis, first(sig));
            let associated = sig.receiver().is_none();
            let attribute = match (is_one, associated) {
                (true, false) => "",
                (_, true) => "#[::retrograde::differentiable(associated)] ",
                (false, false) => "#[::retrograde::differentiable] ",
            };
            let one = self.push(method, &sig.ident.to_string(), start, attribute, kind);
            (one.owner, one.of_trait) = (Some(owner.clone()), of_trait.clone());
        }
    }

    fn data(&mut self, item: &(impl Spanned + quote::ToTokens), name: &syn::Ident, start: proc_macro2::Span) {
        self.push(item, &name.to_string(), start, "#[derive(::retrograde::Differentiable)] ", Kind::Type);
    }
}

fn start(vis: &syn::Visibility, token: proc_macro2::Span) -> proc_macro2::Span {
    if matches!(vis, syn::Visibility::Inherited) { token } else { vis.span() }
}

fn first(sig: &syn::Signature) -> proc_macro2::Span {
    let first = sig.constness.as_ref().map(Spanned::span);
    first.unwrap_or(sig.fn_token.span())
}

/// Whether something is neither for tests nor for some machines only.
fn is_for_all(attrs: &[syn::Attribute]) -> bool {
    !attrs.iter().any(|attr| attr.path().is_ident("test") || attr.path().is_ident("cfg"))
}

fn mentioned(tokens: proc_macro2::TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            proc_macro2::TokenTree::Group(group) => mentioned(group.stream(), names),
            _ => {}
        }
    }
}

/// The items that have to have an attribute so that one has derivatives, it first: what it calls, and the types in signatures.
pub fn reached(items: &[Item], from: usize) -> Vec<usize> {
    let mut found = vec![from];
    // Once more for the methods of types that were reached later.
    let mut left: Vec<usize> = vec![from, from];
    while let Some(at) = left.pop() {
        let item = &items[at];
        for (k, other) in items.iter().enumerate() {
            let is_needed = match &other.kind {
                Kind::Type => item.mentions.contains(&other.name) || item.owner.as_ref() == Some(&other.name),
                Kind::Methods => {
                    let same_trait = item.of_trait.is_some() && item.of_trait == other.of_trait;
                    let around = item.owner == other.owner && item.file == other.file && surrounds(other, item);
                    same_trait || around
                }
                // Types are there for their gradients, not for what they can do.
                Kind::Function(_) if matches!(item.kind, Kind::Type) => false,
                // The type of what a method is called on may be that of a field.
                Kind::Function(_) => {
                    item.mentions.contains(&other.name) && (is_known(item, other) || is_of(items, &found, other))
                }
            };
            if is_needed && !found.contains(&k) {
                found.push(k);
                left.insert(1.min(left.len()), k);
            }
        }
    }
    found
}

/// Whether a method is one of a type that is reached.
fn is_of(items: &[Item], found: &[usize], method: &Item) -> bool {
    let is_owner = |item: &Item| matches!(item.kind, Kind::Type) && Some(&item.name) == method.owner.as_ref();
    method.owner.is_some() && found.iter().any(|&k| is_owner(&items[k]))
}

fn surrounds(outer: &Item, inner: &Item) -> bool {
    outer.lines.0 <= inner.lines.0 && inner.lines.1 <= outer.lines.1
}

/// Whether a function that is mentioned by name may be meant: one of this file, or by its path, or a method of a type that is mentioned.
fn is_known(item: &Item, other: &Item) -> bool {
    let stem = other.file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    match &other.owner {
        Some(owner) => item.mentions.contains(owner) || item.owner.as_ref() == Some(owner),
        None => {
            item.file == other.file
                || stem == "mod"
                || stem == "lib"
                || item.mentions.contains(stem)
                || item.imports.contains(&other.name)
                || item.imports.contains(stem)
                || stem == other.name
        }
    }
}

/// The call of a function with any floats, if numbers can be drawn for all its parameters and it gives some.
pub fn any_call(item: &Item) -> Option<Vec<syn::Expr>> {
    let Kind::Function(sig) = &item.kind else { return None };
    let syn::ReturnType::Type(_, output) = &sig.output else { return None };
    if item.owner.is_some()
        || sig.constness.is_some()
        || sig.generics.params.iter().any(|p| !matches!(p, syn::GenericParam::Lifetime(_)))
    {
        return None;
    }
    any(output)?;
    let args: Vec<syn::Expr> = sig
        .inputs
        .iter()
        .map(|input| if let syn::FnArg::Typed(typed) = input { any(&typed.ty) } else { None })
        .collect::<Option<_>>()?;
    args.iter().any(super::list::is_drawn).then_some(args)
}

/// A value of a type of numbers, lists and tuples, to be drawn.
fn any(ty: &syn::Type) -> Option<syn::Expr> {
    Some(match ty {
        syn::Type::Path(path) => match path.path.segments.last()?.ident.to_string().as_str() {
            "f64" | "f32" => syn::parse_quote!(_),
            "bool" => syn::parse_quote!(true),
            name if INTEGERS.contains(&name) => syn::parse_quote!(3),
            _ => return None,
        },
        syn::Type::Reference(reference) if reference.mutability.is_none() => {
            let inner = any(&reference.elem)?;
            syn::parse_quote!(&#inner)
        }
        syn::Type::Slice(slice) => {
            let inner = any(&slice.elem)?;
            syn::parse_quote!([#inner; 5])
        }
        syn::Type::Array(array) => {
            let (inner, len) = (any(&array.elem)?, &array.len);
            syn::parse_quote!([#inner; #len])
        }
        syn::Type::Tuple(tuple) => {
            let parts: Vec<syn::Expr> = tuple.elems.iter().map(any).collect::<Option<_>>()?;
            syn::parse_quote!((#(#parts,)*))
        }
        _ => return None,
    })
}

pub const INTEGERS: [&str; 12] =
    ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
