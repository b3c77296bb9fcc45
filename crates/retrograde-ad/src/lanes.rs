//! Sweeps made ready to run. Arrays that are walked element by element are cut to the range first, so that no bounds are checked inside. Gradients
//! are read before any is written, because cells may alias and would otherwise be read again and again.
//!
//! Where nothing is summed up the iterations follow one another, and rustc vectorises them. A sum it may not reorder; there a block of
//! iterations runs at a time, with a lane for each iteration, and each statement runs over all lanes before the next begins.
//!
//! ```text
//! sweep j in 0..m adding to x_adj[i] {             run j in 0..m {
//!     x_adj[i] += weigh(out_adj[j], l[p + j])          window view0 = out_adj[j] in blocks
//! }                                                    window view1 = l[p + j] in blocks
//!                                                      if gradients flow from view0 {
//!                                        becomes           blocks of j along view0, view1 adding up sum0_adj for x_adj[i] {
//!                                                              load read0_adj = view0
//!                                                              sum0_adj += weigh(read0_adj, view1)
//!                                                          } left over { the same }
//! ```

mod gather;
mod places;

use crate::access::{Touch, each_touch, reads};
use crate::gradient_variables::gradients_named;
use crate::hash::Set;
use crate::ir::{
    Along, Blocks, Expr, Function, Head, Part, Place, Role, Share, Span, Stmt, Taped, Var, Walked, Window, all_stmts,
};
use crate::names::Names;
use crate::sweep::{Touched, Turns};
use places::{Loaded, Rewritten};

/// In a derivative of a reversible function, or a tangent. Whether there are any.
pub fn of_function(function: &mut Function) -> bool {
    let any = has_sweeps(&function.body);
    if any {
        let pass = Pass { names: Names::of(function), variables: gradients_named(&function.body).collect() };
        pass.block(&mut function.body);
    }
    any
}

/// In both runs of an ordinary function. Whether there are any.
pub fn of_taped(taped: &mut Taped, function: &Function) -> bool {
    if !has_sweeps(&taped.forward) && !has_sweeps(&taped.backward) {
        return false;
    }
    let mut pass = Pass { names: Names::of(function), variables: Set::default() };
    for run in [&taped.forward, &taped.backward] {
        pass.variables.extend(gradients_named(run));
        crate::access::each_variable(run, &mut |var| pass.names.take(var.name.to_string()));
    }
    pass.variables.extend(taped.scalar.then(|| taped.result.adjoint()));
    pass.block(&mut taped.forward);
    pass.block(&mut taped.backward);
    true
}

fn has_sweeps(stmts: &[Stmt]) -> bool {
    all_stmts(stmts).any(|stmt| matches!(stmt, Stmt::Nested(Head::Sweep { .. }, _)))
}

struct Pass {
    names: Names,
    /// gradients that are variables, rather than places
    variables: Set<Var>,
}

/// What a sweep reads and writes, under the names that it has in its run.
struct Sweep<'s> {
    pass: &'s Pass,
    var: &'s Var,
    touched: Touched,
    /// arrays walked element by element
    windows: Vec<Window>,
    /// sums of gradients
    sums: Vec<(Var, Place)>,
    /// gradients read before the first iteration, and those read before each iteration or block
    steady: Vec<Loaded>,
    moving: Vec<Loaded>,
}

impl Pass {
    fn block(&self, stmts: &mut Vec<Stmt>) {
        for stmt in stmts {
            if let Stmt::Nested(head @ Head::Sweep { .. }, blocks) = stmt {
                (*head, blocks[0]) = self.run(head, &blocks[0]);
            } else {
                stmt.blocks_mut().iter_mut().for_each(|block| self.block(block));
            }
        }
    }

