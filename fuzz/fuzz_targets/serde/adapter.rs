//! The table of adapters: which shape of document each one reads, and which data it accepts as
//! text.

use crate::fields::Adapter;

/// The shape of a document. It selects the control.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Text,
    OptionalText,
    Seq,
    OptionalSeq,
    Map,
    /// A map that keeps every pair, even if a key repeats.
    Pairs,
    /// A map of sequences.
    Lists,
}

/// The data that an adapter accepts as text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Data {
    Strings,
    Scalars,
}

/// The adapters in the order of their letters, `a` to `z`.
pub(crate) const ADAPTERS: [(Adapter, Shape, Data); 26] = [
    (Adapter::Captured, Shape::Text, Data::Strings),
    (Adapter::CapturedOption, Shape::OptionalText, Data::Strings),
    (Adapter::Newtypes, Shape::Seq, Data::Strings),
    (Adapter::NewtypeKeys, Shape::Lists, Data::Strings),
    (Adapter::Seq, Shape::Seq, Data::Strings),
    (Adapter::SeqShared, Shape::Seq, Data::Strings),
    (Adapter::SeqOption, Shape::OptionalSeq, Data::Strings),
    (Adapter::Map, Shape::Map, Data::Strings),
    (Adapter::MapHashed, Shape::Map, Data::Strings),
    (Adapter::Own, Shape::Text, Data::Strings),
    (Adapter::List, Shape::Seq, Data::Strings),
    (Adapter::AppendStr, Shape::Text, Data::Strings),
    (Adapter::AppendSeq, Shape::Seq, Data::Strings),
    (Adapter::Display, Shape::Text, Data::Scalars),
    (Adapter::DisplayOption, Shape::OptionalText, Data::Scalars),
    (Adapter::DisplaySeq, Shape::Seq, Data::Scalars),
    (Adapter::DisplayMap, Shape::Pairs, Data::Scalars),
    (Adapter::DisplayList, Shape::Seq, Data::Scalars),
    (Adapter::LimitedText, Shape::Text, Data::Strings),
    (Adapter::LimitedSeq, Shape::Seq, Data::Strings),
    (Adapter::LimitedMap, Shape::Pairs, Data::Strings),
    (Adapter::LimitedList, Shape::Seq, Data::Strings),
    (Adapter::LimitedText, Shape::Text, Data::Scalars),
    (Adapter::LimitedSeq, Shape::Seq, Data::Scalars),
    (Adapter::LimitedMap, Shape::Pairs, Data::Scalars),
    (Adapter::LimitedList, Shape::Seq, Data::Scalars),
];
