//! Loops, and room on the tape for what their iterations save: a tape that grows on the way copies what it holds.

use super::body::{Body, site_name};
use super::calls::slot_name;
use super::expr::ident;
use super::scalar_replacement::{LoopCode, is_straight};
use crate::access::{Touch, each_touch, mentions};
use crate::ir::{Expr, Head, Place, Range, Stmt, Storage, TapeSlot, Var};
use crate::locals::written;
use crate::sweep::Touched;
use crate::tokens::{ToTokens, TokenStream, quote};

impl Body<'_> {
    /// A loop. The tape gets room for what every iteration saves before the loop starts.
    pub(super) fn repeat(&mut self, var: &Var, range: &Range, body: &[Stmt]) -> TokenStream {
        let turns = self.range(range);
        let (mut room, mut pattern, mut zipped) = (TokenStream::new(), ident(var).to_token_stream(), turns.clone());
        let mut late = TokenStream::new();
        let own = Touched::bound(var, body);
        // Several at the end of an iteration are written together; one alone is out of the way soonest where it is saved.
        let several = body.iter().filter(|stmt| matches!(stmt, Stmt::Save(..))).count() > 1;
        let all_turns = !matches!(body.last(), Some(Stmt::Leave(_)));
        for stmt in body.iter().filter(|_| all_turns) {
            if let Stmt::Save(site @ TapeSlot { keep: Storage::Many, .. }, Expr::Read(place)) = stmt
                && there_before(place, &own, body)
                && !self.again
            {
                let (tape, slot, like) = (site_name(site), slot_name(site), self.place(place));
                let like = quote!(::core::clone::Clone::clone(&#like));
                let slots = quote!(#tape.slots((#turns).count(), #like));
                // Without iterations, the element need not be there.
                let may_be_missing = place.indices().next().is_some();
                let slots =
                    if may_be_missing { quote!(if (#turns).count() == 0 { &mut [] } else { #slots }) } else { slots };
                room.extend(quote!(let #slot = #slots;));
                (pattern, zipped) = (quote!((#pattern, #slot)), quote!((#zipped).zip(#slot)));
                self.slots.insert(site.id);
                if is_straight(body) && several {
                    self.late.insert(site.id);
                    let saved = site_name(site);
                    late.extend(quote!(*#slot = #saved;));
                }
            } else if let Stmt::Save(site, _) | Stmt::LetCall { site: Some(site), .. } = stmt
                && site.keep == Storage::Many
                && !self.again
                && !self.roomy.contains(&site.id)
            {
                let tape = site_name(site);
                room.extend(quote!(#tape.reserve((#turns).count());));
            }
        }
        if all_turns && !self.again {
            let changing = [own, written(body).into_iter().collect()].concat();
            room.extend(self.room_inside(&quote!((#turns).count()), body, &changing));
        }
        let LoopCode { outside, start, end } = self.replayed(var, range, body);
        let body = self.block(body);
        self.promoted = Vec::new();
        quote!(#room #outside for #pattern in #zipped { #start #body #late #end })
    }

    /// Room for what the loops inside a loop save in all of its `turns`, if theirs can be told before it starts: nothing that is
    /// `changing` in it says how many these are.
    fn room_inside(&mut self, turns: &TokenStream, body: &[Stmt], changing: &[Var]) -> TokenStream {
        let mut room = TokenStream::new();
        for stmt in body {
            let Stmt::Nested(Head::For { range, .. }, blocks) = stmt else { continue };
            let inside = &blocks[0];
            if !can_be_told(range, changing) || matches!(inside.last(), Some(Stmt::Leave(_))) {
                continue;
            }
            let inner = self.range(range);
            let turns = quote!(#turns * (#inner).count());
            for stmt in inside {
                if let Stmt::Save(site, _) | Stmt::LetCall { site: Some(site), .. } = stmt
                    && site.keep == Storage::Many
                    && self.roomy.insert(site.id)
                {
                    let tape = site_name(site);
                    room.extend(quote!(#tape.reserve(#turns);));
                }
            }
            room.extend(self.room_inside(&turns, inside, changing));
        }
        room
    }
}

/// Whether a place is there before a loop that binds `own` starts.
fn there_before(place: &Place, own: &[Var], body: &[Stmt]) -> bool {
    let mut there = true;
    mentions(&Expr::Read(place.clone()), &mut |place| there &= !own.contains(&place.root));
    // An element may come with a list that the loop makes.
    let elements = place.indices().next().is_some();
    for stmt in body.iter().filter(|_| elements) {
        each_touch(stmt, &mut |touch, written| {
            let holds = written.root == place.root && written.path.len() < place.path.len();
            there &= !(touch == Touch::Write && holds && place.path.starts_with(&written.path));
        });
    }
    there
}

/// Whether the iterations of a loop can be counted where none of the variables that are `changing` has its value yet. What might panic stays
/// where it is.
fn can_be_told(range: &Range, changing: &[Var]) -> bool {
    let told = |bound: &Expr| match bound {
        Expr::Literal(_) | Expr::Constant(_) => true,
        Expr::Read(place) | Expr::Length(place, _) => place.path.is_empty() && !changing.contains(&place.root),
        _ => false,
    };
    range.stride.is_none() && told(&range.start) && told(&range.end)
}
