//! Sorting and filtering, and back to the original order.
//!
//! Sorting forgets in which order things came. A reversible sort must remember it, and may choose how: with more
//! space or with more work, the trade that the papers on NiLang (Liu and Zhao) discuss. `bubble_sort` keeps a bit for every
//! comparison. `insertion_sort` keeps only where each element came from, and searches for it on the way back. Nothing else is left
//! behind. The gradient of a sorted array finds its way back along the same exchanges.
//!
//! `cargo run --release -p retrograde-examples --example sort`

#![allow(clippy::float_cmp, reason = "these numbers are exact")]

use retrograde::prelude::*;
use retrograde::stack::copy_push;

/// Sorts, and sets a bit for each exchange. There are `n (n - 1) / 2` bits, all of them false before.
#[reversible(adjoint)]
fn bubble_sort(v: &mut [f64], exchanged: &mut [bool]) {
    let mut bit = 0;
    for end in (1..v.len()).rev() {
        for j in 0..end {
            exchanged[bit] ^= v[j] > v[j + 1];
            if exchanged[bit] {
                v.swap(j, j + 1);
            }
            bit += 1;
        }
    }
}

/// Sorts, and moves what is in `order` along. If that was 0, 1, 2, ... before, it says afterwards where each element came from.
///
/// The place `j` where an element ends up is found by comparing, on the way there. On the way back it is where `order` says `i`.
#[reversible(adjoint)]
fn insertion_sort(v: &mut [f64], order: &mut [usize]) {
    assert_eq!(v.len(), order.len());
    for i in 1..v.len() {
        let mut j = i;
        while (j > 0 && v[j - 1] > v[j], j < i) {
            v.swap(j - 1, j);
            order.swap(j - 1, j);
            j -= 1;
        }
        release!(j, place_of(order, i));
    }
}

fn place_of(order: &[usize], element: usize) -> usize {
    order.iter().position(|e| *e == element).expect("every element came from somewhere")
}

/// Pushes the elements that are at least `limit`. The array is still there to tell which they were, so nothing is recorded.
#[reversible]
fn filter(kept: &mut Stack<f64>, v: &[f64], limit: f64) {
    for x in v {
        if *x >= limit {
            copy_push(kept, x);
        }
    }
}

fn main() {
    let first = [3.0, -1.0, 4.0, 1.5, -9.0, 2.0, 6.0];
    let sorted = [-9.0, -1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

    let (mut v, mut exchanged) = (first, [false; 21]);
    bubble_sort(&mut v, &mut exchanged);
    println!("sorted     {v:?}");
    assert_eq!(v, sorted);
    let mut v_adj = [0.0; 7];
    v_adj[3] = 1.0;
    bubble_sort::adjoint(&mut v, &mut v_adj, &mut exchanged, Inactive);
    println!("and back   {v:?}");
    println!("median by  {v_adj:?}");
    assert_eq!((v, exchanged), (first, [false; 21]));
    assert_eq!(v_adj, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);

    let (mut v, mut order) = (first, [0, 1, 2, 3, 4, 5, 6]);
    insertion_sort(&mut v, &mut order);
    println!("sorted     {v:?}, from {order:?}");
    assert_eq!((v, order), (sorted, [4, 1, 3, 5, 0, 2, 6]));
    // the gradient of the smallest element times two plus the largest
    let mut v_adj = [2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    insertion_sort::adjoint(&mut v, &mut v_adj, &mut order, Inactive);
    println!("and back   {v:?}, from {order:?}");
    assert_eq!((v, order), (first, [0, 1, 2, 3, 4, 5, 6]));
    assert_eq!(v_adj, [0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0]);

    let mut kept = Stack::new();
    filter(&mut kept, &first, 2.0);
    println!("filtered   {:?}", kept.iter().collect::<Vec<_>>());
    assert!(kept.iter().eq(&[3.0, 4.0, 2.0, 6.0]));
    filter::inverse(&mut kept, &first, 2.0);
    println!("and back   {:?}", kept.iter().collect::<Vec<_>>());
    assert!(kept.is_empty());
}
