//! `StrList`: all texts of a record in 16 bytes and one block.

use string_kit::StrList;

use crate::{Facts, Kept, Kind, Map, STRING_KIT};

/// The maker of lists, which has no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct This;

impl Kept for This {
    type Text = StrList;

    const FACTS: Facts = Facts {
        kind: Kind::List,
        features: &["serde"],
        shares_clones: true,
        package: STRING_KIT,
        ..Facts::new("str_list", "StrList", "string_kit::StrList")
    };

    fn make(&mut self, text: &str) -> StrList {
        self.make_many(&[text])
    }

    #[inline]
    fn make_many(&mut self, texts: &[&str]) -> StrList {
        StrList::from(texts)
    }

    #[inline]
    fn read<'a>(&'a self, record: &'a StrList, index: usize) -> &'a str {
        record.get(index).unwrap_or_default()
    }

    /// A list is no key.
    fn look_up(&self, _map: &Map<StrList>, _text: &str) -> Option<u32> {
        None
    }
}
