//! What a person typed, read.

use std::fmt;

/// How much of a text a message quotes, in characters.
const QUOTED: usize = 60;

/// Something to be done in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Play this move, in any notation.
    Move(String),
    /// Say what a good move is.
    Hint,
    /// List the legal moves.
    Moves,
    /// Say what must be captured, and why.
    Why,
    /// Take back the person's last move.
    Back,
    /// Draw the board again.
    Board,
    /// Turn the board round.
    Flip,
    /// Play at the level of this text; say which it is without one.
    Level(Option<String>),
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// Add the game to the file of this name; to the one of the command line without one.
    Save(Option<String>),
    /// Begin another game.
    New,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// A command as the table describes it.
struct Spec {
    word: &'static str,
    aliases: &'static [&'static str],
    /// What may follow the word, empty when nothing may.
    argument: &'static str,
    help: &'static str,
    make: fn(Option<String>) -> Command,
}

impl Spec {
    const fn plain(word: &'static str, help: &'static str, make: fn(Option<String>) -> Command) -> Spec {
        Spec { word, aliases: &[], argument: "", help, make }
    }
}

/// Every command but a move. A word must be typed in full: none that ends a game is a slip of one key away.
const TABLE: &[Spec] = &[
    Spec::plain("hint", "a good move, found at full strength", |_| Command::Hint),
    Spec::plain("moves", "the legal moves", |_| Command::Moves),
    Spec::plain("why", "what must be captured, and why", |_| Command::Why),
    Spec { aliases: &["undo"], ..Spec::plain("back", "take back your last move", |_| Command::Back) },
    Spec::plain("board", "draw the board again", |_| Command::Board),
    Spec::plain("flip", "turn the board round", |_| Command::Flip),
    Spec { argument: "N", ..Spec::plain("level", "play at level 1 (weakest) to 9 (full strength)", Command::Level) },
    Spec::plain("resign", "give up", |_| Command::Resign),
    Spec::plain("draw", "offer a draw", |_| Command::Draw),
    Spec { argument: "FILE", ..Spec::plain("save", "add the game to a file, in PDN", Command::Save) },
    Spec::plain("new", "begin another game", |_| Command::New),
    Spec { aliases: &["?"], ..Spec::plain("help", "this list", |_| Command::Help) },
    Spec { aliases: &["exit"], ..Spec::plain("quit", "leave", |_| Command::Quit) },
];

/// Why a text is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// It is neither a move nor a command; the text.
    Unknown(String),
    /// The command stands alone; the command, and what followed it.
    Surplus(&'static str, String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(text) => {
                write!(f, "'{text}' is neither a move nor a command (type help for the list)")
            }
            CommandError::Surplus(word, text) => {
                write!(f, "'{word}' stands alone, and '{text}' follows it; nothing was done")
            }
        }
    }
}

/// Reads a line that is not blank. Whatever has a digit and begins with no command is a move; blanks in it are dropped,
/// or stand for a hyphen between squares.
///
/// # Errors
/// When the line is neither a move nor a command; see [`CommandError`].
pub fn read(line: &str) -> Result<Command, CommandError> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let rest = rest.trim();
    match TABLE.iter().find(|spec| spec.word == first || spec.aliases.contains(&first.as_str())) {
        Some(spec) if spec.argument.is_empty() && !rest.is_empty() => {
            Err(CommandError::Surplus(spec.word, quoted(rest)))
        }
        Some(spec) => Ok((spec.make)((!rest.is_empty()).then(|| rest.to_owned()))),
        None if line.contains(|c: char| c.is_ascii_digit()) => Ok(Command::Move(joined(line))),
        None => Err(CommandError::Unknown(quoted(line))),
    }
}

/// The commands, one a line, with what each does.
pub fn help() -> String {
    let mut text = String::from("a move        in any notation: a3-a4, a3a4, d4xd6xf6, 32-28\n");
    for Spec { word, argument, help, .. } in TABLE {
        text.push_str(&format!("{:<12}  {help}\n", format!("{word} {argument}")));
    }
    text
}

/// The beginning of a text.
pub fn quoted(text: &str) -> String {
    let mut quote: String = text.chars().take(QUOTED).collect();
    if quote.len() < text.len() {
        quote.push('…');
    }
    quote
}

fn joined(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let are_squares = words.iter().all(|word| word.chars().all(char::is_alphanumeric));
    words.join(if are_squares { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<Command, &str>) {
        assert_eq!(read(line).map_err(|error| error.to_string()), expected.map_err(str::to_owned), "{line}");
    }

    #[test]
    fn moves_are_passed_on() {
        let mv = |text: &str| Ok(Command::Move(text.to_owned()));
        check("a3a4", mv("a3a4"));
        check("  A3-A4 ", mv("A3-A4"));
        check("a3 a4", mv("a3-a4"));
        check("32 - 28", mv("32-28"));
        check("d4 x d6 x f6", mv("d4-x-d6-x-f6"));
        check("a9", mv("a9"));
    }

    #[test]
    fn commands_are_words() {
        check("hint", Ok(Command::Hint));
        check(" QUIT ", Ok(Command::Quit));
        check("undo", Ok(Command::Back));
        check("?", Ok(Command::Help));
        check("level", Ok(Command::Level(None)));
        check("level  3 ", Ok(Command::Level(Some("3".to_owned()))));
        check("save My games.pdn", Ok(Command::Save(Some("My games.pdn".to_owned()))));
    }

    #[test]
    fn other_texts_are_quoted() {
        check("foo bar", Err("'foo bar' is neither a move nor a command (type help for the list)"));
        check("q", Err("'q' is neither a move nor a command (type help for the list)"));
        check("resign now", Err("'resign' stands alone, and 'now' follows it; nothing was done"));
        let long = read(&"x".repeat(10_000)).unwrap_err().to_string();
        assert!(long.chars().count() < 150, "{long}");
    }

    #[test]
    fn help_has_a_line_for_every_command() {
        let help = help();
        assert!(TABLE.iter().all(|spec| help.lines().any(|line| line.starts_with(spec.word))), "{help}");
    }
}
