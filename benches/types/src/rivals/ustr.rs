//! `Ustr`: one table of the process, never freed; a handle is a pointer to its text.

use ustr::Ustr;

use crate::{Facts, Interner, Kept, Kind, Package};

#[derive(Clone, Copy, Debug, Default)]
pub struct This;

impl Kept for This {
    type Text = Ustr;

    const FACTS: Facts = Facts {
        kind: Kind::Interner(Interner {
            is_of_process: true,
            ..Interner::OWNED
        }),
        features: &["serde"],
        shares_clones: true,
        usage: "`from(text)` stays; the texts are never freed.",
        package: Some(Package::new("ustr", [2019, 11], [2024, 10])),
        ..Facts::new("ustr", "ustr", "ustr::Ustr")
    };

    kept_by!(
        |table, text| Ustr::from(text),
        text.as_str(),
        &Ustr::from_existing(text)?
    );

    fn bytes_of_system(&self) -> usize {
        ustr::total_capacity()
    }
}
