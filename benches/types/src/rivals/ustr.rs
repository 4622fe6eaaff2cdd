//! `Ustr`: one table of the process, never freed; a handle is a pointer to its text.

use ustr::Ustr;

use crate::{Facts, Interner, Kept, Kind, Map, Package};

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
        ..Facts::new(
            "ustr",
            "ustr",
            "ustr::Ustr",
            Some(Package::new("ustr", [2019, 11], [2024, 10])),
        )
    };

    #[inline]
    fn make(&mut self, text: &str) -> Ustr {
        Ustr::from(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a Ustr, _index: usize) -> &'a str {
        text.as_str()
    }

    fn bytes_of_system(&self) -> usize {
        ustr::total_capacity()
    }

    #[inline]
    fn look_up(&self, map: &Map<Ustr>, text: &str) -> Option<u32> {
        map.get(&Ustr::from_existing(text)?).copied()
    }
}
