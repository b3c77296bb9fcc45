//! Sums of many terms. To the parser they are flat, but the tree that it makes of them is as deep as they are long, and everything that walks a
//! tree does so on the stack. So a long one is cut: `a + b + c + d` becomes `{ let part1 = a + b; part1 + c + d }`, with many terms in each
//! part. The operations are the same, in the same order. So it is with products, and whatever else goes from left to right.

use crate::host::names_in;
use crate::names::Names;
use proc_macro2::{Ident, Span, TokenStream};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprBinary, ExprBlock, Stmt};

/// So many operators in a row stay.
const MOST_OPERATORS: usize = 100;

/// A walk through code that cuts long sums.
pub struct LongSums<'t> {
    code: &'t TokenStream,
    /// looked for when one is wanted, which is seldom
    names: Option<Names>,
}

impl<'t> LongSums<'t> {
    /// For syntax that was parsed from `code`.
    pub fn of(code: &'t TokenStream) -> Self {
        Self { code, names: None }
    }

    fn name(&mut self) -> Ident {
        let names = self.names.get_or_insert_with(|| names_in(self.code.clone()));
        Ident::new(&names.mint("part"), Span::mixed_site())
    }

    /// Without recursion from one operator to the next.
    fn cut(&mut self, sum: Expr) -> Expr {
        let mut operators = Vec::new();
        let mut first = sum;
        let mut sum = loop {
            match first {
                Expr::Binary(binary) if is_link(&binary) => {
                    first = *binary.left;
                    operators.push((binary.op, binary.right));
                }
                first => break first,
            }
        };
        self.visit_expr_mut(&mut sum);
        let mut parts = Vec::new();
        for (k, (op, mut right)) in operators.into_iter().rev().enumerate() {
            self.visit_expr_mut(&mut right);
            if k > 0 && k % MOST_OPERATORS == 0 {
                let name = self.name();
                let mut part: Stmt = syn::parse_quote!(let #name = (););
                if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut part {
                    *init.expr = std::mem::replace(&mut sum, syn::parse_quote!(#name));
                }
                parts.push(part);
            }
            sum = Expr::Binary(ExprBinary { attrs: Vec::new(), left: Box::new(sum), op, right });
        }
        parts.push(Stmt::Expr(sum, None));
        let block = Block { brace_token: syn::token::Brace::default(), stmts: parts };
        Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block })
    }
}

impl VisitMut for LongSums<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if is_long(expr) {
            let nothing = Expr::Verbatim(TokenStream::new());
            *expr = self.cut(std::mem::replace(expr, nothing));
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

/// Whether an operation may be the left operand of one like it. `if let a = b && c` is no operation.
fn is_link(binary: &ExprBinary) -> bool {
    let left_to_right = matches!(
        binary.op,
        BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::And(_)
            | BinOp::Or(_)
            | BinOp::BitXor(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_)
    );
    left_to_right && binary.attrs.is_empty() && !matches!(*binary.right, Expr::Let(_))
}

fn is_long(expr: &Expr) -> bool {
    let mut links = 0;
    let mut expr = expr;
    while let Expr::Binary(binary) = expr
        && is_link(binary)
    {
        expr = &*binary.left;
        links += 1;
    }
    links > MOST_OPERATORS && !matches!(expr, Expr::Let(_))
}
