//! What the generator knows at the point where it is writing: which variables there are, what they depend on, what may change.
//!
//! A local that is dropped without being restored must be recomputable until its last use (decision 3 of the design). So each
//! such local carries the *atoms* that its value depends on, and dies for the generator when one of them is written. Loops and branches
//! fix beforehand which atoms they may write: what is read by a condition, by a range, or over several iterations stays out of that set.

use crate::random::ast::{Arg, Chain, Expr, List, Param, Passing, Place, Source, Step, Stmt, Type, Var};
use crate::random::walk;
use std::rc::Rc;

/// A set of atoms: variables, or the fields of variables that are structs.
pub type Atoms = u128;

/// No more atoms than this in a function; the rest of the bits is a reserve for one statement.
pub const MOST_ATOMS: u32 = 110;

/// How a variable may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// never changes: a parameter by value or shared, a loop's variable
    Input,
    /// changes invertibly: a parameter behind `&mut`, an ancilla
    State,
    /// recomputable: may be dropped
    Computed,
    /// a local of an ordinary function
    Free,
}

/// What is known of an integer's size.
#[derive(Clone, Debug)]
pub struct Bound {
    /// at least this
    pub low: usize,
    /// below this
    pub high: High,
}

/// The upper end of a bound.
#[derive(Clone, Debug)]
pub enum High {
    Const(usize),
    /// below the value of this expression plus `over`; the expression is no more than the length of any slice
    Len {
        term: Expr,
        over: usize,
    },
}

/// A variable and what is known of it.
#[derive(Clone, Debug)]
pub struct Info {
    pub var: Var,
    pub ty: Type,
    pub role: Role,
    pub mutable: bool,
    /// its own atoms
    pub atoms: Atoms,
    /// the atoms that its value depends on, directly or through other locals
    pub deps: Atoms,
    /// whether it may still be read
    pub alive: bool,
    /// whether rustc already knows its type, so that methods may be called on it
    pub typed: bool,
    /// how many frames there were where it was declared
    pub depth: usize,
    /// the block that it was declared in
    pub block: usize,
    /// the recomputable locals that are computed again together with it have the same number
    pub group: usize,
    /// for integers that may serve as an index
    pub bound: Option<Bound>,
}

/// A loop, a branch or a computation that the generator is inside of.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// what may be written inside
    pub may_write: Atoms,
    /// whether what is read anywhere inside must stay recomputable until its end: in loops a read comes again after a write, in what is
    /// undone later too, and a branch is used as a whole
    pub holds: bool,
}

/// The variables in scope, innermost last.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub infos: Vec<Info>,
    pub visible: Vec<usize>,
    pub frames: Vec<Frame>,
    /// atoms that must not be written for now
    pub frozen: Atoms,
    /// atoms that must not be read for now
    pub reserved: Atoms,
    /// what the conditions and ranges around depend on
    pub control: Atoms,
    /// all atoms that were written so far
    pub written: Atoms,
    /// the number of the block being written
    pub block: usize,
    /// groups of recomputable locals that must stay as they are for now
    pub pinned: Vec<usize>,
    next_atom: u32,
}

impl Scope {
    /// Whether there is room for another variable.
    pub fn has_room(&self) -> bool {
        self.next_atom < MOST_ATOMS
    }

    /// Declares a variable.
    pub fn declare(&mut self, name: Rc<str>, ty: Type, role: Role, mutable: bool) -> &mut Info {
        self.declare_at(self.infos.len(), name, ty, role, mutable)
    }

    /// Declares a variable that has its number already.
    pub fn declare_at(&mut self, id: usize, name: Rc<str>, ty: Type, role: Role, mutable: bool) -> &mut Info {
        let count = if let Type::Record(record) = ty { record.fields().len() } else { 1 };
        let count = u32::try_from(count).expect("few fields");
        let atoms = ((1 << count) - 1) << self.next_atom;
        self.next_atom += count;
        let var = Var { id, name, passing: Passing::Value };
        let (depth, block) = (self.frames.len(), self.block);
        let info = Info {
            var,
            ty,
            role,
            mutable,
            atoms,
            deps: 0,
            alive: true,
            typed: true,
            depth,
            block,
            group: id,
            bound: None,
        };
        // Numbers in between belong to variables that are not in scope here.
        while self.infos.len() <= id {
            let nothing = Info { atoms: 0, alive: false, role: Role::Input, group: self.infos.len(), ..info.clone() };
            self.infos.push(nothing);
        }
        self.infos[id] = info;
        self.visible.push(id);
        &mut self.infos[id]
    }

