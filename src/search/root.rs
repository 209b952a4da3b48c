//! The root: one iteration after the other, each a ply deeper than the last.

use std::cmp::Reverse;
use std::time::Duration;

use super::endings::weighed;
use super::limits::{Accuracy, Current, Info, Outcome, Report};
use super::table::Hint;
use super::time::Stability;
use super::worker::Worker;
use super::{MAX_DEPTH, Score};
use crate::position::Move;
use crate::rules::Variant;
use crate::tables::Value;

/// Half the width of the first window around the score of the last iteration, in hundredths of a man.
const WINDOW: i32 = 16;
/// The first iteration that begins with a narrow window.
const WINDOW_DEPTH: u32 = 4;

/// So many plies beyond twice the distance of a win are searched before it counts as the shortest.
const SETTLED_AFTER: u32 = 8;

/// The search tells which move it looks at, and which scores did not fit its window, only once it has taken this long:
/// before, there is more to say than anybody can read.
const DETAILS_AFTER: Duration = Duration::from_secs(3);

/// A legal move at the root.
#[derive(Clone)]
struct RootMove {
    mv: Move,
    /// Its value by the endgame tables, `None` where they do not know all moves.
    value: Option<Value>,
    /// Its score in this iteration, minus infinity when it was only shown not to be better.
    score: Score,
    /// How that score stands to the window it was found with.
    accuracy: Accuracy,
    /// The best line that begins with it.
    line: Vec<Move>,
}

