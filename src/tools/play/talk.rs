//! What is said in a game.

use crate::engine::MoveView;
use crate::position::Verdict;
use crate::rules::{Color, Rules};
use crate::tools::words;

/// How many legal moves are named to a person who typed something else.
const FEW: usize = 8;

/// A move that was played: by whom, what it takes, and whether it makes a king.
pub fn played(player: &str, mv: &MoveView) -> String {
    let verb = if player == "You" { ["play", "take", "get"] } else { ["plays", "takes", "gets"] };
    let mut text = format!("{player} {} {}", verb[0], mv.text);
    let takes = (!mv.captured.is_empty()).then(|| format!("{} {}", verb[1], listed(&mv.captured)));
    let promotes = mv.promotes.then(|| format!("{} a king", verb[2]));
    match (takes, promotes) {
        (Some(takes), Some(promotes)) => text.push_str(&format!(", {takes} and {promotes}")),
        (Some(also), None) | (None, Some(also)) => text.push_str(&format!(" and {also}")),
        (None, None) => {}
    }
    text.push('.');
    text
}

/// Who is to move, and whether there is no free choice.
pub fn turn(side: Color, legal: &[MoveView]) -> String {
    if is_capture(legal) { format!("{side} to move, and must capture.") } else { format!("{side} to move.") }
}

/// Why the legal moves are what they are: the captures with their routes, or that there is none.
pub fn why(side: Color, legal: &[MoveView], rules: &Rules) -> String {
    if !is_capture(legal) {
        return format!("{side} can capture nothing, so every move is free (type moves for the list).\n");
    }
    let law = if rules.most_pieces {
        "Who can capture must, and must take as many pieces as can be taken"
    } else {
        "Who can capture must; any capture may be chosen, but none broken off"
    };
    let most = legal.iter().map(|mv| mv.captured.len()).max().unwrap_or_default();
    let count = if rules.most_pieces { format!(", here {}", pieces(most)) } else { String::new() };
    let captures = legal.iter().map(|mv| format!("  {}  takes {}\n", mv.path.join("x"), listed(&mv.captured)));
    format!("{law}{count}:\n{}", captures.collect::<String>())
}

/// The legal moves.
pub fn moves(legal: &[MoveView]) -> String {
    let texts: Vec<&str> = legal.iter().map(|mv| mv.text.as_str()).collect();
    let count = if texts.len() == 1 { "1 legal move".to_owned() } else { format!("{} legal moves", texts.len()) };
    format!("{count}: {}", texts.join(", "))
}

/// What a person can do who typed something that is no move: the legal moves when they are few.
pub fn alternatives(legal: &[MoveView]) -> String {
    if legal.len() <= FEW { moves(legal) } else { format!("{} moves are legal (type moves for the list)", legal.len()) }
}

/// That the game is over: the result as the ruleset writes it, and why.
pub fn over(verdict: Verdict, rules: &Rules) -> String {
    let [white_wins, black_wins, draw] = rules.notation.results;
    let result = match verdict.winner {
        None => draw,
        Some(Color::White) => white_wins,
        Some(Color::Black) => black_wins,
    };
    format!("{result}, {}.", words::ending(verdict))
}

fn is_capture(legal: &[MoveView]) -> bool {
    legal.first().is_some_and(|mv| !mv.captured.is_empty())
}

fn pieces(count: usize) -> String {
    if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") }
}

fn listed(squares: &[String]) -> String {
    match squares {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        squares => squares.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::open;
    use crate::position::Reason;
    use crate::rules::VariantId;

    fn legal(variant: VariantId, fen: &str) -> Vec<MoveView> {
        let mut session = open(variant);
        session.set_position(Some(fen), &[]).unwrap();
        session.legal_moves()
    }

    #[test]
    fn moves_are_told_with_what_they_take() {
        let check = |player, fen, expected: &str| {
            assert_eq!(played(player, &legal(VariantId::Turkish, fen)[0]), expected);
        };
        check("You", "W:Wa3:Bh8", "You play a3-b3.");
        check("damier", "W:Wd4,h2:Bd5,Kc4,b5", "damier plays d4xb6 and takes c4 and b5.");
        check("You", "W:Wd4:Bd5,e6,f7", "You play d4xf8, take d5, e6 and f7 and get a king.");
        check("White", "W:Wa7:Bh3", "White plays a7-b7.");
    }

    #[test]
    fn compulsion_is_explained_by_the_rules() {
        let check = |variant: VariantId, fen, expected: &str| {
            assert_eq!(why(Color::White, &legal(variant, fen), variant.rules()), expected);
        };
        let free = "White can capture nothing, so every move is free (type moves for the list).\n";
        check(VariantId::Turkish, "W:Wa3:Bh8", free);
        check(
            VariantId::Turkish,
            "W:Wd4,a4:Bd5,e6,f7,a5,Kh8",
            "Who can capture must, and must take as many pieces as can be taken, here 3 pieces:\n  \
             d4xd6xf6xf8  takes d5, e6 and f7\n",
        );
        check(
            VariantId::English,
            "W:W27,15:B23,10",
            "Who can capture must; any capture may be chosen, but none broken off:\n  15x6  takes 10\n  27x18  takes 23\n",
        );
    }

    #[test]
    fn results_are_those_of_the_ruleset() {
        let draw = Verdict { winner: None, reason: Reason::OnePieceEach };
        assert_eq!(over(draw, VariantId::Turkish.rules()), "1/2-1/2, a draw: one piece each.");
        let won = Verdict { winner: Some(Color::Black), reason: Reason::Blocked };
        assert_eq!(over(won, VariantId::International.rules()), "0-2, Black wins: White has no legal move.");
    }
}
