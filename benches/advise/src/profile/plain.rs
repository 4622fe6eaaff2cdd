//! Fields that need no string: all their values are numbers, dates, addresses, a few words, or
//! nothing.

use std::net::{IpAddr, Ipv4Addr};

use serde::{Deserialize, Serialize};

use super::{Field, Hash};

/// The most words of an enum, and the least number of texts of each, on average.
const MOST_WORDS: usize = 16;
const LEAST_TEXTS: usize = 4;
/// The most digits of a number that an `f64` keeps.
const DIGITS: usize = 15;

/// The type of a field that needs no string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plain {
    pub(crate) kind: Kind,
    /// True if some texts are empty: the type is an `Option`.
    pub(crate) has_empty: bool,
    /// True if not all values were looked at.
    pub(crate) is_sampled: bool,
    /// The words of an enum, in order, or that of a constant.
    pub(crate) words: Vec<String>,
    /// The hexadecimal digits of each text, or the decimal places.
    #[serde(default)]
    pub(crate) digits: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// All texts are empty.
    Nothing,
    Bool,
    Unsigned,
    Signed,
    /// Numbers with as many decimal places each.
    Decimal,
    Float,
    Ipv4,
    Ip,
    Uuid,
    /// Lower-case hexadecimal digits, as many in each text.
    Hex,
    /// A day, or a time of a day.
    Time,
    Enum,
    /// All texts are one; some may be empty.
    Constant,
}

type Form = (Kind, fn(&[&str]) -> bool);

/// The kinds whose values have a form of their own, each with a test for all of them, which are
/// distinct. The first that fits is taken. No two texts become one value.
const FORMS: [Form; 10] = [
    (Kind::Bool, |texts| {
        let is_bool = |text: &str| ["true", "false"].contains(&&*text.to_ascii_lowercase());
        texts.len() <= 2 && all(texts, is_bool)
    }),
    (Kind::Unsigned, |texts| all(texts, is_written::<u64>)),
    (Kind::Signed, |texts| all(texts, is_written::<i64>)),
    (Kind::Decimal, are_decimals),
    (Kind::Float, |texts| {
        all(texts, |text| is_float(text) && is_written::<f64>(text))
    }),
    (Kind::Ipv4, |texts| all(texts, is_written::<Ipv4Addr>)),
    (Kind::Ip, |texts| all(texts, is_written::<IpAddr>)),
    (Kind::Uuid, |texts| all(texts, is_uuid)),
    (Kind::Hex, are_hex),
    (Kind::Time, |texts| all(texts, is_time)),
];

fn all(texts: &[&str], test: impl Fn(&str) -> bool) -> bool {
    texts.iter().all(|text| test(text))
}

impl Plain {
    /// Returns the type of a field that needs no string; none if it needs one, or if its texts are
    /// not known.
    pub(crate) fn find(field: &Field) -> Option<Self> {
        let values = field.values.listed();
        if field.hash == Hash::Keyed || values.is_empty() {
            return None;
        }
        let texts: Option<Vec<&str>> = values.iter().map(|value| value.text.as_deref()).collect();
        let mut words = texts?;
        let all = words.len();
        words.retain(|text| !text.is_empty());
        words.sort_unstable();
        let is_complete = field.values.is_complete();
        let fits = |form: &&Form| form.1(&words);
        let kind = if words.is_empty() {
            Kind::Nothing
        } else if let Some((kind, _)) = FORMS.iter().find(fits) {
            *kind
        } else {
            let is_few = words.len() <= MOST_WORDS;
            let repeats = field.count() >= (LEAST_TEXTS * words.len()) as u64;
            let kind = if words.len() == 1 {
                Kind::Constant
            } else {
                Kind::Enum
            };
            (is_complete && is_few && repeats).then_some(kind)?
        };
        Some(Self {
            kind,
            has_empty: words.len() < all && kind != Kind::Nothing,
            is_sampled: !is_complete,
            digits: match (kind, words.first()) {
                (Kind::Hex, Some(text)) => text.len(),
                (Kind::Decimal, Some(text)) => decimals(text),
                _ => 0,
            },
            words: match kind {
                Kind::Enum | Kind::Constant => words.into_iter().map(ToOwned::to_owned).collect(),
                _ => Vec::new(),
            },
        })
    }

