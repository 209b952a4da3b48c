//! The program: arguments, logger, exit code.

use std::panic;
use std::process::exit;
use std::thread;

use damier::{cli, engine};

fn main() {
    // Clients may read standard error as part of the protocol: nothing goes there unless it is asked for.
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let complain = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // The engine answers for its own threads, with a legal move and a remark.
        if thread::current().name().is_some_and(engine::is_own_thread) {
            log::error!("{info}");
        } else {
            complain(info);
        }
    }));
    let code = cli::run(std::env::args_os());
    exit(code.into());
}
