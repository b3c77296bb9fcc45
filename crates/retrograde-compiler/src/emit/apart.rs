//! Elements of one array that a call borrows together, which rustc must be shown to be different ones.

use super::body::Body;
use super::expr::rt;
use crate::ir::{Arg, Expr, Place};
use crate::tokens::{TokenStream, quote};
use proc_macro2::Span;
use quote::format_ident;

/// An argument that is borrowed before the call.
pub(super) struct Element {
    /// which argument
    pub argument: usize,
    /// how it is passed
    pub borrow: TokenStream,
}

/// An argument that borrows a place.
struct Borrowed<'a> {
    argument: usize,
    place: &'a Place,
    exclusive: bool,
}

impl Body<'_> {
    /// The elements, and the statements that borrow them.
    pub(super) fn elements(&self, args: &[Arg]) -> (Vec<Element>, TokenStream) {
        let borrowed: Vec<Borrowed> = args
            .iter()
            .enumerate()
            .filter_map(|(argument, arg)| match arg {
                Arg::Exclusive(place) => Some(Borrowed { argument, place, exclusive: true }),
                Arg::Shared(Expr::Borrow(inner)) => match &**inner {
                    Expr::Read(place) => Some(Borrowed { argument, place, exclusive: false }),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let mut arrays: Vec<(Place, Vec<&Borrowed>)> = Vec::new();
        for (k, one) in borrowed.iter().enumerate() {
            for other in borrowed[k + 1..].iter().filter(|other| one.exclusive || other.exclusive) {
                let Some(steps) = one.place.parting(other.place) else { continue };
                let array = one.place.prefix(steps);
                let known = match arrays.iter().position(|(known, _)| *known == array) {
                    Some(known) => known,
                    None => {
                        arrays.push((array, Vec::new()));
                        arrays.len() - 1
                    }
                };
                for member in [one, other] {
                    if arrays.iter().all(|(_, members)| members.iter().all(|m| m.argument != member.argument)) {
                        arrays[known].1.push(member);
                    }
                }
            }
        }
        let (mut found, mut borrows) = (Vec::new(), TokenStream::new());
        for (array, members) in arrays.iter().filter(|(_, members)| members.len() > 1) {
            let (rt, steps) = (rt(), array.path.len());
            let (mut names, mut indices) = (Vec::new(), Vec::new());
            for Borrowed { argument, place, exclusive } in members {
                let name = format_ident!("element{argument}", span = Span::mixed_site());
                indices.extend(place.path[steps].exprs().map(|index| self.pure(index)));
                let (rest, mutable) = (&place.path[steps + 1..], exclusive.then(|| quote!(mut)));
                let inner = rest.iter().fold(quote!(#name), |tokens, step| self.step(tokens, step));
                let borrow = if rest.is_empty() { quote!(&#mutable *#name) } else { quote!(&#mutable #inner) };
                found.push(Element { argument: *argument, borrow });
                names.push(name);
            }
            let array = self.place(array);
            borrows.extend(quote!(let [#(#names),*] = #rt::elements(&mut #array, [#(#indices),*]);));
        }
        (found, borrows)
    }
}
