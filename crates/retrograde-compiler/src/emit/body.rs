//! Statements of the form as Rust statements.

use super::Placement;
use crate::access::{Overlap, Touch, each_touch, first_span, is_integer, overlap};
use crate::emit::branches::{keeps, leaves, takes_up};
use crate::emit::expr::{copied, ident, rt, rt_at};
use crate::emit::literals::{is_literal, literal_born};
use crate::emit::proofs::{Held, Proofs};
use crate::emit::sweep::Swept;
use crate::emit::views::written_views;
use crate::gradient_variables::gradients_named;
use crate::hash::{Map, Set};
use crate::ir::{
    Expr, Function, FunctionKind, Head, Passing, Place, Range, Receiver, Role, Step, Stmt, Stride, TapeSlot, Var,
    all_stmts,
};
use crate::lists::{grown, moves, perhaps_lists};
use crate::locals::{Written, written};
use crate::parse::SAFE;
use crate::pieces::{self, ToRust};
use crate::shapes::Shapes;
use crate::text;
use crate::tokens::{TokenStream, quote, quote_spanned};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use std::cell::{Cell, RefCell};
use syn::spanned::Spanned;

/// Emits the statements of one function.
pub struct Body<'f> {
    /// the function they belong to
    pub function: &'f Function,
    /// run-time checks of floats are in
    pub checked: bool,
    /// which calls are wrapped so that rustc proves them pure
    pub guard: Guard,
    /// whether calls are made twice in an ordinary function: always, never, or with debug assertions
    pub checks: Option<bool>,
    /// which assumptions rustc is asked to prove
    pub proofs: Proofs,
    /// the lists that rustc was asked about
    pub(super) asked: RefCell<Set<String>>,
    /// the variables that change
    pub(super) written: Written,
    /// for each parameter, the type that says what kind of shadow it has
    pub kinds: Map<Var, TokenStream>,
    /// the type parameter that says how many gradients travel together
    pub width: Ident,
    /// what is carried along: gradients, or tangents
    pub carried: Role,
    /// where the function stands; nowhere if it is a closure in another, where the places of all parameters are owned by something
    pub placement: Option<Placement>,
    /// the run of a sweep that is being emitted
    pub(super) swept: Option<Swept>,
    /// the variables that stand for gradients of elements
    pub(super) promoted: Set<Var>,
    /// the places on the tape that keep floats
    pub(super) floats: Set<usize>,
    /// adjoints of next to nothing count as zero
    pub(super) flush: bool,
    /// the function whose tapes are kept from one run to the next, if they can be
    pub(super) reused: Option<String>,
    /// one of many runs of the function, which share its tapes
    pub(super) again: bool,
    /// locals that start as literals, whose type may be open for a while
    literals: Set<Var>,
    /// names that stand only for a type
    pub(super) types_only: Set<Var>,
    /// names bound inside the expression being emitted: what they are outside of it does not matter
    pub(super) inner: RefCell<Vec<Var>>,
    /// gradients that are variables, rather than places
    pub(super) variables: Set<Var>,
    /// names for gradients, where numbers are of a generic type
    pub(super) cloned: Set<Var>,
    /// what may be of a type of the user's, and not be copied by being mentioned
    pub(super) own: Set<Var>,
    /// tangents are read a part at a time
    pub(super) in_parts: Cell<bool>,
    /// locals whose restoring is checked, and whose largest magnitude is followed
    followed: Set<Var>,
    /// those of them that are read again after they were changed back
    pub(super) read_again: Set<Var>,
    /// lists whose length changes, and shadows whose shape does
    pub(super) grown: Set<Var>,
    /// what the source tells of shapes
    pub(super) shapes: Shapes,
    /// locals that are lists, which are copied where a number would be
    pub(super) lists: Set<Var>,
    /// views through which something is written
    pub(super) written_views: Set<Var>,
}

/// Which calls rustc is made to prove pure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// all, in the function itself
    Everything,
    /// those in conditions, in the inverse: its conditions include postconditions, which the function need not evaluate
    Conditions,
    /// none, in derivatives: they evaluate nothing that the function does not
    Nothing,
}

