//! What a file of games holds.

use std::io::Write;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::super::ToolError;
use super::super::progress::Progress;
use super::told;
use crate::learn::{DataFile, DataStatistics, PERCENTILES, ruleset_of};
use crate::rules::{Variant, VariantTask};

/// Where the classes of scores begin, in hundredths of a man; the first begins below and the last has no end.
const BOUNDS: [i32; 12] = [-1_000, -500, -200, -100, -50, -20, 21, 51, 101, 201, 501, 1_001];

/// Which file to count.
#[derive(Clone, Debug)]
pub struct DatagenStats {
    /// The file.
    pub file: PathBuf,
    /// Whether to write a JSON object.
    pub json: bool,
}

/// Reads a file and writes what it holds.
///
/// # Errors
/// When the file is refused or the output cannot be written.
pub fn datagen_stats(how: &DatagenStats, output: &mut dyn Write) -> Result<(), ToolError> {
    ruleset_of(&how.file)?.run(Task { how, output })
}

struct Task<'a> {
    how: &'a DatagenStats,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        let file = DataFile::open::<V>(&how.file)?;
        let progress = Progress::new(file.samples());
        let mut read = 0;
        let statistics = DataStatistics::gather::<V>(&file, |samples| {
            read += samples;
            progress.show(read, || "positions".to_owned());
        })?;
        drop(progress);
        if how.json {
            writeln!(output, "{}", object(&file, &statistics))?;
        } else {
            output.write_all(report(&file, &statistics).as_bytes())?;
        }
        Ok(output.flush()?)
    }
}

/// The classes of scores, as bounds with both ends in them, and how many positions are in each.
fn classes(statistics: &DataStatistics) -> Vec<(Option<i32>, Option<i32>, u64)> {
    let begins = std::iter::once(i32::MIN).chain(BOUNDS);
    let ends = BOUNDS.into_iter().chain([i32::MAX]);
    let bounds = begins.zip(ends);
    bounds
        .map(|(begin, end)| {
            let least = (begin != i32::MIN).then_some(begin);
            let most = (end != i32::MAX).then_some(end - 1);
            (least, most, statistics.count_scores(begin, end))
        })
        .collect()
}

/// Numbers of pieces, and how many positions have so many.
fn by_pieces(statistics: &DataStatistics) -> impl Iterator<Item = (usize, u64)> {
    statistics.by_pieces.iter().copied().enumerate().filter(|&(_, count)| count > 0)
}

fn mean(sum: u64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * mean(part, whole)
}

fn report(file: &DataFile, statistics: &DataStatistics) -> String {
    let DataStatistics { games, results, plies, samples, by_side, compared, duplicates, one_key_of, .. } = statistics;
    let (games, samples) = (*games, *samples);
    let header = file.header();
    let bytes = file.bytes();
    let mut lines = vec![told(header)];
    let mut row = |name: &str, text: String| lines.push(format!("{name:<20} {text}").trim_end().to_owned());
    row("engine", format!("bench {}, weights {:08x}, filter {}", header.engine, header.weights, header.filter));
    row("endgame tables", format!("{} classes", header.table_count));
    let state = if file.is_complete() { String::new() } else { format!(" of {}, the rest is missing", header.games()) };
    row("games", format!("{games:>12}{state}"));
    for (name, count) in ["  white wins", "  draws", "  black wins"].into_iter().zip(results) {
        row(name, format!("{count:>12} {:>6.2} %", percent(*count, games)));
    }
    row("plies a game", format!("{:>12.1}", mean(*plies, games)));
    row("positions", format!("{samples:>12}"));
    row("  a game", format!("{:>12.1}", mean(samples, games)));
    for (name, count) in ["  white to move", "  black to move"].into_iter().zip(by_side) {
        row(name, format!("{count:>12} {:>6.2} %", percent(*count, samples)));
    }
    let looked =
        if *one_key_of > 1 { format!(" of {compared}, one of {one_key_of} by its key") } else { String::new() };
    row("  duplicates", format!("{duplicates:>12} {:>6.2} %{looked}", percent(*duplicates, *compared)));
    row("bytes", format!("{bytes:>12}"));
    row("  a position", format!("{:>12.2}", mean(bytes, samples)));
    row("pieces", "   positions".to_owned());
    for (pieces, count) in by_pieces(statistics) {
        row(&format!("{pieces:>4}"), format!("{count:>12} {:>6.2} %", percent(count, samples)));
    }
    row("score", "   positions".to_owned());
    for (least, most, count) in classes(statistics) {
        let name = match (least, most) {
            (Some(least), Some(most)) => format!("  {least} to {most}"),
            (None, Some(most)) => format!("  up to {most}"),
            (Some(least), None) => format!("  {least} and more"),
            (None, None) => "  all".to_owned(),
        };
        row(&name, format!("{count:>12} {:>6.2} %", percent(count, samples)));
    }
    if let Some(amount) = statistics.mean_amount() {
        row("  mean amount", format!("{amount:>12.1}"));
    }
    for percent in PERCENTILES {
        if let Some(score) = statistics.percentile(percent) {
            row(&format!("  {percent} % up to"), format!("{score:>12}"));
        }
    }
    lines.join("\n") + "\n"
}

fn object(file: &DataFile, statistics: &DataStatistics) -> Value {
    let header = file.header();
    let DataStatistics { games, results, plies, samples, by_side, compared, duplicates, one_key_of, .. } = statistics;
    let pieces: Map<String, Value> =
        by_pieces(statistics).map(|(pieces, count)| (pieces.to_string(), count.into())).collect();
    let percentiles: Map<String, Value> =
        PERCENTILES.iter().map(|&percent| (percent.to_string(), statistics.percentile(percent).into())).collect();
    let classes: Vec<Value> = classes(statistics)
        .into_iter()
        .map(|(least, most, count)| json!({ "least": least, "most": most, "positions": count }))
        .collect();
    json!({
        "ruleset": header.ruleset,
        "seed": header.seed,
        "nodes": header.nodes,
        "random_plies": [header.random_plies.start(), header.random_plies.end()],
        "filter": header.filter,
        "engine": header.engine,
        "weights": header.weights,
        "endgame_tables": header.table_count,
        "total_games": header.total_games,
        "first_game": header.first_game + 1,
        "last_game": header.end_game,
        "complete": file.is_complete(),
        "games": games,
        "results": { "white": results[0], "draw": results[1], "black": results[2] },
        "plies": plies,
        "mean_plies": mean(*plies, *games),
        "positions": samples,
        "sides": { "white": by_side[0], "black": by_side[1] },
        "pieces": pieces,
        "scores": { "classes": classes, "percentiles": percentiles, "mean_amount": statistics.mean_amount() },
        "duplicates": {
            "compared": compared,
            "one_key_of": one_key_of,
            "found": duplicates,
            "share": mean(*duplicates, *compared),
        },
        "bytes": file.bytes(),
    })
}
