//! Chains of iterators in ordinary functions.

use retrograde::prelude::*;

#[differentiable(tangent)]
fn squares(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

#[differentiable(tangent)]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>()
}

#[differentiable(tangent)]
fn variance(x: &[f64]) -> f64 {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    (x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt()
}

#[differentiable(tangent)]
fn weighted(x: &[f64], w: f64) -> f64 {
    let mut total = 1.0;
    for (i, v) in x.iter().enumerate().skip(1).step_by(2) {
        total = total * w + *v * i as f64;
    }
    for &v in x.iter().rev().take(3) {
        total *= v.cos();
    }
    total
}

#[differentiable(tangent)]
fn horner(x: f64, c: &[f64]) -> f64 {
    c.iter().rev().fold(0.0, |acc, &c| acc * x + c)
}

/// What a filter sees is behind one reference more.
#[differentiable(tangent)]
fn filters(x: &[f64]) -> f64 {
    let values: f64 = x.iter().copied().filter(|v| *v > 0.0).map(|v| v * v).sum();
    let once: f64 = x.iter().filter(|&v| *v > 0.0).map(|v| *v * v).sum();
    let twice: f64 = x.iter().filter(|&&v| v > 0.0).map(|v| v * v).sum();
    let numbered: f64 = x.iter().enumerate().filter(|(i, v)| *i > 0 && **v > 0.0).map(|(_, v)| v * v).sum();
    values * once - twice * numbered
}

#[differentiable(tangent)]
fn positive(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.0).map(|v| v.ln()).sum::<f64>() * x.iter().copied().product::<f64>()
}

#[differentiable(tangent)]
fn roughness(x: &[f64]) -> f64 {
    let steps: f64 = x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum();
    let blocks: f64 = x
        .chunks(3)
        .map(|c| {
            let total: f64 = c.iter().sum();
            total * total
        })
        .sum();
    let first: f64 = x.chunks_exact(3).map(|c| c[0] * c[2]).sum();
    steps + blocks * first
}

#[differentiable(tangent)]
fn largest(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::NEG_INFINITY, f64::max) + (0..x.len()).map(|i| x[i] * i as f64).sum::<f64>()
}

#[differentiable(tangent)]
fn until(x: &[f64], limit: f64) -> f64 {
    let mut total = 0.0;
    for (a, b) in x.iter().zip(x.iter().skip(1)) {
        total += a * b;
        if total > limit {
            break;
        }
    }
    total.sin()
}

#[differentiable(tangent)]
fn nested(x: &[f64], n: usize) -> f64 {
    x.chunks_exact(n).map(|row| row.iter().map(|v| v.exp()).sum::<f64>().ln()).sum()
}

#[differentiable(tangent)]
fn while_sum(x: &[f64]) -> f64 {
    let mut s = 1.0;
    while x.iter().map(|v| v * s).sum::<f64>() < 10.0 {
        s *= x[0] + 1.0;
    }
    s
}

#[test]
fn chains() {
    let x = [0.5, -1.25, 1.5, 0.75, 2.0, -0.3, 0.9];
    check_gradient!(squares(&x));
    check_gradient!(dot(&x, &[1.0, 2.0, 3.0]));
    check_gradient!(variance(&x));
    check_gradient!(weighted(&x, 0.7));
    check_gradient!(horner(0.8, &x));
    check_gradient!(positive(&x));
    check_gradient!(filters(&x));
    check_gradient!(roughness(&x));
    check_gradient!(largest(&x));
    for limit in [-0.7, 1.0, 100.0] {
        check_gradient!(until(&x, limit));
    }
    check_gradient!(nested(&x, 3));
    check_gradient!(while_sum(&x));
}

/// Names in closures hide nothing outside of them.
#[differentiable(tangent)]
fn hidden_names(x: &[f64], y: &[f64], v: f64) -> f64 {
    let mut total: f64 = x.iter().filter(|v| **v > 0.0).map(|w| w * v).sum();
    for (y, x) in x.iter().zip(y) {
        total += y * x * x;
    }
    total
}

#[test]
fn names_in_closures() {
    let (value, (dx, dy, dv)) = hidden_names::value_and_gradient(&[2.0, -1.0], &[3.0, 4.0], 5.0);
    assert_eq!((value, dx, dy, dv), (10.0 + 18.0 - 16.0, vec![14.0, 16.0], vec![12.0, -8.0], 2.0));
    check_gradient!(hidden_names(&[2.0, -1.0], &[3.0, 4.0], 5.0));
}

