//! The JSON workload: records are read, and the strings of some of their fields kept.

mod rows;

use std::cell::OnceCell;
use std::fmt::{self, Display};

use serde::Deserializer;
use serde_json::Error;
use string_kit_measure::Subject;
use string_kit_types::rivals::str_list;
use string_kit_types::types::string;
use string_kit_types::{Facts, Kept, Representation, Work, representations};

use rows::{Columns, Keep, Owned, Rows, Table};
use string_kit_data::Records;

const BASELINE: Facts = <string::This as Representation>::FACTS;

/// The name of the reading that keeps borrows of the text.
pub(crate) const BORROWED: &str = "&str";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A reader, byte by byte; the text is never in memory as a whole.
    Reader,
    /// A copy of the text in memory. It is made first and freed last; borrowed strings keep it.
    Memory,
}

impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Reader => "reader",
            Self::Memory => "memory",
        })
    }
}

/// One way to keep the strings of records, from one source.
pub(crate) struct Reading {
    pub(crate) source: Source,
    pub(crate) read: Read,
}

/// Reads within a call of the function, and drops what was kept after it; returns copies of the
/// strings that were kept, record by record, or the place where the text is no array of records
/// whose fields are strings.
type Read = fn(&Records, Source, &mut dyn FnMut(&mut dyn FnMut())) -> Result<Vec<String>, Error>;

/// Returns every representation from either source, string-kit's list, and text that is borrowed.
pub(crate) fn readings() -> Vec<Subject<Reading>> {
    let mut owning = representations::<OwnedReading>();
    owning.retain(|listed| !listed.is_twin);
    let list = (str_list::This::FACTS, owned::<Columns> as Read);
    let ways = owning
        .into_iter()
        .map(|listed| (listed.facts, listed.work.0));
    let from_both = ways.chain([list]).flat_map(|(facts, read)| {
        [Source::Reader, Source::Memory].map(|source| Subject {
            is_reference: facts.id == BASELINE.id,
            ..Subject::new(facts.name, facts.id, Reading { source, read })
        })
    });
    let (source, read): (_, Read) = (Source::Memory, borrowed);
    let borrowing = Subject::new(BORROWED, "borrowed", Reading { source, read });
    from_both.chain([borrowing]).collect()
}

struct OwnedReading(Read);

impl Work for OwnedReading {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        Self(owned::<Table<Owned<S>>>)
    }
}

fn owned<K: for<'de> Keep<'de>>(
    records: &Records,
    source: Source,
    around: &mut dyn FnMut(&mut dyn FnMut()),
) -> Result<Vec<String>, Error> {
    let fields = &records.fields;
    let mut kept = None;
    around(&mut || {
        let mut keep = K::new(fields.len());
        let read = match source {
            Source::Reader => {
                let mut from = serde_json::Deserializer::from_reader(records.json.as_bytes());
                read(&mut from, fields, &mut keep)
            }
            Source::Memory => {
                let text = records.json.clone();
                let mut from = serde_json::Deserializer::from_slice(text.as_bytes());
                read(&mut from, fields, &mut keep)
            }
        };
        keep.finish();
        kept = Some(read.map(|()| keep));
    });
    Ok(kept.expect("what is measured has run")?.texts())
}

fn borrowed(
    records: &Records,
    _: Source,
    around: &mut dyn FnMut(&mut dyn FnMut()),
) -> Result<Vec<String>, Error> {
    let text = OnceCell::new();
    let mut kept = None;
    around(&mut || {
        let text = text.get_or_init(|| records.json.clone());
        let mut keep = Table::<&str>::new(records.fields.len());
        let mut from = serde_json::Deserializer::from_slice(text.as_bytes());
        let read = read(&mut from, &records.fields, &mut keep);
        keep.finish();
        kept = Some(read.map(|()| keep));
    });
    Ok(kept.expect("what is measured has run")?.texts())
}

fn read<'de, R: serde_json::de::Read<'de>>(
    from: &mut serde_json::Deserializer<R>,
    fields: &[String],
    keep: &mut impl Keep<'de>,
) -> Result<(), Error> {
    from.deserialize_seq(Rows { fields, keep })?;
    from.end()
}
