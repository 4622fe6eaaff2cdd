//! Fields that need no string: all their values are numbers, dates, addresses, a few words, or
//! nothing.

use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Field;

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

/// Returns whether the value of a text gives the text back exactly, in the form of another text of
/// the field.
type IsBack = fn(&str, &str) -> bool;

/// The kinds whose values have a form of their own. The first is taken that gives all texts of a
/// field, which are distinct, back in the form of the first of them.
const FORMS: [(Kind, IsBack); 10] = [
    (Kind::Bool, bool_like),
    (Kind::Unsigned, as_written::<u64>),
    (Kind::Signed, as_written::<i64>),
    (Kind::Decimal, decimal),
    (Kind::Float, float),
    (Kind::Ipv4, as_written::<Ipv4Addr>),
    (Kind::Ip, as_written::<IpAddr>),
    (Kind::Uuid, uuid),
    (Kind::Hex, hex),
    (Kind::Time, time),
];

impl Plain {
    /// Returns the type of a field that needs no string; none if it needs one, or if its texts are
    /// not known.
    pub(crate) fn find(field: &Field) -> Option<Self> {
        let mut values = field.values.sample();
        values.extend(field.values.frequent());
        if field.is_keyed || values.is_empty() {
            return None;
        }
        let texts: Option<Vec<&str>> = (values.iter())
            .map(|(_, value)| value.text.as_deref())
            .collect();
        let mut words = texts?;
        let count = words.len();
        words.retain(|text| !text.is_empty());
        words.sort_unstable();
        let is_complete = field.values.is_complete();
        let fits = |(kind, is_back): &&(Kind, IsBack)| {
            // Digits alone may be a code, such as one of zip.
            let has_letter = |text: &&str| text.bytes().any(|byte| byte.is_ascii_lowercase());
            words.iter().all(|text| is_back(text, words[0]))
                && (*kind != Kind::Hex || words.iter().any(has_letter))
        };
        let kind = if words.is_empty() {
            Kind::Nothing
        } else if let Some((kind, _)) = FORMS.iter().find(fits) {
            *kind
        } else {
            let is_few = words.len() <= MOST_WORDS;
            let repeats = field.count() >= (LEAST_TEXTS * words.len()) as u64;
            let kind = if count == 1 {
                Kind::Constant
            } else {
                Kind::Enum
            };
            (is_complete && is_few && repeats).then_some(kind)?
        };
        Some(Self {
            kind,
            has_empty: words.len() < count && kind != Kind::Nothing,
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

    /// Returns the type of a value, as code has it, and its bytes.
    pub(crate) fn layout(&self) -> (&'static str, u64) {
        macro_rules! layout {
            ($ty:ty) => {
                if self.has_empty {
                    (stringify!(Option<$ty>), size_of::<Option<$ty>>() as u64)
                } else {
                    (stringify!($ty), size_of::<$ty>() as u64)
                }
            };
        }
        match self.kind {
            Kind::Nothing | Kind::Constant => ("()", 0),
            // The niche of an enum is an empty value.
            Kind::Enum => ("enum", 1),
            Kind::Bool => layout!(bool),
            Kind::Unsigned => layout!(u64),
            Kind::Signed | Kind::Decimal => layout!(i64),
            Kind::Float => layout!(f64),
            Kind::Ipv4 => layout!(std::net::Ipv4Addr),
            Kind::Ip => layout!(std::net::IpAddr),
            Kind::Uuid => layout!([u8; 16]),
            Kind::Hex => match self.digits {
                8 => layout!(u32),
                16 => layout!(u64),
                32 => layout!(u128),
                40 => layout!([u8; 20]),
                _ => layout!([u8; 32]),
            },
            Kind::Time => layout!(std::time::SystemTime),
        }
    }

    /// Returns the bytes of a value.
    pub(crate) fn size(&self) -> u64 {
        self.layout().1
    }
}

fn as_written<V: FromStr + ToString>(text: &str, _: &str) -> bool {
    let value = text.parse::<V>();
    value.is_ok_and(|value| value.to_string() == text)
}

fn bool_like(text: &str, like: &str) -> bool {
    let forms = [["true", "false"], ["True", "False"], ["TRUE", "FALSE"]];
    let is_form = |form: &[&str; 2]| form.contains(&text) && form.contains(&like);
    forms.iter().any(is_form)
}

/// Returns the number of digits behind the point.
fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, part)| part.len())
}

