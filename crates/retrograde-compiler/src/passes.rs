//! The form after each pass, as text: what the command shows and the tests of passes compare.

use crate::emit::{self, Context};
use crate::error::{Diagnostic, Errors};
use crate::expand::{self, Compiled, Forms};
use crate::ir::Taped;
use crate::ir::print::Indented;
use crate::ir::{Function, FunctionKind, Stmt};
use crate::options;
use crate::tables::Tables;
use crate::tape;
use proc_macro2::TokenStream;

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
    let errors = Errors::new();
    let options = options::parse(arguments, kind, &errors);
    let context: Context = expand::context(&item.sig, options);
    let mut found = Found(Vec::new());
    let parsed = expand::parsed(item, kind);
    let tables = Tables::default();
    let Compiled { function, forms, types, .. } = expand::compile(item, kind, &context, options, &tables, &errors);
    let mistakes = errors.take();
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    found.function("parse", &parsed);
    found.function("check", &function);
    found.0.push(After { pass: "types".to_string(), text: types.to_string() });
    match forms {
        Some(Forms::Reversible { forward, derived }) => {
            [*forward].iter().chain(&derived).for_each(|form| found.form(form));
        }
        Some(Forms::Ordinary(forms)) => {
            let errors = Errors::new();
            if let Some(taped) = &forms.taped {
                let tape = tape::tape(&function, &tables, &errors);
                found.taped("tape", &tape);
                found.taped("tape, simplify", &expand::simplified_taped(tape, &types, &errors));
                found.taped("tape, liveness", taped);
            }
            forms.fused.iter().for_each(|taped| found.taped("fused", taped));
            forms.tangent.iter().for_each(|form| found.form(form));
            errors.take();
        }
        None => {}
    }
    Ok(found.0)
}

struct Found(Vec<After>);

impl Found {
    fn function(&mut self, pass: &str, function: &Function) {
        self.0.push(After { pass: pass.to_string(), text: function.to_string() });
    }

    fn form(&mut self, form: &emit::Form) {
        self.function(form.name, &form.plain);
        self.function(&format!("{}, liveness", form.name), &form.optimised);
    }

    fn taped(&mut self, pass: &str, taped: &Taped) {
        let run = |name: &str, stmts: &[Stmt]| format!("{name} {{\n{}}}\n", Indented(stmts, 1));
        let (forward, backward) = (run("forward", &taped.forward), run("backward", &taped.backward));
        let text = format!("{forward}result {}\n{backward}", taped.result);
        self.0.push(After { pass: pass.to_string(), text });
    }
}
