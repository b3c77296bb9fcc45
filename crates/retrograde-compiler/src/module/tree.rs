//! What there is in an inline module: its functions, methods and types, and those of the modules in it, with what their bodies mention.
//!
//! Functions are numbered in the order in which a walk meets them, so that the walk which expands them finds them again.

use crate::hash::Set;
use crate::host::{name, names_in};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};

/// A module and the modules in it.
#[derive(Default)]
pub struct Tree<'m> {
    /// the first one is the module itself
    pub scopes: Vec<Scope<'m>>,
    /// all functions and methods
    pub functions: Vec<Function<'m>>,
    /// all structs and enums
    pub types: Vec<Type<'m>>,
}

/// A module.
#[derive(Default)]
pub struct Scope<'m> {
    /// the names of the modules that it is in, and its own; none for the first one
    pub path: Vec<String>,
    /// whether it, or a module that it is in, is there under a condition
    pub conditional: bool,
    /// what `use` names, and the path that it names
    pub uses: Vec<(String, Vec<String>)>,
    /// the paths of which `use` names everything
    pub globs: Vec<Vec<String>>,
    /// constants, statics and other names for types; `None` if nothing is known of them
    pub others: Vec<(String, Option<Other<'m>>)>,
}

/// An item whose type is written.
#[derive(Clone, Copy)]
pub enum Other<'m> {
    /// another name for a type
    Alias(&'m syn::Type),
    /// a constant or a static of a type
    Constant(&'m syn::Type),
}

/// A struct or an enum.
pub struct Type<'m> {
    /// where it is
    pub scope: usize,
    /// what it is called
    pub name: String,
    /// what it derives, and conditions
    pub attrs: &'m [syn::Attribute],
    /// its parameters
    pub generics: &'m syn::Generics,
    /// what it holds
    pub fields: Vec<&'m syn::Type>,
}

/// A function or a method.
pub struct Function<'m> {
    /// the module that it is in
    pub scope: usize,
    /// what it is a method of
    pub owner: Owner,
    /// its signature
    pub sig: &'m syn::Signature,
    /// what its attributes say
    pub mark: Mark,
    /// whether it is there under a condition
    pub conditional: bool,
    /// what it mentions
    pub mentions: Mentions,
}

/// What a function is a method of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// nothing
    Module,
    /// a type, by its name
    Type {
        /// its name
        name: String,
        /// whether the `impl` has parameters of its own
        generic: bool,
    },
    /// a type, as a trait asks for it
    Impl {
        /// the name of the trait
        of: String,
        /// the name of the type
        name: String,
        /// whether the `impl` has parameters of its own
        generic: bool,
    },
    /// a trait
    Trait(String),
}

impl Owner {
    /// The type that it is a method of.
    pub fn type_name(&self) -> Option<&str> {
        match self {
            Owner::Type { name, .. } | Owner::Impl { name, .. } => Some(name),
            Owner::Module | Owner::Trait(_) => None,
        }
    }

    /// The trait that asks for it.
    pub fn trait_name(&self) -> Option<&str> {
        match self {
            Owner::Impl { of, .. } => Some(of),
            Owner::Trait(name) => Some(name),
            Owner::Module | Owner::Type { .. } => None,
        }
    }
}

/// What the attributes of a function say of its derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// nothing
    None,
    /// it has some
    Differentiable,
    /// it stays as it is, and what it gives is a constant
    Constant,
    /// another attribute says it
    Other,
}

impl Mark {
    /// What attributes say.
    pub fn of(attrs: &[syn::Attribute]) -> Self {
        let others = crate::expand::ATTRIBUTES.map(|(name, _)| name);
        let marks = attrs.iter().filter_map(|attr| match &*name(attr.path()) {
            "differentiable" => Some(Mark::Differentiable),
            "constant" => Some(Mark::Constant),
            other => others.contains(&other).then_some(Mark::Other),
        });
        marks.fold(Mark::None, |_, last| last)
    }
}

/// Whether something is there under a condition.
pub fn is_conditional(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg"))
}

impl<'m> Tree<'m> {
    /// What there is in a module.
    pub fn of(items: &'m [syn::Item]) -> Self {
        let mut tree = Self::default();
        tree.scope(Scope::default(), items, false);
        tree
    }

