//! The problems of the papers: every derivative against differences and forward mode, and against what is known of it; and there and back.

use num_complex::Complex;
use retrograde::prelude::*;
use retrograde_gradbench::modules::{ba, det, gmm, lstm, ode};
use retrograde_gradbench::papers::{bessel, embedding, perceptron, sparse};
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
fn bessel_in_both_ways() {
    let place = samples::bessel();
    check_gradient!(bessel::add_bessel(&mut 0.0, place.nu, place.z, const place.cutoff));
    check_gradient!(bessel::bessel(place.nu, place.z, const place.cutoff));
    let (mut value, mut reversible, mut ordinary) = (0.0, 0.0, 0.0);
    bessel::primal(&place, &mut value);
    bessel::reversible_gradient(&place, &mut reversible);
    bessel::ordinary_gradient(&place, &mut ordinary);
    // From tables.
    assert!((value - 0.114_903_484_931_9).abs() < 1e-9);
    assert!((reversible - 0.210_243_615_88).abs() < 1e-8);
    assert_close(ordinary, reversible);
    bessel::inverse(&place, &mut value);
    assert_close(value, 0.0);
}

#[test]
fn the_graph_is_the_petersen_graph() {
    let mut pairs: Vec<[usize; 2]> = [&embedding::EDGES[..], &embedding::OTHERS].concat();
    pairs.sort_unstable();
    let all: Vec<[usize; 2]> =
        (0..embedding::VERTICES).flat_map(|i| (i + 1..embedding::VERTICES).map(move |j| [i, j])).collect();
    assert_eq!(pairs, all);
    let neighbours = |v: usize| {
        let edges = embedding::EDGES.iter().filter(move |edge| edge.contains(&v));
        edges.map(move |edge| edge[0] + edge[1] - v)
    };
    for v in 0..embedding::VERTICES {
        assert_eq!(neighbours(v).count(), 3);
        // Each of the others has one neighbour in common with it, and its neighbours none.
        for w in (0..embedding::VERTICES).filter(|w| *w != v) {
            let common = neighbours(v).filter(|u| neighbours(w).any(|of_w| of_w == *u)).count();
            assert_eq!(common, usize::from(!neighbours(v).any(|u| u == w)));
        }
    }
}

#[test]
fn embedding_in_two_to_ten_dimensions() {
    for k in 2..=10 {
        let places = samples::places(k);
        check_gradient!(embedding::add_loss(&mut 0.5, &places.x[..], k));
        let distances = |pairs: &[[usize; 2]]| -> Vec<f64> {
            let square =
                |[a, b]: &[usize; 2]| (0..k).map(|i| (places.x[a * k + i] - places.x[b * k + i]).powi(2)).sum();
            pairs.iter().map(square).map(f64::sqrt).collect()
        };
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let variance = |numbers: &[f64]| {
            let m = mean(numbers);
            numbers.iter().map(|x| (x - m).powi(2)).sum::<f64>() / (numbers.len() - 1) as f64
        };
        let (near, far) = (distances(&embedding::EDGES), distances(&embedding::OTHERS));
        let too_near = (mean(&near) - mean(&far) + 0.1).max(0.0);
        let mut value = 0.0;
        embedding::primal(&places, &mut value);
        assert_close(value, variance(&near) + variance(&far) + too_near.exp() - 1.0);
        embedding::inverse(&places, &mut value);
        assert_close(value, 0.0);
    }
}