    /// Returns the bytes of a value.
    pub(crate) fn size(&self) -> u64 {
        macro_rules! size {
            ($ty:ty) => {
                if self.has_empty {
                    size_of::<Option<$ty>>()
                } else {
                    size_of::<$ty>()
                }
            };
        }
        let size = match self.kind {
            Kind::Nothing => 0,
            Kind::Bool => size!(bool),
            Kind::Constant => usize::from(self.has_empty),
            Kind::Unsigned | Kind::Signed | Kind::Decimal | Kind::Float => size!(u64),
            Kind::Ipv4 => size!(Ipv4Addr),
            Kind::Ip => size!(IpAddr),
            Kind::Uuid => size!([u8; 16]),
            Kind::Hex => match self.digits {
                8 => size!(u32),
                16 => size!(u64),
                32 => size!(u128),
                40 => size!([u8; 20]),
                _ => size!([u8; 32]),
            },
            Kind::Time => size!(std::time::SystemTime),
            // The niche of an enum is an empty value.
            Kind::Enum => 1,
        };
        size as u64
    }
}

/// Returns whether a text is a value as Rust writes it: `007` is no number, since it would be
/// another text then.
fn is_written<V: std::str::FromStr + ToString>(text: &str) -> bool {
    let value = text.parse::<V>().ok();
    value.is_some_and(|value| value.to_string() == text)
}

/// Returns the number of digits behind the point.
fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, part)| part.len())
}

/// Returns whether all texts are numbers with as many decimal places each: each text comes back
/// from an integer of the last place.
fn are_decimals(texts: &[&str]) -> bool {
    let places = texts.first().map_or(0, |text| decimals(text));
    places > 0 && all(texts, |text| is_float(text) && decimals(text) == places)
}

