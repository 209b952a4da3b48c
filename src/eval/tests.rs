//! What holds for every net that is compiled in, in positions of random games.

use super::*;
use crate::board::{Bitboard, Square};
use crate::position::{Move, Position};
use crate::rules::{Color, VariantId, VariantTask};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// The most pieces in a position that is scattered over the board.
const MOST_SCATTERED: usize = 40;

const SEED: u64 = 20_261_129;

/// Up to [`MOST_SCATTERED`] pieces anywhere, many of them kings.
fn scattered<V: Variant>(rng: &mut StdRng) -> Position<V> {
    let squares: Vec<Square> = V::RULES.board.playable().into_iter().collect();
    let count = rng.random_range(1..=MOST_SCATTERED.min(squares.len() - 1));
    let share_of_kings = [0.1, 0.5, 1.0][rng.random_range(0..3)];
    let (mut colors, mut kings) = ([Bitboard::EMPTY; 2], Bitboard::EMPTY);
    for &square in squares.choose_multiple(rng, count) {
        let color = if rng.random() { Color::White } else { Color::Black };
        colors[color.index()] |= Bitboard::of(square);
        let is_last_row = V::RULES.board.rank_squares(V::RULES.last_rank(color)).contains(square);
        if is_last_row || rng.random_bool(share_of_kings) {
            kings |= Bitboard::of(square);
        }
    }
    let side = if rng.random() { Color::White } else { Color::Black };
    Position::new(colors[0], colors[1], kings, side).unwrap()
}

/// Plays random games, half of them from scattered pieces, and shows every move, its position and the next one.
fn each_move<V: Variant>(games: usize, mut see: impl FnMut(&Position<V>, Move, &Position<V>)) {
    let mut rng = StdRng::seed_from_u64(SEED);
    for game in 0..games {
        let mut position = if game % 2 == 0 { Position::<V>::start() } else { scattered(&mut rng) };
        for _ in 0..rng.random_range(1..150) {
            let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
            let next = position.play(mv);
            see(&position, mv, &next);
            position = next;
        }
    }
}

/// Runs a check for every ruleset.
fn in_every_ruleset(check: impl VariantTask<Output = ()> + Copy) {
    VariantId::ALL.iter().for_each(|id| id.run(check));
}

/// The score does not change when the board is turned, or exchanged left and right.
#[derive(Clone, Copy)]
struct Symmetry;

impl VariantTask for Symmetry {
    type Output = ();

    fn run<V: Variant>(self) {
        let net = Net::<V>::embedded();
        each_move::<V>(200, |_, _, position| {
            let score = net.evaluate(position);
            assert_eq!(net.evaluate(&position.turned()), score, "seed {SEED} {position:?}");
            if let Some(mirrored) = position.mirrored() {
                assert_eq!(net.evaluate(&mirrored), score, "seed {SEED} {position:?}");
            }
        });
    }
}

#[test]
fn the_score_is_symmetric_in_every_ruleset() {
    in_every_ruleset(Symmetry);
}

/// Sums that follow the moves are those of the position.
#[derive(Clone, Copy)]
struct Following;

impl VariantTask for Following {
    type Output = ();

    fn run<V: Variant>(self) {
        let net = Net::<V>::embedded();
        let (mut sums, mut known) = (Accumulator::EMPTY, None);
        let (mut promotions, mut captures, mut captured_kings) = (0, 0, 0);
        each_move::<V>(200, |position, mv, next| {
            // Sums are handed on from move to move as long as a game lasts.
            if known != Some(*position) {
                sums = Accumulator::of(&net, position);
            }
            let before = sums;
            sums.follow(&net, &before, position, mv);
            known = Some(*next);
            assert_eq!(sums, Accumulator::of(&net, next), "seed {SEED} {} {mv:?} {position:?}", V::RULES.name);
            assert_eq!(net.judge(&sums, next), net.evaluate(next));
            promotions += u32::from(mv.promotes());
            captures += u32::from(mv.is_capture());
            let kings = position.kings(!position.side_to_move());
            captured_kings += mv.captured().into_iter().filter(|&square| kings.contains(square)).count();
        });
        let seen = (promotions, captures, captured_kings);
        assert!(promotions > 50 && captures > 500 && captured_kings > 200, "{} {seen:?}", V::RULES.name);
    }
}

