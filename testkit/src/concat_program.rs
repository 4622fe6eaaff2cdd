//! Random programs of all operations and versions, with `String` as the oracle.
//!
//! A program is made of bytes: those of proptest, of a fuzzer, or of a generator of random numbers.

use std::fmt::Write;
use std::ops::Range;

use string_kit_concat::ConcatStr;

/// Texts of which programs are made: short and long, of one byte a character and of more.
const TEXTS: [&str; 8] = [
    "",
    "x",
    "é",
    "€uro ",
    "twenty-one bytes of it",
    "a longer piece of text that fits no patch at all, never",
    "𝄞\n",
    "line\r\n",
];

/// The bytes of a text after which a program goes on with an empty one.
const LONG: usize = 20_000;
/// The most versions at once.
const VERSIONS: usize = 40;

/// The numbers that are drawn from the bytes of a program. After the last byte all are 0.
#[derive(Debug)]
pub struct Draws<'a>(pub &'a [u8]);

impl Draws<'_> {
    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let bytes = if end > 256 { 2 } else { 1 };
        let (drawn, rest) = self.0.split_at(bytes.min(self.0.len()));
        self.0 = rest;
        let number = drawn
            .iter()
            .fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        number % end
    }

    fn text(&mut self) -> &'static str {
        TEXTS[self.below(TEXTS.len())]
    }

    /// Returns a range of a text's characters.
    fn range(&mut self, text: &str) -> Range<usize> {
        let mut place = || text.floor_char_boundary(self.below(text.len() + 1));
        let (a, b) = (place(), place());
        a.min(b)..a.max(b)
    }
}

/// A text, and what it must be.
#[derive(Clone, Debug, Default)]
pub struct Version {
    /// The text.
    pub text: ConcatStr,
    /// The same as a `String`.
    pub model: String,
    /// The end of the last edit.
    pub last: usize,
}

impl Version {
    fn replace(&mut self, range: Range<usize>, with: &str) {
        self.last = range.start + with.len();
        self.model.replace_range(range.clone(), with);
        self.text.replace_range(range, with);
    }

    /// Takes a step, which may join texts with others. Without `joins`, a step that joins no texts.
    pub fn step(&mut self, draws: &mut Draws<'_>, others: &[Self], joins: bool) {
        let other = &others[draws.below(others.len())];
        let range = draws.range(&self.model);
        let at = range.start;
        match draws.below(if joins { 37 } else { 29 }) {
            // Most edits are near the last one.
            0..12 => {
                let place = (self.last + draws.below(84)).saturating_sub(42);
                let start = self.model.floor_char_boundary(place.min(self.model.len()));
                let end = self.model.len().min(start + draws.below(12));
                self.replace(start..self.model.floor_char_boundary(end), draws.text());
            }
            12..16 => {
                let end = range.end.min(at + draws.below(48));
                self.replace(at..self.model.floor_char_boundary(end), draws.text());
            }
            16 => {
                // A long text at the end is joined.
                let times = if joins || at < self.model.len() {
                    60
                } else {
                    1
                };
                self.replace(range, &draws.text().repeat(draws.below(times + 1)));
            }
            17 => {
                self.model.insert(at, '€');
                self.text.insert(at, '€');
            }
            18 if at < self.model.len() => {
                assert_eq!(self.text.remove(at), self.model.remove(at));
            }
            19 => assert_eq!(self.text.pop(), self.model.pop()),
            20 => {
                self.model.truncate(range.end);
                self.text.truncate(range.end);
            }
            21 => {
                let (model, text) = (self.model.split_off(at), self.text.split_off(at));
                if draws.below(2) == 0 {
                    (self.model, self.text) = (model, text);
                } else {
                    assert_eq!(text, model);
                }
            }
            22 => {
                self.model.push('𝄞');
                self.text.push('𝄞');
            }
            23 => {
                for n in 0..draws.below(40) {
                    let text = draws.text();
                    write!(self.model, "{text}{n}").unwrap();
                    write!(self.text, "{text}{n}").unwrap();
                }
            }
            24 => {
                self.model = String::from(&self.model[range.clone()]);
                self.text = self.text.substr(range);
            }
            25 if draws.below(4) == 0 => {
                self.model = draws.text().repeat(draws.below(200));
                self.text = self.model.clone().into();
            }
            26 if draws.below(4) == 0 => {
                self.model.clear();
                self.text.clear();
            }
            27 => self.read(range, draws.text()),
            28 => {
                let (pattern, with) = (draws.text(), draws.text());
                let most = [1, 5, usize::MAX][draws.below(3)];
                self.model = self.model.replacen(pattern, with, most);
                self.text = self.text.replacen(pattern, with, most);
            }
            29 | 30 => {
                self.model = other.model.clone() + &self.model;
                self.text = other.text.concat(&self.text);
            }
            31 | 32 => {
                self.model += &other.model;
                self.text = self.text.concat(&other.text);
            }
            33 | 34 => {
                self.model += &other.model;
                self.text.try_append(&other.text).unwrap();
            }
            35 => {
                self.model += &other.model;
                self.text = std::mem::take(&mut self.text) + &other.text;
            }
            36 => {
                let times = draws.below(5);
                self.model = self.model.repeat(times);
                self.text = self.text.repeat(times);
            }
            _ => {}
        }
    }

