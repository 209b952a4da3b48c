//! Files of weights.
//!
//! A header of 64 bytes: what it is (8 bytes), the version (2), the ruleset's name (24, zeros behind it), the numbers of
//! hidden neurons, of live squares and of sets of output weights (2 each), zeros, and at its end the CRC-32 of all that
//! follows (4) and of the header before (4). Then the weights as numbers of 16 bits: the rows of the inputs, of each kind
//! those of the live squares; the bias; each set's weights for the side to move, for the other side, and its constant in
//! 32 bits. All is little-endian.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::net::{BUCKETS, HIDDEN, INPUTS, MOST_OUTPUT, Net, Output, Row, Weights};
use super::refusal::{WeightsFault, WeightsRefusal};
use crate::rules::Variant;

const MAGIC: &[u8; 8] = b"damierNN";
pub(super) const VERSION: u16 = 1;
const HEADER: usize = 64;
const NAME: usize = 24;

/// The shape that the header tells.
fn shape<V: Variant>() -> [u16; 3] {
    [HIDDEN as u16, V::RULES.board.square_count().into(), BUCKETS as u16]
}

/// How many bytes follow the header.
fn body_length<V: Variant>() -> usize {
    let rows = 4 * usize::from(V::RULES.board.square_count()) + 1 + 2 * BUCKETS;
    2 * HIDDEN * rows + 4 * BUCKETS
}

/// The inputs that a file has rows for, in its order.
fn live_inputs<V: Variant>() -> impl Iterator<Item = usize> {
    (0..INPUTS / 64)
        .flat_map(|kind| V::RULES.board.playable().into_iter().map(move |square| 64 * kind + square.index()))
}

impl<V: Variant> Net<V> {
    /// The net of a file.
    ///
    /// # Errors
    /// When the file cannot be read, or does not hold the weights of this ruleset or of the one whose weights it plays
    /// with.
    pub fn open(path: &Path) -> Result<Net<V>, WeightsRefusal> {
        let refuse = |fault| WeightsRefusal { file: path.display().to_string(), fault };
        let expected = HEADER + body_length::<V>();
        let (bytes, length) =
            read_start(path, expected).map_err(|error| refuse(WeightsFault::Unreadable(error.to_string())))?;
        Net::from_bytes(&bytes).map_err(|fault| match fault {
            WeightsFault::Length { found, expected } => {
                refuse(WeightsFault::Length { found: found.max(length), expected })
            }
            fault => refuse(fault),
        })
    }
}

/// The first bytes of a file, one more than `expected` where it goes on, and how many it has. What is no file is not even
/// opened: a pipe might be waited for, and a device might have no end.
fn read_start(path: &Path, expected: usize) -> io::Result<(Vec<u8>, usize)> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut bytes = Vec::with_capacity(expected + 1);
    File::open(path)?.take(expected as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes, found.len().try_into().unwrap_or(usize::MAX)))
}

