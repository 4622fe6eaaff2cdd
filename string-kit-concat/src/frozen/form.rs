//! The bytes that a frozen arena is saved as, and loaded from: bytes that nobody vouches for.
//!
//! ```text
//! header | "SkFrozen" | version, 1 | digest | L leaves | n concats | T text bytes | B block bits |
//!        | M, the bytes of the longest leaf                                                      |
//! words  | starts of the leaves in the text: L numbers .................. as wide as T           |
//!        | bytes of the leaves: L numbers ............................... as wide as M           |
//!        | rows of the blocks: ceil(n / 128) + 1 numbers, none if n is 0  as wide as L + n       |
//!        | places of the blocks: ceil(n / 128) numbers .................. as wide as 512 B       |
//!        | the blocks: B bits                                                                    |
//! bytes  | text: T                                                                               |
//! ```
//!
//! The header's parts are 8 bytes each. Words are little-endian, and numbers fill them from bit 0 on; each of
//! the five columns begins with a new word and has zeroes beyond its end. A number takes as many bits as the
//! greatest one that its column may hold, and at least one. The digest is that of all bytes after it.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::{fmt, str};

use super::bits::{Bits, PAD, Packed};
use super::blocks::{Blocks, NODES, greatest_place, split_place};
use super::{FrozenConcat, Leaves};
use crate::ConcatError;
use crate::dag::LEAF;

const MAGIC: [u8; 8] = *b"SkFrozen";
const VERSION: u64 = 1;
/// The place of the digest.
pub(super) const DIGEST: usize = 2 * 8;
/// The place from which on bytes are digested.
pub(super) const DIGESTED: usize = 3 * 8;
/// The places of the two counts.
const COUNTS: [usize; 2] = [3 * 8, 4 * 8];
/// The number of bytes of the header.
pub(super) const HEADER: usize = 8 * 8;

/// Gives all that is digested to `each`, in pieces of whole words but for the last.
fn each_piece(leaves: &Leaves, blocks: &Blocks, mut each: impl FnMut(&[u8])) {
    let text = leaves.text.as_bytes();
    for number in [
        leaves.count,
        blocks.count,
        text.len() as u64,
        blocks.bits.len(),
        leaves.greatest_len,
    ] {
        each(&number.to_le_bytes());
    }
    for column in columns(leaves, blocks) {
        each(column.bytes());
    }
    each(text);
}

fn columns<'a>(leaves: &'a Leaves, blocks: &'a Blocks) -> [&'a Bits; 5] {
    [
        leaves.starts.bits(),
        leaves.lens.bits(),
        blocks.rows.bits(),
        blocks.places.bits(),
        &blocks.bits,
    ]
}

/// Returns the digest of contents.
pub(super) fn digest_of(leaves: &Leaves, blocks: &Blocks) -> u64 {
    let mut digest = Digest::new();
    each_piece(leaves, blocks, |piece| digest.bytes(piece));
    digest.finish()
}

impl FrozenConcat {
    /// Returns the bytes to save, the same on every machine; [`from_bytes`](Self::from_bytes) loads them.
    ///
    /// O(bytes); allocates once. Equal contents have equal bytes.
    ///
    /// # Panics
    ///
    /// If memory runs out; [`try_to_bytes`](Self::try_to_bytes) returns an error.
    ///
    /// ```
    /// use string_kit_concat::{ConcatArena, FrozenConcat};
    ///
    /// let mut arena = ConcatArena::new();
    /// arena.leaf("na");
    /// let (frozen, _) = arena.freeze()?;
    /// let loaded = FrozenConcat::from_bytes(&frozen.to_bytes()).unwrap();
    /// assert_eq!(loaded.leaves(), frozen.leaves());
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.try_to_bytes().expect("there is memory")
    }

    /// Returns the bytes to save, or an error if memory runs out.
    ///
    /// O(bytes); allocates once.
    ///
    /// # Errors
    ///
    /// `Alloc`.
    ///
    /// ```
    /// use string_kit_concat::ConcatArena;
    ///
    /// let (frozen, _) = ConcatArena::new().freeze()?;
    /// assert_eq!(frozen.try_to_bytes()?, frozen.to_bytes());
    /// # Ok::<(), string_kit_concat::ConcatError>(())
    /// ```
    pub fn try_to_bytes(&self) -> Result<Vec<u8>, ConcatError> {
        let len = columns(&self.leaves, &self.blocks)
            .into_iter()
            .map(|column| column.bytes().len())
            .try_fold(HEADER + self.leaves.text.len(), usize::checked_add)
            .ok_or(ConcatError::Alloc)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len)?;
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&self.digest.to_le_bytes());
        each_piece(&self.leaves, &self.blocks, |piece| {
            bytes.extend_from_slice(piece);
        });
        debug_assert_eq!(bytes.len(), len);
        Ok(bytes)
    }
}

/// The digest of the words so far, which tells the contents of one frozen arena from those of another.
///
/// Each step is a bijection of the state, for every word, and of the word, for every state: forms that
/// differ in one word never have the same digest. It is not cryptographic: anyone can make forms that do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest(u64);

impl Digest {
    pub(super) fn new() -> Self {
        Self(0x243f_6a88_85a3_08d3)
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }

