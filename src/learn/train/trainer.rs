//! The course of a training.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::checkpoint::{self, CheckpointFault, EpochLoss, Settings, State};
use super::data_set::{DataSet, Source};
use super::error::TrainError;
use super::gradient::{Gradient, note_seen};
use super::label::Teacher;
use super::model::{Parameters, mean_loss};
use super::optimizer::Adam;
use super::plan::TrainPlan;
use super::quantise::{Rounding, quantise, written};
use super::scale::Scale;
use super::stream::Stream;
use super::unseen::settle;
use crate::eval::INPUTS;
use crate::learn::DataRefusal;
use crate::rules::Variant;
use crate::tables;

/// The version of the method. It goes into states, and must grow whenever the code of this room comes to other weights
/// than before.
const METHOD: u32 = 1;
/// What is left of the rate in the last steps.
const LEAST_RATE: f64 = 0.005;

/// A training, epoch by epoch.
pub struct Trainer<V> {
    plan: TrainPlan,
    data: DataSet<V>,
    teacher: Teacher,
    state: State,
    gradient: Gradient,
}

/// Weights, and what there is to say about them.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The file of the weights.
    pub bytes: Vec<u8>,
    /// The checksum that files of games tell them by.
    pub checksum: u32,
    /// How much a man is worth to the net.
    pub scale: Scale,
    /// How far they are from those that were learned.
    pub rounding: Rounding,
}

impl<V: Variant> Trainer<V> {
    /// Before the first epoch. The data must have been opened as the plan says.
    ///
    /// # Errors
    /// When a number of the plan is out of its range.
    pub fn new(plan: &TrainPlan, data: DataSet<V>) -> Result<Trainer<V>, TrainError> {
        plan.check()?;
        let teacher = Teacher::fit(data.measuring(), data.generations(), plan.lambda);
        let net = Parameters::random::<V>(plan.seed);
        let state = State { net, adam: Adam::new(), seen: [false; INPUTS], epochs: Vec::new() };
        Ok(Trainer { plan: plan.clone(), data, teacher, state, gradient: Gradient::new() })
    }

    /// Goes on from the state that a run with the same plan and data left in a file; `false` where there is none.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or belongs to another run.
    pub fn resume(&mut self, path: &Path) -> Result<bool, TrainError> {
        let refuse = |fault| TrainError::Checkpoint(path.to_owned(), fault);
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            read => read.map_err(|error| refuse(CheckpointFault::Unreadable(error.to_string())))?,
        };
        self.state = checkpoint::decode(&bytes, &self.settings()).map_err(refuse)?;
        Ok(true)
    }

    /// Writes a file that a run with the same plan and data can go on from; it is there as a whole, or the one before is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        tables::write(path, &checkpoint::encode(&self.settings(), &self.state))
    }

    /// All that decides the weights.
    fn settings(&self) -> Settings {
        let TrainPlan { lambda, epochs, rate, seed, threads: _, held_out, batch } = &self.plan;
        let mut settings = vec![
            ("ruleset", V::RULES.name.to_owned()),
            ("method", METHOD.to_string()),
            ("lambda", lambda.to_string()),
            ("epochs", epochs.to_string()),
            ("rate", rate.to_string()),
            ("seed", seed.to_string()),
            ("held out", held_out.to_string()),
            ("batch", batch.to_string()),
            ("files", self.data.sources().len().to_string()),
        ];
        settings.extend(self.data.sources().iter().map(|source| {
            let (seed, games, checksum) = (source.header.seed, source.games, source.checksum);
            ("data", format!("seed {seed}, {games} games, CRC-32 {checksum:08x}"))
        }));
        settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// How weights are trained.
    pub fn plan(&self) -> &TrainPlan {
        &self.plan
    }

    /// What is trained on.
    pub fn data(&self) -> &DataSet<V> {
        &self.data
    }

    /// The score, in hundredths of a man, that is worth a logit in a file: with it the search's scores explain the results
    /// of the games held out best, of this file and others by the same players.
    pub fn teacher_constant(&self, source: &Source) -> f64 {
        self.teacher.constants[source.generation]
    }

    /// The epochs that are finished.
    pub fn epochs(&self) -> &[EpochLoss] {
        &self.state.epochs
    }

    /// Whether no epoch is left.
    pub fn is_finished(&self) -> bool {
        self.state.epochs.len() >= self.plan.epochs as usize
    }

    /// Goes through the data once. `watch` hears of every step, with how many positions of the epoch are done and their
    /// mean loss.
    ///
    /// # Errors
    /// When a block cannot be read, or is damaged.
    pub fn train_epoch(&mut self, watch: &mut dyn FnMut(u64, f64)) -> Result<EpochLoss, DataRefusal> {
        let TrainPlan { seed, batch, threads, .. } = self.plan;
        let mut stream = Stream::new(&self.data, seed, self.state.epochs.len() as u32, batch, threads);
        let all_steps = u64::from(self.plan.epochs) * Stream::batches(&self.data, batch);
        let State { net, adam, seen, epochs } = &mut self.state;
        let (mut done, mut loss) = (0, 0.0);
        while let Some(batch) = stream.next()? {
            let rate = rate(self.plan.rate, adam.steps, all_steps);
            let gradient = self.gradient.mean(net, &self.teacher, batch, threads);
            note_seen(seen, gradient);
            adam.step(net, gradient, rate);
            loss += self.gradient.loss();
            done += batch.len() as u64;
            watch(done, loss / done as f64);
        }
        let held_out = mean_loss(net, &self.teacher, self.data.measuring(), threads);
        let epoch = EpochLoss { training: loss / done as f64, held_out };
        epochs.push(epoch);
        Ok(epoch)
    }

    /// The weights as they are after the last epoch, in whole numbers.
    ///
    /// # Errors
    /// When no position tells what a man is worth, a weight does not fit, or rounding moves scores too far.
    pub fn finish(&self) -> Result<Trained, TrainError> {
        let (mut net, measuring) = (self.state.net.clone(), self.data.measuring());
        settle::<V>(&mut net, &self.state.seen);
        let scale = Scale::fit(&net, measuring).ok_or(TrainError::NoScale)?;
        let weights = quantise(&net, &scale)?;
        let (bytes, whole) = written::<V>(&weights)?;
        let rounding = Rounding::check(&whole, &net, &scale, measuring)?;
        Ok(Trained { bytes, checksum: weights.checksum(), scale, rounding })
    }
}

/// The rate of the next step, after so many of all steps: it begins with `rate` and falls as the cosine does.
fn rate(rate: f32, steps: u32, all_steps: u64) -> f32 {
    let finished = f64::from(steps) / all_steps as f64;
    let left = 0.5 * (1.0 + (std::f64::consts::PI * finished).cos());
    (f64::from(rate) * left.max(LEAST_RATE)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_falls_as_the_cosine_does() {
        for (steps, expected) in [(0, 0.004), (250, 0.004 * 0.853_553_4), (500, 0.002), (1_000, 0.004 * 0.005)] {
            assert!((rate(0.004, steps, 1_000) / expected - 1.0).abs() < 1e-5, "{steps}");
        }
    }
}
