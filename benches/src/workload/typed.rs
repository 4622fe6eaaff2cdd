//! Capture of values whose types are known where they are captured: without `core::fmt`.
//!
//! A way of this kind has the values of the example slices in its code. A slice tells it by the
//! number of its values which of them to capture, and it captures no other.

use std::hint::black_box;

use string_kit::{CapturedStr, StrList, str_list};
use string_kit_subjects::for_each_representation;

use super::{Group, TYPED, Texts, Workload};
use crate::input::{EXAMPLES, Examples, Values};

pub(super) fn workloads() -> Vec<Workload> {
    let mut workloads = vec![
        typed(Group::StringKit, "str_list", list),
        typed(Group::Typed, "vec_string", vec_string),
    ];
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            workloads.push(typed(Group::Typed, stringify!($name), boxed::<$ty>));
        };
    }
    for_each_representation!(add);
    workloads
}

fn typed<C: Texts>(group: Group, name: &'static str, run: fn(Values<'_>) -> C) -> Workload {
    Workload {
        strategy: Some(TYPED),
        ..Workload::new(group, name, run)
    }
}

/// Calls a macro with the values of the example slice that has as many values.
macro_rules! capture {
    ($values:expr, $into:ident) => {{
        let Examples {
            bool,
            integers: (short, long),
            float_byte_char: (float, byte, character),
            texts: [a, b, c, d],
        } = black_box(&EXAMPLES);
        match $values.len() {
            0 => $into![],
            1 => $into![bool],
            2 => $into![short, long],
            3 => $into![float, byte, character],
            4 => $into![a, b, c, d],
            len => panic!("no example slice has {len} values"),
        }
    }};
}

/// One value of 16 bytes for the whole slice.
fn list(values: Values<'_>) -> StrList {
    capture!(values, str_list)
}

/// `to_string` of each value: what [`BASELINE`](super::BASELINE) does, where the types are known.
fn vec_string(values: Values<'_>) -> Vec<String> {
    macro_rules! strings {
        ($($value:expr),*) => { vec![$($value.to_string()),*] };
    }
    capture!(values, strings)
}

/// A boxed slice of the representation.
fn boxed<S: CapturedStr>(values: Values<'_>) -> Box<[S]> {
    macro_rules! boxed {
        ($($value:expr),*) => { Box::new([$(S::capture($value)),*]) };
    }
    capture!(values, boxed)
}
