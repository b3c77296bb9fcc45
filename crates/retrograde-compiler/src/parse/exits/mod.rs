//! Early exits of ordinary functions. Before anything else is looked at, `return`, `break`, `continue`, `?` and `let ... else` are
//! rewritten into branches: what follows a branch that may leave goes into the arm that does not. Where several arms go on, or
//! a loop is in between, a flag says that an exit was taken, and what follows is put into an `if`.
//!
//! A flag counts up from zero, so it is undone without a tape: 1 ends the iteration of a loop, 2 the loop.

mod choice;
mod find;
mod held;

pub(super) use choice::as_block;
pub(super) use find::{diverges, escapes, is_free, mentions, names};

use super::hoist;
use crate::error::Errors;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned, quote};
use choice::Choice;
pub(super) use find::Code;
use find::{binds, contains_exit};
use held::{Held, assigned_into, value_into};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Stmt};

/// Closures are put where they are called; what they are left by is rewritten before, since it is theirs.
struct Closures<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
}

impl VisitMut for Closures<'_> {
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        let output = given_by(closure);
        if let Expr::Block(body) = &mut *closure.body
            && body.label.is_none()
        {
            body.block = without_exits_here(&body.block, &output, self.names, self.errors);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The type of what a closure gives, as far as it shows.
fn given_by(closure: &syn::ExprClosure) -> syn::Type {
    if let syn::ReturnType::Type(_, ty) = &closure.output {
        return (**ty).clone();
    }
    let tail = match &*closure.body {
        Expr::Block(inner) => match inner.block.stmts.last() {
            Some(Stmt::Expr(tail, None)) => Some(tail),
            _ => None,
        },
        value => Some(value),
    };
    match tail {
        Some(Expr::Path(path)) if path.path.is_ident("None") => parse_quote!(Option<_>),
        Some(Expr::Call(call)) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")) => {
            parse_quote!(Option<_>)
        }
        _ => parse_quote!(_),
    }
}

