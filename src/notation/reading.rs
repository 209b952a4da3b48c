//! Reading moves, in every notation that people and programs write.
//!
//! A text names squares, and separators between them carry no meaning. The squares are those a move visits: its two
//! ends and any of the squares it lands on between them. If the second square holds an enemy piece, nothing can land
//! there first, so the text is tried as the federation's form too: the start and then every captured square. Where
//! both could be meant, at most one is legal: when the most pieces must be taken, a move that visits as many squares
//! as another takes pieces names all of its landing squares, and the first of them was empty.

use super::refusal::{MoveError, MoveFault, ambiguous, refusal};
use super::routes::visits;
use super::squares::{has_letters, read_square};
use crate::board::{Bitboard, Square};
use crate::position::{Move, Position};
use crate::rules::Variant;

/// Reads a legal move. Accepted are, with blanks around them:
///
/// - `a3a4`, `a3-a4`, `d4d6f6`, `d4xd6xf6`, `d4:d6:f6`, `d4×d6×f6`, in small letters and capitals;
/// - `32-28`, `28x19`, and without separators two digits a square: `3228`, `0116`;
/// - both kinds of squares on every board, but not in one move;
/// - a capture by its two ends and any of the squares it lands on between, if that fits one legal move; naming all
///   of them always does;
/// - the federation's start and captured squares, in any order: `f3xf4xe5xd6xc7`, with the end where there are
///   several: `h1xh6→h8`, `h1xh6->h8`.
///
/// # Errors
/// When the text has no such form, and when it fits no legal move or several: the error says why, see [`MoveFault`].
pub fn read_move<V: Variant>(position: &Position<V>, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    scan::<V>(text).and_then(|named| find(position, &named)).map_err(|fault| MoveError::new(text, fault))
}

/// The squares that a text names.
struct Named {
    /// At least two.
    squares: Vec<Square>,
    /// Whether an arrow stands before the last one.
    arrow: bool,
}

fn scan<V: Variant>(text: &str) -> Result<Named, MoveFault> {
    let square = |text: &str| read_square::<V>(text).map_err(MoveFault::Square);
    let mut named = Named { squares: Vec::new(), arrow: false };
    if text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        if !text.len().is_multiple_of(2) {
            return Err(MoveFault::OddDigits);
        }
        for at in (0..text.len()).step_by(2) {
            named.squares.push(square(&text[at..at + 2])?);
        }
        return Ok(named);
    }
    let mut rest = text;
    loop {
        let (name, after) = rest.split_at(name_length(rest));
        if name.is_empty() {
            return Err(rest.chars().next().map_or(MoveFault::NotAMove(example::<V>()), MoveFault::Unexpected));
        }
        if has_letters(name) != has_letters(text) {
            return Err(MoveFault::MixedKinds);
        }
        named.squares.push(square(name)?);
        if after.is_empty() {
            break;
        }
        // The end of the move stands behind the arrow, and nothing behind the end.
        if named.arrow {
            return Err(MoveFault::Unexpected(after.chars().next().unwrap_or_default()));
        }
        (rest, named.arrow) = skip_separator(after);
    }
    if named.squares.len() < 2 { Err(MoveFault::NotAMove(example::<V>())) } else { Ok(named) }
}

/// How many bytes the name of a square has that begins here: a letter and digits, or digits.
fn name_length(text: &str) -> usize {
    let letter = usize::from(has_letters(text));
    let digits = text[letter..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 { 0 } else { letter + digits }
}

/// What follows a separator, if there is one, and whether it is an arrow.
fn skip_separator(text: &str) -> (&str, bool) {
    if let Some(rest) = text.strip_prefix("->").or_else(|| text.strip_prefix('→')) {
        return (rest, true);
    }
    (text.strip_prefix(['-', 'x', 'X', ':', '×']).unwrap_or(text), false)
}

fn example<V: Variant>() -> &'static str {
    if V::RULES.notation.letters { "c3-d4" } else { "11-15" }
}

