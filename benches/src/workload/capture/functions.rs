//! Ways that are functions of their own: formatting alone, the seven published ways, and containers
//! of other crates.

use std::cell::RefCell;
use std::fmt::{self, Display, Write};
use std::hint::black_box;

use byteyarn::{Yarn, yarn};
use compact_strings::CompactStrings;
use nested::Nested;
use seq_str::SeqStr;
use smol_str::{SmolStr, format_smolstr};
use string_kit::StringBuf;
use string_kit_measure::run::twin;

use super::{BASELINE_TITLE, Group, Workload};
use crate::workload::slices::Values;

/// Returns the seven ways whose times were published, under their published names.
pub(super) fn published() -> Vec<Workload> {
    workloads![
        Group::Published;
        vec_string: BASELINE_TITLE,
        boxed_string: "Box<[String]>, to_string",
        boxed_boxed: "Box<[Box<str>]>, to_string",
        thread_local: "Box<[Box<str>]>, thread-local String",
        smallvec: "Box<[Box<str>]>, SmallVec<[u8; 64]>",
        smolstr: "Box<[SmolStr]>, format_smolstr!",
        smallvec_smolstr: "Box<[SmolStr]>, SmallVec<[u8; 64]>",
    ]
}

pub(super) fn baseline_twin() -> Vec<Workload> {
    workloads![Group::Published; vec_string_twin: twin(BASELINE_TITLE)]
}

/// Collects what `to_string` returns: the obvious way.
fn vec_string(values: Values<'_>) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Does the same. One store makes it another function: the compiler merges equal ones.
fn vec_string_twin(values: Values<'_>) -> Vec<String> {
    black_box(0_u8);
    values.iter().map(ToString::to_string).collect()
}

/// Collects the same without room to grow.
fn boxed_string(values: Values<'_>) -> Box<[String]> {
    values.iter().map(ToString::to_string).collect()
}

/// Collects what `to_string` returns, each shrunk to its size.
fn boxed_boxed(values: Values<'_>) -> Option<Box<[Box<str>]>> {
    boxed(values, |value| value.to_string().into_boxed_str())
}

/// Writes each value into a `String` that the thread keeps, and copies it in its exact size.
fn thread_local(values: Values<'_>) -> Option<Box<[Box<str>]>> {
    thread_local! {
        static BUFFER: RefCell<String> = const { RefCell::new(String::new()) };
    }
    BUFFER.with_borrow_mut(|buffer| {
        boxed(values, |value| {
            buffer.clear();
            write!(buffer, "{value}").expect("a String takes everything");
            buffer.as_str().into()
        })
    })
}

/// Writes each value into a buffer on the stack, and copies it in its exact size.
fn smallvec(values: Values<'_>) -> Option<Box<[Box<str>]>> {
    boxed(values, |value| on_stack(value, |text| text.into()))
}

fn smolstr(values: Values<'_>) -> Option<Box<[SmolStr]>> {
    boxed(values, |value| format_smolstr!("{value}"))
}

/// Writes each value into a buffer on the stack, and copies it into a `SmolStr`.
fn smallvec_smolstr(values: Values<'_>) -> Option<Box<[SmolStr]>> {
    boxed(values, |value| on_stack(value, |text| text.into()))
}

/// Collects a string of each value; returns `None` for no values.
fn boxed<S>(values: Values<'_>, capture: impl FnMut(&dyn Display) -> S) -> Option<Box<[S]>> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().copied().map(capture).collect())
}

/// Formats into a `SmallVec` of 64 bytes, and hands the text on.
fn on_stack<S>(value: &dyn Display, keep: impl FnOnce(&str) -> S) -> S {
    // NOTE: a `StringBuf` is a `SmallVec` that knows its bytes for text. To check them again, as
    // safe code with a bare `SmallVec` must, would cost the published ways a tenth.
    let mut buffer = StringBuf::<64>::new();
    write!(buffer, "{value}").expect("a StringBuf takes everything");
    keep(&buffer)
}

/// Returns containers of other crates, filled from `Display` values as their users would.
///
/// Most string types of other crates are representations of string-kit: there, their own way is the
/// strategy `native`. byteyarn's is not, and so stands here.
pub(super) fn rivals() -> Vec<Workload> {
    workloads![
        Group::Rival;
        seq_str: "SeqStr, from_display_iter",
        compact_strings: "CompactStrings, to_string",
        nested: "Nested<String>, to_string",
        byteyarn: "Box<[Yarn]>, yarn!",
    ]
}

/// Formats into one buffer that lengths and texts share.
fn seq_str(values: Values<'_>) -> SeqStr {
    SeqStr::from_display_iter(values.iter())
}

/// Collects into a buffer of texts and a buffer of their places.
fn compact_strings(values: Values<'_>) -> CompactStrings {
    values.iter().map(ToString::to_string).collect()
}

/// Collects into a `String` of texts and a `Vec` of their ends.
fn nested(values: Values<'_>) -> Nested<String> {
    values.iter().map(ToString::to_string).collect()
}

fn byteyarn(values: Values<'_>) -> Option<Box<[Yarn]>> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().map(|value| yarn!("{value}")).collect())
}

/// Returns formatting alone: the floor of formatting.
///
/// Each way that formats takes at least this. A way that knows the types of the values does not
/// format them, and can take less.
pub(super) fn floor() -> Vec<Workload> {
    workloads![
        Group::Floor;
        floor_per_slice: "formatting alone, one write! a slice",
        floor_per_value: "formatting alone, one write! a value",
    ]
}

pub(crate) fn floor_per_slice(values: Values<'_>) {
    let slice = fmt::from_fn(|f| values.iter().try_for_each(|value| value.fmt(f)));
    write!(Nothing, "{slice}").expect("Nothing takes everything");
}

fn floor_per_value(values: Values<'_>) {
    for value in values {
        write!(Nothing, "{value}").expect("Nothing takes everything");
    }
}

struct Nothing;

impl Write for Nothing {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
