//! The curve of the loss, as a picture.

use std::fmt::Write;

use crate::learn::EpochLoss;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Around the field of the curve: left, right, above, below.
const MARGINS: [f64; 4] = [76.0, 24.0, 56.0, 52.0];
/// About so many lines across the field.
const LINES: f64 = 6.0;
const TRAINING: &str = "#3465a4";
const HELD_OUT: &str = "#cc4c02";

/// Where numbers are in the picture.
struct Frame {
    epochs: usize,
    low: f64,
    high: f64,
    /// Between two lines across the field.
    step: f64,
}

impl Frame {
    /// A frame for these losses, from a line below the least to one above the largest.
    fn new(epochs: &[EpochLoss]) -> Frame {
        let losses = || epochs.iter().flat_map(|epoch| [epoch.training, epoch.held_out]);
        let (least, most) = (losses().fold(f64::INFINITY, f64::min), losses().fold(f64::NEG_INFINITY, f64::max));
        let step = round_step((most - least).max(1e-5) / LINES);
        Frame { epochs: epochs.len(), low: (least / step).floor() * step, high: (most / step).ceil() * step, step }
    }

    /// Where epoch `number` is, from 1. One alone is in the middle.
    fn x(&self, number: f64) -> f64 {
        let [left, right, ..] = MARGINS;
        let part = if self.epochs == 1 { 0.5 } else { (number - 1.0) / (self.epochs - 1) as f64 };
        left + part * (WIDTH - left - right)
    }

    fn y(&self, loss: f64) -> f64 {
        let [.., above, below] = MARGINS;
        let part = (loss - self.low) / (self.high - self.low).max(self.step);
        HEIGHT - below - part * (HEIGHT - above - below)
    }
}

/// The least of 1, 2, 5, 10, … times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|times| times * power).find(|&step| step >= least).unwrap_or(10.0 * power)
}

/// The losses of the epochs, as SVG.
pub(super) fn curve(epochs: &[EpochLoss]) -> String {
    let frame = Frame::new(epochs);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#333\">\n<title>Loss by epoch</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    // Writing to a string does not fail.
    let _ = axes(&mut svg, &frame);
    let _ = line(&mut svg, &frame, TRAINING, epochs.iter().map(|epoch| epoch.training));
    let _ = line(&mut svg, &frame, HELD_OUT, epochs.iter().map(|epoch| epoch.held_out));
    let _ = legend(&mut svg);
    svg + "</svg>\n"
}

/// Lines across with their losses, and the numbers of the epochs.
fn axes(svg: &mut String, frame: &Frame) -> std::fmt::Result {
    let [left, right, above, below] = MARGINS;
    let (end, bottom) = (WIDTH - right, HEIGHT - below);
    let digits = (-frame.step.log10().floor()).max(0.0) as usize;
    let lines = ((frame.high - frame.low) / frame.step).round().max(1.0) as u32;
    for number in 0..=lines {
        let loss = frame.low + f64::from(number) * frame.step;
        let y = frame.y(loss);
        writeln!(svg, "<path d=\"M{left} {y:.1}H{end}\" stroke=\"#ddd\"/>")?;
        let (x, y) = (left - 8.0, y + 4.0);
        writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{loss:.digits$}</text>")?;
    }
    let every = frame.epochs.div_ceil(20).max(1);
    for number in (1..=frame.epochs).step_by(every) {
        let (x, y) = (frame.x(number as f64), bottom + 20.0);
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{number}</text>")?;
    }
    let (x, y) = (0.5 * (left + end), bottom + 42.0);
    writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">epoch</text>")?;
    writeln!(svg, "<text x=\"{left}\" y=\"{}\" text-anchor=\"end\">loss</text>", above - 16.0)?;
    writeln!(svg, "<path d=\"M{left} {above}V{bottom}H{end}\" fill=\"none\" stroke=\"#333\"/>")
}

fn line(svg: &mut String, frame: &Frame, color: &str, losses: impl Iterator<Item = f64>) -> std::fmt::Result {
    let points = (1..).zip(losses).map(|(number, loss)| (frame.x(f64::from(number)), frame.y(loss)));
    let points: Vec<(f64, f64)> = points.collect();
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>", path.join(" "))?;
    for (x, y) in points {
        writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{color}\"/>")?;
    }
    Ok(())
}

fn legend(svg: &mut String) -> std::fmt::Result {
    let y = 28.0;
    for (x, color, name) in [(WIDTH - 330.0, TRAINING, "games trained on"), (WIDTH - 160.0, HELD_OUT, "games held out")]
    {
        let middle = y - 4.0;
        writeln!(svg, "<path d=\"M{x} {middle}h26\" stroke=\"{color}\" stroke-width=\"2\"/>")?;
        writeln!(svg, "<circle cx=\"{}\" cy=\"{middle}\" r=\"3\" fill=\"{color}\"/>", x + 13.0)?;
        writeln!(svg, "<text x=\"{}\" y=\"{y}\">{name}</text>", x + 34.0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let check = |least: f64, expected: f64| {
            let step = round_step(least);
            assert!((step / expected - 1.0).abs() < 1e-9, "{least}: {step}, expected {expected}");
        };
        check(0.0013, 0.002);
        check(0.03, 0.05);
        check(0.6, 1.0);
        check(1.0, 1.0);
    }
}
