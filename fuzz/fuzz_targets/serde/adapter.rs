//! What reads, what it should read, and what counts as a text.

/// The adapters, and the types that have serde's traits themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Adapter {
    Captured,
    CapturedOption,
    Newtypes,
    NewtypeKeys,
    Seq,
    SeqShared,
    SeqOption,
    Map,
    MapHashed,
    Own,
    List,
    AppendStr,
    AppendSeq,
    Display,
    DisplayOption,
    DisplaySeq,
    DisplayMap,
    DisplayList,
    LimitedText,
    LimitedSeq,
    LimitedMap,
    LimitedList,
}

/// What the document should hold, by which the control is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Text,
    OptionalText,
    Seq,
    OptionalSeq,
    Map,
    /// As the map, but that keys are kept which come again.
    Pairs,
    /// A sequence for each key.
    Lists,
}

/// What counts as a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Forms {
    Strings,
    Scalars,
}

/// By their letters, `a` to `z`.
pub(crate) const ADAPTERS: [(Adapter, Shape, Forms); 26] = [
    (Adapter::Captured, Shape::Text, Forms::Strings),
    (Adapter::CapturedOption, Shape::OptionalText, Forms::Strings),
    (Adapter::Newtypes, Shape::Seq, Forms::Strings),
    (Adapter::NewtypeKeys, Shape::Lists, Forms::Strings),
    (Adapter::Seq, Shape::Seq, Forms::Strings),
    (Adapter::SeqShared, Shape::Seq, Forms::Strings),
    (Adapter::SeqOption, Shape::OptionalSeq, Forms::Strings),
    (Adapter::Map, Shape::Map, Forms::Strings),
    (Adapter::MapHashed, Shape::Map, Forms::Strings),
    (Adapter::Own, Shape::Text, Forms::Strings),
    (Adapter::List, Shape::Seq, Forms::Strings),
    (Adapter::AppendStr, Shape::Text, Forms::Strings),
    (Adapter::AppendSeq, Shape::Seq, Forms::Strings),
    (Adapter::Display, Shape::Text, Forms::Scalars),
    (Adapter::DisplayOption, Shape::OptionalText, Forms::Scalars),
    (Adapter::DisplaySeq, Shape::Seq, Forms::Scalars),
    (Adapter::DisplayMap, Shape::Pairs, Forms::Scalars),
    (Adapter::DisplayList, Shape::Seq, Forms::Scalars),
    (Adapter::LimitedText, Shape::Text, Forms::Strings),
    (Adapter::LimitedSeq, Shape::Seq, Forms::Strings),
    (Adapter::LimitedMap, Shape::Pairs, Forms::Strings),
    (Adapter::LimitedList, Shape::Seq, Forms::Strings),
    (Adapter::LimitedText, Shape::Text, Forms::Scalars),
    (Adapter::LimitedSeq, Shape::Seq, Forms::Scalars),
    (Adapter::LimitedMap, Shape::Pairs, Forms::Scalars),
    (Adapter::LimitedList, Shape::Seq, Forms::Scalars),
];
