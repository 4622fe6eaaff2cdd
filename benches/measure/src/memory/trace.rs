//! A program's calls of its allocator, event by event: the lines that they are saved as, their sums
//! and their curve.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::failure::Fault;
use crate::lines::{self, Limited};

/// One call of an allocator; a reallocation is two events.
///
/// The article *Small strings in Rust* saved these lines of JSON. Other fields in them are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Event {
    Alloc(Block),
    Freed(Block),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Block {
    pub addr: usize,
    /// The number of bytes that were asked for.
    pub size: usize,
}

impl Event {
    pub const fn block(&self) -> Block {
        let (Self::Alloc(block) | Self::Freed(block)) = *self;
        block
    }

    /// Returns the number of bytes that the event adds to those held.
    pub const fn bytes(&self) -> isize {
        match self {
            Self::Alloc(block) => block.size.cast_signed(),
            Self::Freed(block) => -block.size.cast_signed(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The events. A reallocation is two: the new block, then the old one, since both exist if the
    /// bytes are copied. The allocator does not tell whether they were: a peak is an upper bound.
    pub events: Vec<Event>,
    /// The number of events that came when there was no more room.
    pub lost: usize,
    /// The number of frees of a block that is not held, which were left out: the trace begins late,
    /// or a block is freed twice.
    pub unmatched: usize,
}

const FORMAT: &str = r#"each line is to be like {"Alloc":{"addr":4096,"size":8}} or "Freed""#;

/// The most bytes of a line, and of a file: some ten million events.
const LINE: usize = 4 << 10;
const FILE: usize = 512 << 20;

const TOO_LARGE: &str = "the sizes add up to more than memory can be";

impl Trace {
    /// Adds an event, or counts it as lost: it does not allocate.
    pub(super) fn push(&mut self, event: Option<Event>) {
        let has_room = self.events.len() < self.events.capacity();
        self.lost += usize::from(event.is_some() && !has_room);
        self.events.extend(event.filter(|_| has_room));
    }

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
        Self::from_bytes(file, path)
    }

    #[doc(hidden)] // Beside [`Self::read`], only the fuzzer calls it.
    pub fn from_bytes(bytes: impl Read, path: &Path) -> Result<Self, Fault> {
        let bytes = Limited::buffered(bytes, LINE, FILE);
        let mut trace = Self::default();
        // The blocks that are held. A block that grows in place is there twice for a moment.
        let mut held = HashMap::<Block, usize>::new();
        // All sizes together: never less than what is held.
        let mut allocated = 0_isize;
        lines::json(bytes, path, FORMAT, |number, event: Event| {
            let size = isize::try_from(event.block().size).ok();
            let sum = size.and_then(|size| size.checked_add(allocated));
            allocated = sum.ok_or_else(|| Fault::at(path, number, 1, TOO_LARGE, FORMAT))?;
            let count = held.entry(event.block()).or_default();
            let after = match event {
                Event::Alloc(_) => Some(*count + 1),
                Event::Freed(_) => count.checked_sub(1),
            };
            match after {
                Some(after) => {
                    *count = after;
                    trace.events.push(event);
                }
                None => trace.unmatched += 1,
            }
            if after.is_none_or(|after| after == 0) {
                held.remove(&event.block());
            }
            Ok(())
        })?;
        if trace.events.is_empty() {
            let reason = match trace.unmatched {
                0 => "there are no events in it",
                _ => "it frees only blocks that it does not allocate",
            };
            return Err(Fault::in_file(path, reason, FORMAT));
        }
        Ok(trace)
    }
}

/// The most points of a curve: more than a screen has columns.
const POINTS: usize = 200;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    pub events: usize,
    pub bytes: usize,
}

/// The sums and the curve of a trace; bytes are those that were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub allocated: Total,
    pub freed: Total,
    pub peak: isize,
    /// The number of each event and the bytes held after it; thinned out, but for the peaks.
    pub curve: Vec<(usize, isize)>,
}

