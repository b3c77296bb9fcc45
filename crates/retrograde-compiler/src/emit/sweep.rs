//! A sweep: a block of turns at a time, a lane for each turn. Arrays that are walked element by element are sliced to the range
//! and cut into blocks first, so that no bounds are checked inside; each statement runs over all lanes before the next begins, with
//! gradients read before any is written, because cells may alias and would otherwise be read again and again.
//!
//! ```text
//! let (view0, tail0) = l[p + j..][..count].as_chunks();
//! let (view1, tail1) = out_adj[j..][..count].as_chunks();
//! let mut sum0 = Sum::of(&x_adj[i]);
//! for (view0, view1) in view0.iter().zip(view1) {
//!     let read0 = from_fn(|lane| get(&view1[lane]));
//!     for lane in 0..LANES { sum0.add(lane, || ... read0[lane] ... view0[lane] ...); }
//! }
//! let mut sum0 = sum0.total();
//! for (view0, view1) in tail0.iter().zip(tail1) { sum0.add(|| ...); }
//! sum0.add_to(&x_adj[i]);
//! ```

use super::body::{Body, local};
use super::expr::{ident, rt};
use crate::access::{Touch, each_touch};
use crate::ir::{Expr, Opaque, Place, Shade, Step, Stmt, Var};
use crate::sweep::{Touched, Turns};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// What the body of a sweep is emitted with.
pub(super) struct Lanes {
    /// inside a block, with a lane for each turn; otherwise a turn that was left over
    block: bool,
    /// arrays walked element by element
    views: Vec<View>,
    /// sums of gradients, and the names of their lanes
    sums: Vec<(Place, Ident)>,
    /// gradients read before the block is run
    reads: Vec<(Place, Ident)>,
    /// what the body binds: an array with an element for each lane
    own: Vec<Var>,
}

#[derive(Clone)]
struct View {
    place: Place,
    name: Ident,
    mutable: bool,
}

fn lane() -> Ident {
    local("lane")
}