impl Weights {
    /// A number that tells weights apart: the CRC-32 of all of them.
    pub fn checksum(&self) -> u32 {
        let rows = self.inputs.iter().chain([&self.bias]).chain(self.outputs.iter().flat_map(|output| &output.weights));
        let numbers = rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes);
        let constants = self.outputs.iter().flat_map(|output| output.constant.to_le_bytes());
        crc32fast::hash(&numbers.chain(constants).collect::<Vec<u8>>())
    }

    /// The bytes of their file, for the ruleset `V`.
    pub fn to_bytes<V: Variant>(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(body_length::<V>());
        let mut write = |row: &Row| body.extend(row.0.iter().flat_map(|weight| weight.to_le_bytes()));
        live_inputs::<V>().for_each(|input| write(&self.inputs[input]));
        write(&self.bias);
        for output in &self.outputs {
            output.weights.iter().for_each(&mut write);
        }
        for output in &self.outputs {
            body.extend(output.constant.to_le_bytes());
        }
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(V::RULES.name.bytes());
        bytes.resize(10 + NAME, 0);
        bytes.extend(shape::<V>().into_iter().flat_map(u16::to_le_bytes));
        bytes.resize(HEADER - 8, 0);
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The weights of a file that was made for the ruleset of this name, which plays on the board of `V`.
    ///
    /// # Errors
    /// When the bytes are not such weights: see [`WeightsFault`].
    pub(super) fn from_bytes<V: Variant>(bytes: &[u8], ruleset: &'static str) -> Result<Weights, WeightsFault> {
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsFault::NoWeights);
        }
        let expected = HEADER + body_length::<V>();
        let Some((header, body)) = bytes.split_at_checked(HEADER) else {
            return Err(WeightsFault::Length { found: bytes.len(), expected });
        };
        let mut fields = Fields(&header[MAGIC.len()..]);
        match fields.u16() {
            VERSION => {}
            version => return Err(WeightsFault::Version(version)),
        }
        let mut checks = Fields(&header[HEADER - 8..]);
        let (body_check, header_check) = (checks.u32(), checks.u32());
        if crc32fast::hash(&header[..HEADER - 4]) != header_check {
            return Err(WeightsFault::Damaged("the header"));
        }
        let name = String::from_utf8_lossy(fields.bytes(NAME));
        let found = name.trim_end_matches('\0');
        if found != ruleset {
            return Err(WeightsFault::Ruleset { found: found.to_owned(), expected: ruleset });
        }
        let found: [u16; 3] = std::array::from_fn(|_| fields.u16());
        if found != shape::<V>() {
            return Err(WeightsFault::Shape(found));
        }
        if bytes.len() != expected {
            return Err(WeightsFault::Length { found: bytes.len(), expected });
        }
        if crc32fast::hash(body) != body_check {
            return Err(WeightsFault::Damaged("the list of weights"));
        }
        Self::read_body::<V>(Fields(body))
    }

    fn read_body<V: Variant>(mut fields: Fields) -> Result<Weights, WeightsFault> {
        let mut inputs = Box::new([Row([0; HIDDEN]); INPUTS]);
        live_inputs::<V>().for_each(|input| inputs[input] = fields.row());
        let bias = fields.row();
        let mut outputs = [Output { weights: [bias; 2], constant: 0 }; BUCKETS];
        for (set, output) in outputs.iter_mut().enumerate() {
            output.weights = [fields.row(), fields.row()];
            let sum = |row: &Row| row.0.iter().map(|weight| u32::from(weight.unsigned_abs())).sum::<u32>();
            if output.weights.iter().any(|row| sum(row) > MOST_OUTPUT) {
                return Err(WeightsFault::TooLarge(set));
            }
        }
        for output in &mut outputs {
            output.constant = fields.u32() as i32;
        }
        Ok(Weights { inputs, bias, outputs })
    }
}

