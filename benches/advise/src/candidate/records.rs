//! Scenarios of whole records: the fields of a record are kept together.

use std::marker::PhantomData;

use compact_str::CompactString;
use smol_str::SmolStr;
use string_kit::{CapturedStr, SharedStr, StrList};
use string_kit_measure::run::twin;

use crate::scenario::{Holder, Script, Stateless, Turns, together};

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
    /// True if a record is one list.
    pub(crate) is_list: bool,
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
        measured: |script| together::<_, Boxed<S>, TWIN>(script),
    }
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
}
