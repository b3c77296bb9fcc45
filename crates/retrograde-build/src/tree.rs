//! The modules of a crate with their items, from its files. What is not compiled is not there.

use crate::conditions::{Conditions, Truth};
use crate::error::{Result, error};
use crate::packages::Package;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;

/// A crate.
pub struct Crate {
    pub package: Package,
    /// the first one is the root
    pub modules: Vec<Module>,
    /// `macro_rules!`, which are found by their names
    pub macros: Vec<Macro>,
    /// crates whose macros have no path: `#[macro_use] extern crate`
    pub macro_crates: Vec<String>,
    /// what was read
    pub files: Vec<PathBuf>,
}

/// A module.
#[derive(Default)]
pub struct Module {
    /// from the root
    pub path: Vec<String>,
    pub parent: Option<usize>,
    /// the modules in it, and whether everybody sees them
    pub children: BTreeMap<String, (usize, bool)>,
    pub items: Vec<Item>,
    /// what `use` brings
    pub leaves: Vec<Leaf>,
    /// whether macros make items here
    pub opaque: bool,
    /// why there is nothing here
    pub problem: Option<String>,
}

/// An item with a name, or an `impl`.
pub struct Item {
    pub syntax: syn::Item,
    /// where it is, for messages
    pub place: String,
    /// why it cannot be copied
    pub problem: Option<String>,
}

/// One name that `use` brings, or all of a module.
pub struct Leaf {
    pub path: Vec<String>,
    pub leading: bool,
    /// `None` if it brings all
    pub name: Option<String>,
    pub public: bool,
    pub vis: syn::Visibility,
}

/// `macro_rules!`
pub struct Macro {
    pub name: String,
    pub module: usize,
    pub syntax: syn::ItemMacro,
}

/// An item by its module and its number there.
pub type ItemId = (usize, usize);

impl Crate {
    /// Reads a crate.
    pub fn read(package: Package, conditions: &Conditions) -> Result<Self> {
        if package.edition == "2015" {
            return Err(error!(
                "`{}` is written in the edition of 2015, whose paths begin elsewhere: copy the function into a file of your own and use \
                 `retrograde_build::file`",
                package.name
            ));
        }
        let root = package.root.clone();
        let tree =
            Self { package, modules: Vec::new(), macros: Vec::new(), macro_crates: Vec::new(), files: Vec::new() };
        let mut reader = Reader { tree, conditions };
        reader.tree.modules.push(Module::default());
        let folder = root.parent().unwrap_or(Path::new("")).to_path_buf();
        reader.file(0, &root, &folder);
        if let Some(problem) = &reader.tree.modules[0].problem {
            return Err(error!("{problem}"));
        }
        Ok(reader.tree)
    }

    pub fn item(&self, (module, item): ItemId) -> &Item {
        &self.modules[module].items[item]
    }

    /// All items.
    pub fn items(&self) -> impl Iterator<Item = (ItemId, &Item)> {
        let modules = self.modules.iter().enumerate();
        modules.flat_map(|(m, module)| module.items.iter().enumerate().map(move |(k, item)| ((m, k), item)))
    }

    /// The path of an item in the crate.
    pub fn path_of(&self, id: ItemId) -> Vec<String> {
        let name = self.item(id).name().unwrap_or_default();
        [&self.modules[id.0].path[..], &[name]].concat()
    }
}

impl Item {
    /// Its name, if it has one.
    pub fn name(&self) -> Option<String> {
        let ident = match &self.syntax {
            syn::Item::Fn(item) => &item.sig.ident,
            syn::Item::Struct(item) => &item.ident,
            syn::Item::Enum(item) => &item.ident,
            syn::Item::Union(item) => &item.ident,
            syn::Item::Const(item) => &item.ident,
            syn::Item::Static(item) => &item.ident,
            syn::Item::Type(item) => &item.ident,
            syn::Item::Trait(item) => &item.ident,
            syn::Item::TraitAlias(item) => &item.ident,
            _ => return None,
        };
        Some(ident.to_string())
    }