/// Numbers one after the other.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// The next bytes; fewer where they end, which the callers have ruled out.
    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        let taken = self.bytes(N);
        array[..taken.len()].copy_from_slice(taken);
        array
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.array())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn row(&mut self) -> Row {
        Row(std::array::from_fn(|_| self.u16() as i16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        Brazilian, English, International, Turkish, TurkishBackward, TurkishPosition, VariantId, VariantTask,
    };
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// The bytes of the net that is compiled in.
    fn sound<V: Variant>() -> Vec<u8> {
        Net::<V>::embedded().weights().to_bytes::<V>()
    }

    /// The bytes with both checksums as they must be.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let body = crc32fast::hash(&bytes[HEADER..]);
        bytes[HEADER - 8..HEADER - 4].copy_from_slice(&body.to_le_bytes());
        let header = crc32fast::hash(&bytes[..HEADER - 4]);
        bytes[HEADER - 4..HEADER].copy_from_slice(&header.to_le_bytes());
        bytes
    }

    /// The bytes with others from `at` on, and sealed.
    fn altered(bytes: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        bytes[at..at + with.len()].copy_from_slice(with);
        sealed(bytes)
    }

    #[track_caller]
    fn check_refused<V: Variant>(bytes: &[u8], reason: &str) {
        let fault = Net::<V>::from_bytes(bytes).err().expect("a refusal");
        assert_eq!(fault.to_string(), reason);
    }

    struct RoundTrip;

    impl VariantTask for RoundTrip {
        type Output = ();

        fn run<V: Variant>(self) {
            let bytes = sound::<V>();
            assert_eq!(bytes.len(), HEADER + body_length::<V>());
            let read = Net::<V>::from_bytes(&bytes).unwrap_or_else(|fault| panic!("{}: {fault}", V::RULES.name));
            let embedded = Net::<V>::embedded();
            let (weights, read) = (embedded.weights(), read.weights());
            assert!(weights.inputs == read.inputs && weights.bias == read.bias && weights.outputs == read.outputs);
            assert_eq!(weights.checksum(), read.checksum());
            assert!(read.to_bytes::<V>() == bytes);
        }
    }

    #[test]
    fn every_net_is_read_back() {
        VariantId::ALL.iter().for_each(|id| id.run(RoundTrip));
    }

    #[test]
    fn damage_is_named() {
        let bytes = sound::<Turkish>();
        let size = bytes.len();
        check_refused::<Turkish>(&[], "it holds no weights of an evaluation");
        check_refused::<Turkish>(&[b'x'; 500], "it holds no weights of an evaluation");
        check_refused::<Turkish>(&bytes[..30], &format!("it has 30 bytes, expected {size}"));
        check_refused::<Turkish>(&bytes[..size - 1], &format!("it has {} bytes, expected {size}", size - 1));
        check_refused::<Turkish>(&[&bytes[..], b"x"].concat(), &format!("it has {} bytes, expected {size}", size + 1));
        check_refused::<Turkish>(&altered(&bytes, 8, &[2]), "its format has version 2, expected 1");
        check_refused::<Turkish>(&[&bytes[..50], &[!bytes[50]], &bytes[51..]].concat(), "the header is damaged");
        check_refused::<Turkish>(&altered(&bytes, 10, b"dameo\0\0"), "its weights are for 'dameo', expected 'turkish'");
        check_refused::<Turkish>(
            &altered(&bytes, 34, &[32, 0]),
            "its net has 32 neurons, 64 squares and 8 sets of output weights, which is not the shape that is played with",
        );
        check_refused::<Turkish>(&[&bytes[..size - 1], &[!bytes[size - 1]]].concat(), "the list of weights is damaged");
    }

    #[test]
    fn output_weights_are_limited() {
        let bytes = sound::<Turkish>();
        let set = |set: usize| size_of::<Row>() * (4 * 64 + 1 + 2 * set) + HEADER;
        let row = |weights: [i16; HIDDEN]| weights.into_iter().flat_map(i16::to_le_bytes).collect::<Vec<u8>>();
        // As much as there may be, and one more.
        let mut weights = [1_024; HIDDEN];
        weights[5] = -1_023;
        assert!(Net::<Turkish>::from_bytes(&altered(&bytes, set(3), &row(weights))).is_ok());
        weights[5] = -1_024;
        check_refused::<Turkish>(&altered(&bytes, set(3), &row(weights)), "the output weights of set 3 are too large");
        // Those for the other side.
        let other = set(7) + size_of::<Row>();
        check_refused::<Turkish>(
            &altered(&bytes, other, &row([i16::MIN; HIDDEN])),
            "the output weights of set 7 are too large",
        );
    }

    #[test]
    fn relatives_share_weights_and_others_do_not() {
        let turkish = sound::<Turkish>();
        assert!(Net::<TurkishBackward>::from_bytes(&turkish).is_ok());
        assert!(Net::<TurkishPosition>::from_bytes(&turkish).is_ok());
        let backward = sound::<TurkishBackward>();
        assert!(Net::<TurkishBackward>::from_bytes(&backward).is_ok());
        check_refused::<Turkish>(&backward, "its weights are for 'turkish-backward', expected 'turkish'");
        check_refused::<TurkishPosition>(
            &backward,
            "its weights are for 'turkish-backward', expected 'turkish-position'",
        );
        check_refused::<International>(&turkish, "its weights are for 'turkish', expected 'international'");
        // The same board is not the same game.
        check_refused::<English>(&sound::<Brazilian>(), "its weights are for 'brazilian', expected 'english'");
    }

    /// Damages a file somehow.
    fn damaged(bytes: &[u8], rng: &mut StdRng) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..rng.random_range(1..4) {
            match rng.random_range(0..5) {
                0 => bytes.truncate(rng.random_range(0..=bytes.len())),
                1 => bytes.extend((0..rng.random_range(1..200)).map(|_| rng.random::<u8>())),
                2 => bytes = (0..rng.random_range(0..2_000)).map(|_| rng.random()).collect(),
                3 if bytes.len() >= HEADER => {
                    // Noise that the checksums agree with, in the header or behind it.
                    let end = [HEADER, bytes.len()][rng.random_range(0..2)];
                    let at = rng.random_range(0..end);
                    bytes[at..end].iter_mut().take(20).for_each(|byte| *byte = rng.random());
                    bytes = sealed(bytes);
                }
                _ if !bytes.is_empty() => {
                    let at = rng.random_range(0..bytes.len());
                    bytes[at] ^= 1 << rng.random_range(0..8);
                }
                _ => {}
            }
        }
        bytes
    }

    #[test]
    fn no_damage_does_more_than_a_refusal() {
        let seed = rand::random();
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let sound = sound::<Brazilian>();
        let (mut refused, mut used) = (0, 0);
        for _ in 0..3_000 {
            match Net::<Brazilian>::from_bytes(&damaged(&sound, &mut rng)) {
                Err(_) => refused += 1,
                // Other weights, but weights: every score is one.
                Ok(net) => {
                    let score = net.evaluate(&crate::position::Position::start());
                    assert!(!score.is_decided(), "seed {seed}");
                    used += 1;
                }
            }
        }
        assert!(refused > 0 && used > 0, "{refused} refused, {used} used");
    }
}
