//! Every serde adapter, on arbitrary bytes and on documents of arbitrary values, against serde's
//! own impls for `String`, `Option`, `Vec` and `BTreeMap`.
//!
//! An input can be written by hand: the letter of an adapter, the initial of a format, three digits
//! for the limits (length, items, bytes), and the document. If the initial is a capital letter, the
//! rest is arbitrary [`made::Value`]s, and the target writes the document from them.
//!
//! ```text
//! tj429["a","four"]
//! ```
#![no_main]

mod adapter;
mod control;
mod fields;
mod made;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use serde::Serialize;
use serde::de::DeserializeOwned;
use string_kit::{SharedStr, StrList, StringBuf};
use string_kit_serde::{DisplaySeq as Displayed, Limits};

use adapter::{ADAPTERS, Data, Shape};
use control::{Pairs, Scalar};
use fields::{Adapter, LIMITS};
use made::Made;

#[derive(Clone, Copy, Debug)]
enum Format {
    Json,
    Postcard,
    Cbor,
}

impl Format {
    fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Option<T> {
        match self {
            Self::Json => serde_json::from_slice(bytes).ok(),
            Self::Postcard => postcard::from_bytes(bytes).ok(),
            Self::Cbor => ciborium::from_reader(bytes).ok(),
        }
    }

    fn write<T: Serialize>(self, value: &T) -> Option<Vec<u8>> {
        match self {
            Self::Json => serde_json::to_vec(value).ok(),
            Self::Postcard => postcard::to_stdvec(value).ok(),
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(value, &mut bytes).ok()?;
                Some(bytes)
            }
        }
    }
}

/// The control's result for a document within the limits.
struct Expected<'a> {
    /// The texts of a shape that may have limits.
    texts: Vec<&'a str>,
    /// The result, written again in the same format.
    written: Vec<u8>,
}

#[derive(Debug)]
struct Input<'a> {
    adapter: Adapter,
    shape: Shape,
    data: Data,
    format: Format,
    /// The limits: the length of a string, the number of items, and the bytes in total.
    max: [usize; 3],
    document: Cow<'a, [u8]>,
}

