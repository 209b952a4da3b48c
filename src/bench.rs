//! The bench: fixed positions searched to fixed depths. The sum of nodes is the search's signature, the same on every
//! machine; the time is its speed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::notation::read_fen;
use crate::position::Position;
use crate::rules::{Variant, VariantId, VariantTask};
use crate::search::{Control, Limits, Root, Table, TableError, search};
use crate::tables::{EMBEDDED_BYTES, embedded};

/// One position a line: ruleset, FEN.
const POSITIONS: &str = include_str!("../positions/bench/positions.tsv");
/// A table small enough that its replacement matters.
const TABLE_MIB: usize = 16;

/// How deep a ruleset's positions are searched, in plies.
fn depth(variant: VariantId) -> u32 {
    match variant {
        VariantId::Turkish | VariantId::TurkishBackward | VariantId::TurkishPosition => 10,
        VariantId::International => 9,
        VariantId::Brazilian | VariantId::American | VariantId::English => 12,
    }
}

/// A searched position.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number, from 1.
    pub number: usize,
    /// How many positions there are.
    pub of: usize,
    /// Its ruleset.
    pub variant: VariantId,
    /// Its FEN.
    pub fen: String,
    /// The nodes of its search.
    pub nodes: u64,
}

/// All positions together.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// The sum of nodes.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
}

/// Searches the bench positions one after the other, each with an empty table, and reports each; `None` when it was
/// stopped.
///
/// # Panics
/// When a line of the built-in list cannot be read.
pub fn run(control: &Control, mut report: impl FnMut(Entry)) -> Option<Total> {
    let positions = positions();
    let table = table().unwrap_or_else(|error| panic!("{error}"));
    let mut total = Total { nodes: 0, time: Duration::ZERO };
    for (at, &(variant, fen)) in positions.iter().enumerate() {
        table.clear();
        let (nodes, time) = variant.run(Think { fen, depth: depth(variant), table: &table, control });
        total.time += time;
        if control.is_stopped() {
            return None;
        }
        total.nodes += nodes;
        report(Entry { number: at + 1, of: positions.len(), variant, fen: fen.to_owned(), nodes });
    }
    Some(total)
}

fn table() -> Result<Table, TableError> {
    Table::new(TABLE_MIB)
}

/// The bench positions: ruleset and FEN.
///
/// # Panics
/// When a line of the built-in list does not begin with a ruleset.
pub fn positions() -> Vec<(VariantId, &'static str)> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut columns = line.split('\t');
            let variant = columns.next().and_then(|name| name.parse().ok());
            variant.zip(columns.next()).unwrap_or_else(|| panic!("a bench position is not ruleset, FEN: '{line}'"))
        })
        .collect()
}

/// Searches one position and returns the nodes, and the time without that of setting up.
struct Think<'a> {
    fen: &'static str,
    depth: u32,
    table: &'a Table,
    control: &'a Control,
}

impl VariantTask for Think<'_> {
    type Output = (u64, Duration);

    fn run<V: Variant>(self) -> Self::Output {
        let position: Position<V> = read_fen(self.fen).unwrap_or_else(|error| panic!("{error}"));
        let root = Root { tables: Arc::new(embedded(EMBEDDED_BYTES)), ..Root::alone(position) };
        let limits = Limits { depth: Some(self.depth), lines: 1, ..Limits::default() };
        let start = Instant::now();
        let outcome = search(&root, &limits, self.table, self.control, &mut |_| {});
        let time = start.elapsed();
        (outcome.lines.first().map_or(0, |info| info.nodes), time)
    }
}
