//! A child process whose lines arrive with the time at which they came.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Launch, is_set};
use crate::protocol::input::each_line;

/// How long a wait goes on before it looks at the interrupt flag again.
const SLICE: Duration = Duration::from_millis(50);
/// How long an engine has to leave after `quit`.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);
/// How long to wait for the exit status of an engine that closed its output.
const STATUS_PATIENCE: Duration = Duration::from_millis(200);
/// How many characters of an engine's last error message are kept.
const LONGEST_WORDS: usize = 200;

/// All engines that run, so that they can be killed together.
#[derive(Default)]
pub struct Children(Mutex<Vec<Arc<Mutex<Child>>>>);

impl Children {
    /// Kills them all at once. Whoever waits for one of them then sees its output end.
    pub fn kill_all(&self) {
        for child in lock(&self.0).iter() {
            // An error means that it is gone already.
            let _ = lock(child).kill();
        }
    }

    fn add(&self, child: &Arc<Mutex<Child>>) {
        let mut children = lock(&self.0);
        children.retain(|child| Arc::strong_count(child) > 1);
        children.push(child.clone());
    }
}

/// What a lock protects here is never half changed, so a panic elsewhere does not matter.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line and when it arrived.
pub(super) struct Line {
    pub(super) at: Instant,
    pub(super) text: String,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The time is over.
    Over,
    /// The output ended.
    Closed,
    /// Somebody set the flag.
    Interrupted,
}

/// A running engine. Dropping it ends it.
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    lines: Receiver<Line>,
    /// The last line of its error output.
    complaint: Arc<Mutex<String>>,
}

impl Process {
    /// Starts the program. It gets a process group of its own, so that an interrupt from the keyboard does not reach it.
    pub(super) fn spawn(launch: &Launch, children: &Children) -> io::Result<Process> {
        let mut command = Command::new(&launch.command);
        command.args(&launch.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        children.add(&child);
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("no pipe to the process"));
        };
        let (sender, lines) = channel();
        let complaint = Arc::new(Mutex::new(String::new()));
        let process = Process { child, input, lines, complaint: complaint.clone() };
        thread::Builder::new().name("engine output".to_owned()).spawn(move || read_lines(output, &sender))?;
        thread::Builder::new().name("engine errors".to_owned()).spawn(move || read_complaints(errors, &complaint))?;
        Ok(process)
    }

    /// Writes text as it is.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        log::trace!("> {}", text.trim_end());
        self.input.write_all(text.as_bytes())
    }

    /// Drops the lines that arrived and were not asked for.
    pub(super) fn forget_lines(&self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Waits for a line.
    pub(super) fn next_line(&self, until: Instant, interrupt: &AtomicBool) -> Result<Line, Silence> {
        loop {
            if is_set(interrupt) {
                return Err(Silence::Interrupted);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(SLICE)) {
                Ok(line) => {
                    log::trace!("< {}", line.text);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
                Err(RecvTimeoutError::Timeout) if left <= SLICE => return Err(Silence::Over),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the process ended and what it complained of last.
    pub(super) fn last_words(&self) -> String {
        let status = match self.wait(STATUS_PATIENCE) {
            Some(status) => status,
            None => "it closed its output but still runs".to_owned(),
        };
        // Its last complaint may still be on the way: the reader lets go of the text when the errors end.
        poll(STATUS_PATIENCE, || (Arc::strong_count(&self.complaint) == 1).then_some(()));
        let complaint = lock(&self.complaint);
        if complaint.is_empty() { status } else { format!("{status}, {complaint}") }
    }

    /// Waits for the process to end and says how it did; `None` when it does not.
    fn wait(&self, patience: Duration) -> Option<String> {
        poll(patience, || match lock(&self.child).try_wait() {
            Ok(status) => status.map(|status| status.to_string()),
            Err(error) => Some(error.to_string()),
        })
    }
}

/// Asks again and again until there is an answer or the patience is at its end.
fn poll<T>(patience: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let until = Instant::now() + patience;
    loop {
        let answer = ask();
        if answer.is_some() || Instant::now() >= until {
            return answer;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both dialects have this word. Whoever is gone already cannot hear it.
        let _ = self.write("quit\n");
        if self.wait(QUIT_PATIENCE).is_none() {
            let mut child = lock(&self.child);
            if child.kill().is_ok() {
                let _ = child.wait();
            }
        }
    }
}

/// Sends every line with the time of its arrival, until the output ends or nobody listens.
fn read_lines(output: impl Read, lines: &Sender<Line>) {
    let result = each_line(BufReader::new(output), |text| lines.send(Line { at: Instant::now(), text }).is_ok());
    if let Err(error) = result {
        log::warn!("reading from an engine failed: {error}");
    }
}

/// Keeps the last line of the error output.
fn read_complaints(errors: impl Read, complaint: &Mutex<String>) {
    let result = each_line(BufReader::new(errors), |text| {
        *lock(complaint) = text.trim().chars().take(LONGEST_WORDS).collect();
        true
    });
    if let Err(error) = result {
        log::warn!("reading from an engine failed: {error}");
    }
}
