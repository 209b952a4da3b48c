//! A block: some games in a row.
//!
//! A block is a head of 32 bytes and a deflate stream. The head:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7, 8–11 | the number of the first game, from 0; how many games |
//! | 12–15 | how many positions |
//! | 16–19, 20–23 | bytes of the stream, unpacked and packed |
//! | 24–27, 28–31 | CRC-32 of the packed stream; CRC-32 of the head up to here |
//!
//! The stream, unpacked, is what follows, one after the other:
//!
//! | bytes | what |
//! |---|---|
//! | 5 a game | winner (0 nobody, 1 White, 2 Black); plies and positions, two bytes each |
//! | 3 a position | on how many squares White's pieces, Black's pieces and kings differ from the position before |
//! | 1 a difference | the square; each position's in the order White, Black, kings, and rising |
//! | 1 a position | the side to move, 0 White or 1 Black, xor that of the position before |
//! | 2 a position | the score for White minus that of the position before, folded to n ≥ 0 as 2n and n < 0 as −2n−1: all low bytes, then all high bytes |
//!
//! Before the first position of a game is the start position with White to move and score 0. Positions of a game resemble
//! each other, and bytes that mean the same lie together: this takes four bytes a position, where deflating 24 bytes of
//! pieces takes five, and their xor with the position before six.

use miniz_oxide::{deflate, inflate};

use super::super::self_play::{Sample, SelfPlay};
use super::fields::Fields;
use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::{Color, Variant};
use crate::search::Score;

/// Bytes of a head.
pub(super) const HEAD: usize = 32;
const GAME: usize = 5;
/// Bytes of a position besides the squares in which it differs.
const POSITION: usize = 6;
/// How hard to compress, of 10: more gains a hundredth.
const EFFORT: u8 = 6;
/// Deflate makes at most so many bytes of one.
const MOST_EXPANSION: u64 = 1_032;

/// What stands before the games of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    /// The number of the first game, from 0.
    pub first_game: u64,
    /// How many games.
    pub games: u32,
    /// How many positions.
    pub samples: u32,
    /// Bytes of the stream, unpacked.
    pub unpacked: u32,
    /// Bytes of the stream, packed.
    pub packed: u32,
    /// CRC-32 of the packed stream.
    pub checksum: u32,
}

impl Head {
    fn encode(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD);
        bytes.extend(self.first_game.to_le_bytes());
        for number in [self.games, self.samples, self.unpacked, self.packed, self.checksum] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a head; `None` when it is damaged, or speaks of what cannot be.
    pub(super) fn decode(bytes: &[u8; HEAD]) -> Option<Head> {
        let mut fields = Fields::new(bytes);
        let head = Head {
            first_game: fields.u64(),
            games: fields.u32(),
            samples: fields.u32(),
            unpacked: fields.u32(),
            packed: fields.u32(),
            checksum: fields.u32(),
        };
        let is_sound = fields.u32() == crc32fast::hash(&bytes[..HEAD - 4]);
        // No more is set aside for it than bytes of a file account for.
        let least = head.games as usize * GAME + head.samples as usize * POSITION;
        let is_possible =
            least <= head.unpacked as usize && u64::from(head.unpacked) <= u64::from(head.packed) * MOST_EXPANSION;
        (is_sound && is_possible).then_some(head)
    }
}

/// The pieces, the side to move and the score for White of a position.
#[derive(Clone, Copy)]
struct State {
    pieces: [u64; 3],
    side: Color,
    score: i16,
}

impl State {
    fn start<V: Variant>() -> State {
        State {
            side: Color::White,
            score: 0,
            ..State::of(&Sample { position: Position::<V>::start(), score: Score::DRAW })
        }
    }

    fn of<V: Variant>(sample: &Sample<V>) -> State {
        let position = &sample.position;
        let [white, black] = [Color::White, Color::Black].map(|color| position.pieces(color));
        let kings = position.kings(Color::White) | position.kings(Color::Black);
        let side = position.side_to_move();
        // A score fits 16 bits, and so does its opposite.
        let score = sample.score.value() as i16;
        let score = if side == Color::White { score } else { -score };
        State { pieces: [white.0, black.0, kings.0], side, score }
    }

    fn sample<V: Variant>(&self) -> Option<Sample<V>> {
        let [white, black, kings] = self.pieces.map(Bitboard);
        let score = i32::from(if self.side == Color::White { self.score } else { self.score.checked_neg()? });
        if score.abs() > Score::MAX_EVAL.value() {
            return None;
        }
        let position = Position::new(white, black, kings, self.side).ok()?;
        Some(Sample { position, score: Score::from_value(score) })
    }
}

