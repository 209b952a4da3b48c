//! The text of Hub, version 2: lines of arguments, positions, and moves that name what they capture.
//!
//! # Two numberings
//! The string of a position lists the squares row by row from the top-left corner. Moves are numbered as clients expect
//! it, which for several games is another order:
//!
//! | game | a move's number of a square |
//! |---|---|
//! | international | as in the position string |
//! | the Turkish family | a1 = 1, b1 = 2, … h8 = 64 |
//! | brazilian, american | a1 = 1, c1 = 2, … h8 = 32 |
//! | english | as the game is written down: 1 on Black's side |
//!
//! And in the position string of English draughts the first mover, Black, is `W`, with its men at the bottom: colors are
//! exchanged and the board is turned round.

use crate::board::{Bitboard, Square};
use crate::position::{Move, Position};
use crate::rules::{Color, Variant};

/// The arguments of a line, its command included as the first: names with their values, which are empty for flags.
/// A value may stand in double quotes, which are taken off.
pub fn arguments(line: &str) -> Vec<(String, String)> {
    let mut list = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|at: char| at.is_whitespace() || at == '=').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let mut value = String::new();
        rest = after.trim_start();
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let (text, next) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            value = text.to_owned();
            rest = next.trim_start();
        }
        list.push((name.to_owned(), value));
    }
    list
}

/// The value of a name in a list of arguments.
pub fn value<'a>(arguments: &'a [(String, String)], name: &str) -> Option<&'a str> {
    arguments.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

/// A value as a line holds it: in quotes when it is empty or holds blanks or `=`. There is no way to write a quote, so
/// it is dropped.
pub fn quoted(value: &str) -> String {
    let value = value.replace('"', "");
    let is_plain = !value.is_empty() && !value.contains(|at: char| at.is_whitespace() || at == '=');
    if is_plain { value } else { format!("\"{value}\"") }
}

/// Whether the first mover is Black, so that colors are exchanged on the way.
fn is_turned<V: Variant>() -> bool {
    V::RULES.first_mover == Color::Black
}

/// The place of a square in the position string, from 0.
fn place<V: Variant>(square: Square) -> usize {
    let board = &V::RULES.board;
    let place = if board.is_diagonal() {
        usize::from(board.number(square)) - 1
    } else {
        usize::from(board.size() - 1 - board.rank(square)) * usize::from(board.size()) + usize::from(board.file(square))
    };
    if is_turned::<V>() { usize::from(board.square_count()) - 1 - place } else { place }
}

/// The number of a square in a move.
fn number<V: Variant>(square: Square) -> u8 {
    let board = &V::RULES.board;
    if board.is_diagonal() && V::RULES.notation.letters {
        board.rank(square) * (board.size() / 2) + board.file(square) / 2 + 1
    } else {
        board.number(square)
    }
}

/// The position as a string: the side to move, then a letter for every square.
pub fn write_position<V: Variant>(position: &Position<V>) -> String {
    let turned = is_turned::<V>();
    let color_of = |color: Color| if turned { !color } else { color };
    let mut letters = vec!['e'; V::RULES.board.square_count().into()];
    for color in [Color::White, Color::Black] {
        let king = color_of(color).letter();
        for square in position.pieces(color) {
            let is_king = position.kings(color).contains(square);
            letters[place::<V>(square)] = if is_king { king } else { king.to_ascii_lowercase() };
        }
    }
    let mut text = String::from(color_of(position.side_to_move()).letter());
    text.extend(letters);
    text
}

/// The move as text: `32-28`, or `28x19x23` with every captured square after the two ends.
pub fn write_move<V: Variant>(mv: Move) -> String {
    let (from, to) = (number::<V>(mv.from()), number::<V>(mv.to()));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let mut captured: Vec<u8> = mv.captured().into_iter().map(number::<V>).collect();
    captured.sort_unstable();
    captured.iter().fold(format!("{from}x{to}"), |text, square| format!("{text}x{square}"))
}

