//! Moves that capture nothing.
//!
//! They are legal only where nothing can be captured; the callers see to that.

use super::captures::sight;
use super::pieces::{Pieces, Transfer, last_row};
use super::side::Side;
use crate::board::{Bitboard, each_direction};
use crate::rules::Variant;

/// Calls `visit` with every step of a man and every slide of a king of `S`, in no particular order.
#[inline(always)]
pub(super) fn each_step<V: Variant, S: Side>(pieces: &Pieces, mut visit: impl FnMut(Transfer)) {
    let empty = pieces.empty::<V>();
    each_man_step::<V, S>(pieces, empty, &mut visit);
    for from in (pieces.own::<S>() & pieces.kings).singles() {
        for to in sight::<V>(from, Bitboard::EMPTY, empty).slides.singles() {
            visit(Transfer { from, to, captured: Bitboard::EMPTY, king: true });
        }
    }
}

/// Calls `visit` with every step of a man of `S` that makes it a king.
#[inline(always)]
pub(super) fn each_promotion<V: Variant, S: Side>(pieces: &Pieces, visit: impl FnMut(Transfer)) {
    each_man_step::<V, S>(pieces, pieces.empty::<V>() & last_row::<V, S>(), visit);
}

/// Calls `visit` with every step of a man of `S` to one of the empty squares `goals`.
#[inline(always)]
fn each_man_step<V: Variant, S: Side>(pieces: &Pieces, goals: Bitboard, mut visit: impl FnMut(Transfer)) {
    let board = &V::RULES.board;
    let men = pieces.own::<S>() & !pieces.kings;
    each_direction!(DIRECTION => {
        if V::RULES.steps_of(S::COLOR).contains(DIRECTION) {
            for to in (board.step(men, DIRECTION) & goals).singles() {
                let from = board.step(to, DIRECTION.opposite());
                visit(Transfer { from, to, captured: Bitboard::EMPTY, king: false });
            }
        }
    });
}

/// How many steps the men of `men` have.
#[inline(always)]
pub(super) fn count_man_steps<V: Variant, S: Side>(men: Bitboard, empty: Bitboard) -> u32 {
    let board = &V::RULES.board;
    let mut count = 0;
    each_direction!(DIRECTION => {
        if V::RULES.steps_of(S::COLOR).contains(DIRECTION) {
            count += (board.step(men, DIRECTION) & empty).count();
        }
    });
    count
}

/// Whether `S` has a step or a slide.
#[inline(always)]
pub(super) fn has_step<V: Variant, S: Side>(pieces: &Pieces) -> bool {
    let board = &V::RULES.board;
    let men = pieces.own::<S>() & !pieces.kings;
    let kings = pieces.own::<S>() & pieces.kings;
    let mut reach = Bitboard::EMPTY;
    each_direction!(DIRECTION => {
        let is_man_step = V::RULES.steps_of(S::COLOR).contains(DIRECTION);
        reach |= board.step(if is_man_step { men | kings } else { kings }, DIRECTION);
    });
    reach.intersects(pieces.empty::<V>())
}
