//! The root: one iteration after the other, each a ply deeper than the last.

use super::limits::{Info, Outcome};
use super::table::Hint;
use super::time::Stability;
use super::worker::Worker;
use super::{MAX_DEPTH, Score};
use crate::eval::evaluate;
use crate::position::Move;
use crate::rules::Variant;

/// Half the width of the first window around the score of the last iteration, in hundredths of a man.
const WINDOW: i32 = 16;
/// The first iteration that begins with a narrow window.
const WINDOW_DEPTH: u32 = 4;

/// A legal move at the root.
#[derive(Clone)]
struct RootMove {
    mv: Move,
    /// Its score in this iteration, minus infinity when it was only shown not to be better.
    score: Score,
    /// The best line that begins with it.
    line: Vec<Move>,
}

impl<V: Variant> Worker<'_, V> {
    /// Deepens until a limit is reached.
    pub(super) fn think(mut self) -> Outcome {
        let mut moves = self.root_moves();
        if moves.is_empty() {
            return Outcome::default();
        }
        self.table.begin_search();
        let lines = self.limits.lines.clamp(1, moves.len());
        let mut last_scores = vec![Score::DRAW; lines];
        let mut best = Outcome { best: Some(moves[0].mv), ponder: None, info: None };
        let mut stability = Stability::UNKNOWN;
        let deepest = self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=deepest {
            self.iteration = depth;
            for place in 0..lines {
                self.iterate(&mut moves, place, depth, last_scores[place]);
                if self.stopped {
                    break;
                }
                last_scores[place] = moves[place].score;
            }
            let is_whole = !self.stopped;
            if is_whole {
                // A later line may come out above an earlier one, which was searched first and saw less in the table.
                moves[..lines].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            }
            // An iteration that was broken off began with the best move of the last one: if that has been overtaken, the
            // new one is better; if not, the old score is the more reliable.
            let is_overtaken = lines == 1 && best.best != Some(moves[0].mv);
            stability = stability.after(best.best == Some(moves[0].mv));
            if is_whole || is_overtaken || best.info.is_none() {
                best = self.outcome(&moves, lines, depth);
            }
            if !is_whole || self.is_enough(&moves, last_scores[0], stability) {
                break;
            }
        }
        self.say_last_word(&mut best);
        best
    }

    /// Repeats the last line when the iteration that was broken off brought none, so that its nodes and its time are told.
    fn say_last_word(&mut self, best: &mut Outcome) {
        if let Some(info) = &mut best.info
            && info.nodes != self.nodes
        {
            (info.nodes, info.time) = (self.nodes, self.timer.elapsed());
            info.hashfull = self.table.permille_full();
            (self.report)(info.clone());
        }
    }

    /// The moves to consider, in the order the table and the generator suggest.
    fn root_moves(&self) -> Vec<RootMove> {
        let position = &self.root.position;
        let legal = position.legal_moves();
        let wanted = |mv: &Move| self.limits.moves.is_empty() || self.limits.moves.contains(mv);
        let mut moves: Vec<RootMove> = legal
            .into_iter()
            .filter(wanted)
            .map(|mv| RootMove { mv, score: -Score::INFINITE, line: vec![mv] })
            .collect();
        if let Some(entry) = self.table.load(self.table_key(position), 0) {
            moves.sort_by_key(|root_move| Hint::of(root_move.mv) != entry.hint);
        }
        moves
    }

    /// Finds the best of the moves from `place` on and brings it there, with a window that grows until the score fits.
    fn iterate(&mut self, moves: &mut [RootMove], place: usize, depth: u32, expected: Score) {
        let mut width = WINDOW;
        let (mut alpha, mut beta) = if depth < WINDOW_DEPTH || expected.is_decided() {
            (-Score::INFINITE, Score::INFINITE)
        } else {
            (expected - width, expected + width)
        };
        loop {
            let score = self.search_root(&mut moves[place..], alpha, beta, depth);
            if self.stopped || alpha < score && score < beta {
                return;
            }
            width *= 2;
            let fits = |bound: Score| width <= 512 && !score.is_decided() && !bound.is_decided();
            if score <= alpha {
                let lower = score.max(-Score::MAX_EVAL) - width;
                alpha = if fits(lower) { lower } else { -Score::INFINITE };
            } else {
                let upper = score.min(Score::MAX_EVAL) + width;
                beta = if fits(upper) { upper } else { Score::INFINITE };
            }
        }
    }

    /// Searches the moves with one window, brings the best to the front and returns its score.
    fn search_root(&mut self, moves: &mut [RootMove], mut alpha: Score, beta: Score, depth: u32) -> Score {
        let root = &self.root.position;
        let mut best = -Score::INFINITE;
        for root_move in moves.iter_mut() {
            root_move.score = -Score::INFINITE;
        }
        for at in 0..moves.len() {
            let mv = moves[at].mv;
            let found =
                self.below(root, mv, |worker, child| worker.child(child, alpha, beta, depth as i32 - 1, 0, at == 0, 1));
            let Some(score) = found else { return best };
            if score > best {
                best = score;
            }
            if score > alpha || at == 0 {
                self.extend_line(0, mv);
                moves[at].score = score;
                moves[at].line.clone_from(&self.lines[0]);
                // The best so far comes first, the others keep their order.
                moves[..=at].rotate_right(1);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Reports the best lines and makes the outcome of them.
    fn outcome(&mut self, moves: &[RootMove], lines: usize, depth: u32) -> Outcome {
        let time = self.timer.elapsed();
        let hashfull = self.table.permille_full();
        let is_scored = |root_move: &&RootMove| root_move.score > -Score::INFINITE;
        let mut reports: Vec<Info> = moves[..lines]
            .iter()
            .filter(is_scored)
            .enumerate()
            .map(|(at, root_move)| Info {
                depth,
                seldepth: self.seldepth,
                multipv: at + 1,
                score: root_move.score,
                nodes: self.nodes,
                time,
                hashfull,
                pv: root_move.line.clone(),
            })
            .collect();
        if reports.is_empty() {
            // Stopped before anything was known: an answer and a score are owed all the same.
            let score = evaluate(&self.root.position);
            let pv = moves[0].line.clone();
            let seldepth = self.seldepth;
            reports.push(Info { depth, seldepth, multipv: 1, score, nodes: self.nodes, time, hashfull, pv });
        }
        for info in &reports {
            (self.report)(info.clone());
        }
        self.timer.reported();
        let info = reports.swap_remove(0);
        self.last_info = Some(info.clone());
        Outcome { best: info.pv.first().copied(), ponder: info.pv.get(1).copied(), info: Some(info) }
    }

    /// Whether another iteration would be a waste.
    fn is_enough(&mut self, moves: &[RootMove], score: Score, stability: Stability) -> bool {
        if self.timer.is_nearly_over(self.control, stability) {
            return true;
        }
        if let (Some(mate), Some(plies)) = (self.limits.mate, score.plies_to_end())
            && plies > 0
            && (plies as u32) < 2 * mate
        {
            return true;
        }
        let on_clock = self.limits.time.is_some_and(|time| time.is_from_clock()) && !self.control.is_pondering();
        on_clock && moves.len() == 1 && !self.limits.analyze
    }
}
