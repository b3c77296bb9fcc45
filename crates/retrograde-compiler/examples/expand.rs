//! Prints what the attributes of a file expand to: `cargo run -p retrograde-compiler --example expand -- file.rs [name]`.

use retrograde_compiler::expand;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let only = std::env::args().nth(2);
    let file = syn::parse_file(&std::fs::read_to_string(path).expect("readable")).expect("Rust source");
    for item in file.items {
        let syn::Item::Fn(mut item) = item else { continue };
        if only.as_ref().is_some_and(|name| item.sig.ident != name) {
            continue;
        }
        let Some(k) =
            item.attrs.iter().position(|a| a.path().is_ident("reversible") || a.path().is_ident("differentiable"))
        else {
            continue;
        };
        let attr = item.attrs.remove(k);
        let arguments = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
        let tokens = if attr.path().is_ident("reversible") {
            expand::reversible(arguments, &item)
        } else {
            expand::differentiable(arguments, &item)
        };
        match syn::parse2(tokens.clone()) {
            Ok(file) => println!("{}", prettyplease::unparse(&file).replace("::retrograde::emitted::", "")),
            Err(error) => println!("{error}\n{tokens}"),
        }
    }
}