    /// Declares a view: another name for a place, or a part of it. What holds for the place holds for it.
    pub fn declare_view(&mut self, id: usize, name: Rc<str>, ty: Type, place: &Place, exclusive: bool) -> &mut Info {
        let atoms = self.atoms_of(place);
        let Info { role, mutable, depth, block, .. } = self.infos[place.var.id];
        let next = self.next_atom;
        self.declare_at(id, name, ty, role, mutable && exclusive);
        self.next_atom = next;
        let info = &mut self.infos[id];
        (info.atoms, info.depth, info.block) = (atoms, depth, block);
        info.var.passing = if exclusive { Passing::Exclusive } else { Passing::Shared };
        info
    }

    /// Declares a parameter; a `usize` is taken for a length.
    pub fn declare_param(&mut self, name: &str, ty: Type, passing: Passing) -> Param {
        let role = if passing == Passing::Exclusive { Role::State } else { Role::Input };
        let info = self.declare(name.into(), ty, role, passing == Passing::Exclusive);
        info.var.passing = passing;
        Param { var: info.var.clone(), ty, passing }
    }

    /// A name from the pool that nothing alive has; now and then that of a local that is not needed any more, which it then shadows.
    pub fn fresh_name(&self, pool: &[&str], shadow: bool) -> Rc<str> {
        let taken = |name: &str| {
            self.visible.iter().map(|&id| &self.infos[id]).any(|info| {
                let needed = info.alive || info.role != Role::Computed || !shadow;
                needed && *info.var.name == *name
            })
        };
        if let Some(name) = pool.iter().find(|name| !taken(name)) {
            return (*name).into();
        }
        let mut number = 1;
        loop {
            for name in pool {
                let name = format!("{name}{number}");
                if !taken(&name) {
                    return name.into();
                }
            }
            number += 1;
        }
    }

    /// The variables in scope.
    pub fn in_scope(&self) -> impl Iterator<Item = &Info> {
        self.visible.iter().map(|&id| &self.infos[id])
    }

    /// Whether the variable may be read where nothing in `without` may be read.
    pub fn is_readable(&self, info: &Info, without: Atoms) -> bool {
        info.alive
            && info.deps & without == 0
            && self.frames[info.depth..].iter().all(|frame| !frame.holds || info.deps & frame.may_write == 0)
    }

    /// Which of the variable's atoms may be written here.
    pub fn writable(&self, info: &Info) -> Atoms {
        if !info.mutable || !info.alive || self.pinned.contains(&info.group) {
            return 0;
        }
        let allowed = self.frames[info.depth..].iter().fold(!self.frozen, |allowed, frame| allowed & frame.may_write);
        match info.role {
            Role::State | Role::Free => info.atoms & allowed,
            // It must stay recomputable: what decides whether it is written may not change either.
            Role::Computed
                if self.control & (self.written_around(info) | self.changing_inside(info)) == 0
                    && self.is_readable(info, 0) =>
            {
                info.atoms & allowed
            }
            Role::Computed | Role::Input => 0,
        }
    }

    /// What the frames between the variable's declaration and here may write. A recomputable local may depend on none of it.
    pub fn written_around(&self, info: &Info) -> Atoms {
        self.frames[info.depth..].iter().fold(0, |atoms, frame| atoms | frame.may_write)
    }

    /// What changes in the frames between the variable's declaration and here, and does not outlive one iteration.
    fn changing_inside(&self, info: &Info) -> Atoms {
        let inner = self.in_scope().filter(|other| other.mutable && other.depth > info.depth);
        inner.fold(0, |atoms, other| atoms | other.atoms)
    }

    /// The recomputable locals of the same block: if they change later, they are computed again together.
    fn beside(&self, info: &Info) -> Atoms {
        let same = |other: &&Info| other.role == Role::Computed && other.block == info.block;
        self.in_scope().filter(same).fold(0, |atoms, other| atoms | other.atoms)
    }

    /// What an update of the variable may not read.
    pub fn forbidden_for(&self, info: &Info, target: Atoms) -> Atoms {
        match info.role {
            Role::Computed => target | self.written_around(info) & !self.beside(info) | self.changing_inside(info),
            Role::Free => 0,
            Role::State | Role::Input => target,
        }
    }

    /// The atoms of a place.
    pub fn atoms_of(&self, place: &Place) -> Atoms {
        // What a block inside an expression declares is not known outside it, and comes from what is.
        let Some(info) = self.infos.get(place.var.id) else { return 0 };
        // A view of a struct has the atoms of what it is a part of.
        if let (Type::Record(record), Some(Step::Field(name))) = (info.ty, place.path.first())
            && info.atoms.count_ones() as usize == record.fields().len()
        {
            let position = record.fields().iter().position(|(field, _)| field == name).expect("a field of the struct");
            return 1 << (info.atoms.trailing_zeros() as usize + position);
        }
        info.atoms
    }

