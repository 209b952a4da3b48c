//! How often moves have turned out best: the order in which quiet moves, and captures of equal count, are tried.

use crate::position::Move;
use crate::rules::Color;

/// For every side, start and end square, an estimate of how likely the move is the best one [F. Letouzey, Scan 3.1:
/// one table for all moves, kept as a probability of 12 bits].
pub(super) struct History {
    chances: Box<[[[u16; 64]; 64]; 2]>,
}

/// Certainty.
const ONE: u16 = 1 << 12;
/// How fast an estimate follows what it sees.
const INERTIA: u16 = 5;

impl History {
    pub(super) fn new() -> History {
        History { chances: Box::new([[[ONE / 2; 64]; 64]; 2]) }
    }

    /// The estimate for a move, 0 to 4096.
    #[inline(always)]
    pub(super) fn chance(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.chances[side.index()][mv.from().index()][mv.to().index()])
    }

    /// Learns that `best` was best and that `tried` before it were not.
    pub(super) fn learn(&mut self, side: Color, best: Move, tried: impl Iterator<Item = Move>) {
        let chances = &mut self.chances[side.index()];
        let up = &mut chances[best.from().index()][best.to().index()];
        *up += (ONE - *up) >> INERTIA;
        for mv in tried {
            let down = &mut chances[mv.from().index()][mv.to().index()];
            *down -= *down >> INERTIA;
        }
    }
}
