//! Collecting and joining.

use std::mem::{self, ManuallyDrop};
use std::ops::{Add, AddAssign};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Collects, Text};
use crate::mutants::table::{Bug, has};

impl<K> Text<K> {
    pub(super) fn concat(texts: &[impl AsRef<str>]) -> Self {
        if !has(Bug::ConcatReadsTwice) {
            return texts.iter().fold(Self::new(), |mut all, text| {
                all.push_str(text.as_ref());
                all
            });
        }
        let room: usize = texts.iter().map(|text| text.as_ref().len()).sum();
        let mut all = String::with_capacity(room);
        for text in texts {
            all.push_str(text.as_ref());
        }
        // A crate would read uninitialised memory here; the mutant has NULs.
        all.extend((all.len()..room).map(|_| '\0'));
        Self::of(all)
    }
}

impl<K: Collects> Extend<char> for Text<K> {
    fn extend<I: IntoIterator<Item = char>>(&mut self, chars: I) {
        if has(Bug::DroppedOverGap) {
            let mut chars = chars.into_iter();
            chars.by_ref().for_each(|c| self.text.push(c));
            self.text.push('\0');
            drop(chars);
            self.text.pop();
            return;
        }
        if has(Bug::NulWhileReserving) {
            let chars = chars.into_iter();
            self.text.push('\0');
            self.text.reserve(chars.size_hint().0);
            self.text.pop();
            return self.text.extend(chars);
        }
        if !has(Bug::PanicLeavesGap) {
            return self.text.extend(chars);
        }
        let mut chars = chars.into_iter();
        loop {
            let len = self.text.len();
            self.text.push_str("\0\0\0\0");
            let c = chars.next();
            self.text.truncate(len);
            let Some(c) = c else { break };
            self.text.push(c);
        }
    }
}

impl<'a, K: Collects> Extend<&'a str> for Text<K> {
    fn extend<I: IntoIterator<Item = &'a str>>(&mut self, texts: I) {
        if has(Bug::PanicSwallowed) {
            let extend = || texts.into_iter().for_each(|text| self.push_str(text));
            drop(catch_unwind(AssertUnwindSafe(extend)));
            return;
        }
        for text in texts {
            let spills = self.text.len() < 128 && self.text.len() + text.len() >= 128;
            if !(spills && has(Bug::DropsAtSpill)) {
                self.text.push_str(text);
            }
        }
    }
}

impl<K: Collects> Extend<String> for Text<K> {
    fn extend<I: IntoIterator<Item = String>>(&mut self, texts: I) {
        if has(Bug::WideCharPanics) {
            return texts.into_iter().for_each(|text| {
                assert!(text.chars().all(|c| c <= '\u{ffff}'), "no such character");
                self.text.push_str(&text);
            });
        }
        if has(Bug::PanicLeaks) {
            let mut text = ManuallyDrop::new(mem::take(&mut self.text));
            text.extend(texts);
            self.text = ManuallyDrop::into_inner(text);
            return;
        }
        if !self.in_use {
            self.in_use = has(Bug::PanicLeavesMark);
            self.text.extend(texts);
            self.in_use = false;
        }
    }
}

impl<K: Collects> FromIterator<char> for Text<K> {
    fn from_iter<I: IntoIterator<Item = char>>(chars: I) -> Self {
        let chars = chars.into_iter();
        let (least, _) = chars.size_hint();
        let mut text = Self::new();
        if has(Bug::HintIsLength) {
            text.text.reserve(least);
        }
        text.extend(chars);
        if has(Bug::HintIsLength) {
            // A crate would read uninitialised memory here; the mutant has NULs.
            text.text.extend((text.text.len()..least).map(|_| '\0'));
        }
        text
    }
}

impl<'a, K: Collects> FromIterator<&'a str> for Text<K> {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        Self::of(texts.into_iter().collect())
    }
}

impl<K: Collects> FromIterator<String> for Text<K> {
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Self {
        Self::of(texts.into_iter().collect())
    }
}

impl<K: Collects> Add<&str> for Text<K> {
    type Output = Self;

    fn add(mut self, more: &str) -> Self {
        self.push_str(more);
        self
    }
}

impl<K: Collects> AddAssign<&str> for Text<K> {
    fn add_assign(&mut self, more: &str) {
        self.push_str(more);
    }
}
