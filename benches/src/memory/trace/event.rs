//! Events, and the lines that they are saved as.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

/// One thing that was asked of an allocator.
///
/// A line of JSON with these names is what the write-up *Small strings in Rust* saved; the time is
/// an addition that its reader passes over and that ours does without.
///
/// ```
/// use string_kit_benches::measure::{Block, Event};
///
/// let line = r#"{"Freed":{"addr":4096,"size":8}}"#;
/// let event: Event = serde_json::from_str(line)?;
/// assert_eq!(event, Event::Freed(Block { addr: 4096, size: 8, ns: None }));
/// assert_eq!(serde_json::to_string(&event)?, line);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Event {
    /// A block was handed out.
    Alloc(Block),
    /// A block was given back.
    Freed(Block),
}

/// The block that an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Block {
    /// Where it is.
    pub addr: usize,
    /// How many bytes were asked for.
    pub size: usize,
    /// When it happened, in nanoseconds from the start of the trace, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns: Option<u64>,
}

impl Event {
    /// The block that it is about.
    ///
    /// ```
    /// use string_kit_benches::measure::{Block, Event};
    ///
    /// let block = Block { addr: 4096, size: 8, ns: None };
    /// assert_eq!(Event::Alloc(block).block(), block);
    /// ```
    #[must_use]
    pub(crate) const fn block(&self) -> Block {
        let (Self::Alloc(block) | Self::Freed(block)) = *self;
        block
    }

    /// By how many bytes it changes what is held.
    ///
    /// ```
    /// use string_kit_benches::measure::{Block, Event};
    ///
    /// assert_eq!(Event::Freed(Block { addr: 4096, size: 8, ns: None }).bytes(), -8);
    /// ```
    #[must_use]
    pub(crate) const fn bytes(&self) -> isize {
        match self {
            Self::Alloc(block) => block.size.cast_signed(),
            Self::Freed(block) => -block.size.cast_signed(),
        }
    }
}

/// The events of one scope, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The events. A block that was made longer or shorter is two of them: the new one, then the
    /// old, since both are there if the bytes are copied. Whether they were, the allocator does not
    /// tell: a peak is the most that there can have been.
    pub events: Vec<Event>,
    /// How many came when the buffer was full.
    pub lost: usize,
}

impl Trace {
    /// Writes the events, one line of JSON each.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    ///
    /// ```
    /// use string_kit_benches::measure::{Block, Event, Trace};
    ///
    /// let events = vec![Event::Alloc(Block { addr: 4096, size: 8, ns: Some(25) })];
    /// let mut lines = Vec::new();
    /// Trace { events, lost: 0 }.write_lines(&mut lines)?;
    /// assert_eq!(lines, b"{\"Alloc\":{\"addr\":4096,\"size\":8,\"ns\":25}}\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub(crate) fn write_lines(&self, out: &mut impl Write) -> io::Result<()> {
        for event in &self.events {
            serde_json::to_writer(&mut *out, event)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}