fn find<V: Variant>(position: &Position<V>, named: &Named) -> Result<Move, MoveFault> {
    let legal = position.legal_moves();
    let squares = &named.squares[..];
    if position.pieces(!position.side_to_move()).contains(squares[1]) {
        let candidates = by_captured(&legal, named);
        if !candidates.is_empty() {
            return only(position, &candidates);
        }
    }
    let (from, to, between) = (squares[0], squares[squares.len() - 1], &squares[1..squares.len() - 1]);
    let mut candidates: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|mv| mv.from() == from && mv.to() == to && visits(position, *mv, between))
        .collect();
    // All landing squares together tell what was taken, though a longer move may land on them too.
    let jumps = squares.len() as u32 - 1;
    if let Some(&full) = candidates.iter().find(|mv| mv.captured().count().max(1) == jumps) {
        candidates = vec![full];
    }
    if candidates.is_empty() { Err(refusal(position, &legal, squares)) } else { only(position, &candidates) }
}

/// The moves that take exactly the named squares after the first, and end behind the arrow if there is one.
fn by_captured(legal: &[Move], named: &Named) -> Vec<Move> {
    let (from, mut taken) = (named.squares[0], &named.squares[1..]);
    let mut end = None;
    if let (true, [others @ .., last]) = (named.arrow, taken) {
        (taken, end) = (others, Some(*last));
    }
    let captured: Bitboard = taken.iter().copied().collect();
    if captured.is_empty() || captured.count() as usize != taken.len() {
        return Vec::new();
    }
    let fits = |mv: &Move| mv.from() == from && mv.captured() == captured && end.is_none_or(|end| end == mv.to());
    legal.iter().copied().filter(fits).collect()
}

