//! The places of the pieces of std's types, which are private: the words of a value are compared with
//! what its methods return.
//!
//! Only of types whose size shows that they have no padding: std's owned texts have a pointer, a length
//! and at most a capacity, a word each.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use super::bytes::{Field, PRIVATE};

const WORD: usize = size_of::<usize>();

/// A type of words that are all initialised, in every value.
///
/// # Safety
///
/// A value has no padding, and is aligned as a word is.
unsafe trait Words {}

/// A type whose pieces can be found.
pub(super) trait Pieces: Sized {
    /// Returns a value whose pieces differ from each other.
    fn sample() -> Self;

    /// Returns its bytes, by what they hold.
    fn pieces(&self) -> Vec<Field>;
}

/// Names the words of a value by the pieces that they are equal to.
fn named<T: Words>(value: &T, pieces: &[(&'static str, usize)]) -> Vec<Field> {
    // A pointer that is read as a number would lose where it came from; a number that is read as a
    // pointer has nothing to lose.
    let first = ptr::from_ref(value).cast::<*const ()>();
    let field = |index| {
        let word = first.wrapping_add(index);
        // SAFETY:
        // - the word is within the value, which is borrowed
        // - it is aligned: by the promise of `Words` the first is
        // - it is initialised, by the same promise
        let word = unsafe { word.read() }.addr();
        let found = pieces.iter().find(|(_, piece)| *piece == word);
        Field::new(found.map_or(PRIVATE, |(name, _)| name), index * WORD, WORD)
    };
    (0..size_of::<T>() / WORD).map(field).collect()
}

/// Types with the number of words that they are known to keep, so that there is no room for padding; a
/// sample; and the pieces.
macro_rules! pieces {
    ($($ty:ty: $count:literal, $sample:expr, |$it:ident| [$($name:literal: $word:expr),*];)*) => {$(
        const _: () = assert!(size_of::<$ty>() == $count * WORD && align_of::<$ty>() == WORD);
        // SAFETY: it keeps so many words, and by the assertion it has room for no more.
        unsafe impl Words for $ty {}

        impl Pieces for $ty {
            fn sample() -> Self {
                $sample
            }

            fn pieces(&self) -> Vec<Field> {
                let $it = self;
                named(self, &[$(($name, $word)),*])
            }
        }
    )*};
}

/// Returns a text that has more room than it needs.
fn roomy() -> String {
    let mut text = String::with_capacity(57);
    text.push_str("a text, and room for more");
    text
}

pieces! {
    Vec<u8>: 3, roomy().into_bytes(), |it| [
        "pointer": it.as_ptr().addr(), "length": it.len(), "capacity": it.capacity()
    ];
    String: 3, roomy(), |it| [
        "pointer": it.as_ptr().addr(), "length": it.len(), "capacity": it.capacity()
    ];
    // If it is borrowed, the word of the capacity says so.
    Cow<'static, str>: 3, Self::Owned(roomy()), |it| [
        "pointer": it.as_ptr().addr(), "length": it.len(), "capacity": roomy().capacity()
    ];
    Box<[u8]>: 2, roomy().into_bytes().into(), |it| [
        "pointer": it.as_ptr().addr(), "length": it.len()
    ];
    Box<str>: 2, roomy().into(), |it| ["pointer": it.as_ptr().addr(), "length": it.len()];
    // Two counts are in front of the text.
    Arc<str>: 2, roomy().into(), |it| [
        "pointer to counts": it.as_ptr().addr() - 2 * WORD, "length": it.len()
    ];
    Rc<str>: 2, roomy().into(), |it| [
        "pointer to counts": it.as_ptr().addr() - 2 * WORD, "length": it.len()
    ];
}

/// Returns the pieces of one of std's types, by its name in string-kit's list.
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
        let mut all: Vec<Vec<Field>> = ["string", "boxed_str", "arc_str", "rc_str", "cow"]
            .map(|name| of_std(name).unwrap())
            .into();
        all.extend([Vec::<u8>::sample().pieces(), <Box<[u8]>>::sample().pieces()]);
        for fields in all {
            let mut names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            names.sort_unstable();
            let words: &[&[&str]] = &[
                &["capacity", "length", "pointer"],
                &["length", "pointer"],
                &["length", "pointer to counts"],
            ];
            assert!(words.contains(&&*names), "{names:?}");
        }
        assert!(of_std("smol_str").is_none());
    }
}