    /// Everything that the value at a place depends on.
    pub fn reads_of_place(&self, place: &Place) -> Atoms {
        let deps = self.infos.get(place.var.id).map_or(0, |info| info.deps);
        self.atoms_of(place) | deps | self.reads_of_indices(place)
    }

    /// What the indices of a place depend on.
    pub fn reads_of_indices(&self, place: &Place) -> Atoms {
        place.path.iter().fold(0, |atoms, step| match step {
            Step::Index(index) => atoms | self.reads(index),
            Step::Part(start, end) => start.iter().chain(end).fold(atoms, |atoms, bound| atoms | self.reads(bound)),
            Step::Field(_) => atoms,
        })
    }

    /// The same by looking at every part.
    fn reads_of_parts(&self, expr: &Expr) -> Atoms {
        let mut atoms = 0;
        let mut walked =
            |chain: &Chain| chain.places().into_iter().for_each(|place| atoms |= self.reads_of_place(place));
        walk::expressions(expr, &mut |part| match part {
            Expr::Chain(chain) => walked(chain),
            Expr::List(list) => match &**list {
                List::Collect(chain) => walked(chain),
                List::Copy(place) => walked(&Chain::along(place)),
                List::Empty | List::Of(_) | List::Repeat(..) => {}
            },
            _ => {}
        });
        walk::expressions(expr, &mut |part| match part {
            Expr::Read(place) | Expr::Len(place) => atoms |= self.reads_of_place(place),
            Expr::Apply(var, _) => atoms |= self.infos.get(var.id).map_or(0, |info| info.deps),
            Expr::Call(_, args) => atoms |= self.reads_of_args(args),
            _ => {}
        });
        atoms
    }

    /// Everything that an expression depends on.
    pub fn reads(&self, expr: &Expr) -> Atoms {
        match expr {
            Expr::Float(_) | Expr::Int(_) | Expr::Len(_) | Expr::Function(_) => 0,
            Expr::Read(place) => self.reads_of_place(place),
            Expr::Neg(inner) | Expr::Not(inner) | Expr::Cast(inner, _) | Expr::Repeat(inner, _) => self.reads(inner),
            Expr::Binary(_, operands) => self.reads(&operands[0]) | self.reads(&operands[1]),
            Expr::Method(_, items) | Expr::Array(items) | Expr::Record(_, items) | Expr::Tuple(items) => {
                items.iter().fold(0, |atoms, e| atoms | self.reads(e))
            }
            Expr::Call(_, args) => self.reads_of_args(args),
            Expr::Chain(_) | Expr::List(_) | Expr::Apply(..) | Expr::Wrapped(..) | Expr::Idiom(..) => {
                self.reads_of_parts(expr)
            }
            Expr::If(parts) => parts.iter().fold(0, |atoms, e| atoms | self.reads(e)),
            Expr::Block(block) => self.reads(&block.1) | self.reads(&block.2),
            Expr::Match(value, arms) => arms.iter().fold(self.reads(value), |atoms, (_, e)| atoms | self.reads(e)),
        }
    }

    /// What the arguments that are not changed depend on, and the indices of those that are.
    pub fn reads_of_args(&self, args: &[Arg]) -> Atoms {
        args.iter().fold(0, |atoms, arg| {
            atoms
                | match arg {
                    Arg::Value(value) => self.reads(value),
                    Arg::Shared(place) => self.reads_of_place(place),
                    Arg::Exclusive(place) => self.reads_of_indices(place),
                }
        })
    }

    /// Everything that statements depend on.
    pub fn reads_of_stmts(&self, stmts: &[Stmt]) -> Atoms {
        let mut atoms = 0;
        walk::statements(stmts, &mut |stmt| {
            walk::expressions_in(stmt, &mut |expr| atoms |= self.reads(expr));
            match stmt {
                Stmt::Call { args, .. } | Stmt::Apply { args, .. } => atoms |= self.reads_of_args(args),
                Stmt::Stack { stack, item, .. } => atoms |= self.reads_of_place(stack) | self.reads_of_place(item),
                Stmt::Map { map, .. } => atoms |= self.reads_of_place(map),
                _ => {}
            }
        });
        atoms
    }

