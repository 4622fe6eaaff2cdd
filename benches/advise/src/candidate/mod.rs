//! The ways to keep a field's texts, from which the advisor chooses.
//!
//! A candidate is an owned string type, a table that keeps each text once, or a list of a whole
//! column. Its memory is computed from a profile; its time is measured by a scenario.

mod blocks;
mod counted;
mod interned;
mod owned;

pub(crate) use blocks::Blocks;
pub(crate) use counted::TOLERANCE;

use compact_str::CompactString;
use smol_str::SmolStr;
use string_kit::{CapturedStr, SharedStr, StrList};

use crate::crates::Package;
use crate::profile::{Field, Lengths, Usage};
use crate::scenario::{Lists, Owned, Script, Turns, together};

/// A way to keep the texts of a field.
#[derive(Clone)]
pub(crate) struct Candidate {
    /// The name that readers know, such as `SmolStr` or `Arc<str> in a set`.
    pub(crate) name: String,
    /// The name for `--type`: a Rust identifier.
    pub(crate) id: &'static str,
    pub(crate) kind: Kind,
    /// The path of the type of a value, as users write it: `smol_str::SmolStr`.
    pub(crate) path: &'static str,
    /// The bytes of a value in place, and their alignment.
    pub(crate) size: usize,
    pub(crate) align: usize,
    /// The bytes of the longest text that an owned value keeps in place.
    pub(crate) inline: usize,
    pub(crate) is_mutable: bool,
    /// True if the clone of a text on the heap shares it.
    pub(crate) shares_clones: bool,
    /// Counts the requested bytes that the candidate keeps for these texts, under the laboratory's
    /// allocator; none if a table that lives as long as the process was filled before.
    pub(crate) kept: fn(&[&str]) -> Option<u64>,
    pub(crate) measured: Measure,
}

/// Prepares a scenario; returns the reason if the candidate cannot do an operation of it.
pub(crate) type Measure = for<'a> fn(&'a Script<'a, str>) -> Result<Turns<'a>, &'static str>;

/// Prepares a scenario of records, which are the texts of their fields.
type MeasureRecords = for<'a> fn(&'a Script<'a, [&'a str]>) -> Result<Turns<'a>, &'static str>;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Each value owns its text. The function returns the bytes on the heap of a value of a text.
    Owned(fn(&str) -> usize),
    /// A table keeps each text once; a value is a handle. The function adds the blocks of the table
    /// of distinct texts of these lengths.
    Interned(fn(&Lengths, &mut Blocks)),
    /// One list keeps all texts of a column.
    Column,
}

impl Candidate {
    /// Returns whether a table keeps each text once.
    pub(crate) fn is_interner(&self) -> bool {
        matches!(self.kind, Kind::Interned(_))
    }

    /// Returns whether one list keeps all texts.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Column)
    }

    /// Returns whether threads can share values.
    pub(crate) fn is_sync(&self) -> bool {
        self.id != "rc_str"
    }

    /// Returns whether the clones of a text on the heap count in one word, on which threads
    /// contend.
    pub(crate) fn clones_contend(&self) -> bool {
        let is_owned = matches!(self.kind, Kind::Owned(_));
        let is_counted = is_owned && self.shares_clones && self.id != "shared_str";
        is_counted || self.id == "arc_str_set"
    }

    /// Returns the package that defines the type; none for std's own.
    pub(crate) fn package(&self) -> Option<&'static Package> {
        Package::find(self.path)
    }

    /// Computes the memory of all texts of a field: the blocks of the values, and that of a vector
    /// of exact capacity that holds them.
    pub(crate) fn memory(&self, field: &Field) -> Blocks {
        self.memory_of(field, field.count())
    }

    /// Computes the memory of as many values as a program has alive, which captured the texts of a
    /// field in the course of time and cloned some: clones share a text if they live with it. A
    /// table keeps all texts.
    pub(crate) fn memory_of_alive(&self, field: &Field, usage: &Usage) -> Blocks {
        if self.is_interner() {
            return self.memory_of(field, usage.alive);
        }
        let texts = if self.shares_clones {
            usage.alive_owners()
        } else {
            usage.alive
        };
        let alive = Field {
            lengths: field.lengths.scaled(texts),
            ..Field::default()
        };
        self.memory_of(&alive, usage.alive)
    }

    fn memory_of(&self, field: &Field, values: u64) -> Blocks {
        let mut blocks = Blocks::default();
        self.add_blocks(field, &mut blocks);
        if !self.is_list() {
            let bytes = values.saturating_mul(self.size as u64);
            blocks.add(bytes, self.align as u64, 1);
        }
        blocks
    }

    /// Adds the blocks of all values of a field, or those of its table or list.
    pub(crate) fn add_blocks(&self, field: &Field, blocks: &mut Blocks) {
        let lengths = &field.lengths;
        match self.kind {
            Kind::Owned(heap_size) => owned::add_values(self.id, heap_size, lengths, blocks),
            Kind::Interned(add_table) => add_table(&interned::distinct(field), blocks),
            Kind::Column => blocks.add_lists(lengths.count(), lengths.bytes(), 1),
        }
    }

    /// Returns whether texts are read by the table that keeps them.
    pub(crate) fn is_read_by_table(&self) -> bool {
        matches!(self.id, "lasso" | "string_interner")
    }
}

