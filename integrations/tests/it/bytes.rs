//! A `SharedStr` as the owner of a `Bytes`, and as a field of buffa's messages.

use std::ops::Deref;

use ::bytes::Bytes;
use buffa::types::{decode_string_to, encode_string};
use buffa::{DecodeError, ProtoString, WirePayload};
use string_kit::{SharedStr, StringBuf};
use string_kit_conformance::count;

const LONG: &str = "a text that is longer than fifteen bytes";

#[test]
fn bytes_take_a_shared_text_over_without_a_copy() {
    let text = SharedStr::from(LONG);
    let (bytes, counts) = count(|| Bytes::from_owner(text.clone()));
    assert_eq!((bytes.as_ptr(), counts.allocations), (text.as_ptr(), 1));
    let part = bytes.slice(2..20);
    assert_eq!(part.as_ptr(), text[2..].as_ptr());
    drop(bytes);
    assert!(!text.is_unique());
    drop(part);
    assert!(text.is_unique());
    assert_eq!(Bytes::from_owner(SharedStr::from("short")), "short");

    let buf = StringBuf::<16>::from(LONG);
    let start = buf.as_ptr();
    assert_eq!(Bytes::from(buf.into_bytes()).as_ptr(), start);
}

/// A field of a message. buffa's trait cannot be implemented for a type of another crate.
#[derive(Clone, Debug, Default, PartialEq)]
struct Name(SharedStr);

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl ProtoString for Name {
    fn from_wire(payload: WirePayload<'_>) -> Result<Self, DecodeError> {
        Ok(payload.to_str()?.into())
    }
}

#[test]
fn a_field_of_a_message_is_decoded_with_one_allocation_or_none() {
    for (text, allocations) in [("", 0), ("sixteen letters.", 0), (LONG, 1)] {
        let mut wire = Vec::new();
        encode_string(text, &mut wire);
        let (name, counts) = count(|| decode_string_to::<Name>(&mut &*wire).unwrap());
        assert_eq!((&*name, counts.allocations), (text, allocations));
        assert_eq!(
            (Name::from(text), Name::from(text.to_owned())),
            (name.clone(), name)
        );
    }
    let wire: &[u8] = &[1, 0xFF];
    assert_eq!(
        decode_string_to::<Name>(&mut { wire }),
        Err(DecodeError::InvalidUtf8)
    );
}
