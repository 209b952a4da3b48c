//! Positions as text: FEN for draughts, `W:Wa2,Kc4:Bd6`.
//!
//! The side to move, then each side's pieces: `W` or `B`, squares with commas between, `K` before kings.

use std::fmt;

use super::quote::shorten;
use super::squares::{SquareError, board_order, has_letters, order, read_square, squares_in_order, write_square};
use crate::board::{Bitboard, Square};
use crate::position::{Position, PositionFault};
use crate::rules::{Color, Variant};

/// The position as FEN: White's pieces first, squares in board order, no spaces, ranges or dot. Counters are not
/// written.
pub fn write_fen<V: Variant>(position: &Position<V>) -> String {
    let mut text = String::from(position.side_to_move().letter());
    for color in [Color::White, Color::Black] {
        let name = |square| {
            let king = if position.kings(color).contains(square) { "K" } else { "" };
            format!("{king}{}", write_square::<V>(square))
        };
        let own = squares_in_order::<V>().into_iter().filter(|&square| position.pieces(color).contains(square));
        text.push(':');
        text.push(color.letter());
        text.push_str(&own.map(name).collect::<Vec<_>>().join(","));
    }
    text
}

/// Reads FEN. Beside what [`write_fen`] writes, these are accepted: Black's pieces first, spaces anywhere, a dot at
/// the end, capitals for squares, zeros in front of numbers, numbers or letters on every board, ranges (`31-50`; by
/// letters they run along the ranks, `a2-h3`; after `K` all are kings), and tails such as `:H0:F1`, which are
/// ignored. One side may have no pieces. All counters start at 0.
///
/// # Errors
/// When the text has no such form, names a square twice or one that is not on the board, has no pieces at all, or has
/// a man on its last row; see [`FenFault`].
pub fn read_fen<V: Variant>(text: &str) -> Result<Position<V>, FenError> {
    parse(text).map_err(|fault| FenError { text: shorten(text.trim()), fault })
}

fn parse<V: Variant>(text: &str) -> Result<Position<V>, FenFault> {
    let compact: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    let mut sections = compact.strip_suffix('.').unwrap_or(&compact).split(':');
    let first = sections.next().unwrap_or_default();
    let side = match color(first) {
        Some((side, "")) => side,
        _ => return Err(FenFault::SideToMove(shorten(first))),
    };
    let mut colors: [Option<Bitboard>; 2] = [None; 2];
    let mut kings = Bitboard::EMPTY;
    for section in sections {
        let complete = colors.iter().all(Option::is_some);
        if complete && is_tail(section) {
            continue;
        }
        let Some((color, list)) = color(section) else { return Err(FenFault::Section(shorten(section))) };
        let [white, black] = colors.map(Option::unwrap_or_default);
        if colors[color.index()].is_some() {
            return Err(FenFault::TwoLists(color));
        }
        let (own, own_kings) = pieces::<V>(list, white | black)?;
        colors[color.index()] = Some(own);
        kings |= own_kings;
    }
    let [white, black] = colors;
    let white = white.ok_or(FenFault::NoList(Color::White))?;
    let black = black.ok_or(FenFault::NoList(Color::Black))?;
    Position::new(white, black, kings, side).map_err(|fault| match fault {
        PositionFault::ManOnLastRow(color, square) => FenFault::ManOnLastRow(color, write_square::<V>(square)),
        other => FenFault::Position(other),
    })
}

/// The color whose capital a section begins with, and what follows.
fn color(section: &str) -> Option<(Color, &str)> {
    [Color::White, Color::Black]
        .into_iter()
        .find_map(|color| section.strip_prefix(color.letter()).map(|rest| (color, rest)))
}

