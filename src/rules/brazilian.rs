//! The classic game on 64 squares.

use super::*;
use crate::board::DIAGONAL_8;

/// `brazilian`: the international rules on 8×8, 12 men each; S004's classic game.
///
/// S004 has the men fill "quatre rangées"; twelve men on 8×8 fill three, as everyone plays it.
#[derive(Clone, Copy)]
pub struct Brazilian;

impl Variant for Brazilian {
    const RULES: Rules = Rules {
        name: "brazilian",
        board: DIAGONAL_8,
        // S004: 12 men each.
        start_ranks: [0, 2],
        // CBD: 20 moves each by kings only, without a capture.
        no_progress: NoProgress::Plies(40),
        // CBD: 5 moves each.
        endings: &[
            Ending { one: Force::exactly(0, 2), other: Force::exactly(0, 2), plies: 10 },
            Ending { one: Force::exactly(0, 2), other: Force::exactly(0, 1), plies: 10 },
            Ending { one: Force::exactly(0, 2), other: Force::exactly(1, 1), plies: 10 },
            Ending { one: Force::exactly(0, 1), other: Force::exactly(0, 1), plies: 10 },
            Ending { one: Force::exactly(0, 1), other: Force::exactly(1, 1), plies: 10 },
        ],
        notation: Notation {
            letters: true,
            game_type: Some("26,W,8,8,A0,0"),
            variant_tag: false,
            results: ["1-0", "0-1", "1/2-1/2"],
        },
        ..International::RULES
    };
}
