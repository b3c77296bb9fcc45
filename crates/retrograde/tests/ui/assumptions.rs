//! What the compiler reads off a name, and is not so: each is one error.

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[differentiable]
impl V {
    fn len(&self) -> f64 {
        self.x * self.x + self.y
    }
}

#[differentiable]
fn own_length(v: V, k: f64) -> f64 {
    k * v.len()
}

#[reversible(adjoint)]
fn own_length_in_an_update(y: &mut f64, v: &V) {
    *y += v.len();
}

mod aliases {
    use retrograde::prelude::*;

    #[allow(non_camel_case_types)]
    type i32 = f64;

    #[differentiable]
    fn of_a_local(x: f64, k: f64) -> f64 {
        let m: i32 = x * x;
        m * k
    }

    #[differentiable]
    fn of_a_parameter(m: i32, k: f64) -> f64 {
        m * k
    }

    #[differentiable]
    fn of_a_cast(x: f64) -> f64 {
        (x as i32) * x
    }
}

#[allow(non_snake_case)]
#[differentiable]
fn DMM1(a: f64) -> (f64, f64, f64) {
    (a * a, a, 2.0 * a)
}

#[differentiable]
fn upper_case(a: f64) -> f64 {
    let (d, m, m1) = DMM1(a);
    d * m + m1
}

mod swaps {
    use retrograde::prelude::*;

    #[reversible]
    fn swap(a: &mut f64, b: &mut f64) {
        *a += *b;
    }

    #[reversible]
    fn own_swap(a: &mut f64, b: &mut f64) {
        swap(a, b);
    }
}

#[derive(Clone, Debug, Plain)]
struct Ring {
    v: [f64; 2],
}

impl std::ops::Index<usize> for Ring {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.v[i % 2]
    }
}

impl std::ops::IndexMut<usize> for Ring {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.v[i % 2]
    }
}

impl Ring {
    fn is_empty(&self) -> bool {
        self.v[0] == 0.0
    }

    fn swap(&mut self, i: usize, j: usize) {
        self[i] += self.v[j];
    }
}

#[reversible]
fn own_index(r: &mut Ring) {
    r[0] += r[2];
}

#[reversible]
fn own_emptiness(r: &mut Ring) {
    if r.is_empty() {
        r.v[0] += 1.0;
    }
}

#[reversible]
fn own_exchange(r: &mut Ring) {
    r.swap(0, 1);
}

mod complex {
    use retrograde::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Complex {
        re: f64,
        im: f64,
    }

    impl Complex {
        fn new(r: f64, phi: f64) -> Self {
            Complex { re: r * phi.cos(), im: r * phi.sin() }
        }
    }

    #[differentiable]
    fn own_complex(r: f64, phi: f64) -> f64 {
        let z = Complex::new(r, phi);
        z.re
    }
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Rest {
    a: f64,
    b: f64,
}

impl Rest {
    fn default() -> Self {
        Rest { a: 1.0, b: 1.0 }
    }
}

#[differentiable]
fn own_default(x: f64) -> f64 {
    let rest = Rest { a: x, ..Default::default() };
    rest.a * rest.b
}

fn main() {}
