//! Either text against `String`: every operation in any order.

use std::borrow::Cow;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::sync::Arc;

use proptest::prelude::*;
use string_kit_concat::{ConcatArena, ConcatError};

use super::{Other, Text};

/// One step; numbers choose among the texts that are there.
#[derive(Clone, Debug)]
enum Step {
    Copy(String, u8),
    Concat(usize, usize),
    Add(usize, usize),
    AddRef(usize, usize),
    AddAssign(usize, usize),
    PushStr(usize, String),
    Write(usize, String, u32),
    Repeat(usize, u64),
    Substr(usize, usize, usize),
    /// A cut with both ends moved to boundaries of characters.
    Part(usize, usize, usize),
    Clone(usize),
    Drop(usize),
    Rebalance(usize),
    Collect(Vec<String>),
    Join(Vec<usize>),
    Extend(usize, Vec<String>),
    Through(usize),
}

/// Generates texts. Short ones fit into nodes of both types or of one; long ones are cut by reference.
fn text() -> impl Strategy<Value = String> {
    let chars = prop_oneof![Just('a'), Just('b'), Just('é'), Just('🦀')];
    (0..12_u8, prop::collection::vec(chars, 0..5)).prop_map(|(kind, chars)| {
        let text = String::from_iter(chars);
        if kind == 0 { text.repeat(20) } else { text }
    })
}

fn step() -> impl Strategy<Value = Step> {
    let any = any::<usize>;
    let texts = || prop::collection::vec(text(), 0..9);
    prop_oneof![
        3 => (text(), 0..9_u8).prop_map(|(text, from)| Step::Copy(text, from)),
        6 => (any(), any()).prop_map(|(left, right)| Step::Concat(left, right)),
        3 => (any(), any()).prop_map(|(left, right)| Step::Add(left, right)),
        3 => (any(), any()).prop_map(|(left, right)| Step::AddRef(left, right)),
        2 => (any(), any()).prop_map(|(to, other)| Step::AddAssign(to, other)),
        8 => (any(), text()).prop_map(|(to, text)| Step::PushStr(to, text)),
        2 => (any(), text(), 0..9999_u32).prop_map(|(to, text, n)| Step::Write(to, text, n)),
        2 => (any(), 0..9_u64).prop_map(|(of, times)| Step::Repeat(of, times)),
        3 => (any(), any(), any()).prop_map(|(of, start, end)| Step::Substr(of, start, end)),
        5 => (any(), any(), any()).prop_map(|(of, start, end)| Step::Part(of, start, end)),
        4 => any().prop_map(Step::Clone),
        4 => any().prop_map(Step::Drop),
        2 => any().prop_map(Step::Rebalance),
        1 => texts().prop_map(Step::Collect),
        2 => prop::collection::vec(any(), 0..6).prop_map(Step::Join),
        1 => (any(), texts()).prop_map(|(to, texts)| Step::Extend(to, texts)),
        1 => any().prop_map(Step::Through),
    ]
}

/// Longer ones make a run slow.
const MAX_LEN: usize = 20_000;
/// The most texts at a time.
const MOST: usize = 12;

#[derive(Debug)]
struct Model {
    texts: Vec<(Text, String)>,
}

impl Model {
    fn at(&self, number: usize) -> usize {
        number % self.texts.len()
    }

    fn pick(&self, number: usize) -> (&Text, &str) {
        let (text, model) = &self.texts[self.at(number)];
        (text, model)
    }

    /// Takes a text out, and leaves an empty one in its place.
    fn take(&mut self, number: usize) -> (Text, String) {
        let at = self.at(number);
        std::mem::take(&mut self.texts[at])
    }

    fn change(&mut self, number: usize) -> (&mut Text, &mut String) {
        let at = self.at(number);
        let (text, model) = &mut self.texts[at];
        (text, model)
    }

    fn copy(text: &str, from: u8) -> Text {
        match from {
            0 => text.into(),
            1 => text.to_owned().into(),
            2 => (&text.to_owned()).into(),
            3 => Box::<str>::from(text).into(),
            4 => Cow::Borrowed(text).into(),
            5 => text.parse().unwrap(),
            6 => Arc::<str>::from(text).into(),
            7 => text.chars().collect(),
            _ => text.chars().map(Text::from).collect(),
        }
    }

