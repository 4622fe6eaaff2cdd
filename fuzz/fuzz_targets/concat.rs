//! Concatenations, as handles of both types, in an arena and frozen, against `String`s. Of a text
//! longer than 4 KiB only the length is compared. A frozen form with damaged bytes must be an
//! error, or safe to read.
#![no_main]

use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, RandomState};
use std::ops::{Add, Range};
use std::thread;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit_concat::{
    ConcatArena, ConcatError, ConcatId, ConcatRef, ConcatStr, ConcatStrNodes, Dag, FrozenConcat,
    FrozenId, MeasuredConcatStr, MeasuredConcatStrNodes,
};

/// The length in bytes of the longest text that is also kept as a `String`.
const MAX_LEN: u128 = 4096;
/// The most texts at once.
const MAX_TEXTS: usize = 16;

/// An operation. A number selects a text, modulo the number of texts.
#[derive(Arbitrary, Debug)]
enum Action {
    Copy(String),
    /// Makes a text that is longer than the input.
    Repeated(char, u8),
    Collect(Vec<String>),
    Concat(u8, u8),
    /// Adds two texts by `+`: both by value if true, else the right one by reference.
    Add(u8, u8, bool),
    PushStr(u8, String),
    /// Concatenates a text with itself, this many times modulo 140.
    Double(u8, u8),
    /// Takes a part of a text. If true, it begins and ends this many bytes inside the text's ends;
    /// else the numbers are its bounds, in 250ths of the length.
    Substr(u8, u8, u8, bool),
    Clone(u8),
    Drop(u8),
    /// Drops a text on a thread that then ends.
    DropElsewhere(u8),
    Rebalance(u8),
    /// Imports a text into another arena, and from there back.
    Import(u8),
    Compare(u8, u8),
    /// Turns on columns: bit 0 lengths, bit 1 fingerprints, bit 2 hash consing.
    Columns(u8),
    /// Freezes the arena. Then loads the form with changed bytes: each change has a position and a
    /// byte. If true, the digest is made right again.
    Freeze(Vec<(u16, u8)>, bool),
}

#[derive(Arbitrary, Debug)]
struct Input {
    measured: bool,
    columns: u8,
    actions: Vec<Action>,
}

/// The control of a text.
#[derive(Clone, Debug)]
enum Model {
    /// The whole text.
    Known(String),
    /// Only the length in bytes, or `None` for 2^128 bytes or more.
    Len(Option<u128>),
}

impl Model {
    fn len(&self) -> Option<u128> {
        match self {
            Self::Known(text) => Some(text.len() as u128),
            Self::Len(len) => *len,
        }
    }

    /// Returns the control of the concatenation.
    fn concat(&self, other: &Self) -> Self {
        let len = self
            .len()
            .zip(other.len())
            .and_then(|(left, right)| left.checked_add(right));
        match (self, other) {
            (Self::Known(left), Self::Known(right)) if len <= Some(MAX_LEN) => {
                Self::Known([left.as_str(), right].concat())
            }
            _ => Self::Len(len),
        }
    }
}

impl From<&str> for Model {
    fn from(text: &str) -> Self {
        if text.len() as u128 <= MAX_LEN {
            Self::Known(text.to_owned())
        } else {
            Self::Len(Some(text.len() as u128))
        }
    }
}

/// A reference-counted text: what both types have alike.
trait Handle:
    Clone
    + Debug
    + Ord
    + Hash
    + Send
    + for<'a> From<&'a str>
    + for<'a> FromIterator<&'a String>
    + Add<Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
{
    type Nodes: Dag;

    fn concat(&self, other: &Self) -> Self;
    fn push_str(&mut self, text: &str);
    fn try_substr(&self, range: Range<u128>) -> Result<Self, ConcatError>;
    fn try_rebalance(&self) -> Result<Self, ConcatError>;
    fn view(&self) -> ConcatRef<'_, Self::Nodes>;
}

macro_rules! handle {
    ($($Type:ident, $Nodes:ident;)*) => {$(
        impl Handle for $Type {
            type Nodes = $Nodes;

            fn concat(&self, other: &Self) -> Self {
                self.concat(other)
            }

            fn push_str(&mut self, text: &str) {
                self.push_str(text);
            }

            fn try_substr(&self, range: Range<u128>) -> Result<Self, ConcatError> {
                self.try_substr(range)
            }

            fn try_rebalance(&self) -> Result<Self, ConcatError> {
                self.try_rebalance()
            }

            fn view(&self) -> ConcatRef<'_, $Nodes> {
                self.view()
            }
        }
    )*};
}

