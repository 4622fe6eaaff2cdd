//! What the layouts say: every name and number in these sentences is computed.

use std::cmp::Reverse;

use super::Findings;
use crate::measure::layout::{Home, Node};
use crate::measure::size_class::SizeClasses;

/// What fewer bytes of a node save, and what they do not.
pub(super) fn nodes(findings: &Findings) -> Vec<String> {
    let nodes = findings.nodes.iter();
    let mut in_blocks: Vec<&Node> = nodes.filter(|node| node.home == Home::Block).collect();
    in_blocks.sort_by_key(|node| Reverse(node.size));
    in_blocks.dedup_by_key(|node| node.size);
    let pairs = in_blocks.windows(2);
    pairs
        .map(|pair| saved(findings, pair[1], pair[0]))
        .collect()
}

/// What a node saves against a larger one.
fn saved(findings: &Findings, small: &Node, large: &Node) -> String {
    let taken = findings.classes.iter().map(|classes| {
        let (small, large) = (small.taken(classes), large.taken(classes));
        let name = classes.allocator.name();
        if small == large {
            format!("nothing on {name} ({small} both)")
        } else {
            format!("{} on {name} ({small} for {large})", large - small)
        }
    });
    format!(
        "{} asks for {} bytes less than {} ({} for {}), which saves {}.",
        small.name,
        large.size - small.size,
        large.name,
        small.size,
        large.size,
        taken.collect::<Vec<_>>().join(", "),
    )
}

/// What costs the same, and where the numbers are from.
pub(super) fn classes(classes: &[SizeClasses]) -> Vec<String> {
    classes
        .iter()
        .flat_map(|of| [same(of), source(of)])
        .collect()
}

/// Which sizes cost the same.
fn same(classes: &SizeClasses) -> String {
    let at = |align| {
        let groups = classes
            .asked
            .chunk_by(|one, next| classes.taken(*one, align) == classes.taken(*next, align))
            .filter(|sizes| sizes.len() > 1);
        let told: Vec<String> = groups
            .filter_map(|sizes| Some(format!("{} to {}", sizes.first()?, sizes.last()?)))
            .collect();
        told.join(", ")
    };
    let name = classes.allocator.name();
    let [one, word] = [0, 1].map(|index| classes.aligned[index].align);
    let (bytes, words) = (at(one), at(word));
    if bytes == words {
        return format!("{name}: these cost the same, each group for itself: {bytes} bytes.");
    }
    format!(
        "{name}: these cost the same, each group for itself: {bytes} bytes; at an alignment of {word} \
         these: {words} bytes."
    )
}

/// Where the numbers are from.
fn source(classes: &SizeClasses) -> String {
    let name = classes.allocator.name();
    match (classes.is_measured(), classes.is_as_published()) {
        (true, true) => format!("{name}: measured, and as published."),
        (true, false) => format!(
            "{name}: measured, and not what the rule gives that is known of glibc, jemalloc and mimalloc; \
             what was not measured goes by that rule."
        ),
        (false, _) => {
            let why = classes.allocator.program().err().unwrap_or_default();
            format!("{name}: by its published rule, and not measured: {why}.")
        }
    }
}
