//! Loops whose iterations may run in any order. The iterations of an adjoint loop often meet only in sums of gradients, which have no
//! prescribed order. Such a loop runs forwards, as arrays are laid out. If it walks along arrays element by element it becomes a
//! sweep, for which the emitter cuts the arrays beforehand; and if there is a sum in it, it runs a block at a time with a lane for
//! each iteration.

use crate::access::{Overlap, Touch, each_own_touch, each_touch, overlap, reads};
use crate::hash::{Map, Set};
use crate::ir::{
    Activity, At, BinaryOp, Callee, Expr, Head, Leaf, Place, Range, Role, Span, Step, Stmt, Storage, Var, Via, Walk,
};
use crate::rewrite::{each_place_mut, replace_in_indices};
use std::rc::Rc;

/// Turns the loops that allow it.
pub fn sweep(stmts: Vec<Stmt>, activity: &Activity) -> Vec<Stmt> {
    if !stmts.iter().any(|stmt| matches!(stmt, Stmt::Nested(..))) {
        return stmts;
    }
    let mut pass = Pass { uses: Map::default(), activity };
    for stmt in &stmts {
        each_touch(stmt, &mut |touch, place| {
            let uses = pass.uses.entry(place.root.clone()).or_default();
            *uses += usize::from(!matches!(touch, Touch::Write | Touch::Bind));
        });
    }
    pass.block(stmts)
}

struct Pass<'a> {
    /// how often each variable is mentioned, other than to give it a value
    uses: Map<Var, usize>,
    activity: &'a Activity,
}

impl Pass<'_> {
    fn block(&self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            let Stmt::Nested(head, blocks) = stmt else {
                out.push(stmt);
                continue;
            };
            let restored = blocks.first().map_or_else(Vec::new, |body| self.restored(body));
            let mut blocks: Vec<Vec<Stmt>> = blocks.into_iter().map(|block| self.block(block)).collect();
            match head {
                // What is no list cannot be cut.
                head if self.has_own_elements(&blocks) => out.push(Stmt::Nested(head, blocks)),
                Head::For { var, range } => each(var, range, blocks.remove(0), &restored, &mut out),
                Head::Each { turn, leaves, reversed } => {
                    along(turn, leaves, reversed, blocks.remove(0), &restored, &mut out);
                }
                head => out.push(Stmt::Nested(head, blocks)),
            }
        }
        out
    }

    fn has_own_elements(&self, blocks: &[Vec<Stmt>]) -> bool {
        let mut own = false;
        for stmt in blocks.iter().flatten() {
            each_touch(stmt, &mut |_, place| own |= self.activity.has_own_elements(place));
        }
        own
    }

    /// The places on the tape from which a loop restores a variable in each iteration before anything else is done with it, and that is of no
    /// use elsewhere, each with a name for the array that the tape is then.
    fn restored(&self, body: &[Stmt]) -> Vec<(usize, Var)> {
        let mut found = Vec::new();
        for (k, stmt) in body.iter().enumerate() {
            let site = match stmt {
                // Of a residual there may be nothing to make an array of.
                Stmt::Let { init: Some(Expr::Restore(site)), .. } if site.residual_of.is_none() => site,
                Stmt::Assign { place, value: Expr::Restore(site), .. }
                    if place.path.is_empty() && self.is_local(&place.root, body, k) =>
                {
                    site
                }
                _ => continue,
            };
            let mut name = format!("tape{}", site.id);
            while self.uses.keys().any(|used| *used.name == *name) {
                name.push('_');
            }
            found.push((site.id, Var::new(&name, Span::mixed_site())));
        }
        found
    }

    /// Whether a variable that a loop gives a value in its statement `k` is of use in what follows there, and nowhere else.
    fn is_local(&self, var: &Var, body: &[Stmt], k: usize) -> bool {
        let (mut uses, mut others) = (0, 0);
        for (l, stmt) in body.iter().enumerate() {
            each_touch(stmt, &mut |touch, place| {
                if place.root == *var {
                    let is_use = !matches!(touch, Touch::Write | Touch::Bind);
                    uses += usize::from(is_use);
                    others += usize::from(l < k || !is_use && l != k);
                }
            });
        }
        others == 0 && self.uses.get(var) == Some(&uses)
    }
}

