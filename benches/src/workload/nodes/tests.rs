//! Every design against `String`.

use super::*;

/// How many concatenations: enough that most are of others.
const COUNT: usize = 3_000;

/// A design's texts are those of `String`.
fn agrees<D: Design>() {
    let name = D::NAME;
    let mut design = D::default();
    let mut strings: Vec<String> = (0..LEAVES).map(leaf_text).collect();
    let mut handles: Vec<D::Handle> = strings.iter().map(|text| design.leaf(text)).collect();
    for (left, right) in children(COUNT) {
        strings.push([&*strings[left], &*strings[right]].concat());
        let both = design.concat(&handles[left], &handles[right]);
        handles.push(both);
    }
    design.finish(&mut handles);
    for (handle, (string, length)) in handles.iter().zip(strings.iter().zip(lengths(COUNT))) {
        assert_eq!(string.len() as u64, length);
        assert_eq!(
            design.flatten(handle, string.len()),
            string.as_bytes(),
            "{name}"
        );
    }
    // Half of them go in another order than they came: what the others need stays.
    let mut kept = Vec::new();
    for (at, handle) in handles.into_iter().enumerate().rev() {
        if at % 2 == 0 {
            kept.push((at, handle));
        }
    }
    for (at, handle) in kept {
        let string = &strings[at];
        assert_eq!(
            design.flatten(&handle, string.len()),
            string.as_bytes(),
            "{name}"
        );
    }
}

/// Texts of every length that a design may tell apart are kept, and appended to.
fn appends<D: Design>() {
    let name = D::NAME;
    let mut design = D::default();
    let mut all = String::new();
    let mut handle = design.leaf("");
    for length in 0..40 {
        let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
        let leaf = design.leaf(&text);
        design.append(&mut handle, &leaf);
        all.push_str(&text);
    }
    let mut handles = [handle];
    design.finish(&mut handles);
    assert_eq!(
        design.flatten(&handles[0], all.len()),
        all.as_bytes(),
        "{name}"
    );
}

/// A chain as long as no stack would bear recursion through is made, read and dropped.
fn bears_a_chain<D: Design>(length: usize) {
    let mut design = D::default();
    let leaf = design.leaf("a");
    let mut left = design.leaf("b");
    let mut right = design.leaf("c");
    for _ in 0..length {
        design.append(&mut left, &leaf);
        right = design.concat(&leaf, &right);
    }
    let both = design.concat(&left, &right);
    let mut handles = [both, left, right];
    design.finish(&mut handles);
    let text = design.flatten(&handles[0], 2 * length + 2);
    let expected = format!("b{0}{0}c", "a".repeat(length));
    assert_eq!(text, expected.as_bytes(), "{}", D::NAME);
}

#[test]
fn every_design_gives_the_texts_of_string() {
    macro_rules! check {
        ($design:ty) => {
            agrees::<$design>();
            appends::<$design>();
        };
    }
    for_each_design!(check);
}

#[test]
fn no_design_recurses_into_a_long_chain() {
    macro_rules! check {
        ($design:ty) => {
            // Not longer for a peer: some of them copy all there is, to put a byte at its beginning.
            let length = match <$design>::KIND {
                Kind::Peer => 1_000,
                Kind::WriteUp | Kind::StringKit => 500_000,
            };
            bears_a_chain::<$design>(length);
        };
    }
    for_each_design!(check);
}

#[test]
fn every_design_has_a_name_of_its_own() {
    let mut names = Vec::new();
    macro_rules! add {
        ($design:ty) => {
            names.push(<$design>::NAME);
        };
    }
    for_each_design!(add);
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len());
}
