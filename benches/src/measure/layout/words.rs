//! Where std's own types have their pieces, which are private: their words are read, and compared with
//! what the value says of itself.
//!
//! Only of types that are nothing but words, all of them initialised. That a type is, is seen by its
//! size: std's owned texts have a pointer, a length and at most a capacity, a word each.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use super::Field;

const WORD: usize = size_of::<usize>();

/// A type of words that are all initialised, in every value.
///
/// # Safety
///
/// A value has no padding, and is aligned as a word is.
unsafe trait Words {}

/// As many words as a type is known to keep: it has no room for padding.
macro_rules! words {
    ($($ty:ty: $count:literal),* $(,)?) => {$(
        const _: () = assert!(size_of::<$ty>() == $count * WORD && align_of::<$ty>() == WORD);
        // SAFETY: it keeps so many words, and by the assertion it has room for no more.
        unsafe impl Words for $ty {}
    )*};
}

words! {
    // A pointer, a length and a capacity.
    Vec<u8>: 3,
    String: 3,
    // The same if it is owned; if not, a pointer, a length and what says so, in the place of the
    // capacity, which is a word.
    Cow<'static, str>: 3,
    // A pointer and a length.
    Box<[u8]>: 2,
    Box<str>: 2,
    Arc<str>: 2,
    Rc<str>: 2,
}

/// The words of a value, as numbers.
fn words<T: Words>(value: &T) -> impl Iterator<Item = usize> {
    // A pointer that is read as a number would lose where it came from; a number that is read as a
    // pointer has nothing to lose.
    let first = ptr::from_ref(value).cast::<*const ()>();
    (0..size_of::<T>() / WORD).map(move |index| {
        let word = first.wrapping_add(index);
        // SAFETY:
        // - the word is within the value, which is borrowed
        // - it is aligned: by the promise of `Words` the first is
        // - it is initialised, by the same promise
        unsafe { word.read() }.addr()
    })
}

/// The words of a value, each by the name of what it is equal to.
fn named<T: Words>(value: &T, pieces: &[(&'static str, usize)]) -> Vec<Field> {
    let name = |word| {
        let found = pieces.iter().find(|(_, piece)| *piece == word);
        found.map_or(super::types::PRIVATE, |(name, _)| *name)
    };
    let fields = words(value).enumerate();
    fields
        .map(|(index, word)| Field::new(name(word), index * WORD, WORD))
        .collect()
}

/// A type whose pieces can be found.
pub(super) trait Pieces: Sized {
    /// A value whose pieces differ from each other.
    fn sample() -> Self;

    /// Its bytes, by what they hold.
    fn pieces(&self) -> Vec<Field>;
}

/// A text that has more room than it needs.
fn roomy() -> String {
    let mut text = String::with_capacity(57);
    text.push_str("a text, and room for more");
    text
}

impl Pieces for Vec<u8> {
    fn sample() -> Self {
        roomy().into_bytes()
    }

    fn pieces(&self) -> Vec<Field> {
        named(self, &owned(self.as_ptr(), self.len(), self.capacity()))
    }
}

impl Pieces for String {
    fn sample() -> Self {
        roomy()
    }

    fn pieces(&self) -> Vec<Field> {
        named(self, &owned(self.as_ptr(), self.len(), self.capacity()))
    }
}

impl Pieces for Cow<'static, str> {
    fn sample() -> Self {
        Self::Owned(roomy())
    }

    fn pieces(&self) -> Vec<Field> {
        let capacity = match self {
            Self::Owned(text) => text.capacity(),
            Self::Borrowed(_) => usize::MAX,
        };
        named(self, &owned(self.as_ptr(), self.len(), capacity))
    }
}

fn owned(text: *const u8, len: usize, capacity: usize) -> [(&'static str, usize); 3] {
    [
        ("pointer", text.addr()),
        ("length", len),
        ("capacity", capacity),
    ]
}

/// Types of a pointer and a length; the pointer may be to what lies in front of the text.
macro_rules! slices {
    ($($ty:ty, $in_front:expr, $pointer:literal;)*) => {$(
        impl Pieces for $ty {
            fn sample() -> Self {
                roomy().into()
            }

            fn pieces(&self) -> Vec<Field> {
                let block = self.as_ptr().addr() - $in_front;
                named(self, &[($pointer, block), ("length", self.len())])
            }
        }
    )*};
}

slices! {
    Box<str>, 0, "pointer";
    // Two counts are in front.
    Arc<str>, 2 * WORD, "pointer to counts";
    Rc<str>, 2 * WORD, "pointer to counts";
}

impl Pieces for Box<[u8]> {
    fn sample() -> Self {
        roomy().into_bytes().into()
    }

    fn pieces(&self) -> Vec<Field> {
        named(
            self,
            &[("pointer", self.as_ptr().addr()), ("length", self.len())],
        )
    }
}

/// The pieces of one of std's types, by its name in string-kit's list.
pub(super) fn of_std(name: &str) -> Option<Vec<Field>> {
    fn of<T: Pieces>() -> Vec<Field> {
        T::sample().pieces()
    }
    let pieces = match name {
        "string" => of::<String>,
        "boxed_str" => of::<Box<str>>,
        "arc_str" => of::<Arc<str>>,
        "rc_str" => of::<Rc<str>>,
        "cow" => of::<Cow<'static, str>>,
        _ => return None,
    };
    Some(pieces())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_stds_types_is_found() {
        for name in ["string", "boxed_str", "arc_str", "rc_str", "cow"] {
            let mut names: Vec<&str> = of_std(name)
                .unwrap()
                .into_iter()
                .map(|field| field.name)
                .collect();
            names.sort_unstable();
            let expected: &[&str] = match name {
                "boxed_str" => &["length", "pointer"],
                "arc_str" | "rc_str" => &["length", "pointer to counts"],
                _ => &["capacity", "length", "pointer"],
            };
            assert_eq!(names, expected, "{name}");
        }
        assert_eq!(of_std("smol_str"), None);
    }

    #[test]
    fn a_slice_in_a_box_is_a_pointer_and_a_length() {
        let boxed = <Box<[u8]>>::sample();
        let fields = boxed.pieces();
        assert_eq!(fields.len(), 2);
        assert!(
            fields
                .iter()
                .all(|field| field.name != super::super::types::PRIVATE)
        );
    }
}
