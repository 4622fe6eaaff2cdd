//! Files of all formats, good and bad, and the records that are read from them.

use std::fs;
use std::io::Write;

use bzip2::write::BzEncoder;
use encoding_rs::{Encoding, SHIFT_JIS, WINDOWS_1252};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::Value;

use super::receiver::MOST_FIELDS;
use super::{Format, Options, Outcome, Quotes, Sink, Source, read};

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

/// Reads a file of these bytes. The fault does not name its folder.
#[allow(clippy::needless_pass_by_value)] // Tests make options in place.
fn read_to(
    name: &str,
    bytes: impl AsRef<[u8]>,
    options: Options,
) -> Result<(Outcome, Kept), String> {
    read_encoded(name, bytes, None, &options)
}

fn read_encoded(
    name: &str,
    bytes: impl AsRef<[u8]>,
    encoding: Option<&'static Encoding>,
    options: &Options,
) -> Result<(Outcome, Kept), String> {
    let mut kept = Kept::default();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let source = Source::open(&path, encoding, 4 << 20);
    match source.and_then(|source| read(source, options, &mut kept)) {
        Ok(outcome) => Ok((outcome, kept)),
        Err(fault) => {
            let folder = format!("{}/", folder.path().display());
            Err(fault.to_string().replace(&folder, ""))
        }
    }
}

#[track_caller]
fn read_file(name: &str, bytes: impl AsRef<[u8]>) -> (Outcome, Kept) {
    read_to(name, bytes, Options::default()).unwrap()
}

/// Returns the records of a file that has no bad one.
#[track_caller]
fn records(name: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
    let (outcome, kept) = read_file(name, bytes);
    assert_eq!((outcome.bad, outcome.ignored), (0, 0), "{outcome:?}");
    kept.records
}

fn strict(format: Option<Format>) -> Options {
    Options {
        format,
        is_strict: true,
        ..Options::default()
    }
}

#[track_caller]
fn fault(name: &str, bytes: impl AsRef<[u8]>) -> String {
    read_to(name, bytes, Options::default()).unwrap_err()
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
    let tsv = "name\tnote\nAnn\ta, b\n\t\"say \"\"hi\"\"\nthere\"\n";
    assert_eq!(records("x.tsv", tsv), expected);
    assert_eq!(records("x.csv", ",a\n1,2\n"), ["column 1=1 a=2"]);
}

/// Films, places and sentences are written so: a quotation mark is a part of the text.
#[test]
fn quotation_marks_of_tsv_are_text_unless_its_first_lines_show_otherwise() {
    let films = "id\ttitle\n1\t\"Crocodile\" Dundee\n2\tAlien\n3\t\"Heat\"\n4\t\"Not closed\n";
    let texts = ["\"Crocodile\" Dundee", "Alien", "\"Heat\"", "\"Not closed"];
    for lines in [1, 2_500] {
        let tsv = format!(
            "id\ttitle\n{}",
            films.split_once('\n').unwrap().1.repeat(lines)
        );
        let (outcome, kept) = read_file("x.tsv", &tsv);
        let titles = kept
            .records
            .iter()
            .map(|record| record.split_once("title=").unwrap().1);
        assert!(titles.eq(texts.into_iter().cycle().take(4 * lines)));
        assert_eq!(outcome.bad, 0);
        let said = outcome.notes.concat();
        assert!(
            said.contains("was read as a part of the text; --quotes enclose"),
            "{said}"
        );
        let (outcome, unnamed) = read_file("x", &tsv);
        assert!(outcome.notes.concat().contains("was read as tsv"));
        assert_eq!(unnamed.records, kept.records);
    }
    let header = "\"id\"\t\"text\"\n1\t\"a\"\n";
    let doubled = "id\ttext\n1\t\"say \"\"a\"\"\"\n";
    let lines = "id\ttext\n1\t\"a\nb\"\n";
    let delimiters = "id\ttext\n1\t\"a\tb\"\n";
    for (tsv, text) in [
        (header, "a"),
        (doubled, "say \"a\""),
        (lines, "a\nb"),
        (delimiters, "a\tb"),
    ] {
        let (outcome, kept) = read_file("x.tsv", tsv);
        assert_eq!(kept.records, [format!("id=1 text={text}")]);
        assert_eq!(!outcome.notes.is_empty(), text == "a\nb");
    }
    let (outcome, kept) = read_file("x.tsv", format!("{header}2\n"));
    assert_eq!(
        (outcome.bad, &*kept.records),
        (1, &["id=1 text=a".to_owned()][..])
    );
    // Neither reading has rows of one length: the marks are the rest of a line's text.
    let ragged = "id\ttext\n1\t\"a\n2\n3\tb\" c\n";
    let (outcome, kept) = read_file("x.tsv", ragged);
    assert_eq!(kept.records, ["id=1 text=\"a", "id=3 text=b\" c"]);
    assert!(
        outcome
            .first_bad
            .unwrap()
            .to_string()
            .contains("(--quotes enclose)")
    );
}

