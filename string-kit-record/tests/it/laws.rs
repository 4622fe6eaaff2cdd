//! A recorded string keeps the laws of the string inside it.

use std::sync::Arc;

use compact_str::CompactString;
use string_kit::SharedStr;
use string_kit_conformance::{conformance, subject};
use string_kit_record::recorded;

recorded! {
    type Edited = String, "laws.edited";
    type Shared = Arc<str>, "laws.shared", texts = lengths;
    type Sharded = SharedStr, "laws.sharded";
    type Compact = CompactString, "laws.compact";
}

/// Five laws assert that nothing but the string allocates or stays. They cannot hold here: however
/// long a program ran, one text of 16 that are in no sample is counted among the most frequent
/// ones, and some strings are followed.
macro_rules! laws {
    ($module:ident: $subject:expr) => {
        conformance! {
            $module: $subject;
            skip inline_is_free: "the samples allocate too";
            skip heap_size_is_what_was_asked: "the samples allocate too";
            skip clones_share: "the samples allocate too";
            skip last_clone_frees: "the samples stay";
            skip threads_may_share: "the counters of a thread stay";
        }
    };
}

laws! { edited: subject!(Edited; push, push_str) }
laws! { shared: subject!(Shared) }
laws! { sharded: subject!(Sharded) }
laws! { compact: subject!(Compact; push, push_str) }
