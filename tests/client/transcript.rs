//! Transcripts: text files of `>` lines to send and `<` lines to hear, in order.
//!
//! Lines of thought come when they come and are passed over; `*` stands for any text. `! N` is silence for N
//! milliseconds, `.` the end of the input, after which the process must end with code 0 and without another word.
//! Without it `quit` is sent.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{Client, is_thought};

/// Plays every transcript of a folder against the program with these arguments.
#[track_caller]
pub fn play_all(folder: &str, arguments: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        play(&path, arguments);
    }
}

fn play(path: &Path, arguments: &[&str]) {
    let mut client = Client::start_with(arguments);
    let transcript = fs::read_to_string(path).unwrap();
    for (at, line) in transcript.lines().enumerate() {
        let place = format!("{}:{}", path.display(), at + 1);
        let text = line.get(2..).unwrap_or("");
        match line.chars().next() {
            None | Some('#') => {}
            Some('>') => client.send(text),
            Some('<') => match client.next_word() {
                Some(said) => assert!(fits(text, &said), "{place}: expected '{text}' but heard '{said}'"),
                None => panic!("{place}: expected '{text}' but the output ended"),
            },
            Some('!') => client.expect_silence(Duration::from_millis(text.parse().unwrap())),
            Some('.') => client.end_input(),
            Some(_) => panic!("{place}: neither '>' nor '<': {line}"),
        }
    }
    if !transcript.lines().any(|line| line == ".") {
        client.send("quit");
    }
    let rest: Vec<String> = client.expect_end().into_iter().filter(|line| !is_thought(line)).collect();
    assert!(rest.is_empty(), "{}: more was said: {rest:?}", path.display());
}

/// Whether `text` is `pattern`, in which `*` stands for any text.
pub fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text
            .strip_prefix(head)
            .is_some_and(|rest| (0..=rest.len()).any(|at| rest.is_char_boundary(at) && fits(tail, &rest[at..]))),
    }
}