#[test]
fn a_flag_says_what_quotation_marks_mean_and_those_that_do_not_enclose_a_cell_are_said() {
    let as_read = |file: &str, text: &str, quotes| {
        let options = Options {
            quotes: Some(quotes),
            ..Options::default()
        };
        let (outcome, kept) = read_to(file, text, options).unwrap();
        (kept.records, outcome.notes.concat())
    };
    let tsv = "a\tb\n\"1\t2\n3\"\t4\n\"5\"6\t7\n";
    let (records, said) = as_read("x.tsv", tsv, Quotes::Text);
    assert_eq!(records, ["a=\"1 b=2", "a=3\" b=4", "a=\"5\"6 b=7"]);
    assert_eq!(said, "");
    let (records, said) = as_read("x.tsv", tsv, Quotes::Enclose);
    assert_eq!(records, ["a=1\t2\n3 b=4", "a=56 b=7"]);
    assert!(
        said.contains("x.tsv has 2 cells in quotation marks that go over line ends"),
        "{said}"
    );
    assert!(
        said.contains("the first in line 2; --quotes text"),
        "{said}"
    );

    let csv = "a,b\n\"1\n2\",\"3\"\n\"4\" 5,6\n7,\"8\n9,10\n";
    let (records, said) = as_read("x.csv", csv, Quotes::Enclose);
    assert_eq!(records, ["a=1\n2 b=3", "a=4 5 b=6", "a=7 b=8\n9,10\n"]);
    // The cell that goes over a line end and is closed well is not among them.
    let expected = "x.csv has 2 cells in quotation marks that";
    assert!(
        said.contains(expected) && said.contains("the first in line 4"),
        "{said}"
    );
    assert!(read_file("x.csv", csv).0.notes.concat().contains(expected));
    let csv = "a,b\n\"1\",\"2\"\n";
    assert_eq!(as_read("x.csv", csv, Quotes::Text).0, ["a=\"1\" b=\"2\""]);
    assert!(read_file("x.csv", csv).0.notes.is_empty());
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
    let options = strict(Some(Format::Lines));
    let (_, kept) = read_to("x.csv", "a\0,b\n", options).unwrap();
    assert_eq!(kept.records, ["line=a\0,b"]);
    let table = "\u{feff}a,b\n".to_owned() + &"1,22222\n".repeat(2_000);
    assert_eq!(records("x", table), vec!["a=1 b=22222"; 2_000]);
}

/// Returns the bytes as gzip, bzip2 and zstd.
fn packed(bytes: &[u8]) -> [Vec<u8>; 3] {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    let mut bzip2 = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(bytes).unwrap();
    let zstd = compress_to_vec(bytes, CompressionLevel::Fastest);
    [gzip.finish().unwrap(), bzip2.finish().unwrap(), zstd]
}

