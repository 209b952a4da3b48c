//! From a score to the results of games.
//!
//! How often the side to move won, drew and lost in games of the engine against itself, as a function of the score and of
//! how many pieces were left: two logistic curves, one for wins and one, mirrored, for losses, between which lie the
//! draws [Stockfish tells its users the same by the option `UCI_ShowWDL`; the numbers here are our own].

use super::{Score, start_pieces};
use crate::position::Position;
use crate::rules::Variant;

/// How many of a thousand games the side to move wins, draws and loses; together they are a thousand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Won games.
    pub win: u16,
    /// Drawn games.
    pub draw: u16,
    /// Lost games.
    pub loss: u16,
}

/// From a score to the chances of a win, in hundredths of a man: with as many pieces as at the start, and with none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curves {
    /// The score with which every other game is won.
    pub half: [f64; 2],
    /// How slowly the curve rises.
    pub slope: [f64; 2],
}

impl Curves {
    /// Fitted by maximum likelihood to games at 10,000 and 9,000 nodes a move from the openings of `positions/openings/`:
    /// 2,000 of `turkish`, 400 of `international` and 300 of each other ruleset, every position in which the engine had
    /// moved and seen no forced win.
    fn of(ruleset: &str) -> Curves {
        let curves = |half, slope| Curves { half, slope };
        match ruleset {
            "turkish-backward" => curves([52.0, 97.0], [57.0, 74.0]),
            "turkish-position" => curves([47.0, 62.0], [66.0, 72.0]),
            "international" => curves([231.0, 444.0], [435.0, 98.0]),
            "brazilian" => curves([69.0, 570.0], [184.0, 123.0]),
            "american" => curves([32.0, 120.0], [52.0, 25.0]),
            "english" => curves([51.0, 113.0], [92.0, 13.0]),
            _ => curves([63.0, 103.0], [73.0, 80.0]),
        }
    }

    /// The chance to win with a score, where this share of the pieces of the start is left; the chance to lose is that of
    /// the opposite score.
    pub fn chance(&self, score: f64, share: f64) -> f64 {
        let mixed = |[full, empty]: [f64; 2]| empty + (full - empty) * share;
        1.0 / (1.0 + ((mixed(self.half) - score) / mixed(self.slope)).exp())
    }
}

/// The share of the pieces of the start that is left in a position.
pub fn share_left<V: Variant>(position: &Position<V>) -> f64 {
    let start = f64::from(const { start_pieces::<V>() });
    (f64::from(position.count_pieces()) / start).min(1.0)
}

impl Wdl {
    /// The side to move has lost for certain.
    pub const LOSS: Wdl = Wdl { win: 0, draw: 0, loss: 1_000 };
    /// The game is drawn for certain.
    pub const DRAW: Wdl = Wdl { win: 0, draw: 1_000, loss: 0 };
    /// The side to move wins for certain.
    pub const WIN: Wdl = Wdl { win: 1_000, draw: 0, loss: 0 };

    /// What a score for the side to move means in this position.
    pub fn of<V: Variant>(position: &Position<V>, score: Score) -> Wdl {
        if score.is_decided() {
            return if score > Score::DRAW { Wdl::WIN } else { Wdl::LOSS };
        }
        let (curves, share) = (Curves::of(V::RULES.name), share_left(position));
        let score = f64::from(score.value());
        let permille = |chance: f64| (1_000.0 * chance).round() as u16;
        let (win, loss) = (permille(curves.chance(score, share)), permille(curves.chance(-score, share)));
        Wdl { win, draw: 1_000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, VariantId, VariantTask};

    struct Sound;

    impl VariantTask for Sound {
        type Output = ();

        fn run<V: Variant>(self) {
            let start = Position::<V>::start();
            let few = Position::<V>::new(
                start.pieces(Color::White).into_iter().take(2).collect(),
                start.pieces(Color::Black).into_iter().take(2).collect(),
                Default::default(),
                Color::White,
            );
            for position in [start, few.unwrap()] {
                let mut last = Wdl::LOSS;
                for value in (-3_000..=3_000).step_by(10) {
                    let wdl = Wdl::of(&position, Score::centimen(value));
                    let opposite = Wdl::of(&position, Score::centimen(-value));
                    assert_eq!(wdl.win + wdl.draw + wdl.loss, 1_000);
                    assert_eq!((wdl.win, wdl.loss), (opposite.loss, opposite.win));
                    assert!(wdl.win >= last.win && wdl.loss <= last.loss, "{} {value}", V::RULES.name);
                    last = wdl;
                }
                assert!(last.win > 990, "{last:?}");
                assert!(Wdl::of(&position, Score::DRAW).draw > 100);
            }
            assert_eq!(Wdl::of(&start, Score::won_in(5)), Wdl::WIN);
            assert_eq!(Wdl::of(&start, Score::lost_in(5)), Wdl::LOSS);
        }
    }

    #[test]
    fn chances_rise_with_the_score_and_sum_to_a_thousand() {
        for id in VariantId::ALL {
            id.run(Sound);
        }
    }
}
