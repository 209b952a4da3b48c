//! Hub, version 2, the engine's side [F. Letouzey, `protocol.txt` of Scan 3.1]; `protocol.md` describes it to its users.
//!
//! What this engine makes of what the protocol leaves open: names and arguments that it does not know are logged and
//! otherwise ignored, errors are told by `error`, and remarks that are none go to the log alone.

mod level;
mod parameters;

use super::hub_text::{arguments, move_text, quoted, value};
use super::{Command, LONGEST_REMARK, Protocol, Reply, Request, shorten};
use crate::engine::{Answer, Go, Line, MoveView};
use crate::options::{Options, Setting};
use crate::rules::VariantId;
use crate::search::{Accuracy, Score};
use level::Level;

/// The score of a game that is won now, in men; every ply until then takes a hundredth.
const WON: f64 = 100.0;
/// The most that a score which announces no end may be, in men: clients take what is beyond 90 for a forced win.
const HIGHEST: f64 = 89.99;

/// The engine's side of Hub.
#[derive(Default)]
pub struct Hub {
    /// The limits of the next search.
    level: Level,
    /// Whether the client has named a ruleset.
    has_variant: bool,
}

impl Protocol for Hub {
    fn read(&mut self, line: &str) -> Request {
        let words = arguments(line);
        let Some(((name, _), words)) = words.split_first() else { return Request::default() };
        let only = |command| Request { remarks: Vec::new(), command: Some(command) };
        match name.as_str() {
            "hub" => only(Command::Greet),
            "set-param" => self.read_parameter(words),
            "init" => only(Command::Prepare),
            "pos" => only(self.read_position(words)),
            "level" => Request { remarks: self.level.read(words), command: None },
            "go" => only(Command::Go(self.read_go(words))),
            "ping" => only(Command::Ping),
            "ponder-hit" => only(Command::PonderHit),
            "stop" => only(Command::Stop),
            "new-game" => only(Command::NewGame),
            "quit" => only(Command::Quit),
            _ => {
                log::info!("ignored: {}", shorten(line, LONGEST_REMARK));
                Request::default()
            }
        }
    }

    fn write(&self, reply: &Reply, options: &Options) -> String {
        match reply {
            Reply::Greeting => greeting(),
            Reply::Ready => "ready\n".to_owned(),
            Reply::Pong => "pong\n".to_owned(),
            Reply::Line(line) => info(line, options),
            Reply::Answer(answer) => done(answer, options),
            Reply::Error(text) => error(text),
            Reply::Remark(text) => {
                log::info!("{text}");
                String::new()
            }
            // Nothing in Hub asks for these.
            Reply::Current(_)
            | Reply::Display(_)
            | Reply::Evaluation(..)
            | Reply::Count(_)
            | Reply::BenchEntry(_)
            | Reply::BenchTotal(_)
            | Reply::Help => String::new(),
        }
    }

    fn lines_end_searches(&self) -> bool {
        true
    }

    fn quits_with_input(&self) -> bool {
        true
    }
}

impl Hub {
    /// `set-param name=N value=V`.
    fn read_parameter(&mut self, words: &[(String, String)]) -> Request {
        match parameters::read(value(words, "name").unwrap_or_default(), value(words, "value")) {
            Ok(setting) => {
                self.has_variant |= matches!(setting, Some(Setting::Variant(_)));
                Request { remarks: Vec::new(), command: setting.map(Command::Set) }
            }
            Err(error) => Request { remarks: vec![error], command: None },
        }
    }

