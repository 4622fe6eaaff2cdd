//! `SharedStr` in string-kit's `Pool`, which forgets texts that nobody uses.

use string_kit::{Pool, SharedStr};

use crate::types::shared_str;
use crate::{Facts, Interner, Kept, Kind, Representation};

pub type This = Pool;

impl Kept for This {
    type Text = SharedStr;

    const FACTS: Facts = Facts {
        id: "pool",
        name: "SharedStr in a Pool",
        kind: Kind::Interner(Interner {
            frees: true,
            table: "string_kit::Pool",
            make: "table.intern(text)",
            ..Interner::OWNED
        }),
        features: &["pool", "serde"],
        is_drop_in: false,
        usage: "Pass a `string_kit::Pool` along: `from(text)` is `pool.intern(text)`; it is read \
                without the pool.",
        ..shared_str::This::FACTS
    };

    kept_by!(|table, text| table.intern(text), text, text);
}
