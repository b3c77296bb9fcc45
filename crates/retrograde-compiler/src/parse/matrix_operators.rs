//! Vectors and matrices of `nalgebra` and `ndarray` in ordinary functions. Their operators and methods are functions of the library that
//! have derivatives, and whose traits say what is meant: `a * b` is a product of matrices for the one crate and of elements for the other.
//!
//! Whether something is a vector or a matrix is seen by what is written: its type, or what it is made from. A number that is taken for
//! one does no harm, since the functions take numbers too.

use crate::error::Errors;
use crate::host::own_type;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned, quote_spanned};
use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Local, Pat, Stmt, UnOp};

/// The body of an ordinary function without operators on vectors and matrices.
pub(super) fn without_operators(block: &Block, sig: &syn::Signature, names: &mut Names, errors: &Errors) -> Block {
    let mut block = block.clone();
    let mut rewriter = Rewriter { names, errors, known: Vec::new(), own: Vec::new() };
    for input in &sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            rewriter.learn(&typed.pat, Kind::of(&typed.ty));
            if own_type(&typed.ty, &[]) {
                rewriter.own.extend(name_of(&typed.pat).cloned());
            }
        }
    }
    rewriter.visit_block_mut(&mut block);
    block
}

struct Rewriter<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
    /// the variables, latest last
    known: Vec<(Ident, Kind)>,
    /// those of a type of the user's, which may have elements at positions too
    own: Vec<Ident>,
}

/// What a variable is known to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// a vector or a matrix
    Dense,
    /// a slice, an array or a `Vec` of them
    List,
    /// anything else
    Other,
}

impl Kind {
    fn of(ty: &syn::Type) -> Self {
        match ty {
            syn::Type::Reference(reference) => Kind::of(&reference.elem),
            syn::Type::Slice(syn::TypeSlice { elem, .. }) | syn::Type::Array(syn::TypeArray { elem, .. })
                if is_type(elem) =>
            {
                Kind::List
            }
            syn::Type::Path(path) => match path.path.segments.last() {
                Some(last) if is_name(&last.ident.to_string()) => Kind::Dense,
                Some(last) if last.ident == "Vec" => match &last.arguments {
                    syn::PathArguments::AngleBracketed(types) => match types.args.first() {
                        Some(syn::GenericArgument::Type(elem)) if is_type(elem) => Kind::List,
                        _ => Kind::Other,
                    },
                    _ => Kind::Other,
                },
                _ => Kind::Other,
            },
            _ => Kind::Other,
        }
    }
}

/// Functions of the library that give vectors or matrices.
const GIVES: [&str; 12] = [
    "component_div",
    "component_mul",
    "difference_of",
    "map",
    "minus",
    "negative_of",
    "plus",
    "product",
    "product_of",
    "scaled",
    "solve",
    "sum_of",
];

/// Methods that give vectors or matrices, or copies of them.
const METHODS: [&str; 12] = [
    "clone",
    "component_div",
    "component_mul",
    "cross",
    "expect",
    "into_owned",
    "normalize",
    "t",
    "to_owned",
    "transpose",
    "try_inverse",
    "unwrap",
];

