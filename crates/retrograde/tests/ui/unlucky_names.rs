use retrograde::prelude::*;

mod float {
    use retrograde::prelude::*;

    #[allow(non_camel_case_types)]
    type i64 = f64;

    #[differentiable]
    fn called_like_an_integer(a: f64) -> f64 {
        let mut t: i64 = 1.0;
        t = a * t;
        t * t
    }
}

#[derive(Clone, Differentiable)]
struct Own {
    x: f64,
}

impl Own {
    fn get(&self) -> Own {
        Own { x: self.x * self.x }
    }
}

#[differentiable]
fn part_of_what_has_no_rule(a: f64) -> f64 {
    let own = Own { x: a };
    own.x
}

impl Own {
    fn expect(&mut self, _: usize) -> &mut f64 {
        &mut self.x
    }
}

#[differentiable]
fn place_called_like_what_an_option_holds(a: f64) -> f64 {
    let mut own = Own { x: a };
    *own.expect(0) += a;
    own.x * own.x
}

/// A method of numbers that is not that of the feature `special`.
mod numbers {
    use retrograde::prelude::*;

    trait Way {
        fn gamma(&self) -> f64;
    }

    impl Way for f64 {
        fn gamma(&self) -> f64 {
            self * self
        }
    }

    #[differentiable]
    fn called_like_a_special_function(a: f64) -> f64 {
        a.gamma()
    }
}

/// Traits that hide the methods of slices.
mod hidden {
    use retrograde::prelude::*;

    trait Way {
        fn swap(&mut self, i: usize, j: usize);
    }

    impl Way for Vec<f64> {
        fn swap(&mut self, i: usize, j: usize) {
            self[i] = self[i] * self[j];
        }
    }

    trait Length {
        fn len(&self) -> f64;
    }

    impl Length for [f64; 2] {
        fn len(&self) -> f64 {
            self[0] * self[1]
        }
    }

    trait Walk {
        fn iter(&self) -> Vec<f64>;
    }

    impl Walk for [f64; 3] {
        fn iter(&self) -> Vec<f64> {
            vec![self[1], self[0] * self[2]]
        }
    }

    #[differentiable]
    fn swapped(a: f64, b: f64) -> f64 {
        let mut v = vec![a * b, b];
        v.swap(0, 1);
        v[0] * v[1]
    }

    #[differentiable]
    fn long(a: f64, b: f64) -> f64 {
        let v = [a * b, b];
        v.len() * a
    }

    #[differentiable]
    fn walked(a: f64, b: f64) -> f64 {
        let v = [a * b, b, a];
        let mut s = a;
        for t in v.iter() {
            s = s * t + b;
        }
        s
    }
}

/// Macros that are not those of the standard library.
mod macros {
    use retrograde::prelude::*;

    macro_rules! vec {
        ($a:expr, $b:expr) => {
            [$b, $a]
        };
    }

    macro_rules! panic {
        ($($a:expr),*) => {
            [$($a),*]
        };
    }

    #[differentiable]
    fn listed(a: f64, b: f64) -> f64 {
        let v = vec![a, b];
        v[0] * b
    }

    #[differentiable]
    fn calm(a: f64, b: f64) -> f64 {
        let v = panic![a, b];
        v[0] * b
    }
}

fn main() {}
