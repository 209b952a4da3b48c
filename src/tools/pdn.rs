//! What files of games hold, and what is wrong with it.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read, Write, stdin};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::Serialize;

use super::ToolError;
use super::progress::Progress;
use crate::notation::{Action, Note, PdnFault, PdnLine, PdnReader, PdnRecord, PdnResult, Place};
use crate::rules::VariantId;

/// How many games pass between two looks at the progress bar.
const SHOWN_EVERY: u64 = 64;

/// Which files to check, and how.
#[derive(Clone, Debug)]
pub struct PdnCheck {
    /// The files; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// The ruleset of games that name none.
    pub variant: VariantId,
    /// Whether to write JSON objects.
    pub json: bool,
}

/// Reads all games of the files and writes every fault and warning on a line, and behind those of a file what it
/// holds.
///
/// # Errors
/// When a game is bad or a file cannot be read, after all files; when the output cannot be written.
pub fn pdn_check(check: &PdnCheck, output: &mut dyn Write) -> Result<(), ToolError> {
    let (mut games, mut bad, mut unreadable) = (0, 0, Vec::new());
    for path in &check.files {
        let counts = match open(path) {
            Ok(input) => check_file(check, path, input, output)?,
            Err(error) => Counts { broken: Some(error.to_string()), ..Counts::default() },
        };
        if let Some(reason) = &counts.broken {
            unreadable.push(format!("cannot read '{}': {reason}", path.display()));
        }
        if check.json {
            writeln!(output, "{}", serde_json::to_string(&FileShape::of(path, &counts))?)?;
        } else if counts.broken.is_none() || counts.games > 0 {
            write!(output, "{}", counts.summary(path))?;
        }
        output.flush()?;
        games += counts.games;
        bad += counts.bad;
    }
    let mut reasons = unreadable;
    if bad > 0 {
        reasons.push(format!("{bad} of {} bad", number(games, "game")));
    }
    if reasons.is_empty() { Ok(()) } else { Err(ToolError::Failed(reasons.join("; "))) }
}

/// A file, or standard input, with its length in bytes where it has one.
struct Input {
    bytes: Box<dyn Read>,
    length: u64,
}

fn open(path: &Path) -> io::Result<Input> {
    if path.as_os_str() == "-" {
        return Ok(Input { bytes: Box::new(stdin()), length: 0 });
    }
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    Ok(Input { bytes: Box::new(file), length })
}

fn check_file(check: &PdnCheck, path: &Path, input: Input, output: &mut dyn Write) -> Result<Counts, ToolError> {
    let progress = Progress::of_bytes(input.length);
    let read = Rc::new(Cell::new(0));
    let counted = Counted { input: input.bytes, count: Rc::clone(&read) };
    let mut counts = Counts::default();
    for game in PdnReader::new(counted, check.variant) {
        let mut tell = |number: u64, place: Place, is_error: bool, reason: String| {
            let file = path.display().to_string();
            progress.aside(|| {
                if check.json {
                    let Place { line, column } = place;
                    let severity = if is_error { "error" } else { "warning" };
                    let shape = FaultShape { file, line, column, game: number, severity, message: reason };
                    return writeln!(output, "{}", serde_json::to_string(&shape).map_err(io::Error::from)?);
                }
                let kind = if is_error { "" } else { "warning: " };
                writeln!(output, "{file}:{place}: game {number}: {kind}{reason}")
            })
        };
        match game {
            Ok(record) => {
                for warning in &record.warnings {
                    tell(record.number, warning.place, false, warning.oddity.to_string())?;
                }
                counts.add(&record);
            }
            // A game that the input broke off is neither good nor bad.
            Err(error) if matches!(error.fault, PdnFault::Input(_)) => {
                if let PdnFault::Input(reason) = error.fault {
                    counts.broken = Some(reason);
                }
            }
            Err(error) => {
                tell(error.game, error.place, true, error.fault.to_string())?;
                counts.games += 1;
                counts.bad += 1;
            }
        }
        if counts.games.is_multiple_of(SHOWN_EVERY) {
            progress.show(read.get(), || number(counts.games, "game"));
        }
    }
    Ok(counts)
}

/// An input that counts its bytes.
struct Counted<R> {
    input: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.count.set(self.count.get() + length as u64);
        Ok(length)
    }
}

/// What was found in a file.
#[derive(Default)]
struct Counts {
    games: u64,
    bad: u64,
    warnings: u64,
    /// Good games of each ruleset, in the order of the list.
    rulesets: [u64; VariantId::ALL.len()],
    /// Good games of each of [`RESULTS`].
    results: [u64; RESULTS.len()],
    plies: u64,
    comments: u64,
    clocks: u64,
    glyphs: u64,
    variations: u64,
    set_ups: u64,
    /// Why the file could not be read, or not to its end.
    broken: Option<String>,
}

