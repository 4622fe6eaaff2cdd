//! internity's `LocalLexicon`: handles of 4 bytes.

use internity::{LocalLexicon, Sym};

use crate::{Facts, Interner, Kept, Kind, Package};

pub type This = LocalLexicon;

impl Kept for This {
    type Text = Sym;

    const FACTS: Facts = Facts {
        kind: Kind::Interner(Interner {
            table: "internity::LocalLexicon",
            make: "table.intern(text)",
            ..Interner::READ_BY_TABLE
        }),
        shares_clones: true,
        usage: "Pass an `internity::LocalLexicon` along: `from(text)` is `table.intern(text)`, and \
                a text is read by `table.resolve(name)`.",
        package: Some(Package::new("internity", [2026, 7], [2026, 10])),
        ..Facts::new("internity", "internity", "internity::Sym")
    };

    kept_by!(
        |table, text| table.intern(text),
        table.resolve(*text),
        &table.get(text)?
    );

    fn shrink(&mut self) {
        let bytes = self.iter().map(|(_, text)| text.len()).sum();
        let mut exact = Self::with_capacity(self.len(), bytes);
        for (_, text) in self.iter() {
            exact.intern(text);
        }
        *self = exact;
    }
}
