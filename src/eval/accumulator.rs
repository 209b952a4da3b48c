//! The first layer of the net, kept up to date move by move.

use super::net::{HIDDEN, Net, Row};
use crate::position::{Move, Position};
use crate::rules::{Color, Variant};

/// The sums of the hidden neurons for a position, as each player sees it: those of White and of Black.
///
/// A move changes two or a few more inputs, so that the sums of the next position are near at hand [Y. Nasu, Efficiently
/// updatable neural-network-based evaluation functions for computer shogi, 2018].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator {
    pub(super) views: [Row; 2],
}

impl Accumulator {
    /// The sums of no position.
    pub const EMPTY: Accumulator = Accumulator { views: [Row([0; HIDDEN]); 2] };

    /// The sums of a position, from the start.
    pub fn of<V: Variant>(net: &Net<V>, position: &Position<V>) -> Accumulator {
        let mut views = [net.weights().bias; 2];
        for viewer in [Color::White, Color::Black] {
            let sums = &mut views[viewer.index()].0;
            for color in [Color::White, Color::Black] {
                for (set, is_king) in [(position.men(color), false), (position.kings(color), true)] {
                    for square in set {
                        add(sums, net.row(viewer, color, is_king, square));
                    }
                }
            }
        }
        Accumulator { views }
    }

    /// Makes these the sums after a move in `position`, whose own are `before`.
    #[inline(always)]
    pub fn follow<V: Variant>(&mut self, net: &Net<V>, before: &Accumulator, position: &Position<V>, mv: Move) {
        let side = position.side_to_move();
        for viewer in [Color::White, Color::Black] {
            let left = net.row(viewer, side, mv.by_king(), mv.from());
            let entered = net.row(viewer, side, mv.by_king() || mv.promotes(), mv.to());
            let sums = &mut self.views[viewer.index()].0;
            let old = &before.views[viewer.index()].0;
            for neuron in 0..HIDDEN {
                sums[neuron] = old[neuron].wrapping_add(entered.0[neuron]).wrapping_sub(left.0[neuron]);
            }
            if mv.is_capture() {
                let kings = position.kings(!side);
                for square in mv.captured() {
                    subtract(sums, net.row(viewer, !side, kings.contains(square), square));
                }
            }
        }
    }
}

// Sums wrap around where a foreign file has weights that are too large; no position makes the program stop.

#[inline(always)]
fn add(sums: &mut [i16; HIDDEN], row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row.0) {
        *sum = sum.wrapping_add(weight);
    }
}

#[inline(always)]
fn subtract(sums: &mut [i16; HIDDEN], row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row.0) {
        *sum = sum.wrapping_sub(weight);
    }
}
