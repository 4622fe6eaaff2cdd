//! The containers of captured texts, and their uses.

use std::hint::black_box;
use std::time::Duration;

use string_kit::StrList;
use string_kit_measure::engine::repeat;

use crate::workload::slices::Values;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Read,
    Index,
    Clone,
    Compare,
}

/// The number of containers of a working set: far more than the blocks that an allocator keeps at
/// hand, and few enough that the sets of all ways fit the last cache.
const WORKING_SET: usize = 128;

/// A function that does an operation so many times, and returns the time that it took.
pub(crate) type Timer<'a> = Box<dyn FnMut(u32) -> Duration + 'a>;

/// A way's containers, and their uses. All ways into one kind of container share this code: only a
/// capture that is dropped at once is compiled for each way.
pub(super) trait Containers: Send + Sync {
    fn keep(&self, slices: &[Values<'_>], around: &mut dyn FnMut(&mut dyn FnMut()));
    fn working_set<'a>(&'a self, slices: &'a [Values<'a>]) -> Timer<'a>;
    /// Times a use of containers, each beside an equal one.
    fn used(&self, kind: Use, slices: &[Values<'_>]) -> Timer<'static>;
    fn texts(&self, slice: Values<'_>) -> Vec<String>;
}

/// The function of a way into a `C`.
pub(super) struct Capture<C>(pub(super) Box<dyn Fn(Values<'_>) -> C + Send + Sync>);

impl<C: Texts> Capture<C> {
    fn made(&self, slices: &[Values<'_>]) -> Vec<C> {
        let mut made = Vec::with_capacity(slices.len());
        for slice in slices {
            made.push((self.0)(slice));
        }
        made
    }
}

impl<C: Texts> Containers for Capture<C> {
    fn keep(&self, slices: &[Values<'_>], around: &mut dyn FnMut(&mut dyn FnMut())) {
        let mut kept = Vec::with_capacity(slices.len());
        around(&mut || {
            for slice in slices {
                kept.push((self.0)(black_box(slice)));
            }
        });
    }

    fn working_set<'a>(&'a self, slices: &'a [Values<'a>]) -> Timer<'a> {
        let mut places = self.made(&slices.repeat(WORKING_SET / slices.len()));
        let mut next = 0_usize;
        Box::new(move |count| {
            // Brings the set back into the nearer caches: how far away it was depends on the
            // neighbours of the machine.
            for place in &places {
                place.read();
            }
            repeat(count, || {
                for slice in slices {
                    // An odd step visits all places, and none soon again.
                    next = next.wrapping_add(389);
                    let place = next % places.len();
                    places[place] = (self.0)(black_box(slice));
                }
            })
        })
    }

    fn used(&self, kind: Use, slices: &[Values<'_>]) -> Timer<'static> {
        let (containers, equal) = (self.made(slices), self.made(slices));
        match kind {
            Use::Read => each(containers, equal, |made, _| made.read()),
            // The slice with two values has an index of 1, that with four too.
            Use::Index => each(containers, equal, |made, _| {
                black_box(&made.get(black_box(1)));
            }),
            Use::Clone => each(containers, equal, |made, _| {
                black_box(&made.clone());
            }),
            Use::Compare => each(containers, equal, |made, equal| {
                black_box(made == equal);
            }),
        }
    }

    fn texts(&self, slice: Values<'_>) -> Vec<String> {
        let mut texts = Vec::new();
        (self.0)(slice).each(|text| texts.push(text.to_owned()));
        texts
    }
}

fn each<C: 'static>(
    made: Vec<C>,
    equal: Vec<C>,
    work: impl Fn(&C, &C) + 'static,
) -> Timer<'static> {
    Box::new(move |count| {
        repeat(count, || {
            for (made, equal) in made.iter().zip(&equal) {
                work(black_box(made), black_box(equal));
            }
        })
    })
}

pub(crate) trait Texts: Clone + PartialEq + 'static {
    fn each(&self, visit: impl FnMut(&str));

    fn get(&self, index: usize) -> Option<&str>;

    fn read(&self) {
        self.each(|text| {
            // A sum of all bytes, which nothing but reading them gives.
            black_box(text.bytes().fold(0_u8, u8::wrapping_add));
        });
    }
}

impl Texts for () {
    fn each(&self, _visit: impl FnMut(&str)) {}

    fn get(&self, _index: usize) -> Option<&str> {
        None
    }
}

/// Implements the trait by an expression that iterates over a container, and one that gets a text.
macro_rules! texts {
    ($(
        [$($bound:tt)*] $ty:ty:
            |$texts:ident| $iterate:expr, |$list:ident, $index:ident| $get:expr;
    )*) => {$(
        impl<$($bound)*> Texts for $ty {
            fn each(&self, mut visit: impl FnMut(&str)) {
                let $texts = self;
                for text in $iterate {
                    visit(text.as_ref());
                }
            }

            fn get(&self, $index: usize) -> Option<&str> {
                let $list = self;
                $get
            }
        }
    )*};
}

texts! {
    [S: AsRef<str> + Clone + PartialEq + 'static] Vec<S>:
        |texts| texts.iter(), |texts, index| texts.as_slice().get(index).map(AsRef::as_ref);
    [S: AsRef<str> + Clone + PartialEq + 'static] Box<[S]>:
        |texts| texts.iter(), |texts, index| (**texts).get(index).map(AsRef::as_ref);
    [S: AsRef<str> + Clone + PartialEq + 'static] Option<Box<[S]>>:
        |texts| texts.iter().flatten(),
        |texts, index| texts.as_deref()?.get(index).map(AsRef::as_ref);
    [] StrList: |texts| texts.iter(), |texts, index| texts.get(index);
    [] seq_str::SeqStr: |texts| texts.iter(), |texts, index| texts.get(index);
    [] compact_strings::CompactStrings: |texts| texts.iter(), |texts, index| texts.get(index);
    [] nested::Nested<String>: |texts| texts.iter(), |texts, index| texts.get(index);
}
