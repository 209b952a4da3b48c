//! Captures: who can make one, and every complete chain.
//!
//! A chain is grown one jump at a time. What it has captured and where it stands decide how it may go on, so a flying
//! king's chain keeps the *set* of squares on which it can land after its last jump, and ends as one record (start,
//! captured set, landing squares) instead of one per landing square. Records with the same start and the same
//! captured set come from different routes to the same moves and are merged.

use std::collections::HashSet;
use std::marker::PhantomData;

use smallvec::SmallVec;

use super::pieces::{Pieces, Transfer};
use super::side::Side;
use crate::board::{Bitboard, Direction, Square, each_direction};
use crate::rules::{Removal, Variant};

/// Jumps tried before a generator begins to remember the states it has been in. Positions from play stay far below;
/// with it a king among a dozen loose men takes milliseconds instead of minutes.
const JUMPS_BEFORE_MEMORY: u32 = 2_000;

/// Every move that takes one set of pieces from one square: they differ only in where they end.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    pub(super) from: Bitboard,
    pub(super) captured: Bitboard,
    pub(super) landings: Bitboard,
    pub(super) king: bool,
}

/// The squares from which a jump in `direction` starts: those just before a target with an empty square behind it.
#[inline(always)]
fn takeoffs<V: Variant>(targets: Bitboard, empty: Bitboard, direction: Direction) -> Bitboard {
    let board = &V::RULES.board;
    let back = direction.opposite();
    board.step(board.step(empty, back) & targets, back)
}

/// A set of squares for each direction.
pub(super) type ByDirection = [Bitboard; 4];

#[inline(always)]
pub(super) fn union(sets: ByDirection) -> Bitboard {
    let [a, b, c, d] = sets;
    a | b | c | d
}

/// Where the men of `men` land after one jump, by the direction of the jump.
#[inline(always)]
pub(super) fn man_landings<V: Variant, S: Side>(men: Bitboard, targets: Bitboard, empty: Bitboard) -> ByDirection {
    let board = &V::RULES.board;
    let mut landings = [Bitboard::EMPTY; 4];
    each_direction!(DIRECTION => {
        if V::RULES.captures_of(S::COLOR).contains(DIRECTION) {
            let over = board.step(men, DIRECTION) & targets;
            landings[DIRECTION.index()] = board.step(over, DIRECTION) & empty;
        }
    });
    landings
}

/// Where men that have landed on the squares of `landed`, by the direction of their last jump, land after one jump more.
/// None turns straight back.
#[inline(always)]
pub(super) fn next_landings<V: Variant, S: Side>(
    landed: ByDirection,
    targets: Bitboard,
    empty: Bitboard,
) -> ByDirection {
    let board = &V::RULES.board;
    let mut landings = [Bitboard::EMPTY; 4];
    each_direction!(DIRECTION => {
        if V::RULES.captures_of(S::COLOR).contains(DIRECTION) {
            let mut from = landed;
            from[DIRECTION.opposite().index()] = Bitboard::EMPTY;
            let over = board.step(union(from), DIRECTION) & targets;
            landings[DIRECTION.index()] = board.step(over, DIRECTION) & empty;
        }
    });
    landings
}

/// The squares of `landings`, all of them empty, from which a king could jump in `direction`.
#[inline(always)]
fn starters<V: Variant>(landings: Bitboard, targets: Bitboard, empty: Bitboard, direction: Direction) -> Bitboard {
    let before = takeoffs::<V>(targets, empty, direction) & empty;
    if V::RULES.flying_kings {
        V::RULES.board.fill(before, empty, direction.opposite()) & landings
    } else {
        before & landings
    }
}

/// What a king sees from its square.
pub(super) struct Sight {
    /// Where it can go without capturing.
    pub(super) slides: Bitboard,
    /// Where it first lands behind a piece that it can capture.
    pub(super) landings: Bitboard,
}

/// What a king that stands on `from` alone sees.
#[inline(always)]
pub(super) fn sight<V: Variant>(from: Bitboard, targets: Bitboard, empty: Bitboard) -> Sight {
    let board = &V::RULES.board;
    let mut lines = [Bitboard::EMPTY; 4];
    each_direction!(DIRECTION => {
        lines[DIRECTION.index()] = if V::RULES.flying_kings {
            board.line(from.first(), !empty, DIRECTION)
        } else {
            board.step(from, DIRECTION)
        };
    });
    let seen = union(lines);
    let mut landings = Bitboard::EMPTY;
    if seen.intersects(targets) {
        each_direction!(DIRECTION => {
            landings |= board.step(lines[DIRECTION.index()] & targets, DIRECTION) & empty;
        });
    }
    Sight { slides: seen & empty, landings }
}

/// The kings of `kings` that can capture something.
#[inline(always)]
pub(super) fn capturing_kings<V: Variant>(kings: Bitboard, targets: Bitboard, empty: Bitboard) -> Bitboard {
    let mut capturing = Bitboard::EMPTY;
    if V::RULES.flying_kings {
        // One by one: they are few, and a look along four lines costs less than filling the board in four directions.
        for king in kings.singles() {
            if sight::<V>(king, targets, empty).landings.any() {
                capturing |= king;
            }
        }
    } else {
        each_direction!(DIRECTION => {
            capturing |= kings & takeoffs::<V>(targets, empty, DIRECTION);
        });
    }
    capturing
}

