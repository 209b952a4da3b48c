//! The engine's options: one table, from which UCI's `option` lines, Hub's `param` lines and the documents are printed.
//!
//! Setting an option validates the text and returns a typed [`Setting`]; who owns the thing acts on it.

mod read;

pub use read::{Accepted, OptionError, number, read, read_value};

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::rules::VariantId;
use crate::search::ELO;

/// One option as the table describes it.
pub struct Spec {
    /// The name, as printed; it is read case-blind and with any blanks between its words.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What it does, in one line.
    pub help: &'static str,
}

/// What an option holds, its default and its bounds, and how a value becomes a [`Setting`].
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The value at the start.
        default: bool,
        /// Makes the setting.
        set: fn(bool) -> Setting,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: u32,
        /// The least value; a smaller number is raised to it.
        min: u32,
        /// The greatest value; a greater number is lowered to it.
        max: u32,
        /// Makes the setting.
        set: fn(u32) -> Setting,
    },
    /// One word of a list, the first one at the start.
    Combo {
        /// The words.
        values: &'static [&'static str],
        /// Makes the setting from the word's place in the list.
        set: fn(usize) -> Setting,
    },
    /// Any text, none at the start.
    Text {
        /// Makes the setting; `None` for no text.
        set: fn(Option<&str>) -> Setting,
    },
    /// Nothing: setting it does something.
    Button {
        /// What it does.
        setting: Setting,
    },
}

/// A validated value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The size of the table in MiB.
    Hash(usize),
    /// Forget what the table holds.
    ClearHash,
    /// How many threads search.
    Threads(usize),
    /// How many best lines a search reports.
    MultiPv(usize),
    /// Whether scores come with the results of games.
    ShowWdl(bool),
    /// Whether to play weakly.
    LimitStrength(bool),
    /// How strong to play then.
    Elo(u32),
    /// The ruleset.
    Variant(VariantId),
    /// The folder of more endgame tables, `None` for none.
    TablesPath(Option<PathBuf>),
    /// The file of the evaluation's weights, `None` for those of the program.
    EvalFile(Option<PathBuf>),
    /// Time kept back for the way to the client.
    MoveOverhead(Duration),
    /// The arbiter's limit of plies without progress, 0 for none.
    NoProgressPlies(u16),
    /// Whether the client may ask for thought on the opponent's time.
    Ponder(bool),
    /// How Hub numbers the squares of moves.
    Numbering(Numbering),
}

/// How Hub numbers the squares of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// As its clients expect it, for each ruleset.
    Client,
    /// In the order of the position string.
    Position,
}

/// How UCI writes a text that is empty.
const NO_TEXT: &str = "<empty>";

/// The names of the rulesets, in the order of [`VariantId::ALL`].
const VARIANT_NAMES: [&str; VariantId::ALL.len()] = {
    let mut names = [""; VariantId::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = VariantId::ALL[at].name();
        at += 1;
    }
    names
};

/// Every option.
pub const TABLE: &[Spec] = &[
    Spec {
        name: "Hash",
        kind: Kind::Spin { default: 64, min: 1, max: 131_072, set: |mib| Setting::Hash(mib as usize) },
        help: "size of the table of searched positions, in MiB",
    },
    Spec {
        name: "Clear Hash",
        kind: Kind::Button { setting: Setting::ClearHash },
        help: "forget the positions searched before",
    },
    Spec {
        name: "Threads",
        kind: Kind::Spin { default: 1, min: 1, max: 256, set: |threads| Setting::Threads(threads as usize) },
        help: "how many threads search",
    },
    Spec {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, min: 1, max: 500, set: |lines| Setting::MultiPv(lines as usize) },
        help: "how many best moves a search reports, each with its line",
    },
    Spec {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, set: Setting::ShowWdl },
        help: "tell with every score how many of a thousand such games are won, drawn and lost",
    },
    Spec {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false, set: Setting::LimitStrength },
        help: "play as weakly as UCI_Elo says",
    },
    Spec {
        name: "UCI_Elo",
        kind: Kind::Spin { default: 1_500, min: *ELO.start(), max: *ELO.end(), set: Setting::Elo },
        help: "how strong to play when UCI_LimitStrength is on; only differences mean something",
    },
    Spec {
        name: "UCI_Variant",
        kind: Kind::Combo { values: &VARIANT_NAMES, set: |at| Setting::Variant(VariantId::ALL[at]) },
        help: "the ruleset; setting it also sets up its start position and clears the table",
    },
    Spec {
        name: "TablesPath",
        kind: Kind::Text { set: |path| Setting::TablesPath(path.map(PathBuf::from)) },
        help: "the folder of more endgame tables than the program holds, as `damier tables build` makes it",
    },
    Spec {
        name: "EvalFile",
        kind: Kind::Text { set: |path| Setting::EvalFile(path.map(PathBuf::from)) },
        help: "the file of the weights that positions are judged by, instead of those that the program holds",
    },
    Spec {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10,
            min: 0,
            max: 5_000,
            set: |millis| Setting::MoveOverhead(Duration::from_millis(u64::from(millis))),
        },
        help: "time kept back from every move for the way to the client, in milliseconds",
    },
    Spec {
        name: "NoProgressPlies",
        kind: Kind::Spin { default: 100, min: 0, max: 1_000, set: |plies| Setting::NoProgressPlies(plies as u16) },
        help: "Turkish rulesets: plies without a capture or a man's forward step that make a draw, 0 for never",
    },
    Spec {
        name: "Ponder",
        kind: Kind::Check { default: false, set: Setting::Ponder },
        help: "whether the client may let the engine think on the opponent's time",
    },
];

