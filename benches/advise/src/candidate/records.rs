//! Scenarios of whole records: the fields of a record are kept together.

use std::marker::PhantomData;

use compact_str::CompactString;
use smol_str::SmolStr;
use string_kit::{CapturedStr, SharedStr, StrList};
use string_kit_measure::run::twin;

use super::Blocks;
use crate::scenario::{Holder, Map, Script, Stateless, Turns, together};

/// A record: the texts of its fields.
pub(crate) type Record<'a> = [&'a str];

/// A way to keep the fields of a record together.
#[derive(Clone, Debug)]
pub(crate) struct RecordCandidate {
    /// The name of the type that keeps one text, or all.
    pub(crate) name: String,
    /// The identifier of the candidate that keeps texts by the same type.
    pub(crate) id: &'static str,
    /// The bytes of a record in place.
    pub(crate) size: usize,
    /// True if a record is one list, whose memory depends on the bytes of all texts together.
    pub(crate) is_list: bool,
    /// Returns the blocks of a record with texts of these lengths.
    pub(crate) memory: fn(&[usize]) -> Blocks,
    /// Prepares a script of records.
    pub(crate) measured: Prepare,
}

type Prepare = for<'a> fn(&'a Script<'a, Record<'a>>) -> Result<Turns<'a>, &'static str>;

/// Returns all ways: a box of `String`, its twin, and the others.
pub(crate) fn record_candidates() -> Vec<RecordCandidate> {
    vec![
        boxed::<String, false>("string"),
        boxed::<String, true>("string"),
        boxed::<SmolStr, false>("smol_str"),
        boxed::<CompactString, false>("compact_string"),
        boxed::<SharedStr, false>("shared_str"),
        RecordCandidate {
            name: "StrList".to_owned(),
            id: "str_list",
            size: size_of::<StrList>(),
            is_list: true,
            memory: |lengths| {
                let text = longest(lengths);
                let texts: Vec<&str> = pieces(&text, lengths).collect();
                let mut blocks = Blocks::default();
                let heap = StrList::from(&*texts).heap_size();
                blocks.add(heap as u64, align_of::<usize>() as u64, 1);
                blocks
            },
            measured: |script| together::<_, List, false>(script),
        },
    ]
}

fn boxed<S: CapturedStr + Send + Sync, const TWIN: bool>(id: &'static str) -> RecordCandidate {
    let name = S::PROFILE.name.to_owned();
    RecordCandidate {
        name: if TWIN { twin(&name) } else { name },
        id,
        size: size_of::<Box<[S]>>(),
        is_list: false,
        memory: |lengths| {
            let mut blocks = Blocks::default();
            let values = lengths.len() * size_of::<S>();
            blocks.add(values as u64, align_of::<S>() as u64, 1);
            let text = longest(lengths);
            for text in pieces(&text, lengths) {
                let heap = S::from_text(text).heap_size();
                blocks.add(heap as u64, align_of::<usize>() as u64, 1);
            }
            blocks
        },
        measured: |script| together::<_, Boxed<S>, TWIN>(script),
    }
}

/// Returns a text that is as long as the longest.
fn longest(lengths: &[usize]) -> String {
    "x".repeat(lengths.iter().max().copied().unwrap_or_default())
}

/// Returns texts of these lengths, which begin one that is as long as the longest.
fn pieces<'a>(text: &'a str, lengths: &'a [usize]) -> impl Iterator<Item = &'a str> {
    lengths.iter().map(|&length| &text[..length])
}

/// Records that are boxed slices of strings.
struct Boxed<S>(PhantomData<S>);

impl<S> Default for Boxed<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<S> Stateless for Boxed<S> {}

impl<S: CapturedStr> Holder<Record<'_>> for Boxed<S> {
    type Text = Box<[S]>;

    #[inline]
    fn capture(&mut self, record: &Record<'_>) -> Box<[S]> {
        record.iter().map(|text| S::from_text(text)).collect()
    }

    #[inline]
    fn read<'a>(&'a self, record: &'a Box<[S]>, field: usize) -> &'a str {
        record.get(field).map_or("", S::as_str)
    }

    fn lookup(&self, _map: &Map<Box<[S]>>, _record: &Record<'_>) -> Option<u32> {
        None
    }
}

/// Records that are lists in 16 bytes.
#[derive(Default)]
struct List;

impl Stateless for List {}

impl Holder<Record<'_>> for List {
    type Text = StrList;

    #[inline]
    fn capture(&mut self, record: &Record<'_>) -> StrList {
        StrList::from(record)
    }

    #[inline]
    fn read<'a>(&'a self, record: &'a StrList, field: usize) -> &'a str {
        record.get(field).unwrap_or_default()
    }

    fn lookup(&self, _map: &Map<StrList>, _record: &Record<'_>) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blocks_of_a_record_are_those_of_its_fields() {
        let all = record_candidates();
        let asked = |lengths: &[usize]| {
            let blocks = all.iter().map(|one| (one.memory)(lengths));
            let asked = blocks.map(|blocks| (blocks.asked(), blocks.count()));
            asked.collect::<Vec<_>>()
        };
        assert_eq!(asked(&[]), [(0, 0); 6]);
        let string = (3 * 24 + 5 + 30, 3);
        let list = (8 + 3 + 35, 1);
        // Behind its reference counts, an `Arc<str>` is rounded up to a multiple of 8.
        let smol_str = (3 * 24 + 48, 2);
        let of = asked(&[5, 0, 30]);
        assert_eq!(of[..3], [string, string, smol_str]);
        assert_eq!(of[5], list);
        assert_eq!(asked(&[5, 6])[5], (0, 0), "a short list is inline");
    }
}
