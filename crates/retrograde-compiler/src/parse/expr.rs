//! Expressions and places.

use super::Parser;
use crate::access::{STOPS, has_gradient};
use crate::host::{own_type, panics};
use crate::ir::{
    Assumption, At, BinaryOp, Builtin, Expr, Float, Literal, LiteralKind, MethodName, Otherwise, Place, Receiver, Step,
    UnaryOp,
};
use crate::pieces::{ToForm, piece};
use crate::quoted::parse_quote_spanned;
use crate::rules::method_rule;
use proc_macro2::{Ident, Span};
use std::rc::Rc;
use syn::spanned::Spanned;

/// Functions of the library that take a function by its value, or one of gradients.
const TAKE_VALUES: [&str; 4] = ["hook", "checkpoint", "forward_mode", "fixed_point"];

/// The path of what gives a default, of the library's.
const DEFAULT_OF: [&str; 3] = ["retrograde", "emitted", "default_of"];

/// The mark of what a rewriting takes for a list. No attribute of this name stands in a function that rustc sees.
const LIST: &str = "list";

/// An expression that a rewriting takes for a list because of a method that is called on it, or because a loop goes along it.
pub(super) fn as_list(expr: &syn::Expr, method: Option<&Ident>) -> syn::Expr {
    let mark = Ident::new(LIST, Span::mixed_site());
    syn::parse_quote!((#[#mark(#method)] (#expr)))
}

/// Stands where an expression could not be parsed, so that parsing can go on to further mistakes.
pub fn dummy() -> Expr {
    Expr::Literal(Literal::bool(false))
}

impl Parser<'_> {
    pub(super) fn expr(&mut self, expr: &syn::Expr) -> Expr {
        match expr {
            syn::Expr::Lit(lit) => Expr::Literal(lit.lit.form()),
            syn::Expr::Paren(inner) => {
                let value = self.expr(&inner.expr);
                if let Expr::Read(place) = &value {
                    self.note_list(inner, place);
                }
                value
            }
            syn::Expr::Group(inner) => self.expr(&inner.expr),
            syn::Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string())) {
                Some(binding) if self.functions.contains_key(&binding.var) => {
                    self.error(
                        path,
                        "a parameter that is a function can be called, or passed on as an argument of a call",
                    );
                    dummy()
                }
                Some(_) => self.read(expr),
                None if path
                    .path
                    .segments
                    .last()
                    .is_some_and(|last| last.ident == "crate" || last.ident == "super") =>
                {
                    self.error(path, "a module is no value");
                    dummy()
                }
                None => Expr::Constant(path.form()),
            },
            syn::Expr::Field(_) | syn::Expr::Index(_) => self.member_or_element(expr),
            syn::Expr::If(branch) => self.if_expression(branch),
            syn::Expr::Match(choice) => self.match_expression(choice),
            syn::Expr::Block(inner) if inner.label.is_none() => self.block_expression(&inner.block),
            syn::Expr::Tuple(tuple) => Expr::Tuple(tuple.elems.iter().map(|elem| self.expr(elem)).collect()),
            syn::Expr::Unary(unary) => match unary.op {
                syn::UnOp::Deref(_) => self.read(expr),
                syn::UnOp::Neg(token) => {
                    Expr::Unary(UnaryOp::Neg, Rc::new(self.operand(&unary.expr)), At(token.span().form()))
                }
                syn::UnOp::Not(token) => {
                    Expr::Unary(UnaryOp::Not, Rc::new(self.expr(&unary.expr)), At(token.span().form()))
                }
                _ => self.refuse(expr, "here"),
            },
            syn::Expr::Binary(binary) => {
                let Some(op) = binary_op(&binary.op) else {
                    return self.refuse(expr, "inside an expression");
                };
                let operands = if op.is_logical() {
                    [self.expr(behind(&binary.left)), self.expr(behind(&binary.right))]
                } else {
                    [self.operand(&binary.left), self.operand(&binary.right)]
                };
                let operands = Rc::new(operands);
                Expr::Binary(op, operands, At(binary.op.span().form()))
            }
            syn::Expr::MethodCall(call) if is_present(call) => {
                if let Some(converted) = self.unwrapped_conversion(&call.receiver) {
                    return converted;
                }
                let present = present(call);
                match self.expr(&call.receiver) {
                    Expr::Read(place) => Expr::Read(place.then(present)),
                    Expr::Part(base, steps) => Expr::Part(base, [steps, vec![present]].concat()),
                    value => Expr::Part(Rc::new(value), vec![present]),
                }
            }
            syn::Expr::MethodCall(call) => self.method_call(call),
            syn::Expr::Call(call) => self.call_expression(call),
            syn::Expr::Cast(cast) => Expr::Cast(Rc::new(self.expr(&cast.expr)), cast.ty.form()),
            syn::Expr::Array(array) => Expr::Array(array.elems.iter().map(|elem| self.expr(elem)).collect()),
            syn::Expr::Repeat(repeat) => {
                Expr::Repeat(Rc::new(self.expr(&repeat.expr)), Rc::new(self.expr(&repeat.len)))
            }
            syn::Expr::Struct(literal) => {
                if let Some(rest) = &literal.rest {
                    self.error(rest, "`..` in a struct is not supported: give every field");
                }
                let fields = literal.fields.iter().map(|field| (field.member.form(), self.expr(&field.expr))).collect();
                Expr::Struct(literal.path.form(), fields)
            }
            syn::Expr::Macro(inner) if inner.mac.path.is_ident("vec") => self.vector(&inner.mac),
            syn::Expr::Macro(inner) if panics(&inner.mac) => Expr::Never(piece(&inner.mac)),
            syn::Expr::Macro(inner) if !self.reversible() => self.macro_value(&inner.mac),
            other => self.refuse(other, "inside an expression"),
        }
    }

    fn method_call(&mut self, call: &syn::ExprMethodCall) -> Expr {
        let mut operands = vec![self.expr(&call.receiver)];
        if let ([Expr::Read(place)], "len" | "is_empty", true) =
            (&operands[..], &*call.method.to_string(), call.args.is_empty())
        {
            self.note_method(place, &call.method);
        }
        if let ([Expr::Read(place)], true) = (&operands[..], call.method == "len" && call.args.is_empty()) {
            return self.length(place, At(call.method.span().form()));
        }
        for arg in &call.args {
            let function = self.function_argument(arg);
            operands.push(function.unwrap_or_else(|| self.shared_argument(arg)));
        }
        if method_rule(&call.method.to_string()).is_some_and(|rule| rule.special && rule.arity() == operands.len()) {
            self.assumptions.push(Assumption::Special(call.method.form()));
        }
        let types = call.turbofish.as_ref().map(piece);
        let receiver = match &operands[0] {
            Expr::Read(place) => self.written_receiver(place),
            _ => Receiver::Known,
        };
        let name = MethodName { name: call.method.to_string().into(), types, receiver };
        Expr::Method(name, operands, At(call.method.span().form()))
    }

    /// What is written about the type of a variable.
    fn written_receiver(&self, place: &Place) -> Receiver {
        let whole = place.path.iter().all(|step| *step == Step::Deref);
        match self.types.get(&place.root.name).filter(|_| whole && place.via.is_none()) {
            Some(syn::Type::Path(path)) if path.path.is_ident("Self") => Receiver::Itself,
            Some(ty) if own_type(ty, &self.open_types) => Receiver::Named,
            _ => Receiver::Known,
        }
    }

    /// `vec![..]`
    fn vector(&mut self, mac: &syn::Macro) -> Expr {
        let tokens = &mac.tokens;
        match syn::parse2::<syn::Expr>(quote::quote!([#tokens])) {
            Ok(inner) => Expr::Vector(Rc::new(self.expr(&inner))),
            Err(error) => {
                self.error(error.span(), error);
                dummy()
            }
        }
    }

    fn call_expression(&mut self, call: &syn::ExprCall) -> Expr {
        if let Some(closure) = self.closure(&call.func) {
            return self.closure_value(&closure, &call.args);
        }
        if let Some(value) = self.function_call(call) {
            return value;
        }
        let syn::Expr::Path(function) = &*call.func else {
            self.error(&call.func, "call a function by its name");
            return dummy();
        };
        let local = function.path.get_ident().filter(|name| self.lookup(&name.to_string()).is_some());
        if let (Some(name), false) = (local, self.reversible()) {
            let message = format!(
                "`{name}` is a value, and what it does as a function has no derivative here: call a parameter \
                 `impl Fn(f64) -> f64` by its own name, or make a trait with `#[differentiable]` of what it can do, and call its method, \
                 `{name}.at(x)`"
            );
            self.error(name, message);
            return dummy();
        }
        if function.qself.is_some() {
            if let Some(value) = self.qualified_call(function, call) {
                return value;
            }
            self.error(
                function,
                "a path through `<..>` is not supported inside an expression yet: call a function that calls this one",
            );
            return dummy();
        }
        let upper = |segment: &syn::PathSegment| segment.ident.to_string().starts_with(char::is_uppercase);
        let segments = &function.path.segments;
        let plain = segments.last().is_some_and(|last| upper(last) || TAKE_VALUES.contains(&&*last.ident.to_string()));
        // What is only asked whether it is another function is no function that is called.
        let plain = plain || segments.iter().map(|segment| segment.ident.to_string()).eq(DEFAULT_OF);
        let mut args = Vec::new();
        for arg in &call.args {
            let function = if plain { None } else { self.function_argument(arg) };
            args.push(function.unwrap_or_else(|| self.shared_argument(arg)));
        }
        // `f64::max(a, b)` is `a.max(b)`
        if let ([ty, method], false) = (&segments.iter().collect::<Vec<_>>()[..], args.is_empty())
            && ["f32", "f64"].contains(&&*ty.ident.to_string())
            && method_rule(&method.ident.to_string()).is_some_and(|rule| rule.arity() == args.len())
        {
            self.assumptions.push(Assumption::Primitive(function.path.form()));
            return Expr::Method((&*method.ident.to_string()).into(), args, At(method.ident.span().form()));
        }
        if let Some(value) = self.number_method(&function.path, &args) {
            return value;
        }
        if let [value] = &args[..]
            && let Some(converted) = self.conversion_call(function, value)
        {
            return converted;
        }
        // `f64::from(x)` of what has a gradient is `x as f64`
        if let ([ty, from], [value]) = (&segments.iter().collect::<Vec<_>>()[..], &args[..])
            && let Some(float) = Float::named(&ty.ident.to_string())
            && from.ident == "from"
            && has_gradient(value, &self.activity)
        {
            let name = &ty.ident;
            let ty: syn::Type = parse_quote_spanned!(ty.span()=> #name);
            let ty = ty.form();
            self.assumptions.push(Assumption::Builtin(Builtin::Float(float), ty.clone()));
            return Expr::Cast(Rc::new(value.clone()), ty);
        }
        // a function with a derivative instead of one without
        if let ([ty, new], 1, false) = (&segments.iter().collect::<Vec<_>>()[..], args.len(), self.reversible())
            && (ty.ident == "Box" && new.ident == "new")
        {
            self.assumptions.push(Assumption::Boxes(function.path.form()));
            let boxed: syn::Path = syn::parse_quote_spanned!(function.span()=> ::retrograde::emitted::boxed);
            return Expr::Call(boxed.form(), args, At(function.span().form()));
        }
        if args.len() == 1 && segments.last().is_some_and(|segment| STOPS.contains(&&*segment.ident.to_string())) {
            self.assumptions.push(Assumption::Stops(function.path.form()));
        }
        if args.is_empty() && segments.last().is_some_and(|segment| segment.ident == "nest_level") {
            return self.nest_level(function);
        }
        let complex = args.len() == 2
            && segments.iter().rev().nth(1).is_some_and(|ty| is_complex(&ty.ident.to_string()))
            && segments[segments.len() - 1].ident == "new";
        if complex || segments.last().is_some_and(upper) {
            return Expr::Construct(function.path.form(), args);
        }
        let plain = !self.reversible() && !segments.iter().any(upper);
        let lent = |arg: Expr| match &arg {
            // Text is a reference already, and one more does no harm where the type of the parameter is written.
            Expr::Literal(lit) if plain && lit.kind == LiteralKind::Text => Expr::Borrow(Rc::new(arg)),
            _ => arg,
        };
        let args = args.into_iter().map(lent).collect();
        Expr::Call(function.path.form(), args, At(function.span().form()))
    }

    /// What is parsed here of an ordinary function is for its derivatives, in which the level is another.
    fn nest_level(&mut self, function: &syn::ExprPath) -> Expr {
        if self.reversible() {
            self.error(
                function,
                "`nest_level()` is one thing in a run and another in its adjoint, so what depends on it cannot be undone: ask for it in a `#[differentiable]` function",
            );
            return dummy();
        }
        let mut inside = function.path.clone();
        inside.segments.push(syn::Ident::new("inside", function.span()).into());
        Expr::Call(inside.form(), Vec::new(), At(function.span().form()))
    }

    /// An argument that is only read: an expression, `&place`, or the name of a reference.
    pub(super) fn shared_argument(&mut self, arg: &syn::Expr) -> Expr {
        match arg {
            syn::Expr::Reference(reference) => {
                if let Some(token) = reference.mutability {
                    self.error(
                        token.span(),
                        "an expression may not change anything: make the call a statement of its own",
                    );
                }
                Expr::Borrow(Rc::new(self.expr(&reference.expr)))
            }
            syn::Expr::Path(path) => {
                let reference = path
                    .path
                    .get_ident()
                    .and_then(|ident| self.lookup(&ident.to_string()))
                    .is_some_and(|b| b.reference);
                let value = self.expr(arg);
                if reference { Expr::Borrow(Rc::new(value)) } else { value }
            }
            other => self.expr(other),
        }
    }

    /// An operand: operators of numbers see through references, those of a type of the user's may have others for them.
    pub(super) fn operand(&mut self, expr: &syn::Expr) -> Expr {
        match expr {
            syn::Expr::Reference(reference) if reference.mutability.is_none() && !self.reversible() => {
                match self.expr(&reference.expr) {
                    literal @ Expr::Literal(_) => literal,
                    Expr::Read(place) if self.is_written_number(&place) => Expr::Read(place),
                    value => Expr::Borrow(Rc::new(value)),
                }
            }
            syn::Expr::Paren(inner) if matches!(*inner.expr, syn::Expr::Reference(_)) => self.operand(&inner.expr),
            syn::Expr::Path(path) if !self.reversible() => {
                let binding = path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string()));
                let own = |ty: &syn::Type| own_type(ty, &self.open_types);
                let own = binding
                    .is_some_and(|binding| binding.reference && self.types.get(&binding.var.name).is_some_and(own));
                if own { self.shared_argument(expr) } else { self.expr(expr) }
            }
            other => self.expr(behind(other)),
        }
    }

    /// Whether what is at a place is a number, by the type that is written.
    fn is_written_number(&self, place: &Place) -> bool {
        let mut ty = self.types.get(&place.root.name);
        for step in &place.path {
            ty = match (ty, step) {
                (ty, Step::Deref) => ty,
                (Some(syn::Type::Slice(list)), Step::Index(_)) => Some(&*list.elem),
                (Some(syn::Type::Array(list)), Step::Index(_)) => Some(&*list.elem),
                _ => None,
            };
        }
        matches!(ty, Some(syn::Type::Path(path)) if path.path.is_ident("f64") || path.path.is_ident("f32"))
    }

    /// An index, or a reference to the key of a map.
    fn index(&mut self, index: &syn::Expr) -> Expr {
        match index {
            syn::Expr::Reference(reference) if reference.mutability.is_none() => {
                Expr::Borrow(Rc::new(self.expr(&reference.expr)))
            }
            // Only keys are references.
            syn::Expr::Path(_) if !self.reversible() => self.shared_argument(index),
            index => self.expr(index),
        }
    }

    /// A field or element: at a place, or of a value.
    fn member_or_element(&mut self, expr: &syn::Expr) -> Expr {
        let mut base = expr;
        let mut steps = Vec::new();
        loop {
            base = match base {
                syn::Expr::Field(field) => {
                    steps.push(base);
                    &field.base
                }
                syn::Expr::Index(index) => {
                    steps.push(base);
                    &index.expr
                }
                syn::Expr::Paren(inner) => &inner.expr,
                syn::Expr::Group(inner) => &inner.expr,
                _ => break,
            };
        }
        let local =
            |path: &syn::ExprPath| path.path.get_ident().is_some_and(|ident| self.lookup(&ident.to_string()).is_some());
        match base {
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => return self.read(expr),
            syn::Expr::Path(path) if local(path) || steps.iter().copied().any(is_slice) => return self.read(expr),
            _ => {}
        }
        let value = self.expr(base);
        let mut path = Vec::new();
        for step in steps.into_iter().rev() {
            match step {
                syn::Expr::Field(field) => path.push(Step::Field(field.member.form())),
                syn::Expr::Index(index) => match &*index.index {
                    syn::Expr::Range(range) => {
                        self.error(range, "a part of a value cannot be sliced: bind the value to a local first");
                        return dummy();
                    }
                    index => path.push(Step::Index(Rc::new(self.index(index)))),
                },
                _ => unreachable!("only these are steps"),
            }
        }
        Expr::Part(Rc::new(value), path)
    }

    fn read(&mut self, expr: &syn::Expr) -> Expr {
        self.place(expr).map_or_else(dummy, Expr::Read)
    }

    /// A variable, field, element, or what a reference points to.
    pub(super) fn place(&mut self, expr: &syn::Expr) -> Option<Place> {
        match expr {
            syn::Expr::Path(path) => {
                let ident = path.path.get_ident();
                let Some(binding) = ident.and_then(|ident| self.lookup(&ident.to_string())) else {
                    return Some(self.constant_place(path).at(expr.span().form()));
                };
                if ident.is_some_and(|ident| self.refuse_ended(ident, &binding.var)) {
                    return None;
                }
                let whole = self.views.get(&binding.var).cloned().unwrap_or_else(|| {
                    let path = if binding.reference { vec![Step::Deref] } else { Vec::new() };
                    Place::new(binding.var.clone(), path)
                });
                Some(whole.at(expr.span().form()))
            }
            syn::Expr::Paren(inner) => {
                let place = self.place(&inner.expr)?;
                self.note_list(inner, &place);
                Some(place)
            }
            syn::Expr::Group(inner) => self.place(&inner.expr),
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                let mut place = self.place(&unary.expr)?;
                let reference = |ident: &syn::Ident| self.lookup(&ident.to_string()).is_some_and(|b| b.reference);
                let inner = without_parentheses(&unary.expr);
                let named = matches!(inner, syn::Expr::Path(path) if path.path.get_ident().is_some_and(reference));
                let refused = root(&unary.expr).and_then(|root| self.lookup(&root.to_string()));
                let refused = refused.is_some_and(|binding| binding.kind.is_empty());
                // What rustc says of the function itself is enough for an ordinary one.
                if self.reversible() && !named && !refused && matches!(inner, syn::Expr::Path(_)) {
                    self.error(unary, "this is a value, not a reference: leave out the `*` (a parameter is a reference if its type is written `&T` or `&mut T`)");
                } else if !named && !refused {
                    // what a box holds
                    place.path.push(Step::Deref);
                }
                Some(place)
            }
            syn::Expr::Field(field) => {
                let mut place = self.opened(&field.base)?;
                place.path.push(Step::Field(field.member.form()));
                Some(place)
            }
            syn::Expr::Index(index) => {
                let mut place = self.opened(&index.expr)?;
                let step = match &*index.index {
                    syn::Expr::Range(range) => self.part(range, &place),
                    index => Step::Index(Rc::new(self.index(index))),
                };
                place.path.push(step);
                Some(place)
            }
            syn::Expr::MethodCall(call) if is_present(call) => Some(self.opened(&call.receiver)?.then(present(call))),
            other => {
                self.error(
                    other,
                    "not a place: use a variable, a field or an element, or bind this to a local with `let` first",
                );
                None
            }
        }
    }

    /// Notes what a rewriting has taken for a list.
    fn note_list(&mut self, written: &syn::ExprParen, place: &Place) {
        for attr in written.attrs.iter().filter(|attr| attr.path().is_ident(LIST)) {
            self.lists.insert(place.way());
            if let Ok(method) = attr.parse_args::<Ident>() {
                self.note_method(place, &method);
            }
        }
    }

    /// Notes a method that is taken for that of slices.
    pub(super) fn note_method(&mut self, place: &Place, method: &Ident) {
        let methods = self.list_methods.entry(place.way()).or_default();
        let method = method.form();
        if !methods.contains(&method) {
            methods.push(method);
        }
    }

    /// A place whose parts are meant. They are found in a box with and without `*`, so it is left out.
    fn opened(&mut self, expr: &syn::Expr) -> Option<Place> {
        let mut place = self.place(expr)?;
        while place.opens_box() {
            place.path.pop();
        }
        Some(place)
    }

    /// Names what is not supported.
    pub(super) fn refuse(&self, expr: &syn::Expr, position: &str) -> Expr {
        let early = "leaves early, so the way back is unknown: put the rest into an `if`";
        let message = match expr {
            syn::Expr::Return(_) => format!("`return` {early}"),
            syn::Expr::Break(_) => format!("`break` {early}"),
            syn::Expr::Continue(_) => format!("`continue` {early}"),
            syn::Expr::Try(_) => format!("`?` {early}"),
            syn::Expr::While(_) => "`while` is not supported yet: use `for` with a range".into(),
            syn::Expr::Loop(_) => "`loop` is not supported yet: use `for` with a range".into(),
            syn::Expr::Unsafe(_) => "`unsafe` code cannot be reversed: nothing is known about what it changes".into(),
            syn::Expr::Closure(_) if self.reversible() => "closures are not supported yet: write a function".into(),
            syn::Expr::Closure(_) => {
                "a closure is a local that is called, or stands in a chain of iterators that is one expression: write a function".into()
            }
            syn::Expr::Async(_) | syn::Expr::Await(_) => "asynchronous code is not supported".into(),
            syn::Expr::Macro(_) => "macros are not supported in the body yet: do this in the caller".into(),
            syn::Expr::Reference(_) => "a reference can only be an argument of a call".into(),
            syn::Expr::Block(_) => format!("a block with a label has no value {position}"),
            syn::Expr::Let(_) => "`let` in a condition must stand alone: put one `if let` into another".into(),
            syn::Expr::MethodCall(call) if self.reversible() => {
                format!(
                    "`{}` may change its receiver in a way that cannot be run backwards: call a reversible function",
                    call.method
                )
            }
            syn::Expr::MethodCall(call) => {
                format!(
                    "`{}` may change its receiver, and how is not known: write a loop, or a function with `#[differentiable]` that changes it",
                    call.method
                )
            }
            syn::Expr::Assign(_) => "assignment is not an expression here: make it a statement".into(),
            syn::Expr::Binary(_)
            | syn::Expr::Unary(_)
            | syn::Expr::Path(_)
            | syn::Expr::Lit(_)
            | syn::Expr::Cast(_)
            | syn::Expr::Tuple(_)
            | syn::Expr::Field(_)
            | syn::Expr::Index(_) => "this value is not used: add it to something, or leave it out".into(),
            _ => format!("this syntax is not supported {position}"),
        };
        match expr {
            syn::Expr::MethodCall(call) => self.error(&call.method, message),
            syn::Expr::Try(question) => self.error(&question.question_token, message),
            syn::Expr::While(each) => self.error(&each.while_token, message),
            syn::Expr::Loop(each) => self.error(&each.loop_token, message),
            _ => self.error(expr, message),
        }
        dummy()
    }
}

