//! From logits to hundredths of a man.

use super::label::Example;
use super::model::{Parameters, logit};
use crate::position::Position;
use crate::rules::{Color, Variant};

/// Positions count as of the start of the game while so many of 100 pieces are left.
const LEAST_PIECES: u32 = 80;

/// What a man is worth at the start of the game.
///
/// It is the slope of the evaluation against the difference of men, over the positions held out that have no king and at
/// least 80 % of the pieces of the start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// The worth of a man in logits.
    pub man: f64,
    /// Over how many positions.
    pub positions: u64,
}

impl Scale {
    /// The worth of a man to this net; `None` where no position tells it, or it is worth nothing.
    pub(super) fn fit<V: Variant>(net: &Parameters, examples: &[Example<V>]) -> Option<Scale> {
        let (mut products, mut squares, mut positions) = (0.0, 0.0, 0);
        for position in examples.iter().map(|example| &example.position).filter(|position| is_early(position)) {
            let side = position.side_to_move();
            let [own, enemy] = [side, !side].map(|color| f64::from(position.men(color).count()));
            let difference = own - enemy;
            products += difference * f64::from(logit(net, position));
            squares += difference * difference;
            positions += 1;
        }
        let man = products / squares;
        (man.is_finite() && man > 0.0).then_some(Scale { man, positions })
    }

    /// How many hundredths of a man a logit is: σ(score / this) is how many points the evaluation expects.
    pub fn centimen_per_logit(&self) -> f64 {
        100.0 / self.man
    }
}

fn is_early<V: Variant>(position: &Position<V>) -> bool {
    let (pieces, start) = (position.count_pieces(), Position::<V>::start().count_pieces());
    let has_kings = (position.kings(Color::White) | position.kings(Color::Black)).any();
    100 * pieces >= LEAST_PIECES * start && !has_kings
}
