//! Games that a referee ends early, because both players know how they will end.

use crate::protocol::client::Opinion;
use crate::rules::Color;

/// When games end early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When a player has lost.
    pub resign: Option<ResignRule>,
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
    /// After how many moves of each side a game is drawn, whatever the position.
    pub longest: Option<u32>,
}

/// A player loses who sees itself so far behind in so many of its moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// How many moves in a row.
    pub moves: u32,
    /// How far behind at least, in hundredths of a man.
    pub score: i32,
    /// Whether the winner must see it so as well.
    pub two_sided: bool,
}

/// A game is drawn when both players see it as even for so many moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// How many moves of each in a row.
    pub moves: u32,
    /// How far from even at most, in hundredths of a man.
    pub score: i32,
}

/// What the referee decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// This side has lost.
    Lost(Color),
    /// The players agree on a draw.
    Drawn,
    /// The game is too long.
    TooLong,
}

/// A referee who listens to the players of one game.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Adjudication,
    /// How many moves in a row each side has seen itself lost.
    lost: [u32; 2],
    /// How many moves in a row each side has seen itself won.
    won: [u32; 2],
    /// How many plies in a row were seen as even.
    even: u32,
    plies: u32,
}

impl Referee {
    /// A referee at the start of a game.
    pub fn new(rules: Adjudication) -> Referee {
        Referee { rules, lost: [0; 2], won: [0; 2], even: 0, plies: 0 }
    }

    /// Hears what `side` thought of the move it made. A player without an opinion agrees to nothing.
    pub fn hear(&mut self, side: Color, opinion: Option<Opinion>) -> Option<Ruling> {
        self.plies += 1;
        let value = opinion.map(|opinion| match opinion {
            Opinion::Score(score) => score,
            Opinion::Mate(moves) if moves > 0 => i32::MAX,
            Opinion::Mate(_) => i32::MIN,
        });
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            let at = side.index();
            count(&mut self.lost[at], value.is_some_and(|value| value <= -rule.score));
            count(&mut self.won[at], value.is_some_and(|value| value >= rule.score));
            for loser in [Color::White, Color::Black] {
                let agreed = !rule.two_sided || self.won[(!loser).index()] >= rule.moves;
                if self.lost[loser.index()] >= rule.moves && agreed {
                    return Some(Ruling::Lost(loser));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let limit = -rule.score..=rule.score;
            count(&mut self.even, value.is_some_and(|value| limit.contains(&value)));
            if self.plies >= 2 * rule.from_move && self.even >= 2 * rule.moves {
                return Some(Ruling::Drawn);
            }
        }
        (self.rules.longest.is_some_and(|moves| self.plies >= 2 * moves)).then_some(Ruling::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply after which a ruling falls, and which; White begins.
    fn check(rules: Adjudication, scores: &[i32], expected: Option<(usize, Ruling)>) {
        let mut referee = Referee::new(rules);
        let mut ruled = None;
        for (at, &score) in scores.iter().enumerate() {
            let side = if at % 2 == 0 { Color::White } else { Color::Black };
            ruled = referee.hear(side, Some(Opinion::Score(score))).map(|ruling| (at + 1, ruling));
            if ruled.is_some() {
                break;
            }
        }
        assert_eq!(ruled, expected, "{scores:?}");
    }

    #[test]
    fn a_player_resigns_after_its_own_moves_in_a_row() {
        let rules = |two_sided| Adjudication {
            resign: Some(ResignRule { moves: 2, score: 500, two_sided }),
            ..Adjudication::default()
        };
        check(rules(false), &[-500, 0, -600], Some((3, Ruling::Lost(Color::White))));
        check(rules(false), &[-500, 0, -499, 0, -500], None);
        check(rules(false), &[0, -900, 0, -900], Some((4, Ruling::Lost(Color::Black))));
        check(rules(true), &[-500, 0, -600, 600, -600, 600], Some((6, Ruling::Lost(Color::White))));
    }

    #[test]
    fn a_draw_needs_both_and_time() {
        let draw = Some(DrawRule { from_move: 2, moves: 1, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        check(rules, &[0, 0, 0, 0], Some((4, Ruling::Drawn)));
        check(rules, &[0, 0, 0, 11, -10, 10], Some((6, Ruling::Drawn)));
        check(rules, &[0, 20, 0, 20, 0, 20], None);
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication { longest: Some(2), ..Adjudication::default() };
        check(rules, &[900, -900, 900, -900, 900], Some((4, Ruling::TooLong)));
    }

    #[test]
    fn an_announced_loss_counts_and_silence_does_not() {
        let resign = Some(ResignRule { moves: 1, score: 500, two_sided: false });
        let mut referee = Referee::new(Adjudication { resign, ..Adjudication::default() });
        assert_eq!(referee.hear(Color::White, None), None);
        assert_eq!(referee.hear(Color::Black, Some(Opinion::Mate(-3))), Some(Ruling::Lost(Color::Black)));
    }
}