/// Returns whether all texts have as many digits as a hash, and some a letter. Numbers of a fixed
/// width give the zeros in front and the case back.
fn are_hex(texts: &[&str]) -> bool {
    let digits = texts.first().map_or(0, |text| text.len());
    let is_hex = |text: &str| {
        let mut bytes = text.bytes();
        text.len() == digits && bytes.all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let has_letter = |text: &&str| text.bytes().any(|byte| byte.is_ascii_lowercase());
    [8, 16, 32, 40, 64].contains(&digits) && all(texts, is_hex) && texts.iter().any(has_letter)
}

fn is_float(text: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = whole == "0" || !whole.starts_with('0');
    // -0 would be 0.
    let is_zero = number.bytes().all(|byte| b"0.".contains(&byte)) && number != text;
    let is_short = whole.len() + part.len() <= DIGITS;
    is_digits(whole) && is_digits(part) && is_whole && is_short && !is_zero
}

/// Returns whether a text has the form of another, in which `0` stands for a digit.
fn has_form(text: &str, form: &str) -> bool {
    let mut pairs = text.bytes().zip(form.bytes());
    text.len() == form.len()
        && pairs.all(|(byte, like)| match like {
            b'0' => byte.is_ascii_digit(),
            like => byte == like,
        })
}

fn is_uuid(text: &str) -> bool {
    let digits = text.replace(|letter: char| matches!(letter, 'a'..='f'), "0");
    has_form(&digits, "00000000-0000-0000-0000-000000000000")
}

/// Returns whether a text is a day by ISO 8601, perhaps with a time.
fn is_time(text: &str) -> bool {
    let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00"));
    let number = |range| {
        day.get(range)
            .and_then(|part: &str| part.parse::<u8>().ok())
    };
    let is_day = has_form(day, "0000-00-00")
        && number(5..7).is_some_and(|month| (1..=12).contains(&month))
        && number(8..10).is_some_and(|day| (1..=31).contains(&day));
    let (clock, zone) = time.split_at(time.find(['Z', '+', '-']).unwrap_or(time.len()));
    let (clock, part) = clock.split_once('.').unwrap_or((clock, "0"));
    let is_clock = ["00:00", "00:00:00"]
        .iter()
        .any(|form| has_form(clock, form));
    let zone = zone.replace('-', "+");
    let mut zones = ["", "Z", "+00:00", "+0000", "+00"].iter();
    let is_zone = zones.any(|form| has_form(&zone, form));
    is_day && is_clock && is_zone && part.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_one_form_need_no_string() {
        for (texts, kind, size) in [
            ("1 20 18446744073709551615", Some(Kind::Unsigned), 8),
            ("1 -20 _", Some(Kind::Signed), 16),
            ("1 007", None, 0),
            ("18446744073709551616", None, 0),
            ("1.5 -0.5 7", Some(Kind::Float), 8),
            ("1.10 -0.50 7.25", Some(Kind::Decimal), 8),
            ("1.5 -0.5 _", Some(Kind::Decimal), 16),
            ("1.10 -0.00", None, 0),
            ("1.1 1.10", None, 0),
            ("-0.0 1.0", None, 0),
            ("1e-9", None, 0),
            ("1.1.1", None, 0),
            ("00.5", None, 0),
            ("0.12345678901234567", None, 0),
            ("true false _", Some(Kind::Bool), 1),
            ("TRUE FALSE", Some(Kind::Bool), 1),
            ("TRUE FALSE true", None, 0),
            ("::0 ::1", None, 0),
            ("10.0.0.1 255.255.255.255", Some(Kind::Ipv4), 4),
            ("10.0.0.1 ::1", Some(Kind::Ip), 17),
            ("10.0.0.256", None, 0),
            ("0a0b0c0d-0000-4000-8000-0123456789ab", Some(Kind::Uuid), 16),
            ("00c0ffee 00000001", Some(Kind::Hex), 4),
            ("00c0ffee 00C0FFEE", None, 0),
            ("00c0ffee c0ffee", None, 0),
            ("00000012 00000001", None, 0),
            ("00000000deadbeef _", Some(Kind::Hex), 16),
            ("0af7651916cd43dd8448eb211c80319c", Some(Kind::Hex), 16),
            (
                "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3",
                Some(Kind::Hex),
                20,
            ),
            ("a94a8fe5ccb19ba61c4c0873d391e987982fbbd", None, 0),
            ("2026-11-28 2026-01-01T23:59:59.5Z", Some(Kind::Time), 16),
            ("2026-11-28T10:00+01:00", Some(Kind::Time), 16),
            ("2026-13-28", None, 0),
            ("_ _", Some(Kind::Nothing), 0),
            ("one two", None, 0),
        ] {
            let texts: Vec<&str> = texts
                .split(' ')
                .map(|text| text.trim_matches('_'))
                .collect();
            let plain = Plain::find(&Field::from_texts(&texts));
            assert_eq!(plain.as_ref().map(|plain| plain.kind), kind, "{texts:?}");
            assert_eq!(plain.map_or(0, |plain| plain.size()), size, "{texts:?}");
        }
    }

    #[test]
    fn few_words_that_repeat_are_an_enum_and_many_or_hidden_ones_are_not() {
        let words: Vec<String> = (0..17).map(|word| format!("word {word}")).collect();
        let field = |count: usize| {
            let texts = words.iter().take(count).map(String::as_str).cycle();
            Field::from_texts(&texts.take(100).collect::<Vec<_>>())
        };
        let found = Plain::find(&field(16)).unwrap();
        assert_eq!(
            (found.kind, found.words.len(), found.size()),
            (Kind::Enum, 16, 1)
        );
        assert_eq!(Plain::find(&field(17)), None);
        let constant = |texts: &[&str]| {
            let plain = Plain::find(&Field::from_texts(texts)).unwrap();
            (plain.kind, plain.words.join(" "), plain.size())
        };
        assert_eq!(constant(&["x"; 4]), (Kind::Constant, "x".to_owned(), 0));
        let empty = constant(&["x", "", "x", "x", "x"]);
        assert_eq!(empty, (Kind::Constant, "x".to_owned(), 1));
        let mut hidden = field(3);
        hidden.hash = Hash::Keyed;
        assert_eq!(Plain::find(&hidden), None);
        assert_eq!(Plain::find(&Field::from_texts(&[])), None);
    }
}
