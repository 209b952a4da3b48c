//! Where the pieces stand, and how one move changes that: all that the generator and perft need.

use super::side::Side;
use crate::board::Bitboard;
use crate::rules::{Color, Variant};

/// The pieces on the board.
///
/// Invariant: the two colors share no square, and every king stands on a square of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    pub(super) colors: [Bitboard; 2],
    pub(super) kings: Bitboard,
}

/// A move as the generator makes it: sets of one square rather than indices. `from` and `to` may be the same square.
#[derive(Clone, Copy)]
pub(super) struct Transfer {
    pub(super) from: Bitboard,
    pub(super) to: Bitboard,
    pub(super) captured: Bitboard,
    /// Whether the piece that moves is a king before it moves.
    pub(super) king: bool,
}

impl Transfer {
    /// Whether the move makes a man a king.
    #[inline(always)]
    pub(super) fn promotes<V: Variant, S: Side>(&self) -> bool {
        !self.king && self.to.intersects(last_row::<V, S>())
    }
}

/// The row on which the men of `S` become kings.
#[inline(always)]
pub(super) fn last_row<V: Variant, S: Side>() -> Bitboard {
    V::RULES.board.rank_squares(V::RULES.last_rank(S::COLOR))
}

impl Pieces {
    #[inline(always)]
    pub(super) fn of<S: Side>(own: Bitboard, enemy: Bitboard, kings: Bitboard) -> Pieces {
        match S::COLOR {
            Color::White => Pieces { colors: [own, enemy], kings },
            Color::Black => Pieces { colors: [enemy, own], kings },
        }
    }

    #[inline(always)]
    pub(super) fn own<S: Side>(&self) -> Bitboard {
        self.colors[S::COLOR.index()]
    }

    #[inline(always)]
    pub(super) fn enemy<S: Side>(&self) -> Bitboard {
        self.colors[1 - S::COLOR.index()]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub(super) fn empty<V: Variant>(&self) -> Bitboard {
        V::RULES.board.playable() & !self.occupied()
    }

    /// Men and kings of a color, counted.
    pub(super) fn force(&self, color: Color) -> (u32, u32) {
        let own = self.colors[color.index()];
        ((own & !self.kings).count(), (own & self.kings).count())
    }

    /// The pieces after `S` has made a move.
    #[inline(always)]
    pub(super) fn after<V: Variant, S: Side>(&self, transfer: Transfer) -> Pieces {
        let Transfer { from, to, captured, king } = transfer;
        let mut next = *self;
        // Removing first and setting afterwards keeps a king that ends its chain on its own start square.
        next.colors[S::COLOR.index()] = self.own::<S>() & !from | to;
        next.colors[1 - S::COLOR.index()] = self.enemy::<S>() & !captured;
        next.kings = self.kings & !(from | captured);
        next.kings |= if king { to } else { to & last_row::<V, S>() };
        next
    }
}