const RESULTS: [(PdnResult, &str, &str); 5] = [
    (PdnResult::WhiteWins, "white_wins", "White won"),
    (PdnResult::BlackWins, "black_wins", "Black won"),
    (PdnResult::Draw, "draws", "drawn"),
    (PdnResult::BothLose, "both_lose", "lost by both"),
    (PdnResult::Unknown, "unknown", "without a result"),
];

impl Counts {
    fn add(&mut self, record: &PdnRecord) {
        self.games += 1;
        self.warnings += record.warnings.len() as u64;
        for (count, &variant) in self.rulesets.iter_mut().zip(VariantId::ALL) {
            *count += u64::from(variant == record.variant);
        }
        for (count, (result, ..)) in self.results.iter_mut().zip(RESULTS) {
            *count += u64::from(result == record.result());
        }
        self.set_ups += u64::from(record.tag("FEN").is_some());
        self.plies += record.line.steps.iter().filter(|step| !matches!(step.action, Action::SetUp(_))).count() as u64;
        self.add_line(&record.line);
    }

    /// Adds everything about a line but its plies.
    fn add_line(&mut self, line: &PdnLine) {
        self.set_ups += line.steps.iter().filter(|step| matches!(step.action, Action::SetUp(_))).count() as u64;
        for note in line.notes.iter().chain(line.steps.iter().flat_map(|step| &step.notes)) {
            match note {
                Note::Comment(_) => {
                    self.comments += 1;
                    self.clocks += u64::from(!note.clocks().is_empty());
                }
                Note::Glyph(_) | Note::Strength(_) => self.glyphs += 1,
                Note::Variation(variation) => {
                    self.variations += 1;
                    self.add_line(variation);
                }
            }
        }
    }

    fn rulesets(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = VariantId::ALL.iter().map(|variant| variant.name()).zip(self.rulesets);
        counts.filter(|(_, count)| *count > 0)
    }

    fn summary(&self, path: &Path) -> String {
        let list = |counts: Vec<String>| counts.join(", ");
        let verdict = if self.bad > 0 { format!("{} bad", self.bad) } else { "all good".to_owned() };
        let mut text = format!("{}: {}, {verdict}", path.display(), number(self.games, "game"));
        if self.warnings > 0 {
            text += &format!(", {}", number(self.warnings, "warning"));
        }
        text.push('\n');
        if self.games > self.bad {
            let results = RESULTS.iter().zip(self.results).filter(|(_, count)| *count > 0);
            let results = results.map(|((_, _, name), count)| format!("{count} {name}")).collect();
            let rulesets = self.rulesets().map(|(name, count)| format!("{count} {name}")).collect();
            text += &format!("  rulesets: {}\n  results: {}\n", list(rulesets), list(results));
            let mut contents = vec![number(self.plies, "ply"), number(self.comments, "comment")];
            if self.clocks > 0 {
                contents[1] += &format!(" ({} with clock times)", self.clocks);
            }
            contents.extend([number(self.glyphs, "mark"), number(self.variations, "variation")]);
            contents.push(number(self.set_ups, "set-up"));
            text += &format!("  contents: {}\n", list(contents));
        }
        text
    }
}

/// A count with its noun.
fn number(count: u64, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}

/// A fault or a warning as JSON.
#[derive(Serialize)]
struct FaultShape {
    file: String,
    line: u64,
    column: u64,
    game: u64,
    severity: &'static str,
    message: String,
}

/// What a file holds, as JSON.
#[derive(Serialize)]
struct FileShape<'a> {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<&'a str>,
    games: u64,
    bad: u64,
    warnings: u64,
    rulesets: serde_json::Map<String, serde_json::Value>,
    results: serde_json::Map<String, serde_json::Value>,
    plies: u64,
    comments: u64,
    clocks: u64,
    marks: u64,
    variations: u64,
    set_ups: u64,
}

impl<'a> FileShape<'a> {
    fn of(path: &Path, counts: &'a Counts) -> FileShape<'a> {
        let results = RESULTS.iter().zip(counts.results).map(|((_, key, _), count)| ((*key).to_owned(), count.into()));
        FileShape {
            file: path.display().to_string(),
            broken: counts.broken.as_deref(),
            games: counts.games,
            bad: counts.bad,
            warnings: counts.warnings,
            rulesets: counts.rulesets().map(|(name, count)| (name.to_owned(), count.into())).collect(),
            results: results.collect(),
            plies: counts.plies,
            comments: counts.comments,
            clocks: counts.clocks,
            marks: counts.glyphs,
            variations: counts.variations,
            set_ups: counts.set_ups,
        }
    }
}
