//! `pack!`, `unpack!` and `convert!`: locals that end, and others that begin with what these held.

use super::{Binding, Parser};
use crate::host::integer_type;
use crate::ir::repack::{Kind, Repack, Shape};
use crate::ir::{At, Stmt, Var};
use crate::pieces::ToForm;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;

impl Parser<'_> {
    /// `pack!(p = P { x, y });`
    pub(super) fn pack(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        let written =
            "write `pack!(p = P { x, y });`, with names of locals, a tuple or an array in the place of `P { x, y }`";
        let Some(assign) = self.equation(mac, written) else { return };
        let Some(whole) = name(&assign.left) else { return self.error(mac, written) };
        let Some((shape, parts)) = self.shape(&assign.right, written) else { return };
        if parts.contains(&whole) {
            return self.error(whole.span(), format!("`{whole}` is one of the parts: give the whole another name"));
        }
        let from: Vec<Var> = parts.iter().filter_map(|part| self.end(part, &format!("part of `{whole}`"))).collect();
        let activity = from.iter().all(|var| self.activity.is_integer(&var.name));
        let to = vec![self.begin(&whole, activity)];
        self.repack(from, to, parts.len() + 1, Kind::Pack(shape), mac, out);
    }

    /// `unpack!(P { x, y } = p);`
    pub(super) fn unpack(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        let written = "write `unpack!(P { x, y } = p);`, with names, a tuple or an array in the place of `P { x, y }`";
        let Some(assign) = self.equation(mac, written) else { return };
        let Some(whole) = name(&assign.right) else { return self.error(mac, written) };
        let Some((shape, parts)) = self.shape(&assign.left, written) else { return };
        if let Some(part) = parts.iter().find(|part| **part == whole) {
            return self.error(part.span(), format!("`{part}` is the whole: give its part another name"));
        }
        if let Some((_, part)) = parts.iter().enumerate().find(|(k, part)| parts[..*k].contains(part)) {
            return self.error(part.span(), format!("`{part}` is here twice: give each part a name of its own"));
        }
        let from: Vec<Var> = self.end(&whole, "taken apart").into_iter().collect();
        let activity = from.iter().all(|var| self.activity.is_integer(&var.name));
        let to: Vec<Var> = parts.iter().map(|part| self.begin(part, activity)).collect();
        self.repack(from, to, parts.len() + 1, Kind::Unpack(shape), mac, out);
    }

    /// `convert!(x: i32 => f64);`
    pub(super) fn convert(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        let Ok((name, narrow, wide)) = mac.parse_body_with(conversion) else {
            return self.error(mac, "write `convert!(x: i32 => f64);`, with the types that `x` has before and after");
        };
        if may_lose(&narrow, &wide) {
            let (from, to) = (narrow.to_token_stream(), wide.to_token_stream());
            self.error(
                &wide,
                format!(
                    "a conversion from `{from}` to `{to}` may lose something, so it cannot be undone: convert to a type that has every \
                     value of `{from}`; `x as {to}` is for right sides, which are never undone"
                ),
            );
        }
        let Some(from) = self.end(&name, "converted") else { return };
        if integer_type(&narrow) {
            self.activity.insert(from.name.clone());
        }
        // A variable of its own: it may have a gradient where the one before had none.
        let to = self.bind(&name, |var| Binding::local(var, true));
        self.owned.insert(to.clone(), self.scopes.len());
        if integer_type(&wide) {
            self.activity.insert(to.name.clone());
        }
        let kind = Kind::Convert { narrow: narrow.form(), wide: wide.form(), back: false };
        self.repack(vec![from], vec![to], 2, kind, mac, out);
    }

    fn repack(&self, from: Vec<Var>, to: Vec<Var>, names: usize, kind: Kind, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        if !self.reversible() {
            return self.error(mac, "an ordinary function may assign and move: start other locals with `let` instead");
        }
        // Where a name was refused, there is nothing to go on with.
        if from.len() + to.len() == names {
            out.push(Stmt::Repack(Repack { from, to, kind, at: At(mac.path.span().form()) }));
        }
    }

    fn equation(&self, mac: &syn::Macro, written: &str) -> Option<syn::ExprAssign> {
        match mac.parse_body() {
            Ok(syn::Expr::Assign(assign)) => Some(assign),
            _ => {
                self.error(mac, written);
                None
            }
        }
    }

    /// The shape of a whole, and the names of its parts.
    fn shape(&self, expr: &syn::Expr, written: &str) -> Option<(Shape, Vec<Ident>)> {
        let (shape, parts): (_, Vec<&syn::Expr>) = match expr {
            syn::Expr::Tuple(tuple) => (Shape::Tuple, tuple.elems.iter().collect()),
            syn::Expr::Array(array) => (Shape::Array, array.elems.iter().collect()),
            syn::Expr::Struct(whole) if whole.rest.is_none() => {
                let fields = whole.fields.iter().map(|field| field.member.form()).collect();
                let parts = whole.fields.iter().map(|field| &field.expr).collect();
                (Shape::Struct(whole.path.form(), fields), parts)
            }
            syn::Expr::Call(call) => {
                let syn::Expr::Path(path) = &*call.func else {
                    self.error(&call.func, written);
                    return None;
                };
                (Shape::TupleStruct(path.path.form()), call.args.iter().collect())
            }
            other => {
                self.error(other, written);
                return None;
            }
        };
        let named = parts.into_iter().map(|part| {
            let ident = name(part);
            if ident.is_none() {
                self.error(part, "this must be a name: put locals together, and take them apart, one level at a time");
            }
            ident
        });
        Some((shape, named.collect::<Option<_>>()?))
    }

    /// Ends a local of this block.
    fn end(&mut self, name: &Ident, how: &str) -> Option<Var> {
        let Some(binding) = self.lookup(&name.to_string()) else {
            self.error(name.span(), format!("`{name}` is not a local of this function"));
            return None;
        };
        let var = binding.var.clone();
        if self.refuse_ended(name, &var) {
            return None;
        }
        if self.owned.get(&var) != Some(&self.scopes.len()) {
            self.error(
                name.span(),
                format!(
                    "`{name}` was not started by `let` in this block, so it cannot end here: start a local from it"
                ),
            );
            return None;
        }
        self.ended.insert(var.clone(), how.to_string());
        Some(var)
    }

    /// Whether a variable has ended, which is an error where it is used.
    pub(super) fn refuse_ended(&self, name: &Ident, var: &Var) -> bool {
        let Some(how) = self.ended.get(var) else { return false };
        self.error(
            name.span(),
            format!(
                "`{name}` is {how} here, and has no value of its own: use what it became, or let it begin again first"
            ),
        );
        true
    }

    /// Begins a local: the one of that name that ended in this block, or a new one.
    fn begin(&mut self, name: &Ident, activity: bool) -> Var {
        let scope = self.scopes.last().expect("a scope is open");
        if let Some(binding) = scope.get(&name.to_string())
            && self.ended.contains_key(&binding.var)
        {
            let var = Var { span: name.span().form(), ..binding.var.clone() };
            self.ended.remove(&var);
            return var;
        }
        let var = self.bind(name, |var| Binding::local(var, true));
        self.owned.insert(var.clone(), self.scopes.len());
        if activity {
            self.activity.insert(var.name.clone());
        }
        var
    }
}

