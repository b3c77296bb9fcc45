//! A reversible Turing machine that counts, and counts down again when it is run backwards.
//!
//! NiLang's authors (Liu and Zhao) call their language reversible Turing complete: it can run every machine of this kind. Such a
//! machine, as in "Logical reversibility of computation" by Bennett, is an ordinary one in which no two rules lead to the same state
//! with the same symbol written, and the new state tells in which direction the head moves. So at most one rule can have been
//! the last.
//!
//! `cargo run --release -p retrograde-examples --example turing`

use retrograde::prelude::*;

/// In state `from`, reading `read`: write `write`, go to state `to`.
#[derive(Clone, Copy, Debug, Plain)]
struct Rule {
    from: usize,
    read: u8,
    write: u8,
    to: usize,
}

const MARK: u8 = b'#';
const CARRY: usize = 0;
const RETURN: usize = 1;

/// The state tells where the head goes: with a carry up the tape, and back down to the mark.
const UP: [bool; 2] = [true, false];

/// Adds one to a binary number, lowest digit first, then another one, and so on.
const COUNTER: [Rule; 4] = [
    Rule { from: RETURN, read: MARK, write: MARK, to: CARRY },
    Rule { from: CARRY, read: b'1', write: b'0', to: CARRY },
    Rule { from: CARRY, read: b'0', write: b'1', to: RETURN },
    Rule { from: RETURN, read: b'0', write: b'0', to: RETURN },
];

/// The number of the rule to follow.
fn next(rules: &[Rule], state: usize, symbol: u8) -> usize {
    rules.iter().position(|rule| (rule.from, rule.read) == (state, symbol)).expect("a rule for this symbol")
}

/// The number of the rule that was followed.
fn last(rules: &[Rule], state: usize, symbol: u8) -> usize {
    rules.iter().position(|rule| (rule.to, rule.write) == (state, symbol)).expect("a rule that wrote this symbol")
}

/// Follows rules. `k`, the rule of a step, is looked up by what was there before; it is given up as the one that is found by what
/// is there now.
#[reversible]
fn run(state: &mut usize, head: &mut usize, tape: &mut [u8], rules: &[Rule], steps: usize) {
    for _ in 0..steps {
        let mut k = next(rules, *state, tape[*head]);
        tape[*head] ^= rules[k].read ^ rules[k].write;
        *state ^= rules[k].from ^ rules[k].to;
        release!(k, last(rules, *state, tape[*head]));
        if UP[*state] {
            *head += 1;
        } else {
            *head -= 1;
        }
    }
}

fn main() {
    for (i, a) in COUNTER.iter().enumerate() {
        for b in &COUNTER[..i] {
            assert!((a.from, a.read) != (b.from, b.read), "which rule comes next is known");
            assert!((a.to, a.write) != (b.to, b.write), "which rule came last is known");
        }
    }

    let show = |tape: &[u8]| String::from_utf8_lossy(tape).into_owned();
    let first = *b"#00000000";
    let (mut state, mut head, mut tape) = (RETURN, 0, first);
    let mut total = 0;
    for steps in [2, 4, 2, 6, 2, 4, 2, 8] {
        run(&mut state, &mut head, &mut tape, &COUNTER, steps);
        total += steps;
        println!("after {total:3} steps  {}", show(&tape));
        assert_eq!((state, head), (RETURN, 0));
    }
    assert_eq!(tape, *b"#00010000");

    run(&mut state, &mut head, &mut tape, &COUNTER, 364);
    println!("after 394 steps  {}", show(&tape));
    assert_eq!((state, head, tape), (RETURN, 0, *b"#00100110"), "a hundred, lowest digit first");

    run::inverse(&mut state, &mut head, &mut tape, &COUNTER, 394);
    println!("and back         {}", show(&tape));
    assert_eq!((state, head, tape), (RETURN, 0, first));
}
