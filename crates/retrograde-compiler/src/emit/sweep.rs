//! A sweep: a block of turns at a time, a lane for each turn. Arrays that are walked element by element are sliced to the block
//! first, so that no bounds are checked inside it.
//!
//! ```text
//! let (blocks, rest) = blocks(start..end);
//! let mut sum1 = Sum::of(&x_adj[i]);
//! for j in blocks {
//!     let view1 = &l[p + j..][..LANES];
//!     for lane in 0..LANES { sum1.add(lane, || ... view1[lane] ...); }
//! }
//! for j in rest { ... }
//! sum1.add_to(&x_adj[i]);
//! ```

use super::body::{Body, local};
use super::expr::{ident, rt};
use crate::access::{Touch, each_touch};
use crate::ir::{Expr, Place, Shade, Step, Stmt, Var};
use crate::sweep::Turns;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// What the body of a sweep is emitted with.
pub(super) struct Lanes {
    /// the lane of the turn
    lane: TokenStream,
    /// array walked element by element, and the name of its slice
    views: Vec<(Place, Ident)>,
    /// sum of gradients, and the name of its lanes
    sums: Vec<(Place, Ident)>,
}

impl Body<'_> {
    pub(super) fn sweep(&mut self, var: &Var, start: &Expr, end: &Expr, sums: &[Place], body: &[Stmt]) -> TokenStream {
        let rt = rt();
        let (blocks, rest, lane, name) = (local("blocks"), local("rest"), local("lane"), ident(var));
        let (start, end) = (self.operand(start), self.operand(end));
        let named: Vec<(Place, Ident)> =
            sums.iter().enumerate().map(|(k, place)| (place.clone(), name_of("sum", k))).collect();
        let targets: Vec<TokenStream> = sums.iter().map(|place| self.shadow_ref(place)).collect();
        let names: Vec<&Ident> = named.iter().map(|(_, name)| name).collect();
        let views = views(var, body);
        let slices: Vec<TokenStream> = views.iter().map(|view| self.slice(view)).collect();
        let views = views.into_iter().map(|view| (view.place, view.name)).collect();
        let outer = self.lanes.replace(Lanes { lane: quote!(#lane), views, sums: named.clone() });
        let in_block = self.block(body);
        self.lanes = Some(Lanes { lane: quote!(0), views: Vec::new(), sums: named.clone() });
        let left_over = self.block(body);
        self.lanes = outer;
        quote! {{
            let (#blocks, #rest) = #rt::blocks(#start..#end);
            #(let mut #names = #rt::Sum::of(#targets);)*
            for #name in #blocks {
                #(#slices)*
                for #lane in 0..#rt::LANES {
                    let #name = #name + #lane;
                    #in_block
                }
            }
            for #name in #rest { #left_over }
            #(#names.add_to(#targets);)*
        }}
    }

    fn slice(&self, view: &View) -> TokenStream {
        let rt = rt();
        let Some((Step::Index(index), array)) = view.place.path.split_last() else { unreachable!("a view ends with an index") };
        let array = Place { root: view.place.root.clone(), path: array.to_vec() };
        let array = if array.root.shade == Shade::Value {
            self.receiver(&Expr::Read(array))
        } else {
            let array = self.shadow_ref(&array);
            quote!((#array))
        };
        let (name, index) = (&view.name, self.operand(index));
        if view.mutable {
            quote!(let #name = &mut #array[#index..][..#rt::LANES];)
        } else {
            quote!(let #name = &#array[#index..][..#rt::LANES];)
        }
    }

    /// The element of a block's slice that a place is, and the steps that go on from it.
    pub(super) fn view<'p>(&self, place: &'p Place) -> Option<(TokenStream, &'p [Step])> {
        let lanes = self.lanes.as_ref()?;
        let (view, name) = lanes.views.iter().find(|(view, _)| view.root == place.root && place.path.starts_with(&view.path))?;
        let lane = &lanes.lane;
        Some((quote!(#name[#lane]), &place.path[view.path.len()..]))
    }

    /// The sum that a place is, and the lane to add to.
    pub(super) fn sum(&self, place: &Place) -> Option<(Ident, TokenStream)> {
        let lanes = self.lanes.as_ref()?;
        let (_, name) = lanes.sums.iter().find(|(sum, _)| sum == place)?;
        Some((name.clone(), lanes.lane.clone()))
    }
}

struct View {
    place: Place,
    name: Ident,
    mutable: bool,
}

/// The arrays that the body walks element by element.
fn views(var: &Var, body: &[Stmt]) -> Vec<View> {
    let mut own = vec![var.clone()];
    let mut written = Vec::new();
    for stmt in body {
        each_touch(stmt, &mut |touch, place| match touch {
            Touch::Bind => own.push(place.root.clone()),
            Touch::Write => written.push(place.clone()),
            _ => {}
        });
    }
    let turns = Turns { var, own: &own, written: &written };
    let mut views: Vec<View> = Vec::new();
    for stmt in body {
        each_touch(stmt, &mut |touch, place| {
            let Some(k) = turns.view(place) else { return };
            let place = Place { root: place.root.clone(), path: place.path[..=k].to_vec() };
            let mutable = touch == Touch::Write && place.root.shade == Shade::Value;
            match views.iter_mut().find(|view| view.place == place) {
                Some(view) => view.mutable |= mutable,
                None => {
                    let name = name_of("view", views.len());
                    views.push(View { place, name, mutable });
                }
            }
        });
    }
    views
}

fn name_of(base: &str, k: usize) -> Ident {
    format_ident!("{base}{k}", span = proc_macro2::Span::mixed_site())
}
