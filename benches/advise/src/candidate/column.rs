//! A list that keeps the texts of a whole column in one block.

use string_kit::StrList;

use super::{Blocks, Candidate, Held, Kind};

/// Returns the list of the column.
pub(super) fn candidates() -> Vec<Candidate> {
    vec![Candidate {
        name: "StrList of the column".to_owned(),
        id: "str_list",
        kind: Kind::Column,
        package: "string-kit",
        path: "string_kit::StrList",
        size: size_of::<StrList>(),
        align: align_of::<StrList>(),
        inline: 0,
        is_mutable: false,
        is_sync: true,
        shares_clones: false,
        blocks: |field| list(field.lengths.count(), field.lengths.bytes()),
        hold: |texts| Held::new(StrList::from_iter(texts)),
        measured: |_| {
            Err("a column is built once: none of its strings is captured, cloned or dropped alone")
        },
    }]
}

/// Returns the block of a list of `count` texts of `text` bytes together: a reference count, the end of each text, and
/// the texts. An end takes 1, 2, 4 or 8 bytes, the fewest that can count all ends and texts.
pub(crate) fn list(count: u64, text: u64) -> Blocks {
    let mut blocks = Blocks::default();
    let word = size_of::<usize>() as u64;
    // The value itself has a tag and 15 bytes.
    if count.saturating_add(text) >= size_of::<StrList>() as u64 {
        let payload = |log_width: u32| count.saturating_mul(1 << log_width).saturating_add(text);
        let holds = |log_width: &u32| payload(*log_width) >> (8 << log_width) == 0;
        let log_width = (0..3).find(holds).unwrap_or(3);
        blocks.add(payload(log_width).saturating_add(word), word, 1);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_take_the_fewest_bytes_that_hold_them() {
        for text in [0, 13, 14, 253, 254, 255, 65_530, 65_531, 65_532, 65_533] {
            let text = "x".repeat(text);
            let texts = [&*text, "y"];
            let expected = StrList::from_iter(texts).heap_size() as u64;
            let bytes = text.len() as u64 + 1;
            assert_eq!(list(2, bytes).asked(), expected, "{bytes}");
        }
        assert_eq!(list(1, 1 << 32).asked(), (1 << 32) + 16);
    }
}
