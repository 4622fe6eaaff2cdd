//! Records whose fields are kept together: a box of strings, or one list.

use std::marker::PhantomData;

use compact_str::CompactString;
use smol_str::SmolStr;
use string_kit::{CapturedStr, SharedStr, StrList};

use super::{BASELINE, Candidate};
use crate::scenario::{Holder, Script, Turns, together};

/// A record: the texts of its fields.
pub(crate) type Record<'a> = [&'a str];

/// Prepares a scenario of records.
type MeasureRecords = for<'a> fn(&'a Script<'a, Record<'a>>) -> Result<Turns<'a>, &'static str>;

impl Candidate {
    /// Returns the name of the type that keeps one text of a record, or all.
    pub(crate) fn record_name(&self) -> &str {
        if self.is_list() {
            "StrList"
        } else {
            &self.name
        }
    }

    /// Returns the bytes of a record in place.
    pub(crate) fn record_size(&self) -> usize {
        if self.is_list() {
            self.size
        } else {
            size_of::<Box<[String]>>()
        }
    }

    /// Returns the measurement of records; none if no record is kept by this type.
    pub(crate) fn of_records(&self) -> Option<MeasureRecords> {
        match self.id {
            "string" if self.name == BASELINE => Some(boxed::<String, false>()),
            "string" => Some(boxed::<String, true>()),
            "smol_str" => Some(boxed::<SmolStr, false>()),
            "compact_string" => Some(boxed::<CompactString, false>()),
            "shared_str" => Some(boxed::<SharedStr, false>()),
            "str_list" => Some(|script| together::<_, List, false>(script)),
            _ => None,
        }
    }
}

fn boxed<S: CapturedStr + Send + Sync, const TWIN: bool>() -> MeasureRecords {
    |script| together::<_, Boxed<S>, TWIN>(script)
}

/// Records that are boxed slices of strings.
struct Boxed<S>(PhantomData<S>);

impl<S> Default for Boxed<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

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
