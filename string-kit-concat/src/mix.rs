//! How numbers are made to look random.

/// Spreads a number over all bits.
#[inline]
pub(super) fn mix(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    let folded = product as u64 ^ (product >> 64) as u64;
    folded
}

/// Returns a hash of an id for a table.
///
/// PERF: one multiplication. Ids are small and close to each other, so that the low bits of the product,
/// where the table looks, would be much alike: the high ones come there. An import with fingerprints took
/// 35 ms by [`mix`], and takes 31.
#[inline]
pub(super) fn spread(id: u32) -> u64 {
    u64::from(id)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(26)
}
