//! The form as text, for people who look at what a pass does. Every statement has a word or a shape of its own; pieces of Rust are written as
//! they are. Nothing reads this text again.
//!
//! ```text
//! reversible fn f(y: &mut f64, x: f64) {
//!     let t = x * x
//!     *y += t
//!     forget t {
//!         let t = x * x
//!     }
//! }
//! ```

use super::repack::{Kind, Repack, Shape};
use super::{
    Ahead, Along, Arg, BinaryOp, Blocks, Bounds, Callee, Case, Code, Derivative, Direction, Expr, Function,
    FunctionKind, Growth, Head, Leaf, Mapped, Opening, Operation, Param, Part, Passing, Place, Promoted, Range,
    Residue, Step, Stmt, Storage, TapeSlot, Through, UnaryOp, UpdateOp, Variant, Walk, Walked, Window,
};
use std::fmt::{self, Display, Formatter, Write as _};

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            FunctionKind::Reversible => "reversible",
            FunctionKind::Ordinary => "ordinary",
        };
        writeln!(f, "{kind} fn {}({}) {{", self.name, list(&self.params))?;
        write!(f, "{}", Indented(&self.body, 1))?;
        if let Some(result) = &self.result {
            writeln!(f, "    {result}")?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let constant = if self.active { "" } else { "constant " };
        let reference = match self.passing {
            Passing::Value => "",
            Passing::Shared => "&",
            Passing::Exclusive => "&mut ",
        };
        write!(f, "{constant}{}: {reference}{}", self.var, self.ty)
    }
}

/// Statements, a line each, so many levels in.
pub struct Indented<'s>(pub &'s [Stmt], pub usize);

impl Display for Indented<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|stmt| statement(stmt, self.1, f))
    }
}

/// Items with commas between them.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

fn block(stmts: &[Stmt], level: usize, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, " {{")?;
    write!(f, "{}{:indent$}}}", Indented(stmts, level + 1), "", indent = 4 * level)
}

