//! The layout of the tape, for loops over ranges. A loop that saves has room for what all its iterations save before it starts, since a tape
//! that grows on the way copies what it holds. A loop that restores takes its iterations off the tape as arrays. If it does nothing but compute, it also
//! works on the gradients of elements in variables: memory is then read before and written after all computing, so that rustc sees what goes
//! from iteration to iteration, and may run several at once.

use crate::access::{Touch, each_touch, mentions, reads};
use crate::hash::Set;
use crate::ir::{
    Expr, Function, Head, Passing, Place, Promoted, Range, Renaming, Role, Span, Step, Stmt, Storage, TapeSlot, Taped,
    Var,
};
use crate::lists::grown;
use crate::locals::written;
use crate::shapes::Shapes;
use crate::sweep::Touched;

/// Lays out the tape of both runs.
pub fn lay_out(taped: &mut Taped, function: &Function) {
    let mut shapes = Shapes::of(function);
    let mut lists = grown(&function.body, &shapes);
    for run in [&taped.forward, &taped.backward] {
        shapes.declare(run);
        lists.extend(grown(run, &shapes));
    }
    let mut pass = Pass { function, grown: lists, reserved: Set::default() };
    for run in [&mut taped.forward, &mut taped.backward] {
        *run = pass.block(std::mem::take(run));
    }
}

struct Pass<'f> {
    function: &'f Function,
    /// lists whose length changes, and shadows whose shape does
    grown: Set<Var>,
    /// the places on the tape for which a loop further out has made room
    reserved: Set<usize>,
}

