//! A file of one's own as a module with the attribute, the files of its submodules in it.
//!
//! The attribute sees what is inside of `mod name { .. }` only, so the text of the file is put between such brackets, on the lines that it has in the file.

use crate::environment::Environment;
use crate::error::{Result, error};
use crate::tree::{file_of, folder_of};
use crate::{Error, finish, is_name, put};
use quote::ToTokens;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;

/// A file of one's own; see [`file()`].
///
/// ```no_run
/// retrograde_build::file("src/physics.rs").options("tangent").write("physics");
/// ```
#[derive(Clone, Debug)]
pub struct File {
    path: PathBuf,
    options: String,
}

/// Takes a file of the package, by its path from Cargo.toml, as a module with `#[differentiable]`.
///
/// ```no_run
/// // build.rs
/// retrograde_build::file("src/physics.rs").write("physics");
/// ```
///
/// `include!(concat!(env!("OUT_DIR"), "/physics.rs"));` then stands where `pub mod physics;` would. The files of its submodules belong to it. Functions that are
/// marked `#[differentiable]`, and what they reach, get derivatives; if none is marked, all that could have some. A message of the compiler has the line of the
/// file; the text of a submodule stands behind it.
pub fn file(path: impl Into<PathBuf>) -> File {
    File { path: path.into(), options: String::new() }
}

impl File {
    /// What stands in the brackets of `#[differentiable(..)]`.
    ///
    /// ```no_run
    /// retrograde_build::file("src/physics.rs").options("tangent").write("physics");
    /// ```
    #[must_use]
    pub fn options(mut self, options: &str) -> Self {
        self.options = options.to_string();
        self
    }

    /// Writes the module into `NAME.rs` in `OUT_DIR`. A mistake ends the build script and is shown by cargo.
    ///
    /// ```no_run
    /// retrograde_build::file("src/physics.rs").write("physics");
    /// ```
    pub fn write(&self, name: &str) {
        finish(self.try_write(name));
    }

    /// Writes the module, or says why not.
    ///
    /// # Errors
    ///
    /// If a file is missing or is no Rust.
    ///
    /// ```
    /// assert!(retrograde_build::file("src/no_such_file.rs").try_write("physics").is_err());
    /// ```
    pub fn try_write(&self, name: &str) -> std::result::Result<(), Error> {
        let environment = Environment::of_build_script()?;
        println!("cargo::rerun-if-changed=build.rs");
        let (text, files) = self.text(&environment, name)?;
        files.iter().for_each(|file| println!("cargo::rerun-if-changed={}", file.display()));
        put(&environment, name, &text)
    }

    /// What is written, and what was read.
    pub(crate) fn text(&self, environment: &Environment, name: &str) -> Result<(String, Vec<PathBuf>)> {
        is_name(name)?;
        let path = environment.package.join(&self.path);
        let mut files = Vec::new();
        let text = inlined(&path, &folder_of(&path), &mut files)?;
        let options = if self.options.is_empty() { String::new() } else { format!("({})", self.options) };
        Ok((format!("#[::retrograde::differentiable{options}] pub mod {name} {{ {text}\n}}\n"), files))
    }
}

/// The text of a file with those of its submodules.
fn inlined(path: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result<String> {
    files.push(path.to_path_buf());
    let mut text = fs::read_to_string(path).map_err(|error| error!("`{}` cannot be read: {error}", path.display()))?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    let parsed = syn::parse_file(&text).map_err(|error| {
        let at = error.span().start();
        error!("`{}`, line {}, column {}: {error}", path.display(), at.line, at.column + 1)
    })?;
    let mut outs = Vec::new();
    outside(&parsed.items, path, folder, false, files, &mut outs)?;
    let mut behind = String::new();
    for Out { whole, here, inside, in_place } in outs.into_iter().rev() {
        if in_place {
            text.replace_range(here, &format!("{{ {inside}\n}}"));
        } else {
            let head = format!("{} {{ {inside}\n}}", &text[whole.start..here.start]);
            behind = format!("\n{head}{behind}");
            let blank: String = text[whole.clone()].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
            text.replace_range(whole, &blank);
        }
    }
    Ok(text + &behind)
}

/// A submodule with a file of its own.
struct Out {
    /// where it stands with its attributes
    whole: Range<usize>,
    /// where its `;` stands
    here: Range<usize>,
    inside: String,
    /// whether it has to stay where it is: what follows sees its macros, or it is in another module
    in_place: bool,
}

fn outside(
    items: &[syn::Item],
    path: &Path,
    folder: &Path,
    nested: bool,
    files: &mut Vec<PathBuf>,
    outs: &mut Vec<Out>,
) -> Result<()> {
    for item in items {
        let syn::Item::Mod(item) = item else { continue };
        let name = item.ident.to_string();
        if let Some((_, items)) = &item.content {
            outside(items, path, &folder.join(name), true, files, outs)?;
            continue;
        }
        let Some(end) = &item.semi else { continue };
        let (file, inner) = file_of(&item.attrs, &name, path, folder)
            .ok_or_else(|| error!("the file of `mod {name};` in `{}` is missing", path.display()))?;
        let in_place = nested || item.attrs.iter().any(|attr| attr.path().is_ident("macro_use"));
        let first = item.to_token_stream().into_iter().next().map_or(end.span(), |first| first.span());
        let (start, here) = (first.byte_range().start, end.span().byte_range());
        let inside = inlined(&file, &inner, files)?;
        outs.push(Out { whole: start..here.end, here, inside, in_place });
    }
    Ok(())
}
