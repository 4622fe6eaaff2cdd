//! The conversions and comparisons that `String` has with other types.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::convert::Infallible;
use std::error::Error;
use std::ffi::{CString, IntoStringError, OsStr, OsString};
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::str::FromStr;
use std::string::FromUtf8Error;
use std::sync::Arc;
use std::vec;

use string_kit::CapturedStr;

use crate::label::Label;
use crate::recorded::Recorded;

/// Reads the text as another type.
macro_rules! as_ref {
    ($($other:ty),*) => {$(
        impl<S: CapturedStr, L: Label> AsRef<$other> for Recorded<S, L> {
            fn as_ref(&self) -> &$other {
                self.as_str().as_ref()
            }
        }
    )*};
}

as_ref!(str, [u8], OsStr, Path);

/// Compares with another type of text, in both directions.
macro_rules! compare {
    ($($other:ty: $text:ident => $as_str:expr;)*) => {$(
        impl<S: CapturedStr, L: Label> PartialEq<$other> for Recorded<S, L> {
            fn eq(&self, $text: &$other) -> bool {
                self.compare($as_str).is_eq()
            }
        }

        impl<S: CapturedStr, L: Label> PartialEq<Recorded<S, L>> for $other {
            fn eq(&self, text: &Recorded<S, L>) -> bool {
                text == self
            }
        }

        impl<S: CapturedStr, L: Label> PartialOrd<$other> for Recorded<S, L> {
            fn partial_cmp(&self, $text: &$other) -> Option<Ordering> {
                Some(self.compare($as_str))
            }
        }

        impl<S: CapturedStr, L: Label> PartialOrd<Recorded<S, L>> for $other {
            fn partial_cmp(&self, text: &Recorded<S, L>) -> Option<Ordering> {
                text.partial_cmp(self).map(Ordering::reverse)
            }
        }
    )*};
}

compare! {
    str: text => text;
    &str: text => text;
    String: text => text;
    Cow<'_, str>: text => text;
}

/// Compares with a path, as the file systems of the machine compare paths.
macro_rules! equal_path {
    ($($other:ty),*) => {$(
        impl<S: CapturedStr, L: Label> PartialEq<$other> for Recorded<S, L> {
            fn eq(&self, path: &$other) -> bool {
                let text: &Path = self.as_ref();
                text == path
            }
        }

        impl<S: CapturedStr, L: Label> PartialEq<Recorded<S, L>> for $other {
            fn eq(&self, text: &Recorded<S, L>) -> bool {
                text == self
            }
        }
    )*};
}

equal_path!(Path, PathBuf);

/// Records a text of another type: converted to `String` first, if `S` can take that over, or
/// copied.
macro_rules! from {
    ($($other:ty: $text:ident => $made:expr;)*) => {$(
        impl<S: CapturedStr, L: Label> From<$other> for Recorded<S, L> {
            fn from($text: $other) -> Self {
                $made
            }
        }
    )*};
}

from! {
    String: text => Self::from_inner(S::from(text));
    Box<str>: text => Self::from_inner(S::from(String::from(text)));
    Cow<'_, str>: text => Self::from_inner(S::from(String::from(text)));
    &str: text => Self::from_text(text);
    &mut str: text => Self::from_text(text);
    &String: text => Self::from_text(text);
    &Self: text => text.clone();
    char: character => Self::from_text(character.encode_utf8(&mut [0; 4]));
}

impl<S: CapturedStr, L: Label> TryFrom<Vec<u8>> for Recorded<S, L> {
    type Error = FromUtf8Error;

    fn try_from(bytes: Vec<u8>) -> Result<Self, FromUtf8Error> {
        String::from_utf8(bytes).map(Self::from)
    }
}

impl<S: CapturedStr, L: Label> TryFrom<CString> for Recorded<S, L> {
    type Error = IntoStringError;

    fn try_from(text: CString) -> Result<Self, IntoStringError> {
        text.into_string().map(Self::from)
    }
}

/// Takes the text over, which counts as a drop, and converts it as `String`.
macro_rules! into {
    ($($other:ty),*) => {$(
        impl<S: CapturedStr, L: Label> From<Recorded<S, L>> for $other {
            fn from(text: Recorded<S, L>) -> Self {
                text.into_string().into()
            }
        }
    )*};
}

into!(
    String,
    Box<str>,
    Arc<str>,
    Rc<str>,
    Vec<u8>,
    Cow<'_, str>,
    OsString,
    PathBuf,
    Box<dyn Error>,
    Box<dyn Error + Send + Sync>
);

impl<S: CapturedStr, L: Label> From<&Recorded<S, L>> for String {
    fn from(text: &Recorded<S, L>) -> Self {
        text.as_str().into()
    }
}

impl<'a, S: CapturedStr, L: Label> From<&'a Recorded<S, L>> for Cow<'a, str> {
    fn from(text: &'a Recorded<S, L>) -> Self {
        text.as_str().into()
    }
}

impl<S: CapturedStr, L: Label> FromStr for Recorded<S, L> {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::from_text(text))
    }
}

impl<S: CapturedStr, L: Label> ToSocketAddrs for Recorded<S, L> {
    type Iter = vec::IntoIter<SocketAddr>;

    fn to_socket_addrs(&self) -> io::Result<Self::Iter> {
        self.as_str().to_socket_addrs()
    }
}

impl<S: CapturedStr, L: Label, T> FromIterator<T> for Recorded<S, L>
where
    String: FromIterator<T>,
{
    fn from_iter<I: IntoIterator<Item = T>>(parts: I) -> Self {
        Self::from_inner(S::from(parts.into_iter().collect::<String>()))
    }
}

/// Joins the texts.
macro_rules! collect {
    ($($other:ty),*) => {$(
        impl<S: CapturedStr, L: Label> FromIterator<Recorded<S, L>> for $other {
            fn from_iter<I: IntoIterator<Item = Recorded<S, L>>>(parts: I) -> Self {
                let mut joined = String::new();
                joined.extend(parts);
                joined.into()
            }
        }
    )*};
}

collect!(String, Box<str>, Cow<'_, str>);

impl<S: CapturedStr, L: Label> Extend<Recorded<S, L>> for String {
    fn extend<I: IntoIterator<Item = Recorded<S, L>>>(&mut self, parts: I) {
        parts.into_iter().for_each(|part| self.push_str(&part));
    }
}
