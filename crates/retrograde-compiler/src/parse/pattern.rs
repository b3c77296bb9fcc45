//! Patterns of `let`: they are taken apart into plain names.

use super::{Binding, Parser};
use crate::access::is_integer;
use crate::host::{integer_type, panics};
use crate::ir::{Expr, Place, Step, Stmt, Type};
use crate::pieces::{ToForm, ToRust};
use proc_macro2::Span;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// Where the parts of a pattern are found.
enum Source<'s> {
    Written(&'s syn::Expr),
    At(Place),
}

/// A name in the pattern of a `let`, and what it is given.
struct Part<'p> {
    pat: &'p syn::PatIdent,
    ty: Option<Type>,
    value: Expr,
}

impl Parser<'_> {
    /// `let pattern = init;`, by value. Inside an expression, `init` may need no statements.
    pub(super) fn destructure(
        &mut self,
        pat: &syn::Pat,
        ty: Option<&syn::Type>,
        init: &syn::Expr,
        inside: bool,
        out: &mut Vec<Stmt>,
    ) {
        if self.is_reference(init) {
            self.error(
                init,
                "a pattern on a reference is not supported here: write `*` before it to copy its parts, or use its fields",
            );
            return self.bind_pattern(pat);
        }
        let mut parts = Vec::new();
        self.take_apart(pat, ty, Source::Written(init), inside, &mut parts, out);
        // All values are parsed before any name is bound, so that `let (a, b) = (b, a);` reads the old ones.
        for Part { pat, ty, value } in parts {
            let mutable = pat.mutability.is_some();
            let integer = ty.as_ref().map_or_else(|| is_integer(&value, &self.activity), |ty| integer_type(&ty.rust()));
            let var = self.bind(&pat.ident, |var| Binding::local(var, mutable));
            self.owned.insert(var.clone(), self.scopes.len());
            if integer {
                self.activity.insert(var.name.clone());
            }
            out.push(Stmt::Let { var, mutable, ty, init: Some(value) });
        }
    }

    /// Whether an expression is the name of a reference, so that a pattern on it binds references to its parts.
    fn is_reference(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Path(path) => {
                path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string())).is_some_and(|b| b.reference)
            }
            syn::Expr::Reference(_) => true,
            _ => false,
        }
    }

    fn take_apart<'p>(
        &mut self,
        pat: &'p syn::Pat,
        ty: Option<&syn::Type>,
        source: Source<'_>,
        inside: bool,
        parts: &mut Vec<Part<'p>>,
        out: &mut Vec<Stmt>,
    ) {
        match (pat, &source) {
            (syn::Pat::Paren(inner), _) => return self.take_apart(&inner.pat, ty, source, inside, parts, out),
            (_, Source::Written(syn::Expr::Paren(inner))) => {
                return self.take_apart(pat, ty, Source::Written(&inner.expr), inside, parts, out);
            }
            (syn::Pat::Ident(ident), _) => {
                if ident.by_ref.is_some() || ident.subpat.is_some() {
                    self.error(ident, "`ref` and `@` are not supported: bind a plain name");
                }
                let value = self.source_value(source, inside, out);
                let ty = ty.map(ToForm::form);
                parts.push(Part { pat: ident, ty, value });
                return;
            }
            (syn::Pat::Wild(_), Source::Written(written)) => {
                self.expr(written);
                return;
            }
            (syn::Pat::Wild(_), _) => return,
            (syn::Pat::Tuple(tuple), Source::Written(syn::Expr::Tuple(values)))
                if tuple.elems.len() == values.elems.len() && !tuple.elems.iter().any(is_rest) =>
            {
                let types = self.types_of_parts(tuple, ty);
                for ((pat, value), ty) in tuple.elems.iter().zip(&values.elems).zip(types) {
                    self.take_apart(pat, ty, Source::Written(value), inside, parts, out);
                }
                return;
            }
            (syn::Pat::Tuple(tuple), Source::Written(value))
                if !self.reversible()
                    && !inside
                    && tuple.elems.len() > 1
                    && !tuple.elems.iter().any(is_rest)
                    && ends_with_tuples(value, tuple.elems.len()) =>
            {
                let types = self.types_of_parts(tuple, ty);
                let is_written = |ty: &&syn::Type| !matches!(ty, syn::Type::Infer(_));
                let types: Vec<Option<Type>> = types.iter().map(|ty| Some(ty.filter(is_written)?.form())).collect();
                let vars = self.assigned_parts(value, &types, out);
                for (pat, var) in tuple.elems.iter().zip(&vars) {
                    self.take_apart(pat, None, Source::At(Place::var(var)), inside, parts, out);
                }
                return;
            }
            (syn::Pat::Slice(slice), Source::Written(syn::Expr::Array(values)))
                if ty.is_none() && slice.elems.len() == values.elems.len() && !slice.elems.iter().any(is_rest) =>
            {
                for (pat, value) in slice.elems.iter().zip(&values.elems) {
                    self.take_apart(pat, None, Source::Written(value), inside, parts, out);
                }
                return;
            }
            _ => {}
        }
        let Some(steps) = self.steps(pat) else { return self.bind_pattern(pat) };
        let whole = match source {
            Source::At(place) => place,
            Source::Written(_) => match (self.source_value(source, inside, out), ty) {
                (Expr::Read(place), None) => place,
                (value, ty) => self.whole(pat.span(), ty, value, out),
            },
        };
        if self.reversible() && !inside {
            out.push(Stmt::Shape(whole.clone(), without_names(pat).form()));
        }
        for (step, pat) in steps {
            let mut place = whole.clone();
            place.path.push(step);
            self.take_apart(pat, None, Source::At(place), inside, parts, out);
        }
    }

    /// The types that are written of the parts of a tuple.
    fn types_of_parts<'t>(&self, tuple: &syn::PatTuple, ty: Option<&'t syn::Type>) -> Vec<Option<&'t syn::Type>> {
        match ty {
            Some(syn::Type::Tuple(types)) if types.elems.len() == tuple.elems.len() => {
                types.elems.iter().map(Some).collect()
            }
            Some(other) => {
                self.error(other, "this is not the type of a tuple with as many parts");
                vec![None; tuple.elems.len()]
            }
            None => vec![None; tuple.elems.len()],
        }
    }

    fn source_value(&mut self, source: Source<'_>, inside: bool, out: &mut Vec<Stmt>) -> Expr {
        match source {
            Source::At(place) => Expr::Read(place),
            Source::Written(expr) if inside => self.expr(expr),
            Source::Written(expr) => self.value(expr, out),
        }
    }

    /// A name for a value that is taken apart.
    fn whole(&mut self, span: Span, ty: Option<&syn::Type>, value: Expr, out: &mut Vec<Stmt>) -> Place {
        let mut var = self.names.var("whole");
        var.span = var.span.located_at(span.form());
        if is_integer(&value, &self.activity) {
            self.activity.insert(var.name.clone());
        }
        let ty = ty.map(ToForm::form);
        out.push(Stmt::Let { var: var.clone(), mutable: false, ty, init: Some(value) });
        Place::var(&var)
    }

    /// The steps from a value to the parts that a pattern names.
    pub(super) fn steps<'p>(&self, pat: &'p syn::Pat) -> Option<Vec<(Step, &'p syn::Pat)>> {
        let field = |k: usize| Step::Field(k.to_string().into());
        let (elems, step): (_, &dyn Fn(usize) -> Step) = match pat {
            syn::Pat::Tuple(tuple) => (&tuple.elems, &field),
            syn::Pat::TupleStruct(tuple) => (&tuple.elems, &field),
            syn::Pat::Slice(slice) => (&slice.elems, &|k| Step::Index(Rc::new(Expr::literal(k)))),
            syn::Pat::Struct(parts) => {
                let fields = parts.fields.iter();
                return Some(fields.map(|field| (Step::Field(field.member.form()), &*field.pat)).collect());
            }
            other => {
                self.error(
                    other,
                    "this pattern is not supported in `let`: bind names in tuples, arrays and structs, or use `match`",
                );
                return None;
            }
        };
        if let Some(rest) = elems.iter().take(elems.len().saturating_sub(1)).find(|pat| is_rest(pat)) {
            self.error(rest, "`..` must come last in the pattern of a `let`");
            return None;
        }
        Some(elems.iter().enumerate().filter(|(_, pat)| !is_rest(pat)).map(|(k, pat)| (step(k), pat)).collect())
    }
}