/// Whether `S` can capture anything.
#[inline(always)]
pub(super) fn can_capture<V: Variant, S: Side>(pieces: &Pieces) -> bool {
    let (own, targets, empty) = (pieces.own::<S>(), pieces.enemy::<S>(), pieces.empty::<V>());
    let kings = own & pieces.kings;
    union(man_landings::<V, S>(own & !kings, targets, empty)).any()
        || kings.any() && capturing_kings::<V>(kings, targets, empty).any()
}

/// The legal captures of one position.
pub(super) struct Chains {
    list: SmallVec<[Chain; 8]>,
    /// The most pieces that any chain so far takes.
    most: u32,
}

impl Chains {
    pub(super) fn new() -> Chains {
        Chains { list: SmallVec::new(), most: 0 }
    }

    /// Calls `visit` with every capture.
    #[inline(always)]
    pub(super) fn each(&self, mut visit: impl FnMut(Transfer)) {
        for chain in &self.list {
            for to in chain.landings.singles() {
                visit(Transfer { from: chain.from, to, captured: chain.captured, king: chain.king });
            }
        }
    }

    /// How many captures there are.
    pub(super) fn count(&self) -> u32 {
        self.list.iter().map(|chain| chain.landings.count()).sum()
    }

    /// Finds every legal capture of `S`; the list stays empty when there is none.
    pub(super) fn generate<V: Variant, S: Side>(&mut self, pieces: &Pieces) {
        let board = &V::RULES.board;
        let (own, targets, empty) = (pieces.own::<S>(), pieces.enemy::<S>(), pieces.empty::<V>());
        let kings = own & pieces.kings;
        if kings.any() {
            let starters = capturing_kings::<V>(kings, targets, empty);
            for from in starters.singles() {
                Piece::<V>::new(self, from, true).king(targets, empty | from);
            }
        }
        let first = man_landings::<V, S>(own & !kings, targets, empty);
        // Before the first jump, which frees no square that a second one could reach, this is exact.
        let mut takeoffs = Bitboard::EMPTY;
        each_direction!(DIRECTION => {
            if V::RULES.captures_of(S::COLOR).contains(DIRECTION) {
                takeoffs |= self::takeoffs::<V>(targets, empty, DIRECTION);
            }
        });
        let goes_on = union(first).intersects(takeoffs);
        each_direction!(DIRECTION => {
            let mut landings = first[DIRECTION.index()];
            if V::RULES.most_pieces && goes_on {
                landings &= takeoffs;
            }
            for to in landings.singles() {
                let over = board.step(to, DIRECTION.opposite());
                let from = board.step(over, DIRECTION.opposite());
                let state = State { captured: Bitboard::EMPTY, targets, empty: empty | from, count: 0 };
                let state = state.after::<V>(over);
                let mut piece = Piece::<V>::new(self, from, false);
                if to.intersects(takeoffs) {
                    piece.man::<S>(to, state);
                } else {
                    piece.finish(to, state);
                }
            }
        });
    }

    /// Records a complete chain, unless the rules demand a longer one that is already known.
    #[inline(always)]
    fn add<V: Variant>(&mut self, chain: Chain, count: u32) {
        if V::RULES.most_pieces {
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.list.clear();
            }
        }
        // Two routes to one set take at least three pieces: to take A first and B second, and also B first, both must
        // be in sight from the start, but what is in sight from behind A is on another line, or hidden by A.
        if count > 2 {
            for known in &mut self.list {
                if known.captured == chain.captured && known.from == chain.from {
                    known.landings |= chain.landings;
                    return;
                }
            }
        }
        self.list.push(chain);
    }
}

/// What a chain in progress sees.
#[derive(Clone, Copy)]
struct State {
    captured: Bitboard,
    /// The enemy pieces that may still be jumped.
    targets: Bitboard,
    /// The squares that may be crossed and landed on; the start square is one of them.
    empty: Bitboard,
    /// How many pieces have been captured.
    count: u32,
}

impl State {
    /// The state after jumping `over` one piece.
    #[inline(always)]
    fn after<V: Variant>(self, over: Bitboard) -> State {
        State {
            captured: self.captured | over,
            targets: self.targets & !over,
            empty: match V::RULES.removal {
                Removal::AtOnce => self.empty | over,
                Removal::AfterMove => self.empty,
            },
            count: self.count + 1,
        }
    }
}

/// One piece whose chains are being grown.
struct Piece<'a, V> {
    chains: &'a mut Chains,
    from: Bitboard,
    is_king: bool,
    /// Jumps tried so far.
    jumps: u32,
    /// The states the piece has been in, once there are many.
    seen: Option<HashSet<(Bitboard, Bitboard, usize)>>,
    rules: PhantomData<V>,
}

