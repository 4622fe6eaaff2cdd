//! The dialect of a table by its first bytes: the lines before it, its delimiter, whether it has a
//! header line, and the columns in which some words stand for no value.

use csv::ByteRecord;

use crate::Options;
use crate::quotes::{Quotes, rows};
use crate::source::{HEAD, line_end};

/// The delimiters that are looked for, the least likely first.
const DELIMITERS: [u8; 4] = *b"|;\t,";
/// The most rows before the header that are taken for a title.
const MOST_TITLES: usize = 20;
/// The rows that are looked at.
const LOOKED_AT: usize = 1_000;
/// The cells that stand for no value beside numbers, dates and booleans; the first does anywhere.
const NULLS: [&str; 10] = [
    "\\N", "NULL", "null", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "None",
];

#[derive(Debug)]
pub(crate) struct Dialect {
    /// The bytes and the number of the lines before the table.
    pub(crate) skipped: (usize, usize),
    pub(crate) delimiter: u8,
    pub(crate) quotes: Quotes,
    pub(crate) has_header: bool,
    /// True for the columns of numbers, dates and booleans.
    typed: Vec<bool>,
    /// True if nearly all rows have as many cells as the first, and it looks like a header or like
    /// the others.
    pub(crate) is_table: bool,
    /// Predicates on the file: what was skipped or guessed.
    pub(crate) notes: Vec<String>,
}

impl Dialect {
    pub(crate) fn new(head: &[u8], delimiter: Option<u8>, options: &Options) -> Self {
        let mut notes = Vec::new();
        let named = excel_delimiter(head);
        let (bytes, lines) = match (options.skip_lines, named) {
            (Some(count), _) => skipped(head, count),
            (None, Some((_, bytes))) => (bytes, 1),
            _ => comments(head),
        };
        if options.skip_lines.is_none() && named.is_none() && lines > 0 {
            notes.push(format!(
                "has comments before its header: lines 1 to {lines}"
            ));
        }
        let named = delimiter.or(named.map(|(sign, _)| sign));
        let signs = named.map_or(DELIMITERS.to_vec(), |sign| vec![sign]);
        let table = &head[bytes..];
        let fits = signs
            .into_iter()
            .map(|sign| Fit::new(table, head.len() == HEAD, sign, options));
        let best = fits
            .max_by_key(|fit| (fit.is_table, fit.fitting, fit.width))
            .expect("there is a delimiter");
        let ends = table[..best.begin].split(|byte| *byte == line_end(head));
        let title = ends.skip(1).count();
        if title > 0 {
            notes.push(format!(
                "has a title before its header, which was left out: lines {} to {}; --skip-lines 0 \
                 reads it",
                lines + 1,
                lines + title
            ));
        }
        if !best.has_header && options.no_header.is_none() {
            notes.push(
                "has no header line: its first row is like the others, and its columns are named \
                 by their places; --no-header=false reads it as the header"
                    .to_owned(),
            );
        }
        Self {
            skipped: (bytes + best.begin, lines + title),
            delimiter: if best.width > 1 {
                best.delimiter
            } else {
                named.unwrap_or(b',')
            },
            quotes: best.quotes,
            has_header: best.has_header,
            typed: best.typed,
            is_table: best.is_table,
            notes,
        }
    }

    /// Returns whether a cell of a column stands for no value.
    pub(crate) fn is_null(&self, column: usize, cell: &str) -> bool {
        let place = NULLS.iter().position(|null| *null == cell);
        place.is_some_and(|place| place == 0 || self.typed.get(column) == Some(&true))
    }
}

/// A table by one delimiter.
struct Fit {
    delimiter: u8,
    quotes: Quotes,
    /// The bytes of the title before it.
    begin: usize,
    width: usize,
    /// The number of rows as wide as the first.
    fitting: usize,
    has_header: bool,
    typed: Vec<bool>,
    is_table: bool,
}

