//! The ways to keep a field's texts, from which the advisor chooses.
//!
//! A candidate is an owned string type, a table that keeps each text once, or a list of a whole column.
//! Its memory is computed from a profile; its time is measured by a scenario.

mod blocks;
mod column;
mod counted;
mod interned;
mod owned;
mod records;
mod table;

pub(crate) use blocks::Blocks;
pub(crate) use column::list;
pub(crate) use counted::{Held, TOLERANCE, counted};
pub(crate) use records::{RecordCandidate, record_candidates};

#[cfg(test)]
pub(crate) use counted::tests::alone;

use crate::profile::{Field, Usage};
use crate::scenario::{Script, Turns};

/// A way to keep the texts of a field.
#[derive(Clone)]
#[allow(missing_debug_implementations)] // Function pointers say nothing.
pub(crate) struct Candidate {
    /// The name that readers know, such as `SmolStr` or `Arc<str> in a set`.
    pub(crate) name: String,
    /// The name for `--type`: a Rust identifier.
    pub(crate) id: &'static str,
    pub(crate) kind: Kind,
    /// The package on crates.io that defines the type; "std" for the standard library's own.
    pub(crate) package: &'static str,
    /// The path of the type of a value, as users write it: `smol_str::SmolStr`.
    pub(crate) path: &'static str,
    /// The bytes of a value in place, and their alignment.
    pub(crate) size: usize,
    pub(crate) align: usize,
    /// The bytes of the longest text that needs no block.
    pub(crate) inline: usize,
    /// True if a value can be edited.
    pub(crate) is_mutable: bool,
    /// True if threads can share values.
    pub(crate) is_sync: bool,
    /// True if the clone of a text on the heap shares it.
    pub(crate) shares_clones: bool,
    /// Computes the blocks of all values of a field, or those of its table or list.
    pub(crate) blocks: fn(&Field) -> Blocks,
    /// Returns these texts as the candidate keeps them, for the allocator that counts.
    pub(crate) hold: fn(&[&str]) -> Held,
    /// Prepares a scenario; none if the candidate cannot do an operation of it, with the reason.
    pub(crate) measured: Measure,
}

impl Candidate {
    /// Computes the memory of all texts of a field: the blocks of the values, and that of a vector of exact capacity
    /// that holds them.
    pub(crate) fn memory(&self, field: &Field) -> Blocks {
        self.memory_of(field, field.count())
    }

    /// Computes the memory of as many values as a program has alive, which captured the texts of a field in the
    /// course of time and cloned some: texts and clones live equally long. A table keeps all texts.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Far from 2^52.
    pub(crate) fn memory_of_alive(&self, field: &Field, usage: &Usage) -> Blocks {
        if self.kind == Kind::Interned {
            return self.memory_of(field, usage.alive);
        }
        let [captures, clones] = ["capture", "clone"].map(|name| usage.operation(name) as f64);
        let texts = if self.shares_clones && captures > 0.0 {
            (usage.alive as f64 * captures / (captures + clones)).ceil() as u64
        } else {
            usage.alive
        };
        let alive = Field {
            lengths: field.lengths.scaled(texts),
            ..Field::default()
        };
        self.memory_of(&alive, usage.alive)
    }

    /// Computes the blocks of all texts of a field, and that of a vector of exact capacity that holds so many values.
    fn memory_of(&self, field: &Field, values: u64) -> Blocks {
        let mut blocks = (self.blocks)(field);
        if self.kind != Kind::Column {
            let bytes = values.saturating_mul(self.size as u64);
            blocks.add(bytes, self.align as u64, 1);
        }
        blocks
    }

    /// Returns whether texts are read by the table that keeps them.
    pub(crate) fn is_read_by_table(&self) -> bool {
        matches!(self.id, "lasso" | "string_interner")
    }

    /// Returns what the table of an interner costs in code.
    pub(crate) fn table_cost(&self) -> &'static str {
        match self.id {
            "ustr" => "its one table is that of the process, and frees no text",
            _ if self.is_read_by_table() => {
                "a table has to be passed to the code that makes records and to the code that reads them; it frees \
                 no text"
            }
            _ => {
                "a set has to be passed to the code that makes records, and not to the code that reads them; it frees \
                 no text"
            }
        }
    }
}

/// Prepares a scenario.
type Measure = for<'a> fn(&'a Script<'a, str>) -> Result<Turns<'a>, &'static str>;

/// The kinds of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Each value owns its text.
    Owned,
    /// A table keeps each text once; a value is a handle.
    Interned,
    /// One list keeps all texts of a column.
    Column,
}

/// The name of the candidate that the others are compared with.
pub(crate) const BASELINE: &str = "String";

/// Returns all candidates: `String`, its twin, the other representations, the tables, the list.
pub(crate) fn candidates() -> Vec<Candidate> {
    let mut all = owned::candidates();
    all.extend(interned::candidates());
    all.extend(column::candidates());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Preset, Scenario};
    use string_kit_measure::engine::Program;

    #[test]
    fn names_are_unique_and_the_baseline_comes_first_with_its_twin() {
        let names: Vec<String> = candidates().into_iter().map(|one| one.name).collect();
        assert_eq!(names[..2], ["String", "String (twin)"]);
        let distinct: std::collections::HashSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn strings_that_are_alive_take_their_share_of_the_memory() {
        let texts = ["a text that is longer than any that is inline"; 100];
        let field = Field::of(&texts);
        let mut usage = Usage::default();
        usage.add_operation("capture", 100);
        usage.add_operation("clone", 300);
        usage.alive = 10;
        let asked = |id: &str| {
            let one = candidates().into_iter().find(|one| one.id == id).unwrap();
            let of = |texts: &[&str]| one.memory(&Field::of(texts)).asked();
            let alive = one.memory_of_alive(&field, &usage).asked();
            (alive, of(&texts[..10]), of(&texts), one.size as u64)
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

    #[test]
    fn every_candidate_but_a_column_runs_a_scenario() {
        let texts = ["one", "two", "a text that is longer than most are"];
        let alone = Scenario {
            live: 10,
            ..Preset::Tags.scenario()
        };
        let together = Scenario {
            live: 10,
            ..Preset::Shared.scenario()
        };
        let of_one_thread = "str_list rc_str arc_str_set shared_str_set lasso string_interner";
        for (scenario, refused) in [(alone, "str_list"), (together, of_one_thread)] {
            let script = Script::new(&scenario, texts.to_vec(), 1.0, 1);
            for one in candidates() {
                let is_refused = (one.measured)(&script).is_err();
                let expected = refused.split(' ').any(|id| id == one.id);
                assert_eq!(is_refused, expected, "{}", one.name);
            }
        }
    }
}
