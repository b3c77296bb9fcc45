//! Every derivative against differences and forward mode, and against what is known of it.
#![allow(clippy::float_cmp, reason = "some results are exact")]

use retrograde::prelude::*;
use retrograde_gradbench::modules::{ba, det, gmm, hello, ht, llsq, lse, lstm, ode};
use retrograde_gradbench::samples;

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found} is not {expected}");
}

#[track_caller]
fn assert_all_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).for_each(|(found, expected)| assert_close(*found, *expected));
}

#[test]
fn hello() {
    check_gradient!(hello::square(1.5));
    assert_eq!(hello::square::gradient(1.5), 3.0);
}

#[test]
fn llsq_is_linear_in_its_errors() {
    let fit = samples::fit(5, 9);
    check_gradient!(llsq::squares(&fit.x[..], fit.n));
    let mut gradient = Vec::new();
    llsq::gradient(&fit, &mut gradient);
    let expected: Vec<f64> = (0..5)
        .map(|j| {
            let term = |i: i32| {
                let t = f64::from(i - 4) / 4.0;
                let value: f64 = fit.x.iter().zip(0..).map(|(x, j)| x * t.powi(j)).sum();
                (value - f64::from((i - 4).signum())) * t.powi(j)
            };
            (0..9).map(term).sum()
        })
        .collect();
    assert_all_close(&gradient, &expected);
}

#[test]
fn lse_has_the_shares_of_the_exponentials() {
    let numbers = samples::numbers(20);
    check_gradient!(lse::log_sum_exp(&numbers.x[..]));
    let mut gradient = Vec::new();
    lse::gradient(&numbers, &mut gradient);
    let sum: f64 = numbers.x.iter().map(|x| x.exp()).sum();
    let shares: Vec<f64> = numbers.x.iter().map(|x| x.exp() / sum).collect();
    assert_all_close(&gradient, &shares);
    let mut value = 0.0;
    lse::primal(&numbers, &mut value);
    assert_close(value, sum.ln());
    assert_eq!(lse::log_sum_exp(&[1000.0, 0.0]), 1000.0);
}

#[test]
fn ode_of_few_unknowns_is_exact() {
    let equation = samples::equation(4, 3);
    check_gradient!(ode::last(&equation.x[..], equation.s));
    let (mut y, mut gradient) = (Vec::new(), Vec::new());
    ode::primal(&equation, &mut y);
    ode::gradient(&equation, &mut gradient);
    // A polynomial in time, of a degree that the method solves without error: the product of all rates times 2^4 / 4!.
    let last = equation.x.iter().product::<f64>() * 16.0 / 24.0;
    assert_close(y[3], last);
    let expected: Vec<f64> = equation.x.iter().map(|x| last / x).collect();
    assert_all_close(&gradient, &expected);
    let equation = samples::equation(9, 3);
    check_gradient!(ode::last(&equation.x[..], 3));
    let (mut ordinary, mut reversible) = (Vec::new(), Vec::new());
    ode::ordinary_gradient(&equation, &mut ordinary);
    ode::reversible_gradient(&equation, &mut reversible);
    assert_all_close(&reversible, &ordinary);
    check_gradient!(ode::advance(&mut [0.1, 0.3, -0.2, 1.0, 0.5, 0.4, 0.2], &equation.x[..7], 2));
}

/// An unknown has each rate before it as a factor, so that the last one over a rate is its derivative, however tiny both are.
#[test]
fn ode_of_many_unknowns() {
    let equation = samples::equation(60, 50);
    let (mut y, mut gradient) = (Vec::new(), Vec::new());
    ode::primal(&equation, &mut y);
    ode::gradient(&equation, &mut gradient);
    for (g, x) in gradient.iter().zip(&equation.x) {
        let expected = y[59] / x;
        assert!((g / expected - 1.0).abs() < 1e-12, "{g} is not {expected}");
    }
}

#[test]
fn det_has_its_cofactors() {
    let matrix = samples::square(5);
    check_gradient!(det::determinant(&matrix.entries[..], 5, 0b11111));
    check_gradient!(det::add_determinant(&mut 0.0, &matrix.entries[..], 5, 0b11111, 1.5));
    let (mut value, mut cofactors) = (0.0, Vec::new());
    det::primal(&matrix, &mut value);
    det::gradient(&matrix, &mut cofactors);
    let mut ordinary = Vec::new();
    det::ordinary_gradient(&matrix, &mut ordinary);
    assert_all_close(&cofactors, &ordinary);
    let mut added = 0.0;
    det::add_determinant(&mut added, &matrix.entries, 5, 0b11111, 1.0);
    assert_close(added, value);
    for (i, row) in matrix.entries.chunks(5).enumerate() {
        for (k, cofactors) in cofactors.chunks(5).enumerate() {
            let product: f64 = row.iter().zip(cofactors).map(|(a, c)| a * c).sum();
            assert_close(product, if i == k { value } else { 0.0 });
        }
    }
    let mut value = 0.0;
    det::primal(&det::Square { entries: vec![7.0], size: 1 }, &mut value);
    assert_eq!(value, 7.0);
}