#[test]
fn compressed_data_are_known_by_their_first_bytes_and_may_have_several_members() {
    // The size of a frame that pzstd writes before it.
    let skipped = b"\x50\x2A\x4D\x18\x04\0\0\0\x0D\0\0\0";
    let parts = [packed(b"a\tb\n"), packed(b"1\t2\n"), packed(b"")];
    for kind in 0..3 {
        let members: Vec<u8> = parts.iter().flat_map(|part| part[kind].clone()).collect();
        for name in ["x", "x.tsv", "x.TSV.gz", "x.tsv.zst"] {
            assert_eq!(records(name, &members), ["a=1 b=2"], "{name}");
        }
        assert_eq!(records("x", [skipped, &members[..]].concat()), ["a=1 b=2"]);
        for rest in [&b"\0\0\0"[..], b"\x1F"] {
            let (outcome, kept) = read_file("x.tsv", [&members, rest].concat());
            assert_eq!(kept.records, ["a=1 b=2"]);
            assert!(
                outcome.notes[0].contains("other bytes behind"),
                "{outcome:?}"
            );
        }
        let [first, second, _] = &parts;
        let cut = [&first[kind], &second[kind][..second[kind].len() - 1]].concat();
        let fault = fault("x.tsv", cut);
        assert!(fault.contains("x.tsv: it is not whole "), "{fault}");
    }
    // The name alone decides nothing.
    assert_eq!(records("x.tsv.gz", "a\tb\n1\t2\n"), ["a=1 b=2"]);
}

#[test]
fn large_windows_of_zstd_are_read_and_none_is_called_damage() {
    // A frame of one raw block. The window is a power of two from 1 KiB, in the upper five bits.
    let frame = |window: u8| {
        let head = [0x28, 0xB5, 0x2F, 0xFD, 0, window << 3];
        [&head[..], &[8 << 3 | 1, 0, 0], b"a\tb\n1\t2\n"].concat()
    };
    for window in [0, 17, 20, 21] {
        assert_eq!(records("x.tsv.zst", frame(window)), ["a=1 b=2"]);
    }
    let remedy = "too large; unpack it by `zstd -d --long=31`";
    for (window, size) in [(22, "4096 MiB"), (31, "2097152 MiB")] {
        let fault = fault("x.zst", frame(window));
        assert!(
            fault.contains(&format!("its window of {size} is {remedy}")),
            "{fault}"
        );
    }
    let dictionary = [0x28, 0xB5, 0x2F, 0xFD, 1, 0, 7, 1, 0, 0];
    let fault = fault("x.zst", dictionary);
    assert!(
        fault.contains("it needs the dictionary 7 of zstd; "),
        "{fault}"
    );
}

#[test]
fn files_are_utf_8_or_utf_16_or_of_the_encoding_that_is_named() {
    let table = "città,note\nRoma,ü\n";
    let expected = ["città=Roma note=ü"];
    let little: Vec<u8> = table.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = table.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [b"\xFF\xFE", &little[..]].concat();
    for bytes in [&little, &big, &marked, &[b"\xFE\xFF", &big[..]].concat()] {
        assert_eq!(records("x", bytes), expected);
        assert_eq!(records("x.csv", &packed(bytes)[0]), expected);
    }
    let read_in = |encoding, bytes: &[u8]| {
        let (outcome, kept) =
            read_encoded("x.csv", bytes, Some(encoding), &Options::default()).unwrap();
        (
            kept.records,
            outcome.first_bad.map(|fault| fault.to_string()),
        )
    };
    let (latin, ..) = WINDOWS_1252.encode(table);
    let fatal = fault("x.csv", &latin);
    assert!(fatal.contains(":1:1: cell 1 is not UTF-8; name its encoding: --encoding latin1"));
    assert_eq!(
        read_in(WINDOWS_1252, &latin),
        (expected.map(Into::into).to_vec(), None)
    );
    // The mark of a file counts more than the name of an encoding.
    assert_eq!(read_in(WINDOWS_1252, &marked).0, expected);
    let (records, bad) = read_in(SHIFT_JIS, b"a\n\x93\x8C\x8B\x9E\n\xFF\n1\n");
    assert_eq!(records, ["a=東京", "a=1"]);
    assert!(
        bad.unwrap()
            .contains(":3:1: cell 1 is not Shift_JIS; is it another")
    );
    // A letter that is cut is bad as well.
    assert!(read_in(SHIFT_JIS, b"a\n1\n\x93").1.is_some());
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
    let options = Options {
        delimiter: Some(b':'),
        ..Options::default()
    };
    let (_, kept) = read_to("x", "id:city\n1:a,b\n", options).unwrap();
    assert_eq!(kept.records, ["id=1 city=a,b"]);
}