impl<'a> Input<'a> {
    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (&[adapter, initial, max @ ..], document) = bytes.split_first_chunk::<5>()?;
        let adapter = usize::from(adapter.wrapping_sub(b'a'));
        let (adapter, shape, data) = ADAPTERS[adapter % ADAPTERS.len()];
        let format = match initial.to_ascii_lowercase() {
            b'j' => Format::Json,
            b'p' => Format::Postcard,
            b'c' => Format::Cbor,
            other => [Format::Json, Format::Postcard, Format::Cbor][usize::from(other % 3)],
        };
        let document = if initial.is_ascii_uppercase() {
            let values = Vec::arbitrary_take_rest(Unstructured::new(document)).ok()?;
            format.write(&Made(shape, values))?.into()
        } else {
            document.into()
        };
        Some(Self {
            adapter,
            shape,
            data,
            format,
            max: max.map(|digit: u8| digit.wrapping_sub(b'0').into()),
            document,
        })
    }

    fn limits(&self) -> Limits {
        let [len, items, bytes] = self.max;
        let limits = Limits::new().max_len(len).max_items(items).max_bytes(bytes);
        match self.data {
            Data::Strings => limits,
            Data::Scalars => limits.scalars(),
        }
    }

    /// Returns true if the adapter has no limits, or the texts are within them.
    fn is_within_limits(&self, texts: &[&str]) -> bool {
        let [len, items, bytes] = self.max;
        let counted = match self.adapter {
            Adapter::LimitedText => 0,
            Adapter::LimitedSeq | Adapter::LimitedList => texts.len(),
            Adapter::LimitedMap => texts.len() / 2,
            _ => return true,
        };
        counted <= items
            && texts.iter().all(|text| text.len() <= len)
            && texts.iter().map(|text| text.len()).sum::<usize>() <= bytes
    }

    /// Compares the adapter with the control of its shape, whose strings are `T`s.
    fn check<T: AsRef<str> + DeserializeOwned + Ord + Serialize>(&self) {
        match self.shape {
            Shape::Text => self.check_against::<T>(|text| vec![text.as_ref()]),
            Shape::OptionalText => self.check_against::<Option<T>>(|_| Vec::new()),
            Shape::Seq => self.check_against::<Vec<T>>(|seq| seq.iter().map(T::as_ref).collect()),
            Shape::OptionalSeq => self.check_against::<Option<Vec<T>>>(|_| Vec::new()),
            Shape::Map => self.check_against::<BTreeMap<T, T>>(|_| Vec::new()),
            Shape::Pairs => self.check_against::<Pairs<T>>(|map| {
                let texts = map.0.iter().flat_map(|(key, value)| [key, value]);
                texts.map(T::as_ref).collect()
            }),
            Shape::Lists => self.check_against::<BTreeMap<T, Vec<T>>>(|_| Vec::new()),
        }
    }

    /// Compares the adapter with the control `C`, for every representation.
    fn check_against<C: DeserializeOwned + Serialize>(&self, texts: fn(&C) -> Vec<&str>) {
        let control = self.format.read::<C>(&self.document);
        let expected = control.as_ref().map(|control| Expected {
            texts: texts(control),
            written: self.format.write(control).expect("strings can be written"),
        });
        let expected = expected.filter(|expected| self.is_within_limits(&expected.texts));
        LIMITS.set(self.limits());
        macro_rules! check {
            ($name:ident, $ty:ty) => {
                self.check_representation::<$ty>(expected.as_ref());
            };
        }
        match self.adapter {
            Adapter::Own => {
                self.check_read::<StringBuf<0>>(expected.as_ref());
                self.check_read::<StringBuf<7>>(expected.as_ref());
                self.check_read::<StringBuf<24>>(expected.as_ref());
                self.check_read::<StringBuf<100>>(expected.as_ref());
                self.check_read::<SharedStr>(expected.as_ref());
            }
            Adapter::List => {
                self.check_read::<StrList>(expected.as_ref());
                if let Some(expected) = &expected {
                    let texts = expected.texts.iter();
                    let values: Vec<_> = texts.map(|text| text as &dyn Display).collect();
                    let written = self.format.write(&Displayed(&values));
                    assert_eq!(written.as_ref(), Some(&expected.written));
                }
            }
            // The type of these fields does not depend on the representation: they are read once.
            Adapter::AppendStr
            | Adapter::AppendSeq
            | Adapter::DisplayList
            | Adapter::LimitedList => self.check_representation::<String>(expected.as_ref()),
            _ => {
                string_kit_subjects::for_each_representation!(check);
            }
        }
    }

    /// Reads the document as a `T`, and compares what it writes with what the control does.
    fn check_read<T: DeserializeOwned + Serialize>(&self, expected: Option<&Expected<'_>>) {
        let read = self.format.read::<T>(&self.document);
        let mut written =
            read.map(|read| self.format.write(&read).expect("strings can be written"));
        if let (Some(bytes), Adapter::MapHashed) = (&mut written, self.adapter) {
            // A `HashMap` writes its pairs in its own order.
            let sorted = self.format.read::<BTreeMap<String, String>>(bytes);
            let sorted = sorted.expect("it was just written");
            *bytes = self.format.write(&sorted).expect("strings can be written");
        }
        let expected = expected.map(|expected| &expected.written);
        assert_eq!(written.as_ref(), expected, "{self:?}");
    }
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some(input) = Input::parse(bytes) else {
        return Corpus::Reject;
    };
    match input.data {
        Data::Strings => input.check::<String>(),
        Data::Scalars => input.check::<Scalar>(),
    }
    Corpus::Keep
});
