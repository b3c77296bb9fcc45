//! Generic functions, at the types for which they are tested. The copy stays generic.

use syn::visit_mut::{self, VisitMut};

/// The names of a path, and the types behind the last one, `f::<f64>`.
pub fn path(text: &str) -> (Vec<String>, Vec<syn::Type>) {
    let Ok(path) = syn::parse_str::<syn::Path>(text) else {
        return (text.split("::").map(|name| name.trim().to_string()).collect(), Vec::new());
    };
    let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let types = match path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => {
            let types = arguments.args.iter().filter_map(|argument| match argument {
                syn::GenericArgument::Type(ty) => Some(ty.clone()),
                _ => None,
            });
            types.collect()
        }
        _ => Vec::new(),
    };
    (names, types)
}

/// A signature at some types, one for each type parameter; `None` if there are not as many.
pub fn instance(sig: &syn::Signature, types: &[syn::Type]) -> Option<syn::Signature> {
    let params: Vec<syn::Ident> = sig.generics.type_params().map(|param| param.ident.clone()).collect();
    if params.len() != types.len() || sig.generics.const_params().next().is_some() {
        return None;
    }
    let mut sig = sig.clone();
    let lifetimes = sig.generics.params.into_iter().filter(|param| matches!(param, syn::GenericParam::Lifetime(_)));
    sig.generics = syn::Generics { params: lifetimes.collect(), where_clause: None, ..syn::Generics::default() };
    let mut at = At { params: &params, types };
    sig.inputs.iter_mut().for_each(|input| at.visit_fn_arg_mut(input));
    at.visit_return_type_mut(&mut sig.output);
    Some(sig)
}

struct At<'t> {
    params: &'t [syn::Ident],
    types: &'t [syn::Type],
}

impl VisitMut for At<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(path) = ty
            && path.qself.is_none()
            && let Some(k) = self.params.iter().position(|param| path.path.is_ident(param))
        {
            *ty = self.types[k].clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}
