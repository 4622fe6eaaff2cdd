//! A frozen arena, loaded from bytes that nobody vouches for.

use alloc::string::String;
use alloc::vec::Vec;
use core::str;

use super::FrozenConcat;
use super::bits::{Bits, PAD};
use super::blocks::{Blocks, NODES, greatest_place, split_place};
use super::digest::Digest;
use super::fault::{LoadError, LoadFault};
use super::form::{DIGEST, DIGESTED, HEADER, MAGIC, VERSION};
use super::leaves::Leaves;
use super::packed::Packed;
use crate::dag::LEAF;

/// The numbers of the header.
#[derive(Clone, Copy)]
struct Header {
    digest: u64,
    leaves: u64,
    concats: u64,
    text: u64,
    bits: u64,
    greatest_len: u64,
}

/// Where the header has its numbers.
const LEAVES: usize = 3 * 8;
const CONCATS: usize = 4 * 8;

fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*word))
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, LoadError> {
        let short = LoadError::new(LoadFault::Truncated, bytes.len());
        let word = |index: usize| word_at(bytes, index * 8).ok_or(short);
        if *bytes.first_chunk::<8>().ok_or(short)? != MAGIC {
            return Err(LoadError::new(LoadFault::Magic, 0));
        }
        if word(1)? != VERSION {
            return Err(LoadError::new(LoadFault::Version, 8));
        }
        Ok(Self {
            digest: word(2)?,
            leaves: word(3)?,
            concats: word(4)?,
            text: word(5)?,
            bits: word(6)?,
            greatest_len: word(7)?,
        })
    }

    /// Looks whether ids of a width, of which `most` are those of leaves and as many of concatenations,
    /// are enough. Both are less than 2^40 then.
    fn check_counts(&self, most: u64) -> Result<(), LoadError> {
        for (count, at) in [(self.leaves, LEAVES), (self.concats, CONCATS)] {
            if count > most {
                return Err(LoadError::new(LoadFault::TooMany, at));
            }
        }
        Ok(())
    }

    /// The bits of the columns, and their greatest numbers.
    fn columns(&self) -> [(u64, u64); 5] {
        let blocks = Blocks::blocks_for(self.concats);
        let symbols = self.leaves + self.concats;
        let column = |count: u64, greatest| {
            // 2^40 numbers of 64 bits at most.
            (count * u64::from(Packed::width(greatest)), greatest)
        };
        [
            column(self.leaves, self.text),
            column(self.leaves, self.greatest_len),
            column(Blocks::rows_for(blocks), symbols),
            column(blocks, greatest_place(self.bits)),
            (self.bits, 0),
        ]
    }

    /// Looks whether the bytes are as many as the header says.
    fn check_len(&self, len: usize) -> Result<(), LoadError> {
        let words: u128 = self
            .columns()
            .into_iter()
            .map(|(bits, _)| u128::from(Bits::words_for(bits)))
            .sum();
        let end = HEADER as u128 + words * 8 + u128::from(self.text);
        match usize::try_from(end) {
            Ok(end) if end < len => Err(LoadError::new(LoadFault::Trailing, end)),
            Ok(end) if end == len => Ok(()),
            _ => Err(LoadError::new(LoadFault::Truncated, len)),
        }
    }
}

/// Bytes that are as many as their header says, and where they are read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn column(&mut self, len: u64) -> Result<Bits, LoadError> {
        let fault = |what| LoadError::new(what, self.at);
        #[expect(clippy::cast_possible_truncation, reason = "so many bytes are there")]
        let count = Bits::words_for(len) as usize * 8;
        let mut column = Vec::new();
        column
            .try_reserve_exact(count + PAD)
            .map_err(|_| fault(LoadFault::Alloc))?;
        column.extend_from_slice(&self.bytes[self.at..self.at + count]);
        column.extend([0; PAD]);
        let bits = Bits::of_bytes(column, len);
        if !bits.ends_clean() {
            return Err(fault(LoadFault::Padding));
        }
        self.at += count;
        Ok(bits)
    }

    fn text(&self) -> Result<String, LoadError> {
        let text = str::from_utf8(&self.bytes[self.at..])
            .map_err(|error| LoadError::new(LoadFault::Utf8, self.at + error.valid_up_to()))?;
        let mut owned = String::new();
        owned
            .try_reserve_exact(text.len())
            .map_err(|_| LoadError::new(LoadFault::Alloc, self.at))?;
        owned.push_str(text);
        Ok(owned)
    }
}