/// `e[a..b]`
fn is_slice(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Index(index) if matches!(*index.index, syn::Expr::Range(_)))
}

/// Whether a type is that of complex numbers, as its name says.
fn is_complex(ty: &str) -> bool {
    ty.starts_with("Complex") || ["C", "C32", "C64", "Cplx"].contains(&ty)
}

/// `x.unwrap()`, `x.expect("text")`
fn is_present(call: &syn::ExprMethodCall) -> bool {
    call.method == "unwrap" || call.method == "expect"
}

/// The step to what is held.
fn present(call: &syn::ExprMethodCall) -> Step {
    let text = match call.args.first() {
        Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })) => Some(text.value().into()),
        _ => None,
    };
    Step::Present(Otherwise(text))
}

/// The name that a place starts from.
pub(super) fn root(expr: &syn::Expr) -> Option<&syn::Ident> {
    match expr {
        syn::Expr::Path(path) => path.path.get_ident(),
        syn::Expr::Paren(inner) => root(&inner.expr),
        syn::Expr::Group(inner) => root(&inner.expr),
        syn::Expr::Unary(unary) => root(&unary.expr),
        syn::Expr::Field(field) => root(&field.base),
        syn::Expr::Index(index) => root(&index.expr),
        _ => None,
    }
}

/// What an operator looks at through a reference.
fn behind(operand: &syn::Expr) -> &syn::Expr {
    match operand {
        syn::Expr::Reference(lent) if lent.mutability.is_none() => &lent.expr,
        operand => operand,
    }
}

