//! `damier openings`: start positions for matches that are quiet, even, and each a game of its own.
//!
//! Random moves bring variety, a search throws out what they have decided. A position where the side to move has a
//! capture is passed over as well: its first move is half made already, and its games are those of the position after
//! the exchange.

use std::collections::HashSet;
use std::io::Write;
use std::marker::PhantomData;
use std::time::Instant;

use super::progress::Progress;
use super::random_opening::random_opening;
use super::{ToolError, VERSION};
use crate::notation::write_fen;
use crate::position::{Key, Position};
use crate::rules::{Color, Variant, VariantId, VariantTask};
use crate::search::{Control, Limits, Root, Table, search};

/// The depth of the search that comes first, in plies. What it finds far from even is passed over without another look:
/// for Turkish openings at depth 12 this takes a third of the time, and loses 2 of 400.
const FIRST_DEPTH: u32 = 6;
/// How many times the margin the first search allows.
const FIRST_MARGIN: i32 = 3;
/// After how many random games in a row without a new position no more are expected.
const PATIENCE: u64 = 10_000;
/// The size of the table. It is cleared for every position, so that a score depends on the position alone.
const TABLE_MIB: usize = 4;

/// Which openings to make.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The ruleset.
    pub variant: VariantId,
    /// How many.
    pub count: u32,
    /// How many random plies lead to each.
    pub plies: u32,
    /// How deep each is searched, in plies.
    pub depth: u32,
    /// How far from even the search may see it, in hundredths of a man.
    pub margin: u16,
    /// The seed of the random plies, `None` for a random one.
    pub seed: Option<u64>,
}

/// Makes openings, and writes a header and each as a FEN as soon as it is found. The seed decides which; fewer of them
/// are the first of more.
///
/// # Errors
/// When the output cannot be written, or there are not so many openings.
pub fn openings(how: &Openings, output: &mut dyn Write) -> Result<(), ToolError> {
    how.variant.run(Task { how, output })
}

struct Task<'a> {
    how: &'a Openings,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        // A seed that people can type is enough.
        let seed = how.seed.unwrap_or_else(|| rand::random::<u32>().into());
        let mut source = Source::<V>::new(how, seed)?;
        output.write_all(source.header().as_bytes())?;
        output.flush()?;
        let progress = Progress::new(how.count);
        let begun = Instant::now();
        for found in 1..=how.count {
            let Some(position) = source.next() else {
                let reason = format!("{} found, and {PATIENCE} random games in a row brought nothing new", found - 1);
                return Err(ToolError::Failed(reason));
            };
            progress.aside(|| writeln!(output, "{}", write_fen(&position)).and_then(|()| output.flush()))?;
            progress.show(found, || {
                let rate = f64::from(found) / begun.elapsed().as_secs_f64();
                format!("{rate:.1} a second, {:.0} % of those searched", source.percent_even(found))
            });
        }
        log::info!("{} random games, {} positions searched, {} kept", source.games, source.searched, how.count);
        Ok(())
    }
}

/// Where openings come from: one random game after the other.
struct Source<'a, V> {
    how: &'a Openings,
    seed: u64,
    table: Table,
    /// The positions met so far, searched or not.
    met: HashSet<Key>,
    /// How many random games were played.
    games: u64,
    /// How many positions were searched.
    searched: u64,
    rules: PhantomData<V>,
}

