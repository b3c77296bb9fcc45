//! The length of anything but a slice or an array may change with the whole.

use retrograde::prelude::*;
use retrograde::stack::{copy_push, push};

#[reversible]
fn swapped_rows(m: &mut [Vec<i64>], y: &mut usize) {
    let n = m[0].len();
    m.swap(0, 1);
    *y += n;
}

#[reversible]
fn swapped_in_its_loop(v: &mut Vec<i64>, w: &mut Vec<i64>, y: &mut usize) {
    for i in 0..v.len() {
        if i == 0 {
            swap(v, w);
        }
        *y += i;
    }
}

#[reversible]
fn pushed_in_its_loop(s: &mut Stack<usize>, y: &mut usize) {
    for i in 0..s.len() + 2 {
        copy_push(s, &i);
        *y += i;
    }
}

#[reversible]
fn pushed_after(s: &mut Stack<usize>, x: &mut usize, y: &mut usize) {
    let n = s.len();
    push(s, x);
    *y += n;
}

#[derive(Clone, Copy, Plain)]
struct Counted {
    n: usize,
}

impl Counted {
    fn len(&self) -> usize {
        self.n
    }
}

#[reversible]
fn length_of_its_own(p: &mut Counted, y: &mut usize) {
    let k = p.len();
    p.n += 1;
    *y += k;
}

#[reversible]
fn emptied(v: &mut Vec<i64>, w: &mut Vec<i64>, y: &mut usize) {
    if v.is_empty() {
        swap(v, w);
        *y += 1;
    }
}

fn main() {}