handle!(ConcatStr, ConcatStrNodes; MeasuredConcatStr, MeasuredConcatStrNodes;);

/// A text as a handle and in the arena, with its control.
#[derive(Clone, Debug)]
struct Text<H> {
    handle: H,
    id: ConcatId,
    model: Model,
}

struct State<H> {
    arena: ConcatArena,
    texts: Vec<Text<H>>,
}

impl<H: Handle> State<H> {
    fn new(columns: u8) -> Self {
        let mut arena = ConcatArena::new();
        turn_on(&mut arena, columns);
        let texts = Vec::new();
        Self { arena, texts }
    }

    /// Returns the index that a number selects, or `None` if there is no text.
    fn index(&self, number: u8) -> Option<usize> {
        usize::from(number).checked_rem(self.texts.len())
    }

    /// Checks a text and keeps it, in place of the oldest if there are too many.
    fn keep(&mut self, handle: H, id: ConcatId, model: Model) {
        let text = Text { handle, id, model };
        self.check(&text);
        if self.texts.len() == MAX_TEXTS {
            self.texts.remove(0);
        }
        self.texts.push(text);
    }

    /// Does an operation, or returns `None` if it cannot be done.
    fn act(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::Copy(text) => {
                let id = self.arena.leaf(text);
                self.keep(text.as_str().into(), id, text.as_str().into());
            }
            Action::Repeated(c, times) => {
                let text = c.to_string().repeat(usize::from(*times));
                let id = self.arena.leaf(&text);
                self.keep(text.as_str().into(), id, text.as_str().into());
            }
            Action::Collect(pieces) => {
                let id = self.arena.concat_pieces(pieces);
                let model = pieces.concat();
                self.keep(pieces.iter().collect(), id, model.as_str().into());
            }
            Action::Concat(left, right) => {
                let left = &self.texts[self.index(*left)?];
                let right = &self.texts[self.index(*right)?];
                let id = self.arena.concat(left.id, right.id);
                let model = left.model.concat(&right.model);
                self.keep(left.handle.concat(&right.handle), id, model);
            }
            Action::Add(left, right, both) => {
                let left = self.texts.remove(self.index(*left)?);
                let at = self.index(*right)?;
                let right = &self.texts[at];
                let id = self.arena.concat(left.id, right.id);
                let model = left.model.concat(&right.model);
                let sum = if *both {
                    left.handle + self.texts.remove(at).handle
                } else {
                    left.handle + &right.handle
                };
                self.keep(sum, id, model);
            }
            Action::PushStr(to, more) => {
                let at = self.index(*to)?;
                let text = &mut self.texts[at];
                text.handle.push_str(more);
                text.id = self.arena.append(text.id, more);
                text.model = text.model.concat(&more.as_str().into());
                self.check(&self.texts[at]);
            }
            Action::Double(of, times) => {
                let mut text = self.texts[self.index(*of)?].clone();
                for _ in 0..times % 140 {
                    text.handle = text.handle.concat(&text.handle);
                    text.id = self.arena.concat(text.id, text.id);
                    text.model = text.model.concat(&text.model);
                }
                self.keep(text.handle, text.id, text.model);
            }
            Action::Substr(of, start, end, bytes) => {
                let text = &self.texts[self.index(*of)?];
                let len = text.model.len()?;
                let [start, end] = if *bytes {
                    [u128::from(*start), len.saturating_sub(u128::from(*end))]
                } else {
                    // Numbers above 250 are past the end.
                    [start, end].map(|part| len.div_ceil(250).saturating_mul(u128::from(*part)))
                };
                let part = text.handle.try_substr(start..end);
                let id = self.arena.try_substr(text.id, start..end);
                assert_eq!(part.as_ref().err(), id.as_ref().err());
                let model = match &text.model {
                    Model::Known(model) => {
                        let expected = usize::try_from(start)
                            .ok()
                            .zip(usize::try_from(end).ok())
                            .and_then(|(start, end)| model.get(start..end));
                        assert_eq!(expected.is_some(), part.is_ok());
                        expected?.into()
                    }
                    Model::Len(_) => {
                        assert_eq!(
                            part == Err(ConcatError::OutOfRange),
                            start > end || end > len
                        );
                        let len = part.as_ref().ok().map(|_| end - start)?;
                        if len <= MAX_LEN {
                            let text = part.as_ref().ok()?.view().to_text(len as usize);
                            Model::Known(text.expect("the text is not longer than the limit"))
                        } else {
                            Model::Len(Some(len))
                        }
                    }
                };
                self.keep(part.ok()?, id.ok()?, model);
            }
            Action::Clone(of) => {
                let text = self.texts[self.index(*of)?].clone();
                self.keep(text.handle, text.id, text.model);
            }
            Action::Drop(of) => drop(self.texts.swap_remove(self.index(*of)?)),
            Action::DropElsewhere(of) => {
                let text = self.texts.swap_remove(self.index(*of)?);
                // Joined, so that the thread has ended when the sanitizer looks for leaks.
                let dropped = thread::scope(|scope| scope.spawn(|| drop(text)).join());
                dropped.expect("a drop does not panic");
            }
            Action::Rebalance(of) => {
                let text = self.texts[self.index(*of)?].clone();
                // Each is an error on its own: one that is a balanced tree already can have any length.
                let handle = text.handle.try_rebalance().unwrap_or_else(|error| {
                    assert_too_long(error, &text.model);
                    text.handle
                });
                let id = self.arena.try_rebalance(text.id).unwrap_or_else(|error| {
                    assert_too_long(error, &text.model);
                    text.id
                });
                self.keep(handle, id, text.model);
            }
            Action::Import(of) => {
                let text = self.texts[self.index(*of)?].clone();
                let mut other = ConcatArena::new();
                let there = other.import(text.handle.view());
                let there = other.get(there).expect("the id is of the other arena");
                assert!(there == text.handle.view());
                let id = self.arena.import(there);
                self.keep(text.handle, id, text.model);
            }
            Action::Compare(a, b) => {
                self.compare(&self.texts[self.index(*a)?], &self.texts[self.index(*b)?]);
            }
            Action::Columns(columns) => turn_on(&mut self.arena, *columns),
            Action::Freeze(changes, with_digest) => self.freeze(changes, *with_digest),
        }
        Some(())
    }

    /// Asserts that the handle and the arena agree with the control.
    fn check(&self, text: &Text<H>) {
        let handle = text.handle.view();
        let arena = self.arena.get(text.id).expect("the id is of this arena");
        let len = text.model.len().ok_or(ConcatError::TooLong);
        assert_eq!(handle.len_u128(), len);
        assert_eq!(arena.len_u128(), len);
        let Model::Known(model) = &text.model else {
            return;
        };
        let mut out = String::new();
        arena
            .write_fmt_to(&mut out, MAX_LEN)
            .expect("the text is not longer than the limit");
        assert_eq!(out, *model);
        assert_eq!(handle.to_text(model.len()).as_ref(), Ok(model));
        assert_eq!(arena.to_text(model.len()).as_ref(), Ok(model));
        assert!(handle.chunks().flat_map(str::bytes).eq(model.bytes()));
        let pieces = handle.chunks_rev();
        let reverse = pieces.flat_map(|piece| piece.bytes().rev());
        assert!(reverse.eq(model.bytes().rev()));
        let middle = model.len() / 2;
        let byte = Ok(model.as_bytes().get(middle).copied());
        assert_eq!(handle.byte_at(middle as u128), byte);
        assert_eq!(arena.byte_at(middle as u128), byte);
        assert!(handle == **model && arena == **model);
    }

    /// Asserts that two texts compare and hash as their controls do.
    fn compare(&self, a: &Text<H>, b: &Text<H>) {
        let [at_a, at_b] =
            [a, b].map(|text| self.arena.get(text.id).expect("the id is of this arena"));
        let [view_a, view_b] = [a, b].map(|text| text.handle.view());
        let equal = a.handle == b.handle;
        let order = a.handle.cmp(&b.handle);
        assert_eq!(b.handle.cmp(&a.handle), order.reverse());
        let fingerprints = view_a.fingerprint() == view_b.fingerprint();
        assert_eq!(fingerprints, equal);
        let state = RandomState::new();
        let hashes = state.hash_one(&a.handle) == state.hash_one(&b.handle);
        assert_eq!(hashes, equal);
        assert_eq!(state.hash_one(&a.handle), state.hash_one(at_a));
        // The order of two texts of 2^128 bytes or more depends on their fingerprints.
        if a.model.len().is_some() || b.model.len().is_some() {
            assert_eq!(order == Ordering::Equal, equal);
            assert_eq!(at_a.cmp(&at_b), order);
        }
        assert_eq!(at_a == at_b, equal);
        assert_eq!(view_a == at_b, equal);
        if a.model.len() != b.model.len() {
            assert!(!equal);
        }
        if let (Model::Known(one), Model::Known(two)) = (&a.model, &b.model) {
            assert_eq!(equal, one == two);
            assert_eq!(order, one.cmp(two));
            assert_eq!(view_a.eq_exact(view_b, MAX_LEN), Ok(equal));
            assert_eq!(at_a.eq_exact(at_b, MAX_LEN), Ok(equal));
            // Under a limit, either the answer is the same or the beginnings are.
            let limit = one.len() / 2;
            if view_a.eq_exact(view_b, limit as u128) != Ok(equal) {
                let two = two.as_bytes().get(..limit);
                assert_eq!(Some(&one.as_bytes()[..limit]), two);
            }
        }
    }

    /// Freezes the arena and reads the texts from the loaded form, then loads it with changed
    /// bytes.
    fn freeze(&self, changes: &[(u16, u8)], with_digest: bool) {
        let (frozen, ids) = self.arena.freeze().expect("there is memory");
        let bytes = frozen.to_bytes();
        let loaded = FrozenConcat::from_bytes(&bytes).expect("the form is valid");
        for text in &self.texts {
            let id = ids.of(text.id).expect("the id is of this arena");
            let read = loaded.get(id).expect("the id is of this form");
            assert_eq!(read.len_u128().ok(), text.model.len());
            if let Model::Known(model) = &text.model {
                assert_eq!(read.to_text(model.len()).as_ref(), Ok(model));
            }
        }
        let mut hostile = bytes;
        for (at, byte) in changes {
            let at = usize::from(*at);
            if *byte == 0 && at < hostile.len() {
                hostile.truncate(at);
            } else if let Some(old) = hostile.get_mut(at) {
                *old ^= byte;
            } else {
                hostile.push(*byte);
            }
        }
        if with_digest && hostile.len() >= 64 {
            set_digest(&mut hostile);
        }
        check_loaded(&hostile);
    }
}

