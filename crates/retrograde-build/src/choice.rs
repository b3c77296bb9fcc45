//! Which functions of a crate get derivatives.

use crate::conditions::Conditions;
use crate::copy::{self, Marked};
use crate::environment::Environment;
use crate::error::{Result, error};
use crate::names::Found;
use crate::packages::Package;
use crate::reach::Reach;
use crate::tree::{Crate, ItemId};
use crate::{Error, comparison, conversions, facade, finish, generic, is_name, put};
use quote::quote;
use std::collections::BTreeMap;
use std::ops::Range;

/// Derivatives of functions of a crate that the package depends on; see [`from_crate`].
///
/// ```no_run
/// retrograde_build::from_crate("statrs").function("function::beta::beta_reg").range("x", 0.1..0.9).write("beta");
/// ```
#[derive(Clone, Debug)]
pub struct FromCrate {
    name: String,
    choices: Vec<Choice>,
    options: String,
}

/// A function, or a method of a type.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// its path in the crate
    pub path: Vec<String>,
    /// the types for which it is tested, if it is generic
    pub types: Vec<syn::Type>,
    /// where its parameters are drawn from in the test
    pub ranges: BTreeMap<String, Range<f64>>,
    /// whether there is no test
    pub untested: bool,
}

/// Takes functions of a crate that the package depends on, by the name in `[dependencies]`.
///
/// The function is copied with all that it needs into a module of the package, and the copy gets derivatives. The value still comes from the crate itself,
/// and a test, which `cargo test` runs, compares both bit for bit, and the gradient with differences.
///
/// ```no_run
/// retrograde_build::from_crate("statrs").function("function::erf::erf").write("special");
/// ```
///
/// With `include!(concat!(env!("OUT_DIR"), "/special.rs"));` the package then has `special::function::erf::erf` and its companion.
pub fn from_crate(name: &str) -> FromCrate {
    FromCrate { name: name.to_string(), choices: Vec::new(), options: String::new() }
}

impl FromCrate {
    /// A public function, by its path in the crate. A function of numbers of a generic type needs a type for which it is tested, `module::f::<f64>`.
    ///
    /// ```no_run
    /// retrograde_build::from_crate("statrs").function("function::erf::erfc").write("special");
    /// ```
    #[must_use]
    pub fn function(mut self, path: &str) -> Self {
        let (path, types) = generic::path(path);
        self.choices.push(Choice { path, types, ..Choice::default() });
        self
    }

    /// A public method of a type whose fields are all public, by its path in the crate, `module::Type::method`.
    ///
    /// A type of another crate cannot have a gradient, so the package gets a type of its own of the same name, with `From` both ways. What `value.method()` gives
    /// on it is what the copy gives.
    ///
    /// ```no_run
    /// retrograde_build::from_crate("geometry").method("shapes::Circle::area").write("shapes");
    /// ```
    #[must_use]
    pub fn method(self, path: &str) -> Self {
        self.function(path)
    }

    /// Where a parameter of the function named last is drawn from in the test; from `0.1..0.9` if nothing is said, and `1..4` for integers.
    ///
    /// ```no_run
    /// retrograde_build::from_crate("statrs")
    ///     .function("function::gamma::gamma_lr")
    ///     .range("a", 0.5..4.0)
    ///     .range("x", 0.1..6.0)
    ///     .write("special");
    /// ```
    #[must_use]
    pub fn range(mut self, parameter: &str, range: Range<f64>) -> Self {
        if let Some(choice) = self.choices.last_mut() {
            choice.ranges.insert(parameter.to_string(), range);
        }
        self
    }

    /// Writes no test for the function named last.
    ///
    /// ```no_run
    /// retrograde_build::from_crate("statrs").function("function::erf::erf").without_test().write("special");
    /// ```
    #[must_use]
    pub fn without_test(mut self) -> Self {
        if let Some(choice) = self.choices.last_mut() {
            choice.untested = true;
        }
        self
    }

    /// What stands in the brackets of `#[differentiable(..)]`.
    ///
    /// ```no_run
    /// retrograde_build::from_crate("statrs").function("function::erf::erf").options("tangent").write("special");
    /// ```
    #[must_use]
    pub fn options(mut self, options: &str) -> Self {
        self.options = options.to_string();
        self
    }

    /// Writes the module into `NAME.rs` in `OUT_DIR`. A mistake ends the build script and is shown by cargo.
    ///
    /// ```no_run
    /// retrograde_build::from_crate("statrs").function("function::erf::erf").write("special");
    /// ```
    pub fn write(&self, name: &str) {
        finish(self.try_write(name));
    }

