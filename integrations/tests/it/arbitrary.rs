use std::fmt::Debug;

use arbitrary::{Arbitrary, Unstructured};
use proptest::collection::vec;
use proptest::prelude::*;
use string_kit::{SharedStr, StrList, StringBuf};

/// Asserts that a type is generated from the same bytes as another, with an equal value, and takes
/// as many of them.
fn generated_as<'a, T, Control>(bytes: &'a [u8])
where
    T: Arbitrary<'a> + Debug + PartialEq<Control>,
    Control: Arbitrary<'a> + Debug,
{
    let (mut from, mut control) = (Unstructured::new(bytes), Unstructured::new(bytes));
    for _ in 0..3 {
        assert_eq!(
            T::arbitrary(&mut from).unwrap(),
            Control::arbitrary(&mut control).unwrap()
        );
        assert_eq!(from.len(), control.len());
    }
    let rest = T::arbitrary_take_rest(Unstructured::new(bytes)).unwrap();
    assert_eq!(
        rest,
        Control::arbitrary_take_rest(Unstructured::new(bytes)).unwrap()
    );
}

fn generated_as_std_types(bytes: &[u8]) {
    generated_as::<SharedStr, String>(bytes);
    generated_as::<StringBuf<0>, String>(bytes);
    generated_as::<StringBuf<24>, String>(bytes);
    generated_as::<StrList, Vec<String>>(bytes);
}

proptest! {
    #[test]
    fn values_are_those_of_std_types(bytes in vec(any::<u8>(), 0..600)) {
        generated_as_std_types(&bytes);
    }

    /// Random bytes are seldom UTF-8 for long.
    #[test]
    fn values_from_text_are_those_of_std_types(text in "[a-zß€🦀\u{1}]{0,600}") {
        generated_as_std_types(text.as_bytes());
    }
}

#[test]
fn size_hints_are_those_of_std_types() {
    for depth in [0, 1, 20, 1000] {
        let text = String::size_hint(depth);
        assert_eq!(SharedStr::size_hint(depth), text);
        assert_eq!(<StringBuf<24>>::size_hint(depth), text);
        assert_eq!(SharedStr::try_size_hint(depth).unwrap(), text);
        assert_eq!(StrList::size_hint(depth), <Vec<String>>::size_hint(depth));
        assert_eq!(
            <(u8, StrList)>::size_hint(depth),
            <(u8, Vec<String>)>::size_hint(depth)
        );
    }
}
