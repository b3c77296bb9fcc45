//! From Rust's syntax to the form. What the language does not have is an error at its token that says what to write instead.
//!
//! Blocks are flattened and shadowed names made unique on the way, so that later passes see neither.

mod attributes;
mod expr;

use crate::access::{self, is_integer};
use crate::error::{Errors, Region};
use crate::ir::{
    Arg, At, BinaryOp, Duty, Expr, Function, Inert, Opaque, Param, Passing, Place, Range, Stmt, UpdateOp, Var, Variant,
};
use crate::names::Names;
use proc_macro2::{Ident, Span, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::spanned::Spanned;

/// Parses a function. Mistakes are noted in `errors`; the result is then only good for finding more of them.
pub fn function(item: &syn::ItemFn, duty: Duty, errors: &Errors) -> Function {
    let mut parser = Parser {
        duty,
        errors,
        names: Names::in_tokens(item.to_token_stream()),
        scopes: vec![HashMap::new()],
        bound: HashSet::new(),
        inert: Inert::new(),
    };
    attributes::check(item, errors);
    parser.signature(&item.sig);
    let params = item.sig.inputs.iter().filter_map(|input| parser.param(input)).collect();
    let mut body = Vec::new();
    let tail = parser.block(&item.block, duty == Duty::Ordinary, &mut body);
    let result = parser.result(&item.sig, tail, &mut body);
    Function {
        name: Var::new(&item.sig.ident.to_string(), item.sig.ident.span()),
        duty,
        params,
        body,
        result,
        inert: parser.inert,
    }
}

/// What a name in scope stands for.
#[derive(Clone)]
struct Binding {
    var: Var,
    /// a reference, so that the value is behind it
    reference: bool,
    /// may be written
    mutable: bool,
    /// why it may not, for the error
    kind: &'static str,
    /// what to do about it
    advice: &'static str,
}

struct Parser<'e> {
    duty: Duty,
    errors: &'e Errors,
    names: Names,
    scopes: Vec<HashMap<String, Binding>>,
    /// every name bound so far, in scopes that have ended too: their variables live on in the flattened form
    bound: HashSet<String>,
    inert: Inert,
}

