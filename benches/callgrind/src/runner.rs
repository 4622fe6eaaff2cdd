//! The program that iai-callgrind starts to run valgrind and to compare what it counted.

use std::process;

use iai_callgrind_runner::error::Error;
use iai_callgrind_runner::runner;

fn main() {
    let Err(error) = runner::run() else { return };
    if let Some(Error::RegressionError(fatal)) = error.downcast_ref::<Error>() {
        // What got worse is on the screen by now; the short form of it only if it ended the run.
        if *fatal {
            eprintln!("{error}");
        }
        process::exit(3);
    }
    eprintln!("iai-callgrind-runner: {error:#}");
    process::exit(1);
}