fn each(var: Var, range: Range, body: Vec<Stmt>, restored: &[(usize, Var)], out: &mut Vec<Stmt>) {
    let plain = !range.inclusive && range.stride.is_none();
    // What is read from the tape was saved in the order of a sweep, if it was saved the other way round.
    let restored = if range.reversed { restored } else { &[] };
    if plain && let Some(sweep) = swept(&var, &range.start, &range.end, &body, restored) {
        out.extend(sweep);
        return;
    }
    let bounds = plain.then_some((&range.start, &range.end));
    let commutes = Touched::by_calls_too(&var, &body).and_then(|touched| touched.sums(&var, bounds)).is_some();
    // Steps that are counted from the end are cheapest from there.
    let reversed = if commutes { range.stride.as_ref().is_some_and(|stride| stride.from_end) } else { range.reversed };
    out.push(Stmt::Nested(Head::For { var, range: Range { reversed, ..range } }, vec![body]));
}

fn along(
    turn: Var,
    leaves: Vec<Leaf>,
    reversed: bool,
    body: Vec<Stmt>,
    restored: &[(usize, Var)],
    out: &mut Vec<Stmt>,
) {
    let restored = if reversed { restored } else { &[] };
    if let Some((end, body)) = by_turns(&leaves, &body)
        && let Some(sweep) = swept(&turn, &Expr::literal(0), &end, &body, restored)
    {
        out.extend(sweep);
        return;
    }
    let commutes = || Touched::by(&turn, &body).is_some_and(|touched| touched.sums(&turn, None).is_some());
    let reversed = reversed && !apart(&turn, &leaves, &body) && !commutes();
    out.push(Stmt::Nested(Head::Each { turn, leaves, reversed }, vec![body]));
}

/// The sweep over a range, if the iterations meet only in sums of gradients and walk along arrays, and what comes before it.
fn swept(var: &Var, start: &Expr, end: &Expr, body: &[Stmt], restored: &[(usize, Var)]) -> Option<Vec<Stmt>> {
    let mut body = with_plain_indices(body);
    let mut stmts = replay(var, start, end, &mut body, restored);
    let touched = Touched::by(var, &body)?;
    let sums = touched.sums(var, None)?;
    // What only some iterations touch must not be cut beforehand.
    let simple = body.iter().all(|stmt| each_place_mut(&mut stmt.clone(), &mut |_| {}));
    let has_gradients = touched.written.iter().any(|place| place.root.is(Role::Adjoint));
    let is_tape = |root: &Var| restored.iter().any(|(_, tape)| tape == root);
    // A tape is quickest to read from its end, unless a sum waits for each iteration.
    let replays = stmts.is_empty() || !sums.is_empty();
    (simple && has_gradients && replays && touched.walks(var, &is_tape) && touched.lends(var, &body)).then(|| {
        let head = Head::Sweep { var: var.clone(), start: start.clone(), end: end.clone(), sums };
        stmts.push(Stmt::Nested(head, vec![body]));
        stmts
    })
}

/// Replaces what each iteration reads from the tape by an element of an array, and says what these arrays are.
fn replay(var: &Var, start: &Expr, end: &Expr, body: &mut [Stmt], restored: &[(usize, Var)]) -> Vec<Stmt> {
    let mut tapes = Vec::new();
    for stmt in body {
        let (local, site, ty) = match stmt {
            Stmt::Let { var, init: Some(Expr::Restore(site)), ty, .. } => (var.clone(), site.clone(), ty.clone()),
            Stmt::Assign { place, value: Expr::Restore(site), .. } => (place.root.clone(), site.clone(), None),
            _ => continue,
        };
        let tape = restored.iter().find(|(id, _)| *id == site.id && site.keep == Storage::Many);
        let Some((_, tape)) = tape else { continue };
        let (turn, at) = (Expr::Read(Place::var(var)), At(tape.span));
        let from_start = *start == Expr::literal(0);
        let index = if from_start { turn } else { Expr::Binary(BinaryOp::Sub, Rc::new([turn, start.clone()]), at) };
        let mut element = Place::var(tape);
        element.path.push(Step::Index(Rc::new(index)));
        let saved = Expr::Method("clone".into(), vec![Expr::Read(element)], at);
        *stmt = Stmt::Let { var: local, mutable: true, ty, init: Some(saved) };
        let all = Expr::Replay(site, Rc::new([start.clone(), end.clone()]));
        tapes.push(Stmt::Let { var: tape.clone(), mutable: false, ty: None, init: Some(all) });
    }
    tapes
}