    /// Whether everybody who sees its module sees it.
    pub fn is_public(&self) -> bool {
        let vis = match &self.syntax {
            syn::Item::Fn(item) => &item.vis,
            syn::Item::Struct(item) => &item.vis,
            syn::Item::Enum(item) => &item.vis,
            syn::Item::Union(item) => &item.vis,
            syn::Item::Const(item) => &item.vis,
            syn::Item::Static(item) => &item.vis,
            syn::Item::Type(item) => &item.vis,
            syn::Item::Trait(item) => &item.vis,
            _ => return false,
        };
        is_public(vis)
    }

    /// Whether it is a type or a trait, which paths lead through.
    pub fn is_type(&self) -> bool {
        matches!(
            self.syntax,
            syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Union(_) | syn::Item::Type(_) | syn::Item::Trait(_)
        )
    }
}

fn is_public(vis: &syn::Visibility) -> bool {
    matches!(vis, syn::Visibility::Public(_))
}

struct Reader<'c> {
    tree: Crate,
    conditions: &'c Conditions,
}

impl Reader<'_> {
    /// Reads a file as a module; those in it are looked for in a folder.
    fn file(&mut self, module: usize, path: &Path, folder: &Path) {
        self.tree.files.push(path.to_path_buf());
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        match text.and_then(|text| syn::parse_file(&text).map_err(|error| error.to_string())) {
            Ok(file) => self.items(module, file.items, path, folder),
            Err(error) => {
                self.tree.modules[module].problem = Some(format!("`{}` cannot be read: {error}", path.display()));
            }
        }
    }

    fn items(&mut self, module: usize, items: Vec<syn::Item>, file: &Path, folder: &Path) {
        for mut item in items {
            let mut problem = None;
            let mut none = Vec::new();
            let attrs = attributes(&mut item).unwrap_or(&mut none);
            match self.conditions.settle(attrs) {
                Truth::No => continue,
                Truth::Unknown(name) => problem = Some(of_script(&name)),
                Truth::Yes | Truth::Open => {}
            }
            match item {
                syn::Item::Mod(item) => self.module(module, item, problem, file, folder),
                syn::Item::Use(item) => {
                    let mut leaves = Vec::new();
                    let leading = item.leading_colon.is_some();
                    note_use(&item.tree, &mut Vec::new(), &mut |path, name| {
                        let (public, vis) = (is_public(&item.vis), item.vis.clone());
                        leaves.push(Leaf { path, leading, name, public, vis });
                    });
                    self.tree.modules[module].leaves.extend(leaves);
                }
                syn::Item::Macro(syntax) => match &syntax.ident {
                    Some(name) => self.tree.macros.push(Macro { name: name.to_string(), module, syntax }),
                    None => self.tree.modules[module].opaque = true,
                },
                syn::Item::ExternCrate(item) => {
                    if item.attrs.iter().any(|attr| attr.path().is_ident("macro_use")) {
                        self.tree.macro_crates.push(item.ident.to_string());
                    }
                    if let Some((_, name)) = &item.rename {
                        let (path, name) = (vec![item.ident.to_string()], Some(name.to_string()));
                        let (public, vis) = (is_public(&item.vis), item.vis.clone());
                        self.tree.modules[module].leaves.push(Leaf { path, leading: true, name, public, vis });
                    }
                }
                mut syntax => {
                    let unknown = self.conditions.settle_inside(&mut syntax);
                    let problem = problem.or_else(|| unknown.first().map(|name| of_script(name)));
                    let place = format!("{}:{}", file.display(), syntax.span().start().line);
                    self.tree.modules[module].items.push(Item { syntax, place, problem });
                }
            }
        }
    }

    fn module(&mut self, around: usize, item: syn::ItemMod, problem: Option<String>, file: &Path, folder: &Path) {
        let name = item.ident.to_string();
        let path = [&self.tree.modules[around].path[..], std::slice::from_ref(&name)].concat();
        let new = self.tree.modules.len();
        self.tree.modules.push(Module { path, parent: Some(around), problem, ..Module::default() });
        self.tree.modules[around].children.insert(name.clone(), (new, is_public(&item.vis)));
        if let Some((_, items)) = item.content {
            return self.items(new, items, file, &folder.join(&name));
        }
        match file_of(&item.attrs, &name, file, folder) {
            Some((path, folder)) => self.file(new, &path, &folder),
            None => {
                self.tree.modules[new].problem =
                    Some(format!("the file of `mod {name}` in `{}` is missing", file.display()));
            }
        }
    }
}

