//! string-interner's `StringInterner`: handles of 4 bytes.

use string_interner::{DefaultStringInterner, DefaultSymbol};

use crate::{Facts, Interner, Kept, Kind, Package};

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
        package: Some(Package::new("string-interner", [2017, 2], [2026, 4])),
        ..Facts::new(
            "string_interner",
            "string-interner",
            "string_interner::DefaultSymbol",
        )
    };

    kept_by!(
        |table, text| table.get_or_intern(text),
        table.resolve(*text).unwrap_or_default(),
        &table.get(text)?
    );

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }
}
