//! A string of a type that is chosen at run time: the adapters are compiled once for all types, and run
//! for each.

use std::borrow::{Borrow, Cow};
use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};

use string_kit::{CaptureError, CapturedStr, Profile};

/// A string of the type that [`for_each`] has come to.
pub(crate) struct Chosen(Box<dyn Text>);

trait Text: Debug + Display {
    fn text(&self) -> &str;
    fn heap(&self) -> usize;
    fn copy(&self) -> Box<dyn Text>;
}

impl<S: CapturedStr> Text for S {
    fn text(&self) -> &str {
        self.as_str()
    }

    fn heap(&self) -> usize {
        self.heap_size()
    }

    fn copy(&self) -> Box<dyn Text> {
        Box::new(self.clone())
    }
}

type Make = fn(Cow<'_, str>) -> Result<Box<dyn Text>, CaptureError>;

fn make<S: CapturedStr>(text: Cow<'_, str>) -> Result<Box<dyn Text>, CaptureError> {
    Ok(Box::new(match text {
        Cow::Borrowed(text) => S::try_from_text(text)?,
        Cow::Owned(text) => S::try_from_string(text)?,
    }))
}

thread_local! {
    static MAKE: Cell<Make> = const { Cell::new(make::<String>) };
}

/// Runs `test` with strings of each representation. A failed test shows their names up to the failure.
pub(crate) fn for_each(test: impl Fn()) {
    macro_rules! run {
        ($name:ident, $ty:ty) => {
            println!("{}", stringify!($name));
            MAKE.set(make::<$ty>);
            test();
        };
    }
    crate::for_each_representation!(run);
}

/// Defines tests, each of which runs functions with strings of each representation.
macro_rules! for_each_type {
    ($($name:ident: $($check:ident),+;)*) => {$(
        #[test]
        fn $name() {
            crate::chosen::for_each(|| {
                $($check();)+
            });
        }
    )*};
}
pub(crate) use for_each_type;

impl CapturedStr for Chosen {
    const PROFILE: Profile = Profile::new("Chosen");

    fn from_text(text: &str) -> Self {
        Self::try_from_text(text).unwrap()
    }

    fn heap_size(&self) -> usize {
        self.0.heap()
    }

    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        MAKE.get()(Cow::Borrowed(text)).map(Self)
    }

    fn try_from_string(text: String) -> Result<Self, CaptureError> {
        MAKE.get()(Cow::Owned(text)).map(Self)
    }
}

impl Default for Chosen {
    fn default() -> Self {
        Self::from_text("")
    }
}

impl From<&'static str> for Chosen {
    fn from(text: &'static str) -> Self {
        Self::from_text(text)
    }
}

impl From<String> for Chosen {
    fn from(text: String) -> Self {
        Self::try_from_string(text).unwrap()
    }
}

impl Clone for Chosen {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl AsRef<str> for Chosen {
    fn as_ref(&self) -> &str {
        self.0.text()
    }
}

impl Borrow<str> for Chosen {
    fn borrow(&self) -> &str {
        self.0.text()
    }
}

impl Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl PartialEq for Chosen {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Chosen {}

impl PartialOrd for Chosen {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chosen {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Chosen {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
