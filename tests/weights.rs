//! Files of the evaluation's weights, named by the option `EvalFile` and by `--eval-file`.

mod client;
mod scratch;

use std::fs;
use std::process::{Command, Stdio};

use client::{Client, field, quit};
use damier::eval::{Net, OUTPUT_UNITS, Weights};
use damier::position::Position;
use damier::rules::{English, International, Turkish, TurkishBackward, Variant};
use scratch::Scratch;

/// By how much the altered weights find the side to move better, in hundredths of a man.
const MORE: i32 = 100;

impl Scratch {
    /// Writes a file and returns its path.
    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

/// The file of the weights that are compiled in.
fn own<V: Variant>() -> Vec<u8> {
    Net::<V>::embedded().weights().to_bytes::<V>()
}

/// The same, but the side to move is better by [`MORE`].
fn altered<V: Variant>() -> Vec<u8> {
    let net = Net::<V>::embedded();
    let mut outputs = net.weights().outputs;
    outputs.iter_mut().for_each(|output| output.constant += MORE * OUTPUT_UNITS);
    Weights { inputs: net.weights().inputs.clone(), bias: net.weights().bias, outputs }.to_bytes::<V>()
}

/// What these weights say to the start position.
fn start_score<V: Variant>(weights: &[u8]) -> i32 {
    Net::<V>::from_bytes(weights).unwrap().evaluate(&Position::start()).value()
}

/// The evaluation that the engine tells. It must have nothing else to say.
#[track_caller]
fn evaluation(client: &mut Client) -> i32 {
    client.send("eval");
    let line = client.next_line().unwrap();
    assert!(line.starts_with("info string evaluation: cp "), "{line}");
    field(&line, "cp").unwrap().parse().unwrap()
}

/// Sets something and returns what the engine says to it, which is one line.
#[track_caller]
fn told(client: &mut Client, line: &str) -> String {
    client.send(line);
    let said = client.next_line().unwrap();
    said.strip_prefix("info string ").unwrap_or(&said).to_owned()
}

#[track_caller]
fn check_used(said: &str, path: &str) {
    let start = format!("positions are judged by the weights in '{path}', checksum ");
    assert!(said.starts_with(&start) && said.len() == start.len() + 8, "{said}");
}

/// The nodes of a search with one thread, which are the same every time.
fn nodes(client: &mut Client) -> String {
    client.send("go depth 7");
    let lines = client.until("bestmove ");
    field(&lines[lines.len() - 2], "nodes").unwrap().to_owned()
}

#[test]
fn weights_of_a_file_are_used_until_it_is_no_longer_named() {
    let scratch = Scratch::new("weights");
    let (same, other) = (scratch.write("same.net", &own::<Turkish>()), scratch.write("a b.net", &altered::<Turkish>()));
    let mut client = Client::start();
    let [start, raised] = [own::<Turkish>(), altered::<Turkish>()].map(|bytes| start_score::<Turkish>(&bytes));
    assert!(raised > start + MORE / 2);
    assert_eq!(evaluation(&mut client), start);
    let own_nodes = nodes(&mut client);
    check_used(&told(&mut client, &format!("setoption name EvalFile value {other}")), &other);
    assert_eq!(evaluation(&mut client), raised);
    // Nothing is remembered from before.
    let mut fresh = Client::start();
    check_used(&told(&mut fresh, &format!("setoption name evalfile value {other}")), &other);
    let other_nodes = nodes(&mut fresh);
    quit(fresh);
    assert_eq!(nodes(&mut client), other_nodes);
    assert_ne!(own_nodes, other_nodes);

    check_used(&told(&mut client, &format!("setoption name EvalFile value {same}")), &same);
    assert_eq!((evaluation(&mut client), nodes(&mut client)), (start, own_nodes));
    assert_eq!(
        told(&mut client, "setoption name EvalFile value <empty>"),
        "positions are judged by the program's own weights"
    );
    assert_eq!(evaluation(&mut client), start);
    // Where nothing changes there is nothing to say.
    client.send("setoption name EvalFile value <empty>\nsetoption name EvalFile");
    assert_eq!(evaluation(&mut client), start);
    quit(client);
}

/// Names of files that are refused, with the reasons.
fn refused(scratch: &Scratch) -> Vec<(String, String)> {
    let bytes = own::<Turkish>();
    let size = bytes.len();
    let damaged = |at: usize| [&bytes[..at], &[!bytes[at]], &bytes[at + 1..]].concat();
    let folder = scratch.0.to_str().unwrap().to_owned();
    let mut refused = vec![
        (format!("{folder}/none.net"), "No such file or directory (os error 2)".to_owned()),
        (folder, "it is no file".to_owned()),
        (scratch.write("empty", b""), "it holds no weights of an evaluation".to_owned()),
        (scratch.write("text", &b"no weights\n".repeat(5_000)), "it holds no weights of an evaluation".to_owned()),
        (scratch.write("header", &damaged(45)), "the header is damaged".to_owned()),
        (scratch.write("body", &damaged(1_000)), "the list of weights is damaged".to_owned()),
        (scratch.write("cut", &bytes[..size - 1]), format!("it has {} bytes, expected {size}", size - 1)),
        (scratch.write("long", &bytes.repeat(3)), format!("it has {} bytes, expected {size}", 3 * size)),
        (
            scratch.write("international", &own::<International>()),
            "its weights are for 'international', expected 'turkish'".to_owned(),
        ),
        (
            scratch.write("backward", &own::<TurkishBackward>()),
            "its weights are for 'turkish-backward', expected 'turkish'".to_owned(),
        ),
    ];
    if cfg!(unix) {
        refused.push(("/dev/zero".to_owned(), "it is no file".to_owned()));
    }
    refused
}

#[test]
fn a_file_that_is_refused_changes_nothing() {
    let scratch = Scratch::new("refused weights");
    let good = scratch.write("good.net", &altered::<Turkish>());
    let mut client = Client::start();
    let [start, raised] = [own::<Turkish>(), altered::<Turkish>()].map(|bytes| start_score::<Turkish>(&bytes));
    let refused = refused(&scratch);
    let check = |client: &mut Client, expected: i32| {
        for (path, reason) in &refused {
            let said = told(client, &format!("setoption name EvalFile value {path}"));
            assert_eq!(said, format!("option 'EvalFile' cannot be '{path}': {reason}; it keeps the old value"));
            assert_eq!(evaluation(client), expected);
        }
    };
    check(&mut client, start);
    // The option still names none.
    client.send("setoption name UCI_Variant value turkish");
    assert_eq!(evaluation(&mut client), start);

    told(&mut client, &format!("setoption name EvalFile value {good}"));
    check(&mut client, raised);
    // The option still names that file.
    check_used(&told(&mut client, "setoption name UCI_Variant value turkish"), &good);
    assert_eq!(evaluation(&mut client), raised);
    quit(client);
}

#[test]
fn weights_wait_for_their_ruleset() {
    let scratch = Scratch::new("ruleset of weights");
    let path = scratch.write("turkish.net", &altered::<Turkish>());
    let english = start_score::<English>(&own::<English>());
    let backward = start_score::<TurkishBackward>(&altered::<Turkish>());
    let [turkish, raised] = [own::<Turkish>(), altered::<Turkish>()].map(|bytes| start_score::<Turkish>(&bytes));
    let mut client = Client::start();
    let foreign = |variant: &str| {
        format!(
            "cannot use '{path}': its weights are for 'turkish', expected '{variant}'; \
             positions are judged by the program's own weights"
        )
    };
    check_used(&told(&mut client, &format!("setoption name EvalFile value {path}")), &path);
    let mut choose = |variant: &str| {
        let said = told(&mut client, &format!("setoption name UCI_Variant value {variant}"));
        (said, evaluation(&mut client))
    };
    assert_eq!(choose("english"), (foreign("english"), english));
    let (said, score) = choose("turkish-backward");
    check_used(&said, &path);
    assert_eq!(score, backward);
    assert_eq!(choose("english"), (foreign("english"), english));
    let (said, score) = choose("turkish");
    check_used(&said, &path);
    assert_eq!(score, raised);
    assert_eq!(choose("english"), (foreign("english"), english));
    // By then the file is gone.
    fs::remove_file(&path).unwrap();
    let (said, score) = choose("turkish");
    let reason = "No such file or directory (os error 2); positions are judged by the program's own weights";
    assert_eq!((said, score), (format!("cannot use '{path}': {reason}"), turkish));
    quit(client);
}

/// The score in men that a search of one ply tells in Hub.
#[track_caller]
fn hub_score(client: &mut Client) -> f64 {
    client.send("pos start\nlevel depth=1\ngo think");
    let lines = client.until("done ");
    assert!(lines.iter().all(|line| line.starts_with("info ") || line.starts_with("done ")), "{lines:?}");
    let score = lines[0].split(' ').find_map(|word| word.strip_prefix("score="));
    score.unwrap().parse().unwrap()
}

#[test]
fn hub_takes_files_as_well() {
    let scratch = Scratch::new("weights in Hub");
    let good = scratch.write("good.net", &altered::<Turkish>());
    let mut client = Client::start_with(&["hub"]);
    let start = hub_score(&mut client);
    let mut expected = start;
    for has_file in [false, true] {
        if has_file {
            client.send(&format!("set-param name=eval-file value=\"{good}\""));
            // A ply later it is the opponent who is to move, and better.
            expected = start - f64::from(MORE) / 100.0;
        }
        for (path, reason) in refused(&scratch) {
            client.send(&format!("set-param name=eval-file value=\"{path}\""));
            let error = format!("option 'EvalFile' cannot be '{path}': {reason}; it keeps the old value");
            assert_eq!(client.next_line().unwrap().replace('"', ""), format!("error message={error}"));
        }
        assert!((hub_score(&mut client) - expected).abs() < 0.011);
    }
    // Another board brings another ruleset, and back again; that weights wait is no error.
    client.send(&format!("pos pos=Wb{}W", "e".repeat(48)));
    client.send("set-param name=variant value=turkish");
    assert!((hub_score(&mut client) - expected).abs() < 0.011);
    client.send("set-param name=eval-file value=\"\"");
    assert_eq!(hub_score(&mut client), start);
    quit(client);
}

#[test]
fn tools_take_files_and_fail_without() {
    let scratch = Scratch::new("weights of tools");
    let good = scratch.write("good.net", &altered::<Turkish>());
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        let output = command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, said, errors) = run(&["analyse", "--depth", "1", "--eval-file", &good]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(said.contains(&format!("positions are judged by the weights in '{good}', checksum ")), "{said}");
    let score = |arguments: &[&str]| {
        let (code, said, errors) = run(&[&["analyse", "--json", "--depth", "1"], arguments].concat());
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let line: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
        line["score"]["cp"].as_i64().unwrap()
    };
    assert!(score(&["--eval-file", &good]) < score(&[]) - i64::from(MORE / 2));
    let (code, said, errors) = run(&["play", "--eval-file", &good]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{said}");

    for (path, reason) in refused(&scratch) {
        for tool in ["analyse", "play"] {
            let failed = (Some(1), String::new(), format!("error: cannot use '{path}': {reason}\n"));
            assert_eq!(run(&[tool, "--eval-file", &path]), failed);
        }
    }
    let (code, _, errors) = run(&["analyse", "-v", "english", "--eval-file", &good]);
    let reason = format!("error: cannot use '{good}': its weights are for 'turkish', expected 'english'\n");
    assert_eq!((code, errors), (Some(1), reason));
}
