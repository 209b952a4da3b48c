//! Training weights of the evaluation.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::super::ToolError;
use super::super::progress::Progress;
use super::curve::curve;
use super::recipe::Recipe;
use crate::learn::{DataSet, Rounding, Source, TrainError, TrainPlan, Trained, Trainer};
use crate::rules::{Variant, VariantId, VariantTask};
use crate::tables;

/// Which weights to train, on what, and how.
#[derive(Clone, Debug)]
pub struct Train {
    /// The ruleset.
    pub variant: VariantId,
    /// The files of games, in any order.
    pub data: Vec<PathBuf>,
    /// The file of the weights; their recipe and the curve of the loss lie beside it.
    pub out: PathBuf,
    /// How.
    pub plan: TrainPlan,
    /// Whether weights that are there may be replaced, and the state of another run dropped.
    pub force: bool,
}

/// Trains weights, writes them, and writes what was done. A run that was broken off goes on after its last whole epoch.
///
/// # Errors
/// When the data is refused, the weights are there already, the state that is there belongs to another run, or something
/// cannot be written.
pub fn train(how: &Train, output: &mut dyn Write) -> Result<(), ToolError> {
    how.variant.run(Task { how, output })
}

impl From<TrainError> for ToolError {
    fn from(error: TrainError) -> ToolError {
        ToolError::Failed(error.to_string())
    }
}

impl Train {
    /// The file of the state between two epochs.
    fn state(&self) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(".state");
        name.into()
    }

    /// Refuses names that the files beside the weights need, and weights that were not asked to be replaced.
    fn check(&self) -> Result<(), ToolError> {
        let (out, state) = (self.out.display(), self.state());
        let beside = ["toml", "svg", "state"];
        if let Some(taken) = beside.into_iter().find(|&name| self.out.extension().is_some_and(|it| it == name)) {
            let reason =
                format!("weights cannot go to '{out}': a file of this name ending in .{taken} goes beside them");
            return Err(ToolError::Failed(reason));
        }
        if self.out.exists() && !state.exists() && !self.force {
            return Err(ToolError::Failed(format!("'{out}' is there already; --force trains it anew")));
        }
        Ok(())
    }
}

struct Task<'a> {
    how: &'a Train,
    output: &'a mut dyn Write,
}

impl VariantTask for Task<'_> {
    type Output = Result<(), ToolError>;

    fn run<V: Variant>(self) -> Result<(), ToolError> {
        let Task { how, output } = self;
        how.plan.check().map_err(TrainError::from)?;
        how.check()?;
        let mut trainer = Trainer::new(&how.plan, open::<V>(how, output)?)?;
        sources(&trainer, output)?;
        begin(how, &mut trainer, output)?;
        while !trainer.is_finished() {
            epoch(how, &mut trainer, output)?;
        }
        let trained = trainer.finish()?;
        write(how, &trainer, &trained)?;
        report(how, &trained, output)
    }
}

/// Reads the data once.
fn open<V: Variant>(how: &Train, output: &mut dyn Write) -> Result<DataSet<V>, ToolError> {
    let mut progress = None;
    let mut watch =
        |read, all| progress.get_or_insert_with(|| Progress::new(all)).show(read, || "positions".to_owned());
    let data = DataSet::<V>::open(&how.data, how.plan.held_out, how.plan.threads, &mut watch)?;
    drop(progress);
    let files = data.sources().len();
    let (games, training, held_out) = (data.games(), data.training(), data.held_out());
    let files = if files == 1 { "a file".to_owned() } else { format!("{files} files") };
    writeln!(output, "{files} of {games} games: {training} positions to train on, {held_out} held out")?;
    Ok(data)
}

/// Writes what the files are, a line for each.
fn sources<V: Variant>(trainer: &Trainer<V>, output: &mut dyn Write) -> Result<(), ToolError> {
    for source in trainer.data().sources() {
        let (path, constant) = (source.path.display(), trainer.teacher_constant(source));
        let Source { games, positions, header, .. } = source;
        writeln!(
            output,
            "'{path}': {games} games, {positions} positions, weights {:08x}, {constant:.1} hundredths of a man for a logit",
            header.weights
        )?;
    }
    Ok(())
}

