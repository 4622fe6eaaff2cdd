//! The state of a block in one word, so that it changes at once.
//!
//! ```text
//! bit 0   BITS                 1        BITS                           BITS
//!     | first free slot | listed | units ever given out | of those, not back yet |
//! ```

#[cfg(target_pointer_width = "64")]
pub(super) const BITS: u32 = 13;
#[cfg(not(target_pointer_width = "64"))]
pub(super) const BITS: u32 = 10;

const MASK: usize = (1 << BITS) - 1;

const _: () = assert!(3 * BITS < usize::BITS);

pub(super) const NIL: u32 = (1 << BITS) - 1;

/// The free slots of a block that no thread has, as a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The first of the chain, or [`NIL`].
    pub(super) head: u32,
    /// The number of units, from the first on, that were ever given out to threads. Zero if the
    /// block has no memory.
    pub(super) given: u32,
    /// The number of those that are not in the chain.
    pub(super) out: u32,
    /// True if the block is in the list of those with room, or about to be put there.
    pub(super) listed: bool,
}

impl State {
    /// The state of a block without memory.
    pub(super) const NONE: Self = Self {
        head: 0,
        given: 0,
        out: 0,
        listed: false,
    };

    /// Returns the state of a block all of whose units a thread was given.
    pub(super) fn given_out(slots: u32) -> Self {
        Self {
            head: NIL,
            given: slots,
            out: slots,
            listed: false,
        }
    }

    pub(super) fn has_memory(self) -> bool {
        self.given != 0
    }

    /// Returns true if all slots that were given out are back.
    pub(super) fn is_whole(self) -> bool {
        self.out == 0
    }

    /// Returns the number of units, of all of the block, that are in the chain or were never given
    /// out.
    pub(super) fn free(self, slots: u32) -> u32 {
        slots - self.out
    }

    #[inline]
    pub(super) const fn to_word(self) -> usize {
        self.head as usize
            | (self.listed as usize) << BITS
            | (self.given as usize) << (BITS + 1)
            | (self.out as usize) << (2 * BITS + 1)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a mask leaves fewer bits")]
    pub(super) fn from_word(word: usize) -> Self {
        Self {
            head: (word & MASK) as u32,
            listed: word >> BITS & 1 != 0,
            given: (word >> (BITS + 1) & MASK) as u32,
            out: (word >> (2 * BITS + 1)) as u32,
        }
    }
}

/// Returns the word of a block after slots came back, and the head before. Returns none if the
/// block is not listed, or has all its slots back then: [`State`] decides what happens.
///
/// PERF: most slots are put back here, in a dozen instructions.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the mask leaves fewer bits"
)]
pub(super) fn with_some_back(word: usize, head: u32, units: u32) -> Option<(usize, u32)> {
    const ONE: usize = 1 << (2 * BITS + 1);
    let new = (word & !MASK | head as usize).wrapping_sub(units as usize * ONE);
    (new >= ONE && word >> BITS & 1 != 0).then_some((new, (word & MASK) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_it_was_written() {
        assert_eq!(State::from_word(0), State::NONE);
        let numbers = [0, 1, 5, NIL - 1, NIL];
        for head in numbers {
            for out in numbers {
                for given in numbers {
                    for listed in [false, true] {
                        let state = State {
                            head,
                            given,
                            out,
                            listed,
                        };
                        assert_eq!(State::from_word(state.to_word()), state);
                        look_at_some_back(state);
                    }
                }
            }
        }
    }

    fn look_at_some_back(state: State) {
        for slots in [1, 3] {
            if state.out < slots {
                continue;
            }
            let back = with_some_back(state.to_word(), 7, slots);
            let expected = (state.listed && state.out > slots).then(|| {
                let new = State {
                    head: 7,
                    out: state.out - slots,
                    ..state
                };
                (new.to_word(), state.head)
            });
            assert_eq!(back, expected, "{state:?}");
        }
    }
}
