//! Files of all formats, good and bad, and the records that are read from them.

use std::fs;
use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use serde_json::Value;

use super::receiver::MOST_FIELDS;
use super::{Format, Options, Outcome, Quotes, Sink, Source, read};

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
fn read_to(
    name: &str,
    bytes: impl AsRef<[u8]>,
    options: Options,
) -> Result<(Outcome, Kept), String> {
    let mut kept = Kept::default();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let source = Source::open(&path, 4 << 20);
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
        let said = outcome.quotes.unwrap();
        assert!(
            said.contains("was read as a part of the text; --quotes enclose"),
            "{said}"
        );
        let (outcome, unnamed) = read_file("x", &tsv);
        assert!(outcome.guess.unwrap().contains("was read as tsv"));
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
        assert_eq!(outcome.quotes.is_some(), text == "a\nb");
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
        (kept.records, outcome.quotes.unwrap_or_default())
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
    assert!(read_file("x.csv", csv).0.quotes.unwrap().contains(expected));
    let csv = "a,b\n\"1\",\"2\"\n";
    assert_eq!(as_read("x.csv", csv, Quotes::Text).0, ["a=\"1\" b=\"2\""]);
    assert_eq!(read_file("x.csv", csv).0.quotes, None);
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
    // Gzip data may have several members.
    let members = [b"a\tb\n", b"1\t2\n"].map(|part| {
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        member.write_all(part).unwrap();
        member.finish().unwrap()
    });
    let packed = members.concat();
    assert_eq!(records("x.tsv.GZ", &packed), ["a=1 b=2"]);
    for bytes in [&packed[..packed.len() - 9], b"a\tb\n1\t2\n"] {
        let fault = fault("x.tsv.gz", bytes);
        assert!(fault.contains("not whole gzip data"), "{fault}");
    }
}

#[test]
fn bad_records_are_counted_and_deliver_nothing_or_are_fatal_if_asked() {
    let lines = b"{\"a\":\"1\"}\n{\"new\":\"2\", \"b\":\n[\"x\"]\n{\"a\":\"\xFF\"}\n\
                  {\"a\":\"3\"} {}\n7\n{\"a\":\"4\"}\n";
    let eof = "x.jsonl:2:16: EOF while parsing a value; each line must be";
    let rows = b"a,b\n1,2\n3\n4,5,6\n\xFF,7\n8,9\n";
    let row = "x.csv:3:1: the row has 1 cells, and the header line 2; ";
    let elements = br#"[{"a":"1"}, "a", ["b"], {"a":"2"}]"#;
    let utf8 = "x.txt:2:2: it is not UTF-8; ";
    let element = ": element 2 is not an object; an array of objects";
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
    let object = format!("{first}x.jsonl:1:1: it is not an object; ");
    let none = ": there is no record in it; is it the right file?";
    let parquet =
        ": it is Parquet; convert it to JSON, such as by `duckdb -json -c \"select * from 'x";
    let binary = ": it is binary; name its format with --format: jsonl, json, csv,";
    let several = ": its first object spans several lines; read it with --format json";
    let array = ":1:4: expected value; an array of objects is needed";
    let integer = ":1:1: invalid type: integer `7`, expected an array or an object; ";
    for (name, bytes, expected) in [
        ("x.jsonl", &b""[..], none),
        ("x.jsonl", b" \n\n", none),
        ("x.json", b"[]", none),
        ("x.csv", b"a,b\n", none),
        ("x.txt", b"", none),
        ("x", b"\x7FELF\0\0", binary),
        ("x", b"PAR1\x15\0", parquet),
        ("x.jsonl", b"PAR1\x15\0", parquet),
        ("x.csv", b"\xFF\xFEa\0", ": it is UTF-16; save it as UTF-8"),
        ("x.jsonl", b"x\ny\n", &value),
        ("x.jsonl", b"[1]", &object),
        ("x", b"{\n \"a\": 1\n}\n", several),
        ("x.json", b"[{\"a\": \"1\"},\n {]", ":2:3: "),
        ("x.json", b"{} x", array),
        ("x.json", b"7", integer),
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
    let lines = [pairs(0..most - 1), pairs(most - 1..most + 3), pairs(0..1)];
    let (outcome, kept) = read_file("x.jsonl", lines.join("\n"));
    assert_eq!((outcome.ignored, kept.names.len()), (3, MOST_FIELDS));
    assert_eq!(kept.records[2], "k0=x");
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
            let (_, kept) = read_to("x", &bytes, strict(Some(format))).unwrap();
            prop_assert_eq!(&kept.records, &expected, "{:?}", format);
            let part = &bytes[..cut.index(bytes.len())];
            if let Ok((_, kept)) = read_to("x", part, Options::default()) {
                prop_assert!(!kept.records.is_empty());
            }
        }
    }
}