/// Returns whether an integer counts units of the last place.
fn decimal(text: &str, like: &str) -> bool {
    let places = decimals(like);
    let value = text.replacen('.', "", 1).parse::<i64>();
    let is_back = |value: i64| {
        let sign = if value < 0 { "-" } else { "" };
        let digits = format!("{:0width$}", value.unsigned_abs(), width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        text == format!("{sign}{whole}.{part}")
    };
    places > 0 && value.is_ok_and(is_back)
}

/// Returns whether a text is lower-case digits of the length of a hash: a number or bytes of a
/// fixed width give the zeros in front back.
fn hex(text: &str, like: &str) -> bool {
    let is_hash = [8, 16, 32, 40, 64].contains(&text.len()) && text.len() == like.len();
    is_hash
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns whether a text is a number without an exponent. That of -0 equals that of 0, and so is
/// none.
fn float(text: &str, like: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = text.bytes().all(|byte| b"-.0123456789".contains(&byte));
    is_plain && digits <= DIGITS && text != "-0" && as_written::<f64>(text, like)
}

fn uuid(text: &str, _: &str) -> bool {
    let value = u128::from_str_radix(&text.replace('-', ""), 16);
    value.is_ok_and(|value| {
        let digits = format!("{value:032x}");
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
        text == parts.join("-")
    })
}

/// The forms of a clock behind a day, those with seconds last.
const CLOCKS: [&str; 5] = ["", "T00:00", " 00:00", "T00:00:00", " 00:00:00"];
/// The digits of a second that a `SystemTime` keeps.
const NANOSECONDS: usize = 9;

/// Returns whether a text is a day of ISO 8601 that exists, perhaps with a time in UTC.
fn time(text: &str, like: &str) -> bool {
    let form = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "0");
    let Some((day, clock)) = text.split_at_checked(10) else {
        return false;
    };
    let (clock, zone) = clock.split_at(clock.find(['Z', '+']).unwrap_or(clock.len()));
    let is_clock = match clock.split_once('.') {
        None => CLOCKS.contains(&&*form(clock)),
        Some((clock, part)) => {
            let is_part = part.bytes().all(|byte| byte.is_ascii_digit());
            let is_kept = (1..=NANOSECONDS).contains(&part.len());
            CLOCKS[3..].contains(&&*form(clock)) && is_part && is_kept
        }
    };
    let is_zone = ["", "Z", "+00:00", "+0000", "+00"].contains(&zone);
    if form(text) != form(like) || form(day) != "0000-00-00" || !is_clock || !is_zone {
        return false;
    }
    let number = |part: Option<&str>| part.map_or(0, |part| part.parse().unwrap_or(u32::MAX));
    let [year, month, date] = [0..4, 5..7, 8..10].map(|range| number(day.get(range)));
    let [hours, minutes, seconds] = [1..3, 4..6, 7..9].map(|range| number(clock.get(range)));
    let is_day = (1..=12).contains(&month) && (1..=days(year, month)).contains(&date);
    is_day && hours < 24 && minutes < 60 && seconds < 60
}

/// Returns the days of a month of the Gregorian calendar.
fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
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
            ("0.12345678901234567", Some(Kind::Decimal), 8),
            ("0.12345678901234567890", None, 0),
            ("true false _", Some(Kind::Bool), 1),
            ("TRUE FALSE", Some(Kind::Bool), 1),
            ("True False", Some(Kind::Bool), 1),
            ("TRUE FALSE true", None, 0),
            ("tRUE False", None, 0),
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
            (
                "2026-11-28 2024-02-29 1900-02-28 0001-01-01",
                Some(Kind::Time),
                16,
            ),
            (
                "2026-01-01T23:59:59.5Z 1969-12-31T00:00:00.0Z",
                Some(Kind::Time),
                16,
            ),
            ("2026-11-28T10:00+00:00", Some(Kind::Time), 16),
            ("2026-11-28T10:00:00.123456789", Some(Kind::Time), 16),
            ("2026-11-28 2026-01-01T23:59:59.5Z", None, 0),
            ("2026-11-28T10:00+01:00", None, 0),
            ("2026-11-28T10:00:00Z 2026-11-28T10:00:00+00", None, 0),
            ("2026-13-28", None, 0),
            ("2026-02-30", None, 0),
            ("1900-02-29", None, 0),
            ("2000-02-29", Some(Kind::Time), 16),
            ("2026-04-31", None, 0),
            ("2026-11-00", None, 0),
            ("2026-11-28T10:00-01:00", None, 0),
            ("2026-11-28T99:99:99Z", None, 0),
            ("2026-11-28T24:00", None, 0),
            ("2026-12-31T23:59:60Z", None, 0),
            ("2026-11-28T10:00:00.123456789012345Z", None, 0),
            ("2026-11-28T10:00.5", None, 0),
            ("2026-11-28T10:00:00.abé", None, 0),
            ("2026-11-28T10:00:00.Z", None, 0),
            ("-1.0 7", None, 0),
            ("+7", None, 0),
            (".5", None, 0),
            ("5.", None, 0),
            ("010.0.0.1", None, 0),
            ("0A0B0C0D-0000-4000-8000-0123456789AB", None, 0),
            ("+a0b0c0d-0000-4000-8000-0123456789ab", None, 0),
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
        assert_eq!(empty, (Kind::Enum, "x".to_owned(), 1));
        let mut hidden = field(3);
        hidden.is_keyed = true;
        assert_eq!(Plain::find(&hidden), None);
        assert_eq!(Plain::find(&Field::from_texts(&[])), None);
    }
}
