//! A game in the terminal against the engine, or between two persons at one keyboard.
//!
//! - [`command`]: what a person typed;
//! - [`talk`]: what is said;
//! - [`opponent`]: the engine at some level, and as an adviser;
//! - [`inbox`]: the one place where a game waits;
//! - [`sheet`]: the game as PDN, and the files it is kept in.

mod command;
mod inbox;
mod opponent;
mod sheet;
mod talk;

pub use opponent::Level;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::screen::Screen;
use super::words::judgement_of;
use super::{Setup, ToolError};
use crate::engine::Session;
use crate::notation::MoveFault;
use crate::position::{Reason, Verdict};
use crate::rules::{Color, Rules};
use crate::search::Score;
use command::{Command, CommandError};
use inbox::Inbox;
use opponent::Opponent;
use sheet::Sheet;

/// From this ply on the engine talks about a draw.
const DRAW_PLIES: usize = 60;
/// It agrees unless it is better by more than this.
const DRAW_SCORE: Score = Score::centimen(15);

/// Whom persons play for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Persons {
    /// White; the engine plays Black.
    White,
    /// Black; the engine plays White.
    Black,
    /// Both; the engine only gives hints.
    Both,
}

/// How to play.
#[derive(Clone, Debug)]
pub struct Play {
    /// How well the engine plays.
    pub level: Level,
    /// Whom persons play for; `None` is the side to move.
    pub persons: Option<Persons>,
    /// How long the engine may think.
    pub movetime: Duration,
    /// The folder of more endgame tables than the program holds.
    pub tables: Option<PathBuf>,
    /// The file of the evaluation's weights, instead of those of the program.
    pub eval_file: Option<PathBuf>,
    /// The file that games are added to.
    pub pdn: Option<PathBuf>,
}

/// Plays games until the person leaves, the input ends or Ctrl-C is pressed. A game that is over is added to the PDN
/// file, and so is the one that is left; without a file that one is printed.
///
/// # Errors
/// When the position is none, the tables or the weights cannot be used, the PDN file cannot be opened, the output cannot
/// be written or the engine fails.
pub fn play(setup: &Setup, how: &Play, output: &mut dyn Write) -> Result<(), ToolError> {
    let session = setup.session()?;
    let sheet = Sheet::open(how.pdn.as_deref())?;
    let engine_color = match how.persons {
        None => Some(!session.side_to_move()),
        Some(Persons::White) => Some(Color::Black),
        Some(Persons::Black) => Some(Color::White),
        Some(Persons::Both) => None,
    };
    let (inbox, events) = Inbox::open()?;
    let eval_file = how.eval_file.as_deref();
    let mut table = Table {
        setup,
        sheet,
        opponent: Opponent::new(setup.variant, how.level, how.movetime, how.tables.as_deref(), eval_file, &events)?,
        inbox,
        engine_color,
        viewer: engine_color.map_or(Color::White, |color| !color),
        session,
        is_told: false,
        prompts: stdin().is_terminal() && stdout().is_terminal(),
        output,
    };
    let played = table.play();
    // Whatever ended it, the game is kept first.
    let kept = table.leave();
    played.and(kept)
}

