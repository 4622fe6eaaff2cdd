//! Capacity and memory.

use super::Text;
use crate::mutants::table::{Bug, has};

impl<K> Text<K> {
    pub(super) fn capacity(&self) -> usize {
        if has(Bug::CapacityRoundsUp) {
            return self.text.capacity().next_multiple_of(16);
        }
        if has(Bug::CapacityIsSpare) {
            return self.text.capacity() - self.text.len();
        }
        self.text.capacity()
    }

    pub(super) fn with_capacity(room: usize) -> Self {
        Self::of(String::with_capacity(room))
    }

    pub(super) fn reserve(&mut self, more: usize) {
        let wrapped = self.text.len().wrapping_add(more);
        if has(Bug::ReserveWraps) && wrapped <= self.text.capacity() {
            return;
        }
        self.text.reserve(more);
    }

    pub(crate) fn try_reserve(&mut self, more: usize) -> bool {
        if has(Bug::FailedReserveLeaks) {
            let mut copy = String::new();
            if copy.try_reserve(self.text.len()).is_err() {
                return false;
            }
            copy.push_str(&self.text);
            let has_room = self.text.try_reserve(more).is_ok();
            if !has_room {
                std::mem::forget(copy);
            }
            return has_room;
        }
        self.text.try_reserve(more).is_ok()
    }

    pub(super) fn shrink_to_fit(&mut self) {
        if has(Bug::ShrinkCuts) && self.text.len() <= 24 {
            self.text.pop();
        }
        if has(Bug::ShrinkGrows) {
            self.text.shrink_to(self.text.len().next_multiple_of(64));
            self.text
                .reserve_exact(self.text.len().next_multiple_of(64) - self.text.len());
            return;
        }
        self.text.shrink_to_fit();
    }

    pub(super) fn try_push_str(&mut self, more: &str) -> bool {
        if has(Bug::FailedPushLoses) {
            let mut text = std::mem::take(&mut self.text);
            if text.try_reserve(more.len()).is_err() {
                return false;
            }
            text.push_str(more);
            self.text = text;
            return true;
        }
        let has_room = self.text.try_reserve(more.len()).is_ok();
        if has_room {
            self.text.push_str(more);
        }
        has_room
    }

    pub(super) fn try_from_str(text: &str) -> Option<Self> {
        let mut copy = Self::new();
        copy.try_push_str(text).then_some(copy)
    }

    pub(super) fn repeat(&self, times: usize) -> Self {
        if has(Bug::RepeatWraps) {
            let mut text = String::with_capacity(self.text.len().wrapping_mul(times));
            while text.len() + self.text.len() <= text.capacity() && !self.text.is_empty() {
                text.push_str(&self.text);
            }
            return Self::of(text);
        }
        Self::of(self.text.repeat(times))
    }

    pub(super) fn heap_size(&self) -> usize {
        if has(Bug::HeapSizeIsLength) {
            return self.text.len();
        }
        self.text.capacity()
    }
}
