//! How numbers are made to look like others at random.

/// Spreads a number over all bits.
#[inline]
pub(super) fn mix(number: u64) -> u64 {
    let product = u128::from(number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
    let folded = product as u64 ^ (product >> 64) as u64;
    folded
}

/// Spreads a number over the bits that a table looks at.
#[inline]
pub(super) fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26)
}