impl Parser<'_> {
    fn error(&self, at: impl Region, message: impl std::fmt::Display) {
        self.errors.push(at, message);
    }

    fn reversible(&self) -> bool {
        self.duty == Duty::Reversible
    }

    fn signature(&self, sig: &syn::Signature) {
        let attribute = if self.reversible() { "`#[reversible]`" } else { "`#[differentiable]`" };
        let refuse = |span: Span, what: &str| self.error(span, format!("{attribute} does not support {what}"));
        if let Some(token) = sig.constness.filter(|_| self.reversible()) {
            refuse(token.span(), "`const` functions: leave out `const`");
        }
        if let Some(token) = sig.asyncness {
            refuse(token.span(), "`async` functions: make the function synchronous");
        }
        if let syn::Safety::Unsafe(token) = &sig.safety {
            refuse(token.span(), "`unsafe` functions: only safe code can be reversed");
        }
        if let Some(abi) = &sig.abi {
            refuse(abi.span(), "functions of another ABI: call a plain Rust function from a wrapper");
        }
        if let Some(variadic) = &sig.variadic {
            refuse(variadic.span(), "variadic functions: pass a slice");
        }
    }

    fn result(&mut self, sig: &syn::Signature, tail: Option<&syn::Expr>, body: &mut Vec<Stmt>) -> Option<Expr> {
        match (&sig.output, self.duty) {
            (syn::ReturnType::Default, Duty::Reversible) => {
                if let Some(tail) = tail {
                    self.error(
                        tail,
                        "a reversible function returns nothing: add the value to a `&mut` parameter, `*y += ...;`",
                    );
                }
                None
            }
            (syn::ReturnType::Type(_, ty), Duty::Reversible) => {
                self.error(
                    ty.span(),
                    "a reversible function returns nothing: take a `&mut` parameter for the result and add to it, `*y += ...;`",
                );
                None
            }
            (syn::ReturnType::Default, Duty::Ordinary) => {
                self.error(
                    sig.ident.span(),
                    "a differentiable function returns a value: give it a return type, such as `-> f64`",
                );
                None
            }
            (syn::ReturnType::Type(..), Duty::Ordinary) => match tail {
                Some(tail) => Some(self.value(tail, body)),
                None => {
                    self.error(sig.ident.span(), "the value of a differentiable function is its last expression: end the body with it, without `;`");
                    None
                }
            },
        }
    }

    fn bind(&mut self, ident: &Ident, binding: impl FnOnce(Var) -> Binding) -> Var {
        let name = ident.to_string();
        let fresh = self.bound.insert(name.clone());
        let var = if fresh { Var::new(&name, ident.span()) } else { self.names.rename(ident) };
        let scope = self.scopes.last_mut().expect("a scope is open");
        scope.insert(name, binding(var.clone()));
        var
    }

    /// Binds a name whose declaration was refused, so that its uses are not in error too.
    fn bind_refused(&mut self, ident: &Ident, reference: bool) {
        self.bind(ident, |var| Binding { var, reference, mutable: true, kind: "", advice: "" });
    }

    fn bind_pattern(&mut self, pat: &syn::Pat) {
        let mut tokens: Vec<TokenTree> = pat.to_token_stream().into_iter().collect();
        while let Some(token) = tokens.pop() {
            match token {
                TokenTree::Ident(ident) => self.bind_refused(&ident, false),
                TokenTree::Group(group) => tokens.extend(group.stream()),
                _ => {}
            }
        }
    }

    fn open(&mut self) {
        self.scopes.push(HashMap::new());
    }

    fn close(&mut self) {
        self.scopes.pop();
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn param(&mut self, input: &syn::FnArg) -> Option<Param> {
        let typed = match input {
            syn::FnArg::Typed(typed) => typed,
            syn::FnArg::Receiver(receiver) => {
                self.error(
                    receiver,
                    "methods are not supported yet: write a function that takes the struct as a parameter",
                );
                self.bind_refused(&Ident::new("self", receiver.self_token.span()), true);
                return None;
            }
        };
        let mut changed = false;
        let ident = match &*typed.pat {
            syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                if let Some(token) = pat.mutability {
                    let advice = if self.reversible() {
                        "a `mut` parameter is a copy whose changes are lost: take `&mut` to change it, or start a local from it"
                    } else {
                        "a `mut` parameter is not supported yet: start a local from it, `let mut v = x;`, and change that"
                    };
                    self.error(token.span(), advice);
                    changed = true;
                }
                &pat.ident
            }
            syn::Pat::Wild(token) => {
                self.error(
                    token,
                    "give the parameter a name, such as `_x`: its gradient is a parameter named after it",
                );
                return None;
            }
            other => {
                self.error(other, "a parameter must be a plain name: take its parts by field or index in the body");
                self.bind_pattern(other);
                return None;
            }
        };
        let (passing, ty) = match bare(&typed.ty) {
            syn::Type::Reference(reference) if reference.mutability.is_some() => {
                (Passing::Exclusive, bare(&reference.elem))
            }
            syn::Type::Reference(reference) => (Passing::Shared, bare(&reference.elem)),
            ty => (Passing::Value, ty),
        };
        if let syn::Type::ImplTrait(unnamed) = ty {
            self.error(unnamed, "`impl Trait` is not supported here: give the type a name, `fn f<T: Plain>(x: &T)`");
        }
        if passing == Passing::Exclusive && !self.reversible() {
            self.error(&typed.ty, "a differentiable function cannot change its arguments yet: return the result, or make the function `#[reversible]`");
        }
        let integer = integer_type(ty);
        let (kind, advice) = match passing {
            _ if !self.reversible() => ("a parameter", "start a local from it, `let mut v = x;`, and change that"),
            Passing::Value => {
                ("a parameter passed by value", "take it by `&mut` to change it, or start a local from it")
            }
            _ => ("a parameter behind `&`", "take it by `&mut` to change it"),
        };
        let var = self.bind(ident, |var| Binding {
            var,
            reference: passing != Passing::Value,
            mutable: changed || passing == Passing::Exclusive,
            kind,
            advice,
        });
        if integer {
            self.inert.insert(var.name.clone());
        }
        Some(Param { var, passing, ty: Opaque::new(ty.clone()), active: !integer })
    }

    /// Parses statements into `out`; gives back the tail expression, if the block ends with one that is a value. `valued` says
    /// whether one is expected.
    fn block<'b>(&mut self, block: &'b syn::Block, valued: bool, out: &mut Vec<Stmt>) -> Option<&'b syn::Expr> {
        let last = block.stmts.len().saturating_sub(1);
        for (k, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Local(local) => self.local(local, out),
                syn::Stmt::Item(item) => {
                    self.error(item, "items inside the body are not supported yet: move this out of the function")
                }
                syn::Stmt::Macro(mac) => self.refuse_macro(&mac.mac),
                syn::Stmt::Expr(syn::Expr::Return(ret), _)
                    if k == last && !self.reversible() && self.scopes.len() == 1 =>
                {
                    if ret.expr.is_none() {
                        self.error(ret, "a differentiable function returns a value");
                    }
                    return ret.expr.as_deref();
                }
                syn::Stmt::Expr(expr, None) if k == last && !is_statement(expr, valued) => return Some(expr),
                syn::Stmt::Expr(expr, Some(semi)) if k == last && valued && is_value(expr) => {
                    self.error(semi, "remove this `;`: a block's value is its last expression");
                    return Some(expr);
                }
                syn::Stmt::Expr(expr, _) => self.statement(expr, out),
            }
        }
        None
    }

    fn scoped(&mut self, block: &syn::Block) -> Vec<Stmt> {
        let mut out = Vec::new();
        self.open();
        if let Some(tail) = self.block(block, false, &mut out) {
            self.error(tail, "this value is not used: write a statement here, ending with `;`");
        }
        self.close();
        out
    }

    fn local(&mut self, local: &syn::Local, out: &mut Vec<Stmt>) {
        let (pat, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(Opaque::new((*typed.ty).clone()))),
            pat => (pat, None),
        };
        if let Some((token, _)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            self.error(
                token.span(),
                "`let ... else` leaves early, so the way back is unknown: put the rest into an `if`",
            );
            return self.bind_pattern(pat);
        }
        let syn::Pat::Ident(pat) = pat else {
            self.error(
                pat,
                "patterns in `let` are not supported yet: bind one name, and take its parts by field or index",
            );
            return self.bind_pattern(pat);
        };
        if pat.by_ref.is_some() || pat.subpat.is_some() {
            self.error(pat, "`ref` and `@` are not supported: bind a plain name");
        }
        let Some(init) = &local.init else {
            self.error(
                local,
                format!("a local needs its first value where it is declared: `let mut {} = 0.0;`", pat.ident),
            );
            return self.bind_refused(&pat.ident, false);
        };
        if let syn::Expr::Reference(reference) = &*init.expr {
            self.error(reference, "a local that borrows is not supported yet: use the place itself where you need it");
            return self.bind_refused(&pat.ident, true);
        }
        let mutable = pat.mutability.is_some();
        let binding = |var| Binding {
            var,
            reference: false,
            mutable,
            kind: "an immutable local",
            advice: "declare it with `let mut`",
        };
        if let (syn::Expr::If(branch), false) = (&*init.expr, self.reversible()) {
            // The name is bound after its initialiser is parsed, which may still read an outer variable of that name.
            let var = self.names.var("branch");
            let integer = self.branch_value(branch, &var, ty, out);
            let var_now = self.bind(&pat.ident, binding);
            if integer {
                self.inert.insert(var_now.name.clone());
            }
            out.push(Stmt::Let { var: var_now, mutable, ty: None, init: Some(Expr::Read(Place::var(&var))) });
            return;
        }
        let init = self.value(&init.expr, out);
        let integer = ty.as_ref().map_or_else(|| is_integer(&init, &self.inert), |ty| integer_type(&ty.0));
        let var = self.bind(&pat.ident, binding);
        if integer {
            self.inert.insert(var.name.clone());
        }
        out.push(Stmt::Let { var, mutable, ty, init: Some(init) });
    }

    /// A value that may be given by a block or, in an ordinary function, by the branches of an `if`; their statements go to `out`.
    fn value(&mut self, expr: &syn::Expr, out: &mut Vec<Stmt>) -> Expr {
        match expr {
            syn::Expr::Block(inner) if inner.label.is_none() => {
                self.open();
                let tail = self.block(&inner.block, true, out);
                let value = match tail {
                    Some(tail) => self.value(tail, out),
                    None => self.no_value(inner),
                };
                self.close();
                value
            }
            syn::Expr::If(branch) if !self.reversible() => {
                let var = self.names.var("branch");
                self.branch_value(branch, &var, None, out);
                Expr::Read(Place::var(&var))
            }
            syn::Expr::Paren(inner) => self.value(&inner.expr, out),
            other => self.expr(other),
        }
    }

    fn no_value(&self, at: impl Region) -> Expr {
        self.error(at, "this block has no value: end it with an expression, without `;`");
        expr::dummy()
    }

    /// `let var; if c { var = a; } else { var = b; }`, and whether the value is known to be an integer.
    fn branch_value(
        &mut self,
        branch: &syn::ExprIf,
        var: &Var,
        ty: Option<Opaque<syn::Type>>,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let pre = self.condition(&branch.cond);
        let Some((_, otherwise)) = &branch.else_branch else {
            self.error(branch, "an `if` that gives a value needs an `else`");
            return false;
        };
        let mut integer = true;
        let mut arm = |this: &mut Self, tail: Option<&syn::Expr>, mut stmts: Vec<Stmt>, span: Span| {
            let value = match tail {
                Some(tail) => this.value(tail, &mut stmts),
                None => this.no_value(span),
            };
            integer &= is_integer(&value, &this.inert);
            stmts.push(Stmt::Assign { place: Place::var(var), value, fresh: true });
            stmts
        };
        self.open();
        let mut then = Vec::new();
        let tail = self.block(&branch.then_branch, true, &mut then);
        let then = arm(self, tail, then, branch.then_branch.span());
        self.close();
        self.open();
        let otherwise = match &**otherwise {
            syn::Expr::Block(inner) => {
                let mut stmts = Vec::new();
                let tail = self.block(&inner.block, true, &mut stmts);
                arm(self, tail, stmts, inner.span())
            }
            chained => arm(self, Some(chained), Vec::new(), chained.span()),
        };
        self.close();
        if integer {
            self.inert.insert(var.name.clone());
        }
        out.push(Stmt::Let { var: var.clone(), mutable: false, ty, init: None });
        out.push(Stmt::If { pre, post: None, then, otherwise });
        integer
    }

    fn statement(&mut self, expr: &syn::Expr, out: &mut Vec<Stmt>) {
        match expr {
            syn::Expr::Assign(assign) => self.assign(assign, out),
            syn::Expr::Binary(binary) if compound(&binary.op).is_some() => self.update(binary, out),
            syn::Expr::Call(call) => self.call_statement(call, out),
            syn::Expr::MethodCall(call) if call.method == "swap" && call.args.len() == 2 => {
                self.swap_elements(call, out)
            }
            syn::Expr::If(branch) => self.branch(branch, out),
            syn::Expr::ForLoop(each) => self.for_loop(each, out),
            syn::Expr::Block(inner) if inner.label.is_none() => {
                let stmts = self.scoped(&inner.block);
                out.extend(stmts);
            }
            syn::Expr::Paren(inner) => self.statement(&inner.expr, out),
            other => {
                self.refuse(other, "as a statement");
            }
        }
    }

    fn assign(&mut self, assign: &syn::ExprAssign, out: &mut Vec<Stmt>) {
        if self.reversible() {
            self.error(
                assign.eq_token.span(),
                "assignment destroys the old value, so it cannot be undone: write `+=` or `-=`, `swap` two places, \
                 or start a new local with `let`",
            );
        }
        let value = self.value(&assign.right, out);
        if let Some(place) = self.target(&assign.left) {
            out.push(Stmt::Assign { place, value, fresh: false });
        }
    }

    fn update(&mut self, binary: &syn::ExprBinary, out: &mut Vec<Stmt>) {
        let Some(op) = compound(&binary.op) else { return };
        let value = self.value(&binary.right, out);
        let Some(place) = self.target(&binary.left) else { return };
        let at = At(binary.op.span());
        match (op, self.duty) {
            (Compound::Update(op), _) => out.push(Stmt::Update { op, place, value, at }),
            (Compound::Binary(op), Duty::Ordinary) => {
                let value = Expr::Binary(op, Rc::new([Expr::Read(place.clone()), value]), at);
                out.push(Stmt::Assign { place, value, fresh: false });
            }
            (Compound::Binary(_), Duty::Reversible) => self.error(
                binary.op.span(),
                format!(
                    "`{}` is not supported in a reversible function yet: write `+=`, `-=` or `^=`, which can be undone",
                    binary.op.to_token_stream()
                ),
            ),
        }
    }

    /// A place that is written.
    fn target(&mut self, expr: &syn::Expr) -> Option<Place> {
        if let Some(root) = expr::root(expr).filter(|root| self.lookup(&root.to_string()).is_none()) {
            self.error(
                root.span(),
                format!("`{root}` is not a parameter or local of this function: pass what changes by `&mut`"),
            );
            return None;
        }
        let place = self.place(expr)?;
        let binding = self.scopes.iter().flat_map(HashMap::values).find(|b| b.var == place.root)?;
        if !binding.mutable {
            let message =
                format!("`{}` is {}, which cannot be changed: {}", binding.var.name, binding.kind, binding.advice);
            self.error(expr, message);
        }
        Some(place)
    }

    fn call_statement(&mut self, call: &syn::ExprCall, out: &mut Vec<Stmt>) {
        let syn::Expr::Path(function) = &*call.func else {
            self.error(&call.func, "call a function by its name");
            return;
        };
        let mut path = function.path.clone();
        let last = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if last == "swap" && call.args.len() == 2 {
            let places: Vec<_> = call.args.iter().filter_map(|arg| self.exclusive(arg)).collect();
            match <[Place; 2]>::try_from(places) {
                Ok([a, b]) => out.push(Stmt::Swap(a, b)),
                Err(_) => self.error(call, "write `swap(&mut a, &mut b)`"),
            }
            return;
        }
        let variant = if last == "inverse" && path.segments.len() > 1 {
            path.segments.pop();
            path.segments.pop_punct();
            Variant::Inverse
        } else {
            Variant::Forward
        };
        let args: Vec<Arg> = call.args.iter().map(|arg| self.argument(arg)).collect();
        if !args.iter().any(|arg| matches!(arg, Arg::Exclusive(_))) {
            self.error(call, "this call changes nothing: pass what it changes as `&mut place`");
        }
        out.push(Stmt::Call { callee: Opaque::new(path), variant, args });
    }

    /// `&mut place`, or the name of a parameter that is such a reference.
    fn exclusive(&mut self, arg: &syn::Expr) -> Option<Place> {
        match arg {
            syn::Expr::Reference(reference) if reference.mutability.is_some() => self.target(&reference.expr),
            syn::Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let binding = self.lookup(&name)?;
                if binding.reference && binding.mutable { self.target(arg) } else { None }
            }
            _ => None,
        }
    }

    fn argument(&mut self, arg: &syn::Expr) -> Arg {
        match self.exclusive(arg) {
            Some(place) => Arg::Exclusive(place),
            None => Arg::Shared(self.shared_argument(arg)),
        }
    }

    fn swap_elements(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) {
        let Some(array) = self.target(&call.receiver) else { return };
        let element = |this: &mut Self, index: &syn::Expr| {
            let mut place = array.clone();
            place.path.push(crate::ir::Step::Index(Rc::new(this.expr(index))));
            place
        };
        let (a, b) = (element(self, &call.args[0]), element(self, &call.args[1]));
        out.push(Stmt::Swap(a, b));
    }

    fn condition(&mut self, cond: &syn::Expr) -> Expr {
        if let syn::Expr::Let(pattern) = cond {
            self.error(pattern, "`if let` is not supported yet: test a condition, such as `x.is_some()`");
            return expr::dummy();
        }
        self.expr(cond)
    }

    fn branch(&mut self, branch: &syn::ExprIf, out: &mut Vec<Stmt>) {
        let (pre, post) = match &*branch.cond {
            syn::Expr::Tuple(pair) if pair.elems.len() == 2 => {
                if !self.reversible() {
                    self.error(pair, "an ordinary function needs no postcondition: write `if condition { ... }`");
                }
                (self.condition(&pair.elems[0]), Some(self.condition(&pair.elems[1])))
            }
            cond => (self.condition(cond), None),
        };
        let then = self.scoped(&branch.then_branch);
        let otherwise = match branch.else_branch.as_ref().map(|(_, expr)| &**expr) {
            None => Vec::new(),
            Some(syn::Expr::Block(inner)) => self.scoped(&inner.block),
            Some(chained) => {
                let mut stmts = Vec::new();
                self.statement(chained, &mut stmts);
                stmts
            }
        };
        out.push(Stmt::If { pre, post, then, otherwise });
    }

    fn for_loop(&mut self, each: &syn::ExprForLoop, out: &mut Vec<Stmt>) {
        if let Some(label) = &each.label {
            self.error(label, "labels are not supported: there is no `break` or `continue` to use them");
        }
        let range = self.range(&each.expr);
        self.open();
        let binding = |var| Binding {
            var,
            reference: false,
            mutable: false,
            kind: "a loop variable",
            advice: "start a local from it, `let mut k = i;`",
        };
        let var = match &*each.pat {
            syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => self.bind(&pat.ident, binding),
            syn::Pat::Wild(_) => self.names.var("turn"),
            other => {
                if range.is_some() {
                    self.error(other, "the loop variable must be a plain name");
                }
                self.bind_pattern(other);
                self.names.var("turn")
            }
        };
        self.inert.insert(var.name.clone());
        let body = self.scoped(&each.body);
        self.close();
        if let Some(range) = range {
            out.push(Stmt::For { var, range, body });
        }
    }

    fn range(&mut self, expr: &syn::Expr) -> Option<Range> {
        match expr {
            syn::Expr::Paren(inner) => self.range(&inner.expr),
            syn::Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
                let range = self.range(&call.receiver)?;
                Some(Range { reversed: !range.reversed, ..range })
            }
            syn::Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    self.error(range, "give the range a start and an end: `0..n`");
                    return None;
                };
                let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
                Some(Range { start: self.expr(start), end: self.expr(end), inclusive, reversed: false })
            }
            syn::Expr::MethodCall(call) if call.method == "step_by" => {
                self.error(
                    &call.method,
                    "`step_by` is not supported yet: loop over `0..n`, and compute the index from `i`",
                );
                None
            }
            other => {
                self.error(
                    other,
                    "a `for` loop runs over a range, `0..n`, `a..=b` or `(a..b).rev()`: loop over the indices",
                );
                None
            }
        }
    }

    fn refuse_macro(&self, mac: &syn::Macro) {
        self.error(mac, "macros are not supported in the body yet: do this in the caller");
    }
}

