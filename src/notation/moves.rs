//! Writing moves, in three notations.
//!
//! All of them name squares in the ruleset's own kind, and `x` stands in a capture, `-` in a move without one.

use super::routes::{capture_order, pdn_route, route};
use super::squares::write_square;
use crate::board::Square;
use crate::position::{Move, Position};
use crate::rules::Variant;

/// A move as the UCI-style protocol names it: every square it lands on, `d4d6f6` without separators where letters are
/// written, `32-28` and `47x38x24` where numbers are.
pub fn write_uci<V: Variant>(position: &Position<V>, mv: Move) -> String {
    let separator = if V::RULES.notation.letters { "" } else { separator(mv) };
    join::<V>(&route(position, mv), separator)
}

/// A move as PDN names it: `d3-d4`, `d4xf6`. `legal` are the legal moves of the position; where two of them share
/// both ends, all the squares between are named too, as [`write_full`] does.
pub fn write_pdn<V: Variant>(position: &Position<V>, mv: Move, legal: &[Move]) -> String {
    let namesakes = legal.iter().filter(|other| other.from() == mv.from() && other.to() == mv.to());
    if namesakes.count() > 1 {
        return write_full(position, mv);
    }
    join::<V>(&[mv.from(), mv.to()], separator(mv))
}

/// A move as PDN names it with every square between its ends: `d4xd6xf6`.
pub fn write_full<V: Variant>(position: &Position<V>, mv: Move) -> String {
    join::<V>(&pdn_route(position, mv), separator(mv))
}

/// A move as the score sheets of the Turkish federation name it: the start and then every *captured* square, in the
/// order of the route, `f3xf4xe5xd6xc7`. Where these pieces can be taken from this start with several ends among the
/// moves of `legal`, the end follows: `h1xh6→h8`. A move without a capture is written as in PDN.
pub fn write_federation<V: Variant>(position: &Position<V>, mv: Move, legal: &[Move]) -> String {
    if !mv.is_capture() {
        return write_pdn(position, mv, legal);
    }
    let mut squares = vec![mv.from()];
    squares.extend(capture_order(position, mv));
    let text = join::<V>(&squares, separator(mv));
    let namesakes = legal.iter().filter(|other| other.from() == mv.from() && other.captured() == mv.captured());
    if namesakes.count() > 1 { format!("{text}→{}", write_square::<V>(mv.to())) } else { text }
}

fn separator(mv: Move) -> &'static str {
    if mv.is_capture() { "x" } else { "-" }
}

fn join<V: Variant>(squares: &[Square], separator: &str) -> String {
    squares.iter().map(|&square| write_square::<V>(square)).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::super::read_fen;
    use super::*;
    use crate::rules::{American, Brazilian, English, International, Turkish};

    /// The legal moves of a position in the three notations, each list sorted.
    fn check<V: Variant>(fen: &str, uci: &str, pdn: &str, federation: &str) {
        let position = read_fen::<V>(fen).unwrap();
        let legal = position.legal_moves();
        let all = |write: &dyn Fn(Move) -> String| {
            let mut texts: Vec<_> = legal.iter().map(|&mv| write(mv)).collect();
            texts.sort();
            texts.join(" ")
        };
        assert_eq!(all(&|mv| write_uci(&position, mv)), uci, "{fen}");
        assert_eq!(all(&|mv| write_pdn(&position, mv, &legal)), pdn, "{fen}");
        assert_eq!(all(&|mv| write_federation(&position, mv, &legal)), federation, "{fen}");
    }

    #[test]
    fn moves_without_a_capture() {
        check::<Turkish>("W:Wa3:Bh8", "a3a4 a3b3", "a3-a4 a3-b3", "a3-a4 a3-b3");
        check::<International>("W:W32:B1", "32-27 32-28", "32-27 32-28", "32-27 32-28");
        check::<Brazilian>("W:Wc3:Bh8", "c3b4 c3d4", "c3-b4 c3-d4", "c3-b4 c3-d4");
        check::<American>("B:Wa1:Bh8", "h8g7", "h8-g7", "h8-g7");
        check::<English>("B:W32:B1", "1-5 1-6", "1-5 1-6", "1-5 1-6");
    }

    #[test]
    fn captures_name_both_ends() {
        check::<Turkish>("W:Wd4:Bd5,e6,f7", "d4d6f6f8", "d4xf8", "d4xd5xe6xf7");
        check::<International>(
            "W:WK47:B9,12,33",
            "47x20x3x17 47x20x3x21 47x20x3x26",
            "47x17 47x21 47x26",
            "47x33x9x12→17 47x33x9x12→21 47x33x9x12→26",
        );
    }

    #[test]
    fn squares_between_are_named_where_two_moves_share_their_ends() {
        check::<Turkish>(
            "W:WKa1:Ba3,c5,e3,Kc1,h3",
            "a1a5e5e1b1 a1a5h5h1b1 a1e1e5a5a1 a1e1e5a5a2 a1h1h5a5a1 a1h1h5a5a2",
            "a1xa5xe5xe1xb1 a1xa5xh5xh1xb1 a1xe1xe5xa5xa1 a1xe1xe5xa5xa2 a1xh1xh5xa5xa1 a1xh1xh5xa5xa2",
            "a1xa3xc5xe3xc1→b1 a1xa3xc5xh3xc1→b1 a1xc1xe3xc5xa3→a1 a1xc1xe3xc5xa3→a2 \
             a1xc1xh3xc5xa3→a1 a1xc1xh3xc5xa3→a2",
        );
        check::<English>(
            "B:Wc5,c3,e3,e5,e7:BKb4",
            "17x10x19x26x17 17x10x3 17x26x19x10x3",
            "17x10x3 17x17 17x26x19x10x3",
            "17x14x15x23x22 17x14x7 17x22x23x15x7",
        );
        // Straight on, the square is just behind the piece, though the protocol's route has another.
        check::<Turkish>("W:WKa8:Ba6,a2", "a8a3a1", "a8xa1", "a8xa6xa2");
    }

    #[test]
    fn the_end_is_named_where_it_is_not_the_only_one() {
        check::<Turkish>("W:Wa2,Kh1:Bh6,a7", "h1h7 h1h8", "h1xh7 h1xh8", "h1xh6→h7 h1xh6→h8");
    }
}
