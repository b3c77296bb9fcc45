//! What an expression or a statement reads, writes and binds.

mod overlap;
mod timeline;

pub use overlap::{Overlap, offset, overlap, overlap_over_time};
pub use timeline::{Timeline, Touches};

use crate::form::{
    Activity, Arg, Bounds, ConstantCall, Derivative, Expr, Growth, Head, LiteralKind, Operation, Path, Place, Promoted,
    Range, Role, Span, Step, Stmt, Var, Window, integer_type,
};
use crate::hash::Set;
use std::rc::Rc;

/// The methods that are known to give an integer for integers. Any other may give a float, such as `n.to_f64()`.
pub const INTEGER_METHODS: [&str; 10] =
    ["abs", "abs_diff", "clamp", "div_euclid", "max", "min", "pow", "rem_euclid", "saturating_sub", "signum"];

/// The methods that give the same value once more.
pub const COPIES: [&str; 3] = ["clone", "to_vec", "to_owned"];

/// How a place is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// its value is used
    Read,
    /// only the length of a slice or an array is used, which no statement changes
    Length,
    /// only its type is used
    TypeOf,
    /// its value changes
    Write,
    /// the variable comes into being
    Bind,
    /// the variable comes into being inside an expression, and goes with it
    Inner,
}

/// Calls `f` for every place that evaluating `expr` reads, index expressions included.
pub fn reads(expr: &Expr, f: &mut dyn FnMut(&Place)) {
    touches(expr, Touch::Read, &mut |touch, place| {
        if touch == Touch::Read {
            f(place);
        }
    });
}

/// Calls `f` for every place that `expr` mentions, be it for its value, its length or its type.
pub fn mentions(expr: &Expr, f: &mut dyn FnMut(&Place)) {
    touches(expr, Touch::Read, &mut |touch, place| {
        if touch != Touch::Inner {
            f(place);
        }
    });
}

/// Calls `f` for every variable in `expr`, those that it binds itself included.
pub fn each_name(expr: &Expr, f: &mut dyn FnMut(&Var)) {
    touches(expr, Touch::Read, &mut |_, place| f(&place.root));
}

/// The span of the first place that an expression mentions, or of the expression if there is none.
pub fn first_span(expr: &Expr) -> Span {
    let mut span = None;
    mentions(expr, &mut |place| {
        span.get_or_insert(place.root.span);
    });
    span.unwrap_or_else(|| match expr {
        Expr::Literal(literal) => literal.span,
        Expr::Unary(_, _, at)
        | Expr::Binary(_, _, at)
        | Expr::Method(_, _, at)
        | Expr::Call(_, _, at)
        | Expr::Length(_, at) => at.0,
        _ => Span::call_site(),
    })
}

fn touches(expr: &Expr, how: Touch, f: &mut dyn FnMut(Touch, &Place)) {
    match expr {
        Expr::Literal(_)
        | Expr::Constant(_)
        | Expr::Never(_)
        | Expr::Restore(_)
        | Expr::Zero
        | Expr::ZeroOf(_)
        | Expr::Unread(_) => {}
        Expr::Weighed(weighed) => weighed.parts().for_each(|part| touches(part, how, f)),
        Expr::Plus(parts) | Expr::Replay(_, parts) => parts.iter().for_each(|part| touches(part, how, f)),
        Expr::Read(place) | Expr::Lend(place) => {
            on_the_way(place, how, f);
            f(how, place);
        }
        Expr::Borrow(inner)
        | Expr::Unary(_, inner, _)
        | Expr::Vector(inner)
        | Expr::Cast(inner, _)
        | Expr::Mapped(_, _, inner, _) => {
            touches(inner, how, f);
        }
        Expr::Function(function) => touches(&function.environment, how, f),
        Expr::Binary(_, operands, _) => operands.iter().for_each(|operand| touches(operand, how, f)),
        Expr::Length(place, _) => {
            on_the_way(place, how, f);
            f(if how == Touch::Read { Touch::Length } else { how }, place);
        }
        Expr::Method(name, args, _) if matches!(&**name, "len" | "is_empty") && matches!(args[..], [Expr::Read(_)]) => {
            let [Expr::Read(place)] = &args[..] else { unreachable!("just matched") };
            on_the_way(place, how, f);
            f(how, &place.length());
        }
        Expr::Method(_, args, _)
        | Expr::Macro(_, args)
        | Expr::Call(_, args, _)
        | Expr::Array(args)
        | Expr::Tuple(args)
        | Expr::Construct(_, args) => args.iter().for_each(|arg| touches(arg, how, f)),
        Expr::Part(base, steps) => {
            touches(base, how, f);
            steps.iter().flat_map(Step::exprs).for_each(|index| touches(index, how, f));
        }
        Expr::If(parts) => parts.iter().for_each(|part| touches(part, how, f)),
        Expr::Block(lets, value) => {
            let bound: Vec<Var> = lets.iter().map(|inner| inner.var.clone()).collect();
            let parts = lets.iter().map(|inner| &inner.init).chain([&**value]);
            touches_inside(&bound, parts, how, f);
        }
        Expr::Match(matched, arms) => {
            touches(&matched.value, how, f);
            for (case, value) in arms {
                let bound: Vec<Var> = matched.bound(case).cloned().collect();
                touches_inside(&bound, case.guard.iter().chain([value]), how, f);
            }
        }
        Expr::Repeat(elem, len) => [elem, len].into_iter().for_each(|part| touches(part, how, f)),
        Expr::Struct(_, fields) => fields.iter().for_each(|(_, value)| touches(value, how, f)),
        Expr::Derivative(derivative) => {
            for (k, operand) in derivative.operands.iter().enumerate() {
                let how = if derivative.reads(k) { how } else { Touch::TypeOf };
                touches(operand, how, f);
            }
            derivative.result.iter().for_each(|result| touches(result, how, f));
            touches(&derivative.incoming, how, f);
        }
    }
}

