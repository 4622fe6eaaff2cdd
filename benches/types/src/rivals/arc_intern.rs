//! `ArcIntern<str>`: one table of the process; a handle is a pointer to its text and a count.

use internment::ArcIntern;

use crate::{Interner, Package};

#[derive(Clone, Copy, Debug, Default)]
pub struct This;

interner! {
    arc_intern: internment::ArcIntern<str>, "ArcIntern",
    Some(Package::new("internment", [2018, 2], [2024, 10])), Interner {
        frees: true,
        is_of_process: true,
        ..Interner::OWNED
    };
    features: &["arc", "serde"],
    usage: "`from(text)` stays; a text is freed with its last handle.",
    (|table, text| ArcIntern::from(text), text, &ArcIntern::from(text))
}
