//! What the attributes cost when a program is compiled: lines emitted, time that `cargo check` takes longer, and machine code, of which
//! there should be none for companions that nobody uses. The kernels' functions are put into a crate of their own, once with their
//! attributes and once as plain Rust.

use super::measure::{Libraries, finished};
use retrograde_compiler::expand::ATTRIBUTES;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What the attributes make of the kernels' functions.
#[derive(Debug)]
pub struct Code {
    pub functions: Vec<Lines>,
    pub check: Check,
    /// with the attribute and as plain Rust
    pub machine: [Machine; 2],
}

/// A function and how long it is.
#[derive(Debug)]
pub struct Lines {
    pub kernel: String,
    pub function: String,
    pub written: usize,
    pub emitted: usize,
    /// how often rustc is asked to prove something
    pub proofs: usize,
}

/// How long rustc checks so many functions.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub functions: usize,
    pub with: f64,
    pub plain: f64,
}

/// The machine code of the functions alone, when nobody calls anything derived from them.
#[derive(Debug)]
pub struct Machine {
    pub functions: BTreeSet<String>,
    pub instructions: usize,
}

/// The functions of the library by which emitted code asks rustc to prove what the compiler assumes.
const PROOFS: [&str; 12] = [
    "boxes",
    "complex_number",
    "constant_value",
    "has_elements",
    "has_length",
    "made",
    "makes_vectors",
    "of_lists",
    "same_function",
    "same_swap",
    "without_gradient",
    "without_gradient_type",
];

/// How often each function is compiled to see how long it takes.
const COPIES: usize = 3;
/// How often the time is measured.
const ROUNDS: usize = 3;

/// Measures all kernels.
pub fn measure(libraries: &Libraries) -> Result<Code, String> {
    let kernels = kernels()?;
    let functions = kernels.iter().map(Module::lines).collect();
    let folder = std::env::temp_dir().join(format!("retrograde-cost-code-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let compiled = compiled(&kernels, libraries, &folder);
    fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    let (check, machine) = compiled?;
    Ok(Code { functions, check, machine })
}

fn compiled(kernels: &[Module], libraries: &Libraries, folder: &Path) -> Result<(Check, [Machine; 2]), String> {
    let mut seconds = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (which, seconds) in [Which::WithAttribute, Which::Plain].into_iter().zip(&mut seconds) {
            let (start, before) = (Instant::now(), processor_time());
            compile(&source(kernels, which, COPIES), libraries, folder, "metadata", which)?;
            let spent = before.zip(processor_time()).map(|(before, after)| after - before);
            *seconds = seconds.min(spent.unwrap_or_else(|| start.elapsed().as_secs_f64()));
        }
    }
    let check = Check { functions: COPIES * kernels.len(), with: seconds[0], plain: seconds[1] };
    let machine = |which| {
        let file = compile(&source(kernels, which, 1), libraries, folder, "asm", which)?;
        Ok::<_, String>(machine(&fs::read_to_string(file).map_err(|error| error.to_string())?))
    };
    Ok((check, [machine(Which::WithAttribute)?, machine(Which::Plain)?]))
}

/// The seconds that the processor has spent on programs that this one has run, where the system says so: whatever else it does is not in
/// them.
fn processor_time() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let status = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses, the fourteenth and fifteenth are the times of the children.
    let fields: Vec<&str> = status.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |k: usize| fields.get(k)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS_PER_SECOND)
}

/// One of the two forms of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    WithAttribute,
    Plain,
}

/// The functions of a kernel, with what they need beside them.
struct Module {
    name: String,
    beside: Vec<syn::Item>,
    /// the one with an attribute
    ours: syn::ItemFn,
    /// its attribute, and the arguments of that
    attribute: (String, proc_macro2::TokenStream),
    /// the same in plain Rust
    plain: syn::ItemFn,
}

/// Reads the kernels' source.
fn kernels() -> Result<Vec<Module>, String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace");
    let folder = workspace.join("benches/src/kernels");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .map(|entry| entry.map(|entry| entry.path()).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.file_name().is_some_and(|name| name != "mod.rs"));
    files.sort();
    files.iter().map(|file| module(file).map_err(|error| format!("{}: {error}", file.display()))).collect()
}

fn module(file: &Path) -> Result<Module, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let name = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let (mut beside, mut found, mut plain) = (Vec::new(), None, None);
    for item in syn::parse_file(&text).map_err(|error| error.to_string())?.items {
        match item {
            syn::Item::Use(item) if !is_from_here(&item) => beside.push(syn::Item::Use(item)),
            syn::Item::Const(_) | syn::Item::Type(_) => beside.push(item),
            syn::Item::Fn(mut item) => {
                let attribute = item.attrs.iter().position(|attr| {
                    attr.path().get_ident().is_some_and(|name| ATTRIBUTES.iter().any(|(known, _)| name == known))
                });
                item.vis = syn::parse_quote!(pub);
                if let Some(k) = attribute {
                    let attr = item.attrs.remove(k);
                    let arguments = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
                    let name = attr.path().get_ident().expect("just found").to_string();
                    found = Some(((name, arguments), item));
                } else if item.sig.ident == "plain" {
                    item.attrs.clear();
                    plain = Some(item);
                }
            }
            _ => {}
        }
    }
    let (attribute, ours) = found.ok_or("no function with an attribute")?;
    let mut plain = plain.ok_or("no function `plain`")?;
    plain.sig.ident = ours.sig.ident.clone();
    Ok(Module { name, beside, ours, attribute, plain })
}

