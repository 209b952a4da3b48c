//! One thread's thought: its counters, the path it stands on and the best lines it has seen.

use super::endings::KnownRoot;
use super::history::History;
use super::limits::{Control, Info, Limits, Report};
use super::order::MoveStack;
use super::table::Table;
use super::team::{Counts, Seat};
use super::time::Timer;
use super::{MAX_PLY, Root, Score};
use crate::eval::Accumulator;
use crate::position::{Key, Move, Position};
use crate::rules::Variant;

/// How many nodes pass between two looks at the clock and the stop flag.
const POLL_INTERVAL: u64 = 1024;

/// How many nodes the first iteration may take before it can be called off: with it every answer has a score and a
/// reason, and nearly always it takes less. Where dozens of kings capture each other it would go on for hours.
const FIRST_ITERATION: u64 = 10_000;

pub(super) struct Worker<'a, V> {
    pub(super) root: &'a Root<V>,
    pub(super) limits: &'a Limits,
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) report: &'a mut dyn FnMut(Report),
    /// Its place among the threads of the search.
    pub(super) seat: Seat<'a>,
    pub(super) timer: Timer,
    pub(super) history: History,
    pub(super) moves: MoveStack,
    /// Moves made so far, the root's not counted.
    pub(super) nodes: u64,
    next_poll: u64,
    /// How often an endgame table knew a position.
    table_hits: u64,
    /// The pieces of the largest endgame table, 0 without any.
    pub(super) largest_table: u32,
    pub(super) known_root: KnownRoot,
    pub(super) seldepth: u32,
    /// The depth of the present iteration.
    pub(super) iteration: u32,
    /// Set once the search must end: every score returned from then on means nothing.
    pub(super) stopped: bool,
    /// The move that led to the node about to be entered was a pass.
    pub(super) after_pass: bool,
    /// The keys of the game's earlier positions that can come back, and of the path from the root to here.
    path: Vec<Key>,
    /// The sums of the net's hidden neurons for the root and each position of the path.
    sums: Vec<Accumulator>,
    /// The best line from each ply on; only nodes with an open window fill theirs.
    pub(super) lines: Vec<Vec<Move>>,
    /// Take no liberties that could change the score.
    #[cfg(test)]
    pub(super) plain: bool,
    /// The last lines reported, repeated when a second passes without new ones.
    pub(super) last_lines: Vec<Info>,
}

