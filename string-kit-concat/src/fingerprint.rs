//! Fingerprints: a polynomial of a text's bytes mod 2^127 - 1, at a random point.
//!
//! ```text
//! hash(t)  = (t[0] + 1) B^(n-1) + (t[1] + 1) B^(n-2) + ... + (t[n-1] + 1)
//! power(t) = B^n
//! hash(st) = hash(s) power(t) + hash(t),  power(st) = power(s) power(t)
//! ```
//!
//! Two texts of n bytes or fewer that differ are two polynomials that differ, so they meet at n - 1
//! points at most. A point is 128 random bits mod p: each has the probability 2^-127, but 0 and 1 have 1.5
//! times that. So texts collide with probability at most n / 2^127.
//!
//! The modulus matters as much as that bound does. The order of every B divides p - 1, so that
//! `B^(p-1) = 1`, and a text of p - 1 bytes is made in 2 lg p nodes: mod 2^61 - 1, `b a^(p-2) a` and
//! `a a^(p-2) b` meet at every point there is. Mod 2^127 - 1 such texts are longer than 2^126 bytes.

use core::fmt;

use super::memo::mix;

/// 2^127 - 1, a prime.
const P: u128 = (1 << 127) - 1;

/// A hash and a length, by which texts are compared within one process.
///
/// Equal texts have equal fingerprints, whatever concatenations they are made of. With `std`, different
/// texts of n bytes have equal fingerprints with probability at most n / 2^127, over the point that each
/// process draws at random: 2^-67 for 2^60 bytes. It differs from process to process: do not store it.
///
/// Without `std` there is no source of random bits, and that bound does not hold. The point is computed from
/// two addresses, of a static and of a local variable, when the first fingerprint is: it has at most 2^64
/// values, 2^32 where pointers have 32 bits, as few as one where the system does not randomize addresses.
/// Whoever can predict the addresses can make texts that collide. Where that matters,
/// [`eq_exact`](crate::ConcatRef::eq_exact) compares texts byte by byte, under a limit in bytes.
///
/// ```
/// use string_kit_concat::ConcatArena;
///
/// let mut arena = ConcatArena::new();
/// let [ab, c, a, bc] = ["ab", "c", "a", "bc"].map(|text| arena.leaf(text));
/// let [abc, also] = [arena.concat(ab, c), arena.concat(a, bc)];
/// assert_eq!(arena.get(abc)?.fingerprint()?, arena.get(also)?.fingerprint()?);
/// # Ok::<(), string_kit_concat::ConcatError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    hash: u128,
    len: u64,
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({:032x}, {} bytes)", self.hash, self.len)
    }
}

impl From<Print> for Fingerprint {
    fn from(print: Print) -> Self {
        Self {
            hash: print.map.hash,
            len: print.len,
        }
    }
}

/// The map x -> x power + hash of a text: the map of a concatenation is that of its parts, one after
/// the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Affine {
    hash: u128,
    power: u128,
}

/// The map and the length of a text, by which texts are compared: some texts of 2^126 bytes and more have the
/// map of a short one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Print {
    pub(super) map: Affine,
    /// `u64::MAX` stands for that many bytes or more.
    pub(super) len: u64,
}

impl Print {
    /// Returns the map and the length of `text`. Takes O(bytes).
    pub(super) fn of(text: &str) -> Self {
        Self {
            map: Affine::of(text.as_bytes()),
            len: text.len() as u64,
        }
    }
}

/// The number of bytes of one step of [`Affine::of`].
const STEP: usize = 16;

impl Affine {
    /// The map of the empty text.
    pub(super) const EMPTY: Self = Self { hash: 0, power: 1 };

    /// Returns the map of a text. Takes O(bytes).
    ///
    /// PERF: 16 bytes a step, whose products are added before any of them is reduced.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let point = point();
        let (steps, rest) = bytes.as_chunks::<STEP>();
        let hash = steps.iter().fold(0, |hash, bytes| {
            add(mul(hash, point.powers[STEP]), point.sum(*bytes, [1; STEP]))
        });
        let map = Self {
            hash,
            power: pow(point.powers[STEP], steps.len()),
        };
        if rest.is_empty() {
            return map;
        }
        // The missing bytes in front count as zero.
        let (mut last, mut ones) = ([0; STEP], [0; STEP]);
        last[STEP - rest.len()..].copy_from_slice(rest);
        ones[STEP - rest.len()..].fill(1);
        map.then(Self {
            hash: point.sum(last, ones),
            power: point.powers[rest.len()],
        })
    }

    /// Returns 64 bits of the hash, for a table.
    pub(super) fn short(self) -> u64 {
        let hash = self.hash;
        #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
        let folded = hash as u64 ^ (hash >> 64) as u64;
        mix(folded)
    }

    /// Returns the map of this text and then another.
    ///
    /// PERF: two products mod p.
    #[inline]
    pub(super) fn then(self, other: Self) -> Self {
        Self {
            hash: add(mul(self.hash, other.power), other.hash),
            power: mul(self.power, other.power),
        }
    }

    /// The map of a text of `len` bytes: this is that of another text and then of this one, and `before` that of
    /// the other.
    ///
    /// O(lg `len`).
    pub(super) fn without(self, before: Self, len: usize) -> Self {
        if before == Self::EMPTY {
            return self;
        }
        let power = pow(point().powers[1], len);
        Self {
            hash: add(self.hash, P - mul(before.hash, power)),
            power,
        }
    }
}

