//! Other names for variables, wherever they occur.

use super::{
    Arg, Callee, Case, Code, Expr, Growth, Head, Leaf, Matched, Place, Promoted, Range, Share, Step, Stmt, Var, Walk,
    Walked, Window,
};
use std::rc::Rc;

/// Gives variables other names.
pub struct Renaming<'r> {
    /// the other name of a variable, if it has one
    pub name: &'r dyn Fn(&Var) -> Option<Var>,
    /// what else becomes of a place
    pub place: &'r dyn Fn(&mut Place),
}

impl Renaming<'_> {
    /// In statements and all that they hold.
    pub fn stmts(&self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.stmt(stmt));
    }

    fn var(&self, var: &mut Var) {
        if let Some(new) = (self.name)(var) {
            *var = new;
        }
    }

    fn vars<'v>(&self, vars: impl IntoIterator<Item = &'v mut Var>) {
        vars.into_iter().for_each(|var| self.var(var));
    }

    fn stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Let { var, init, .. } => {
                self.var(var);
                init.iter_mut().for_each(|init| self.expr(init));
            }
            Stmt::Release { var, value: expr }
            | Stmt::TypeOf { var, like: expr, .. }
            | Stmt::Shadow { var, like: expr } => {
                self.var(var);
                self.expr(expr);
            }
            Stmt::Forget { vars, slice } => {
                self.vars(vars);
                self.stmts(slice);
            }
            Stmt::Update { place, value, .. } | Stmt::Assign { place, value, .. } => {
                self.place(place);
                self.expr(value);
            }
            Stmt::Mapped(mapped) => {
                self.place(&mut mapped.place);
                self.expr(&mut mapped.value);
            }
            Stmt::Renew { place, held, .. } => {
                self.place(place);
                self.vars(held.iter_mut());
            }
            Stmt::Swap(a, b) | Stmt::Distinct(a, b) => {
                self.place(a);
                self.place(b);
            }
            Stmt::Grow(place, growth) => {
                self.place(place);
                match growth {
                    Growth::Push(expr) => self.expr(expr),
                    Growth::Pop(var) | Growth::Unpop(var) => self.var(var),
                    Growth::Shrink(var) => self.vars(var),
                }
            }
            Stmt::Shape(place, _) => self.place(place),
            Stmt::Repack(repack) => self.vars(repack.from.iter_mut().chain(&mut repack.to)),
            Stmt::Call { callee, args, .. } => {
                if let Callee::Value(place) = callee {
                    self.place(place);
                }
                for arg in args {
                    match arg {
                        Arg::Exclusive(place) | Arg::Shadow(Some(place)) => self.place(place),
                        Arg::Shared(expr) => self.expr(expr),
                        Arg::Shadow(None) => {}
                    }
                }
            }
            Stmt::Nested(head, blocks) => {
                self.head(head);
                blocks.iter_mut().for_each(|block| self.stmts(block));
            }
            Stmt::Uncompute(_) | Stmt::Tape(..) | Stmt::Leaves(_) | Stmt::TakesUp(_) => {}
            Stmt::Thaw(var) => self.var(var),
            Stmt::Safe { reads, views, .. } => {
                reads.iter_mut().for_each(|place| self.place(place));
                views.iter_mut().for_each(|(_, place)| self.place(place));
            }
            Stmt::View { vars, place, cut } => {
                self.vars(vars);
                self.place(place);
                cut.iter_mut().for_each(|cut| self.expr(cut));
            }
            Stmt::SameLength(places) => places.iter_mut().for_each(|place| self.place(place)),
            Stmt::Save(_, expr) | Stmt::Leave(expr) => self.expr(expr),
            Stmt::Reserve(_, ranges) => ranges.iter_mut().for_each(|range| self.range(range)),
            Stmt::Promote(Promoted { var, place, .. })
            | Stmt::Demote(Promoted { var, place, .. })
            | Stmt::Window(Window { var, place, .. })
            | Stmt::Load(var, place) => {
                self.var(var);
                self.place(place);
            }
            Stmt::Share(share) => self.share(share),
            Stmt::LetCall { var, args, .. } => {
                self.var(var);
                self.exprs(args);
            }
            Stmt::LetTangent { var, tangent, args, shadows, .. } => {
                self.vars([var, tangent]);
                self.exprs(args);
                shadows.iter_mut().flatten().for_each(|place| self.place(place));
            }
            Stmt::Backward { incoming, args, shadows, tangents, .. } => {
                self.expr(incoming);
                self.exprs(args.iter_mut().flatten());
                shadows.iter_mut().flatten().for_each(|place| self.place(place));
                if let Some(tangents) = tangents {
                    self.expr(&mut tangents.incoming);
                    let places = tangents.args.iter_mut().chain(&mut tangents.shadows);
                    places.flatten().for_each(|place| self.place(place));
                }
            }
            Stmt::Fused(both) => both.iter_mut().flatten().for_each(|stmt| self.stmt(stmt)),
        }
    }

    fn share(&self, share: &mut Share) {
        self.vars([&mut share.var].into_iter().chain(share.ahead.as_mut().map(|ahead| &mut ahead.var)));
        self.place(&mut share.place);
        self.expr(&mut share.value);
        self.stmts(&mut share.before[0]);
    }

    fn head(&self, head: &mut Head) {
        match head {
            Head::If { pre, post } | Head::While { pre, post } => self.exprs([pre].into_iter().chain(post)),
            Head::Scope | Head::Idle | Head::Inverse | Head::Label(_) | Head::AtMost(_) => {}
            Head::Match { matched, cases } => {
                self.matched(matched);
                cases.iter_mut().for_each(|case| self.case(case));
            }
            Head::First { var, range, turns, .. } => {
                self.var(var);
                self.range(range);
                self.expr(turns);
            }
            Head::For { var, range } => {
                self.var(var);
                self.range(range);
            }
            Head::Tape { var, range, fills, .. } => {
                self.var(var);
                self.range(range);
                fills.iter_mut().for_each(|(_, like)| self.place(like));
            }
            Head::Each { turn, leaves, .. } => {
                self.var(turn);
                for Leaf { var, walk } in leaves {
                    self.var(var);
                    match walk {
                        Walk::Range(range) => self.range(range),
                        Walk::Slice { place, chunk, flipped, .. } => {
                            self.place(place);
                            self.exprs(chunk.iter_mut().chain(flipped));
                        }
                    }
                }
            }
            Head::Sweep { var, start, end, sums } => {
                self.var(var);
                self.exprs([start, end]);
                sums.iter_mut().for_each(|place| self.place(place));
            }
            Head::Run { var, start, end } => {
                self.var(var);
                self.exprs([start, end]);
            }
            Head::Flows(places) => places.iter_mut().for_each(|place| self.place(place)),
            Head::Along(along) => {
                self.var(&mut along.var);
                self.walked(&mut along.walked);
            }
            Head::Blocks(blocks) => {
                self.var(&mut blocks.var);
                self.walked(&mut blocks.walked);
                for (sum, place) in &mut blocks.sums {
                    self.var(sum);
                    self.place(place);
                }
            }
        }
    }

    fn walked(&self, walked: &mut [Walked]) {
        for Walked { var, behind, .. } in walked {
            self.vars([var].into_iter().chain(behind.as_mut().map(|(of, _)| of)));
        }
    }

    fn matched(&self, matched: &mut Matched) {
        self.expr(&mut matched.value);
        self.vars(&mut matched.whole);
    }

    /// The names in patterns stay as they are written.
    fn case(&self, case: &mut Case) {
        self.bound(case);
        self.exprs(&mut case.guard);
    }

    fn bound(&self, case: &mut Case) {
        case.binds.iter_mut().filter_map(|bound| bound.place.as_mut()).for_each(|place| self.place(place));
    }

    fn range(&self, range: &mut Range) {
        self.exprs([&mut range.start, &mut range.end]);
        self.exprs(range.stride.as_mut().map(|stride| &mut stride.by));
    }

    fn place(&self, place: &mut Place) {
        self.var(&mut place.root);
        if let Some(via) = &mut place.via {
            self.var(&mut Rc::make_mut(via).var);
        }
        place.path.iter_mut().for_each(|step| self.step(step));
        (self.place)(place);
    }

    fn step(&self, step: &mut Step) {
        self.exprs(step.exprs_mut());
    }

    fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e mut Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    /// In an expression.
    pub fn expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Read(place) | Expr::Lend(place) | Expr::Length(place, _) => self.place(place),
            Expr::Function(function) => {
                if let Code::Param(var, _) = &mut Rc::make_mut(function).code {
                    self.var(var);
                }
            }
            Expr::Block(locals, _) => self.vars(locals.iter_mut().map(|inner| &mut inner.var)),
            // What is matched, and the places that its cases bind.
            Expr::Match(matched, arms) => {
                self.vars(&mut Rc::make_mut(matched).whole);
                arms.iter_mut().for_each(|(case, _)| self.bound(case));
            }
            Expr::Derivative(derivative) => self.exprs(Rc::make_mut(derivative).parts_mut()),
            _ => {}
        }
        self.exprs(expr.parts_mut());
    }
}
