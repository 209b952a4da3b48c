//! Data and states that are not used, with the reason.

use super::{SEED, Scratch, Trainer, open, plan, trainer, write, write_scaled};
use damier::learn::{DataSet, TrainError, TrainPlan};
use damier::rules::{English, Turkish};
use std::path::PathBuf;

#[track_caller]
fn check<T>(result: Result<T, TrainError>, expected: &str) {
    let message = result.err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(message, expected);
}

fn opened(files: &[&PathBuf]) -> Result<DataSet<Turkish>, TrainError> {
    let files: Vec<PathBuf> = files.iter().map(|&file| file.clone()).collect();
    open(&plan(), &files)
}

#[test]
fn unfit_data_is_refused() {
    let scratch = Scratch::new("train refused");
    let [whole, half, english, few, deep, missing] =
        ["whole", "half", "english", "few", "deep", "missing"].map(|name| scratch.0.join(name));
    write::<Turkish>(&whole, 100, SEED, "1/1");
    write::<Turkish>(&half, 100, SEED, "2/2");
    write::<English>(&english, 40, SEED, "1/1");
    write::<Turkish>(&few, 1, 3, "1/1");
    write_scaled::<Turkish>(&deep, 1, 3, "1/1", 3);
    let name = |path: &PathBuf| path.display().to_string();
    let foreign = format!("cannot use '{}': it holds games of 'english', expected 'turkish'", name(&english));
    check(opened(&[&whole, &english]), &foreign);
    let doubles = format!("'{}' and '{}' hold the same games: 65 to 100", name(&whole), name(&half));
    check(opened(&[&half, &whole]), &doubles);
    let none = |file: &PathBuf, games| {
        let name = name(file);
        format!(
            "none of {games} games played as those of '{name}' is held out, expected about one of 8: more games are needed"
        )
    };
    check(opened(&[&few]), &none(&few, 1));
    // Others like them measure for them.
    opened(&[&few, &whole]).unwrap();
    check(opened(&[&deep, &whole]), &none(&deep, 1));
    let error = opened(&[&missing]).err().unwrap().to_string();
    assert!(error.starts_with(&format!("cannot use '{}': ", name(&missing))), "{error}");
}

#[test]
fn damaged_data_is_refused_before_training_with_its_place() {
    let scratch = Scratch::new("train damaged");
    let file = scratch.0.join("games");
    write::<Turkish>(&file, 100, SEED, "1/1");
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.len() - 1;
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let error = opened(&[&file]).err().unwrap().to_string();
    let begins = format!("cannot use '{}': the block of games 97 to 100 at byte ", file.display());
    assert!(error.starts_with(&begins) && error.ends_with(" is damaged: its checksum is another"), "{error}");
    // One that was broken off is used up to its last whole block.
    std::fs::write(&file, &bytes[..at]).unwrap();
    assert_eq!(opened(&[&file]).unwrap().games(), 96);
}

#[test]
fn a_state_of_another_run_is_refused() {
    let scratch = Scratch::new("train other");
    let [file, more, state] = ["games", "more", "state"].map(|name| scratch.0.join(name));
    write::<Turkish>(&file, 100, SEED, "1/1");
    write::<Turkish>(&more, 100, 3, "1/1");
    trainer::<Turkish>(&plan(), std::slice::from_ref(&file)).save(&state).unwrap();
    let resumed = |plan: &TrainPlan, files: &[PathBuf]| trainer::<Turkish>(plan, files).resume(&state);
    let begins = format!("cannot go on from '{}': ", state.display());
    let other = |difference: &str| format!("{begins}it belongs to another run: {difference}");
    check(
        resumed(&TrainPlan { rate: 0.5, ..plan() }, std::slice::from_ref(&file)),
        &other("rate '0.004', expected '0.5'"),
    );
    check(resumed(&plan(), &[more.clone(), file.clone()]), &other("files '1', expected '2'"));
    let error = resumed(&plan(), &[more]).unwrap_err().to_string();
    assert!(error.starts_with(&other(&format!("data 'seed {SEED}, 100 games, CRC-32 "))), "{error}");
    let bytes = std::fs::read(&state).unwrap();
    std::fs::write(&state, &bytes[..bytes.len() - 1]).unwrap();
    check(resumed(&plan(), &[file]), &format!("{begins}it is damaged"));
}

#[test]
fn a_plan_out_of_range_is_refused() {
    let scratch = Scratch::new("train plan");
    let file = scratch.0.join("games");
    write::<Turkish>(&file, 100, SEED, "1/1");
    let data = || open::<Turkish>(&plan(), std::slice::from_ref(&file)).unwrap();
    let wrong = TrainPlan { lambda: 1.5, ..plan() };
    check(Trainer::new(&wrong, data()), "lambda is '1.5', expected a number from 0 to 1");
    Trainer::new(&plan(), data()).unwrap();
}
