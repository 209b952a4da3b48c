//! What is needed to make weights again, as TOML.

use std::fmt;
use std::path::Path;

use serde_json::Value;

use super::super::VERSION;
use crate::eval::MOST_OUTPUT;
use crate::learn::{Rounding, TrainPlan, Trained, Trainer};
use crate::rules::Variant;

/// What is known of weights that were trained.
pub(super) struct Recipe<'a, V> {
    /// The file of the weights.
    pub out: &'a Path,
    pub trainer: &'a Trainer<V>,
    pub trained: &'a Trained,
}

/// To be filled in by people.
const MATCHES: &str = r#"
# The matches that accepted these weights, a table for each:
# [[match]]
# against = ""        # the weights or the commit
# openings = ""
# limits = ""         # of nodes or time
# bounds = [0, 10]    # of the SPRT, in Elo
# llr = 0.0
# games = [0, 0, 0]   # won, drawn, lost
# elo = ""
"#;

impl<V: Variant> fmt::Display for Recipe<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { out, trainer, trained } = self;
        writeln!(f, "# How these weights were made. The same program, data and machine make the same file by:")?;
        writeln!(f, "# {}", self.command())?;
        writeln!(f, "\n[weights]")?;
        writeln!(f, "file = {}", file_name(out))?;
        writeln!(f, "ruleset = {}", text(V::RULES.name))?;
        writeln!(f, "checksum = \"{:08x}\" # files of games tell weights by it", trained.checksum)?;
        writeln!(f, "bytes = {}", trained.bytes.len())?;
        writeln!(f, "crc32 = \"{:08x}\"", crc32fast::hash(&trained.bytes))?;
        parameters(f, trainer.plan())?;
        self.data(f)?;
        self.result(f)?;
        for (number, epoch) in (1..).zip(trainer.epochs()) {
            writeln!(f, "\n[[epoch]]\nnumber = {number}")?;
            writeln!(f, "loss = {}\nloss_held_out = {}", float(epoch.training), float(epoch.held_out))?;
        }
        f.write_str(MATCHES)
    }
}

impl<V: Variant> Recipe<'_, V> {
    /// The words that make the weights again.
    fn command(&self) -> String {
        let TrainPlan { lambda, epochs, rate, seed, threads: _, held_out, batch } = self.trainer.plan();
        let files: Vec<String> = self.trainer.data().sources().iter().map(|source| file_name(&source.path)).collect();
        format!(
            "damier train -v {} --data {} --out {} --lambda {lambda} --epochs {epochs} --rate {rate} --seed {seed} \
             --batch {batch} --held-out {held_out}",
            V::RULES.name,
            files.join(" "),
            file_name(self.out)
        )
    }

    fn data(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let data = self.trainer.data();
        writeln!(f, "\n[data]\ngames = {}", data.games())?;
        writeln!(f, "positions_trained_on = {}\npositions_held_out = {}", data.training(), data.held_out())?;
        for source in data.sources() {
            let header = &source.header;
            writeln!(f, "\n[[data.file]]\nname = {}", file_name(&source.path))?;
            writeln!(f, "crc32 = \"{:08x}\"", source.checksum)?;
            writeln!(f, "seed = {}", whole(header.seed))?;
            let end = header.first_game + source.games;
            writeln!(f, "games = [{}, {end}] # the numbers of the first and the last, from 1", header.first_game + 1)?;
            writeln!(f, "games_of_run = {}", header.total_games)?;
            writeln!(f, "positions = {}", source.positions)?;
            writeln!(f, "nodes = {}", whole(header.nodes))?;
            writeln!(f, "random_plies = [{}, {}]", header.random_plies.start(), header.random_plies.end())?;
            writeln!(f, "filter = {} # the version of how positions are chosen", header.filter)?;
            writeln!(f, "engine = {} # the signature of the bench", whole(header.engine))?;
            writeln!(f, "weights = \"{:08x}\" # the checksum of those that the engine played with", header.weights)?;
            writeln!(f, "tables = {}\ntables_crc32 = \"{:08x}\"", header.table_count, header.table_checksum)?;
            let constant = float(self.trainer.teacher_constant(source));
            writeln!(f, "centimen_per_logit = {constant} # of scores, fitted to the results held out")?;
        }
        Ok(())
    }

    fn result(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scale, rounding) = (&self.trained.scale, &self.trained.rounding);
        writeln!(f, "\n[scale] # 100 is the worth of a man at the start: the slope of the evaluation against men")?;
        writeln!(f, "logits_per_man = {}", float(scale.man))?;
        writeln!(f, "centimen_per_logit = {}", float(scale.centimen_per_logit()))?;
        writeln!(f, "positions = {} # held out, no kings, at least 80 % of the pieces", scale.positions)?;
        writeln!(
            f,
            "\n[rounding] # how far whole weights move the score of positions held out, in hundredths of a man"
        )?;
        writeln!(f, "largest = {} # {} are allowed", float(rounding.largest), Rounding::MOST_LARGEST)?;
        writeln!(f, "rms = {} # {} are allowed", float(rounding.rms), Rounding::MOST_RMS)?;
        writeln!(f, "bound = {} # if all were off by half a unit the same way", float(rounding.bound))?;
        writeln!(f, "positions = {}", rounding.positions)?;
        writeln!(f, "output_sum = {} # the largest of a row, of {MOST_OUTPUT}", rounding.output)
    }
}

fn parameters(f: &mut fmt::Formatter<'_>, plan: &TrainPlan) -> fmt::Result {
    let TrainPlan { lambda, epochs, rate, seed, threads: _, held_out, batch } = plan;
    writeln!(f, "\n[trainer]\nprogram = {}", text(&format!("damier {VERSION}")))?;
    writeln!(f, "lambda = {lambda:?}\nepochs = {epochs}\nrate = {rate:?}")?;
    writeln!(f, "seed = {}\nheld_out = {held_out}\nbatch = {batch}", whole(*seed))
}

/// The name of a file without its folder, quoted.
fn file_name(path: &Path) -> String {
    text(&path.file_name().unwrap_or_default().to_string_lossy())
}

/// A string. TOML knows every escape of JSON, and asks for one more.
fn text(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// A number; TOML has none from 2⁶³ on, which are strings then.
fn whole(number: u64) -> String {
    i64::try_from(number).map_or_else(|_| text(&number.to_string()), |number| number.to_string())
}

/// A number with a point, as exact as it is.
fn float(number: f64) -> String {
    format!("{number:?}")
}
