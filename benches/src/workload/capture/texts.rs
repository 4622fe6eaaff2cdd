//! The containers: how to look at what was captured.

use std::hint::black_box;

use string_kit::StrList;

/// A container of captured texts.
pub(crate) trait Texts: Clone + PartialEq + 'static {
    /// Reads every byte of every text.
    fn read(&self);

    /// Returns the text at an index.
    fn get(&self, index: usize) -> Option<&str>;

    /// Returns copies of the texts; none if the way keeps none.
    fn texts(&self) -> Option<Vec<String>>;
}

impl Texts for () {
    fn read(&self) {}

    fn get(&self, _index: usize) -> Option<&str> {
        None
    }

    fn texts(&self) -> Option<Vec<String>> {
        None
    }
}

/// Implements the trait by an expression that iterates over a container, and one that gets a text.
macro_rules! texts {
    ($([$($of:tt)*] $ty:ty: |$all:ident| $iterate:expr, |$one:ident, $index:ident| $get:expr;)*) => {$(
        impl<$($of)*> Texts for $ty {
            fn read(&self) {
                let $all = self;
                for text in $iterate {
                    let text: &str = text.as_ref();
                    // A sum of all bytes, which nothing but reading them gives.
                    black_box(text.bytes().fold(0_u8, u8::wrapping_add));
                }
            }

            fn get(&self, $index: usize) -> Option<&str> {
                let $one = self;
                $get
            }

            fn texts(&self) -> Option<Vec<String>> {
                let $all = self;
                let mut texts = Vec::new();
                for text in $iterate {
                    texts.push(AsRef::<str>::as_ref(text).to_owned());
                }
                Some(texts)
            }
        }
    )*};
}

texts! {
    [S: AsRef<str> + Clone + PartialEq + 'static] Vec<S>:
        |all| all.iter(), |one, index| one.as_slice().get(index).map(AsRef::as_ref);
    [S: AsRef<str> + Clone + PartialEq + 'static] Box<[S]>:
        |all| all.iter(), |one, index| (**one).get(index).map(AsRef::as_ref);
    [S: AsRef<str> + Clone + PartialEq + 'static] Option<Box<[S]>>:
        |all| all.iter().flatten(), |one, index| one.as_deref()?.get(index).map(AsRef::as_ref);
    [] StrList: |all| all.iter(), |one, index| one.get(index);
    [] seq_str::SeqStr: |all| all.iter(), |one, index| one.get(index);
    [] compact_strings::CompactStrings: |all| all.iter(), |one, index| one.get(index);
    [] nested::Nested<String>: |all| all.iter(), |one, index| one.get(index);
}
