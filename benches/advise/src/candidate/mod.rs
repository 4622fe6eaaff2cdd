//! The ways to keep the texts of records, from which the advisor chooses.
//!
//! A candidate is an owned string type, a table that keeps each text once, or a list of all texts
//! of a record. Its memory is computed from a profile; its time is measured by a scenario.

mod blocks;
mod counted;
mod interned;
mod owned;

pub(crate) use blocks::Blocks;
pub(crate) use interned::distinct;

use std::ops::Deref;

use string_kit::StrList;
use string_kit_types::rivals::str_list;
use string_kit_types::{Facts, Kept};

use crate::input::MOST_FIELDS;
use crate::profile::{Field, Lengths, Usage};
use crate::scenario::{Lists, Script, Turns, together};

/// A way to keep texts.
#[derive(Clone)]
pub(crate) struct Candidate {
    /// The name that readers know, such as `SmolStr` or `Arc<str> in a set`.
    pub(crate) name: String,
    pub(crate) facts: Facts,
    pub(crate) kind: Kind,
    /// The bytes of a value in place, and their alignment.
    pub(crate) size: usize,
    pub(crate) align: usize,
    /// True if an `Option` of a value is larger than one of `String`.
    pub(crate) is_large_in_option: bool,
    /// Counts the requested bytes that the candidate keeps for these texts, under the laboratory's
    /// allocator; none if a table that lives as long as the process was filled before.
    pub(crate) kept: fn(&[&str]) -> Option<u64>,
    pub(crate) measured: Measure,
}

impl Deref for Candidate {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

/// Prepares a scenario; returns the reason if the candidate cannot do an operation of it.
pub(crate) type Measure = for<'a> fn(&'a Script<'a>) -> Result<Turns<'a>, &'static str>;

/// Some fields of all records, which are kept alike.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    pub(crate) fields: Vec<&'a Field>,
    pub(crate) records: u64,
    /// The lengths of the distinct texts.
    pub(crate) distinct: Lengths,
    /// The number of texts of a record, their bytes, and the number of such records.
    pub(crate) shapes: Vec<(u64, u64, u64)>,
}

impl<'a> Part<'a> {
    /// Returns the texts of one field.
    pub(crate) fn of_field(field: &'a Field) -> Self {
        Self {
            fields: vec![field],
            records: field.present,
            distinct: distinct(field),
            shapes: Vec::new(),
        }
    }

    pub(crate) fn texts(&self) -> u64 {
        let counts = self.fields.iter().map(|field| field.count());
        counts.fold(0, u64::saturating_add)
    }

    /// Returns the number of texts of a record: its fields, or, if a field may have several texts
    /// in a record, the mean.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A rounded mean.
    pub(crate) fn width(&self) -> usize {
        if !self.fields.iter().any(|field| field.is_many()) {
            return self.fields.len();
        }
        let mean = self.texts() as f64 / self.records.max(1) as f64;
        (mean.round() as usize).clamp(1, MOST_FIELDS)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Each value owns its text. The function returns the bytes on the heap of a value of a text.
    Owned(fn(&str) -> usize),
    /// A table keeps each text once; a value is a handle. The function adds the blocks of the table
    /// of distinct texts of these lengths.
    Interned(fn(&Lengths, &mut Blocks)),
    /// One list keeps all texts of a record; of records with one text, those of all records.
    List,
}

impl Candidate {
    /// Returns whether a table keeps each text once.
    pub(crate) fn is_interner(&self) -> bool {
        matches!(self.kind, Kind::Interned(_))
    }

    /// Returns the greatest difference of a prediction of memory from the count, as a share: the
    /// growth of an interner depends on the order of the texts, and types have texts in static
    /// memory. The parts of a table of the process fill at random.
    pub(crate) fn tolerance(&self) -> f64 {
        if self.is_of_process() { 0.15 } else { 0.05 }
    }