impl Pass<'_> {
    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            match stmt {
                Stmt::Nested(Head::For { var, range }, mut blocks) => {
                    self.repeat(var, range, blocks.remove(0), &mut out);
                }
                // Each iteration has a tape of its own.
                Stmt::Fused(both) => {
                    let outside = std::mem::take(&mut self.reserved);
                    out.push(Stmt::Fused(both.map(|run| self.block(run))));
                    self.reserved = outside;
                }
                mut other => {
                    for block in other.blocks_mut() {
                        *block = self.block(std::mem::take(block));
                    }
                    out.push(other);
                }
            }
        }
        out
    }

    fn repeat(&mut self, var: Var, range: Range, mut body: Vec<Stmt>, out: &mut Vec<Stmt>) {
        let straight = is_straight(&body);
        let fills = self.room(&var, &range, &body, out);
        fill(&mut body, &fills, straight);
        let rewinds = if straight { rewind(&mut body) } else { Vec::new() };
        if rewinds.is_empty() {
            body = self.block(body);
        } else {
            self.promote(&var, &mut body);
        }
        let plain = fills.is_empty() && rewinds.is_empty();
        let head = if plain { Head::For { var, range } } else { Head::Tape { var, range, fills, rewinds } };
        out.push(Stmt::Nested(head, vec![body]));
    }

    /// Room for what every iteration saves, if all of them are run: where something like it is there before the loop, as an array that the
    /// iterations fill.
    fn room(&mut self, var: &Var, range: &Range, body: &[Stmt], out: &mut Vec<Stmt>) -> Vec<(TapeSlot, Place)> {
        let mut fills = Vec::new();
        if matches!(body.last(), Some(Stmt::Leave(_))) {
            return fills;
        }
        let own = Touched::bound(var, body);
        for stmt in body {
            if let Stmt::Save(site @ TapeSlot { keep: Storage::Many, .. }, Expr::Read(place)) = stmt
                && there_before(place, &own, body)
            {
                fills.push((TapeSlot { keep: Storage::Filled, ..site.clone() }, place.clone()));
            } else if let Some(site) = keeps_many(stmt)
                && !self.reserved.contains(&site.id)
            {
                out.push(Stmt::Reserve(site.clone(), vec![range.clone()]));
            }
        }
        let changing = own.into_iter().chain(written(body)).collect();
        self.room_inside(std::slice::from_ref(range), body, &changing, out);
        fills
    }

    /// Room for what the loops inside a loop save in all its iterations, if theirs can be told before it starts: nothing that is `changing`
    /// in it says how many these are.
    fn room_inside(&mut self, around: &[Range], body: &[Stmt], changing: &Set<Var>, out: &mut Vec<Stmt>) {
        for stmt in body {
            let Stmt::Nested(Head::For { range, .. }, blocks) = stmt else { continue };
            let inside = &blocks[0];
            if !can_be_told(range, changing) || matches!(inside.last(), Some(Stmt::Leave(_))) {
                continue;
            }
            let all = [around, std::slice::from_ref(range)].concat();
            for site in inside.iter().filter_map(keeps_many) {
                if self.reserved.insert(site.id) {
                    out.push(Stmt::Reserve(site.clone(), all.clone()));
                }
            }
            self.room_inside(&all, inside, changing, out);
        }
    }

    /// The gradients of elements go into variables for the time of an iteration.
    fn promote(&self, var: &Var, body: &mut Vec<Stmt>) {
        let promoted = self.promoted(var, body);
        let name = |_: &Var| None;
        let replace = |place: &mut Place| {
            if let Some(promoted) = promoted.iter().find(|promoted| promoted.place == *place) {
                *place = Place::var(&promoted.var);
            }
        };
        Renaming { name: &name, place: &replace }.stmts(body);
        body.splice(0..0, promoted.iter().cloned().map(Stmt::Promote));
        body.extend(promoted.into_iter().map(Stmt::Demote));
    }

    /// The elements whose gradients an iteration may keep in a variable: each has one name in it, which does not change there. What the caller
    /// has lent may be the same as something else that he has; that is only added to.
    fn promoted(&self, var: &Var, body: &[Stmt]) -> Vec<Promoted> {
        let own = Touched::bound(var, body);
        let mut written: Vec<Var> = Vec::new();
        // Each with whether it is only added to.
        let mut found: Vec<(Place, bool)> = Vec::new();
        let mut barred: Vec<Var> = Vec::new();
        for stmt in body {
            let target = match stmt {
                Stmt::Update { place, .. } => Some(place),
                _ => None,
            };
            each_touch(stmt, &mut |touch, place| {
                if touch == Touch::Write {
                    written.push(place.root.clone());
                }
                if !place.root.is(Role::Adjoint) || own.contains(&place.root) {
                    return;
                }
                let adds = touch == Touch::Write && target == Some(place);
                let moves =
                    |step: &Step| !matches!(step, Step::Index(_) | Step::Field(_) | Step::Deref) || step.is_entry();
                let is_element = place.path.iter().any(|step| matches!(step, Step::Index(_)));
                let other = found.iter().any(|(other, _)| other.root == place.root && other != place);
                if !matches!(touch, Touch::Read | Touch::Write)
                    || place.via.is_some()
                    || place.path.iter().any(moves)
                    || !is_element
                    || other
                {
                    barred.push(place.root.clone());
                }
                match found.iter_mut().find(|(other, _)| other == place) {
                    Some((_, sum)) => *sum &= adds,
                    None => found.push((place.clone(), adds)),
                }
            });
        }
        let is_lent = |place: &Place| self.is_reference(&place.root);
        let lent_is_read = found.iter().any(|(place, sum)| is_lent(place) && !sum);
        let stays = |place: &Place| {
            let mut stays = true;
            place.indices().for_each(|index| {
                reads(index, &mut |read| {
                    stays &= read.root == *var || !own.contains(&read.root) && !written.contains(&read.root);
                });
            });
            stays
        };
        found.retain(|(place, _)| {
            let is_barred = barred.contains(&place.root) || self.grown.contains(&place.root);
            let is_read_elsewhere = is_lent(place) && lent_is_read;
            !is_barred && !is_read_elsewhere && stays(place)
        });
        let named = |(k, (place, sum)): (usize, (Place, bool))| {
            let var = Var::new(&format!("promoted{k}"), Span::mixed_site()).with_roles(place.root.roles);
            Promoted { var, place, sum }
        };
        found.into_iter().enumerate().map(named).collect()
    }

    /// Whether a variable is a reference to what it names: a parameter that is one, or the shadow of any parameter.
    fn is_reference(&self, var: &Var) -> bool {
        let mut params = self.function.params.iter();
        params.any(|param| param.var.name == var.name && (!var.is_primal() || param.passing != Passing::Value))
    }
}

