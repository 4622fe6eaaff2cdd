//! Types that keep the versions of a text that is edited.

use std::sync::Arc;

use string_kit_concat::ConcatStr;

use super::keystrokes::Edit;

/// A text that is edited, and whose versions are kept by a clone.
pub(crate) trait Editor: Clone {
    /// The name in reports.
    const NAME: &'static str;

    /// The most edits of which all versions are kept.
    const MOST_KEPT: usize = usize::MAX;

    /// The most edits where fewer versions are kept.
    const MOST: usize = usize::MAX;

    fn of(text: &str) -> Self;

    fn edit(&mut self, edit: &Edit);

    /// Copies the text.
    fn copied(&self) -> String;

    /// Returns a byte.
    fn byte(&self, at: usize) -> u8;
}

impl Editor for ConcatStr {
    const NAME: &'static str = "ConcatStr";

    fn of(text: &str) -> Self {
        text.into()
    }

    fn edit(&mut self, edit: &Edit) {
        self.replace_range(edit.at..edit.at + edit.del, &edit.text);
    }

    fn copied(&self) -> String {
        self.into()
    }

    fn byte(&self, at: usize) -> u8 {
        self.byte_at(at).expect("it is within the text")
    }
}

impl Editor for crop::Rope {
    const NAME: &'static str = "crop::Rope";
    const MOST_KEPT: usize = 300_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn edit(&mut self, edit: &Edit) {
        self.replace(edit.at..edit.at + edit.del, &edit.text);
    }

    fn copied(&self) -> String {
        self.to_string()
    }

    fn byte(&self, at: usize) -> u8 {
        crop::Rope::byte(self, at)
    }
}

impl Editor for ropey::Rope {
    const NAME: &'static str = "ropey::Rope";
    const MOST_KEPT: usize = 300_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn edit(&mut self, edit: &Edit) {
        let at = self.byte_to_char(edit.at);
        if edit.del > 0 {
            self.remove(at..self.byte_to_char(edit.at + edit.del));
        }
        if !edit.text.is_empty() {
            self.insert(at, &edit.text);
        }
    }

    fn copied(&self) -> String {
        self.to_string()
    }

    fn byte(&self, at: usize) -> u8 {
        ropey::Rope::byte(self, at)
    }
}

impl Editor for im::Vector<u8> {
    const NAME: &'static str = "im::Vector<u8>";
    const MOST_KEPT: usize = 20_000;

    fn of(text: &str) -> Self {
        text.bytes().collect()
    }

    fn edit(&mut self, edit: &Edit) {
        let end = self.split_off(edit.at);
        self.extend(edit.text.bytes());
        self.append(end.skip(edit.del));
    }

    fn copied(&self) -> String {
        let bytes = self.iter().copied().collect();
        String::from_utf8(bytes).expect("the edits are of characters")
    }

    fn byte(&self, at: usize) -> u8 {
        self[at]
    }
}

impl Editor for String {
    const NAME: &'static str = "String";
    const MOST_KEPT: usize = 20_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn edit(&mut self, edit: &Edit) {
        self.replace_range(edit.at..edit.at + edit.del, &edit.text);
    }

    fn copied(&self) -> String {
        self.clone()
    }

    fn byte(&self, at: usize) -> u8 {
        self.as_bytes()[at]
    }
}

impl Editor for Arc<str> {
    const NAME: &'static str = "Arc<str>";
    const MOST_KEPT: usize = 20_000;
    const MOST: usize = 60_000;

    fn of(text: &str) -> Self {
        text.into()
    }

    fn edit(&mut self, edit: &Edit) {
        let parts = [&self[..edit.at], &edit.text, &self[edit.at + edit.del..]];
        *self = parts.concat().into();
    }

    fn copied(&self) -> String {
        (**self).to_owned()
    }

    fn byte(&self, at: usize) -> u8 {
        self.as_bytes()[at]
    }
}

/// Calls a macro with every type that keeps versions.
macro_rules! for_each_editor {
    ($add:ident) => {
        $add!(string_kit_concat::ConcatStr);
        $add!(crop::Rope);
        $add!(ropey::Rope);
        $add!(im::Vector<u8>);
        $add!(String);
        $add!(std::sync::Arc<str>);
    };
}
pub(crate) use for_each_editor;

#[cfg(test)]
mod tests {
    use super::super::keystrokes::Trace;
    use super::*;

    fn keeps_versions<E: Editor>() {
        let trace = Trace::drawn(600);
        let mut text = E::of(&trace.start);
        let mut kept = vec![text.clone()];
        for edit in &trace.edits {
            text.edit(edit);
            kept.push(text.clone());
        }
        for (edits, version) in kept.iter().enumerate().step_by(50) {
            let text = trace.text_after(edits);
            assert_eq!(version.copied(), text, "{}", E::NAME);
            if let Some(last) = text.len().checked_sub(1) {
                assert_eq!(version.byte(last), text.as_bytes()[last], "{}", E::NAME);
            }
        }
    }

    #[test]
    fn every_editor_keeps_the_versions_of_string() {
        macro_rules! check {
            ($editor:ty) => {
                keeps_versions::<$editor>();
            };
        }
        for_each_editor!(check);
    }
}
