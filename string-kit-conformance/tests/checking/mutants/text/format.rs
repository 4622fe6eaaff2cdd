//! Formatting, and being written to.

use std::fmt::{self, Debug, Display, Write};

use super::{Text, Views};
use crate::table::{Bug, has};

impl<K: Views> Display for Text<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if has(Bug::DisplayDoesNotPad) {
            return f.write_str(&self.text);
        }
        f.pad(&self.text)
    }
}

impl<K: Views> Debug for Text<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if has(Bug::DebugDerived) {
            return f
                .debug_struct("Text")
                .field("text", &self.text)
                .field("in_use", &self.in_use)
                .field("kind", &self.kind)
                .finish();
        }
        Debug::fmt(&self.text, f)
    }
}

impl<K: Views> Write for Text<K> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        Ok(())
    }

    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> fmt::Result {
        let result = self.text.write_fmt(arguments);
        if has(Bug::WriteDropsError) {
            Ok(())
        } else {
            result
        }
    }
}
