//! Counting the leaves of the tree of legal moves, the test and the yardstick of a move generator.
//!
//! The last ply is not made but counted. With a table, a subtree that was counted before is looked up; positions that
//! are left-right mirror images of each other share an entry.

mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::count::count_moves;
use super::pieces::Pieces;
use super::side::{self, Side};
use super::{Move, Position, captures, steps};
use crate::rules::{Color, Variant};
use table::Table;

/// Subtrees of at least this depth are looked up in the table; one ply alone is counted faster than found.
const TABLE_DEPTH: u32 = 2;

/// How many subtrees each thread should find to work on, so that all end at about the same time.
const TASKS_PER_THREAD: usize = 200;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftLimits<'a> {
    /// How many threads share the work; 0 counts as 1.
    pub threads: usize,
    /// The size of the table in MiB, 0 for none.
    pub hash: usize,
    /// Set by another thread to end the count early.
    pub stop: &'a AtomicBool,
}

/// The number of leaves `depth` plies below a position: draw rules are not applied, and a position without a legal move
/// adds nothing. `None` when it was stopped.
pub fn perft<V: Variant>(position: &Position<V>, depth: u32, limits: PerftLimits) -> Option<u64> {
    perft_divide(position, depth, limits).map(|moves| match depth {
        0 => 1,
        _ => moves.iter().map(|(_, count)| count).sum(),
    })
}

/// The same count for every legal move apart, in the order of the legal moves; empty at depth 0.
pub fn perft_divide<V: Variant>(position: &Position<V>, depth: u32, limits: PerftLimits) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let threads = limits.threads.max(1);
    let moves = position.legal_moves();
    let tasks = split(position, &moves, depth, threads * TASKS_PER_THREAD);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let counter = Counter { table: Table::new(limits.hash), stop: limits.stop };
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let leaves = match task.side {
                Color::White => counter.count::<V, side::White>(&task.pieces, task.depth),
                Color::Black => counter.count::<V, side::Black>(&task.pieces, task.depth),
            };
            counts[task.root_move].fetch_add(leaves, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let stopped = limits.stop.load(Ordering::Relaxed);
    (!stopped).then(|| moves.iter().copied().zip(counts.into_iter().map(AtomicU64::into_inner)).collect())
}

/// A subtree to count.
struct Task {
    pieces: Pieces,
    side: Color,
    depth: u32,
    /// Which of the root's moves it belongs to.
    root_move: usize,
}

/// Cuts the tree below the root into subtrees of equal depth, if possible at least `wanted` of them.
fn split<V: Variant>(position: &Position<V>, moves: &[Move], depth: u32, wanted: usize) -> Vec<Task> {
    let child = |position: &Position<V>, mv: Move, depth: u32, root_move: usize| {
        let child = position.play(mv);
        (child, Task { pieces: child.pieces, side: child.side, depth, root_move })
    };
    let mut level: Vec<_> = moves.iter().enumerate().map(|(at, &mv)| child(position, mv, depth - 1, at)).collect();
    while level.len() < wanted && level.first().is_some_and(|(_, task)| task.depth > TABLE_DEPTH) {
        level = level
            .iter()
            .flat_map(|(parent, task)| {
                let moves = parent.legal_moves();
                moves.into_iter().map(move |mv| child(parent, mv, task.depth - 1, task.root_move))
            })
            .collect();
    }
    level.into_iter().map(|(_, task)| task).collect()
}

/// What all threads of one count share.
struct Counter<'a> {
    table: Option<Table>,
    stop: &'a AtomicBool,
}

impl Counter<'_> {
    fn count<V: Variant, S: Side>(&self, pieces: &Pieces, depth: u32) -> u64 {
        if depth < TABLE_DEPTH {
            return if depth == 0 { 1 } else { u64::from(count_moves::<V, S>(pieces)) };
        }
        if depth > 3 && self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        let Some(table) = &self.table else { return self.count_children::<V, S>(pieces, depth) };
        let slot = table.slot(table::hash::<V, S>(pieces, depth));
        slot.load().unwrap_or_else(|| {
            let leaves = self.count_children::<V, S>(pieces, depth);
            // A stopped count is too small.
            if !self.stop.load(Ordering::Relaxed) {
                slot.store(leaves);
            }
            leaves
        })
    }

    #[inline(always)]
    fn count_children<V: Variant, S: Side>(&self, pieces: &Pieces, depth: u32) -> u64 {
        let mut total = 0;
        if depth == 2 {
            each_child::<V, S>(pieces, |child| total += u64::from(count_moves::<V, S::Other>(child)));
        } else {
            each_child::<V, S>(pieces, |child| total += self.count::<V, S::Other>(child, depth - 1));
        }
        total
    }
}

/// Calls `visit` with the pieces after every legal move.
#[inline(always)]
fn each_child<V: Variant, S: Side>(pieces: &Pieces, mut visit: impl FnMut(&Pieces)) {
    if captures::can_capture::<V, S>(pieces) {
        let mut chains = captures::Chains::new();
        chains.generate::<V, S>(pieces);
        chains.each(|transfer| visit(&pieces.after::<V, S>(transfer)));
    } else {
        steps::each_step::<V, S>(pieces, |transfer| visit(&pieces.after::<V, S>(transfer)));
    }
}
