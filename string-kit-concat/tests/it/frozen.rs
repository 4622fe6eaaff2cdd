//! `FrozenConcat` against the arena it was made of and against `String`: reading, saving and loading, memory,
//! and running out of it.

use proptest::prelude::*;
use string_kit_concat::{
    ConcatArena, ConcatError, ConcatId, FrozenConcat, FrozenId, FrozenIds, LoadFault,
};
use string_kit_conformance::{count, with_budget};

/// lg(1,000,000) + 2.5 bits, in thousandths.
const MILLION_MILLIBITS: usize = 22_431;

/// An arena, and what is expected of its ids.
struct Model {
    arena: ConcatArena,
    texts: Vec<(ConcatId, String)>,
}

impl Model {
    const LONGEST: usize = 500;

    fn new() -> Self {
        Self {
            arena: ConcatArena::new(),
            texts: Vec::new(),
        }
    }

    fn leaf(&mut self, text: &str) {
        self.texts.push((self.arena.leaf(text), text.to_owned()));
    }

    /// Adds a concatenation, if it is not too long to be compared.
    fn concat(&mut self, left: usize, right: usize) {
        let (left, left_text) = &self.texts[left];
        let (right, right_text) = &self.texts[right];
        let text = format!("{left_text}{right_text}");
        if text.len() <= Self::LONGEST {
            self.texts.push((self.arena.concat(*left, *right), text));
        }
    }

    #[track_caller]
    fn check(&self) -> FrozenConcat {
        let (frozen, ids) = self.arena.freeze().unwrap();
        self.check_texts(&frozen, &ids);
        let bytes = frozen.to_bytes();
        let loaded = FrozenConcat::from_bytes(&bytes).unwrap();
        self.check_texts(&loaded, &ids);
        assert_eq!(loaded.to_bytes(), bytes);
        assert_eq!(loaded.heap_size(), frozen.heap_size());
        frozen
    }

    #[track_caller]
    fn check_texts(&self, frozen: &FrozenConcat, ids: &FrozenIds) {
        // The depth of some is their number: not all of those are read.
        let step = 1 + self.texts.len() / 250;
        for (id, text) in self.texts.iter().rev().step_by(step) {
            let saved = ids.of(*id).unwrap().to_bits();
            let read = frozen.get(FrozenId::from_bits(saved)).unwrap();
            assert_eq!(read.to_text(Self::LONGEST).unwrap(), *text);
        }
    }
}

#[derive(Clone, Debug)]
enum Step {
    Leaf(String),
    Concat(prop::sample::Index, prop::sample::Index),
    /// With one of the last, so that there are chains.
    Chain(bool, prop::sample::Index),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let index = any::<prop::sample::Index>;
    let step = prop_oneof![
        2 => "[a-cé€🦀]{0,5}".prop_map(Step::Leaf),
        4 => (index(), index()).prop_map(|(left, right)| Step::Concat(left, right)),
        3 => (any::<bool>(), index()).prop_map(|(left, other)| Step::Chain(left, other)),
    ];
    prop::collection::vec(step, 0..160)
}

fn run(steps: &[Step]) {
    let mut model = Model::new();
    for step in steps {
        let len = model.texts.len();
        match step {
            Step::Leaf(text) => model.leaf(text),
            _ if len == 0 => {}
            Step::Concat(left, right) => model.concat(left.index(len), right.index(len)),
            Step::Chain(true, other) => model.concat(len - 1, other.index(len)),
            Step::Chain(false, other) => model.concat(other.index(len), len - 1),
        }
    }
    model.check();
}

proptest! {
    #[test]
    fn a_frozen_form_reads_as_the_arena_does(steps in steps()) {
        run(&steps);
    }

    #[test]
    fn bytes_that_were_changed_are_refused(
        steps in prop::collection::vec(("[a-c]{1,3}", any::<prop::sample::Index>()), 1..40),
        place in any::<prop::sample::Index>(),
        flip in 1..=u8::MAX,
    ) {
        let mut model = Model::new();
        for (text, other) in &steps {
            model.leaf(text);
            let len = model.texts.len();
            model.concat(other.index(len), len - 1);
        }
        let mut bytes = model.check().to_bytes();
        let at = place.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(FrozenConcat::from_bytes(&bytes).is_err());
    }

    #[test]
    fn bytes_of_any_kind_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(FrozenConcat::from_bytes(&bytes).is_err());
        let bytes = [b"SkFrozen\x01\0\0\0\0\0\0\0", &*bytes].concat();
        prop_assert!(FrozenConcat::from_bytes(&bytes).is_err());
    }
}

#[test]
fn blocks_of_any_fill_are_read() {
    // About the limits of words and blocks.
    let counts = [
        0, 1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 640, 1025,
    ];
    for count in counts {
        for shape in 0..4 {
            let mut model = Model::new();
            model.leaf("");
            model.leaf("é");
            (0..count % 7).for_each(|_| model.leaf("abc"));
            for _ in 0..count {
                let last = model.texts.len() - 1;
                match shape {
                    0 => model.concat(0, 1),
                    1 => model.concat(last, 0),
                    2 => model.concat(0, last),
                    _ => model.concat(last / 2, 0),
                }
            }
            model.check();
        }
    }
}

#[test]
fn an_empty_arena_and_one_leaf_are_frozen() {
    let empty = Model::new().check();
    assert_eq!((empty.concatenations(), empty.leaf_bytes()), (0, 0));
    for text in ["", "a", "é€🦀"] {
        let mut model = Model::new();
        model.leaf(text);
        assert_eq!(model.check().leaf_bytes(), text.len());
    }
}

