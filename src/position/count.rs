//! How many legal moves there are, without making a list: the last ply of perft.
//!
//! The common cases are answered by sets. Each rarer one is a function of its own, so that the hot one stays small.

use super::captures::{ByDirection, Chains, man_landings, next_landings, sight, union};
use super::pieces::Pieces;
use super::side::Side;
use super::steps;
use crate::board::Bitboard;
use crate::rules::{Color, Variant};

/// How many legal moves `S` has.
#[inline(always)]
pub(super) fn count_moves<V: Variant, S: Side>(pieces: &Pieces) -> u32 {
    count_moves_of::<V, S>(pieces.own::<S>(), pieces.enemy::<S>(), pieces.kings)
}

// From here on the three sets of a position come one by one, because then they come in registers.

#[inline(never)]
fn count_moves_of<V: Variant, S: Side>(own: Bitboard, enemy: Bitboard, kings: Bitboard) -> u32 {
    if own.intersects(kings) {
        return count_with_kings::<V, S>(own, enemy, kings);
    }
    let empty = V::RULES.board.playable() & !(own | enemy);
    if union(man_landings::<V, S>(own, enemy, empty)).any() {
        return count_man_captures::<V, S>(own, enemy, kings);
    }
    steps::count_man_steps::<V, S>(own, empty)
}

#[inline(never)]
fn count_with_kings<V: Variant, S: Side>(own: Bitboard, enemy: Bitboard, kings: Bitboard) -> u32 {
    let empty = V::RULES.board.playable() & !(own | enemy);
    let (mut slides, mut landings) = (0, Bitboard::EMPTY);
    for king in (own & kings).singles() {
        let sight = sight::<V>(king, enemy, empty);
        slides += sight.slides.count();
        landings |= sight.landings;
    }
    if landings.any() {
        return count_chains::<V, S>(own, enemy, kings);
    }
    if union(man_landings::<V, S>(own & !kings, enemy, empty)).any() {
        return count_man_captures::<V, S>(own, enemy, kings);
    }
    steps::count_man_steps::<V, S>(own & !kings, empty) + slides
}

/// How many captures `S` has when its men can capture and its kings cannot.
///
/// All men jump together, one jump a round, kept apart only by the direction of their last jump. That counts the moves
/// of the last round exactly as long as no two men meet on a square, which would hide one of them, and none comes back
/// to its start, which the board still shows as occupied. Men land an even number of squares from their start, so
/// none lands where a piece was taken.
#[inline(never)]
fn count_man_captures<V: Variant, S: Side>(own: Bitboard, enemy: Bitboard, kings: Bitboard) -> u32 {
    // A way back to the start, or to one set of pieces by two routes, is a ring of at least four jumps, so a third jump is
    // where a ruleset with men that capture backward needs the exact count.
    let rings = V::RULES.captures_of(Color::White) == V::RULES.captures_of(Color::Black);
    let empty = V::RULES.board.playable() & !(own | enemy);
    let mut landed = man_landings::<V, S>(own & !kings, enemy, empty);
    let mut jumps = 1;
    loop {
        if rings && jumps == 3 {
            return count_chains::<V, S>(own, enemy, kings);
        }
        let next = next_landings::<V, S>(landed, enemy, empty);
        if union(next).is_empty() {
            return landed.iter().map(|squares| squares.count()).sum();
        }
        if !V::RULES.most_pieces || meet(landed) {
            return count_chains::<V, S>(own, enemy, kings);
        }
        landed = next;
        jumps += 1;
    }
}

/// Whether two men stand on one square.
#[inline(always)]
fn meet([a, b, c, d]: ByDirection) -> bool {
    let twice = (a & b) | (a | b) & (c | d) | (c & d);
    twice != Bitboard::EMPTY
}

#[inline(never)]
fn count_chains<V: Variant, S: Side>(own: Bitboard, enemy: Bitboard, kings: Bitboard) -> u32 {
    let mut chains = Chains::new();
    chains.generate::<V, S>(&Pieces::of::<S>(own, enemy, kings));
    chains.count()
}
