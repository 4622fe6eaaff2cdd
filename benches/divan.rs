//! Times and allocations of ways to capture the example slices, by divan.
//!
//! Each way drops what it captured within the measured time, as a program does and as the command
//! `string-kit` measures it.

use std::borrow::Borrow;
use std::hint::black_box;
use std::time::Duration;

use divan::{AllocProfiler, Bencher, Divan};
use string_kit::{CapturedStr, StrList};
use string_kit_benches::workload::slices::{self, SLICES, Values};
use string_kit_benches::workload::{self, Group, Workload};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    // Without it a row ends after 100 passes, before code and data are in the caches.
    let divan = Divan::default().min_time(Duration::from_millis(100));
    divan.config_with_args().main();
}

/// Captures the five slices by each way that was published, by `StrList` and by each rival.
///
/// `str_list` is `StrList::capture`, `str_list/typed` is `str_list!`; the floors keep nothing.
#[divan::bench(args = ways(|way| !matches!(way.group, Group::Representation | Group::Typed)))]
fn capture(bencher: Bencher, way: &Workload) {
    bencher.bench(|| way.pass(&slices::pass()));
}

/// Captures the five slices into a boxed slice of each representation, in one pass.
#[divan::bench(args = ways(|way| way.strategy == Some("one_pass")))]
fn capture_all(bencher: Bencher, way: &Workload) {
    bencher.bench(|| way.pass(&slices::pass()));
}

fn ways(is_measured: fn(&Workload) -> bool) -> impl Iterator<Item = Workload> {
    workload::all().into_iter().filter(is_measured)
}

/// Captures one slice by `to_string`.
#[divan::bench(args = SLICES.map(|(name, _)| name))]
fn slice_vec_string(bencher: Bencher, slice: &str) {
    let values = values(slice);
    bencher.bench_local(|| {
        let strings: Vec<String> = black_box(values).iter().map(ToString::to_string).collect();
        drop(black_box(strings));
    });
}

/// Captures one slice by `StrList::capture`.
#[divan::bench(args = SLICES.map(|(name, _)| name))]
fn slice_str_list(bencher: Bencher, slice: &str) {
    let values = values(slice);
    bencher.bench_local(|| drop(black_box(StrList::capture(black_box(values)))));
}

fn values(name: &str) -> Values<'static> {
    let slice = SLICES.into_iter().find(|slice| slice.0 == name);
    slice.expect("a slice of this name").1
}

string_kit_record::recorded! {
    /// A `String` that records its use: the times are those of `String` and of the record.
    type Recorded = String, "divan.word";
}

/// Captures and drops one of a hundred names of 6 bytes. The first ones of a record take long, for
/// which divan would choose samples of one, with a reading of the clock in each.
#[divan::bench(types = [String, Recorded], sample_size = 256)]
fn recorded_capture<S: CapturedStr>(bencher: Bencher) {
    let names: Vec<String> = (0..100).map(|number| format!("name{number:02}")).collect();
    let mut name = names.iter().cycle();
    bencher.bench_local(|| {
        let name = name.next().expect("a cycle has no end");
        drop(black_box(S::from_text(name)));
    });
}

/// Clones a name and drops the clone.
#[divan::bench(types = [String, Recorded])]
fn recorded_clone<S: CapturedStr>(bencher: Bencher) {
    let name = S::from_text("name01");
    bencher.bench_local(|| drop(black_box(black_box(&name).clone())));
}

/// Compares two names that differ in the last byte.
#[divan::bench(types = [String, Recorded])]
fn recorded_compare<S: CapturedStr>(bencher: Bencher) {
    let names = (S::from_text("name01"), S::from_text("name02"));
    bencher.bench_local(|| black_box(&names.0) == black_box(&names.1));
}

/// Looks a key of 6 bytes up, and one of 100 bytes, as a map compares it.
#[divan::bench(types = [String, Recorded], args = [6, 100])]
fn recorded_lookup<S: CapturedStr + Borrow<str>>(bencher: Bencher, bytes: usize) {
    let key = S::from_text(&"k".repeat(bytes));
    bencher.bench_local(|| black_box::<&str>(black_box(&key).borrow()).len());
}
