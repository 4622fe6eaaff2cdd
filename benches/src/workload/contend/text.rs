//! The texts that threads clone.

use string_kit::{CapturedStr, CloneCost};
use string_kit_concat::ConcatStr;
use triomphe::Arc;

/// A text that is cloned.
pub(crate) trait Text: Clone {
    const NAME: &'static str;

    fn make(text: &str) -> Self;

    fn text(&self) -> &str;

    fn bytes(&self) -> usize;

    /// Returns the bytes on the heap of a clone alone; 0 if it shares those of the first.
    fn bytes_of_clone(&self) -> usize {
        0
    }
}

impl<S: CapturedStr> Text for S {
    const NAME: &'static str = S::PROFILE.name;

    fn make(text: &str) -> Self {
        S::from_text(text)
    }

    fn text(&self) -> &str {
        self.as_str()
    }

    fn bytes(&self) -> usize {
        self.heap_size()
    }

    fn bytes_of_clone(&self) -> usize {
        let shares = S::PROFILE.clone == CloneCost::Shares || self.is_inline();
        if shares { 0 } else { self.heap_size() }
    }
}

/// A pointer without weak counts: no string type, but what one would be built on.
#[derive(Clone)]
pub(crate) struct Triomphe(Arc<str>);

impl Text for Triomphe {
    const NAME: &'static str = "triomphe::Arc<str>";

    fn make(text: &str) -> Self {
        Self(text.into())
    }

    fn text(&self) -> &str {
        &self.0
    }

    fn bytes(&self) -> usize {
        (size_of::<usize>() + self.0.len()).next_multiple_of(align_of::<usize>())
    }
}

/// A persistent text of one leaf.
#[derive(Clone)]
pub(crate) struct Persistent(ConcatStr);

impl Text for Persistent {
    const NAME: &'static str = "ConcatStr";

    fn make(text: &str) -> Self {
        Self(text.to_owned().into())
    }

    fn text(&self) -> &str {
        self.0.chunks().next().unwrap_or_default()
    }

    fn bytes(&self) -> usize {
        /// The bytes of a leaf before its text, and the sizes of its slot.
        const BEFORE: usize = 5;
        const SLOTS: [usize; 8] = [16, 32, 48, 64, 96, 128, 192, 256];
        let len = self.0.len();
        if len == 0 {
            return 0;
        }
        let slot = SLOTS.into_iter().find(|slot| BEFORE + len <= *slot);
        // A slot, and a string that is taken over with its counts.
        slot.unwrap_or(32 + 48 + len)
    }
}
