//! Times of ways to capture the example slices, by divan.
//!
//! First come the seven ways of "Fun with benchmarking small string optimization", under their
//! published names. Each way drops what it captured within the measured time, as a program does and
//! as the command `string-kit` measures it.
//!
//! ```text
//! cargo bench --bench divan -- ::_                    the seven ways alone
//! DIVAN_THREADS=16 cargo bench --bench divan          every bench, each on 16 threads at once
//! cargo bench --bench divan --features allocations    with the allocations of each
//! ```

use std::borrow::Borrow;
use std::hint::black_box;
use std::time::Duration;

use compact_str::CompactString;
use divan::{Bencher, Divan};
use ecow::EcoString;
use lean_string::{LeanStr, LeanString};
use smol_str::SmolStr;
use string_kit::{CapturedStr, SharedStr, StrList, StringBuf};
use string_kit_benches::workload::Group::{Floor, Rival, StringKit};
use string_kit_benches::workload::slices::{self, SLICES, Values};
use string_kit_benches::workload::{self, Workload, published};

#[cfg(feature = "allocations")]
#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    // Without it a row ends after 100 passes, before code and data are in the caches.
    let divan = Divan::default().min_time(Duration::from_millis(100));
    divan.config_with_args().main();
}

macro_rules! published {
    ($($bench:ident: $way:ident,)*) => {$(
        #[divan::bench]
        fn $bench() {
            published::pass(published::$way);
        }
    )*};
}
published! {
    _1_vec_string: vec_string,
    _2_boxed_string: boxed_string,
    _3_boxed_boxed: boxed_boxed,
    _4_thread_local: thread_local,
    _5_smallvec: smallvec,
    _6_smolstr: smolstr,
    _7_smallvec_smolstr: smallvec_smolstr,
}

/// Captures the five slices by `StrList` and by each rival. Results go through `black_box` by
/// reference, which is less work.
///
/// `str_list` is `StrList::capture`, `str_list/typed` is `str_list!`; the floors keep nothing.
#[divan::bench(args = ways(|way| matches!(way.group, Floor | StringKit | Rival)))]
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

#[divan::bench(args = SLICES.map(|(name, _)| name))]
fn slice_vec_string(bencher: Bencher, slice: &str) {
    let inputs = bencher.with_inputs(|| values(slice));
    inputs.bench_values(|values| drop(black_box(published::vec_string(values))));
}

#[divan::bench(args = SLICES.map(|(name, _)| name))]
fn slice_str_list(bencher: Bencher, slice: &str) {
    let inputs = bencher.with_inputs(|| values(slice));
    inputs.bench_values(|values| drop(black_box(StrList::capture(values))));
}

fn values(name: &str) -> Values<'static> {
    let slice = SLICES.into_iter().find(|slice| slice.0 == name);
    slice.expect("a slice of this name").1
}

macro_rules! operations {
    ($($(#[$doc:meta])* $bench:ident: $value:ident => $make:expr, $operation:expr;)*) => {$(
        $(#[$doc])*
        #[divan::bench(
            types = [
                SharedStr, LeanStr, EcoString, SmolStr,
                StringBuf<24>, CompactString, LeanString,
            ],
            args = [4, 16, 24, 64],
        )]
        fn $bench<T: CapturedStr>(bencher: Bencher, bytes: usize) {
            let $value = $make(&*"k".repeat(bytes));
            bencher.bench_local(|| black_box::<T>($operation(black_box(&$value))));
        }
    )*};
}
operations! {
    /// Makes a string of a text, and drops it.
    create: text => String::from, |text| T::from_text(text);
    /// Clones a string, and drops the clone.
    clone: text => T::from_text, T::clone;
}

string_kit_record::recorded! {
    /// A `String` that records its use: the times are those of `String` and of the record.
    type Word = String, "divan.word";
}

/// A type under a short name: that of a recorded type is 94 characters long.
trait Named {
    type Text: CapturedStr + Borrow<str> + Sync;
}

struct Plain;
struct Recorded;

impl Named for Plain {
    type Text = String;
}

impl Named for Recorded {
    type Text = Word;
}

/// Captures and drops a hundred names of 6 bytes.
#[divan::bench(types = [Plain, Recorded])]
fn recorded_captures<T: Named>(bencher: Bencher) {
    let names: Vec<String> = (0..100).map(|number| format!("name{number:02}")).collect();
    bencher.bench(|| {
        for name in &names {
            drop(black_box(T::Text::from_text(name)));
        }
    });
}

#[divan::bench(types = [Plain, Recorded])]
fn recorded_clone<T: Named>(bencher: Bencher) {
    let name = T::Text::from_text("name01");
    bencher.bench(|| drop(black_box(black_box(&name).clone())));
}

#[divan::bench(types = [Plain, Recorded])]
fn recorded_compare<T: Named>(bencher: Bencher) {
    let names = (T::Text::from_text("name01"), T::Text::from_text("name02"));
    bencher.bench(|| black_box(&names.0) == black_box(&names.1));
}

/// Looks a key of 6 bytes up, and one of 100 bytes, as a map compares it.
#[divan::bench(types = [Plain, Recorded], args = [6, 100])]
fn recorded_lookup<T: Named>(bencher: Bencher, bytes: usize) {
    let key = T::Text::from_text(&"k".repeat(bytes));
    bencher.bench(|| black_box::<&str>(black_box(&key).borrow()).len());
}
