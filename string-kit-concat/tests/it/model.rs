//! Random programs of all operations and versions, with `String` as the oracle.

use std::fmt::Write;

use proptest::prelude::*;
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

/// A step of a program. Places are parts of 65,536 of a text's length.
#[derive(Clone, Debug)]
enum Step {
    Replace(u16, u16, usize, usize),
    /// An edit near the last one.
    Near(i8, u8, usize),
    InsertChar(u16, char),
    Remove(u16),
    Pop,
    Truncate(u16),
    SplitOff(u16, bool),
    Push(char),
    Write(usize, usize),
    Concat(usize, bool),
    Append(usize),
    Add(usize),
    Repeat(usize),
    Substr(u16, u16),
    TakeOver(usize, usize),
    Clear,
    /// Goes on from another version.
    GoBack(usize),
    /// Forgets a version.
    Forget(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let texts = 0..TEXTS.len();
    prop_oneof![
        6 => (any::<u16>(), any::<u16>(), texts.clone(), 1..60_usize).prop_map(|(a, len, t, times)| {
            Step::Replace(a, a.saturating_add(len / 16), t, if times < 50 { 1 } else { times })
        }),
        12 => (any::<i8>(), 0..12_u8, texts.clone()).prop_map(|(by, del, t)| Step::Near(by, del, t)),
        1 => (any::<u16>(), any::<char>()).prop_map(|(at, c)| Step::InsertChar(at, c)),
        1 => any::<u16>().prop_map(Step::Remove),
        1 => Just(Step::Pop),
        1 => any::<u16>().prop_map(Step::Truncate),
        1 => (any::<u16>(), any::<bool>()).prop_map(|(at, end)| Step::SplitOff(at, end)),
        1 => any::<char>().prop_map(Step::Push),
        2 => (texts.clone(), 1..40_usize).prop_map(|(t, times)| Step::Write(t, times)),
        3 => (any::<usize>(), any::<bool>()).prop_map(|(v, left)| Step::Concat(v, left)),
        1 => any::<usize>().prop_map(Step::Append),
        1 => any::<usize>().prop_map(Step::Add),
        1 => (0..5_usize).prop_map(Step::Repeat),
        2 => (any::<u16>(), any::<u16>()).prop_map(|(a, b)| Step::Substr(a, b)),
        1 => (texts, 20..200_usize).prop_map(|(t, times)| Step::TakeOver(t, times)),
        1 => Just(Step::Clear),
        4 => any::<usize>().prop_map(Step::GoBack),
        2 => any::<usize>().prop_map(Step::Forget),
    ]
}

/// A place of a text that is a boundary of characters.
fn place(text: &str, at: u16) -> usize {
    text.floor_char_boundary(text.len() * usize::from(at) / 65_535)
}

#[derive(Clone, Default)]
struct Version {
    text: ConcatStr,
    model: String,
    last: usize,
}

impl Version {
    fn replace(&mut self, from: usize, to: usize, with: &str) {
        let (from, to) = (from.min(to), from.max(to));
        self.model.replace_range(from..to, with);
        self.text.replace_range(from..to, with);
        self.last = from + with.len();
    }

    fn run(&mut self, step: &Step, versions: &[Self]) {
        let other = |version: usize| &versions[version % versions.len()];
        match *step {
            Step::Replace(a, b, text, times) => {
                let (from, to) = (place(&self.model, a), place(&self.model, b));
                self.replace(from, to, &TEXTS[text].repeat(times));
            }
            Step::Near(by, del, text) => {
                let from = self.last.saturating_add_signed(isize::from(by) / 3);
                let from = self.model.floor_char_boundary(from.min(self.model.len()));
                let to = self.model.len().min(from + usize::from(del));
                self.replace(from, self.model.floor_char_boundary(to), TEXTS[text]);
            }
            Step::InsertChar(at, c) => {
                let at = place(&self.model, at);
                self.model.insert(at, c);
                self.text.insert(at, c);
            }
            Step::Remove(at) => {
                let at = place(&self.model, at);
                if at < self.model.len() {
                    assert_eq!(self.text.remove(at), self.model.remove(at));
                }
            }
            Step::Pop => assert_eq!(self.text.pop(), self.model.pop()),
            Step::Truncate(at) => {
                let at = place(&self.model, at);
                self.model.truncate(at);
                self.text.truncate(at);
            }
            Step::SplitOff(at, end) => {
                let at = place(&self.model, at);
                let (model, text) = (self.model.split_off(at), self.text.split_off(at));
                if end {
                    (self.model, self.text) = (model, text);
                } else {
                    assert_eq!(text, model);
                }
            }
            Step::Push(c) => {
                self.model.push(c);
                self.text.push(c);
            }
            Step::Write(text, times) => {
                for n in 0..times {
                    write!(self.model, "{}{n}", TEXTS[text]).unwrap();
                    write!(self.text, "{}{n}", TEXTS[text]).unwrap();
                }
            }
            Step::Concat(version, left) => {
                let other = other(version);
                if left {
                    self.model = other.model.clone() + &self.model;
                    self.text = other.text.concat(&self.text);
                } else {
                    self.model += &other.model;
                    self.text = self.text.concat(&other.text);
                }
            }
            Step::Append(version) => {
                self.model += &other(version).model;
                self.text.try_append(&other(version).text).unwrap();
            }
            Step::Add(version) => {
                self.model += &other(version).model;
                self.text = std::mem::take(&mut self.text) + &other(version).text;
            }
            Step::Repeat(times) => {
                self.model = self.model.repeat(times);
                self.text = self.text.repeat(times);
            }
            Step::Substr(a, b) => {
                let (a, b) = (place(&self.model, a), place(&self.model, b));
                let range = a.min(b)..a.max(b);
                self.model = self.model[range.clone()].to_owned();
                self.text = self.text.substr(range);
            }
            Step::TakeOver(text, times) => {
                self.model = TEXTS[text].repeat(times);
                self.text = self.model.clone().into();
            }
            Step::Clear => {
                self.model.clear();
                self.text.clear();
            }
            Step::GoBack(version) => *self = other(version).clone(),
            Step::Forget(_) => {}
        }
    }

    #[track_caller]
    fn check(&self) {
        assert_eq!(self.text.len(), self.model.len());
        assert_eq!(String::from(&self.text), self.model);
        assert_eq!(self.text, self.model);
        assert_eq!(self.text, ConcatStr::from(&*self.model));
    }
}

fn run(steps: &[Step]) {
    let mut versions = vec![Version::default()];
    let mut current = Version::default();
    for step in steps {
        current.run(step, &versions);
        current.check();
        // Half of the versions have one owner: those are written in place.
        if let Step::Forget(version) = step {
            let version = version % versions.len();
            versions.swap_remove(version);
        } else if current.model.len() > 40_000 {
            current = Version::default();
        }
        if versions.is_empty() || matches!(step, Step::Replace(..) | Step::Near(0.., ..)) {
            versions.push(current.clone());
        }
    }
    versions.iter().for_each(Version::check);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn programs_equal_strings(steps in prop::collection::vec(step(), 0..150)) {
        run(&steps);
    }
}