/// A loop along arrays as one over the number of its iterations: where that ends, and the body with every name of an element replaced by
/// the way to it.
fn by_turns(leaves: &[Leaf], body: &[Stmt]) -> Option<(Expr, Vec<Stmt>)> {
    let mut names: Vec<(Var, Option<Rc<Via>>)> = Vec::new();
    let mut end: Option<Expr> = None;
    for leaf in leaves {
        let Walk::Slice { place, chunk: None, flipped: None, .. } = &leaf.walk else { return None };
        names.push((leaf.var.clone(), place.via.clone()));
        let length = Expr::Length(place.clone(), At(Span::call_site()));
        end = Some(match end {
            None => length,
            Some(end) => Expr::Method("min".into(), vec![end, length], At(Span::call_site())),
        });
    }
    let mut stmts = Vec::new();
    for stmt in body {
        if let Stmt::View { vars, place, cut: None } = stmt {
            let via = behind(&names, place.via.as_ref());
            names.extend(vars.iter().map(|var| (var.clone(), via.clone())));
            continue;
        }
        let mut stmt = stmt.clone();
        let rewritten = each_place_mut(&mut stmt, &mut |place| place.via = behind(&names, place.via.as_ref()));
        stmts.push(rewritten.then_some(stmt)?);
    }
    Some((end?, stmts))
}

/// The name behind one that the loop gives, if there is one; any other name stays.
fn behind(names: &[(Var, Option<Rc<Via>>)], via: Option<&Rc<Via>>) -> Option<Rc<Via>> {
    let own = names.iter().find(|(var, _)| via.is_some_and(|via| via.var == *var));
    own.map_or(via.cloned(), |(_, behind)| behind.clone())
}

/// The statements with every index that has a name, as in `let k = i * n + j;`, written out, so that it is seen how it moves.
fn with_plain_indices(body: &[Stmt]) -> Vec<Stmt> {
    let mut stmts = body.to_vec();
    let mut written: Set<Var> = Set::default();
    for stmt in &stmts {
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write {
                written.insert(place.root.clone());
            }
        });
    }
    for k in 0..stmts.len() {
        let Stmt::Let { var, mutable: false, init: Some(init), .. } = &stmts[k] else { continue };
        let mut changes = false;
        reads(init, &mut |place| changes |= written.contains(&place.root));
        if changes || !is_index(init) {
            continue;
        }
        let (var, init) = (var.clone(), init.clone());
        let replace = |place: &Place| (place.root == var && place.path.is_empty()).then(|| init.clone());
        for stmt in &mut stmts[k + 1..] {
            each_place_mut(stmt, &mut |place| replace_in_indices(place, &replace));
        }
    }
    // A name that is not read any more may go.
    let mut read: Set<Var> = Set::default();
    for stmt in &stmts {
        each_touch(stmt, &mut |touch, place| {
            if touch != Touch::Bind {
                read.insert(place.root.clone());
            }
        });
    }
    stmts.retain(
        |stmt| !matches!(stmt, Stmt::Let { var, init: Some(init), .. } if is_index(init) && !read.contains(var)),
    );
    stmts
}

/// Whether an expression may be written out as an index: sums and products of variables and literals.
fn is_index(expr: &Expr) -> bool {
    match expr {
        Expr::Read(place) => place.root.is_primal() && place.path.is_empty(),
        Expr::Literal(literal) => literal.is_int(),
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, operands, _) => operands.iter().all(is_index),
        _ => false,
    }
}

/// Whether the iterations of a loop along arrays change only elements of their own.
fn apart(turn: &Var, leaves: &[Leaf], body: &[Stmt]) -> bool {
    let Some(touched) = Touched::by(turn, body) else { return false };
    let is_element =
        |place: &Place| place.via.as_ref().is_some_and(|via| leaves.iter().any(|leaf| leaf.var == via.var));
    touched
        .written
        .iter()
        .all(|place| place.root.is_primal() && (touched.own.contains(&place.root) || is_element(place)))
}

