//! Scenarios that several threads run at once.
//!
//! The threads clone, compare, hash and read one set of captured strings, which they borrow. Each thread
//! has the strings that it captures and its clones to itself, and draws operands of its own.

use std::hint::black_box;
use std::time::Duration;

use string_kit_measure::engine::{Concurrent, Log, ThreadRun, Work};

use super::holder::{Holder, Input};
use super::run::{Fixed, Run, alone};
use super::script::{Drawer, Script, to_u32};
use super::{Piece, Turns};

/// The time of a turn.
const TIME: Duration = Duration::from_millis(10);

/// The chunks of operations that a thread repeats, and the least number of operations of each.
const CHUNKS: usize = 256;
const OPERATIONS: usize = 128;

/// Prepares a script in as many threads as the scenario has. Each has a holder of its own, which must read the strings of
/// the others. A twin is compiled as another function.
pub(crate) fn together<'a, T, H, const TWIN: bool>(
    script: &'a Script<'a, T>,
) -> Result<Turns<'a>, &'static str>
where
    T: Input + Sync + ?Sized,
    H: Holder<T, Text: Send + Sync> + 'a,
{
    if !script.is_shared() {
        return alone::<T, H, TWIN>(script);
    }
    script.is_possible()?;
    let fixed = Fixed::new(script, &mut H::default());
    let mut random = fastrand::Rng::with_seed(1);
    Ok(Box::new(move || {
        let threads = Concurrent {
            threads: script.scenario.threads,
            time: TIME,
            is_pinned: false,
        };
        let thread = |index: usize, turn: ThreadRun<'_>| -> Log {
            let mut run = Run::new(script, H::default(), &fixed);
            let drawn = Drawer::new(script, index as u64).draw_chunks(CHUNKS, OPERATIONS);
            let mut chunks = drawn.iter().cycle();
            let mut walk = || {
                let chunk = chunks.next().expect("chunks are drawn");
                black_box(run.walk::<true, TWIN>(&fixed, chunk));
                to_u32(chunk.operations())
            };
            // The first time makes the clones share texts as they do from then on.
            for _ in 0..CHUNKS {
                walk();
            }
            turn.run::<_, false>(Chunks(walk), u64::MAX)
        };
        let mut times = Vec::new();
        let piece = Piece::of(1, || times = threads.run(&mut random, &thread));
        let times: Vec<f64> = times.iter().filter_map(|one| one.together).collect();
        let time = times.iter().sum::<f64>() / times.len() as f64;
        let pieces = (!times.is_empty()).then_some(Piece { time, ..piece });
        Ok(pieces.into_iter().collect())
    }))
}

/// Does the operations of the next chunk, and returns their number.
struct Chunks<F>(F);

impl<F: FnMut() -> u32> Work for Chunks<F> {
    fn chunk(&mut self, operations: u32) -> u32 {
        let mut done = 0;
        while done < operations {
            done += (self.0)();
        }
        done
    }
}
