//! Values and types that the library's reversible operations cannot work with.

use retrograde::gates::{inc, rot};
use retrograde::prelude::*;
use retrograde::{Bijection, Lossless, Scale};

fn scaled_by_another_type(x: &mut f64, n: i32) {
    Scale::multiply(x, n);
}

fn scaled_text(s: &mut String) {
    Scale::divide(s, String::new());
}

fn not_a_function(x: &mut i32) {
    Reversible::call(&3, (x,));
}

fn not_of_these_arguments(x: &mut f64) {
    Reversible::call(&inc {}, (x,));
}

fn not_both(a: &mut f64, b: &mut f64) {
    Then(rot {}, inc {}).call((a, b, 0.5));
}

fn lossy(x: f64) -> i32 {
    Lossless::widen(x)
}

fn no_bijection(x: f64) {
    Bijection::image(&inc {}, x);
}

fn no_way_back() {
    retrograde::emitted::rev(0.0..1.0);
    retrograde::emitted::rev("text".bytes().cycle());
    retrograde::emitted::stepped('a'..'z', 2);
    retrograde::emitted::stepped([1, 2].iter(), 2);
}

fn no_map(v: &mut Vec<i32>) {
    retrograde::map::insert(v, 1, 2);
}

fn main() {}