/// Checks that a form that loads is safe to read, whatever its bytes are.
fn check_loaded(bytes: &[u8]) {
    let Ok(loaded) = FrozenConcat::from_bytes(bytes) else {
        return;
    };
    assert_eq!(loaded.to_bytes(), bytes);
    let digest = digest_of(&bytes[24..]);
    let nodes = loaded.leaves() + loaded.concatenations();
    let id = |symbol: usize| FrozenId::from_bits(digest >> 32 << 32 | symbol as u64);
    assert!(loaded.get(id(nodes)).is_err());
    for symbol in (0..nodes).step_by(1 + nodes / 64) {
        let text = loaded.get(id(symbol)).expect("the form has this node");
        let len = text.len_u128();
        assert_eq!(text.is_empty(), len == Ok(0));
        if let Ok(whole) = text.to_text(4096) {
            assert_eq!(len, Ok(whole.len() as u128));
            assert!(text == *whole);
            assert!(text.chunks().flat_map(str::bytes).eq(whole.bytes()));
        }
        assert!(text.chunks_rev().take(100).all(|piece| !piece.is_empty()));
        let last = text.byte_at(len.unwrap_or(1 << 100).wrapping_sub(1));
        assert_eq!(last.map(|byte| byte.is_some()), Ok(len != Ok(0)));
    }
}