#[test]
fn ids_that_are_not_of_the_frozen_arena_are_rejected() {
    let mut arena = ConcatArena::new();
    let id = arena.leaf("here");
    let (frozen, ids) = arena.freeze().unwrap();
    let later = arena.concat(id, id);
    let mut other = ConcatArena::new();
    let foreign = other.leaf("there");
    assert_eq!(ids.of(later), Err(ConcatError::Foreign));
    assert_eq!(ids.of(foreign), Err(ConcatError::Foreign));
    let (_, other_ids) = other.freeze().unwrap();
    let foreign = other_ids.of(foreign).unwrap();
    assert_eq!(frozen.get(foreign).unwrap_err(), ConcatError::Foreign);
}

#[test]
fn threads_share_a_frozen_form() {
    let mut model = Model::new();
    model.leaf("ab");
    (0..8).for_each(|last| model.concat(last, last));
    let (frozen, ids) = model.arena.freeze().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for (id, text) in &model.texts {
                    let read = frozen.get(ids.of(*id).unwrap()).unwrap();
                    assert_eq!(read.to_text(Model::LONGEST).unwrap(), *text);
                }
            });
        }
    });
}

#[test]
fn a_chain_of_a_million_is_frozen_and_loaded_without_recursion() {
    for left in [true, false] {
        let mut arena = ConcatArena::new();
        let leaf = arena.leaf("x");
        let mut chain = leaf;
        for _ in 0..1_000_000 {
            chain = if left {
                arena.concat(chain, leaf)
            } else {
                arena.concat(leaf, chain)
            };
        }
        let (frozen, ids) = arena.freeze().unwrap();
        let id = ids.of(chain).unwrap();
        drop(arena);
        let loaded = FrozenConcat::from_bytes(&frozen.to_bytes()).unwrap();
        assert_eq!(loaded.get(id).unwrap().try_len(), Ok(1_000_001));
        assert!(
            frozen.heap_size() * 8 < 1000 * MILLION_MILLIBITS,
            "{frozen:?}: {}",
            frozen.heap_size()
        );
    }
}

#[test]
fn a_node_of_a_million_random_ones_takes_lg_n_and_two_and_a_half_bits() {
    const LEAVES: usize = 1000;
    const CONCATS: usize = 1_000_000;
    let mut arena = ConcatArena::new();
    let mut ids: Vec<_> = (0..LEAVES)
        .map(|at| arena.leaf(&format!("{at:016}")))
        .collect();
    let mut state = 0x1234_5678_9abc_def1_u64;
    let mut pick = |len: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % len as u64).unwrap()
    };
    for _ in 0..CONCATS {
        let (left, right) = (ids[pick(ids.len())], ids[pick(ids.len())]);
        ids.push(arena.concat(left, right));
    }
    let (done, counts) = count(|| arena.freeze());
    let (frozen, frozen_ids) = done.unwrap();
    let heap_size = frozen.heap_size() + frozen_ids.heap_size();
    assert_eq!(counts.live_bytes.cast_unsigned(), heap_size);
    assert!(
        counts.peak_bytes.cast_unsigned() < 24 * CONCATS,
        "{counts:?}"
    );
    let bits = (frozen.heap_size() - frozen.leaf_bytes()) * 8;
    assert!(bits < CONCATS / 1000 * MILLION_MILLIBITS, "{bits}");
    for id in ids.iter().step_by(100_003) {
        let read = frozen.get(frozen_ids.of(*id).unwrap()).unwrap();
        let expected = arena.get(*id).unwrap();
        assert_eq!(read.len_u128(), expected.len_u128());
        assert!(read.chunks().take(100).eq(expected.chunks().take(100)));
    }
}

#[test]
fn out_of_memory_is_an_error_and_keeps_the_arena() {
    let mut model = Model::new();
    for text in ["ab", "c", "é"] {
        model.leaf(text);
    }
    for at in 0..700 {
        model.concat(at / 3 + 1, at % 3);
    }
    let frozen = model.check();
    let bytes = frozen.to_bytes();
    let mut failures = 0;
    let done = (0..).find_map(|budget| {
        let (result, counts) = count(|| with_budget(budget, || model.arena.freeze()));
        match result {
            Ok(done) => Some(done),
            Err(error) => {
                assert_eq!((error, counts.live_bytes), (ConcatError::Alloc, 0));
                failures += 1;
                None
            }
        }
    });
    assert!(failures > 5);
    let (again, ids) = done.unwrap();
    assert_eq!(again.to_bytes(), bytes);
    model.check_texts(&again, &ids);

    assert_eq!(
        with_budget(0, || frozen.try_to_bytes()),
        Err(ConcatError::Alloc)
    );
    for budget in 0..6 {
        let load = || with_budget(budget, || FrozenConcat::from_bytes(&bytes));
        let (result, counts) = count(load);
        assert_eq!(result.unwrap_err().what(), LoadFault::Alloc);
        assert_eq!(counts.live_bytes, 0);
    }
    let (loaded, counts) = count(|| with_budget(6, || FrozenConcat::from_bytes(&bytes)));
    assert!(counts.live_bytes.cast_unsigned() <= bytes.len() + 80);
    assert_eq!(counts.peak_bytes, counts.live_bytes);
    let loaded = loaded.unwrap();
    assert_eq!(counts.live_bytes.cast_unsigned(), loaded.heap_size());
    assert_eq!(loaded.to_bytes(), bytes);
}