    /// Does a step, and keeps the new text if there is one.
    fn step(&mut self, step: &Step) {
        let made = match step {
            Step::Copy(text, from) => (Self::copy(text, *from), text.clone()),
            Step::Concat(left, right) => {
                let ((left, left_model), (right, right_model)) =
                    (self.pick(*left), self.pick(*right));
                (left.concat(right), [left_model, right_model].concat())
            }
            Step::Add(left, right) => {
                let (left, left_model) = self.take(*left);
                let (right, right_model) = self.take(*right);
                (left + right, left_model + &right_model)
            }
            Step::AddRef(left, right) => {
                let (left, left_model) = self.take(*left);
                let (right, right_model) = self.pick(*right);
                (left + right, left_model + right_model)
            }
            Step::AddAssign(to, other) => {
                let (other, other_model) = self.pick(*other);
                let (other, other_model) = (other.clone(), other_model.to_owned());
                let (text, model) = self.change(*to);
                *text += &other;
                *model += &other_model;
                return;
            }
            Step::PushStr(to, more) => {
                let (text, model) = self.change(*to);
                text.push_str(more);
                *model += more;
                return;
            }
            Step::Write(to, more, n) => {
                let (text, model) = self.change(*to);
                write!(text, "{more}{n}").unwrap();
                write!(model, "{more}{n}").unwrap();
                *text += more.as_str();
                *model += more;
                return;
            }
            Step::Repeat(of, times) => {
                let (text, model) = self.pick(*of);
                let model = model.repeat(usize::try_from(*times).unwrap());
                (text.repeat(*times), model)
            }
            Step::Substr(of, start, end) => return self.cut(*of, *start, *end),
            Step::Part(of, start, end) => {
                let (_, model) = self.pick(*of);
                let boundary = |place: &usize| model.floor_char_boundary(place % (model.len() + 1));
                let (start, end) = (boundary(start), boundary(end));
                return self.cut(*of, start.min(end), end.max(start));
            }
            Step::Clone(of) => {
                let (text, model) = self.pick(*of);
                (text.clone(), model.to_owned())
            }
            Step::Drop(of) => {
                drop(self.take(*of));
                return;
            }
            Step::Rebalance(of) => {
                let (text, model) = self.pick(*of);
                (text.rebalance(), model.to_owned())
            }
            Step::Collect(pieces) => (pieces.iter().collect(), pieces.concat()),
            Step::Join(of) => {
                let of = of.iter().map(|&number| self.pick(number));
                let text = of.clone().map(|(text, _)| text.clone()).collect();
                (text, of.map(|(_, model)| model).collect())
            }
            Step::Extend(to, pieces) => {
                let (text, model) = self.change(*to);
                text.extend(pieces);
                model.extend(pieces.iter().map(String::as_str));
                let own = text.clone();
                text.extend([own]);
                let own = model.clone();
                *model += &own;
                return;
            }
            Step::Through(of) => {
                let (text, model) = self.pick(*of);
                let mut arena = ConcatArena::new();
                let copy = arena.import(text.view());
                let copy = arena.get(copy).unwrap();
                assert_eq!(*text, copy);
                assert_eq!(copy, *text);
                (copy.to_string().into(), model.to_owned())
            }
        };
        self.keep(made);
    }

    fn cut(&mut self, of: usize, start: usize, end: usize) {
        let (text, model) = self.pick(of);
        let (start, end) = (start % (model.len() + 2), end % (model.len() + 2));
        let part = text.try_substr(start..end);
        let Some(expected) = model.get(start..end) else {
            let error = if start <= end && end <= model.len() {
                ConcatError::NotCharBoundary
            } else {
                ConcatError::OutOfRange
            };
            assert_eq!(part, Err(error), "{start}..{end} of {model:?}");
            return;
        };
        let expected = expected.to_owned();
        if end == model.len() {
            assert_eq!(text.try_substr(start..), part);
        }
        self.keep((part.unwrap(), expected));
    }

    fn keep(&mut self, made: (Text, String)) {
        if made.1.len() > MAX_LEN {
            return;
        }
        if self.texts.len() == MOST {
            self.texts.remove(0);
        }
        self.texts.push(made);
    }
}

