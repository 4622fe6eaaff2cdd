//! Files of all formats, good and bad, and the records that are read from them.

use std::io::{Cursor, Write};

use clap::{Arg, Args as _, Command, FromArgMatches as _};
use encoding_rs::WINDOWS_1252;
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use serde_json::Value;

use super::receiver::MOST_FIELDS;
use super::{Options, Outcome, Sink, Source, read};

mod found;

/// Keeps the texts of each record as `name=text` in order.
#[derive(Debug, Default)]
struct Kept {
    names: Vec<String>,
    current: Vec<String>,
    records: Vec<String>,
}

impl Sink for Kept {
    fn field(&mut self, name: &str) -> Option<usize> {
        let known = self.names.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        Some(number)
    }

    fn text(&mut self, field: usize, text: &str) {
        self.current.push(format!("{}={text}", self.names[field]));
    }

    fn end_record(&mut self) {
        self.records.push(self.current.join(" "));
        self.current.clear();
    }
}

/// Returns the options that flags say.
fn options(flags: &str) -> Options {
    let command = Command::new("read").no_binary_name(true);
    let command_of_files = Options::augment_args(command.arg(Arg::new("files")));
    let words = ["FILE"].into_iter().chain(flags.split_whitespace());
    let matches = command_of_files.try_get_matches_from(words).unwrap();
    Options::from_arg_matches(&matches).unwrap()
}

/// Reads a file of these bytes by these flags.
fn read_to(name: &str, bytes: impl AsRef<[u8]>, flags: &str) -> Result<(Outcome, Kept), String> {
    let (mut kept, options) = (Kept::default(), options(flags));
    let bytes = Cursor::new(bytes.as_ref().to_vec());
    let source = Source::new(name.into(), bytes, options.encoding, 4 << 20);
    match source.and_then(|source| read(source, &options, &mut kept)) {
        Ok(outcome) => Ok((outcome, kept)),
        Err(fault) => Err(fault.to_string()),
    }
}

/// Reads a file without a bad record, and returns its records and all that is said of it.
#[track_caller]
fn said(name: &str, bytes: impl AsRef<[u8]>, flags: &str) -> (Vec<String>, String) {
    let (outcome, kept) = read_to(name, bytes, flags).unwrap();
    assert_eq!((outcome.bad, outcome.ignored), (0, 0), "{outcome:?}");
    (kept.records, outcome.sentences().join(" "))
}

#[track_caller]
fn read_file(name: &str, bytes: impl AsRef<[u8]>) -> (Outcome, Kept) {
    read_to(name, bytes, "").unwrap()
}

/// Returns the records of a file that has no bad one.
#[track_caller]
fn records(name: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
    said(name, bytes, "").0
}

#[track_caller]
fn fault(name: &str, bytes: impl AsRef<[u8]>) -> String {
    read_to(name, bytes, "").unwrap_err()
}

#[test]
fn texts_have_the_names_of_their_keys_and_columns() {
    let line = r#"{"a": "x", "n": 1.5e3, "b": true, "none": null, "o": {"p": "y", "q": {"r": "z"}},
        "list": ["1", 2, "3", ["4"]], "o2": {"list": [{"s": "5"}, {"s": "6"}]}, "empty": ""}"#;
    let expected =
        "a=x o.p=y o.q.r=z list[]=1 list[]=3 list[][]=4 o2.list[].s=5 o2.list[].s=6 empty=";
    assert_eq!(records("x.jsonl", line.replace('\n', "")), [expected]);
    assert_eq!(records("x.json", line), [expected]);
    assert_eq!(records("x.json", format!("[{line}, {{}}]")), [expected, ""]);
    // Keys may change their order, and come twice.
    let lines =
        "{\"a\":\"1\",\"b\":\"2\"}\n\n{\"b\":\"3\",\"a\":\"4\",\"a\":\"5\"}\r\n  \n{\"c\":\"6\"}";
    let expected = ["a=1 b=2", "b=3 a=4 a=5", "c=6"];
    assert_eq!(records("x.ndjson", lines), expected);
    let escapes = r#"{"a\u0062": "tab\t", "plain": "é", "b": "\ud83d\ude00"}"#;
    for name in ["x.jsonl", "x.json"] {
        assert_eq!(records(name, escapes), ["ab=tab\t plain=é b=😀"]);
    }
    let expected = ["name=Ann note=a, b", "name= note=say \"hi\"\nthere"];
    let csv = "name,note\nAnn,\"a, b\"\n,\"say \"\"hi\"\"\nthere\"\n";
    assert_eq!(records("x.csv", csv), expected);
    let windows = csv.replace('\n', "\r\n").replace("\r\nthere", "\nthere");
    assert_eq!(records("x.CSV", windows), expected);
    let tsv = "name\tnote\nAnn\ta, b\n\t\"say\" hi\n";
    assert_eq!(
        records("x.tsv", tsv),
        [expected[0], "name= note=\"say\" hi"]
    );
    assert_eq!(records("x.csv", ",a\n1,2\n"), ["column 1=1 a=2"]);
}