    fn read(&self, range: Range<usize>, needle: &str) {
        let (text, model) = (self.text.slice(range.clone()), &self.model[range]);
        assert_eq!(text, model);
        assert!(text.chars().rev().eq(model.chars().rev()));
        assert!(text.lines().eq(model.lines()));
        assert_eq!(text.find(needle), model.find(needle));
        assert_eq!(text.rfind(needle), model.rfind(needle));
        assert_eq!(text.starts_with(needle), model.starts_with(needle));
        let end = model.len();
        assert_eq!(text.line_of_byte(end), model.matches('\n').count());
        assert_eq!(text.utf16_of_byte(end), model.encode_utf16().count());
        let line = text.line_count() / 2;
        let start = model.split_inclusive('\n').take(line).map(str::len).sum();
        assert_eq!(text.byte_of_line(line), Some(start));
        assert!(text.lines_at(line).eq(model.lines().skip(line)));
        assert_eq!(text.byte_of_char(text.char_of_byte(start)), Some(start));
        assert_eq!(text.byte_of_utf16(text.utf16_of_byte(start)), Some(start));
    }

    /// Checks that the text is what it must be.
    pub fn check(&self) {
        assert_eq!(self.text.len(), self.model.len());
        assert_eq!(String::from(&self.text), self.model);
        assert_eq!(self.text, self.model);
        // Nodes are counted before other versions are made of them, and their slots used again.
        assert_eq!(self.text.line_count(), 1 + self.model.matches('\n').count());
        assert_eq!(self.text.char_count(), self.model.chars().count());
    }
}

/// Checks that the differences of two versions make the one of the other.
fn check_differences(old: &Version, new: &Version) {
    let (mut model, mut behind, mut removed_bytes) = (old.model.clone(), 0, 0);
    for (removed, inserted) in old.text.diff(&new.text) {
        assert!(inserted.start >= behind && !(removed.is_empty() && inserted.is_empty()));
        assert_eq!(removed.start + behind, inserted.start + removed_bytes);
        model.replace_range(
            inserted.start..inserted.start + removed.len(),
            &new.model[inserted.clone()],
        );
        (removed_bytes, behind) = (removed.end, inserted.end);
    }
    assert_eq!(model, new.model);
}

/// Runs the program of some bytes, which begins with a text. Calls `check` with the text after each
/// step.
pub fn run(bytes: &[u8], start: &str, joins: bool, check: impl Fn(&ConcatStr)) {
    let mut draws = Draws(bytes);
    let mut versions: Vec<Version> = Vec::new();
    let first = Version {
        text: start.into(),
        model: start.into(),
        last: 0,
    };
    versions.push(first);
    while !draws.0.is_empty() {
        let pick = match draws.below(3) {
            0 => draws.below(versions.len()),
            _ => versions.len() - 1,
        };
        // A version that has one owner is written in place.
        let mut version = if versions.len() > 1 && draws.below(2) == 0 {
            versions.swap_remove(pick)
        } else {
            versions[pick].clone()
        };
        version.step(&mut draws, &versions, joins);
        version.check();
        check(&version.text);
        let other = &versions[draws.below(versions.len())];
        assert_eq!(
            version.text.cmp(&other.text),
            version.model.cmp(&other.model)
        );
        check_differences(other, &version);
        if version.model.len() > LONG {
            version = Version::default();
        }
        versions.push(version);
        if versions.len() > VERSIONS {
            versions.swap_remove(draws.below(VERSIONS));
        }
    }
    versions.iter().for_each(Version::check);
}