/// Reads a legal move; captured squares may come in any order.
///
/// # Errors
/// A sentence that quotes the text, when it has no such form or is not legal.
pub fn read_move<V: Variant>(position: &Position<V>, text: &str) -> Result<Move, String> {
    let shown: String = text.chars().take(60).collect();
    let no_move = || format!("'{shown}': expected a move such as 32-28, or 28x19x23 with the captured squares");
    let numbers: Option<Vec<u8>> = text.split(['-', 'x']).map(|part| part.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() >= 2).ok_or_else(no_move)?;
    let board = &V::RULES.board;
    let square = |wanted: u8| board.playable().into_iter().find(|&square| number::<V>(square) == wanted);
    let squares: Option<Vec<Square>> = numbers.into_iter().map(square).collect();
    let squares = squares.ok_or_else(|| format!("'{shown}': there is no such square"))?;
    let captured: Bitboard = squares[2..].iter().copied().collect();
    let fits = |mv: &Move| mv.from() == squares[0] && mv.to() == squares[1] && mv.captured() == captured;
    position.legal_moves().into_iter().find(fits).ok_or_else(|| format!("'{shown}' is not a legal move"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::notation::read_fen;
    use crate::rules::{American, Brazilian, English, International, Turkish};

    #[test]
    fn lines_are_taken_apart() {
        let check = |line: &str, expected: &[(&str, &str)]| {
            let found = arguments(line);
            let found: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            assert_eq!(found, expected, "{line}");
        };
        check("wait", &[("wait", "")]);
        check("  id name=\"My Engine\" version = 1.0 ", &[("id", ""), ("name", "My Engine"), ("version", "1.0")]);
        check("a b=\"\" c", &[("a", ""), ("b", ""), ("c", "")]);
        check("info pv=\"32-28 19x23", &[("info", ""), ("pv", "32-28 19x23")]);
        check("", &[]);
        check("=3", &[("", "3")]);
        assert_eq!(quoted("a b"), "\"a b\"");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("16"), "16");
    }

    #[test]
    fn start_positions() {
        fn start<V: Variant>() -> String {
            write_position(&Position::<V>::start())
        }
        let rows = |letter: &str, count| letter.repeat(count);
        let turkish = format!("W{}{}{}{}{}", rows("e", 8), rows("b", 16), rows("e", 16), rows("w", 16), rows("e", 8));
        assert_eq!(start::<Turkish>(), turkish);
        assert_eq!(start::<International>(), format!("W{}{}{}", rows("b", 20), rows("e", 10), rows("w", 20)));
        let small = format!("W{}{}{}", rows("b", 12), rows("e", 8), rows("w", 12));
        assert_eq!(start::<Brazilian>(), small);
        assert_eq!(start::<English>(), small);
    }

    #[test]
    fn kings_are_capitals_and_english_is_turned() {
        let english = read_fen::<English>("W:W32,K31:B1").unwrap();
        let text = write_position(&english);
        // 32 becomes the first square, 31 the second, 1 the last.
        assert!(text.starts_with("BbBe") && text.ends_with("ew"), "{text}");
    }

    /// The numbers of all legal moves, and that each is read back.
    fn check<V: Variant>(fen: &str, expected: &str) {
        let position = read_fen::<V>(fen).unwrap();
        let legal = position.legal_moves();
        for &mv in &legal {
            assert_eq!(read_move(&position, &write_move::<V>(mv)), Ok(mv));
        }
        let mut texts: Vec<String> = legal.iter().map(|&mv| write_move::<V>(mv)).collect();
        texts.sort();
        assert_eq!(texts.join(" "), expected, "{fen}");
    }

    #[test]
    fn moves_have_the_clients_numbers() {
        check::<Turkish>("W:Wa3:Bh8", "17-18 17-25");
        check::<Turkish>("W:Wd4:Bd5,e6,f7", "28x62x36x45x54");
        check::<Brazilian>("W:Wc3:Bh8", "10-13 10-14");
        check::<American>("W:Wc3:Bh8", "10-13 10-14");
        check::<English>("B:W32:B12", "12-16");
        check::<International>("W:W32:B28", "32x23x28");
    }

    #[test]
    fn captured_squares_come_in_any_order_but_all() {
        let position = read_fen::<Turkish>("W:Wd4:Bd5,e6,f7").unwrap();
        assert!(read_move(&position, "28x62x54x36x45").is_ok());
        assert_eq!(read_move(&position, "28x62").unwrap_err(), "'28x62' is not a legal move");
        assert_eq!(read_move(&position, "28-65").unwrap_err(), "'28-65': there is no such square");
        assert!(read_move(&position, "none").unwrap_err().starts_with("'none': expected a move"));
    }
}