#[test]
fn gmm_in_both_ways() {
    let mut mixture = samples::mixture(4, 3, 6);
    mixture.prior = gmm::Wishart { gamma: 0.8, m: 2 };
    let gmm::Mixture { alpha, mu, q, l, x, prior, .. } = &mixture;
    check_gradient!(gmm::add_log_posterior(&mut 0.0, &alpha[..], &mu[..], &q[..], &l[..], const &x[..], const *prior));
    check_gradient!(gmm::log_posterior(&alpha[..], &mu[..], &q[..], &l[..], const &x[..], const *prior));

    let mut value = 0.0;
    gmm::objective(&mixture, &mut value);
    let ordinary = gmm::log_posterior(alpha, mu, q, l, x, *prior) + gmm::constant(4, 3, 6, *prior);
    assert_close(value, ordinary);
    assert_close(value, by_definition(&mixture));

    let (mut reversible, mut ordinary) = (gmm::Gradient::default(), gmm::Gradient::default());
    gmm::reversible_jacobian(&mixture, &mut reversible);
    gmm::ordinary_jacobian(&mixture, &mut ordinary);
    assert_all_close(&reversible.alpha, &ordinary.alpha);
    assert_all_close(&reversible.mu.values, &ordinary.mu.values);
    assert_all_close(&reversible.q.values, &ordinary.q.values);
    assert_all_close(&reversible.l.values, &ordinary.l.values);
    let before = ordinary.clone();
    gmm::jacobian(&mixture, &mut ordinary);
    assert_eq!(ordinary, before, "what was there is not added to");
}

/// The densities of the Gaussians and of the Wishart distribution, without any simplification. The dimension is even and the degrees of
/// freedom are whole, so half of the gamma functions are factorials.
fn by_definition(mixture: &gmm::Mixture) -> f64 {
    let gmm::Mixture { d, alpha, mu, q, l, x, prior } = mixture;
    let (d, k) = (*d, alpha.len());
    let all: f64 = alpha.iter().map(|a| a.exp()).sum();
    let factors: Vec<Vec<Vec<f64>>> = (0..k)
        .map(|c| {
            let mut below = l[c * d * (d - 1) / 2..].iter();
            let mut factor = vec![vec![0.0; d]; d];
            for j in 0..d {
                factor[j][j] = q[c * d + j].exp();
                for row in &mut factor[j + 1..] {
                    row[j] = *below.next().unwrap();
                }
            }
            factor
        })
        .collect();
    let determinant = |c: usize| (0..d).map(|i| factors[c][i][i].powi(2)).product::<f64>();
    let two_pi = 2.0 * std::f64::consts::PI;
    let mut value = 0.0;
    for point in x.chunks(d) {
        let density: f64 = (0..k)
            .map(|c| {
                let centred: Vec<f64> = (0..d).map(|i| point[i] - mu[c * d + i]).collect();
                let square: f64 = factors[c]
                    .iter()
                    .map(|row| row.iter().zip(&centred).map(|(q, x)| q * x).sum::<f64>().powi(2))
                    .sum();
                alpha[c].exp() / all * (-0.5 * square).exp() * determinant(c).sqrt() / two_pi.powf(d as f64 / 2.0)
            })
            .sum();
        value += density.ln();
    }
    let (freedom, size) = (d as f64 + f64::from(prior.m) + 1.0, d as f64);
    let half_gamma = |twice: f64| {
        let (mut product, mut at) = (1.0, twice);
        while at > 2.0 {
            at -= 2.0;
            product *= at / 2.0;
        }
        if at == 1.0 { product * std::f64::consts::PI.sqrt() } else { product }
    };
    let gamma_d = std::f64::consts::PI.powf(size * (size - 1.0) / 4.0)
        * (0..d).map(|j| half_gamma(freedom - j as f64)).product::<f64>();
    for (c, factor) in factors.iter().enumerate() {
        let trace: f64 = factor.iter().flatten().map(|v| v * v).sum();
        let top = determinant(c).powf((freedom - size - 1.0) / 2.0) * (-0.5 * prior.gamma.powi(2) * trace).exp();
        let bottom = 2.0_f64.powf(freedom * size / 2.0) * prior.gamma.powf(-freedom * size) * gamma_d;
        value += (top / bottom).ln();
    }
    value
}

