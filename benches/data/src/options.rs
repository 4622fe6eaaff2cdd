//! The way to read a file.

use clap::ValueEnum;
use encoding_rs::Encoding;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
pub enum Format {
    /// A JSON value in each line.
    Jsonl,
    /// A JSON array of values, or values one after the other.
    Json,
    /// Values with a header line, separated by commas, tabs, semicolons or bars.
    Csv,
    /// Tab-separated values with a header line.
    Tsv,
    /// A text in each line.
    Lines,
}

/// The meaning of a quotation mark at the begin of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
pub enum Quotes {
    /// It is a part of the text.
    Text,
    /// It encloses the text with another, which is followed by a delimiter or a line end.
    Enclose,
}

/// The flags that say how to read a file.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Read the files in this format [default: that of the extension, or else of the first lines].
    #[arg(long, value_name = "FORMAT", requires = "files")]
    pub format: Option<Format>,
    /// Read tables whose cells are separated by this character, or "tab" [default: detected].
    #[arg(long, value_name = "CHARACTER", requires = "files", value_parser = delimiter)]
    pub delimiter: Option<u8>,
    /// Read quotation marks at the begin and the end of cells like this [default: "enclose", and
    /// "text" in TSV].
    #[arg(long, value_name = "AS", requires = "files")]
    pub quotes: Option<Quotes>,
    /// Skip so many lines before the header of a table.
    #[arg(long, value_name = "N", requires = "files", default_value_t = 0,
        value_parser = clap::value_parser!(u16).range(..=1000))]
    pub skip_lines: u16,
    /// Read the first row of a table as a record.
    #[arg(long, requires = "files")]
    pub no_header: bool,
    /// Read cells of this text as empty, such as NULL. May be given several times.
    #[arg(long, value_name = "TEXT", requires = "files")]
    pub null: Vec<String>,
    /// Read the elements of this array of JSON as records, such as data.items.
    #[arg(long, value_name = "PATH", requires = "files")]
    pub records: Option<String>,
    /// Read files in this encoding, such as latin1 or gbk [default: that of a byte-order mark, or
    /// else UTF-8].
    #[arg(long, value_name = "NAME", requires = "files", value_parser = encoding)]
    pub encoding: Option<&'static Encoding>,
    /// Stop at the first bad record, instead of counting and leaving out bad records.
    #[arg(long = "strict")]
    pub is_strict: bool,
    /// True if a file may have no record.
    #[arg(skip)]
    pub may_be_empty: bool,
}

fn delimiter(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte @ (b'\t' | b' '..=b'~')] if *byte != b'"' => Ok(*byte),
        _ => Err("one ASCII character is needed, or tab"),
    }
}

fn encoding(name: &str) -> Result<&'static Encoding, &'static str> {
    let encoding = Encoding::for_label_no_replacement(name.as_bytes());
    encoding.ok_or("names are those of the Encoding Standard, such as latin1, utf-16le, gbk")
}
