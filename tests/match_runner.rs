//! `damier match` from outside: scripted engines that play given moves or misbehave, and a referee that must notice.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const DAMIER: &str = env!("CARGO_BIN_EXE_damier");

/// An engine for `sh`. Its arguments are the score it reports and the moves of a game: at every ply it plays the one of
/// that place, from the first again after the last. Words that are no moves: `crash`, `hang`, and `late` before a move.
const UCI_ENGINE: &str = r#"
score=$1; shift
echo $$ >> pids
while read -r line; do
    case $line in
        uci) echo 'id name scripted'; echo 'option name Style type string default <empty>'; echo uciok ;;
        isready) echo readyok ;;
        position*) plies=0; after=; for word in $line; do
                [ -n "$after" ] && plies=$((plies + 1))
                [ "$word" = moves ] && after=yes
            done ;;
        go*)
            at=$((plies % $#)); for word in "$@"; do [ $at = 0 ] && move=$word; at=$((at - 1)); done
            case $move in
                crash) echo 'out of luck' >&2; exit 3 ;;
                hang) while read -r line; do [ "$line" = quit ] && exit; done ;;
                late*) sleep 0.3; move=${move#late} ;;
            esac
            echo "info depth 7 score cp $score"
            echo "bestmove $move" ;;
        quit) exit ;;
    esac
done
"#;