/// Checks every method that reads a text.
fn check(text: &Text, model: &str) {
    assert_eq!(text.is_empty(), model.is_empty());
    assert_eq!(text.try_len(), Ok(model.len() as u64));
    assert_eq!(text.len_u128(), Ok(model.len() as u128));
    for place in (0..model.len()).step_by(7).chain([model.len()]) {
        let byte = model.as_bytes().get(place).copied();
        assert_eq!(text.byte_at(place), Ok(byte));
    }
    let pieces: Vec<&str> = text.chunks().collect();
    assert_eq!(pieces.concat(), model);
    assert!(pieces.iter().all(|piece| !piece.is_empty()));
    assert!(text.chunks_rev().eq(pieces.into_iter().rev()));
    let mut out = String::from("<");
    text.write_fmt_to(&mut out, model.len() as u128).unwrap();
    text.flatten_into(&mut out, model.len()).unwrap();
    assert_eq!(out, format!("<{model}{model}"));
    assert_eq!(text.to_text(model.len()).as_deref(), Ok(model));
    if let Some(less) = model.len().checked_sub(1) {
        let too_long = Err(ConcatError::TooLong);
        assert_eq!(text.write_fmt_to(&mut out, less as u128), too_long);
        assert_eq!(text.flatten_into(&mut out, less), too_long);
        assert_eq!(text.to_text(less), Err(ConcatError::TooLong));
        assert_eq!(out.len(), 1 + 2 * model.len());
    }
    assert_eq!(text.to_string(), model);
    assert_eq!(format!("{text:*^9.4}"), format!("{model:*^9.4}"));
    if model.chars().count() <= 1000 {
        assert_eq!(format!("{text:?}"), format!("{model:?}"));
    }
    assert!(*text == *model && *text == model);
    let owned = model.to_owned();
    assert!(*text == owned);
}

/// Compares all texts with each other, and with those of the other type.
fn compare_all(texts: &[(Text, String)]) {
    let hasher = RandomState::new();
    for (a, a_model) in texts {
        for (b, b_model) in texts {
            let same = a_model == b_model;
            assert_eq!(a == b, same);
            assert_eq!(a.partial_cmp(b), Some(a_model.cmp(b_model)));
            assert_eq!(a.partial_cmp(&**b_model), Some(a_model.cmp(b_model)));
            assert_eq!(hasher.hash_one(a) == hasher.hash_one(b), same);
            assert_eq!(a.fingerprint() == b.fingerprint(), same);
            assert_eq!(a.eq_exact(b, MAX_LEN as u128), Ok(same));
            let b = Other::from(b_model);
            assert_eq!(*a == b.view(), same);
            assert_eq!(a.fingerprint() == b.fingerprint(), same);
            assert_eq!(hasher.hash_one(a) == hasher.hash_one(&b), same);
        }
    }
}

fn run(steps: &[Step]) {
    let mut model = Model {
        texts: vec![Default::default()],
    };
    for step in steps {
        model.step(step);
        model.texts.retain(|(_, text)| text.len() <= MAX_LEN);
        if model.texts.is_empty() {
            model.texts.push(Default::default());
        }
        // The new or changed text is right, and no other is changed.
        for (text, model) in &model.texts {
            assert!(*text == **model, "{step:?}");
        }
    }
    for (text, expected) in &model.texts {
        check(text, expected);
    }
    compare_all(&model.texts);
}

proptest! {
    #[test]
    fn handles_are_strings(steps in prop::collection::vec(step(), 0..40)) {
        run(&steps);
    }
}

#[test]
fn handles_are_small_sent_and_shared() {
    fn is<T: Send + Sync + Unpin + 'static>() {}
    is::<Text>();
    assert_eq!(size_of::<Text>(), 4);
    assert_eq!(size_of::<Option<Text>>(), 4);
}

#[test]
fn no_type_has_to_be_written_down() {
    let t = Text::from("a");
    let u = t.clone() + "b";
    assert_eq!(u, "ab");
    assert_eq!(&t + &u, "aab");
    assert_eq!(&t + "z", "az");
    assert_eq!(t.clone() + &u + u.clone(), "aabab");
    assert_eq!(t.concat("str"), "astr");
    assert_eq!(t.concat('c'), "ac");
    assert_eq!(t.concat(String::from("str")), t.concat(Text::from("str")));
    let mut v = Text::new();
    v += "one ";
    v += &u;
    v += t;
    assert_eq!(v, "one aba");
    assert_eq!(v.substr(..3), "one");
    assert_eq!(
        v.substr(4_u8..=5),
        v.substr((Bound::Included(4), Bound::Excluded(6_i64)))
    );
    assert_eq!(v.repeat(2).try_rebalance().unwrap(), "one abaone aba");
}

/// Checks `==` both ways.
#[track_caller]
fn equal<T: PartialEq<Text> + ?Sized>(text: &Text, other: &T)
where
    Text: PartialEq<T>,
{
    assert!(text == other);
    assert!(other == text);
}

