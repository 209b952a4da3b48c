//! The law, as data only: what a ruleset is, and the seven of them.
//!
//! A ruleset's file lists what differs from its parent and names the source of each constant. Sources are written
//! short: **S000** and **S003** are two French descriptions of Turkish draughts (the first also the reason for
//! `turkish-backward`), **S004** one of the classic, international and American games; **TÜDAF** is the rulebook of the
//! Turkish draughts federation (A. Zeybek); **FMJD** the official rules of international draughts; **CBD** those of
//! the Brazilian confederation; **WCDF** the rules of English draughts; **PDN** the Portable Draughts Notation 3.0.
//!
//! No code here generates a move or reads a text.

mod color;
mod ending;
mod registry;

mod american;
mod brazilian;
mod english;
mod international;
mod turkish;
mod turkish_backward;
mod turkish_position;

pub use american::American;
pub use brazilian::Brazilian;
pub use color::Color;
pub use ending::{Ending, Force};
pub use english::English;
pub use international::International;
pub use registry::{UnknownVariant, VariantId, VariantTask};
pub use turkish::Turkish;
pub use turkish_backward::TurkishBackward;
pub use turkish_position::TurkishPosition;

use crate::board::{Board, Direction};

/// A ruleset known at compile time: everything generic over it folds to the code of that game alone.
pub trait Variant: Copy + Send + Sync + 'static {
    /// The law of this game.
    const RULES: Rules;
}

/// The constants that make one game differ from another.
pub struct Rules {
    /// The name on the command line, in the protocols and in the PDN `Variant` tag.
    pub name: &'static str,
    /// The board's geometry.
    pub board: Board,
    /// Who moves first from the start position.
    pub first_mover: Color,
    /// The ranks White's men start on, from 0; Black's are the same seen from the other side.
    pub start_ranks: [u8; 2],
    /// Where White's men may step; Black's step the opposite ways.
    pub man_steps: Directions,
    /// Where White's men may capture; Black's capture the opposite ways.
    pub man_captures: Directions,
    /// Kings cross any number of empty squares, before and behind what they capture; otherwise one square.
    pub flying_kings: bool,
    /// The move that takes the most pieces must be chosen; otherwise any capture may be, but none broken off.
    pub most_pieces: bool,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// One piece each is a draw, unless the side to move can capture now.
    pub one_piece_each_draws: bool,
    /// One king against one man is won for the king's side at once.
    pub king_beats_man: bool,
    /// How many plies without a capture or a man's forward step make a draw.
    pub no_progress: NoProgress,
    /// Small endings that are drawn after a number of plies.
    pub endings: &'static [Ending],
    /// How the game is written down.
    pub notation: Notation,
}

impl Rules {
    /// Where the men of `color` may step.
    #[inline(always)]
    pub const fn steps_of(&self, color: Color) -> Directions {
        self.man_steps.seen_by(color)
    }

    /// Where the men of `color` may capture.
    #[inline(always)]
    pub const fn captures_of(&self, color: Color) -> Directions {
        self.man_captures.seen_by(color)
    }

    /// The rank on which a man of `color` becomes a king, from 0 at White's side.
    #[inline(always)]
    pub const fn last_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => self.board.size() - 1,
            Color::Black => 0,
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directions(u8);

impl Directions {
    /// The set of the directions in `list`.
    pub const fn new(list: &[Direction]) -> Directions {
        let mut set = 0;
        let mut i = 0;
        while i < list.len() {
            set |= 1 << list[i].index();
            i += 1;
        }
        Directions(set)
    }

    /// Whether `direction` is in the set.
    #[inline(always)]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction.index()) != 0
    }

    /// White's set as it is for `color`: every direction turned round for Black.
    #[inline(always)]
    pub const fn seen_by(self, color: Color) -> Directions {
        match color {
            Color::White => self,
            Color::Black => Directions((self.0 << 2 | self.0 >> 2) & 0b1111),
        }
    }
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removal {
    /// One by one during the move: the mover may cross or land on their squares later in the same move. It may not
    /// make a half turn, that is jump straight back after a jump.
    AtOnce,
    /// Together after the move: until then they block, and may not be jumped twice.
    AfterMove,
}

/// When a game without progress is drawn. Progress is a capture or a man's forward step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoProgress {
    /// After this many plies.
    Plies(u16),
    /// After as many plies as the arbiter says (the option `NoProgressPlies`); this many unless told.
    Arbiter(u16),
}

impl NoProgress {
    /// The arbiter's limit unless told, 0 where the rules leave him none.
    pub const fn default_arbiter_plies(self) -> u16 {
        match self {
            NoProgress::Plies(_) => 0,
            NoProgress::Arbiter(plies) => plies,
        }
    }

    /// The plies that make a draw where the arbiter's limit is this one, 0 for none; `u16::MAX` for no draw at all.
    #[inline(always)]
    pub const fn limit(self, arbiter_plies: u16) -> u16 {
        match self {
            NoProgress::Plies(plies) => plies,
            NoProgress::Arbiter(_) if arbiter_plies > 0 => arbiter_plies,
            NoProgress::Arbiter(_) => u16::MAX,
        }
    }
}

/// How a ruleset writes squares, results and the PDN `GameType` tag.
pub struct Notation {
    /// Letters and digits (`d4`) rather than numbers (`32`).
    pub letters: bool,
    /// The PDN `GameType` in full, `None` for a game the standard does not list.
    pub game_type: Option<&'static str>,
    /// The game needs a PDN `Variant` tag, because its `GameType` is missing or belongs to its parent.
    pub variant_tag: bool,
    /// The result texts for White's win, Black's win and a draw.
    pub results: [&'static str; 3],
}