/// A closure without early exits.
pub(super) fn closure_without_exits(
    closure: &syn::ExprClosure,
    names: &mut Names,
    errors: &Errors,
) -> syn::ExprClosure {
    let mut closure = closure.clone();
    if !matches!(*closure.body, Expr::Block(_)) {
        let body = &closure.body;
        *closure.body = parse_quote!({ #body });
    }
    Closures { names, errors }.visit_expr_closure_mut(&mut closure);
    closure
}

/// The body of an ordinary function that returns `output`, without early exits, and so its closures.
pub(super) fn without_exits(block: &Block, output: &syn::Type, names: &mut Names, errors: &Errors) -> Block {
    let mut block = block.clone();
    Closures { names, errors }.visit_block_mut(&mut block);
    without_exits_here(&block, output, names, errors)
}

/// The body of an ordinary function that returns `output`, without early exits.
fn without_exits_here(block: &Block, output: &syn::Type, names: &mut Names, errors: &Errors) -> Block {
    if !contains_exit(block) {
        return block.clone();
    }
    let mut exits = Exits { names, errors, levels: Vec::new(), output, depth: 0 };
    exits.open(None, Kind::Function, None);
    let body = exits.stmts(&block.stmts, At::End(0));
    let level = exits.levels.pop().expect("the function is a level");
    let mut stmts = Vec::new();
    if level.flagged {
        let flag = &level.flag;
        stmts.push(parse_quote!(let mut #flag = 0u8;));
        stmts.push(level.held.declaration());
    }
    stmts.extend(body);
    Block { brace_token: block.brace_token, stmts }
}

/// Something that can be left.
struct Level {
    kind: Kind,
    label: Option<syn::Lifetime>,
    /// not zero once it is to be left
    flag: Ident,
    /// whether the flag is used
    flagged: bool,
    /// whether it says that a loop is to have no further iteration
    stops: bool,
    /// holds the value that it is left with
    held: Held,
    /// whether it is
    valued: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Function,
    Loop,
    Block,
}

/// What follows some statements.
#[derive(Clone, Copy, PartialEq)]
enum At {
    /// nothing: they end a pass through this level
    End(usize),
    /// others, which look at the flag
    Inside,
}

/// Where an exit leads to.
#[derive(Clone, Copy, PartialEq)]
enum Exit {
    Leave,
    NextTurn,
}

struct Exits<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
    levels: Vec<Level>,
    output: &'n syn::Type,
    /// how many statements are being rewritten
    depth: usize,
}

/// So many exits are rewritten one after another; two for each `?`.
const MOST_EXITS: usize = 200;

impl Exits<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    fn open(&mut self, label: Option<&syn::Label>, kind: Kind, into: Option<&syn::Pat>) {
        let label = label.map(|label| label.name.clone());
        let (flag, name) = (self.fresh("exit"), self.fresh("held"));
        let held = match into {
            _ if kind == Kind::Function => Held { name, ty: Some(self.output.clone()) },
            Some(pat) => Held::of(name, pat),
            None => Held { name, ty: None },
        };
        self.levels.push(Level { kind, label, flag, flagged: false, stops: false, held, valued: false });
    }

    /// Statements without exits. What they end with is their value, if one is asked for.
    fn stmts(&mut self, stmts: &[Stmt], at: At) -> Vec<Stmt> {
        // Every exit puts what follows it one level deeper.
        let mut exits = stmts.iter().filter(|stmt| contains_exit(*stmt));
        let too_many = exits.nth(MOST_EXITS - self.depth);
        if let Some(stmt) = too_many {
            self.errors.push(stmt, "there are too many early exits before this one: put some of them into functions");
        }
        if too_many.is_some() || self.depth == MOST_EXITS {
            return stmts.to_vec();
        }
        self.depth += 1;
        let out = self.stmts_inside(stmts, at);
        self.depth -= 1;
        out
    }

    fn stmts_inside(&mut self, stmts: &[Stmt], at: At) -> Vec<Stmt> {
        let mut out = Vec::new();
        for (k, stmt) in stmts.iter().enumerate() {
            let rest = &stmts[k + 1..];
            if !contains_exit(stmt) {
                out.push(stmt.clone());
                continue;
            }
            if let Some(hoisted) = self.hoisted(stmt) {
                out.extend(self.stmts(&[&hoisted[..], rest].concat(), at));
                return out;
            }
            let done = match stmt {
                Stmt::Local(local) => self.local(local, rest, at, &mut out),
                Stmt::Expr(expr, semi) => self.expression(expr, semi.is_some(), rest, at, &mut out),
                other => {
                    out.push(other.clone());
                    false
                }
            };
            if done {
                return out;
            }
        }
        out
    }

    /// The statement with the first exit in the middle of an expression moved in front of it.
    fn hoisted(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let mut stmt = stmt.clone();
        let is_unused = matches!(stmt, Stmt::Expr(_, Some(_)));
        // What a statement is as a whole is looked at as such.
        let (top, whole) = match &mut stmt {
            Stmt::Local(local) => (&mut *local.init.as_mut()?.expr, false),
            Stmt::Expr(expr, _) => (expr, true),
            _ => return None,
        };
        if !asks_again(top)
            && let Expr::Try(question) = top
        {
            *top = asked(question, self.output);
            if let (Expr::Match(choice), true) = (top, is_unused) {
                // Nobody reads what `check(x)?;` gives.
                choice.arms[0].body = parse_quote!({});
            }
            return Some(vec![stmt]);
        }
        let inner = match top {
            Expr::Return(ret) => ret.expr.as_deref_mut()?,
            Expr::Break(exit) => exit.expr.as_deref_mut()?,
            Expr::Continue(_) => return None,
            top => top,
        };
        let is_top = |expr: &Expr| matches!(expr, Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_));
        let stays = is_top(inner) || whole && matches!(inner, Expr::While(_) | Expr::ForLoop(_));
        let first = std::cell::Cell::new(stays);
        let wanted = |expr: &Expr| !first.replace(false) && leaves(expr) && !asks_again(expr);
        let name = self.fresh("value");
        let (name, part, moved) = hoist::hoist(&Stmt::Expr(inner.clone(), None), &wanted, name, self.errors)?;
        if let Stmt::Expr(moved, _) = moved {
            *inner = moved;
        }
        let part = match &part {
            Expr::Try(question) => asked(question, self.output),
            part => part.clone(),
        };
        Some(vec![parse_quote!(let #name = #part;), stmt])
    }

    /// Whether what follows has been dealt with too.
    fn expression(&mut self, expr: &Expr, semi: bool, rest: &[Stmt], at: At, out: &mut Vec<Stmt>) -> bool {
        match expr {
            Expr::Return(ret) => {
                self.exit(0, Exit::Leave, ret.expr.as_deref(), at, out);
                return true;
            }
            Expr::Break(exit) => {
                if let Some(target) = self.target(exit.label.as_ref(), false) {
                    self.exit(target, Exit::Leave, exit.expr.as_deref(), at, out);
                    return true;
                }
                out.push(Stmt::Expr(expr.clone(), None));
            }
            Expr::Continue(exit) => {
                if let Some(target) = self.target(exit.label.as_ref(), true) {
                    self.exit(target, Exit::NextTurn, None, at, out);
                    return true;
                }
                out.push(Stmt::Expr(expr.clone(), None));
            }
            Expr::If(_) | Expr::Match(_) => {
                self.choice(expr, None, rest, at, out);
                return true;
            }
            Expr::Paren(inner) => return self.expression(&inner.expr, semi, rest, at, out),
            Expr::Block(inner) if inner.label.is_none() => {
                let position = if rest.is_empty() { at } else { At::Inside };
                let stmts = self.stmts(&inner.block.stmts, position);
                out.push(Stmt::Expr(parse_quote!({ #(#stmts)* }), None));
                return self.after(expr, rest, at, out);
            }
            // The value of the function.
            Expr::Block(_) | Expr::Loop(_) if !semi && rest.is_empty() && at == At::End(0) => {
                let value = self.fresh("value");
                let stmts: [Stmt; 2] = [parse_quote!(let #value = #expr;), Stmt::Expr(parse_quote!(#value), None)];
                out.extend(self.stmts(&stmts, at));
                return true;
            }
            Expr::Block(inner) => {
                self.labelled(inner, None, out);
                return self.after(expr, rest, at, out);
            }
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => {
                self.repeat(expr, None, out);
                return self.after(expr, rest, at, out);
            }
            other => out.push(Stmt::Expr(other.clone(), semi.then(Default::default))),
        }
        false
    }

    /// What follows a statement that may have been left by a flag; whether it has been dealt with.
    fn after(&mut self, expr: &Expr, rest: &[Stmt], at: At, out: &mut Vec<Stmt>) -> bool {
        if !escapes(expr) {
            return false;
        }
        if rest.is_empty() && at != At::End(0) {
            return true;
        }
        let innermost = self.levels.len() - 1;
        let (flag, held) = (self.levels[innermost].flag.clone(), self.levels[0].held.value());
        if at == At::End(0) && diverges(expr) {
            out.push(Stmt::Expr(held, None));
            return true;
        }
        let rest = self.stmts(rest, at);
        let guarded: Expr = if at == At::End(0) {
            parse_quote!(if #flag == 0u8 { #(#rest)* } else { #held })
        } else {
            parse_quote!(if #flag == 0u8 { #(#rest)* })
        };
        out.push(Stmt::Expr(guarded, None));
        true
    }

    /// The level that `break` or `continue` is about.
    fn target(&self, label: Option<&syn::Lifetime>, turn: bool) -> Option<usize> {
        self.levels.iter().rposition(|level| match label {
            Some(label) => level.label.as_ref() == Some(label) && (!turn || level.kind == Kind::Loop),
            None => level.kind == Kind::Loop,
        })
    }

    fn exit(&mut self, target: usize, exit: Exit, value: Option<&Expr>, at: At, out: &mut Vec<Stmt>) {
        if target == 0 && at == At::End(0) {
            let value: Vec<Stmt> = value.map(|value| Stmt::Expr(value.clone(), None)).into_iter().collect();
            out.extend(self.stmts(&value, at));
            return;
        }
        if let Some(value) = value {
            let level = &mut self.levels[target];
            level.valued = true;
            // The value may hold an exit of its own.
            let stmt = level.held.given(value);
            out.extend(self.stmts(&[stmt], At::Inside));
        }
        for (k, level) in self.levels.iter_mut().enumerate().skip(target) {
            let next_turn = k == target && exit == Exit::NextTurn;
            // At the end of a pass there is nothing left to skip.
            if at == At::End(k) && (next_turn || level.kind != Kind::Loop) {
                continue;
            }
            let (flag, by): (_, Expr) = (&level.flag, if next_turn { parse_quote!(1u8) } else { parse_quote!(2u8) });
            out.push(parse_quote!(#flag += #by;));
            level.flagged = true;
            level.stops |= level.kind == Kind::Loop && !next_turn;
        }
    }

    /// A loop; the variable that holds its value, if it is left with one.
    fn repeat(&mut self, expr: &Expr, into: Option<&syn::Pat>, out: &mut Vec<Stmt>) -> Option<Held> {
        let mut expr = match expr {
            Expr::While(each) if matches!(*each.cond, Expr::Let(_)) => hoist::as_loop(each),
            expr => expr.clone(),
        };
        let (label, body) = match &mut expr {
            Expr::While(each) => (each.label.take(), &mut each.body),
            Expr::ForLoop(each) => (each.label.take(), &mut each.body),
            Expr::Loop(each) => (each.label.take(), &mut each.body),
            _ => unreachable!("only these are loops"),
        };
        self.open(label.as_ref(), Kind::Loop, into);
        let mut stmts = self.stmts(&body.stmts, At::End(self.levels.len() - 1));
        let level = self.levels.pop().expect("just opened");
        let flag = &level.flag;
        if level.flagged {
            stmts.insert(0, parse_quote!(let mut #flag = 0u8;));
        }
        if level.stops {
            stmts.push(parse_quote!(if #flag >= 2u8 { break; }));
        }
        body.stmts = stmts;
        if level.valued {
            out.push(level.held.declaration());
        }
        let expr = match expr {
            Expr::Loop(each) => {
                let body = each.body;
                parse_quote_spanned!(each.loop_token.span=> while true #body)
            }
            expr => expr,
        };
        out.push(Stmt::Expr(expr, None));
        level.valued.then_some(level.held)
    }

    /// A block that can be left; the variable that holds its value, if it is asked for.
    fn labelled(&mut self, block: &syn::ExprBlock, into: Option<&syn::Pat>, out: &mut Vec<Stmt>) -> Held {
        self.open(block.label.as_ref(), Kind::Block, into);
        let held = self.levels[self.levels.len() - 1].held.clone();
        let stmts = if into.is_some() {
            out.push(held.declaration());
            assigned_into(&block.block, &|value| held.given(value))
        } else {
            block.block.stmts.clone()
        };
        let stmts = self.stmts(&stmts, At::End(self.levels.len() - 1));
        let level = self.levels.pop().expect("just opened");
        if level.flagged {
            let flag = &level.flag;
            out.push(parse_quote!(let mut #flag = 0u8;));
        }
        out.push(Stmt::Expr(parse_quote!({ #(#stmts)* }), None));
        held
    }

    /// What follows a local that starts with what a variable holds.
    fn begin(&mut self, local: &Local, held: &Held, rest: &[Stmt], at: At, out: &mut Vec<Stmt>) {
        let init = local.init.as_ref().expect("it starts with something");
        let rest = [&[with_value(local, &held.value())], rest].concat();
        if !self.after(&init.expr, &rest, at, out) {
            out.extend(self.stmts(&rest, at));
        }
    }

    /// `let pattern = value;` where the value may leave.
    fn local(&mut self, local: &Local, rest: &[Stmt], at: At, out: &mut Vec<Stmt>) -> bool {
        let Some(init) = &local.init else {
            out.push(Stmt::Local(local.clone()));
            return false;
        };
        if let Some((_, otherwise)) = &init.diverge {
            let (pat, value) = (untyped(&local.pat), &init.expr);
            // What the pattern binds is meant for what follows.
            let stmts = self.stmts(rest, at);
            let left = self.stmts(&as_block(otherwise).stmts, at);
            let arms = quote!(#pat => { #(#stmts)* } _ => { #(#left)* });
            out.push(Stmt::Expr(parse_quote_spanned!(local.let_token.span=> match #value { #arms }), None));
            return true;
        }
        match &*init.expr {
            Expr::If(_) | Expr::Match(_) => {
                self.choice(&init.expr, Some(local), rest, at, out);
                true
            }
            Expr::Loop(_) => match self.repeat(&init.expr, Some(&local.pat), out) {
                Some(held) => {
                    self.begin(local, &held, rest, at, out);
                    true
                }
                // It is only left for good.
                None => self.after(&init.expr, rest, at, out),
            },
            Expr::Block(inner) if inner.label.is_none() && clash(&binds(&inner.block), rest).is_none() => {
                let stmts = value_into(&inner.block, |value| with_value(local, value));
                out.extend(self.stmts(&[&stmts[..], rest].concat(), at));
                true
            }
            // Its exits stay inside.
            Expr::Block(inner) if inner.label.is_none() && !escapes(&*init.expr) => {
                let stmts = self.stmts(&inner.block.stmts, At::Inside);
                out.push(with_value(local, &parse_quote!({ #(#stmts)* })));
                false
            }
            Expr::Block(inner) => {
                let held = self.labelled(inner, Some(&local.pat), out);
                self.begin(local, &held, rest, at, out);
                true
            }
            _ => {
                out.push(Stmt::Local(local.clone()));
                false
            }
        }
    }

    /// `if` or `match`, of which some arms leave, and what follows. With `local`, it is what the local starts with.
    fn choice(&mut self, expr: &Expr, local: Option<&Local>, rest: &[Stmt], at: At, out: &mut Vec<Stmt>) {
        let mut choice = Choice::of(expr);
        let on: Vec<usize> = (0..choice.arms.len()).filter(|k| !diverges(&choice.arms[*k].body)).collect();
        // What follows can go into the one arm that goes on, or is never reached.
        let (fits, one) = match on[..] {
            [one] => (clash(&choice.arms[one].binds(), rest).is_none(), Some(one)),
            [] => (true, None),
            _ => (false, None),
        };
        let ends = local.is_none() && rest.is_empty();
        if ends || fits && escapes(expr) {
            for (k, arm) in choice.arms.iter_mut().enumerate() {
                let mut stmts = arm.body.stmts.clone();
                if Some(k) == one && !ends {
                    if let Some(local) = local {
                        stmts = value_into(&arm.body, |value| with_value(local, value));
                    }
                    stmts.extend_from_slice(rest);
                }
                arm.body.stmts = self.stmts(&stmts, at);
            }
            out.push(Stmt::Expr(choice.put_together(), None));
            return;
        }
        // Its exits stay inside.
        if let (Some(local), false) = (local, escapes(expr)) {
            for arm in &mut choice.arms {
                arm.body.stmts = self.stmts(&arm.body.stmts, At::Inside);
            }
            out.push(with_value(local, &choice.put_together()));
            out.extend(self.stmts(rest, at));
            return;
        }
        let held = local.map(|local| (local, Held::of(self.fresh("held"), &local.pat)));
        if let Some((_, held)) = &held {
            out.push(held.declaration());
        }
        for (k, arm) in choice.arms.iter_mut().enumerate() {
            if let (Some((_, held)), true) = (&held, on.contains(&k)) {
                arm.body.stmts = assigned_into(&arm.body, &|value| held.given(value));
            }
            arm.body.stmts = self.stmts(&arm.body.stmts, At::Inside);
        }
        out.push(Stmt::Expr(choice.put_together(), None));
        match held {
            Some((local, held)) => self.begin(local, &held, rest, at, out),
            None => {
                if !self.after(expr, rest, at, out) {
                    out.extend(self.stmts(rest, at));
                }
            }
        }
    }
}

/// An expression that may leave by itself.
fn leaves(expr: &Expr) -> bool {
    match expr {
        Expr::Try(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_) => contains_exit(expr),
        _ => false,
    }
}

/// Whether it is `e?` where another exit is in `e`, which comes first.
fn asks_again(expr: &Expr) -> bool {
    matches!(expr, Expr::Try(question) if hoist::any(&question.expr, &leaves))
}

/// `e?` as a choice, by what the function returns. What a closure returns is not known, and its errors are passed on as they are.
fn asked(question: &syn::ExprTry, output: &syn::Type) -> Expr {
    let (value, span) = (&question.expr, question.question_token.span);
    let last = match output {
        syn::Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    if last.is_some_and(|last| last.ident == "Option") {
        return parse_quote_spanned!(span=> match #value { Some(value) => value, None => return None });
    }
    let error: Expr = match output {
        syn::Type::Infer(_) => parse_quote_spanned!(span=> error),
        output => {
            parse_quote_spanned!(span=> ::retrograde::emitted::passed_on(error, ::core::marker::PhantomData::<#output>))
        }
    };
    parse_quote_spanned!(span=> match #value { Ok(value) => value, Err(error) => return Err(#error) })
}

fn with_value(local: &Local, value: &Expr) -> Stmt {
    let mut local = local.clone();
    if let Some(init) = &mut local.init {
        *init.expr = value.clone();
    }
    Stmt::Local(local)
}

fn untyped(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Type(typed) => &typed.pat,
        pat => pat,
    }
}

/// A name that would mean something else to the statements that follow if they stood where it is bound.
fn clash(bound: &[Ident], rest: &[Stmt]) -> Option<Ident> {
    bound.iter().find(|name| rest.iter().any(|stmt| mentions(stmt.to_token_stream(), name))).cloned()
}
