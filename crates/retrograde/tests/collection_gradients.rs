//! Gradients and tangents of what is moved or copied onto stacks and into maps, and out again: against differences and against each
//! other.

#![allow(clippy::float_cmp, reason = "small results are exact")]

mod differences;

use std::collections::{BTreeMap, HashMap};

use differences::{close, slope};
use retrograde::map::{Entries, insert, remove};
use retrograde::prelude::*;
use retrograde::stack::{copy_pop, copy_push, pop, push};

/// Every function of stacks, with values that are read before and after they move; one value stays on the stack.
#[reversible(inverse_adjoint, inverse_tangent)]
fn shuffle(x: &mut f64, y: &mut f64, z: &mut f64, stack: &mut Stack<f64>) {
    push(stack, x);
    *x += y.sin();
    copy_push(stack, x);
    *y *= 1.5 + x.cos();
    push(stack, y);
    *y += *x * *x;
    pop(stack, z);
    *z *= *x;
    copy_pop(stack, x);
    *y += *z * 0.5;
}

fn run(numbers: [f64; 3]) -> [f64; 4] {
    let ([mut x, mut y, mut z], mut stack) = (numbers, Stack::new());
    shuffle(&mut x, &mut y, &mut z, &mut stack);
    let kept: Vec<f64> = stack.iter().copied().collect();
    [x, y, z, kept[0]]
}

const START: [f64; 3] = [0.7, 0.4, 0.0];

#[test]
fn gradients_move_with_values() {
    let mut rows = [[0.0; 3]; 4];
    for (o, row) in rows.iter_mut().enumerate() {
        let ([mut x, mut y, mut z], mut stack) = (START, Stack::new());
        shuffle(&mut x, &mut y, &mut z, &mut stack);
        let mut seed = [0.0; 4];
        seed[o] = 1.0;
        let [mut x_adj, mut y_adj, mut z_adj, kept_adj] = seed;
        let stack_adj = stack.zero_shadow::<On<One>>();
        retrograde::emitted::set(&stack_adj, vec![kept_adj]);
        shuffle::adjoint(&mut x, &mut x_adj, &mut y, &mut y_adj, &mut z, &mut z_adj, &mut stack, &stack_adj);
        [x, y, z].iter().zip(START).for_each(|(a, b)| close(*a, b));
        assert!(stack.is_empty() && <Stack<f64>>::into_tangent(stack_adj).is_empty());
        *row = [x_adj, y_adj, z_adj];
        for i in 0..2 {
            let at = |value| {
                let mut numbers = START;
                numbers[i] = value;
                run(numbers)[o]
            };
            close(row[i], slope(at, START[i]));
        }
    }
    for i in 0..2 {
        let ([mut x, mut y, mut z], mut stack) = (START, Stack::new());
        let stack_tan = stack.zero_shadow::<On<One>>();
        let mut tangents = [0.0; 3];
        tangents[i] = 1.0;
        let [mut x_tan, mut y_tan, mut z_tan] = tangents;
        shuffle::tangent(&mut x, &mut x_tan, &mut y, &mut y_tan, &mut z, &mut z_tan, &mut stack, &stack_tan);
        run(START)[..3].iter().zip([x, y, z]).for_each(|(a, b)| close(*a, b));
        let after = [x_tan, y_tan, z_tan, retrograde::emitted::get(&stack_tan)[0]];
        (0..4).for_each(|o| close(after[o], rows[o][i]));
        // and back again
        shuffle::inverse_tangent(&mut x, &mut x_tan, &mut y, &mut y_tan, &mut z, &mut z_tan, &mut stack, &stack_tan);
        [x, y, z].iter().zip(START).for_each(|(a, b)| close(*a, b));
        [x_tan, y_tan].iter().zip(tangents).for_each(|(a, b)| close(*a, b));
        assert!(stack.is_empty());
    }
}