/// Whether a branch gives a tuple of so many parts, part by part, wherever it ends.
fn ends_with_tuples(expr: &syn::Expr, count: usize) -> bool {
    fn each(expr: &syn::Expr, is_top: bool, count: usize) -> bool {
        let ends = |expr: &syn::Expr| each(expr, false, count);
        let block = |block: &syn::Block| match block.stmts.last() {
            Some(syn::Stmt::Expr(tail, None)) => ends(tail),
            Some(syn::Stmt::Macro(stmt)) => panics(&stmt.mac),
            _ => false,
        };
        match expr {
            syn::Expr::Paren(inner) => each(&inner.expr, is_top, count),
            syn::Expr::If(branch) => {
                block(&branch.then_branch) && branch.else_branch.as_ref().is_some_and(|(_, otherwise)| ends(otherwise))
            }
            syn::Expr::Match(choice) => choice.arms.iter().all(|arm| ends(&arm.body)),
            _ if is_top => false,
            syn::Expr::Block(inner) => inner.label.is_none() && block(&inner.block),
            syn::Expr::Tuple(tuple) => tuple.elems.len() == count,
            syn::Expr::Macro(mac) => panics(&mac.mac),
            _ => false,
        }
    }
    each(expr, true, count)
}

/// A pattern that binds nothing.
pub(super) fn without_names(pat: &syn::Pat) -> syn::Pat {
    struct Nameless;
    impl VisitMut for Nameless {
        fn visit_pat_mut(&mut self, pat: &mut syn::Pat) {
            if let syn::Pat::Ident(ident) = pat {
                *pat = syn::parse_quote_spanned!(ident.span()=> _);
            }
            visit_mut::visit_pat_mut(self, pat);
        }

        fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
            field.colon_token.get_or_insert_with(|| syn::Token![:](field.member.span()));
            visit_mut::visit_field_pat_mut(self, field);
        }
    }
    let mut pat = pat.clone();
    Nameless.visit_pat_mut(&mut pat);
    pat
}