    fn scope(&mut self, new: Scope<'m>, items: &'m [syn::Item], marked: bool) {
        let scope = self.scopes.len();
        self.scopes.push(new);
        items.iter().for_each(|item| self.item(scope, item, marked));
    }

    fn item(&mut self, scope: usize, item: &'m syn::Item, marked: bool) {
        match item {
            syn::Item::Fn(item) => {
                self.function(scope, Owner::Module, &item.attrs, &item.sig, Some(&item.block), marked);
            }
            syn::Item::Impl(item) => {
                let marked = marked || Mark::of(&item.attrs) == Mark::Differentiable;
                let owner = owner(item);
                for method in &item.items {
                    if let syn::ImplItem::Fn(method) = method {
                        let (attrs, body) = (&method.attrs, Some(&method.block));
                        self.function(scope, owner.clone(), attrs, &method.sig, body, marked);
                    }
                }
            }
            syn::Item::Trait(item) => {
                let marked = marked || Mark::of(&item.attrs) == Mark::Differentiable;
                let owner = Owner::Trait(item.ident.to_string());
                for method in &item.items {
                    if let syn::TraitItem::Fn(method) = method {
                        let (attrs, body) = (&method.attrs, method.default.as_ref());
                        self.function(scope, owner.clone(), attrs, &method.sig, body, marked);
                    }
                }
            }
            syn::Item::Mod(syn::ItemMod { attrs, ident, content: Some((_, items)), .. }) => {
                let around = &self.scopes[scope];
                let path = [&around.path[..], &[ident.to_string()]].concat();
                let conditional = around.conditional || is_conditional(attrs);
                let new = Scope { path, conditional, ..Scope::default() };
                self.scope(new, items, marked || Mark::of(attrs) == Mark::Differentiable);
            }
            syn::Item::Struct(syn::ItemStruct { attrs, ident, generics, fields, .. }) => {
                let fields = fields.iter().map(|field| &field.ty).collect();
                self.types.push(Type { scope, name: ident.to_string(), attrs, generics, fields });
            }
            syn::Item::Enum(syn::ItemEnum { attrs, ident, generics, variants, .. }) => {
                let fields = variants.iter().flat_map(|variant| &variant.fields).map(|field| &field.ty).collect();
                self.types.push(Type { scope, name: ident.to_string(), attrs, generics, fields });
            }
            syn::Item::Use(item) => self.scopes[scope].note_use(&item.tree, &mut Vec::new()),
            syn::Item::Const(item) => {
                let known = item.generics.params.is_empty() && !is_conditional(&item.attrs);
                let other = known.then_some(Other::Constant(&item.ty));
                self.scopes[scope].others.push((item.ident.to_string(), other));
            }
            syn::Item::Static(item) => {
                let other = (!is_conditional(&item.attrs)).then_some(Other::Constant(&item.ty));
                self.scopes[scope].others.push((item.ident.to_string(), other));
            }
            syn::Item::Type(item) => {
                let known = item.generics.params.is_empty() && !is_conditional(&item.attrs);
                self.scopes[scope].others.push((item.ident.to_string(), known.then_some(Other::Alias(&item.ty))));
            }
            _ => {}
        }
    }

    fn function(
        &mut self,
        scope: usize,
        owner: Owner,
        attrs: &[syn::Attribute],
        sig: &'m syn::Signature,
        body: Option<&syn::Block>,
        marked: bool,
    ) {
        let mark = match Mark::of(attrs) {
            Mark::None if marked => Mark::Differentiable,
            mark => mark,
        };
        let mentions = Mentions::of(sig, body);
        let conditional = self.scopes[scope].conditional || is_conditional(attrs);
        self.functions.push(Function { scope, owner, sig, mark, conditional, mentions });
    }

    /// The module at a path from the first one.
    pub fn scope_at(&self, path: &[String]) -> Option<usize> {
        self.scopes.iter().position(|scope| scope.path == path)
    }

