//! Scenarios that several threads run at once.
//!
//! The threads clone, compare, hash and read one set of captured strings, which they borrow. Each thread
//! has the strings that it captures and its clones to itself. It begins at another place of the script.

use string_kit_measure::engine::{Concurrent, Log, ThreadRun, Times, Work};

use super::Measured;
use super::holder::{Holder, Input, Stateless};
use super::run::{Fixed, Run, alone, is_possible};
use super::script::{PERIOD, Script};

/// Prepares a script for a holder whose strings threads can share, in as many threads as the scenario has.
/// A twin is compiled as another function.
///
/// `texts` are those that the script was drawn for.
///
/// # Errors
///
/// If nothing can be measured, with the reason.
pub(crate) fn measured_together<'a, H, const TWIN: bool>(
    script: &'a Script,
    texts: &'a [&'a str],
) -> Result<Measured<'a>, &'static str>
where
    H: Holder<Text: Send + Sync> + Stateless + 'a,
{
    together::<str, H, TWIN>(script, texts)
}

/// Prepares a script for a holder of texts or records.
pub(crate) fn together<'a, T, H, const TWIN: bool>(
    script: &'a Script,
    texts: &'a [&'a T],
) -> Result<Measured<'a>, &'static str>
where
    T: Input + Sync + ?Sized,
    H: Holder<T, Text: Send + Sync> + Stateless + 'a,
{
    if !script.is_shared() {
        return alone::<T, H, TWIN>(script, texts);
    }
    is_possible(script)?;
    let fixed = Fixed::new(script, texts, &mut H::default());
    Run::new(script, texts, H::default(), &fixed).check::<true, TWIN>(&fixed)?;
    Ok(Measured::Together(Box::new(move |time, random| {
        let threads = Concurrent {
            threads: script.scenario.threads,
            time,
            is_pinned: false,
        };
        let thread = |index: usize, turn: ThreadRun<'_>| -> Log {
            let mut run = Run::new(script, texts, H::default(), &fixed);
            // The first period makes the clones share texts as they do from then on.
            run.walk::<true, TWIN>(&fixed, PERIOD + PERIOD * index / threads.threads);
            let mut walk = |operations: usize| run.walk::<true, TWIN>(&fixed, operations);
            turn.run::<_, false>(Operations(&mut walk), u64::MAX)
        };
        mean(&threads.run(random, &thread))
    })))
}

/// The operations of a thread.
struct Operations<'a>(&'a mut dyn FnMut(usize) -> u64);

impl Work for Operations<'_> {
    fn chunk(&mut self, operations: u32) -> u32 {
        std::hint::black_box((self.0)(operations as usize));
        operations
    }
}

/// Returns the mean over the threads that have a time.
#[allow(clippy::cast_precision_loss)] // A handful.
fn mean(times: &[Times]) -> Option<f64> {
    let times: Vec<f64> = times.iter().filter_map(|one| one.together).collect();
    (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
}