/// What finding a place reads: the indices on the way, or the view that stands for them.
fn on_the_way(place: &Place, how: Touch, f: &mut dyn FnMut(Touch, &Place)) {
    place.open_steps().iter().flat_map(Step::exprs).for_each(|index| touches(index, how, f));
    if let Some(via) = &place.via {
        f(Touch::Read, &Place::var(&via.var));
    }
}

/// What expressions that see the names `bound` touch outside of them: an element whose index depends on one stands for the whole
/// array.
fn touches_inside<'e>(
    bound: &[Var],
    exprs: impl Iterator<Item = &'e Expr>,
    how: Touch,
    f: &mut dyn FnMut(Touch, &Place),
) {
    bound.iter().for_each(|var| f(Touch::Inner, &Place::var(var)));
    for expr in exprs {
        touches(expr, how, &mut |touch, place| {
            if !bound.contains(&place.root) {
                f(touch, &outside(place, &|var| bound.contains(var)));
            }
        });
    }
}

impl Derivative {
    /// Whether the value of operand `k` has to be there: the rule of numbers reads it, or it may be another rule.
    pub fn reads(&self, k: usize) -> bool {
        self.open && matches!(self.operation, Operation::Rule(_)) || self.mentions(k)
    }

    /// Whether the rule of numbers reads the value of operand `k`.
    pub fn mentions(&self, k: usize) -> bool {
        match &self.operation {
            Operation::Rule(rule) => rule.mentions(self.operand, k),
            Operation::Cast(_) | Operation::Twice => false,
        }
    }
}

/// Calls `f` for everything a statement touches, nested statements included.
pub fn each_touch(stmt: &Stmt, f: &mut dyn FnMut(Touch, &Place)) {
    each_own_touch(stmt, f);
    stmt.blocks().iter().flatten().for_each(|stmt| each_touch(stmt, f));
}

/// Calls `f` for every place that a statement changes, nested statements included.
pub fn each_write(stmt: &Stmt, f: &mut dyn FnMut(&Place)) {
    match stmt {
        // What is only computed changes nothing.
        Stmt::Let { .. } | Stmt::Release { .. } | Stmt::TypeOf { .. } | Stmt::Shadow { .. } | Stmt::Save(..) => {}
        Stmt::Update { place, .. } | Stmt::Assign { place, .. } => f(place),
        stmt => each_own_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write {
                f(place);
            }
        }),
    }
    stmt.blocks().iter().flatten().for_each(|stmt| each_write(stmt, f));
}