/// Goes on from the state that is there, or begins one, so that a folder that cannot be written is noticed now.
fn begin<V: Variant>(how: &Train, trainer: &mut Trainer<V>, output: &mut dyn Write) -> Result<(), ToolError> {
    match trainer.resume(&how.state()) {
        Ok(true) => {
            let (finished, all) = (trainer.epochs().len(), how.plan.epochs);
            writeln!(output, "going on after {finished} of {all} epochs")?;
        }
        Err(TrainError::Checkpoint(..)) if how.force => save(how, trainer)?,
        Err(error) => return Err(ToolError::Failed(format!("{error}; --force drops it"))),
        Ok(false) => save(how, trainer)?,
    }
    Ok(output.flush()?)
}

fn save<V: Variant>(how: &Train, trainer: &Trainer<V>) -> Result<(), ToolError> {
    let state = how.state();
    trainer.save(&state).map_err(|error| ToolError::File(state.display().to_string(), error))
}

/// Trains an epoch, and writes its losses in a line.
fn epoch<V: Variant>(how: &Train, trainer: &mut Trainer<V>, output: &mut dyn Write) -> Result<(), ToolError> {
    let (number, positions) = (trainer.epochs().len() + 1, trainer.data().training());
    let progress = Progress::new(positions);
    let begun = Instant::now();
    let mut seconds = 0.0;
    let loss = trainer
        .train_epoch(&mut |done, loss| {
            seconds = begun.elapsed().as_secs_f64();
            progress.show(done, || format!("epoch {number}, loss {loss:.5}"));
        })
        .map_err(TrainError::from)?;
    drop(progress);
    save(how, trainer)?;
    let all = how.plan.epochs;
    let rate = positions as f64 / seconds / 1e6;
    writeln!(
        output,
        "epoch {number:>2}/{all}  loss {:.5}  held out {:.5}  {rate:.2} million positions a second",
        loss.training, loss.held_out
    )?;
    Ok(output.flush()?)
}

/// Writes the weights and what lies beside them; the state is needed no more then.
fn write<V: Variant>(how: &Train, trainer: &Trainer<V>, trained: &Trained) -> Result<(), ToolError> {
    let write = |path: &Path, bytes: &[u8]| {
        tables::write(path, bytes).map_err(|error| ToolError::File(path.display().to_string(), error))
    };
    let recipe = Recipe { out: &how.out, trainer, trained };
    write(&how.out.with_extension("svg"), curve(trainer.epochs()).as_bytes())?;
    write(&how.out.with_extension("toml"), recipe.to_string().as_bytes())?;
    write(&how.out, &trained.bytes)?;
    let state = how.state();
    fs::remove_file(&state).map_err(|error| ToolError::File(state.display().to_string(), error))
}

fn report(how: &Train, trained: &Trained, output: &mut dyn Write) -> Result<(), ToolError> {
    let Trained { bytes, checksum, scale, rounding } = trained;
    writeln!(
        output,
        "a man is worth {:.3} logits, which are 100: the slope over {} positions held out, without kings and with at least \
         80 % of the pieces",
        scale.man, scale.positions
    )?;
    writeln!(
        output,
        "rounding moved {} scores by {:.2} hundredths of a man on average and {:.2} at most; {} and {} are allowed, {:.0} is \
         the bound",
        rounding.positions,
        rounding.rms,
        rounding.largest,
        Rounding::MOST_RMS,
        Rounding::MOST_LARGEST,
        rounding.bound
    )?;
    let (out, bytes, crc) = (how.out.display(), bytes.len(), crc32fast::hash(bytes));
    writeln!(output, "'{out}': weights {checksum:08x}, {bytes} bytes, CRC-32 {crc:08x}")?;
    Ok(output.flush()?)
}
