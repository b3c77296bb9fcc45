//! Methods that change the length of a list or its order, by `push`, `pop` and `swap`.

use super::Rewriter;
use super::chain::is_chain;
use super::items::plain;
use crate::parse::exits::escapes;
use crate::quoted::parse_quote_spanned;
use proc_macro2::Ident;
use syn::{Expr, Stmt};

impl Rewriter<'_> {
    /// A method that changes the length of a list or its order, by `push`, `pop` and `swap`.
    pub(super) fn changed(&mut self, call: &syn::ExprMethodCall) -> Option<Vec<Stmt>> {
        let (list, span) = (&call.receiver, call.method.span());
        let args: Vec<&Expr> = call.args.iter().collect();
        let item = self.fresh("item");
        Some(match (&*call.method.to_string(), &args[..]) {
            ("for_each", [Expr::Closure(function)]) if is_chain(list) && function.inputs.len() == 1 => {
                if escapes(&*function.body) {
                    let message = "a closure that is left early is not supported here: write a loop, with `continue` for `return`";
                    self.errors.push(&call.method, message);
                    return Some(Vec::new());
                }
                let (pat, body) = (&function.inputs[0], &function.body);
                vec![parse_quote_spanned!(span=> for #pat in #list { #body; })]
            }
            ("extend", [items]) => {
                vec![parse_quote_spanned!(span=> for #item in #items { #list.push(#item); })]
            }
            ("extend_from_slice", [items]) => {
                let items = plain((*items).clone());
                vec![parse_quote_spanned!(span=> for #item in #items.iter().cloned() { #list.push(#item); })]
            }
            ("insert", [at, new]) => {
                let (place, end) = (self.fresh("place"), self.fresh("end"));
                vec![
                    parse_quote_spanned!(span=> let #place = #at;),
                    parse_quote_spanned!(span=> let #end = #list.len();),
                    parse_quote_spanned!(span=> #list.push(#new);),
                    parse_quote_spanned!(span=> for #item in (#place..#end).rev() { #list.swap(#item, #item + 1); }),
                ]
            }
            ("reverse", []) => {
                let end = self.fresh("end");
                vec![
                    parse_quote_spanned!(span=> let #end = #list.len();),
                    parse_quote_spanned!(span=> for #item in 0..#end / 2 { #list.swap(#item, #end - 1 - #item); }),
                ]
            }
            ("truncate", [most]) => {
                let place = self.fresh("place");
                vec![
                    parse_quote_spanned!(span=> let #place = #most;),
                    parse_quote_spanned!(span=> while #list.len() > #place { #list.pop(); }),
                ]
            }
            _ => return None,
        })
    }

    /// Statements after which `name` holds the element that `remove` takes out.
    pub(super) fn removed(&mut self, call: &syn::ExprMethodCall, name: &Ident) -> Vec<Stmt> {
        let (list, at, span) = (&call.receiver, &call.args[0], call.method.span());
        let (place, item, popped) = (self.fresh("place"), self.fresh("item"), self.fresh("popped"));
        vec![
            parse_quote_spanned!(span=> let #place = #at;),
            parse_quote_spanned!(span=> for #item in #place + 1..#list.len() { #list.swap(#item - 1, #item); }),
            parse_quote_spanned!(span=> let #popped = #list.pop();),
            parse_quote_spanned!(span=> let #name = #popped.unwrap();),
        ]
    }
}