    /// Digests bytes as little-endian words. A last word that is not whole is filled with zeroes: nothing may
    /// come after it, and the number of bytes must be digested too.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.word(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(last));
        }
    }

    pub(super) fn finish(self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

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

impl Header {
    /// Reads a header. There are fewer than 2^32 symbols then.
    fn read(bytes: &[u8]) -> Result<Self, LoadError> {
        let short = LoadError::new(LoadFault::Truncated, bytes.len());
        let (words, _) = bytes.as_chunks::<8>();
        let word = |index| words.get(index).map(|&word| u64::from_le_bytes(word));
        let word = |index: usize| word(index).ok_or(short);
        if word(0)? != u64::from_le_bytes(MAGIC) {
            return Err(LoadError::new(LoadFault::Magic, 0));
        }
        if word(1)? != VERSION {
            return Err(LoadError::new(LoadFault::Version, 8));
        }
        for at in COUNTS {
            if word(at / 8)? > LEAF.into() {
                return Err(LoadError::new(LoadFault::TooMany, at));
            }
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

    /// Returns the number of bits and the greatest number of each column.
    fn columns(&self) -> [(u64, u64); 5] {
        let blocks = Blocks::blocks_for(self.concats);
        let symbols = self.leaves + self.concats;
        let column = |count: u64, greatest| {
            // At most 2^31 numbers of 64 bits: no overflow.
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

    /// Checks that there are as many bytes as the header says.
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

/// A reader of a form that is as long as its header says.
struct Reader<'a> {
    bytes: &'a [u8],
    /// The place of the next column.
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
    /// Loads what [`to_bytes`](Self::to_bytes) saved.
    ///
    /// The columns are copied as they are, and all of them are checked: whatever the bytes were, what is loaded
    /// is safe to read. O(bytes + nodes); allocates six times, at most 80 bytes more than it was given.
    ///
    /// # Errors
    ///
    /// The fault of the bytes and its place; `Alloc`. A form of more than 2^31 leaves or concatenations is
    /// `TooMany`.
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
        Ok(Self {
            digest: header.digest,
            leaves,
            blocks,
        })
    }
}

/// Checks that each block can be read, and that each child comes before its parent and is not empty: so no
/// concatenation is empty.
fn check_blocks(of: &Leaves, blocks: &Blocks, at: usize) -> Result<(), LoadError> {
    let leaves = of.count;
    let symbols = leaves + blocks.count;
    let is_empty = |symbol| symbol < leaves && of.lens.get(symbol) == 0;
    let mut place = 0;
    for block in 0..Blocks::blocks_for(blocks.count) {
        let fault = |what| LoadError::new(what, at + (place / 8) as usize);
        let ranks = block * NODES..blocks.count.min((block + 1) * NODES);
        let (row, next) = (blocks.rows.get(block), blocks.rows.get(block + 1));
        let (begin, mid) = split_place(blocks.places.get(block));
        if row > next || next >= symbols || begin != place {
            return Err(fault(LoadFault::Block));
        }
        // After this the block lies in the bits, and `select` finds a one for each of its nodes.
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

/// A fault of bytes that are no [`FrozenConcat`](super::FrozenConcat), and its place.
///
/// ```
/// use string_kit_concat::{FrozenConcat, LoadFault};
///
/// let error = FrozenConcat::from_bytes(b"SkFr").unwrap_err();
/// assert_eq!((error.what(), error.offset()), (LoadFault::Truncated, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoadError {
    offset: usize,
    what: LoadFault,
}

impl LoadError {
    fn new(what: LoadFault, offset: usize) -> Self {
        Self { offset, what }
    }

    /// Returns the place of the number, or that where the column or block begins, that has the fault. O(1).
    ///
    /// ```
    /// use string_kit_concat::FrozenConcat;
    ///
    /// let error = FrozenConcat::from_bytes(b"").unwrap_err();
    /// assert_eq!(error.offset(), 0);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the fault. O(1).
    ///
    /// ```
    /// use string_kit_concat::{FrozenConcat, LoadFault};
    ///
    /// let error = FrozenConcat::from_bytes(&[b'x'; 80]).unwrap_err();
    /// assert_eq!(error.what(), LoadFault::Magic);
    /// ```
    #[must_use]
    pub fn what(&self) -> LoadFault {
        self.what
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.what, self.offset)
    }
}

impl Error for LoadError {}

/// A fault of bytes that are no [`FrozenConcat`](super::FrozenConcat).
///
/// ```
/// use string_kit_concat::LoadFault;
///
/// assert_eq!(LoadFault::Trailing.to_string(), "there are bytes after the end");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LoadFault {
    /// The bytes do not begin with `SkFrozen`.
    Magic,
    /// The version of the form is unknown.
    Version,
    /// There are fewer bytes than the header says.
    Truncated,
    /// There are more bytes than the header says.
    Trailing,
    /// The digest is wrong: the bytes are not those that were saved.
    Digest,
    /// There are more than 2^31 leaves, or more than 2^31 concatenations.
    TooMany,
    /// A column has ones beyond its end.
    Padding,
    /// The leaves' text is not UTF-8.
    Utf8,
    /// A leaf is no range of the text, or cuts a character, or none is as long as the header says.
    Leaf,
    /// A block of concatenations does not hold as many as it must, or is not where it must be.
    Block,
    /// A concatenation has a child that does not come before it.
    Child,
    /// A concatenation has an empty child.
    Empty,
    /// Memory ran out.
    Alloc,
}

impl fmt::Display for LoadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Magic => "this is no frozen concatenation",
            Self::Version => "the version is not known",
            Self::Truncated => "the bytes end too early",
            Self::Trailing => "there are bytes after the end",
            Self::Digest => "the bytes are not those that were saved",
            Self::TooMany => "there are more than 2^31 leaves or concatenations",
            Self::Padding => "there are ones beyond the end of a column",
            Self::Utf8 => "the text is not UTF-8",
            Self::Leaf => "a leaf is no range of the text",
            Self::Block => "a block is malformed",
            Self::Child => "a child is not before its parent",
            Self::Empty => "a child has no text",
            Self::Alloc => "the allocator has no room",
        })
    }
}
