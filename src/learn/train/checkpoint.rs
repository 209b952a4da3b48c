//! The state of a run between two epochs, in a file, so that a run that was broken off goes on.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8, 2 | `damiertc`; version, 1 |
//! | 4, … | how many bytes of settings; a line for each, the name and the value with a tabulator between |
//! | 4, 16 each | how many epochs were finished; of each the loss in training and the loss held out |
//! | 4, 256 | how many steps the optimizer made; for each input whether it was seen, 0 or 1 |
//! | 4 each, three times | the weights, their mean gradients, the mean squares of these: rows of 64 |
//! | 4 | CRC-32 of everything up to here |

use std::fmt;

use super::model::{Neurons, Parameters};
use super::optimizer::Adam;
use crate::eval::INPUTS;

const MAGIC: &[u8; 8] = b"damiertc";
const VERSION: u16 = 1;

/// What an epoch came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// The mean loss on the positions trained on, while they were.
    pub training: f64,
    /// The mean loss on those held out, at the end of the epoch.
    pub held_out: f64,
}

/// All that an epoch changes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    pub net: Parameters,
    pub adam: Adam,
    /// The inputs that positions trained on had.
    pub seen: [bool; INPUTS],
    /// The epochs that are finished.
    pub epochs: Vec<EpochLoss>,
}

/// Names and values of all that decides a run.
pub(super) type Settings = Vec<(String, String)>;

/// The bytes of a file.
pub(super) fn encode(settings: &Settings, state: &State) -> Vec<u8> {
    let text: String = settings.iter().map(|(name, value)| format!("{name}\t{value}\n")).collect();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend((state.epochs.len() as u32).to_le_bytes());
    for epoch in &state.epochs {
        bytes.extend(epoch.training.to_le_bytes());
        bytes.extend(epoch.held_out.to_le_bytes());
    }
    bytes.extend(state.adam.steps.to_le_bytes());
    bytes.extend(state.seen.map(u8::from));
    for numbers in [&state.net, &state.adam.means, &state.adam.squares] {
        bytes.extend(numbers.rows.iter().flat_map(|row| row.0).flat_map(f32::to_le_bytes));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads the state of a run with these settings.
///
/// # Errors
/// When the bytes are no state, are damaged, or belong to another run.
pub(super) fn decode(bytes: &[u8], settings: &Settings) -> Result<State, CheckpointFault> {
    let mut fields = Fields(bytes);
    if fields.take(8)? != MAGIC {
        return Err(CheckpointFault::NoCheckpoint);
    }
    let (content, checksum) = bytes.split_last_chunk().ok_or(CheckpointFault::Damaged)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return Err(CheckpointFault::Damaged);
    }
    let version = u16::from_le_bytes(fields.array()?);
    if version != VERSION {
        return Err(CheckpointFault::Version(version));
    }
    let length = fields.number()?;
    let text = str::from_utf8(fields.take(length as usize)?).map_err(|_| CheckpointFault::Damaged)?;
    if let Some(difference) = difference(text, settings) {
        return Err(difference);
    }
    let epochs = (0..fields.number()?).map(|_| fields.epoch()).collect::<Result<_, _>>()?;
    let steps = fields.number()?;
    let seen = fields.array()?.map(|byte: u8| byte != 0);
    let [net, means, squares] = [fields.parameters()?, fields.parameters()?, fields.parameters()?];
    let adam = Adam { means, squares, steps };
    if fields.0.len() != checksum.len() {
        return Err(CheckpointFault::Damaged);
    }
    Ok(State { net, adam, seen, epochs })
}

/// The first setting that is another in a file.
fn difference(text: &str, settings: &Settings) -> Option<CheckpointFault> {
    let stored: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
    let told = |row: Option<(&str, &str)>| row.map_or("nothing".to_owned(), |(_, value)| format!("'{value}'"));
    let wanted = settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let wanted: Vec<_> = wanted.collect();
    let rows = (0..stored.len().max(wanted.len())).map(|row| (stored.get(row).copied(), wanted.get(row).copied()));
    rows.into_iter().find(|(stored, wanted)| stored != wanted).map(|(stored, wanted)| CheckpointFault::OtherRun {
        what: wanted.or(stored).map_or(String::new(), |(name, _)| name.to_owned()),
        found: told(stored),
        expected: told(wanted),
    })
}

/// Bytes that are read from their beginning.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], CheckpointFault> {
        let (first, rest) = self.0.split_at_checked(count).ok_or(CheckpointFault::Damaged)?;
        self.0 = rest;
        Ok(first)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], CheckpointFault> {
        self.take(N)?.try_into().map_err(|_| CheckpointFault::Damaged)
    }

    fn number(&mut self) -> Result<u32, CheckpointFault> {
        self.array().map(u32::from_le_bytes)
    }

    fn epoch(&mut self) -> Result<EpochLoss, CheckpointFault> {
        let [training, held_out] = [self.array()?, self.array()?].map(f64::from_le_bytes);
        Ok(EpochLoss { training, held_out })
    }

    fn parameters(&mut self) -> Result<Parameters, CheckpointFault> {
        let mut read = Parameters::zero();
        for Neurons(row) in read.rows.iter_mut() {
            for number in row {
                *number = f32::from_le_bytes(self.array()?);
            }
        }
        Ok(read)
    }
}