fn name(expr: &syn::Expr) -> Option<Ident> {
    match expr {
        syn::Expr::Path(path) => path.path.get_ident().cloned(),
        syn::Expr::Paren(inner) => name(&inner.expr),
        _ => None,
    }
}

/// Whether there is a value of the first type that the second does not have, as far as names of types tell.
pub(crate) fn may_lose(narrow: &syn::Type, wide: &syn::Type) -> bool {
    primitive(narrow).zip(primitive(wide)).is_some_and(|(from, to)| !from.fits_into(to))
}

/// A primitive type, by the numbers that it has.
#[derive(Clone, Copy, PartialEq)]
enum Primitive {
    Bool,
    Char,
    Unsigned(u32),
    Signed(u32),
    /// how many bits of an integer it keeps
    Float(u32),
    /// `usize` or `isize`: at least 16 bits, and nobody knows how many more
    Word {
        signed: bool,
    },
}

impl Primitive {
    /// Whether the other type has every value of this one.
    fn fits_into(self, other: Self) -> bool {
        use Primitive::{Bool, Char, Float, Signed, Unsigned, Word};
        match (self, other) {
            (Bool, Unsigned(_) | Signed(_) | Word { .. }) | (Unsigned(8 | 32), Char) | (Char, Unsigned(32)) => true,
            (Unsigned(from), Signed(to)) => from < to,
            (Unsigned(from), Unsigned(to) | Float(to))
            | (Signed(from), Signed(to) | Float(to))
            | (Float(from), Float(to)) => from <= to,
            (Unsigned(from), Word { signed }) => {
                if signed {
                    from < 16
                } else {
                    from <= 16
                }
            }
            (Signed(from), Word { signed: true }) => from <= 16,
            (from, to) => from == to,
        }
    }
}

/// The primitive type of that name; of others the library knows more.
fn primitive(ty: &syn::Type) -> Option<Primitive> {
    let syn::Type::Path(path) = ty else { return None };
    Some(match path.path.get_ident()?.to_string().as_str() {
        "bool" => Primitive::Bool,
        "char" => Primitive::Char,
        "f32" => Primitive::Float(24),
        "f64" => Primitive::Float(53),
        "usize" => Primitive::Word { signed: false },
        "isize" => Primitive::Word { signed: true },
        name => {
            let bits = name[1..].parse().ok().filter(|bits| [8, 16, 32, 64, 128].contains(bits))?;
            match name.as_bytes()[0] {
                b'u' => Primitive::Unsigned(bits),
                b'i' => Primitive::Signed(bits),
                _ => return None,
            }
        }
    })
}

/// `x: i32 => f64`
pub(crate) fn conversion(input: syn::parse::ParseStream) -> syn::Result<(Ident, syn::Type, syn::Type)> {
    let name = input.parse()?;
    input.parse::<syn::Token![:]>()?;
    let narrow = input.parse()?;
    input.parse::<syn::Token![=>]>()?;
    Ok((name, narrow, input.parse()?))
}
