//! `cfg`, as it was evaluated when the crate was compiled: what is not there goes, and what is there loses its condition.
//!
//! Whether there are debug assertions is left open: the copy is compiled with those of the package that has it.

use crate::environment::Environment;
use crate::packages::Package;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};

/// What is known when a crate is compiled.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    values: BTreeMap<String, Vec<String>>,
    features: Vec<String>,
    /// whether there may be more conditions, which a build script sets
    scripted: bool,
}

/// Whether a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    Yes,
    No,
    /// it depends on the profile
    Open,
    /// a build script may set this name
    Unknown(String),
}

/// What is in the brackets of `cfg`.
enum Predicate {
    Literal(bool),
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Not(Box<Predicate>),
    Flag(String),
    Value(String, String),
}

impl Parse for Predicate {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(syn::LitBool) {
            return Ok(Self::Literal(input.parse::<syn::LitBool>()?.value));
        }
        let name = input.call(syn::Ident::parse_any)?.to_string();
        if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            let parts = Punctuated::<Self, syn::Token![,]>::parse_terminated(&content)?;
            let mut parts: Vec<Self> = parts.into_iter().collect();
            return Ok(match (&*name, parts.len()) {
                ("all", _) => Self::All(parts),
                ("any", _) => Self::Any(parts),
                ("not", 1) => Self::Not(Box::new(parts.remove(0))),
                _ => return Err(content.error("no condition")),
            });
        }
        if input.parse::<Option<syn::Token![=]>>()?.is_some() {
            return Ok(Self::Value(name, input.parse::<syn::LitStr>()?.value()));
        }
        Ok(Self::Flag(name))
    }
}

impl Conditions {
    /// What is known when a crate is compiled.
    pub fn of(environment: &Environment, package: &Package) -> Self {
        Self { values: environment.conditions.clone(), features: package.features.clone(), scripted: package.scripted }
    }

    fn truth(&self, predicate: &Predicate) -> Truth {
        match predicate {
            Predicate::Literal(value) => truth(*value),
            Predicate::All(parts) => parts.iter().fold(Truth::Yes, |all, part| and(all, self.truth(part))),
            Predicate::Any(parts) => not(parts.iter().fold(Truth::Yes, |all, part| and(all, not(self.truth(part))))),
            Predicate::Not(part) => not(self.truth(part)),
            Predicate::Flag(name) => match &**name {
                "debug_assertions" => Truth::Open,
                "test" | "doc" | "doctest" | "docsrs" | "miri" | "proc_macro" => Truth::No,
                name => self.known(name, self.values.get(name).is_some_and(Vec::is_empty)),
            },
            Predicate::Value(name, value) if name == "feature" => truth(self.features.contains(value)),
            Predicate::Value(name, value) => {
                self.known(name, self.values.get(name).is_some_and(|values| values.contains(value)))
            }
        }
    }

    /// Of names that cargo does not know, a build script may set any.
    fn known(&self, name: &str, holds: bool) -> Truth {
        const FLAGS: [&str; 4] = ["unix", "windows", "target_thread_local", "overflow_checks"];
        if holds {
            return Truth::Yes;
        }
        let language = name.starts_with("target_") || name == "panic" || FLAGS.contains(&name);
        if self.scripted && !language { Truth::Unknown(name.to_string()) } else { Truth::No }
    }

