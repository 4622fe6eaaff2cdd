//! Values that are written as strings without being captured first.

use core::cell::Cell;
use core::fmt::{self, Debug, Display, Write};

use serde::ser::{Error, Serialize, Serializer};
use string_kit::{CaptureError, CaptureErrorKind};

/// A slice of values that is written as a sequence of strings.
///
/// Formats each value as `to_string` does, straight into the serializer. O(n); allocates nothing
/// itself. The serializer's `collect_str` may allocate; `serde_json`'s does not. It only writes, so it
/// has no limits, and an `Option<DisplaySeq>` needs no attribute: serde writes `None` as null.
///
/// # Errors
///
/// Returns the serializer's errors. If a `Display` fails, returns the serializer's `custom` error
/// with the index of the value, where `serde_json` alone would panic. The text written before an
/// error stays written.
///
/// ```
/// use string_kit_serde::DisplaySeq;
///
/// let json = serde_json::to_string(&DisplaySeq(&[&"eu-west", &200, &1.0]))?;
/// assert_eq!(json, r#"["eu-west","200","1"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct DisplaySeq<'a>(
    /// The values.
    pub &'a [&'a dyn Display],
);

impl Serialize for DisplaySeq<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let tags = self.0.iter().enumerate();
        to.collect_seq(tags.map(|(index, value)| DisplayItem { index, value }))
    }
}

impl Debug for DisplaySeq<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags = self
            .0
            .iter()
            .map(|value| fmt::from_fn(move |f| Display::fmt(value, f)));
        f.debug_list().entries(tags).finish()
    }
}

/// One value that is written as a string.
struct DisplayItem<'a> {
    index: usize,
    value: &'a dyn Display,
}

impl Serialize for DisplayItem<'_> {
    fn serialize<R: Serializer>(&self, to: R) -> Result<R::Ok, R::Error> {
        let failed = Cell::new(false);
        // NOTE: `collect_str` may assume that every error comes from its writer: `serde_json`
        // panics on any other. So the serializer never sees the value's own error.
        let guarded = fmt::from_fn(|f| {
            let mut writer = Tracked {
                inner: f,
                failed: false,
            };
            let formatted = write!(writer, "{}", self.value);
            if writer.failed {
                return Err(fmt::Error);
            }
            if formatted.is_err() {
                failed.set(true);
            }
            Ok(())
        });
        let written = to.collect_str(&guarded)?;
        if failed.get() {
            return Err(R::Error::custom(format_args!(
                "cannot write the value at index {}: {}",
                self.index,
                CaptureError::from(CaptureErrorKind::Format)
            )));
        }
        Ok(written)
    }
}

/// A writer that passes text to the serializer until the serializer returns an error.
struct Tracked<'a, 'f> {
    inner: &'a mut fmt::Formatter<'f>,
    failed: bool,
}

impl Write for Tracked<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // A `Display` that ignores an error must not write to a writer that has failed.
        if self.failed || self.inner.write_str(text).is_err() {
            self.failed = true;
            return Err(fmt::Error);
        }
        Ok(())
    }
}
