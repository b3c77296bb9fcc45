//! Gradients of published functions beside differences, and how long they take.

use super::compile::{Trial, Tried};
use super::functions::{INTEGERS, Item, Kind};
use super::list;
use quote::{ToTokens, quote};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use syn::visit_mut::{self, VisitMut};

/// What came of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// the gradient is what differences say, where they tell anything; the function takes so many nanoseconds, and with its gradient so much more
    Right { time: f64, ratio: f64 },
    /// there is no point at which differences tell anything
    Untold,
    /// at a point it is not
    Wrong(String),
    /// its file is not compiled with what the crate has by default
    Absent,
    /// it does not end, or ends the process
    Lost(String),
}

/// As long a function may take at all points together.
const LIMIT: Duration = Duration::from_secs(10);

/// Writes the crate that compares.
pub fn write_support(folder: &Path) -> Result<(), String> {
    let library = folder.join("library/crates/retrograde");
    let manifest = format!(
        "[package]\nname = \"wild-support\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies.retrograde]\npath = \"{}\"\n",
        library.display()
    );
    let write = || {
        let folder = folder.join("support");
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), &manifest)?;
        fs::write(folder.join("src/lib.rs"), include_str!("support.rs"))
    };
    write().map_err(|error: std::io::Error| error.to_string())
}

/// A module with a test for each function of a file that is tried, a line each. A test is a function of its own, since `cargo check` sees no tests.
pub fn module(file: &Path, items: &[Item], trials: &[Trial], seed: u64) -> String {
    let tests: String = trials
        .iter()
        .enumerate()
        .filter(|(_, trial)| items[trial.reached[0]].file == file && is_judged(trial, items))
        .filter_map(|(k, trial)| test(k, trial, &items[trial.reached[0]], seed))
        .collect();
    if tests.is_empty() {
        return tests;
    }
    format!("#[cfg(retrograde_wild)] mod retrograde_wild {{ #[allow(unused_imports)] use super::*;\n{tests}}}\n")
}

/// Whether a function is compared with differences.
pub fn is_judged(trial: &Trial, items: &[Item]) -> bool {
    trial.refusal(items).is_none() && trial.not_judged.is_none() && !items[trial.reached[0]].is_nested
}

/// The number of the function that a line of a file is for.
pub fn trial_at(file: &Path, line: usize) -> Option<usize> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let (_, rest) = line.split_once(" fn wild_")?;
    rest.split_once("__ (")?.0.parse().ok()
}

