//! A second solver: every position in one list, every move in another, and rounds over all of them until nothing
//! changes. It knows no classes, no numbers of positions, no symmetry and no move taken back.

use damier::board::Bitboard;
use damier::position::Position;
use damier::rules::{Color, Variant};
use damier::tables::{Outcome, Value};
use std::collections::HashMap;

pub struct Plain<V> {
    positions: Vec<Position<V>>,
    outcomes: Vec<Outcome>,
}

impl<V: Variant> Plain<V> {
    /// Solves every position of up to so many pieces, each side with one at least, White to move.
    pub fn solve(pieces: usize) -> Plain<V> {
        let mut positions = Vec::new();
        add::<V>(pieces, 0, [Bitboard::EMPTY; 4], &mut positions);
        let name = |position: &Position<V>| {
            let kings = position.kings(Color::White) | position.kings(Color::Black);
            (position.pieces(Color::White), position.pieces(Color::Black), kings)
        };
        let numbers: HashMap<_, u32> = positions.iter().map(name).zip(0..).collect();

        // What is over at once, and where the others lead to.
        let mut known: Vec<Option<Outcome>> = Vec::new();
        let mut children: Vec<Vec<u32>> = Vec::new();
        for position in &positions {
            let verdict = position.verdict(0).map(|verdict| match verdict.winner {
                None => Outcome::DRAW,
                Some(Color::White) => Outcome::WON,
                Some(Color::Black) => Outcome::LOST,
            });
            let mut list = Vec::new();
            let mut takes_all = false;
            if verdict.is_none() {
                for mv in position.legal_moves() {
                    let next = position.play(mv).turned();
                    takes_all |= next.pieces(Color::White).is_empty();
                    list.extend(numbers.get(&name(&next)));
                }
            }
            let won = Outcome { value: Value::Win, distance: Some(1) };
            let at_once = match verdict {
                None if takes_all => Some(won),
                None if list.is_empty() => Some(Outcome::LOST),
                verdict => verdict,
            };
            known.push(at_once);
            children.push(list);
        }

        let mut open: Vec<usize> = (0..known.len()).filter(|&at| known[at].is_none()).collect();
        for plies in 1.. {
            let is = |child: u32, value: Value| {
                let earlier = known[child as usize].filter(|outcome| outcome.distance < Some(plies));
                earlier.is_some_and(|outcome| outcome.value == value)
            };
            let value = |at: usize| {
                if children[at].iter().any(|&child| is(child, Value::Loss)) {
                    Some(Value::Win)
                } else if children[at].iter().all(|&child| is(child, Value::Win)) {
                    Some(Value::Loss)
                } else {
                    None
                }
            };
            let found: Vec<(usize, Value)> = open.iter().filter_map(|&at| Some((at, value(at)?))).collect();
            // Wins in one ply are known from the beginning.
            if found.is_empty() && plies > 1 {
                break;
            }
            for (at, value) in found {
                known[at] = Some(Outcome { value, distance: Some(plies) });
            }
            open.retain(|&at| known[at].is_none());
        }
        let outcomes = known.into_iter().map(|outcome| outcome.unwrap_or(Outcome::DRAW)).collect();
        Plain { positions, outcomes }
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn each(&self, mut visit: impl FnMut(&Position<V>, Outcome)) {
        self.positions.iter().zip(&self.outcomes).for_each(|(position, &outcome)| visit(position, outcome));
    }
}

/// Adds every position that has these pieces and up to `pieces` more on the squares from number `first` on. Men that
/// can never be on their own first row are not put there.
fn add<V: Variant>(pieces: usize, first: u8, sets: [Bitboard; 4], positions: &mut Vec<Position<V>>) {
    let board = &V::RULES.board;
    let [men, enemy_men, kings, enemy_kings] = sets;
    let can_return = V::RULES.name == "turkish-backward" || board.is_diagonal();
    let first_rows = (men & board.rank_squares(0)) | (enemy_men & board.rank_squares(board.size() - 1));
    if let Ok(position) = Position::new(men | kings, enemy_men | enemy_kings, kings | enemy_kings, Color::White)
        && (men | kings).any()
        && (enemy_men | enemy_kings).any()
        && (can_return || first_rows.is_empty())
    {
        positions.push(position);
    }
    if pieces == 0 {
        return;
    }
    for number in first + 1..=board.square_count() {
        for kind in 0..4 {
            let mut sets = sets;
            sets[kind] |= Bitboard::of(board.square(number).unwrap());
            add(pieces - 1, number, sets, positions);
        }
    }
}