/// Where a statement of a loop keeps something in every iteration.
fn keeps_many(stmt: &Stmt) -> Option<&TapeSlot> {
    match stmt {
        Stmt::Save(site, _) | Stmt::LetCall { site: Some(site), .. } if site.keep == Storage::Many => Some(site),
        _ => None,
    }
}

/// What is saved goes into arrays. Several at the end of an iteration are written together; one alone is out of the way soonest where it is saved.
fn fill(body: &mut Vec<Stmt>, fills: &[(TapeSlot, Place)], straight: bool) {
    let together = straight && body.iter().filter(|stmt| matches!(stmt, Stmt::Save(..))).count() > 1;
    let mut late = Vec::new();
    for stmt in body.iter_mut() {
        let Stmt::Save(site, _) = stmt else { continue };
        let Some((filled, _)) = fills.iter().find(|(filled, _)| filled.id == site.id) else { continue };
        if together {
            site.keep = Storage::Here;
            late.push(Stmt::Save(filled.clone(), Expr::Restore(site.clone())));
        } else {
            *site = filled.clone();
        }
    }
    body.extend(late);
}

/// What is restored in every iteration comes from arrays.
fn rewind(body: &mut [Stmt]) -> Vec<TapeSlot> {
    let mut sites: Vec<TapeSlot> = Vec::new();
    for stmt in body {
        if let Stmt::Let { init: Some(Expr::Restore(site)), .. } | Stmt::Assign { value: Expr::Restore(site), .. } =
            stmt
            && site.keep == Storage::Many
            && site.residual_of.is_none()
        {
            site.keep = Storage::Rewound(sites.first().map_or(site.id, |first| first.id));
            sites.push(site.clone());
        }
    }
    sites
}

/// Whether a body is nothing but computing.
fn is_straight(body: &[Stmt]) -> bool {
    body.iter().all(|stmt| {
        matches!(
            stmt,
            Stmt::Let { .. }
                | Stmt::Update { .. }
                | Stmt::Assign { .. }
                | Stmt::Renew { .. }
                | Stmt::TypeOf { .. }
                | Stmt::Shadow { .. }
                | Stmt::Save(..)
        )
    })
}

/// Whether a place is there before a loop that binds `own` starts.
fn there_before(place: &Place, own: &Set<Var>, body: &[Stmt]) -> bool {
    let mut there = true;
    mentions(&Expr::Read(place.clone()), &mut |place| there &= !own.contains(&place.root));
    // An element may come with a list that the loop makes.
    let elements = place.indices().next().is_some();
    for stmt in body.iter().filter(|_| elements) {
        each_touch(stmt, &mut |touch, written| {
            let holds = written.root == place.root && written.path.len() < place.path.len();
            there &= !(touch == Touch::Write && holds && place.path.starts_with(&written.path));
        });
    }
    there
}

/// Whether the iterations of a loop can be counted where none of the variables that are `changing` has its value yet. What might panic stays
/// where it is.
fn can_be_told(range: &Range, changing: &Set<Var>) -> bool {
    let told = |bound: &Expr| match bound {
        Expr::Literal(_) | Expr::Constant(_) => true,
        Expr::Read(place) | Expr::Length(place, _) => place.path.is_empty() && !changing.contains(&place.root),
        _ => false,
    };
    range.stride.is_none() && told(&range.start) && told(&range.end)
}