#[test]
fn quotation_marks_are_text_in_tsv_and_enclose_cells_elsewhere_unless_a_flag_says_otherwise() {
    let tsv = "a\tb\n\"1\t2\n3\"\t4\n\"5\"6\t7\n";
    let csv = "a,b\n\"1\n2\",\"3\"\n\"4\" 5,6\n7,\"8\n9,10\n";
    let text = "which was read as a part of the text; --quotes enclose";
    let torn = "that no delimiter follows, the first in line 4; --quotes text";
    let as_text = ["a=\"1 b=2", "a=3\" b=4", "a=\"5\"6 b=7"];
    for (file, bytes, flags, expected, note) in [
        ("x.tsv", tsv, "", &as_text[..], text),
        ("x", tsv, "", &as_text, text),
        ("x.tsv", tsv, "--quotes text", &as_text, ""),
        (
            "x.tsv",
            tsv,
            "--quotes enclose",
            &["a=1\t2\n3 b=4", "a=56 b=7"],
            torn,
        ),
        (
            "x.csv",
            csv,
            "",
            &["a=1\n2 b=3", "a=4 5 b=6", "a=7 b=8\n9,10\n"],
            torn,
        ),
        (
            "x.csv",
            "a,b\n\"1\",\"2\"\n",
            "--quotes text",
            &["a=\"1\" b=\"2\""],
            "",
        ),
        ("x.csv", "a,b\n\"1\",\"2\"\n", "", &["a=1 b=2"], ""),
    ] {
        let (outcome, kept) = read_to(file, bytes, flags).unwrap();
        assert_eq!(kept.records, expected);
        let notes = outcome.notes.concat();
        assert!(notes.contains(note), "{notes}");
        assert_eq!(notes.contains("--quotes"), !note.is_empty());
    }
}

#[test]
fn fields_of_one_name_are_kept_apart_by_numbers() {
    let csv = "name,name,age,name\nAnn,Smith,7,x\n";
    let nested = r#"{"a.b":"1","a":{"b":"2","c[]":"3","c":["4"]},"":{"a.b":"5"},".a":{"b":"6"}}"#;
    let swapped = r#"{"a":{"b":"2"},"a.b":"1"}"#;
    let control = r#"{"a\u0000b":"1","a":{"b":"2"},"c\u0001":"3","c":["4"]}"#;
    for (file, text, record, numbered) in [
        (
            "x.csv",
            csv,
            "name=Ann name (2)=Smith age=7 name (3)=x",
            &["name (2)", "name (3)"][..],
        ),
        (
            "x.json",
            nested,
            "a.b=1 a.b (2)=2 a.c[]=3 a.c[] (2)=4 .a.b=5 .a.b (2)=6",
            &["a.b (2)", "a.c[] (2)", ".a.b (2)"],
        ),
        ("x.jsonl", swapped, "a.b=2 a.b (2)=1", &["a.b (2)"]),
        ("x.jsonl", control, r"a\u{0}b=1 a.b=2 c\u{1}=3 c[]=4", &[]),
        (
            "x.csv",
            "column 1,,column 2\n1,2,3\n",
            "column 1=1 column 2=2 column 2 (2)=3",
            &["column 2 (2)"],
        ),
        (
            "x.csv",
            "n (2),n,n\n1,2,3\n",
            "n (2)=1 n=2 n (3)=3",
            &["n (3)"],
        ),
    ] {
        let (outcome, kept) = read_file(file, text);
        assert_eq!(kept.records, [record]);
        assert_eq!(outcome.numbered, numbered);
    }
}

