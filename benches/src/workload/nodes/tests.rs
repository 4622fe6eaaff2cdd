//! Every design against the texts of the recipe.

use std::thread;

use super::*;

/// Checks the texts of a recipe, also after strings that share parts were dropped.
fn has_the_texts<D: Design>(recipe: &Recipe) {
    let mut design = D::default();
    let leaves = recipe.leaves.iter();
    let mut handles: Vec<D::Handle> = leaves.map(|text| design.leaf(text)).collect();
    for pair in &recipe.pairs {
        let [left, right] = pair.map(|part| &handles[part as usize]);
        let both = design.concat(left, right);
        handles.push(both);
    }
    let mut kept: Vec<(usize, D::Handle)> = handles.into_iter().enumerate().collect();
    for _ in 0..2 {
        for (index, handle) in &kept {
            let text = recipe.text(*index);
            assert!(design.flatten(handle, text.len()) == text, "{}", D::NAME);
        }
        kept.retain(|(index, _)| index % 2 == 0);
    }
}

fn joins<D: Design>() {
    let mut design = D::default();
    let mut joined = String::new();
    let mut handle = design.leaf("");
    for length in 0..40 {
        let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
        let leaf = design.leaf(&text);
        handle = design.concat(&handle, &leaf);
        joined.push_str(&text);
    }
    let text = design.flatten(&handle, joined.len());
    assert_eq!(text, joined.as_bytes(), "{}", D::NAME);
}

/// Makes, reads and drops a chain that is too long for recursion: the thread has 10 bytes of stack
/// for each node, and a call takes at least 16.
fn keeps_a_chain<D: Design + 'static>() {
    // Some peers copy all there is, to put a byte at its beginning.
    let length = if D::IS_PEER { 1_000 } else { 50_000 };
    let chain = move || {
        let mut design = D::default();
        let leaf = design.leaf("a");
        let mut left = design.leaf("b");
        let mut right = design.leaf("c");
        for _ in 0..length {
            left = design.concat(&left, &leaf);
            right = design.concat(&leaf, &right);
        }
        let both = design.concat(&left, &right);
        drop((left, right));
        let text = design.flatten(&both, 2 * length + 2);
        let expected = format!("b{0}{0}c", "a".repeat(length));
        assert_eq!(text, expected.as_bytes(), "{}", D::NAME);
    };
    let small = thread::Builder::new().stack_size(1 << 19);
    small.spawn(chain).unwrap().join().unwrap();
}

#[test]
fn every_design_gives_the_texts_of_string() {
    // So many concatenations that most are of others.
    let random = Recipe::new(3_000);
    macro_rules! check {
        ($design:ty) => {
            has_the_texts::<$design>(&random);
            joins::<$design>();
            keeps_a_chain::<$design>();
        };
    }
    for_each_design!(check);
}

fn keeps_edits<P: Peer>() {
    let trace = Trace::new(Shape::Edits, 600);
    let mut text = (P::OPERATIONS.make)(&trace.start);
    let mut kept = vec![text.clone()];
    for edit in &trace.edits {
        text.edit(edit);
        kept.push(text.clone());
    }
    for (edits, version) in kept.iter().enumerate().step_by(50) {
        let text = trace.text_after(edits).into_bytes();
        assert_eq!((P::OPERATIONS.flatten)(version), text, "{}", P::NAME);
        if let Some(last) = text.len().checked_sub(1) {
            let byte = (P::OPERATIONS.byte)(version, last);
            assert_eq!(byte, text[last], "{}", P::NAME);
        }
    }
}

#[test]
fn every_peer_keeps_the_versions_of_string() {
    macro_rules! check {
        ($peer:ty) => {
            keeps_edits::<$peer>();
        };
    }
    for_each_peer!(check);
}