fn statement(stmt: &Stmt, level: usize, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "{:indent$}", "", indent = 4 * level)?;
    match stmt {
        Stmt::Let { var, mutable, ty, init } => {
            write!(f, "let {}{var}", if *mutable { "mut " } else { "" })?;
            ty.iter().try_for_each(|ty| write!(f, ": {ty}"))?;
            init.iter().try_for_each(|init| write!(f, " = {init}"))?;
        }
        Stmt::Release { var, value } => write!(f, "release {var} = {value}")?,
        Stmt::Forget { vars, slice } => {
            write!(f, "forget {}", list(vars))?;
            block(slice, level, f)?;
        }
        Stmt::TypeOf { var, like, .. } => write!(f, "type_of {var}: type of {like}")?,
        Stmt::Shadow { var, like } => write!(f, "shadow {var}: like {like}")?,
        Stmt::Update { op, place, value, .. } => write!(f, "{place} {op} {value}")?,
        Stmt::Mapped(mapped) => write!(f, "{mapped}")?,
        Stmt::Assign { place, value, fresh } => write!(f, "{place} {} {value}", if *fresh { ":=" } else { "=" })?,
        Stmt::Renew { place, held, site, restored } => {
            write!(f, "renew {place}")?;
            held.iter().try_for_each(|held| write!(f, ", was {held}"))?;
            site.iter().try_for_each(|site| write!(f, ", like {site}"))?;
            if *restored {
                write!(f, ", restored")?;
            }
        }
        Stmt::Swap(a, b) => write!(f, "swap {a}, {b}")?,
        Stmt::Shape(place, pattern) => write!(f, "shape {place}: {pattern}")?,
        Stmt::Repack(repack) => write!(f, "{repack}")?,
        Stmt::Call { callee, variant, args, site } => {
            write!(f, "call{variant} {callee}({})", list(args))?;
            site.iter().try_for_each(|site| write!(f, " keeping {site}"))?;
        }
        Stmt::Nested(head, blocks) => nested(head, blocks, level, f)?,
        Stmt::Uncompute(label) => write!(f, "uncompute {}", label.name)?,
        Stmt::Safe { code, .. } => write!(f, "safe {code}")?,
        Stmt::View { vars, place, cut } => {
            write!(f, "view {} = {place}", list(vars))?;
            cut.iter().try_for_each(|cut| write!(f, " cut at {cut}"))?;
        }
        Stmt::Grow(place, growth) => match growth {
            Growth::Push(value) => write!(f, "push {place}, {value}")?,
            Growth::Pop(var) => write!(f, "let {var} = pop {place}")?,
            Growth::Shrink(None) => write!(f, "shrink {place}")?,
            Growth::Shrink(Some(var)) => write!(f, "let {var} = shrink {place}")?,
            Growth::Unpop(var) => write!(f, "unpop {place}, {var}")?,
        },
        Stmt::Leave(cond) => write!(f, "leave if {cond}")?,
        Stmt::Distinct(a, b) => write!(f, "distinct {a}, {b}")?,
        Stmt::SameLength(places) => write!(f, "same length {}", list(places))?,
        Stmt::Save(site, value) => write!(f, "save {site} = {value}")?,
        Stmt::Reserve(site, ranges) => write!(f, "reserve {site}: {}", list(ranges))?,
        Stmt::Tape(site, Opening::New) => write!(f, "tape {site}")?,
        Stmt::Tape(site, Opening::Emptied) => write!(f, "empty {site}")?,
        Stmt::Tape(site, Opening::Back) => write!(f, "back {site}")?,
        Stmt::Thaw(var) => write!(f, "thaw {var}")?,
        Stmt::Leaves(given) => write!(f, "leave {}", list(given))?,
        Stmt::TakesUp(residue) => write!(f, "take up {residue}")?,
        Stmt::Window(Window { var, place, exclusive, blocks, whole }) => {
            write!(f, "window {}{var} = {place}", if *exclusive { "mut " } else { "" })?;
            f.write_str(if *blocks { " in blocks" } else { "" })?;
            f.write_str(if *whole { ", whole" } else { "" })?;
        }
        Stmt::Load(var, place) => write!(f, "load {var} = {place}")?,
        Stmt::Share(share) => {
            write!(f, "share {} for {}", share.var, share.place)?;
            if let Some(Ahead { var, by, .. }) = &share.ahead {
                write!(f, " of {var} + {by}")?;
            }
            if !share.before[0].is_empty() {
                block(&share.before[0], level, f)?;
            }
            write!(f, " = {}", share.value)?;
        }
        Stmt::Promote(Promoted { var, place, sum: true }) => write!(f, "promote {var} = sum for {place}")?,
        Stmt::Promote(Promoted { var, place, sum: false }) => write!(f, "promote {var} = {place}")?,
        Stmt::Demote(Promoted { var, place, sum }) => write!(f, "{place} {} {var}", if *sum { "+=" } else { "=" })?,
        Stmt::LetCall { var, callee, args, site } => {
            write!(f, "let {var} = {callee}({})", list(args))?;
            site.iter().try_for_each(|site| write!(f, " keeping {site}"))?;
        }
        Stmt::LetTangent { var, tangent, callee, args, shadows, .. } => {
            write!(f, "let {var}, {tangent} = {callee}.tangent({}; {})", list(args), list(shadows.iter().map(Shadow)))?;
        }
        Stmt::Fused([there, back]) => {
            write!(f, "at once")?;
            block(there, level, f)?;
            write!(f, " and back")?;
            block(back, level, f)?;
        }
        Stmt::Backward { site, incoming, args, shadows, callee, .. } => {
            let args = args.iter().flatten();
            write!(f, "back through {callee} of {site}({incoming}; {}; ", list(args))?;
            write!(f, "{})", list(shadows.iter().map(Shadow)))?;
        }
    }
    writeln!(f)
}

/// Where the shadow of an argument is, if it has one.
struct Shadow<'p>(&'p Option<Place>);

impl Display for Shadow<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, "{place}"),
            None => f.write_str("inactive"),
        }
    }
}

