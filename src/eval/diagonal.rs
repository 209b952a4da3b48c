//! The games on the dark squares, by hand: material, the advance of the men, the mobility of the kings and the men on
//! their way to promotion, each for the middlegame and the endgame.

use super::phased::{Phased, p};
use super::runners;
use crate::position::Position;
use crate::rules::{Color, Rules, Variant};

/// The worth of one side's pieces.
#[inline(always)]
pub(super) fn side<V: Variant>(position: &Position<V>, color: Color) -> Phased {
    let board = &V::RULES.board;
    let weights = const { &Weights::of(&V::RULES) };
    let men = position.men(color);
    let mut total = weights.man * men.count() as i32;
    for steps in 0..board.size() - 1 {
        // Seen by its own side, a man's rank is the number of forward steps it has made from the first row.
        let rank = if color == Color::White { steps } else { board.size() - 1 - steps };
        total = total + weights.advance[usize::from(steps)] * (men & board.rank_squares(rank)).count() as i32;
    }
    let runners = runners::<V>(men, position.empty(), color);
    for square in runners {
        let rank = board.rank(square);
        let to_go = if color == Color::White { board.size() - 1 - rank } else { rank };
        total = total + weights.runner[usize::from(to_go)];
    }
    for square in position.kings(color) {
        total = total + weights.king + weights.mobility * position.king_slides(square).count() as i32;
    }
    total
}

/// The worth of the right to move.
#[inline(always)]
pub(super) fn to_move<V: Variant>() -> Phased {
    const { Weights::of(&V::RULES) }.to_move
}

/// What each thing is worth.
struct Weights {
    /// A man, before its place is looked at.
    man: Phased,
    /// A king.
    king: Phased,
    /// Each square a king can go to.
    mobility: Phased,
    /// A man by its rank, from its own first row.
    advance: [Phased; 10],
    /// A man with a free straight way to the last row, by the steps it has to go.
    runner: [Phased; 10],
    /// The right to move.
    to_move: Phased,
}

impl Weights {
    /// The weights of a ruleset.
    const fn of(rules: &Rules) -> Weights {
        if rules.flying_kings { FLYING_KINGS } else { SHORT_KINGS }
    }
}

const FLYING_KINGS: Weights = Weights {
    man: p(100, 100),
    king: p(260, 300),
    mobility: p(2, 2),
    advance: [p(8, 0), p(2, 2), p(3, 4), p(4, 7), p(5, 10), p(6, 14), p(7, 18), p(8, 24), p(10, 32), p(0, 0)],
    runner: [p(0, 0), p(50, 80), p(20, 45), p(8, 28), p(4, 16), p(0, 8), p(0, 4), p(0, 0), p(0, 0), p(0, 0)],
    to_move: p(3, 3),
};

const SHORT_KINGS: Weights = Weights {
    man: p(100, 100),
    king: p(135, 140),
    mobility: p(2, 3),
    advance: [p(8, 0), p(2, 2), p(4, 5), p(5, 8), p(6, 12), p(8, 16), p(10, 20), p(0, 0), p(0, 0), p(0, 0)],
    runner: [p(0, 0), p(18, 24), p(10, 16), p(4, 10), p(0, 6), p(0, 0), p(0, 0), p(0, 0), p(0, 0), p(0, 0)],
    to_move: p(3, 3),
};
