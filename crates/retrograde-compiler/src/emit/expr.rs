//! Expressions and places of the form as Rust expressions, with parentheses where precedence asks for them.

use crate::access::COPIES;
use crate::emit::body::{Body, local, rules, site_name};
use crate::emit::iterations::restored;
use crate::emit::shadows::part;
use crate::ir::{
    BinaryOp, Bounds, Derivative, Direction, Expr, Float, FunctionKind, MethodName, Operation, Otherwise, Param,
    Passing, Piece, Place, Receiver, Step, UnaryOp, UpdateOp, Var, Weighed,
};
use crate::pieces::{ToRust, code, raw};
use crate::rules::method_rule;
use crate::tokens::{Library, ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::spanned::Spanned;

/// Where the library's support for emitted code lives.
pub fn rt() -> Library {
    Library(None)
}

/// The same, located at the user's code, so that an error or a panic is reported there.
pub fn rt_at(span: Span) -> Library {
    Library(Some(span))
}

/// A copy of a value.
pub fn copied(value: &TokenStream) -> TokenStream {
    let rt = rt();
    quote!(#rt::clone(&#value))
}

/// A value that says which kind of shadow another has.
pub fn of_kind(kind: &TokenStream) -> TokenStream {
    let rt = rt();
    quote!(#rt::PhantomData::<#kind>)
}

/// The identifier of a variable. Shadows are invisible to the user's code, whatever names it uses.
pub fn ident(var: &Var) -> Ident {
    if var.is_primal() {
        return raw(&var.name, var.span.rust());
    }
    let mut name = String::with_capacity(var.name.len() + 4);
    name.push_str(var.name.strip_prefix("r#").unwrap_or(&var.name));
    var.roles.write(&mut name);
    Ident::new(&name, Span::mixed_site().located_at(var.span.rust()))
}

fn quoted(name: &Ident) -> TokenStream {
    quote!(#name)
}

/// `path::method`. Type arguments of the function are left to inference: the companion's functions have more parameters.
pub fn path_to(path: &syn::Path, method: &str) -> TokenStream {
    let method = Ident::new(method, path.span());
    let path = path_to_type(path);
    quote!(#path::#method)
}

/// The path of a companion.
pub fn path_to_type(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    path
}

/// How tightly an expression binds, as Rust has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Choice,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Unary,
    Atom,
}

fn tightness(expr: &Expr) -> Tightness {
    match expr {
        Expr::Binary(op, ..) => operator_tightness(*op),
        Expr::Cast(..) => Tightness::Cast,
        Expr::If(_) | Expr::Match(..) | Expr::Block(..) => Tightness::Choice,
        Expr::Unary(..) | Expr::Borrow(_) | Expr::Lend(_) | Expr::Never(_) | Expr::Restore(_) => Tightness::Unary,
        Expr::Read(place) if place.root.is_primal() && place.is_pointee() => Tightness::Unary,
        _ => Tightness::Atom,
    }
}

fn operator_tightness(op: BinaryOp) -> Tightness {
    match op {
        BinaryOp::Or => Tightness::Or,
        BinaryOp::And => Tightness::And,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Tightness::Compare,
        BinaryOp::BitOr => Tightness::BitOr,
        BinaryOp::BitXor => Tightness::BitXor,
        BinaryOp::BitAnd => Tightness::BitAnd,
        BinaryOp::Shl | BinaryOp::Shr => Tightness::Shift,
        BinaryOp::Add | BinaryOp::Sub => Tightness::Sum,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Tightness::Product,
    }
}

fn next(tightness: Tightness) -> Tightness {
    match tightness {
        Tightness::Choice => Tightness::Or,
        Tightness::Or => Tightness::And,
        Tightness::And => Tightness::Compare,
        Tightness::Compare => Tightness::BitOr,
        Tightness::BitOr => Tightness::BitXor,
        Tightness::BitXor => Tightness::BitAnd,
        Tightness::BitAnd => Tightness::Shift,
        Tightness::Shift => Tightness::Sum,
        Tightness::Sum => Tightness::Product,
        Tightness::Product => Tightness::Cast,
        Tightness::Cast => Tightness::Unary,
        Tightness::Unary | Tightness::Atom => Tightness::Atom,
    }
}

impl Body<'_> {
    fn within(&self, expr: &Expr, least: Tightness) -> TokenStream {
        let tokens = self.float_gradient(expr).unwrap_or_else(|| self.expr(expr));
        if tightness(expr) < least { quote!((#tokens)) } else { tokens }
    }

    /// An expression that can stand beside `..` or `==`.
    pub(super) fn operand(&self, expr: &Expr) -> TokenStream {
        self.within(expr, Tightness::Sum)
    }

    /// An argument of a call: a reference is passed on as it is, and a list is copied, since it is needed again on the way back.
    pub(super) fn argument(&self, expr: &Expr) -> TokenStream {
        self.copied(expr).unwrap_or_else(|| self.expr(&self.with_copies(expr)))
    }

    #[allow(clippy::too_many_lines, reason = "a case for each form of an expression")]
    pub(super) fn expr(&self, expr: &Expr) -> TokenStream {
        let rt = rt();
        match expr {
            Expr::Literal(lit) => {
                let lit = &*lit.rust();
                quote!(#lit)
            }
            Expr::Constant(path) => path.rust().to_token_stream(),
            Expr::Read(place) if self.is_cell(place) => {
                if let Some(read) = self.held(place) {
                    return read;
                }
                let place = self.shadow_ref(place);
                if self.in_parts.get() {
                    let part = part();
                    return quote!(#rt::part(#place, #part));
                }
                quote!(#rt::get(#place))
            }
            // The gradient of a number of a generic type is, as far as rustc knows, no copy.
            Expr::Read(place) if self.cloned.contains(&place.root) => {
                let gradient = self.place(place);
                quote!(#rt::clone(&#gradient))
            }
            Expr::Read(place) => self.place(place),
            Expr::Borrow(inner) => self.borrow(inner),
            Expr::Lend(place) => self.exclusive(place),
            Expr::Unary(op, inner, at) => {
                let inner = self.again(inner).unwrap_or_else(|| self.within(inner, Tightness::Unary));
                match op {
                    UnaryOp::Neg => quote_spanned!(at.0.rust()=> -#inner),
                    UnaryOp::Not => quote_spanned!(at.0.rust()=> !#inner),
                }
            }
            Expr::Binary(op, operands, at) => self.binary(*op, operands, at.0.rust()),
            Expr::Method(name, args, at) => self.proved_value(expr, self.method(name, args, at.0.rust())),
            Expr::Length(place, at) => {
                let whole = self.receiver(&Expr::Read(place.clone()));
                quote_spanned!(at.0.rust()=> #whole.len())
            }
            Expr::Function(function) => self.function(function),
            Expr::Call(path, args, _)
                if let [Expr::Function(function), args] = &args[..]
                    && path.leading
                    && path.name() == "apply" =>
            {
                let args = self.expr(args);
                self.applied(function, &args)
            }
            Expr::Call(path, args, _) => self.path_call(&path.rust(), args),
            Expr::Construct(path, args) => self.proved_made(path, args, self.path_call(&path.rust(), args)),
            Expr::Cast(inner, ty) => {
                let (inner, ty) = (self.within(inner, Tightness::Cast), &ty.rust());
                self.proved_value(expr, quote!(#inner as #ty))
            }
            Expr::Array(elems) => {
                let elems = elems.iter().map(|elem| self.expr(elem));
                quote!([#(#elems),*])
            }
            Expr::Repeat(elem, len) => {
                let (elem, len) = (self.expr(elem), self.expr(len));
                quote!([#elem; #len])
            }
            Expr::Vector(inner) => {
                let inner = self.expr(inner);
                quote!(::std::vec! #inner)
            }
            Expr::Struct(path, fields) => {
                let path = path.rust();
                let fields = fields.iter().map(|(name, value)| {
                    let (name, value) = (member(name), self.expr(value));
                    quote!(#name: #value)
                });
                quote!((#path { #(#fields),* }))
            }
            Expr::Tuple(elems) => {
                let elems = elems.iter().map(|elem| self.expr(elem));
                quote!((#(#elems,)*))
            }
            Expr::Part(base, steps) => {
                let base = self.within(base, Tightness::Atom);
                steps.iter().fold(base, |tokens, step| self.step(tokens, step))
            }
            Expr::If(parts) => self.if_value(parts),
            Expr::Block(locals, value) => self.block_value(locals, value),
            Expr::Match(matched, arms) => self.match_value(&matched.value, arms),
            Expr::Mapped(facet, path, value, at) => self.facet(*facet, &path.rust().path, value, at.0.rust()),
            Expr::Derivative(derivative) => self.derivative(derivative),
            Expr::Never(mac) => code::<syn::Macro>(mac).to_token_stream(),
            Expr::Macro(arm, reads) => self.macro_value(arm, reads),
            Expr::Restore(site) => restored(site),
            Expr::Replay(site, range) => {
                let (name, start, end) = (site_name(site), self.expr(&range[0]), self.expr(&range[1]));
                quote!(#name.turns((#start..#end).count()))
            }
            Expr::Plus(parts) => {
                let (a, b) = (self.expr(&parts[0]), self.expr(&parts[1]));
                quote!(#rt::Gradient::plus(#a, #b))
            }
            Expr::Zero => quote!(#rt::Zero::ZERO),
            Expr::ZeroOf(float) => zero(*float),
            Expr::Unread(float) => unread(*float).into_iter().chain(quote!(())).collect(),
            Expr::Weighed(weighed) => self.weighed(weighed),
        }
    }

    fn weighed(&self, weighed: &Weighed) -> TokenStream {
        let (rt, parts) = (rt(), weighed.parts().map(|part| self.within(part, Tightness::Choice)));
        let function = if weighed.ratio.is_some() { quote!(weigh_ratio) } else { quote!(weigh) };
        quote!(#rt::#function(#(#parts),*))
    }

    fn path_call(&self, path: &syn::ExprPath, args: &[Expr]) -> TokenStream {
        let args = args.iter().map(|arg| self.argument(arg));
        quote!(#path(#(#args),*))
    }

    /// `place += value;` of what may be of a type of the user's.
    pub(super) fn assigning(&self, place: &Place, name: &str, value: &Expr, at: Span) -> TokenStream {
        let (target, value) = (self.target(place), self.pure(value));
        let operator = operator_of(name).map(|op| updating(op, at));
        quote!(#target #operator #value;)
    }

    fn method(&self, name: &MethodName, args: &[Expr], at: Span) -> TokenStream {
        if let Some(operator) = operator_of(name) {
            let ([before, by], operator) = ([&args[0], &args[1]].map(|arg| self.expr(arg)), updating(operator, at));
            let (rt, changed) = (rt(), local("changed"));
            return quote!({ let mut #changed = #rt::clone(&#before); #changed #operator #by; #changed });
        }
        if self.is_open(&args[0]) && is_known(name) {
            let (rt, name) = (rt(), raw(name, at));
            let args = args.iter().map(|arg| self.argument(arg));
            return quote!(#rt::Number::#name(#(#args),*));
        }
        // The type of a literal may still be open.
        if &**name == "clone" && self.is_literal(&args[0]) {
            let value = self.within(&args[0], Tightness::Unary);
            return copied(&value);
        }
        // By reference, a trait of the user's might come first.
        let receiver = match name.receiver {
            Receiver::Float => self.within(&args[0], Tightness::Atom),
            _ => self.receiver(&args[0]),
        };
        let types = name.types.as_ref().map(code::<syn::AngleBracketedGenericArguments>);
        let method = raw(name, at);
        let rest = args[1..].iter().map(|arg| self.argument(arg));
        let call = quote!(#receiver.#method #types(#(#rest),*));
        if COPIES.contains(&&**name) && args.len() == 1 { self.proved_copy(name, &args[0], at, call) } else { call }
    }

    /// What may be of a type of the user's, and not be copied by being mentioned, in an ordinary function, which needs it again.
    fn again(&self, expr: &Expr) -> Option<TokenStream> {
        let Expr::Read(place) = expr else { return None };
        (self.function.kind == FunctionKind::Ordinary && self.is_own(place)).then(|| copied(&self.place(place)))
    }

    fn binary(&self, op: BinaryOp, operands: &[Expr; 2], at: Span) -> TokenStream {
        let own = operator_tightness(op);
        // `a as T < b` would be read as the start of type arguments, also where the cast ends a longer operand.
        let bits = matches!(own, Tightness::BitOr | Tightness::BitXor | Tightness::BitAnd | Tightness::Shift);
        let least = |operand: &Expr, least| match operand {
            Expr::Cast(..) => Tightness::Atom,
            // Nobody remembers what binds tighter, and Clippy asks for parentheses.
            Expr::Binary(inner, ..) if bits && *inner != op => Tightness::Atom,
            _ => least,
        };
        let left = if own == Tightness::Compare { next(own) } else { own };
        let operand = |expr: &Expr, least| {
            self.again(expr).filter(|_| !op.is_logical()).unwrap_or_else(|| self.within(expr, least))
        };
        let a = operand(&operands[0], least(&operands[0], left));
        let b = operand(&operands[1], least(&operands[1], next(own)));
        let op = operator(op, at);
        quote!(#a #op #b)
    }

    /// What a macro gives, which has no gradient.
    fn macro_value(&self, arm: &Piece, reads: &[Expr]) -> TokenStream {
        let (rt, arm) = (rt(), code::<syn::Arm>(arm));
        let reads = reads.iter().map(|read| self.borrow(read));
        quote!(#rt::constant_value(match (#(#reads,)*) { #arm }))
    }

    fn borrow(&self, expr: &Expr) -> TokenStream {
        match expr {
            // What an ordinary function is lent to be read must not be changed: the tape would not know.
            Expr::Read(place) if place.is_pointee() && self.may_change(&place.root) => {
                let name = ident(place.name());
                quote!(&*#name)
            }
            Expr::Read(place) if place.is_pointee() && place.root.is_primal() => quoted(&ident(place.name())),
            other => {
                let inner = self.within(other, Tightness::Unary);
                quote!(&#inner)
            }
        }
    }

    /// Whether a variable is a parameter of an ordinary function through which something may change.
    fn may_change(&self, var: &Var) -> bool {
        let exclusive = |param: &Param| param.var == *var && param.passing == Passing::Exclusive;
        self.function.kind == FunctionKind::Ordinary && self.function.params.iter().any(exclusive)
    }

    /// What a method is called on: a reference is dereferenced by the call itself.
    pub(super) fn receiver(&self, expr: &Expr) -> TokenStream {
        match expr {
            Expr::Read(place) if place.root.is_primal() && place.is_pointee() => quoted(&ident(place.name())),
            other => self.within(other, Tightness::Atom),
        }
    }

    fn derivative(&self, derivative: &Derivative) -> TokenStream {
        let rules = rules();
        let residual = residual(derivative);
        let moved = derivative.open
            && (residual.is_some() || derivative.operands.iter().any(|operand| self.may_be_moved(operand)));
        let incoming = match &derivative.incoming {
            // It may be asked for by several operands.
            incoming @ Expr::Read(place) if moved && !self.is_cell(place) => copied(&self.expr(incoming)),
            incoming => self.expr(incoming),
        };
        let again = |operand: &Expr| self.again(operand).filter(|_| derivative.open);
        let operands: Vec<TokenStream> =
            derivative.operands.iter().map(|operand| again(operand).unwrap_or_else(|| self.expr(operand))).collect();
        let lazy = derivative.operands.iter().zip(&operands).map(|(operand, value)| match operand {
            Expr::Unread(float) => unread(*float),
            _ => quote!(|| #value),
        });
        let direction = match derivative.direction {
            Direction::Pull => "pull",
            Direction::Push => "push",
        };
        let rule = match &derivative.operation {
            Operation::Cast(ty) => {
                let method = format_ident!("{direction}_cast");
                let (value, ty) = (&operands[0], &ty.rust());
                let cast = self.within(&derivative.operands[0], Tightness::Cast);
                return quote!(#rules.#method(#incoming, || #value, || #cast as #ty));
            }
            Operation::Twice => {
                let rt = rt();
                return quote!(#rt::twice(#incoming));
            }
            Operation::Rule(rule) => rule,
        };
        let sides: &[&str] = match operands.len() {
            1 => &[""],
            2 => &["_left", "_right"],
            _ => &["_first", "_second", "_third"],
        };
        let side = sides[derivative.operand];
        if let Some(residual) = residual {
            let (side, residual) = (format_ident!("{}", &side[1..]), self.place(&residual));
            return quote!(#rules.#side(#incoming, &#residual));
        }
        let by = if derivative.result.is_some() { "_by" } else { "" };
        let method = format_ident!("{direction}{side}{by}");
        let rt = rt();
        let strukt = Ident::new(rule.strukt, Span::call_site());
        let result = derivative.result.as_ref().map(|result| {
            let result = again(result).unwrap_or_else(|| self.expr(result));
            quote!(, || #result)
        });
        quote!(#rules.#method(#rt::#strukt, #incoming, #(#lazy),* #result))
    }

    /// A place of values.
    pub(super) fn place(&self, place: &Place) -> TokenStream {
        if place.opens_box() {
            let the_box = self.place(&place.prefix(place.path.len() - 1));
            return quote!(*#the_box);
        }
        if let Some((view, rest)) = self.view(place) {
            return rest.iter().fold(view, |tokens, step| self.step(tokens, step));
        }
        let name = ident(place.name());
        let tokens = if self.is_witness(place.name()) { quote!(#name.value()) } else { quote!(#name) };
        if place.is_pointee() {
            return quote!(*#tokens);
        }
        let is_value = place.root.is_primal();
        let steps = place.open_steps().iter().filter(|step| !(is_value && matches!(step, Step::Held(..))));
        steps.fold(tokens, |tokens, step| self.step(tokens, step))
    }

    /// A place that is written to. An entry of a map is found by another method then.
    pub(super) fn target(&self, place: &Place) -> TokenStream {
        let Some(k) = place.path.iter().rposition(Step::is_entry) else { return self.place(place) };
        let map = place.prefix(k);
        let map = if map.is_pointee() { quoted(&ident(map.name())) } else { self.target(&map) };
        let key = place.path[k].exprs().map(|key| self.pure(key));
        let entry = quote_spanned!(place.root.span.rust()=> (*#map.get_mut(#(#key)*).expect("the key has an entry")));
        place.path[k + 1..].iter().fold(entry, |tokens, step| self.step(tokens, step))
    }

    /// A reference to a place of gradients.
    pub(super) fn shadow_ref(&self, place: &Place) -> TokenStream {
        if let Some(name) = self.named_shadow(place) {
            return quote!(#name);
        }
        if let Some((view, rest)) = self.view(place) {
            let element = rest.iter().fold(view, |tokens, step| self.step(tokens, step));
            return quote!(&#element);
        }
        if self.outgrows_name(place) {
            let place = self.shadow_mut(place);
            return quote!(&#place);
        }
        let name = ident(place.name());
        let steps = place.open_steps().iter().filter(|step| **step != Step::Deref);
        let tokens = steps.fold(quote!(#name), |tokens, step| self.step(tokens, step));
        quote!(&#tokens)
    }

    /// The name that is a reference to a place of gradients, if it has one.
    pub(super) fn named_shadow(&self, place: &Place) -> Option<Ident> {
        let mut steps = place.open_steps().iter().filter(|step| **step != Step::Deref);
        let named = steps.next().is_none() && (place.via.is_some() || self.is_reference(&place.root));
        (named && self.view(place).is_none() && !self.outgrows_name(place)).then(|| ident(place.name()))
    }

    /// A name for a part of what may change its shape would keep it from that.
    fn outgrows_name(&self, place: &Place) -> bool {
        place.via.is_some() && self.grown.contains(&place.root) && self.shapes.is_own(place)
    }

    pub(super) fn step(&self, base: TokenStream, step: &Step) -> TokenStream {
        // Located at the user's code, so that what the borrow checker has to say is said there.
        let span = base.first_span().unwrap_or_else(Span::call_site);
        match step {
            Step::Deref => base,
            Step::Held(name, _) if self.function.types.contains(&**name) => base,
            Step::Field(name) => {
                let name = member_at(name, span);
                quote_spanned!(span=> #base.#name)
            }
            Step::Held(name, at) => {
                let (rt, name) = (rt_at(at.0.rust()), Ident::new(name, at.0.rust()));
                quote_spanned!(at.0.rust()=> #rt::held!(#base, #name))
            }
            Step::Index(index) => {
                let index = self.pure(index);
                quote_spanned!(span=> #base[#index])
            }
            Step::Present(Otherwise(None)) => {
                let rt = rt_at(span);
                quote_spanned!(span=> (*#rt::present(&#base)))
            }
            Step::Present(Otherwise(Some(text))) => {
                let (rt, text) = (rt_at(span), &**text);
                quote_spanned!(span=> (*#rt::expected(&#base, #text)))
            }
            Step::Slice(bounds) => {
                let bounds = self.bounds(bounds);
                quote_spanned!(span=> #base[#bounds])
            }
        }
    }

    pub(super) fn bounds(&self, bounds: &Bounds) -> TokenStream {
        let [start, end] = [&bounds.start, &bounds.end].map(|bound| bound.as_ref().map(|bound| self.bound(bound)));
        if bounds.inclusive { quote!(#start..=#end) } else { quote!(#start..#end) }
    }
}

/// The residual that both operands of `c += v` are read from.
fn residual(derivative: &Derivative) -> Option<Place> {
    let Operation::Rule(rule) = &derivative.operation else { return None };
    let [Expr::Read(left), Expr::Read(right)] = &derivative.operands[..] else { return None };
    let (Some(first), Some(second)) = (left.path.last(), right.path.last()) else { return None };
    let whole = left.prefix(left.path.len() - 1);
    let both = *first == Step::Field("0".into()) && *second == Step::Field("1".into());
    let one = right.root == left.root && right.path[..right.path.len() - 1] == whole.path[..];
    (matches!(rule.strukt, "AddAssign" | "SubAssign") && derivative.direction == Direction::Pull && both && one)
        .then_some(whole)
}

/// A float type.
fn float_type(float: Float) -> Ident {
    Ident::new(float.name(), Span::call_site())
}

/// The zero gradient of a float.
fn zero(float: Float) -> TokenStream {
    let (rules, float) = (rules(), float_type(float));
    quote!(#rules.zero::<#float>())
}

/// What stands for an operand that is not read.
pub(super) fn unread(float: Float) -> TokenStream {
    let (rt, float) = (rt(), float_type(float));
    quote!(#rt::unread::<#float>)
}

/// Whether `Number` has a method.
fn is_known(method: &str) -> bool {
    method_rule(method).is_some() || retrograde_rules::lookup_tuple(method).is_some()
}

/// A field by name or position.
pub(super) fn member(name: &str) -> TokenStream {
    member_at(name, Span::call_site())
}

fn member_at(name: &str, span: Span) -> TokenStream {
    match name.parse::<u32>() {
        Ok(index) => syn::Index { index, span }.to_token_stream(),
        Err(_) => quoted(&raw(name, span)),
    }
}

/// The operator of an update that is written as an assignment: `+=`.
pub(super) fn operator_of(name: &str) -> Option<UpdateOp> {
    match name {
        "+=" => Some(UpdateOp::Add),
        "-=" => Some(UpdateOp::Sub),
        "*=" => Some(UpdateOp::Mul),
        "/=" => Some(UpdateOp::Div),
        _ => None,
    }
}

fn updating(op: UpdateOp, span: Span) -> TokenStream {
    match op {
        UpdateOp::Add => quote_spanned!(span=> +=),
        UpdateOp::Sub => quote_spanned!(span=> -=),
        UpdateOp::Mul => quote_spanned!(span=> *=),
        UpdateOp::Div => quote_spanned!(span=> /=),
        UpdateOp::Xor => quote_spanned!(span=> ^=),
    }
}

fn operator(op: BinaryOp, span: Span) -> TokenStream {
    match op {
        BinaryOp::Add => quote_spanned!(span=> +),
        BinaryOp::Sub => quote_spanned!(span=> -),
        BinaryOp::Mul => quote_spanned!(span=> *),
        BinaryOp::Div => quote_spanned!(span=> /),
        BinaryOp::Rem => quote_spanned!(span=> %),
        BinaryOp::BitXor => quote_spanned!(span=> ^),
        BinaryOp::BitAnd => quote_spanned!(span=> &),
        BinaryOp::BitOr => quote_spanned!(span=> |),
        BinaryOp::Shl => quote_spanned!(span=> <<),
        BinaryOp::Shr => quote_spanned!(span=> >>),
        BinaryOp::And => quote_spanned!(span=> &&),
        BinaryOp::Or => quote_spanned!(span=> ||),
        BinaryOp::Eq => quote_spanned!(span=> ==),
        BinaryOp::Ne => quote_spanned!(span=> !=),
        BinaryOp::Lt => quote_spanned!(span=> <),
        BinaryOp::Le => quote_spanned!(span=> <=),
        BinaryOp::Gt => quote_spanned!(span=> >),
        BinaryOp::Ge => quote_spanned!(span=> >=),
    }
}