fn nested(head: &Head, blocks: &[Vec<Stmt>], level: usize, f: &mut Formatter<'_>) -> fmt::Result {
    match (head, blocks) {
        (Head::If { pre, post }, [then, otherwise]) => {
            write!(f, "if {pre}")?;
            post.iter().try_for_each(|post| write!(f, " (after: {post})"))?;
            block(then, level, f)?;
            if otherwise.is_empty() {
                return Ok(());
            }
            write!(f, " else")?;
            return block(otherwise, level, f);
        }
        (Head::Match { matched, cases }, _) => {
            write!(f, "match {}", matched.value)?;
            matched.whole.iter().try_for_each(|whole| write!(f, " as {whole}"))?;
            writeln!(f, " {{")?;
            for (case, arm) in cases.iter().zip(blocks) {
                write!(f, "{:indent$}{case} =>", "", indent = 4 * (level + 1))?;
                block(arm, level + 1, f)?;
                writeln!(f)?;
            }
            return write!(f, "{:indent$}}}", "", indent = 4 * level);
        }
        (Head::While { pre, post }, _) => {
            write!(f, "while {pre}")?;
            post.iter().try_for_each(|post| write!(f, " (after: {post})"))?;
        }
        (Head::If { pre, .. }, _) => write!(f, "if {pre}")?,
        (Head::Scope, _) => write!(f, "scope")?,
        (Head::Idle, _) => write!(f, "idle")?,
        (Head::Inverse, _) => write!(f, "inverse")?,
        (Head::Label(label), _) => write!(f, "{}:", label.name)?,
        (Head::For { var, range }, _) => write!(f, "for {var} in {range}")?,
        (Head::Tape { var, range, fills, rewinds }, _) => {
            write!(f, "for {var} in {range}")?;
            fills.iter().try_for_each(|(site, like)| write!(f, " filling {site} like {like}"))?;
            rewinds.iter().try_for_each(|site| write!(f, " rewinding {site}"))?;
        }
        (Head::First { var, range, turns, reversed }, _) => {
            let back = if *reversed { "back " } else { "" };
            write!(f, "for {var} {back}over the first {turns} of {range}")?;
        }
        (Head::Each { turn, leaves, reversed }, _) => {
            write!(f, "for {turn}{} along {}", if *reversed { " from the end" } else { "" }, list(leaves))?;
        }
        (Head::Sweep { var, start, end, sums }, _) => {
            write!(f, "sweep {var} in {start}..{end}")?;
            if !sums.is_empty() {
                write!(f, " adding to {}", list(sums))?;
            }
        }
        (Head::Run { var, start, end }, _) => write!(f, "run {var} in {start}..{end}")?,
        (Head::Flows(places), _) => write!(f, "if gradients flow from {}", list(places))?,
        (Head::AtMost(count), [few, many]) => {
            write!(f, "if at most {count} iterations")?;
            block(few, level, f)?;
            write!(f, " else")?;
            return block(many, level, f);
        }
        (Head::Along(Along { var, counted, part, walked }), _) => {
            write!(
                f,
                "for {}{part} along {}",
                if *counted { format!("{var} in ") } else { String::new() },
                list(walked)
            )?;
        }
        (Head::Blocks(Blocks { var, walked, sums }), [in_block, left_over]) => {
            let sums = sums.iter().map(|(sum, place)| format!("{sum} for {place}"));
            write!(f, "blocks of {var} along {} adding up {}", list(walked), list(sums))?;
            block(in_block, level, f)?;
            write!(f, " left over")?;
            return block(left_over, level, f);
        }
        (Head::Blocks(_) | Head::AtMost(_), _) => unreachable!("it has two blocks"),
    }
    blocks.iter().try_for_each(|stmts| block(stmts, level, f))
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Part::All => f.write_str("all"),
            Part::First(count) => write!(f, "the first {count}"),
            Part::Last(count) => write!(f, "the last {count}"),
            Part::Without(count) => write!(f, "all but {count}"),
        }
    }
}

impl Display for Walked {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.var)?;
        self.behind.iter().try_for_each(|(of, by)| write!(f, " = {of} + {by}"))
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pattern)?;
        self.guard.iter().try_for_each(|guard| write!(f, " if {guard}"))
    }
}

impl Display for Leaf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.walk {
            Walk::Range(range) => write!(f, "{} in {range}", self.var),
            Walk::Slice { place, chunk, flipped, copied } => {
                let copied = if *copied { "copies of " } else { "" };
                write!(f, "{} in {copied}{place}", self.var)?;
                chunk.iter().try_for_each(|chunk| write!(f, " by {chunk}"))?;
                flipped.iter().try_for_each(|length| write!(f, " flipped at {length}"))
            }
        }
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.start, if self.inclusive { "..=" } else { ".." }, self.end)?;
        if let Some(stride) = &self.stride {
            write!(f, " step {}{}", stride.by, if stride.from_end { " to the end" } else { "" })?;
        }
        f.write_str(if self.reversed { " reversed" } else { "" })
    }
}

