//! Texts whose memory is taken over or shared, instead of copied.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::metric::{Metric, locate_in, units_in};

pub(crate) enum Owner {
    String(String),
    Arc(Arc<str>),
    Static(&'static str),
}

impl Owner {
    #[inline]
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::String(text) => text,
            Self::Arc(text) => text,
            Self::Static(text) => text,
        }
    }
}

/// The bytes between two marks.
const STEP: usize = 2048;

/// A text that was taken over, and the units before each multiple of [`STEP`] bytes in it.
pub(crate) struct Held {
    owner: Owner,
    is_ascii: bool,
    /// By metric. Empty if there was no memory for them: then all bytes before a place are read.
    marks: Vec<[u32; Metric::COUNT]>,
}

impl Held {
    /// Reads the text once.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "texts are shorter than 4 GiB"
    )]
    pub(crate) fn new(owner: Owner) -> Self {
        let (text, mut marks) = (owner.text(), Vec::new());
        let is_ascii = text.is_ascii();
        if marks.try_reserve_exact(text.len() / STEP).is_ok() {
            let mut before = [0; Metric::COUNT];
            marks.extend(text.as_bytes().chunks_exact(STEP).map(|step| {
                for metric in Metric::ALL {
                    before[metric as usize] += if is_ascii && metric.is_bytes_in_ascii() {
                        STEP as u32
                    } else {
                        units_in(step, metric) as u32
                    };
                }
                before
            }));
        }
        Self {
            owner,
            is_ascii,
            marks,
        }
    }

    #[inline]
    pub(crate) fn text(&self) -> &str {
        self.owner.text()
    }

    #[inline]
    pub(crate) fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    pub(crate) fn before(&self, at: usize, metric: Metric) -> usize {
        let mark = (at / STEP).min(self.marks.len());
        self.mark(mark, metric) + units_in(&self.text().as_bytes()[mark * STEP..at], metric)
    }

    /// Returns the byte that the unit with a number, from 1 on, begins at, if there are as many.
    pub(crate) fn locate(&self, metric: Metric, number: usize) -> Option<usize> {
        let marks = &self.marks;
        let mark = marks.partition_point(|mark| (mark[metric as usize] as usize) < number);
        let (from, before) = (mark * STEP, self.mark(mark, metric));
        Some(from + locate_in(&self.text().as_bytes()[from..], metric, number - before)?)
    }

    fn mark(&self, mark: usize, metric: Metric) -> usize {
        let before = mark.checked_sub(1);
        before.map_or(0, |mark| self.marks[mark][metric as usize] as usize)
    }
}
