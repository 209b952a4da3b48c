//! Threads that share work.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

/// What a thread found, once it is done; when it panicked, so does this one.
pub(super) fn joined<T>(handle: ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Does the work of every part, with its number, by so many threads.
pub(super) fn shared<T: Send>(parts: &mut [T], threads: usize, work: impl Fn(usize, &mut T) + Sync) {
    let share = parts.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        for (chunk, parts) in parts.chunks_mut(share).enumerate() {
            let work = &work;
            scope.spawn(move || {
                for (at, part) in parts.iter_mut().enumerate() {
                    work(chunk * share + at, part);
                }
            });
        }
    });
}
