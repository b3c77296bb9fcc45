//! A sweep. Arrays that are walked element by element are sliced to the range first, so that no bounds are checked inside. Gradients
//! are read before any is written, because cells may alias and would otherwise be read again and again.
//!
//! Where nothing is summed up the iterations follow one another, and rustc vectorises them. A sum it may not reorder; there a block of
//! iterations runs at a time, with a lane for each iteration, and each statement runs over all lanes before the next begins:
//!
//! ```text
//! let (view0, tail0) = l[run(p + j, count)][..count].as_chunks();
//! let (view1, tail1) = out_adj[run(j, count)][..count].as_chunks();
//! let mut sum0 = Sum::of(&x_adj[i]);
//! for (view0, view1) in view0.iter().zip(view1) {
//!     let read0 = from_fn(|lane| get(&view1[lane]));
//!     for lane in 0..LANES { sum0.add(lane, || ... read0[lane] ... view0[lane] ...); }
//! }
//! let mut sum0 = sum0.total();
//! for (view0, view1) in tail0.iter().zip(tail1) { sum0.add(|| ...); }
//! sum0.add_to(&x_adj[i]);
//! ```

mod gather;

use super::body::{Body, local};
use super::expr::{copied, ident, rt};
use crate::access::{Touch, each_touch, reads};
use crate::hash::Set;
use crate::ir::{Expr, Place, Role, Step, Stmt, UpdateOp, Var};
use crate::pieces::ToRust;
use crate::sweep::{Touched, Turns};
use crate::tokens::{TokenStream, quote};
use proc_macro2::Ident;
use quote::format_ident;

/// A place of gradients and the name that stands for it.
type Named = (Place, Ident);

/// What the body of a sweep is emitted with.
pub(super) struct Lanes {
    /// the variable that counts the iterations
    var: Var,
    /// inside a block, with a lane for each iteration; otherwise an iteration that was left over
    block: bool,
    /// arrays walked element by element
    views: Vec<View>,
    /// sums of gradients, and the names of their lanes
    sums: Vec<Named>,
    /// gradients read before the first iteration, and those read before each iteration or block
    steady: Vec<Named>,
    moving: Vec<Named>,
    /// what the body binds: an array with an element for each lane
    own: Set<Var>,
}

#[derive(Clone)]
struct View {
    place: Place,
    name: Ident,
    mutable: bool,
}

impl Lanes {
    /// Whether elements of `var` are written as they are walked along.
    pub(super) fn walk(&self, var: &Var) -> bool {
        self.views.iter().any(|view| view.mutable && view.place.root == *var)
    }
}

fn lane() -> Ident {
    local("lane")
}