/// Returns the digest of a form. It is not cryptographic, so hostile bytes can have the right one.
fn digest_of(bytes: &[u8]) -> u64 {
    let mut state = 0x243f_6a88_85a3_08d3_u64;
    for word in bytes.chunks(8) {
        let mut whole = [0; 8];
        whole[..word.len()].copy_from_slice(word);
        state = (state ^ u64::from_le_bytes(whole))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }
    let mixed = (state ^ state >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}

/// Writes the right digest into a form.
fn set_digest(form: &mut [u8]) {
    let digest = digest_of(&form[24..]);
    form[16..24].copy_from_slice(&digest.to_le_bytes());
}

/// Turns on columns of an arena, as [`Action::Columns`] says.
fn turn_on(arena: &mut ConcatArena, columns: u8) {
    if columns & 1 != 0 {
        arena.try_keep_lengths().expect("there is memory");
    }
    if columns & 2 != 0 {
        arena.try_keep_fingerprints().expect("there is memory");
    }
    if columns & 4 != 0 {
        arena.try_hash_cons().expect("there is memory");
    }
}

/// Asserts that rebalancing gave the one error that it may: the text is too long for a tree of the
/// greatest height.
fn assert_too_long(error: ConcatError, model: &Model) {
    assert_eq!((error, model.len()), (ConcatError::TooLong, None));
}

fn run<H: Handle>(columns: u8, actions: &[Action]) {
    let mut state = State::<H>::new(columns);
    for action in actions {
        state.act(action);
    }
    // No operation changed another text.
    state.texts.iter().for_each(|text| state.check(text));
}

fuzz_target!(|input: Input| {
    if input.measured {
        run::<MeasuredConcatStr>(input.columns, &input.actions);
    } else {
        run::<ConcatStr>(input.columns, &input.actions);
    }
});
