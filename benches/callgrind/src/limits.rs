//! The limits of instruction counts, each a ratio of two counts of the same run.
//!
//! A count is named by its function and its name in the list of
//! `string_kit_benches::workload::cases`.

use std::collections::BTreeMap;

/// The instructions of each benchmark, by function and name.
pub(crate) type Counts = BTreeMap<(String, String), u64>;

/// The count that another is divided by.
enum Against {
    /// That of this function, under the same name.
    Function(&'static str),
    /// That of this name, in the same function.
    Name(&'static str),
    /// The least of all others in the same function and in this one, but for floors.
    LeastOther(&'static str),
}

use Against::{Function, LeastOther, Name};

/// A function, some names in it or all, the other count, and the greatest ratio.
type Limit = (&'static str, &'static [&'static str], Against, f64);

/// `capture_all` of these types is held to the type's own way.
const ONE_PASS: [&str; 6] = [
    "string",
    "boxed_str",
    "arc_str",
    "smart_lazy",
    "smart_compact",
    "string_buf",
];

#[rustfmt::skip] // A line each.
const LIMITS: [Limit; 37] = [
    // StrList::capture against formatting alone, and against the best way of others.
    ("pass", &["str_list"], Name("floor_per_slice"), 1.45),
    ("pass", &["str_list"], LeastOther("native"), 0.6),
    ("one_pass", &ONE_PASS, Function("native"), 1.0),
    ("one_pass", &["smol_str"], Function("native"), 0.9),
    // A StrList from JSON against a Vec<String>. The parser is half of both, and how much of it the
    // compiler inlines into the third benchmark changes with unrelated code.
    ("list_from_json", &["str_list"], Name("vec_string"), 0.65),
    // str_list! against formatting alone, and against StrList::capture.
    ("list_typed", &["floor"], Function("list_formatted"), 0.35),
    ("list_typed", &["capture"], Function("list_formatted"), 0.25),
    // StrList::from against str_list! of the same texts.
    ("list_from", &["array_heap", "slice_heap"], Function("list_of_values"), 1.2),
    ("list_from", &["array_inline", "slice_inline"], Function("list_of_values"), 1.3),
    // str_list! of four texts against a copy of a block of the same size.
    ("list", &[], Function("list_as_block"), 1.7),
    ("value_string", &[], Function("value_to_string"), 1.02),
    ("value_string", &["f64"], Function("value_to_string"), 0.35),
    ("value_u32", &[], Function("value_u32_by_crate"), 1.0),
    ("value_unknown", &[], Function("value_dyn"), 1.0),
    ("capture_string", &[], Function("format"), 0.32),
    ("capture_smol_str", &[], Function("format_smolstr"), 0.45),
    ("capture_eco_string", &[], Function("eco_format"), 0.5),
    // Look-ups against one by a kept String buffer. A builder copies the text twice, and adds the
    // lengths up to end offsets.
    ("lookup_list", &["with_str_list"], Function("lookup_string"), 0.45),
    ("lookup_list", &["with_captured"], Function("lookup_string"), 0.72),
    ("lookup_list", &["with_strs"], Function("lookup_string"), 1.0),
    ("lookup_list", &["with_list"], Function("lookup_string"), 1.17),
    ("lookup_list", &["with_list_of_iterator"], Function("lookup_string"), 1.38),
    // Each operation of SharedStr against LeanStr's, which has no shards: they cost a clone and a
    // drop on the heap. With 64 bytes, malloc may have no block at hand.
    ("shared_str_create", &["len_0", "len_4", "len_15"], Function("lean_str_create"), 1.05),
    ("shared_str_create", &["len_8", "len_16"], Function("lean_str_create"), 1.35),
    ("shared_str_create", &["len_23", "len_24", "len_256"], Function("lean_str_create"), 1.2),
    ("shared_str_clone", &["len_0", "len_15", "len_16"], Function("lean_str_clone"), 1.3),
    ("shared_str_clone", &["len_24", "len_256"], Function("lean_str_clone"), 1.6),
    ("shared_str_equal", &[], Function("lean_str_equal"), 1.02),
    ("shared_str_unequal", &[], Function("lean_str_unequal"), 1.02),
    ("shared_str_drop", &[], Function("lean_str_drop"), 1.1),
    ("shared_str_as_str", &[], Function("lean_str_as_str"), 1.25),
    ("string_buf_create", &[], Function("compact_string_create"), 1.2),
    ("string_buf_clone", &[], Function("compact_string_clone"), 1.2),
    ("string_buf_equal", &[], Function("compact_string_equal"), 1.15),
    ("string_buf_unequal", &[], Function("compact_string_unequal"), 1.15),
    ("string_buf_drop", &[], Function("compact_string_drop"), 1.0),
    ("string_buf_as_str", &[], Function("compact_string_as_str"), 0.95),
];

/// Returns a line for each broken limit. In a run of all benchmarks, a missing count breaks it too.
pub(crate) fn broken(counts: &Counts, is_complete: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (function, names, against, limit) in &LIMITS {
        let found: Vec<&str> = counts
            .keys()
            .filter(|(counted, name)| {
                counted == function && (names.is_empty() || names.contains(&&**name))
            })
            .map(|(_, name)| &**name)
            .collect();
        if is_complete && found.len() < names.len().max(1) {
            lines.push(format!("{function} has no counts of {names:?}"));
        }
        for name in found {
            match ratio(counts, function, name, against) {
                Some((ratio, _)) if ratio <= *limit => {}
                Some((ratio, divisor)) => lines.push(format!(
                    "{function}::{name} takes {ratio:.3} of {divisor}, and may take {limit}"
                )),
                None if !is_complete => {}
                None => lines.push(format!(
                    "{function}::{name} has nothing to be compared with"
                )),
            }
        }
    }
    lines
}

/// Returns a count over another with that one's name; none if the run does not have both.
#[allow(clippy::cast_precision_loss)] // Counts are far from 2^52.
fn ratio(counts: &Counts, function: &str, name: &str, against: &Against) -> Option<(f64, String)> {
    let count = |function: &str, name: &str| {
        let key = (function.to_owned(), name.to_owned());
        counts.get(&key).map(|count| *count as f64)
    };
    let own = count(function, name)?;
    let (divisor, divisor_name) = match *against {
        Function(divisor) => (divisor, name),
        Name(divisor_name) => (function, divisor_name),
        LeastOther(second) => {
            let is_compared = |key: &&(String, String)| {
                let (group, counted) = (&*key.0, &*key.1);
                let is_floor = counted.starts_with("floor");
                group == second || group == function && counted != name && !is_floor
            };
            let (group, counted) = counts
                .keys()
                .filter(is_compared)
                .min_by_key(|key| counts[*key])?;
            (&**group, &**counted)
        }
    };
    let ratio = own / count(divisor, divisor_name)?;
    Some((ratio, format!("{divisor}::{divisor_name}")))
}