impl Summary {
    pub fn new(trace: &Trace) -> Self {
        let [mut allocated, mut freed] = [Total::default(); 2];
        let mut held = 0;
        let mut points = vec![(0, 0)];
        points.extend((1..).zip(&trace.events).map(|(number, event)| {
            held += event.bytes();
            let total = match event {
                Event::Alloc(_) => &mut allocated,
                Event::Freed(_) => &mut freed,
            };
            total.events += 1;
            total.bytes += event.block().size;
            (number, held)
        }));
        Self {
            allocated,
            freed,
            peak: points.iter().map(|(_, held)| *held).max().unwrap_or(0),
            curve: thin(points),
        }
    }
}

/// Keeps, of too many points, the least and the greatest of each bundle, and the last of all.
fn thin(points: Vec<(usize, isize)>) -> Vec<(usize, isize)> {
    if points.len() <= POINTS {
        return points;
    }
    let bundle = points.len().div_ceil(POINTS / 2 - 1);
    let held = |point: &&(usize, isize)| point.1;
    let mut thin = Vec::new();
    for bundle in points.chunks(bundle) {
        let extremes = [
            bundle.iter().min_by_key(held),
            bundle.iter().max_by_key(held),
        ];
        thin.extend(extremes.iter().min().copied().flatten());
        thin.extend(extremes.iter().max().copied().flatten());
    }
    thin.extend(points.last());
    thin.dedup();
    thin
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the summary of blocks of these sizes, each given back at once, and of one of 7 bytes
    /// that is kept.
    fn summary(sizes: impl Iterator<Item = usize>) -> Summary {
        let block = |size| Block { addr: 4096, size };
        let pair = |size| [Event::Alloc(block(size)), Event::Freed(block(size))];
        let kept = [Event::Alloc(block(7))];
        let events = sizes.flat_map(pair).chain(kept).collect();
        Summary::new(&Trace {
            events,
            ..Trace::default()
        })
    }

    #[test]
    fn a_thin_curve_keeps_the_peak_and_the_last_event() {
        let short = summary([3].into_iter());
        assert_eq!(short.curve, [(0, 0), (1, 3), (2, 0), (3, 7)]);
        let total = |events, bytes| Total { events, bytes };
        let totals = (short.allocated, short.freed, short.peak);
        assert_eq!(totals, (total(2, 10), total(1, 3), 7));
        let size = |number| if number == 77_777 { 1_000_000 } else { 8 };
        let long = summary((0..100_000).map(size));
        assert!(long.curve.len() <= POINTS);
        assert!(long.curve.contains(&(155_555, 1_000_000)));
        assert_eq!(long.curve.last(), Some(&(200_001, 7)));
        assert_eq!(long.peak, 1_000_000);
    }

    #[test]
    fn frees_of_blocks_that_are_not_held_are_counted_and_left_out() {
        let lines = |events: &[(&str, usize, usize)]| -> String {
            let line = |&(kind, addr, size): &_| {
                format!("{{\"{kind}\":{{\"addr\":{addr},\"size\":{size}}}}}\n")
            };
            events.iter().map(line).collect()
        };
        let read = |text: &str| Trace::from_bytes(text.as_bytes(), Path::new("trace"));
        let held = |trace: &Trace| Summary::new(trace).curve.last().unwrap().1;
        // It begins late, grows a block in place, and frees twice, once with another size.
        let text = lines(&[
            ("Freed", 16, 200),
            ("Alloc", 32, 8),
            ("Alloc", 32, 16),
            ("Freed", 32, 8),
            ("Freed", 32, 8),
            ("Freed", 32, 99),
        ]);
        let trace = read(&text).unwrap();
        let counts = (trace.events.len(), trace.unmatched, held(&trace));
        assert_eq!(counts, (3, 3, 16));
        let fault = read(&lines(&[("Freed", 16, 208)])).unwrap_err().to_string();
        let reason = "it frees only blocks that it does not allocate";
        assert!(fault.contains(reason), "{fault}");
    }
}
