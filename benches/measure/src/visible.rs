//! Escapes texts of files, which may contain anything, for a terminal or for an error in one line.

/// Returns a text with its control characters as escapes (`\u{1b}`).
///
/// Line breaks stay. Marks that reverse the direction of text are escaped too: they show a text in
/// another order than that in the file.
pub(crate) fn visible(text: &str) -> String {
    escape(text, |letter| letter != '\n' && is_hidden(letter))
}

/// Returns a text in one line, with its control characters as escapes (`\u{1b}`).
pub fn visible_line(text: &str) -> String {
    escape(text, is_hidden)
}

fn is_hidden(letter: char) -> bool {
    let is_mark = matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    is_mark || letter.is_control()
}

fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_escaped(letter) {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    escaped
}
