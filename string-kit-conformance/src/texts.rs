//! Test texts: texts of the lengths near which a string type changes its layout, with characters of
//! every width, and texts that look like a type's own tag bytes.

use std::iter::repeat_n;
use std::sync::LazyLock;

/// Lengths in bytes near which some string type changes its layout: the text moves to the heap, or
/// its length needs another byte.
pub const LENGTHS: [usize; 18] = [
    0, 1, 7, 8, 12, 15, 16, 22, 23, 24, 25, 31, 32, 46, 127, 128, 255, 256,
];

/// Characters of 1, 2, 3 and 4 bytes.
pub const CHARS: [char; 4] = ['x', 'é', '€', '𝄞'];

/// Returns a text of `len` bytes: some `a`s, then as many characters of `width` bytes as fit.
///
/// O(n); allocates the text.
///
/// # Panics
///
/// Panics if `width` is not from 1 to 4.
#[must_use]
pub fn text_of(len: usize, width: usize) -> String {
    let mut text = "a".repeat(len % width);
    text.extend(repeat_n(CHARS[width - 1], len / width));
    text
}

/// Returns a text of `len` bytes of ASCII without white space, in which neighbours differ.
///
/// O(n); allocates the text.
#[must_use]
pub fn ascii(len: usize) -> String {
    ('!'..='~').cycle().take(len).collect()
}

/// Returns all test texts, shortest first, so that the first that breaks a law is the shortest.
///
/// The first call allocates 320 texts of up to 263 bytes, which are never freed.
#[must_use]
pub fn texts() -> &'static [String] {
    static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let mut texts = Vec::new();
        for len in LENGTHS {
            texts.push(ascii(len));
            for width in 1..=4 {
                texts.push(text_of(len, width));
                // A character that begins before the length and ends after it.
                for before in (1..width).filter(|before| *before <= len) {
                    let start = "a".repeat(len - before);
                    texts.push(format!("{start}{}", CHARS[width - 1]));
                    texts.push(format!("{start}{}tail", CHARS[width - 1]));
                }
            }
            texts.push("\0".repeat(len));
            texts.push("\u{7f}".repeat(len));
        }
        // The longest white space that smol_str keeps as a slice of a static, and a shorter one.
        texts.push(format!("{}{}", "\n".repeat(32), " ".repeat(128)));
        texts.push(format!("\n{}", " ".repeat(30)));
        // The capitals of others, inline and on the heap.
        texts.extend([1, 16, 46].map(|len| text_of(len, 1).to_ascii_uppercase()));
        // Texts with the highest first byte of UTF-8, 0xF4, and its highest last byte, 0xBF.
        texts.push("\u{10ffff}".repeat(6));
        texts.push("\u{10ffff}\u{fff}".repeat(4));
        texts.sort_by_key(String::len);
        texts.dedup();
        texts
    });
    &TEXTS
}

/// Returns the test texts of up to `longest` bytes, shortest first.
///
/// The first call of this function or of [`texts`] allocates them.
pub fn texts_to(longest: usize) -> impl Iterator<Item = &'static str> {
    texts()
        .iter()
        .map(String::as_str)
        .take_while(move |text| text.len() <= longest)
}
