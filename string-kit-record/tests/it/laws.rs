//! A recorded string keeps the laws of the string inside it.

use std::sync::Arc;

use compact_str::CompactString;
use string_kit::SharedStr;
use string_kit_conformance::{Law, Subject, conformance, subject};
use string_kit_record::recorded;

recorded! {
    type Edited = String, "laws.edited", texts = kept;
    type Shared = Arc<str>, "laws.shared", texts = lengths;
    type Sharded = SharedStr, "laws.sharded", texts = kept;
    type Compact = CompactString, "laws.compact", texts = kept;
}

/// Skips five laws, which assert that nothing but the string allocates or stays. They cannot hold
/// here: however long a program ran, one text of 16 that are in no sample is counted among the most
/// frequent ones, and some strings are followed.
fn recorded<S>(subject: Subject<S>) -> Subject<S> {
    let allocates = "the samples allocate too";
    subject
        .skip(Law::InlineIsFree, allocates)
        .skip(Law::HeapSizeIsWhatWasAsked, allocates)
        .skip(Law::ClonesShare, allocates)
        .skip(Law::LastCloneFrees, "the samples stay")
        .skip(Law::ThreadsMayShare, "the counters of a thread stay")
}

conformance! { edited: recorded(subject!(Edited; push, push_str)) }
conformance! { shared: recorded(subject!(Shared)) }
conformance! { sharded: recorded(subject!(Sharded)) }
conformance! { compact: recorded(subject!(Compact; push, push_str)) }
