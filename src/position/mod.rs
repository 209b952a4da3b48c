//! The state under the rules: where the pieces stand, who is to move, what is legal and what a move does.
//!
//! Nothing here knows a text, a history or a score.

mod captures;
mod count;
mod fault;
mod moves;
mod perft;
mod pieces;
mod side;
mod steps;
mod verdict;
mod zobrist;

pub use fault::PositionFault;
pub use moves::{Move, MoveList};
pub use perft::{PerftLimits, perft, perft_divide};
pub use verdict::{Reason, Verdict};
pub use zobrist::Key;

use std::fmt;
use std::marker::PhantomData;

use crate::board::{Bitboard, Square};
use crate::rules::{Color, Variant};
use pieces::{Pieces, Transfer};
use side::Side;

/// A position of the game `V`, with the counters that its draw rules need.
///
/// Positions are small (40 bytes) and copied, never unmade. Invariant: the position passes its own check, which
/// [`Position::new`] makes and every legal move keeps; the key is that of the pieces and the side to move.
pub struct Position<V> {
    pieces: Pieces,
    key: Key,
    quiet_plies: u16,
    ending_plies: u16,
    /// Which of the ruleset's endings this is, from 1; 0 is none.
    ending: u8,
    side: Color,
    rules: PhantomData<V>,
}

impl<V: Variant> Position<V> {
    /// The start position.
    pub fn start() -> Position<V> {
        let board = &V::RULES.board;
        let [first, last] = V::RULES.start_ranks;
        let mut white = Bitboard::EMPTY;
        for rank in first..=last {
            white |= board.rank_squares(rank);
        }
        let pieces = Pieces { colors: [white, board.turned(white)], kings: Bitboard::EMPTY };
        Position::from_pieces(pieces, V::RULES.first_mover)
    }

    /// A position from its pieces, with all counters at 0.
    ///
    /// # Errors
    /// When the pieces are not a position of this game: see [`PositionFault`]. One side without pieces is accepted, for
    /// the game is then over.
    pub fn new(
        white: Bitboard,
        black: Bitboard,
        kings: Bitboard,
        side_to_move: Color,
    ) -> Result<Position<V>, PositionFault> {
        let pieces = Pieces { colors: [white, black], kings };
        fault::check::<V>(&pieces)?;
        Ok(Position::from_pieces(pieces, side_to_move))
    }

    fn from_pieces(pieces: Pieces, side: Color) -> Position<V> {
        let key = Self::compute_key(&pieces, side);
        let ending = verdict::ending::<V>(&pieces);
        Position { pieces, key, quiet_plies: 0, ending_plies: 0, ending, side, rules: PhantomData }
    }