impl<'f> Body<'f> {
    /// An emitter for `function`.
    pub fn new(function: &'f Function, checked: bool) -> Self {
        let (kinds, types_only, followed) = (Map::default(), Set::default(), Set::default());
        let (literals, shapes) = (literal_born(&function.body), Shapes::of(function));
        let mut body = Self {
            function,
            checked,
            guard: Guard::Nothing,
            checks: None,
            proofs: Proofs::Nothing,
            asked: RefCell::default(),
            written: written(&function.body),
            kinds,
            width: format_ident!("W"),
            carried: Role::Adjoint,
            placement: Some(Placement::Module),
            swept: None,
            promoted: Set::default(),
            floats: Set::default(),
            flush: false,
            reused: None,
            again: false,
            literals,
            types_only,
            inner: RefCell::default(),
            variables: gradients_named(&function.body).collect(),
            cloned: cloned(function, &function.body),
            own: Set::default(),
            in_parts: Cell::default(),
            followed,
            read_again: Set::default(),
            grown: grown(&function.body, &shapes),
            shapes,
            lists: perhaps_lists(&function.body),
            written_views: written_views(&function.body),
        };
        body.note_own(&function.body);
        body
    }

    /// Notes what these statements, which are yet to be emitted, do to lists.
    pub(super) fn note(&mut self, stmts: &[Stmt]) {
        self.shapes.declare(stmts);
        self.grown.extend(grown(stmts, &self.shapes));
        self.variables.extend(gradients_named(stmts));
        self.cloned.extend(cloned(self.function, stmts));
        self.note_own(stmts);
    }

    /// Notes what is made of values that may be of a type of the user's.
    fn note_own(&mut self, stmts: &[Stmt]) {
        for stmt in all_stmts(stmts) {
            let (var, own) = match stmt {
                Stmt::Let { var, init: Some(init), .. } => (var, self.may_be_moved(init)),
                Stmt::LetCall { var, args, .. } => (var, args.iter().any(|arg| self.may_be_moved(arg))),
                _ => continue,
            };
            if own {
                self.own.insert(var.clone());
            }
        }
    }

