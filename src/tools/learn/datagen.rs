//! Playing games of the engine against itself into a file.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::super::ToolError;
use super::super::progress::Progress;
use super::told;
use crate::eval::Net;
use crate::learn::{DataHeader, DataWriter, Equipment, GameNews, GenerateError, Plan, Shard, generate, stored_header};
use crate::rules::{Variant, VariantId, VariantTask};
use crate::search::Control;
use crate::tables::{EMBEDDED_BYTES, Folder, Tables, embedded};

/// How many bytes of cache the tables of a folder get.
const CACHE_BYTES: usize = 64 << 20;

/// Which games to play, and where they go.
#[derive(Clone, Debug)]
pub struct Datagen {
    /// The ruleset.
    pub variant: VariantId,
    /// How many games the whole run has.
    pub games: u64,
    /// How many nodes are searched for a move.
    pub nodes: u64,
    /// The seed of the random moves; `None` for that of the file, or else a random one.
    pub seed: Option<u64>,
    /// How many random plies games begin with.
    pub random_plies: RangeInclusive<u32>,
    /// Which part of the run to make.
    pub shard: Shard,
    /// How many threads play.
    pub threads: usize,
    /// Below which folder endgame tables lie that the program does not hold.
    pub tables: Option<PathBuf>,
    /// The file of the evaluation's weights; `None` for those of the program.
    pub eval_file: Option<PathBuf>,
    /// The file.
    pub out: PathBuf,
}

/// Plays the games that are missing in the file, and writes what was done. Ctrl-C ends it early.
///
/// # Errors
/// When the file or a table is refused, something cannot be written, or Ctrl-C was pressed before the end.
pub fn datagen(how: &Datagen, output: &mut dyn Write) -> Result<(), ToolError> {
    how.variant.run(Task { how, output })
}

struct Task<'a> {
    how: &'a Datagen,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        let tables = Arc::new(tables::<V>(how.tables.as_deref())?);
        let equipment = Equipment { tables, net: net::<V>(how.eval_file.as_deref())? };
        let stored = stored_header(&how.out)?.map(|header| header.seed);
        // A seed that people can type is enough.
        let seed = how.seed.or(stored).unwrap_or_else(|| rand::random::<u32>().into());
        let plan = Plan { seed, nodes: how.nodes, random_plies: how.random_plies.clone() };
        let header = DataHeader::new(&plan, &equipment, how.games, how.shard);
        let control = catch_interrupts()?;
        let mut writer = DataWriter::open::<V>(&how.out, &header)?;
        writeln!(output, "{}", told(&header))?;
        if writer.cut_bytes() > 0 {
            writeln!(output, "{} bytes of a half-written block cut off", writer.cut_bytes())?;
        }
        if writer.is_complete() {
            writeln!(output, "'{}' is complete: {}", how.out.display(), holdings(&writer))?;
            return Ok(output.flush()?);
        }
        if writer.games() > 0 {
            writeln!(output, "going on after {}", holdings(&writer))?;
        }
        output.flush()?;
        play(how, &plan, &equipment, &mut writer, &control, output)
    }
}

fn play<V: Variant>(
    how: &Datagen,
    plan: &Plan,
    equipment: &Equipment<V>,
    writer: &mut DataWriter,
    control: &Control,
    output: &mut dyn Write,
) -> Result<(), ToolError> {
    let earlier = writer.samples();
    let (mut games, mut samples) = (writer.games(), earlier);
    let total = writer.header().games();
    let progress = Progress::new(total).from(games);
    let begun = Instant::now();
    let mut watch = |news| {
        if let GameNews::Played(more) = news {
            (games, samples) = (games + 1, samples + more);
            progress.show(games, || format!("{samples} positions"));
        }
    };
    let ended = generate(plan, equipment, writer, how.threads, control, &mut watch);
    drop(progress);
    ended.map_err(|error| match error {
        GenerateError::File(error) => ToolError::File(how.out.display().to_string(), error),
        error => ToolError::Failed(error.to_string()),
    })?;
    if !writer.is_complete() {
        let games = writer.games();
        let reason = format!("interrupted after {games} of {total} games; the same command goes on from there");
        return Err(ToolError::Failed(reason));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let rate = (writer.samples() - earlier) as f64 / seconds;
    writeln!(output, "{} in {seconds:.1} s, {rate:.0} positions a second", holdings(writer))?;
    Ok(output.flush()?)
}

fn holdings(writer: &DataWriter) -> String {
    format!("{} games, {} positions, {} bytes", writer.games(), writer.samples(), writer.bytes())
}

/// The net that the program holds, or that of a file.
fn net<V: Variant>(file: Option<&Path>) -> Result<Net<V>, ToolError> {
    file.map_or_else(|| Ok(Net::embedded()), Net::open).map_err(|refusal| ToolError::Failed(refusal.to_string()))
}

/// The tables that the program holds, and those of a folder. One that is refused there would let games go another way.
fn tables<V: Variant>(folder: Option<&Path>) -> Result<Tables<V>, ToolError> {
    let Some(folder) = folder else { return Ok(embedded(EMBEDDED_BYTES)) };
    if !folder.is_dir() {
        let reason = format!("no endgame tables can be in '{}', which is no folder", folder.display());
        return Err(ToolError::Failed(reason));
    }
    let mut tables = embedded(EMBEDDED_BYTES + CACHE_BYTES);
    let found = Folder::<V>::new(folder).add_to(&mut tables);
    match found.refused.first() {
        Some(refusal) => Err(ToolError::Failed(refusal.to_string())),
        None if found.added + found.known == 0 => {
            let (name, folder) = (V::RULES.name, folder.display());
            Err(ToolError::Failed(format!("no endgame tables of {name} are in '{folder}'")))
        }
        None => Ok(tables),
    }
}

/// From now on Ctrl-C stops the games that are played, and no longer ends the process.
fn catch_interrupts() -> Result<Arc<Control>, ToolError> {
    let control = Arc::new(Control::default());
    let stopped = Arc::clone(&control);
    ctrlc::set_handler(move || stopped.stop())
        .map_err(|error| ToolError::Failed(format!("cannot catch Ctrl-C: {error}")))?;
    Ok(control)
}
