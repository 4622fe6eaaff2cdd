//! Fields that need no string: all their values are numbers, dates, addresses, a few words, or
//! nothing.

use std::fmt::Write as _;
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

/// Parses a text, and prints the value in the form of another text of the field; returns none if it
/// is no value.
type Print = fn(&str, &str) -> Option<String>;

/// The kinds whose values have a form of their own. The first is taken that gives all texts of a
/// field, which are distinct, back exactly, in the form of the first of them.
const FORMS: [(Kind, Print); 10] = [
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
        let all = words.len();
        words.retain(|text| !text.is_empty());
        words.sort_unstable();
        let is_complete = field.values.is_complete();
        let fits = |(kind, print): &&(Kind, Print)| {
            let is_back = |text: &&str| print(text, words[0]).as_deref() == Some(*text);
            // Digits alone may be a code, such as one of zip.
            let has_letter = |text: &&str| text.bytes().any(|byte| byte.is_ascii_lowercase());
            words.iter().all(is_back) && (*kind != Kind::Hex || words.iter().any(has_letter))
        };
        let kind = if words.is_empty() {
            Kind::Nothing
        } else if let Some((kind, _)) = FORMS.iter().find(fits) {
            *kind
        } else {
            let is_few = words.len() <= MOST_WORDS;
            let repeats = field.count() >= (LEAST_TEXTS * words.len()) as u64;
            let kind = if all == 1 { Kind::Constant } else { Kind::Enum };
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
            Kind::Nothing | Kind::Constant => 0,
            Kind::Bool => size!(bool),
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

fn as_written<V: FromStr + ToString>(text: &str, _: &str) -> Option<String> {
    text.parse::<V>().ok().map(|value| value.to_string())
}

fn bool_like(text: &str, like: &str) -> Option<String> {
    let value: bool = text.to_ascii_lowercase().parse().ok()?;
    let written = value.to_string();
    let mut letters = like.chars().map(|letter| letter.is_ascii_uppercase());
    Some(match (letters.next()?, letters.next()?) {
        (true, true) => written.to_ascii_uppercase(),
        (true, false) => written[..1].to_ascii_uppercase() + &written[1..],
        _ => written,
    })
}

/// Returns the number of digits behind the point.
fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, part)| part.len())
}

/// Prints an integer of the last place.
fn decimal(text: &str, like: &str) -> Option<String> {
    let places = decimals(like);
    let value: i64 = text.replacen('.', "", 1).parse().ok()?;
    if places == 0 || decimals(text) != places {
        return None;
    }
    let sign = if value < 0 { "-" } else { "" };
    let digits = format!("{:0width$}", value.unsigned_abs(), width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    Some(format!("{sign}{whole}.{part}"))
}

/// Prints lower-case digits of the length of a hash: a number or bytes of a fixed width give the
/// zeros in front back.
fn hex(text: &str, like: &str) -> Option<String> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_hash = [8, 16, 32, 40, 64].contains(&text.len()) && text.len() == like.len();
    (is_hash && text.bytes().all(is_digit)).then(|| text.to_owned())
}

/// Prints a number without an exponent. That of -0 equals that of 0, and so is none.
fn float(text: &str, _: &str) -> Option<String> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = text.bytes().all(|byte| b"-.0123456789".contains(&byte));
    let value: f64 = text.parse().ok()?;
    let is_zero = value == 0.0 && value.is_sign_negative();
    (is_plain && digits <= DIGITS && !is_zero).then(|| value.to_string())
}

fn uuid(text: &str, _: &str) -> Option<String> {
    let value = u128::from_str_radix(&text.replace('-', ""), 16).ok()?;
    let digits = format!("{value:032x}");
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
    Some(parts.join("-"))
}

const SECONDS_OF_A_DAY: i64 = 24 * 60 * 60;
/// The digits of a second that a `SystemTime` keeps.
const NANOSECONDS: usize = 9;

