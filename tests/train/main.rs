//! `damier train`: the same weights from the same data, however it is broken off; and weights that learned what was there.

mod refusals;
#[path = "../scratch/mod.rs"]
mod scratch;
mod shell;

use damier::board::Direction;
use damier::eval::Net;
use damier::learn::{
    DataHeader, DataSet, DataWriter, Equipment, Plan, Rounding, Sample, SelfPlay, Shard, TrainError, TrainPlan,
    Trained, Trainer, encode,
};
use damier::position::Position;
use damier::rules::{Color, International, Turkish, Variant};
use damier::search::Score;
use damier::tables::Tables;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use scratch::Scratch;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SEED: u64 = 20_261_208;

/// Quick, with more than one window of batches.
fn plan() -> TrainPlan {
    TrainPlan { epochs: 3, held_out: 8, batch: 256, ..TrainPlan::default() }
}

/// What a position is worth to White where games come from: men, kings, men that are far, and men with one behind them.
fn worth<V: Variant>(position: &Position<V>) -> i32 {
    let board = &V::RULES.board;
    let side = |color: Color| {
        let men = position.men(color);
        let men = if color == Color::White { men } else { board.turned(men) };
        let ranks: i32 = men.into_iter().map(|square| i32::from(board.rank(square))).sum();
        let backed = (men & board.step(men, Direction::UP)).count() as i32;
        100 * men.count() as i32 + 300 * position.kings(color).count() as i32 + 8 * ranks + 60 * backed
    };
    side(Color::White) - side(Color::Black)
}

/// A game of random moves. Scores are what its positions are worth, and the result is as likely as the last one makes it.
fn game<V: Variant>(source: &mut StdRng) -> SelfPlay<V> {
    let mut position = Position::<V>::start();
    let mut samples = Vec::new();
    for _ in 0..source.random_range(10..60) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[source.random_range(0..moves.len())]);
        let worth = worth(&position);
        let score = Score::centimen(if position.side_to_move() == Color::White { worth } else { -worth });
        samples.push(Sample { position, score });
    }
    let white = 1.0 / (1.0 + (-f64::from(worth(&position)) / 100.0).exp());
    let winner = if source.random_bool(white) { Color::White } else { Color::Black };
    SelfPlay { winner: Some(winner), plies: samples.len() as u32, samples }
}

/// Writes part `shard` of so many games.
fn write<V: Variant>(path: &Path, games: u64, seed: u64, shard: &str) {
    write_scaled::<V>(path, games, seed, shard, 1);
}

/// The same, by players whose scores are so many times as large, and who search as many more nodes.
fn write_scaled<V: Variant>(path: &Path, games: u64, seed: u64, shard: &str, times: i32) {
    let plan = Plan { seed, nodes: 60 * times as u64, random_plies: 4..=12 };
    let equipment = Equipment { tables: Arc::new(Tables::new(0)), net: Net::embedded() };
    let header = DataHeader::new::<V>(&plan, &equipment, games, shard.parse::<Shard>().unwrap());
    let mut writer = DataWriter::open::<V>(path, &header).unwrap();
    while !writer.is_complete() {
        let (first, end) = (writer.next_game(), (writer.next_game() + 32).min(header.end_game));
        let mut games: Vec<SelfPlay<V>> =
            (first..end).map(|number| game(&mut StdRng::seed_from_u64(seed ^ (number << 32)))).collect();
        for sample in games.iter_mut().flat_map(|game| &mut game.samples) {
            sample.score = Score::centimen(times * sample.score.value());
        }
        writer.append(&encode(first, &games)).unwrap();
    }
}

fn open<V: Variant>(plan: &TrainPlan, files: &[PathBuf]) -> Result<DataSet<V>, TrainError> {
    DataSet::open(files, plan.held_out, plan.threads, &mut |_, _| {})
}

fn trainer<V: Variant>(plan: &TrainPlan, files: &[PathBuf]) -> Trainer<V> {
    Trainer::new(plan, open(plan, files).unwrap()).unwrap()
}

/// Trains what is left, and returns what came of it.
fn finish<V: Variant>(trainer: &mut Trainer<V>) -> Trained {
    while !trainer.is_finished() {
        trainer.train_epoch(&mut |_, _| {}).unwrap();
    }
    trainer.finish().unwrap()
}

#[test]
fn what_games_come_from_is_learned() {
    let scratch = Scratch::new("train learned");
    let file = scratch.0.join("games");
    write::<International>(&file, 1_500, SEED, "1/1");
    // So few games are learned by heart unless labels are without chance.
    let plan = TrainPlan { lambda: 0.0, ..plan() };
    let mut trainer = trainer::<International>(&plan, &[file]);
    let (training, held_out) = (trainer.data().training(), trainer.data().held_out());
    assert!((6.0..10.0).contains(&((training + held_out) as f64 / held_out as f64)), "{training}, {held_out}");
    // Results were drawn with 100 from the last positions; what random moves lie between makes scores tell less.
    let constant = trainer.teacher_constant(&trainer.data().sources()[0]);
    assert!((100.0..400.0).contains(&constant), "{constant}");
    let trained = finish(&mut trainer);
    let losses: Vec<f64> = trainer.epochs().iter().map(|epoch| epoch.held_out).collect();
    assert!(losses.is_sorted_by(|before, after| after < before), "{losses:?}");
    // Who knows nothing loses ln 2.
    assert!(losses[2] < 0.9 * 2.0_f64.ln(), "{losses:?}");
    // In scores a man is worth 100, and more for the squares it stands on.
    let man = trained.scale.man * constant;
    assert!((70.0..170.0).contains(&man), "{man}");
    let rounding = trained.rounding;
    assert!(rounding.largest > 0.0 && rounding.largest <= Rounding::MOST_LARGEST, "{rounding:?}");
    assert!(rounding.rms <= rounding.largest && rounding.largest <= rounding.bound, "{rounding:?}");
}

