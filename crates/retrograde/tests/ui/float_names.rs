//! Types of one's own that are called like those of Rust: each is one error where a derivative relies on the name.

mod another_float {
    use retrograde::prelude::*;

    #[allow(non_camel_case_types)]
    type f64 = f32;

    #[differentiable]
    fn in_the_signature(x: f64) -> f64 {
        x.sin()
    }
}

mod a_type_of_ones_own {
    use retrograde::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Dual(f32, f32);

    impl core::ops::Mul for Dual {
        type Output = Dual;
        fn mul(self, other: Dual) -> Dual {
            Dual(self.0 * other.0, self.0 * other.1 + self.1 * other.0)
        }
    }

    impl core::ops::AddAssign for Dual {
        fn add_assign(&mut self, other: Dual) {
            *self = Dual(self.0 + other.0, self.1 + other.1);
        }
    }

    impl core::ops::SubAssign for Dual {
        fn sub_assign(&mut self, other: Dual) {
            *self = Dual(self.0 - other.0, self.1 - other.1);
        }
    }

    #[allow(non_camel_case_types)]
    type f64 = Dual;

    #[reversible(adjoint)]
    fn in_a_reversible_function(y: &mut f64, x: f64) {
        *y += x * x;
    }
}

mod at_a_let {
    use retrograde::prelude::*;

    #[differentiable]
    fn of_a_local(x: f32) -> f32 {
        #[allow(non_camel_case_types)]
        type f64 = f32;
        let t: f64 = x * x;
        t * x
    }
}

mod a_vector {
    use retrograde::prelude::*;

    type Vec<T> = [T; 2];

    #[differentiable]
    fn of_a_parameter(x: &Vec<f64>) -> f64 {
        x[0] * x[1]
    }
}

mod a_constant {
    use retrograde::prelude::*;

    mod f64 {
        pub const EPSILON: f32 = 0.5;
    }

    #[differentiable]
    fn of_another_module(x: f32) -> f32 {
        x * f64::EPSILON
    }
}

fn main() {}
