//! `StringBuf` against `String`: the same operations, valid or not, give the same text and panics.

use std::borrow::Borrow;
use std::cell::Cell;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::ops::Bound;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use proptest::collection::vec;
use proptest::prelude::*;
use string_kit::StringBuf;

/// An offset: as it is, or moved down to where a character starts in the text at hand.
#[derive(Clone, Copy, Debug)]
struct At {
    offset: usize,
    snap: bool,
}

impl At {
    fn within(self, text: &str) -> usize {
        if self.snap {
            text.floor_char_boundary(self.offset % (text.len() + 1))
        } else {
            self.offset
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Span(Bound<At>, Bound<At>);

impl Span {
    fn within(self, text: &str) -> (Bound<usize>, Bound<usize>) {
        (
            self.0.map(|at| at.within(text)),
            self.1.map(|at| at.within(text)),
        )
    }
}

#[derive(Clone, Debug)]
enum Op {
    Push(char),
    PushStr(String),
    Write(String),
    AddAssign(String),
    ExtendChars(Vec<char>),
    ExtendText(Vec<String>),
    Pop,
    Remove(At),
    Insert(At, char),
    InsertStr(At, String),
    Truncate(At),
    Clear,
    Retain(u32),
    Drain(Span, usize, usize),
    ReplaceRange(Span, String),
    SplitOff(At),
    Reserve(usize),
    ReserveExact(usize),
    ShrinkToFit,
    Uppercase,
    CloneFrom(String),
    ThroughString,
    ThroughBox,
}

/// Does `$op` to a string of type `$ty`, and says in words what it gave.
macro_rules! step {
    ($text:expr, $op:expr, $ty:ty) => {{
        let text: &mut $ty = $text;
        let mut said = String::new();
        match $op.clone() {
            Op::Push(c) => text.push(c),
            Op::PushStr(more) => text.push_str(&more),
            Op::Write(more) => write!(text, "{more:>5}").unwrap(),
            Op::AddAssign(more) => *text += &more,
            Op::ExtendChars(more) => {
                text.extend(&more);
                text.extend(more);
            }
            Op::ExtendText(more) => {
                text.extend(more.iter().map(String::as_str));
                text.extend(more);
            }
            Op::Pop => said = format!("{:?}", text.pop()),
            Op::Remove(at) => said = format!("{:?}", text.remove(at.within(text))),
            Op::Insert(at, c) => text.insert(at.within(text), c),
            Op::InsertStr(at, more) => text.insert_str(at.within(text), &more),
            Op::Truncate(at) => text.truncate(at.within(text)),
            Op::Clear => text.clear(),
            Op::Retain(answers) => {
                let mut turn = 0;
                text.retain(|c| {
                    write!(said, "{c:?}").unwrap();
                    turn += 1;
                    answers.rotate_left(turn) & 1 == 0
                });
            }
            Op::Drain(span, front, back) => {
                let mut drain = text.drain(span.within(text));
                for _ in 0..front {
                    write!(said, "{:?}{:?}", drain.size_hint(), drain.next()).unwrap();
                }
                for _ in 0..back {
                    write!(said, "{:?}", drain.next_back()).unwrap();
                }
                said.push_str(drain.as_str());
            }
            Op::ReplaceRange(span, with) => text.replace_range(span.within(text), &with),
            Op::SplitOff(at) => said = text.split_off(at.within(text)).to_string(),
            Op::Reserve(more) => {
                text.reserve(more);
                assert!(text.capacity() >= text.len() + more);
            }
            Op::ReserveExact(more) => {
                text.reserve_exact(more);
                assert!(text.capacity() >= text.len() + more);
            }
            Op::ShrinkToFit => text.shrink_to_fit(),
            Op::Uppercase => text.as_mut_str().make_ascii_uppercase(),
            Op::CloneFrom(other) => text.clone_from(&<$ty>::from(other)),
            Op::ThroughString => *text = String::from(std::mem::take(text)).into(),
            Op::ThroughBox => *text = Box::<str>::from(std::mem::take(text)).into(),
        }
        said
    }};
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What `work` returns, or `None` if it panics, which is not printed.
fn caught<R>(work: impl FnOnce() -> R) -> Option<R> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    result.ok()
}

/// Runs all operations on both; `hasher` is any, but one.
fn run<const N: usize>(start: &str, ops: &[Op]) -> Result<(), TestCaseError> {
    let hasher = RandomState::new();
    let mut model = String::from(start);
    let mut buf = StringBuf::<N>::from(start);
    for op in ops {
        let expected = caught(|| step!(&mut model, op, String));
        let got = caught(|| step!(&mut buf, op, StringBuf<N>));
        prop_assert_eq!(got, expected, "{:?}", op);

        prop_assert_eq!(std::str::from_utf8(buf.as_bytes()), Ok(model.as_str()));
        prop_assert_eq!(buf.len(), model.len());
        prop_assert_eq!(buf.is_empty(), model.is_empty());
        prop_assert_eq!(hasher.hash_one(&buf), hasher.hash_one(model.as_str()));
        let borrowed: &str = buf.borrow();
        prop_assert_eq!(hasher.hash_one(borrowed), hasher.hash_one(&buf));
        prop_assert!(buf.capacity() >= N.max(buf.len()));
        prop_assert_eq!(buf.is_inline(), buf.capacity() == N);
        let copy = buf.clone();
        prop_assert_eq!(copy.is_inline(), buf.len() <= N);
        prop_assert_eq!(copy.capacity(), N.max(buf.len()));
        prop_assert_eq!(&copy, &buf);
    }
    Ok(())
}

fn any_char() -> impl Strategy<Value = char> {
    prop_oneof![
        2 => prop::sample::select(&['a', '\0', 'é', '\u{7ff}', '€', '\u{ffff}', '🦀'][..]),
        1 => any::<char>(),
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    vec(any_char(), 0..10).prop_map(String::from_iter)
}

fn any_at() -> impl Strategy<Value = At> {
    let offset = prop_oneof![20 => 0..40_usize, 1 => Just(usize::MAX)];
    (offset, prop::bool::weighted(0.8)).prop_map(|(offset, snap)| At { offset, snap })
}

fn any_span() -> impl Strategy<Value = Span> {
    fn any_bound() -> impl Strategy<Value = Bound<At>> {
        prop_oneof![
            3 => any_at().prop_map(Bound::Included),
            3 => any_at().prop_map(Bound::Excluded),
            2 => Just(Bound::Unbounded),
        ]
    }
    // Half of them in order and at characters, as `a..b`.
    let ordered = (0..40_usize, 0..40_usize).prop_map(|(a, b)| {
        let at = |offset| At { offset, snap: true };
        Span(Bound::Included(at(a.min(b))), Bound::Excluded(at(a.max(b))))
    });
    prop_oneof![
        ordered,
        (any_bound(), any_bound()).prop_map(|(a, b)| Span(a, b))
    ]
}

fn any_op() -> impl Strategy<Value = Op> {
    prop_oneof![
        any_char().prop_map(Op::Push),
        any_text().prop_map(Op::PushStr),
        any_text().prop_map(Op::Write),
        any_text().prop_map(Op::AddAssign),
        vec(any_char(), 0..4).prop_map(Op::ExtendChars),
        vec(any_text(), 0..3).prop_map(Op::ExtendText),
        Just(Op::Pop),
        any_at().prop_map(Op::Remove),
        (any_at(), any_char()).prop_map(|(at, c)| Op::Insert(at, c)),
        (any_at(), any_text()).prop_map(|(at, text)| Op::InsertStr(at, text)),
        any_at().prop_map(Op::Truncate),
        Just(Op::Clear),
        any::<u32>().prop_map(Op::Retain),
        (any_span(), 0..4_usize, 0..4_usize).prop_map(|(s, f, b)| Op::Drain(s, f, b)),
        (any_span(), any_text()).prop_map(|(s, text)| Op::ReplaceRange(s, text)),
        any_at().prop_map(Op::SplitOff),
        (0..60_usize).prop_map(Op::Reserve),
        (0..60_usize).prop_map(Op::ReserveExact),
        Just(Op::ShrinkToFit),
        Just(Op::Uppercase),
        any_text().prop_map(Op::CloneFrom),
        Just(Op::ThroughString),
        Just(Op::ThroughBox),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn does_as_string_does(start in any_text(), ops in vec(any_op(), 0..30)) {
        run::<0>(&start, &ops)?;
        run::<7>(&start, &ops)?;
        run::<24>(&start, &ops)?;
    }

    #[test]
    fn compares_as_str_does(a in any_text(), b in any_text()) {
        let (x, y) = (StringBuf::<7>::from(&a), StringBuf::<24>::from(&b));
        prop_assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b));
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x.partial_cmp(b.as_str()), a.partial_cmp(&b));
        prop_assert_eq!(a.as_str().partial_cmp(&y), a.partial_cmp(&b));
        prop_assert_eq!(x.cmp(&StringBuf::from(&b)), a.cmp(&b));
    }

    #[test]
    fn shows_as_str_does(text in any_text()) {
        let buf = StringBuf::<7>::from(&text);
        prop_assert_eq!(format!("{buf}|{buf:>9}|{buf:.3}|{buf:*^12.2}"),
            format!("{text}|{text:>9}|{text:.3}|{text:*^12.2}"));
        prop_assert_eq!(format!("{buf:?}|{buf:#?}"), format!("{text:?}|{text:#?}"));
    }
}

#[test]
fn panics_say_what_is_wrong() {
    #[track_caller]
    fn says(work: impl FnOnce(&mut StringBuf<24>), expected: &str) {
        let mut buf = StringBuf::from("aé");
        let panic = panic::catch_unwind(AssertUnwindSafe(|| work(&mut buf))).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().unwrap(), expected);
        assert_eq!(buf, "aé");
    }
    says(
        |buf| buf.truncate(2),
        "byte index 2 is not a char boundary; it is inside 'é' (bytes 1..3)",
    );
    says(
        |buf| buf.insert(4, 'x'),
        "byte index 4 is out of bounds: the string has 3 bytes",
    );
    says(
        |buf| buf.replace_range((Bound::Included(3), Bound::Excluded(1)), ""),
        "the range starts at byte 3 but ends at 1",
    );
}
