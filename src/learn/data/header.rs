//! What a file of games says of itself.
//!
//! The header is 128 bytes. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `damiersp` |
//! | 8–9, 10–11 | version of the format, 1; version of how games are played and positions chosen |
//! | 12–35, 36–43 | the ruleset's name, filled with zeros; a hash of its constants |
//! | 44–51, 52–59 | the seed; nodes a move |
//! | 60–63, 64–67 | the fewest and the most random plies |
//! | 68–75, 76–79 | the engine: its bench signature; a checksum of the evaluation's weights |
//! | 80–83, 84–87 | endgame tables: how many classes; a checksum of which |
//! | 88–91 | games of a block |
//! | 92–99 | games of the whole run |
//! | 100–107, 108–115 | the first game of this file, and the one behind its last, from 0 |
//! | 116–123 | zeros |
//! | 124–127 | CRC-32 of the header up to here |

use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::super::self_play::{Equipment, FILTER_VERSION, Plan};
use super::fields::Fields;
use super::identity::{ENGINE_SIGNATURE, rules_hash, tables_identity};
use super::refusal::{DataFault, numbers};
use super::shard::Shard;
use crate::rules::Variant;

const MAGIC: &[u8; 8] = b"damiersp";
pub(super) const VERSION: u16 = 1;
/// Bytes of a header.
pub(super) const HEADER: usize = 128;
/// Where the seed is.
const SEED: Range<usize> = 44..52;
const CHECKSUM: usize = HEADER - 4;
/// The most games of a block: enough that one is compressed as well as many.
const MOST_GAMES: u64 = 32;
/// How many nodes a move a block of all its games is made for. It is what is lost when a run is broken off, so that it has
/// fewer games where each takes longer.
const NODES_OF_FULL_BLOCK: u64 = 2_000;

/// How the games of a file were played, and which they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataHeader {
    /// The ruleset's name.
    pub ruleset: String,
    /// A hash of the ruleset's constants.
    pub rules_hash: u64,
    /// The version of how games are played and positions chosen.
    pub filter: u16,
    /// From which the random moves of all games come.
    pub seed: u64,
    /// How many nodes were searched for a move.
    pub nodes: u64,
    /// How many random plies a game begins with.
    pub random_plies: RangeInclusive<u32>,
    /// The engine's bench signature.
    pub engine: u64,
    /// A checksum of the evaluation's weights.
    pub weights: u32,
    /// How many classes there were endgame tables of.
    pub table_count: u32,
    /// A checksum of which classes these were, and which told how long wins take.
    pub table_checksum: u32,
    /// How many games a block has; the last one of a run may have fewer.
    pub games_per_block: u32,
    /// How many games the whole run has.
    pub total_games: u64,
    /// The first game of this file, from 0.
    pub first_game: u64,
    /// The number behind that of the last game of this file.
    pub end_game: u64,
}

impl DataHeader {
    /// The header of a part of a run of so many games.
    pub fn new<V: Variant>(plan: &Plan, equipment: &Equipment<V>, total_games: u64, shard: Shard) -> DataHeader {
        let games_per_block = (MOST_GAMES * NODES_OF_FULL_BLOCK / plan.nodes.max(1)).clamp(1, MOST_GAMES);
        let games = shard.games(total_games, games_per_block);
        let (table_count, table_checksum) = tables_identity(&equipment.tables);
        DataHeader {
            ruleset: V::RULES.name.to_owned(),
            rules_hash: rules_hash::<V>(),
            filter: FILTER_VERSION,
            seed: plan.seed,
            nodes: plan.nodes,
            random_plies: plan.random_plies.clone(),
            engine: ENGINE_SIGNATURE,
            weights: equipment.net.weights().checksum(),
            table_count,
            table_checksum,
            games_per_block: games_per_block as u32,
            total_games,
            first_game: games.start,
            end_game: games.end,
        }
    }

    /// How many games the file has when it is complete.
    pub fn games(&self) -> u64 {
        self.end_game - self.first_game
    }

    /// The number behind that of the last game of the block that begins with this one.
    pub(in crate::learn) fn end_of_block(&self, first_game: u64) -> u64 {
        first_game.saturating_add(self.games_per_block.into()).min(self.end_game)
    }

