//! Type parameters and what is asked of them: the user's, and those of what is derived.

use crate::tokens::{ToTokens, TokenStream, quote};

/// What stands between `<` and `>`, and behind `where`.
#[derive(Clone, Debug, Default)]
pub struct Generics {
    lifetimes: Vec<TokenStream>,
    params: Vec<TokenStream>,
    predicates: Vec<TokenStream>,
}

impl Generics {
    /// Those of a function as it is written.
    pub fn of(generics: &syn::Generics) -> Self {
        let mut found = Self::default();
        for param in &generics.params {
            let of_kind = match param {
                syn::GenericParam::Lifetime(_) => &mut found.lifetimes,
                _ => &mut found.params,
            };
            of_kind.push(param.to_token_stream());
        }
        let asked = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        found.predicates.extend(asked.map(ToTokens::to_token_stream));
        found
    }

    /// Adds a lifetime, before all others.
    pub fn add_lifetime(&mut self, lifetime: &syn::Lifetime) {
        self.lifetimes.insert(0, lifetime.to_token_stream());
    }

    /// Adds type parameters, each with what is asked of it.
    pub fn add(&mut self, params: impl IntoIterator<Item = TokenStream>) {
        self.params.extend(params);
    }

    /// Asks for more.
    pub fn ask(&mut self, predicates: impl IntoIterator<Item = TokenStream>) {
        self.predicates.extend(predicates);
    }

    /// What stands behind the name of the function, and behind its type.
    pub fn done(self) -> (TokenStream, TokenStream) {
        let Self { lifetimes, params, predicates } = self;
        let all: Vec<TokenStream> = lifetimes.into_iter().chain(params).collect();
        let all = if all.is_empty() { TokenStream::new() } else { quote!(<#(#all),*>) };
        (all, if predicates.is_empty() { TokenStream::new() } else { quote!(where #(#predicates),*) })
    }
}