/// Records whose fields are kept together: a box of strings, or one list.
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
            "str_list" => Some(|script| together::<_, Lists, false>(script)),
            _ => None,
        }
    }
}

fn boxed<S: CapturedStr + Send + Sync, const TWIN: bool>() -> MeasureRecords {
    |script| together::<_, Owned<S>, TWIN>(script)
}

/// The name of the candidate that the others are compared with.
pub(crate) const BASELINE: &str = "String";

/// Returns all candidates: `String`, its twin, the other representations, the tables, the list.
pub(crate) fn candidates() -> Vec<Candidate> {
    let mut all = owned::candidates();
    all.extend(interned::candidates());
    all.push(Candidate {
        name: "StrList of the column".to_owned(),
        id: "str_list",
        kind: Kind::Column,
        path: "string_kit::StrList",
        size: size_of::<StrList>(),
        align: align_of::<StrList>(),
        inline: 0,
        is_mutable: false,
        shares_clones: false,
        kept: |texts| Some(counted::kept_bytes(|| StrList::from_iter(texts))),
        measured: |_| {
            Err(
                "not timed, since a column is built once, and none of its strings is captured, \
                 cloned or dropped alone",
            )
        },
    });
    all
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use string_kit_measure::engine::Program;

    #[test]
    fn names_are_unique_and_the_baseline_comes_first_with_its_twin() {
        let names: Vec<String> = candidates().into_iter().map(|one| one.name).collect();
        assert_eq!(names[..2], ["String", "String (twin)"]);
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }

    #[test]
    fn strings_that_are_alive_take_their_share_of_the_memory() {
        let texts = ["a text that is longer than any that is inline"; 100];
        let field = Field::from_texts(&texts);
        let mut usage = Usage::default();
        usage.alive = 10;
        usage.owners = (40, 10);
        let asked = |id: &str| {
            let one = candidates().into_iter().find(|one| one.id == id).unwrap();
            let memory = |texts: &[&str]| one.memory(&Field::from_texts(texts)).asked();
            let alive = one.memory_of_alive(&field, &usage).asked();
            (alive, memory(&texts[..10]), memory(&texts), one.size as u64)
        };
        let (alive, of_ten, ..) = asked("string");
        assert_eq!(alive, of_ten);
        // A quarter of them are no clones.
        let (alive, of_ten, _, size) = asked("arc_str");
        assert_eq!(alive, 10 * size + (of_ten - 10 * size) / 10 * 3);
        let (alive, _, of_all, size) = asked("lasso");
        assert_eq!(alive, of_all - 90 * size);
    }

    #[test]
    fn more_texts_than_any_memory_has_are_a_large_number() {
        let most = 1 << 53;
        let mut field = Field::default();
        for bytes in [0, 1, 30, 1000, most] {
            field.lengths.add(bytes, most);
        }
        for distinct in [1, 10_000] {
            for text in 0..distinct {
                field.values.add(&text.to_string());
            }
            for one in candidates() {
                let blocks = one.memory(&field);
                assert!(blocks.asked() >= most && blocks.count() > 0, "{}", one.name);
                assert!(blocks.taken(Program::Mimalloc) >= most, "{}", one.name);
            }
        }
    }
}