/// What only Hub has.
pub const HUB_TABLE: &[Spec] = &[Spec {
    name: "numbering",
    kind: Kind::Combo {
        values: &["client", "pos"],
        set: |at| Setting::Numbering([Numbering::Client, Numbering::Position][at]),
    },
    help: "how the squares of moves are numbered: as clients expect it, or like the position string",
}];

/// The present values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the table in MiB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many best lines a search reports.
    pub multi_pv: usize,
    /// Whether scores come with the results of games.
    pub show_wdl: bool,
    /// Whether to play weakly.
    pub limit_strength: bool,
    /// How strong to play then.
    pub elo: u32,
    /// The ruleset.
    pub variant: VariantId,
    /// The folder of more endgame tables, `None` for none.
    pub tables_path: Option<PathBuf>,
    /// The file of the evaluation's weights, `None` for those of the program. Weights for another ruleset wait for it.
    pub eval_file: Option<PathBuf>,
    /// Time kept back for the way to the client.
    pub move_overhead: Duration,
    /// The arbiter's limit of plies without progress, 0 for none.
    pub no_progress_plies: u16,
    /// Whether the client may ask for thought on the opponent's time.
    pub ponder: bool,
    /// How Hub numbers the squares of moves.
    pub numbering: Numbering,
}

impl Options {
    /// Stores a value. A button stores nothing.
    pub fn store(&mut self, setting: Setting) {
        match setting {
            Setting::Hash(mib) => self.hash = mib,
            Setting::ClearHash => {}
            Setting::Threads(threads) => self.threads = threads,
            Setting::MultiPv(lines) => self.multi_pv = lines,
            Setting::ShowWdl(show) => self.show_wdl = show,
            Setting::LimitStrength(limit) => self.limit_strength = limit,
            Setting::Elo(elo) => self.elo = elo,
            Setting::Variant(variant) => self.variant = variant,
            Setting::TablesPath(path) => self.tables_path = path,
            Setting::EvalFile(path) => self.eval_file = path,
            Setting::MoveOverhead(overhead) => self.move_overhead = overhead,
            Setting::NoProgressPlies(plies) => self.no_progress_plies = plies,
            Setting::Ponder(ponder) => self.ponder = ponder,
            Setting::Numbering(numbering) => self.numbering = numbering,
        }
    }
}

impl Default for Options {
    /// The defaults of the table.
    fn default() -> Options {
        let mut options = Options {
            hash: 0,
            threads: 0,
            multi_pv: 0,
            show_wdl: false,
            limit_strength: false,
            elo: 0,
            variant: VariantId::ALL[0],
            tables_path: None,
            eval_file: None,
            move_overhead: Duration::ZERO,
            no_progress_plies: 0,
            ponder: false,
            numbering: Numbering::Client,
        };
        for spec in TABLE.iter().chain(HUB_TABLE) {
            options.store(spec.kind.default_setting());
        }
        options
    }
}

impl Kind {
    /// The setting of the value at the start.
    pub fn default_setting(&self) -> Setting {
        match self {
            Kind::Check { default, set } => set(*default),
            Kind::Spin { default, set, .. } => set(*default),
            Kind::Combo { set, .. } => set(0),
            Kind::Text { set } => set(None),
            Kind::Button { setting } => setting.clone(),
        }
    }
}

impl fmt::Display for Kind {
    /// What UCI writes after `type`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Check { default, .. } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max, .. } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Combo { values, .. } => {
                write!(f, "combo default {}", values[0])?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Kind::Text { .. } => write!(f, "string default {NO_TEXT}"),
            Kind::Button { .. } => f.write_str("button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read::same_words;
    use super::*;

    #[test]
    fn names_are_unique() {
        for (at, spec) in TABLE.iter().enumerate() {
            assert!(TABLE[..at].iter().all(|other| !same_words(other.name, spec.name)), "{}", spec.name);
        }
    }

    #[test]
    fn defaults_are_within_their_bounds() {
        for spec in TABLE {
            if let Kind::Spin { default, min, max, .. } = spec.kind {
                assert!((min..=max).contains(&default), "{}", spec.name);
            }
        }
        assert_eq!(Options::default().variant, VariantId::Turkish);
        assert_eq!(Options::default().hash, 64);
    }
}