/// A stack of its own, empty at the end, with structs on it.
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Point {
    x: f64,
    y: [f64; 2],
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn detour(p: &mut Point, q: &mut Point, s: &mut f64) {
    let mut stack = Stack::new();
    push(&mut stack, p);
    p.x += q.x * q.y[0];
    *s += p.x.sin();
    p.x -= q.x * q.y[0];
    push(&mut stack, q);
    pop(&mut stack, p);
    pop(&mut stack, q);
    *s += p.x * q.y[1];
}

#[test]
fn a_stack_of_structs_as_a_local() {
    let p = Point { x: 0.3, y: [0.5, 0.6] };
    let q = Point { x: 0.8, y: [1.1, 1.2] };
    check_gradient!(detour(&mut p.clone(), &mut q.clone(), &mut 0.2));
    check_inverse!(detour(&mut p.clone(), &mut q.clone(), &mut 0.2));
}

/// Constants, several gradients, and drivers.
#[reversible(inverse_adjoint, inverse_tangent)]
fn keep(y: &mut f64, x: f64, stack: &mut Stack<f64>) {
    push(stack, y);
    *y += x * x;
    copy_push(stack, y);
}

#[test]
fn kinds_of_shadows() {
    let (mut y, mut stack) = (7.0, Stack::new());
    keep(&mut y, 3.0, &mut stack);
    let (mut y_adj, mut x_adj) = (1.0, 0.0);
    keep::adjoint(&mut y, &mut y_adj, 3.0, &mut x_adj, &mut stack, Inactive);
    assert_eq!((y, y_adj, x_adj), (7.0, 0.0, 6.0));

    keep(&mut y, 3.0, &mut stack);
    let stack_adj = stack.zero_shadow::<On<Many<2>>>();
    retrograde::emitted::set(&stack_adj, vec![Lanes([1.0, 0.0]), Lanes([0.0, 10.0])]);
    let (mut y_adj, mut x_adj) = (Lanes([0.0, 1.0]), Lanes([0.0, 0.0]));
    keep::adjoint(&mut y, &mut y_adj, 3.0, &mut x_adj, &mut stack, &stack_adj);
    assert_eq!((y, y_adj, x_adj), (7.0, Lanes([1.0, 0.0]), Lanes([0.0, 66.0])));

    let (value, (y_adj, x_adj, kept)) = keep::value_and_gradient(&mut y, 3.0, &mut stack);
    assert_eq!((value, y_adj, x_adj), (9.0, 0.0, 6.0));
    assert!(kept.is_empty() && stack.is_empty() && y == 7.0);
}

#[test]
#[should_panic(expected = "a stack and its gradient have different heights")]
fn the_gradient_of_another_stack() {
    let (mut y, mut stack) = (7.0, Stack::new());
    let too_early = stack.zero_shadow::<On<One>>();
    keep(&mut y, 3.0, &mut stack);
    keep::adjoint(&mut y, &mut 1.0, 3.0, &mut 0.0, &mut stack, &too_early);
}

/// Functions of stacks as values.
#[reversible(inverse_adjoint, inverse_tangent)]
fn by_value<F, G>(f: &F, g: &G, x: &mut f64, y: &mut f64, z: f64)
where
    F: for<'a> InverseAdjoint<(&'a mut Stack<f64>, &'a mut f64)>
        + for<'a> InverseTangent<(&'a mut Stack<f64>, &'a mut f64)>,
    G: for<'a> InverseAdjoint<(&'a mut Stack<f64>, &'a f64)> + for<'a> InverseTangent<(&'a mut Stack<f64>, &'a f64)>,
{
    let mut stack: Stack<f64> = Stack::new();
    f(&mut stack, x);
    *x += z * z;
    g(&mut stack, x);
    *y += x.sin();
    inverse! {
        g(&mut stack, x);
    }
    f(&mut stack, y);
    swap(x, y);
    inverse! {
        f(&mut stack, x);
    }
    *y -= z * z;
    inverse! {
        f(&mut stack, y);
    }
    *y += *x * z;
}

#[test]
fn functions_of_stacks_carry_gradients() {
    check_gradient!(by_value(const &push {}, const &copy_push {}, &mut 0.5, &mut 0.7, 0.6));
    check_gradient!(by_value(const &Inverse(pop {}), const &Inverse(copy_pop {}), &mut 0.5, &mut 0.7, 0.6));
}

/// Entries that come, are read, and go; one stays.
#[reversible(inverse_adjoint, inverse_tangent)]
fn tabulate(y: &mut f64, x: f64, table: &mut BTreeMap<u32, f64>, names: &mut HashMap<String, [f64; 2]>) {
    for k in 0..3 {
        insert(table, k, x.sin() * f64::from(k));
    }
    insert(names, String::from("pair"), [x * x, x]);
    for k in 0..3 {
        *y += table[&k] * table[&k] * x;
    }
    *y += names[&String::from("pair")][0] * table[&2];
    remove(table, 1, x.sin());
}

fn after(y: f64, x: f64) -> [f64; 4] {
    let (mut y, mut table, mut names) = (y, BTreeMap::new(), HashMap::new());
    tabulate(&mut y, x, &mut table, &mut names);
    assert_eq!((table.len(), names.len()), (2, 1));
    [y, table[&2], names["pair"][0], names["pair"][1]]
}

#[test]
fn entries_have_gradients() {
    let x = 0.6;
    let pair = String::from("pair");
    let mut slopes = [0.0; 4];
    for (o, by_x) in slopes.iter_mut().enumerate() {
        let (mut y, mut table, mut names) = (0.25, BTreeMap::new(), HashMap::new());
        tabulate(&mut y, x, &mut table, &mut names);
        let (table_adj, names_adj) = (table.zero_shadow::<On<One>>(), names.zero_shadow::<On<One>>());
        let mut seed = [0.0; 4];
        seed[o] = 1.0;
        let (mut y_adj, mut x_adj) = (seed[0], 0.0);
        table_adj[&2].set(seed[1]);
        names_adj[&pair][0].set(seed[2]);
        names_adj[&pair][1].set(seed[3]);
        tabulate::adjoint(&mut y, &mut y_adj, x, &mut x_adj, &mut table, &table_adj, &mut names, &names_adj);
        close(y, 0.25);
        assert!(table.is_empty() && names.is_empty() && <BTreeMap<u32, f64>>::into_tangent(table_adj).is_empty());
        *by_x = slope(|x| after(0.25, x)[o], x);
        close(x_adj, *by_x);
        assert_eq!(y_adj, seed[0]);
    }
    let (mut y, mut table, mut names) = (0.25, BTreeMap::new(), HashMap::new());
    let (table_tan, names_tan) = (table.zero_shadow::<On<One>>(), names.zero_shadow::<On<One>>());
    let (mut y_tan, x_tan) = (0.0, 1.0);
    tabulate::tangent(&mut y, &mut y_tan, x, x_tan, &mut table, &table_tan, &mut names, &names_tan);
    close(y_tan, slopes[0]);
    close(table_tan[&2].get(), slopes[1]);
    close(names_tan[&pair][0].get(), slopes[2]);
    close(names_tan[&pair][1].get(), slopes[3]);
    assert_eq!(table_tan[&1].get(), 0.0);
    tabulate::inverse_tangent(&mut y, &mut y_tan, x, x_tan, &mut table, &table_tan, &mut names, &names_tan);
    close(y_tan, 0.0);
    assert!(table.is_empty() && names.is_empty());
    let gradient = tabulate::gradient(&mut y, x, &mut table, &mut names);
    close(gradient.1, slopes[0]);
}

/// A map of its own.
#[reversible(inverse_adjoint, inverse_tangent)]
fn memorise(y: &mut f64, x: &[f64]) {
    let mut squares = BTreeMap::new();
    for i in 0..x.len() {
        insert(&mut squares, i, x[i] * x[i]);
    }
    for i in 0..x.len() {
        *y += squares[&i] * x[0];
    }
    for i in 0..x.len() {
        remove(&mut squares, i, x[i] * x[i]);
    }
}

#[test]
fn a_map_as_a_local() {
    check_gradient!(memorise(&mut 0.5, &[0.3, 0.4, 0.5]));
    check_inverse!(memorise(&mut 0.5, &[0.3, 0.4, 0.5]));
    let (mut y, mut x_adj) = (0.0, [Lanes([0.0; 2]); 2]);
    memorise(&mut y, &[2.0, 3.0]);
    memorise::adjoint(&mut y, &mut Lanes([1.0, 10.0]), &[2.0, 3.0], &mut x_adj);
    assert_eq!((y, x_adj), (0.0, [Lanes([21.0, 210.0]), Lanes([12.0, 120.0])]));
}

#[test]
fn gradients_of_maps_as_values() {
    use retrograde::{Gradient, Zero};
    let entries = |list: &[(char, f64)]| list.iter().copied().collect::<Entries<char, f64>>();
    let (a, b) = (entries(&[('a', 1.0), ('b', 2.0)]), entries(&[('b', -2.0), ('c', 3.0)]));
    assert_eq!(a.clone().plus(b), entries(&[('c', 3.0), ('a', 1.0)]));
    assert_eq!(a.clone().negated(), entries(&[('a', -1.0), ('b', -2.0)]));
    assert_ne!(a, Entries::ZERO);
    let mut wide: Entries<char, Lanes<f64, 2>> = [('a', Lanes([1.0, 2.0]))].into_iter().collect();
    BTreeMap::<char, f64>::set_lane::<Many<2>>(&mut wide, 1, entries(&[('b', 5.0)]));
    assert_eq!(BTreeMap::<char, f64>::lane::<Many<2>>(&wide, 1), entries(&[('b', 5.0)]));
    assert_eq!(BTreeMap::<char, f64>::lane::<Many<2>>(&wide, 0), entries(&[('a', 1.0)]));
    let places = BTreeMap::<u32, f64>::new().zero_shadow::<On<One>>();
    (0..1000).for_each(|k| places[&k].set(f64::from(k)));
    (0..1000).for_each(|k| assert_eq!(places[&k].get(), f64::from(k)));
}

/// Functions of maps as values.
#[reversible(inverse_adjoint, inverse_tangent)]
fn apply<F>(f: &F, y: &mut f64, x: f64, table: &mut BTreeMap<u32, f64>)
where
    F: for<'a> InverseAdjoint<(&'a mut BTreeMap<u32, f64>, u32, f64)>
        + for<'a> InverseTangent<(&'a mut BTreeMap<u32, f64>, u32, f64)>,
{
    f(table, 1, x * x);
    *y += table[&1] * 2.0;
}

#[test]
fn functions_of_maps_carry_gradients() {
    let (mut y, mut table) = (0.0, BTreeMap::new());
    assert_eq!(apply::gradient(&insert {}, &mut y, 3.0, &mut table).1, 12.0);
    assert_eq!(apply::gradient(&Inverse(remove {}), &mut y, 3.0, &mut table).1, 12.0);
    assert!(table.is_empty());
}
