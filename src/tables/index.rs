//! The numbers of positions: every position of a class has a slot, and every slot one position at most.
//!
//! A set of `k` of `n` squares has a rank below `n` over `k`, the combinatorial number system: the sum of `p_i` over
//! `i` for the squares' places `p_1 < p_2 < …` among those that are free. A slot is made of four such ranks, own men,
//! enemy men, own kings, enemy kings, each among the squares that the earlier ones left.
//!
//! - Where both sides' men live on the same squares, as on 48 of 64 in `turkish`, no slot is lost. Elsewhere enemy men
//!   are ranked among their squares without those that own men take, which are now more and now fewer, so some slots
//!   have no position.
//! - On the board that has a left-right mirror image, the first kind of piece present leads. Of its sets and their
//!   images only one is counted, and a position whose leaders are the other is mirrored first, which halves the table.
//!   Where the leaders are their own image, the position takes the smaller of its own and its image's slot, and the
//!   other stays empty.

use std::marker::PhantomData;
use std::sync::OnceLock;

use super::class::{Class, MOST_PIECES};
use super::view::View;
use crate::board::{Bitboard, Direction};
use crate::rules::{Color, Variant};

/// `CHOOSE[k][n]` is how many sets of `k` of `n` squares there are.
static CHOOSE: [[u32; 65]; MOST_PIECES + 1] = choose();

