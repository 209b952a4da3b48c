//! S004's American game.

use super::*;

/// `american`: the American game of S004.
///
/// S004 says that the American rules differ from the classic ones in "deux points" but our copy has lost the list. **Our
/// reading** is the two that every page of the kind names: men capture forward only, and kings step and capture one
/// square, in all four directions. "Le reste des règles est identique": White moves first and the most pieces must be
/// taken. The draw counts are those of [`English`], because with short kings two against one is a win that takes longer
/// than five moves. The game that Americans really play is [`English`].
#[derive(Clone, Copy)]
pub struct American;

impl Variant for American {
    const RULES: Rules = Rules {
        name: "american",
        // Our reading of S004, first point.
        man_captures: Directions::new(&[Direction::LEFT, Direction::UP]),
        // Our reading of S004, second point.
        flying_kings: false,
        no_progress: English::RULES.no_progress,
        endings: &[],
        // PDN has no game type for it.
        notation: Notation { game_type: None, variant_tag: true, ..Brazilian::RULES.notation },
        ..Brazilian::RULES
    };
}