/// Calls `f` for everything a statement touches, without what is nested in it.
pub fn each_own_touch(stmt: &Stmt, f: &mut dyn FnMut(Touch, &Place)) {
    let value = |expr: &Expr, f: &mut dyn FnMut(Touch, &Place)| touches(expr, Touch::Read, f);
    let write = |place: &Place, f: &mut dyn FnMut(Touch, &Place)| {
        on_the_way(place, Touch::Read, f);
        f(Touch::Write, place);
    };
    match stmt {
        Stmt::Let { var, init, .. } => {
            init.iter().for_each(|init| value(init, f));
            f(Touch::Bind, &Place::var(var));
        }
        Stmt::Release { var, value: expected } => {
            value(expected, f);
            f(Touch::Read, &Place::var(var));
        }
        Stmt::Forget { .. } | Stmt::Uncompute(_) => {}
        Stmt::Safe { reads, .. } => reads.iter().for_each(|place| value(&Expr::Read(place.clone()), f)),
        Stmt::TypeOf { var, like, .. } | Stmt::Shadow { var, like } => {
            touches(like, Touch::TypeOf, f);
            f(Touch::Bind, &Place::var(var));
        }
        Stmt::Update { place, value: amount, .. } => {
            value(amount, f);
            write(place, f);
        }
        Stmt::Mapped(mapped) => {
            value(&mapped.value, f);
            write(&mapped.place, f);
        }
        Stmt::Assign { place, value: new, fresh } => {
            value(new, f);
            // A gradient comes into being as long as the value is.
            if *fresh && place.root.is(Role::Adjoint) {
                f(Touch::Length, &Place::var(&place.root.primal()));
            }
            write(place, f);
        }
        Stmt::Repack(repack) => {
            for var in &repack.from {
                f(Touch::Read, &Place::var(var));
                f(Touch::Write, &Place::var(var));
            }
            repack.to.iter().for_each(|var| f(Touch::Bind, &Place::var(var)));
        }
        Stmt::Renew { place, held, site, .. } => {
            f(Touch::Read, place);
            if site.is_none() {
                f(Touch::Length, &place.primal());
            }
            write(place, f);
            held.iter().for_each(|var| f(Touch::Bind, &Place::var(var)));
        }
        Stmt::Swap(a, b) => {
            for place in [a, b] {
                f(Touch::Read, place);
                write(place, f);
            }
        }
        Stmt::Call { callee, args, .. } => {
            callee.place().into_iter().for_each(|place| value(&Expr::Read(place.clone()), f));
            for arg in args {
                match arg {
                    Arg::Exclusive(place) | Arg::Shadow(Some(place)) => {
                        f(Touch::Read, place);
                        write(place, f);
                    }
                    Arg::Shared(expr) => value(expr, f),
                    Arg::Shadow(None) => {}
                }
            }
        }
        Stmt::Nested(head, _) => head_touch(head, f),
        Stmt::View { vars, place, cut } => {
            on_the_way(place, Touch::Read, f);
            f(Touch::Length, place);
            cut.iter().for_each(|cut| value(cut, f));
            vars.iter().for_each(|var| f(Touch::Bind, &Place::var(var)));
        }
        Stmt::Distinct(a, b) => [a, b].into_iter().flat_map(Place::indices).for_each(|index| value(index, f)),
        Stmt::Shape(place, _) => touches(&Expr::Read(place.clone()), Touch::TypeOf, f),
        Stmt::SameLength(places) => {
            for place in places {
                on_the_way(place, Touch::Read, f);
                f(Touch::Length, place);
            }
        }
        ordinary => ordinary_touch(ordinary, f),
    }
}

/// What a branch or a loop touches itself.
fn head_touch(head: &Head, f: &mut dyn FnMut(Touch, &Place)) {
    head.exprs().into_iter().for_each(|expr| touches(expr, Touch::Read, f));
    for place in head.walked() {
        on_the_way(place, Touch::Read, f);
        f(Touch::Length, place);
    }
    for walked in head.windows() {
        let of = walked.behind.as_ref().map_or(&walked.var, |(of, _)| of);
        f(Touch::Read, &Place::var(of));
    }
    match head {
        Head::Flows(places) => places.iter().for_each(|place| touches(&Expr::Read(place.clone()), Touch::Read, f)),
        Head::Blocks(blocks) => blocks.sums.iter().for_each(|(_, place)| {
            on_the_way(place, Touch::Read, f);
            f(Touch::Write, place);
        }),
        _ => {}
    }
    head.binds().into_iter().for_each(|var| f(Touch::Bind, &Place::var(var)));
}