    /// A path that is written in a module, from the first module on; `None` if it leads out of it. What `use` names is followed.
    pub fn resolved(&self, scope: usize, path: &[String], depth: usize) -> Option<Vec<String>> {
        let mut around = self.scopes[scope].path.clone();
        let mut rest = path;
        if let [first, ..] = path
            && depth < 8
            && let Some((_, meant)) = self.scopes[scope].uses.iter().find(|(name, _)| name == first)
            && meant != path
        {
            return self.resolved(scope, &[meant, &path[1..]].concat(), depth + 1);
        }
        while let [first, more @ ..] = rest {
            match &**first {
                "self" => {}
                "super" => {
                    around.pop()?;
                }
                "crate" => return None,
                _ => break,
            }
            rest = more;
        }
        Some([&around[..], rest].concat())
    }

    /// The functions that a path in a module may mean. A glob may bring any.
    pub fn meant(&self, scope: usize, path: &[String]) -> Vec<usize> {
        let mut ways = vec![path.to_vec()];
        ways.extend(self.scopes[scope].globs.iter().map(|glob| [&glob[..], path].concat()));
        let ways: Vec<_> = ways.iter().filter_map(|way| self.resolved(scope, way, 0)).collect();
        let is_at = |function: &Function| {
            let name = function.sig.ident.to_string();
            ways.iter().any(|way| match (&function.owner, &way[..]) {
                (Owner::Module, [around @ .., last]) => *last == name && *around == self.scopes[function.scope].path,
                (_, [.., ty, last]) => {
                    let itself = function.owner.type_name().or(function.owner.trait_name());
                    *last == name && (itself == Some(ty) || ty == "Self")
                }
                _ => false,
            })
        };
        (0..self.functions.len()).filter(|k| is_at(&self.functions[*k])).collect()
    }
}

impl Scope<'_> {
    fn note_use(&mut self, tree: &syn::UseTree, path: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(one) => {
                path.push(one.ident.to_string());
                self.note_use(&one.tree, path);
                path.pop();
            }
            syn::UseTree::Name(one) if one.ident == "self" => {
                self.uses.extend(path.last().map(|name| (name.clone(), path.clone())));
            }
            syn::UseTree::Name(one) => {
                let name = one.ident.to_string();
                self.uses.push((name.clone(), [&path[..], &[name]].concat()));
            }
            syn::UseTree::Rename(one) => {
                self.uses.push((one.rename.to_string(), [&path[..], &[one.ident.to_string()]].concat()));
            }
            syn::UseTree::Glob(_) => self.globs.push(path.clone()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.note_use(tree, path)),
        }
    }
}

fn owner(item: &syn::ItemImpl) -> Owner {
    let name = match &*item.self_ty {
        syn::Type::Path(path) => name(&path.path),
        _ => String::new(),
    };
    let generic = item.generics.type_params().next().is_some();
    match &item.trait_ {
        Some((.., path, _)) => Owner::Impl { of: self::name(path), name, generic },
        None => Owner::Type { name, generic },
    }
}

/// What a function mentions.
#[derive(Default)]
pub struct Mentions {
    /// paths of what may be functions
    pub paths: Vec<Vec<String>>,
    /// methods, and whether they are called on `self`
    pub methods: Vec<(String, bool)>,
    /// every name
    pub names: Set<String>,
}

impl Mentions {
    fn of(sig: &syn::Signature, body: Option<&syn::Block>) -> Self {
        let mut mentions = Self::default();
        body.into_iter().for_each(|body| mentions.visit_block(body));
        let tokens = [sig.to_token_stream(), body.to_token_stream()];
        mentions.names = tokens.into_iter().flat_map(|tokens| names_in(tokens).into_taken()).collect();
        mentions
    }
}

impl Visit<'_> for Mentions {
    fn visit_expr_path(&mut self, path: &syn::ExprPath) {
        let names = path.path.segments.iter().map(|segment| segment.ident.to_string());
        self.paths.push(names.collect());
        visit::visit_expr_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        let on_self = matches!(&*call.receiver, syn::Expr::Path(path) if path.path.is_ident("self"));
        self.methods.push((call.method.to_string(), on_self));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        let exprs = mac.parse_body_with(Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
        exprs.iter().flatten().for_each(|expr| self.visit_expr(expr));
        // `vec![e; n]`
        if let (Err(_), Ok(syn::Expr::Repeat(repeat))) = (&exprs, array(mac)) {
            self.visit_expr(&repeat.expr);
        }
    }
}

fn array(mac: &syn::Macro) -> syn::Result<syn::Expr> {
    let tokens = &mac.tokens;
    syn::parse2(quote::quote!([#tokens]))
}
