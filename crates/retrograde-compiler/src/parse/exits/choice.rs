//! An `if` or `match` as its arms, so that both are rewritten alike.

use super::find;
use crate::quoted::parse_quote;
use proc_macro2::Ident;
use syn::{Block, Expr};

/// An `if` or `match`.
pub struct Choice {
    head: Expr,
    pub arms: Vec<Arm>,
}

/// One of its arms.
pub struct Arm {
    pat: Option<syn::Pat>,
    pub body: Block,
}

impl Arm {
    /// The names that its body sees and others do not.
    pub fn binds(&self) -> Vec<Ident> {
        let mut names = find::binds(&self.body);
        names.extend(self.pat.iter().flat_map(find::names));
        names
    }
}

impl Choice {
    pub fn of(expr: &Expr) -> Self {
        let arms = match expr {
            Expr::If(branch) => {
                let pat = match &*branch.cond {
                    Expr::Let(test) => Some((*test.pat).clone()),
                    _ => None,
                };
                let otherwise = branch.else_branch.as_ref().map_or_else(|| parse_quote!({}), |(_, e)| as_block(e));
                vec![Arm { pat, body: branch.then_branch.clone() }, Arm { pat: None, body: otherwise }]
            }
            Expr::Match(choice) => {
                choice.arms.iter().map(|arm| Arm { pat: Some(arm.pat.clone()), body: as_block(&arm.body) }).collect()
            }
            _ => unreachable!("only these have arms"),
        };
        Self { head: expr.clone(), arms }
    }

    pub fn put_together(self) -> Expr {
        let mut arms = self.arms.into_iter();
        match self.head {
            Expr::If(mut branch) => {
                branch.then_branch = arms.next().expect("two arms").body;
                let otherwise = arms.next().expect("two arms").body;
                branch.else_branch = (!otherwise.stmts.is_empty()).then(|| {
                    let token = branch.else_branch.as_ref().map_or_else(Default::default, |(token, _)| *token);
                    (token, Box::new(parse_quote!(#otherwise)))
                });
                Expr::If(branch)
            }
            Expr::Match(mut choice) => {
                for (arm, new) in choice.arms.iter_mut().zip(arms) {
                    let body = new.body;
                    *arm.body = parse_quote!(#body);
                    arm.comma = None;
                }
                Expr::Match(choice)
            }
            _ => unreachable!("only these have arms"),
        }
    }
}

/// An arm or branch as a block.
pub fn as_block(expr: &Expr) -> Block {
    match expr {
        Expr::Block(inner) if inner.label.is_none() => inner.block.clone(),
        Expr::Tuple(nothing) if nothing.elems.is_empty() => parse_quote!({}),
        other => parse_quote!({ #other }),
    }
}
