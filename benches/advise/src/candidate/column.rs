//! A list that keeps the texts of a whole column in one block.

use string_kit::StrList;

use super::counted::kept_bytes;
use super::{Blocks, Candidate, Kind};

/// Returns the list of the column.
pub(super) fn candidate() -> Candidate {
    Candidate {
        name: "StrList of the column".to_owned(),
        id: "str_list",
        kind: Kind::Column,
        path: "string_kit::StrList",
        size: size_of::<StrList>(),
        align: align_of::<StrList>(),
        inline: 0,
        is_mutable: false,
        shares_clones: false,
        kept: |texts| Some(kept_bytes(|| StrList::from_iter(texts))),
        measured: |_| {
            Err("a column is built once: none of its strings is captured, cloned or dropped alone")
        },
    }
}

/// Adds the blocks of `lists` lists of `count` texts of `text` bytes together: each has a reference count, the end of each
/// text, and the texts. An end takes 1, 2, 4 or 8 bytes, the fewest that can count all ends and texts.
pub(crate) fn add_lists(count: u64, text: u64, lists: u64, blocks: &mut Blocks) {
    let word = size_of::<usize>() as u64;
    // The value itself has a tag and 15 bytes.
    if count.saturating_add(text) >= size_of::<StrList>() as u64 {
        let payload = |log_width: u32| count.saturating_mul(1 << log_width).saturating_add(text);
        let holds = |log_width: &u32| payload(*log_width) >> (8 << log_width) == 0;
        let log_width = (0..3).find(holds).unwrap_or(3);
        blocks.add(payload(log_width).saturating_add(word), word, lists);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_more_than_four_gigabytes_take_eight_bytes() {
        let mut blocks = Blocks::default();
        add_lists(1, 1 << 32, 2, &mut blocks);
        assert_eq!((blocks.asked(), blocks.count()), (2 * ((1 << 32) + 16), 2));
    }
}
