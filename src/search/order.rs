//! The order in which the moves of a position are tried.

use std::ops::Range;

use super::history::History;
use super::table::Hint;
use crate::position::{Move, Position};
use crate::rules::Variant;

/// A move and how early it should be tried.
#[derive(Clone, Copy)]
struct Ranked {
    mv: Move,
    worth: i32,
}

/// The moves of all nodes on the path, one node's after the other, so that no node needs a list of its own.
///
/// A node's moves are a range. They are not sorted as a whole: most nodes need only the first few.
#[derive(Default)]
pub(super) struct MoveStack {
    moves: Vec<Ranked>,
}

impl MoveStack {
    /// Adds the legal moves of a position, of which it is known whether they are captures.
    #[inline]
    pub(super) fn push_legal<V: Variant>(
        &mut self,
        position: &Position<V>,
        can_capture: bool,
        hint: Hint,
        history: &History,
    ) -> Range<usize> {
        let start = self.moves.len();
        let side = position.side_to_move();
        let visit = |mv| {
            let mut worth = history.chance(side, mv);
            if Hint::of(mv) == hint {
                worth += 1 << 20;
            }
            if mv.promotes() {
                worth += 1 << 16;
            }
            self.moves.push(Ranked { mv, worth });
        };
        if can_capture {
            position.each_capture(visit);
        } else {
            position.each_step(visit);
        }
        start..self.moves.len()
    }

    /// Adds the legal captures of a position, in no order.
    #[inline]
    pub(super) fn push_captures<V: Variant>(&mut self, position: &Position<V>) -> Range<usize> {
        let start = self.moves.len();
        if position.can_capture() {
            position.each_capture(|mv| self.moves.push(Ranked { mv, worth: 0 }));
        }
        start..self.moves.len()
    }

    /// Adds the steps that make a man a king, where nothing can be captured.
    #[inline]
    pub(super) fn push_promotions<V: Variant>(&mut self, position: &Position<V>) -> Range<usize> {
        let start = self.moves.len();
        position.each_promotion(|mv| self.moves.push(Ranked { mv, worth: 0 }));
        start..self.moves.len()
    }

    /// The move at a place.
    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> Move {
        self.moves[at].mv
    }

    /// Brings the best of the moves from `at` to `end` to the place `at` and returns it.
    #[inline]
    pub(super) fn pick(&mut self, at: usize, end: usize) -> Move {
        let rest = &mut self.moves[at..end];
        let mut best = 0;
        for place in 1..rest.len() {
            if rest[place].worth > rest[best].worth {
                best = place;
            }
        }
        rest.swap(0, best);
        rest[0].mv
    }

    /// The moves of a range.
    pub(super) fn moves(&self, range: Range<usize>) -> impl Iterator<Item = Move> {
        self.moves[range].iter().map(|ranked| ranked.mv)
    }

    /// Drops the moves from `start` on.
    #[inline(always)]
    pub(super) fn drop_from(&mut self, start: usize) {
        self.moves.truncate(start);
    }
}