/// The point at which the polynomials are taken.
#[derive(Clone, Copy)]
struct Point {
    powers: [u128; STEP + 1],
    /// The powers `STEP - 1` to 0 as 32 bits each: a product with a byte, and the sum of all, has 64.
    limbs: [[u32; 4]; STEP],
}

impl Point {
    fn new(seeds: [u64; 2]) -> Self {
        let base = reduce(u128::from(seeds[0]) << 64 | u128::from(seeds[1]));
        let mut powers = [1; STEP + 1];
        for at in 1..=STEP {
            powers[at] = mul(powers[at - 1], base);
        }
        let limbs = core::array::from_fn(|at| {
            let power = powers[STEP - 1 - at];
            #[expect(clippy::cast_possible_truncation, reason = "the others take the rest")]
            let limbs = [0, 32, 64, 96].map(|shift| (power >> shift) as u32);
            limbs
        });
        Self { powers, limbs }
    }

    /// Returns the sum of `bytes + ones`, each times a power of the point, from `STEP - 1` down to 0.
    #[inline]
    fn sum(&self, bytes: [u8; STEP], ones: [u8; STEP]) -> u128 {
        let mut sums = [0_u64; 4];
        for at in 0..STEP {
            let factor = u64::from(bytes[at]) + u64::from(ones[at]);
            for (sum, limb) in sums.iter_mut().zip(self.limbs[at]) {
                *sum += factor * u64::from(limb);
            }
        }
        // Each is below 2^45, so the lower three come to less than 2^110; 2^127 = 1 folds the last, whose
        // lower 31 bits come to less than p.
        let [first, second, third, last] = sums.map(u128::from);
        let low = first + (second << 32) + (third << 64);
        let folded = (last & ((1 << 31) - 1)) << 96;
        add(add(low, folded), last >> 31)
    }
}

#[cfg(feature = "std")]
#[inline]
fn point() -> &'static Point {
    use core::hash::BuildHasher;
    use std::hash::RandomState;
    use std::sync::OnceLock;

    static POINT: OnceLock<Point> = OnceLock::new();
    POINT.get_or_init(|| Point::new([0, 1].map(|n: u8| RandomState::new().hash_one(n))))
}

#[cfg(not(feature = "std"))]
fn point() -> Point {
    use core::sync::atomic::{AtomicUsize, Ordering};

    static SEED: AtomicUsize = AtomicUsize::new(0);
    let mut seed = SEED.load(Ordering::Relaxed);
    if seed == 0 {
        let on_stack = 0_u8;
        let places = [
            core::ptr::from_ref(&SEED).addr(),
            core::ptr::from_ref(&on_stack).addr(),
        ];
        let drawn = places
            .iter()
            .fold(0, |seed, &place| mix(seed ^ place as u64));
        #[expect(clippy::cast_possible_truncation, reason = "as many bits as there are")]
        let drawn = (drawn as usize).max(1);
        // The first thread to store its seed decides.
        let first = SEED.compare_exchange(0, drawn, Ordering::Relaxed, Ordering::Relaxed);
        seed = first.map_or_else(|first| first, |_| drawn);
    }
    let high = mix(seed as u64);
    Point::new([high, mix(high ^ 1)])
}

/// Returns a number mod p.
#[inline]
fn reduce(number: u128) -> u128 {
    let number = (number & P) + (number >> 127);
    if number >= P { number - P } else { number }
}

#[inline]
fn add(left: u128, right: u128) -> u128 {
    let sum = left + right;
    if sum >= P { sum - P } else { sum }
}

