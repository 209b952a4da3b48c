//! The way of a capture, rebuilt from where it starts and ends and what it takes.
//!
//! A [`Move`] keeps no route: the search here finds one by jumping over the captured pieces only, under the ruleset's
//! law of removal. Many routes lead nowhere, so it remembers the jumps after which there was no way to the end.

use std::collections::HashSet;

use super::squares::board_order;
use crate::board::{Bitboard, Direction, Square};
use crate::position::{Move, Position};
use crate::rules::{Removal, Variant};

/// The squares that `mv` visits, both ends included, one for each jump. Of several routes it is the one whose list
/// comes first in board order.
///
/// # Panics
/// In debug builds when `mv` is not legal in `position`; otherwise such a move gets its two ends.
pub fn route<V: Variant>(position: &Position<V>, mv: Move) -> Vec<Square> {
    landings(mv, find(position, mv, &[], false))
}

/// As [`route`], but a square on which the chain goes straight on is the one just behind the captured piece, as PDN
/// writes it; only these routes are compared.
///
/// # Panics
/// As [`route`].
pub fn pdn_route<V: Variant>(position: &Position<V>, mv: Move) -> Vec<Square> {
    landings(mv, find(position, mv, &[], true))
}

/// The pieces that `mv` takes, in the order of its [`route`].
///
/// # Panics
/// As [`route`].
pub fn capture_order<V: Variant>(position: &Position<V>, mv: Move) -> Vec<Square> {
    let jumps = find(position, mv, &[], false);
    debug_assert!(jumps.is_some(), "no route for {mv:?}");
    jumps.map_or_else(|| mv.captured().into_iter().collect(), |jumps| jumps.iter().map(|jump| jump.over).collect())
}

/// Whether some route of `mv` lands on `squares` in this order between its two ends, on others too perhaps.
pub fn visits<V: Variant>(position: &Position<V>, mv: Move, squares: &[Square]) -> bool {
    squares.is_empty() || find(position, mv, squares, false).is_some()
}

fn landings(mv: Move, jumps: Option<Vec<Jump>>) -> Vec<Square> {
    debug_assert!(jumps.is_some(), "no route for {mv:?}");
    match jumps {
        Some(jumps) if mv.is_capture() => {
            std::iter::once(mv.from()).chain(jumps.iter().map(|jump| jump.landing)).collect()
        }
        _ => vec![mv.from(), mv.to()],
    }
}

/// The first route in board order that visits `named` and, when `tidy`, goes straight on from just behind a piece
/// only.
fn find<V: Variant>(position: &Position<V>, mv: Move, named: &[Square], tidy: bool) -> Option<Vec<Jump>> {
    if !mv.is_capture() {
        return named.is_empty().then(Vec::new);
    }
    let mut search = Search { position, mv, named, tidy, dead: HashSet::new(), jumps: Vec::new() };
    search.run(mv.from(), mv.captured(), 0).then_some(search.jumps)
}

/// One jump of a chain.
#[derive(Clone, Copy)]
struct Jump {
    over: Square,
    /// The square just behind the captured piece.
    behind: Square,
    landing: Square,
    direction: Direction,
}

/// A jump wherever it lands: the square just behind the piece, the direction, what is left to take after it and how
/// many of the named squares were visited before it. Nothing else decides whether the chain can then be completed.
type Line = (Square, usize, Bitboard, usize);

struct Search<'a, V> {
    position: &'a Position<V>,
    mv: Move,
    named: &'a [Square],
    tidy: bool,
    /// The jumps after which there is no way to the end.
    dead: HashSet<Line>,
    /// The chain so far.
    jumps: Vec<Jump>,
}

