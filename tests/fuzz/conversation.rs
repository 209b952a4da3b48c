//! Whole conversations with the real process: valid and broken lines in random order, and a model of the dialect that
//! knows what they must lead to.

use std::thread::sleep;
use std::time::{Duration, Instant};

use damier::engine::Session;
use rand::Rng;
use rand::rngs::StdRng;

use super::client::Client;

/// Nothing is said for so long only by a search that waits for a stop, or on a busy machine.
const SILENCE: Duration = Duration::from_millis(300);
/// After so many of them in a row nothing will ever be said.
const MOST_SILENCES: u32 = 60;

/// What the client of a dialect may rely on.
pub trait Model {
    /// Takes in a line that is sent.
    fn hear(&mut self, line: &str);

    /// Checks a line that was said.
    fn check(&mut self, line: &str);

    /// Whether everything that was asked for has been said.
    fn owes_nothing(&self) -> bool;
}

/// A dialect: how the process is started, how it is asked whether it is there, and what may come of the end of the input.
pub struct Dialect {
    pub arguments: &'static [&'static str],
    pub ping: &'static str,
    /// Whether a line may be written in this form at all.
    pub is_line: fn(&str) -> bool,
}

/// What is said, how fast, and how it ends.
#[derive(Debug)]
pub struct Conversation {
    pub lines: Vec<String>,
    /// How long to wait after each line, in milliseconds; `None` writes all of them in one go.
    pauses: Option<Vec<u64>>,
    end: End,
}

#[derive(Debug, PartialEq)]
enum End {
    /// When everything is answered.
    Quiet { quits: bool },
    /// At once: what still waits is nobody's any more.
    Quit,
    /// At once, by closing the input.
    Close,
}

impl Conversation {
    /// These lines at a random speed with a random end.
    pub fn new(random: &mut StdRng, lines: Vec<String>) -> Conversation {
        let pauses = random.random_bool(0.6);
        let pauses = pauses.then(|| lines.iter().map(|_| random.random_range(0_u64..4).pow(2)).collect());
        let end = match random.random_range(0..8) {
            0 => End::Quit,
            1 => End::Close,
            other => End::Quiet { quits: other % 2 == 0 },
        };
        Conversation { lines, pauses, end }
    }

    /// Holds the conversation with the process.
    pub fn hold(&self, dialect: &Dialect, mut model: impl Model) {
        let mut client = Client::start_with(dialect.arguments);
        for line in &self.lines {
            model.hear(line);
        }
        match &self.pauses {
            None => client.send(&self.lines.join("\n")),
            Some(pauses) => {
                for (line, &pause) in self.lines.iter().zip(pauses) {
                    client.send(line);
                    sleep(Duration::from_millis(pause));
                }
            }
        }
        match &self.end {
            End::Quiet { quits } => {
                wait(&mut client, dialect, &mut model);
                if *quits {
                    client.send("quit")
                } else {
                    client.end_input()
                }
                // A count may still end, and lines that waited for it may be refused, but nobody is owed an answer.
                client.expect_end().iter().for_each(|line| model.check(line));
            }
            End::Quit => {
                client.send("quit");
                client.expect_end().iter().for_each(|line| model.check(line));
            }
            End::Close => {
                client.end_input();
                // Whether a line that was sent after an open search is still refused depends on what came first, the
                // end of that search or of the input; so only the words are known.
                let lines = client.expect_end();
                assert!(lines.iter().all(|line| (dialect.is_line)(line)), "{lines:?}");
            }
        }
    }
}

/// Listens until everything is said that is due. Searches that nobody has stopped are stopped meanwhile.
fn wait(client: &mut Client, dialect: &Dialect, model: &mut impl Model) {
    for line in ["stop", dialect.ping] {
        client.send(line);
        model.hear(line);
    }
    let mut silences = 0;
    while !model.owes_nothing() {
        match client.line_before(Instant::now() + SILENCE) {
            Some(line) => {
                model.check(&line);
                silences = 0;
            }
            None => {
                silences += 1;
                assert!(silences < MOST_SILENCES, "not everything was said that was asked for");
                client.send("stop");
            }
        }
    }
}

/// Checks that moves can be played one after the other in a game, of which `name` writes each.
pub fn check_line_of_moves(
    game: &dyn Session,
    moves: &[&str],
    name: impl Fn(&dyn Session, usize) -> String,
    line: &str,
) {
    let mut game = game.duplicate();
    for mv in moves {
        let legal = game.legal_moves();
        let found = (0..legal.len()).find(|&at| name(game.as_ref(), at) == *mv);
        let Some(at) = found else { panic!("{mv} is no legal move of {}: '{line}'", game.display().fen) };
        game.play(&legal[at].uci).unwrap();
    }
}
