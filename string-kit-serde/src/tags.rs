//! Values written as strings: what capture is for, without the capture.

use core::cell::Cell;
use core::fmt::{self, Debug, Display, Write};

use serde::ser::{Error, Serialize, Serializer};

/// A slice of values, written as a sequence of strings.
///
/// Each is the text that `to_string` gives, formatted straight into the serializer: O(n), and no
/// allocation but what the serializer's `collect_str` takes, which for `serde_json`'s writers is
/// none.
///
/// # Errors
///
/// The serializer's; and its `custom` error if a value's `Display` returns one, where `serde_json`
/// would panic. What was written by then stays written.
///
/// ```
/// use string_kit_serde::Tags;
///
/// let json = serde_json::to_string(&Tags(&[&"eu-west", &200, &1.0]))?;
/// assert_eq!(json, r#"["eu-west","200","1"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tags<'a>(
    /// The values.
    pub &'a [&'a dyn Display],
);

impl Serialize for Tags<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        to.collect_seq(self.0.iter().map(|value| Tag(*value)))
    }
}

impl Debug for Tags<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags = self.0.iter().map(|value| Tag(*value));
        f.debug_list().entries(tags).finish()
    }
}

/// One value, written as a string.
struct Tag<'a>(&'a dyn Display);

impl Serialize for Tag<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let checked = Checked {
            value: self.0,
            failed: Cell::new(false),
        };
        let written = to.collect_str(&checked)?;
        if checked.failed.get() {
            return Err(R::Error::custom(
                "a Display implementation returned an error",
            ));
        }
        Ok(written)
    }
}

impl Debug for Tag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self.0, f)
    }
}

/// The value, with its own errors kept from the serializer.
///
/// `collect_str` may take it for granted that an error is its writer's: `serde_json` panics on
/// another.
struct Checked<'a> {
    value: &'a dyn Display,
    failed: Cell<bool>,
}

impl Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Watched {
            inner: f,
            failed: false,
        };
        let formatted = write!(writer, "{}", self.value);
        if writer.failed {
            return Err(fmt::Error);
        }
        if formatted.is_err() {
            self.failed.set(true);
        }
        Ok(())
    }
}

/// Passes text on, and notes if the serializer refused it; then passes on no more.
struct Watched<'a, 'f> {
    inner: &'a mut fmt::Formatter<'f>,
    failed: bool,
}

impl Write for Watched<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // A `Display` that goes on after an error must not come by a writer that has failed.
        if self.failed || self.inner.write_str(text).is_err() {
            self.failed = true;
            return Err(fmt::Error);
        }
        Ok(())
    }
}