pub(super) fn is_rest(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Rest(_))
}

/// A name in a pattern that is a constant or a variant, by its spelling: rustc warns where a variable is spelt so.
pub(super) fn is_constant(pat: &syn::PatIdent) -> bool {
    pat.by_ref.is_none()
        && pat.mutability.is_none()
        && pat.subpat.is_none()
        && pat.ident.to_string().starts_with(char::is_uppercase)
}

/// The names that can only be those of variants, because a struct has one name and its pattern always holds: there is another name
/// in another arm, or another arm although this one holds whatever the fields are.
pub(super) fn imported(choice: &syn::ExprMatch) -> Vec<String> {
    let arms = choice.arms.iter().map(|arm| &arm.pat);
    let names: Vec<Option<(String, bool)>> = arms.flat_map(|pat| cases(pat, true)).map(constructor).collect();
    let several = |name: &String| names.iter().flatten().any(|(other, _)| other != name);
    let found = names.iter().enumerate().filter_map(|(k, name)| {
        let (name, holds) = name.as_ref()?;
        (several(name) || *holds && k + 1 < names.len()).then(|| name.clone())
    });
    found.collect()
}

/// The alternatives of a pattern, and whether each holds without a guard.
fn cases(pat: &syn::Pat, holds: bool) -> Vec<(&syn::Pat, bool)> {
    match pat {
        syn::Pat::Or(or) => or.cases.iter().flat_map(|pat| cases(pat, holds)).collect(),
        syn::Pat::Paren(inner) => cases(&inner.pat, holds),
        syn::Pat::Reference(inner) => cases(&inner.pat, holds),
        syn::Pat::Guard(guarded) => cases(&guarded.pat, false),
        pat => vec![(pat, holds)],
    }
}

/// The name of a struct or a variant that is written alone, and whether the pattern holds for all fields.
fn constructor((pat, holds): (&syn::Pat, bool)) -> Option<(String, bool)> {
    let any = |pat: &syn::Pat| match pat {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Ident(name) => name.subpat.is_none() && !is_constant(name),
        _ => false,
    };
    match pat {
        syn::Pat::TupleStruct(tuple) => {
            Some((tuple.path.get_ident()?.to_string(), holds && tuple.elems.iter().all(any)))
        }
        syn::Pat::Struct(parts) => {
            Some((parts.path.get_ident()?.to_string(), holds && parts.fields.iter().all(|field| any(&field.pat))))
        }
        // A name in capitals may be that of a constant.
        syn::Pat::Ident(name) if is_constant(name) && name.subpat.is_none() => {
            Some((name.ident.to_string(), false)).filter(|(name, _)| name.contains(char::is_lowercase))
        }
        _ => None,
    }
}

/// Whether a pattern binds a name.
fn binds(pat: &syn::Pat) -> bool {
    struct Names(bool);
    impl<'p> Visit<'p> for Names {
        fn visit_pat_ident(&mut self, pat: &'p syn::PatIdent) {
            self.0 |= !is_constant(pat);
            visit::visit_pat_ident(self, pat);
        }
    }
    let mut names = Names(false);
    names.visit_pat(pat);
    names.0
}

/// The patterns that a pattern stands for, if it has alternatives that bind names, wherever in it they are.
pub(super) fn alternatives(pat: &syn::Pat) -> Vec<syn::Pat> {
    /// Replaces the first alternatives that it comes to by one of them.
    struct Choose {
        which: usize,
        among: usize,
    }
    impl VisitMut for Choose {
        fn visit_pat_mut(&mut self, pat: &mut syn::Pat) {
            let inner = match &*pat {
                syn::Pat::Paren(inner) => &inner.pat,
                inner => inner,
            };
            match inner {
                syn::Pat::Or(or) if self.among == 0 && binds(inner) => {
                    self.among = or.cases.len();
                    *pat = or.cases[self.which].clone();
                }
                _ => visit_mut::visit_pat_mut(self, pat),
            }
        }
    }
    let choose = |which| {
        let (mut choose, mut pat) = (Choose { which, among: 0 }, pat.clone());
        choose.visit_pat_mut(&mut pat);
        (choose.among, pat)
    };
    match choose(0).0 {
        0 => vec![pat.clone()],
        among => (0..among).flat_map(|which| alternatives(&choose(which).1)).collect(),
    }
}