    /// Everything that statements change, of what is declared already.
    pub fn writes_of_stmts(&self, stmts: &[Stmt]) -> Atoms {
        let mut atoms = 0;
        let mut write = |place: &Place| {
            if self.infos.get(place.var.id).is_some_and(|info| info.alive) {
                atoms |= self.atoms_of(place);
            }
        };
        walk::statements(stmts, &mut |stmt| match stmt {
            // What is done through a view is done to its place.
            Stmt::Update { place, .. } | Stmt::View { place, exclusive: true, .. } => write(place),
            Stmt::Swap(a, b) => [a, b].into_iter().for_each(&mut write),
            Stmt::Map { map, .. } => write(map),
            Stmt::Grow { list, .. } | Stmt::Taken { list, .. } => write(list),
            Stmt::Stack { op, stack, item } => {
                write(stack);
                if !op.copies() {
                    write(item);
                }
            }
            Stmt::Each { source, .. } => source.leaves(&mut |leaf| match leaf {
                Source::Slice { var, place, .. } if var.passing == Passing::Exclusive => write(place),
                _ => {}
            }),
            Stmt::Call { args, .. } | Stmt::Apply { args, .. } => {
                for arg in args {
                    if let Arg::Exclusive(place) = arg {
                        write(place);
                    }
                }
            }
            _ => {}
        });
        atoms
    }

    /// Notes that atoms were written: what depends on them cannot be computed again.
    pub fn wrote(&mut self, atoms: Atoms) {
        self.written |= atoms;
        self.reserved &= !atoms;
        for info in &mut self.infos {
            if info.role == Role::Computed && info.deps & atoms != 0 {
                info.alive = false;
            }
        }
    }

    /// Notes that a place was changed by something that depends on `reads`.
    pub fn updated(&mut self, place: &Place, reads: Atoms) {
        let atoms = self.atoms_of(place);
        if self.infos[place.var.id].role == Role::Computed {
            self.depend(place.var.id, reads | self.control);
        }
        self.wrote(atoms);
    }

    /// Pins the recomputable locals among `atoms`; gives back how many groups were pinned before.
    pub fn pin(&mut self, atoms: Atoms) -> usize {
        let before = self.pinned.len();
        let read = self.infos.iter().filter(|info| info.role == Role::Computed && info.atoms & atoms != 0);
        self.pinned.extend(read.map(|info| info.group));
        before
    }

    /// Notes that a recomputable local depends on atoms; with locals of the same block that may change it forms a group.
    pub fn depend(&mut self, id: usize, reads: Atoms) {
        let (block, mut group) = (self.infos[id].block, self.infos[id].group);
        let mut deps = reads & !self.infos[id].atoms;
        for other in 0..self.infos.len() {
            let info = &self.infos[other];
            if other == id || info.role != Role::Computed || info.block != block || info.atoms & reads == 0 {
                continue;
            }
            deps &= !info.atoms;
            if self.pinned.contains(&info.group) {
                deps |= info.atoms;
            } else if info.mutable {
                let merged = info.group;
                self.infos.iter_mut().filter(|info| info.group == group).for_each(|info| info.group = merged);
                group = merged;
            }
        }
        // One dies with the others.
        let (all, alive) = self
            .infos
            .iter()
            .filter(|info| info.group == group)
            .fold((deps, true), |(deps, alive), info| (deps | info.deps, alive && info.alive));
        for info in self.infos.iter_mut().filter(|info| info.group == group) {
            info.deps = all;
            info.alive = alive;
        }
    }

    /// Whether rustc knows the type of an expression without looking further.
    pub fn is_typed(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Float(_) | Expr::Int(_) | Expr::Tuple(_) => false,
            Expr::Read(place) => self.infos[place.var.id].typed,
            Expr::Neg(inner) | Expr::Not(inner) | Expr::Repeat(inner, _) => self.is_typed(inner),
            Expr::Binary(_, operands) => operands.iter().any(|e| self.is_typed(e)),
            Expr::Array(items) => items.iter().any(|e| self.is_typed(e)),
            Expr::If(parts) => parts[1..].iter().any(|e| self.is_typed(e)),
            Expr::Block(block) => self.is_typed(&block.2),
            Expr::Match(_, arms) => arms.iter().any(|(_, e)| self.is_typed(e)),
            Expr::Len(_)
            | Expr::Record(..)
            | Expr::Method(..)
            | Expr::Cast(..)
            | Expr::Call(..)
            | Expr::Chain(_)
            | Expr::Apply(..)
            | Expr::Wrapped(..)
            | Expr::Idiom(..)
            | Expr::List(_)
            | Expr::Function(_) => true,
        }
    }
}
