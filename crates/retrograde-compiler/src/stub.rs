//! A body as rustc may see it after an error: what only the form understands is taken out, so that rustc has nothing to say about it.

use crate::parse::{conversion, may_lose};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};

/// The words of the language that rustc would take for unknown macros, and whether what they hold is plain Rust.
const WORDS: [(&str, bool); 8] = [
    ("inverse", true),
    ("safe", true),
    ("uncompute", false),
    ("release", false),
    ("broadcast", false),
    ("pack", false),
    ("unpack", false),
    ("convert", false),
];

/// Makes plain Rust of a body.
pub fn make_plain(item: &mut syn::ItemFn) {
    let mut bound = Bound { names: Vec::new() };
    bound.visit_item_fn(item);
    // In a function that returns something, what is called is a function for rustc too.
    if !matches!(item.sig.output, syn::ReturnType::Default) {
        bound.names.clear();
    }
    Plain { bound: bound.names }.visit_block_mut(&mut item.block);
}

/// The names of parameters and locals.
struct Bound {
    names: Vec<syn::Ident>,
}

impl<'i> Visit<'i> for Bound {
    fn visit_pat_ident(&mut self, pat: &'i syn::PatIdent) {
        self.names.push(pat.ident.clone());
    }
}

struct Plain {
    bound: Vec<syn::Ident>,
}

impl Plain {
    /// Whether what is called is a value, which rustc does not know how to call.
    fn is_value(&self, function: &syn::Expr) -> bool {
        match function {
            syn::Expr::Path(path) => path.path.get_ident().is_some_and(|ident| self.bound.contains(ident)),
            syn::Expr::Index(_) | syn::Expr::Field(_) => true,
            syn::Expr::Paren(inner) => self.is_value(&inner.expr),
            _ => false,
        }
    }
}

impl VisitMut for Plain {
    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        first_condition(&mut branch.cond);
        visit_mut::visit_expr_if_mut(self, branch);
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        first_condition(&mut each.cond);
        visit_mut::visit_expr_while_mut(self, each);
    }

    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let syn::Expr::Binary(binary) = expr
            && is_view(&binary.left)
            && is_assignment(&binary.op)
        {
            *expr = syn::parse_quote!({});
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for stmt in &mut block.stmts {
            if let syn::Stmt::Expr(syn::Expr::Call(call), _) = stmt
                && self.is_value(&call.func)
            {
                *stmt = statements(Vec::new());
                continue;
            }
            let mac = match stmt {
                syn::Stmt::Macro(stmt) => &stmt.mac,
                syn::Stmt::Expr(syn::Expr::Macro(expr), _) => &expr.mac,
                _ => continue,
            };
            if let Some((_, plain)) = WORDS.iter().find(|(word, _)| mac.path.is_ident(word)) {
                if let Some(started) = started(mac) {
                    *stmt = started;
                    continue;
                }
                // The statements of a block stay, so that editors know the names in them.
                let mut stmts = mac.parse_body_with(syn::Block::parse_within).unwrap_or_default();
                stmts.retain(|stmt| *plain && !matches!(stmt, syn::Stmt::Expr(_, None)));
                *stmt = statements(stmts);
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    /// An item of its own has its own attribute.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// A block.
fn statements(stmts: Vec<syn::Stmt>) -> syn::Stmt {
    let block = syn::Block { brace_token: syn::token::Brace::default(), stmts };
    syn::Stmt::Expr(syn::Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block }), None)
}

/// The locals that a word starts.
fn started(mac: &syn::Macro) -> Option<syn::Stmt> {
    let word = mac.path.get_ident()?.to_string();
    match &*word {
        "pack" | "unpack" => {
            let equation: syn::ExprAssign = mac.parse_body().ok()?;
            let (left, right) = (&equation.left, &equation.right);
            syn::parse2(quote::quote!(let #left = #right;)).ok()
        }
        "convert" => {
            let (name, narrow, wide) = mac.parse_body_with(conversion).ok()?;
            if may_lose(&narrow, &wide) {
                return syn::parse2(quote::quote!(let mut #name = #name as #wide;)).ok();
            }
            let rt = quote::quote!(::retrograde::emitted);
            syn::parse2(quote::quote!(let mut #name = <#wide as #rt::Lossless<#narrow>>::widen(#name);)).ok()
        }
        _ => None,
    }
}

/// Whether what stands on the left side of an update is no place: what it is a view of, only the form knows.
fn is_view(left: &syn::Expr) -> bool {
    match left {
        syn::Expr::Paren(inner) => is_view(&inner.expr),
        syn::Expr::Unary(unary) => !matches!(unary.op, syn::UnOp::Deref(_)),
        syn::Expr::Call(_) | syn::Expr::Tuple(_) | syn::Expr::Array(_) => true,
        _ => false,
    }
}

fn is_assignment(op: &syn::BinOp) -> bool {
    use syn::BinOp::{AddAssign, BitXorAssign, DivAssign, MulAssign, SubAssign};
    matches!(op, AddAssign(_) | SubAssign(_) | BitXorAssign(_) | MulAssign(_) | DivAssign(_))
}

/// Of `(before, after)`, the first.
fn first_condition(cond: &mut syn::Expr) {
    if let syn::Expr::Tuple(pair) = cond
        && let Some(before) = pair.elems.first()
    {
        *cond = before.clone();
    }
}