#[test]
fn values() {
    assert_eq!(nested::value_and_gradient(&[], 3), (0.0, vec![]));
    assert_eq!(squares::value_and_gradient(&[1.0, 2.0]), (5.0, vec![2.0, 4.0]));
    assert_eq!(dot::gradient(&[1.0, 2.0], &[3.0]), (vec![3.0, 0.0], vec![1.0]));
    assert_eq!(horner::value_and_gradient(2.0, &[1.0, 1.0, 1.0]), (7.0, (5.0, vec![1.0, 2.0, 4.0])));
}

#[differentiable]
fn windows_of(x: &[f64], size: usize) -> f64 {
    x.windows(size).map(|w| w[0]).sum()
}

#[test]
#[should_panic = "window size must be non-zero"]
fn windows_of_nothing() {
    windows_of::gradient(&[1.0, 2.0], 0);
}

/// Chains where they are not always evaluated: behind `&&` and `||`, in arms and branches of values, in blocks.
#[differentiable(tangent)]
fn lazy(x: &[f64], k: usize, limit: f64) -> f64 {
    let mut s = 1.0;
    let mut turns = 0;
    while turns < 4 && (s < 0.5 || x.iter().map(|v| v * s).sum::<f64>() < limit) {
        turns += 1;
        s += 0.5 * x[0] * x[0];
    }
    if k > 0 && !(x.iter().product::<f64>() > limit && x.iter().copied().fold(0.0, f64::max) > 1.0) {
        s *= 2.0;
    }
    let factor = match k {
        0 => x.iter().map(|v| v.sin()).sum::<f64>(),
        1 => s,
        _ => 3.0,
    };
    s * factor + if s > 2.0 { x.iter().rev().fold(0.0, |a, v| a * 0.5 + v) } else { limit } + {
        let t = s * s;
        x.iter().map(|v| v * t).sum::<f64>()
    }
}

#[test]
fn where_not_always_evaluated() {
    for k in 0..3 {
        for limit in [0.5, 2.5, 9.0] {
            check_gradient!(lazy(&[0.8, 1.2, 0.7], k, limit));
        }
    }
}

/// Chains that have a name before they are used up.
#[differentiable(tangent)]
fn named(x: &[f64], w: &[f64]) -> f64 {
    let mut size = 2;
    let rows = w.chunks_exact(size).zip(x);
    size += 1;
    let products = rows.map(|(row, x)| row.iter().map(|w| w * x).sum::<f64>());
    let total: f64 = products.sum();
    let squares = x.iter().map(|v| v * v).skip(1);
    let mut sum = total * size as f64;
    for square in squares {
        sum += square.sin();
    }
    // The same name for something else, and for each of two chains.
    let squares = sum * sum;
    let chosen = x.iter().map(|v| v.exp());
    let chosen = chosen.map(|chosen| chosen * 0.5);
    sum + squares + if sum > 0.0 { chosen.sum::<f64>() } else { chosen.product::<f64>() }
}

#[test]
fn names_of_chains() {
    let (x, w) = ([0.5, -0.3, 0.8], [0.1, 0.7, -0.4, 0.9, 0.6, 0.2]);
    check_gradient!(named(&x, &w));
    assert!((named(&x, &w) - named::value_and_gradient(&x, &w).0).abs() < 1e-15);
}

/// Ranges between literals, whose type nothing tells.
#[differentiable(tangent)]
#[allow(clippy::cast_lossless, reason = "a conversion would tell the type")]
fn literals(x: f64) -> f64 {
    let skipped = (0..5).skip(2).map(|k| x * k as f64).sum::<f64>();
    let taken = (1..9).take(3).skip(1).map(|k| (x * k as f64).sin()).sum::<f64>();
    let stepped = (0..7).step_by(3).map(|k| x.powi(k)).sum::<f64>();
    let paired = (0..4).zip(2..5).map(|(i, k)| x * (i * k) as f64).sum::<f64>();
    let nothing = (0..0).skip(1).map(|_| x).sum::<f64>();
    skipped + taken + stepped + paired + nothing
}

#[test]
fn ranges_of_literals() {
    check_gradient!(literals(0.75));
    assert_eq!(literals::value_and_gradient(0.0), (1.0, 9.0 + 5.0 + 11.0));
}