/// The same for Hub; it knows no misbehavior.
const HUB_ENGINE: &str = r#"
score=$1; shift
while read -r line; do
    case $line in
        hub) echo 'id name=scripted version=1'
            echo 'param name=variant value=normal type=enum values="normal turkish"'
            echo wait ;;
        set-param*) echo "$line" >> settings ;;
        init) echo ready ;;
        ping) echo pong ;;
        pos*) plies=0; case $line in *moves=*) for word in ${line#*moves=}; do plies=$((plies + 1)); done ;; esac ;;
        level*) echo "$line" >> settings ;;
        go*)
            at=$((plies % $#)); for word in "$@"; do [ $at = 0 ] && move=$word; at=$((at - 1)); done
            echo "info depth=7 score=$score"
            echo "done move=$move" ;;
        quit) exit ;;
    esac
done
"#;

/// A directory of a test's own, with the scripts in it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("damier-match-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("uci.sh"), UCI_ENGINE).unwrap();
        fs::write(path.join("hub.sh"), HUB_ENGINE).unwrap();
        Place(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    fn openings(&self, fen: &str) -> String {
        fs::write(self.0.join("openings.txt"), format!("# one\n{fen}\n")).unwrap();
        self.file("openings.txt")
    }

    /// The words for a scripted engine.
    fn engine(&self, script: &str, name: &str, score: &str, moves: &str) -> Vec<String> {
        let proto = if script == "hub.sh" { "hub" } else { "uci" };
        [
            "--engine".to_owned(),
            "cmd=sh".to_owned(),
            format!("name={name}"),
            format!("args={} {score} {moves}", self.file(script)),
            format!("dir={}", self.0.display()),
            format!("proto={proto}"),
        ]
        .to_vec()
    }

    /// A match between two scripts, and what it printed.
    fn play(&self, engines: [Vec<String>; 2], more: &str) -> Output {
        command(&engines.concat(), more).output().unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(engines: &[String], more: &str) -> Command {
    let mut command = Command::new(DAMIER);
    command.arg("match").args(engines).args(more.split_whitespace()).stdin(Stdio::null());
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn assert_has(output: &Output, wanted: &str) {
    assert!(
        text(output).contains(wanted),
        "'{wanted}' is not in\n{}{}",
        text(output),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Plays one pair from a position with both engines following the same moves, and expects an ending.
#[track_caller]
fn check_rule(name: &str, fen: &str, moves: &str, more: &str, expected: &str) {
    let place = Place::new(name);
    let openings = place.openings(fen);
    let engines = ["a", "b"].map(|name| place.engine("uci.sh", name, "0", moves));
    let output = place.play(engines, &format!("--each st=5 --games 2 --openings {openings} {more}"));
    assert_has(&output, expected);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_rules_end_games() {
    let kings = "W:WKa1,Kb1:BKg8,Kh8";
    let shuffle = "b1b2 g8g7 b2b1 g7g8";
    check_rule("repetition", kings, shuffle, "", "1/2-1/2 {Draw: third repetition}");
    check_rule("progress", kings, shuffle, "--no-progress 6", "1/2-1/2 {Draw: no progress}");
    check_rule("one-each", "W:WKd1:BKd5,h8", "d1d6", "", "1/2-1/2 {Draw: one piece each}");
    check_rule(
        "one-each-won",
        "W:WKd1:Bd5,h8",
        "d1d6",
        "-v turkish-position",
        "1-0 {White wins: one king against one man}",
    );
    check_rule("blocked", "W:Wa1,a3,b1,c2:Ba2", "b1b2", "", "1-0 {White wins: no legal move}");
    check_rule("taken", "W:Wa3:Ba4", "a3a5", "", "1-0 {White wins: no pieces}");
    let numbers = "47-36 5-10 36-47 10-5";
    check_rule("numbers", "W:WK47,K48:BK5", numbers, "-v international", "1-1 {Draw: third repetition}");
}

/// Plays one pair against an engine that misbehaves as White at its first move, and expects how it is told.
#[track_caller]
fn check_fault(name: &str, moves: &str, more: &str, code: i32, expected: &[&str]) {
    let place = Place::new(name);
    let openings = place.openings("W:WKa1,Kb1:BKg8,Kh8");
    let engines = [("bad", moves), ("good", "b1b2 g8g7 b2b1 g7g8")];
    let mut engines = engines.map(|(name, moves)| place.engine("uci.sh", name, "0", moves));
    // The machine may be busy: only the bad engine is to be late.
    engines[1].push("timemargin=5000".to_owned());
    let output = place.play(engines, &format!("--each st=5 --games 2 --openings {openings} {more}"));
    expected.iter().for_each(|expected| assert_has(&output, expected));
    assert_eq!(output.status.code(), Some(code), "{}", text(&output));
}

#[test]
fn faults_lose_and_are_told_apart() {
    check_fault(
        "illegal",
        "a1a9",
        "",
        0,
        &[
            "Finished game 1 (bad vs good): 0-1 {White loses: it made an illegal move: 'a1a9': 'a9' is not on the board",
            "Finished game 2 (good vs bad): 1-0 {Black loses: it made an illegal move",
            "Games: 2, Wins: 0, Losses: 2, Draws: 0, Points: 0.0 (0.00 %)",
            "Ptnml(0-2): [1, 0, 0, 0, 0]",
            "Faults of bad: Timeouts: 0, Illegal moves: 2, Stalls: 0, Disconnects: 0",
        ],
    );
    let short = "--each st=0.05";
    check_fault("late", "lateb1b2", short, 0, &["{White loses on time, after ", "Faults of bad: Timeouts: 2,"]);
    check_fault("margin", "lateb1b2 g8g7 b2b1 g7g8", "--each st=0.05 timemargin=5000", 0, &["Draw: third repetition"]);
    let crashed = "{White loses: it disconnected: exit status: 3, out of luck}";
    check_fault("crash", "crash", "", 1, &[crashed, "Games: 1,", "Stalls: 0, Disconnects: 1"]);
    check_fault("stall", "hang", short, 1, &["{White loses: it stalled}", "Games: 1,", "Stalls: 1, Disconnects: 0"]);
}

#[test]
fn a_broken_engine_is_started_again_when_asked() {
    check_fault("recover", "crash", "--recover", 0, &["Games: 2, Wins: 0, Losses: 2,", "Disconnects: 2"]);
    check_fault(
        "recover-stall",
        "hang",
        "--recover",
        0,
        &["Games: 2, Wins: 0, Losses: 2,", "Stalls: 2, Disconnects: 0"],
    );
}

#[test]
fn an_engine_that_does_not_start_ends_the_match() {
    let words = "--engine cmd=/no/such/engine --engine cmd=/no/such/engine --each st=1";
    let output = command(&[], words).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("engine 'engine' did not start: '/no/such/engine': No such file"), "{complaint}");
}

/// Plays one pair in which the engines report the scores given.
#[track_caller]
fn check_adjudication(name: &str, scores: [&str; 2], more: &str, expected: &str) {
    let place = Place::new(name);
    let openings = place.openings("W:WKa1,Kb1:BKg8,Kh8");
    let engines = [("a", scores[0]), ("b", scores[1])];
    let engines = engines.map(|(name, score)| place.engine("uci.sh", name, score, "b1b2 g8g7 b2b1 g7g8"));
    let output = place.play(engines, &format!("--each st=5 --games 2 --openings {openings} {more}"));
    assert_has(&output, expected);
}

#[test]
fn games_are_adjudicated() {
    let resign = "--resign movecount=2 score=500";
    check_adjudication("resign", ["-600", "600"], resign, "Finished game 1 (a vs b): 0-1 {Black wins: adjudication}");
    check_adjudication("no-resign", ["-400", "600"], resign, "{Draw: third repetition}");
    let draw = "--draw movenumber=2 movecount=1 score=10";
    check_adjudication("draw", ["5", "-5"], draw, "1/2-1/2 {Draw: adjudication}");
    check_adjudication("too-long", ["50", "-5"], "--maxmoves 2", "{Draw: adjudication of a long game}");
}

#[test]
fn the_test_stops_the_match() {
    let place = Place::new("sprt");
    let engines = [("a", "900"), ("b", "-900")].map(|(name, score)| place.engine("uci.sh", name, score, "a3a4 a6a5"));
    let more = "--each st=5 --games 1000 --random-plies 0 --concurrency 2 --resign movecount=1 score=500 --quiet \
                --sprt elo0=0 elo1=100 alpha=0.05 beta=0.05";
    let output = place.play(engines, more);
    assert_has(&output, "SPRT ([0.00, 100.00]) completed - H1 was accepted");
    // Every pair is won 2-0, and a hundred of them would be far beyond ln 19.
    let printed = text(&output);
    let games = printed.lines().filter_map(|line| line.strip_prefix("Games: ")?.split(',').next()?.parse::<u32>().ok());
    assert!(games.max().is_some_and(|games| games < 200), "{printed}");
}

#[test]
fn an_engine_against_itself_comes_out_even() {
    let words = format!(
        "--engine cmd={DAMIER} name=a --engine cmd={DAMIER} name=b --each nodes=300 option.Hash=1 --games 12 \
         --concurrency 2 --seed 7 --quiet"
    );
    let output = command(&[], &words).output().unwrap();
    assert_has(&output, "Seed: 7\n");
    assert_has(&output, "Elo: 0.00 +/- 0.00, nElo: 0.00 +/- 0.00\nLOS: 50.00 %, DrawRatio: 100.00 %");
    assert_has(&output, "Ptnml(0-2): [0, 0, 6, 0, 0]");
}

#[test]
fn the_engine_plays_itself_in_both_dialects() {
    for variant in ["turkish", "international", "brazilian", "english"] {
        let engines = ["--engine", "name=hub", "args=hub", "proto=hub", "--engine", "name=uci"].map(str::to_owned);
        let each = format!("--each cmd={DAMIER} nodes=300 option.Hash=1");
        let output =
            command(&engines, &format!("-v {variant} {each} --games 2 --seed 7 --maxmoves 60")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let text = text(&output);
        // The same search on both sides: each wins as many games as the other, and neither is at fault.
        assert!(text.contains("\nGames: 2,") && text.contains(" Points: 1.0 "), "{variant}: {text}");
        assert!(!text.contains("Faults of") && !text.contains("Warning"), "{variant}: {text}");
    }
}

#[test]
fn hub_engines_play_too() {
    let place = Place::new("hub");
    let openings = place.openings("W:WKa1,Kb1:BKg8,Kh8");
    let engines = [
        place.engine("hub.sh", "hub", "0.1", "2-10 63-55 10-2 55-63"),
        place.engine("uci.sh", "uci", "10", "b1b2 g8g7 b2b1 g7g8"),
    ];
    let pdn = place.file("games.pdn");
    let more = format!("--each tc=5+0.5 option.Style=bold --games 2 --openings {openings} --pdn {pdn}");
    let output = place.play(engines, &more);
    assert_has(&output, "Games: 2, Wins: 0, Losses: 0, Draws: 2,");
    assert_has(&output, "Warning: hub: it has no parameter 'Style'");
    let settings = place.read("settings");
    assert!(
        settings.starts_with("set-param name=variant value=turkish\nset-param name=Style value=bold\n"),
        "{settings}"
    );
    assert!(settings.contains("\nlevel time=4.5 inc=0.5\n"), "{settings}");
    let games = place.read("games.pdn");
    assert!(
        games.contains("[White \"hub\"]\n[Black \"uci\"]\n[Result \"1/2-1/2\"]\n[GameType \"30,W,8,8,A0,0\"]\n"),
        "{games}"
    );
    assert!(
        games.contains("[FEN \"W:WKa1,Kb1:BKg8,Kh8\"]\n[TimeControl \"5+0.5\"]\n[Termination \"normal\"]\n\n"),
        "{games}"
    );
    assert!(games.contains("\n1. b1-b2 {+0.10/7 0.0"), "{games}");
    assert!(
        games.contains("third\nrepetition} 1/2-1/2\n\n") || games.contains("third repetition} 1/2-1/2\n\n"),
        "{games}"
    );
    assert!(games.lines().all(|line| line.len() <= 80), "{games}");
}

#[test]
fn a_match_goes_on_from_its_state() {
    let place = Place::new("state");
    let openings = place.openings("W:WKa1,Kb1:BKg8,Kh8");
    let (state, pdn) = (place.file("state.json"), place.file("games.pdn"));
    let play = |moves: &str, more: &str| {
        let engines = [("bad", moves), ("good", "b1b2 g8g7 b2b1 g7g8")];
        let engines = engines.map(|(name, moves)| place.engine("uci.sh", name, "0", moves));
        place.play(engines, &format!("--each st=1 --openings {openings} --state {state} --pdn {pdn} {more}"))
    };
    let output = play("a1a9", "--games 2 --seed 5");
    assert_has(&output, "Games: 2, Wins: 0, Losses: 2,");
    // As if the runner had been killed in the middle of a line.
    let whole = place.read("state.json");
    fs::write(&state, format!("{whole}{{\"game\":3,\"res")).unwrap();
    let output = play("a1a9", "--games 4");
    assert_has(&output, "Going on after 2 games\nSeed: 5\n");
    assert_has(&output, "\nStarted game 3 of 4");
    assert_has(&output, "Games: 4, Wins: 0, Losses: 4,");
    assert_has(&output, "Faults of bad: Timeouts: 0, Illegal moves: 4,");
    assert_eq!(place.read("games.pdn").matches("[Result ").count(), 4);
    assert_eq!(place.read("state.json").lines().count(), 5);
    let output = play("b1b2", "--games 6");
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaint.contains("belongs to another match: players was"), "{complaint}");
}

#[test]
fn an_interrupt_prints_the_score_and_leaves_no_engine() {
    let place = Place::new("interrupt");
    let engines = ["a", "b"].map(|name| place.engine("uci.sh", name, "0", "hang"));
    let child = command(&engines.concat(), "--each tc=60 --games 2").stdout(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while place.read("pids").lines().count() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(10), "the engines do not start");
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(300));
    let signal = |signal: &str, pid: &str| {
        Command::new("kill").args([signal, pid]).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    assert!(signal("-INT", &child.id().to_string()));
    let asked = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(3));
    assert_has(&output, "Interrupted after 0 of 2 games");
    for pid in place.read("pids").lines() {
        assert!(!signal("-0", pid), "engine {pid} still runs");
    }
}

#[test]
fn wrong_words_are_refused() {
    let check = |words: &str, expected: &str| {
        let output = command(&[], words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains(expected), "{words}: {complaint}");
    };
    check("--engine cmd=x st=1", "a match needs two engines");
    check("--engine cmd=x --engine cmd=y", "engine 'x' has no limit: tc=, st=, nodes= or depth=");
    check("--engine cmd=x st=1 tc=1 --engine cmd=y", "engine 'x' has both tc= and st=");
    check("--engine cmd=x tc=0 --engine cmd=y", "'0' is not a time control");
    check("--engine cmd=x foo=1 --engine cmd=y", "an engine has no key 'foo'");
    check("--engine cmd=x proto=xboard --engine cmd=y", "proto= is uci or hub, not 'xboard'");
    check("--engine cmd=x --engine cmd=y --each st=1 --sprt elo0=5 elo1=5", "--sprt needs elo0 < elo1");
    check("--engine cmd=x --engine cmd=y --each st=1 --games 0", "at least 1");
    assert!(!Path::new("x").exists());
}