/// Other methods that derivatives know, or that give integers.
const LOOKS: [&str; 18] = [
    "clone",
    "cross",
    "determinant",
    "dim",
    "into_owned",
    "is_empty",
    "iter",
    "len",
    "mean",
    "ncols",
    "normalize",
    "nrows",
    "shape",
    "to_owned",
    "trace",
    "try_inverse",
    "unwrap",
    "expect",
];

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outer = self.known.len();
        for stmt in &mut block.stmts {
            if let Stmt::Expr(expr, semi) = stmt
                && let Some(assigned) = self.assigned(expr)
            {
                (*expr, *semi) = (assigned, Some(syn::token::Semi::default()));
            }
            if let Stmt::Expr(Expr::Assign(assign), Some(_)) = stmt
                && let Expr::Index(index) = &*assign.left
                && let Some([row, column]) = self.position(index)
            {
                let (matrix, value, span) = (&index.expr, &assign.right, index.span());
                let entry = Ident::new(&self.names.mint("entry"), Span::mixed_site());
                *stmt = parse_quote_spanned!(span=> {
                    let #entry = #value;
                    let () = ::retrograde::linear::set_entry(&mut #matrix, #row, #column, #entry);
                });
            }
            if let Stmt::Local(Local { pat, init: Some(init), .. }) = &*stmt
                && self.is_own(&init.expr)
            {
                self.own.extend(name_of(pat).cloned());
            }
            let known = match &*stmt {
                Stmt::Local(local) => Some(self.local(local)),
                _ => None,
            };
            self.visit_stmt_mut(stmt);
            if let (Stmt::Local(local), Some(known)) = (&*stmt, known) {
                self.learn(&local.pat.clone(), known);
            }
        }
        self.known.truncate(outer);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let replaced = self.replaced(expr);
        if let Some(replaced) = replaced {
            *expr = replaced;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        let item = if self.is_list(&each.expr) { Kind::Dense } else { Kind::Other };
        self.visit_expr_mut(&mut each.expr);
        let outer = self.known.len();
        self.learn(&each.pat, item);
        self.visit_block_mut(&mut each.body);
        self.known.truncate(outer);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Rewriter<'_> {
    fn learn(&mut self, pat: &Pat, known: Kind) {
        match pat {
            Pat::Type(typed) => self.learn(&typed.pat, known),
            Pat::Ident(name) => self.known.push((name.ident.clone(), known)),
            _ => {}
        }
    }

    /// The row and the column that an index names, of what is of no type of the user's.
    fn position(&self, index: &syn::ExprIndex) -> Option<[Expr; 2]> {
        position(index).filter(|_| !self.is_own(&index.expr))
    }

    /// Whether something is known to be of a type of the user's.
    fn is_own(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.own.contains(name)),
            Expr::Struct(_) => true,
            Expr::Paren(inner) => self.is_own(&inner.expr),
            Expr::Unary(unary) => self.is_own(&unary.expr),
            Expr::Reference(inner) => self.is_own(&inner.expr),
            Expr::Binary(binary) => self.is_own(&binary.left) || self.is_own(&binary.right),
            Expr::MethodCall(call) => self.is_own(&call.receiver),
            _ => false,
        }
    }

    fn local(&self, local: &Local) -> Kind {
        match (&local.pat, &local.init) {
            (Pat::Type(typed), _) if Kind::of(&typed.ty) != Kind::Other => Kind::of(&typed.ty),
            (_, Some(init)) if self.is_dense(&init.expr) => Kind::Dense,
            (_, Some(init)) if self.is_list(&init.expr) => Kind::List,
            _ => Kind::Other,
        }
    }

    fn is_known(&self, path: &syn::ExprPath, kind: Kind) -> bool {
        path.path.get_ident().is_some_and(|name| {
            self.known.iter().rev().find(|(known, _)| known == name).is_some_and(|(_, found)| *found == kind)
        })
    }

    /// Whether an expression is known to be a list of vectors or matrices, or goes along one.
    fn is_list(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => self.is_known(path, Kind::List),
            Expr::Paren(inner) => self.is_list(&inner.expr),
            Expr::Reference(inner) => self.is_list(&inner.expr),
            Expr::MethodCall(call) => {
                ["clone", "iter", "iter_mut", "rev", "to_vec"].contains(&&*call.method.to_string())
                    && self.is_list(&call.receiver)
            }
            _ => false,
        }
    }

    /// Whether an expression is known to be a vector or a matrix.
    fn is_dense(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => self.is_known(path, Kind::Dense),
            Expr::Index(index) => !matches!(*index.index, Expr::Range(_)) && self.is_list(&index.expr),
            Expr::Paren(inner) => self.is_dense(&inner.expr),
            Expr::Group(inner) => self.is_dense(&inner.expr),
            Expr::Reference(inner) => self.is_dense(&inner.expr),
            Expr::Unary(unary) if !matches!(unary.op, UnOp::Not(_)) => self.is_dense(&unary.expr),
            Expr::Binary(binary) => {
                function(&binary.op).is_some() && (self.is_dense(&binary.left) || self.is_dense(&binary.right))
            }
            Expr::MethodCall(call) => {
                (METHODS.contains(&&*call.method.to_string()) || call.method == "dot") && self.is_dense(&call.receiver)
            }
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => {
                    let names: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
                    names.iter().rev().nth(1).is_some_and(|ty| is_name(ty))
                        || names.last().is_some_and(|name| GIVES.contains(&&**name))
                            && call.args.iter().any(|arg| self.is_dense(arg))
                }
                _ => false,
            },
            Expr::If(branch) => match branch.then_branch.stmts.last() {
                Some(Stmt::Expr(value, None)) => self.is_dense(value),
                _ => false,
            },
            Expr::Block(inner) => match inner.block.stmts.last() {
                Some(Stmt::Expr(value, None)) => self.is_dense(value),
                _ => false,
            },
            _ => false,
        }
    }

    /// An operator, a method or an index as a function.
    fn replaced(&self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::Binary(binary) => {
                let (name, span) = (function(&binary.op)?, binary.op.span());
                if !self.is_dense(&binary.left) && !self.is_dense(&binary.right) {
                    return None;
                }
                Some(call(name, span, &[lent(&binary.left), lent(&binary.right)]))
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) && self.is_dense(&unary.expr) => {
                Some(call("negative_of", unary.op.span(), &[lent(&unary.expr)]))
            }
            Expr::Index(index) => {
                let [row, column] = self.position(index)?;
                let matrix = lent(&index.expr);
                Some(parse_quote_spanned!(index.span()=> ::retrograde::linear::entry(#matrix, #row, #column)))
            }
            Expr::MethodCall(method) if self.is_dense(&method.receiver) => {
                let (receiver, span) = (lent(&method.receiver), method.method.span());
                let args: Vec<&Expr> = method.args.iter().collect();
                match (&*method.method.to_string(), &args[..]) {
                    ("dot", [other]) => Some(call("dot_of", span, &[receiver, lent(other)])),
                    (name @ ("component_mul" | "component_div"), [other]) => {
                        Some(call(name, span, &[receiver, lent(other)]))
                    }
                    ("norm_squared", []) => Some(call("dot", span, &[receiver.clone(), receiver])),
                    ("t" | "transpose", []) => Some(call("transpose", span, &[receiver])),
                    (name @ ("norm" | "sum"), []) => Some(call(name, span, &[receiver])),
                    (name, _) => {
                        // What `dot` gives may be a number.
                        if !LOOKS.contains(&name) && retrograde_rules::lookup(name).is_none() {
                            let message = format!(
                                "`{name}` of a vector or matrix has no derivative: use the functions of `retrograde::linear`, such as `solve`, \
                                 and `map(f {{}}, &a)` for a function of every element"
                            );
                            self.errors.push(&method.method, message);
                        }
                        None
                    }
                }
            }
            _ => None,
        }
    }

    /// `a += b` as an assignment, which has a whole value.
    fn assigned(&self, expr: &Expr) -> Option<Expr> {
        let Expr::Binary(update) = expr else { return None };
        let (op, span) = (plain(&update.op)?, update.op.span());
        let (left, right) = (&update.left, &update.right);
        let entry = matches!(&**left, Expr::Index(index) if self.position(index).is_some());
        let whole = matches!(**left, Expr::Path(_) | Expr::Unary(_) | Expr::Field(_))
            && (self.is_dense(left) || self.is_dense(right));
        (entry || whole).then(|| parse_quote_spanned!(span=> #left = #left #op (#right)))
    }
}

fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(name) => Some(&name.ident),
        Pat::Type(typed) => name_of(&typed.pat),
        _ => None,
    }
}

/// The row and the column that an index names: `m[(i, j)]` or `m[[i, j]]`.
fn position(index: &syn::ExprIndex) -> Option<[Expr; 2]> {
    let parts: Vec<Expr> = match &*index.index {
        Expr::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
        Expr::Array(array) => array.elems.iter().cloned().collect(),
        _ => return None,
    };
    parts.try_into().ok()
}

fn call(name: &str, span: Span, args: &[Expr]) -> Expr {
    let name = format_ident!("{name}", span = span);
    parse_quote_spanned!(span=> ::retrograde::linear::#name(#(#args),*))
}

/// An operand as an argument that is only read.
fn lent(operand: &Expr) -> Expr {
    match operand {
        Expr::Paren(inner) => lent(&inner.expr),
        Expr::Reference(_) => operand.clone(),
        Expr::Path(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Lit(_) => parse_quote!(&#operand),
        operand => parse_quote!(&(#operand)),
    }
}

/// The function that an operator is.
fn function(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "sum_of",
        BinOp::Sub(_) => "difference_of",
        BinOp::Mul(_) => "product_of",
        BinOp::Div(_) => "component_div",
        _ => return None,
    })
}

/// The operator of an update.
fn plain(op: &BinOp) -> Option<TokenStream> {
    let span = op.span();
    Some(match op {
        BinOp::AddAssign(_) => quote_spanned!(span=> +),
        BinOp::SubAssign(_) => quote_spanned!(span=> -),
        BinOp::MulAssign(_) => quote_spanned!(span=> *),
        BinOp::DivAssign(_) => quote_spanned!(span=> /),
        _ => return None,
    })
}

fn is_type(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(reference) => is_type(&reference.elem),
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| is_name(&last.ident.to_string())),
        _ => false,
    }
}

/// Whether a type is one of those crates, by its name.
fn is_name(name: &str) -> bool {
    let fixed = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == 'x');
    ["DMatrix", "DVector", "SMatrix", "SVector", "Array1", "Array2"].contains(&name)
        || ["Matrix", "Vector", "RowVector"].iter().any(|base| name.strip_prefix(base).is_some_and(fixed))
}