impl<V: Variant> Worker<'_, V> {
    /// Deepens until a limit is reached, and reports.
    pub(super) fn think(mut self) -> Outcome {
        let mut moves = self.root_moves();
        if moves.is_empty() {
            return Outcome::default();
        }
        let lines = self.limits.lines.clamp(1, moves.len());
        let mut last_scores = vec![Score::DRAW; lines];
        let mut stability = Stability::UNKNOWN;
        for depth in 1..=self.deepest() {
            let is_first = self.last_lines.is_empty();
            let best_before = moves[0].mv;
            let is_whole = self.iterate(&mut moves, &mut last_scores, depth);
            // An iteration that was broken off began with the best move of the last one: if that has been overtaken, the
            // new one is better; if not, the old score is the more reliable. Several lines are only told as a whole.
            let is_overtaken = moves[0].mv != best_before;
            stability = stability.after(!is_overtaken);
            if is_whole || is_first || is_overtaken && lines == 1 {
                self.report_lines(&mut moves, lines, depth);
            }
            if !is_whole || self.is_enough(&moves, &last_scores, depth, stability) {
                break;
            }
        }
        self.say_last_word();
        let best = &self.last_lines[0].pv;
        let (best, ponder) = (best.first().copied(), best.get(1).copied());
        Outcome { best, ponder, lines: self.last_lines, remark: None }
    }

    /// Deepens until the leader is done, and returns the best line of the last whole iteration, if there was one.
    pub(super) fn help(mut self) -> Option<Info> {
        let mut moves = self.root_moves();
        let lines = self.limits.lines.clamp(1, moves.len().max(1));
        let mut last_scores = vec![Score::DRAW; lines];
        let mut found = None;
        let seat = self.seat;
        for depth in (1..=self.deepest()).filter(|&depth| !seat.skips(depth)) {
            if moves.is_empty() || !self.iterate(&mut moves, &mut last_scores, depth) {
                break;
            }
            found = Some(self.info(&moves[0], depth, 1));
        }
        found.map(|info| self.whole(info))
    }

    fn deepest(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    /// Searches one depth: brings the best moves to the front, one for each of `scores`, which hold what the last
    /// iteration found and get what this one finds. Returns whether it came to its end.
    fn iterate(&mut self, moves: &mut [RootMove], scores: &mut [Score], depth: u32) -> bool {
        self.iteration = depth;
        for (place, &expected) in scores.iter().enumerate() {
            self.find_best(moves, place, depth, expected);
            if self.stopped {
                return false;
            }
        }
        // A later line may come out above an earlier one, which was searched first and saw less in the table.
        moves[..scores.len()].sort_by_key(|root_move| Reverse((root_move.value, root_move.score)));
        for (score, root_move) in scores.iter_mut().zip(moves) {
            *score = root_move.score;
        }
        true
    }

    /// Repeats the last lines when the iteration that was broken off brought none, so that its nodes and its time are
    /// told.
    fn say_last_word(&mut self) {
        if self.last_lines[0].nodes != self.team_counts().nodes {
            self.repeat_lines();
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
            .map(|mv| RootMove {
                mv,
                value: self.known_root.value_of(mv),
                score: -Score::INFINITE,
                accuracy: Accuracy::Exact,
                line: vec![mv],
            })
            .collect();
        if let Some(entry) = self.table.load(self.table_key(position), 0) {
            moves.sort_by_key(|root_move| Hint::of(root_move.mv) != entry.hint);
        }
        // Moves that keep what the position is worth come before those that do not, and stay there.
        moves.sort_by_key(|root_move| Reverse(root_move.value));
        moves
    }

    /// Finds the best of the moves from `place` on and brings it there, with a window that grows until the score fits.
    fn find_best(&mut self, moves: &mut [RootMove], place: usize, depth: u32, expected: Score) {
        let mut width = WINDOW;
        let (mut alpha, mut beta) = if depth < WINDOW_DEPTH || expected.is_decided() {
            (-Score::INFINITE, Score::INFINITE)
        } else {
            (expected - width, expected + width)
        };
        loop {
            let score = self.search_root(moves, place, alpha, beta, depth);
            if self.stopped || alpha < score && score < beta {
                return;
            }
            if self.tells_details() && self.limits.lines <= 1 {
                let info = self.info(&moves[place], depth, 1);
                self.tell(&mut [info]);
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

    /// Searches the moves from `place` on with one window, brings the best to the front and returns its score.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        place: usize,
        mut alpha: Score,
        beta: Score,
        depth: u32,
    ) -> Score {
        let root = &self.root.position;
        let lowest = alpha;
        let mut best = -Score::INFINITE;
        // The first keeps what is known of it until it is searched again: a stop may come before.
        for root_move in moves.iter_mut().skip(place + 1) {
            root_move.score = -Score::INFINITE;
        }
        for at in place..place + equals(&moves[place..]) {
            let mv = moves[at].mv;
            let is_first = at == place;
            if self.tells_details() {
                (self.report)(Report::Current(Current { depth, mv, number: at + 1 }));
            }
            let found = self
                .below(root, mv, |worker, child| worker.child(child, alpha, beta, depth as i32 - 1, 0, is_first, 1));
            let Some(score) = found else { return best };
            if score > best {
                best = score;
            }
            if score > alpha || is_first {
                self.extend_line(0, mv);
                moves[at].score = score;
                moves[at].accuracy = if score <= lowest {
                    Accuracy::AtMost
                } else if score >= beta {
                    Accuracy::AtLeast
                } else {
                    Accuracy::Exact
                };
                moves[at].line.clone_from(&self.lines[0]);
                // The best so far comes first, the others keep their order.
                moves[place..=at].rotate_right(1);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Whether it is time to tell what happens within an iteration.
    fn tells_details(&self) -> bool {
        self.seat.leads() && self.timer.elapsed() >= DETAILS_AFTER
    }

    /// Reports the best lines.
    fn report_lines(&mut self, moves: &mut [RootMove], lines: usize, depth: u32) {
        let (root, net) = (self.root.position, &self.root.net);
        let is_unknown = |root_move: &RootMove| root_move.score == -Score::INFINITE;
        if moves[..lines].iter().any(is_unknown) {
            // Stopped before much was known: as many lines are owed all the same, each with a score.
            for root_move in moves.iter_mut().filter(|root_move| is_unknown(root_move)) {
                let evaluation = -net.evaluate(&root.play(root_move.mv));
                root_move.score = root_move.value.map_or(evaluation, |value| weighed(evaluation, value));
            }
            moves.sort_by_key(|root_move| Reverse((root_move.value, root_move.score)));
        }
        self.last_lines = (0..lines).map(|at| self.whole(self.info(&moves[at], depth, at + 1))).collect();
        self.repeat_lines();
        self.timer.reported();
    }

    /// A line with its moves to the end of the game, where that is known.
    fn whole(&self, info: Info) -> Info {
        let is_known = info.score.mate_in().is_some();
        Info { pv: if is_known { self.played_out(info.pv) } else { info.pv }, ..info }
    }

    /// What is to be said of a move, the `multipv`-th best; the counts come when it is told.
    fn info(&self, root_move: &RootMove, depth: u32, multipv: usize) -> Info {
        // The search goes on for the better practical chances, but the game is drawn.
        let is_known_draw = root_move.value == Some(Value::Draw) && !root_move.score.is_decided();
        let score = if is_known_draw { Score::DRAW } else { root_move.score };
        Info {
            depth,
            seldepth: self.seldepth,
            multipv,
            score,
            accuracy: if is_known_draw { Accuracy::Exact } else { root_move.accuracy },
            is_known_draw,
            nodes: 0,
            table_hits: 0,
            time: Duration::ZERO,
            hashfull: 0,
            pv: root_move.line.clone(),
        }
    }

    /// Whether another iteration would be a waste.
    fn is_enough(&mut self, moves: &[RootMove], scores: &[Score], depth: u32, stability: Stability) -> bool {
        // However deep it is searched, a win does not come closer than it was found by looking twice as far.
        let is_settled = |score: &Score| score.distance().is_some_and(|plies| depth > 2 * plies + SETTLED_AFTER);
        if scores.iter().all(is_settled) {
            return true;
        }
        let score = scores[0];
        let plies_left = self.root.position.plies_left(self.root.arbiter_plies);
        let is_solved = score.is_decided() && self.known_root.is_solved(plies_left);
        if is_solved || self.timer.is_nearly_over(self.control, stability) {
            return true;
        }
        if let (Some(mate), Some(plies)) = (self.limits.mate, score.plies_to_end())
            && plies > 0
            && (plies as u32) < 2 * mate
        {
            return true;
        }
        let on_clock = self.limits.time.is_some_and(|time| time.is_from_clock()) && !self.control.is_pondering();
        on_clock && equals(moves) == 1 && !self.limits.analyze
    }
}

/// How many of the moves, from the first on, the endgame tables know to be worth as much as the first: all of them
/// where nothing is known.
fn equals(moves: &[RootMove]) -> usize {
    moves.iter().take_while(|root_move| root_move.value == moves[0].value).count()
}