fn is_from_here(item: &syn::ItemUse) -> bool {
    matches!(&item.tree, syn::UseTree::Path(path) if path.ident == "crate")
}

impl Module {
    fn lines(&self) -> Lines {
        let (name, arguments) = &self.attribute;
        let (_, expand) = ATTRIBUTES.iter().find(|(known, _)| known == name).expect("found by its name");
        // As people read it: without the path to the library.
        let emitted = expand(arguments.clone(), &self.ours).to_string().replace(":: retrograde :: emitted ::", "");
        let proofs = PROOFS.iter().map(|proof| emitted.matches(&format!(" {proof} ")).count()).sum();
        let emitted = syn::parse_file(&emitted).expect("items are emitted");
        let written = syn::Item::Fn(self.ours.clone());
        Lines {
            kernel: self.name.clone(),
            function: self.ours.sig.ident.to_string(),
            written: lines(&file(vec![written])),
            emitted: lines(&emitted),
            proofs,
        }
    }

    fn source(&self, which: Which, copy: usize) -> String {
        let mut function = match which {
            Which::Plain => self.plain.clone(),
            Which::WithAttribute => {
                let (name, arguments) = &self.attribute;
                let name = syn::Ident::new(name, proc_macro2::Span::call_site());
                let mut ours = self.ours.clone();
                ours.attrs.push(syn::parse_quote!(#[#name(#arguments)]));
                ours
            }
        };
        // Otherwise rustc leaves small functions to the crates that call them.
        function.attrs.push(syn::parse_quote!(#[inline(never)]));
        let items = [&self.beside[..], &[syn::Item::Fn(function)]].concat();
        format!("pub mod {}{copy} {{\n{}}}\n", self.name, prettyplease::unparse(&file(items)))
    }
}

fn file(items: Vec<syn::Item>) -> syn::File {
    syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items }
}

/// How many lines a file has, less comments and empty ones.
fn lines(file: &syn::File) -> usize {
    let text = prettyplease::unparse(file);
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

fn source(kernels: &[Module], which: Which, copies: usize) -> String {
    let modules = kernels.iter().flat_map(|kernel| (0..copies).map(|copy| kernel.source(which, copy)));
    format!("#![allow(unused, clippy::all)]\n{}", modules.collect::<String>())
}

/// Runs rustc on a crate and returns the file that it makes.
fn compile(source: &str, libraries: &Libraries, folder: &Path, emit: &str, which: Which) -> Result<PathBuf, String> {
    let (input, output) = (folder.join(format!("{which:?}.rs")), folder.join(format!("{which:?}.{emit}")));
    fs::write(&input, source).map_err(|error| error.to_string())?;
    let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition=2024", "--crate-type=lib", "--crate-name=kernels", "-Copt-level=3", "-Ccodegen-units=1"]);
    for (name, path) in &libraries.externs {
        command.arg("--extern").arg(format!("{name}={}", path.display()));
    }
    command.arg("-L").arg(format!("dependency={}", libraries.folder.display()));
    command.arg(format!("--emit={emit}={}", output.display())).arg(&input);
    finished(command.stderr(std::process::Stdio::inherit()))?;
    Ok(output)
}

/// The functions and instructions in an assembly listing.
fn machine(listing: &str) -> Machine {
    let mut machine = Machine { functions: BTreeSet::new(), instructions: 0 };
    for line in listing.lines() {
        if let Some(symbol) = line.trim().strip_prefix(".type").and_then(|rest| rest.trim().strip_suffix(",@function"))
        {
            machine.functions.insert(without_hash(symbol).to_string());
        } else if line.starts_with('\t') && !line.trim_start().starts_with('.') {
            machine.instructions += 1;
        }
    }
    machine
}

/// A symbol without what tells versions of it apart, as in `_ZN7kernels4dot03dot17h0123456789abcdefE`.
fn without_hash(symbol: &str) -> &str {
    symbol.rfind("17h").map_or(symbol, |at| &symbol[..at])
}

impl Check {
    /// What the attribute adds for one function, in milliseconds.
    pub fn added(&self) -> f64 {
        (self.with - self.plain) * 1e3 / self.functions as f64
    }
}

impl Code {
    /// The functions of which there is machine code only because of an attribute.
    pub fn unasked(&self) -> Vec<&str> {
        let [ours, plain] = &self.machine;
        ours.functions.difference(&plain.functions).map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_are_understood() {
        let listing = "\t.type\t_ZN1a1f17h0123456789abcdefE,@function\n_ZN1a1f17h0123456789abcdefE:\n\
            .Lfunc:\n\t.cfi_startproc\n\tmovq\t%rdi, %rax\n\tretq\n\t.type\tdata,@object\n";
        let machine = machine(listing);
        assert_eq!((machine.functions.len(), machine.instructions), (1, 2));
        assert!(machine.functions.contains("_ZN1a1f"));
    }

    #[test]
    fn a_function_too_many_is_found() {
        let machine =
            |names: &[&str]| Machine { functions: names.iter().map(ToString::to_string).collect(), instructions: 1 };
        let check = Check { functions: 2, with: 3.0, plain: 2.0 };
        let code = Code { functions: Vec::new(), check, machine: [machine(&["f", "g"]), machine(&["f"])] };
        assert_eq!((code.unasked(), code.check.added()), (vec!["g"], 500.0));
    }

    #[test]
    fn every_kernel_has_both_functions() {
        let kernels = kernels().unwrap();
        assert!(kernels.len() >= 15);
        for lines in kernels.iter().map(Module::lines) {
            assert!(lines.emitted > lines.written, "{lines:?}");
        }
    }
}
