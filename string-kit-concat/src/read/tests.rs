//! Reading does not depend on kept lengths.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use proptest::prelude::*;

use crate::dag::{Nodes, Part};
use crate::{ConcatArena, ConcatError, ConcatId, ConcatRef};

/// An arena with a list of the lengths, and of the nodes that others have as a part.
struct Kept {
    arena: ConcatArena,
    ids: Vec<ConcatId>,
    lens: Vec<(u32, u64)>,
    uses: Vec<u32>,
}

impl Kept {
    fn new() -> Self {
        Self {
            arena: ConcatArena::new(),
            ids: Vec::new(),
            lens: Vec::new(),
            uses: Vec::new(),
        }
    }

    fn add(&mut self, id: ConcatId, len: u64, children: &[usize]) -> usize {
        let node = self.arena.get(id).unwrap().node;
        self.ids.push(id);
        self.lens.push((node, len));
        for &child in children {
            let (child, _) = self.lens[child];
            self.uses.push(child);
        }
        self.ids.len() - 1
    }

    fn leaf(&mut self, text: &str) -> usize {
        let id = self.arena.leaf(text);
        self.add(id, text.len() as u64, &[])
    }

    fn concat(&mut self, left: usize, right: usize) -> usize {
        let id = self.arena.concat(self.ids[left], self.ids[right]);
        let len = self.lens[left].1.saturating_add(self.lens[right].1);
        self.add(id, len, &[left, right])
    }

    fn get(&self, at: usize) -> ConcatRef<'_, Self> {
        ConcatRef {
            dag: self,
            node: self.lens[at].0,
        }
    }
}

impl Nodes for Kept {
    fn part(&self, node: u32) -> Part<'_> {
        self.arena.part(node)
    }

    fn kept_len(&self, node: u32) -> Option<u64> {
        Some(self.lens.iter().find(|(of, _)| *of == node).unwrap().1)
    }

    fn may_recur(&self, node: u32) -> bool {
        self.uses.iter().filter(|&&used| used == node).count() > 1
    }
}

proptest! {
    #[test]
    fn kept_lengths_change_no_text(
        pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..40),
        index in any::<prop::sample::Index>(),
    ) {
        let mut kept = Kept::new();
        let mut texts: Vec<String> = ["", "a", "é", "a leaf of some bytes"].map(String::from).into();
        for text in &texts {
            kept.leaf(text);
        }
        for (left, right) in pairs {
            let (left, right) = (left.index(texts.len()), right.index(texts.len()));
            let text = format!("{}{}", texts[left], texts[right]);
            if text.len() < 300_000 {
                kept.concat(left, right);
                texts.push(text);
            }
        }
        for (at, model) in texts.iter().enumerate() {
            let text = kept.get(at);
            let len = model.len();
            prop_assert_eq!(text.is_empty(), len == 0);
            prop_assert_eq!(text.try_len(), Ok(len as u64));
            let flat = text.to_text(len);
            prop_assert_eq!(flat.as_ref(), Ok(model));
            if len > 0 {
                let index = index.index(len);
                prop_assert_eq!(text.byte_at(index), Ok(Some(model.as_bytes()[index])));
                prop_assert_eq!(text.to_text(len - 1), Err(ConcatError::TooLong));
            }
            prop_assert_eq!(text.byte_at(len), Ok(None));
            prop_assert_eq!(text.chunks().collect::<String>(), model.as_str());
        }
    }
}

#[test]
fn lengths_that_no_word_holds_are_counted_beyond_it() {
    let mut kept = Kept::new();
    let mut at = kept.leaf("ab");
    for _ in 0..100 {
        at = kept.concat(at, at);
    }
    let z = kept.leaf("z");
    at = kept.concat(at, z);
    let text = kept.get(at);
    let len = (1 << 101) + 1;
    assert_eq!(text.try_len(), Err(ConcatError::TooLong));
    assert_eq!(text.len_u128(), Ok(len));
    for index in [0, u128::from(u64::MAX) - 1, 1 << 64, len - 3] {
        let byte = if index % 2 == 0 { b'a' } else { b'b' };
        assert_eq!(text.byte_at(index), Ok(Some(byte)));
    }
    assert_eq!(text.byte_at(len - 1), Ok(Some(b'z')));
    assert_eq!(text.byte_at(len), Ok(None));
    assert_eq!(text.to_text(usize::MAX), Err(ConcatError::TooLong));
}

#[test]
fn a_long_text_is_written_block_by_block() {
    let mut kept = Kept::new();
    let mut at = kept.leaf("a é leaf of more than a word");
    let mut model = String::from("a é leaf of more than a word");
    let z = kept.leaf("z");
    for turn in 0..16 {
        if turn % 5 == 4 {
            at = kept.concat(at, z);
            model.push('z');
        }
        at = kept.concat(at, at);
        model = model.repeat(2);
    }
    assert!(model.len() > 1 << 20);
    assert!(kept.get(at).to_text(model.len()).unwrap() == model);
    let id = kept.ids[at];
    assert!(kept.arena.get(id).unwrap().to_text(model.len()).unwrap() == model);
}
