//! The seven ways of "Fun with benchmarking small string optimization".

use std::cell::{Cell, RefCell};
use std::fmt::{Display, Write};
use std::hint::black_box;

use smol_str::{SmolStr, format_smolstr};
use string_kit::StringBuf;
use string_kit_types::Representation;
use string_kit_types::types;

use super::way::{BASELINE_TITLE, Group, Workload};
use crate::workload::slices::{self, Values};

pub(super) const STRING: &str = <types::string::This as Representation>::FACTS.name;
const BOXED: &str = <types::boxed_str::This as Representation>::FACTS.name;
const SMOL: &str = <types::smol_str::This as Representation>::FACTS.name;

/// Returns the seven ways in the published order, then the fourth as the article's second part has
/// it.
pub(super) fn workloads() -> Vec<Workload> {
    workloads![
        Group::Published;
        vec_string: STRING, BASELINE_TITLE;
        boxed_string: STRING, "Option<Box<[String]>>, to_string";
        boxed_boxed: BOXED, "Option<Box<[Box<str>]>>, to_string";
        thread_local: BOXED, "Option<Box<[Box<str>]>>, Cell of the thread";
        smallvec: BOXED, "Option<Box<[Box<str>]>>, StringBuf<128>";
        smolstr: SMOL, "Option<Box<[SmolStr]>>, format_smolstr!";
        smallvec_smolstr: SMOL, "Option<Box<[SmolStr]>>, StringBuf<128>";
        thread_local_ref_cell: BOXED,
            "Option<Box<[Box<str>]>>, RefCell of the thread (part 2)";
    ]
}

/// A pass over the five slices by each way, under its published name.
pub(crate) const PASSES: [(&str, fn()); 7] = [
    ("_1_vec_string", || pass(vec_string)),
    ("_2_boxed_string", || pass(boxed_string)),
    ("_3_boxed_boxed", || pass(boxed_boxed)),
    ("_4_thread_local", || pass(thread_local)),
    ("_5_smallvec", || pass(smallvec)),
    ("_6_smolstr", || pass(smolstr)),
    ("_7_smallvec_smolstr", || pass(smallvec_smolstr)),
];

/// Captures each of the five slices, and drops the result before the next, as the article does: the
/// result goes through [`black_box`] by value.
pub fn pass<R>(capture: impl Fn(Values<'static>) -> R) {
    for slice in slices::pass() {
        drop(black_box(capture(black_box(slice))));
    }
}

/// Collects what `to_string` returns: the obvious way.
pub fn vec_string(values: Values<'_>) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Collects the same without room to grow.
pub fn boxed_string(values: Values<'_>) -> Option<Box<[String]>> {
    boxed(values, |values| {
        values.iter().map(ToString::to_string).collect()
    })
}

/// Collects what `to_string` returns, each shrunk to its size.
pub fn boxed_boxed(values: Values<'_>) -> Option<Box<[Box<str>]>> {
    let shrunk = |value: &&dyn Display| value.to_string().into_boxed_str();
    boxed(values, |values| values.iter().map(shrunk).collect())
}

/// Writes each value into a `String` that is taken from the thread for the slice, and copies it in
/// its exact size.
pub fn thread_local(values: Values<'_>) -> Option<Box<[Box<str>]>> {
    thread_local! {
        static BUFFER: Cell<String> = const { Cell::new(String::new()) };
    }
    boxed(values, |values| {
        let mut buffer = BUFFER.take();
        let copies = values.iter().map(|value| copied(value, &mut buffer));
        let texts = copies.collect();
        BUFFER.set(buffer);
        texts
    })
}

/// Writes each value into a `String` that is borrowed from the thread for the slice, and copies it
/// in its exact size.
fn thread_local_ref_cell(values: Values<'_>) -> Option<Box<[Box<str>]>> {
    thread_local! {
        static BUFFER: RefCell<String> = const { RefCell::new(String::new()) };
    }
    boxed(values, |values| {
        BUFFER.with_borrow_mut(|buffer| values.iter().map(|value| copied(value, buffer)).collect())
    })
}

/// Writes each value into the slice's buffer on the stack, and copies it in its exact size.
pub fn smallvec(values: Values<'_>) -> Option<Box<[Box<str>]>> {
    boxed(values, through_stack)
}

/// Formats each value by the crate's own macro.
pub fn smolstr(values: Values<'_>) -> Option<Box<[SmolStr]>> {
    let format = |value: &&dyn Display| format_smolstr!("{value}");
    boxed(values, |values| values.iter().map(format).collect())
}

/// Writes each value into the slice's buffer on the stack, and copies it into a `SmolStr`.
pub fn smallvec_smolstr(values: Values<'_>) -> Option<Box<[SmolStr]>> {
    boxed(values, through_stack)
}

/// Boxes a string of each value; returns `None` for no values.
fn boxed<'a, S>(
    values: Values<'a>,
    collect: impl FnOnce(Values<'a>) -> Vec<S>,
) -> Option<Box<[S]>> {
    if values.is_empty() {
        return None;
    }
    Some(collect(values).into_boxed_slice())
}

fn copied(value: impl Display, buffer: &mut String) -> Box<str> {
    buffer.clear();
    write!(buffer, "{value}").expect("a String takes everything");
    buffer.as_str().into()
}

/// Writes each value into one buffer, and copies it from there. Like the article's buffer, it is a
/// `SmallVec` of 128 bytes that knows them for text.
fn through_stack<S: for<'a> From<&'a str>>(values: Values<'_>) -> Vec<S> {
    let mut buffer = StringBuf::<128>::new();
    let copies = values.iter().map(|value| {
        buffer.clear();
        write!(buffer, "{value}").expect("a StringBuf takes everything");
        S::from(buffer.as_str())
    });
    copies.collect()
}
