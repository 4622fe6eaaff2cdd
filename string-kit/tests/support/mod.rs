//! What the tests share: texts of the lengths that matter, and `Display` values that misbehave.
#![allow(dead_code, unused_macros, unreachable_pub)] // Each test crate uses its part.

use std::fmt::{self, Display, Write};
use std::iter::repeat_n;
use std::marker::PhantomData;
use std::panic;

use string_kit::{CaptureError, CapturedStr};
use string_kit_alloc::{count, with_budget};

/// The lengths, in bytes, around which representations change.
pub const LENGTHS: [usize; 18] = [
    0, 1, 7, 8, 12, 15, 16, 22, 23, 24, 25, 31, 32, 46, 127, 128, 255, 256,
];

/// Characters of 1 to 4 bytes.
const CHARS: [char; 4] = ['x', 'é', '€', '𝄞'];

/// A text of `len` bytes: as many characters of `width` bytes as fit, the rest in front.
pub fn text_of(len: usize, width: usize) -> String {
    let mut text = "a".repeat(len % width);
    text.extend(repeat_n(CHARS[width - 1], len / width));
    text
}

/// A text of ASCII, no white space, that differs from place to place.
pub fn ascii(len: usize) -> String {
    ('!'..='~').cycle().take(len).collect()
}

/// Texts of all [`LENGTHS`] and widths, those with a character across each length, and a few that
/// some crate treats in its own way.
pub fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for len in LENGTHS {
        texts.push(ascii(len));
        for width in 1..=4 {
            texts.push(text_of(len, width));
            for before in (1..width).filter(|before| *before <= len) {
                let start = "a".repeat(len - before);
                texts.push(format!("{start}{}", CHARS[width - 1]));
                texts.push(format!("{start}{}tail", CHARS[width - 1]));
            }
        }
        texts.push("\0".repeat(len));
        texts.push("\u{7f}".repeat(len));
    }
    texts.push(format!("{}{}", "\n".repeat(32), " ".repeat(128)));
    texts.push(format!("\n{}", " ".repeat(30)));
    texts.push("\u{10ffff}".repeat(6));
    texts
}

/// Whether a concrete type implements a trait: `implements!(String: fmt::Write)`.
///
/// The inherent constant exists if the bound holds, and then goes before the trait's.
macro_rules! implements {
    ($ty:ty: $($bound:tt)+) => {{
        struct Probe<T>(std::marker::PhantomData<T>);
        #[allow(dead_code)]
        trait Otherwise {
            const YES: bool = false;
        }
        impl<T> Otherwise for Probe<T> {}
        #[allow(dead_code)]
        impl<T: $($bound)+> Probe<T> {
            const YES: bool = true;
        }
        <Probe<$ty>>::YES
    }};
}

/// Writes a text, then errors.
pub struct Errs(pub &'static str);

impl Display for Errs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        Err(fmt::Error)
    }
}

/// Writes a text, then panics, with no message.
pub struct Panics(pub &'static str);

impl Display for Panics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        panic::resume_unwind(Box::new("a Display panicked"))
    }
}

/// Writes pieces, and takes no notice of the writer's errors.
pub struct Swallows(pub usize);

impl Display for Swallows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.0 {
            let _ = f.write_str("swallowed ");
        }
        let _ = f.write_char('.');
        Ok(())
    }
}

/// Writes what the value inside does, and takes no notice of its error.
pub struct Shields<D>(pub D);

impl<D: Display> Display for Shields<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = self.0.fmt(f);
        f.write_str("!")
    }
}

/// Captures in its turn, to a depth, and writes what it captured.
pub struct Reenters<S> {
    depth: usize,
    capture: fn(&Reenters<S>) -> S,
}

impl<S: CapturedStr> Reenters<S> {
    pub fn new(depth: usize, capture: fn(&Self) -> S) -> Self {
        Self { depth, capture }
    }

    /// What comes of it.
    pub fn expected(depth: usize) -> String {
        match depth.checked_sub(1) {
            None => String::from("core"),
            Some(less) => format!("{depth}[{}]{depth}", Self::expected(less)),
        }
    }
}

impl<S: CapturedStr> Display for Reenters<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(depth) = self.depth.checked_sub(1) else {
            return f.write_str("core");
        };
        write!(f, "{}[", self.depth)?;
        let inner = (self.capture)(&Self { depth, ..*self });
        f.write_str(inner.as_str())?;
        write!(f, "]{}", self.depth)
    }
}

/// Writes a text in so many pieces.
pub struct Pieces<T> {
    pub piece: T,
    pub times: usize,
}

impl<T: AsRef<str>> Display for Pieces<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.times).try_for_each(|_| f.write_str(self.piece.as_ref()))
    }
}

/// Writes a text character by character.
pub struct Chars<T>(pub T);

impl<T: AsRef<str>> Display for Chars<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().chars().try_for_each(|c| f.write_char(c))
    }
}

/// The values that misbehave without an error, by the text that they come to.
pub fn odd_values<S: CapturedStr>() -> Vec<Box<dyn Display>> {
    let (huge, mixed) = (ascii(20_000), "aé€𝄞".repeat(700));
    vec![
        Box::new(Pieces {
            piece: "",
            times: 0,
        }),
        Box::new(Pieces {
            piece: "",
            times: 10_000,
        }),
        Box::new(Pieces {
            piece: huge,
            times: 1,
        }),
        Box::new(Pieces {
            piece: "x",
            times: 9_000,
        }),
        Box::new(Chars(mixed)),
        Box::new(Swallows(3)),
        Box::new(Swallows(1_000)),
        Box::new(Shields(Errs("half"))),
        Box::new(Reenters::<S>::new(4, |inner| S::capture(inner))),
        Box::new(CapturesSlice::<S>(PhantomData)),
    ]
}

/// Captures a slice while it is itself being captured.
struct CapturesSlice<S>(PhantomData<S>);

impl<S: CapturedStr> Display for CapturesSlice<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("before ")?;
        let nested = Reenters::<S>::new(2, |inner| S::capture(inner));
        for part in &*string_kit::capture_shared::<S>(&[&1, &"two", &nested]) {
            write!(f, "{part} ")?;
        }
        f.write_str("after")
    }
}

/// Gives an operation 0 blocks, then 1, and so on, until it is done: each
/// failure is `Alloc`, and leaves nothing. Counts by the test program's `CountingAllocator`.
pub fn fails_until_it_fits<R>(mut work: impl FnMut() -> Result<R, CaptureError>) -> R {
    for budget in 0..100 {
        let (result, counts) = count(|| with_budget(budget, &mut work));
        match result {
            Ok(done) => return done,
            Err(error) => assert_eq!(error, CaptureError::Alloc, "{budget} blocks"),
        }
        assert_eq!(counts.live_bytes, 0, "{budget} blocks");
    }
    panic!("100 blocks are not enough");
}
