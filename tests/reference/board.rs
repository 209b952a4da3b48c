//! The law as plain constants, and the numbering of the squares.

/// A place on the board or a direction over it: rank, then file.
pub type At = (i32, i32);

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Starts at the bottom and moves up.
    White,
    /// Starts at the top and moves down.
    Black,
}

impl Color {
    pub fn other(self) -> Color {
        if self == Color::White { Color::Black } else { Color::White }
    }

    /// What one step forward adds to the rank.
    pub fn forward(self) -> i32 {
        if self == Color::White { 1 } else { -1 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub color: Color,
    pub king: bool,
}

/// What a ruleset decides about moves. Draw rules have no place here: perft and move lists ignore them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Ranks, and files: 8 or 10.
    pub size: i32,
    /// Rows of men each side starts with.
    pub rows_of_men: i32,
    /// Turkish family: pieces move along ranks and files over all squares, a captured piece leaves the board at
    /// once, and two jumps in a row may not go in opposite directions. Otherwise: diagonals, dark squares only,
    /// captured pieces stay on the board until the move is over.
    pub turkish_family: bool,
    pub men_capture_backward: bool,
    pub flying_kings: bool,
    /// The move that takes the most pieces is compulsory; without it any complete chain may be chosen.
    pub majority: bool,
    pub first_to_move: Color,
}

impl Rules {
    pub fn of(name: &str) -> Rules {
        let turkish = Rules {
            size: 8,
            rows_of_men: 2,
            turkish_family: true,
            men_capture_backward: false,
            flying_kings: true,
            majority: true,
            first_to_move: Color::White,
        };
        let brazilian = Rules { rows_of_men: 3, turkish_family: false, men_capture_backward: true, ..turkish };
        let american = Rules { men_capture_backward: false, flying_kings: false, ..brazilian };
        match name {
            // The position win ends a game; it changes no move list.
            "turkish" | "turkish-position" => turkish,
            "turkish-backward" => Rules { men_capture_backward: true, ..turkish },
            "international" => Rules { size: 10, rows_of_men: 4, ..brazilian },
            "brazilian" => brazilian,
            "american" => american,
            "english" => Rules { majority: false, first_to_move: Color::Black, ..american },
            _ => panic!("unknown ruleset {name:?}"),
        }
    }

    /// The four directions in which a king moves, as (rank, file).
    pub fn directions(&self) -> [At; 4] {
        if self.turkish_family { [(1, 0), (0, 1), (-1, 0), (0, -1)] } else { [(1, 1), (1, -1), (-1, 1), (-1, -1)] }
    }

    pub fn last_rank(&self, color: Color) -> i32 {
        if color == Color::White { self.size - 1 } else { 0 }
    }

    pub fn squares(&self) -> u8 {
        (if self.turkish_family { self.size * self.size } else { self.size * self.size / 2 }) as u8
    }

    /// Pieces a side starts with.
    pub fn full(&self) -> usize {
        let in_a_row = if self.turkish_family { self.size } else { self.size / 2 };
        (self.rows_of_men * in_a_row) as usize
    }

    /// Rank and file, both from 0 at White's left corner, of a square number.
    pub fn at(&self, square: u8) -> At {
        assert!((1..=self.squares()).contains(&square), "no square {square}");
        let index = i32::from(square) - 1;
        if self.turkish_family {
            return (index / self.size, index % self.size);
        }
        let (half, rank) = (self.size / 2, self.size - 1 - index / (self.size / 2));
        (rank, 2 * (index % half) + rank % 2) // The corner a1 is dark, so even ranks begin with a dark square.
    }

    /// The number of the square at a rank and file: the inverse of [`Rules::at`].
    pub fn number(&self, (rank, file): At) -> u8 {
        if self.turkish_family {
            return (rank * self.size + file + 1) as u8;
        }
        assert!((rank + file) % 2 == 0, "rank {rank}, file {file} is a light square");
        ((self.size - 1 - rank) * (self.size / 2) + file / 2 + 1) as u8
    }

    /// Reads `12` or `c4`.
    pub fn parse_square(&self, text: &str) -> u8 {
        match text.as_bytes()[0] {
            letter @ (b'a'..=b'j' | b'A'..=b'J') => {
                let rank: i32 = text[1..].parse().unwrap_or_else(|_| panic!("not a square: {text:?}"));
                self.number((rank - 1, i32::from(letter.to_ascii_lowercase() - b'a')))
            }
            _ => text.parse().unwrap_or_else(|_| panic!("not a square: {text:?}")),
        }
    }
}

/// The square `distance` steps away, perhaps off the board.
pub fn along(from: At, direction: At, distance: i32) -> At {
    (from.0 + direction.0 * distance, from.1 + direction.1 * distance)
}

/// Towards the color's own first row; sideways is not backward.
pub fn is_backward(direction: At, color: Color) -> bool {
    direction.0 * color.forward() < 0
}