enum Compound {
    Update(UpdateOp),
    Binary(BinaryOp),
}

fn compound(op: &syn::BinOp) -> Option<Compound> {
    Some(match op {
        syn::BinOp::AddAssign(_) => Compound::Update(UpdateOp::Add),
        syn::BinOp::SubAssign(_) => Compound::Update(UpdateOp::Sub),
        syn::BinOp::BitXorAssign(_) => Compound::Update(UpdateOp::Xor),
        syn::BinOp::MulAssign(_) => Compound::Binary(BinaryOp::Mul),
        syn::BinOp::DivAssign(_) => Compound::Binary(BinaryOp::Div),
        syn::BinOp::RemAssign(_) => Compound::Binary(BinaryOp::Rem),
        syn::BinOp::BitAndAssign(_) => Compound::Binary(BinaryOp::BitAnd),
        syn::BinOp::BitOrAssign(_) => Compound::Binary(BinaryOp::BitOr),
        syn::BinOp::ShlAssign(_) => Compound::Binary(BinaryOp::Shl),
        syn::BinOp::ShrAssign(_) => Compound::Binary(BinaryOp::Shr),
        _ => return None,
    })
}

/// Whether an expression without `;` at the end of a block is a statement rather than the block's value.
fn is_statement(expr: &syn::Expr, valued: bool) -> bool {
    match expr {
        syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Loop(_) | syn::Expr::Assign(_) => true,
        syn::Expr::Binary(binary) => compound(&binary.op).is_some(),
        syn::Expr::Call(_) => !valued,
        syn::Expr::If(branch) => !valued || branch.else_branch.is_none() || ends_without_value(&branch.then_branch),
        syn::Expr::Block(inner) => !valued || ends_without_value(&inner.block),
        _ => false,
    }
}