/// Why a state cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointFault {
    /// The system does not let it be read, for this reason.
    Unreadable(String),
    /// It does not begin as states do.
    NoCheckpoint,
    /// It was written in another version of the format.
    Version(u16),
    /// It is not what was written.
    Damaged,
    /// It belongs to a run that differs in this.
    OtherRun {
        /// The setting.
        what: String,
        /// How the file has it.
        found: String,
        /// How it is asked for.
        expected: String,
    },
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointFault::Unreadable(reason) => f.write_str(reason),
            CheckpointFault::NoCheckpoint => f.write_str("it is no state of a training"),
            CheckpointFault::Version(found) => write!(f, "its format has version {found}, expected {VERSION}"),
            CheckpointFault::Damaged => f.write_str("it is damaged"),
            CheckpointFault::OtherRun { what, found, expected } => {
                write!(f, "it belongs to another run: {what} {found}, expected {expected}")
            }
        }
    }
}

impl std::error::Error for CheckpointFault {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Turkish;

    fn settings(rate: &str) -> Settings {
        [("ruleset", "turkish"), ("rate", rate)].map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec()
    }

    fn state() -> State {
        let mut adam = Adam::new();
        (adam.steps, adam.means.rows[0].0[3], adam.squares.bias_mut().0[63]) = (7, -0.5, 1e-20);
        State {
            net: Parameters::random::<Turkish>(5),
            adam,
            seen: std::array::from_fn(|input| input % 3 == 0),
            epochs: vec![EpochLoss { training: 0.625, held_out: 1.0 / 3.0 }; 2],
        }
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let bytes = encode(&settings("0.01"), &state());
        assert_eq!(decode(&bytes, &settings("0.01")), Ok(state()));
    }

    #[test]
    fn damage_and_other_runs_are_noticed() {
        let bytes = encode(&settings("0.01"), &state());
        let check = |bytes: &[u8], settings: &Settings, expected: &str| {
            assert_eq!(decode(bytes, settings).unwrap_err().to_string(), expected);
        };
        let settings = settings("0.01");
        check(b"", &settings, "it is damaged");
        check(b"something else", &settings, "it is no state of a training");
        for at in [8, 20, 60, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            check(&damaged, &settings, "it is damaged");
            check(&bytes[..at], &settings, "it is damaged");
        }
        let mut other = settings.clone();
        other[1].1 = "0.02".to_owned();
        check(&bytes, &other, "it belongs to another run: rate '0.01', expected '0.02'");
        other.pop();
        check(&bytes, &other, "it belongs to another run: rate '0.01', expected nothing");
    }
}
