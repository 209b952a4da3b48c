//! Steps and slides taken back.

use super::view::{OWN_KINGS, OWN_MEN, View};
use crate::board::{Bitboard, each_direction};
use crate::rules::{Color, Variant};

/// Calls `visit` with every position from which White, seen here as `view`'s own side, can have come by a step or slide
/// that made no king. In some of them White had to capture; the caller knows them.
#[inline(always)]
pub(super) fn each_unmove<V: Variant>(view: &View, mut visit: impl FnMut(View)) {
    let board = &V::RULES.board;
    let occupied = view.occupied();
    let empty = board.playable() & !occupied;
    let mut moved = |kind: usize, to: Bitboard, from: Bitboard| {
        let mut before = *view;
        before.sets[kind] = before.sets[kind] & !to | from;
        visit(before);
    };
    let (men, kings) = (view.sets[OWN_MEN], view.sets[OWN_KINGS]);
    each_direction!(DIRECTION => {
        if V::RULES.steps_of(Color::White).contains(DIRECTION) {
            for from in (board.step(men, DIRECTION.opposite()) & empty).singles() {
                moved(OWN_MEN, board.step(from, DIRECTION), from);
            }
        }
        for to in kings.singles() {
            let line = if V::RULES.flying_kings {
                board.line(to.first(), occupied, DIRECTION)
            } else {
                board.step(to, DIRECTION)
            };
            for from in (line & empty).singles() {
                moved(OWN_KINGS, to, from);
            }
        }
    });
}