fn binary_op(op: &syn::BinOp) -> Option<BinaryOp> {
    Some(match op {
        syn::BinOp::Add(_) => BinaryOp::Add,
        syn::BinOp::Sub(_) => BinaryOp::Sub,
        syn::BinOp::Mul(_) => BinaryOp::Mul,
        syn::BinOp::Div(_) => BinaryOp::Div,
        syn::BinOp::Rem(_) => BinaryOp::Rem,
        syn::BinOp::BitXor(_) => BinaryOp::BitXor,
        syn::BinOp::BitAnd(_) => BinaryOp::BitAnd,
        syn::BinOp::BitOr(_) => BinaryOp::BitOr,
        syn::BinOp::Shl(_) => BinaryOp::Shl,
        syn::BinOp::Shr(_) => BinaryOp::Shr,
        syn::BinOp::And(_) => BinaryOp::And,
        syn::BinOp::Or(_) => BinaryOp::Or,
        syn::BinOp::Eq(_) => BinaryOp::Eq,
        syn::BinOp::Ne(_) => BinaryOp::Ne,
        syn::BinOp::Lt(_) => BinaryOp::Lt,
        syn::BinOp::Le(_) => BinaryOp::Le,
        syn::BinOp::Gt(_) => BinaryOp::Gt,
        syn::BinOp::Ge(_) => BinaryOp::Ge,
        _ => return None,
    })
}

fn without_parentheses(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => without_parentheses(&inner.expr),
        syn::Expr::Group(inner) => without_parentheses(&inner.expr),
        other => other,
    }
}
