//! string-interner's `StringInterner`: handles of 4 bytes.

use crate::{Interner, Package};

pub type This = string_interner::DefaultStringInterner;

interner! {
    string_interner: string_interner::DefaultSymbol, "string-interner",
    Some(Package::new("string-interner", [2017, 2], [2026, 4])), Interner {
        table: "string_interner::DefaultStringInterner",
        make: "table.get_or_intern(text)",
        ..Interner::READ_BY_TABLE
    };
    usage: "Pass a `string_interner::DefaultStringInterner` along: `from(text)` is \
            `table.get_or_intern(text)`, and a text is read by `table.resolve(name)`.",
    (
        |table, text| table.get_or_intern(text),
        table.resolve(*text).unwrap_or_default(),
        &table.get(text)?
    )

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }
}
