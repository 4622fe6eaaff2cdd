//! Edits of a string that refuses some texts.

use std::borrow::Borrow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use string_kit::{CapturedStr, Profile};
use string_kit_record::recorded;

/// A text of an even number of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Even(String);

impl fmt::Display for Even {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl fmt::Write for Even {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(text)
    }
}
impl AsRef<str> for Even {
    fn as_ref(&self) -> &str {
        &self.0
    }
}
impl Borrow<str> for Even {
    fn borrow(&self) -> &str {
        &self.0
    }
}
impl From<&str> for Even {
    fn from(text: &str) -> Self {
        Self::from_text(text)
    }
}
impl From<String> for Even {
    fn from(text: String) -> Self {
        assert!(text.len().is_multiple_of(2), "{text} is refused");
        Self(text)
    }
}
impl CapturedStr for Even {
    const PROFILE: Profile = Profile::new("even");

    fn from_text(text: &str) -> Self {
        Self::from(text.to_owned())
    }

    fn heap_size(&self) -> usize {
        self.0.capacity()
    }
}

recorded! { type Word = Even, "edits.even", texts = kept; }

#[test]
fn a_panic_of_an_edit_keeps_the_text_that_it_left_and_a_refused_one_is_lost() {
    for (panics_at, expected) in [('c', ""), ('d', "bc")] {
        let mut word = Word::from("abcd");
        let retain = || {
            word.retain(|character| {
                assert!(character != panics_at);
                character != 'a'
            });
        };
        assert!(catch_unwind(AssertUnwindSafe(retain)).is_err());
        assert_eq!(word, expected);
    }
    let mut word = Word::from("ab");
    assert!(catch_unwind(AssertUnwindSafe(|| word.insert(0, 'c'))).is_err());
    assert_eq!(word, "");
}
