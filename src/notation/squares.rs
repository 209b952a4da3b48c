//! Text of squares: letters and numbers are read on every board, the ruleset's own kind is written.

use std::fmt;

use super::quote::shorten;
use crate::board::{Board, Square};
use crate::rules::Variant;

/// The square's text in the ruleset's own kind: `d4`, or its number.
pub fn write_square<V: Variant>(square: Square) -> String {
    let board = &V::RULES.board;
    if V::RULES.notation.letters {
        format!("{}{}", char::from(b'a' + board.file(square)), board.rank(square) + 1)
    } else {
        board.number(square).to_string()
    }
}

/// Reads one square: a letter, small or capital, and a rank, or a number; zeros in front do not matter.
///
/// # Errors
/// When the text has neither form, or names a light square or one outside the board.
pub fn read_square<V: Variant>(text: &str) -> Result<Square, SquareError> {
    let board = &V::RULES.board;
    let letters = has_letters(text);
    let digits = if letters { &text[1..] } else { text };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SquareError::NotASquare(shorten(text)));
    }
    let outside = || {
        let (first, last) = limits(board, letters);
        SquareError::Outside { text: shorten(text), first, last }
    };
    // Whatever does not fit into a byte is outside every board.
    let number: u8 = digits.parse().map_err(|_| outside())?;
    if !letters {
        return board.square(number).ok_or_else(outside);
    }
    let file = text.as_bytes()[0].to_ascii_lowercase() - b'a';
    if file >= board.size() || number == 0 || number > board.size() {
        return Err(outside());
    }
    board.at(file, number - 1).ok_or_else(|| SquareError::Light(shorten(text)))
}

/// The place of a square, from 0, in the order in which the ruleset lists squares.
///
/// Where letters are written this is a1, b1, … and then the next rank, otherwise by number. It only serves to
/// compare: places of light squares are left out of the list and not closed up.
pub fn board_order<V: Variant>(square: Square) -> u8 {
    order(&V::RULES.board, square, V::RULES.notation.letters)
}

/// All squares of the board in [`board_order`].
pub fn squares_in_order<V: Variant>() -> Vec<Square> {
    let mut squares: Vec<Square> = V::RULES.board.playable().into_iter().collect();
    squares.sort_by_key(|&square| board_order::<V>(square));
    squares
}

/// The place of a square among letters, or among numbers.
pub(super) fn order(board: &Board, square: Square, letters: bool) -> u8 {
    if letters { board.rank(square) * board.size() + board.file(square) } else { board.number(square) - 1 }
}

/// Whether a text names its square by a letter rather than by number.
pub(super) fn has_letters(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// The first and the last square of the board.
fn limits(board: &Board, letters: bool) -> (String, String) {
    if letters {
        let size = board.size();
        ("a1".to_owned(), format!("{}{size}", char::from(b'a' + size - 1)))
    } else {
        ("1".to_owned(), board.square_count().to_string())
    }
}

/// The error of reading a square; each case quotes the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SquareError {
    /// The text is neither a letter and a rank nor a number.
    NotASquare(String),
    /// There is no such square on this board.
    Outside {
        /// What was read.
        text: String,
        /// The first square of the board.
        first: String,
        /// The last square of the board.
        last: String,
    },
    /// The game is played on the dark squares.
    Light(String),
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquareError::NotASquare(text) => write!(f, "'{text}' is not a square"),
            SquareError::Outside { text, first, last } => {
                write!(f, "'{text}' is not on the board, its squares are {first} to {last}")
            }
            SquareError::Light(text) => write!(f, "'{text}' is a light square, the game is played on the dark ones"),
        }
    }
}

impl std::error::Error for SquareError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Brazilian, English, International, Turkish};

    /// What is written for a text that was read, or the error.
    fn check<V: Variant>(input: &str, expected: &str) {
        let result = read_square::<V>(input);
        assert_eq!(result.map_or_else(|error| error.to_string(), write_square::<V>), expected, "{input}");
    }

    #[test]
    fn both_kinds_are_read_on_every_board() {
        check::<Turkish>("d4", "d4");
        check::<Turkish>("H8", "h8");
        check::<Turkish>("1", "a1");
        check::<Turkish>("09", "a2");
        check::<Turkish>("64", "h8");
        check::<International>("32", "32");
        check::<International>("0005", "5");
        check::<International>("j10", "5");
        check::<International>("A1", "46");
        check::<Brazilian>("b8", "b8");
        check::<Brazilian>("1", "b8");
        check::<Brazilian>("32", "g1");
        check::<Brazilian>("29", "a1");
        check::<English>("a1", "29");
        check::<English>("h8", "4");
    }

    #[test]
    fn others_are_refused_with_the_reason() {
        let light = "is a light square, the game is played on the dark ones";
        check::<Brazilian>("e4", &format!("'e4' {light}"));
        check::<International>("A10", &format!("'A10' {light}"));
        check::<Turkish>("i1", "'i1' is not on the board, its squares are a1 to h8");
        check::<Turkish>("a9", "'a9' is not on the board, its squares are a1 to h8");
        check::<Turkish>("a0", "'a0' is not on the board, its squares are a1 to h8");
        check::<International>("k1", "'k1' is not on the board, its squares are a1 to j10");
        check::<International>("51", "'51' is not on the board, its squares are 1 to 50");
        check::<English>("0", "'0' is not on the board, its squares are 1 to 32");
        check::<English>("999999999999", "'999999999999' is not on the board, its squares are 1 to 32");
        for text in ["", "d", "4d", "dd4", "d4 ", "-1", "+1", "é4", "d٤"] {
            check::<Turkish>(text, &format!("'{text}' is not a square"));
        }
    }

    #[test]
    fn squares_are_listed_as_they_are_written() {
        let listed = |squares: Vec<String>| squares[..6].join(" ");
        let texts = squares_in_order::<Brazilian>().into_iter().map(write_square::<Brazilian>).collect();
        assert_eq!(listed(texts), "a1 c1 e1 g1 b2 d2");
        let texts = squares_in_order::<International>().into_iter().map(write_square::<International>).collect();
        assert_eq!(listed(texts), "1 2 3 4 5 6");
        let texts = squares_in_order::<Turkish>().into_iter().map(write_square::<Turkish>).collect();
        assert_eq!(listed(texts), "a1 b1 c1 d1 e1 f1");
    }
}
