//! Texts as strings and as nodes, against `String`; shared nodes are still shared.

mod fields;
mod hostile;
mod text;

use std::slice;

use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_test::{Token, assert_tokens};
use string_kit_concat::serde::Nodes;
use string_kit_concat::{
    ConcatArena, ConcatId, ConcatNodes, ConcatStr, FrozenId, MeasuredConcatStr,
};

use fields::{Arena, Frozen, Many, One, Text, in_all_formats};

/// Runs so many cases of a property, and writes no file if one fails.
fn cases(cases: u32) -> Config {
    Config {
        failure_persistence: None,
        cases,
        ..Config::default()
    }
}

/// Returns the number of leaves and of concatenations.
fn size<T: Text>(texts: &[T]) -> (usize, usize) {
    let nodes = ConcatNodes::of(texts.iter().map(T::view)).unwrap();
    (nodes.leaves().len(), nodes.concats().len())
}

/// Makes texts, each a leaf or the concatenation of two earlier ones, and the same as `String`s.
fn build<T: Text>(shape: &[(String, usize, usize)]) -> (Vec<T>, Vec<String>) {
    let (mut texts, mut controls) = (Vec::<T>::new(), Vec::<String>::new());
    for (leaf, left, right) in shape {
        let (left, right) = (left % (texts.len() + 1), right % (texts.len() + 1));
        match (controls.get(left), controls.get(right)) {
            (Some(a), Some(b)) if a.len() + b.len() < 1_000 => {
                controls.push(a.clone() + b);
                texts.push(texts[left].try_concat(&texts[right]).unwrap());
            }
            _ => {
                controls.push(leaf.clone());
                texts.push(T::from(leaf.clone()));
            }
        }
    }
    (texts, controls)
}

fn arena_of<T: Text>(texts: &[T]) -> (ConcatArena, Vec<ConcatId>) {
    let mut arena = ConcatArena::new();
    let ids = arena.try_import_all(texts.iter().map(T::view)).unwrap();
    (arena, ids)
}

fn check_shape<T: Text>(shape: &[(String, usize, usize)]) {
    let (texts, controls) = build::<T>(shape);

    in_all_formats(&texts, |read: Vec<String>| assert_eq!(read, controls));
    in_all_formats(&controls, |read: Vec<T>| {
        assert_eq!(read, controls);
    });

    in_all_formats(&Many(texts.clone()), |Many(read): Many<T>| {
        assert_eq!(read, controls);
        assert_eq!(size(&read), size(&texts));
    });
    in_all_formats(&Many(texts.clone()), |Many(read): Many<ConcatStr>| {
        assert_eq!(read, controls);
    });
    if let (Some(text), Some(control)) = (texts.last(), controls.last()) {
        in_all_formats(&One(text.clone()), |One(read): One<T>| {
            assert_eq!(read, *control);
            assert_eq!(size(&[read]), size(slice::from_ref(text)));
        });
    }

    let (arena, ids) = arena_of(&texts);
    let (leaves, concats) = (arena.leaves(), arena.concatenations());
    let (frozen, frozen_ids) = arena.freeze().unwrap();
    in_all_formats(&Frozen(frozen), |Frozen(read): Frozen| {
        for (id, control) in ids.iter().zip(&controls) {
            let id = FrozenId::from_bits(frozen_ids.of(*id).unwrap().to_bits());
            assert_eq!(read.get(id).unwrap(), **control);
        }
    });
    let of_arena = |Arena((arena, ids)): Arena| {
        assert_eq!((arena.leaves(), arena.concatenations()), (leaves, concats));
        assert_eq!(ids.len(), controls.len());
        for (id, control) in ids.iter().zip(&controls) {
            assert_eq!(arena.get(*id).unwrap(), **control);
            let text = serde_json::to_string(&arena.get(*id).unwrap()).unwrap();
            assert_eq!(text, serde_json::to_string(control).unwrap());
        }
    };
    in_all_formats(&Arena((arena, ids.clone())), of_arena);
    in_all_formats(&Many(texts), of_arena);
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn round_trips(
        shape in proptest::collection::vec((".{0,20}", 0..64_usize, 0..64_usize), 0..40),
    ) {
        check_shape::<ConcatStr>(&shape);
        check_shape::<MeasuredConcatStr>(&shape);
    }
}

#[test]
fn toml_has_the_nodes_too() {
    let (texts, _) = build::<ConcatStr>(&[
        ("a text of some length".into(), 0, 0),
        (String::new(), 0, 0),
        (String::new(), 1, 1),
    ]);
    let toml = toml::to_string(&Many(texts.clone())).unwrap();
    assert_eq!(toml::from_str::<Many<ConcatStr>>(&toml).unwrap().0, texts);
}

/// A text of 2^64 bytes in some hundred bytes.
#[test]
fn sixty_doublings_are_sixty_nodes() {
    fn check<T: Text>() {
        let text = T::doubled("a text of 16 B..", 60);
        let json = serde_json::to_string(&One(text.clone())).unwrap();
        assert_eq!(json.len(), 514);
        let postcard = postcard::to_stdvec(&One(text.clone())).unwrap();
        assert_eq!(postcard.len(), 141);
        in_all_formats(&One(text.clone()), |One(read): One<T>| {
            assert_eq!(read.view().len_u128().unwrap(), 1 << 64);
            assert_eq!(read, text);
            assert_eq!(size(&[read]), (1, 60));
        });
    }
    check::<ConcatStr>();
    check::<MeasuredConcatStr>();
}