/// What the iterations of a loop touch.
pub struct Touched {
    /// bound by the body, the loop variable included
    pub own: Set<Var>,
    read: Vec<Place>,
    /// written by the body
    pub written: Vec<Place>,
    /// the variables of both
    roots: [Set<Var>; 2],
}

impl Touched {
    /// What a loop binds: its variable and the locals of its body.
    pub fn bound(var: &Var, body: &[Stmt]) -> Set<Var> {
        let mut own = Set::from_iter([var.clone()]);
        for stmt in body {
            each_touch(stmt, &mut |touch, place| {
                if touch == Touch::Bind {
                    own.insert(place.root.clone());
                }
            });
        }
        own
    }

    /// Collects it, unless the order of the iterations matters beyond what they touch.
    pub fn by(var: &Var, body: &[Stmt]) -> Option<Self> {
        Self::collected(var, body, false)
    }

    /// The same, where calls do no more than change what they are given.
    fn by_calls_too(var: &Var, body: &[Stmt]) -> Option<Self> {
        Self::collected(var, body, true)
    }

    fn collected(var: &Var, body: &[Stmt], calls: bool) -> Option<Self> {
        let (own, roots) = (Set::from_iter([var.clone()]), Default::default());
        let mut touched = Self { own, read: Vec::new(), written: Vec::new(), roots };
        body.iter().all(|stmt| touched.add(stmt, calls)).then_some(())?;
        let roots = |places: &[Place]| places.iter().map(|place| place.root.clone()).collect();
        touched.roots = [roots(&touched.read), roots(&touched.written)];
        Some(touched)
    }

    fn add(&mut self, stmt: &Stmt, calls: bool) -> bool {
        let ordered = match stmt {
            // What a call keeps is found by the order of the iterations.
            Stmt::Call { callee: Callee::Function(_), site: None, .. } | Stmt::Distinct(..) if calls => false,
            Stmt::Let { init: None | Some(Expr::Restore(_) | Expr::Replay(..)), .. } => true,
            Stmt::Let { .. } | Stmt::Update { .. } | Stmt::TypeOf { .. } | Stmt::Shadow { .. } | Stmt::View { .. } => {
                false
            }
            Stmt::Nested(Head::For { .. } | Head::Each { .. } | Head::Sweep { .. } | Head::Scope, blocks) => {
                !blocks.iter().flatten().all(|stmt| self.add(stmt, calls))
            }
            _ => true,
        };
        each_own_touch(stmt, &mut |touch, place| match touch {
            Touch::Bind => drop(self.own.insert(place.root.clone())),
            Touch::Write => self.written.push(place.clone()),
            Touch::Read if place.is_length() => {}
            Touch::Read => self.read.push(place.clone()),
            Touch::Length | Touch::TypeOf | Touch::Inner => {}
        });
        !ordered
    }

    /// Whether the body changes something of a variable.
    pub fn changes(&self, var: &Var) -> bool {
        self.roots[1].contains(var)
    }

    /// The sums in which the iterations meet, if they meet in nothing else.
    fn sums(&self, var: &Var, bounds: Option<(&Expr, &Expr)>) -> Option<Vec<Place>> {
        let turns = Turns { var, touched: self };
        let mut sums: Vec<Place> = Vec::new();
        for place in self.written.iter().filter(|place| !self.own.contains(&place.root)) {
            let root = &place.root;
            let is_read = self.roots[0].contains(root);
            let alone = || {
                let apart = |other: &Place| {
                    turns.apart(place, other) || bounds.is_some_and(|bounds| turns.beyond(place, other, bounds))
                };
                let same = |other: &Place| other.root != *root || other == place || apart(other);
                turns.view(place).is_some() && self.read.iter().chain(&self.written).all(same)
            };
            match (root.roles.last(), is_read) {
                // Only ever added to: iterations meet here in a sum, or not at all.
                (Some(Role::Adjoint), false) => {
                    if turns.invariant_place(place) && !sums.contains(place) {
                        sums.push(place.clone());
                    }
                }
                // Each iteration has an element of its own.
                _ if alone() => {}
                _ => return None,
            }
        }
        Some(sums)
    }

