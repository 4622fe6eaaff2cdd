//! The benchmarks of callgrind: the list of their names, and the run of each.
//!
//! The macros of iai-callgrind take names that stand in the source. The workloads are a list at run
//! time. A test holds one list to the other.

mod case;
mod formats;
mod guesses;
mod lists;
mod lookup;
mod texts;
mod values;

pub use case::Case;

use super::capture::{self, Group, published};
use super::slices::{self, SLICES};

/// Calls a macro with the list: `group { [function ...] (name ...) ... } ...`. Each function has
/// all names that follow it.
#[macro_export]
macro_rules! for_each_group {
    ($callback:ident) => {
        $crate::with_representations! { [$crate::groups_of] $callback }
    };
}

/// Expands to the list, with the names of all representations.
#[doc(hidden)]
#[macro_export]
macro_rules! groups_of {
    ($callback:ident $($type:ident)*) => {
        $callback! {
            // The seven ways as published, and the two guesses of the article.
            published {
                [seven_ways] (
                    _1_vec_string _2_boxed_string _3_boxed_boxed _4_thread_local _5_smallvec
                    _6_smolstr _7_smallvec_smolstr
                )
                [smol_str_new copy_in_place] (bytes_8 bytes_23 bytes_60)
                [collect_shared collect_then_copy capture_shared capture_then_copy] (smol_str)
            }
            // Ways to capture the five slices, without a strategy and by each strategy.
            captures {
                [pass] (
                    floor_per_slice floor_per_value
                    vec_string boxed_string boxed_boxed thread_local smallvec smolstr
                    smallvec_smolstr thread_local_ref_cell
                    str_list
                    seq_str compact_strings nested byteyarn
                )
                [typed] (str_list vec_string $($type)*)
                [to_string thread_local stack_buffer native one_pass] ($($type)*)
            }
            // The published ways and string-kit's own, for each slice.
            slices {
                [slice_no_values slice_bool slice_integers slice_float_byte_char slice_texts] (
                    vec_string boxed_string boxed_boxed thread_local smallvec smolstr
                    smallvec_smolstr thread_local_ref_cell
                    str_list str_list_typed
                )
            }
            // A list of 1,000 strings that is read from JSON.
            json {
                [list_from_json] (parser vec_string str_list)
            }
            // Pairs: one value, list, format or look-up by string-kit, and the same by std or by
            // the type's own crate.
            values {
                [value_string value_to_string] (str u32 u64 i32 char bool cow f64)
                [value_u32 value_u32_by_crate] (smol_str compact_string arc_str)
                [value_unknown value_dyn] (string)
            }
            lists {
                [list_from list_of_values] (array_inline array_heap slice_inline slice_heap)
                [list list_as_block] (texts)
                [list_typed list_formatted] (floor capture)
            }
            formats {
                [
                    capture_string format
                    capture_smol_str format_smolstr
                    capture_eco_string eco_format
                ] (name_id host_port session request path metric)
                [capture_spec format_spec] (string smol_str eco_string)
            }
            lookups {
                [lookup_list lookup_string] (
                    with_str_list with_captured with_strs with_list with_list_of_iterator
                )
            }
            // A clone of a SmolStr to a String: by string-kit, by its own From, by its Display.
            conversions {
                [convert_into_string convert_from convert_to_string] (
                    smol_str_8 smol_str_23 smol_str_60
                )
            }
            // A text that is pushed character by character.
            pushes {
                [push_8 push_60] (string string_buf smart_lazy compact_string)
            }
            // Each operation on texts of a length, of string-kit's types and the nearest rivals.
            texts {
                [
                    shared_str_create shared_str_clone shared_str_equal shared_str_unequal
                    shared_str_drop shared_str_as_str shared_str_hash
                    lean_str_create lean_str_clone lean_str_equal lean_str_unequal
                    lean_str_drop lean_str_as_str lean_str_hash
                    string_buf_create string_buf_clone string_buf_equal string_buf_unequal
                    string_buf_drop string_buf_as_str string_buf_hash
                    compact_string_create compact_string_clone compact_string_equal
                    compact_string_unequal compact_string_drop compact_string_as_str
                    compact_string_hash
                ] (len_0 len_4 len_8 len_15 len_16 len_23 len_24 len_64 len_256)
            }
        }
    };
}

/// Returns a case of each workload.
#[must_use]
pub fn all() -> Vec<Case> {
    let seven_ways = published::PASSES.map(|(name, pass)| Case::new("seven_ways", name, pass));
    let mut cases = Vec::from(seven_ways);
    for way in capture::all() {
        let (function, name) = (way.strategy.unwrap_or("pass"), way.name);
        let slices = slices::pass().to_vec();
        cases.push(Case::new(function, name, move || way.pass(&slices)));
    }
    for (name, values) in SLICES {
        let ways = capture::all().into_iter();
        for way in ways.filter(|way| matches!(way.group, Group::Published | Group::StringKit)) {
            let (function, name) = (format!("slice_{name}"), way.to_string().replace('/', "_"));
            let slices = vec![values];
            cases.push(Case::new(function, name, move || way.pass(&slices)));
        }
    }
    cases.extend(lists::from_json());
    let pairs = [
        guesses::cases,
        values::cases,
        lists::cases,
        formats::cases,
        lookup::cases,
    ];
    cases.extend(pairs.iter().flat_map(|cases| cases()).flatten());
    cases.extend(texts::cases());
    cases
}