impl<'a, V: Variant> Source<'a, V> {
    fn new(how: &'a Openings, seed: u64) -> Result<Source<'a, V>, ToolError> {
        let table = Table::new(TABLE_MIB).map_err(|error| ToolError::Failed(error.to_string()))?;
        Ok(Source { how, seed, table, met: HashSet::new(), games: 0, searched: 0, rules: PhantomData })
    }

    /// Where the list comes from, in comment lines.
    fn header(&self) -> String {
        let Openings { variant, count, plies, depth, margin, .. } = self.how;
        let seed = self.seed;
        let bounds = self.bounds().map(|(depth, margin)| format!("at most {margin} at depth {depth}"));
        let bounds = bounds.collect::<Vec<_>>().join(" and ");
        let mirrored = if V::RULES.board.is_diagonal() { "" } else { ", mirror images counting as one" };
        format!(
            "# Start positions of {variant} for matches.\n\
             # Source: made by `damier openings --variant {variant} --count {count} --plies {plies} --depth {depth} \
             --margin {margin} --seed {seed}`\n\
             # Engine: damier {VERSION}\n\
             # Convention: {plies} random plies from the start position with seed {seed}, no capture for the side to move, \
             each position once{mirrored};\n\
             # the score in hundredths of a man is {bounds}, for either side.\n"
        )
    }

    /// The searches a position must pass, as depth and margin.
    fn bounds(&self) -> impl Iterator<Item = (u32, i32)> + use<V> {
        let (depth, margin) = (self.how.depth, i32::from(self.how.margin));
        let first = (depth > FIRST_DEPTH).then_some((FIRST_DEPTH, FIRST_MARGIN * margin));
        first.into_iter().chain([(depth, margin)])
    }

    /// The next opening, `None` when no more are expected.
    fn next(&mut self) -> Option<Position<V>> {
        let mut vain = 0;
        while vain < PATIENCE {
            let game = random_opening::<V>(self.how.plies, self.seed, self.games);
            self.games += 1;
            let position = game.and_then(|game| as_read(game.position()));
            let Some(position) = position.filter(|position| !position.can_capture() && self.met.insert(name(position)))
            else {
                vain += 1;
                continue;
            };
            vain = 0;
            self.searched += 1;
            if self.is_even(&position) {
                return Some(position);
            }
        }
        None
    }

    fn is_even(&self, position: &Position<V>) -> bool {
        let root = Root::alone(*position);
        self.table.clear();
        self.bounds().all(|(depth, margin)| {
            let limits = Limits { depth: Some(depth), lines: 1, ..Limits::default() };
            let outcome = search(&root, &limits, &self.table, &Control::default(), &mut |_| {});
            outcome.lines.first().is_some_and(|info| info.score.value().abs() <= margin)
        })
    }

    fn percent_even(&self, found: u32) -> f64 {
        100.0 * f64::from(found) / self.searched as f64
    }
}

/// The position as its FEN tells it, with all counters at 0.
fn as_read<V: Variant>(position: &Position<V>) -> Option<Position<V>> {
    let kings = position.kings(Color::White) | position.kings(Color::Black);
    Position::new(position.pieces(Color::White), position.pieces(Color::Black), kings, position.side_to_move()).ok()
}

/// The key by which a position is known again, its mirror image included where the game is the same there.
fn name<V: Variant>(position: &Position<V>) -> Key {
    let key = position.key();
    position.mirrored().map_or(key, |mirrored| Key(key.0.min(mirrored.key().0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_fen;
    use crate::rules::{International, Turkish};

    fn how(variant: VariantId, plies: u32) -> Openings {
        Openings { variant, count: 5, plies, depth: 7, margin: 30, seed: Some(3) }
    }

    fn first<V: Variant>(how: &Openings, seed: u64, count: usize) -> Vec<String> {
        let mut source = Source::<V>::new(how, seed).unwrap();
        std::iter::from_fn(|| source.next()).take(count).map(|position| write_fen(&position)).collect()
    }

    #[test]
    fn the_seed_decides_and_fewer_are_the_first_of_more() {
        let how = how(VariantId::Turkish, 8);
        let five = first::<Turkish>(&how, 3, 5);
        assert_eq!(five, first::<Turkish>(&how, 3, 5));
        assert_eq!(five[..2], first::<Turkish>(&how, 3, 2));
        assert_ne!(five, first::<Turkish>(&how, 4, 5));
    }

    #[test]
    fn a_score_depends_on_the_position_alone() {
        let how = how(VariantId::International, 8);
        let mut used = Source::<International>::new(&how, 1).unwrap();
        for _ in 0..5 {
            let position = used.next().unwrap();
            assert!(Source::<International>::new(&how, 2).unwrap().is_even(&position), "{position:?}");
        }
    }

    #[test]
    fn mirror_images_are_one_position_on_the_square_board_alone() {
        let turkish = |fen| name(&read_fen::<Turkish>(fen).unwrap());
        assert_eq!(turkish("W:Wa2,Kc3:Bh7"), turkish("W:Wh2,Kf3:Ba7"));
        assert_ne!(turkish("W:Wa2,Kc3:Bh7"), turkish("B:Wh2,Kf3:Ba7"));
        assert_ne!(turkish("W:Wa2,Kc3:Bh7"), turkish("W:Wh2,f3:Ba7"));
        let international = |fen| name(&read_fen::<International>(fen).unwrap());
        assert_ne!(international("W:W31:B20"), international("W:W35:B16"));
        // Of the eight first moves, four are mirror images of the others.
        let all = Openings { margin: 10_000, ..how(VariantId::Turkish, 1) };
        assert_eq!(first::<Turkish>(&all, 1, 9).len(), 4);
    }
}
