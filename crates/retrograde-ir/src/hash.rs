//! Hash maps and sets by variable. The passes and the interpreter look variables up all the time, and nobody attacks them, so
//! the hash is a quick one (the multiplication of `FxHash`).

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map with quick hashes.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// A set with quick hashes.
pub type Set<T> = HashSet<T, BuildHasherDefault<Quick>>;

/// The state of the hash.
#[derive(Clone, Copy, Default)]
pub struct Quick(u64);

impl Quick {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        // A name is mostly shorter than a word. Macros are built without optimisation, so this is as plain as it can be.
        let mut rest = bytes;
        while let Some((word, after)) = rest.split_first_chunk() {
            self.add(u64::from_le_bytes(*word));
            rest = after;
        }
        let mut word = rest.len() as u64;
        for byte in rest {
            word = word << 8 | u64::from(*byte);
        }
        self.add(word);
    }

    fn write_u8(&mut self, n: u8) {
        self.add(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.add(n.into());
    }

    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.add(n.cast_unsigned() as u64);
    }

    fn finish(&self) -> u64 {
        // The table takes its position from the low bits, which a multiplication leaves poor.
        self.0.rotate_left(26)
    }
}
