//! Sweeps, as the form has them made ready to run:
//!
//! ```text
//! let (view0, view0_tail) = l[run(p + j, count)][..count].as_chunks();
//! let (view1, view1_tail) = out_adj[run(j, count)][..count].as_chunks();
//! let mut sum0_adj = Sum::of(&x_adj[i]);
//! for (view0, view1) in view0.iter().zip(view1) {
//!     let read0_adj = from_fn(|lane| get(&view1[lane]));
//!     for lane in 0..LANES { sum0_adj.add(lane, || ... read0_adj[lane] ... view0[lane] ...); }
//! }
//! let mut sum0_adj = sum0_adj.total();
//! for (view0, view1) in view0_tail.iter().zip(view1_tail) { sum0_adj.add(|| ...); }
//! sum0_adj.add_to(&x_adj[i]);
//! ```

use super::body::{Body, local};
use super::expr::{copied, ident, rt};
use crate::access::reads;
use crate::hash::{Map, Set};
use crate::ir::{Along, Blocks, Expr, Part, Place, Share, Step, Stmt, Var, Walked, Window};
use crate::pieces::ToRust;
use crate::tokens::{TokenStream, quote};
use proc_macro2::{Ident, Literal};
use quote::format_ident;

/// The run of a sweep, as it is emitted.
pub(super) struct Swept {
    /// the variable that counts the iterations
    var: Var,
    /// arrays walked element by element
    windows: Map<Var, Window>,
    /// gradients that were read before
    held: Set<Var>,
    /// what is added up
    sums: Set<Var>,
    /// inside a block, with a lane for each iteration
    pub in_lanes: bool,
    /// what the block binds: an array with an element for each lane
    own: Set<Var>,
}

impl Swept {
    /// Whether elements of `var` are written as they are walked along.
    pub fn walks(&self, var: &Var) -> bool {
        self.windows.values().any(|window| window.exclusive && window.place.root == *var)
    }
}

fn lane() -> Ident {
    local("lane")
}

