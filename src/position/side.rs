//! The sides as types, so that the generator is compiled once for each.

use crate::rules::Color;

/// A side known at compile time.
pub(super) trait Side {
    /// Which side it is.
    const COLOR: Color;
    /// The side that moves next.
    type Other: Side<Other = Self>;
}

pub(super) struct White;
pub(super) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Other = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Other = White;
}