    fn compute_key(pieces: &Pieces, side: Color) -> Key {
        let mut key = if side == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 };
        for color in [Color::White, Color::Black] {
            let own = pieces.colors[color.index()];
            key ^=
                zobrist::pieces(color, false, own & !pieces.kings) ^ zobrist::pieces(color, true, own & pieces.kings);
        }
        Key(key)
    }

    /// Whether the position is one of this game and its key the right one.
    ///
    /// # Errors
    /// The fault, when there is one.
    pub fn check(&self) -> Result<(), PositionFault> {
        fault::check::<V>(&self.pieces)?;
        if self.key == Self::compute_key(&self.pieces, self.side) { Ok(()) } else { Err(PositionFault::WrongKey) }
    }

    /// Who is to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// All pieces of a color.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.pieces.colors[color.index()]
    }

    /// The men of a color.
    #[inline(always)]
    pub fn men(&self, color: Color) -> Bitboard {
        self.pieces(color) & !self.pieces.kings
    }

    /// The kings of a color.
    #[inline(always)]
    pub fn kings(&self, color: Color) -> Bitboard {
        self.pieces(color) & self.pieces.kings
    }

    /// How many pieces are on the board.
    #[inline(always)]
    pub fn count_pieces(&self) -> u32 {
        self.pieces.occupied().count()
    }

    /// The squares no piece stands on.
    #[inline(always)]
    pub fn empty(&self) -> Bitboard {
        self.pieces.empty::<V>()
    }

    /// The key of the pieces and the side to move.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Plies since the last capture or forward step of a man: no earlier position can come back.
    #[inline(always)]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// Plies since the present ending arose, 0 outside the ruleset's list.
    #[inline(always)]
    pub fn ending_plies(&self) -> u16 {
        self.ending_plies
    }

    /// Whether the side to move can, and therefore must, capture.
    #[inline(always)]
    pub fn can_capture(&self) -> bool {
        self.can_capture_as(self.side)
    }

    /// Whether the other side could capture if it were to move.
    #[inline(always)]
    pub fn is_threatened(&self) -> bool {
        self.can_capture_as(!self.side)
    }

    #[inline(always)]
    fn can_capture_as(&self, color: Color) -> bool {
        match color {
            Color::White => captures::can_capture::<V, side::White>(&self.pieces),
            Color::Black => captures::can_capture::<V, side::Black>(&self.pieces),
        }
    }

    /// The legal moves, each once, in an order that depends on the position alone.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        if self.can_capture() {
            self.each_capture(|mv| list.push(mv));
        } else {
            self.each_step(|mv| list.push(mv));
        }
        list
    }

    /// Calls `visit` with every step and slide; legal only where nothing can be captured.
    #[inline(always)]
    pub fn each_step(&self, mut visit: impl FnMut(Move)) {
        match self.side {
            Color::White => steps::each_step::<V, side::White>(&self.pieces, |transfer| {
                visit(Self::to_move::<side::White>(transfer));
            }),
            Color::Black => steps::each_step::<V, side::Black>(&self.pieces, |transfer| {
                visit(Self::to_move::<side::Black>(transfer));
            }),
        }
    }

    /// Calls `visit` with every legal capture; only where something [can be captured](Position::can_capture).
    #[inline(always)]
    pub fn each_capture(&self, visit: impl FnMut(Move)) {
        debug_assert!(self.can_capture());
        match self.side {
            Color::White => self.each_capture_of::<side::White>(visit),
            Color::Black => self.each_capture_of::<side::Black>(visit),
        }
    }

    #[inline(always)]
    fn each_capture_of<S: Side>(&self, mut visit: impl FnMut(Move)) {
        let mut chains = captures::Chains::new();
        chains.generate::<V, S>(&self.pieces);
        chains.each(|transfer| visit(Self::to_move::<S>(transfer)));
    }

    /// Calls `visit` with every step that makes a man a king; legal only where nothing can be captured.
    #[inline(always)]
    pub fn each_promotion(&self, mut visit: impl FnMut(Move)) {
        match self.side {
            Color::White => steps::each_promotion::<V, side::White>(&self.pieces, |transfer| {
                visit(Self::to_move::<side::White>(transfer));
            }),
            Color::Black => steps::each_promotion::<V, side::Black>(&self.pieces, |transfer| {
                visit(Self::to_move::<side::Black>(transfer));
            }),
        }
    }

    #[inline(always)]
    fn to_move<S: Side>(transfer: Transfer) -> Move {
        let Transfer { from, to, captured, king } = transfer;
        Move::new(from.first(), to.first(), captured, king, transfer.promotes::<V, S>())
    }

    /// How many legal moves the side to move has.
    #[inline]
    pub fn count_moves(&self) -> u32 {
        match self.side {
            Color::White => count::count_moves::<V, side::White>(&self.pieces),
            Color::Black => count::count_moves::<V, side::Black>(&self.pieces),
        }
    }

    /// Whether the side to move could step or slide, legal or not: where nothing can be captured, whether it can move.
    #[inline]
    pub fn has_step(&self) -> bool {
        match self.side {
            Color::White => steps::has_step::<V, side::White>(&self.pieces),
            Color::Black => steps::has_step::<V, side::Black>(&self.pieces),
        }
    }

    /// Where the king on `square` can go without capturing, whether or not it is its turn.
    #[inline(always)]
    pub fn king_slides(&self, square: Square) -> Bitboard {
        captures::sight::<V>(Bitboard::of(square), Bitboard::EMPTY, self.empty()).slides
    }

    /// The position after a legal move.
    ///
    /// # Panics
    /// In debug builds when the result is not a position; the move's legality is the caller's duty.
    #[inline]
    pub fn play(&self, mv: Move) -> Position<V> {
        let transfer = Transfer {
            from: Bitboard::of(mv.from()),
            to: Bitboard::of(mv.to()),
            captured: mv.captured(),
            king: mv.by_king(),
        };
        let (side, other) = (self.side, !self.side);
        let pieces = match side {
            Color::White => self.pieces.after::<V, side::White>(transfer),
            Color::Black => self.pieces.after::<V, side::Black>(transfer),
        };
        let mut key = self.key.0
            ^ zobrist::BLACK_TO_MOVE
            ^ zobrist::piece(side, mv.by_king(), mv.from())
            ^ zobrist::piece(side, mv.by_king() || mv.promotes(), mv.to());
        let mut next = Position { pieces, side: other, ..*self };
        if mv.is_capture() {
            let kings = self.pieces.kings;
            key ^= zobrist::pieces(other, false, mv.captured() & !kings)
                ^ zobrist::pieces(other, true, mv.captured() & kings);
            next.quiet_plies = 0;
        } else if self.is_progress(mv) {
            next.quiet_plies = 0;
        } else {
            next.quiet_plies = self.quiet_plies.saturating_add(1);
        }
        next.key = Key(key);
        if !V::RULES.endings.is_empty() {
            next.count_ending();
        }
        debug_assert_eq!(next.check(), Ok(()));
        next
    }

    /// The position with the other side to move, as if the side to move had passed: no move of any game, but a search may
    /// ask what happens then. Nothing before it counts as having stood on the board.
    #[inline]
    pub fn passed(&self) -> Position<V> {
        let key = Key(self.key.0 ^ zobrist::BLACK_TO_MOVE);
        let next = Position { side: !self.side, key, quiet_plies: 0, ..*self };
        debug_assert_eq!(next.check(), Ok(()));
        next
    }

    /// Whether a move that captures nothing can never be taken back: a man's step, unless it is sideways.
    #[inline(always)]
    fn is_progress(&self, mv: Move) -> bool {
        !mv.by_king() && (V::RULES.board.is_diagonal() || mv.from().index() / 8 != mv.to().index() / 8)
    }

    fn count_ending(&mut self) {
        let ending = verdict::ending::<V>(&self.pieces);
        self.ending_plies = if ending != 0 && ending == self.ending { self.ending_plies + 1 } else { 0 };
        self.ending = ending;
    }

    /// The position with the board turned, the colors exchanged and the other side to move: the same game seen by the
    /// other player. Counters stay.
    pub fn turned(&self) -> Position<V> {
        let board = &V::RULES.board;
        self.mapped(!self.side, [Color::Black, Color::White], |set| board.turned(set))
    }

    /// The position exchanged left and right; `None` where the board has no such symmetry.
    pub fn mirrored(&self) -> Option<Position<V>> {
        let board = &V::RULES.board;
        let colors = [Color::White, Color::Black];
        (!board.is_diagonal()).then(|| self.mapped(self.side, colors, |set| board.mirrored(set)))
    }

    fn mapped(&self, side: Color, colors: [Color; 2], map: impl Fn(Bitboard) -> Bitboard) -> Position<V> {
        let pieces = Pieces { colors: colors.map(|color| map(self.pieces(color))), kings: map(self.pieces.kings) };
        Position { pieces, side, key: Self::compute_key(&pieces, side), ..*self }
    }
}

impl<V> Clone for Position<V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Position<V> {}

/// Equal positions have the same pieces and the same side to move; counters are not compared.
impl<V> PartialEq for Position<V> {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.side == other.side
    }
}

impl<V> Eq for Position<V> {}

impl<V> fmt::Debug for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?} {:?} quiet {})", self.side, self.pieces, self.quiet_plies)
    }
}
