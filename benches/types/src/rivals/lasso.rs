//! lasso's `Rodeo`: handles of 4 bytes.

use lasso::{Rodeo, Spur};

use crate::{Facts, Interner, Kept, Kind, Map, Package};

pub type This = Rodeo;

impl Kept for This {
    type Text = Spur;

    const FACTS: Facts = Facts {
        kind: Kind::Interner(Interner {
            table: "lasso::Rodeo",
            make: "table.get_or_intern(text)",
            ..Interner::READ_BY_TABLE
        }),
        shares_clones: true,
        usage: "Pass a `lasso::Rodeo` along: `from(text)` is `table.get_or_intern(text)`, and a \
                text is read by `table.resolve(&name)`.",
        ..Facts::new(
            "lasso",
            "lasso",
            "lasso::Spur",
            Some(Package::new("lasso", [2020, 3], [2024, 8])),
        )
    };

    #[inline]
    fn make(&mut self, text: &str) -> Spur {
        self.get_or_intern(text)
    }

    #[inline]
    fn read<'a>(&'a self, text: &'a Spur, _index: usize) -> &'a str {
        self.resolve(text)
    }

    #[inline]
    fn look_up(&self, map: &Map<Spur>, text: &str) -> Option<u32> {
        map.get(&self.get(text)?).copied()
    }
}
