//! What the engine may say in the UCI-style dialect, as `protocol.md` has it.

/// A remark has at most 500 characters, and `…` where it was cut.
const LONGEST_REMARK: usize = "info string ".len() + 501;

/// The words of a line, taken one after the other.
struct Words<'a>(std::iter::Peekable<std::str::Split<'a, char>>);

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        Words(text.split(' ').peekable())
    }

    fn word(&mut self, expected: &str) -> Option<()> {
        (self.0.next()? == expected).then_some(())
    }

    fn number(&mut self) -> Option<i64> {
        self.0.next()?.parse().ok()
    }

    /// A number that is not below `least`, after the word that names it.
    fn field(&mut self, name: &str, least: i64) -> Option<i64> {
        self.word(name)?;
        self.number().filter(|&number| number >= least)
    }

    fn is_next(&mut self, word: &str) -> bool {
        self.0.next_if_eq(&word).is_some()
    }

    fn end(&mut self) -> Option<()> {
        self.0.next().is_none().then_some(())
    }
}

/// Whether the engine may say this line.
pub fn is_line(line: &str) -> bool {
    let mut words = line.split(' ');
    match words.next() {
        _ if line.contains(|at: char| at.is_control()) => false,
        Some("uciok" | "readyok") => words.next().is_none(),
        Some("id") => matches!(words.next(), Some("name" | "author")) && words.next().is_some(),
        Some("option") => line.starts_with("option name ") && line.contains(" type "),
        Some("bestmove") => is_answer(line),
        Some("info") if line.starts_with("info string ") => line.chars().count() <= LONGEST_REMARK,
        Some("info") => is_thought(line).is_some(),
        Some("fen:" | "moves:") => true,
        Some("result:") => {
            matches!(words.next(), Some("*" | "1-0" | "0-1" | "1/2-1/2"))
                && words.next().is_some_and(|word| word.starts_with('('))
        }
        Some("Nodes") => is_count(line.strip_prefix("Nodes searched: ")),
        _ if line.contains(": ") => {
            line.split_once(": ").is_some_and(|(mv, leaves)| is_move(mv) && is_count(Some(leaves)))
        }
        _ if line.ends_with(" nps") => line.split(' ').count() == 4,
        _ => is_picture(line),
    }
}

/// A move: squares by letters in a row, or numbers with signs between.
pub fn is_move(text: &str) -> bool {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        let numbers: Vec<&str> = text.split(['-', 'x']).collect();
        return numbers.len() >= 2 && numbers.iter().all(|number| is_count(Some(number)));
    }
    let squares = text.split_inclusive(|at: char| at.is_ascii_digit());
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    text.len() >= 4 && squares.into_iter().all(is_square)
}

fn is_count(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_answer(line: &str) -> bool {
    match line.split(' ').collect::<Vec<_>>()[..] {
        [_, mv] => mv == "(none)" || is_move(mv),
        [_, mv, "ponder", answer] => is_move(mv) && is_move(answer),
        _ => false,
    }
}

/// `info depth …`, in its three forms.
fn is_thought(line: &str) -> Option<()> {
    let mut words = Words::of(line);
    words.word("info")?;
    let depth = words.field("depth", 0)?;
    if words.is_next("currmove") {
        is_move(words.0.next()?).then_some(())?;
        words.field("currmovenumber", 1)?;
        return words.end();
    }
    if depth > 0 {
        words.field("seldepth", 0)?;
        words.field("multipv", 1)?;
    }
    words.word("score")?;
    match words.0.next()? {
        "cp" => drop(words.number().filter(|score| score.abs() < 100_000)?),
        "mate" => drop(words.number()?),
        _ => return None,
    }
    let _ = words.is_next("lowerbound") || words.is_next("upperbound");
    if words.is_next("wdl") {
        let chances = [words.number()?, words.number()?, words.number()?];
        (chances.iter().sum::<i64>() == 1_000 && chances.iter().all(|&chance| chance >= 0)).then_some(())?;
    }
    if depth == 0 {
        return words.end();
    }
    words.field("nodes", 0)?;
    words.field("nps", 0)?;
    words.field("hashfull", 0).filter(|&permille| permille <= 1_000)?;
    words.field("tbhits", 0)?;
    words.field("time", 0)?;
    if words.is_next("pv") {
        words.0.peek()?;
        return words.0.all(is_move).then_some(());
    }
    words.end()
}

/// A line of the board that `d` draws: a number and a row, or the letters below.
fn is_picture(line: &str) -> bool {
    let row = line.trim_start();
    row.split_once(" |").is_some_and(|(number, _)| is_count(Some(number)))
        || !row.is_empty()
            && row.split(' ').all(|letter| letter.len() == 1 && letter.as_bytes()[0].is_ascii_lowercase())
}
