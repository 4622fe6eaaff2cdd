//! lasso's `Rodeo`: handles of 4 bytes.

use crate::{Interner, Package};

pub type This = lasso::Rodeo;

interner! {
    lasso: lasso::Spur, "lasso", Some(Package::new("lasso", [2020, 3], [2024, 8])), Interner {
        table: "lasso::Rodeo",
        make: "table.get_or_intern(text)",
        ..Interner::READ_BY_TABLE
    };
    usage: "Pass a `lasso::Rodeo` along: `from(text)` is `table.get_or_intern(text)`, and a text \
            is read by `table.resolve(&name)`.",
    (|table, text| table.get_or_intern(text), table.resolve(text), &table.get(text)?)
}