    /// A condition without what is known.
    fn reduced(&self, predicate: &Predicate) -> TokenStream {
        match (self.truth(predicate), predicate) {
            (Truth::Yes, _) => quote!(all()),
            (Truth::No, _) => quote!(any()),
            (_, Predicate::All(parts)) => {
                let parts = parts.iter().map(|part| self.reduced(part));
                quote!(all(#(#parts),*))
            }
            (_, Predicate::Any(parts)) => {
                let parts = parts.iter().map(|part| self.reduced(part));
                quote!(any(#(#parts),*))
            }
            (_, Predicate::Not(part)) => {
                let part = self.reduced(part);
                quote!(not(#part))
            }
            (_, Predicate::Flag(name) | Predicate::Value(name, _)) => {
                let name = quote::format_ident!("{name}");
                quote!(#name)
            }
            (_, Predicate::Literal(_)) => TokenStream::new(),
        }
    }

    /// Evaluates the conditions among attributes, and leaves what is open of them.
    pub fn settle(&self, attrs: &mut Vec<syn::Attribute>) -> Truth {
        let mut all = Truth::Yes;
        let mut open: Vec<syn::Attribute> = std::mem::take(attrs).into_iter().rev().collect();
        while let Some(attr) = open.pop() {
            if attr.path().is_ident("cfg_attr")
                && let Ok((predicate, more)) = attr.parse_args_with(conditional)
            {
                if self.truth(&predicate) == Truth::Yes {
                    open.extend(more.into_iter().rev());
                }
            } else if attr.path().is_ident("cfg")
                && let Ok(predicate) = attr.parse_args::<Predicate>()
            {
                let truth = self.truth(&predicate);
                if truth == Truth::Open {
                    let reduced = self.reduced(&predicate);
                    attrs.push(syn::parse_quote!(#[cfg(#reduced)]));
                }
                all = and(all, truth);
            } else {
                attrs.push(attr);
            }
        }
        all
    }

    /// Settles the conditions inside of an item. The names that only a build script knows are those of which nothing can be said.
    pub fn settle_inside(&self, item: &mut syn::Item) -> BTreeSet<String> {
        let mut settling = Settling { conditions: self, unknown: BTreeSet::new() };
        settling.visit_item_mut(item);
        settling.unknown
    }
}

fn conditional(input: ParseStream) -> syn::Result<(Predicate, Vec<syn::Attribute>)> {
    let predicate = input.parse()?;
    input.parse::<Option<syn::Token![,]>>()?;
    let metas = Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated(input)?;
    Ok((predicate, metas.into_iter().map(|meta| syn::parse_quote!(#[#meta])).collect()))
}

fn truth(value: bool) -> Truth {
    if value { Truth::Yes } else { Truth::No }
}

fn not(truth: Truth) -> Truth {
    match truth {
        Truth::Yes => Truth::No,
        Truth::No => Truth::Yes,
        other => other,
    }
}

fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::No, _) | (_, Truth::No) => Truth::No,
        (Truth::Unknown(name), _) | (_, Truth::Unknown(name)) => Truth::Unknown(name),
        (Truth::Open, _) | (_, Truth::Open) => Truth::Open,
        (Truth::Yes, Truth::Yes) => Truth::Yes,
    }
}

struct Settling<'c> {
    conditions: &'c Conditions,
    unknown: BTreeSet<String>,
}

impl Settling<'_> {
    /// Whether something is there.
    fn keeps(&mut self, attrs: &mut Vec<syn::Attribute>) -> bool {
        let truth = self.conditions.settle(attrs);
        if let Truth::Unknown(name) = &truth {
            self.unknown.insert(name.clone());
        }
        truth != Truth::No
    }

    fn keep<T, P: Default>(&mut self, list: &mut Punctuated<T, P>, attrs: fn(&mut T) -> &mut Vec<syn::Attribute>) {
        let kept = std::mem::take(list).into_iter().filter_map(|mut one| self.keeps(attrs(&mut one)).then_some(one));
        list.extend(kept.collect::<Vec<_>>());
    }

    /// Anything that begins with its attributes. Syntax is taken apart as tokens, since every kind of expression has a field of its own for them.
    fn keeps_tokens<T: Parse + ToTokens>(&mut self, one: &mut T) -> bool {
        let tokens = one.to_token_stream();
        if !matches!(tokens.clone().into_iter().next(), Some(TokenTree::Punct(hash)) if hash.as_char() == '#') {
            return true;
        }
        let parse = |input: ParseStream| Ok((syn::Attribute::parse_outer(input)?, input.parse::<TokenStream>()?));
        let Ok((mut attrs, rest)) = parse.parse2(tokens) else { return true };
        let keeps = self.keeps(&mut attrs);
        if let Ok(changed) = syn::parse2(quote!(#(#attrs)* #rest)) {
            *one = changed;
        }
        keeps
    }
}

impl VisitMut for Settling<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for statement in std::mem::take(&mut block.stmts) {
            let mut whole = Statements(vec![statement]);
            if self.keeps_tokens(&mut whole) {
                block.stmts.extend(whole.0);
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let syn::Expr::Macro(syn::ExprMacro { mac, .. }) = expr
            && mac.path.is_ident("cfg")
            && let Ok(predicate) = mac.parse_body::<Predicate>()
        {
            let value = match self.conditions.truth(&predicate) {
                Truth::Yes => quote!(true),
                Truth::No => quote!(false),
                Truth::Open => {
                    let reduced = self.conditions.reduced(&predicate);
                    quote!(cfg!(#reduced))
                }
                Truth::Unknown(name) => {
                    self.unknown.insert(name);
                    quote!(false)
                }
            };
            *expr = syn::parse_quote!(#value);
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_match_mut(&mut self, expr: &mut syn::ExprMatch) {
        expr.arms.retain_mut(|arm| self.keeps(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, expr);
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        self.keep(&mut expr.fields, |field| &mut field.attrs);
        visit_mut::visit_expr_struct_mut(self, expr);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        self.keep(&mut fields.named, |field| &mut field.attrs);
        visit_mut::visit_fields_named_mut(self, fields);
    }

    fn visit_fields_unnamed_mut(&mut self, fields: &mut syn::FieldsUnnamed) {
        self.keep(&mut fields.unnamed, |field| &mut field.attrs);
        visit_mut::visit_fields_unnamed_mut(self, fields);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        self.keep(&mut item.variants, |variant| &mut variant.attrs);
        visit_mut::visit_item_enum_mut(self, item);
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        item.items.retain_mut(|item| self.keeps_tokens(item));
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        item.items.retain_mut(|item| self.keeps_tokens(item));
        visit_mut::visit_item_trait_mut(self, item);
    }
}

/// Statements, as tokens.
struct Statements(Vec<syn::Stmt>);

impl Parse for Statements {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.call(syn::Block::parse_within).map(Self)
    }
}

impl ToTokens for Statements {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.iter().for_each(|statement| statement.to_tokens(tokens));
    }
}