const fn choose() -> [[u32; 65]; MOST_PIECES + 1] {
    let mut table = [[0; 65]; MOST_PIECES + 1];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST_PIECES && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The slots of one class.
pub(super) struct Index<V> {
    class: Class,
    /// Where each kind of piece can stand.
    squares: [Bitboard; 4],
    /// How many ranks the sets of each kind have.
    ranks: [u64; 4],
    /// The first kind of piece present.
    leader: usize,
    /// Made when they are first needed: most programs ask for few of the classes that they know.
    leaders: OnceLock<Leaders>,
    /// How many slots there are for each set of leaders that is counted.
    rest: u64,
    size: u64,
    rules: PhantomData<V>,
}

/// The sets of leaders; both lists are empty where the board has no mirror image.
#[derive(Default)]
struct Leaders {
    /// By the rank of the set.
    orbits: Vec<Orbit>,
    /// The ranks of the sets that are counted, by their number.
    counted: Vec<u32>,
}

/// A set of leaders and its mirror image.
#[derive(Clone, Copy)]
struct Orbit {
    number: u32,
    /// Which of the two it is.
    facing: Facing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Facing {
    Counted,
    Mirrored,
    Symmetric,
}

impl<V: Variant> Index<V> {
    pub(super) fn new(class: Class) -> Index<V> {
        let board = &V::RULES.board;
        let men = [men_squares::<V>(), board.turned(men_squares::<V>())];
        let squares = [men[0], men[1], board.playable(), board.playable()];
        let counts = class.counts();
        let before = |kind: usize| -> u32 {
            match kind {
                // Where the two sides' squares differ, it depends on the position how many own men stand there.
                1 if men[0] != men[1] => 0,
                _ => counts[..kind].iter().map(|&count| u32::from(count)).sum(),
            }
        };
        let ranks: [u64; 4] = std::array::from_fn(|kind| {
            let free = squares[kind].count() - before(kind);
            CHOOSE[usize::from(counts[kind])][free as usize].into()
        });
        let leader = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let rest: u64 = ranks[leader + 1..].iter().product();
        let counted = if board.is_diagonal() {
            ranks[leader]
        } else {
            let (pairs, count) = (squares[leader].count() / 2, usize::from(counts[leader]));
            // No square is its own image, so a set that is has half of its squares left of the axis.
            let symmetric = if count % 2 == 0 { u64::from(CHOOSE[count / 2][pairs as usize]) } else { 0 };
            (ranks[leader] + symmetric) / 2
        };
        Index {
            class,
            squares,
            ranks,
            leader,
            leaders: OnceLock::new(),
            rest,
            size: counted * rest,
            rules: PhantomData,
        }
    }

    #[inline(always)]
    fn leaders(&self) -> &Leaders {
        self.leaders.get_or_init(|| if V::RULES.board.is_diagonal() { Leaders::default() } else { self.pair_leaders() })
    }

    /// Numbers the sets of leaders, each with its mirror image.
    #[cold]
    fn pair_leaders(&self) -> Leaders {
        let squares = self.squares[self.leader];
        let count = usize::from(self.class.counts()[self.leader]);
        let Leaders { mut orbits, mut counted } = Leaders::default();
        for rank in 0..self.ranks[self.leader] as u32 {
            let set = set_of(rank, count, squares).unwrap_or(Bitboard::EMPTY);
            let image = rank_of(V::RULES.board.mirrored(set), squares);
            let facing = match image.cmp(&rank) {
                std::cmp::Ordering::Less => Facing::Mirrored,
                std::cmp::Ordering::Equal => Facing::Symmetric,
                std::cmp::Ordering::Greater => Facing::Counted,
            };
            let number = if facing == Facing::Mirrored {
                orbits[image as usize].number
            } else {
                counted.push(rank);
                counted.len() as u32 - 1
            };
            orbits.push(Orbit { number, facing });
        }
        debug_assert_eq!(self.size, counted.len() as u64 * self.rest);
        Leaders { orbits, counted }
    }

    /// The class whose positions are numbered.
    pub(super) fn class(&self) -> Class {
        self.class
    }

    /// How many slots there are.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The slot of a position of this class; `None` when a man stands where none can come by play.
    #[inline]
    pub(super) fn slot(&self, view: &View) -> Option<u64> {
        debug_assert_eq!(Class::of(view), Some(self.class));
        if !(self.squares[0].contains_all(view.sets[0]) && self.squares[1].contains_all(view.sets[1])) {
            return None;
        }
        let rank = rank_of(view.sets[self.leader], self.squares[self.leader]);
        let Some(&orbit) = self.leaders().orbits.get(rank as usize) else {
            return Some(u64::from(rank) * self.rest + self.rank_of_rest(view));
        };
        let rest = match orbit.facing {
            Facing::Counted => self.rank_of_rest(view),
            Facing::Mirrored => self.rank_of_rest(&view.mirrored::<V>()),
            Facing::Symmetric => self.rank_of_rest(view).min(self.rank_of_rest(&view.mirrored::<V>())),
        };
        Some(u64::from(orbit.number) * self.rest + rest)
    }

    /// The rank of all pieces but the leaders.
    #[inline]
    fn rank_of_rest(&self, view: &View) -> u64 {
        let mut occupied = view.sets[self.leader];
        let mut rank = 0;
        for kind in self.leader + 1..4 {
            rank = rank * self.ranks[kind] + u64::from(rank_of(view.sets[kind], self.squares[kind] & !occupied));
            occupied |= view.sets[kind];
        }
        rank
    }

    /// The position that has the slot; `None` for a slot that none has.
    #[inline]
    pub(super) fn view(&self, slot: u64) -> Option<View> {
        let counts = self.class.counts();
        let mut sets = [Bitboard::EMPTY; 4];
        let (number, mut rest) = (slot / self.rest, slot % self.rest);
        let Leaders { orbits, counted } = self.leaders();
        let rank = counted.get(number as usize).copied().unwrap_or(number as u32);
        sets[self.leader] = set_of(rank, usize::from(counts[self.leader]), self.squares[self.leader])?;
        let mut occupied = sets[self.leader];
        let mut below = self.rest;
        for kind in self.leader + 1..4 {
            below /= self.ranks[kind];
            let rank = (rest / below) as u32;
            rest %= below;
            sets[kind] = set_of(rank, usize::from(counts[kind]), self.squares[kind] & !occupied)?;
            occupied |= sets[kind];
        }
        let view = View { sets };
        let is_symmetric = orbits.get(rank as usize).is_some_and(|orbit| orbit.facing == Facing::Symmetric);
        (!is_symmetric || self.slot(&view) == Some(slot)).then_some(view)
    }
}

/// Where men of the side to move, seen as White, can stand: not on the last row, where they are kings, and on the first
/// only if they start there or can come back.
fn men_squares<V: Variant>() -> Bitboard {
    let rules = &V::RULES;
    let board = &rules.board;
    let mut squares = board.playable() & !board.rank_squares(rules.last_rank(Color::White));
    let captures = rules.captures_of(Color::White);
    let first = board.rank_squares(rules.last_rank(Color::Black));
    let comes_back = Direction::ALL.into_iter().any(|direction| {
        let arrivals = board.step(squares & !first, direction) & first;
        captures.contains(direction) && arrivals.any()
    });
    if rules.start_ranks[0] > 0 && !comes_back {
        squares &= !first;
    }
    squares
}

/// The rank of a set among the sets of as many of the `free` squares.
#[inline(always)]
fn rank_of(set: Bitboard, free: Bitboard) -> u32 {
    let mut rank = 0;
    for (at, single) in set.singles().enumerate() {
        let place = (free.0 & single.0.wrapping_sub(1)).count_ones();
        rank += CHOOSE[(at + 1).min(MOST_PIECES)][place as usize & 63];
    }
    rank
}

/// The set of `count` of the `free` squares that has the rank; `None` where there are too few squares.
#[inline(always)]
fn set_of(mut rank: u32, count: usize, free: Bitboard) -> Option<Bitboard> {
    let mut set = Bitboard::EMPTY;
    for k in (1..=count).rev() {
        let place = CHOOSE[k].partition_point(|&sets| sets <= rank) - 1;
        rank -= CHOOSE[k][place];
        set |= nth(free, place as u32)?;
    }
    Some(set)
}

/// The square of a set before which `place` others lie; `None` where there are not so many.
#[inline(always)]
fn nth(set: Bitboard, mut place: u32) -> Option<Bitboard> {
    if place >= set.count() {
        return None;
    }
    let mut at = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let below = (set.0 >> at & ((1 << width) - 1)).count_ones();
        if place >= below {
            place -= below;
            at += width;
        }
    }
    Some(Bitboard(1 << at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{International, Turkish, TurkishBackward, VariantId, VariantTask};

    /// Every slot of the classes of 2 and 3 pieces, and some of each larger one.
    struct RoundTrip;

    impl VariantTask for RoundTrip {
        type Output = ();

        fn run<V: Variant>(self) {
            for class in Class::pairs(5).into_iter().flat_map(|class| [class, class.swapped()]) {
                let index = Index::<V>::new(class);
                let step = if class.pieces() <= 3 { 1 } else { (index.size() / 1_000).max(1) };
                for slot in (0..index.size()).step_by(step as usize) {
                    let Some(view) = index.view(slot) else { continue };
                    assert_eq!(Class::of(&view), Some(class));
                    assert_eq!(index.slot(&view), Some(slot), "{} {class} {view:?}", V::RULES.name);
                    if !V::RULES.board.is_diagonal() {
                        assert_eq!(index.slot(&view.mirrored::<V>()), Some(slot));
                    }
                    assert_eq!(view.turned::<V>().turned::<V>(), view);
                }
            }
        }
    }

    #[test]
    fn every_slot_is_that_of_its_position() {
        VariantId::ALL.iter().for_each(|variant| variant.run(RoundTrip));
    }

    /// The positions of all classes of so many pieces, mirror images counted apart.
    fn positions<V: Variant>(pieces: usize) -> u64 {
        let classes = Class::pairs(pieces).into_iter().filter(|class| class.pieces() == pieces);
        let classes = classes.flat_map(Class::pair);
        let count = |class| {
            let index = Index::<V>::new(class);
            let mirrored = !V::RULES.board.is_diagonal();
            let weight = |view: View| if mirrored && !view.is_symmetric::<V>() { 2 } else { 1 };
            (0..index.size()).filter_map(|slot| index.view(slot)).map(weight).sum::<u64>()
        };
        classes.map(count).sum()
    }

    #[test]
    fn as_many_positions_are_numbered_as_there_are() {
        // The formula is that of the classes: 48 squares for men, 64 for kings.
        assert_eq!(positions::<Turkish>(2), 12_336);
        assert_eq!(positions::<Turkish>(3), 1_335_840);
        // Two sets of 56 squares that share 48: 56 · 55 + 56 · 8 … counted by hand for two men, two kings, man and
        // king.
        assert_eq!(positions::<TurkishBackward>(2), (56 * 56 - 48) + 64 * 63 + 2 * 56 * 63);
        assert_eq!(positions::<International>(2), (45 * 45 - 40) + 50 * 49 + 2 * 45 * 49);
    }

    #[test]
    fn men_that_cannot_be_there_have_no_slot() {
        let view = |own: u64, enemy: u64| View { sets: [Bitboard(own), Bitboard(enemy), Bitboard(0), Bitboard(0)] };
        let class = Class::new([1, 1, 0, 0]).unwrap();
        // A man on a1 and one on a7.
        assert_eq!(Index::<Turkish>::new(class).slot(&view(1, 1 << 48)), None);
        assert!(Index::<TurkishBackward>::new(class).slot(&view(1, 1 << 48)).is_some());
    }
}
