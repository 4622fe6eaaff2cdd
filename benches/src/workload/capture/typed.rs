//! Capture of values whose types are known where they are captured: without `core::fmt`.
//!
//! The code of such a way names the values of the example slices. The number of values of a slice
//! chooses the example slice that the way captures.

use std::hint::black_box;

use string_kit::{CapturedStr, StrList, str_list};
use string_kit_subjects::for_each_representation;

use super::{Group, TYPED, Texts, Workload};
use crate::workload::slices::{EXAMPLES, Examples, Values};

/// Makes [`Runs`] that call a macro with the values of each slice.
macro_rules! runs {
    ($into:ident) => {
        [
            |_| $into![],
            |values| $into![values.bool],
            |values| $into![values.integers.0, values.integers.1],
            |values| {
                let (float, byte, character) = &values.float_byte_char;
                $into![*float, *byte, *character]
            },
            |values| {
                let [a, b, c, d] = &values.texts;
                $into![*a, *b, *c, *d]
            },
        ]
    };
}

pub(super) fn workloads() -> Vec<Workload> {
    /// Captures by `to_string` of each value: the baseline, where the types are known.
    macro_rules! strings {
        ($($value:expr),*) => { vec![$($value.to_string()),*] };
    }
    let std = "Vec<String>, to_string of known types";
    let mut workloads = vec![
        typed::<StrList>(
            Group::StringKit,
            "str_list",
            "StrList, str_list!",
            runs!(str_list),
        ),
        typed::<Vec<String>>(Group::Typed, "vec_string", std, runs!(strings)),
    ];
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            let title = format!("Box<[{}]>, capture of known types", <$ty>::PROFILE.name);
            let (name, runs) = (stringify!($name), boxed::<$ty>());
            workloads.push(typed(Group::Typed, name, &title, runs));
        };
    }
    for_each_representation!(add);
    workloads
}

/// The captures of the example slices, in their order, each in a function of its own.
type Runs<C> = [fn(&'static Examples) -> C; 5];

fn typed<C: Texts>(group: Group, name: &'static str, title: &str, runs: Runs<C>) -> Workload {
    let (runs, examples) = black_box((runs, &EXAMPLES));
    let run = move |values: Values<'_>| runs[values.len()](examples);
    Workload::new(group, name, title, run).by(TYPED)
}

fn boxed<S: CapturedStr>() -> Runs<Box<[S]>> {
    macro_rules! boxed {
        ($($value:expr),*) => { Box::new([$(S::capture(&$value)),*]) };
    }
    runs!(boxed)
}