/// One chain after the other.
#[differentiable(tangent)]
#[allow(clippy::cast_lossless, reason = "a conversion would tell the type")]
fn chained(x: &[f64], y: &[f64; 2], k: f64) -> f64 {
    let sum: f64 = x.iter().chain(y).map(|v| v * v).sum();
    let product: f64 = x.iter().skip(1).map(|v| v * k).chain(y.iter().map(|v| v.sin())).product();
    let weighed: f64 = x.iter().chain(y.iter()).enumerate().map(|(i, v)| *v * i as f64).sum();
    let last = x.iter().copied().chain(y.iter().copied()).rev().take(1).fold(0.0, |s, v| s + v * v);
    let all: Vec<f64> = y.iter().chain(x.iter()).chain(y.iter()).copied().collect();
    let mut total = sum + product * weighed + last + all[3] * all[4];
    for (i, v) in (0..2).chain(5..7).zip(x) {
        if i == 6 {
            break;
        }
        total += v.cos() * i as f64;
    }
    for &v in x.iter().chain(y.iter()) {
        if v < 0.0 {
            continue;
        }
        total *= v;
    }
    total
}

/// Items up to one, and from one on.
#[differentiable(tangent)]
fn parts(x: &[f64], limit: f64) -> f64 {
    let first: f64 = x.iter().take_while(|v| **v < limit).map(|v| v * v).sum();
    let rest: f64 = x.iter().copied().skip_while(|&v| v < limit).map(|v| v.sin() * limit).sum();
    let middle = x.iter().skip_while(|v| **v < 0.0).take_while(|v| **v < limit).fold(1.0, |p, v| p * v);
    let mut sum = first * rest + middle;
    for (i, v) in x.iter().enumerate().take_while(|(i, _)| *i < 3) {
        if *v > limit {
            continue;
        }
        sum += v * v * v * i as f64;
    }
    sum + x.iter().skip_while(|v| **v < limit).count() as f64
}

/// Sums on the way, a state that decays, and one that ends it.
#[differentiable(tangent)]
fn scanned(x: &[f64], k: f64) -> f64 {
    let sums: Vec<f64> = x
        .iter()
        .scan(0.0, |s, v| {
            *s += v;
            Some(*s)
        })
        .collect();
    let decayed: f64 = x
        .iter()
        .scan(k, |state, v| {
            *state = *state * 0.5 + v * k;
            Some(state.sin())
        })
        .sum();
    let ended: f64 = x
        .iter()
        .scan(1.0, |p, v| {
            *p *= v;
            if *p > 0.1 { Some(*p) } else { None }
        })
        .map(|p| p * k)
        .sum();
    sums[1] * sums[2] + decayed * ended
}

/// The items of chains, one after the other.
#[differentiable(tangent)]
fn flat(rows: &[Vec<f64>], x: &[f64], k: f64) -> f64 {
    let row = k * k;
    let all: f64 = rows.iter().flatten().map(|v| v * row).sum();
    let squares: f64 = rows.iter().flat_map(|row| row.iter().skip(1).map(|v| v * v)).sum();
    let folded = x
        .iter()
        .flat_map(|&v| rows[0].iter().map(move |w| w * v))
        .filter(|p| *p > 0.0)
        .fold(1.0, |s, v| s * 0.5 + v * row);
    let pairs: Vec<f64> = (0..3).flat_map(|i| (0..i).map(move |j| x[i] * x[j] * k)).collect();
    let count = rows.iter().flatten().filter(|v| **v > 0.0).count();
    all + squares * folded + pairs[0] * pairs[2] * count as f64
}

/// In the head of a loop, where `break` leaves the whole of it.
#[differentiable(tangent)]
fn flat_loops(rows: &[Vec<f64>], x: &[f64], limit: f64) -> f64 {
    let mut sum = 1.0;
    for v in rows.iter().flatten() {
        if *v < 0.0 {
            continue;
        }
        if sum > limit {
            break;
        }
        sum *= 1.0 + v;
    }
    for (i, v) in (0..x.len()).flat_map(|i| x.iter().map(move |v| (i, v * v))) {
        sum = sum * 0.5 + v * i as f64;
    }
    'all: for v in rows.iter().flat_map(|row| row.iter().rev()) {
        for w in x {
            if *w < 0.0 {
                continue 'all;
            }
            if sum > 2.0 * limit {
                break 'all;
            }
            if *v < 0.0 {
                break;
            }
            sum += v * w;
        }
        sum *= 0.9;
    }
    sum
}

