//! Sweeps whose iterations meet in neighbouring elements, as those of a stencil do. Iterations that spread what they have over several elements
//! must follow one another. So each element collects instead what the turns around it have: all of these run at once, each as many
//! elements behind as it adds ahead. At both ends, where not all of the iterations are there, the statements run on their own.

use super::{Lanes, Named, View, names};
use crate::access::{Touch, each_touch, offset};
use crate::emit::body::{Body, local};
use crate::emit::expr::rt;
use crate::ir::{Place, Step, Stmt, UpdateOp};
use crate::tokens::{TokenStream, quote};
use proc_macro2::{Ident, Literal, Span};
use quote::format_ident;

/// Iterations that are further apart than this would leave too much to the ends.
const WIDEST: i128 = 16;

/// Statements that add to elements of one array, some apart.
pub(super) struct Group {
    /// how many iterations each is behind the one that adds furthest ahead
    members: Vec<(usize, Stmt)>,
    /// the most that any is behind
    spread: usize,
}

impl Group {
    /// Its statements.
    pub(super) fn stmts(&self) -> impl Iterator<Item = Stmt> {
        self.members.iter().map(|(_, stmt)| stmt.clone())
    }

    /// Whether so many iterations are too few to have all of them run at once.
    pub(super) fn too_few(&self, count: &Ident) -> TokenStream {
        let spread = Literal::usize_unsuffixed(self.spread);
        quote!(#count <= #spread)
    }
}

/// Takes the groups out of statements that add to gradients of elements, if what stands before them may run more than once, and reads none of
/// these gradients. An element that the iterations do not walk along may be met by any of them, not only by those around it.
pub(super) fn groups(elements: &mut Vec<Stmt>, others: &[Stmt], lanes: &Lanes) -> Vec<Group> {
    let again = |stmt: &Stmt| match stmt {
        Stmt::Let { .. } | Stmt::TypeOf { .. } | Stmt::Shadow { .. } => true,
        Stmt::Update { place, .. } => lanes.own.contains(&place.root),
        _ => false,
    };
    let mut read = false;
    let is_added = |place: &Place| {
        elements.iter().any(|stmt| matches!(stmt, Stmt::Update { place: added, .. } if added.root == place.root))
    };
    others.iter().chain(elements.iter()).for_each(|stmt| {
        each_touch(stmt, &mut |touch, place| read |= touch == Touch::Read && is_added(place));
    });
    if read || !others.iter().all(again) {
        return Vec::new();
    }
    let mut found: Vec<Vec<(i128, Stmt)>> = Vec::new();
    for stmt in elements.iter() {
        let walked = |place: &Place| lanes.views.iter().any(|view| view.place == *place);
        let neighbour = found.iter_mut().find_map(|group| Some((distance(&group[0].1, stmt, &walked)?, group)));
        match neighbour {
            Some((ahead, group)) if ahead.abs() <= WIDEST => group.push((ahead, stmt.clone())),
            _ => found.push(vec![(0, stmt.clone())]),
        }
    }
    elements.clear();
    let mut groups = Vec::new();
    for group in found {
        let furthest = group.iter().map(|(ahead, _)| *ahead).max().unwrap_or(0);
        let members: Vec<(usize, Stmt)> = group
            .into_iter()
            .map(|(ahead, stmt)| (usize::try_from(furthest - ahead).expect("the furthest is ahead"), stmt))
            .collect();
        match members.iter().map(|(behind, _)| *behind).max() {
            Some(spread) if spread > 0 => groups.push(Group { members, spread }),
            _ => elements.extend(members.into_iter().map(|(_, stmt)| stmt)),
        }
    }
    groups
}

/// How many elements further `other` adds, if both add to elements of one array that stay as far apart.
fn distance(one: &Stmt, other: &Stmt, walked: &dyn Fn(&Place) -> bool) -> Option<i128> {
    let (Stmt::Update { place: one, .. }, Stmt::Update { place: other, .. }) = (one, other) else { return None };
    let ((Step::Index(i), before), (Step::Index(j), other_before)) = (one.path.split_last()?, other.path.split_last()?)
    else {
        return None;
    };
    let ((base, from), (other_base, to)) = (offset(i), offset(j));
    let alike = one.root == other.root && before == other_before && walked(one) && walked(other);
    (alike && base.is_some() && base == other_base).then_some(to - from)
}

impl Body<'_> {
    /// The statements of a group, all at once and at both ends on their own.
    pub(super) fn gathered(&mut self, name: &Ident, others: &[Stmt], group: &Group, moving: &[Named]) -> TokenStream {
        let (rt, first, count, turn, inner) =
            (rt(), local("first"), local("count"), local("iteration"), local("inner"));
        let views = self.lanes().views.clone();
        let mut ends = TokenStream::new();
        for (behind, stmt) in &group.members {
            let body = self.left_over(&[others, std::slice::from_ref(stmt)].concat(), others.len(), moving);
            let walked: Vec<&Ident> = views.iter().map(|view| &view.name).filter(|name| body.mentions(name)).collect();
            let counted = body.mentions(name).then(|| quote!(let #name = #first + #turn;));
            let (before, after) = (number(*behind), number(group.spread - behind));
            let at_start = (*behind > 0).then(|| quote!(0..#before));
            let at_end = (*behind < group.spread).then(|| quote!(#count - #after..#count));
            for range in at_start.into_iter().chain(at_end) {
                ends.extend(quote! {
                    for #turn in #range {
                        #(let #walked = &#walked[#turn];)*
                        #counted
                        #body
                    }
                });
            }
        }

        let (mut cut, mut walked): (TokenStream, Vec<Ident>) = Default::default();
        let (mut computed, mut added, mut target) = (TokenStream::new(), TokenStream::new(), None);
        let mut counts = false;
        for ((behind, stmt), share) in group.members.iter().zip(names("share")) {
            let Stmt::Update { op, place, value, .. } = stmt else { unreachable!("a group adds to gradients") };
            let shifted: Vec<View> = views.iter().map(|view| view.behind(*behind)).collect();
            self.lanes().views.clone_from(&shifted);
            let loads: Vec<TokenStream> = moving.iter().map(|(place, read)| self.load(place, read)).collect();
            self.lanes().moving = moving.to_vec();
            let (others, value) = (self.block(others), self.expr(value));
            self.lanes().moving = Vec::new();
            // All members add to one element, found by the first.
            let place = self.shadow_ref(place);
            let target = target.get_or_insert(place);
            let body = quote!(#(#loads)* #others #rt::if_active(#target, || #value));
            let method = if *op == UpdateOp::Sub { quote!(sub) } else { quote!(add) };
            let behind = number(*behind);
            for (view, shifted) in views.iter().zip(&shifted) {
                let (view, shifted) = (&view.name, &shifted.name);
                if body.mentions(shifted) && !walked.contains(shifted) {
                    cut.extend(quote!(let #shifted = &#view[#rt::run(#behind, #inner)];));
                    walked.push(shifted.clone());
                }
            }
            let counted = body.mentions(name).then(|| quote!(let #name = #first + #turn + #behind;));
            counts |= counted.is_some();
            computed.extend(quote!(let #share = { #counted #body };));
            added.extend(quote!(#rt::#method(#target, #share);));
        }
        self.lanes().views = views;

        let mut names = walked.iter();
        let first_walked = names.next().expect("a group walks along an array");
        let (mut walk, mut pattern) = (quote!(#first_walked.iter()), quote!(#first_walked));
        for name in names {
            (walk, pattern) = (quote!(#walk.zip(#name.iter())), quote!((#pattern, #name)));
        }
        if counts {
            (walk, pattern) = (quote!(#walk.enumerate()), quote!((#turn, #pattern)));
        }
        let spread = number(group.spread);
        quote! {
            #ends
            let #inner = #count - #spread;
            #cut
            for #pattern in #walk { #computed #added }
        }
    }
}

impl View {
    /// The same some iterations behind.
    fn behind(&self, turns: usize) -> Self {
        let name = format_ident!("{}_{turns}", self.name, span = Span::mixed_site());
        Self { name, ..self.clone() }
    }
}

fn number(k: usize) -> Literal {
    Literal::usize_unsuffixed(k)
}