/// Prints a day of ISO 8601, perhaps with a time in UTC. A day or a time that does not exist
/// becomes another one.
fn time(text: &str, like: &str) -> Option<String> {
    let form = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "0");
    let (day, clock) = like.split_at_checked(10)?;
    let (clock, zone) = clock.split_at(clock.find(['Z', '+', '-']).unwrap_or(clock.len()));
    let (clock, part) = clock
        .split_once('.')
        .map_or((clock, None), |(clock, part)| (clock, Some(part.len())));
    let is_clock = ["T00:00:00", " 00:00:00"].contains(&&*form(clock))
        || part.is_none() && ["", "T00:00", " 00:00"].contains(&&*form(clock));
    let is_zone = ["", "Z", "+00:00", "+0000", "+00"].contains(&zone);
    let is_part = like
        .bytes()
        .skip(20)
        .take(part.unwrap_or(0))
        .all(|byte| byte.is_ascii_digit());
    if form(day) != "0000-00-00"
        || !is_part
        || part == Some(0)
        || !is_clock
        || !is_zone
        || form(text) != form(like)
    {
        return None;
    }
    let number = |range| {
        text.get(range)
            .map_or(Some(0), |part: &str| part.parse::<i64>().ok())
    };
    let (hours, minutes, seconds) = (number(11..13)?, number(14..16)?, number(17..19)?);
    // The value: seconds since 1970, and nanoseconds.
    let days = days(number(0..4)?, number(5..7)?, number(8..10)?);
    let value = days * SECONDS_OF_A_DAY + hours * 3600 + minutes * 60 + seconds;
    let digits = part.unwrap_or(0);
    let nanoseconds = text.get(20..20 + digits.min(NANOSECONDS)).unwrap_or("");

    let rest = value.rem_euclid(SECONDS_OF_A_DAY);
    let (year, month, day) = date(value.div_euclid(SECONDS_OF_A_DAY));
    let mut printed = format!("{year:04}-{month:02}-{day:02}");
    let parts = [rest / 3600, rest / 60 % 60, rest % 60];
    let signs = [&clock[..clock.len().min(1)], ":", ":"];
    for (part, sign) in parts.iter().zip(signs).take(clock.len() / 3) {
        let _ = write!(printed, "{sign}{part:02}");
    }
    if part.is_some() {
        let _ = write!(printed, ".{nanoseconds:0<digits$}");
    }
    Some(printed + zone)
}

/// Returns the days from 1970-01-01 to a day of the Gregorian calendar. Its years begin in March,
/// so that the day of a leap year is the last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let months = year * 12 + month - 3;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // March 1 of the year 0 is 719,468 days before 1970.
    year * 365 + leaps + (month * 153 + 2) / 5 + day - 1 - 719_468
}

/// Returns the year, the month and the day that are some days after 1970-01-01.
fn date(count: i64) -> (i64, i64, i64) {
    // 400 years have 146,097 days.
    let estimate = 1970 + (count * 400).div_euclid(146_097);
    let mut years = (estimate - 1..).take_while(|year| days(*year, 1, 1) <= count);
    let year = years.by_ref().last().unwrap_or(estimate);
    let months = (1..=12).rev().find(|month| days(year, *month, 1) <= count);
    let month = months.unwrap_or(1);
    (year, month, count - days(year, month, 1) + 1)
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
    fn each_day_has_a_number_of_its_own() {
        for (year, month, day, number) in [
            (1970, 1, 1, 0),
            (1969, 12, 31, -1),
            (2000, 2, 29, 11_016),
            (2026, 11, 28, 20_785),
        ] {
            assert_eq!(days(year, month, day), number);
        }
        let first = days(0, 1, 1);
        for number in first..days(10_000, 1, 1) {
            let (year, month, day) = date(number);
            assert_eq!(days(year, month, day), number);
            assert!((1..=12).contains(&month) && (1..=31).contains(&day));
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
