//! The left side of an update: a place, or a view of one through which it is changed, `-x += e`, `conj(z) += e`, `Path(x) += e`.

use super::Parser;
use crate::ir::{At, Expr, Mapped, Place, Stmt, Through, UpdateOp};
use crate::pieces::ToForm;
use syn::spanned::Spanned;

impl Parser<'_> {
    /// `left op= value`. What can be said of the right side instead is said there: `-x += e` is `x -= e`.
    pub(super) fn viewed_update(&mut self, binary: &syn::ExprBinary, op: UpdateOp, value: Expr, out: &mut Vec<Stmt>) {
        let mut views = Vec::new();
        let Some(place) = self.viewed(&binary.left, &mut views) else { return };
        let at = At(binary.op.span().form());
        let outermost = views.iter().take_while(|(view, _)| !matches!(view, Through::Bijection(_))).count();
        let (mut op, mut value) = (op, value);
        for (view, at) in views.drain(..outermost) {
            match (view, op) {
                (_, UpdateOp::Xor) => {
                    self.error(at.0, "`^=` works on the bits of the place itself: leave this view of it out");
                }
                (Through::Neg, UpdateOp::Add) => op = UpdateOp::Sub,
                (Through::Neg, UpdateOp::Sub) => op = UpdateOp::Add,
                (Through::Conj, _) => value = Expr::Method("conj".into(), vec![value], at),
                // A factor is the same seen through a change of sign.
                _ => {}
            }
        }
        if views.is_empty() {
            out.push(Stmt::Update { op, place, value, at });
        } else {
            let through = views[0].1;
            let views = views.into_iter().map(|(view, _)| view).collect();
            out.push(Stmt::Mapped(Box::new(Mapped { views, through, op, place, value, at })));
        }
    }

    /// `x += e` where `x` is a reference.
    fn refuse_reference(&self, left: &syn::Expr) {
        if let syn::Expr::Path(path) = left
            && let Some(name) = path.path.get_ident()
            && self.lookup(&name.to_string()).is_some_and(|binding| binding.reference && !binding.kind.is_empty())
        {
            self.error(left, format!("`{name}` is a reference: write `*{name}` for what it points to"));
        }
    }

    /// The place behind views, which go to `views` from the outermost to the innermost.
    fn viewed(&mut self, left: &syn::Expr, views: &mut Vec<(Through, At)>) -> Option<Place> {
        let (view, at, inner) = match left {
            syn::Expr::Paren(inner) => return self.viewed(&inner.expr, views),
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                (Through::Neg, unary.op.span(), &*unary.expr)
            }
            syn::Expr::Call(call) => {
                let syn::Expr::Path(function) = &*call.func else {
                    self.error(&call.func, "call a view by its name");
                    return None;
                };
                let last = function.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
                let view = if last.starts_with(char::is_uppercase) {
                    Through::Bijection(function.path.form())
                } else if last == "conj" {
                    Through::Conj
                } else {
                    self.error(
                        function,
                        format!(
                            "`{last}` is not a view that can be changed through: write a place, `-x`, `conj(z)`, or a bijection, \
                             whose name starts with a capital"
                        ),
                    );
                    return None;
                };
                let (Some(inner), 1) = (call.args.first(), call.args.len()) else {
                    self.error(call, "a view is of one place: `View(x) += e`");
                    return None;
                };
                (view, function.span(), inner)
            }
            place => {
                self.refuse_reference(place);
                return self.target(place);
            }
        };
        if !self.reversible() {
            self.error(
                left,
                "a differentiable function changes places, not views of them: write it out as an assignment",
            );
            return None;
        }
        views.push((view, At(at.form())));
        self.viewed(inner, views)
    }
}