impl Body<'_> {
    pub(super) fn sweep(&mut self, var: &Var, start: &Expr, end: &Expr, sums: &[Place], body: &[Stmt]) -> TokenStream {
        let (first, last, count) = (local("first"), local("last"), local("count"));
        let (start, end) = (self.expr(start), self.expr(end));
        let name = ident(var);
        let sums: Vec<Named> = sums.iter().cloned().zip(names("sum")).collect();
        let touched = Touched::by(var, body).expect("a sweep is a loop whose iterations commute");
        let views = views(var, body, &touched);
        let in_lanes = !sums.is_empty();
        let slices: Vec<TokenStream> = views.iter().map(|view| self.slice(view, &count, in_lanes)).collect();
        let (steady, moving) = gradients_read(var, body, &touched, &|place| self.is_cell(place));
        let flows = self.flows_in(body, &touched, &views, (&steady, &moving), in_lanes);
        let once: Vec<TokenStream> = steady.iter().map(|(place, read)| self.load(place, read)).collect();
        let own = touched.own.iter().filter(|own| *own != var).cloned().collect();
        let inner = Lanes { var: var.clone(), block: false, views, sums, steady, moving: Vec::new(), own };
        let outer = self.lanes.replace(inner);
        let turns = if in_lanes { self.in_blocks(&name, body, &moving) } else { self.one_by_one(&name, body, &moving) };
        let walked = std::mem::replace(&mut self.lanes, outer).expect("inside of a sweep");
        let written = walked.views.iter().filter(|view| view.mutable);
        let turns = flows.map_or(turns.clone(), |flows| quote!(if #flows { #turns }));
        let followed: TokenStream = written.map(|view| self.largest(&view.place)).collect();
        quote! {{
            let (#first, #last) = (#start, #end);
            if #first < #last {
                let #count = #last - #first;
                let #name = #first;
                #(#slices)*
                #(#once)*
                #turns
                #followed
            }
        }}
    }

    /// Whether any gradient comes into a sweep that does nothing but carry gradients on; without one it need not run. `None` if that cannot
    /// be told before it.
    fn flows_in(
        &self,
        body: &[Stmt],
        touched: &Touched,
        views: &[View],
        (steady, moving): (&[Named], &[Named]),
        in_lanes: bool,
    ) -> Option<TokenStream> {
        let mut entering: Vec<Place> = Vec::new();
        for stmt in body {
            let value = match stmt {
                Stmt::Let { init, .. } => init.as_ref(),
                Stmt::Update { place, value, .. } if place.root.is(Role::Adjoint) => Some(value),
                Stmt::TypeOf { .. } | Stmt::Shadow { .. } => None,
                _ => return None,
            };
            if let Some(value) = value {
                reads(value, &mut |read| {
                    let enters = read.root.is(Role::Adjoint) && !touched.own.contains(&read.root);
                    if enters && !entering.contains(read) {
                        entering.push(read.clone());
                    }
                });
            }
        }
        let rt = rt();
        let (one, any) = if self.flush {
            (quote!(flows_enough), quote!(any_flows_enough))
        } else {
            (quote!(flows), quote!(any_flows))
        };
        let mut test = TokenStream::new();
        for place in &entering {
            if !test.is_empty() {
                test.extend(quote!(||));
            }
            if touched.changes(&place.root) || self.promoted.contains(&place.root) {
                return None;
            }
            let named = |reads: &[Named]| reads.iter().find(|(read, _)| read == place).map(|(_, name)| name.clone());
            if !self.is_cell(place) && place.path.is_empty() {
                let name = ident(&place.root);
                test.extend(quote!(#rt::#one(&#name)));
            } else if let Some(name) = named(steady) {
                test.extend(quote!(#rt::#one(&#name)));
            } else {
                named(moving)?;
                let View { name, .. } = views.iter().find(|view| view.place == *place)?;
                let name = if in_lanes { whole(name) } else { name.clone() };
                test.extend(quote!(#rt::#any(#name)));
            }
        }
        (!test.is_empty()).then_some(test)
    }

    fn lanes(&mut self) -> &mut Lanes {
        self.lanes.as_mut().expect("inside of a sweep")
    }

    /// Iteration by iteration, where rustc can vectorise by itself.
    fn one_by_one(&mut self, name: &Ident, body: &[Stmt], moving: &[Named]) -> TokenStream {
        let (mut others, before) = in_order(body, self.lanes());
        let mut elements = others.split_off(before);
        let groups = gather::groups(&mut elements, &others, self.lanes());
        let mut out = TokenStream::new();
        if groups.is_empty() || !elements.is_empty() {
            out.extend(self.walk_once(name, &others, &elements, moving));
        }
        for group in groups {
            let (too_few, members) = (group.too_few(&local("count")), group.stmts().collect::<Vec<_>>());
            let walked = self.walk_once(name, &others, &members, moving);
            let gathered = self.gathered(name, &others, &group, moving);
            out.extend(quote!(if #too_few { #walked } else { #gathered }));
        }
        out
    }

    /// All iterations, one after the other.
    fn walk_once(&mut self, name: &Ident, others: &[Stmt], elements: &[Stmt], moving: &[Named]) -> TokenStream {
        let (first, turn) = (local("first"), local("iteration"));
        let body = self.left_over(&[others, elements].concat(), others.len(), moving);
        let mut views = self.lanes().views.clone();
        if views.iter().any(|view| body.mentions(&view.name)) {
            views.retain(|view| body.mentions(&view.name));
        }
        let (whole, elements, _) = zips(&views);
        if body.mentions(name) {
            quote!(for (#turn, #elements) in #whole.enumerate() { let #name = #first + #turn; #body })
        } else {
            quote!(for #elements in #whole { #body })
        }
    }

    /// A block of iterations at a time, with a lane for each iteration, and then the iterations that are left over.
    fn in_blocks(&mut self, name: &Ident, body: &[Stmt], moving: &[Named]) -> TokenStream {
        let (rt, first, last, count, block) = (rt(), local("first"), local("last"), local("count"), local("block"));
        let (blocks, elements, tails) = zips(&self.lanes().views);
        let (places, sums): (Vec<Place>, Vec<Ident>) = self.lanes().sums.iter().cloned().unzip();
        let outer = self.lanes.take();
        let targets: Vec<TokenStream> = places.iter().map(|place| self.shadow_ref(place)).collect();
        self.lanes = outer;
        let (ordered, before) = in_order(body, self.lanes());
        self.lanes().block = true;
        let loads: Vec<TokenStream> = moving.iter().map(|(place, read)| self.load(place, read)).collect();
        self.lanes().moving = moving.to_vec();
        let (others, targeted) = ordered.split_at(before);
        let mut in_block: TokenStream = others.iter().map(|stmt| self.over_lanes(stmt, name)).collect();
        in_block.extend(self.shares(targeted, Some(name)));
        self.lanes().block = false;
        self.lanes().moving = Vec::new();
        let left_over = self.left_over(&ordered, before, moving);
        quote! {
            #(let mut #sums = #rt::Sum::of(#targets);)*
            for (#block, #elements) in #blocks.enumerate() {
                let #name = #first + #block * #rt::LANES;
                #(#loads)*
                #in_block
            }
            #(let mut #sums = #sums.total();)*
            for (#block, #elements) in #tails.enumerate() {
                let #name = #last - #count % #rt::LANES + #block;
                #left_over
            }
            #(#sums.add_to(#targets);)*
        }
    }

    /// An iteration by itself.
    fn left_over(&mut self, body: &[Stmt], before: usize, moving: &[Named]) -> TokenStream {
        let loads: Vec<TokenStream> = moving.iter().map(|(place, read)| self.load(place, read)).collect();
        self.lanes().moving = moving.to_vec();
        let (others, elements) = body.split_at(before);
        let (others, elements) = (self.block(others), self.shares(elements, None));
        self.lanes().moving = Vec::new();
        quote!(#(#loads)* #others #elements)
    }

    /// What is added to the gradients of elements: of several, all are computed before the first is added, as the values that they are
    /// computed from would otherwise be read again after each.
    fn shares(&mut self, stmts: &[Stmt], lanes: Option<&Ident>) -> TokenStream {
        if stmts.len() < 2 {
            return match lanes {
                Some(turn) => stmts.iter().map(|stmt| self.over_lanes(stmt, turn)).collect(),
                None => self.block(stmts),
            };
        }
        let (rt, lane) = (rt(), lane());
        let (mut computed, mut added) = (TokenStream::new(), TokenStream::new());
        for (stmt, name) in stmts.iter().zip(names("share")) {
            let Stmt::Update { op, place, value, .. } = stmt else { unreachable!("gradients are added") };
            let method = if *op == UpdateOp::Sub { quote!(sub) } else { quote!(add) };
            let (place, value) = (self.shadow_ref(place), self.expr(value));
            let share = quote!(#rt::if_active(#place, || #value));
            if let Some(turn) = lanes {
                computed.extend(quote! {
                    let #name: [_; #rt::LANES] = ::core::array::from_fn(|#lane| { let #turn = #turn + #lane; #share });
                });
                let share = quote!(#rt::clone(&#name[#lane]));
                added.extend(quote! {
                    for #lane in 0..#rt::LANES { let #turn = #turn + #lane; #rt::#method(#place, #share); }
                });
            } else {
                computed.extend(quote!(let #name = #share;));
                added.extend(quote!(#rt::#method(#place, #name);));
            }
        }
        quote!(#computed #added)
    }

    /// An array from the first iteration's element to the last's, cut into blocks if it is walked `in_lanes`.
    fn slice(&self, view: &View, count: &Ident, in_lanes: bool) -> TokenStream {
        let rt = rt();
        let Some((Step::Index(index), array)) = view.place.path.split_last() else {
            unreachable!("a view ends with an index")
        };
        let array = view.place.prefix(array.len());
        let array = if array.root.is_primal() {
            self.receiver(&Expr::Read(array))
        } else {
            let array = self.shadow_ref(&array);
            quote!((#array))
        };
        let (name, tail, index) = (&view.name, tail(&view.name), self.operand(index));
        if !in_lanes {
            let reference = if view.mutable { quote!(&mut) } else { quote!(&) };
            return quote!(let #name = #reference #array[#rt::run(#index, #count)][..#count];);
        }
        let cut = if view.mutable { quote!(as_chunks_mut) } else { quote!(as_chunks) };
        let elements = quote!(#array[#rt::run(#index, #count)][..#count]);
        if view.place.root.is_primal() {
            return quote!(let (#name, #tail) = #elements.#cut::<{ #rt::LANES }>(););
        }
        let whole = whole(name);
        quote!(let #whole = &#elements; let (#name, #tail) = #whole.#cut::<{ #rt::LANES }>();)
    }

    /// Reads a gradient before anything is written: in a block, that of each lane.
    fn load(&self, place: &Place, read: &Ident) -> TokenStream {
        let (rt, lane) = (rt(), lane());
        let reference = self.shadow_ref(place);
        let Some(lanes) = self.lanes.as_ref().filter(|lanes| lanes.block) else {
            return quote!(let #read = #rt::get(#reference););
        };
        let steps = self.view(place).map_or(&place.path[..], |(_, steps)| steps);
        let mut counts = false;
        let indices = steps.iter().flat_map(Step::exprs);
        indices.for_each(|index| reads(index, &mut |read| counts |= read.root == lanes.var));
        let turn = ident(&lanes.var);
        let mut value = quote!(#rt::get(#reference));
        if counts {
            value = quote!({ let #turn = #turn + #lane; #value });
        }
        quote!(let #read: [_; #rt::LANES] = ::core::array::from_fn(|#lane| #value);)
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
                all(ident(var), ty.as_ref().map(ToRust::rust).map(|ty| quote!(#ty)), self.expr(init))
            }
            Stmt::Shadow { var, like } => {
                let value = self.zero_shadow(like);
                all(ident(var), None, value)
            }
            Stmt::TypeOf { var, .. } => {
                let type_of = self.block(std::slice::from_ref(stmt));
                self.lanes.as_mut().expect("inside a sweep").own.retain(|own| own != var);
                quote!(let #lane = 0; #type_of)
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

    /// A gradient that is in a variable, or was read before the block.
    pub(super) fn read_before(&self, place: &Place) -> Option<TokenStream> {
        if let Some((promoted, _)) = self.promoted(place) {
            return Some(quote!(#promoted.get()));
        }
        let lanes = self.lanes.as_ref()?;
        let find = |reads: &[Named]| reads.iter().find(|(read, _)| read == place).map(|(_, name)| name.clone());
        if let Some(name) = find(&lanes.steady) {
            return Some(copied(&quote!(#name)));
        }
        let name = find(&lanes.moving)?;
        let element = lanes.block.then(lane).map(|lane| quote!([#lane]));
        Some(copied(&quote!(#name #element)))
    }

    /// A gradient or tangent of a float, which is copied where it is read.
    pub(super) fn float_gradient(&self, gradient: &Expr) -> Option<TokenStream> {
        let Expr::Read(place) = gradient else { return None };
        let lanes = self.lanes.as_ref().filter(|_| self.is_cell(place))?;
        let (_, name) = lanes.steady.iter().chain(&lanes.moving).find(|(read, _)| read == place)?;
        let is_steady = lanes.steady.iter().any(|(read, _)| read == place);
        let element = (lanes.block && !is_steady).then(lane).map(|lane| quote!([#lane]));
        Some(quote!(#name #element))
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
            let Some(k) = turns.view(place).filter(|_| touch != Touch::TypeOf) else { return };
            let place = place.prefix(k + 1);
            let mutable = touch == Touch::Write && place.root.is_primal();
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

/// The gradients that the body reads but does not write: those that are the same in every iteration, and those that each iteration can read at
/// its start.
fn gradients_read(
    var: &Var,
    body: &[Stmt],
    touched: &Touched,
    is_cell: &dyn Fn(&Place) -> bool,
) -> (Vec<Named>, Vec<Named>) {
    let turns = Turns { var, touched };
    let (mut steady, mut moving): (Vec<Place>, Vec<Place>) = Default::default();
    let mut views: Vec<Var> = Vec::new();
    for stmt in body {
        each_touch(stmt, &mut |_, place| views.extend(place.via.iter().map(|via| via.var.clone())));
    }
    for stmt in body {
        each_touch(stmt, &mut |touch, place| {
            let mut at_start = true;
            place.indices().for_each(|index| {
                reads(index, &mut |read| {
                    at_start &= read.root == *var || !touched.own.contains(&read.root) && !touched.changes(&read.root);
                });
            });
            let gradient = place.root.is(Role::Adjoint) && is_cell(place) && !views.contains(&place.root);
            let own = touched.own.contains(&place.root);
            if touch != Touch::Read || !gradient || own || !at_start || touched.changes(&place.root) {
                return;
            }
            let found = if turns.invariant_place(place) { &mut steady } else { &mut moving };
            if !found.contains(place) {
                found.push(place.clone());
            }
        });
    }
    let mut names = names("read");
    let mut named = |places: Vec<Place>| places.into_iter().zip(names.by_ref()).collect();
    (named(steady), named(moving))
}

/// Sums and then gradients of elements last, if no statement comes to read something else by it: how many statements there are before the
/// gradients of elements.
fn in_order(body: &[Stmt], lanes: &Lanes) -> (Vec<Stmt>, usize) {
    let is_gradient = |stmt: &Stmt| matches!(stmt, Stmt::Update { place, .. } if place.root.is(Role::Adjoint) && !lanes.own.contains(&place.root));
    let is_sum =
        |stmt: &Stmt| matches!(stmt, Stmt::Update { place, .. } if lanes.sums.iter().any(|(sum, _)| sum == place));
    // What the gradients so far are added to, and what they are computed from.
    let (mut added, mut used): (Set<Var>, Set<Var>) = Default::default();
    let mut disturbed = false;
    for stmt in body {
        let stays = !is_gradient(stmt);
        each_touch(stmt, &mut |touch, place| match touch {
            Touch::Read => disturbed |= added.contains(&place.root),
            Touch::Write => disturbed |= stays && used.contains(&place.root),
            _ => {}
        });
        if !stays {
            each_touch(stmt, &mut |touch, place| {
                let touched = if touch == Touch::Write { &mut added } else { &mut used };
                touched.insert(place.root.clone());
            });
        }
    }
    if disturbed {
        return (body.to_vec(), body.len());
    }
    let (gradients, others): (Vec<_>, Vec<_>) = body.iter().cloned().partition(is_gradient);
    let (sums, elements): (Vec<_>, Vec<_>) = gradients.into_iter().partition(is_sum);
    let before = others.len() + sums.len();
    (others.into_iter().chain(sums).chain(elements).collect(), before)
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

/// All that a view is cut from.
fn whole(view: &Ident) -> Ident {
    format_ident!("{view}_whole", span = proc_macro2::Span::mixed_site())
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