    /// The run of a sweep.
    fn run(&self, head: &Head, body: &[Stmt]) -> (Head, Vec<Stmt>) {
        let Head::Sweep { var, start, end, sums } = head else { unreachable!("it is a sweep") };
        let touched = Touched::by(var, body).expect("a sweep is a loop whose iterations commute");
        let in_lanes = !sums.is_empty();
        let windows = self.windows(var, body, &touched, in_lanes);
        let named = |(k, place): (usize, &Place)| (self.shade("sum", k, place), place.clone());
        let sums = sums.iter().enumerate().map(named).collect();
        let (steady, moving) = self.gradients_read(var, body, &touched);
        let sweep = Sweep { pass: self, var, touched, windows, sums, steady, moving };
        let flows = sweep.flows_in(body);
        let is_asked = |var: &Var| flows.iter().flatten().any(|place| *place.name() == *var);
        let whole = |window: &Window| Window { whole: window.blocks && is_asked(&window.var), ..window.clone() };
        let mut stmts: Vec<Stmt> = sweep.windows.iter().map(|window| Stmt::Window(whole(window))).collect();
        stmts.extend(sweep.steady.iter().map(|Loaded { var, place }| Stmt::Load(var.clone(), place.clone())));
        let turns = if in_lanes { vec![sweep.in_blocks(body)] } else { sweep.one_by_one(body) };
        match flows {
            Some(flows) => stmts.push(Stmt::Nested(Head::Flows(flows), vec![turns])),
            None => stmts.extend(turns),
        }
        (Head::Run { var: var.clone(), start: start.clone(), end: end.clone() }, stmts)
    }

    /// A name that nothing else in the function has.
    fn name(&self, base: &str, k: usize) -> Var {
        let mut name = format!("{base}{k}");
        while self.names.has(&name) {
            name.push('_');
        }
        Var::new(&name, Span::mixed_site())
    }

    /// A name for a gradient of a place.
    fn shade(&self, base: &str, k: usize, place: &Place) -> Var {
        self.name(base, k).with_roles(place.root.roles)
    }

    fn is_cell(&self, place: &Place) -> bool {
        !place.root.is_primal() && !self.variables.contains(&place.root)
    }

    /// The arrays that the body walks element by element.
    fn windows(&self, var: &Var, body: &[Stmt], touched: &Touched, blocks: bool) -> Vec<Window> {
        let turns = Turns { var, touched };
        let mut windows: Vec<Window> = Vec::new();
        for stmt in body {
            each_touch(stmt, &mut |touch, place| {
                // What is only asked for its type is never evaluated, and so not sliced either.
                let Some(k) = turns.view(place).filter(|_| touch != Touch::TypeOf) else { return };
                let place = place.prefix(k + 1);
                let exclusive = touch == Touch::Write && place.root.is_primal();
                match windows.iter_mut().find(|window| window.place == place) {
                    Some(window) => window.exclusive |= exclusive,
                    None => {
                        let var = self.name("view", windows.len());
                        windows.push(Window { var, place, exclusive, blocks, whole: false });
                    }
                }
            });
        }
        windows
    }

    /// The gradients that the body reads but does not write: those that are the same in every iteration, and those that each iteration can
    /// read at its start.
    fn gradients_read(&self, var: &Var, body: &[Stmt], touched: &Touched) -> (Vec<Loaded>, Vec<Loaded>) {
        let turns = Turns { var, touched };
        let (mut steady, mut moving): (Vec<Place>, Vec<Place>) = Default::default();
        let mut views: Vec<Var> = Vec::new();
        for stmt in body {
            each_touch(stmt, &mut |_, place| views.extend(place.via.iter().map(|via| via.var.clone())));
        }
        for stmt in body {
            each_touch(stmt, &mut |touch, place| {
                let mut at_start = true;
                place.indices().for_each(|index| {
                    reads(index, &mut |read| {
                        at_start &=
                            read.root == *var || !touched.own.contains(&read.root) && !touched.changes(&read.root);
                    });
                });
                let gradient = place.root.is(Role::Adjoint) && self.is_cell(place) && !views.contains(&place.root);
                let own = touched.own.contains(&place.root);
                if touch != Touch::Read || !gradient || own || !at_start || touched.changes(&place.root) {
                    return;
                }
                let found = if turns.invariant_place(place) { &mut steady } else { &mut moving };
                if !found.contains(place) {
                    found.push(place.clone());
                }
            });
        }
        let first = steady.len();
        let named = |first: usize, places: Vec<Place>| {
            let load = |(k, place): (usize, Place)| Loaded { var: self.shade("read", first + k, &place), place };
            places.into_iter().enumerate().map(load).collect()
        };
        (named(0, steady), named(first, moving))
    }
}

