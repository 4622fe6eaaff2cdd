//! Two texts piece by piece, up to a budget.

use core::cmp::Ordering;

use crate::ConcatError;
use crate::dag::{ConcatRef, Dag};
use crate::read::Chunks;

/// Returns the order of two texts, or none if more than `budget` bytes of both are the same.
pub(crate) fn stream<D: Dag, E: Dag>(
    left: ConcatRef<'_, D>,
    right: ConcatRef<'_, E>,
    mut budget: u128,
) -> Result<Option<Ordering>, ConcatError> {
    let mut left = Chunks::new(left.dag, left.node);
    let mut right = Chunks::new(right.dag, right.node);
    let (mut a, mut b): (&[u8], &[u8]) = (&[], &[]);
    loop {
        if a.is_empty() {
            a = left.try_next()?.unwrap_or_default().as_bytes();
        }
        if b.is_empty() {
            b = right.try_next()?.unwrap_or_default().as_bytes();
        }
        let common = a.len().min(b.len());
        match a[..common].cmp(&b[..common]) {
            Ordering::Equal if common == 0 => return Ok(Some(a.len().cmp(&b.len()))),
            Ordering::Equal if common as u128 > budget => return Ok(None),
            Ordering::Equal => (a, b) = (&a[common..], &b[common..]),
            order => return Ok(Some(order)),
        }
        budget -= common as u128;
    }
}