impl<'a, V: Variant> Worker<'a, V> {
    pub(super) fn new(
        root: &'a Root<V>,
        limits: &'a Limits,
        table: &'a Table,
        control: &'a Control,
        report: &'a mut dyn FnMut(Report),
        seat: Seat<'a>,
        timer: Timer,
    ) -> Worker<'a, V> {
        let mut path = root.history.clone();
        path.push(root.position.key());
        let mut sums = vec![Accumulator::EMPTY; MAX_PLY as usize + 2];
        sums[0] = Accumulator::of(&root.net, &root.position);
        Worker {
            root,
            limits,
            table,
            control,
            report,
            seat,
            timer,
            history: History::new(),
            moves: MoveStack::default(),
            nodes: 0,
            next_poll: 0,
            table_hits: 0,
            largest_table: root.tables.largest() as u32,
            known_root: KnownRoot::of(root),
            seldepth: 0,
            iteration: 0,
            stopped: false,
            after_pass: false,
            path,
            sums,
            lines: vec![Vec::new(); MAX_PLY as usize + 2],
            #[cfg(test)]
            plain: false,
            last_lines: Vec::new(),
        }
    }

    /// Whether the search must find exactly what minimax finds: tests ask for it.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        #[cfg(test)]
        return self.plain;
        #[cfg(not(test))]
        false
    }

    /// Makes a move, looks at what `then` finds below it, and takes it back. Counts one node; `None` when the search
    /// must end instead.
    #[inline(always)]
    pub(super) fn below<T>(
        &mut self,
        position: &Position<V>,
        mv: Move,
        then: impl FnOnce(&mut Self, &Position<V>) -> T,
    ) -> Option<T> {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        if self.stopped {
            return None;
        }
        self.nodes += 1;
        let child = position.play(mv);
        let level = self.level();
        let [before, after] = &mut self.sums[level..level + 2] else { return None };
        after.follow(&self.root.net, before, position, mv);
        self.path.push(child.key());
        let found = then(self, &child);
        self.path.pop();
        (!self.stopped).then_some(found)
    }

    /// Passes, looks at what `then` finds, and takes the pass back. A pass is no move: it counts no node. What was found
    /// means nothing once the search is stopped.
    #[inline(always)]
    pub(super) fn below_pass<T>(
        &mut self,
        position: &Position<V>,
        then: impl FnOnce(&mut Self, &Position<V>) -> T,
    ) -> T {
        let child = position.passed();
        let level = self.level();
        self.sums[level + 1] = self.sums[level];
        self.after_pass = true;
        self.path.push(child.key());
        let found = then(self, &child);
        self.path.pop();
        found
    }

    /// How many moves lead from the root to the position that the search stands on.
    #[inline(always)]
    fn level(&self) -> usize {
        self.path.len() - 1 - self.root.history.len()
    }

    /// How good the position that the search stands on is for the side to move, when nothing can be captured.
    #[inline(always)]
    pub(super) fn evaluate(&self, position: &Position<V>) -> Score {
        debug_assert_eq!(self.sums[self.level()], Accumulator::of(&self.root.net, position));
        self.root.net.judge(&self.sums[self.level()], position)
    }

    #[cold]
    fn poll(&mut self) {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.team_counts().nodes);
        // One thread stops at exactly its limit; several come as close as each can without asking the others.
        self.next_poll = self.nodes + POLL_INTERVAL.min(left / self.limits.threads.max(1) as u64).max(1);
        let can_answer = self.iteration > 1 || self.nodes >= FIRST_ITERATION;
        let is_called_off = can_answer && (self.control.is_stopped() || self.timer.is_over(self.control));
        if left == 0 || is_called_off || self.seat.is_dismissed() {
            self.stopped = true;
        }
        if self.seat.leads() && self.timer.is_report_due() {
            self.repeat_lines();
        }
    }

    /// What all threads have done so far; this one's counts are published on the way.
    pub(super) fn team_counts(&self) -> Counts {
        self.seat.publish(Counts { nodes: self.nodes, table_hits: self.table_hits })
    }

    /// Counts a position that an endgame table knew, and brings the next look at the clock as many nodes nearer.
    pub(super) fn count_table_hit(&mut self, nodes: u64) {
        self.table_hits += 1;
        self.next_poll = self.next_poll.saturating_sub(nodes);
    }

    /// Reports the last lines, with the nodes and the time of now.
    pub(super) fn repeat_lines(&mut self) {
        let mut lines = std::mem::take(&mut self.last_lines);
        self.tell(&mut lines);
        self.last_lines = lines;
    }

    /// Reports lines, all with the nodes and the time of now.
    pub(super) fn tell(&mut self, lines: &mut [Info]) {
        let (counts, time, hashfull) = (self.team_counts(), self.timer.elapsed(), self.table.permille_full());
        for info in lines {
            (info.nodes, info.table_hits, info.time, info.hashfull) = (counts.nodes, counts.table_hits, time, hashfull);
            (self.report)(Report::Line(info.clone()));
        }
    }

    /// The score of a position that a rule has ended, seen by the side to move. Whether a side is blocked is looked for
    /// only where it would count for more than the rule.
    #[inline(always)]
    pub(super) fn score_by_rule(&self, position: &Position<V>, ply: u32) -> Option<Score> {
        if let Some(verdict) = position.verdict(self.root.arbiter_plies) {
            return Some(match verdict.winner {
                None if position.count_moves() == 0 => Score::lost_in(ply),
                None => Score::DRAW,
                Some(color) if color == position.side_to_move() => Score::won_in(ply),
                Some(_) => Score::lost_in(ply),
            });
        }
        self.is_repeated(position).then_some(Score::DRAW)
    }

    /// Whether the position stood on the path or in the game before. Once is enough: who can force it once can force it
    /// again [F. Letouzey, Scan 3.1].
    #[inline(always)]
    fn is_repeated(&self, position: &Position<V>) -> bool {
        let reach = usize::from(position.quiet_plies()).min(self.path.len() - 1);
        // Nothing comes back in two plies: each side has to go and return.
        reach >= 4 && {
            let earlier = &self.path[self.path.len() - 1 - reach..self.path.len() - 1];
            earlier.iter().rev().skip(3).step_by(2).any(|&key| key == position.key())
        }
    }

    /// The key under which the table keeps a position. Close to the limit of plies without progress it also holds how
    /// close, since the same pieces are then worth less and less.
    #[inline(always)]
    pub(super) fn table_key(&self, position: &Position<V>) -> Key {
        let limit = V::RULES.no_progress.limit(self.root.arbiter_plies);
        let quiet = position.quiet_plies();
        let mut key = position.key();
        if quiet > limit / 3 * 2 {
            key.0 ^= u64::from(quiet / 4 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        if position.ending_plies() > 0 {
            key.0 ^= u64::from(position.ending_plies()).wrapping_mul(0xd6e8_feb8_6659_fd93);
        }
        key
    }
}
