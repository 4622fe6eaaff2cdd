//! Constraints: what a candidate must be, by its own properties and by facts about its crate.
//!
//! The facts are those of the crate that defines the type, in the version that is measured: not of its
//! dependencies. std's own types have no crate: no fact about a crate excludes them.

use semver::Version;
use serde::{Deserialize, Serialize};
use spdx::{Expression, Licensee, ParseMode};

use crate::candidate::Candidate;
use crate::crates::Crate;
use crate::profile::Field;

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
    /// Exclude all types that are not in std.
    #[arg(long)]
    std_only: bool,
    /// Exclude types of crates with unsafe code of their own (std has some, and stays).
    #[arg(long)]
    no_unsafe: bool,
    /// Exclude types of crates that need a licence other than these SPDX identifiers, such as MIT,Apache-2.0.
    #[arg(long, value_name = "ID", value_delimiter = ',', value_parser = license)]
    license: Vec<String>,
    /// Exclude types of crates that declare a newer Rust version than this, such as 1.75.
    #[arg(long, value_name = "VERSION", value_parser = rust_version)]
    msrv: Option<Version>,
    /// Exclude types that need std.
    #[arg(long)]
    no_std: bool,
    /// Exclude types of crates with an advisory: vulnerable, unsound or unmaintained.
    ///
    /// lasso, string-interner and ustr are not checked, and stay: look them up at rustsec.org.
    #[arg(long)]
    no_advisories: bool,
}

impl Constraints {
    /// Returns the reasons why a candidate is excluded, if it is: by these demands, and by what a program recorded of a field.
    pub(super) fn excludes(&self, candidate: &Candidate, field: Option<&Field>) -> Option<String> {
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
        reasons.extend(field.and_then(|field| threads_exclude(candidate, field)));
        if self.max_size.is_some_and(|most| candidate.size > most) {
            reasons.push(format!("{} bytes", candidate.size));
        }
        if self.no_std && candidate.id.ends_with("_set") {
            reasons.push("its table is std's HashSet".to_owned());
        }
        if let Some(of) = candidate.of_crate() {
            self.excludes_crate(of, &mut reasons);
        }
        (!reasons.is_empty()).then(|| reasons.join(", "))
    }

    fn excludes_crate(&self, of: &Crate, reasons: &mut Vec<String>) {
        if self.std_only {
            reasons.push("it is not in std".to_owned());
        }
        if self.no_unsafe && of.r#unsafe > 0 {
            reasons.push(format!("its crate has {}", uses_of_unsafe(of)));
        }
        if !self.license.is_empty() && !self.allows(of.license) {
            reasons.push(match of.license {
                Some(license) => format!("its licence is {license}"),
                None => "its crate declares no licence".to_owned(),
            });
        }
        if let (Some(supported), Some(needed)) = (&self.msrv, of.msrv)
            && rust_version(needed).is_ok_and(|needed| needed > *supported)
        {
            reasons.push(format!("needs Rust {needed}"));
        }
        if self.no_std && of.no_std.is_none() {
            reasons.push("its crate needs std".to_owned());
        }
        if self.no_advisories && !of.advisories.is_empty() {
            reasons.push(format!("its crate has {}", of.advisories.join(" and ")));
        }
    }

    /// Returns whether the listed licences satisfy an SPDX expression.
    fn allows(&self, expression: Option<&str>) -> bool {
        let listed = self.license.iter();
        let listed: Vec<_> = listed.filter_map(|id| Licensee::parse(id).ok()).collect();
        // The older syntax too: MIT/Apache-2.0.
        let parsed = expression.and_then(|text| Expression::parse_mode(text, ParseMode::LAX).ok());
        parsed.is_some_and(|parsed| {
            parsed.evaluate(|needed| listed.iter().any(|licence| licence.satisfies(needed)))
        })
    }
}

/// Returns the reason why the threads of a recorded program exclude a candidate, if they do.
fn threads_exclude(candidate: &Candidate, field: &Field) -> Option<String> {
    let usage = field.usage.as_ref()?;
    let (threads, cloners) = (usage.threads, usage.cloners);
    if usage.is_shared() && !candidate.is_sync() {
        return Some(format!(
            "threads cannot share it, and {threads} threads use the strings"
        ));
    }
    // Clones of inline texts are copies.
    let counted = field.count() - field.lengths.at_most(candidate.inline as u64);
    let contend = candidate.clones_contend() && counted > field.count() / 100;
    (contend && usage.is_cloned_across())
        .then(|| format!("its clones contend, and {cloners} threads clone the strings"))
}