    pub(super) fn may_be_moved(&self, value: &Expr) -> bool {
        match value {
            Expr::Read(place) => self.is_own(place),
            Expr::Binary(op, ..) if op.is_logical() => false,
            Expr::Derivative(derivative) => {
                derivative.open && derivative.operands.iter().any(|operand| self.may_be_moved(operand))
            }
            Expr::Borrow(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Method(..) | Expr::Call(..) => {
                value.parts().into_iter().any(|part| self.may_be_moved(part))
            }
            _ => false,
        }
    }

    /// Whether a place is a variable that may be of a type of the user's.
    pub(super) fn is_own(&self, place: &Place) -> bool {
        let whole = place.path.is_empty() && place.via.is_none();
        self.function.activity.is_own(place) || whole && self.own.contains(&place.root)
    }

    /// Emits statements.
    pub fn block(&mut self, stmts: &[Stmt]) -> TokenStream {
        if self.checked {
            self.followed.extend(stmts.iter().filter_map(|stmt| match stmt {
                Stmt::Release { var, value } if !value.is_constant_reference() => Some(var.clone()),
                _ => None,
            }));
            self.read_again.extend(self.read_again_in(stmts));
            self.followed.extend(self.read_again.iter().cloned());
        }
        stmts.iter().map(|stmt| self.statement(stmt)).collect()
    }

    fn statement(&mut self, stmt: &Stmt) -> TokenStream {
        if self.swept.as_ref().is_some_and(|swept| swept.in_lanes) {
            return self.over_lanes(stmt);
        }
        self.single(stmt)
    }

    /// A statement as it is run once.
    pub(super) fn single(&mut self, stmt: &Stmt) -> TokenStream {
        let places = self.proved_places(stmt);
        let emitted = self.bare(stmt);
        let (proved, followed) = (self.proved_local(stmt), self.follow(stmt));
        [places, emitted, proved.unwrap_or_default(), followed].into_iter().map(TokenStream::in_statement).collect()
    }

    /// Keeps the largest magnitude of a checked local, to which its tolerance is relative.
    fn follow(&self, stmt: &Stmt) -> TokenStream {
        let mut out = TokenStream::new();
        if let Stmt::Repack(repack) = stmt {
            for var in repack.to.iter().filter(|var| self.followed.contains(var)) {
                let (name, held, rt) = (ident(var), held(var), rt());
                out.extend(quote!(#held = #rt::largest(#held, &#name);).in_statement());
            }
        }
        if matches!(stmt, Stmt::Nested(..) | Stmt::Repack(_)) {
            return out;
        }
        let mut seen = Vec::new();
        each_touch(stmt, &mut |touch, place| {
            let var = &place.root;
            // What a sweep walks along is borrowed there: it is looked at behind the sweep.
            if self.swept.as_ref().is_some_and(|swept| swept.walks(var)) {
                return;
            }
            if matches!(touch, Touch::Bind | Touch::Write) && self.followed.contains(var) && !seen.contains(var) {
                let (name, held, rt) = (ident(var), held(var), rt());
                let held = match touch {
                    Touch::Bind => quote!(let mut #held = #rt::largest(0.0, &#name);),
                    _ => self.largest(place),
                };
                out.extend(held.in_statement());
                seen.push(var.clone());
            }
        });
        out
    }

    /// Looks at the whole of which `place` is a part, if its magnitude is followed.
    pub(super) fn largest(&self, place: &Place) -> TokenStream {
        if !self.followed.contains(&place.root) {
            return TokenStream::new();
        }
        let (name, held, rt) = (ident(place.name()), held(&place.root), rt());
        let whole = if place.via.as_ref().is_some_and(|via| via.reference) { quote!(&*#name) } else { quote!(&#name) };
        quote!(#held = #rt::largest(#held, #whole);)
    }

    fn bare(&mut self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Let { var, mutable, ty, init } => {
                let name = ident(var);
                let mutable = mutable.then(|| quote!(mut));
                let ty = ty.as_ref().map(ToRust::rust).map(|ty| quote!(: #ty));
                let init = init.as_ref().map(|init| {
                    let value = self.initial_value(var, init);
                    quote!(= #value)
                });
                // In another block, of a run in the other direction, only its type may have been needed.
                self.types_only.remove(var);
                quote!(let #mutable #name #ty #init;)
            }
            Stmt::Release { var, value } if self.checked && !value.is_constant_reference() => {
                let (name, held, text) = (ident(var), held(var), var.to_string());
                let expected = self.pure(value);
                let rt = rt_at(var.span.rust());
                quote_spanned!(var.span.rust()=> #rt::restored(#text, &#name, &(#expected), #held);)
            }
            Stmt::Shape(place, pattern) if self.guard == Guard::Everything => {
                let (place, pattern) = (self.place(place), &pattern.rust());
                quote!(#[allow(clippy::all, clippy::pedantic)] let #pattern = #place;)
            }
            Stmt::Release { .. } | Stmt::Forget { .. } | Stmt::Shape(..) => TokenStream::new(),
            Stmt::Uncompute(_) => unreachable!("the checker makes a scope of this"),
            Stmt::Safe { code, views, .. } => self.safe(&pieces::code(code), views),
            Stmt::TypeOf { var, ty, like } => self.type_of(var, ty.as_ref(), like),
            Stmt::Shadow { var, like } => {
                let (name, zero) = (ident(var), self.zero_shadow(like));
                let mutable = self.grown.contains(var).then(|| quote!(mut));
                quote!(let #mutable #name = #zero;)
            }
            Stmt::Update { op, place, value, .. } if self.is_cell(place) => self.accumulate(*op, place, value),
            Stmt::Update { op, place, value, .. } if !place.root.is_primal() => {
                self.accumulate_in_variable(*op, place, value)
            }
            Stmt::Update { op, place, value, at } => self.update(*op, place, value, at.0.rust()),
            Stmt::Mapped(mapped) => self.mapped(mapped),
            Stmt::Assign { place, value, fresh } if self.is_cell(place) => self.set(place, value, *fresh),
            Stmt::Assign { place, value, .. } if !place.root.is_primal() => self.set_variable(place, value),
            Stmt::Assign { place, value: Expr::Method(name, args, at), .. }
                if super::expr::operator_of(name).is_some() =>
            {
                self.assigning(place, name, &args[1], at.0.rust())
            }
            Stmt::Assign { place, value, .. } => {
                let (span, checked) = (place.root.span, self.must_keep_shape(place, value));
                let value = self.kept_value(value);
                let place = self.target(place);
                if checked {
                    let (rt, new) = (rt_at(span.rust()), local("new"));
                    return quote_spanned!(span.rust()=> { let #new = #value; #rt::keeps_shape(&#place, &#new); #place = #new; });
                }
                quote!(#place = #value;)
            }
            Stmt::Renew { place, held, site, restored } => {
                self.renew(place, held.as_ref(), site.as_ref().filter(|_| !restored))
            }
            Stmt::Swap(a, b) => self.swap(a, b),
            Stmt::Call { callee, variant, args, site: Some(site) } => self.taped_call(callee, *variant, args, site),
            Stmt::Call { callee, variant, args, site: None } => self.call(callee, *variant, args),
            Stmt::Nested(head, blocks) => self.nested(head, blocks),
            Stmt::Grow(list, growth) => self.grow(list, growth),
            Stmt::Leave(cond) => {
                let cond = self.condition(cond);
                quote!(if #cond { break; })
            }
            Stmt::View { vars, place, cut } => self.name(vars, place, cut.as_ref()),
            Stmt::Repack(repack) => Self::repack(repack),
            Stmt::Distinct(a, b) => self.distinct(a, b),
            Stmt::SameLength(places) => self.same_length(places),
            Stmt::Save(site, value) => self.save(site, value),
            Stmt::Reserve(site, ranges) => self.reserve(site, ranges),
            Stmt::Tape(site, opening) => self.tape(site, *opening),
            Stmt::Thaw(var) => {
                let name = ident(var);
                let copy = copied(&quote!(#name));
                quote!(let mut #name = #copy;)
            }
            Stmt::Leaves(given) => leaves(given),
            Stmt::TakesUp(residue) => takes_up(residue),
            Stmt::Window(window) => self.window(window),
            Stmt::Load(var, place) => self.load(var, place),
            Stmt::Share(share) => self.share(share),
            Stmt::Promote(promoted) => self.promote(promoted),
            Stmt::Demote(promoted) => self.demote(promoted),
            Stmt::LetCall { var, callee, args, site } => self.let_call(var, callee, args, site.as_ref()),
            Stmt::LetTangent { var, tangent, callee, args, shadows, .. } => {
                self.let_tangent([var, tangent], callee, args, shadows)
            }
            Stmt::Fused([there, back]) => self.fused(there, back),
            Stmt::Backward { site, incoming, args, shadows, callee, .. } => {
                self.backward(site, callee, incoming, args, shadows)
            }
        }
    }

    /// Branches and loops.
    pub(super) fn nested(&mut self, head: &Head, blocks: &[Vec<Stmt>]) -> TokenStream {
        match head {
            Head::If { pre, post } => self.branch(pre, post.as_ref(), blocks),
            Head::While { pre, post } => self.repeat_while(pre, post.as_ref(), &blocks[0]),
            Head::Scope => {
                let stmts = self.block(&blocks[0]);
                quote!({ #stmts })
            }
            Head::Idle => self.block(&blocks[0]),
            Head::Inverse | Head::Label(_) => unreachable!("the checker makes scopes of these"),
            Head::Match { matched, cases } => self.match_statement(&matched.value, cases, blocks),
            Head::For { var, range } => self.repeat(var, range, &[], &[], &blocks[0]),
            Head::Tape { var, range, fills, rewinds } => self.repeat(var, range, fills, rewinds, &blocks[0]),
            Head::First { var, range, turns, reversed } => {
                let values = self.first_of(range, turns, *reversed);
                let (name, body) = (ident(var), self.block(&blocks[0]));
                quote!(for #name in #values { #body })
            }
            Head::Each { turn, leaves, reversed } => self.each(turn, leaves, *reversed, &blocks[0]),
            Head::Sweep { .. } => unreachable!("a pass makes runs of these"),
            Head::Run { var, start, end } => self.run(var, start, end, &blocks[0]),
            Head::Flows(places) => self.if_flows(places, &blocks[0]),
            Head::AtMost(count) => self.at_most(*count, blocks),
            Head::Along(along) => self.along(along, &blocks[0]),
            Head::Blocks(lanes) => self.in_blocks(lanes, blocks),
        }
    }

    /// Code that by the type of its closure cannot change anything.
    /// The first value of a local. One that the user says is constant may be of any type.
    fn initial_value(&self, var: &Var, init: &Expr) -> TokenStream {
        if !var.is_primal() {
            return self.expr(init);
        }
        if self.function.activity.is_marked(&var.name) && self.guard == Guard::Everything && calls(init) {
            return self.proved(init, &self.expr(init), Held::Anything);
        }
        self.kept_value(init)
    }

    fn safe(&self, code: &syn::Macro, views: &[(Var, Place)]) -> TokenStream {
        let span = code.path.span();
        let rt = rt_at(span);
        let names = views.iter().map(|(view, place)| {
            let (name, place) = (ident(view), self.place(place));
            quote!(let #name = &#place;)
        });
        if code.path.is_ident("safe") {
            let tokens = &code.tokens;
            return quote_spanned!(span=> #rt::pure(|| { #(#names)* #tokens }););
        }
        let name = code.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !SAFE.contains(&&*name) {
            // A `return` in what the macro stands for would leave the closure alone: its type is one that no function returns.
            return quote_spanned!(span=> #rt::pure(|| -> [(); 1] { #(#names)* #code; [()] }););
        }
        // What never returns would be of the type `!`.
        let nothing = crate::host::panics(code).then(|| quote_spanned!(span=> -> ()));
        quote_spanned!(span=> #rt::pure(|| #nothing { #(#names)* #code; });)
    }

    /// A value whose calls rustc is made to prove pure.
    pub(super) fn pure(&self, expr: &Expr) -> TokenStream {
        let value = self.expr(expr);
        if self.guard != Guard::Everything || !calls(expr) {
            return value;
        }
        match expr {
            // A closure cannot return a reference to what it computes.
            Expr::Borrow(inner) if !matches!(**inner, Expr::Read(_)) => {
                let inner = self.pure(inner);
                quote!(&#inner)
            }
            _ => self.proved(expr, &value, Held::Plain),
        }
    }

    fn swap(&self, a: &Place, b: &Place) -> TokenStream {
        let rt = rt();
        if !a.root.is_primal() && !moves(a, b, &self.shapes) {
            let lent = [a, b].iter().all(|place| self.is_reference(&place.root));
            let checked = (lent && self.shapes.may_differ(a, b)).then(|| {
                let (rt, [a, b]) = (rt_at(a.root.span.rust()), [a, b].map(|place| self.place(&place.primal())));
                quote_spanned!(a.span()=> #rt::keeps_shape(&#a, &#b);)
            });
            let (a, b) = (self.shadow_ref(a), self.shadow_ref(b));
            return quote!(#checked #rt::swap(#a, #b););
        }
        if !a.root.is_primal() {
            return self.swap_shadows(a, b);
        }
        let named_apart = a.via.is_some() && b.via.is_some() && a.name() != b.name();
        if a.root == b.root && !named_apart {
            if let (Some((Step::Index(i), array)), Some((Step::Index(j), other))) =
                (a.path.split_last(), b.path.split_last())
                && array == other
            {
                let array = self.receiver(&Expr::Read(a.prefix(array.len())));
                let (i, j) = (self.expr(i), self.expr(j));
                return quote!(#array.swap(#i, #j););
            }
            if overlap(a, b) != Overlap::No || a.indices().next().is_some() {
                // A list cannot be moved out of another.
                let copied = self.shapes.may_differ(a, b).then(|| quote!(.clone()));
                let (a, b) = (self.place(a), self.place(b));
                let held = local("held");
                return quote!(#[allow(clippy::manual_swap)] { let #held = #a #copied; #a = #b #copied; #b = #held; });
            }
        }
        let (a, b) = (self.exclusive(a), self.exclusive(b));
        quote!(::core::mem::swap(#a, #b);)
    }

    fn branch(&mut self, pre: &Expr, post: Option<&Expr>, blocks: &[Vec<Stmt>]) -> TokenStream {
        let cond = self.condition(pre);
        let (then, rest) = (self.block(&blocks[0]), self.block(&blocks[1]));
        if let Some([kept, end]) = keeps(blocks) {
            return quote!(#kept if #cond { #then } else { #rest } #end);
        }
        let rest = (!rest.is_empty()).then(|| quote!(else { #rest }));
        let (Some(post), true) = (post, self.checked) else { return quote!(if #cond { #then } #rest) };
        let taken = local("taken");
        let check = self.agrees(&quote!(#taken), post);
        let check = check.in_statement();
        quote!({ let #taken = #cond; if #taken { #then } #rest #check })
    }

    /// A value that decides what is run.
    pub(super) fn condition(&self, expr: &Expr) -> TokenStream {
        let cond = self.expr(expr);
        if self.guard != Guard::Nothing && calls(expr) { self.proved(expr, &cond, Held::Plain) } else { cond }
    }

    /// Checks that a postcondition is what the way back needs it to be.
    fn agrees(&self, taken: &TokenStream, post: &Expr) -> TokenStream {
        let span = first_span(post);
        let (rt, after, text) = (rt_at(span.rust()), self.expr(post), text::expr(post));
        quote_spanned!(span.rust()=> #rt::agrees(#taken, #after, #text);)
    }

    fn repeat_while(&mut self, pre: &Expr, post: Option<&Expr>, body: &[Stmt]) -> TokenStream {
        let (cond, body) = (self.condition(pre), self.block(body));
        let (Some(post), true) = (post, self.checked) else { return quote!(while #cond { #body }) };
        let [before, after] = [quote!(false), quote!(true)].map(|taken| self.agrees(&taken, post).in_statement());
        let repeated = quote!(while #cond { #body #after }).in_statement();
        quote!(#before #repeated)
    }

    /// Back over the iterations of a loop that may have been left early.
    fn first_of(&self, range: &Range, turns: &Expr, reversed: bool) -> TokenStream {
        let (rt, turns) = (rt(), self.expr(turns));
        let (values, descending) = self.stepped(range).unwrap_or_else(|| {
            let values = self.values(range);
            (quote!(#rt::range(#values)), false)
        });
        let values = if range.reversed == descending { values } else { quote!(#values.turned()) };
        let back = reversed.then(|| quote!(.rev()));
        quote!(#values.first(#turns)#back)
    }

    /// The bounds of a range, as written.
    pub(super) fn values(&self, range: &Range) -> TokenStream {
        let (start, end) = (self.bound(&range.start), self.bound(&range.end));
        if range.inclusive { quote!(#start..=#end) } else { quote!(#start..#end) }
    }

    /// The values of a stepped range, and whether they come from the end.
    pub(super) fn stepped(&self, range: &Range) -> Option<(TokenStream, bool)> {
        let Stride { by, from_end } = range.stride.as_ref()?;
        let (rt, values, by) = (rt(), self.values(range), self.pure(by));
        let stepped = if *from_end { quote!(stepped_back) } else { quote!(stepped) };
        Some((quote!(#rt::#stepped(#values, #by)), *from_end))
    }

    pub(super) fn range(&self, range: &Range) -> TokenStream {
        let rt = rt();
        let values = self.values(range);
        let (values, descending) = self.stepped(range).unwrap_or((values, false));
        if range.reversed == descending { values } else { quote!(#rt::rev(#values)) }
    }

    pub(super) fn bound(&self, expr: &Expr) -> TokenStream {
        if calls(expr) { self.pure(expr) } else { self.operand(expr) }
    }

    fn distinct(&self, a: &Place, b: &Place) -> TokenStream {
        let rt = rt_at(a.root.span.rust());
        let name = a.root.to_string();
        let mut pairs = Vec::new();
        for (one, other) in a.path.iter().zip(&b.path).filter(|(one, other)| one != other) {
            let (Step::Index(i), Step::Index(j)) = (one, other) else {
                let (one, other) = (self.extent(one), self.extent(other));
                let check = quote_spanned!(a.root.span.rust()=> #rt::apart(#one, #other, #name););
                return within(check, &pairs);
            };
            pairs.push((self.operand(i), self.operand(j)));
        }
        let Some((i, j)) = pairs.pop() else { return TokenStream::new() };
        within(quote_spanned!(a.root.span.rust()=> #rt::distinct(#i, #j, #name);), &pairs)
    }

    /// Whether a variable is a reference to what it names: a parameter that is one, or the shadow of any parameter.
    pub(super) fn is_reference(&self, var: &Var) -> bool {
        self.function
            .params
            .iter()
            .any(|param| param.var.name == var.name && (!var.is_primal() || param.passing != Passing::Value))
    }

    /// Whether a value is made of literals, so that its type may still be open.
    pub(super) fn is_literal(&self, value: &Expr) -> bool {
        is_literal(value, &self.literals)
    }

    /// Whether a method must be called as a function, because the type of its receiver may still be open. In a reversible function itself
    /// the order is the user's own; the runs of an ordinary function are of its body as it was rewritten.
    pub(super) fn is_open(&self, receiver: &Expr) -> bool {
        let integer = is_integer(receiver, &self.function.activity);
        let as_written = self.guard == Guard::Everything && self.function.kind == FunctionKind::Reversible;
        !as_written && !integer && is_literal(receiver, &self.literals)
    }

    /// Whether a place is one of gradients or tangents.
    pub(super) fn is_cell(&self, place: &Place) -> bool {
        !place.root.is_primal() && !self.variables.contains(&place.root)
    }

    /// Whether a variable was bound inside the expression being emitted.
    pub(super) fn is_inner(&self, var: &Var) -> bool {
        self.inner.borrow().contains(var)
    }

    /// Whether a variable stands only for a type.
    pub(super) fn is_witness(&self, var: &Var) -> bool {
        self.types_only.contains(var) && !self.is_inner(var)
    }

    /// `&mut place`, or the reference itself.
    pub(super) fn exclusive(&self, place: &Place) -> TokenStream {
        if place.is_pointee() {
            let name = ident(place.name());
            return quote!(#name);
        }
        let place = self.target(place);
        quote!(&mut #place)
    }
}

/// A check that only matters if all indices before it agree.
fn within(check: TokenStream, pairs: &[(TokenStream, TokenStream)]) -> TokenStream {
    pairs.iter().fold(check, |check, (i, j)| quote!(if #i == #j { #check }))
}

/// Whether an expression calls anything that might change something. Indices have a guard of their own.
fn calls(expr: &Expr) -> bool {
    expr.any(&|part| match part {
        Expr::Method(name, ..) => name.receiver != Receiver::Float,
        Expr::Call(..) => true,
        Expr::Construct(path, _) => Expr::is_new(path),
        _ => false,
    })
}

/// The names of gradients in a function with numbers of a generic type.
fn cloned(function: &Function, stmts: &[Stmt]) -> Set<Var> {
    if function.numbers.is_empty() {
        return Set::default();
    }
    let named = all_stmts(stmts).filter_map(|stmt| match stmt {
        Stmt::Let { var, init: Some(init), .. } if !var.is_primal() || is_gradient(init) => Some(var.clone()),
        _ => None,
    });
    named.collect()
}

fn is_gradient(value: &Expr) -> bool {
    match value {
        Expr::Derivative(_) | Expr::Weighed(_) | Expr::Plus(_) => true,
        Expr::Read(place) => !place.root.is_primal(),
        _ => false,
    }
}

/// A name that the user's code cannot see.
pub fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The variable that gives emitted code its rules.
pub fn rules() -> Ident {
    local("rules")
}

pub(super) fn held(var: &Var) -> Ident {
    format_ident!("{}_held", ident(var), span = Span::mixed_site())
}

/// The name of a place on the tape.
pub fn site_name(site: &TapeSlot) -> Ident {
    format_ident!("saved{}", site.id, span = Span::mixed_site())
}
