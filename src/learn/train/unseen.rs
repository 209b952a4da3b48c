//! Inputs that no position had that was trained on.
//!
//! They still have the noise that training begins with. A man on his own first row, where games of some rulesets never
//! have one, is then worth what he is one row ahead; nothing is known of others.

use super::model::{Neurons, Parameters};
use crate::board::Square;
use crate::eval::{INPUTS, input};
use crate::rules::{Color, Variant};

/// Replaces the weights of inputs that were not seen.
pub(super) fn settle<V: Variant>(net: &mut Parameters, seen: &[bool; INPUTS]) {
    for input in (0..INPUTS).filter(|&input| !seen[input]) {
        net.rows[input] = Neurons::ZERO;
    }
    for color in [Color::White, Color::Black] {
        for square in V::RULES.board.playable() {
            // White sees the board as it is.
            let input = |square| input::<V>(Color::White, color, false, square);
            let Some(ahead) = ahead_of_first_row::<V>(color, square) else { continue };
            if !seen[input(square)] && seen[input(ahead)] {
                net.rows[input(square)] = *net.input(input(ahead));
            }
        }
    }
}

/// The square before this one, if it is in the first row of a player.
fn ahead_of_first_row<V: Variant>(color: Color, square: Square) -> Option<Square> {
    let board = &V::RULES.board;
    let last = board.size() - 1;
    let [first, second] = if color == Color::White { [0, 1] } else { [last, last - 1] };
    if board.rank(square) != first {
        return None;
    }
    let file = board.file(square);
    // On diagonal boards there is none straight ahead, and at the edge only one.
    [Some(file), file.checked_add(1), file.checked_sub(1)].into_iter().flatten().find_map(|file| board.at(file, second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{International, Turkish};

    /// After settling with these inputs not seen, from where each input's weights are; `None` for nowhere.
    fn settled<V: Variant>(unseen: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut net = Parameters::zero();
        for (input, row) in net.rows[..INPUTS].iter_mut().enumerate() {
            row.0.fill(1.0 + input as f32);
        }
        settle::<V>(&mut net, &std::array::from_fn(|input| !unseen(input)));
        net.rows[..INPUTS].iter().map(|row| (row.0[0] as usize).checked_sub(1)).collect()
    }

    #[test]
    fn men_on_their_first_row_are_worth_what_they_are_ahead() {
        // Men of Turkish draughts begin on the second row: a1–h1 are 0–7, a8–h8 are 56–63 and 120–127 for the opponent.
        let is_unseen = |input: usize| input < 8 || (56..64).contains(&input) || (120..131).contains(&input);
        let settled = settled::<Turkish>(is_unseen);
        for (input, &from) in settled.iter().enumerate() {
            let expected = match input {
                0..8 => Some(input + 8),
                56..64 | 128..131 => None,
                120..128 => Some(input - 8),
                _ => Some(input),
            };
            assert_eq!(from, expected, "{input}");
        }
    }

    #[test]
    fn diagonal_boards_have_a_square_ahead_too() {
        let board = &International::RULES.board;
        for square in board.rank_squares(0) {
            let ahead = ahead_of_first_row::<International>(Color::White, square).unwrap();
            assert_eq!((board.rank(ahead), board.file(ahead).abs_diff(board.file(square))), (1, 1));
            assert_eq!(ahead_of_first_row::<International>(Color::Black, square), None);
        }
        assert!(settled::<International>(|_| true).iter().all(Option::is_none));
    }
}