/// Whether an expression can only be meant as a value.
fn is_value(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Binary(binary) => compound(&binary.op).is_none(),
        syn::Expr::MethodCall(call) => call.method != "swap",
        syn::Expr::Path(_) | syn::Expr::Lit(_) | syn::Expr::Unary(_) | syn::Expr::Field(_) | syn::Expr::Index(_) => {
            true
        }
        _ => false,
    }
}

/// A type without parentheses, and without the invisible ones that a macro puts around it.
fn bare(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Paren(inner) => bare(&inner.elem),
        syn::Type::Group(inner) => bare(&inner.elem),
        ty => ty,
    }
}

fn ends_without_value(block: &syn::Block) -> bool {
    !matches!(block.stmts.last(), Some(syn::Stmt::Expr(_, None)))
        || matches!(block.stmts.last(), Some(syn::Stmt::Expr(syn::Expr::ForLoop(_), None)))
}

/// Whether a type is written as an integer, a truth value, or an array or slice of them.
pub fn integer_type(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => path.path.get_ident().is_some_and(|ident| {
            let name = ident.to_string();
            access::INTEGER_TYPES.contains(&name.as_str())
        }),
        syn::Type::Slice(slice) => integer_type(&slice.elem),
        syn::Type::Array(array) => integer_type(&array.elem),
        syn::Type::Paren(inner) => integer_type(&inner.elem),
        syn::Type::Group(inner) => integer_type(&inner.elem),
        _ => false,
    }
}