fn uses_of_unsafe(of: &Crate) -> String {
    let uses = if of.r#unsafe == 1 { "use" } else { "uses" };
    format!("{} {uses} of `unsafe`", of.r#unsafe)
}

/// Reads an SPDX id.
fn license(text: &str) -> Result<String, String> {
    let id = text.trim();
    let parsed = Licensee::parse(id).map(|_| id.to_owned());
    parsed.map_err(|error| format!("{}; give SPDX ids, such as MIT,Apache-2.0", error.reason))
}

/// Reads a version of Rust, such as 1.75 or 1.75.0.
fn rust_version(text: &str) -> Result<Version, String> {
    let full = match text.matches('.').count() {
        1 => format!("{text}.0"),
        _ => text.to_owned(),
    };
    Version::parse(&full).map_err(|_| "not a version of Rust, such as 1.75".to_owned())
}

/// Returns the facts about a candidate's crate, as one line.
pub(super) fn facts_line(candidate: &Candidate) -> String {
    let Some(of) = candidate.of_crate() else {
        return "std".to_owned();
    };
    let mut facts = vec![
        format!("{} {}", of.name, of.version),
        of.license.unwrap_or("declares no licence").to_owned(),
        match of.msrv {
            Some(version) => format!("Rust {version}"),
            None => "declares no MSRV".to_owned(),
        },
        match of.no_std {
            Some("always") => "no_std".to_owned(),
            Some(condition) => format!("no_std {condition}"),
            None => "needs std".to_owned(),
        },
        uses_of_unsafe(of),
    ];
    facts.extend(of.advisories.iter().map(|&id| id.to_owned()));
    facts.extend(of.released.map(|day| format!("released {day}")));
    facts.join(", ")
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command, FromArgMatches as _};

    use super::*;
    use crate::candidate::candidates;
    use crate::profile::Usage;

    fn parsed(flags: &str) -> Constraints {
        let words = ["advise"].into_iter().chain(flags.split_whitespace());
        let command = Constraints::augment_args(Command::new("advise"));
        let matches = command.try_get_matches_from(words).unwrap();
        Constraints::from_arg_matches(&matches).unwrap()
    }

    fn candidate(id: &str) -> Candidate {
        let mut all = candidates().into_iter();
        all.find(|candidate| candidate.id == id).unwrap()
    }

    #[test]
    fn every_type_is_of_std_or_of_a_known_crate() {
        for candidate in candidates() {
            let path = candidate.path;
            let is_of_std = path.starts_with("std::") || !path.contains("::");
            assert_eq!(candidate.of_crate().is_none(), is_of_std, "{path}");
        }
    }

    #[test]
    fn both_licences_of_an_and_are_needed() {
        let only_mit = parsed("--license=MIT");
        assert!(!only_mit.allows(Some("MIT AND Unicode-3.0")));
        assert!(only_mit.allows(Some("(MIT OR Zlib) AND MIT")));
        assert!(!only_mit.allows(Some("see the file")));
        assert!(!only_mit.allows(None));
    }

    #[test]
    fn the_facts_of_a_crate_are_one_line() {
        let smol_str = candidate("smol_str");
        let of = smol_str.of_crate().unwrap();
        let expected = format!(
            "smol_str {}, MIT OR Apache-2.0, Rust 1.89, no_std without the feature std, {}, released {}",
            of.version,
            uses_of_unsafe(of),
            of.released.unwrap(),
        );
        assert_eq!(facts_line(&smol_str), expected);
        assert_eq!(facts_line(&candidate("string")), "std");
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
        --no-unsafe | smol_str | its crate has UNSAFE
        --no-unsafe | string |
        --license=MIT,Apache-2.0 | smart_lazy | its licence is MPL-2.0+
        --license=MIT,MPL-2.0 | smart_lazy |
        --license=Apache-2.0 | smol_str arcstr string_interner string |
        --license=BSD-2-Clause | ustr | its licence is BSD-2-Clause-Patent
        --msrv=1.92 | smart_lazy | needs Rust 1.93
        --msrv=1.93 | smart_lazy |
        --msrv=1.57.0 | arcstr |
        --msrv=1.9 | arcstr | needs Rust 1.57.0
        --msrv=1.31 | char_str |
        --no-std | kstring | its crate needs std
        --no-std | string smol_str compact_string lasso shared_str |
        --no-std | arc_str_set shared_str_set | its table is std's HashSet
        --no-advisories | smart_lazy | its crate has RUSTSEC-2026-0249
        --no-advisories | smol_str |
        --std-only | shared_str | it is not in std
        --std-only | string |
        --max-size=8 --license=MIT --msrv=1.80 | smart_lazy | 24 bytes, its licence is MPL-2.0+, needs Rust 1.93";

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
            let mut field = Field::of(&[text]);
            let usage = field.usage.insert(Usage::default());
            (usage.threads, usage.cloners) = (5, 4);
            usage.add_operation("clone", 1_000);
            usage.add_operation(operation, count);
            for id in ids.split_whitespace() {
                let excluded = Constraints::default().excludes(&candidate(id), Some(&field));
                let which = (id, operation, count);
                assert_eq!(excluded.unwrap_or_default(), reason, "{which:?}");
            }
        }
    }

    #[test]
    fn each_demand_excludes_with_its_reason() {
        let uses = uses_of_unsafe(candidate("smol_str").of_crate().unwrap());
        for case in DEMANDS.lines().skip(1) {
            let [flags, ids, reason] = case.split('|').collect::<Vec<_>>()[..] else {
                panic!("{case}");
            };
            let demands = parsed(flags);
            let reason = reason.trim().replace("UNSAFE", &uses);
            for id in ids.split_whitespace() {
                let excluded = demands.excludes(&candidate(id), None);
                assert_eq!(excluded.unwrap_or_default(), reason, "{case}");
            }
        }
    }
}