#[test]
fn sums_follow_captures_promotions_and_kings() {
    in_every_ruleset(Following);
}

/// The score as `net.rs` describes it, neuron after neuron in wide numbers, which cannot overflow.
fn plain_score<V: Variant>(net: &Net<V>, position: &Position<V>) -> i64 {
    let weights = net.weights();
    let side = position.side_to_move();
    let output = &weights.outputs[bucket(position)];
    let mut total = i64::from(output.constant) << 15;
    for (viewer, output) in [(side, &output.weights[0]), (!side, &output.weights[1])] {
        for neuron in 0..HIDDEN {
            let mut sum = i64::from(weights.bias.0[neuron]);
            for color in [Color::White, Color::Black] {
                for square in position.pieces(color) {
                    let is_king = position.kings(color).contains(square);
                    sum += i64::from(weights.inputs[input::<V>(viewer, color, is_king, square)].0[neuron]);
                }
            }
            let held = sum.clamp(0, i64::from(ONE)) / 8;
            total += held * held * i64::from(output.0[neuron]);
        }
    }
    total / (i64::from(OUTPUT_UNITS) << 15)
}

#[derive(Clone, Copy)]
struct Plain;

impl VariantTask for Plain {
    type Output = ();

    fn run<V: Variant>(self) {
        let net = Net::<V>::embedded();
        let check = |position: &Position<V>| {
            let expected = plain_score(&net, position).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            let found = net.evaluate(position);
            assert_eq!(found, Score::centimen(expected), "seed {SEED} {} {position:?}", V::RULES.name);
        };
        each_move::<V>(100, |_, _, position| check(position));
        let mut rng = StdRng::seed_from_u64(SEED);
        for _ in 0..2_000 {
            check(&scattered(&mut rng));
        }
    }
}

#[test]
fn scores_are_those_of_a_plain_computation() {
    in_every_ruleset(Plain);
}

/// No game has a position whose sums do not fit 16 bits, whatever stands where.
#[derive(Clone, Copy)]
struct Bounds;

impl VariantTask for Bounds {
    type Output = ();

    fn run<V: Variant>(self) {
        let net = Net::<V>::embedded();
        let weights = net.weights();
        let pieces = start_pieces::<V>() as usize / 2;
        for neuron in 0..HIDDEN {
            for sign in [1, -1] {
                // Each player has his pieces where they add the most, men or kings, even on squares of the other's.
                let mut most = sign * i32::from(weights.bias.0[neuron]);
                for owner in 0..2 {
                    let weight =
                        |kind: usize, square: usize| sign * i32::from(weights.inputs[64 * kind + square].0[neuron]);
                    let mut best: Vec<i32> =
                        (0..64).map(|square| weight(owner, square).max(weight(owner + 2, square)).max(0)).collect();
                    best.sort_unstable_by(|a, b| b.cmp(a));
                    most += best[..pieces].iter().sum::<i32>();
                }
                assert!(most <= i16::MAX.into(), "{} neuron {neuron}: {}", V::RULES.name, sign * most);
            }
        }
    }
}

#[test]
fn sums_fit_their_numbers_in_every_game() {
    in_every_ruleset(Bounds);
}

#[derive(Clone, Copy)]
struct Start;

impl VariantTask for Start {
    type Output = ();

    fn run<V: Variant>(self) {
        let score = Net::<V>::embedded().evaluate(&Position::start());
        assert!(score.value().abs() <= 30, "{}: {score}", V::RULES.name);
    }
}

#[test]
fn the_start_is_about_even() {
    in_every_ruleset(Start);
}