#[test]
fn a_format_is_named_or_found_by_the_extension_or_by_the_first_bytes() {
    assert_eq!(records("x", " {\"a\":\"1\"}\n"), ["a=1"]);
    assert_eq!(records("x.dat", "\u{feff}\n[{\"a\":\"1\"}]"), ["a=1"]);
    assert_eq!(records("x.1", "a,b\n"), ["line=a,b"]);
    let lines = said("x.csv", "a\0,b\n", "--strict --format lines");
    assert_eq!(lines.0, ["line=a\0,b"]);
    let table = "\u{feff}a,b\n".to_owned() + &"1,22222\n".repeat(20_000);
    assert_eq!(records("x", table), vec!["a=1 b=22222"; 20_000]);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

#[test]
fn gzip_is_known_by_its_first_bytes_and_may_have_several_members() {
    let members = [&b"a\tb\n"[..], b"1\t2\n", b""].map(gzip).concat();
    for name in ["x", "x.tsv", "x.TSV.gz"] {
        assert_eq!(records(name, &members), ["a=1 b=2"], "{name}");
    }
    let cut = &gzip(b"a\tb\n1\t2\n")[..20];
    let fault = fault("x.tsv", cut);
    assert!(fault.contains("is it cut short or damaged?"), "{fault}");
    // The name alone decides nothing.
    assert_eq!(records("x.tsv.gz", "a\tb\n1\t2\n"), ["a=1 b=2"]);
}

#[test]
fn files_are_utf_8_or_utf_16_or_of_the_encoding_that_is_named() {
    let table = "città,note\nRoma,ü\n";
    let expected = ["città=Roma note=ü"];
    let little: Vec<u8> = table.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = table.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [b"\xFF\xFE", &little[..]].concat();
    for bytes in [&marked, &[b"\xFE\xFF", &big[..]].concat()] {
        assert_eq!(records("x", bytes), expected);
        assert_eq!(records("x.csv", gzip(bytes)), expected);
    }
    assert!(fault("x", &little).contains("--encoding, such as utf-16le"));
    let read_in = |encoding: &str, bytes: &[u8]| {
        let (outcome, kept) = read_to("x.csv", bytes, encoding).unwrap();
        let bad = outcome.first_bad.map(|fault| fault.to_string());
        (kept.records, bad)
    };
    let (latin, ..) = WINDOWS_1252.encode(table);
    let fatal = fault("x.csv", &latin);
    assert!(fatal.contains(":1:1: cell 1 is not UTF-8; name its encoding: --encoding latin1"));
    assert_eq!(
        read_in("--encoding latin1", &latin),
        (expected.map(Into::into).to_vec(), None)
    );
    // The mark of a file counts more than the name of an encoding.
    assert_eq!(read_in("--encoding latin1", &marked).0, expected);
    assert_eq!(read_in("--encoding utf-16le", &little).0, expected);
    let (records, bad) = read_in("--encoding shift_jis", b"a\n\x93\x8C\x8B\x9E\n\xFF\n1\n");
    assert_eq!(records, ["a=東京", "a=1"]);
    assert!(
        bad.unwrap()
            .contains(":3:1: cell 1 is not Shift_JIS; is it another")
    );
    // A letter that is cut is bad as well.
    assert!(read_in("--encoding shift_jis", b"a\n1\n\x93").1.is_some());
}

#[test]
fn the_delimiter_of_a_table_is_found_or_named() {
    let expected = ["id=1 city=Rome, IT note=2,5", "id=2 city= note=3"];
    for delimiter in [";", "|", "\t"] {
        let table = "id;city;note\n1;Rome, IT;2,5\n2;;3\n".replace(';', delimiter);
        for name in ["x", "x.csv"] {
            assert_eq!(records(name, &table), expected, "{table}");
        }
        // Rows that are cut, or lines without any row.
        let (outcome, kept) = read_file("x.csv", table + "3\n");
        assert_eq!(
            (kept.records, outcome.bad),
            (expected.map(Into::into).to_vec(), 1)
        );
    }
    assert_eq!(records("x.csv", "name\na;b\n"), ["name=a;b"]);
    let (records, _) = said("x", "id:city\n1:a,b\n", "--delimiter :");
    assert_eq!(records, ["id=1 city=a,b"]);
}

#[test]
fn any_json_value_is_a_record_and_a_bad_one_costs_no_other() {
    let values = [
        r#""a \" ]""#,
        r#"["b", 1, {"c": "d"}]"#,
        "7",
        r#"{"e": "]}"}"#,
    ];
    let expected = ["value=a \" ]", "[]=b [].c=d", "", "e=]}"];
    for text in [values.join("\n"), values.join("\n\n") + "\n"] {
        assert_eq!(records("x.jsonl", &text), expected);
        assert_eq!(records("x", &text), expected);
    }
    for text in [
        format!("[{}]", values.join(",")),
        format!(" [\n{}\n] ", values.join(" ,\n")),
    ] {
        assert_eq!(records("x", &text), expected);
    }
    // Arrays at the top stand for their elements.
    assert_eq!(
        records("x.json", "[]{\"a\":\"1\"}[\"b\"]\n\"c\" 7"),
        ["a=1", "value=b", "value=c", ""]
    );
    assert_eq!(
        records("x", "[\"a\", \"b\"]\n[\"c\"]\n"),
        ["[]=a []=b", "[]=c"]
    );
    assert_eq!(records("x", "\"name\",\"note\"\n1,2\n"), ["name=1 note=2"]);
    assert_eq!(
        records("x", "[INFO] one\n[INFO] two\n"),
        ["line=[INFO] one", "line=[INFO] two"]
    );

    let deep = "[".repeat(200) + &"]".repeat(200);
    for (bad, place) in [
        ("1e999", "2:13: number out of range"),
        (r#""\ud800""#, "2:"),
        (&deep, "2:134: recursion limit"),
        ("\n\n 01", "4:3: invalid number"),
        ("nul", "2:"),
        ("\"\t\"", "2:10: control character"),
    ] {
        let text = format!("[{{\"a\": \"1\"}},\n {{\"b\": [{bad}]}} , {{\"a\": \"2\"}}]");
        for text in [text.clone(), text[1..text.len() - 1].replace(',', "")] {
            let (outcome, kept) = read_file("x.json", &text);
            assert_eq!(
                (kept.records, outcome.bad),
                (vec!["a=1".into(), "a=2".into()], 1)
            );
            assert_eq!(kept.names, ["a"]);
            let fault = outcome.first_bad.unwrap().to_string();
            assert!(fault.contains(&format!("x.json:{place}")), "{fault}");
        }
    }
    let (outcome, _) = read_file("x.json", b"[\"a\",\n [\"\xFF\"], 1]");
    let fault = outcome.first_bad.unwrap().to_string();
    assert!(fault.contains("x.json:2:4: it is not UTF-8; "), "{fault}");
    // A value may be longer than any buffer.
    let long = format!("[\n\"{}\"\n]", "x".repeat(300_000));
    assert_eq!(records("x.json", &long)[0].len(), 300_006);
}

#[test]
fn bad_records_are_counted_and_deliver_nothing_or_are_fatal_if_asked() {
    let lines = b"{\"a\":\"1\"}\n{\"new\":\"2\", \"b\":\nx\n{\"a\":\"\xFF\"}\n\
                  {\"a\":\"3\"} {}\n01\n{\"a\":\"4\"}\n";
    let eof = "x.jsonl:2:16: EOF while parsing a value; each line must be";
    let rows = b"a,b\n1,2\n3\n4,5,6\n\xFF,7\n8,9\n";
    let row = "x.csv:3:1: the row has 1 cells, and the first row 2; ";
    let elements = b"[{\"a\":\"1\"}, x, {\"new\":1e999}, {\"a\":\"2\"}]";
    let utf8 = "x.txt:2:2: it is not UTF-8; ";
    let element = "x.json:1:13: expected value; mend it, or name another --format";
    for (name, bytes, good, bad, expected) in [
        ("x.jsonl", &lines[..], ["a=1", "a=4"], 5, eof),
        ("x.csv", rows, ["a=1 b=2", "a=8 b=9"], 3, row),
        ("x.txt", b"one\nt\xFFo\n3", ["line=one", "line=3"], 1, utf8),
        ("x.json", elements, ["a=1", "a=2"], 2, element),
    ] {
        let (outcome, kept) = read_file(name, bytes);
        assert_eq!(outcome.bad, bad);
        assert_eq!(kept.records, good);
        assert!(!kept.names.contains(&"new".to_owned()));
        let fatal = read_to(name, bytes, "--strict").unwrap_err();
        for fault in [outcome.first_bad.unwrap().to_string(), fatal] {
            assert!(fault.contains(expected), "{fault}");
        }
    }
}

#[test]
fn faults_of_files_say_what_where_and_what_to_do() {
    let first = ": no record could be read; the first: ";
    let value = format!("{first}x.jsonl:1:1: expected value; ");
    let none = ": there is no record in it; is it the right file?";
    let parquet =
        ": it is Parquet; convert it to JSON, such as by `duckdb -json -c \"select * from 'x";
    let binary = ": it is binary; name its format with --format: jsonl, json, csv,";
    let cut = ": the array or the value here has no end; is the file cut short, or is";
    let end = |place: &str| format!(":{place}{cut}");
    let zip = ": it is a ZIP file or a workbook; unpack it, or save its sheet as CSV";
    let zstd = ": it is zstd; unpack it into a pipe: `zstd -dc FILE | string-kit advise -`";
    let sequence = ": it is a JSON text sequence; remove the byte before each value";
    let xml = ": values of this kind of file are not read; convert it to JSON or CSV; --format";
    let mac = ": its lines end by \\r alone; end them as other systems do: `tr '\\r' '\\n'`";
    let zero = format!("{first}x.csv:2:1: the row has a byte 0; mend it");
    for (name, bytes, expected) in [
        ("x.jsonl", &b""[..], none),
        ("x.jsonl", b" \n\n", none),
        ("x.json", b"[]", none),
        ("x.csv", b"a,b\n", none),
        ("x.txt", b"", none),
        ("x", b"\x7FELF\0\0", binary),
        ("x", b"PAR1\x15\0", parquet),
        ("x.jsonl", b"PAR1\x15\0", parquet),
        ("x.csv", b"PK\x03\x04", zip),
        ("x.csv", b"a,b\r1,2\r", mac),
        ("x.csv", b"\x28\xB5\x2F\xFD", zstd),
        ("x", b"\x1E{}\n", sequence),
        ("x.xml", b"<a>b</a>\n", xml),
        ("x.csv", b"a,b\n1,\0\n", &zero),
        ("x.jsonl", b"x\ny\n", &value),
        ("x.json", b"[{\"a\": \"1\"},\n {]", &end("2:2")),
        ("x.json", b"{} \"x", &end("1:4")),
        ("x.json", b"{} [1", &end("1:5")),
    ] {
        let fault = fault(name, bytes);
        assert!(fault.starts_with(&format!("{name}{expected}")), "{fault}");
        assert!(!fault.contains('\n') && fault.contains("; "), "{fault}");
    }
}

#[test]
fn texts_beyond_the_most_fields_and_names_are_counted() {
    let pairs = |range: std::ops::Range<usize>| {
        let pairs: Value = range.map(|at| (format!("k{at}"), "x")).collect();
        pairs.to_string()
    };
    let count = MOST_FIELDS;
    let lines = [
        pairs(0..count + 1),
        pairs(0..count + 1),
        pairs(0..count + 1),
        pairs(0..1),
    ];
    let (outcome, kept) = read_file("x.jsonl", lines.join("\n"));
    assert_eq!((outcome.ignored, kept.names.len()), (3, MOST_FIELDS));
    assert_eq!(kept.records[3], "k0=x");
}

const NAMES: [&str; 3] = ["a", "b \"c\"", "d"];

/// Returns a file of these records in each format.
fn written(rows: &[[String; 3]]) -> [(&'static str, Vec<u8>); 4] {
    let object = |row: &[String; 3]| NAMES.into_iter().zip(row.clone()).collect();
    let objects: Vec<Value> = rows.iter().map(object).collect();
    let lines: Vec<String> = objects.iter().map(ToString::to_string).collect();
    let table = |delimiter| {
        let mut builder = csv::WriterBuilder::new();
        let mut csv = builder.delimiter(delimiter).from_writer(Vec::new());
        csv.write_record(NAMES).unwrap();
        for row in rows {
            csv.write_record(row).unwrap();
        }
        csv.into_inner().unwrap()
    };
    [
        ("jsonl", lines.join("\n").into()),
        ("json", serde_json::to_vec_pretty(&objects).unwrap()),
        ("csv", table(b',')),
        ("tsv", table(b'\t')),
    ]
}

proptest! {
    #[test]
    fn records_of_every_format_are_read_back_and_a_file_cut_at_any_byte_gives_records_or_a_fault(
        rows in prop::collection::vec(prop::array::uniform3("[ -~é\t\r\n\"\\\\]{0,12}"), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let [a, b, c] = NAMES;
        let record = |[x, y, z]: &[String; 3]| format!("{a}={x} {b}={y} {c}={z}");
        let expected: Vec<String> = rows.iter().map(record).collect();
        for (format, bytes) in written(&rows) {
            let flags = format!("--strict --quotes enclose --format {format}");
            let (_, kept) = read_to("x", &bytes, &flags).unwrap();
            prop_assert_eq!(&kept.records, &expected, "{:?}", format);
            let part = &bytes[..cut.index(bytes.len())];
            if let Ok((_, kept)) = read_to("x", part, "") {
                prop_assert!(!kept.records.is_empty());
            }
        }
    }
}
