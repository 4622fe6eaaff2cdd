//! The limits of instruction counts, each a ratio of two counts of the same run.
//!
//! A count is named by its function and its name in `cases.rs`.

use std::collections::BTreeMap;

/// The instructions of each benchmark, by function and name.
pub(crate) type Counts = BTreeMap<(String, String), u64>;

/// A promise about the counts of some benchmarks.
struct Limit {
    /// The promise in a sentence.
    promise: &'static str,
    /// The function whose counts have the limit.
    function: &'static str,
    /// The names in it; if none is given, all.
    names: &'static [&'static str],
    against: Against,
    at_most: f64,
}

/// The count that another is divided by.
enum Against {
    /// That of this function, under the same name.
    Function(&'static str),
    /// That of this name, in the same function.
    Name(&'static str),
    /// The same, after the count of the second name is subtracted from both.
    NameLess(&'static str, &'static str),
    /// The least of all others in the same function and in this one, but for floors.
    LeastOther(&'static str),
}

use Against::{Function, LeastOther, Name, NameLess};

const fn limit(
    promise: &'static str,
    function: &'static str,
    names: &'static [&'static str],
    against: Against,
    at_most: f64,
) -> Limit {
    Limit {
        promise,
        function,
        names,
        against,
        at_most,
    }
}

const LIMITS: [Limit; 22] = [
    limit(
        "StrList::capture takes at most 1.45 times the instructions of formatting alone.",
        "pass",
        &["str_list"],
        Name("floor_per_slice"),
        1.45,
    ),
    limit(
        "StrList::capture takes at most 0.6 of the best published way or way of another crate.",
        "pass",
        &["str_list"],
        LeastOther("native"),
        0.6,
    ),
    limit(
        "capture_all takes no more than a type's own way.",
        "one_pass",
        &[
            "string",
            "boxed_str",
            "arc_str",
            "smart_lazy",
            "smart_compact",
            "string_buf",
        ],
        Function("native"),
        1.0,
    ),
    limit(
        "capture_all of SmolStr takes at most 0.9 of its own way.",
        "one_pass",
        &["smol_str"],
        Function("native"),
        0.9,
    ),
    limit(
        "A StrList from JSON takes at most half of a Vec<String>, both less the parser.",
        "list_from_json",
        &["str_list"],
        NameLess("vec_string", "parser"),
        0.5,
    ),
    limit(
        "str_list! takes at most 0.35 of formatting alone.",
        "list_typed",
        &["floor"],
        Function("list_formatted"),
        0.35,
    ),
    limit(
        "str_list! takes at most a quarter of StrList::capture.",
        "list_typed",
        &["capture"],
        Function("list_formatted"),
        0.25,
    ),
    limit(
        "StrList::from takes at most 1.2 times str_list! of the same texts.",
        "list_from",
        &["array_heap", "slice_heap"],
        Function("list_of_values"),
        1.2,
    ),
    limit(
        "The same of texts that fit into the list: at most 1.3 times.",
        "list_from",
        &["array_inline", "slice_inline"],
        Function("list_of_values"),
        1.3,
    ),
    limit(
        "str_list! of four texts takes at most 1.7 times a copy of a block of the same size.",
        "list",
        &[],
        Function("list_as_block"),
        1.7,
    ),
    limit(
        "String::capture takes at most 1.02 times to_string.",
        "value_string",
        &[],
        Function("value_to_string"),
        1.02,
    ),
    limit(
        "String::capture of a float takes at most 0.35 of to_string.",
        "value_string",
        &["f64"],
        Function("value_to_string"),
        0.35,
    ),
    limit(
        "Capture of an integer takes no more than the type's own way.",
        "value_u32",
        &[],
        Function("value_u32_by_crate"),
        1.0,
    ),
    limit(
        "A value of an unknown type takes no more than it does as &dyn Display.",
        "value_unknown",
        &[],
        Function("value_dyn"),
        1.0,
    ),
    limit(
        "capture! of String takes at most 0.32 of format!.",
        "capture_string",
        &[],
        Function("format"),
        0.32,
    ),
    limit(
        "capture! of SmolStr takes at most 0.45 of format_smolstr!.",
        "capture_smol_str",
        &[],
        Function("format_smolstr"),
        0.45,
    ),
    limit(
        "capture! of EcoString takes at most half of eco_format!.",
        "capture_eco_string",
        &[],
        Function("eco_format"),
        0.5,
    ),
    limit(
        "A look-up by with_str_list! takes at most 0.45 of one by a String buffer.",
        "lookup_list",
        &["with_str_list"],
        Function("lookup_string"),
        0.45,
    ),
    limit(
        "A look-up by with_captured takes at most 0.72 of one by a String buffer.",
        "lookup_list",
        &["with_captured"],
        Function("lookup_string"),
        0.72,
    ),
    limit(
        "A look-up by with_strs takes no more than one by a String buffer.",
        "lookup_list",
        &["with_strs"],
        Function("lookup_string"),
        1.0,
    ),
    // A builder copies the text twice, and adds the lengths up to end offsets.
    limit(
        "A look-up by a builder's try_with_list takes at most 1.17 times one by a String buffer.",
        "lookup_list",
        &["with_list"],
        Function("lookup_string"),
        1.17,
    ),
    limit(
        "A look-up by a new builder takes at most 1.38 times one by a kept String buffer.",
        "lookup_list",
        &["with_list_of_iterator"],
        Function("lookup_string"),
        1.38,
    ),
];

/// Returns a line for each broken limit. In a run of all benchmarks, a limit without a count is
/// broken.
pub(crate) fn broken(counts: &Counts, is_complete: bool) -> Vec<String> {
    LIMITS
        .iter()
        .flat_map(|limit| limit.broken(counts, is_complete))
        .collect()
}

impl Limit {
    fn broken(&self, counts: &Counts, is_complete: bool) -> Vec<String> {
        let names: Vec<&str> = counts
            .keys()
            .filter(|(function, _)| function == self.function)
            .map(|(_, name)| &**name)
            .filter(|name| self.names.is_empty() || self.names.contains(name))
            .collect();
        let wanted = self.names.len().max(1);
        let mut lines = Vec::new();
        if is_complete && names.len() < wanted {
            lines.push(format!("{} There are no such counts.", self.promise));
        }
        for name in names {
            match self.ratio(counts, name) {
                Some(ratio) if ratio <= self.at_most => {}
                Some(ratio) => lines.push(format!(
                    "{} {}::{name} takes {ratio:.3}.",
                    self.promise, self.function
                )),
                None if is_complete => lines.push(format!(
                    "{} {}::{name} has nothing to be compared with.",
                    self.promise, self.function
                )),
                None => {}
            }
        }
        lines
    }

    /// Returns a count over the one it is compared with; none if the run does not have both.
    #[allow(clippy::cast_precision_loss)] // Counts are far from 2^52.
    fn ratio(&self, counts: &Counts, name: &str) -> Option<f64> {
        let count = |function: &str, name: &str| {
            counts
                .get(&(function.to_owned(), name.to_owned()))
                .map(|count| *count as f64)
        };
        let own = count(self.function, name)?;
        Some(match self.against {
            Function(function) => own / count(function, name)?,
            Name(other) => own / count(self.function, other)?,
            NameLess(other, less) => {
                let less = count(self.function, less)?;
                (own - less) / (count(self.function, other)? - less)
            }
            LeastOther(function) => {
                let least = counts
                    .iter()
                    .filter(|((group, other), _)| {
                        group == function
                            || group == self.function
                                && other != name
                                && !other.starts_with("floor")
                    })
                    .map(|(_, count)| *count)
                    .min()?;
                own / least as f64
            }
        })
    }
}
