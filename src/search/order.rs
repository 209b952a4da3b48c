//! The order in which the moves of a position are tried.

use smallvec::SmallVec;

use super::history::History;
use super::table::Hint;
use crate::position::{Move, MoveList};
use crate::rules::Color;

/// The moves of a position, given out best first. They are not sorted as a whole: most nodes need only the first few.
pub(super) struct Picker {
    moves: MoveList,
    worth: SmallVec<[i32; 64]>,
    next: usize,
}

impl Picker {
    pub(super) fn new(moves: MoveList, hint: Hint, history: &History, side: Color) -> Picker {
        let worth = moves.iter().map(|&mv| worth(mv, hint, history, side)).collect();
        Picker { moves, worth, next: 0 }
    }

    /// The best of the moves not given out yet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Move> {
        let at = self.next;
        let best = (at..self.worth.len()).max_by_key(|&i| (self.worth[i], std::cmp::Reverse(i)))?;
        self.worth.swap(at, best);
        self.moves.swap(at, best);
        self.next += 1;
        Some(self.moves[at])
    }

    /// The moves given out before the last one.
    pub(super) fn tried(&self) -> &[Move] {
        &self.moves[..self.next.saturating_sub(1)]
    }
}

fn worth(mv: Move, hint: Hint, history: &History, side: Color) -> i32 {
    let mut worth = history.chance(side, mv);
    if Hint::of(mv) == hint {
        worth += 1 << 20;
    }
    if mv.promotes() {
        worth += 1 << 16;
    }
    worth
}
