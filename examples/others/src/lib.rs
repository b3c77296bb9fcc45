//! Derivatives of functions of other people's crates, and of a whole file of one's own: `cargo test -p retrograde-others`.

include!(concat!(env!("OUT_DIR"), "/special.rs"));
include!(concat!(env!("OUT_DIR"), "/gauges.rs"));
include!(concat!(env!("OUT_DIR"), "/valve.rs"));

#[cfg(test)]
mod tests {
    use crate::gauges::tank::{Form, total};
    use crate::gauges::{Tank, hidden_place};
    use crate::special::function::logistic::logistic;
    use crate::valve;
    use retrograde::prelude::*;

    #[test]
    fn the_logistic_function_of_statrs() {
        let x: f64 = 0.7;
        let y = logistic(x);
        assert_eq!(y.to_bits(), statrs::function::logistic::logistic(x).to_bits());
        assert!((logistic::gradient(x) - y * (1.0 - y)).abs() < 1e-12);
    }

    #[differentiable]
    fn of_ones_own(x: f64) -> f64 {
        logistic(x) * x + hidden_place(x, 2)
    }

    #[test]
    fn in_a_function_of_ones_own() {
        check_gradient!(reverse of_ones_own(0.4));
    }

    #[test]
    fn types_of_the_crate_are_converted() {
        let tank = Tank { level: 2.0, form: Form::Cylinder(0.5) };
        let original: measures::Tank = tank.clone().into();
        assert_eq!(original.volume(1.5).to_bits(), tank.volume(1.5).to_bits());
        let (by_tank, by_scale) = tank.volume_gradient(1.5);
        assert!((by_tank.level - 1.5 * 0.25 * std::f64::consts::PI).abs() < 1e-12);
        assert!((by_scale - 0.5 * std::f64::consts::PI).abs() < 1e-12);
        let tanks = [tank, Tank { level: 1.0, form: Form::Cuboid { width: 2.0, depth: 3.0 } }];
        check_gradient!(reverse total(&tanks));
    }

    #[test]
    fn a_file_with_its_submodules() {
        check_gradient!(reverse valve::flow(0.4, 1.5));
    }
}
