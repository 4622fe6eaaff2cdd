//! Times and allocations of every workload, by divan.
//!
//! NOTE: a workload drops what it captured before it is done, so that a time is that of a capture
//! and its end, as in the other suites.

use divan::{AllocProfiler, Bencher};
use string_kit_benches::input::{self, SLICES};
use string_kit_benches::workload::{self, Group, Workload};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// One pass over the five example slices.
#[divan::bench(args = workload::all(), sample_count = 5000, sample_size = 64)]
fn pass(bencher: Bencher, workload: &Workload) {
    bencher.bench(|| workload.pass(&input::pass()));
}

/// A pass on one thread and on two at once: what they share (an allocator's lock) shows.
#[divan::bench(args = containers(), threads = [1, 2], sample_count = 5000, sample_size = 64)]
fn threads(bencher: Bencher, workload: &Workload) {
    bencher.bench(|| workload.pass(&input::pass()));
}

fn containers() -> Vec<Workload> {
    let mut workloads = workload::all();
    workloads.retain(|way| way.group != Group::Representation);
    workloads
}

/// One benchmark for each of the example slices.
macro_rules! slices {
    ($($name:ident),* $(,)?) => {$(
        #[divan::bench(args = workload::all(), sample_count = 5000, sample_size = 64)]
        fn $name(bencher: Bencher, workload: &Workload) {
            let slice = SLICES.iter().position(|slice| slice.name == stringify!($name));
            let slice = slice.expect("a slice of this name");
            bencher.bench(|| workload.pass(&[SLICES[slice].values]));
        }
    )*};
}
slices![no_values, bool, integers, float_byte_char, texts];
