//! What the write-up found, to stand beside what is found here.
//!
//! "Optimizing Rc memory usage in Rust": <https://blog.polybdenum.com/2017/02/11/optimizing-rc-memory-usage-in-rust.html>.
//! A program that holds very long strings as a graph of concatenations: the bytes that a node asks for,
//! by `-Zprint-type-sizes`, and those that it takes, by jemalloc's table of size classes. It crashed
//! with 16.

/// Design, bytes asked for, and bytes taken.
const PUBLISHED: [(&str, usize, usize); 4] = [
    ("std_arc_2015", 48, 64),
    ("weakless_arc", 32, 32),
    ("leaked_arena", 24, 24),
    ("packed_malloc", 16, 16),
];

/// The bytes that a node of a design asks for and takes, as published; none if it was not.
pub(super) fn bytes(design: &str) -> Option<(usize, usize)> {
    let found = PUBLISHED.iter().find(|one| one.0 == design)?;
    Some((found.1, found.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::nodes::subjects;

    #[test]
    fn what_was_published_is_measured() {
        for (design, asked, takes) in PUBLISHED {
            assert!(subjects().iter().any(|one| one.name == design), "{design}");
            assert!(asked <= takes);
        }
        assert_eq!(bytes("string"), None);
    }
}
