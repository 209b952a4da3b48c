//! How many legal moves there are, without making a list: the last ply of perft.
//!
//! The common cases are answered by sets. Each rarer one is a function of its own, so that the hot one stays small.

use super::captures::{ByDirection, Chains, capturing_kings, man_landings, next_landings, union};
use super::pieces::Pieces;
use super::side::Side;
use super::steps;
use crate::board::Bitboard;
use crate::rules::{Color, Variant};

/// How many legal moves `S` has.
#[inline(never)]
pub(super) fn count_moves<V: Variant, S: Side>(pieces: &Pieces) -> u32 {
    let own = pieces.own::<S>();
    if own.intersects(pieces.kings) {
        return count_with_kings::<V, S>(pieces);
    }
    let landings = man_landings::<V, S>(own, pieces.enemy::<S>(), pieces.empty::<V>());
    if union(landings).any() {
        return count_man_captures::<V, S>(pieces);
    }
    steps::count_man_steps::<V, S>(own, pieces.empty::<V>())
}

#[inline(never)]
fn count_with_kings<V: Variant, S: Side>(pieces: &Pieces) -> u32 {
    let (own, targets, empty) = (pieces.own::<S>(), pieces.enemy::<S>(), pieces.empty::<V>());
    if capturing_kings::<V>(own & pieces.kings, targets, empty).any() {
        return count_chains::<V, S>(pieces);
    }
    if union(man_landings::<V, S>(own & !pieces.kings, targets, empty)).any() {
        return count_man_captures::<V, S>(pieces);
    }
    let slides = (own & pieces.kings).singles().map(|king| steps::slides::<V>(king, empty).count());
    steps::count_man_steps::<V, S>(own & !pieces.kings, empty) + slides.sum::<u32>()
}

/// How many captures `S` has when its men can capture and its kings cannot.
///
/// All men jump together, one jump a round, kept apart only by the direction of their last jump. That counts the moves
/// of the last round exactly as long as no two men meet on a square, which would hide one of them, and none comes back
/// to its start, which the board still shows as occupied. Men land an even number of squares from their start, so
/// none lands where a piece was taken.
#[inline(never)]
fn count_man_captures<V: Variant, S: Side>(pieces: &Pieces) -> u32 {
    // A way back to the start, or to one set of pieces by two routes, is a ring of at least four jumps, so a third jump is
    // where a ruleset with men that capture backward needs the exact count.
    let rings = V::RULES.captures_of(Color::White) == V::RULES.captures_of(Color::Black);
    let (targets, empty) = (pieces.enemy::<S>(), pieces.empty::<V>());
    let mut landed = man_landings::<V, S>(pieces.own::<S>() & !pieces.kings, targets, empty);
    let mut jumps = 1;
    loop {
        if rings && jumps == 3 {
            return count_chains::<V, S>(pieces);
        }
        let next = next_landings::<V, S>(landed, targets, empty);
        if union(next).is_empty() {
            return landed.iter().map(|squares| squares.count()).sum();
        }
        if !V::RULES.most_pieces || meet(landed) {
            return count_chains::<V, S>(pieces);
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
fn count_chains<V: Variant, S: Side>(pieces: &Pieces) -> u32 {
    let mut chains = Chains::new();
    chains.generate::<V, S>(pieces);
    chains.count()
}
