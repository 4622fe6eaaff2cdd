//! internity's `LocalLexicon`: handles of 4 bytes.

use crate::{Interner, Package};

pub type This = internity::LocalLexicon;

interner! {
    internity: internity::Sym, "internity",
    Some(Package::new("internity", [2026, 7], [2026, 10])), Interner {
        table: "internity::LocalLexicon",
        make: "table.intern(text)",
        ..Interner::READ_BY_TABLE
    };
    usage: "Pass an `internity::LocalLexicon` along: `from(text)` is `table.intern(text)`, and a \
            text is read by `table.resolve(name)`.",
    (|table, text| table.intern(text), table.resolve(*text), &table.get(text)?)

    fn shrink(&mut self) {
        let bytes = self.iter().map(|(_, text)| text.len()).sum();
        let mut exact = Self::with_capacity(self.len(), bytes);
        for (_, text) in self.iter() {
            exact.intern(text);
        }
        *self = exact;
    }
}
