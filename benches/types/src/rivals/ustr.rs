//! `Ustr`: one table of the process, never freed; a handle is a pointer to its text.

use ustr::Ustr;

use crate::{Interner, Package};

#[derive(Clone, Copy, Debug, Default)]
pub struct This;

interner! {
    ustr: ustr::Ustr, "ustr", Some(Package::new("ustr", [2019, 11], [2024, 10])), Interner {
        is_of_process: true,
        ..Interner::OWNED
    };
    features: &["serde"],
    usage: "`from(text)` stays; the texts are never freed.",
    (|table, text| Ustr::from(text), text.as_str(), &Ustr::from_existing(text)?)

    fn bytes_of_system(&self) -> usize {
        ustr::total_capacity()
    }
}