#[test]
fn comments_before_the_header_of_a_table_are_skipped_and_counted() {
    for start in ["# export of 2024\n#, by me\n", "#\n\n# a;b\n"] {
        let table = format!("{start}id;note\n1;#2\n#3\n#4;5\n");
        let (outcome, kept) = read_file("x.csv", &table);
        assert_eq!(kept.records, ["id=1 note=#2", "id=#4 note=5"]);
        let bad = outcome.first_bad.unwrap().to_string();
        let line = start.lines().count() + 3;
        assert!(
            bad.contains(&format!("x.csv:{line}:1: the row has 1 cells")),
            "{bad}"
        );
    }
    let (outcome, kept) = read_file("x", "## of 2024\n#id\tnote\n1\t2\n");
    assert_eq!(kept.records, ["#id=1 note=2"]);
    assert!(
        outcome.notes[0].contains("comments before its header: lines 1 to 1"),
        "{outcome:?}"
    );
    assert_eq!(records("x.txt", "# a\nb\n"), ["line=# a", "line=b"]);
    assert_eq!(records("x", "# a\nb\n"), ["line=# a", "line=b"]);
}

#[test]
fn lines_may_end_as_those_of_old_macs() {
    assert_eq!(records("x", "one\rtwo\r"), ["line=one", "line=two"]);
    assert_eq!(records("x.csv", "# of 2024\ra;b\r1;2\r"), ["a=1 b=2"]);
    assert_eq!(
        records("x", "{\"a\":\"1\"}\r{\"a\":\"2\"}\r"),
        ["a=1", "a=2"]
    );
    assert_eq!(
        records("x", "one\rtwo\r\nthree"),
        ["line=one\rtwo", "line=three"]
    );
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
    let element = "x.json:1:13: expected value; mend it";
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
        let fatal = read_to(name, bytes, strict(None)).unwrap_err();
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
    let most = MOST_FIELDS;
    let lines = [
        pairs(0..most + 1),
        pairs(0..most + 1),
        pairs(0..most + 1),
        pairs(0..1),
    ];
    let (outcome, kept) = read_file("x.jsonl", lines.join("\n"));
    assert_eq!((outcome.ignored, kept.names.len()), (3, MOST_FIELDS));
    assert_eq!(kept.records[3], "k0=x");
}

const NAMES: [&str; 3] = ["a", "b \"c\"", "d"];

/// Returns a file of these records in each format.
fn written(rows: &[[String; 3]]) -> [(Format, Vec<u8>); 4] {
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
        (Format::Jsonl, lines.join("\n").into()),
        (Format::Json, serde_json::to_vec_pretty(&objects).unwrap()),
        (Format::Csv, table(b',')),
        (Format::Tsv, table(b'\t')),
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
            // The dialect is named: any text may look like another.
            let options = Options {
                skip_lines: Some(0),
                no_header: Some(false),
                null: Some("\0".to_owned()),
                ..strict(Some(format))
            };
            let (_, kept) = read_to("x", &bytes, options).unwrap();
            prop_assert_eq!(&kept.records, &expected, "{:?}", format);
            let part = &bytes[..cut.index(bytes.len())];
            if let Ok((_, kept)) = read_to("x", part, Options::default()) {
                prop_assert!(!kept.records.is_empty());
            }
        }
    }
}
