//! What a score, or the end of a game, means in words that a player uses.

use crate::engine::Line;
use crate::position::{Reason, Verdict};
use crate::rules::Color;
use crate::search::Score;

/// Up to here, in hundredths of a man, neither side is better.
const EVEN: i32 = 15;
/// Up to here, in hundredths of a man, a side is only slightly better.
const SLIGHT: i32 = 35;

/// The judgement of a search as a sentence: who is better and by how much, or who wins and how soon, and the best move.
/// `score` is for `side`, who is to move; `best` is the move in PDN, `None` when there is no legal one.
///
/// ```
/// use damier::rules::Color;
/// use damier::search::Score;
/// use damier::tools::judgement;
///
/// let told = judgement(Score::centimen(-140), Color::Black, Some("d6-d5"));
/// assert_eq!(told, "White is better by about one and a half men; best is d6-d5.");
/// ```
pub fn judgement(score: Score, side: Color, best: Option<&str>) -> String {
    match best {
        None => format!("{}.", capital(&standing(score, side))),
        Some(best) if score.mate_in() == Some(1) => format!("{side} wins at once with {best}."),
        Some(best) => format!("{}; best is {best}.", capital(&standing(score, side))),
    }
}

/// The judgement of a line as a sentence; `best` is its move in PDN, played by `side`.
pub fn judgement_of(line: &Line, side: Color, best: &str) -> String {
    if line.is_known_draw {
        format!("The ending is drawn; best is {best}.")
    } else {
        judgement(line.score, side, Some(best))
    }
}

/// Who is better and by how much, or who wins and how soon. `score` is for `side`.
pub fn standing(score: Score, side: Color) -> String {
    let value = score.value().abs();
    match score.mate_in() {
        Some(0) => return format!("{side} has lost"),
        Some(moves) if moves > 0 => return format!("{side} wins in {}", count_moves(moves)),
        Some(moves) => return format!("{side} loses in {} at best", count_moves(-moves)),
        None if value <= EVEN => return "the game is about even".to_owned(),
        None => {}
    }
    let better = if score > Score::DRAW { side } else { !side };
    if score.is_decided() {
        return format!("{better} has a won ending");
    }
    if value <= SLIGHT {
        format!("{better} is slightly better")
    } else {
        format!("{better} is better by {}", amount(value))
    }
}

/// How a game ended: who won, or that it is a draw, and why.
pub fn ending(verdict: Verdict) -> String {
    let result = match verdict.winner {
        Some(winner) => format!("{winner} wins"),
        None => "a draw".to_owned(),
    };
    let loser = verdict.winner.map(|winner| !winner);
    let why = match (verdict.reason, loser) {
        (Reason::NoPieces, Some(loser)) => format!("{loser} has no piece left"),
        (Reason::Blocked, Some(loser)) => format!("{loser} has no legal move"),
        (Reason::Resignation, Some(loser)) => format!("{loser} resigns"),
        (Reason::Time, Some(loser)) => format!("{loser}'s time ran out"),
        (Reason::Forfeit, Some(loser)) => format!("{loser} broke off"),
        (Reason::Repetition, _) => "the same position for the third time".to_owned(),
        (Reason::NoProgress, _) => "too many moves without progress".to_owned(),
        (reason, _) => reason.to_string(),
    };
    format!("{result}: {why}")
}

/// The same text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

/// A number of hundredths of a man, to the nearest half man.
fn amount(value: i32) -> String {
    const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let halves = ((value + 25) / 50) as usize;
    let (whole, has_half) = (halves / 2, halves % 2 == 1);
    let number = |whole: usize| NUMBERS.get(whole.wrapping_sub(1));
    match (number(whole), has_half) {
        (None, _) if whole == 0 => "about half a man".to_owned(),
        (Some(number), false) if whole == 1 => format!("about {number} man"),
        (Some(number), false) => format!("about {number} men"),
        (Some(number), true) if whole < NUMBERS.len() => format!("about {number} and a half men"),
        _ => "more than ten men".to_owned(),
    }
}

fn count_moves(moves: i32) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_in_men() {
        let check = |score, expected: &str| assert_eq!(standing(Score::centimen(score), Color::White), expected);
        check(0, "the game is about even");
        check(15, "the game is about even");
        check(-15, "the game is about even");
        check(16, "White is slightly better");
        check(-35, "Black is slightly better");
        check(36, "White is better by about half a man");
        check(74, "White is better by about half a man");
        check(75, "White is better by about one man");
        check(-124, "Black is better by about one man");
        check(125, "White is better by about one and a half men");
        check(200, "White is better by about two men");
        check(-260, "Black is better by about two and a half men");
        check(1_024, "White is better by about ten men");
        check(1_025, "White is better by more than ten men");
        check(-20_000, "Black is better by more than ten men");
    }

    #[test]
    fn every_score_short_of_a_win_has_words() {
        for value in 0..=Score::MAX_EVAL.value() {
            let (for_white, for_black) = (Score::centimen(value), Score::centimen(-value));
            let words = standing(for_white, Color::White);
            assert_eq!(words, standing(for_black, Color::Black), "{value}");
            assert_eq!(words.contains("White"), value > EVEN, "{value}");
        }
    }

    #[test]
    fn wins_and_losses() {
        let check = |score, side, expected: &str| assert_eq!(judgement(score, side, Some("d3-d4")), expected);
        check(Score::won_in(13), Color::Black, "Black wins in 7 moves; best is d3-d4.");
        check(Score::won_in(1), Color::White, "White wins at once with d3-d4.");
        check(Score::lost_in(6), Color::White, "White loses in 3 moves at best; best is d3-d4.");
        check(Score::lost_in(2), Color::Black, "Black loses in 1 move at best; best is d3-d4.");
        check(Score::table_won(9), Color::Black, "Black has a won ending; best is d3-d4.");
        check(Score::table_lost(0), Color::Black, "White has a won ending; best is d3-d4.");
        check(Score::DRAW, Color::Black, "The game is about even; best is d3-d4.");
        assert_eq!(judgement(Score::lost_in(0), Color::White, None), "White has lost.");
    }

    #[test]
    fn endings() {
        let check = |winner, reason, expected: &str| assert_eq!(ending(Verdict { winner, reason }), expected);
        check(Some(Color::Black), Reason::Blocked, "Black wins: White has no legal move");
        check(Some(Color::White), Reason::NoPieces, "White wins: Black has no piece left");
        check(Some(Color::White), Reason::Resignation, "White wins: Black resigns");
        check(Some(Color::White), Reason::KingAgainstMan, "White wins: one king against one man");
        check(None, Reason::Repetition, "a draw: the same position for the third time");
        check(None, Reason::Agreement, "a draw: agreement");
    }
}