/// What the statements touch that only ordinary functions and their derivatives have.
fn ordinary_touch(stmt: &Stmt, f: &mut dyn FnMut(Touch, &Place)) {
    let read = |expr: &Expr, f: &mut dyn FnMut(Touch, &Place)| touches(expr, Touch::Read, f);
    let write = |place: &Place, f: &mut dyn FnMut(Touch, &Place)| {
        on_the_way(place, Touch::Read, f);
        f(Touch::Write, place);
    };
    match stmt {
        Stmt::Grow(list, growth) => {
            if let Growth::Push(item) = growth {
                read(item, f);
            }
            if let Growth::Unpop(var) = growth {
                f(Touch::Read, &Place::var(var));
                f(Touch::Read, &Place::var(&var.with_roles(list.root.roles)));
            }
            f(Touch::Read, list);
            write(list, f);
            if let Growth::Pop(var) | Growth::Shrink(Some(var)) = growth {
                f(Touch::Bind, &Place::var(var));
            }
        }
        Stmt::Save(_, expr) | Stmt::Leave(expr) => read(expr, f),
        Stmt::Reserve(_, ranges) => ranges.iter().flat_map(Range::exprs).for_each(|bound| read(bound, f)),
        Stmt::Promote(Promoted { var, place, .. }) | Stmt::Load(var, place) => {
            read(&Expr::Read(place.clone()), f);
            f(Touch::Bind, &Place::var(var));
        }
        Stmt::Demote(Promoted { var, place, .. }) => {
            f(Touch::Read, &Place::var(var));
            write(place, f);
        }
        Stmt::Window(Window { var, place, exclusive, .. }) => {
            on_the_way(place, Touch::Read, f);
            f(if *exclusive { Touch::Write } else { Touch::Length }, place);
            f(Touch::Bind, &Place::var(var));
        }
        Stmt::Share(share) => {
            read(&share.value, f);
            on_the_way(&share.place, Touch::Read, f);
            f(Touch::TypeOf, &share.place);
            f(Touch::Bind, &Place::var(&share.var));
        }
        Stmt::LetCall { var, args, .. } => {
            args.iter().for_each(|arg| read(arg, f));
            lent(args).for_each(|place| write(place, f));
            f(Touch::Bind, &Place::var(var));
        }
        Stmt::LetTangent { var, tangent, args, shadows, .. } => {
            args.iter().for_each(|arg| read(arg, f));
            shadows.iter().flatten().for_each(|place| read(&Expr::Read(place.clone()), f));
            for (arg, shadow) in args.iter().zip(shadows) {
                if let Expr::Lend(place) = arg {
                    write(place, f);
                    shadow.iter().for_each(|shadow| write(shadow, f));
                }
            }
            f(Touch::Bind, &Place::var(var));
            f(Touch::Bind, &Place::var(tangent));
        }
        Stmt::Backward { incoming, args, shadows, tangents, .. } => {
            read(incoming, f);
            args.iter().flatten().for_each(|arg| read(arg, f));
            lent(args.iter().flatten()).for_each(|place| write(place, f));
            shadows.iter().flatten().for_each(|place| write(place, f));
            if let Some(tangents) = tangents {
                read(&tangents.incoming, f);
                tangents.args.iter().flatten().for_each(|place| read(&Expr::Read(place.clone()), f));
                tangents.shadows.iter().flatten().for_each(|place| write(place, f));
            }
        }
        Stmt::Thaw(var) => {
            f(Touch::Read, &Place::var(var));
            f(Touch::Bind, &Place::var(var));
        }
        Stmt::Fused(_) | Stmt::Tape(..) | Stmt::Leaves(_) | Stmt::TakesUp(_) => {}
        other => unreachable!("{other:?} is touched elsewhere"),
    }
}

/// The places that arguments lend.
pub fn lent<'a>(args: impl IntoIterator<Item = &'a Expr>) -> impl Iterator<Item = &'a Place> {
    args.into_iter().filter_map(|arg| match arg {
        Expr::Lend(place) => Some(place),
        _ => None,
    })
}

/// Calls `f` for every variable in the statements.
pub fn each_variable(stmts: &[Stmt], f: &mut dyn FnMut(&Var)) {
    for stmt in stmts {
        each_touch(stmt, &mut |_, place| f(&place.root));
        if let Stmt::Forget { slice, .. } = stmt {
            each_variable(slice, f);
        }
    }
}

/// What a statement reads and writes outside itself.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// places read
    pub reads: Vec<Place>,
    /// places written
    pub writes: Vec<Place>,
    /// whose lengths are asked for
    pub lengths: Vec<Place>,
}

/// The effects of statements taken together, seen from outside: their own locals are left out, and an element whose index
/// depends on one of them stands for all elements.
pub fn effects<'s>(stmts: impl IntoIterator<Item = &'s Stmt> + Clone) -> Effects {
    let own: Set<Var> = stmts.clone().into_iter().flat_map(bound).collect();
    effects_outside(stmts, &|var| own.contains(var))
}