impl Body<'_> {
    pub(super) fn sweep(&mut self, var: &Var, start: &Expr, end: &Expr, sums: &[Place], body: &[Stmt]) -> TokenStream {
        let rt = rt();
        let name = ident(var);
        let (first, last, count, block) = (local("first"), local("last"), local("count"), local("block"));
        let (start, end) = (self.expr(start), self.expr(end));
        let sums: Vec<(Place, Ident)> = sums.iter().cloned().zip(names("sum")).collect();
        let targets: Vec<TokenStream> = sums.iter().map(|(place, _)| self.shadow_ref(place)).collect();
        let sum_names: Vec<Ident> = sums.iter().map(|(_, name)| name.clone()).collect();
        let touched = Touched::by(var, body).expect("a sweep is a loop whose turns commute");
        let views = views(var, body, &touched);
        let slices: Vec<TokenStream> = views.iter().map(|view| self.slice(view, &count)).collect();
        let reads = gradients_read(body, &views, &touched);
        let own = touched.own.iter().filter(|own| *own != var).cloned().collect();
        let (blocks, elements, tails) = zips(&views);

        let loads = reads.clone();
        let outer = self.lanes.replace(Lanes { block: true, views, sums, reads: Vec::new(), own });
        let loads: Vec<TokenStream> = loads.iter().map(|(place, read)| self.load(place, read)).collect();
        self.lanes.as_mut().expect("just set").reads = reads;
        let in_block: Vec<TokenStream> = in_order(body, self.lanes.as_ref().expect("just set"))
            .into_iter()
            .map(|stmt| self.over_lanes(stmt, &name))
            .collect();
        let ordered: Vec<Stmt> = in_order(body, self.lanes.as_ref().expect("just set")).into_iter().cloned().collect();
        let lanes = self.lanes.as_mut().expect("just set");
        lanes.block = false;
        let reads = std::mem::take(&mut lanes.reads);
        let left_over_loads: Vec<TokenStream> = reads.iter().map(|(place, read)| self.load(place, read)).collect();
        self.lanes.as_mut().expect("just set").reads = reads;
        let left_over = self.block(&ordered);
        self.lanes = outer;
        quote! {{
            let (#first, #last) = (#start, #end);
            if #first < #last {
                let #count = #last - #first;
                let #name = #first;
                #(#slices)*
                #(let mut #sum_names = #rt::Sum::of(#targets);)*
                for (#block, #elements) in #blocks.enumerate() {
                    let #name = #first + #block * #rt::LANES;
                    #(#loads)*
                    #(#in_block)*
                }
                #(let mut #sum_names = #sum_names.total();)*
                for (#block, #elements) in #tails.enumerate() {
                    let #name = #last - #count % #rt::LANES + #block;
                    #(#left_over_loads)*
                    #left_over
                }
                #(#sum_names.add_to(#targets);)*
            }
        }}
    }

    fn slice(&self, view: &View, count: &Ident) -> TokenStream {
        let rt = rt();
        let Some((Step::Index(index), array)) = view.place.path.split_last() else {
            unreachable!("a view ends with an index")
        };
        let array = view.place.prefix(array.len());
        let array = if array.root.shade == Shade::Value {
            self.receiver(&Expr::Read(array))
        } else {
            let array = self.shadow_ref(&array);
            quote!((#array))
        };
        let (name, tail, index) = (&view.name, tail(&view.name), self.operand(index));
        let cut = if view.mutable { quote!(as_chunks_mut) } else { quote!(as_chunks) };
        quote!(let (#name, #tail) = #array[#index..][..#count].#cut::<{ #rt::LANES }>();)
    }

    /// Reads a gradient before anything is written.
    fn load(&self, place: &Place, read: &Ident) -> TokenStream {
        let (rt, lane) = (rt(), lane());
        let place = self.shadow_ref(place);
        if self.lanes.as_ref().is_some_and(|lanes| lanes.block) {
            quote!(let #read: [_; #rt::LANES] = ::core::array::from_fn(|#lane| #rt::get(#place));)
        } else {
            quote!(let #read = #rt::get(#place);)
        }
    }

    /// One statement for all lanes.
    fn over_lanes(&mut self, stmt: &Stmt, turn: &Ident) -> TokenStream {
        let (rt, lane) = (rt(), lane());
        let all = |name: Ident, ty: Option<TokenStream>, value: TokenStream| {
            let ty = ty.unwrap_or_else(|| quote!(_));
            quote! {
                let mut #name: [#ty; #rt::LANES] = ::core::array::from_fn(|#lane| {
                    let #turn = #turn + #lane;
                    #value
                });
            }
        };
        match stmt {
            Stmt::Let { var, ty, init: Some(init), .. } => {
                all(ident(var), ty.as_ref().map(|Opaque(ty)| quote!(#ty)), self.expr(init))
            }
            Stmt::Shadow { var, like } => {
                let value = self.zero_shadow(like);
                all(ident(var), None, value)
            }
            Stmt::Witness { var, .. } => {
                let witness = self.block(std::slice::from_ref(stmt));
                self.lanes.as_mut().expect("inside a sweep").own.retain(|own| own != var);
                quote!(let #lane = 0; #witness)
            }
            stmt => {
                let stmt = self.block(std::slice::from_ref(stmt));
                quote!(for #lane in 0..#rt::LANES { let #turn = #turn + #lane; #stmt })
            }
        }
    }

    /// The element of a block that a place is, and the steps that go on from it.
    pub(super) fn view<'p>(&self, place: &'p Place) -> Option<(TokenStream, &'p [Step])> {
        let lanes = self.lanes.as_ref()?;
        let lane = lane();
        if self.is_inner(place.name()) {
            return None;
        }
        if lanes.block && lanes.own.contains(&place.root) {
            let name = ident(&place.root);
            return Some((quote!(#name[#lane]), &place.path));
        }
        let starts = |view: &&View| view.place.root == place.root && place.path.starts_with(&view.place.path);
        let View { name, place: view, .. } = lanes.views.iter().find(starts)?;
        let element = if lanes.block { quote!(#name[#lane]) } else { quote!((*#name)) };
        Some((element, &place.path[view.path.len()..]))
    }

    /// A gradient that was read before the block.
    pub(super) fn read_before(&self, place: &Place) -> Option<TokenStream> {
        let lanes = self.lanes.as_ref()?;
        let (_, name) = lanes.reads.iter().find(|(read, _)| read == place)?;
        let element = lanes.block.then(lane).map(|lane| quote!([#lane]));
        Some(quote!(::core::clone::Clone::clone(&#name #element)))
    }

    /// A gradient added to a sum.
    pub(super) fn add_to_sum(
        &self,
        place: &Place,
        method: &TokenStream,
        gradient: &TokenStream,
    ) -> Option<TokenStream> {
        let lanes = self.lanes.as_ref()?;
        let (_, name) = lanes.sums.iter().find(|(sum, _)| sum == place)?;
        let lane = lanes.block.then(lane).map(|lane| quote!(#lane,));
        Some(quote!(#name.#method(#lane || #gradient);))
    }
}

/// The arrays that the body walks element by element.
fn views(var: &Var, body: &[Stmt], touched: &Touched) -> Vec<View> {
    let turns = Turns { var, touched };
    let mut views: Vec<View> = Vec::new();
    for stmt in body {
        each_touch(stmt, &mut |touch, place| {
            // What is only asked for its type is never evaluated, and so not sliced either.
            let Some(k) = turns.view(place).filter(|_| touch != Touch::Witness) else { return };
            let place = place.prefix(k + 1);
            let mutable = touch == Touch::Write && place.root.shade == Shade::Value;
            match views.iter_mut().find(|view| view.place == place) {
                Some(view) => view.mutable |= mutable,
                None => {
                    let name = numbered("view", views.len());
                    views.push(View { place, name, mutable });
                }
            }
        });
    }
    views
}

/// The elements of shadows that the body reads; it writes none of them.
fn gradients_read(body: &[Stmt], views: &[View], touched: &Touched) -> Vec<(Place, Ident)> {
    let mut found: Vec<Place> = Vec::new();
    for stmt in body {
        each_touch(stmt, &mut |touch, place| {
            let walked = views.iter().any(|view| view.place == *place);
            let written = touched.written.iter().any(|write| write.root == place.root);
            if touch == Touch::Read && place.root.shade != Shade::Value && walked && !written && !found.contains(place)
            {
                found.push(place.clone());
            }
        });
    }
    found.into_iter().zip(names("read")).collect()
}

/// Sums first and gradients of elements last, if no statement before them changes a value that they read.
fn in_order<'b>(body: &'b [Stmt], lanes: &Lanes) -> Vec<&'b Stmt> {
    let is_gradient = |stmt: &&Stmt| matches!(stmt, Stmt::Update { place, .. } if place.root.shade == Shade::Adjoint && !lanes.own.contains(&place.root));
    let is_sum =
        |stmt: &&Stmt| matches!(stmt, Stmt::Update { place, .. } if lanes.sums.iter().any(|(sum, _)| sum == place));
    let mut changed: Vec<&Var> = Vec::new();
    for stmt in body {
        if let Stmt::Update { place, .. } = stmt
            && place.root.shade == Shade::Value
        {
            changed.push(&place.root);
        }
    }
    let mut disturbed = false;
    for stmt in body.iter().filter(is_gradient) {
        each_touch(stmt, &mut |touch, place| disturbed |= touch == Touch::Read && changed.contains(&&place.root));
    }
    if disturbed {
        return body.iter().collect();
    }
    let (gradients, others): (Vec<_>, Vec<_>) = body.iter().partition(is_gradient);
    let (sums, elements): (Vec<_>, Vec<_>) = gradients.into_iter().partition(is_sum);
    others.into_iter().chain(sums).chain(elements).collect()
}

/// `view0.iter().zip(view1.iter_mut())...`, the pattern for its items, and the same over the tails.
fn zips(views: &[View]) -> (TokenStream, TokenStream, TokenStream) {
    let iterate =
        |view: &View, name: &Ident| if view.mutable { quote!(#name.iter_mut()) } else { quote!(#name.iter()) };
    let mut parts = views.iter();
    let first = parts.next().expect("a sweep walks an array");
    let name = &first.name;
    let start = (iterate(first, name), quote!(#name), iterate(first, &tail(name)));
    parts.fold(start, |(blocks, pattern, tails), view| {
        let (block, rest) = (iterate(view, &view.name), iterate(view, &tail(&view.name)));
        let name = &view.name;
        (quote!(#blocks.zip(#block)), quote!((#pattern, #name)), quote!(#tails.zip(#rest)))
    })
}

fn tail(view: &Ident) -> Ident {
    format_ident!("{view}_tail", span = proc_macro2::Span::mixed_site())
}

fn numbered(base: &str, k: usize) -> Ident {
    format_ident!("{base}{k}", span = proc_macro2::Span::mixed_site())
}

fn names(base: &str) -> impl Iterator<Item = Ident> {
    (0..).map(move |k| numbered(base, k))
}