/// The bytes of a block of these games, of which the first has this number.
///
/// # Panics
/// When a game has more than 65,535 plies, which none of a [`Player`](super::super::Player) has.
pub fn encode<V: Variant>(first_game: u64, games: &[SelfPlay<V>]) -> Vec<u8> {
    let short = |number: usize| u16::try_from(number).expect("a game has few plies");
    let (mut stream, mut counts, mut squares) = (Vec::new(), Vec::new(), Vec::new());
    let (mut sides, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
    for game in games {
        stream.push(game.winner.map_or(0, |color| 1 + color.index() as u8));
        stream.extend(short(game.plies as usize).to_le_bytes());
        stream.extend(short(game.samples.len()).to_le_bytes());
        let mut before = State::start::<V>();
        for sample in &game.samples {
            let state = State::of(sample);
            for (new, old) in state.pieces.into_iter().zip(before.pieces) {
                let changed = Bitboard(new ^ old);
                counts.push(changed.count() as u8);
                squares.extend(changed.into_iter().map(|square: Square| square.index() as u8));
            }
            sides.push(u8::from(state.side != before.side));
            let [first, second] = folded(state.score.wrapping_sub(before.score)).to_le_bytes();
            low.push(first);
            high.push(second);
            before = state;
        }
    }
    for part in [counts, squares, sides, low, high] {
        stream.extend(part);
    }
    let packed = deflate::compress_to_vec(&stream, EFFORT);
    let head = Head {
        first_game,
        games: games.len() as u32,
        samples: games.iter().map(|game| game.samples.len() as u32).sum(),
        unpacked: stream.len() as u32,
        packed: packed.len() as u32,
        checksum: crc32fast::hash(&packed),
    };
    [head.encode(), packed].concat()
}

/// Small for numbers near 0 on either side.
fn folded(number: i16) -> u16 {
    ((number << 1) ^ (number >> 15)) as u16
}

fn unfolded(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// The games of a block.
///
/// # Errors
/// What shows that the bytes are not those that were written.
pub(super) fn decode<V: Variant>(head: &Head, packed: &[u8]) -> Result<Vec<SelfPlay<V>>, &'static str> {
    check(head, packed)?;
    let stream = inflate::decompress_to_vec_with_limit(packed, head.unpacked as usize).ok();
    stream
        .filter(|stream| stream.len() == head.unpacked as usize)
        .ok_or("it cannot be unpacked")
        .and_then(|stream| games(head, &stream).ok_or("it holds what is no game"))
}

/// Checks that a block has the checksum that its head tells.
///
/// # Errors
/// When it has another.
pub(super) fn check(head: &Head, packed: &[u8]) -> Result<(), &'static str> {
    if crc32fast::hash(packed) == head.checksum { Ok(()) } else { Err("its checksum is another") }
}

fn games<V: Variant>(head: &Head, stream: &[u8]) -> Option<Vec<SelfPlay<V>>> {
    let samples = head.samples as usize;
    let (heads, rest) = stream.split_at_checked(head.games as usize * GAME)?;
    let (counts, rest) = rest.split_at_checked(3 * samples)?;
    let (squares, rest) = rest.split_at_checked(rest.len().checked_sub(3 * samples)?)?;
    let (sides, rest) = rest.split_at_checked(samples)?;
    let (low, high) = rest.split_at_checked(samples)?;
    let mut squares = squares.iter();
    let mut rows = counts.chunks_exact(3).zip(sides).zip(low.iter().zip(high));
    let mut games = Vec::with_capacity(head.games as usize);
    for bytes in heads.chunks_exact(GAME) {
        let winner = match bytes[0] {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            _ => return None,
        };
        let (plies, count) = (u16::from_le_bytes([bytes[1], bytes[2]]), u16::from_le_bytes([bytes[3], bytes[4]]));
        if usize::from(count) > rows.len() {
            return None;
        }
        let mut samples = Vec::with_capacity(count.into());
        let mut state = State::start::<V>();
        for ((counts, &side), (&low, &high)) in rows.by_ref().take(count.into()) {
            for (pieces, &count) in state.pieces.iter_mut().zip(counts) {
                for _ in 0..count {
                    *pieces ^= 1_u64.checked_shl((*squares.next()?).into())?;
                }
            }
            state.side = match side {
                0 => state.side,
                1 => !state.side,
                _ => return None,
            };
            state.score = state.score.wrapping_add(unfolded(u16::from_le_bytes([low, high])));
            samples.push(state.sample()?);
        }
        games.push(SelfPlay { winner, plies: plies.into(), samples });
    }
    (rows.len() == 0 && squares.len() == 0).then_some(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_every_number() {
        for number in i16::MIN..=i16::MAX {
            assert_eq!(unfolded(folded(number)), number);
        }
        assert_eq!([0, -1, 1, -2].map(folded), [0, 1, 2, 3]);
    }
}