impl FrozenConcat {
    /// What [`to_bytes`](Self::to_bytes) saved, by ids of this or of another width.
    ///
    /// The columns are copied as they are; nothing is built anew. All is looked at: what is loaded is
    /// safe to be read, whatever the bytes are. O(bytes + nodes); allocates five times, no more bytes
    /// than it was given and 80.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes, and where; `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, FrozenConcat, LoadFault};
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.leaf("na");
    /// let mut bytes = arena.freeze()?.0.to_bytes();
    /// assert!(FrozenConcat::from_bytes(&bytes).is_ok());
    ///
    /// bytes.push(0);
    /// let error = FrozenConcat::from_bytes(&bytes).unwrap_err();
    /// assert_eq!(error.what(), LoadFault::Trailing);
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
        let header = Header::read(bytes)?;
        header.check_counts(LEAF.into())?;
        header.check_len(bytes.len())?;
        let mut digest = Digest::new();
        digest.bytes(&bytes[DIGESTED..]);
        if digest.finish() != header.digest {
            return Err(LoadError::new(LoadFault::Digest, DIGEST));
        }
        let mut reader = Reader { bytes, at: HEADER };
        let [starts, lens, rows, places, bits] = header.columns();
        let starts = Packed::of_bits(reader.column(starts.0)?, starts.1);
        let lens = Packed::of_bits(reader.column(lens.0)?, lens.1);
        let rows = Packed::of_bits(reader.column(rows.0)?, rows.1);
        let places = Packed::of_bits(reader.column(places.0)?, places.1);
        let blocks_at = reader.at;
        let blocks = Blocks {
            count: header.concats,
            rows,
            places,
            bits: reader.column(bits.0)?,
        };
        let leaves = Leaves {
            count: header.leaves,
            starts,
            lens,
            greatest_len: header.greatest_len,
            text: reader.text()?,
        };
        if !leaves.are_ranges() {
            return Err(LoadError::new(LoadFault::Leaf, HEADER));
        }
        check_blocks(&leaves, &blocks, blocks_at)?;
        Ok(Self::of_parts(header.digest, leaves, blocks))
    }
}

/// Looks whether each block can be read, and each child comes before its parent and is not empty: so no
/// concatenation is.
fn check_blocks(of: &Leaves, blocks: &Blocks, at: usize) -> Result<(), LoadError> {
    let leaves = of.count;
    let is_empty = |symbol| symbol < leaves && of.lens.get(symbol) == 0;
    let mut place = 0;
    for block in 0..Blocks::blocks_for(blocks.count) {
        let fault = |what| LoadError::new(what, at + (place / 8) as usize);
        let ranks = block * NODES..blocks.count.min((block + 1) * NODES);
        let (row, next) = (blocks.rows.get(block), blocks.rows.get(block + 1));
        let symbols = leaves + blocks.count;
        let (begin, mid) = split_place(blocks.places.get(block));
        if row > next || next >= symbols || begin != place {
            return Err(fault(LoadFault::Block));
        }
        // After this the block lies in the bits, and select finds a one for each of its nodes.
        let end = blocks.shape(block).check(&blocks.bits, place, mid);
        let end = end.ok_or(fault(LoadFault::Block))?;
        for rank in ranks {
            let pair = blocks.pair(rank);
            if pair.min > pair.max || pair.max >= leaves + rank {
                return Err(fault(LoadFault::Child));
            }
            if is_empty(pair.min) || is_empty(pair.max) {
                return Err(fault(LoadFault::Empty));
            }
        }
        place = end;
    }
    if place == blocks.bits.len() {
        Ok(())
    } else {
        Err(LoadError::new(LoadFault::Block, at))
    }
}