#[test]
fn sparse_matrices_as_dense_ones() {
    fn dense<T: Copy + Default>(a: &sparse::Sparse<T>, n: usize) -> Vec<Vec<T>> {
        let mut dense = vec![vec![T::default(); n]; n];
        for (column, bounds) in dense.iter_mut().zip(a.starts.windows(2)) {
            (bounds[0]..bounds[1]).for_each(|k| column[a.rows[k]] = a.values[k]);
        }
        dense
    }
    let n = 12;
    let pair = samples::sparse_pair(n, 0.3);
    check_gradient!(sparse::add_dot(&mut 0.5, &pair.a, &pair.b));
    let mut value = 0.0;
    sparse::dot(&pair, &mut value);
    let (a, b) = (dense(&pair.a, n).concat(), dense(&pair.b, n).concat());
    assert_close(value, a.iter().zip(&b).map(|(a, b)| a * b).sum());
    sparse::undo_dot(&pair, &mut value);
    assert_close(value, 0.0);
    let mut places = (pair.a.zero_shadow(), pair.b.zero_shadow());
    for _ in 0..2 {
        sparse::pull_dot(&pair, &mut places);
        let by_a =
            dense(&sparse::Sparse { values: places.0.values.iter().map(Cell::get).collect(), ..pair.a.clone() }, n);
        for (k, g) in by_a.concat().into_iter().enumerate() {
            assert_close(g, if a[k] == 0.0 { 0.0 } else { b[k] });
        }
    }

    let problem = samples::sparse_product(n, 0.3);
    let zero = vec![Complex::new(0.5, -0.5); n];
    check_gradient!(sparse::add_product(&mut zero.clone()[..], &problem.a, &problem.x[..]));
    let mut y = Vec::new();
    sparse::product(&problem, &mut y);
    let a = dense(&problem.a, n);
    for (i, y) in y.iter().enumerate() {
        let expected: Complex<f64> = (0..n).map(|j| a[j][i] * problem.x[j]).sum();
        assert!((y - expected).norm() < 1e-12);
    }
    sparse::undo_product(&problem, &mut y);
    assert!(y.iter().all(|y| y.norm() < 1e-12));
    let x_adj = problem.x.iter().map(|_| Complex::new(Cell::new(0.0), Cell::new(0.0))).collect();
    let mut places = (problem.a.zero_shadow(), x_adj);
    for _ in 0..2 {
        sparse::pull_product(&problem, &mut places);
        for (j, g) in places.1.iter().enumerate() {
            let expected: Complex<f64> = (0..n).map(|i| a[j][i].conj() * problem.seed[i]).sum();
            assert!((Complex::new(g.re.get(), g.im.get()) - expected).norm() < 1e-12);
        }
    }
}

#[test]
fn perceptron_in_both_ways() {
    let p = samples::perceptron(5, 4, 3, 6);
    let perceptron::Perceptron { w1, b1, w2, b2, samples, classes } = &p;
    check_gradient!(perceptron::add_loss(
        &mut 0.0, &w1[..], &b1[..], &w2[..], &b2[..], const &samples[..], &classes[..]
    ));
    check_gradient!(perceptron::loss(&w1[..], &b1[..], &w2[..], &b2[..], const &samples[..], &classes[..]));
    let (mut reversible, mut ordinary) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        perceptron::reversible_gradient(&p, &mut reversible);
        perceptron::ordinary_gradient(&p, &mut ordinary);
        assert_all_close(&ordinary, &reversible);
    }
    let mut value = 0.0;
    perceptron::primal(&p, &mut value);
    assert_close(perceptron::loss(w1, b1, w2, b2, samples, classes), value);
    perceptron::inverse(&p, &mut value);
    assert_close(value, 0.0);
}

#[test]
fn there_and_back() {
    let mixture = samples::mixture(4, 3, 6);
    let mut value = 0.0;
    gmm::objective(&mixture, &mut value);
    gmm::inverse(&mixture, &mut value);
    assert_close(value, gmm::constant(4, 3, 6, mixture.prior));

    let bundle = samples::bundle(2, 3, 7);
    let mut errors = ba::Errors::default();
    ba::objective(&bundle, &mut errors);
    ba::inverse(&bundle, &mut errors);
    errors.reprojection.as_flattened().iter().chain(&errors.weight).for_each(|error| assert_close(*error, 0.0));

    let square = samples::square(5);
    let (mut value, mut ordinary) = (0.0, 0.0);
    det::reversible_primal(&square, &mut value);
    det::primal(&square, &mut ordinary);
    assert_close(value, ordinary);
    det::inverse(&square, &mut value);
    assert_close(value, 0.0);

    let network = samples::network(2, 9, 3);
    let mut steps = lstm::Steps::new(&network);
    let (first, mut value) = (steps.clone(), 0.0);
    steps.call(&network);
    lstm::objective(&network, &mut value);
    assert_close(steps.value, value);
    assert!(steps != first);
    steps.undo(&network);
    assert_close(steps.value, 0.0);

    let equation = samples::equation(6, 4);
    let mut steps = ode::Steps::new(&equation);
    let mut expected = Vec::new();
    ode::primal(&equation, &mut expected);
    steps.call();
    assert_all_close(steps.unknowns(), &expected);
    steps.undo();
    assert_all_close(steps.unknowns(), &[0.0; 6]);
}
