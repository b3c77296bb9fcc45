//! Changes to the tree of a good program after which it breaks a rule.

use crate::random::ast::{Arg, Expr, Op, Passing, Place, Stmt, Type, UpdateOp};
use crate::random::generate::Case;
use crate::random::rng::Rng;
use crate::random::walk;

/// Changes one of the statements, at any depth, of the last function that `change` can change.
fn one_statement(case: &mut Case, rng: &mut Rng, change: impl Fn(&mut Stmt) -> bool) -> bool {
    fn nth(stmts: &mut [Stmt], change: &impl Fn(&mut Stmt) -> bool, left: &mut usize) -> bool {
        for stmt in stmts {
            let mut changed = stmt.clone();
            if change(&mut changed) {
                if *left == 0 {
                    *stmt = changed;
                    return true;
                }
                *left -= 1;
            }
            if walk::blocks_mut(stmt).into_iter().any(|block| nth(block, change, left)) {
                return true;
            }
        }
        false
    }
    let body = &mut case.program.functions.last_mut().expect("a program has a function").body;
    let mut count = 0;
    walk::statements(body, &mut |stmt| count += usize::from(change(&mut stmt.clone())));
    count > 0 && nth(body, &change, &mut rng.below(count))
}

/// `x += e;` becomes `x += e + x;`
pub fn read_own_target(case: &mut Case, rng: &mut Rng) -> bool {
    one_statement(case, rng, |stmt| match stmt {
        Stmt::Update { op: UpdateOp::Add | UpdateOp::Sub | UpdateOp::Xor, place, value } => {
            *value = Expr::Binary(Op::Add, Box::new([value.clone(), Expr::Read(place.clone())]));
            true
        }
        _ => false,
    })
}

/// `x += e;` becomes `x = e;`
pub fn assign(case: &mut Case, rng: &mut Rng) -> bool {
    one_statement(case, rng, |stmt| match stmt {
        Stmt::Update { op, .. } => {
            *op = UpdateOp::Set;
            true
        }
        _ => false,
    })
}

/// `f(&mut x, e);` becomes `f(&mut x, x);`
pub fn pass_what_changes(case: &mut Case, rng: &mut Rng) -> bool {
    let functions = case.program.functions.clone();
    one_statement(case, rng, |stmt| {
        let Stmt::Call { function, args, .. } = stmt else { return false };
        let Some(changed) = args.iter().find_map(|arg| exclusive(arg).filter(|place| place.ty == Type::Float)) else {
            return false;
        };
        let changed = changed.clone();
        let params = &functions[*function].params;
        let by_value = params.iter().position(|param| param.ty == Type::Float && param.passing == Passing::Value);
        by_value.inspect(|k| args[*k] = Arg::Value(Expr::Read(changed))).is_some()
    })
}

/// `f(&mut x, &mut y);` becomes `f(&mut x, &mut x);`
pub fn pass_twice(case: &mut Case, rng: &mut Rng) -> bool {
    one_statement(case, rng, |stmt| {
        let Stmt::Call { args, .. } = stmt else { return false };
        let places: Vec<(usize, Place)> =
            args.iter().enumerate().filter_map(|(k, arg)| Some((k, exclusive(arg)?.clone()))).collect();
        let pairs = places.iter().flat_map(|one| places.iter().map(move |other| (one, other)));
        let Some(((_, place), (k, _))) = pairs.into_iter().find(|((i, a), (j, b))| i < j && a.ty == b.ty) else {
            return false;
        };
        args[*k] = Arg::Exclusive(place.clone());
        true
    })
}

/// `if (before, after) { ... }` becomes `if before { ... }`.
pub fn drop_post(case: &mut Case, rng: &mut Rng) -> bool {
    one_statement(case, rng, |stmt| match stmt {
        Stmt::If { post, .. } => post.take().is_some(),
        _ => false,
    })
}

/// `if (before, after) { ... }` becomes `if (before, !after) { ... }`, where it is reached in any case.
pub fn negate_post(case: &mut Case, rng: &mut Rng) -> bool {
    let body = &mut case.program.functions.last_mut().expect("a program has a function").body;
    let mut posts: Vec<&mut Expr> = body
        .iter_mut()
        .filter_map(|stmt| match stmt {
            Stmt::If { post: Some(post), .. } => Some(post),
            _ => None,
        })
        .collect();
    if posts.is_empty() {
        return false;
    }
    let k = rng.below(posts.len());
    *posts[k] = Expr::Not(Box::new(posts[k].clone()));
    true
}

fn exclusive(arg: &Arg) -> Option<&Place> {
    match arg {
        Arg::Exclusive(place) => Some(place),
        _ => None,
    }
}
