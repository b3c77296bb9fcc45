//! The error and gamma functions: known values, and derivatives in all modes.

mod modes;

use core::f64::consts::PI;
use modes::{agree, differences, expressions};
use retrograde::special::Special;

expressions! {
    erf[1]: |x| { x[0].erf() }
    erfc[1]: |x| { x[0].erfc() }
    gamma[1]: |x| { x[0].gamma() }
    ln_gamma[1]: |x| { x[0].ln_gamma() }
    digamma[1]: |x| { x[0].digamma() }
    beta[2]: |x| { (x[0].ln_gamma() + x[1].ln_gamma() - (x[0] + x[1]).ln_gamma()).exp() * (x[0] - x[1]).erf() }
}

/// Values of Abramowitz and Stegun, tables 7.1 and 6.1, and by the formulas of half integers.
#[test]
fn known_values() {
    for (found, expected) in [
        (Special::erf(0.5), 0.520_499_877_813_046_5),
        (Special::erf(-1.0), -0.842_700_792_949_714_9),
        (Special::erfc(2.0), 0.004_677_734_981_047_266),
        (Special::gamma(0.5), PI.sqrt()),
        (Special::gamma(-0.5), -2.0 * PI.sqrt()),
        (Special::gamma(6.0), 120.0),
        (Special::ln_gamma(11.0), 3_628_800.0_f64.ln()),
        (Special::ln_gamma(-0.5), (2.0 * PI.sqrt()).ln()),
        (Special::digamma(1.0), -0.577_215_664_901_532_9),
    ] {
        agree("a value", [found], [expected], 1e-14);
    }
    agree("single", [Special::gamma(4.5_f32).into()], [11.631_728_396_567_448], 1e-6);
    agree("single", [Special::digamma(0.5_f32).into()], [-1.963_510_026_021_423_5], 1e-6);
}

#[test]
fn known_derivatives() {
    let euler = 0.577_215_664_901_532_9;
    agree("erf", erf::double([0.0]), [2.0 / PI.sqrt()], 1e-15);
    agree("erfc", erfc::double([1.0]), [-2.0 / PI.sqrt() * (-1.0_f64).exp()], 1e-15);
    agree("gamma", gamma::double([1.0]), [-euler], 1e-15);
    agree("ln_gamma", ln_gamma::double([2.0]), [1.0 - euler], 1e-15);
    agree("digamma", digamma::double([1.0]), [PI * PI / 6.0], 1e-15);
    agree("far out", erf::double([f64::INFINITY]), [0.0], 0.0);
    agree("a pole", gamma::double([-1.0]), [f64::NAN], 0.0);
    agree("a pole", digamma::double([0.0]), [f64::INFINITY], 0.0);
}

#[test]
fn against_differences() {
    for x in [-2.3, -0.6, 0.2, 1.7, 6.5] {
        agree("gamma", gamma::double([x]), differences(gamma::value, [x]), 1e-7);
        agree("gamma of f32", gamma::single([x]), gamma::double([x]), 1e-4);
        agree("ln_gamma", ln_gamma::double([x]), differences(ln_gamma::value, [x]), 1e-7);
        agree("ln_gamma of f32", ln_gamma::single([x]), ln_gamma::double([x]), 1e-4);
        agree("digamma", digamma::double([x]), differences(digamma::value, [x]), 1e-7);
        agree("digamma of f32", digamma::single([x]), digamma::double([x]), 1e-4);
        agree("erf of f32", erf::single([x]), erf::double([x]), 1e-5);
        agree("erf", erf::double([x]), differences(erf::value, [x]), 1e-8);
        agree("erfc of f32", erfc::single([x]), differences(erfc::value, [x]), 1e-5);
    }
    agree("beta", beta::double([0.7, 1.9]), differences(beta::value, [0.7, 1.9]), 1e-8);
    agree("beta of f32", beta::single([0.7, 1.9]), differences(beta::value, [0.7, 1.9]), 1e-4);
}