    /// Writes the module, or says why not.
    ///
    /// # Errors
    ///
    /// If there is no such crate or function, or if it cannot be copied.
    ///
    /// ```no_run
    /// if let Err(error) = retrograde_build::from_crate("statrs").function("function::erf::erf").try_write("special") {
    ///     println!("cargo::warning={error}");
    /// }
    /// ```
    pub fn try_write(&self, name: &str) -> std::result::Result<(), Error> {
        let environment = Environment::of_build_script()?;
        println!("cargo::rerun-if-changed=build.rs");
        let (text, tree) = self.text(&environment, name)?;
        println!("cargo::rerun-if-changed={}", tree.package.lock.display());
        if tree.package.local {
            tree.files.iter().for_each(|file| println!("cargo::rerun-if-changed={}", file.display()));
        }
        put(&environment, name, &text)
    }

    /// What is written, and what was read.
    pub(crate) fn text(&self, environment: &Environment, name: &str) -> Result<(String, Crate)> {
        is_name(name)?;
        let options: proc_macro2::TokenStream =
            self.options.parse().map_err(|_| error!("`{}` is no list of options", self.options))?;
        let package = Package::find(environment, &self.name)?;
        let conditions = Conditions::of(environment, &package);
        let tree = Crate::read(package, &conditions)?;
        if self.choices.is_empty() {
            return Err(error!("nothing is taken from `{}`: name its functions, `.function(\"..\")`", self.name));
        }
        let chosen = self.choices.iter().map(|choice| found(&tree, choice)).collect::<Result<Vec<_>>>()?;
        let mut marked = Marked::default();
        let mut types = Vec::new();
        for one in &chosen {
            match one.method {
                Some(method) => marked.methods.push(method),
                None => marked.functions.push(one.item),
            }
            types.extend(one.types(&tree));
        }
        let types = conversions::with_parts(&tree, types)?;
        let items: Vec<ItemId> = marked.functions.iter().chain(&types).copied().collect();
        let reach = Reach::of(&tree, &items, &marked.methods)?;
        let copied = copy::copy(&reach, &marked);
        let facade = facade::facade(&tree, &chosen, &types)?;
        let conversions = conversions::conversions(&tree, &types);
        let tests = comparison::comparison(&tree, &chosen)?;
        let module = copy::ident(name);
        let options = (!options.is_empty()).then(|| quote!((#options)));
        let file: syn::File = syn::parse_quote! {
            #[allow(warnings, clippy::all, clippy::pedantic)]
            pub mod #module {
                #facade
                #[::retrograde::differentiable #options]
                #copied
                #conversions
                #tests
            }
        };
        let (package, version) = (&tree.package.name, &tree.package.version);
        let head = format!("// Derivatives of functions of {package} {version}, copied from its sources.\n\n");
        Ok((head + &prettyplease::unparse(&file), tree))
    }
}

/// What a choice means.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'c> {
    pub choice: &'c Choice,
    /// the function, or the type of the method
    pub item: ItemId,
    /// the `impl` that has the method, and the number of the method there
    pub method: Option<(ItemId, usize)>,
}

impl Chosen<'_> {
    /// Its signature, as it is tested, and the module that it is written in.
    pub fn signature(&self, tree: &Crate) -> Option<(usize, syn::Signature)> {
        let (id, member) = self.method.map_or((self.item, None), |(id, member)| (id, Some(member)));
        let sig = match (&tree.item(id).syntax, member) {
            (syn::Item::Fn(item), None) => &item.sig,
            (syn::Item::Impl(item), Some(member)) => match &item.items[member] {
                syn::ImplItem::Fn(method) => &method.sig,
                _ => return None,
            },
            _ => return None,
        };
        Some((id.0, generic::instance(sig, &self.choice.types)?))
    }

    /// The types of the crate that its signature mentions.
    fn types(&self, tree: &Crate) -> Vec<ItemId> {
        let itself = self.method.map(|_| self.item);
        let signed = self.signature(tree).into_iter().flat_map(|(module, sig)| facade::types_of(tree, module, &sig));
        itself.into_iter().chain(signed).collect()
    }
}

/// What to do about a function that cannot be taken.
const OWN: &str = "write the function into a file of your own and use `retrograde_build::file`";