/// The variables that come into being in a statement.
pub fn bound(stmt: &Stmt) -> Vec<Var> {
    let mut own = Vec::new();
    each_touch(stmt, &mut |touch, place| {
        if touch == Touch::Bind {
            own.push(place.root.clone());
        }
    });
    own
}

/// The same seen from outside of something larger, which has the locals `own`.
pub fn effects_outside<'s>(stmts: impl IntoIterator<Item = &'s Stmt>, own: &dyn Fn(&Var) -> bool) -> Effects {
    let mut effects = Effects::default();
    for stmt in stmts {
        each_touch(stmt, &mut |touch, place| {
            if own(&place.root) {
                return;
            }
            let place = elements_outside(place, own);
            match touch {
                Touch::Read => effects.reads.push(place),
                Touch::Write => effects.writes.push(place),
                Touch::Length => effects.lengths.push(place),
                Touch::TypeOf | Touch::Bind | Touch::Inner => {}
            }
        });
    }
    effects
}

fn outside(place: &Place, own: &dyn Fn(&Var) -> bool) -> Place {
    let depends = |step: &Step| {
        let mut found = false;
        step.exprs().for_each(|index| reads(index, &mut |read| found |= own(&read.root)));
        found
    };
    let mut seen = place.prefix(place.path.iter().take_while(|step| !depends(step)).count());
    // A name from inside means nothing outside.
    seen.via = seen.via.filter(|via| !own(&via.var));
    seen
}

/// The same, but for all elements, which is less than the whole: a length stays as it is.
fn elements_outside(place: &Place, own: &dyn Fn(&Var) -> bool) -> Place {
    let whole = outside(place, own);
    if whole.path.len() == place.path.len() {
        return whole;
    }
    whole.then(Step::Slice(Rc::new(Bounds { start: None, end: None, inclusive: false })))
}

/// The function whose value is a constant, whatever it is given. Rustc is asked whether it is that of the library.
pub const STOPS: [&str; 1] = ["stop_gradient"];

/// Whether an expression is a constant because the user says so.
pub fn stops_gradient(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(path, args, _) if STOPS.contains(&path.name()) && args.len() == 1)
}

/// Whether an expression is a call that gives something without a gradient; if so, why.
pub fn constant_call(expr: &Expr, activity: &Activity) -> Option<ConstantCall> {
    if activity.calls().is_empty() {
        return None;
    }
    match expr {
        Expr::Call(path, ..) if path.qualified.is_none() && !path.leading => {
            activity.constant_call(&path.names().collect::<Vec<_>>().join("::"))
        }
        Expr::Method(name, ..) => activity.constant_call(&format!(".{}", name.name)),
        _ => None,
    }
}

/// The methods whose value is taken for an integer or a truth value, whatever they are called on. Where that drops a gradient, rustc is asked
/// whether the value has one.
pub const ASKS: [&str; 38] = [
    "binary_search",
    "binary_search_by",
    "binary_search_by_key",
    "cmp",
    "is_empty",
    "is_err",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_negative",
    "is_none",
    "is_normal",
    "is_ok",
    "is_one",
    "is_positive",
    "is_sign_negative",
    "is_sign_positive",
    "is_some",
    "is_sorted",
    "is_sorted_by",
    "is_sorted_by_key",
    "is_zero",
    "len",
    "partial_cmp",
    "partition_point",
    "to_i128",
    "to_i16",
    "to_i32",
    "to_i64",
    "to_i8",
    "to_isize",
    "to_u128",
    "to_u16",
    "to_u32",
    "to_u64",
    "to_u8",
    "to_usize",
    "total_cmp",
];

/// Functions of the library that look at values and give what has no gradient.
const LOOKS: [&str; 6] =
    ["counted_from", "default_array", "default_array_like", "sorted_order", "sorted_order_by_key", "sorted_order_of"];

/// Whether what a function gives has no gradient, whatever it is given.
fn only_looks(path: &Path) -> bool {
    path.names().next() == Some("retrograde") && LOOKS.contains(&path.name())
}