fn only<V: Variant>(position: &Position<V>, candidates: &[Move]) -> Result<Move, MoveFault> {
    match candidates {
        [mv] => Ok(*mv),
        _ => Err(ambiguous(position, candidates)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read_fen, write_federation};
    use super::*;
    use crate::rules::{Brazilian, English, International, Turkish};

    /// The move that a text is read as, with its captures, or the error.
    fn check<V: Variant>(fen: &str, text: &str, expected: &str) {
        let position = read_fen::<V>(fen).unwrap();
        let shown = match read_move(&position, text) {
            Ok(mv) => write_federation(&position, mv, &position.legal_moves()),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, expected, "{fen} {text}");
    }

    #[test]
    fn moves_without_a_capture() {
        for text in ["a3a4", "a3-a4", "A3A4", "A3-a4", "  a3-a4 ", "17-25", "1725", "a3:a4", "a3->a4"] {
            check::<Turkish>("W:Wa3:Bh8", text, "a3-a4");
        }
        for text in ["1-6", "0106", "01-06", "b8c7", "B8-C7"] {
            check::<English>("B:W32:B1", text, "1-6");
        }
        for text in ["6-1", "0601", "a9b10", "A9-B10"] {
            check::<International>("W:W6:B5", text, "6-1");
        }
    }

    #[test]
    fn captures_by_their_ends_and_squares_between() {
        let fen = "W:Wd4:Bd5,e6,f7";
        for text in ["d4xf8", "d4f8", "d4:f8", "d4×f8", "d4-f8", "D4XF8", "d4d6f6f8", "d4xd6xf8", "d4:f6:f8", "2862"] {
            check::<Turkish>(fen, text, "d4xd5xe6xf7");
        }
        // A jumped piece is no landing square, and squares must be named in their order.
        check::<Turkish>(fen, "d4xf6xd6xf8", "'d4xf6xd6xf8': a capture of 3 pieces is compulsory: d4xd6xf6xf8");
    }

    #[test]
    fn captures_by_the_pieces_taken() {
        let fen = "W:Wd4:Bd5,e6,f7";
        for text in ["d4xd5xe6xf7", "d4xe6xf7xd5", "d4d5e6f7", "d4xd5xe6xf7→f8", "d4xd5xe6xf7->F8"] {
            check::<Turkish>(fen, text, "d4xd5xe6xf7");
        }
        check::<Turkish>("W:Wa2,Kh1:Bh6,a7", "h1xh6→h8", "h1xh6→h8");
        check::<Turkish>("W:Wa2,Kh1:Bh6,a7", "h1xh6->h7", "h1xh6→h7");
        check::<Turkish>("W:Wa2,Kh1:Bh6,a7", "h1xh6", "'h1xh6': ambiguous, it can be h1xh7, h1xh8");
        let compulsory = "a capture of 3 pieces is compulsory: d4xd6xf6xf8";
        for text in ["d4xd5", "d4xd5xe6", "d4xd5xe6xe6", "d4xd5xe6xf7xf8", "d4xd5xe6xf7→f7", "d4xd5→d6"] {
            check::<Turkish>(fen, text, &format!("'{text}': {compulsory}"));
        }
    }

    #[test]
    fn a_move_may_end_on_a_piece_it_took() {
        let fen = "W:WKa1:Ba3,c5,e4,c3";
        check::<Turkish>(fen, "a1xa3", "a1xa3xc5xe4xc3→a3");
        check::<Turkish>(fen, "a1a5e5e3a3", "a1xa3xc5xe4xc3→a3");
        check::<Turkish>(fen, "a1xe3xa3", "a1xa3xc5xe4xc3→a3");
        check::<Turkish>(fen, "a1xa3xc5xc3xe4→a3", "a1xa3xc5xe4xc3→a3");
        check::<Turkish>(fen, "a1xb3", "a1xa3xc5xe4xc3→b3");
    }

    #[test]
    fn all_landing_squares_name_the_shorter_of_two_moves() {
        let fen = "B:Wc5,c3,e3,e5,e7:BKb4";
        check::<English>(fen, "b4xd6xf8", "17x14x7");
        check::<English>(fen, "b4xd2xf8", "17x22x23x15x7");
        check::<English>(fen, "17x10x3", "17x14x7");
        check::<English>(fen, "b4xf8", "'b4xf8': ambiguous, it can be 17x10x3, 17x26x19x10x3");
    }

    #[test]
    fn other_texts_are_refused() {
        let at_least_two = "expected at least two squares, as in c3-d4";
        let light = "'e4' is a light square, the game is played on the dark ones";
        for (text, fault) in [
            ("", at_least_two),
            ("d4", at_least_two),
            ("12", at_least_two),
            ("d4x", at_least_two),
            ("hello", "unexpected 'h'"),
            ("d4-c5+", "unexpected '+'"),
            ("d4-c5!", "unexpected '!'"),
            ("d4-c5?", "unexpected '?'"),
            ("d4 c5", "unexpected ' '"),
            ("d4--c5", "unexpected '-'"),
            ("d4-e5-", at_least_two),
            ("d4→c5→d6", "unexpected '→'"),
            ("d4-é5", "unexpected 'é'"),
            ("d4-12", "squares are named by letters or by numbers, not by both"),
            ("12-d4", "squares are named by letters or by numbers, not by both"),
            ("123", "without separators every square has two digits, as in 0116"),
            ("c3e4", light),
        ] {
            check::<Brazilian>("W:Wc3:Bh8", text, &format!("'{text}': {fault}"));
        }
        check::<Turkish>("W:Wa3:Bh8", "a3a9", "'a3a9': 'a9' is not on the board, its squares are a1 to h8");
        check::<International>("W:W32:B1", "32-51", "'32-51': '51' is not on the board, its squares are 1 to 50");
        let long = format!("'{}…': 'a99' is not on the board, its squares are a1 to h8", "a99".repeat(20));
        check::<Turkish>("W:Wa3:Bh8", &"a99".repeat(3000), &long);
        check::<International>(
            "W:W32:B1",
            &"7".repeat(10_000),
            &format!("'{}…': '77' is not on the board, its squares are 1 to 50", "7".repeat(60)),
        );
    }
}
