//! A block cellular automaton, a hundred generations on and back to the first.
//!
//! Critters, from "Cellular Automata Machines" by Toffoli and Margolus. The plane is cut into blocks of two by two cells, in every
//! other generation a cell further along and down. A block with two live cells stays as it is; every other block is turned into its
//! negative, and one that had three live cells is also rotated by half a turn. Each of these can be undone, so the whole can.
//!
//! `cargo run --release -p retrograde-examples --example automaton`

use retrograde::prelude::*;

const SIZE: usize = 24;

/// The cells of a torus, row by row.
type Plane = [bool; SIZE * SIZE];

/// The four cells of a block, from the one in its upper left corner, in the order of reading.
fn block(row: usize, column: usize) -> [usize; 4] {
    let at = |down, along| (row + down) % SIZE * SIZE + (column + along) % SIZE;
    [at(0, 0), at(0, 1), at(1, 0), at(1, 1)]
}

fn alive(cells: &Plane, block: [usize; 4]) -> usize {
    block.iter().filter(|cell| cells[**cell]).count()
}

/// What decides is changed by what it decides, so each `if` also says how the way back can tell what was done.
#[reversible]
fn turn_block(cells: &mut Plane, row: usize, column: usize) {
    let b = block(row, column);
    if (alive(cells, b) != 2, alive(cells, b) != 2) {
        for k in 0..4 {
            cells[b[k]] ^= true;
        }
    }
    // three live cells before, so one now
    if (alive(cells, b) == 1, alive(cells, b) == 1) {
        cells.swap(b[0], b[3]);
        cells.swap(b[1], b[2]);
    }
}

#[reversible]
fn generations(cells: &mut Plane, count: usize) {
    for time in 0..count {
        for row in (0..SIZE).step_by(2) {
            for column in (0..SIZE).step_by(2) {
                turn_block(cells, row + time % 2, column + time % 2);
            }
        }
    }
}

fn alive_in(cells: &Plane) -> usize {
    cells.iter().filter(|cell| **cell).count()
}

fn show(title: &str, cells: &Plane) {
    println!("{title}: {} live cells", alive_in(cells));
    for row in cells.chunks(SIZE) {
        println!("    {}", row.iter().map(|cell| if *cell { " o" } else { " ." }).collect::<String>());
    }
}

fn main() {
    // A dense square in an empty plane.
    let mut first = [false; SIZE * SIZE];
    for row in 8..14 {
        for column in 9..15 {
            first[row * SIZE + column] = (row * row + 3 * column) % 5 != 0;
        }
    }

    let mut cells = first;
    show("first", &cells);
    generations(&mut cells, 100);
    show("after 100 generations", &cells);
    assert_ne!(cells, first);

    // A generation leaves as many live cells as there were dead ones: two generations leave as many as there were.
    assert_eq!(alive_in(&cells), alive_in(&first));

    generations::inverse(&mut cells, 100);
    println!("and back: {}", if cells == first { "the same" } else { "different" });
    assert_eq!(cells, first);
}
