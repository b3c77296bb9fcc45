//! The form after each pass, as text: what the command shows and the tests of passes compare.

use crate::error::{Diagnostic, Errors};
use crate::expand;
use crate::ir::print::Indented;
use crate::ir::{Function, FunctionKind, Roles, Stmt, Taped};
use crate::options;
use crate::pieces::Keeping;
use crate::pipeline::{Pipeline, Watch};
use crate::tables::Tables;
use crate::types::Types;
use crate::verify::Stage;
use proc_macro2::TokenStream;
use std::cell::RefCell;

/// A pass by its name, and the form after it.
pub struct After {
    /// `parse`, `check`, `adjoint`, ...
    pub pass: String,
    /// the form
    pub text: String,
}

/// The form of a function after each pass, in the order of the passes; after `liveness` means after all that follow it, too.
///
/// # Errors
/// All mistakes of the function.
pub fn passes(arguments: TokenStream, item: &syn::ItemFn, kind: FunctionKind) -> Result<Vec<After>, Vec<Diagnostic>> {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, kind, &errors);
    let context = expand::context(&item.sig, options);
    let (tables, watch) = (Tables::default(), Texts(RefCell::default()));
    expand::compile(item, kind, &context, options, Pipeline { tables: &tables, errors: &errors, watch: &watch });
    let mistakes = errors.take();
    if mistakes.is_empty() { Ok(watch.0.into_inner()) } else { Err(mistakes) }
}

struct Texts(RefCell<Vec<After>>);

impl Watch for Texts {
    fn form(&self, pass: &str, form: &Function, _: Option<Stage>, _: Roles) {
        self.0.borrow_mut().push(After { pass: pass.to_string(), text: form.to_string() });
    }

    fn types(&self, types: &Types) {
        self.0.borrow_mut().push(After { pass: "types".to_string(), text: types.to_string() });
    }

    fn runs(&self, pass: &str, _: &Function, runs: &Taped) {
        let run = |name: &str, stmts: &[Stmt]| format!("{name} {{\n{}}}\n", Indented(stmts, 1));
        let (forward, backward) = (run("forward", &runs.forward), run("backward", &runs.backward));
        let text = format!("{forward}result {}\n{backward}", runs.result);
        self.0.borrow_mut().push(After { pass: pass.to_string(), text });
    }
}