impl Fit {
    fn new(table: &[u8], is_cut: bool, delimiter: u8, options: &Options) -> Self {
        let quotes_of = |table| {
            options
                .quotes
                .unwrap_or_else(|| Quotes::of_head(table, is_cut, delimiter))
        };
        let with_title = rows(table, is_cut, delimiter, quotes_of(table));
        let titles = match options.skip_lines {
            Some(_) => 0,
            None => titles(&with_title),
        };
        let header = with_title.get(titles).filter(|_| titles > 0);
        let begin = header.and_then(ByteRecord::position).map_or(0, |position| {
            let at = usize::try_from(position.byte()).unwrap_or(0);
            at + line_breaks(&table[at..])
        });
        let quotes = quotes_of(&table[begin..]);
        let all = rows(&table[begin..], is_cut, delimiter, quotes);
        let width = all.first().map_or(0, ByteRecord::len);
        let fitting: Vec<&ByteRecord> = all.iter().filter(|row| row.len() == width).collect();
        let first: Vec<&str> = fitting
            .first()
            .map_or(Vec::new(), |row| row.iter().map(text).collect());
        let last = fitting.len().min(LOOKED_AT);
        let data = fitting.get(1..last).unwrap_or_default();
        let typed: Vec<bool> = (0..width).map(|at| is_typed(at, data, options)).collect();
        let has_header = match options.no_header {
            Some(no_header) => !no_header,
            None => !is_like(&first, &typed, data),
        };
        let are_names = first
            .iter()
            .all(|name| !name.is_empty() && name.trim() == *name)
            && first.iter().any(|name| name.parse::<f64>().is_err());
        let rest = all.len().saturating_sub(1);
        let most_fit = !data.is_empty() && (fitting.len() - 1) * 50 >= rest * 49;
        Self {
            delimiter,
            quotes,
            begin,
            width,
            fitting: if width > 1 { fitting.len() } else { 0 },
            has_header,
            typed,
            is_table: width > 1 && most_fit && (!has_header || are_names),
        }
    }
}

/// Returns whether all cells of a column are numbers, dates or booleans, or stand for no value.
fn is_typed(column: usize, data: &[&ByteRecord], options: &Options) -> bool {
    let is_none = |cell: &&str| {
        cell.is_empty() || NULLS.contains(cell) || options.null.as_deref() == Some(cell)
    };
    let cells = data.iter().map(|row| text(&row[column]));
    let mut values = cells.filter(|cell| !is_none(cell)).peekable();
    values.peek().is_some() && values.all(is_value)
}

/// Returns whether the first row is like the others: it has a number, a date or a boolean where all
/// others have, or a cell that comes again and again in its column; and no word above a column of
/// numbers. Years
/// that follow one another are names, if not all cells below are years.
fn is_like(first: &[&str], typed: &[bool], data: &[&ByteRecord]) -> bool {
    let year = |cell: &str| cell.parse().ok().filter(|year| (1800..2200).contains(year));
    let numbers = || (0..first.len()).filter(|at| is_value(first[*at]));
    let years: Option<Vec<i32>> = numbers().map(|at| year(first[at])).collect();
    let are_names = years.is_some_and(|years| years.is_sorted_by(|year, next| year + 1 == *next))
        && numbers().any(|at| data.iter().any(|row| year(text(&row[at])).is_none()));
    if data.len() < 2 || are_names {
        return false;
    }
    let repeats = |at: usize, cell: &str| {
        let is_copy = |row: &ByteRecord| row.iter().map(text).eq(first.iter().copied());
        let same = data
            .iter()
            .filter(|row| text(&row[at]) == cell && !is_copy(row));
        !cell.is_empty() && same.take(3).count() == 3
    };
    let mut is_like = false;
    for (at, (cell, &is_typed)) in first.iter().zip(typed).enumerate() {
        let is_none = cell.is_empty() || NULLS.contains(cell);
        if is_typed && !is_none && !is_value(cell) {
            return false;
        }
        is_like |= is_typed && is_value(cell) || repeats(at, cell);
    }
    is_like
}

