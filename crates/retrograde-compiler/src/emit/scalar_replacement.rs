//! What an iteration of a loop keeps for the way back, finds there, and adds to the gradients of elements. In a loop without anything else in
//! it, memory is read before and written after all computing: then rustc sees what goes from iteration to iteration, and may run several at once.

use super::body::{Body, site_name};
use super::expr::rt;
use crate::access::{Touch, each_touch, reads};
use crate::ir::{Expr, Place, Range, Role, Step, Stmt, Storage, TapeSlot, Var};
use crate::sweep::Touched;
use crate::tokens::{TokenStream, quote};
use proc_macro2::{Ident, Span};
use quote::format_ident;

/// The gradient of an element that an iteration works on in a variable.
#[derive(Clone)]
pub struct Promoted {
    place: Place,
    /// only added to
    sum: bool,
    name: Ident,
    target: Ident,
}

/// Code around the body of a loop.
#[derive(Default)]
pub struct LoopCode {
    /// before the loop
    pub outside: TokenStream,
    /// at the start of each iteration
    pub start: TokenStream,
    /// at its end
    pub end: TokenStream,
}

impl Body<'_> {
    /// What a loop on the way back has around its body, if it reads from the tape in every iteration: the tape as an array of its iterations.
    pub(super) fn replayed(&mut self, var: &Var, range: &Range, body: &[Stmt]) -> LoopCode {
        let sites: Vec<&TapeSlot> =
            body.iter().filter_map(restored).filter(|site| site.keep == Storage::Many).collect();
        let mut around = LoopCode::default();
        if sites.is_empty() || self.again || !is_straight(body) {
            return around;
        }
        let (first, rt) = (sites[0].id, rt());
        let [all, left] = ["all", "left"].map(|name| format_ident!("{name}{first}", span = Span::mixed_site()));
        let forwards = Range { reversed: range.stride.as_ref().is_some_and(|stride| stride.from_end), ..range.clone() };
        let turns = self.range(&forwards);
        around.outside.extend(quote!(let #all = (#turns).count();));
        for site in sites {
            let (tape, saved) = (format_ident!("tape{}", site.id, span = Span::mixed_site()), site_name(site));
            around.outside.extend(quote!(let #tape = #saved.turns(#all);));
            self.replays.insert(site.id, quote!(#tape[#left]));
        }
        around.outside.extend(quote!(let mut #left = #all;));
        around.start.extend(quote!(#left -= 1;));
        let promoted = self.promoted_places(var, body);
        for Promoted { place, sum, name, target } in &promoted {
            let place = self.shadow_ref(place);
            let (begin, end) = if *sum { (quote!(sum), quote!(add_to)) } else { (quote!(held), quote!(put_back)) };
            around.start.extend(quote!(let #target = #place; let mut #name = #rt::Promoted::#begin(#target);));
            around.end.extend(quote!(#name.#end(#target);));
        }
        self.promoted = promoted;
        around
    }

    /// The elements whose gradients an iteration may keep in a variable: each has one name in it, which does not change there. What the caller
    /// has lent may be the same as something else that he has; that is only added to.
    fn promoted_places(&self, var: &Var, body: &[Stmt]) -> Vec<Promoted> {
        let own = Touched::bound(var, body);
        let mut written: Vec<Var> = Vec::new();
        // Each with whether it is only added to.
        let mut found: Vec<(Place, bool)> = Vec::new();
        let mut barred: Vec<Var> = Vec::new();
        for stmt in body {
            let target = match stmt {
                Stmt::Update { place, .. } => Some(place),
                _ => None,
            };
            each_touch(stmt, &mut |touch, place| {
                if touch == Touch::Write {
                    written.push(place.root.clone());
                }
                if !place.root.is(Role::Adjoint) || own.contains(&place.root) {
                    return;
                }
                let adds = touch == Touch::Write && target == Some(place);
                let moves =
                    |step: &Step| !matches!(step, Step::Index(_) | Step::Field(_) | Step::Deref) || step.is_entry();
                let is_element = place.path.iter().any(|step| matches!(step, Step::Index(_)));
                let other = found.iter().any(|(other, _)| other.root == place.root && other != place);
                if !matches!(touch, Touch::Read | Touch::Write)
                    || place.via.is_some()
                    || place.path.iter().any(moves)
                    || !is_element
                    || other
                {
                    barred.push(place.root.clone());
                }
                match found.iter_mut().find(|(other, _)| other == place) {
                    Some((_, sum)) => *sum &= adds,
                    None => found.push((place.clone(), adds)),
                }
            });
        }
        let is_lent = |place: &Place| self.is_reference(&place.root);
        let lent_is_read = found.iter().any(|(place, sum)| is_lent(place) && !sum);
        let stays = |place: &Place| {
            let mut stays = true;
            place.indices().for_each(|index| {
                reads(index, &mut |read| {
                    stays &= read.root == *var || !own.contains(&read.root) && !written.contains(&read.root);
                });
            });
            stays
        };
        found.retain(|(place, _)| {
            let is_barred = barred.contains(&place.root) || self.grown.contains(&place.root);
            let is_read_elsewhere = is_lent(place) && lent_is_read;
            !is_barred && !is_read_elsewhere && stays(place)
        });
        let name = |base, k| format_ident!("{base}{k}", span = Span::mixed_site());
        let named = |(k, (place, sum))| Promoted { place, sum, name: name("promoted", k), target: name("target", k) };
        found.into_iter().enumerate().map(named).collect()
    }

    /// What was saved.
    pub(super) fn restore(&self, site: &TapeSlot) -> TokenStream {
        let name = site_name(site);
        match self.replays.get(&site.id) {
            Some(turn) => quote!(#turn.clone()),
            None if site.keep == Storage::Here => quote!(#name.clone()),
            None => quote!(#name.pop().clone()),
        }
    }

    /// The variable that holds a gradient in an iteration, and the place that it is of.
    pub(super) fn promoted(&self, place: &Place) -> Option<(&Ident, &Ident)> {
        let promoted = self.promoted.iter().find(|promoted| promoted.place == *place)?;
        Some((&promoted.name, &promoted.target))
    }
}

/// Whether a body is nothing but computing.
pub fn is_straight(body: &[Stmt]) -> bool {
    body.iter().all(|stmt| {
        matches!(
            stmt,
            Stmt::Let { .. }
                | Stmt::Update { .. }
                | Stmt::Assign { .. }
                | Stmt::Renew { .. }
                | Stmt::TypeOf { .. }
                | Stmt::Shadow { .. }
                | Stmt::Save(..)
        )
    })
}

/// The place on the tape that a statement restores something from.
fn restored(stmt: &Stmt) -> Option<&TapeSlot> {
    match stmt {
        Stmt::Let { init: Some(Expr::Restore(site)), .. } | Stmt::Assign { value: Expr::Restore(site), .. } => {
            Some(site)
        }
        _ => None,
    }
}
