//! `Arc<str>` in a `HashSet`.

use std::collections::HashSet;
use std::sync::Arc;

use crate::types::arc_str;
use crate::{Facts, Interner, Kept, Kind, Representation};

pub type This = HashSet<Arc<str>>;

/// `==` and the hash are those of the type.
impl Kept for This {
    type Text = Arc<str>;

    const FACTS: Facts = Facts {
        id: "arc_str_set",
        name: "Arc<str> in a set",
        kind: Kind::Interner(Interner {
            table: "std::collections::HashSet<std::sync::Arc<str>>",
            make: "table.get(text).cloned().unwrap_or_else(|| {
        table.insert(text.into());
        table.get(text).cloned().unwrap_or_default()
    })",
            ..Interner::OWNED
        }),
        is_drop_in: false,
        usage: "Pass a `HashSet` of such strings along: `from(text)` is a clone of the one that it \
                has, or of a new one that is inserted.",
        ..arc_str::This::FACTS
    };

    kept_by!(
        |table, text| table.get(text).cloned().unwrap_or_else(|| {
            let made = Arc::<str>::from(text);
            table.insert(made.clone());
            made
        }),
        text,
        text
    );
}
