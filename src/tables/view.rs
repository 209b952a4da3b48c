//! A position as its side to move sees it, so that White's turn and Black's are one case.

use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::{Color, Variant};

/// The pieces seen by the side to move, as if it were White: own men, enemy men, own kings, enemy kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    pub(super) sets: [Bitboard; 4],
}

/// Where own men lie in a [`View`].
pub(super) const OWN_MEN: usize = 0;
/// Where own kings lie in a [`View`].
pub(super) const OWN_KINGS: usize = 2;

impl View {
    #[inline]
    pub(super) fn of<V: Variant>(position: &Position<V>) -> View {
        let own = position.side_to_move();
        let sets = [position.men(own), position.men(!own), position.kings(own), position.kings(!own)];
        match own {
            Color::White => View { sets },
            Color::Black => View { sets: sets.map(|set| V::RULES.board.turned(set)) },
        }
    }

    /// The position with White to move and counters at 0; `None` for pieces that are no position.
    #[inline]
    pub(super) fn position<V: Variant>(&self) -> Option<Position<V>> {
        let [own_men, enemy_men, own_kings, enemy_kings] = self.sets;
        Position::new(own_men | own_kings, enemy_men | enemy_kings, own_kings | enemy_kings, Color::White).ok()
    }

    /// The same pieces seen by the other side.
    #[inline]
    pub(super) fn turned<V: Variant>(&self) -> View {
        let [own_men, enemy_men, own_kings, enemy_kings] = self.sets;
        let sets = [enemy_men, own_men, enemy_kings, own_kings];
        View { sets: sets.map(|set| V::RULES.board.turned(set)) }
    }

    /// The pieces exchanged left and right.
    ///
    /// # Panics
    /// In debug builds on a diagonal board, which has no such symmetry.
    #[inline]
    pub(super) fn mirrored<V: Variant>(&self) -> View {
        View { sets: self.sets.map(|set| V::RULES.board.mirrored(set)) }
    }

    /// Whether the pieces are their own mirror image.
    #[inline]
    pub(super) fn is_symmetric<V: Variant>(&self) -> bool {
        !V::RULES.board.is_diagonal() && *self == self.mirrored::<V>()
    }

    /// How many positions it stands for: itself and its mirror image, where it has one.
    pub(super) fn weight<V: Variant>(&self) -> u64 {
        if V::RULES.board.is_diagonal() || self.is_symmetric::<V>() { 1 } else { 2 }
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.sets[0] | self.sets[1] | self.sets[2] | self.sets[3]
    }
}
