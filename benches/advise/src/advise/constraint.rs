//! Constraints: the properties that a candidate must have.

use serde::{Deserialize, Serialize};

use crate::candidate::Candidate;
use crate::profile::{Field, Usage};

/// The demands on a candidate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, clap::Args)]
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
pub(crate) struct Constraints {
    /// Exclude types whose values cannot be edited.
    #[arg(long)]
    mutable: bool,
    /// Exclude types whose `size_of` exceeds this.
    #[arg(long, value_name = "BYTES")]
    max_size: Option<usize>,
    /// Exclude interners, which keep each text once in a table.
    #[arg(long)]
    no_interner: bool,
    /// Allow a table that frees no text for fields of which more than half of the texts differ.
    #[arg(long)]
    #[serde(default)]
    intern_unique: bool,
    /// Exclude all types that are not in std.
    #[arg(long)]
    std_only: bool,
}

impl Constraints {
    /// Returns the reasons why a candidate is excluded, if it is: by these demands, and by what a
    /// program recorded of a field.
    /// `is_shared` is true if threads clone one another's strings.
    pub(super) fn excludes(
        &self,
        candidate: &Candidate,
        field: Option<&Field>,
        is_shared: bool,
    ) -> Option<String> {
        let usage = field.and_then(|field| field.usage.as_ref());
        let is_edited = usage.is_some_and(|usage| usage.operation("append") > 0);
        let mut reasons = Vec::new();
        if self.no_interner && candidate.is_interner() {
            reasons.push("it is an interner".to_owned());
        }
        if (self.mutable || is_edited) && !candidate.is_mutable {
            let who = if is_edited {
                ", and the program edits them"
            } else {
                ""
            };
            reasons.push(format!("its values cannot be edited{who}"));
        }
        reasons.extend(field.and_then(|field| threads_exclude(candidate, field, is_shared)));
        if self
            .max_size
            .is_some_and(|limit| candidate.work.size > limit)
        {
            reasons.push(format!("{} bytes", candidate.work.size));
        }
        if self.std_only && candidate.package.is_some() {
            reasons.push("it is not in std".to_owned());
        }
        if reasons.is_empty() && !self.intern_unique {
            let unique = field.filter(|field| grows_without_end(candidate, field));
            reasons.extend(unique.map(|field| near_unique(&field.name)));
        }
        (!reasons.is_empty()).then(|| reasons.join(", "))
    }
}

/// The share of distinct values from which on texts are near-unique.
const NEAR_UNIQUE: f64 = 0.5;

/// Returns whether a candidate is a table that frees no text, and most texts of a field differ.
fn grows_without_end(candidate: &Candidate, field: &Field) -> bool {
    let keeps_all = candidate.interner().is_some_and(|table| !table.frees);
    keeps_all && field.distinct().estimate > NEAR_UNIQUE * field.count() as f64
}

/// Returns the reason why tables that free no text are excluded from a field.
pub(super) fn near_unique(field: &str) -> String {
    format!("most texts of {} differ", field.escape_debug())
}