    /// The header's bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.filter.to_le_bytes());
        let mut name = self.ruleset.as_bytes().to_vec();
        name.resize(24, 0);
        bytes.extend(name);
        bytes.extend(self.rules_hash.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.random_plies.start().to_le_bytes());
        bytes.extend(self.random_plies.end().to_le_bytes());
        bytes.extend(self.engine.to_le_bytes());
        bytes.extend(self.weights.to_le_bytes());
        bytes.extend(self.table_count.to_le_bytes());
        bytes.extend(self.table_checksum.to_le_bytes());
        bytes.extend(self.games_per_block.to_le_bytes());
        for number in [self.total_games, self.first_game, self.end_game] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.resize(CHECKSUM, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header.
    ///
    /// # Errors
    /// When the bytes are none, are too few, or are damaged.
    pub(super) fn decode(bytes: &[u8]) -> Result<DataHeader, DataFault> {
        let begun = bytes.len().min(MAGIC.len());
        if bytes.is_empty() || bytes[..begun] != MAGIC[..begun] {
            return Err(DataFault::NoData);
        }
        let Some(bytes) = bytes.first_chunk::<HEADER>() else {
            return Err(DataFault::ShortHeader(bytes.len() as u64));
        };
        let mut fields = Fields::new(&bytes[MAGIC.len()..]);
        let version = fields.u16();
        if version != VERSION {
            return Err(DataFault::Version(version));
        }
        if Fields::new(&bytes[CHECKSUM..]).u32() != crc32fast::hash(&bytes[..CHECKSUM]) {
            return Err(DataFault::Header);
        }
        let filter = fields.u16();
        let name: [u8; 24] = fields.take();
        let header = DataHeader {
            ruleset: name.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect(),
            rules_hash: fields.u64(),
            filter,
            seed: fields.u64(),
            nodes: fields.u64(),
            random_plies: fields.u32()..=fields.u32(),
            engine: fields.u64(),
            weights: fields.u32(),
            table_count: fields.u32(),
            table_checksum: fields.u32(),
            games_per_block: fields.u32(),
            total_games: fields.u64(),
            first_game: fields.u64(),
            end_game: fields.u64(),
        };
        if header.is_sound() { Ok(header) } else { Err(DataFault::Header) }
    }

    /// Whether the games of the file are whole blocks of the run.
    fn is_sound(&self) -> bool {
        let per_block = u64::from(self.games_per_block);
        let is_bound = |game: u64| game == self.total_games || game.is_multiple_of(per_block);
        (1..=MOST_GAMES).contains(&per_block)
            && self.first_game <= self.end_game
            && self.end_game <= self.total_games
            && is_bound(self.first_game)
            && is_bound(self.end_game)
    }

    /// Checks that the file holds games of the ruleset `V` as it is.
    pub(super) fn check_ruleset<V: Variant>(&self) -> Result<(), DataFault> {
        if self.ruleset != V::RULES.name {
            return Err(DataFault::Ruleset { found: self.ruleset.clone(), expected: V::RULES.name });
        }
        if self.rules_hash != rules_hash::<V>() {
            return Err(DataFault::Rules(self.ruleset.clone()));
        }
        Ok(())
    }

    /// Whether bytes that were cut short are the beginning of this header, whatever their seed and checksum.
    pub(super) fn is_begun_by(&self, cut: &[u8]) -> bool {
        let is_alike = |(at, (byte, expected)): (usize, (&u8, &u8))| SEED.contains(&at) || byte == expected;
        cut.iter().zip(&self.encode()).enumerate().take(CHECKSUM).all(is_alike)
    }

    /// In what this run differs from another, whichever part of it the file holds.
    pub fn differences(&self, other: &DataHeader) -> Vec<Difference> {
        let mut differences = Vec::new();
        let mut compare = |what, found: String, expected: String| {
            if found != expected {
                differences.push(Difference { what, found, expected });
            }
        };
        let random_plies = |header: &DataHeader| {
            let plies = &header.random_plies;
            format!("{}-{}", plies.start(), plies.end())
        };
        let tables = |header: &DataHeader| format!("{} ({:08x})", header.table_count, header.table_checksum);
        let hash = |header: &DataHeader| format!("{:016x}", header.rules_hash);
        let weights = |header: &DataHeader| format!("{:08x}", header.weights);
        compare("ruleset", self.ruleset.clone(), other.ruleset.clone());
        compare("rules", hash(self), hash(other));
        compare("games", self.total_games.to_string(), other.total_games.to_string());
        compare("nodes", self.nodes.to_string(), other.nodes.to_string());
        compare("seed", self.seed.to_string(), other.seed.to_string());
        compare("random plies", random_plies(self), random_plies(other));
        compare("filter", self.filter.to_string(), other.filter.to_string());
        compare("engine", self.engine.to_string(), other.engine.to_string());
        compare("weights", weights(self), weights(other));
        compare("endgame tables", tables(self), tables(other));
        compare("games a block", self.games_per_block.to_string(), other.games_per_block.to_string());
        differences
    }

    /// In what this file differs from another, its part of the run included.
    pub(super) fn differences_with_part(&self, other: &DataHeader) -> Vec<Difference> {
        let mut differences = self.differences(other);
        let part = |header: &DataHeader| numbers(header.first_game, header.end_game);
        if part(self) != part(other) {
            differences.push(Difference { what: "part", found: part(self), expected: part(other) });
        }
        differences
    }
}

/// Something in which two files differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is.
    pub what: &'static str,
    /// How the file has it.
    pub found: String,
    /// How it is asked for, or the other file has it.
    pub expected: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, expected {}", self.what, self.found, self.expected)
    }
}
