//! Material classes: what stands on the board, seen by the side to move.

use std::fmt;
use std::str::FromStr;

use super::view::View;

/// The most pieces a table can hold.
pub const MOST_PIECES: usize = 5;

/// The pieces of both sides, counted and seen by the side to move: `KMvK` has king and man to move against a king.
///
/// Invariant: each side has a piece, and there are at most [`MOST_PIECES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    /// Own men, enemy men, own kings, enemy kings: the order of [`View`].
    counts: [u8; 4],
}

impl Class {
    /// How many values [`Class::key`] has.
    pub(super) const KEYS: usize = (MOST_PIECES + 1).pow(4);

    /// The class with so many own men, enemy men, own kings and enemy kings; `None` when a side has nothing or the
    /// pieces are too many.
    pub fn new(counts: [u8; 4]) -> Option<Class> {
        let [own_men, enemy_men, own_kings, enemy_kings] = counts.map(usize::from);
        let sides = [own_men + own_kings, enemy_men + enemy_kings];
        (!sides.contains(&0) && sides[0] + sides[1] <= MOST_PIECES).then_some(Class { counts })
    }

    /// The class of a position.
    #[inline]
    pub(super) fn of(view: &View) -> Option<Class> {
        Class::new(view.sets.map(|set| set.count() as u8))
    }

    /// Own men, enemy men, own kings, enemy kings.
    pub fn counts(self) -> [u8; 4] {
        self.counts
    }

    /// How many pieces stand on the board.
    pub fn pieces(self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// The class seen by the other side.
    pub fn swapped(self) -> Class {
        let [own_men, enemy_men, own_kings, enemy_kings] = self.counts;
        Class { counts: [enemy_men, own_men, enemy_kings, own_kings] }
    }

    /// The class and, where it is another one, its swap: what is solved and kept together.
    pub fn pair(self) -> impl Iterator<Item = Class> {
        [Some(self), Some(self.swapped()).filter(|&swap| swap != self)].into_iter().flatten()
    }

    /// A number below [`Class::KEYS`], of this class alone.
    #[inline]
    pub(super) fn key(self) -> usize {
        self.counts.iter().fold(0, |key, &count| key * (MOST_PIECES + 1) + usize::from(count))
    }

    /// All classes up to `pieces`, in an order in which each comes after those that its moves lead to: fewer pieces
    /// first, and among as many fewer men. Of a class and its swap, which are solved together, the one that is the
    /// stronger side's turn is listed.
    pub fn pairs(pieces: usize) -> Vec<Class> {
        let most = pieces.min(MOST_PIECES) as u8;
        let mut list = Vec::new();
        for own_men in 0..most {
            for enemy_men in 0..most {
                for own_kings in 0..most {
                    for enemy_kings in 0..most {
                        let class = Class::new([own_men, enemy_men, own_kings, enemy_kings]);
                        list.extend(class.filter(|class| class.pieces() <= pieces && class.is_stronger()));
                    }
                }
            }
        }
        let men = |class: &Class| class.counts[0] + class.counts[1];
        list.sort_by_key(|class| (class.pieces(), men(class), class.counts));
        list
    }

    /// Whether the side to move has more, or as much.
    fn is_stronger(self) -> bool {
        let strength = |class: Class| (class.counts[0] + class.counts[2], class.counts[2]);
        strength(self) >= strength(self.swapped())
    }

    /// The class of this one and its swap that [`Class::pairs`] lists.
    pub fn listed(self) -> Class {
        if self.is_stronger() { self } else { self.swapped() }
    }

    /// The classes that one move leads to, seen by the side that moves next. The class's own swap, which every other
    /// move leads to, is left out, and so are positions where that side has nothing left.
    pub fn exits(self) -> Vec<Class> {
        let [own_men, enemy_men, own_kings, enemy_kings] = self.counts;
        let mut list = Vec::new();
        for promoted in 0..=own_men.min(1) {
            for men_taken in 0..=enemy_men {
                for kings_taken in 0..=enemy_kings {
                    if promoted + men_taken + kings_taken > 0 {
                        let men = [enemy_men - men_taken, own_men - promoted];
                        let kings = [enemy_kings - kings_taken, own_kings + promoted];
                        list.extend(Class::new([men[0], men[1], kings[0], kings[1]]));
                    }
                }
            }
        }
        list
    }

    /// The classes that the values of this one and its swap follow from: those that their moves lead to, and because
    /// captures are played out, those that captures lead to from there.
    pub(super) fn sources(self) -> Vec<Class> {
        let mut list = self.exits();
        list.extend(self.swapped().exits());
        let mut at = 0;
        while at < list.len() {
            let class = list[at];
            let captures = class.exits().into_iter().filter(|exit| exit.pieces() < class.pieces());
            list.extend(captures.filter(|exit| !list.contains(exit)).collect::<Vec<_>>());
            at += 1;
        }
        list
    }

    /// The listed classes that a table of this class needs before it can be built, in the order of [`Class::pairs`],
    /// and the class itself at the end.
    pub fn closure(self) -> Vec<Class> {
        let mut needed = vec![self.listed()];
        let mut at = 0;
        while at < needed.len() {
            let class = needed[at];
            for exit in class.exits().into_iter().chain(class.swapped().exits()) {
                if !needed.contains(&exit.listed()) {
                    needed.push(exit.listed());
                }
            }
            at += 1;
        }
        Class::pairs(self.pieces()).into_iter().filter(|class| needed.contains(class)).collect()
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own_men, enemy_men, own_kings, enemy_kings] = self.counts.map(usize::from);
        let side = |kings: usize, men: usize| "K".repeat(kings) + &"M".repeat(men);
        write!(f, "{}v{}", side(own_kings, own_men), side(enemy_kings, enemy_men))
    }
}

/// The error of reading a class that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoClass(String);

impl fmt::Display for NoClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no class, expected at most {MOST_PIECES} pieces such as KMvK", self.0)
    }
}

impl std::error::Error for NoClass {}

impl FromStr for Class {
    type Err = NoClass;

    /// Reads a class such as `KMvK`, the side to move first.
    fn from_str(text: &str) -> Result<Class, NoClass> {
        let count = |side: &str, letter: char| side.chars().filter(|&c| c == letter).count() as u8;
        let read = || {
            let (own, enemy) = text.split_once('v')?;
            let is_side = |side: &str| side.len() <= MOST_PIECES && side.chars().all(|c| matches!(c, 'K' | 'M'));
            let counts = [count(own, 'M'), count(enemy, 'M'), count(own, 'K'), count(enemy, 'K')];
            Class::new(counts).filter(|_| is_side(own) && is_side(enemy))
        };
        read().ok_or_else(|| NoClass(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_comes_after_those_its_moves_lead_to() {
        let list = Class::pairs(5);
        assert_eq!(Class::pairs(2).len(), 3);
        for (at, class) in list.iter().enumerate() {
            for exit in class.exits().into_iter().chain(class.swapped().exits()) {
                assert!(list[..at].contains(&exit.listed()), "{class} leads to {exit}");
            }
            assert_eq!(class.closure().last(), Some(class));
        }
    }

    #[test]
    fn names_are_read_back_and_nothing_else_is() {
        for class in Class::pairs(5) {
            assert_eq!(class.to_string().parse(), Ok(class));
            assert_eq!(class.swapped().to_string().parse(), Ok(class.swapped()));
        }
        for text in ["", "v", "Kv", "vK", "KK", "KvKvK", "KKKvKKK", "kvK", "K v K"] {
            assert_eq!(text.parse::<Class>(), Err(NoClass(text.to_owned())));
        }
    }
}
