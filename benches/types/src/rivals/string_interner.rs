//! string-interner's `StringInterner`: handles of 4 bytes.

use string_interner::{DefaultStringInterner, DefaultSymbol};

use crate::{Facts, Interner, Kept, Kind, Map, Package};

pub type This = DefaultStringInterner;

impl Kept for This {
    type Text = DefaultSymbol;

    const FACTS: Facts = Facts {
        kind: Kind::Interner(Interner {
            table: "string_interner::DefaultStringInterner",
            make: "table.get_or_intern(text)",
            ..Interner::READ_BY_TABLE
        }),
        shares_clones: true,
        usage: "Pass a `string_interner::DefaultStringInterner` along: `from(text)` is \
                `table.get_or_intern(text)`, and a text is read by `table.resolve(name)`.",
        ..Facts::new(
            "string_interner",
            "string-interner",
            "string_interner::DefaultSymbol",
            Some(Package::new("string-interner", [2017, 2], [2026, 4])),
        )
    };

    #[inline]
    fn make(&mut self, text: &str) -> DefaultSymbol {
        self.get_or_intern(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a DefaultSymbol, _index: usize) -> &'a str {
        self.resolve(*text).unwrap_or_default()
    }

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }

    #[inline]
    fn look_up(&self, map: &Map<DefaultSymbol>, text: &str) -> Option<u32> {
        map.get(&self.get(text)?).copied()
    }
}
