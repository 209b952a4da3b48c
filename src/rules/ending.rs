//! Small endings that are drawn by counting.

/// An ending that is drawn when it has stood for a number of plies.
///
/// The count starts when the material arises, is not reset by a man's move or by a promotion that stays in the same
/// ending, and starts again when the ending changes. [FMJD, CBD]
pub struct Ending {
    /// One side's material.
    pub one: Force,
    /// The other side's.
    pub other: Force,
    /// After how many plies the game is drawn.
    pub plies: u16,
}

/// The material of one side of an [`Ending`].
pub struct Force {
    /// How many pieces in all.
    pub pieces: u32,
    /// The fewest of them that are kings.
    pub least_kings: u32,
    /// The most of them that are kings.
    pub most_kings: u32,
}

impl Force {
    /// Exactly `men` men and `kings` kings.
    pub const fn exactly(men: u32, kings: u32) -> Force {
        Force { pieces: men + kings, least_kings: kings, most_kings: kings }
    }

    /// `pieces` pieces, of which at least one is a king.
    pub const fn with_a_king(pieces: u32) -> Force {
        Force { pieces, least_kings: 1, most_kings: pieces }
    }

    const fn covers(&self, (men, kings): (u32, u32)) -> bool {
        men + kings == self.pieces && self.least_kings <= kings && kings <= self.most_kings
    }
}

impl Ending {
    /// Whether the two sides, each as (men, kings) and in either order, make up this ending.
    pub const fn covers(&self, a: (u32, u32), b: (u32, u32)) -> bool {
        self.one.covers(a) && self.other.covers(b) || self.one.covers(b) && self.other.covers(a)
    }
}