/// The table at which a game is played: the board, the players and the score sheet.
struct Table<'a> {
    setup: &'a Setup,
    sheet: Sheet<'a>,
    opponent: Opponent,
    inbox: Inbox,
    /// Whom the engine plays for, `None` when persons play both sides.
    engine_color: Option<Color>,
    /// Whose side of the board is at the bottom.
    viewer: Color,
    session: Box<dyn Session>,
    /// Whether the end of the game has been told.
    is_told: bool,
    /// Whether somebody sits at a terminal and wants to see that it is their turn.
    prompts: bool,
    output: &'a mut dyn Write,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), ToolError> {
        self.greet()?;
        while self.step()? {}
        Ok(())
    }

    /// Does what comes next: tells the end of the game, lets the engine move, or obeys a line. `false` when nothing does.
    fn step(&mut self) -> Result<bool, ToolError> {
        match self.session.verdict() {
            Some(verdict) if !self.is_told => self.tell_end(verdict).map(|()| true),
            None if self.engine_color == Some(self.session.side_to_move()) => self.answer(),
            _ => self.obey_line(),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), ToolError> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()?;
        Ok(())
    }

    fn rules(&self) -> &'static Rules {
        self.setup.variant.rules()
    }

    fn greet(&mut self) -> Result<(), ToolError> {
        let players = match self.engine_color {
            Some(color) => format!("You play {}, damier plays {color} at level {}.", !color, self.opponent.level()),
            None => "You play both sides.".to_owned(),
        };
        let legal = self.session.legal_moves();
        let is_persons = self.engine_color != Some(self.session.side_to_move());
        let example = legal.first().filter(|_| is_persons).map_or(String::new(), |mv| format!(" such as {}", mv.text));
        self.say(&format!("{players}\nType a move{example}, or help.\n\n"))?;
        self.show_board()
    }

    /// Draws the board, and says whose turn it is unless the game is over.
    fn show_board(&mut self) -> Result<(), ToolError> {
        let mut text = self.session.picture(self.viewer);
        if self.session.verdict().is_none() {
            text.push_str(&format!("{}\n", talk::turn(self.session.side_to_move(), &self.session.legal_moves())));
        }
        self.say(&text)
    }

    /// Tells the end, and writes the game down.
    fn tell_end(&mut self, verdict: Verdict) -> Result<(), ToolError> {
        self.is_told = true;
        self.say(&format!("{}\n", talk::over(verdict, self.rules())))?;
        self.keep()?;
        if self.prompts {
            self.say("Type new for another game, back to take back a move, or quit.\n")?;
        }
        Ok(())
    }

    /// The engine's move. `false` when Ctrl-C came first.
    fn answer(&mut self) -> Result<bool, ToolError> {
        let screen = if self.prompts { Screen::new() } else { Screen::still() };
        screen.show_status("damier is thinking");
        let thought = self.opponent.choose(self.session.as_ref(), &mut self.inbox)?;
        drop(screen);
        let Some(thought) = thought else { return Ok(false) };
        let mv = self.session.play(&thought.best.uci).map_err(|error| ToolError::Failed(error.to_string()))?;
        self.sheet.change();
        self.say(&format!("{}\n\n", talk::played("damier", &mv)))?;
        self.show_board()?;
        Ok(true)
    }

    /// Reads a line and does what it says. `false` when there is none, or it says to leave.
    fn obey_line(&mut self) -> Result<bool, ToolError> {
        if self.prompts {
            self.say(&format!("{}> ", self.session.side_to_move()))?;
        }
        let Some(line) = self.inbox.next_line() else {
            if self.prompts {
                self.say("\n")?;
            }
            return Ok(false);
        };
        if line.is_empty() {
            return Ok(true);
        }
        match command::read(&line) {
            Ok(Command::Quit) => return Ok(false),
            Ok(command) => self.obey(command)?,
            Err(error @ CommandError::Unknown(_)) => {
                let alternatives = self.alternatives();
                self.say(&format!("{error}{alternatives}\n"))?;
            }
            Err(error) => self.say(&format!("{error}\n"))?,
        }
        Ok(true)
    }

    fn obey(&mut self, command: Command) -> Result<(), ToolError> {
        let needs_game = matches!(
            command,
            Command::Move(_) | Command::Hint | Command::Moves | Command::Why | Command::Resign | Command::Draw
        );
        if needs_game && self.session.verdict().is_some() {
            return self.say("The game is over: type new for another, or back to take back a move.\n");
        }
        let (side, legal) = (self.session.side_to_move(), self.session.legal_moves());
        match command {
            Command::Move(text) => self.person_moves(&text),
            Command::Hint => self.hint(),
            Command::Moves => self.say(&format!("{}\n", talk::moves(&legal))),
            Command::Why => self.say(&talk::why(side, &legal, self.rules())),
            Command::Back => self.back(),
            Command::Board => self.show_board(),
            Command::Flip => {
                self.viewer = !self.viewer;
                self.show_board()
            }
            Command::Level(text) => self.set_level(text.as_deref()),
            Command::Resign => self.end(Verdict { winner: Some(!side), reason: Reason::Resignation }),
            Command::Draw => self.offer_draw(),
            Command::Save(name) => self.save(name.as_deref()),
            Command::New => self.begin_again(),
            Command::Help => self.say(&command::help()),
            Command::Quit => Ok(()),
        }
    }

    /// The legal moves, when they are few, after a text that is none.
    fn alternatives(&self) -> String {
        match self.session.verdict() {
            None => format!("; {}", talk::alternatives(&self.session.legal_moves())),
            Some(_) => String::new(),
        }
    }

    fn person_moves(&mut self, text: &str) -> Result<(), ToolError> {
        let side = self.session.side_to_move();
        match self.session.play(text) {
            Ok(mv) => {
                self.sheet.change();
                let player = if self.engine_color.is_some() { "You".to_owned() } else { side.to_string() };
                self.say(&format!("{}\n", talk::played(&player, &mv)))?;
                // The engine's answer brings the next board.
                if self.engine_color.is_none() || self.session.verdict().is_some() {
                    self.say("\n")?;
                    self.show_board()?;
                }
                Ok(())
            }
            Err(error) => {
                let lists_moves = matches!(
                    error.fault(),
                    MoveFault::Compulsory { .. } | MoveFault::Ambiguous(_) | MoveFault::Unfinished(_)
                );
                let alternatives = if lists_moves { String::new() } else { self.alternatives() };
                self.say(&format!("{error}{alternatives}\n"))
            }
        }
    }

    fn hint(&mut self) -> Result<(), ToolError> {
        let screen = if self.prompts { Screen::new() } else { Screen::still() };
        screen.show_status("looking for a good move");
        let thought = self.opponent.advise(self.session.as_ref(), &mut self.inbox)?;
        drop(screen);
        let Some(thought) = thought else { return Ok(()) };
        let side = self.session.side_to_move();
        let told = match thought.line {
            Some(line) => judgement_of(&line, side, &thought.best.text),
            None => format!("{} can be played.", thought.best.text),
        };
        self.say(&format!("{told}\n"))
    }

    /// Takes back until the person is to move again: a declared end, or a move of the person and what followed.
    fn back(&mut self) -> Result<(), ToolError> {
        let mut earlier = self.session.duplicate();
        let person = |side| self.engine_color != Some(side);
        while earlier.take_back() {
            if person(earlier.side_to_move()) {
                self.session = earlier;
                self.is_told = false;
                self.sheet.change();
                return self.show_board();
            }
        }
        self.say("There is no move of yours to take back.\n")
    }

    fn set_level(&mut self, text: Option<&str>) -> Result<(), ToolError> {
        let told = match text {
            None => format!("The level is {}.", self.opponent.level()),
            Some(text) => match text.parse().ok().and_then(Level::new) {
                Some(level) => {
                    self.opponent.set_level(level);
                    format!("The level is now {level}.")
                }
                None => format!("'{}' is no level, expected a number from 1 to {}", command::quoted(text), Level::FULL),
            },
        };
        self.say(&format!("{told}\n"))
    }

    fn end(&mut self, verdict: Verdict) -> Result<(), ToolError> {
        self.session.declare(verdict);
        self.sheet.change();
        Ok(())
    }

    /// Two persons have agreed; the engine looks at the game first, at full strength.
    fn offer_draw(&mut self) -> Result<(), ToolError> {
        let agreed = Verdict { winner: None, reason: Reason::Agreement };
        if self.engine_color.is_none() {
            return self.end(agreed);
        }
        if self.session.record().1.len() < DRAW_PLIES {
            let moves = DRAW_PLIES / 2;
            return self.say(&format!("damier declines: it talks about a draw after {moves} moves each.\n"));
        }
        let Some(thought) = self.opponent.advise(self.session.as_ref(), &mut self.inbox)? else { return Ok(()) };
        // The score is for the person, who is to move.
        if thought.line.is_some_and(|line| -line.score <= DRAW_SCORE) {
            self.say("damier agrees.\n")?;
            return self.end(agreed);
        }
        self.say("damier declines: it thinks that it is better.\n")
    }

    fn begin_again(&mut self) -> Result<(), ToolError> {
        self.keep()?;
        self.session = self.setup.session()?;
        self.opponent.new_game();
        self.is_told = false;
        self.sheet.change();
        self.greet()
    }

    /// Whether anything was played here.
    fn has_moves(&self) -> bool {
        self.session.record().1.len() > self.setup.moves.len()
    }

    fn pdn(&self) -> String {
        sheet::pdn(self.session.as_ref(), self.engine_color.map(|color| (color, self.opponent.level())))
    }

    /// Adds the game to the file of the command line, if there is one; when it cannot be written, that does not end the
    /// game.
    fn keep(&mut self) -> Result<(), ToolError> {
        if !self.has_moves() {
            return Ok(());
        }
        let game = self.pdn();
        match self.sheet.keep(&game) {
            Ok(told) => told.map_or(Ok(()), |told| self.say(&format!("{told}\n"))),
            Err(error) => self.say(&format!("{error}\n")),
        }
    }

    fn save(&mut self, name: Option<&str>) -> Result<(), ToolError> {
        let game = self.pdn();
        let told = self.sheet.save(name, &game).unwrap_or_else(|error| error.to_string());
        self.say(&format!("{told}\n"))
    }

    /// Keeps the game before the process ends: in the file, or without one on the screen.
    fn leave(&mut self) -> Result<(), ToolError> {
        if !self.has_moves() || self.sheet.is_kept() {
            return Ok(());
        }
        let game = self.pdn();
        match self.sheet.keep(&game) {
            Ok(Some(told)) => self.say(&format!("{told}\n")),
            kept => {
                self.say(&format!("\n{game}"))?;
                kept.map(|_| ())
            }
        }
    }
}