    /// `pos [pos=P] [moves="m m …"]`.
    fn read_position(&mut self, words: &[(String, String)]) -> Command {
        self.level = Level::default();
        let position = value(words, "pos").map(str::to_owned);
        let moves = value(words, "moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        let variant = position.as_deref().filter(|_| !self.has_variant).and_then(implied_variant);
        Command::HubPosition { variant, position, moves }
    }

    /// `go think|ponder|analyze`.
    fn read_go(&mut self, words: &[(String, String)]) -> Go {
        let has = |word| value(words, word).is_some();
        let limits = std::mem::take(&mut self.level).limits();
        Go { ponder: has("ponder"), analyze: has("analyze"), ..limits }
    }
}

/// The ruleset of a client that names none, from the size of the board it plays on: whoever knows only the game of the
/// protocol's origin, international draughts, has no reason to name it.
fn implied_variant(position: &str) -> Option<VariantId> {
    let squares = position.chars().count().checked_sub(1)?;
    let fits = |variant: &&VariantId| usize::from(variant.rules().board.square_count()) == squares;
    // Several games have 32 squares, and none of them is more likely than the others.
    VariantId::ALL.iter().find(fits).copied().filter(|_| squares != 32)
}

fn greeting() -> String {
    let id = format!("id name=damier version={} author=\"the damier authors\"\n", env!("CARGO_PKG_VERSION"));
    id + &parameters::declare() + "wait\n"
}

fn error(text: &str) -> String {
    format!("error message={}\n", quoted(&shorten(text, LONGEST_REMARK)))
}

/// The best line. Hub cannot tell one line of several from another, or a bound from a score, so the others are not told.
fn info(line: &Line, options: &Options) -> String {
    if line.depth == 0 || line.multipv != 1 || line.accuracy != Accuracy::Exact {
        return String::new();
    }
    let moves: Vec<String> = line.pv.iter().map(|mv| text_of(mv, options)).collect();
    format!(
        "info depth={} score={:.2} nodes={} time={:.3} nps={:.3} pv=\"{}\"\n",
        line.depth,
        men(line.score),
        line.nodes,
        line.time.as_secs_f64(),
        line.nps() as f64 / 1e6,
        moves.join(" ")
    )
}

/// The answer. A client that asks where there is no move waits for one all the same.
fn done(answer: &Answer, options: &Options) -> String {
    let Some(best) = &answer.best else {
        return error("the game is over, the side to move has no legal move") + "done move=0-0\n";
    };
    let ponder = answer.ponder.as_ref().map_or(String::new(), |mv| format!(" ponder={}", text_of(mv, options)));
    format!("done move={}{ponder}\n", text_of(best, options))
}

fn text_of(mv: &MoveView, options: &Options) -> String {
    move_text(options.variant, mv.mv, options.numbering)
}

/// A score in men.
fn men(score: Score) -> f64 {
    match score.plies_to_end() {
        None => (f64::from(score.value()) / 100.0).clamp(-HIGHEST, HIGHEST),
        Some(plies) => (WON - f64::from(plies.abs()) / 100.0).copysign(f64::from(score.value())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Command) {
        assert_eq!(Hub::default().read(line), Request { remarks: Vec::new(), command: Some(expected) });
    }

    #[test]
    fn plain_commands() {
        check("hub", Command::Greet);
        check(" init ", Command::Prepare);
        check("ping now", Command::Ping);
        check("ponder-hit", Command::PonderHit);
        check("stop", Command::Stop);
        check("new-game", Command::NewGame);
        check("quit", Command::Quit);
        for line in ["", "  ", "uci", "isready", "hello world=1", "=", "level", "go-on", "\"stop\""] {
            assert_eq!(Hub::default().read(line), Request::default(), "{line}");
        }
    }

    #[test]
    fn parameters_become_settings() {
        check("set-param name=hash value=16", Command::Set(Setting::Hash(16)));
        check("set-param value = \"brazilian\" name = variant junk=1", {
            Command::Set(Setting::Variant(VariantId::Brazilian))
        });
        for line in ["set-param", "set-param name=initial-time value=60", "set-param value=3"] {
            assert_eq!(Hub::default().read(line), Request::default(), "{line}");
        }
        let request = Hub::default().read("set-param name=hash value=none");
        assert_eq!(request.command, None);
        assert!(request.remarks[0].contains("'hash' cannot be 'none'"), "{request:?}");
    }

    /// What `pos` asks for, after the lines before it.
    fn position(lines: &[&str]) -> (Option<VariantId>, Option<String>, Vec<String>) {
        let mut hub = Hub::default();
        let commands: Vec<_> = lines.iter().map(|line| hub.read(line).command).collect();
        match commands.into_iter().next_back().flatten() {
            Some(Command::HubPosition { variant, position, moves }) => (variant, position, moves),
            _ => Default::default(),
        }
    }

    #[test]
    fn positions_and_the_rulesets_they_imply() {
        let of_size = |squares| format!("pos pos=W{}", "e".repeat(squares));
        let (variant, start, moves) = position(&["pos pos=Wwbe moves=\" 1-2  2x3x4 \""]);
        assert_eq!((variant, start.as_deref()), (None, Some("Wwbe")));
        assert_eq!(moves, ["1-2", "2x3x4"]);
        assert_eq!(position(&["pos start"]), (None, None, Vec::new()));
        assert_eq!(position(&[&of_size(50)]).0, Some(VariantId::International));
        assert_eq!(position(&[&of_size(64)]).0, Some(VariantId::Turkish));
        assert_eq!(position(&[&of_size(32)]).0, None);
        assert_eq!(position(&["set-param name=variant value=english", &of_size(50)]).0, None);
        assert_eq!(position(&["pos pos=\"\""]).0, None);
    }

    #[test]
    fn limits_end_with_the_search_or_the_position() {
        let mut hub = Hub::default();
        let depth = |hub: &mut Hub| match hub.read("go think").command {
            Some(Command::Go(go)) => go.depth,
            _ => None,
        };
        hub.read("level depth=5");
        assert_eq!((depth(&mut hub), depth(&mut hub)), (Some(5), None));
        hub.read("level depth=5");
        hub.read("pos start");
        assert_eq!(depth(&mut hub), None);
    }

    #[test]
    fn kinds_of_searches() {
        check("go", Command::Go(Go::default()));
        check("go think", Command::Go(Go::default()));
        check("go ponder", Command::Go(Go { ponder: true, ..Go::default() }));
        check("go analyze junk", Command::Go(Go { analyze: true, ..Go::default() }));
    }

    #[test]
    fn scores_are_in_men() {
        let check = |score: Score, expected: &str| assert_eq!(format!("{:.2}", men(score)), expected);
        check(Score::DRAW, "0.00");
        check(Score::centimen(-135), "-1.35");
        check(Score::centimen(20_000), "89.99");
        check(Score::won_in(5), "99.95");
        check(Score::lost_in(4), "-99.96");
        check(Score::lost_in(0), "-100.00");
    }

    #[test]
    fn errors_are_one_short_line() {
        let text = error(&format!("a \"b\"=\n{}", "c".repeat(1_000)));
        assert!(text.starts_with("error message=\"a b= ccc"), "{text}");
        assert_eq!((text.matches('\n').count(), text.matches('"').count()), (1, 2));
        assert!(text.chars().count() < 530);
    }
}