/// Returns the number of rows before a header: they have fewer cells than most rows, or one and
/// then empty ones. The header has as many cells as most, and is filled to its end.
fn titles(rows: &[ByteRecord]) -> usize {
    let mut widths: Vec<usize> = rows.iter().map(ByteRecord::len).collect();
    widths.sort_unstable();
    let median = widths.get(widths.len() / 2).copied().unwrap_or(0);
    let width = rows.last().map_or(0, ByteRecord::len).max(median);
    let is_title = |row: &&ByteRecord| {
        let filled = row
            .iter()
            .rposition(|cell| !cell.is_empty())
            .map_or(0, |last| last + 1);
        row.len() < width || width > 2 && filled <= 1
    };
    let count = rows.iter().take_while(is_title).count();
    let Some((header, data)) = rows[count..].split_first() else {
        return 0;
    };
    let fitting = data.iter().filter(|row| row.len() == width).count();
    // A line of the World Bank ends with a delimiter.
    let is_header =
        header.len() == width && header.iter().rev().take(2).any(|cell| !cell.is_empty());
    let is_found = width > 1 && count <= MOST_TITLES && is_header;
    if is_found && fitting * 2 > data.len() {
        count
    } else {
        0
    }
}

fn text(cell: &[u8]) -> &str {
    str::from_utf8(cell).unwrap_or("\u{fffd}")
}

/// Returns whether a cell is a number, a boolean, a date or a time.
fn is_value(cell: &str) -> bool {
    let has_digit = cell.bytes().any(|byte| byte.is_ascii_digit());
    let is_number = || cell.parse::<f64>().is_ok() || cell.replace(',', ".").parse::<f64>().is_ok();
    let is_date = || {
        let signs = |byte: u8| byte.is_ascii_digit() || b"-/.: TZ+".contains(&byte);
        let digits = cell.bytes().filter(u8::is_ascii_digit).count();
        cell.bytes().all(signs) && (4..=23).contains(&digits) && cell.len() < 36
    };
    has_digit && (is_number() || is_date())
        || ["true", "false"].contains(&&*cell.to_ascii_lowercase())
}

/// Returns the delimiter that Excel's first line `sep=;` names, and the bytes of the line.
pub(crate) fn excel_delimiter(head: &[u8]) -> Option<(u8, usize)> {
    let end = head.iter().position(|byte| b"\r\n".contains(byte))?;
    let line = head[..end].to_ascii_lowercase();
    let quoted = line
        .strip_prefix(b"\"")
        .and_then(|line| line.strip_suffix(b"\""));
    let [sign] = *quoted.unwrap_or(&line).strip_prefix(b"sep=")? else {
        return None;
    };
    let bytes = end
        + if head[end..].starts_with(b"\r\n") {
            2
        } else {
            1
        };
    Some((sign, bytes))
}

/// Returns the bytes and the number of so many lines.
fn skipped(head: &[u8], count: usize) -> (usize, usize) {
    let lines = head
        .split_inclusive(|byte| *byte == line_end(head))
        .take(count);
    lines.fold((0, 0), |(bytes, lines), line| {
        (bytes + line.len(), lines + 1)
    })
}

fn line_breaks(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| b"\r\n".contains(byte))
        .count()
}

/// Returns the bytes and the number of the lines before a table that begin with `#`, with blank
/// ones among them. The last is the header if it is like `#name,note`, and the next line has as
/// many cells.
fn comments(head: &[u8]) -> (usize, usize) {
    let end = line_end(head);
    let (mut bytes, mut lines, mut last) = (0, 0, &b""[..]);
    for line in head.split_inclusive(|&byte| byte == end) {
        let is_blank = line.trim_ascii().is_empty();
        if !line.starts_with(b"#") && (lines == 0 || !is_blank) {
            let cells = |text: &[u8], sign| text.split(|&byte| byte == sign).count();
            let is_alike = |sign| last.contains(&sign) && cells(last, sign) == cells(line, sign);
            let is_name = last.get(1).is_some_and(u8::is_ascii_alphanumeric);
            if is_name && DELIMITERS.into_iter().any(is_alike) {
                return (bytes - last.len(), lines - 1);
            }
            return (bytes, lines);
        }
        (bytes, lines, last) = (bytes + line.len(), lines + 1, line);
    }
    (0, 0)
}