    /// Returns whether it is a table of the process.
    pub(crate) fn is_of_process(&self) -> bool {
        self.interner().is_some_and(|table| table.is_of_process)
    }

    /// Computes the memory of a part: the blocks of the values, and that of a vector of exact
    /// capacity that holds the records.
    pub(crate) fn memory(&self, part: &Part<'_>) -> Blocks {
        let size = self.size as u64;
        let mut blocks = Blocks::default();
        match self.kind {
            Kind::List if part.width() == 1 => {
                let bytes = part.fields.iter().map(|field| field.lengths.bytes()).sum();
                blocks.add_lists(part.texts(), bytes, 1);
                return blocks;
            }
            Kind::List => {
                for &(texts, bytes, count) in &part.shapes {
                    blocks.add_lists(texts, bytes, count);
                }
            }
            Kind::Owned(heap_size) => {
                for field in &part.fields {
                    owned::add_values(self.id, heap_size, &field.lengths, &mut blocks);
                }
            }
            Kind::Interned(add_table) => add_table(&part.distinct, &mut blocks),
        }
        let place = |field: &&Field| match &part.fields[..] {
            [_] => field.count().saturating_mul(size),
            // A vector has the texts.
            _ if field.is_many() => {
                let vectors = part.records.saturating_mul(size_of::<Vec<String>>() as u64);
                field.count().saturating_mul(size).saturating_add(vectors)
            }
            // A record without a text of the field has an empty place.
            _ => part.records.saturating_mul(size),
        };
        let places = match self.kind {
            Kind::List => part.records.saturating_mul(size),
            _ => part.fields.iter().map(place).fold(0, u64::saturating_add),
        };
        blocks.add(places, self.align as u64, 1);
        blocks
    }

    /// Computes the memory of as many values as a program has alive, which captured the texts of a
    /// field in the course of time and cloned some: clones share a text if they live with it. A
    /// table keeps all texts.
    pub(crate) fn memory_of_alive(&self, field: &Field, usage: &Usage) -> Blocks {
        let texts = if self.shares_clones {
            usage.alive_owners()
        } else {
            usage.alive
        };
        let lengths = field.lengths.scaled(texts);
        let mut blocks = Blocks::default();
        match self.kind {
            Kind::List => {}
            Kind::Owned(heap_size) => owned::add_values(self.id, heap_size, &lengths, &mut blocks),
            Kind::Interned(add_table) => add_table(&distinct(field), &mut blocks),
        }
        blocks.add(
            usage.alive.saturating_mul(self.size as u64),
            self.align as u64,
            1,
        );
        blocks
    }
}

/// The name of the candidate that the others are compared with.
pub(crate) const BASELINE: &str = "String";

/// Returns all candidates: `String`, its twin, the other representations, the tables, the list.
pub(crate) fn candidates() -> Vec<Candidate> {
    let mut all = owned::candidates();
    all.extend(interned::candidates());
    all.push(Candidate {
        name: "StrList".to_owned(),
        facts: str_list::This::FACTS,
        kind: Kind::List,
        size: size_of::<StrList>(),
        align: align_of::<StrList>(),
        is_large_in_option: false,
        kept: |texts| Some(counted::kept_bytes(|| StrList::from_iter(texts))),
        measured: together::<Lists, false>,
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
            let memory = |texts: &[&str]| {
                let field = Field::from_texts(texts);
                one.memory(&Part::of_field(&field)).asked()
            };
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
        let mut field = Field {
            present: u64::MAX,
            ..Field::default()
        };
        for bytes in [0, 1, 30, 1000, most] {
            field.lengths.add(bytes, most);
        }
        for distinct in [1, 10_000] {
            for text in 0..distinct {
                field.values.add(&text.to_string());
            }
            for one in candidates() {
                let blocks = one.memory(&Part::of_field(&field));
                assert!(blocks.asked() >= most && blocks.count() > 0, "{}", one.name);
                assert!(blocks.taken(Program::Mimalloc) >= most, "{}", one.name);
            }
        }
    }
}