fn of_script(name: &str) -> String {
    format!("it depends on `cfg({name})`, which the build script of its crate may set, and another cannot know that")
}

/// The file of a module, and the folder of the modules in it.
pub fn file_of(attrs: &[syn::Attribute], name: &str, file: &Path, folder: &Path) -> Option<(PathBuf, PathBuf)> {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let path = attrs.iter().find(|attr| attr.path().is_ident("path")).and_then(|attr| match &attr.meta {
        syn::Meta::NameValue(syn::MetaNameValue { value: syn::Expr::Lit(lit), .. }) => match &lit.lit {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let ways = match path {
        Some(path) => {
            let path = file.parent()?.join(path);
            let folder = path.parent()?.to_path_buf();
            vec![(path, folder)]
        }
        None => vec![
            (folder.join(format!("{name}.rs")), folder.join(name)),
            (folder.join(name).join("mod.rs"), folder.join(name)),
        ],
    };
    ways.into_iter().find(|(path, _)| path.is_file())
}

/// The folder of the modules in a file.
pub fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
    match file.file_stem().and_then(|stem| stem.to_str()) {
        None | Some("mod" | "lib" | "main") => folder,
        Some(stem) => folder.join(stem),
    }
}

/// What a tree of `use` brings: paths, and the names that they get; none for all of a module.
pub fn note_use(tree: &syn::UseTree, path: &mut Vec<String>, note: &mut impl FnMut(Vec<String>, Option<String>)) {
    let with = |path: &[String], ident: &syn::Ident| {
        if ident == "self" && !path.is_empty() { path.to_vec() } else { [path, &[ident.to_string()]].concat() }
    };
    match tree {
        syn::UseTree::Path(one) => {
            path.push(one.ident.to_string());
            note_use(&one.tree, path, note);
            path.pop();
        }
        syn::UseTree::Name(one) => {
            let whole = with(path, &one.ident);
            let name = whole.last().cloned();
            note(whole, name);
        }
        syn::UseTree::Rename(one) => note(with(path, &one.ident), Some(one.rename.to_string())),
        syn::UseTree::Glob(_) => note(path.clone(), None),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| note_use(tree, path, note)),
    }
}

/// The attributes of an item.
pub fn attributes(item: &mut syn::Item) -> Option<&mut Vec<syn::Attribute>> {
    Some(match item {
        syn::Item::Const(item) => &mut item.attrs,
        syn::Item::Enum(item) => &mut item.attrs,
        syn::Item::ExternCrate(item) => &mut item.attrs,
        syn::Item::Fn(item) => &mut item.attrs,
        syn::Item::ForeignMod(item) => &mut item.attrs,
        syn::Item::Impl(item) => &mut item.attrs,
        syn::Item::Macro(item) => &mut item.attrs,
        syn::Item::Mod(item) => &mut item.attrs,
        syn::Item::Static(item) => &mut item.attrs,
        syn::Item::Struct(item) => &mut item.attrs,
        syn::Item::Trait(item) => &mut item.attrs,
        syn::Item::TraitAlias(item) => &mut item.attrs,
        syn::Item::Type(item) => &mut item.attrs,
        syn::Item::Union(item) => &mut item.attrs,
        syn::Item::Use(item) => &mut item.attrs,
        _ => return None,
    })
}