#[test]
fn ba_in_both_ways() {
    let mut bundle = samples::bundle(3, 4, 7);
    // This one has no rotation at all.
    bundle.cameras[1][..3].fill(0.0);
    for seen in &bundle.observations {
        let (camera, point) = (bundle.cameras[seen.camera as usize], bundle.points[seen.point as usize]);
        if seen.camera != 1 {
            check_gradient!(ba::add_error(&mut [0.0; 2], &camera, &point, 0.7, const &seen.feature));
            check_gradient!(ba::error(&camera, &point, 0.7, const &seen.feature));
        }
        let mut error = [0.0; 2];
        ba::add_error(&mut error, &camera, &point, 0.7, &seen.feature);
        assert_all_close(&error, &ba::error(&camera, &point, 0.7, &seen.feature));
    }
    check_gradient!(ba::add_weight_error(&mut 0.0, 0.7));

    let (mut reversible, mut ordinary) = (ba::Sparse::default(), ba::Sparse::default());
    ba::reversible_jacobian(&bundle, &mut reversible);
    ba::ordinary_jacobian(&bundle, &mut ordinary);
    assert_all_close(&reversible.values, &ordinary.values);
    assert_eq!((&reversible.rows, &reversible.columns), (&ordinary.rows, &ordinary.columns));
    assert_eq!(reversible.rows.len(), 3 * 7 + 1);
    assert_eq!(reversible.columns.len(), 31 * 7);

    // Each row against differences of its error, by every camera, point and weight.
    let errors = |bundle: &ba::Bundle| {
        let mut errors = ba::Errors::default();
        ba::objective(bundle, &mut errors);
        [errors.reprojection.as_flattened(), &errors.weight].concat()
    };
    let columns = 11 * 3 + 3 * 4 + 7;
    for column in 0..columns {
        let moved = |by: f64| {
            let mut bundle = bundle.clone();
            let place = match column {
                0..33 => &mut bundle.cameras.as_flattened_mut()[column],
                33..45 => &mut bundle.points.as_flattened_mut()[column - 33],
                _ => &mut bundle.weights[column - 45],
            };
            *place += by;
            errors(&bundle)
        };
        let (above, below) = (moved(1e-5), moved(-1e-5));
        for row in 0..3 * 7 {
            let slope = (above[row] - below[row]) / 2e-5;
            let entries = reversible.rows[row] as usize..reversible.rows[row + 1] as usize;
            let entry: f64 =
                entries.filter(|&k| reversible.columns[k] as usize == column).map(|k| reversible.values[k]).sum();
            // Where there is no rotation, differences leave the branch, and see it up to first order.
            assert!((entry - slope).abs() < 1e-2, "row {row}, column {column}: {entry}, by differences {slope}");
        }
    }
}

#[test]
fn lstm_in_both_ways() {
    let network = samples::network(2, 5, 3);
    let lstm::Network { main, extra, state, sequence, bits } = &network;
    check_gradient!(lstm::loss(&main[..], &extra[..], const &state[..], const &sequence[..], *bits));
    let (mut ordinary, mut reversible) = (Vec::new(), Vec::new());
    lstm::ordinary_jacobian(&network, &mut ordinary);
    lstm::reversible_jacobian(&network, &mut reversible);
    assert_all_close(&reversible, &ordinary);
    assert_eq!(ordinary.len(), main.len() + extra.len());
}

#[test]
fn ht_on_corners_and_on_triangles() {
    for on_triangles in [false, true] {
        let mut pose = samples::pose(9, 11, on_triangles);
        pose.hand.is_mirrored = on_triangles;
        let mut jacobian = ht::Jacobian::default();
        ht::jacobian(&pose, &mut jacobian);
        let rows = jacobian.rows();
        let first = if on_triangles { 2 } else { 0 };
        assert_eq!((rows.len(), rows[0].len()), (33, first + 26));
        for column in 0..first + 26 {
            let moved = |by: f64| {
                let mut pose = pose.clone();
                if column < first {
                    pose.us.iter_mut().for_each(|u| u[column] += by);
                } else {
                    pose.theta[column - first] += by;
                }
                let mut errors = ht::Errors::default();
                ht::objective(&pose, &mut errors);
                errors.0.concat()
            };
            let (above, below) = (moved(1e-5), moved(-1e-5));
            for (row, (above, below)) in rows.iter().zip(above.iter().zip(below)) {
                let slope = (above - below) / 2e-5;
                assert!((row[column] - slope).abs() < 1e-6, "column {column}: {}, by differences {slope}", row[column]);
            }
        }
    }
}
