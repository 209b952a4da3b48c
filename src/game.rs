//! A game: where it started, what was played, and whether it is over.

use crate::position::{Key, Move, Position, Reason, Verdict};
use crate::rules::Variant;

/// A game of `V` in progress or finished.
///
/// Invariant: `positions` holds the start position and the position after each of `moves`, so it is never empty.
#[derive(Clone)]
pub struct Game<V> {
    positions: Vec<Position<V>>,
    moves: Vec<Move>,
    /// The arbiter's limit of plies without progress, 0 for none; rulesets with a limit of their own ignore it.
    arbiter_plies: u16,
    declared: Option<Verdict>,
}

impl<V: Variant> Game<V> {
    /// A game that starts from `start`, with the ruleset's usual limit of plies without progress.
    pub fn new(start: Position<V>) -> Game<V> {
        let arbiter_plies = V::RULES.no_progress.default_arbiter_plies();
        Game { positions: vec![start], moves: Vec::new(), arbiter_plies, declared: None }
    }

    /// Sets the arbiter's limit of plies without progress, 0 for none.
    pub fn set_arbiter_plies(&mut self, plies: u16) {
        self.arbiter_plies = plies;
    }

    /// The arbiter's limit of plies without progress, 0 for none.
    pub fn arbiter_plies(&self) -> u16 {
        self.arbiter_plies
    }

    /// The position to move in.
    pub fn position(&self) -> &Position<V> {
        &self.positions[self.moves.len()]
    }

    /// The start position and the position after each move.
    pub fn positions(&self) -> &[Position<V>] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move, which must be legal; a game that is over can be played on, as analysts do.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.position().legal_moves().contains(&mv));
        let next = self.position().play(mv);
        self.positions.push(next);
        self.moves.push(mv);
        self.declared = None;
    }

    /// Takes the last move back and returns it, `None` at the start.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.declared = None;
        Some(mv)
    }

    /// Ends the game by something no rule computes: resignation, agreement, time.
    pub fn declare(&mut self, verdict: Verdict) {
        self.declared = Some(verdict);
    }

    /// Takes the declared end back; `false` when none was declared.
    pub fn retract(&mut self) -> bool {
        self.declared.take().is_some()
    }

    /// The keys of the earlier positions that can still come back, oldest first, without the present one: what a search
    /// needs to know of the past.
    pub fn history(&self) -> Vec<Key> {
        let last = self.moves.len();
        let reach = usize::from(self.position().quiet_plies()).min(last);
        self.positions[last - reach..last].iter().map(Position::key).collect()
    }

    /// How often the present position has stood on the board with the same side to move, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.position().key();
        1 + self.history().iter().filter(|&&earlier| earlier == key).count()
    }

    /// How the game ended, `None` while it goes on.
    pub fn verdict(&self) -> Option<Verdict> {
        let position = self.position();
        let lost = |reason| Some(Verdict { winner: Some(!position.side_to_move()), reason });
        if self.declared.is_some() {
            return self.declared;
        }
        if position.pieces(position.side_to_move()).is_empty() {
            return lost(Reason::NoPieces);
        }
        if position.count_moves() == 0 {
            return lost(Reason::Blocked);
        }
        position
            .verdict(self.arbiter_plies)
            .or_else(|| (self.occurrences() >= 3).then_some(Verdict { winner: None, reason: Reason::Repetition }))
    }

    /// The result text of PDN: who won, or `*`.
    pub fn result_text(&self) -> &'static str {
        let [white_wins, black_wins, draw] = V::RULES.notation.results;
        match self.verdict().map(|verdict| verdict.winner) {
            None => "*",
            Some(None) => draw,
            Some(Some(crate::rules::Color::White)) => white_wins,
            Some(Some(crate::rules::Color::Black)) => black_wins,
        }
    }
}
