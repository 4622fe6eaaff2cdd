//! lasso's `Rodeo`: handles of 4 bytes.

use lasso::{Rodeo, Spur};

use crate::{Facts, Interner, Kept, Kind, Package};

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
        package: Some(Package::new("lasso", [2020, 3], [2024, 8])),
        ..Facts::new("lasso", "lasso", "lasso::Spur")
    };

    kept_by!(
        |table, text| table.get_or_intern(text),
        table.resolve(text),
        &table.get(text)?
    );
}
