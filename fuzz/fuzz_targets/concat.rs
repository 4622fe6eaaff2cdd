//! `ConcatStr` against `String`: random programs of all operations and versions.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit_concat::ConcatStr;

/// The bytes of a text after which a program goes on with an empty one.
const LONG: usize = 1 << 14;

/// A place in a text, as a part of its length.
#[derive(Arbitrary, Clone, Copy, Debug)]
struct Place(u8);

impl Place {
    fn of(self, text: &str) -> usize {
        text.floor_char_boundary(text.len() * usize::from(self.0) / 255)
    }
}

#[derive(Arbitrary, Debug)]
enum Step<'a> {
    Replace(Place, Place, &'a str, u8),
    /// Types or deletes beside the last edit.
    Type(i8, u8, &'a str),
    InsertChar(Place, char),
    Remove(Place),
    Pop,
    Truncate(Place),
    SplitOff(Place),
    Concat(u8),
    ConcatTo(u8),
    Repeat(u8),
    Substr(Place, Place),
    TakeOver(u8),
    Read(Place, Place, &'a str),
    Compare(u8),
    Keep,
    GoBack(u8),
    Forget(u8),
}

#[derive(Clone, Default)]
struct Version {
    text: ConcatStr,
    model: String,
    last: usize,
}

fn range(model: &str, a: Place, b: Place) -> std::ops::Range<usize> {
    let (a, b) = (a.of(model), b.of(model));
    a.min(b)..a.max(b)
}

impl Version {
    fn replace(&mut self, range: std::ops::Range<usize>, with: &str) {
        self.last = range.start + with.len();
        self.model.replace_range(range.clone(), with);
        self.text.replace_range(range, with);
    }

    fn run(&mut self, step: &Step<'_>, kept: &[Self]) {
        let other = |at: u8| {
            kept.get(usize::from(at) % kept.len().max(1))
                .cloned()
                .unwrap_or_default()
        };
        match *step {
            Step::Replace(a, b, with, times) => {
                self.replace(
                    range(&self.model, a, b),
                    &with.repeat(usize::from(times) % 8),
                );
            }
            Step::Type(by, del, with) => {
                let start = self
                    .last
                    .saturating_add_signed(isize::from(by))
                    .min(self.model.len());
                let start = self.model.floor_char_boundary(start);
                let end = self.model.len().min(start + usize::from(del % 40));
                self.replace(start..self.model.floor_char_boundary(end), with);
            }
            Step::InsertChar(at, c) => {
                let at = at.of(&self.model);
                self.model.insert(at, c);
                self.text.insert(at, c);
            }
            Step::Remove(at) if at.of(&self.model) < self.model.len() => {
                let at = at.of(&self.model);
                assert_eq!(self.model.remove(at), self.text.remove(at));
            }
            Step::Pop => assert_eq!(self.model.pop(), self.text.pop()),
            Step::Truncate(at) => {
                let at = at.of(&self.model);
                self.model.truncate(at);
                self.text.truncate(at);
            }
            Step::SplitOff(at) => {
                let at = at.of(&self.model);
                self.model = self.model.split_off(at);
                self.text = self.text.split_off(at);
            }
            Step::Concat(version) => {
                let other = other(version);
                self.model += &other.model;
                self.text += other.text;
            }
            Step::ConcatTo(version) => {
                let other = other(version);
                self.model.insert_str(0, &other.model);
                self.text = other.text.concat(&self.text);
            }
            Step::Repeat(times) => {
                self.model = self.model.repeat(usize::from(times) % 4);
                self.text = self.text.repeat(usize::from(times) % 4);
            }
            Step::Substr(a, b) => {
                let range = range(&self.model, a, b);
                self.model = self.model[range.clone()].to_owned();
                self.text = self.text.substr(range);
            }
            Step::TakeOver(times) => {
                self.model = self.model.repeat(usize::from(times) % 4);
                self.text = self.model.clone().into();
            }
            Step::Read(a, b, needle) => {
                let range = range(&self.model, a, b);
                let (slice, model) = (self.text.slice(range.clone()), &self.model[range]);
                assert_eq!(slice, model);
                assert!(slice.chars().rev().eq(model.chars().rev()));
                assert!(slice.lines().eq(model.lines()));
                assert_eq!(slice.find(needle), model.find(needle));
                assert_eq!(slice.rfind(needle), model.rfind(needle));
                assert_eq!(slice.starts_with(needle), model.starts_with(needle));
                assert_eq!(slice.line_count(), 1 + model.matches('\n').count());
            }
            Step::Compare(version) => {
                let other = other(version);
                assert_eq!(self.text.cmp(&other.text), self.model.cmp(&other.model));
            }
            Step::GoBack(version) => *self = other(version),
            Step::Remove(_) | Step::Keep | Step::Forget(_) => {}
        }
        assert_eq!(self.text, self.model);
    }
}

fuzz_target!(|steps: Vec<Step<'_>>| {
    let (mut current, mut kept) = (Version::default(), Vec::new());
    for step in &steps {
        current.run(step, &kept);
        if current.model.len() > LONG {
            current = Version::default();
        }
        match *step {
            Step::Keep if kept.len() < 64 => kept.push(current.clone()),
            Step::Forget(version) if !kept.is_empty() => {
                kept.swap_remove(usize::from(version) % kept.len());
            }
            _ => {}
        }
    }
    kept.iter()
        .for_each(|version| assert_eq!(String::from(&version.text), version.model));
});
