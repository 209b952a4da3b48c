//! The table of subtrees that perft has counted.
//!
//! An entry is 16 bytes: the count, and the hash of pieces, side and depth, xored with the count. A torn entry, half
//! written by another thread, then fails its check [R. Hyatt, T. Mann, A lock-less transposition table implementation
//! for parallel search, 2002]. A new entry replaces the old one: subtrees near the leaves are many and cheap, those
//! near the root few and soon written again, so nothing is gained by keeping either.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::pieces::Pieces;
use super::super::side::Side;
use crate::rules::{Color, Variant};

#[derive(Default)]
struct Entry {
    check: AtomicU64,
    count: AtomicU64,
}

const _: () = assert!(size_of::<Entry>() == 16);

/// A table of a power of two of entries.
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table of at most `mib` MiB, none for 0.
    pub(super) fn new(mib: usize) -> Option<Table> {
        let entries = (mib << 20) / size_of::<Entry>();
        (entries > 0).then(|| {
            let entries = 1usize << entries.ilog2();
            Table { entries: (0..entries).map(|_| Entry::default()).collect() }
        })
    }

    /// Where a subtree's count is kept.
    #[inline(always)]
    pub(super) fn slot(&self, hash: u64) -> Slot<'_> {
        // The high bits choose the entry: a product mixes upwards.
        let at = (hash >> (64 - self.entries.len().ilog2())) as usize;
        Slot { entry: &self.entries[at], hash }
    }
}

/// One subtree's place in the table.
pub(super) struct Slot<'a> {
    entry: &'a Entry,
    hash: u64,
}

impl Slot<'_> {
    /// The count, when the entry is this subtree's.
    #[inline(always)]
    pub(super) fn load(&self) -> Option<u64> {
        let count = self.entry.count.load(Ordering::Relaxed);
        (self.entry.check.load(Ordering::Relaxed) ^ count == self.hash).then_some(count)
    }

    #[inline(always)]
    pub(super) fn store(&self, count: u64) {
        self.entry.count.store(count, Ordering::Relaxed);
        self.entry.check.store(self.hash ^ count, Ordering::Relaxed);
    }
}

/// A hash of the subtree below the pieces, the same for mirror images where the board has that symmetry. Never 0, so
/// that an empty entry is nobody's.
#[inline(always)]
pub(super) fn hash<V: Variant, S: Side>(pieces: &Pieces, depth: u32) -> u64 {
    let board = &V::RULES.board;
    let sets = [pieces.colors[0], pieces.colors[1], pieces.kings];
    let [white, black, kings] = if board.is_diagonal() { sets } else { sets.min(sets.map(|set| board.mirrored(set))) };
    let side = if S::COLOR == Color::White { 0 } else { 0x9e37_79b9_7f4a_7c15 };
    let men = mix(white.0 ^ 0xa076_1d64_78bd_642f, black.0 ^ 0xe703_7ed1_a0b4_28db);
    let rest = mix(kings.0 ^ 0x8ebc_6af0_9c88_c6e3, u64::from(depth) ^ side ^ 0x5899_65cc_7537_4cc3);
    mix(men ^ 0x1d8e_4e27_c47d_124f, rest ^ 0xeb44_acca_b455_d165) | 1
}

/// Both halves of the 128-bit product, combined.
#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}
