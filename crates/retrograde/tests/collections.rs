//! Stacks and maps: what is put in comes out again on the way back, and what would be lost panics.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use retrograde::map::{Map, insert, remove};
use retrograde::prelude::*;
use retrograde::stack::{copy_pop, copy_push, pop, push};
use retrograde::{Restored, emitted::plain};

/// What `f` panics with.
fn panic(f: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).expect_err("this must panic");
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

#[test]
fn values_move_to_a_stack_and_back() {
    let (mut stack, mut a, mut b) = (Stack::new(), vec![1.0, 2.0], Vec::new());
    push(&mut stack, &mut a);
    assert_eq!((a.len(), stack.len(), stack.is_empty()), (0, 1, false));
    pop(&mut stack, &mut b);
    assert_eq!(b, [1.0, 2.0]);
    pop::inverse(&mut stack, &mut b);
    push::inverse(&mut stack, &mut a);
    assert_eq!((a.len(), b.len(), stack.is_empty()), (2, 0, true));

    assert_eq!(panic(|| pop(&mut Stack::new(), &mut 0)), "the stack is empty: there is nothing to pop");
    push(&mut stack, &mut a);
    let text = panic(|| pop(&mut stack, &mut vec![1.0]));
    assert_eq!(
        text,
        "a value is popped into a place that holds another, which would be lost.len(): expected 0, found 1"
    );
    assert_eq!(stack.len(), 1, "nothing is lost");
    assert!(panic(|| push::inverse(&mut stack, &mut vec![1.0])).contains("which would be lost"));
}

#[test]
fn values_are_copied_to_a_stack_and_off() {
    let mut stack = Stack::default();
    copy_push(&mut stack, &0.3);
    copy_pop(&mut stack, &(0.1 + 0.2)); // equal up to rounding
    copy_pop::inverse(&mut stack, &0.5);
    copy_push::inverse(&mut stack, &0.5);
    assert!(stack.is_empty());

    assert_eq!(panic(|| copy_pop(&mut Stack::new(), &0)), "the stack is empty: there is nothing to pop");
    copy_push(&mut stack, &f64::NAN);
    assert!(panic(|| copy_pop(&mut stack.clone(), &f64::NAN)).contains("not a copy of this value"));
    assert_eq!(
        panic(|| copy_pop(&mut stack, &1.0)),
        "the top of the stack is not a copy of this value: expected 1.0, found NaN"
    );
}

#[test]
fn a_stack_has_a_limit() {
    let mut stack = Stack::with_limit(1);
    copy_push(&mut stack, &1);
    assert_eq!(panic(|| copy_push(&mut stack, &2)), "the stack is full: its limit is 1");
    let mut x = 2;
    assert_eq!(panic(|| push(&mut stack, &mut x)), "the stack is full: its limit is 1");
    assert_eq!((x, stack.len()), (2, 1), "nothing is lost");
}

#[test]
fn stacks_are_plain_data() {
    plain::<Stack<[f64; 2]>>();
    let (mut a, mut b) = (Stack::new(), Stack::with_limit(5));
    copy_push(&mut a, &1.0);
    assert_ne!(a, b);
    copy_push(&mut b, &1.0);
    assert_eq!(a, b);
    copy_push(&mut b, &2.0);
    assert_eq!(a.mismatch(&b, 0.0).unwrap().to_string(), ".len(): expected 2, found 1");
    assert_eq!(format!("{:?}", (&b).into_iter().collect::<Vec<_>>()), "[1.0, 2.0]");
    assert!((b.magnitude() - 2.0).abs() < 1e-15);
}

#[test]
fn functions_of_stacks_are_values() {
    let (mut stack, mut x) = (Stack::new(), 3);
    push {}.call((&mut stack, &mut x));
    Inverse(pop {}).call((&mut stack, &mut x));
    copy_push {}.call((&mut stack, &5));
    assert_eq!(stack.iter().copied().collect::<Vec<_>>(), [3, 0, 5]);
    Inverse(copy_pop {}).uncall((&mut stack, &5));
    pop {}.call((&mut stack, &mut x));
    push {}.uncall((&mut stack, &mut x));
    assert_eq!((x, stack.len()), (3, 0));
}

#[reversible]
fn hide(values: &mut [f64], stack: &mut Stack<f64>) {
    for i in 0..values.len() {
        push(stack, &mut values[i]);
        copy_push(stack, &values[i]);
    }
}

#[test]
fn a_body_uses_a_stack() {
    let (mut values, mut stack) = ([1.0, 2.0, 3.0], Stack::new());
    hide(&mut values, &mut stack);
    assert_eq!((values, stack.len()), ([0.0; 3], 6));
    hide::inverse(&mut values, &mut stack);
    assert_eq!((values, stack.len()), ([1.0, 2.0, 3.0], 0));
}

fn entries_come_and_go<M: Map<Key = String, Value = f64> + Clone + Restored>(mut map: M) {
    let before = map.clone();
    let key = || "a".to_string();
    insert(&mut map, key(), 0.3);
    assert_eq!(map.value(&key()), Some(&0.3));
    assert_eq!(map.mismatch(&before, 0.0).unwrap().to_string(), "[\"a\"]: expected none, found an entry");
    assert_eq!(before.mismatch(&map, 0.0).unwrap().to_string(), "[\"a\"]: expected an entry, found none");
    assert_eq!(panic(|| insert(&mut map, key(), 0.3)), "the key \"a\" has an entry already, which would be lost");
    assert_eq!(
        panic(|| remove(&mut map, key(), 0.4)),
        "the entry of the key \"a\" has another value than the one that is taken out: expected 0.4, found 0.3"
    );
    assert_eq!(
        panic(|| insert::inverse(&mut map, "b".to_string(), 0.4)),
        "the key \"b\" has no entry that could be taken out"
    );
    assert_eq!(map.value(&key()), Some(&0.3), "nothing is lost");
    remove(&mut map, key(), 0.1 + 0.2);
    remove::inverse(&mut map, key(), 0.7);
    assert!((map.magnitude() - 0.7).abs() < 1e-15);
    insert {}.uncall((&mut map, key(), 0.7));
    assert!(map.mismatch(&before, 0.0).is_none());
}

#[test]
fn maps() {
    plain::<HashMap<String, f64>>();
    plain::<BTreeMap<String, f64>>();
    entries_come_and_go(HashMap::new());
    entries_come_and_go(BTreeMap::new());
}

#[reversible]
fn register(names: &mut BTreeMap<u32, f64>, n: u32) {
    for k in 0..n {
        insert(names, k, f64::from(k) * 0.5);
    }
}

#[test]
fn a_body_uses_a_map() {
    let mut names = BTreeMap::new();
    register(&mut names, 3);
    assert_eq!(names, BTreeMap::from([(0, 0.0), (1, 0.5), (2, 1.0)]));
    register::inverse(&mut names, 3);
    assert!(names.is_empty());
}
