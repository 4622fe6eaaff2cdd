//! The dialect of a table: its delimiter, by its first rows, and the meaning of quotation marks.

use csv::{ByteRecord, ReaderBuilder};

use crate::source::HEAD;
use crate::{Options, Quotes};

/// The delimiters that are looked for, the least likely first.
const DELIMITERS: [u8; 4] = *b"|;\t,";

#[derive(Debug)]
pub(crate) struct Dialect {
    /// The bytes of the lines before the table.
    pub(crate) skipped: usize,
    pub(crate) delimiter: u8,
    pub(crate) quotes: Quotes,
    /// True if nearly all rows have as many cells, and the first looks like a header.
    pub(crate) is_table: bool,
    /// The number of rows of the median width, if that is several cells, and that width.
    fit: (usize, usize),
}

impl Dialect {
    /// Returns the dialect of a table with this delimiter; with that which fits best, if none is
    /// named.
    pub(crate) fn new(head: &[u8], delimiter: Option<u8>, options: &Options) -> Self {
        let lines = head.split_inclusive(|byte| *byte == b'\n');
        let skipped = lines.take(options.skip_lines.into()).map(<[u8]>::len).sum();
        let named = delimiter.map(|sign| vec![sign]);
        let dialects = named.unwrap_or(DELIMITERS.to_vec()).into_iter();
        dialects
            .map(|sign| Self::with(sign, head, skipped, options))
            .max_by_key(|dialect| (dialect.is_table, dialect.fit))
            .expect("there is a delimiter")
    }

    fn with(delimiter: u8, head: &[u8], skipped: usize, options: &Options) -> Self {
        let quotes = options.quotes.unwrap_or(match delimiter {
            b'\t' => Quotes::Text,
            _ => Quotes::Enclose,
        });
        let mut builder = reader(delimiter, quotes);
        let table = builder.has_headers(false).flexible(true);
        let records = table.from_reader(&head[skipped..]).into_byte_records();
        let mut rows: Vec<ByteRecord> = records.flatten().collect();
        if head.len() == HEAD {
            rows.pop();
        }
        let mut widths: Vec<usize> = rows.iter().map(ByteRecord::len).collect();
        widths.sort_unstable();
        let width = *widths.get(widths.len().saturating_sub(1) / 2).unwrap_or(&0);
        let fitting = rows.iter().filter(|row| row.len() == width).count();
        let is_begun = rows
            .first()
            .is_some_and(|row| row.len() == width && (options.no_header || is_header(row)));
        Self {
            skipped,
            delimiter,
            quotes,
            is_table: width > 1 && fitting > 1 && fitting * 50 >= rows.len() * 49 && is_begun,
            fit: (if width > 1 { fitting } else { 0 }, width),
        }
    }
}

fn is_header(row: &ByteRecord) -> bool {
    let is_name = |cell: &[u8]| !cell.is_empty() && cell.trim_ascii() == cell;
    row.iter().all(is_name) && !row.iter().all(is_number)
}

/// Returns whether a cell is a number, as no name of a column is.
pub(crate) fn is_number(cell: &[u8]) -> bool {
    str::from_utf8(cell).is_ok_and(|cell| cell.parse::<f64>().is_ok())
}

pub(crate) fn reader(delimiter: u8, quotes: Quotes) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(delimiter);
    builder.quoting(quotes == Quotes::Enclose);
    builder
}