/// A test in one line.
fn test(k: usize, trial: &Trial, item: &Item, seed: u64) -> Option<String> {
    let Kind::Function(sig) = &item.kind else { return None };
    let own = |mut ty: syn::Type| {
        Own { owner: item.owner.as_deref(), generics: &sig.generics }.visit_type_mut(&mut ty);
        ty
    };
    let (mut draws, mut types, mut values, mut gradients, mut params) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (input, arg) in sig.inputs.iter().zip(&trial.call.args) {
        let ty = own(match input {
            syn::FnArg::Typed(typed) => (*typed.ty).clone(),
            syn::FnArg::Receiver(receiver) => self_type(receiver),
        });
        // All but integers and text have a place among the gradients, also where they have no number.
        if !list::is_drawn(arg) && is_constant(&ty) {
            values.push(arg.to_token_stream());
            params.push((ty, None));
            continue;
        }
        let at = syn::Index::from(draws.len());
        let drawn = list::drawn(arg);
        let (owned, lent) = owned(&ty);
        let drawn = match (&drawn, is_vec(&owned)) {
            (syn::Expr::Reference(inner), vec) => {
                let inner = &inner.expr;
                if vec { quote!((#inner).to_vec()) } else { quote!(#inner) }
            }
            (other, true) => quote!((#other).to_vec()),
            (other, false) => quote!(#other),
        };
        if !is_integer(&owned) {
            gradients.push(at.clone());
        }
        values.push(match lent {
            None => quote!(a.#at.clone()),
            Some(false) => quote!(&a.#at),
            Some(true) => quote!(&mut a.#at.clone()),
        });
        params.push((ty, Some(at)));
        draws.push(drawn);
        types.push(owned);
    }
    let name = syn::Ident::new(&trial.call.name, proc_macro2::Span::call_site());
    let call = |suffix: &str| match &item.owner {
        Some(owner) => {
            let (owner, name) = (path(owner), format!("{name}{suffix}"));
            let name = path(&name);
            quote!(super::#owner::#name)
        }
        None if suffix.is_empty() => quote!(super::#name),
        None => {
            let suffix = path(&suffix[1..]);
            quote!(super::#name::#suffix)
        }
    };
    let syn::ReturnType::Type(_, output) = &sig.output else { return None };
    let mut output = own((**output).clone());
    let (mut plain, mut with_gradient, mut seeded) = (call(""), call("_value_and_gradient"), call("_vjp"));
    let mut wrapper = quote!();
    if trial.call.unwrapped {
        output = inner(&output)?;
        let names: Vec<syn::Ident> = (0..params.len()).map(|k| path(&format!("p{k}"))).collect();
        let types = params.iter().map(|(ty, _)| ty);
        wrapper = quote! {
            #[::retrograde::differentiable] fn called(#(#names: #types),*) -> #output { #plain(#(#names),*).unwrap() }
        };
        (plain, with_gradient, seeded) = (quote!(called), quote!(called::value_and_gradient), quote!(called::vjp));
    }
    let flat: Vec<_> = match gradients.as_slice() {
        [at] => vec![quote!(::wild_support::flat(&mut a.#at, gradient, &mut flat))],
        all => (0..all.len())
            .map(|k| {
                let (at, k) = (&all[k], syn::Index::from(k));
                quote!(::wild_support::flat(&mut a.#at, gradient.#k, &mut flat))
            })
            .collect(),
    };
    let gradient = if is_float(&output) {
        quote!(let (_, gradient) = ::std::hint::black_box(#with_gradient(#(#values),*));)
    } else {
        quote!(let gradient = ::std::hint::black_box(#seeded(#(#values,)* ::wild_support::seed(#plain(#(#values),*))));)
    };
    let name = path(&format!("wild_{k}__"));
    let entry = path(&format!("test_{k}__"));
    let test = quote! {
        #[test] fn #entry() { #name() } fn #name() {
            #wrapper
            type Drawn = (#(#types,)*);
            ::wild_support::compare(#seed,
                |draw: &mut ::wild_support::Draw| -> Drawn { (#(#draws,)*) },
                |a: &Drawn| ::std::hint::black_box(#plain(#(#values),*)),
                |a: &mut Drawn| { #gradient let mut flat = ::std::vec::Vec::new(); #(#flat;)* flat },
                |a: &Drawn| { #gradient });
        }
    };
    Some(test.to_string().replace('\n', " ") + "\n")
}

fn path(name: &str) -> syn::Ident {
    syn::Ident::new(name, proc_macro2::Span::call_site())
}

fn self_type(receiver: &syn::Receiver) -> syn::Type {
    match receiver.to_token_stream().to_string().as_str() {
        "& self" => syn::parse_quote!(&Self),
        "& mut self" => syn::parse_quote!(&mut Self),
        _ => syn::parse_quote!(Self),
    }
}

/// A type as it is held, and whether it is lent, for changes.
fn owned(ty: &syn::Type) -> (syn::Type, Option<bool>) {
    match ty {
        syn::Type::Reference(reference) => {
            let lent = Some(reference.mutability.is_some());
            match &*reference.elem {
                syn::Type::Slice(slice) => {
                    let elem = &slice.elem;
                    (syn::parse_quote!(::std::vec::Vec<#elem>), lent)
                }
                elem => (elem.clone(), lent),
            }
        }
        ty => (ty.clone(), None),
    }
}

fn last(ty: &syn::Type) -> Option<&syn::PathSegment> {
    if let syn::Type::Path(path) = ty { path.path.segments.last() } else { None }
}

fn is_vec(ty: &syn::Type) -> bool {
    last(ty).is_some_and(|last| last.ident == "Vec")
}

fn is_float(ty: &syn::Type) -> bool {
    last(ty).is_some_and(|last| last.ident == "f64" || last.ident == "f32")
}

fn is_integer(ty: &syn::Type) -> bool {
    last(ty).is_some_and(|last| last.ident == "bool" || INTEGERS.contains(&last.ident.to_string().as_str()))
}

/// Whether a parameter of a type has no place among the gradients.
fn is_constant(ty: &syn::Type) -> bool {
    let (owned, _) = owned(ty);
    is_integer(&owned) || last(&owned).is_some_and(|last| last.ident == "str" || last.ident == "char")
}

/// What a result or an option holds.
fn inner(ty: &syn::Type) -> Option<syn::Type> {
    let syn::PathArguments::AngleBracketed(list) = &last(ty)?.arguments else { return None };
    if let syn::GenericArgument::Type(ty) = list.args.first()? { Some(ty.clone()) } else { None }
}

/// A type as it is named outside of its `impl`; numbers of a generic type are `f64`.
struct Own<'o> {
    owner: Option<&'o str>,
    generics: &'o syn::Generics,
}

impl VisitMut for Own<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        visit_mut::visit_type_mut(self, ty);
        let syn::Type::Path(path) = &mut *ty else { return };
        if path.path.is_ident("Self")
            && let Some(owner) = self.owner
        {
            let owner = self::path(owner);
            *ty = syn::parse_quote!(#owner);
        } else if self.generics.type_params().any(|param| path.path.is_ident(&param.ident)) {
            *ty = syn::parse_quote!(f64);
        }
    }
}

/// Runs the comparisons, each in a process of its own, since a function may not end.
pub fn run(tried: &Tried, points: usize) -> Vec<Option<Verdict>> {
    let Some(program) = &tried.program else { return vec![None; tried.trials.len()] };
    let listed = Command::new(program).arg("--list").output();
    let listed = listed.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned());
    let judged = |(k, trial): (usize, &Trial)| {
        let test = format!("retrograde_wild::test_{k}__");
        is_judged(trial, &tried.items)
            .then(|| if listed.contains(&test) { verdict(program, &test, points) } else { Verdict::Absent })
    };
    tried.trials.iter().enumerate().map(judged).collect()
}

fn verdict(program: &Path, test: &str, points: usize) -> Verdict {
    let spawned = Command::new(program)
        .args([test, "--nocapture", "--test-threads=1"])
        .env("WILD_POINTS", points.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = spawned else { return Verdict::Lost("it cannot be run".into()) };
    let start = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return Verdict::Lost("it takes too long".into());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let Ok(output) = child.wait_with_output() else { return Verdict::Lost("no output".into()) };
    let text = String::from_utf8_lossy(&output.stdout);
    said(&text)
}

/// What a comparison printed.
fn said(text: &str) -> Verdict {
    let Some(said) = text.lines().find_map(|line| line.split_once("wild: ").map(|(_, said)| said)) else {
        return Verdict::Lost("it ends the process".into());
    };
    if let Some(wrong) = said.strip_prefix("wrong ") {
        return Verdict::Wrong(wrong.into());
    }
    let numbers: Vec<f64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [points, time, ratio] if points > 0.0 => Verdict::Right { time, ratio },
        _ => Verdict::Untold,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed() {
        assert_eq!(said("running\nx ... wild: right 3 2.5 1.5\n"), Verdict::Right { time: 2.5, ratio: 1.5 });
        assert_eq!(said("wild: right 0 0 0"), Verdict::Untold);
        assert_eq!(said("wild: wrong gradient"), Verdict::Wrong("gradient".into()));
        assert_eq!(said(""), Verdict::Lost("it ends the process".into()));
    }
}
