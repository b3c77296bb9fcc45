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
    own.get().get().x
}

fn main() {}