#[test]
fn texts_are_made_of_all_that_holds_text() {
    let made = [
        Text::from("é"),
        Text::from(&String::from("é")),
        Text::from(String::from("é")),
        Text::from(Box::<str>::from("é")),
        Text::from(Arc::<str>::from("é")),
        Text::from(Cow::Borrowed("é")),
        Text::from('é'),
        Text::from(&Text::from("é")),
        "é".parse().unwrap(),
        Text::try_copy("é").unwrap(),
    ];
    for text in made {
        equal(&text, "é");
        equal(&text, &"é");
        equal(&text, &String::from("é"));
        equal(&text, &Box::<str>::from("é"));
        equal(&text, &Arc::<str>::from("é"));
        equal(&text, &Cow::Borrowed("é"));
        equal(&text, &text.view());
        assert_ne!(text, "e");
        assert_ne!("e", text);
        assert_eq!(String::try_from(text).as_deref(), Ok("é"));
    }
}

#[test]
fn texts_are_collected_of_all_that_holds_text() {
    let long = "a text that is longer than a node of either type";
    let texts = [Text::from("é"), Text::from(long)];
    let expected = ["é", long].concat();
    assert_eq!(texts.iter().sum::<Text>(), expected);
    assert_eq!(texts.iter().cloned().sum::<Text>(), expected);
    assert_eq!(texts.iter().collect::<Text>(), expected);
    assert_eq!(texts.iter().cloned().collect::<Text>(), expected);
    assert_eq!(expected.chars().collect::<Text>(), expected);
    let chars: Vec<char> = expected.chars().collect();
    assert_eq!(chars.iter().collect::<Text>(), expected);
    let strings = ["é", long].map(String::from);
    assert_eq!(strings.iter().collect::<Text>(), expected);
    assert_eq!(strings.clone().into_iter().collect::<Text>(), expected);
    assert_eq!(["é", long].into_iter().collect::<Text>(), expected);
    assert_eq!(
        strings
            .clone()
            .map(Box::<str>::from)
            .into_iter()
            .collect::<Text>(),
        expected
    );
    assert_eq!(
        strings
            .clone()
            .map(Arc::<str>::from)
            .into_iter()
            .collect::<Text>(),
        expected
    );
    assert_eq!(
        ["é", long].map(Cow::Borrowed).into_iter().collect::<Text>(),
        expected
    );
    assert_eq!(std::iter::empty::<Text>().sum::<Text>(), "");

    let mut text = Text::from("a");
    text.extend(["b", "c"]);
    text.extend(strings);
    text.extend(['d', 'e']);
    text.extend(&['f']);
    text.extend(&texts);
    text.extend([Box::<str>::from("g")]);
    text.extend(None::<char>);
    assert_eq!(text, format!("abc{expected}def{expected}g"));
}

#[test]
#[should_panic = "within a character"]
fn a_cut_within_a_character_panics() {
    _ = Text::from("é").substr(1..);
}

#[test]
#[should_panic = "beyond the end"]
fn a_cut_beyond_the_end_panics() {
    _ = Text::from("é").substr(..3);
}

#[test]
fn a_range_of_no_place_is_an_error() {
    let text = Text::from("text");
    for (start, end) in [(-1, 2), (3, 1), (2, -3), (5, 5)] {
        let range = start..end;
        assert_eq!(text.try_substr(range), Err(ConcatError::OutOfRange));
    }
    assert_eq!(text.try_substr(..=u128::MAX), Err(ConcatError::OutOfRange));
    assert_eq!(text.try_substr(4..).unwrap(), "");
}

#[test]
fn a_piece_that_fits_is_put_into_the_last_node_of_what_nobody_shares() {
    let mut text = Text::from("a");
    let before = text.clone();
    text.push_str("b");
    let after = text.clone();
    text.push_str("é");
    drop(after);
    text.push_str("z");
    assert_eq!((before, text), ("a".into(), "abéz".into()));
}

#[test]
fn rebalancing_keeps_the_leaves_and_is_done_once() {
    // Eight leaves that would fit into one, and eight that would not.
    let leaves: Vec<String> = (0..16)
        .map(|n| {
            if n < 8 {
                "a".to_owned()
            } else {
                format!("a leaf that is too long for a node, {n}")
            }
        })
        .collect();
    let chain = leaves
        .iter()
        .fold(Text::new(), |chain, leaf| chain + Text::from(leaf));
    let balanced = chain.rebalance();
    assert!(balanced.chunks().eq(leaves.iter().map(String::as_str)));
    assert!(Text::ptr_eq(&balanced, &balanced.rebalance()));
}
