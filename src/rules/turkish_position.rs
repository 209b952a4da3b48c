//! Turkish draughts with the win by position.

use super::*;

/// `turkish-position`: S003's "victoire par position" on the federation's rules.
///
/// A position reduced to one king against one man is won for the king's side, whoever is to move, even with a capture
/// pending. Move lists are those of [`Turkish`].
#[derive(Clone, Copy)]
pub struct TurkishPosition;

impl Variant for TurkishPosition {
    const RULES: Rules = Rules {
        name: "turkish-position",
        // S003, "selon certaines sources".
        king_beats_man: true,
        notation: Notation { variant_tag: true, ..Turkish::RULES.notation },
        ..Turkish::RULES
    };
}