#[test]
fn flat_chains_in_the_head_of_a_loop() {
    let rows = vec![vec![0.5, -0.3, 0.8], vec![], vec![0.7, 1.1]];
    for (x, limit) in [([0.4, -0.6, 0.9], 2.0), ([0.4, 0.6, 0.9], 0.6), ([0.4, 0.6, 0.9], 9.0)] {
        check_gradient!(flat_loops(&rows, &x, limit));
        assert!((flat_loops(&rows, &x, limit) - flat_loops::value_and_gradient(&rows, &x, limit).0).abs() < 1e-14);
    }
}

#[test]
fn flat_chains() {
    let (rows, x) = (vec![vec![0.5, -0.3, 0.8], vec![], vec![0.7]], [0.4, -0.6, 0.9]);
    check_gradient!(flat(&rows, &x, 1.5));
    assert!((flat(&rows, &x, 1.5) - flat::value_and_gradient(&rows, &x, 1.5).0).abs() < 1e-14);
}

#[test]
fn chains_of_chains() {
    check_gradient!(chained(&[0.5, -0.3, 0.8], &[0.7, 0.2], 1.5));
    check_gradient!(chained(&[0.5, 0.3, 0.8, 0.9, 1.1], &[0.7, 0.2], 1.5));
    let (x, y) = ([0.5, -0.3, 0.8], [0.7, 0.2]);
    assert!((chained(&x, &y, 1.5) - chained::value_and_gradient(&x, &y, 1.5).0).abs() < 1e-15);
}

#[test]
fn parts_of_chains() {
    for limit in [-2.0, 0.6, 0.75, 3.0] {
        check_gradient!(parts(&[-0.5, 0.3, 0.7, 0.2, 0.9], limit));
        check_gradient!(parts(&[0.8], limit));
    }
    let x = [-0.5, 0.3, 0.7, 0.2, 0.9];
    assert!((parts(&x, 0.6) - parts::value_and_gradient(&x, 0.6).0).abs() < 1e-15);
}

#[test]
fn states_along_chains() {
    check_gradient!(scanned(&[0.5, 0.7, 0.3, 0.9], 0.8));
    check_gradient!(scanned(&[0.9, 0.8, 0.7], 0.8));
    let x = [0.5, 0.7, 0.3, 0.9];
    assert!((scanned(&x, 0.8) - scanned::value_and_gradient(&x, 0.8).0).abs() < 1e-15);
}

#[derive(Clone, Debug, Differentiable)]
struct Edge {
    ends: (usize, usize),
    weight: f64,
}

#[differentiable(tangent)]
fn patterns(pairs: &[(f64, f64)], edges: &[Edge], rows: &[[f64; 2]]) -> f64 {
    let (first, second) = &pairs[0];
    let mut sum = first * second.sin();
    for (a, b) in pairs {
        sum += a * b;
    }
    for (k, (a, b)) in pairs.iter().enumerate() {
        sum += a.sin() * b * k as f64;
    }
    for Edge { ends: (from, to), weight } in edges {
        sum += weight * pairs[*from].0 * pairs[*to].1;
    }
    for [a, b] in rows {
        sum += a / b;
    }
    sum + pairs.iter().zip(rows).map(|((a, b), [c, d])| a * d - b * c).sum::<f64>()
}

#[test]
fn parts_of_references() {
    let edges = [Edge { ends: (0, 1), weight: 0.5 }, Edge { ends: (1, 1), weight: -2.0 }];
    check_gradient!(patterns(&[(0.5, 1.5), (-0.3, 0.8)], &edges, &[[1.0, 2.0], [3.0, -4.0]]));
}

/// The standard library's sum of nothing is a negative zero, and so is that of negative zeros.
#[test]
fn sums_have_the_sign_of_the_standard_library() {
    #[differentiable]
    fn sum(x: &[f64]) -> f64 {
        x.iter().sum::<f64>()
    }

    for x in [&[][..], &[-0.0], &[-0.0, -0.0], &[0.0, -0.0]] {
        assert_eq!(sum::value_and_gradient(x).0.to_bits(), sum(x).to_bits());
    }
}

/// The type of a number that a chain starts with may be open where it is used first.
#[test]
fn open_starts() {
    #[differentiable(tangent)]
    fn folded(x: &[f64]) -> f64 {
        x.iter().fold(1.0, |total, a| total.cos() * a)
    }

    check_gradient!(folded(&[0.5, 2.0, 1.5]));
}