/// Leaning to the left and to the right: nothing recurses.
#[test]
fn a_deep_chain() {
    const NODES: usize = 200_000;
    fn check<T: Text>(join: impl Fn(&T, &T) -> T) {
        let leaf = T::from("a leaf of 16 B..".to_owned());
        let text = (0..NODES).fold(leaf.clone(), |text, _| join(&text, &leaf));
        let postcard = postcard::to_stdvec(&One(text.clone())).unwrap();
        let One(read) = postcard::from_bytes::<One<T>>(&postcard).unwrap();
        assert!(postcard::to_stdvec(&One(read)).unwrap() == postcard);
        let Arena((arena, ids)) = postcard::from_bytes::<Arena>(&postcard).unwrap();
        assert_eq!(arena.concatenations(), NODES);
        assert!(postcard::to_stdvec(&Arena((arena, ids))).unwrap() == postcard);
        let flat = postcard::to_stdvec(&text).unwrap();
        let flat: &str = postcard::from_bytes(&flat).unwrap();
        assert!(flat == text.view().to_text(flat.len()).unwrap());
    }
    check::<ConcatStr>(|text, leaf| text.concat(leaf));
    check::<MeasuredConcatStr>(|text, leaf| leaf.concat(text));
}

/// 1,000 inserts into a text of 56 KB: each adds O(depth) nodes, and the data repeats only the cut leaves.
#[test]
fn a_history_of_versions_is_written_in_data_linear_in_its_edits() {
    const EDITS: usize = 1_000;
    let mut control = "a line of the first text of all\n".repeat(1_750);
    assert_eq!(control.len(), 56_000);
    let first: MeasuredConcatStr = control.split_inclusive('\n').collect();
    let (first_leaves, _) = size(slice::from_ref(&first));
    let (mut versions, mut controls) = (vec![first], vec![control.clone()]);
    for edit in 0..EDITS {
        let (last, new) = (&versions[edit], format!("<{edit}>"));
        let at = edit * 7_919 % control.len();
        control.insert_str(at, &new);
        versions.push(last.substr(..at).concat(new).concat(last.substr(at..)));
        controls.push(control.clone());
    }
    let (leaves, concats) = size(&versions);
    assert!(leaves - first_leaves <= 3 * EDITS, "{leaves} leaves");
    assert!(concats <= 32 * EDITS, "{concats} concatenations");
    let json = serde_json::to_string(&Many(versions)).unwrap();
    assert!(json.len() <= 1_000 * EDITS, "{} bytes", json.len());
    let Many(read) = serde_json::from_str::<Many<MeasuredConcatStr>>(&json).unwrap();
    assert!(read == controls);
}

#[test]
fn the_same_handle_twice_is_one_node() {
    let text = ConcatStr::from("a longer text").concat("another long one");
    let refs = [text.view(), text.view()];
    let nodes = ConcatNodes::of(refs).unwrap();
    assert_eq!((nodes.leaves().len(), nodes.concats().len()), (2, 1));
    assert_eq!(nodes.texts(), [2, 2]);
}

#[test]
fn texts_of_two_arenas_are_told_apart() {
    let [mut a, mut b]: [ConcatArena; 2] = [ConcatArena::new(), ConcatArena::new()];
    let (here, there) = (a.leaf("here"), b.leaf("there"));
    let refs = [a.get(here).unwrap(), b.get(there).unwrap()];
    let json = serde_json::to_string(&Nodes(&ConcatNodes::of(refs).unwrap())).unwrap();
    assert_eq!(
        json,
        r#"{"leaves":["here","there"],"nodes":[],"texts":[0,1]}"#
    );
    let mut both = ConcatArena::new();
    let ids = both.try_import_all(refs).unwrap();
    assert_eq!(both.get(ids[1]).unwrap(), "there");

    let error = serde_json::to_string(&Arena((a, vec![there]))).unwrap_err();
    let foreign = "the id is not one of this arena's";
    assert_eq!(error.to_string(), foreign);
}

#[test]
fn empty_texts() {
    let empty = ConcatStr::new();
    assert_tokens(&empty, &[Token::Str("")]);
    let json = serde_json::to_string(&Many(vec![empty.clone(), "a".into(), empty])).unwrap();
    assert_eq!(json, r#"{"leaves":["a",""],"nodes":[],"texts":[1,0,1]}"#);
    in_all_formats(&Many::<ConcatStr>(vec![]), |read: Many<ConcatStr>| {
        assert_eq!(read.0, [] as [&str; 0]);
    });
    let json = r#"{"leaves":["",""],"nodes":[[0,1],[2,2]],"texts":[3]}"#;
    let One(read) = serde_json::from_str::<One<ConcatStr>>(json).unwrap();
    assert!(read.is_empty());
}