/// The function or method that a path means.
fn found<'c>(tree: &Crate, choice: &'c Choice) -> Result<Chosen<'c>> {
    let path = &choice.path;
    let (package, name) = (&tree.package.name, path.join("::"));
    let meaning = tree.at(path);
    let chosen = meaning.found.iter().find_map(|found| {
        let Found::Item(item, rest) = found else { return None };
        match (&rest[..], &tree.item(*item).syntax) {
            ([], syn::Item::Fn(_)) => Some(Chosen { choice, item: *item, method: None }),
            ([method], syn::Item::Struct(_) | syn::Item::Enum(_)) => {
                method_of(tree, *item, method).map(|method| Chosen { choice, item: *item, method: Some(method) })
            }
            _ => None,
        }
    });
    let chosen = chosen.ok_or_else(|| missing(tree, path, &meaning.found))?;
    if chosen.method.is_none() && tree.public_path(chosen.item).is_none() {
        return Err(error!("`{name}` is private in `{package}`, so that its value cannot come from there: {OWN}"));
    }
    let of_impl = chosen.method.map(|(id, _)| &tree.item(id).syntax);
    if matches!(of_impl, Some(syn::Item::Impl(item)) if item.generics.type_params().next().is_some()) {
        return Err(error!("`{name}` of `{package}` is a method of a generic type: {OWN}, with the types written out"));
    }
    let Some((module, sig)) = chosen.signature(tree) else {
        return Err(error!(
            "`{name}` of `{package}` is generic: if its type parameters are numbers, say for which it is tested, `{name}::<f64>`; else {OWN}, \
             with the types written out"
        ));
    };
    if !choice.types.is_empty() && !facade::types_of(tree, module, &sig).is_empty() {
        return Err(error!(
            "`{name}` of `{package}` is generic and takes types of that crate: {OWN}, with the types written out"
        ));
    }
    if matches!(sig.safety, syn::Safety::Unsafe(_)) {
        return Err(error!("`{name}` of `{package}` is `unsafe`: {OWN}, without"));
    }
    if sig.asyncness.is_some() || sig.variadic.is_some() {
        return Err(error!("`{name}` of `{package}` is no ordinary function: {OWN}"));
    }
    Ok(chosen)
}

/// A method of a type, which its own `impl` comes before those of traits.
fn method_of(tree: &Crate, ty: ItemId, name: &str) -> Option<(ItemId, usize)> {
    let of_type = tree.items().filter_map(|(id, item)| match &item.syntax {
        syn::Item::Impl(item) if is_type(tree, id.0, &item.self_ty, ty) => Some((id, item)),
        _ => None,
    });
    let mut methods: Vec<(bool, ItemId, usize)> = Vec::new();
    for (id, item) in of_type {
        for (k, member) in item.items.iter().enumerate() {
            if let syn::ImplItem::Fn(method) = member
                && method.sig.ident == name
                && (item.trait_.is_some() || matches!(method.vis, syn::Visibility::Public(_)))
            {
                methods.push((item.trait_.is_some(), id, k));
            }
        }
    }
    methods.into_iter().min().map(|(_, id, k)| (id, k))
}

fn is_type(tree: &Crate, module: usize, ty: &syn::Type, wanted: ItemId) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    tree.meaning(module, &names, false).found.contains(&Found::Item(wanted, Vec::new()))
}

fn missing(tree: &Crate, path: &[String], found: &std::collections::BTreeSet<Found>) -> Error {
    let package = &tree.package;
    let (name, version, whole) = (&package.name, &package.version, path.join("::"));
    if let Some(Found::Outside(other)) = found.first() {
        let other = other.join("::");
        return error!("`{whole}` of `{name}` comes from another crate, `{other}`: take it `from_crate` there");
    }
    let (last, around) = path.split_last().map_or((String::new(), &[][..]), |(last, around)| (last.clone(), around));
    let module = tree.at(around).found.into_iter().find_map(|found| match found {
        Found::Module(module) => Some(&tree.modules[module]),
        _ => None,
    });
    if let Some(problem) = module.and_then(|module| module.problem.as_ref()) {
        return error!("{problem}");
    }
    if module.is_some_and(|module| module.opaque) {
        return error!(
            "`{name}` {version} has no function `{whole}` that is written out, but macros make items beside it: write it into a file of your own \
             and use `retrograde_build::file`"
        );
    }
    let others: Vec<String> = tree
        .items()
        .filter(|(_, item)| item.name().as_ref() == Some(&last) && matches!(item.syntax, syn::Item::Fn(_)))
        .filter_map(|(id, _)| tree.public_path(id))
        .map(|path| format!("`{}`", path.join("::")))
        .collect();
    let instead = if others.is_empty() {
        format!("with the features {:?}", package.features)
    } else {
        format!("but {}", others.join(", "))
    };
    error!("`{name}` {version} has no function `{whole}`, {instead}")
}