    /// Whether what the iterations change can be lent to them, an element to each: nothing else of it is asked for, not even its length.
    fn lends(&self, var: &Var, body: &[Stmt]) -> bool {
        let turns = Turns { var, touched: self };
        let changed = self.written.iter().filter(|place| place.root.is_primal());
        let lent: Vec<Place> = changed.filter_map(|place| Some(place.prefix(turns.view(place)? + 1))).collect();
        let mut free = true;
        for stmt in body {
            each_touch(stmt, &mut |_, place| {
                free &= lent.iter().all(|lent| place.path.starts_with(&lent.path) || other_field(lent, place));
            });
        }
        free
    }

    /// Whether an array is walked element by element that is none of the tape's.
    fn walks(&self, var: &Var, is_tape: &dyn Fn(&Var) -> bool) -> bool {
        let turns = Turns { var, touched: self };
        let mut places = self.read.iter().chain(&self.written);
        places.any(|place| !is_tape(&place.root) && turns.view(place).is_some())
    }
}

/// Whether two places are in different variables, or in different fields: rustc sees that both may be borrowed.
fn other_field(one: &Place, other: &Place) -> bool {
    let parting = one.path.iter().zip(&other.path).find(|(one, other)| one != other);
    one.root != other.root || !other.is_length() && matches!(parting, Some((Step::Field(_), Step::Field(_))))
}

/// How places move from iteration to iteration.
pub struct Turns<'l> {
    /// the loop variable
    pub var: &'l Var,
    /// what the body touches
    pub touched: &'l Touched,
}

impl Turns<'_> {
    fn invariant(&self, expr: &Expr) -> bool {
        let mut invariant = true;
        reads(expr, &mut |read| {
            let changes = !read.is_length() && self.touched.changes(&read.root);
            invariant &= !self.touched.own.contains(&read.root) && !changes;
        });
        invariant
    }

    /// Whether a place is the same in every iteration.
    pub fn invariant_place(&self, place: &Place) -> bool {
        place.indices().all(|index| self.invariant(index))
    }

    /// Whether two places are in parts of an array that stay as they are and have nothing in common.
    fn apart(&self, one: &Place, other: &Place) -> bool {
        let stays = |place: &Place| {
            let stays = |step: &&Step| step.exprs().all(|index| self.invariant(index));
            place.prefix(place.path.iter().take_while(stays).count())
        };
        overlap(&stays(one), &stays(other)) == Overlap::No
    }

    /// Whether one of two elements is further on by as many as there are iterations, so that no iteration comes to that of another: `x[i]` and
    /// `x[i + n]` in a loop over `a..a + n`.
    fn beyond(&self, one: &Place, other: &Place, (start, end): (&Expr, &Expr)) -> bool {
        let (Some(k), Some(l)) = (self.view(one), self.view(other)) else { return false };
        let (Step::Index(a), Step::Index(b)) = (&one.path[k], &other.path[l]) else { return false };
        let plus = |sum: &Expr, from: &Expr, by: &Expr| matches!(sum, Expr::Binary(BinaryOp::Add, operands, _) if operands[0] == *from && operands[1] == *by);
        let Expr::Binary(BinaryOp::Add, operands, _) = end else { return false };
        let turns = &operands[1];
        k == l && one.prefix(k) == other.prefix(k) && operands[0] == *start && (plus(a, b, turns) || plus(b, a, turns))
    }

    fn unit_stride(&self, index: &Expr) -> bool {
        match index {
            Expr::Read(place) => place.root == *self.var && place.path.is_empty(),
            Expr::Binary(BinaryOp::Add, operands, _) => {
                let [a, b] = &**operands;
                (self.unit_stride(a) && self.invariant(b)) || (self.invariant(a) && self.unit_stride(b))
            }
            Expr::Binary(BinaryOp::Sub, operands, _) => self.unit_stride(&operands[0]) && self.invariant(&operands[1]),
            _ => false,
        }
    }

    /// The step of a place whose index follows the loop variable one by one, while the steps before it stay.
    pub fn view(&self, place: &Place) -> Option<usize> {
        if self.touched.own.contains(&place.root) {
            return None;
        }
        let moving = |step: &Step| !step.exprs().all(|index| self.invariant(index));
        let k = place.path.iter().position(moving)?;
        matches!(&place.path[k], Step::Index(index) if self.unit_stride(index)).then_some(k)
    }
}