impl Display for Mapped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for view in &self.views {
            match view {
                Through::Neg => f.write_str("-(")?,
                Through::Conj => f.write_str("conj(")?,
                Through::Bijection(path) => write!(f, "{path}(")?,
            }
        }
        write!(f, "{}{} {} {}", self.place, ")".repeat(self.views.len()), self.op, self.value)
    }
}

impl Display for Repack {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (from, to) = (list(&self.from), list(&self.to));
        match &self.kind {
            Kind::Pack(shape) => write!(f, "pack {to} = {shape}({from})"),
            Kind::Unpack(shape) => write!(f, "unpack {shape}({to}) = {from}"),
            Kind::Convert { narrow, wide, back } => {
                let types = [narrow, wide];
                let [one, other] = if *back { [&types[1], &types[0]] } else { [&types[0], &types[1]] };
                write!(f, "convert {to} = {from}: {one} to {other}")
            }
        }
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Tuple => f.write_str("tuple"),
            Shape::Array => f.write_str("array"),
            Shape::Struct(path, _) | Shape::TupleStruct(path) => write!(f, "{path}"),
        }
    }
}

impl Display for Callee {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Callee::Function(path) | Callee::Associated(path) => write!(f, "{path}"),
            Callee::Method(name, _) => write!(f, ".{name}"),
            Callee::Value(place) => write!(f, "({place})"),
        }
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.name().map_or(Ok(()), |name| write!(f, ".{name}"))
    }
}

impl Display for Arg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Exclusive(place) => write!(f, "&mut {place}"),
            Arg::Shared(value) => write!(f, "{value}"),
            Arg::Shadow(place) => Shadow(place).fmt(f),
        }
    }
}

impl Display for TapeSlot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let keep = match self.keep {
            Storage::Here => "here",
            Storage::Once => "once",
            Storage::Many => "many",
            Storage::Type => "type",
            Storage::Filled => "filled",
            Storage::Rewound(_) => "rewound",
        };
        write!(f, "#{} {keep}", self.id)
    }
}

impl Display for Residue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Residue { id, branch, of, slots, choices } = self;
        let parts = slots.iter().map(ToString::to_string).chain(choices.iter().map(|id| format!("?{id}")));
        write!(f, "?{id} {} of {of} ({})", branch + 1, list(parts))
    }
}

impl Display for UpdateOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.binary())
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitXor => "^",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        })
    }
}

/// By its name, or the view's, and the steps from there. `*` stands before what a reference points to.
impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.is_pointee() {
            f.write_char('*')?;
        }
        write!(f, "{}", self.name())?;
        steps(self.open_steps(), f)
    }
}

fn steps(steps: &[Step], f: &mut Formatter<'_>) -> fmt::Result {
    for (k, step) in steps.iter().enumerate() {
        match step {
            // The way through a reference needs no sign, that into a box does.
            Step::Deref if k == 0 => {}
            Step::Deref => f.write_str(".*")?,
            Step::Field(name) => write!(f, ".{name}")?,
            Step::Held(name, _) => write!(f, ".{name}!")?,
            Step::Index(index) => write!(f, "[{index}]")?,
            Step::Slice(bounds) => write!(f, "[{bounds}]")?,
            Step::Present(_) => f.write_str("?")?,
        }
    }
    Ok(())
}

impl Display for Bounds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.start.iter().try_for_each(|start| write!(f, "{start}"))?;
        f.write_str(if self.inclusive { "..=" } else { ".." })?;
        self.end.iter().try_for_each(|end| write!(f, "{end}"))
    }
}

/// An operand, in parentheses unless it holds together.
struct Operand<'e>(&'e Expr);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Binary(..) | Expr::Cast(..) | Expr::Plus(_) | Expr::Unary(..) | Expr::If(_) | Expr::Match(..) => {
                write!(f, "({})", self.0)
            }
            other => write!(f, "{other}"),
        }
    }
}

/// What a method is called on, which needs no `*`.
struct Receiver<'e>(&'e Expr);

