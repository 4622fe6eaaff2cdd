//! `ArcIntern<str>`: one table of the process; a handle is a pointer to its text and a count.

use internment::ArcIntern;

use crate::{Facts, Interner, Kept, Kind, Package};

#[derive(Clone, Copy, Debug, Default)]
pub struct This;

impl Kept for This {
    type Text = ArcIntern<str>;

    const FACTS: Facts = Facts {
        kind: Kind::Interner(Interner {
            frees: true,
            is_of_process: true,
            ..Interner::OWNED
        }),
        features: &["arc", "serde"],
        shares_clones: true,
        usage: "`from(text)` stays; a text is freed with its last handle.",
        package: Some(Package::new("internment", [2018, 2], [2024, 10])),
        ..Facts::new("arc_intern", "ArcIntern", "internment::ArcIntern<str>")
    };

    kept_by!(
        |table, text| ArcIntern::from(text),
        text,
        &ArcIntern::from(text)
    );
}
