//! `for` loops: over ranges, and along arrays.

use super::{Binding, Parser};
use crate::ir::{At, Expr, Head, Leaf, Place, Range, Stmt, Stride, Var, Walk};

/// What a loop runs over, as written.
enum Source {
    Range(Range),
    Slice { place: Place, chunk: Option<Expr>, exclusive: bool, copied: bool },
    Enumerate(Box<Source>),
    Zip(Box<Source>, Box<Source>),
    Rev(Box<Source>),
}

/// What the pattern of a loop has been matched with so far.
struct Matched {
    turn: Option<Var>,
    leaves: Vec<Leaf>,
    /// patterns of elements, whose parts are named in the body
    parts: Vec<(syn::Pat, usize, bool)>,
    /// further names for the count of iterations
    counts: Vec<Var>,
    /// what is bound before the loop
    lengths: Vec<Stmt>,
}

impl Parser<'_> {
    pub(super) fn for_loop(&mut self, each: &syn::ExprForLoop, out: &mut Vec<Stmt>) {
        if let Some(label) = &each.label {
            self.error(label, "labels are not supported: there is no `break` or `continue` to use them");
        }
        let source = self.source(&each.expr);
        self.open();
        let head = match source {
            None => {
                self.bind_pattern(&each.pat);
                None
            }
            Some(Source::Range(range)) => {
                let var = self.value_name(&each.pat);
                Some((Head::For { var, range }, Vec::new()))
            }
            Some(source) => self.along(source, &each.pat, out),
        };
        let body = self.scoped(&each.body);
        self.close();
        if let Some((head, parts)) = head {
            out.push(Stmt::Nested(head, vec![[parts, body].concat()]));
        }
    }

    /// The name of a value: a loop variable.
    fn value_name(&mut self, pat: &syn::Pat) -> Var {
        let binding = |var| Binding {
            var,
            reference: false,
            mutable: false,
            kind: "a loop variable",
            advice: "start a local from it, `let mut k = i;`",
        };
        let var = match pat {
            syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() && pat.mutability.is_none() => {
                self.bind(&pat.ident, binding)
            }
            syn::Pat::Wild(_) => self.names.var("iteration"),
            other => {
                self.error(other, "the loop variable must be a plain name");
                self.bind_pattern(other);
                self.names.var("iteration")
            }
        };
        self.activity.insert(var.name.clone());
        var
    }

    fn along(&mut self, source: Source, pat: &syn::Pat, out: &mut Vec<Stmt>) -> Option<(Head, Vec<Stmt>)> {
        let (source, reversed) = match source {
            Source::Rev(inner) => (*inner, true),
            source => (source, false),
        };
        let mut matched =
            Matched { turn: None, leaves: Vec::new(), parts: Vec::new(), counts: Vec::new(), lengths: Vec::new() };
        self.matched(source, pat, false, &mut matched)?;
        let Matched { turn, leaves, parts, counts, lengths } = matched;
        out.extend(lengths);
        let turn = turn.unwrap_or_else(|| self.names.var("iteration"));
        self.activity.insert(turn.name.clone());
        for count in counts {
            self.views.insert(count, Place::var(&turn));
        }
        for leaf in &leaves {
            if let (Some(place), Walk::Slice { copied, .. }) = (leaf.place(&turn), &leaf.walk) {
                self.views.insert(leaf.var.clone(), place.named(&leaf.var, !copied));
            }
        }
        let mut named = Vec::new();
        for (pat, leaf, exclusive) in parts {
            let place = self.views[&leaves[leaf].var].clone();
            self.name_parts(&pat, &place, exclusive, &mut named);
        }
        Some((Head::Each { turn, leaves, reversed }, named))
    }

    /// Matches a pattern with what the loop runs over.
    fn matched(&mut self, source: Source, pat: &syn::Pat, flipped: bool, out: &mut Matched) -> Option<()> {
        if let syn::Pat::Paren(inner) = pat {
            return self.matched(source, &inner.pat, flipped, out);
        }
        match source {
            Source::Range(range) => {
                let var = self.value_name(pat);
                let range = if flipped { range.turned() } else { range };
                out.leaves.push(Leaf { var, walk: Walk::Range(range) });
            }
            Source::Slice { place, chunk, exclusive, copied } => {
                let (var, copied) = match pat {
                    syn::Pat::Reference(inner) if !copied && !exclusive => (self.element_name(&inner.pat), true),
                    syn::Pat::Ident(_) if copied => (self.element_name(pat), true),
                    syn::Pat::Ident(name)
                        if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() =>
                    {
                        (self.bind_view(&name.ident, exclusive), false)
                    }
                    pattern => {
                        if !matches!(pattern, syn::Pat::Wild(_)) {
                            out.parts.push((pattern.clone(), out.leaves.len(), exclusive));
                        }
                        let var = self.names.var("item");
                        self.activity.insert(var.name.clone());
                        (var, false)
                    }
                };
                let flipped = flipped.then(|| self.bind_length(&place, &mut out.lengths));
                out.leaves.push(Leaf { var, walk: Walk::Slice { place, chunk, flipped, copied } });
            }
            Source::Enumerate(inner) => {
                let [count, rest] = self.pair(pat)?;
                let var = self.value_name(&count);
                match &out.turn {
                    None => out.turn = Some(var),
                    Some(_) => out.counts.push(var),
                }
                return self.matched(*inner, &rest, flipped, out);
            }
            Source::Zip(one, other) => {
                let [first, second] = self.pair(pat)?;
                self.matched(*one, &first, flipped, out)?;
                return self.matched(*other, &second, flipped, out);
            }
            Source::Rev(inner) if matches!(*inner, Source::Range(_) | Source::Slice { .. }) => {
                return self.matched(*inner, pat, !flipped, out);
            }
            Source::Rev(_) => {
                self.error(
                    pat,
                    "`rev` in the middle of a chain is not supported: reverse each slice by itself, or the whole at the end",
                );
                self.bind_pattern(pat);
                return None;
            }
        }
        Some(())
    }

    /// The length of what is walked along backwards, which cannot be asked for while the loop borrows it.
    fn bind_length(&mut self, place: &Place, out: &mut Vec<Stmt>) -> Expr {
        let var = self.names.var("_length");
        self.activity.insert(var.name.clone());
        let length = self.length(place, At(var.span));
        out.push(Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(length) });
        Expr::Read(Place::var(&var))
    }

    /// The name of a copy of an element.
    fn element_name(&mut self, pat: &syn::Pat) -> Var {
        let syn::Pat::Ident(name) = pat else {
            self.error(pat, "this pattern is not supported here: bind a name, and take its parts by field or index");
            self.bind_pattern(pat);
            return self.names.var("item");
        };
        let var = self.bind(&name.ident, |var| Binding {
            var,
            reference: false,
            mutable: false,
            kind: "a copy of an element",
            advice: "loop with `iter_mut()` to change the elements",
        });
        self.activity.insert(var.name.clone());
        var
    }

    fn pair(&mut self, pat: &syn::Pat) -> Option<[syn::Pat; 2]> {
        if let syn::Pat::Tuple(tuple) = pat
            && let [one, other] = &tuple.elems.iter().collect::<Vec<_>>()[..]
        {
            return Some([(*one).clone(), (*other).clone()]);
        }
        self.error(pat, "`enumerate` and `zip` give pairs: write a pattern such as `(i, x)`");
        self.bind_pattern(pat);
        None
    }

    fn source(&mut self, expr: &syn::Expr) -> Option<Source> {
        match expr {
            syn::Expr::Paren(inner) => self.source(&inner.expr),
            syn::Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    self.error(range, "give the range a start and an end: `0..n`");
                    return None;
                };
                let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
                let (start, end) = (self.expr(start), self.expr(end));
                Some(Source::Range(Range { start, end, inclusive, reversed: false, stride: None }))
            }
            syn::Expr::MethodCall(call) => self.adaptor(call),
            other if !self.reversible() => {
                self.error(
                    other,
                    "a `for` loop runs over a range, `0..n`, `a..=b` or `(a..b).rev()`: loop over the indices",
                );
                None
            }
            syn::Expr::Reference(reference) => {
                let exclusive = reference.mutability.is_some();
                let place = self.borrowed(&reference.expr, exclusive)?;
                Some(Source::Slice { place, chunk: None, exclusive, copied: false })
            }
            syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) => {
                let place = self.place(expr)?;
                let binding = match expr {
                    syn::Expr::Path(path) => path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string())),
                    _ => None,
                };
                let reference = binding.is_some_and(|binding| binding.reference);
                let exclusive = reference && binding.is_some_and(|binding| binding.mutable);
                Some(Source::Slice { place, chunk: None, exclusive, copied: !reference })
            }
            other => {
                self.error(
                    other,
                    "a `for` loop runs over ranges and slices, `0..n`, `x.iter()`, `x.iter_mut()`, and what `rev`, `step_by`, \
                     `enumerate`, `zip` and `chunks_exact` make of them",
                );
                None
            }
        }
    }

    fn adaptor(&mut self, call: &syn::ExprMethodCall) -> Option<Source> {
        let method = call.method.to_string();
        let known = ["iter", "iter_mut", "chunks_exact", "chunks_exact_mut", "enumerate", "zip", "copied", "cloned"];
        if known.contains(&&*method) && !self.reversible() {
            self.error(
                &call.method,
                "a `for` loop in an ordinary function runs over a range, `0..n`, `a..=b` or `(a..b).rev()`: loop over the indices",
            );
            return None;
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        match (&*method, &args[..]) {
            ("rev", []) => Some(match self.source(&call.receiver)? {
                Source::Range(range) => Source::Range(range.turned()),
                Source::Rev(inner) => *inner,
                source => Source::Rev(Box::new(source)),
            }),
            ("step_by", [by]) => {
                let Source::Range(range) = self.source(&call.receiver)? else {
                    self.error(
                        &call.method,
                        "`step_by` works on ranges here: for slices, use `chunks_exact`, or a range of indices",
                    );
                    return None;
                };
                if range.stride.is_some() {
                    self.error(&call.method, "two `step_by` on one range: multiply the steps");
                }
                let from_end = range.reversed;
                Some(Source::Range(Range { stride: Some(Stride { by: self.expr(by), from_end }), ..range }))
            }
            ("iter" | "iter_mut", []) => {
                let exclusive = method == "iter_mut";
                let place = self.borrowed(&call.receiver, exclusive)?;
                self.note_method(&place, &call.method);
                Some(Source::Slice { place, chunk: None, exclusive, copied: false })
            }
            ("chunks_exact" | "chunks_exact_mut", [length]) => {
                let exclusive = method == "chunks_exact_mut";
                let place = self.borrowed(&call.receiver, exclusive)?;
                self.note_method(&place, &call.method);
                let chunk = Some(self.expr(length));
                Some(Source::Slice { place, chunk, exclusive, copied: false })
            }
            ("copied" | "cloned", []) => match self.source(&call.receiver)? {
                Source::Slice { place, chunk: None, exclusive: false, .. } => {
                    Some(Source::Slice { place, chunk: None, exclusive: false, copied: true })
                }
                _ => {
                    self.error(&call.method, "copy the elements right after `iter()`: `x.iter().copied()`");
                    None
                }
            },
            ("enumerate", []) => Some(Source::Enumerate(Box::new(self.source(&call.receiver)?))),
            ("zip", [other]) => {
                let one = self.source(&call.receiver)?;
                Some(Source::Zip(Box::new(one), Box::new(self.source(other)?)))
            }
            _ => {
                let message = if self.reversible() {
                    "a `for` loop runs over ranges and slices, `0..n`, `x.iter()`, `x.iter_mut()`, and what `rev`, `step_by`, \
                     `enumerate`, `zip` and `chunks_exact` make of them"
                } else {
                    "a `for` loop runs over a range, `0..n`, `a..=b` or `(a..b).rev()`: loop over the indices"
                };
                self.error(call, message);
                None
            }
        }
    }
}
