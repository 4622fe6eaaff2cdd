//! The guesses of "Fun with benchmarking small string optimization": `SmolStr::new` is slower than
//! a copy of the text to where it stays, and an `Arc<[T]>` that is filled in place saves the copy
//! of a collected `Vec`.

use std::hint::black_box;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::sync::Arc;

use smol_str::{SmolStr, format_smolstr};
use string_kit::{capture_all, capture_shared};

use super::case::{Case, pairs};
use crate::workload::slices::{self, Values};

pub(super) fn cases() -> Vec<[Case; 2]> {
    let mut cases = pairs![["smol_str_new", "copy_in_place"];
        "bytes_8" => inline(text(8)), Inline::new(text(8));
        "bytes_23" => inline(text(23)), Inline::new(text(23));
        "bytes_60" => SmolStr::new(text(60)), Arc::<str>::from(text(60));
    ];
    cases.extend(pairs![["collect_shared", "collect_then_copy"];
        "smol_str" => each_slice(|values| formatted(values).collect()),
            each_slice(|values| formatted(values).collect::<Vec<_>>().into());
    ]);
    cases.extend(pairs![["capture_shared", "capture_then_copy"];
        "smol_str" => each_slice(capture_shared), each_slice(|values| capture_all(values).into());
    ]);
    cases
}

fn text(bytes: usize) -> &'static str {
    black_box(&"A text of sixty bytes, of which a short string is the start."[..bytes])
}

/// Makes a short `SmolStr`, of which the drop would only find that nothing is to be freed.
fn inline(text: &str) -> ManuallyDrop<SmolStr> {
    ManuallyDrop::new(SmolStr::new(text))
}

/// The bytes of a short `SmolStr`: the length, then the text.
#[derive(Debug)]
struct Inline([MaybeUninit<u8>; 24]);

impl Inline {
    /// Copies a text of up to 23 bytes to where it stays. Nothing else is written but the length.
    #[allow(clippy::cast_possible_truncation)] // At most 23.
    fn new(text: &str) -> Self {
        let mut inline = Self([const { MaybeUninit::uninit() }; 24]);
        let (length, place) = inline.0.split_at_mut(1);
        length[0].write(text.len() as u8);
        place[..text.len()].write_copy_of_slice(text.as_bytes());
        inline
    }
}

fn formatted(values: Values<'_>) -> impl Iterator<Item = SmolStr> {
    values.iter().map(|value| format_smolstr!("{value}"))
}

fn each_slice(capture: impl Fn(Values<'static>) -> Arc<[SmolStr]>) -> [Arc<[SmolStr]>; 5] {
    black_box(slices::pass()).map(capture)
}