/// Whether an expression is taken for an integer or a truth value, or for an array or a tuple of such, by its type. An empty list says nothing
/// of what it will hold, nor does what a constructor is given say what else its type has room for.
pub fn is_integer(expr: &Expr, activity: &Activity) -> bool {
    let all = |exprs: &[Expr]| !exprs.is_empty() && exprs.iter().all(|expr| is_integer(expr, activity));
    match expr {
        Expr::Literal(literal) => match &literal.kind {
            LiteralKind::Int { suffix, .. } => !suffix.starts_with('f'),
            LiteralKind::Float { .. } => false,
            LiteralKind::Bool(_) | LiteralKind::Text | LiteralKind::Other => true,
        },
        Expr::Read(place) => activity.is_integer(&place.root.name) && place.root.is_primal(),
        Expr::Unary(_, inner, _) | Expr::Borrow(inner) => is_integer(inner, activity),
        Expr::Tuple(parts) if parts.is_empty() => true,
        Expr::Binary(op, operands, _) => op.is_logical() || all(&operands[..]),
        Expr::Method(name, args, _) => {
            ASKS.contains(&&**name)
                || INTEGER_METHODS.contains(&&**name) && all(args)
                || constant_call(expr, activity) == Some(ConstantCall::Integer)
        }
        Expr::Length(..) => true,
        Expr::Cast(_, ty) => integer_type(ty),
        Expr::Call(..) => constant_call(expr, activity) == Some(ConstantCall::Integer),
        Expr::Array(elems) | Expr::Tuple(elems) => all(elems),
        Expr::Part(base, _) => is_integer(base, activity),
        Expr::If(parts) => all(&parts[1..]),
        Expr::Block(_, value) => is_integer(value, activity),
        Expr::Match(_, arms) => arms.iter().all(|(_, value)| is_integer(value, activity)),
        Expr::Repeat(elem, _) | Expr::Vector(elem) => is_integer(elem, activity),
        _ => false,
    }
}

/// Whether an expression depends on anything that may have a gradient.
pub fn has_gradient(expr: &Expr, activity: &Activity) -> bool {
    if is_integer(expr, activity) || stops_gradient(expr) || constant_call(expr, activity).is_some() {
        return false;
    }
    let any = |exprs: &[Expr]| exprs.iter().any(|expr| has_gradient(expr, activity));
    match expr {
        Expr::Read(place) | Expr::Lend(place) => !activity.contains(&place.root.name),
        Expr::Borrow(inner)
        | Expr::Unary(_, inner, _)
        | Expr::Cast(inner, _)
        | Expr::Repeat(inner, _)
        | Expr::Vector(inner)
        | Expr::Part(inner, _)
        | Expr::Mapped(_, _, inner, _) => has_gradient(inner, activity),
        Expr::Block(_, inner) => depends_on_active(expr, activity) && has_gradient(inner, activity),
        Expr::Function(function) => has_gradient(&function.environment, activity),
        Expr::Binary(_, operands, _) => any(&operands[..]),
        Expr::Call(path, ..) if only_looks(path) => false,
        Expr::Method(_, args, _)
        | Expr::Call(_, args, _)
        | Expr::Array(args)
        | Expr::Tuple(args)
        | Expr::Construct(_, args) => any(args),
        Expr::Struct(_, fields) => fields.iter().any(|(_, value)| has_gradient(value, activity)),
        Expr::If(parts) => any(&parts[1..]),
        Expr::Match(_, arms) => {
            depends_on_active(expr, activity) && arms.iter().any(|(_, value)| has_gradient(value, activity))
        }
        Expr::Plus(summands) => any(&summands[..]),
        // What the rule does not read does not matter.
        Expr::Derivative(derivative) => {
            let read = derivative.operands.iter().enumerate().filter(|(k, _)| derivative.mentions(*k));
            let mut read = read.map(|(_, operand)| operand).chain(&derivative.result).chain([&derivative.incoming]);
            read.any(|expr| has_gradient(expr, activity))
        }
        Expr::Restore(site) | Expr::Replay(site, _) => activity.keeps_active(site),
        // Nothing goes into these.
        Expr::Literal(_)
        | Expr::Constant(_)
        | Expr::Length(..)
        | Expr::Never(_)
        | Expr::Macro(..)
        | Expr::Zero
        | Expr::ZeroOf(_)
        | Expr::Unread(_) => false,
        Expr::Weighed(weighed) => weighed.parts().any(|part| has_gradient(part, activity)),
    }
}

/// Whether anything that may have a gradient goes into an expression. The names that it binds itself have what goes into them.
pub fn depends_on_active(expr: &Expr, activity: &Activity) -> bool {
    let mut active = false;
    reads(expr, &mut |place| active |= !activity.contains(&place.root.name));
    active
}
