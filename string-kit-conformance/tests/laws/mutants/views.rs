//! `String`s with a bug in a conversion, a comparison, a format or serde's traits.
#![allow(unsafe_code)]

use std::cmp::Ordering;
use std::fmt::Write;

use serde::Serializer;
use string_kit_conformance::probe::{SerdeInput, Slot};

use super::{Text, get, get_mut, plain, text, value};

mutants! {
    deref_trims: ViewsAgree [], "Deref trims NULs at the end",
        text(|traits| traits.deref = Some(|text| get(text).trim_end_matches('\0')));
    chars_cut_to_16_bits: RoundTrips [], "From<char> keeps 16 bits",
        text(|traits| traits.from_char = Some(|c| {
            value(char::from_u32(u32::from(c) & 0xffff).unwrap_or_default())
        }));
    default_is_a_nul: DefaultIsEmpty [EditsAsStringDoes], "Default is one zeroed byte of text",
        text(|traits| traits.default = Some(|| value('\0')));
    from_utf8_unchecked: OnlyUtf8GetsIn [], "from_utf8 checks the first 32 bytes only",
        with!(plain(); from_utf8: |bytes| {
            str::from_utf8(&bytes[..bytes.len().min(32)]).ok()?;
            Some(unchecked(bytes))
        });
    lossy_removes_invalid_bytes: OnlyUtf8GetsIn [], "from_utf8_lossy removes invalid bytes",
        with!(plain(); from_utf8_lossy: |bytes| {
            bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
        });

    display_does_not_pad: DisplayIsStrs [], "Display calls write_str",
        text(|traits| traits.display = Some(|text, f| f.write_str(get(text))));
    debug_is_derived: DebugIsStrs [], "Debug is derived",
        text(|traits| traits.debug = Some(|text, f| {
            f.debug_tuple("Text").field(get(text)).finish()
        }));
    write_drops_the_error: WriteIsToString [], "write_fmt always returns Ok",
        text(|traits| traits.write = Some(|text, arguments| {
            let _ = get_mut(text).write_fmt(arguments);
            Ok(())
        }));

    equality_compares_the_capacity: EqualityIsStrs [], "== compares the capacity too",
        text(|traits| traits.eq = Some(|a, b| {
            get(a) == get(b) && get(a).capacity() == get(b).capacity()
        }));
    equality_ignores_the_case: EqualityIsStrs [], "== ignores the case of ASCII letters",
        text(|traits| traits.eq = Some(|a, b| get(a).eq_ignore_ascii_case(get(b))));
    order_ignores_the_case: OrderIsStrs [MapsFindByStr], "cmp ignores the case of ASCII letters",
        text(|traits| {
            traits.cmp = Some(|a, b| get(a).to_ascii_lowercase().cmp(&get(b).to_ascii_lowercase()));
        });
    order_by_length: OrderIsStrs [MapsFindByStr], "the shorter text is less",
        text(|traits| {
            traits.cmp = Some(by_length);
            traits.partial_cmp = Some(|a, b| Some(by_length(a, b)));
        });
    partial_order_differs: OrderIsStrs [],
        "the shorter text is less in partial_cmp, but not in cmp",
        text(|traits| traits.partial_cmp = Some(|a, b| Some(by_length(a, b))));
    hash_without_end: HashIsStrs [MapsFindByStr],
        "the bytes are hashed without the 0xff that ends a str",
        text(|traits| traits.hash = Some(|text, hasher| hasher.write(get(text).as_bytes())));
    hash_includes_the_capacity: HashIsStrs [],
        "a text with spare capacity hashes that number too",
        text(|traits| traits.hash = Some(|text, hasher| {
            let text = get(text);
            if text.capacity() > text.len() {
                hasher.write_usize(text.capacity() - text.len());
            }
            hasher.write(text.as_bytes());
            hasher.write_u8(0xff);
        }));
    borrow_trims: MapsFindByStr [ViewsAgree],
        "Borrow trims NULs at the end, Hash and Ord do not",
        text(|traits| traits.borrowed = Some(|text| get(text).trim_end_matches('\0')));
    equal_to_a_longer_str: ComparesWithStr [], "S == str is true if the str only starts with S",
        text(|traits| traits.eq_str = Some(|text, other| other.starts_with(get(text))));

    serialized_as_bytes: SerdeRoundTrips [], "Serialize writes bytes",
        text(|traits| traits.serialize = Some(|text, f| f.serialize_bytes(get(text).as_bytes())));
    serialized_as_debug: SerdeRoundTrips [], "Serialize writes the text in quotes, escaped",
        text(|traits| traits.serialize = Some(|text, f| {
            f.serialize_str(&format!("{:?}", get(text)))
        }));
    only_borrowed_is_read: SerdeRoundTrips [],
        "Deserialize reads only a &'de str, which few formats provide",
        text(|traits| traits.deserialize = Some(|input| match input {
            SerdeInput::Borrowed(text) => Some(value(text)),
            _ => None,
        }));
    visited_bytes_unchecked: SerdeRefusesOther [], "visit_bytes does not check for UTF-8",
        text(|traits| traits.deserialize = Some(|input| match input {
            SerdeInput::Bytes(bytes) => Some(value(unchecked(bytes))),
            input => input.read::<Text>().map(value),
        }));
    visited_bytes_lossily: SerdeRefusesOther [],
        "visit_bytes writes U+FFFD for invalid bytes",
        text(|traits| traits.deserialize = Some(|input| match input {
            SerdeInput::Bytes(bytes) => Some(value(String::from_utf8_lossy(bytes))),
            input => input.read::<Text>().map(value),
        }));
}

fn by_length(a: &dyn Slot, b: &dyn Slot) -> Ordering {
    let (a, b) = (get(a), get(b));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

fn unchecked(bytes: &[u8]) -> Text {
    // SAFETY: breaks on purpose the promise that the bytes are UTF-8: nothing checked all of them.
    unsafe { String::from_utf8_unchecked(bytes.into()) }
}
