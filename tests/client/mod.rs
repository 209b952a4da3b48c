//! A client of the program: writes lines to it and waits for what it says.
// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

pub mod hub_grammar;
pub mod transcript;
pub mod uci_grammar;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer may take that is not what a test measures: the machine may be busy with other tests.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub struct Client {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    /// Starts the program without arguments: it then speaks the protocol.
    pub fn start() -> Client {
        Client::start_with(&[])
    }

    /// Starts the program with arguments.
    pub fn start_with(arguments: &[&str]) -> Client {
        let mut process = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Client { process, input, lines }
    }

    /// Writes bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Writes lines.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// The next line, `None` when the output ends.
    pub fn next_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("nothing was said for {PATIENCE:?}"),
        }
    }

    /// The next line that is not a line of thought.
    pub fn next_word(&mut self) -> Option<String> {
        loop {
            let line = self.next_line()?;
            if !is_thought(&line) {
                return Some(line);
            }
        }
    }

    /// Every line up to the first that begins with `start`, that one included.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.next_line() else { panic!("the output ended before '{start}': {lines:?}") };
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Writes lines and waits for one that begins with `start`; returns it and how long it took.
    #[track_caller]
    pub fn ask(&mut self, lines: &str, start: &str) -> (String, Duration) {
        let begun = Instant::now();
        self.send(lines);
        let answer = self.until(start).pop().unwrap();
        (answer, begun.elapsed())
    }

    /// Checks that nothing but thought is said for a while.
    #[track_caller]
    pub fn expect_silence(&mut self, time: Duration) {
        let end = Instant::now() + time;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if is_thought(&line) => {}
                Ok(line) => panic!("'{line}' was said too early"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the process ended"),
            }
        }
    }

    /// The next line if it comes before `end`.
    pub fn line_before(&mut self, end: Instant) -> Option<String> {
        self.lines.recv_timeout(end.saturating_duration_since(Instant::now())).ok()
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Reads what is left, waits for the end and checks that it was a quiet one. Returns the lines.
    #[track_caller]
    pub fn expect_end(mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line() {
            lines.push(line);
        }
        let status = self.process.wait().unwrap();
        assert_eq!(status.code(), Some(0));
        let mut complaints = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert_eq!(complaints, "", "something was written to standard error");
        lines
    }

    /// The time the process has computed, user and system, in hundredths of a second; `None` where the system does not tell.
    pub fn processor_time(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }

    /// The memory of the process that is resident, in KiB; `None` where the system does not tell.
    pub fn resident_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse().ok()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed must not leave a search behind.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Whether a line is a search's progress, in either dialect, which comes when it comes.
pub fn is_thought(line: &str) -> bool {
    line.starts_with("info depth") && !line.starts_with("info depth 0 ")
}

/// What follows `word` in a line.
pub fn field<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|&found| found == word)?;
    words.next()
}

/// Ends the engine, which must have nothing more to say.
#[track_caller]
pub fn quit(mut client: Client) {
    client.send("quit");
    let rest = client.expect_end();
    assert!(rest.is_empty(), "more was said: {rest:?}");
}

/// Bounds are a good deal wider than what users expect (they are in the comments): tests share the machine.
#[track_caller]
pub fn assert_within(time: Duration, millis: u64) {
    assert!(time <= Duration::from_millis(millis), "it took {time:?}");
}
