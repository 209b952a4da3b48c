//! A run of games shared out by Slurm, by the lines that `README.md` shows, on a cluster of one machine.
#![cfg(target_os = "linux")]

mod daemons;
mod document;
mod programs;

use daemons::Cluster;
use document::Document;
use std::path::Path;
use std::process::{Command, Stdio};

const DAMIER: &str = env!("CARGO_BIN_EXE_damier");

/// The words of the README's run that the test has others for, and those: a part is a few seconds of five blocks.
const MANY_GAMES: &str = "-v turkish --games 1000000 --nodes 700 --seed 8";
const SOME_GAMES: &str = "-v turkish --games 640 --nodes 100 --seed 8";

/// Plays the run in one process, and returns its file.
fn played_by_one(folder: &Path) -> Vec<u8> {
    let path = folder.join("one.games");
    let mut command = Command::new(DAMIER);
    command.arg("datagen").args(SOME_GAMES.split(' ')).args(["--threads", "2", "--out"]).arg(&path);
    assert!(command.stdout(Stdio::null()).status().unwrap().success());
    std::fs::read(path).unwrap()
}

#[test]
#[ignore = "a minute, and needs Slurm and MUNGE"]
fn a_run_on_a_cluster_outlasts_a_kill_and_equals_that_of_one_process() {
    programs::require();
    let document = Document::read();
    let cluster = Cluster::start();
    let expected = played_by_one(cluster.folder());
    std::fs::write(cluster.folder().join("shards.sh"), &document.script).unwrap();

    assert_eq!(document.submission.matches(MANY_GAMES).count(), 1);
    let submission = document.submission.replace(MANY_GAMES, SOME_GAMES);
    let told = cluster.shell(&format!("{submission}echo $shards $merge"));
    let (shards, merge) = told.trim().split_once(' ').unwrap_or_else(|| panic!("{told:?} are no two jobs"));
    println!("jobs: shards {shards}, merge {merge}");

    // The second task is killed when it has written some blocks.
    let task = format!("{shards}_2");
    let part = cluster.folder().join("part2.games");
    let length = || std::fs::metadata(&part).map_or(0, |data| data.len());
    cluster.wait("the second task to write a block", 60, || {
        let (length, state) = (length(), cluster.states(&task));
        if length > 128 { Ok(()) } else { Err(format!("{length} bytes, {state:?}")) }
    });
    let process = cluster.process(&task);
    assert_eq!(std::fs::read_link(format!("/proc/{process}/exe")).unwrap(), Path::new(DAMIER));
    assert!(Command::new("kill").args(["-KILL", &process]).status().unwrap().success());
    cluster.wait_for(&task, &["FAILED"], 30);
    let killed = length();
    println!("task {task}, process {process}, killed after {killed} bytes; tasks: {:?}", cluster.states(shards));

    // What the document says of a task that was killed.
    assert_eq!(document.repair.matches("${shards}_2").count(), 1);
    cluster.shell(&format!("shards={shards} merge={merge}\n{}", document.repair));
    cluster.wait_for(shards, &["COMPLETED"; 4], 180);
    cluster.wait_for(merge, &["COMPLETED"], 60);
    assert!(cluster.command("scontrol").describe(&task).contains(" Restarts=1 "));

    let told = |name: String| std::fs::read_to_string(cluster.folder().join(name)).unwrap();
    let (task, merge) = (told(format!("slurm-{task}.out")), told(format!("slurm-{merge}.out")));
    println!("the task that was killed:\n{task}the merge:\n{merge}");
    // Header and stretch twice: what it did before it was killed is kept, games and words.
    assert_eq!(task.matches("turkish, seed 8, 100 nodes a move").count(), 2, "{task}");
    assert!(task.contains("\ngoing on after "), "{task}");
    assert!(length() > killed);
    let merged = std::fs::read(cluster.folder().join("all.games")).unwrap();
    assert!(merged == expected, "{} bytes, expected {}", merged.len(), expected.len());
    println!("{} bytes, the same as by one process", merged.len());
}

/// In every run, so that the section cannot lose what the test above reads.
#[test]
fn the_lines_of_the_document_are_commands_of_a_shell() {
    let Document { script, submission, repair } = Document::read();
    for lines in [script, submission, repair] {
        assert!(Command::new("sh").args(["-n", "-c", &lines]).status().unwrap().success(), "{lines}");
    }
}

#[test]
fn missing_programs_are_named() {
    let missing = programs::missing("/none:/such");
    let reason = programs::reason(&missing);
    assert!(reason.starts_with("'munged', 'slurmctld', 'slurmd', "), "{reason}");
    assert!(reason.ends_with("; on Debian, install them by `apt-get install slurm-wlm munge`"), "{reason}");
}
