//! What endgame tables tell the search.
//!
//! A table knows who wins, and of the smallest classes how soon. It knows nothing of repetitions and counters, and a
//! win that is only known to be one is not yet won: somebody has to find the moves that make progress. So below a root
//! that the tables know, a position with the root's own value that has come about without progress, which is a capture
//! or a man's forward step, tells nothing new and is searched on; what the tables say counts once progress is made, or
//! once a side has let the value slip. Every step of progress keeps the win and there is an end to them, so the game is
//! really won [F. Letouzey, Scan 3.1, probes only tables smaller than the root's].
//!
//! A known distance needs no search, as long as no counter runs out before. Where a position of the game has stood twice
//! the next plies are searched all the same, for the shortest way may lead through it. Below a drawn root draws are searched on like everything else, for the
//! opponent may err.

use super::worker::Worker;
use super::{Root, Score};
use crate::position::{Move, Position};
use crate::rules::Variant;
use crate::tables::{Outcome, Value};

/// How many nodes a look into a table counts for when it comes to reading the clock: a block may have to be unpacked
/// for it, which takes as long as a thousand nodes, though seldom.
const NODES_PER_LOOK: u64 = 8;

/// From which ply on distances count where a position of the game has stood twice. The search must see for itself
/// whether it could come back before; further on there is time to see it later.
const FORESIGHT: u32 = 5;

/// What the tables know of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// Nothing.
    Nothing,
    /// Who wins, but not how.
    Standing(Value),
    /// All that the search wants to know.
    Score(Score),
}

/// What the tables know of the root.
pub(super) struct KnownRoot {
    /// The best outcome that a move has; `None` when one of them is not known.
    best: Option<Outcome>,
    /// The outcome of each legal move for the side that makes it.
    moves: Vec<(Move, Outcome)>,
    /// Whether a position that can come back has stood twice.
    is_repeated: bool,
}

impl KnownRoot {
    pub(super) fn of<V: Variant>(root: &Root<V>) -> KnownRoot {
        let (tables, position) = (&root.tables, &root.position);
        let outcome = |mv: Move| tables.outcome(&position.play(mv)).map(|outcome| (mv, outcome.before()));
        if position.count_pieces() as usize > tables.largest() {
            return KnownRoot { best: None, moves: Vec::new(), is_repeated: false };
        }
        let moves: Option<Vec<_>> = position.legal_moves().into_iter().map(outcome).collect();
        let moves = moves.unwrap_or_default();
        let best = moves.iter().map(|&(_, outcome)| outcome).reduce(Outcome::better);
        let keys = [&root.history[..], &[position.key()]].concat();
        let is_repeated = (1..keys.len()).any(|at| keys[..at].contains(&keys[at]));
        KnownRoot { best, moves, is_repeated }
    }

    /// The value of the root for the side to move there.
    pub(super) fn value(&self) -> Option<Value> {
        self.best.map(|best| best.value)
    }

    /// The value of a legal move for the side that makes it.
    pub(super) fn value_of(&self, mv: Move) -> Option<Value> {
        self.moves.iter().find(|&&(known, _)| known == mv).map(|&(_, outcome)| outcome.value)
    }

    /// Whether it is known of every move how the game ends after it, and when, before a counter can run out: there is
    /// nothing to search for. A drawn game is worth a search: the opponent may err.
    pub(super) fn is_solved(&self, plies_left: u16) -> bool {
        let is_clear = |outcome: Outcome| outcome.distance.is_some_and(|plies| u16::from(plies) <= plies_left);
        !self.is_repeated
            && self.value().is_some_and(|value| value != Value::Draw)
            && self.moves.iter().all(|&(_, outcome)| is_clear(outcome))
    }
}

impl<V: Variant> Worker<'_, V> {
    /// What the tables know of a node where nothing can be captured and no rule has decided.
    #[inline(always)]
    pub(super) fn known(&mut self, position: &Position<V>, ply: u32) -> Known {
        if position.count_pieces() > self.largest_table {
            return Known::Nothing;
        }
        self.look_up(position, ply)
    }

    fn look_up(&mut self, position: &Position<V>, ply: u32) -> Known {
        let Some(Outcome { value, distance }) = self.root.tables.probe(position) else { return Known::Nothing };
        self.count_table_hit(NODES_PER_LOOK);
        let is_new = u32::from(position.quiet_plies()) < ply;
        let plies_left = position.plies_left(self.root.arbiter_plies);
        let is_far = is_new || ply >= FORESIGHT || !self.known_root.is_repeated;
        let is_sure = |plies: &u16| *plies <= plies_left && is_far;
        let end = distance.map(u16::from).filter(is_sure).map(|plies| ply + u32::from(plies));
        match (value, end) {
            (Value::Win, Some(end)) => Known::Score(Score::won_in(end)),
            (Value::Loss, Some(end)) => Known::Score(Score::lost_in(end)),
            // An ending that is drawn by counting may be drawn before the table's win is reached.
            (Value::Win | Value::Loss, None) if position.ending_limit().is_some() => Known::Nothing,
            _ if self.is_old_news(value, is_new, ply) => Known::Standing(value),
            // The end is too far away for the counter, unless something sets it back.
            (Value::Win | Value::Loss, None) if distance.is_some() => Known::Nothing,
            (Value::Win, None) => Known::Score(Score::table_won(ply)),
            (Value::Draw, _) => Known::Score(Score::DRAW),
            (Value::Loss, None) => Known::Score(Score::table_lost(ply)),
        }
    }

    /// Whether the value is the root's, as far as that is known, and where it is not drawn, no progress was made since.
    fn is_old_news(&self, value: Value, is_new: bool, ply: u32) -> bool {
        let root_value = self.known_root.value();
        let expected = if ply.is_multiple_of(2) { root_value } else { root_value.map(Value::before) };
        match expected {
            Some(Value::Draw) => value == Value::Draw,
            expected => !is_new && expected.is_none_or(|expected| expected == value),
        }
    }

    /// The score of a calm position that is searched no further.
    #[inline(always)]
    pub(super) fn settle(&self, position: &Position<V>, known: Known) -> Score {
        match known {
            Known::Score(score) => score,
            Known::Nothing => self.evaluate(position),
            Known::Standing(value) => weighed(self.evaluate(position), value),
        }
    }

    /// A line that ends in a position with a known distance, played on to the end of the game as the tables have it.
    pub(super) fn played_out(&self, line: Vec<Move>) -> Vec<Move> {
        let mut position = line.iter().fold(self.root.position, |position, &mv| position.play(mv));
        let mut line = line;
        while position.verdict(self.root.arbiter_plies).is_none()
            && let Some(mv) = self.root.tables.fastest(&position)
        {
            line.push(mv);
            position = position.play(mv);
        }
        line
    }
}

/// An evaluation as it counts where the tables know the value, both for the same side.
pub(super) fn weighed(evaluation: Score, value: Value) -> Score {
    match value {
        Value::Win => evaluation.as_still_to_win(),
        Value::Draw => evaluation,
        Value::Loss => -(-evaluation).as_still_to_win(),
    }
}
