//! The limits of the next search, which `level` lines tell one after the other.

use std::time::Duration;

use crate::engine::Go;
use crate::protocol::shorten;
use crate::search::Clock;

/// A year in seconds; no clock runs for longer.
const YEAR: f64 = 365.0 * 24.0 * 3_600.0;
/// More plies or moves than any search or game has.
const MANY: f64 = 1_000.0;

/// The limits of a search, as far as they were told.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    /// What the clock shows, in seconds, before the increment of the next move.
    time: Option<f64>,
    /// Seconds that are added before every move.
    increment: f64,
    moves_to_go: Option<u32>,
}

impl Level {
    /// Takes in the arguments of a line and returns what is wrong with them. A number that cannot be read becomes the
    /// least there is: a client must get its answer.
    pub(super) fn read(&mut self, arguments: &[(String, String)]) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, text) in arguments {
            let mut number = || {
                text.parse::<f64>().ok().filter(|number| number.is_finite()).unwrap_or_else(|| {
                    faults.push(format!(
                        "level: expected a number after '{name}=' but found '{}', taken as 0",
                        shorten(text, 60)
                    ));
                    0.0
                })
            };
            match name.as_str() {
                "depth" => self.depth = Some(number().clamp(1.0, MANY) as u32),
                "nodes" => self.nodes = Some(number() as u64),
                "move-time" => self.move_time = Some(seconds(number())),
                "time" => self.time = Some(number()),
                "inc" => self.increment = number(),
                "moves" => self.moves_to_go = Some(number().min(MANY) as u32).filter(|&moves| moves > 0),
                // It takes no limit away, and brings none.
                "infinite" => {}
                _ => log::info!("ignored: level {}", shorten(name, 60)),
            }
        }
        faults
    }

    /// The limits as a search has them.
    pub(super) fn limits(self) -> Go {
        let clock = self.time.map(|time| Clock {
            left: seconds(time + self.increment),
            increment: seconds(self.increment),
            moves_to_go: self.moves_to_go,
        });
        Go {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.move_time,
            // Hub tells only the clock of the side to move.
            clocks: clock.map(|clock| [clock; 2]),
            ..Go::default()
        }
    }
}

/// Seconds as clients send them: a clock may already be negative.
fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value.clamp(0.0, YEAR)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::hub_text::arguments;

    fn read(lines: &[&str]) -> (Go, Vec<String>) {
        let mut level = Level::default();
        let faults = lines.iter().flat_map(|line| level.read(&arguments(line)[1..])).collect();
        (level.limits(), faults)
    }

    #[track_caller]
    fn check(lines: &[&str], expected: Go) {
        assert_eq!(read(lines), (expected, Vec::new()));
    }

    #[test]
    fn every_form() {
        let ms = Duration::from_millis;
        check(&["level depth=7"], Go { depth: Some(7), ..Go::default() });
        check(&["level nodes=1000"], Go { nodes: Some(1_000), ..Go::default() });
        check(&["level nodes=1e6"], Go { nodes: Some(1_000_000), ..Go::default() });
        check(&["level move-time=0.25"], Go { movetime: Some(ms(250)), ..Go::default() });
        check(&["level infinite"], Go::default());
        check(&[], Go::default());
        check(&["level moves=9 junk fuel=2"], Go::default());
    }

    #[test]
    fn lines_add_up() {
        let expected = Go { depth: Some(9), nodes: Some(5), ..Go::default() };
        check(&["level depth=8", "level nodes=5", "level depth=9", "level infinite"], expected);
    }

    #[test]
    fn the_increment_is_there_before_the_move() {
        #[track_caller]
        fn check_clock(line: &str, left: u64, increment: u64, moves_to_go: Option<u32>) {
            let ms = Duration::from_millis;
            let clock = Clock { left: ms(left), increment: ms(increment), moves_to_go };
            check(&[line], Go { clocks: Some([clock; 2]), ..Go::default() });
        }
        check_clock("level time=60", 60_000, 0, None);
        check_clock("level moves=9 time=291.587", 291_587, 0, Some(9));
        check_clock("level moves=0 time=5 inc=0.5", 5_500, 500, None);
        check_clock("level time=-0.8 inc=1", 200, 1_000, None);
        check_clock("level time=-170671", 0, 0, None);
        check_clock("level time=-5 inc=-5", 0, 0, None);
        check_clock("level time=1e300", 365 * 24 * 3_600_000, 0, None);
    }

    #[test]
    fn what_is_no_number_is_the_least() {
        let (limits, faults) = read(&["level depth=x move-time=nan"]);
        assert_eq!(limits, Go { depth: Some(1), movetime: Some(Duration::ZERO), ..Go::default() });
        assert_eq!(faults[0], "level: expected a number after 'depth=' but found 'x', taken as 0");
        assert_eq!(faults.len(), 2);
        assert_eq!(read(&["level depth"]).0.depth, Some(1));
    }
}