fn pow(base: u128, exponent: usize) -> u128 {
    let (mut power, mut square, mut left) = (1, base, exponent);
    while left > 0 {
        if left & 1 == 1 {
            power = mul(power, square);
        }
        square = mul(square, square);
        left >>= 1;
    }
    power
}

#[inline]
fn mul(left: u128, right: u128) -> u128 {
    const HALF: u128 = (1 << 64) - 1;
    let (left_high, left_low) = (left >> 64, left & HALF);
    let (right_high, right_low) = (right >> 64, right & HALF);
    // Both highs are below 2^63, so the sum stays below 2^128.
    let middle = left_high * right_low + left_low * right_high;
    let (low, carry) = (left_low * right_low).overflowing_add(middle << 64);
    let high = left_high * right_high + (middle >> 64) + u128::from(carry);
    // 2^128 = 2: what is above bit 127 is added to what is below.
    add(low & P, high << 1 | low >> 127)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Multiplication by doubling.
    fn slow_mul(left: u128, right: u128) -> u128 {
        (0..127).rev().fold(0, |product, bit| {
            let product = add(product, product);
            if right >> bit & 1 == 1 {
                add(product, left)
            } else {
                product
            }
        })
    }

    fn slow_of(bytes: &[u8]) -> Affine {
        let base = point().powers[1];
        bytes.iter().fold(Affine::EMPTY, |map, &byte| Affine {
            hash: add(mul(map.hash, base), u128::from(byte) + 1),
            power: mul(map.power, base),
        })
    }

    proptest! {
        #[test]
        fn products_are_those_of_doubling(left in 0..P, right in 0..P) {
            prop_assert_eq!(mul(left, right), slow_mul(left, right));
        }

        #[test]
        fn sixteen_bytes_a_step_are_as_one(bytes in proptest::collection::vec(any::<u8>(), 0..99)) {
            prop_assert_eq!(Affine::of(&bytes), slow_of(&bytes));
        }

        #[test]
        fn where_a_text_is_cut_does_not_matter(
            bytes in proptest::collection::vec(any::<u8>(), 0..99),
            at in 0..99_usize,
        ) {
            let (left, right) = bytes.split_at(at.min(bytes.len()));
            let [left, right, both] = [left, right, &bytes].map(Affine::of);
            prop_assert_eq!(left.then(right), both);
            prop_assert_eq!(both.without(left, bytes.len() - at.min(bytes.len())), right);
        }
    }

    #[test]
    fn products_at_the_ends_of_the_field() {
        let ends = [
            0,
            1,
            2,
            1 << 63,
            1 << 64,
            (1 << 126) - 1,
            1 << 126,
            P - 2,
            P - 1,
        ];
        for left in ends {
            for right in ends {
                assert_eq!(mul(left, right), slow_mul(left, right), "{left} {right}");
            }
        }
        assert_eq!(Affine::of(&[255; 64]), slow_of(&[255; 64]));
    }

    /// Fingerprints mod 2^61 - 1.
    mod small {
        pub(super) const P: u64 = (1 << 61) - 1;

        pub(super) type Map = (u64, u64);

        fn mul(left: u64, right: u64) -> u64 {
            let product = u128::from(left) * u128::from(right) % u128::from(P);
            u64::try_from(product).unwrap()
        }

        pub(super) fn of(byte: u8, base: u64) -> Map {
            (u64::from(byte) + 1, base)
        }

        pub(super) fn then(left: Map, right: Map) -> Map {
            ((mul(left.0, right.1) + right.0) % P, mul(left.1, right.1))
        }
    }

    /// `first middle^(p - 2) last` of any kind of map, p that of the small field.
    fn hump<M: Copy>([first, middle, last]: [M; 3], then: impl Fn(M, M) -> M) -> M {
        let (mut text, mut run, mut left) = (first, middle, small::P - 2);
        while left > 0 {
            if left & 1 == 1 {
                text = then(text, run);
            }
            run = then(run, run);
            left >>= 1;
        }
        then(text, last)
    }

    #[test]
    fn the_pair_that_collides_for_every_point_mod_2_to_the_61_is_told_apart() {
        for base in [2, 31, 0x1234_5678_9abc_def1, small::P - 2] {
            let [a, b] = [b'a', b'b'].map(|byte| small::of(byte, base));
            assert_eq!(hump([b, a, a], small::then), hump([a, a, b], small::then));
        }
        let [a, b] = [b"a", b"b"].map(|byte| Affine::of(byte));
        let [left, right] = [[b, a, a], [a, a, b]].map(|texts| hump(texts, Affine::then));
        assert_eq!(left.power, right.power);
        assert_ne!(left.hash, right.hash);
    }
}
