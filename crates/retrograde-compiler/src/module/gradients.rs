//! What may have a gradient, by how types are written. A wrong answer is an error where rustc is asked about it, never a gradient that is lost.

use super::tree::{Function, Mark, Other, Tree, Type};
use crate::host::{name, names_in};
use crate::ir::INTEGER_TYPES;
use crate::methods::is_exclusive;
use quote::ToTokens;

/// Aliases are followed, and fields looked into, so deep.
const MOST: usize = 8;

/// Types of the standard library without a gradient, besides integers.
const WITHOUT: [&str; 5] = ["Duration", "Ordering", "String", "char", "str"];

/// Types of the standard library that have one only if what they hold has.
const HOLDERS: [&str; 11] = [
    "BTreeMap",
    "BTreeSet",
    "Box",
    "HashMap",
    "HashSet",
    "Option",
    "Range",
    "RangeInclusive",
    "Result",
    "Vec",
    "VecDeque",
];

impl Tree<'_> {
    /// Whether a type that is written in a module is known to have no gradient.
    pub fn is_constant(&self, scope: usize, ty: &syn::Type) -> bool {
        self.is_constant_within(scope, ty, MOST)
    }

    fn is_constant_within(&self, scope: usize, ty: &syn::Type, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let same = |ty: &syn::Type| self.is_constant_within(scope, ty, depth);
        match ty {
            syn::Type::Reference(reference) => same(&reference.elem),
            syn::Type::Paren(inner) => same(&inner.elem),
            syn::Type::Group(inner) => same(&inner.elem),
            syn::Type::Slice(slice) => same(&slice.elem),
            syn::Type::Array(array) => same(&array.elem),
            syn::Type::Tuple(parts) => parts.elems.iter().all(same),
            syn::Type::Path(path) if path.qself.is_none() => {
                let Some(last) = path.path.segments.last() else { return false };
                let name = last.ident.to_string();
                if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments {
                    let types = arguments.args.iter().filter_map(|argument| match argument {
                        syn::GenericArgument::Type(ty) => Some(ty),
                        _ => None,
                    });
                    return HOLDERS.contains(&&*name) && types.into_iter().all(same);
                }
                let path: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                match self.found(scope, &path) {
                    Some(Found::Alias(scope, ty)) => self.is_constant_within(scope, ty, depth),
                    Some(Found::Fields(scope, fields)) => {
                        fields.iter().all(|ty| self.is_constant_within(scope, ty, depth))
                    }
                    None => path.len() == 1 && (INTEGER_TYPES.contains(&&*name) || WITHOUT.contains(&&*name)),
                }
            }
            _ => false,
        }
    }

    /// The type that a path means, if it is one of these.
    fn found(&self, scope: usize, path: &[String]) -> Option<Found<'_>> {
        let path = self.resolved(scope, path, 0)?;
        let (last, around) = path.split_last()?;
        let scope = self.scope_at(around)?;
        let of_name = |ty: &&Type| ty.scope == scope && ty.name == *last;
        if let Some(ty) = self.types.iter().find(of_name) {
            return Some(Found::Fields(scope, &ty.fields));
        }
        self.scopes[scope].others.iter().find_map(|(name, other)| match other {
            Some(Other::Alias(ty)) if name == last => Some(Found::Alias(scope, ty)),
            _ => None,
        })
    }

    /// Whether an ordinary function with derivatives could be made of a function: it gives or changes something with a gradient, and is given
    /// something with one.
    pub fn is_candidate(&self, function: &Function) -> bool {
        let sig = function.sig;
        let usual = sig.asyncness.is_none()
            && !matches!(sig.safety, syn::Safety::Unsafe(_))
            && sig.abi.is_none()
            && sig.variadic.is_none();
        let gives = match &sig.output {
            syn::ReturnType::Type(_, ty) => match &**ty {
                syn::Type::Reference(_) | syn::Type::ImplTrait(_) | syn::Type::Never(_) => return false,
                ty => !self.is_constant(function.scope, ty),
            },
            syn::ReturnType::Default => false,
        };
        usual
            && matches!(function.mark, Mark::None | Mark::Differentiable)
            && self.is_given_gradients(function)
            && (gives || self.changes_gradients(function))
    }

    fn is_given_gradients(&self, function: &Function) -> bool {
        function.sig.inputs.iter().any(|input| match input {
            syn::FnArg::Receiver(_) => self.itself_has_gradient(function),
            syn::FnArg::Typed(typed) => !self.is_constant(function.scope, &typed.ty),
        })
    }

    fn itself_has_gradient(&self, function: &Function) -> bool {
        let name = function.owner.type_name().map(|name| vec![name.to_string()]);
        match name.and_then(|name| self.found(function.scope, &name)) {
            Some(Found::Fields(scope, fields)) => fields.iter().any(|ty| !self.is_constant(scope, ty)),
            _ => true,
        }
    }

    fn changes_gradients(&self, function: &Function) -> bool {
        function.sig.inputs.iter().any(|input| match input {
            syn::FnArg::Receiver(receiver) => is_exclusive(receiver) && self.itself_has_gradient(function),
            syn::FnArg::Typed(typed) => match &*typed.ty {
                syn::Type::Reference(reference) => {
                    reference.mutability.is_some() && !self.is_constant(function.scope, &reference.elem)
                }
                _ => false,
            },
        })
    }

    /// Whether what a function gives is a constant: because the user says so, or by its type. It must change nothing.
    pub fn gives_constant(&self, function: &Function) -> bool {
        let by_type = match &function.sig.output {
            syn::ReturnType::Type(_, ty) => self.is_constant(function.scope, ty),
            syn::ReturnType::Default => false,
        };
        let changes = function.sig.inputs.iter().any(|input| match input {
            syn::FnArg::Receiver(receiver) => is_exclusive(receiver),
            syn::FnArg::Typed(typed) => {
                matches!(&*typed.ty, syn::Type::Reference(reference) if reference.mutability.is_some())
            }
        });
        let told = function.mark == Mark::Constant;
        !function.conditional && !changes && (told || by_type)
    }

    /// The types that are to derive `Differentiable`, by their numbers: those that derive nothing of ours and that the functions which get
    /// derivatives take or give, or use where all that these hold has a gradient or is a constant.
    pub fn deriving(&self, chosen: &[bool]) -> Vec<bool> {
        let mut signed: Vec<bool> = vec![false; self.types.len()];
        let mut used = signed.clone();
        for (function, _) in self.functions.iter().zip(chosen).filter(|(_, chosen)| **chosen) {
            let names = names_in(function.sig.to_token_stream());
            for (k, ty) in self.types.iter().enumerate() {
                let owner = function.owner.type_name() == Some(&ty.name);
                signed[k] |= owner || names.has(&ty.name);
                used[k] |= function.mentions.names.contains(&ty.name);
            }
        }
        self.with_parts(&mut signed);
        self.with_parts(&mut used);
        let wanted = |(k, ty): (usize, &Type)| {
            let derives = ty.attrs.iter().any(|attr| attr.path().is_ident("derive") && derives_ours(attr));
            let fits = |field: &&syn::Type| self.is_constant(ty.scope, field) || self.has_gradient(ty, field, MOST);
            !derives && (signed[k] || used[k] && ty.fields.iter().all(fits))
        };
        self.types.iter().enumerate().map(wanted).collect()
    }

    /// The types that others hold, too.
    fn with_parts(&self, some: &mut [bool]) {
        loop {
            let names: Vec<_> = self.types.iter().zip(&*some).filter(|(_, has)| **has).map(|(ty, _)| ty).collect();
            let fields = names.into_iter().flat_map(|ty| &ty.fields);
            let names: Vec<_> = fields.map(|ty| names_in(ty.to_token_stream())).collect();
            let mut more = false;
            for (ty, has) in self.types.iter().zip(&mut *some) {
                if !*has && names.iter().any(|names| names.has(&ty.name)) {
                    (*has, more) = (true, true);
                }
            }
            if !more {
                return;
            }
        }
    }

    /// Whether a field is known to have a gradient, or to be a constant.
    fn has_gradient(&self, of: &Type, ty: &syn::Type, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let same = |ty: &syn::Type| self.is_constant(of.scope, ty) || self.has_gradient(of, ty, depth);
        match ty {
            syn::Type::Paren(inner) => same(&inner.elem),
            syn::Type::Group(inner) => same(&inner.elem),
            syn::Type::Array(array) => same(&array.elem),
            syn::Type::Tuple(parts) => parts.elems.iter().all(same),
            syn::Type::Path(path) if path.qself.is_none() => {
                let Some(last) = path.path.segments.last() else { return false };
                let name = last.ident.to_string();
                if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments {
                    return ["Box", "Option", "Vec"].contains(&&*name)
                        && arguments.args.iter().all(|argument| match argument {
                            syn::GenericArgument::Type(ty) => same(ty),
                            _ => false,
                        });
                }
                let path: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                let open = of.generics.type_params().any(|param| path == [param.ident.to_string()]);
                match self.found(of.scope, &path) {
                    Some(Found::Alias(_, ty)) => same(ty),
                    Some(Found::Fields(..)) => true,
                    None => open || path == ["f64"] || path == ["f32"],
                }
            }
            _ => false,
        }
    }
}

/// Whether a derive is one of ours.
fn derives_ours(attr: &syn::Attribute) -> bool {
    let mut ours = false;
    let parsed = attr.parse_nested_meta(|meta| {
        ours |= ["Differentiable", "Plain"].contains(&&*name(&meta.path));
        Ok(())
    });
    parsed.is_ok() && ours
}

/// What a type in a module is.
enum Found<'m> {
    /// another name for a type, written in this module
    Alias(usize, &'m syn::Type),
    /// a struct or an enum that holds these, in this module
    Fields(usize, &'m [&'m syn::Type]),
}
