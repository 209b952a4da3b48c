//! Random moves from the start position, for games and lists of openings to begin with.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::game::Game;
use crate::position::Position;
use crate::rules::Variant;

/// How often random moves are tried again after they ended a game.
const TRIES: u32 = 1_000;

/// A game of so many random moves that is not over after them; the seed and the number alone decide which. `None` when
/// game after game ended too early.
pub fn random_opening<V: Variant>(plies: u32, seed: u64, number: u64) -> Option<Game<V>> {
    let own_seed = StdRng::seed_from_u64(seed).random::<u64>() ^ number;
    let mut source = StdRng::seed_from_u64(own_seed);
    for _ in 0..TRIES {
        let mut game = Game::<V>::new(Position::start());
        while game.verdict().is_none() && game.moves().len() < plies as usize {
            let legal = game.position().legal_moves();
            match legal.choose(&mut source) {
                Some(&mv) => game.play(mv),
                None => break,
            }
        }
        if game.verdict().is_none() {
            return Some(game);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{International, Turkish};

    #[test]
    fn seed_and_number_alone_decide() {
        let moves = |seed, number| random_opening::<Turkish>(8, seed, number).unwrap().moves().to_vec();
        assert_eq!(moves(1, 5), moves(1, 5));
        assert_ne!(moves(1, 5), moves(1, 6));
        assert_ne!(moves(1, 5), moves(2, 5));
        assert_eq!(moves(1, 5).len(), 8);
    }

    #[test]
    fn no_game_is_over_and_none_goes_on_for_ever() {
        for number in 0..50 {
            assert_eq!(random_opening::<International>(40, 1, number).unwrap().verdict(), None);
        }
        assert!(random_opening::<Turkish>(5_000, 1, 0).is_none());
    }
}
