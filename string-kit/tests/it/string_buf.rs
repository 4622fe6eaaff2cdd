//! Tests of `StringBuf`'s traits and of its panic messages.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ops::Bound;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::Arc;

use string_kit::StringBuf;

type Buf = StringBuf<7>;

#[test]
fn each_string_type_converts_into_a_string_buf() {
    for text in ["", "é", "0123456", "0123456789"] {
        let expected = Buf::from(text);
        assert_eq!(expected, text);
        assert_eq!(Buf::from(&mut *String::from(text)), expected);
        assert_eq!(Buf::from(&String::from(text)), expected);
        assert_eq!(Buf::from(String::from(text)), expected);
        assert_eq!(Buf::from(Box::<str>::from(text)), expected);
        assert_eq!(Buf::from(Cow::Borrowed(text)), expected);
        assert_eq!(Buf::from(Cow::<str>::Owned(text.into())), expected);
        assert_eq!(text.parse::<Buf>(), Ok(expected));
    }
    for c in ['z', 'é', '€', '🦀'] {
        assert_eq!(StringBuf::<3>::from(c), c.to_string());
    }
}

#[test]
fn a_string_buf_converts_into_each_string_type() {
    for text in ["", "é", "0123456", "0123456789"] {
        assert_eq!(String::from(Buf::from(text)), text);
        assert_eq!(&*Box::<str>::from(Buf::from(text)), text);
        assert_eq!(&*Arc::<str>::from(Buf::from(text)), text);
        assert_eq!(&*Rc::<str>::from(Buf::from(text)), text);
    }
}

/// Compares equal and different texts, in both directions.
#[test]
#[allow(clippy::cmp_owned)] // The test compares owned values on purpose.
fn a_string_buf_compares_with_each_string_type() {
    macro_rules! check {
        ($($make:expr),*) => {$(
            let make = $make;
            assert!(Buf::from("é") == make("é") && make("é") == Buf::from("é"));
            assert!(Buf::from("é") != make("e") && make("e") != Buf::from("é"));
        )*};
    }
    check!(
        |text: &'static str| text,
        String::from,
        Box::<str>::from,
        |text: &'static str| Cow::Borrowed(text),
        StringBuf::<0>::from
    );
    assert!(*"é" == Buf::from("é") && Buf::from("é") == *"é");
}

/// A text is the same key inline and on the heap, and a lookup by `str` finds it.
#[test]
fn hash_and_order_depend_on_the_text_alone() {
    let mut on_heap = Buf::with_capacity(100);
    on_heap.push_str("é");
    assert!(!on_heap.is_inline());
    let keys = [Buf::from("é"), on_heap, Buf::from("0123456789")];
    let hashed: HashSet<_> = keys.iter().cloned().collect();
    let sorted: BTreeSet<_> = keys.into_iter().collect();
    assert_eq!((hashed.len(), sorted.len()), (2, 2));
    assert!(hashed.contains("é") && sorted.contains("0123456789"));
}

#[test]
fn collecting_and_adding_append_the_texts() {
    let text = "aé€🦀z";
    let chars: Vec<char> = text.chars().collect();
    assert_eq!(chars.iter().collect::<Buf>(), text);
    assert_eq!(chars.into_iter().collect::<Buf>(), text);
    assert_eq!(["aé", "€🦀", "z"].into_iter().collect::<Buf>(), text);
    let strings = ["aé", "€🦀", "z"].map(String::from);
    assert_eq!(strings.into_iter().collect::<Buf>(), text);

    let mut sum = Buf::from("aé") + "€";
    sum += "🦀z";
    assert_eq!(sum, text);
    assert_eq!(&sum[1..3], "é");
    let bytes: &[u8] = sum.as_ref();
    assert_eq!(bytes, text.as_bytes());
    assert_eq!(format!("{:?}", sum.drain(1..6)), r#"Drain("é€")"#);
}

#[test]
fn a_string_buf_is_send_sync_and_unwind_safe() {
    fn check<T: Send + Sync + Unpin + std::panic::UnwindSafe + 'static>() {}
    check::<Buf>();
}

#[test]
fn last_of_a_drain_returns_the_last_character() {
    let mut buf = Buf::from("aé€z");
    assert_eq!(buf.drain(1..6).last(), Some('€'));
    assert_eq!(buf, "az");
}

/// Compares with other inline capacities and with `str`, in both directions.
#[test]
fn order_is_that_of_str() {
    let texts = ["", "a", "aé", "aéb", "b", "é", "0123456", "01234567"];
    for (a, b) in texts.iter().flat_map(|a| texts.map(|b| (*a, b))) {
        let (x, y) = (StringBuf::<7>::from(a), StringBuf::<24>::from(b));
        assert_eq!(x.partial_cmp(&y), a.partial_cmp(b));
        assert_eq!(x == y, a == b);
        assert_eq!(x.partial_cmp(b), a.partial_cmp(b));
        assert_eq!(a.partial_cmp(&y), a.partial_cmp(b));
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn panic_messages_name_the_offset() {
    #[track_caller]
    fn check(work: impl FnOnce(&mut StringBuf<24>), expected: &str) {
        let mut buf = StringBuf::from("aé");
        let panic = panic::catch_unwind(AssertUnwindSafe(|| work(&mut buf))).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().unwrap(), expected);
        assert_eq!(buf, "aé");
    }
    check(
        |buf| buf.truncate(2),
        "byte index 2 is not a char boundary; it is inside 'é' (bytes 1..3)",
    );
    check(
        |buf| buf.insert(4, 'x'),
        "byte index 4 is out of bounds: the string has 3 bytes",
    );
    check(
        |buf| buf.replace_range((Bound::Included(3), Bound::Excluded(1)), ""),
        "the range starts at byte 3 but ends at 1",
    );
}
