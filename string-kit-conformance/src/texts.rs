//! The texts that string types differ on: the lengths around which representations change, each
//! with characters of every width, and a few that look like a representation's own bytes.

#![allow(unreachable_pub, missing_docs)] // The integration tests take this file in, too.

use std::iter::repeat_n;
use std::sync::LazyLock;

/// The lengths, in bytes, around which representations change: where text moves to the heap in
/// one crate or another, and where a length outgrows its bits.
pub const LENGTHS: [usize; 18] = [
    0, 1, 7, 8, 12, 15, 16, 22, 23, 24, 25, 31, 32, 46, 127, 128, 255, 256,
];

/// Characters of 1 to 4 bytes.
pub const CHARS: [char; 4] = ['x', 'é', '€', '𝄞'];

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

/// All texts, shortest first, so that the first that fails is the least.
pub fn texts() -> &'static [String] {
    static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut texts = Vec::new();
        for len in LENGTHS {
            texts.push(ascii(len));
            for width in 1..=4 {
                texts.push(text_of(len, width));
                // A character across the length.
                for before in (1..width).filter(|before| *before <= len) {
                    let start = "a".repeat(len - before);
                    texts.push(format!("{start}{}", CHARS[width - 1]));
                    texts.push(format!("{start}{}tail", CHARS[width - 1]));
                }
            }
            texts.push("\0".repeat(len));
            texts.push("\u{7f}".repeat(len));
        }
        // What smol_str keeps in no memory of its own, and what is nearly that.
        texts.push(format!("{}{}", "\n".repeat(32), " ".repeat(128)));
        texts.push(format!("\n{}", " ".repeat(30)));
        // The highest last byte but one, and the highest first.
        texts.push("\u{10ffff}".repeat(6));
        texts.push("\u{10ffff}\u{fff}".repeat(4));
        texts.sort_by_key(String::len);
        texts.dedup();
        texts
    });
    &TEXTS
}

/// The texts of up to `longest` bytes.
pub fn texts_to(longest: usize) -> impl Iterator<Item = &'static str> {
    texts()
        .iter()
        .map(String::as_str)
        .take_while(move |text| text.len() <= longest)
}