impl<'a, V: Variant> Piece<'a, V> {
    #[inline(always)]
    fn new(chains: &'a mut Chains, from: Bitboard, is_king: bool) -> Piece<'a, V> {
        Piece { chains, from, is_king, jumps: 0, seen: None, rules: PhantomData }
    }

    /// Whether this state was met before, so that all it leads to is recorded already.
    #[inline(always)]
    fn is_repeated(&mut self, at: Bitboard, captured: Bitboard, direction: usize) -> bool {
        self.jumps += 1;
        self.jumps > JUMPS_BEFORE_MEMORY && !self.seen.get_or_insert_default().insert((at, captured, direction))
    }

    #[inline(always)]
    fn finish(&mut self, landings: Bitboard, state: State) {
        let chain = Chain { from: self.from, captured: state.captured, landings, king: self.is_king };
        self.chains.add::<V>(chain, state.count);
    }

    /// Goes on with a man that stands on `at`.
    fn man<S: Side>(&mut self, at: Bitboard, state: State) {
        let board = &V::RULES.board;
        let mut goes_on = false;
        each_direction!(DIRECTION => {
            if V::RULES.captures_of(S::COLOR).contains(DIRECTION) {
                let over = board.step(at, DIRECTION) & state.targets;
                let landing = board.step(over, DIRECTION) & state.empty;
                if landing.any() {
                    goes_on = true;
                    let next = state.after::<V>(over);
                    if !self.is_repeated(landing, next.captured, 0) {
                        self.man::<S>(landing, next);
                    }
                }
            }
        });
        if !goes_on {
            self.finish(at, state);
        }
    }

    /// Every chain of the king.
    #[inline(never)]
    fn king(&mut self, targets: Bitboard, empty: Bitboard) {
        let state = State { captured: Bitboard::EMPTY, targets, empty, count: 0 };
        let at = self.from.first();
        self.jump::<Up>(at, state);
        self.jump::<Right>(at, state);
        self.jump::<Down>(at, state);
        self.jump::<Left>(at, state);
    }

    /// Jumps from a square in a direction, if there is something to jump, and follows every way on.
    #[inline(always)]
    fn jump<H: Heading>(&mut self, at: Square, state: State) {
        let board = &V::RULES.board;
        let line = if V::RULES.flying_kings {
            board.line(at, !state.empty, H::DIRECTION)
        } else {
            board.step(Bitboard::of(at), H::DIRECTION)
        };
        let over = line & state.targets;
        let landing = board.step(over, H::DIRECTION) & state.empty;
        if landing.any() {
            self.land::<H>(landing, over, state);
        }
    }

    /// Goes on with a king that has jumped `over` a piece and can land on `first` or, when it flies, behind it.
    fn land<H: Heading>(&mut self, first: Bitboard, over: Bitboard, state: State) {
        let board = &V::RULES.board;
        let state = state.after::<V>(over);
        if self.is_repeated(first, state.captured, H::DIRECTION.index()) {
            return;
        }
        let landings = if V::RULES.flying_kings { board.fill(first, state.empty, H::DIRECTION) } else { first };
        let mut going_on = Bitboard::EMPTY;

        // Straight on: every landing square leads to the same next jump.
        let next_over = board.step(landings, H::DIRECTION) & state.targets;
        let next_first = board.step(next_over, H::DIRECTION) & state.empty;
        if next_first.any() {
            going_on = landings;
            self.land::<H>(next_first, next_over, state);
        }
        // At right angles, each landing square on its own. Never straight back: where captured pieces leave at once
        // a half turn is forbidden, elsewhere the piece just jumped is in the way.
        going_on |= self.turn::<H::Clockwise>(landings, state);
        going_on |= self.turn::<H::Counterclockwise>(landings, state);
        let last = landings & !going_on;
        if last.any() {
            self.finish(last, state);
        }
    }

    /// Goes on in a new direction from all of `landings` that can, and returns those.
    #[inline(always)]
    fn turn<H: Heading>(&mut self, landings: Bitboard, state: State) -> Bitboard {
        let starters = starters::<V>(landings, state.targets, state.empty, H::DIRECTION);
        for at in starters {
            self.jump::<H>(at, state);
        }
        starters
    }
}

/// A direction as a type, so that the chains of a king are compiled for each.
trait Heading {
    const DIRECTION: Direction;
    type Clockwise: Heading;
    type Counterclockwise: Heading;
}

struct Up;
struct Right;
struct Down;
struct Left;

impl Heading for Up {
    const DIRECTION: Direction = Direction::UP;
    type Clockwise = Right;
    type Counterclockwise = Left;
}

impl Heading for Right {
    const DIRECTION: Direction = Direction::RIGHT;
    type Clockwise = Down;
    type Counterclockwise = Up;
}

impl Heading for Down {
    const DIRECTION: Direction = Direction::DOWN;
    type Clockwise = Left;
    type Counterclockwise = Right;
}

impl Heading for Left {
    const DIRECTION: Direction = Direction::LEFT;
    type Clockwise = Up;
    type Counterclockwise = Down;
}