impl Display for Receiver<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Read(place) => {
                write!(f, "{}", place.name())?;
                steps(place.open_steps(), f)
            }
            other => Operand(other).fmt(f),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Literal(literal) => write!(f, "{literal}"),
            Expr::Constant(path) => write!(f, "{path}"),
            Expr::Read(place) => write!(f, "{place}"),
            Expr::Borrow(inner) => write!(f, "&{}", Operand(inner)),
            Expr::Lend(place) => write!(f, "&mut {place}"),
            Expr::Function(function) => {
                let code = match &function.code {
                    Code::Path(path) => path.to_string(),
                    Code::Param(var, _) => var.to_string(),
                    Code::Closure(lifted) => format!("|{}| ..", list(&lifted.function.params)),
                };
                write!(f, "fn {code} with {}", function.environment)
            }
            Expr::Unary(UnaryOp::Neg, inner, _) => write!(f, "-{}", Operand(inner)),
            Expr::Unary(UnaryOp::Not, inner, _) => write!(f, "!{}", Operand(inner)),
            Expr::Binary(op, operands, _) => write!(f, "{} {op} {}", Operand(&operands[0]), Operand(&operands[1])),
            Expr::Method(name, args, _) => {
                let (receiver, rest) = args.split_first().ok_or(fmt::Error)?;
                let types = name.types.as_ref().map(ToString::to_string).unwrap_or_default();
                write!(f, "{}.{}{types}({})", Receiver(receiver), &**name, list(rest))
            }
            Expr::Length(place, _) => write!(f, "{}.len()", Receiver(&Expr::Read(place.clone()))),
            Expr::Call(path, args, _) | Expr::Construct(path, args) => {
                write!(f, "{}({})", path, list(args))
            }
            Expr::Cast(inner, ty) => write!(f, "{} as {}", Operand(inner), ty),
            Expr::Array(items) => write!(f, "[{}]", list(items)),
            Expr::Repeat(item, count) => write!(f, "[{item}; {count}]"),
            Expr::Vector(inner) => write!(f, "vec!{inner}"),
            Expr::Struct(path, fields) => {
                let fields = fields.iter().map(|(name, value)| format!("{name}: {value}"));
                write!(f, "{} {{ {} }}", path, list(fields))
            }
            Expr::Tuple(items) => write!(f, "({})", list(items)),
            Expr::Part(base, path) => {
                write!(f, "{}", Operand(base))?;
                steps(path, f)
            }
            Expr::If(parts) => write!(f, "if {} {{ {} }} else {{ {} }}", parts[0], parts[1], parts[2]),
            Expr::Block(locals, value) => {
                f.write_str("{ ")?;
                locals.iter().try_for_each(|inner| write!(f, "let {} = {}; ", inner.var, inner.init))?;
                write!(f, "{value} }}")
            }
            Expr::Match(matched, arms) => {
                let arms = arms.iter().map(|(case, value)| format!("{case} => {value}"));
                write!(f, "match {} {{ {} }}", matched.value, list(arms))
            }
            Expr::Mapped(facet, path, value, _) => write!(f, "{}.{}({value})", path, facet.method()),
            Expr::Derivative(derivative) => write!(f, "{derivative}"),
            Expr::Never(mac) => write!(f, "{mac}"),
            Expr::Macro(arm, reads) => write!(f, "match ({}) {{ {arm} }}", list(reads)),
            Expr::Restore(site) => write!(f, "restore({site})"),
            Expr::Replay(site, bounds) => write!(f, "replay({site}, {}..{})", bounds[0], bounds[1]),
            Expr::Plus(both) => write!(f, "{} ⊕ {}", Operand(&both[0]), Operand(&both[1])),
            Expr::Zero => f.write_str("zero"),
            Expr::ZeroOf(float) => write!(f, "zero {}", float.name()),
            Expr::Unread(float) => write!(f, "any {}", float.name()),
            Expr::Weighed(weighed) => {
                write!(f, "weigh({}, {}", weighed.incoming, weighed.partial)?;
                weighed.ratio.iter().try_for_each(|[a, b]| write!(f, ", {a} : {b}"))?;
                f.write_str(")")
            }
        }
    }
}

/// `pull(incoming, Mul.0(x, y))`: the gradient of the product, by way of its first factor; ` = r` where the rule reads the result.
impl Display for Derivative {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let way = match self.direction {
            Direction::Pull => "pull",
            Direction::Push => "push",
        };
        let operation = match &self.operation {
            Operation::Rule(rule) => rule.strukt.to_string(),
            Operation::Cast(ty) => format!("as {ty}"),
            Operation::Twice => "Twice".to_string(),
        };
        write!(f, "{way}({}, {operation}.{}({})", self.incoming, self.operand, list(&self.operands))?;
        self.result.iter().try_for_each(|result| write!(f, " = {result}"))?;
        f.write_char(')')
    }
}
