//! What the write-up found, to stand beside what is found here.
//!
//! Blocklisted, "`Arc<str>` vs `String`, is `Arc<str>` really faster?":
//! <https://blocklisted.github.io/blog/arc_str_vs_string_is_it_really_faster/>. A Ryzen 5600X with
//! jemalloc; the milliseconds in which the main thread made 2^24 clones of 64 bytes.

/// How many clones the main thread made.
pub(crate) const CLONES: u32 = 1 << 24;

/// Threads, whether the clones were leaked, and the milliseconds of `Arc<str>` and of `String`.
const PUBLISHED: [(usize, bool, u32, u32); 10] = [
    (1, false, 51, 156),
    (2, false, 430, 156),
    (4, false, 2149, 156),
    (8, false, 3724, 303),
    (12, false, 4819, 302),
    (1, true, 27, 296),
    (2, true, 234, 305),
    (4, true, 689, 327),
    (8, true, 1904, 558),
    (12, true, 2681, 725),
];

/// Nanoseconds a clone, of `Arc<str>` and of `String`; none if it was not published.
pub(super) fn clone_ns(threads: usize, leaked: bool) -> Option<[f64; 2]> {
    let found = PUBLISHED
        .iter()
        .find(|one| (one.0, one.1) == (threads, leaked))?;
    let ns = |ms: u32| f64::from(ms) * 1e6 / f64::from(CLONES);
    Some([ns(found.2), ns(found.3)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alone_an_arc_was_ahead_and_among_many_behind() {
        for leaked in [false, true] {
            let [arc, string] = clone_ns(1, leaked).unwrap();
            assert!(arc < string);
            let [arc, string] = clone_ns(8, leaked).unwrap();
            assert!(arc > string);
        }
        assert_eq!(clone_ns(3, false), None);
    }
}
