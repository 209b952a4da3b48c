//! The board drawn in text, for people.

use crate::board::Square;
use crate::position::Position;
use crate::rules::{Color, Variant};

/// The board seen by White, in plain ASCII, one line a rank: men are `w` and `b`, kings `W` and `B`, empty squares
/// are dots, and light squares that no piece can use are blank. Ranks and files stand at the edges where squares are
/// written by letters; where they are numbered, each line begins and ends with its first and its last number.
///
/// ```
/// use damier::notation::{picture, read_fen};
/// use damier::rules::English;
///
/// let position = read_fen::<English>("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29").unwrap();
/// let expected = "
///  1 |   .   .   .   . |  4
///  5 | .   .   .   .   |  8
///  9 |   .   W   .   b | 12
/// 13 | .   .   W   b   | 16
/// 17 |   .   w   .   b | 20
/// 21 | .   B   .   w   | 24
/// 25 |   B   .   w   w | 28
/// 29 | B   .   .   .   | 32
/// ";
/// assert_eq!(picture(&position), expected[1..]);
/// ```
pub fn picture<V: Variant>(position: &Position<V>) -> String {
    picture_for(position, Color::White)
}

/// The same board as the player of a color sees it: Black's side is at the bottom for Black.
pub fn picture_for<V: Variant>(position: &Position<V>, viewer: Color) -> String {
    let board = &V::RULES.board;
    let letters = V::RULES.notation.letters;
    let seen = |at: u8| if viewer == Color::White { at } else { board.size() - 1 - at };
    let mut text = String::new();
    for rank in (0..board.size()).rev().map(seen) {
        let squares: Vec<_> = (0..board.size()).map(|file| board.at(seen(file), rank)).collect();
        let row: Vec<_> = squares.iter().map(|square| square.map_or(" ", |square| symbol(position, square))).collect();
        let mut numbers = squares.iter().flatten().map(|&square| board.number(square));
        let (left, right) = if letters {
            (rank + 1, rank + 1)
        } else {
            let first = numbers.next().unwrap_or_default();
            (first, numbers.next_back().unwrap_or(first))
        };
        text.push_str(&format!("{left:2} | {} | {right:2}\n", row.join(" ")));
    }
    if letters {
        let files: Vec<_> = (0..board.size()).map(|file| char::from(b'a' + seen(file)).to_string()).collect();
        text.push_str(&format!("     {}\n", files.join(" ")));
    }
    text
}

fn symbol<V: Variant>(position: &Position<V>, square: Square) -> &'static str {
    for (color, man, king) in [(Color::White, "w", "W"), (Color::Black, "b", "B")] {
        if position.pieces(color).contains(square) {
            return if position.kings(color).contains(square) { king } else { man };
        }
    }
    "."
}

#[cfg(test)]
mod tests {
    use super::super::read_fen;
    use super::*;
    use crate::rules::{Brazilian, International, Turkish};

    fn check<V: Variant>(fen: &str, expected: &str) {
        assert_eq!(format!("\n{}", picture(&read_fen::<V>(fen).unwrap())), expected);
    }

    #[test]
    fn black_sees_the_board_turned_round() {
        let position = read_fen::<Turkish>("W:Wa2,b2,Kd4:Ba7,Kh8").unwrap();
        let expected = "
 1 | . . . . . . . . |  1
 2 | . . . . . . w w |  2
 3 | . . . . . . . . |  3
 4 | . . . . W . . . |  4
 5 | . . . . . . . . |  5
 6 | . . . . . . . . |  6
 7 | . . . . . . . b |  7
 8 | B . . . . . . . |  8
     h g f e d c b a
";
        assert_eq!(format!("\n{}", picture_for(&position, Color::Black)), expected);
        let numbered = picture_for(&read_fen::<International>("W:W46:B5").unwrap(), Color::Black);
        assert_eq!(numbered.lines().next(), Some("50 |   .   .   .   .   w | 46"));
        assert_eq!(numbered.lines().last(), Some(" 5 | b   .   .   .   .   |  1"));
    }

    #[test]
    fn letters_stand_at_ranks_and_files() {
        check::<Turkish>(
            "W:Wa2-h3,Kd4:Ba6-h7,Kh8",
            "
 8 | . . . . . . . B |  8
 7 | b b b b b b b b |  7
 6 | b b b b b b b b |  6
 5 | . . . . . . . . |  5
 4 | . . . W . . . . |  4
 3 | w w w w w w w w |  3
 2 | w w w w w w w w |  2
 1 | . . . . . . . . |  1
     a b c d e f g h
",
        );
        check::<Brazilian>(
            "W:Wa1:BKh8",
            "
 8 |   .   .   .   B |  8
 7 | .   .   .   .   |  7
 6 |   .   .   .   . |  6
 5 | .   .   .   .   |  5
 4 |   .   .   .   . |  4
 3 | .   .   .   .   |  3
 2 |   .   .   .   . |  2
 1 | w   .   .   .   |  1
     a b c d e f g h
",
        );
    }

    #[test]
    fn numbers_stand_at_the_ends_of_rows() {
        check::<International>(
            "W:W31-50:B1-20",
            "
 1 |   b   b   b   b   b |  5
 6 | b   b   b   b   b   | 10
11 |   b   b   b   b   b | 15
16 | b   b   b   b   b   | 20
21 |   .   .   .   .   . | 25
26 | .   .   .   .   .   | 30
31 |   w   w   w   w   w | 35
36 | w   w   w   w   w   | 40
41 |   w   w   w   w   w | 45
46 | w   w   w   w   w   | 50
",
        );
    }
}
