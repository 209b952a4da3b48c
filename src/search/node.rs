//! The alpha-beta search of one node.

use super::endings::Known;
use super::table::{Bound, Entry, Hint};
use super::worker::Worker;
use super::{MAX_PLY, Score};
use crate::position::{Move, Position};
use crate::rules::Variant;

impl<V: Variant> Worker<'_, V> {
    /// The score of a position, exact when it lies between `alpha` and `beta`, else a bound beyond the nearer of them
    /// [J. Fishburn, Analysis of speedup in distributed algorithms, 1981: fail-soft].
    ///
    /// `depth` is in plies; at 0 the quiescence search takes over. Returns nonsense once the search is stopped.
    pub(super) fn node(
        &mut self,
        position: &Position<V>,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: u32,
    ) -> Score {
        debug_assert!(alpha < beta && ply > 0);
        let is_open = alpha + 1 < beta;
        let after_pass = std::mem::take(&mut self.after_pass);
        self.lines[ply as usize].clear();
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, ply);
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.score_by_rule(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        // No line from here can be worse than losing now, or better than winning with the next move.
        alpha = alpha.max(Score::lost_in(ply));
        beta = beta.min(Score::won_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let key = self.table_key(position);
        self.table.prefetch(key);
        let can_capture = position.can_capture();
        let known_ending = if can_capture { Known::Nothing } else { self.known(position, ply) };
        if let Known::Score(score) = known_ending {
            return score;
        }
        // The evaluation, where it can be trusted: where neither side can capture, for a compulsory or a hanging capture is
        // exactly what it does not see. Cuts are made only there, and where the score is not to be exact.
        let is_calm =
            !is_open && !self.is_plain() && !can_capture && known_ending == Known::Nothing && !position.is_threatened();
        let evaluation = is_calm.then(|| self.evaluate(position));
        if let Some(evaluation) = evaluation
            && let Some(score) = static_cut(position, evaluation, beta, depth)
        {
            return score;
        }

        let known = self.table.load(key, ply);
        if let Some(entry) = known
            && !is_open
            && !self.is_plain()
            && entry.depth >= depth
        {
            let cuts = match entry.bound {
                Bound::None => false,
                Bound::Upper => entry.score <= alpha,
                Bound::Lower => entry.score >= beta,
                Bound::Exact => true,
            };
            if cuts {
                return entry.score;
            }
        }

        if let Some(evaluation) = evaluation
            && evaluation >= beta
            && !after_pass
            && let Some(score) = self.pass_cut(position, beta, depth, ply)
        {
            return score;
        }

        let hint = known.map_or(Hint::NONE, |entry| entry.hint);
        let moves = self.moves.push_legal(position, can_capture, hint, &self.history);
        match moves.len() {
            0 => return Score::lost_in(ply),
            // A forced move costs nothing to look behind; with a limit, so that a long row of them ends.
            1 if ply < 2 * self.iteration => depth += 1,
            _ => {}
        }

        let original_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut best_at = moves.start;
        for at in moves.clone() {
            let mv = self.moves.pick(at, moves.end);
            let count = at - moves.start + 1;
            // Promotions come before: no later move is better than this one.
            if is_calm && is_late(mv, depth, count) && !best.is_decided() {
                break;
            }
            let reduction = if self.is_plain() { 0 } else { reduction(mv, depth, count, is_open) };
            let found = self.below(position, mv, |worker, child| {
                worker.child(child, alpha, beta, depth - 1, reduction, count == 1, ply + 1)
            });
            let Some(score) = found else { break };
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    best_at = at;
                    if is_open {
                        self.extend_line(ply, mv);
                    }
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        if self.stopped {
            self.moves.drop_from(moves.start);
            return best;
        }
        if let Some(mv) = best_move {
            self.history.learn(position.side_to_move(), mv, self.moves.moves(moves.start..best_at));
        }
        self.moves.drop_from(moves.start);
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A draw may come from a repetition on this very path and be none on another: only the move is worth keeping.
        let bound = if best == Score::DRAW { Bound::None } else { bound };
        let depth = if bound == Bound::None { 0 } else { depth };
        self.table.store(key, ply, Entry { hint: best_move.map_or(Hint::NONE, Hint::of), score: best, depth, bound });
        best
    }

    /// A score that cuts because even the position after a pass is still too good: null move [D. Beal, A generalised
    /// quiescence search algorithm, 1989]. For calm positions on the orthogonal board: men can step sideways there, so that
    /// being obliged to move hurts seldom. The games on the dark squares turn on it. SPRT [0, 20] at 30000 nodes: LLR 3.09,
    /// 440 games, +36 ± 26.
    fn pass_cut(&mut self, position: &Position<V>, beta: Score, depth: i32, ply: u32) -> Option<Score> {
        let can_pass = !V::RULES.board.is_diagonal()
            && depth >= PASS_DEPTH
            && !beta.is_decided()
            && position.men(position.side_to_move()).count() >= PASS_MEN
            && position.has_step();
        if !can_pass {
            return None;
        }
        let left = depth - 1 - PASS_REDUCTION - depth / 4;
        let score = self.below_pass(position, |worker, child| -worker.node(child, -beta, -(beta - 1), left, ply + 1));
        // Once stopped, any score will do. A win by passing is no win.
        (score >= beta || self.stopped).then(|| if score.is_decided() { beta } else { score })
    }

    /// The score of a child for its parent: the first with the whole window, the others with an empty one, and again
    /// where that fails high [J. Pearl 1980, T. Marsland and M. Campbell 1982: principal variation search].
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the arguments of a search, each of another meaning")]
    pub(super) fn child(
        &mut self,
        child: &Position<V>,
        alpha: Score,
        beta: Score,
        depth: i32,
        reduction: i32,
        is_first: bool,
        ply: u32,
    ) -> Score {
        if is_first {
            return -self.node(child, -beta, -alpha, depth, ply);
        }
        let mut score = -self.node(child, -(alpha + 1), -alpha, depth - reduction, ply);
        if score > alpha && reduction > 0 && !self.stopped {
            score = -self.node(child, -(alpha + 1), -alpha, depth, ply);
        }
        if score > alpha && score < beta && !self.stopped {
            score = -self.node(child, -beta, -alpha, depth, ply);
        }
        score
    }

    /// Makes `mv` followed by the best line of the next ply the best line of this one.
    pub(super) fn extend_line(&mut self, ply: u32, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}

/// The deepest nodes that the evaluation alone may cut.
const STATIC_CUT_DEPTH: i32 = 3;
/// By how much it must exceed beta for each ply of depth, in hundredths of a man.
const STATIC_CUT_MARGIN: i32 = 70;

/// A score that cuts because the evaluation of a calm position is so far above `beta` that a few plies will not bring it
/// back: reverse futility, as most engines have it. SPRT [0, 20] at 30000 nodes: LLR 2.96, 234 games, +66 ± 38.
#[inline(always)]
fn static_cut<V: Variant>(position: &Position<V>, evaluation: Score, beta: Score, depth: i32) -> Option<Score> {
    if depth > STATIC_CUT_DEPTH || beta.is_decided() {
        return None;
    }
    let score = evaluation - STATIC_CUT_MARGIN * depth;
    // A side that cannot move has lost, whatever its pieces are worth.
    (score >= beta && position.has_step()).then_some(score)
}

/// The shallowest nodes that try a pass.
const PASS_DEPTH: i32 = 2;
/// By how many plies less the position after a pass is searched, and a ply more for every four.
const PASS_REDUCTION: i32 = 2;
/// How many men the side to move must have left.
const PASS_MEN: u32 = 3;

/// The deepest nodes that leave late moves out: late-move pruning, as most engines have it. SPRT [0, 20] at 30000 nodes:
/// LLR 2.97, 563 games, +25 ± 20.
const LATE_DEPTH: i32 = 3;
/// How many moves are tried before, and as many more as the square of the depth.
const LATE_COUNT: i32 = 4;

/// Whether so many moves have been tried that this one is not worth looking at, where nothing can be captured on either
/// side.
fn is_late(mv: Move, depth: i32, count: usize) -> bool {
    depth <= LATE_DEPTH && count as i32 > LATE_COUNT + depth * depth && !mv.promotes()
}

/// By how many plies less a move is searched at first, because many better looking ones came before it. The steps are
/// those of Scan 3.1. Captures are never reduced: they may be forced, and change too much.
fn reduction(mv: Move, depth: i32, count: usize, is_open: bool) -> i32 {
    if depth < 2 || mv.is_capture() || mv.promotes() {
        0
    } else if is_open {
        i32::from(count > 3)
    } else {
        i32::from(count > 1) + i32::from(count > 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Move;
    use crate::rules::{VariantId, VariantTask};
    use crate::search::team::Team;
    use crate::search::time::Timer;
    use crate::search::{Control, Limits, Root, Table};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// Every move to the end, no window: what the search must agree with once it takes no liberties.
    fn minimax<V: Variant>(worker: &mut Worker<V>, position: &Position<V>, mut depth: i32, ply: u32) -> Score {
        if depth <= 0 {
            return worker.quiesce(position, -Score::INFINITE, Score::INFINITE, ply);
        }
        if let Some(score) = worker.score_by_rule(position, ply) {
            return score;
        }
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        if moves.len() == 1 && ply < 2 * worker.iteration {
            depth += 1;
        }
        let child = |mv| worker.below(position, mv, |worker, child| -minimax(worker, child, depth - 1, ply + 1));
        moves.into_iter().filter_map(child).max().unwrap_or(Score::lost_in(ply))
    }

    struct Agreement;

    impl VariantTask for Agreement {
        type Output = ();

        fn run<V: Variant>(self) {
            let seed = 41;
            let mut rng = StdRng::seed_from_u64(seed);
            for game in 0..12 {
                let mut position = Position::<V>::start();
                for _ in 0..rng.random_range(10..90) {
                    let moves = position.legal_moves();
                    if moves.len() < 2 {
                        break;
                    }
                    position = position.play(moves[rng.random_range(0..moves.len())]);
                }
                let root = Root::alone(position);
                let (limits, table, control) = (Limits::default(), Table::new(1).unwrap(), Control::default());
                let team = Team::new(1);
                let mut silent = |_| {};
                for depth in 1..=4 {
                    let mut worker =
                        Worker::new(&root, &limits, &table, &control, &mut silent, team.seat(0), Timer::new(None));
                    worker.plain = true;
                    worker.iteration = depth as u32;
                    let expected = minimax(&mut worker, &position, depth, 1);
                    let found = worker.node(&position, -Score::INFINITE, Score::INFINITE, depth, 1);
                    assert_eq!(found, expected, "seed {seed} game {game} depth {depth} {position:?}");
                }
            }
        }
    }

    #[test]
    fn without_reductions_the_search_finds_what_minimax_finds() {
        for id in VariantId::ALL {
            id.run(Agreement);
        }
    }
}
