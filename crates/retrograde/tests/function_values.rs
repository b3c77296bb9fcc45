//! Reversible functions as values: a companion written by hand, composed, turned around, borrowed and boxed.

use retrograde::emitted::plain;
use retrograde::gates::{hadamard, inc, irot, neg, rot, rotate_left};
use retrograde::prelude::*;
use retrograde::{Mismatch, Restored};

/// `*y += w * x` as `#[reversible]` makes it a value.
#[derive(Clone, Copy)]
struct Accumulate {
    w: i64,
}

impl Plain for Accumulate {}

impl Restored for Accumulate {
    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        Some(self.w.mismatch(&expected.w, held)?.within(".w"))
    }

    fn magnitude(&self) -> f64 {
        0.0
    }
}

impl Reversible<(&mut i64, i64)> for Accumulate {
    fn call(&self, (y, x): (&mut i64, i64)) {
        *y += self.w * x;
    }

    fn uncall(&self, (y, x): (&mut i64, i64)) {
        *y -= self.w * x;
    }
}

/// A function of slices: its arguments live for different times.
struct Dot;

impl Plain for Dot {}

impl Reversible<(&mut i64, &[i64])> for Dot {
    fn call(&self, (y, x): (&mut i64, &[i64])) {
        *y += x.iter().map(|x| x * x).sum::<i64>();
    }

    fn uncall(&self, (y, x): (&mut i64, &[i64])) {
        *y -= x.iter().map(|x| x * x).sum::<i64>();
    }
}

fn there_and_back<F: for<'a> Reversible<(&'a mut i64, i64)>>(f: &F, x: i64) -> (i64, i64) {
    let mut y = 1;
    f.call((&mut y, x));
    let there = y;
    f.uncall((&mut y, x));
    (there, y)
}

#[test]
fn called_and_uncalled() {
    let f = Accumulate { w: 2 };
    assert_eq!(there_and_back(&f, 5), (11, 1));
    assert_eq!(there_and_back(&&f, 5), (11, 1));
    assert_eq!(there_and_back(&Box::new(f), 5), (11, 1));
    assert_eq!(there_and_back(&Inverse(f), 5), (-9, 1));
    assert_eq!(there_and_back(&Then(f, Inverse(Accumulate { w: 3 })), 5), (-4, 1));
    assert_eq!(there_and_back(&Inverse(Then(f, Then(f, f))), 5), (-29, 1));
    let object: &dyn for<'a> Reversible<(&'a mut i64, i64)> = &f;
    assert_eq!(there_and_back(&object, 5), (11, 1));
}

#[test]
fn the_second_goes_first_on_the_way_back() {
    // adding one and changing the sign do not commute
    let f = Then(inc {}, Inverse(neg {}));
    let mut n = 3_i32;
    f.call((&mut n,));
    assert_eq!(n, -4);
    f.uncall((&mut n,));
    assert_eq!(n, 3);
}

#[test]
fn several_places_and_borrowed_arguments() {
    let x = [1, 2];
    let mut y = 0;
    Then(Dot, Dot).call((&mut y, &x[..]));
    assert_eq!(y, 10);
    Inverse(Dot).call((&mut y, &x[..1]));
    assert_eq!(y, 9);

    let (mut a, mut b) = (1.0_f64, 2.0);
    Then(hadamard {}, hadamard {}).call((&mut a, &mut b));
    assert!((a - 1.0).abs() < 1e-15 && (b - 2.0).abs() < 1e-15);
    Then(rot {}, irot {}).call((&mut a, &mut b, 0.3));
    assert!((a - 1.0).abs() < 1e-15 && (b - 2.0).abs() < 1e-15);
    let mut n = 1_u8;
    Then(rotate_left {}, rotate_left {}).call((&mut n, 2_u32));
    assert_eq!(n, 16);
}

type Gate = Box<dyn for<'a> Reversible<(&'a mut f64,)>>;

struct Shift(f64);

impl Plain for Shift {}

impl Reversible<(&mut f64,)> for Shift {
    fn call(&self, (x,): (&mut f64,)) {
        *x += self.0;
    }

    fn uncall(&self, (x,): (&mut f64,)) {
        *x -= self.0;
    }
}

#[test]
fn a_list_of_boxes() {
    let gates: Vec<Gate> = vec![Box::new(Shift(2.0)), Box::new(neg {}), Box::new(Then(Inverse(Shift(0.5)), neg {}))];
    plain::<[Gate]>();
    let mut x = 1.0;
    for gate in &gates {
        Reversible::call(gate, (&mut x,));
    }
    assert_eq!(x.to_bits(), 3.5_f64.to_bits());
    for gate in gates.iter().rev() {
        Reversible::uncall(gate, (&mut x,));
    }
    assert_eq!(x.to_bits(), 1.0_f64.to_bits());
}

#[test]
fn values_are_compared() {
    let (f, g) = (Accumulate { w: 2 }, Accumulate { w: 3 });
    assert!(Then(f, g).mismatch(&Then(f, g), 0.0).is_none());
    let found = Then(f, Inverse(g)).mismatch(&Then(f, Inverse(f)), 0.0).unwrap();
    assert_eq!(found.to_string(), ".1.0.w: expected 2, found 3");
}
