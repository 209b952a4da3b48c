//! The end of the search: captures are followed until the board is quiet.
//!
//! Captures are compulsory, so there is no choice between capturing and standing still: where something can be
//! captured it must be, where nothing can the position is evaluated.

use super::worker::Worker;
use super::{MAX_PLY, Score};
use crate::eval::evaluate;
use crate::position::Position;
use crate::rules::Variant;

impl<V: Variant> Worker<'_, V> {
    /// The score of a position once all captures are played out.
    pub(super) fn quiesce(&mut self, position: &Position<V>, mut alpha: Score, beta: Score, ply: u32) -> Score {
        debug_assert!(alpha < beta && ply > 0);
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.score_by_rule(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return evaluate(position);
        }
        let moves = self.moves.push_captures(position);
        if moves.is_empty() {
            return if position.has_step() { evaluate(position) } else { Score::lost_in(ply) };
        }
        let mut best = -Score::INFINITE;
        for at in moves.clone() {
            let mv = self.moves.get(at);
            let found = self.below(position, mv, |worker, child| -worker.quiesce(child, -beta, -alpha, ply + 1));
            let Some(score) = found else { break };
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.drop_from(moves.start);
        best
    }
}