/// Whether a section is a half-move or full-move number of other programs.
fn is_tail(section: &str) -> bool {
    let number = section.strip_prefix(['H', 'F']).unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The pieces of a list, and which of them are kings. `taken` are squares that an earlier list named.
fn pieces<V: Variant>(list: &str, taken: Bitboard) -> Result<(Bitboard, Bitboard), FenFault> {
    let (mut own, mut kings) = (Bitboard::EMPTY, Bitboard::EMPTY);
    if list.is_empty() {
        return Ok((own, kings));
    }
    for entry in list.split(',') {
        let (squares, is_king) = match entry.strip_prefix('K') {
            Some(squares) => (squares, true),
            None => (entry, false),
        };
        if squares.is_empty() {
            return Err(FenFault::NoSquare(shorten(entry)));
        }
        let squares = match squares.split_once('-') {
            Some((first, last)) => range::<V>(first, last)?,
            None => Bitboard::of(read_square::<V>(squares).map_err(FenFault::Square)?),
        };
        let again = squares & (own | taken);
        if let Some(square) = again.into_iter().min_by_key(|&square| board_order::<V>(square)) {
            return Err(FenFault::SquareTwice(write_square::<V>(square)));
        }
        own |= squares;
        if is_king {
            kings |= squares;
        }
    }
    Ok((own, kings))
}

/// The squares from `first` to `last`: by number, or along the ranks where they are named by letters.
fn range<V: Variant>(first: &str, last: &str) -> Result<Bitboard, FenFault> {
    let letters = has_letters(first);
    let place = |square: Square| order(&V::RULES.board, square, letters);
    let bad_range = || FenFault::Range(format!("{}-{}", shorten(first), shorten(last)));
    let read = |text| read_square::<V>(text).map_err(FenFault::Square);
    let (from, to) = (place(read(first)?), place(read(last)?));
    if from > to || letters != has_letters(last) {
        return Err(bad_range());
    }
    Ok(V::RULES.board.playable().into_iter().filter(|&square| (from..=to).contains(&place(square))).collect())
}

/// The error of reading a FEN: the text and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    text: String,
    fault: FenFault,
}

impl FenError {
    /// What is wrong.
    pub fn fault(&self) -> &FenFault {
        &self.fault
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad FEN '{}': {}", self.text, self.fault)
    }
}

impl std::error::Error for FenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            FenFault::Square(error) => Some(error),
            FenFault::Position(fault) => Some(fault),
            _ => None,
        }
    }
}

/// What is wrong with a text that should be FEN; the texts are the offending parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenFault {
    /// The text does not begin with the side to move.
    SideToMove(String),
    /// A section is neither a list of pieces nor an ignored tail.
    Section(String),
    /// This side's list is missing.
    NoList(Color),
    /// This side has two lists.
    TwoLists(Color),
    /// A square is missing between commas or after `K`.
    NoSquare(String),
    /// What should be a square is none.
    Square(SquareError),
    /// A range runs backward or mixes letters and numbers.
    Range(String),
    /// A square is named twice.
    SquareTwice(String),
    /// A man of this color stands on its last row, on this square.
    ManOnLastRow(Color, String),
    /// Another fault of the position.
    Position(PositionFault),
}

impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenFault::SideToMove(text) => {
                write!(f, "expected the side to move, W or B in capitals and a colon, but found '{text}'")
            }
            FenFault::Section(text) => {
                write!(f, "expected a list of pieces that begins with W or B in capitals, but found '{text}'")
            }
            FenFault::NoList(color) => {
                write!(f, "there is no list of {color}'s pieces (a side without pieces has ':{}')", color.letter())
            }
            FenFault::TwoLists(color) => write!(f, "there are two lists of {color}'s pieces"),
            FenFault::NoSquare(entry) => write!(f, "expected a square, but found '{entry}'"),
            FenFault::Square(error) => error.fmt(f),
            FenFault::Range(text) => {
                write!(f, "'{text}' is not a range, which has two squares of one kind, the lower one first")
            }
            FenFault::SquareTwice(square) => write!(f, "{square} is named twice"),
            FenFault::ManOnLastRow(color, square) => {
                write!(f, "the man of {color} on {square} stands on its last row, where it would be a king")
            }
            FenFault::Position(fault) => fault.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Brazilian, English, International, Turkish};

    /// What is written for a FEN that was read, or the fault.
    fn check<V: Variant>(input: &str, expected: &str) {
        let shown = match read_fen::<V>(input) {
            Ok(position) => write_fen(&position),
            Err(error) => error.fault().to_string(),
        };
        assert_eq!(shown, expected, "{input}");
    }

    #[test]
    fn accepted_forms() {
        check::<Turkish>("W:Wa2,Kc4:Bd6", "W:Wa2,Kc4:Bd6");
        check::<Turkish>("B:Bd6:WKc4,a2", "B:Wa2,Kc4:Bd6");
        check::<Turkish>("  W : W a2 , K c4 : B d6 . ", "W:Wa2,Kc4:Bd6");
        check::<Turkish>("W:WA2,KC4:BD6:H0:F1", "W:Wa2,Kc4:Bd6");
        check::<Turkish>("W:W9,K27:B44:F10:H3.", "W:Wa2,Kc4:Bd6");
        check::<Turkish>("W:W:Bd6", "W:W:Bd6");
        check::<Turkish>("W:B:Wa2", "W:Wa2:B");
        check::<Turkish>("B:Wa1:Bd8", "B:Wa1:Bd8");
        check::<International>("W:W031,0050:BK5", "W:W31,50:BK5");
        check::<English>("B:Wc5:BKb4", "B:W14:BK17");
    }

    #[test]
    fn ranges() {
        check::<Turkish>("W:Wg2-b3:BKh8", "W:Wg2,h2,a3,b3:BKh8");
        check::<Turkish>("W:WKa1-c1,d1-d1:B63-64", "W:WKa1,Kb1,Kc1,d1:Bg8,h8");
        check::<International>("W:W31-34,50:BK1-3", "W:W31,32,33,34,50:BK1,K2,K3");
        // Letters run along the ranks from White's side, numbers from the other.
        check::<Brazilian>("W:Wa1-b2:Bh8", "W:Wa1,c1,e1,g1,b2:Bh8");
        check::<Brazilian>("W:W26-29:B1", "W:Wa1,d2,f2,h2:Bb8");
    }

    #[test]
    fn start_positions_are_read_from_ranges() {
        assert_eq!(read_fen::<Turkish>("W:Wa2-h3:Ba6-h7"), Ok(Position::start()));
        assert_eq!(read_fen::<International>("W:W31-50:B1-20."), Ok(Position::start()));
        assert_eq!(read_fen::<Brazilian>("W:W21-32:B1-12"), Ok(Position::start()));
        assert_eq!(read_fen::<English>("B:W21-32:B1-12:H0:F1"), Ok(Position::start()));
    }

    #[test]
    fn faults_are_named() {
        let side = |text| format!("expected the side to move, W or B in capitals and a colon, but found '{text}'");
        let section =
            |text| format!("expected a list of pieces that begins with W or B in capitals, but found '{text}'");
        let outside = |text| format!("'{text}' is not on the board, its squares are a1 to h8");
        let range = |text| format!("'{text}' is not a range, which has two squares of one kind, the lower one first");
        let last_row = |piece| format!("the man of {piece} stands on its last row, where it would be a king");
        check::<Turkish>("", &side(""));
        check::<Turkish>("hello", &side("hello"));
        check::<Turkish>("w:Wa2:Bd6", &side("w"));
        check::<Turkish>("Wa2:Bd6", &side("Wa2"));
        check::<Turkish>("W:wa2:Bd6", &section("wa2"));
        check::<Turkish>("W:Wa2:Bd6:", &section(""));
        check::<Turkish>("W:Wa2:Bd6:H", &section("H"));
        check::<Turkish>("W:Wa2:H0:Bd6", &section("H0"));
        check::<Turkish>("W:Wa2:Bd6..", "'d6.' is not a square");
        check::<Turkish>("W", "there is no list of White's pieces (a side without pieces has ':W')");
        check::<Turkish>("W:Wa2", "there is no list of Black's pieces (a side without pieces has ':B')");
        check::<Turkish>("W:Wa2:Wa3:Bd6", "there are two lists of White's pieces");
        check::<Turkish>("W:Wa2,:Bd6", "expected a square, but found ''");
        check::<Turkish>("W:WK:Bd6", "expected a square, but found 'K'");
        check::<Turkish>("W:Wka2:Bd6", "'ka2' is not a square");
        check::<Turkish>("W:Wa9:Bd6", &outside("a9"));
        check::<Turkish>("W:Wa1-i1:Bd6", &outside("i1"));
        check::<Turkish>("W:Wa2-:Bd6", "'' is not a square");
        check::<Turkish>("W:Wa3-a2:Bd6", &range("a3-a2"));
        check::<Turkish>("W:Wa2-12:Bd6", &range("a2-12"));
        check::<Turkish>("W:Wa2-b2-c2:Bd6", "'b2-c2' is not a square");
        check::<Turkish>("W:Wa2,a2:Bd6", "a2 is named twice");
        check::<Turkish>("W:Wa2-c2:BKb2", "b2 is named twice");
        check::<Turkish>("W:Wa8:Bd6", &last_row("White on a8"));
        check::<International>("W:W31:B49", &last_row("Black on 49"));
        check::<Turkish>("W:W:B", "neither side has a piece");
        check::<Brazilian>("W:Wa2:Bb8", "'a2' is a light square, the game is played on the dark ones");
        check::<International>("W:W0:B1", "'0' is not on the board, its squares are 1 to 50");
    }

    #[test]
    fn errors_quote_the_text_and_stay_short() {
        let error = read_fen::<Turkish>("W:Wa9:Bd6").unwrap_err().to_string();
        assert_eq!(error, "bad FEN 'W:Wa9:Bd6': 'a9' is not on the board, its squares are a1 to h8");
        for text in ["7".repeat(10_000), format!("W:W{}:B", "1".repeat(10_000)), "é:".repeat(5_000)] {
            let error = read_fen::<International>(&text).unwrap_err().to_string();
            assert!(error.chars().count() < 250, "{error}");
        }
    }
}
