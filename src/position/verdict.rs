//! Games that end by what a position shows, without a look at the earlier ones.

use std::fmt;

use super::Position;
use super::pieces::Pieces;
use crate::rules::{Color, Variant};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who won, `None` for a draw.
    pub winner: Option<Color>,
    /// By which rule.
    pub reason: Reason,
}

/// The rule that ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move has no piece.
    NoPieces,
    /// The side to move has pieces but no legal move.
    Blocked,
    /// The same position with the same side to move for the third time.
    Repetition,
    /// One piece each, and nothing to capture now.
    OnePieceEach,
    /// One king against one man, where that wins.
    KingAgainstMan,
    /// Too many plies without a capture or a man's forward step.
    NoProgress,
    /// A small ending that stood too long.
    Ending,
    /// A player gave up: no rule computes it, but a game can hold it. The same goes for those below.
    Resignation,
    /// The players, or a referee, agreed on the result.
    Agreement,
    /// A player's time ran out.
    Time,
    /// A player made no legal move: it broke off, or what it sent was not one.
    Forfeit,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoPieces => "no pieces",
            Reason::Blocked => "no legal move",
            Reason::Repetition => "third repetition",
            Reason::OnePieceEach => "one piece each",
            Reason::KingAgainstMan => "one king against one man",
            Reason::NoProgress => "no progress",
            Reason::Ending => "move limit of the ending",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::Time => "loss on time",
            Reason::Forfeit => "forfeit",
        })
    }
}

/// Which of the ruleset's endings the material makes, from 1; 0 is none.
#[inline(always)]
pub(super) fn ending<V: Variant>(pieces: &Pieces) -> u8 {
    // No list goes beyond four pieces, and this is asked at every node.
    if V::RULES.endings.is_empty() || pieces.occupied().count() > 4 {
        return 0;
    }
    let (white, black) = (pieces.force(Color::White), pieces.force(Color::Black));
    V::RULES.endings.iter().position(|ending| ending.covers(white, black)).map_or(0, |at| at as u8 + 1)
}

impl<V: Variant> Position<V> {
    /// The verdict of the rules that look at the material and the counters alone. Blocked sides and repetitions are for
    /// those who know the moves and the history.
    ///
    /// `arbiter_plies` is the arbiter's limit of plies without progress, where the ruleset has one; 0 is no limit.
    #[inline]
    pub fn verdict(&self, arbiter_plies: u16) -> Option<Verdict> {
        let draw = |reason| Some(Verdict { winner: None, reason });
        let rules = &V::RULES;
        if rules.one_piece_each_draws || rules.king_beats_man {
            let [white, black] = self.pieces.colors;
            if white.count() == 1 && black.count() == 1 {
                let kings = self.pieces.kings;
                if rules.king_beats_man && kings.count() == 1 {
                    let winner = if white.intersects(kings) { Color::White } else { Color::Black };
                    return Some(Verdict { winner: Some(winner), reason: Reason::KingAgainstMan });
                }
                if rules.one_piece_each_draws && !self.can_capture() {
                    return draw(Reason::OnePieceEach);
                }
            }
        }
        if self.quiet_plies >= rules.no_progress.limit(arbiter_plies) {
            return draw(Reason::NoProgress);
        }
        if self.ending_limit().is_some_and(|limit| self.ending_plies >= limit) {
            return draw(Reason::Ending);
        }
        None
    }

    /// The plies that make a draw of the present ending, where the ruleset counts them.
    #[inline(always)]
    pub fn ending_limit(&self) -> Option<u16> {
        usize::from(self.ending).checked_sub(1).map(|at| V::RULES.endings[at].plies)
    }

    /// How many plies may pass until a counter makes a draw, if nothing sets it back: `u16::MAX` where there is none.
    pub fn plies_left(&self, arbiter_plies: u16) -> u16 {
        let quiet = match V::RULES.no_progress.limit(arbiter_plies) {
            u16::MAX => u16::MAX,
            limit => limit.saturating_sub(self.quiet_plies),
        };
        self.ending_limit().map_or(quiet, |limit| quiet.min(limit.saturating_sub(self.ending_plies)))
    }
}