impl<V: Variant> Search<'_, V> {
    /// Completes the chain from the square `at` when the pieces of `left` are still to be taken and the first
    /// `visited` of the named squares have been visited. Leaves its jumps on the list, or returns `false`.
    fn run(&mut self, at: Square, left: Bitboard, visited: usize) -> bool {
        let jumps_to_come = left.count() as usize;
        if jumps_to_come == 0 {
            return at == self.mv.to() && visited == self.named.len();
        }
        // The last landing is the end of the move, not a square between.
        let between = jumps_to_come - 1;
        if between < self.named.len() - visited {
            return false;
        }
        let jumps = self.ways_on(at, left, visited);
        for &jump in &jumps {
            let is_named = between > 0 && self.named.get(visited) == Some(&jump.landing);
            self.jumps.push(jump);
            if self.run(jump.landing, left & !Bitboard::of(jump.over), visited + usize::from(is_named)) {
                return true;
            }
            self.jumps.pop();
        }
        self.dead.extend(jumps.iter().map(|jump| Self::line(jump, left, visited)));
        false
    }

    fn line(jump: &Jump, left: Bitboard, visited: usize) -> Line {
        (jump.behind, jump.direction.index(), left & !Bitboard::of(jump.over), visited)
    }

    /// The jumps over pieces of `left` that are not known to lead nowhere, by landing square in board order.
    fn ways_on(&self, at: Square, left: Bitboard, visited: usize) -> Vec<Jump> {
        let (board, rules, by_king) = (&V::RULES.board, &V::RULES, self.mv.by_king());
        let flies = by_king && rules.flying_kings;
        let mut empty = self.position.empty() | Bitboard::of(self.mv.from());
        if rules.removal == Removal::AtOnce {
            empty |= self.mv.captured() & !left;
        }
        let mut jumps = Vec::new();
        for direction in Direction::ALL {
            if !by_king && !rules.captures_of(self.position.side_to_move()).contains(direction) {
                continue;
            }
            if let Some(last) = self.jumps.last() {
                // A half turn is forbidden where pieces leave at once; elsewhere the piece just taken is in the way.
                let half_turn = direction == last.direction.opposite();
                if half_turn || self.tidy && direction == last.direction && last.landing != last.behind {
                    continue;
                }
            }
            // A line ends at the first piece, so at most that one can be taken; those taken already are not left.
            let over = if flies {
                board.line(at, !empty, direction) & left
            } else {
                board.step(Bitboard::of(at), direction) & left
            };
            let behind = board.step(over, direction) & empty;
            if behind.is_empty() {
                continue;
            }
            let jump = Jump { over: over.first(), behind: behind.first(), landing: behind.first(), direction };
            if !self.dead.contains(&Self::line(&jump, left, visited)) {
                let reach = if flies { board.fill(behind, empty, direction) } else { behind };
                jumps.extend(reach.into_iter().map(|landing| Jump { landing, ..jump }));
            }
        }
        jumps.sort_by_key(|jump| board_order::<V>(jump.landing));
        jumps
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read_fen, read_square, write_square};
    use super::*;
    use crate::rules::{Brazilian, English, International, Turkish, TurkishBackward};

    /// The routes of every capture of a position, in the order of their texts.
    fn routes<V: Variant>(fen: &str, route: impl Fn(&Position<V>, Move) -> Vec<Square>) -> String {
        let position = read_fen::<V>(fen).unwrap();
        let text = |mv| route(&position, mv).into_iter().map(write_square::<V>).collect::<Vec<_>>().join("x");
        let mut texts: Vec<_> = position.legal_moves().into_iter().filter(Move::is_capture).map(text).collect();
        texts.sort();
        texts.join(" ")
    }

    fn check<V: Variant>(fen: &str, expected: &str) {
        assert_eq!(routes::<V>(fen, route), expected, "{fen}");
    }

    #[test]
    fn routes_obey_each_ruleset() {
        check::<Turkish>("W:Wd4:Bd5,Kc4,b5", "d4xb4xb6");
        check::<Turkish>("B:Wa1,b2:Ba2", "a2xc2");
        check::<Turkish>("W:Wf6,a2:Bf7,Ke8,c7,h5", "f6xf8xd8");
        check::<Turkish>("W:WKd7:Bd5,g3,c5,h4", "d7xd3xh3xh5xa5 d7xd3xh3xh5xb5");
        check::<Turkish>("W:WKg5:Bg6,d5,g4,e2", "g5xg2xd2xd6xh6");
        check::<TurkishBackward>("W:Wd6,a2:Bd7,Ke8,Kf7,h5", "d6xd8xf8xf6");
        check::<International>("W:W26:B12,K21,31,32", "26x17x8 26x37x28");
        check::<International>("W:WK41,49:B9,10,12,19,38", "41x14x3x21x43");
        check::<English>("B:W6,7,15:B2,K1", "1x10x19 1x10x3 2x11x18 2x9");
    }

    #[test]
    fn of_several_routes_the_first_in_board_order_is_taken() {
        // All landings between the two pieces serve; the lower rank comes first, going up or down.
        check::<Turkish>("W:WKa1:Ba3,a7", "a1xa4xa8");
        check::<Turkish>("W:WKa8:Ba6,a2", "a8xa3xa1");
        // By numbers the higher rank comes first.
        check::<International>("W:WK46:B41,10", "46x14x5");
        check::<Brazilian>("W:WKa1:Bb2,g7", "a1xc3xh8");
    }

    #[test]
    fn pdn_goes_straight_on_from_just_behind_the_piece() {
        assert_eq!(routes::<Turkish>("W:WKa8:Ba6,a2", pdn_route), "a8xa5xa1");
        assert_eq!(routes::<International>("W:WK46:B41,10", pdn_route), "46x37x5");
        // The turning square is where it is.
        assert_eq!(routes::<Turkish>("W:WKa1:Ba3,d6,h5", pdn_route), "a1xa6xh6xh1 a1xa6xh6xh2 a1xa6xh6xh3 a1xa6xh6xh4");
    }

    #[test]
    fn pieces_are_listed_in_the_order_of_the_route() {
        let fen = "W:Wa4,h4,a3,b3,c3,d3,e3,f3,g3,h3,a2,c2,d2,f2:Bc7,h7,a6,b6,c6,d6,e6,g6,h6,a5,b5,c5,e5,g5,f4";
        assert_eq!(routes::<Turkish>(fen, capture_order), "f4xe5xd6xc7");
    }

    #[test]
    fn some_route_visits_the_named_squares_in_order() {
        fn check<V: Variant>(fen: &str, squares: &str, expected: bool) {
            let position = read_fen::<V>(fen).unwrap();
            let squares: Vec<_> = squares.split_whitespace().map(|text| read_square::<V>(text).unwrap()).collect();
            assert_eq!(visits(&position, position.legal_moves()[0], &squares), expected, "{fen} {squares:?}");
        }
        let ring = "W:WKg5:Bg6,d5,g4,e2";
        check::<Turkish>(ring, "", true);
        check::<Turkish>(ring, "d2", true);
        check::<Turkish>(ring, "g2 d6", true);
        check::<Turkish>(ring, "d6 g2", false);
        check::<Turkish>(ring, "g2 d2 d6", true);
        check::<Turkish>(ring, "g2 d2 d6 d6", false);
        check::<Turkish>(ring, "g1", false);
        // The end is not a square between.
        check::<Turkish>(ring, "h6", false);
        check::<Turkish>("W:Wa3:Bh8", "a4", false);
        // Any square between two pieces on one line serves.
        check::<Turkish>("W:WKa1:Ba3,a7", "a5", true);
        check::<Turkish>("W:WKa1:Ba3,a7", "a4 a5", false);
    }

    #[test]
    fn a_long_chain_of_a_king_is_found_at_once() {
        let fen = "W:WKe4:BKc1,Kh1,b2,d2,h2,c3,d3,e3,g3,c4,a5,c5,h5,h6,d7,f7,Kd8,Kf8";
        let position = read_fen::<Turkish>(fen).unwrap();
        let nowhere = [read_square::<Turkish>("a1").unwrap(); 3];
        for mv in position.legal_moves() {
            assert_eq!(mv.captured().count(), 14);
            assert_eq!(route(&position, mv).len(), 15);
            assert_eq!(pdn_route(&position, mv).len(), 15);
            assert!(!visits(&position, mv, &nowhere));
        }
    }
}
