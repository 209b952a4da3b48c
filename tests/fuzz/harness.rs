//! Runs a check on one random input after the other, and tells how to repeat the one that fails.
//!
//! Every input is made from a seed of its own: the first of a run, and then the numbers after it.
//!
//! - `DAMIER_FUZZ_SEED` is the first seed. It is 1 otherwise, so that the short run of every `cargo test` is the same.
//! - `DAMIER_FUZZ_SECONDS` is how long each target runs, instead of a number of inputs:
//!   `DAMIER_FUZZ_SECONDS=600 cargo test --release --test fuzz -- fen`.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;

/// How often an input is looked after.
const TICK: Duration = Duration::from_millis(20);
/// An input that takes longer than this hangs. It is counted in ticks: a process that was paused has not been slow.
const LONGEST_TICKS: u32 = 3_000;

/// Runs `check` on what `make` makes, `count` times or as long as the environment says.
pub fn fuzz<I: Debug>(name: &str, count: u64, make: impl Fn(&mut StdRng) -> I + Sync, check: impl Fn(&I)) {
    let first = number("DAMIER_FUZZ_SEED").unwrap_or(1);
    let end = number("DAMIER_FUZZ_SECONDS").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let make = |seed: u64| make(&mut StdRng::seed_from_u64(seed));
    let done = AtomicU64::new(0);
    let is_over = |done| end.map_or(done >= count, |end| Instant::now() >= end);
    scope(|scope| {
        scope.spawn(|| {
            let describe = |number| {
                let seed = first.wrapping_add(number);
                format!("DAMIER_FUZZ_SEED={seed}\n{:#?}", make(seed))
            };
            watch(name, describe, &done);
        });
        while !is_over(done.load(Ordering::Relaxed)) {
            let seed = first.wrapping_add(done.load(Ordering::Relaxed));
            let input = make(seed);
            if let Err(fault) = catch_unwind(AssertUnwindSafe(|| check(&input))) {
                println!("{name}: DAMIER_FUZZ_SEED={seed} repeats the failure; the input is\n{input:#?}");
                done.store(OVER, Ordering::Relaxed);
                resume_unwind(fault);
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
        println!("{name}: {} inputs, the first from seed {first}", done.swap(OVER, Ordering::Relaxed));
    });
}

/// Instead of the number of inputs when there will be no more.
const OVER: u64 = u64::MAX;

/// Ends the process when one input takes too long: nothing else can end a loop that does not.
fn watch(name: &str, describe: impl Fn(u64) -> String, done: &AtomicU64) {
    let (mut last, mut ticks) = (0, 0);
    loop {
        sleep(TICK);
        let now = done.load(Ordering::Relaxed);
        if now == OVER {
            return;
        }
        ticks = if now == last { ticks + 1 } else { 0 };
        last = now;
        if ticks > LONGEST_TICKS {
            // Past the harness of tests, which would keep it for itself.
            eprintln!("{name}: this takes longer than {:?}: {}", TICK * LONGEST_TICKS, describe(now));
            exit(1);
        }
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Checks that a message is what one line of a protocol can hold.
#[track_caller]
pub fn assert_one_line(message: &str, longest: usize) {
    assert!(!message.is_empty());
    assert!(!message.contains(char::is_control), "not one line: {message:?}");
    assert!(message.chars().count() <= longest, "{} characters: {message}", message.chars().count());
}
