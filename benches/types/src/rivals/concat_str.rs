//! `ConcatStr`: a persistent text, here of one leaf.

use string_kit_concat::ConcatStr;

use crate::{Cloned, Facts, STRING_KIT, StringType};

pub type This = ConcatStr;

impl StringType for This {
    const FACTS: Facts = Facts {
        shares_clones: true,
        clones_contend: true,
        is_mutable: true,
        package: STRING_KIT,
        ..Facts::new("concat_str", "ConcatStr", "string_kit_concat::ConcatStr")
    };

    fn make(text: &str) -> Self {
        text.to_owned().into()
    }

    fn text(&self) -> &str {
        self.chunks().next().unwrap_or_default()
    }
}

impl Cloned for This {
    fn heap_bytes(&self) -> usize {
        /// The bytes of a leaf before its text, and the sizes of its slot.
        const BEFORE: usize = 5;
        const SLOTS: [usize; 8] = [16, 32, 48, 64, 96, 128, 192, 256];
        let len = self.len();
        if len == 0 {
            return 0;
        }
        let slot = SLOTS.into_iter().find(|slot| BEFORE + len <= *slot);
        // A slot, and a string that is taken over with its counts.
        slot.unwrap_or(32 + 48 + len)
    }
}