impl Body<'_> {
    pub(super) fn run(&mut self, var: &Var, start: &Expr, end: &Expr, body: &[Stmt]) -> TokenStream {
        let (first, last, count) = (local("first"), local("last"), local("count"));
        let (start, end, name) = (self.expr(start), self.expr(end), ident(var));
        let (windows, held, sums, own) = Default::default();
        let outer = self.swept.replace(Swept { var: var.clone(), windows, held, sums, in_lanes: false, own });
        let body_tokens = self.block(body);
        let swept = std::mem::replace(&mut self.swept, outer).expect("inside of a sweep");
        // In the order of the form.
        let written = body.iter().filter_map(|stmt| match stmt {
            Stmt::Window(window) if swept.windows[&window.var].exclusive => Some(&window.place),
            _ => None,
        });
        let followed: TokenStream = written.map(|place| self.largest(place)).collect();
        quote! {{
            let (#first, #last) = (#start, #end);
            if #first < #last {
                let #count = #last - #first;
                let #name = #first;
                #body_tokens
                #followed
            }
        }}
    }

    fn swept(&mut self) -> &mut Swept {
        self.swept.as_mut().expect("inside of a sweep")
    }

    /// An array from the first iteration's element to the last's, cut into blocks if it is walked in lanes.
    pub(super) fn window(&mut self, window: &Window) -> TokenStream {
        let (rt, count) = (rt(), local("count"));
        let Some((Step::Index(index), array)) = window.place.path.split_last() else {
            unreachable!("a window ends with an index")
        };
        let array = window.place.prefix(array.len());
        let array = if array.root.is_primal() {
            self.receiver(&Expr::Read(array))
        } else {
            let array = self.shadow_ref(&array);
            quote!((#array))
        };
        let (name, index) = (ident(&window.var), self.operand(index));
        let tail = tail(&name);
        self.swept().windows.insert(window.var.clone(), window.clone());
        if !window.blocks {
            let reference = if window.exclusive { quote!(&mut) } else { quote!(&) };
            return quote!(let #name = #reference #array[#rt::run(#index, #count)][..#count];);
        }
        let cut = if window.exclusive { quote!(as_chunks_mut) } else { quote!(as_chunks) };
        let elements = quote!(#array[#rt::run(#index, #count)][..#count]);
        if !window.whole {
            return quote!(let (#name, #tail) = #elements.#cut::<{ #rt::LANES }>(););
        }
        let whole = whole(&name);
        quote!(let #whole = &#elements; let (#name, #tail) = #whole.#cut::<{ #rt::LANES }>();)
    }

    /// A run that carries on nothing need not be.
    pub(super) fn if_flows(&mut self, places: &[Place], body: &[Stmt]) -> TokenStream {
        let rt = rt();
        let (one, any) = if self.flush {
            (quote!(flows_enough), quote!(any_flows_enough))
        } else {
            (quote!(flows), quote!(any_flows))
        };
        let tests = places.iter().map(|place| {
            let name = ident(place.name());
            match self.swept.as_ref().and_then(|swept| swept.windows.get(place.name())) {
                None => quote!(#rt::#one(&#name)),
                Some(window) if window.blocks => {
                    let whole = whole(&name);
                    quote!(#rt::#any(#whole))
                }
                Some(_) => quote!(#rt::#any(#name)),
            }
        });
        let flows = tests.reduce(|tests, test| quote!(#tests || #test));
        let body = self.block(body);
        quote!(if #flows { #body })
    }

    pub(super) fn at_most(&mut self, most: usize, blocks: &[Vec<Stmt>]) -> TokenStream {
        let (count, most) = (local("count"), number(most));
        let (few, many) = (self.block(&blocks[0]), self.block(&blocks[1]));
        quote!(if #count <= #most { #few } else { #many })
    }

    /// Iterations one after the other.
    pub(super) fn along(&mut self, along: &Along, body: &[Stmt]) -> TokenStream {
        let (rt, first, count, turn) = (rt(), local("first"), local("count"), local("iteration"));
        let name = ident(&along.var);
        let (mut before, inner) = (TokenStream::new(), local("inner"));
        if let Part::Without(most) = along.part {
            let most = number(most);
            before.extend(quote!(let #inner = #count - #most;));
        }
        for Walked { var, behind, .. } in &along.walked {
            let Some((of, by)) = behind else { continue };
            let window = Window { var: var.clone(), ..self.swept().windows[of].clone() };
            self.swept().windows.insert(var.clone(), window);
            let (var, of, by) = (ident(var), ident(of), number(*by));
            before.extend(quote!(let #var = &#of[#rt::run(#by, #inner)];));
        }
        let body = self.block(body);
        let names: Vec<Ident> = along.walked.iter().map(|walked| ident(&walked.var)).collect();
        let counted = along.counted.then(|| quote!(let #name = #first + #turn;));
        let range = match along.part {
            Part::All | Part::Without(_) => {
                let (elements, whole) = zips(&along.walked, &|name| name.clone());
                // Where the iterations are those of shares, each counts its own.
                let counted = counted.filter(|_| along.part == Part::All);
                return if along.counted {
                    quote!(#before for (#turn, #elements) in #whole.enumerate() { #counted #body })
                } else {
                    quote!(#before for #elements in #whole { #body })
                };
            }
            Part::First(turns) => {
                let turns = number(turns);
                quote!(0..#turns)
            }
            Part::Last(turns) => {
                let turns = number(turns);
                quote!(#count - #turns..#count)
            }
        };
        quote! {
            for #turn in #range {
                #(let #names = &#names[#turn];)*
                #counted
                #body
            }
        }
    }

    /// A block of iterations at a time, with a lane for each iteration, and then the iterations that are left over.
    pub(super) fn in_blocks(&mut self, lanes: &Blocks, blocks: &[Vec<Stmt>]) -> TokenStream {
        let (rt, first, last, count, block) = (rt(), local("first"), local("last"), local("count"), local("block"));
        let name = ident(&lanes.var);
        let (elements, whole) = zips(&lanes.walked, &|name| name.clone());
        let (_, tails) = zips(&lanes.walked, &tail);
        let targets: Vec<TokenStream> = lanes.sums.iter().map(|(_, place)| self.shadow_ref(place)).collect();
        let sums: Vec<Ident> = lanes.sums.iter().map(|(sum, _)| ident(sum)).collect();
        self.swept().sums.extend(lanes.sums.iter().map(|(sum, _)| sum.clone()));
        self.swept().in_lanes = true;
        let in_block = self.block(&blocks[0]);
        (self.swept().in_lanes, self.swept().own) = Default::default();
        let left_over = self.block(&blocks[1]);
        quote! {
            #(let mut #sums = #rt::Sum::of(#targets);)*
            for (#block, #elements) in #whole.enumerate() {
                let #name = #first + #block * #rt::LANES;
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

    /// One statement for all lanes.
    pub(super) fn over_lanes(&mut self, stmt: &Stmt) -> TokenStream {
        let (rt, lane) = (rt(), lane());
        let turn = ident(&self.swept().var);
        match stmt {
            Stmt::Let { var, ty, init: Some(init), .. } => {
                let value = self.expr(init);
                let ty = ty.as_ref().map(ToRust::rust).map_or_else(|| quote!(_), |ty| quote!(#ty));
                self.all(var, &quote!(mut), &ty, &quote!(let #turn = #turn + #lane;), &value)
            }
            Stmt::Shadow { var, like } => {
                let value = self.zero_shadow(like);
                self.all(var, &quote!(mut), &quote!(_), &quote!(let #turn = #turn + #lane;), &value)
            }
            Stmt::Share(share) => {
                let value = self.shared(share);
                // Another sweep may have had a variable of this name.
                self.variables.remove(&share.var);
                self.swept().held.insert(share.var.clone());
                self.all(&share.var, &TokenStream::new(), &quote!(_), &quote!(let #turn = #turn + #lane;), &value)
            }
            Stmt::Load(var, place) => {
                let mut counts = false;
                let indices = place.open_steps().iter().flat_map(Step::exprs);
                let counter = self.swept().var.clone();
                indices.for_each(|index| reads(index, &mut |read| counts |= read.root == counter));
                let place = self.shadow_ref(place);
                self.swept().held.insert(var.clone());
                let counted = if counts { quote!(let #turn = #turn + #lane;) } else { TokenStream::new() };
                self.all(var, &TokenStream::new(), &quote!(_), &counted, &quote!(#rt::get(#place)))
            }
            // A type is that of all lanes.
            Stmt::TypeOf { .. } => {
                let type_of = self.single(stmt);
                quote!(let #lane = 0; #type_of)
            }
            stmt => {
                let stmt = self.single(stmt);
                quote!(for #lane in 0..#rt::LANES { let #turn = #turn + #lane; #stmt })
            }
        }
    }

    /// `let name = ..` for all lanes.
    fn all(
        &mut self,
        var: &Var,
        mutable: &TokenStream,
        ty: &TokenStream,
        counted: &TokenStream,
        value: &TokenStream,
    ) -> TokenStream {
        let (rt, lane, name) = (rt(), lane(), ident(var));
        self.swept().own.insert(var.clone());
        let value = if counted.is_empty() { value.clone() } else { quote!({ #counted #value }) };
        quote!(let #mutable #name: [#ty; #rt::LANES] = ::core::array::from_fn(|#lane| #value);)
    }

    /// Reads a gradient before anything is written.
    pub(super) fn load(&mut self, var: &Var, place: &Place) -> TokenStream {
        let (rt, name, reference) = (rt(), ident(var), self.shadow_ref(place));
        self.swept().held.insert(var.clone());
        quote!(let #name = #rt::get(#reference);)
    }

    /// A gradient that is added later.
    pub(super) fn share(&mut self, share: &Share) -> TokenStream {
        let name = ident(&share.var);
        let value = match &share.ahead {
            None => self.shared(share),
            Some(ahead) => {
                let (turn, first, iteration) = (ident(&ahead.var), local("first"), local("iteration"));
                let by = number(ahead.by);
                let counted = ahead.counted.then(|| quote!(let #turn = #first + #iteration + #by;));
                let (before, value) = (self.block(&share.before[0]), self.shared(share));
                quote!({ #counted #before #value })
            }
        };
        self.variables.insert(share.var.clone());
        quote!(let #name = #value;)
    }

    fn shared(&self, share: &Share) -> TokenStream {
        let (rt, place, value) = (rt(), self.shadow_ref(&share.place), self.expr(&share.value));
        quote!(#rt::if_active(#place, || #value))
    }

    /// The element that a place is of what is walked along, and the steps that go on from it.
    pub(super) fn view<'p>(&self, place: &'p Place) -> Option<(TokenStream, &'p [Step])> {
        let swept = self.swept.as_ref()?;
        if self.is_inner(place.name()) {
            return None;
        }
        let (name, lane) = (ident(place.name()), lane());
        if swept.own.contains(place.name()) {
            return Some((quote!(#name[#lane]), place.open_steps()));
        }
        swept.windows.get(place.name())?;
        let element = if swept.in_lanes { quote!(#name[#lane]) } else { quote!((*#name)) };
        Some((element, place.open_steps()))
    }

    /// A place under the name that the user has for it, be it walked along or not.
    pub(super) fn as_written(&self, place: &Place) -> Place {
        let window = self.swept.as_ref().and_then(|swept| swept.windows.get(place.name()));
        window.map_or_else(|| place.clone(), |window| Place { via: window.place.via.clone(), ..place.clone() })
    }

    /// A gradient that is in a variable, or was read before.
    pub(super) fn held(&self, place: &Place) -> Option<TokenStream> {
        if let Some((promoted, _)) = self.promoted(place) {
            return Some(quote!(#promoted.get()));
        }
        let name = self.name_of_held(place)?;
        Some(copied(&name))
    }

    /// A gradient or tangent of a float, which is copied where it is read.
    pub(super) fn float_gradient(&self, gradient: &Expr) -> Option<TokenStream> {
        let Expr::Read(place) = gradient else { return None };
        self.name_of_held(place)
    }

    fn name_of_held(&self, place: &Place) -> Option<TokenStream> {
        let swept = self.swept.as_ref()?;
        if !place.path.is_empty() || !swept.held.contains(&place.root) {
            return None;
        }
        let (name, lane) = (ident(&place.root), lane());
        Some(if swept.own.contains(&place.root) { quote!(#name[#lane]) } else { quote!(#name) })
    }

    /// A gradient added to what is added up.
    pub(super) fn add_up(&self, place: &Place, method: &TokenStream, gradient: &TokenStream) -> Option<TokenStream> {
        let swept = self.swept.as_ref()?;
        if !swept.sums.contains(&place.root) {
            return None;
        }
        let name = ident(&place.root);
        let lane = swept.in_lanes.then(lane).map(|lane| quote!(#lane,));
        Some(quote!(#name.#method(#lane || #gradient);))
    }
}

/// `(view0, view1)`, and `view0.iter().zip(view1.iter_mut())` by other names.
fn zips(walked: &[Walked], by: &dyn Fn(&Ident) -> Ident) -> (TokenStream, TokenStream) {
    let mut parts = walked.iter().map(|walked| {
        let name = ident(&walked.var);
        let whole = by(&name);
        let whole = if walked.exclusive { quote!(#whole.iter_mut()) } else { quote!(#whole.iter()) };
        (quote!(#name), whole, walked.exclusive)
    });
    let (pattern, whole, _) = parts.next().expect("a sweep walks an array");
    parts.fold((pattern, whole), |(pattern, all), (name, whole, _)| {
        (quote!((#pattern, #name)), quote!(#all.zip(#whole)))
    })
}

/// All that a view is cut from.
fn whole(view: &Ident) -> Ident {
    format_ident!("{view}_whole", span = proc_macro2::Span::mixed_site())
}

fn tail(view: &Ident) -> Ident {
    format_ident!("{view}_tail", span = proc_macro2::Span::mixed_site())
}

fn number(k: usize) -> Literal {
    Literal::usize_unsuffixed(k)
}
