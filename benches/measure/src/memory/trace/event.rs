//! Events, and the lines that they are saved as.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::lines::{Limited, Lines};

/// One call of an allocator; a reallocation is two events.
///
/// The article *Small strings in Rust* saved lines of JSON with these names. The time is an addition, which
/// that article's reader skips and this one does not need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Event {
    /// A block was handed out.
    Alloc(Block),
    /// A block was given back.
    Freed(Block),
}

/// The block that an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Block {
    /// Its address.
    pub addr: usize,
    /// The number of bytes that were asked for.
    pub size: usize,
    /// Nanoseconds since the start of the trace, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ns: Option<u64>,
}

impl Event {
    /// Returns the block.
    #[must_use]
    pub const fn block(&self) -> Block {
        let (Self::Alloc(block) | Self::Freed(block)) = *self;
        block
    }

    /// Returns the number of bytes that the event adds to those held.
    #[must_use]
    pub const fn bytes(&self) -> isize {
        match self {
            Self::Alloc(block) => block.size.cast_signed(),
            Self::Freed(block) => -block.size.cast_signed(),
        }
    }
}

/// The events of one scope, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The events. A reallocation is two: the new block, then the old one, since both exist if the bytes
    /// are copied. The allocator does not tell whether they were: a peak is an upper bound.
    pub events: Vec<Event>,
    /// The number of events that came when the buffer was full.
    pub lost: usize,
}

/// The form of a line.
const FORMAT: &str = r#"each line is to be like {"Alloc":{"addr":4096,"size":8}} or "Freed""#;

/// The most bytes of a line, and of a file: some ten million events.
const LINE: usize = 4 << 10;
const FILE: usize = 512 << 20;

const TOO_LARGE: &str = "the sizes add up to more than memory can be";

impl Trace {
    /// Writes the events, one line of JSON each.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for event in &self.events {
            serde_json::to_writer(&mut *out, event)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Reads events; empty lines are passed over.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
        Self::parse(file, path)
    }

    /// Reads events from bytes, for fuzzing.
    #[doc(hidden)]
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, Fault> {
        Self::parse(bytes, path)
    }

    fn parse(bytes: impl Read, path: &Path) -> Result<Self, Fault> {
        let unreadable = |error| Fault::unreadable(path, &error);
        let mut lines = Lines::new(Limited::buffered(bytes, LINE, FILE));
        let mut events = Vec::new();
        // All sizes together: never less than what is held.
        let mut allocated = 0;
        while let Some((number, line)) = lines.next_line().map_err(unreadable)? {
            let line = line.trim_ascii();
            if line.is_empty() {
                continue;
            }
            let event: Event = serde_json::from_slice(line)
                .map_err(|error| Fault::json_line(path, number, &error, FORMAT))?;
            allocated = isize::try_from(event.block().size)
                .ok()
                .and_then(|size| size.checked_add(allocated))
                .ok_or_else(|| Fault::at(path, number, 1, TOO_LARGE, FORMAT))?;
            events.push(event);
        }
        if events.is_empty() {
            return Err(Fault::of(path, "there are no events in it", FORMAT));
        }
        Ok(Self { events, lost: 0 })
    }
}
