//! Turkish draughts with backward captures by men.

use super::*;

/// `turkish-backward`: S000's backward captures on the federation's rules.
///
/// A man still steps only forward and sideways. In a chain it can pass over the last row and leave it, and then stays a
/// man (S000: "un pion qui … ne fait que passer … reste un pion"); it can also come to stand on its own first row.
#[derive(Clone, Copy)]
pub struct TurkishBackward;

impl Variant for TurkishBackward {
    const RULES: Rules = Rules {
        name: "turkish-backward",
        // S000: "aussi bien en avant qu'en arrière".
        man_captures: Directions::new(&Direction::ALL),
        notation: Notation { variant_tag: true, ..Turkish::RULES.notation },
        ..Turkish::RULES
    };
}