impl Sweep<'_> {
    /// What the gradients are that come into a sweep which does nothing but carry gradients on; without any it need not run. `None` if they
    /// cannot be told before it.
    fn flows_in(&self, body: &[Stmt]) -> Option<Vec<Place>> {
        let mut entering: Vec<Place> = Vec::new();
        for stmt in body {
            let value = match stmt {
                Stmt::Let { init, .. } => init.as_ref(),
                Stmt::Update { place, value, .. } if place.root.is(Role::Adjoint) => Some(value),
                Stmt::TypeOf { .. } | Stmt::Shadow { .. } => None,
                _ => return None,
            };
            if let Some(value) = value {
                reads(value, &mut |read| {
                    let enters = read.root.is(Role::Adjoint) && !self.touched.own.contains(&read.root);
                    if enters && !entering.contains(read) {
                        entering.push(read.clone());
                    }
                });
            }
        }
        let found = entering.iter().map(|place| self.entering(place)).collect::<Option<Vec<_>>>()?;
        (!found.is_empty()).then_some(found)
    }

    /// A gradient that comes in, as it is found before the loop.
    fn entering(&self, place: &Place) -> Option<Place> {
        if self.touched.changes(&place.root) {
            return None;
        }
        if !self.pass.is_cell(place) && place.path.is_empty() {
            return Some(Place::var(&place.root));
        }
        let is_read = |loaded: &&Loaded| loaded.place == *place;
        if let Some(loaded) = self.steady.iter().find(is_read) {
            return Some(Place::var(&loaded.var));
        }
        self.moving.iter().find(is_read)?;
        let window = self.windows.iter().find(|window| window.place == *place)?;
        Some(place.clone().named(&window.var, false))
    }

    /// Statements under the names of the run, after what they read of gradients.
    fn named(&self, stmts: &[Stmt], windows: &[(Var, &Place)]) -> Vec<Stmt> {
        let mut named: Vec<Stmt> = self.loads(windows).collect();
        named.extend(stmts.iter().map(|stmt| self.renamed(stmt, windows)));
        named
    }

    fn loads(&self, windows: &[(Var, &Place)]) -> impl Iterator<Item = Stmt> {
        self.moving.iter().map(|Loaded { var, place }| {
            let mut place = place.clone();
            self.rewritten(windows).place(&mut place);
            Stmt::Load(var.clone(), place)
        })
    }

    fn rewritten<'r>(&'r self, windows: &'r [(Var, &'r Place)]) -> Rewritten<'r> {
        Rewritten { windows, loads: [&self.steady, &self.moving], sums: &self.sums }
    }

    fn renamed(&self, stmt: &Stmt, windows: &[(Var, &Place)]) -> Stmt {
        let mut stmt = stmt.clone();
        self.rewritten(windows).stmt(&mut stmt);
        stmt
    }

    /// The windows, each as the element that an iteration comes to.
    fn elements(&self) -> Vec<(Var, &Place)> {
        self.windows.iter().map(|window| (window.var.clone(), &window.place)).collect()
    }

    /// Iteration by iteration, where rustc can vectorise by itself.
    fn one_by_one(&self, body: &[Stmt]) -> Vec<Stmt> {
        let (mut others, before) = self.in_order(body);
        let mut elements = others.split_off(before);
        let groups = self.groups(&mut elements, &others);
        let mut out = Vec::new();
        if groups.is_empty() || !elements.is_empty() {
            out.push(self.walk_once(&others, &elements));
        }
        for group in groups {
            let members: Vec<Stmt> = group.stmts().collect();
            let (apart, together) = (self.walk_once(&others, &members), self.gathered(&others, &group));
            out.push(Stmt::Nested(Head::AtMost(group.spread), vec![vec![apart], together]));
        }
        out
    }

    /// All iterations, one after the other.
    fn walk_once(&self, others: &[Stmt], elements: &[Stmt]) -> Stmt {
        let body = self.iteration(others, elements);
        let mentioned = Mentioned::by(&body);
        let mut walked: Vec<&Window> = self.windows.iter().collect();
        if walked.iter().any(|window| mentioned.has(&window.var)) {
            walked.retain(|window| mentioned.has(&window.var));
        }
        let (walked, counted) = (walked.into_iter().map(whole).collect(), mentioned.has(self.var));
        Stmt::Nested(Head::Along(Along { var: self.var.clone(), counted, part: Part::All, walked }), vec![body])
    }

    /// An iteration by itself.
    fn iteration(&self, others: &[Stmt], elements: &[Stmt]) -> Vec<Stmt> {
        let windows = self.elements();
        let mut stmts = self.named(others, &windows);
        stmts.extend(self.shares(elements, &windows));
        stmts
    }

    /// A block of iterations at a time, with a lane for each iteration, and then the iterations that are left over.
    fn in_blocks(&self, body: &[Stmt]) -> Stmt {
        let (ordered, before) = self.in_order(body);
        let (others, elements) = ordered.split_at(before);
        let iteration = self.iteration(others, elements);
        let walked = self.windows.iter().map(whole).collect();
        let head = Blocks { var: self.var.clone(), walked, sums: self.sums.clone() };
        Stmt::Nested(Head::Blocks(head), vec![iteration.clone(), iteration])
    }

    /// What is added to the gradients of elements: of several, all are computed before the first is added, as the values that they are
    /// computed from would otherwise be read again after each.
    fn shares(&self, stmts: &[Stmt], windows: &[(Var, &Place)]) -> Vec<Stmt> {
        let stmts: Vec<Stmt> = stmts.iter().map(|stmt| self.renamed(stmt, windows)).collect();
        if stmts.len() < 2 {
            return stmts;
        }
        let (mut computed, mut added) = (Vec::new(), Vec::new());
        for (k, stmt) in stmts.into_iter().enumerate() {
            let Stmt::Update { op, place, value, at } = stmt else { unreachable!("gradients are added") };
            let var = self.pass.shade("share", k, &place);
            added.push(Stmt::Update { op, place: place.clone(), value: Expr::Read(Place::var(&var)), at });
            let share = Share { var, place, value, ahead: None, before: [Vec::new()] };
            computed.push(Stmt::Share(Box::new(share)));
        }
        computed.extend(added);
        computed
    }

    /// Sums and then gradients of elements last, if no statement comes to read something else by it: how many statements there are before
    /// the gradients of elements.
    fn in_order(&self, body: &[Stmt]) -> (Vec<Stmt>, usize) {
        let is_gradient = |stmt: &Stmt| matches!(stmt, Stmt::Update { place, .. } if place.root.is(Role::Adjoint) && !self.is_own(&place.root));
        let is_sum =
            |stmt: &Stmt| matches!(stmt, Stmt::Update { place, .. } if self.sums.iter().any(|(_, sum)| sum == place));
        // What the gradients so far are added to, and what they are computed from.
        let (mut added, mut used): (Set<Var>, Set<Var>) = Default::default();
        let mut disturbed = false;
        for stmt in body {
            let stays = !is_gradient(stmt);
            each_touch(stmt, &mut |touch, place| match touch {
                Touch::Read => disturbed |= added.contains(&place.root),
                Touch::Write => disturbed |= stays && used.contains(&place.root),
                _ => {}
            });
            if !stays {
                each_touch(stmt, &mut |touch, place| {
                    let touched = if touch == Touch::Write { &mut added } else { &mut used };
                    touched.insert(place.root.clone());
                });
            }
        }
        if disturbed {
            return (body.to_vec(), body.len());
        }
        let (gradients, others): (Vec<_>, Vec<_>) = body.iter().cloned().partition(is_gradient);
        let (sums, elements): (Vec<_>, Vec<_>) = gradients.into_iter().partition(is_sum);
        let before = others.len() + sums.len();
        (others.into_iter().chain(sums).chain(elements).collect(), before)
    }

    fn is_own(&self, var: &Var) -> bool {
        self.touched.own.contains(var) && var != self.var
    }
}

/// A window that a loop walks along from its first element.
fn whole(window: &Window) -> Walked {
    Walked { var: window.var.clone(), exclusive: window.exclusive, behind: None }
}

/// The names that statements mention.
struct Mentioned(Set<Var>);

impl Mentioned {
    fn by(stmts: &[Stmt]) -> Self {
        let mut found = Set::default();
        for stmt in stmts {
            each_touch(stmt, &mut |_, place| {
                found.insert(place.root.clone());
            });
        }
        Self(found)
    }

    fn has(&self, var: &Var) -> bool {
        self.0.contains(var)
    }
}