/// Returns the reason why threads exclude a candidate, if they do: those of a recorded program, or
/// those of a preset.
fn threads_exclude(candidate: &Candidate, field: &Field, is_shared: bool) -> Option<String> {
    let usage = field.usage.as_ref();
    let threads = usage.map_or(0, |usage| usage.threads);
    let is_used_by_others = usage.is_some_and(Usage::is_shared);
    if (is_used_by_others || is_shared) && !candidate.is_sync {
        let who = match threads {
            0 => "threads use the strings".to_owned(),
            threads => format!("{threads} threads use the strings"),
        };
        return Some(format!("threads cannot share it, and {who}"));
    }
    // Clones of inline texts are copies.
    let counted = field.count() - field.lengths.at_most(candidate.inline as u64);
    let contend = candidate.clones_contend && counted > field.count() / 100;
    let who = match usage.filter(|usage| usage.is_cloned_across()) {
        Some(usage) => format!("{} threads clone the strings", usage.cloners),
        None => "threads clone the strings".to_owned(),
    };
    let is_cloned = is_shared || usage.is_some_and(Usage::is_cloned_across);
    (contend && is_cloned).then(|| format!("its clones contend, and {who}"))
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _};

    use super::*;
    use crate::candidate::candidates;

    fn parsed(flags: &str) -> Constraints {
        let words = ["advise"].into_iter().chain(flags.split_whitespace());
        let command = Constraints::augment_args(Command::new("advise"));
        let matches = command.try_get_matches_from(words).unwrap();
        Constraints::from_arg_matches(&matches).unwrap()
    }

    fn candidate(id: &str) -> Candidate {
        let mut candidates = candidates().into_iter();
        candidates.find(|candidate| candidate.id == id).unwrap()
    }

    #[test]
    fn a_preset_of_threads_excludes_types_whose_clones_contend() {
        let field = Field::from_texts(&["a text that no type has inline, as it is too long"]);
        for (id, reason) in [
            (
                "arc_str",
                "its clones contend, and threads clone the strings",
            ),
            (
                "rc_str",
                "threads cannot share it, and threads use the strings",
            ),
            ("shared_str", ""),
            ("string", ""),
        ] {
            let excluded = Constraints::default().excludes(&candidate(id), Some(&field), true);
            assert_eq!(excluded.unwrap_or_default(), reason, "{id}");
        }
    }

    /// Flags, types, and the reason why the flags exclude each of these types; none if they do not.
    const DEMANDS: &str = "
         | smart_lazy |
        --mutable | smol_str | its values cannot be edited
        --mutable | string string_buf |
        --no-interner | arc_str_set lasso ustr | it is an interner
        --no-interner | arc_str str_list |
        --max-size=23 | string | 24 bytes
        --max-size=24 | string |
        --std-only | shared_str | it is not in std
        --std-only | string arc_str_set |
        --max-size=8 --std-only | smart_lazy | 24 bytes, it is not in std";

    #[test]
    fn what_a_program_recorded_excludes_with_its_reason() {
        let shared = "threads cannot share it, and 5 threads use the strings";
        let contend = "its clones contend, and 4 threads clone the strings";
        let edited = "its values cannot be edited, and the program edits them";
        let long = "a text that no type has inline, as it is too long";
        let both = "clone elsewhere";
        // The number of clones is 1,000, and threads clone.
        for (operation, count, text, ids, reason) in [
            ("elsewhere", 1, long, "rc_str", shared),
            ("elsewhere", 1, long, "arc_str string lasso", ""),
            (both, 10, long, "arc_str arc_str_set", ""),
            (both, 11, long, "arc_str arc_str_set arcstr", contend),
            (both, 11, long, "smol_str eco_string", contend),
            (both, 11, long, "shared_str string ustr", ""),
            (both, 11, "short", "smol_str eco_string", ""),
            (both, 11, "short", "arc_str", contend),
            ("append", 1, long, "boxed_str", edited),
            ("append", 1, long, "string", ""),
            ("read", 1, long, "rc_str boxed_str arc_str", ""),
        ] {
            let mut field = Field::from_texts(&[text; 2]);
            let usage = field.usage.insert(Usage::default());
            (usage.threads, usage.cloners) = (5, 4);
            usage.add_operation("clone", 1_000);
            usage.add_operation(operation, count);
            for id in ids.split_whitespace() {
                let excluded = Constraints::default().excludes(&candidate(id), Some(&field), false);
                let which = (id, operation, count);
                assert_eq!(excluded.unwrap_or_default(), reason, "{which:?}");
            }
        }
    }

    #[test]
    fn tables_that_free_no_text_take_no_field_whose_texts_mostly_differ() {
        let texts = ["a", "b", "c", "a", "b"];
        let [unique, repeated] = [&texts[..], &texts.repeat(2)].map(|texts| {
            let mut field = Field::from_texts(texts);
            field.name = "trace".to_owned();
            field
        });
        for candidate in candidates() {
            let keeps_all = candidate.interner().is_some_and(|table| !table.frees);
            let excluded = |flags, field| parsed(flags).excludes(&candidate, Some(field), false);
            let reason = keeps_all.then(|| near_unique("trace"));
            assert_eq!(excluded("", &unique), reason, "{}", candidate.name);
            assert_eq!(excluded("--intern-unique", &unique), None);
            assert_eq!(excluded("", &repeated), None);
        }
    }

    #[test]
    fn each_demand_excludes_with_its_reason() {
        for case in DEMANDS.lines().skip(1) {
            let [flags, ids, reason] = case.split('|').collect::<Vec<_>>()[..] else {
                panic!("{case}");
            };
            let demands = parsed(flags);
            let reason = reason.trim();
            for id in ids.split_whitespace() {
                let excluded = demands.excludes(&candidate(id), None, false);
                assert_eq!(excluded.unwrap_or_default(), reason, "{case}");
            }
        }
    }
}
