//! Sentences in a terminal: in lines of its width, and of no more than can be read with ease.

use std::io::{self, Write};

use textwrap::{Options, WordSplitter};

use super::{Style, WIDTH};

/// Writes paragraphs. A break of a line is a space; a blank line ends a paragraph.
pub(super) fn write(text: &str, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (index, paragraph) in text.split("\n\n").enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        write_wrapped(paragraph, "", "", style, out)?;
    }
    Ok(())
}

/// Writes one point of a list.
pub(super) fn write_point(text: &str, style: Style, out: &mut impl Write) -> io::Result<()> {
    write_wrapped(text, "- ", "  ", style, out)
}

fn write_wrapped(
    text: &str,
    first: &str,
    later: &str,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    for line in wrapped(text, style.width.min(WIDTH), first, later) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A text's lines, none longer than the width; what the first and the later ones begin with counts.
pub(super) fn wrapped(text: &str, width: usize, first: &str, later: &str) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(later)
        // A name with a hyphen is one word.
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&text, options);
    lines.into_iter().map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_break_in_the_source_is_a_space() {
        let lines = wrapped("one\ntwo  three", 80, "- ", "  ");
        assert_eq!(lines, ["- one two three"]);
    }

    #[test]
    fn names_with_hyphens_stay_whole() {
        let lines = wrapped("the fastest is cold-string", 24, "- ", "  ");
        assert_eq!(lines, ["- the fastest is", "  cold-string"]);
    }
}