#[test]
fn the_same_data_makes_the_same_weights() {
    let scratch = Scratch::new("train same");
    let [whole, one, two, other] = ["whole", "1", "2", "other"].map(|name| scratch.0.join(name));
    write::<Turkish>(&whole, 400, SEED, "1/1");
    write::<Turkish>(&one, 400, SEED, "1/2");
    write::<Turkish>(&two, 400, SEED, "2/2");
    write::<Turkish>(&other, 400, SEED + 1, "1/1");
    let train = |plan: &TrainPlan, files: &[&PathBuf]| {
        let files: Vec<PathBuf> = files.iter().map(|&path| path.clone()).collect();
        finish(&mut trainer::<Turkish>(plan, &files)).bytes
    };
    let expected = train(&plan(), &[&whole, &other]);
    assert!(train(&plan(), &[&other, &whole]) == expected);
    // Files that a run is parted into hold the same blocks, and are gone through in the same order.
    assert!(train(&plan(), &[&two, &other, &one]) == expected);
    assert!(train(&TrainPlan { seed: 2, ..plan() }, &[&whole, &other]) != expected);
    assert!(train(&plan(), &[&whole]) != expected);
    for threads in [1, 3, 20] {
        assert!(train(&TrainPlan { threads, ..plan() }, &[&whole, &other]) == expected, "{threads}");
    }
}

#[test]
fn a_run_goes_on_after_any_epoch() {
    let scratch = Scratch::new("train resumed");
    let [file, state] = ["games", "state"].map(|name| scratch.0.join(name));
    write::<Turkish>(&file, 300, SEED, "1/1");
    let files = [file];
    let mut whole = trainer::<Turkish>(&plan(), &files);
    let expected = finish(&mut whole);
    for epochs in 0..=plan().epochs {
        let mut begun = trainer::<Turkish>(&plan(), &files);
        assert!(epochs > 0 || !begun.resume(&state).unwrap());
        for _ in 0..epochs {
            begun.train_epoch(&mut |_, _| {}).unwrap();
        }
        begun.save(&state).unwrap();
        let mut resumed = trainer::<Turkish>(&plan(), &files);
        assert!(resumed.resume(&state).unwrap());
        assert_eq!(resumed.epochs(), begun.epochs());
        assert!(finish(&mut resumed) == expected, "after {epochs} epochs");
        assert_eq!(resumed.epochs(), whole.epochs());
    }
}

#[test]
fn mirrored_positions_are_worth_exactly_the_same() {
    let scratch = Scratch::new("train mirror");
    let file = scratch.0.join("games");
    write::<Turkish>(&file, 300, SEED, "1/1");
    let trained = finish(&mut trainer::<Turkish>(&plan(), &[file]));
    let net = Net::<Turkish>::from_bytes(&trained.bytes).unwrap();
    assert_eq!(net.weights().checksum(), trained.checksum);
    let mut scores = HashSet::new();
    for seed in 0..100 {
        for sample in game::<Turkish>(&mut StdRng::seed_from_u64(seed)).samples {
            let score = net.evaluate(&sample.position);
            assert_eq!(net.evaluate(&sample.position.mirrored().unwrap()), score, "{:?}", sample.position);
            assert_eq!(net.evaluate(&sample.position.turned()), score, "{:?}", sample.position);
            scores.insert(score);
        }
    }
    assert!(scores.len() > 300, "{}", scores.len());
}

#[test]
fn every_generation_has_a_constant_of_its_own() {
    let scratch = Scratch::new("train generations");
    let [one, more, two] = ["one", "more", "two"].map(|name| scratch.0.join(name));
    write::<Turkish>(&one, 300, SEED, "1/1");
    write::<Turkish>(&more, 300, SEED + 1, "1/1");
    write_scaled::<Turkish>(&two, 300, SEED, "1/1", 3);
    let trainer = trainer::<Turkish>(&plan(), &[two.clone(), one, more]);
    let (two, others): (Vec<_>, Vec<_>) = trainer.data().sources().iter().partition(|source| source.path == two);
    let constants: Vec<f64> = others.iter().map(|source| trainer.teacher_constant(source)).collect();
    assert_eq!(constants[0], constants[1]);
    let times = trainer.teacher_constant(two[0]) / constants[0];
    assert!((2.0..4.5).contains(&times), "{times}");
}

#[test]
fn inputs_that_were_never_seen_have_no_noise() {
    let scratch = Scratch::new("train unseen");
    let file = scratch.0.join("games");
    write::<Turkish>(&file, 300, SEED, "1/1");
    let net = Net::<Turkish>::from_bytes(&finish(&mut trainer::<Turkish>(&plan(), &[file])).bytes).unwrap();
    let inputs = &net.weights().inputs;
    // Men begin on the second row, and become kings on the last.
    for file in 0..8 {
        assert_eq!(inputs[file], inputs[file + 8], "own men");
        assert_eq!(inputs[64 + 56 + file], inputs[64 + 48 + file], "enemy men");
        assert!(inputs[56 + file].0.iter().chain(&inputs[64 + file].0).all(|&weight| weight == 0), "promoted men");
    }
}
