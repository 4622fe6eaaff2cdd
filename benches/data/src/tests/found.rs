//! Files as people have them: what their bytes show, and what flags say of them.

use super::*;

/// Reads a file without a bad record, and returns its records and all that is said of it.
#[track_caller]
fn said(name: &str, text: &str, options: Options) -> (Vec<String>, String) {
    let (outcome, kept) = read_to(name, text, options).unwrap();
    assert_eq!((outcome.bad, outcome.ignored), (0, 0), "{outcome:?}");
    (kept.records, outcome.sentences().join(" "))
}

#[track_caller]
fn found(name: &str, text: &str) -> (Vec<String>, String) {
    said(name, text, Options::default())
}

/// Returns a text of so many parts.
fn repeated(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().concat()
}

#[track_caller]
fn assert_said(said: &str, expected: &str) {
    assert!(said.contains(expected), "{said}");
}

#[test]
fn the_bytes_decide_before_the_extension_and_the_report_says_so() {
    let stops = "stop_id,stop_name,stop_lat\nA1,\"Main St, East\",1.5\nA2,Elm,2.5\n";
    let line = "{\"a\":\"1\"}\n{\"a\":\"2\"}\n";
    let tabs = "a\tb\n1\t2, 3\n";
    for (file, text, count, first, format) in [
        (
            "stops.txt",
            stops,
            2,
            "stop_id=A1 stop_name=Main St, East stop_lat=1.5",
            "csv",
        ),
        (
            "stops.json",
            stops,
            2,
            "stop_id=A1 stop_name=Main St, East stop_lat=1.5",
            "csv",
        ),
        (
            "x.tsv",
            stops,
            2,
            "stop_id=A1 stop_name=Main St, East stop_lat=1.5",
            "csv",
        ),
        ("x.log", line, 2, "a=1", "jsonl"),
        ("x.csv", line, 2, "a=1", "jsonl"),
        ("x.txt", tabs, 1, "a=1 b=2, 3", "tsv"),
        ("x.txt", "[{\"a\":\"1\"},\n{\"a\":\"2\"}]", 2, "a=1", "json"),
        ("x.jsonl", "{\"a\":\n\"1\"}", 1, "a=1", "json"),
    ] {
        let (records, said) = found(file, text);
        assert_eq!((records.len(), &*records[0]), (count, first));
        assert_said(
            &said,
            &format!("{file} was read as {format}, by its first lines; --format"),
        );
    }
    // A name that fits counts, and so does one whose bytes show nothing.
    for (file, text, first) in [
        ("x.csv", "a\tb\n1\t2\n3\t4\n", "a=1 b=2"),
        ("x.csv", "\"a\"\n\"b\"\n", "a=b"),
        ("x.tsv", "a\tb, c\n1\t2, 3\n", "a=1 b, c=2, 3"),
        ("x.json", line, "a=1"),
        ("x.txt", "Smith, John\nDoe, Jane\n", "line=Smith, John"),
        (
            "x.txt",
            "One, two.\nThree\nFour, five, six\n",
            "line=One, two.",
        ),
    ] {
        let (records, said) = found(file, text);
        assert_eq!((&*records[0], &*said), (first, ""));
    }
    let (records, _) = said("stops.txt", stops, strict(Some(Format::Lines)));
    assert_eq!(records[0], "line=stop_id,stop_name,stop_lat");
}

#[test]
fn the_line_of_a_fault_is_that_of_the_file() {
    for (text, line) in [
        ("a,b\r\nx,y\r\nz\r\n", 3),
        ("a,b\nx,y\nz\n", 3),
        ("\n\na,b\n\n\nx,y\n\nz\n", 8),
        ("\r\n\r\na,b\r\n\r\nx,y\r\n\r\nz\r\n", 7),
        ("a,b\r\n\"x\r\n\r\n1\",y\r\nz\r\n", 5),
        ("a,b\n\"x\n1\",\"y\n2\"\n\nz", 6),
        ("# of 2024\r\na,b\r\nx,y\r\nz\r\n", 4),
        ("a,b\rx,y\rz\r", 3),
    ] {
        let (outcome, kept) = read_file("x.csv", text);
        let fault = outcome.first_bad.unwrap().to_string();
        assert_said(
            &fault,
            &format!("x.csv:{line}:1: the row has 1 cells, and the first row 2"),
        );
        assert_eq!(kept.records.len(), 1);
    }
    let long = "a,b\r\n".to_owned() + &"x,\"y\r\ny\"\r\n".repeat(30_000) + "z\r\n";
    let fault = read_file("x.csv", long).0.first_bad.unwrap().to_string();
    assert_said(&fault, "x.csv:60002:1: ");
    let fault = read_file("x.csv", b"a,b\r\nx,y\r\n\xFF,z\r\n")
        .0
        .first_bad
        .unwrap()
        .to_string();
    assert_said(&fault, "x.csv:3:1: cell 1 is not UTF-8");
}

#[test]
fn the_first_line_of_excel_names_the_delimiter() {
    for (start, sign) in [
        ("sep=;\r\n", ";"),
        ("SEP=,\n", ","),
        ("\"sep=|\"\r\n", "|"),
        ("sep=\t\n", "\t"),
    ] {
        let table = "a;b\n1.5;2\nx;3\n".replace(';', sign);
        for file in ["x", "x.csv", "x.txt"] {
            let (records, _) = found(file, &format!("{start}{table}"));
            assert_eq!(records, ["a=1.5 b=2", "a=x b=3"]);
        }
    }
    let fault = read_file("x.csv", "sep=;\na;b\n1;2\n3\n")
        .0
        .first_bad
        .unwrap()
        .to_string();
    assert_said(&fault, "x.csv:4:1: ");
}

#[test]
fn a_table_without_a_header_is_noticed_or_named() {
    let streets = repeated(800, |row| {
        format!("Castle Road {row},{}\n", ["North", "South"][row % 2])
    });
    for (text, count, first) in [
        (&*streets, 800, "column 1=Castle Road 0 column 2=North"),
        ("Ann,7\nBob,8\nEve,9\n", 3, "column 1=Ann column 2=7"),
        (
            "2026-01-01,x,true\n2026-01-02,y,false\n2026-01-03,z,true\n",
            3,
            "column 1=2026-01-01 column 2=x column 3=true",
        ),
        ("1990,x\n1980,y\n1970,z\n", 3, "column 1=1990 column 2=x"),
        ("1.5,2\n3,4\n5,6\n", 3, "column 1=1.5 column 2=2"),
    ] {
        for file in ["x", "x.csv"] {
            let (records, said) = found(file, text);
            assert_eq!((records.len(), &*records[0]), (count, first));
            assert_said(&said, "has no header line");
        }
        let header = Options {
            no_header: Some(false),
            ..strict(Some(Format::Csv))
        };
        let (records, told) = said("x", text, header);
        assert_eq!((records.len(), &*told), (count - 1, ""));
    }
    let named = Options {
        no_header: Some(true),
        ..Options::default()
    };
    assert_eq!(
        said("x.csv", "a,b\nc,d\n", named).0,
        ["column 1=a column 2=b", "column 1=c column 2=d"]
    );
    // Years are names of columns, and a header that comes again is one.
    for text in [
        "country,2019,2020\nFrance,1,2\nItaly,3,4\n",
        "name,age\nAnn,7\nname,age\nBob,8\nname,age\nEve,9\nname,age\n",
        "name,note\nAnn,x\nBob,x\nEve,x\n",
        "1,2\n3,4\n",
    ] {
        let (_, said) = found("x.csv", text);
        assert!(!said.contains("header"), "{said}");
    }
}

#[test]
fn cells_that_stand_for_no_value_are_empty() {
    let table = "name,age,day\nNA,NA,NULL\n\\N,\\N,2026-01-01\nAnn,7,2026-01-02\n";
    let (records, said_of_it) = found("x.csv", table);
    assert_eq!(
        records,
        [
            "name=NA age= day=",
            "name= age= day=2026-01-01",
            "name=Ann age=7 day=2026-01-02"
        ]
    );
    assert_said(
        &said_of_it,
        "stand for no value, and were read as empty: NA, NULL, \\N; --null",
    );
    let named = Options {
        null: Some("-".to_owned()),
        ..Options::default()
    };
    let (records, told) = said("x.csv", "a,b\n-,1\n\\N,-\nx,2\n", named);
    assert_eq!(
        (records, &*told),
        (
            vec!["a= b=1".into(), "a=\\N b=".into(), "a=x b=2".into()],
            ""
        )
    );
    // A country, and words.
    let (records, told) = found("x.csv", "country,word\nNA,NULL\nFR,none\n");
    assert_eq!((&*records[0], &*told), ("country=NA word=NULL", ""));
}

#[test]
fn title_lines_before_the_header_are_left_out() {
    let bank = "\"Source\",\"World Development\"\n\n\"Updated\",\"2017-03-01\"\n\n\
                \"Name\",\"Code\",\"1960\"\nAruba,ABW,1\nChad,TCD,2\n";
    let padded = "Budget of 2024,,\n,,\nName,Code,1960\nAruba,ABW,1\nChad,TCD,2\n";
    let spaced = "Report\r\n\r\nName;Code;1960\r\nAruba;ABW;1\r\nChad;TCD;2\r\n";
    let trailing = "\"Source\",\"World Development\",\r\n\r\n\"Updated\",\"2017-03-01\",\r\n\r\n\
                    \"Name\",\"Code\",\"1960\",\"1961\",\r\n\"Aruba\",\"ABW\",\"\",\"1\",\r\n\
                    \"Chad\",\"TCD\",\"\",\"2\",\r\n";
    let (records, _) = found("x.csv", trailing);
    assert_eq!(records[1], "Name=Chad Code=TCD 1960= 1961=2 column 5=");
    for (text, lines) in [(bank, "1 to 4"), (padded, "1 to 2"), (spaced, "1 to 2")] {
        for file in ["x.csv", "x.txt"] {
            let (records, said) = found(file, text);
            assert_eq!(
                records,
                ["Name=Aruba Code=ABW 1960=1", "Name=Chad Code=TCD 1960=2"]
            );
            assert_said(
                &said,
                &format!("a title before its header, which was left out: lines {lines}"),
            );
        }
        let (outcome, _) = read_file("x.csv", format!("{text}cut\n"));
        let line = text.lines().count() + 1;
        assert_said(
            &outcome.first_bad.unwrap().to_string(),
            &format!("x.csv:{line}:1: "),
        );
    }
    let options = |count| Options {
        skip_lines: Some(count),
        ..Options::default()
    };
    let (records, told) = said("x.csv", "a,b\nc,d\n1,2\n", options(1));
    assert_eq!((records, &*told), (vec!["c=1 d=2".to_owned()], ""));
    assert_eq!(said("x.csv", "# a,b\n1,2\n", options(0)).0, ["# a=1 b=2"]);
    let (outcome, kept) = read_to("x.csv", "T\na,b\n1,2\n", options(0)).unwrap_or_default();
    assert!(outcome.bad == 0 && kept.records.is_empty());
    // Rows that are cut, an index without a name, and one column are no titles.
    assert_eq!(found("x.csv", ",a,b\n0,x,y\n1,z,w\n").0.len(), 2);
    assert_eq!(
        found("x.csv", "name\nAnn\nBob\n").0,
        ["name=Ann", "name=Bob"]
    );
}

#[test]
fn text_sequences_and_comments_of_json_are_read() {
    let sequence = "\u{1e}{\"a\":\n \"1\"}\n\u{1e}{\"a\":\"2\"}\n\u{1e}[{\"a\":\"3\"}]\n";
    for file in ["x", "x.json", "x.jsonl", "x.json-seq"] {
        assert_eq!(found(file, sequence).0, ["a=1", "a=2", "a=3"]);
    }
    // A value that is cut costs no other.
    let (outcome, kept) = read_file("x", "\u{1e}{\"a\":\"1\n\u{1e}{\"a\":\"2\"}\n");
    assert_eq!((outcome.bad, &*kept.records[0]), (1, "a=2"));
    let lines = format!("\u{1e}{}\n", "{\"a\":\"1\"}").repeat(2);
    assert_eq!(
        said("x", &lines, strict(Some(Format::Jsonl))).0,
        ["a=1", "a=1"]
    );

    for text in [
        "[ // a 5\" disk\n {\"a\":\"1\"}, /* \" ] } */ {\"a\":\"http://x\"} // ]\n] // \"\n",
        "// \"first\n[{\"a\":\"1\" /* * / \" **/}, {\"a\":\"http://x\"}]",
        "/* \" */ {\"a\": // 1\"\n \"1\"}\n{\"a\":\"http://x\"}\n",
    ] {
        for file in ["x", "x.json"] {
            assert_eq!(found(file, text).0, ["a=1", "a=http://x"], "{text}");
        }
    }
    let lines = "// \"one\n{\"a\":\"1\"} // \"\n{\"a\":\"http://x\"}\n";
    assert_eq!(found("x.jsonl", lines).0, ["a=1", "a=http://x"]);
    let (outcome, _) = read_file("x.json", "[{\"a\":\"1\"},\n/* \" */ {\"a\" 1}]");
    assert_said(&outcome.first_bad.unwrap().to_string(), "x.json:2:14: ");
}

#[test]
fn rows_that_are_arrays_have_columns() {
    let rows = "[[\"name\",\"age\",\"city\"],[\"Ann\",7,\"Rome\"],[\"Bob\",null,\"Oslo\"]]";
    let lines = rows[1..rows.len() - 1].replace("],[", "]\n[");
    let expected = ["name=Ann city=Rome", "name=Bob city=Oslo"];
    for (file, text) in [
        ("x", rows),
        ("x.json", rows),
        ("x", &lines),
        ("x.jsonl", &lines),
    ] {
        let (records, said) = found(file, text);
        assert_eq!(records, expected);
        assert_said(
            &said,
            "has rows that are arrays; the columns are named by the first row",
        );
        assert_said(&said, "numbers or booleans: age");
    }
    let (records, said) = found("x.json", "[[\"Ann\",\"Rome\"],[\"Bob\",\"Oslo\"]]");
    assert_eq!(
        records,
        ["column 1=Ann column 2=Rome", "column 1=Bob column 2=Oslo"]
    );
    assert_said(&said, "by their places");
    let text = "[[\"n\",\"n\"],[\"Ann\",7]]";
    assert_eq!(
        found("x.json", text).0,
        ["column 1=n column 2=n", "column 1=Ann"]
    );
}

#[test]
fn records_inside_one_object_are_found_or_named() {
    let elements = "[{\"a\":\"1\",\"tags\":[{\"t\":\"x\"},{\"t\":\"y\"}]},\n{\"a\":\"2\"}]";
    let expected = ["a=1 tags[].t=x tags[].t=y", "a=2"];
    let data = format!("{{\"count\":2,\"data\":{elements},\"next\":null}}");
    let nested = format!("{{\"type\":\"x\",\n\"page\":{{\"features\":{elements}}}}}\n");
    for (path, text) in [("data", &data), ("page.features", &nested)] {
        for file in ["x", "x.json", "x.jsonl"] {
            let (records, said) = found(file, text);
            assert_eq!(records, expected);
            assert_said(
                &said,
                &format!("has its records in the array {path}, which"),
            );
        }
        let options = |path: &str| Options {
            records: Some(path.to_owned()),
            ..Options::default()
        };
        // Pages, one behind the other.
        let (records, told) = said("x.jsonl", &text.repeat(2), options(path));
        assert_eq!((records.len(), &*told), (4, ""));
        assert_eq!(said("x.json", text, options("")).0.len(), 1);
        let fault = read_to("x.json", text, options("page.data")).unwrap_err();
        assert_said(&fault, "x.json: it has no array 'page.data'; name its keys");
    }
    // More than a record may have, and more than the first bytes.
    let element = format!("{{\"a\":\"{}\"}}", "x".repeat(1_000));
    let long = format!(
        "{{\"b\":\"1\",\"data\":[{}],\"c\":\"2\"}}",
        vec![element; 6_000].join(",")
    );
    for file in ["x", "x.json"] {
        assert_eq!(found(file, &long).0.len(), 6_000);
    }
    let bad = nested.replace("\"2\"", "2 2");
    let (outcome, kept) = read_file("x.json", bad);
    assert_eq!(kept.records.len(), 1);
    assert_said(&outcome.first_bad.unwrap().to_string(), "x.json:3:8: ");
    let cut = fault("x.json", &data[..data.len() - 20]);
    assert_said(&cut, "the array or the value here has no end");
    // Lists of a record, and lines, are records as they were.
    let record = "{\"title\":\"a long title of a record\",\"tags\":[{\"t\":\"x\"},{\"t\":\"y\"}]}";
    assert_eq!(found("x.json", record).0.len(), 1);
    assert_eq!(
        found("x.jsonl", &(data.replace('\n', "") + "\n").repeat(3))
            .0
            .len(),
        3
    );
}

#[test]
fn keys_that_are_data_are_one_field() {
    let lines = repeated(1_000, |line| {
        format!("{{\"m\":{{\"k{line}\":\"some text\"}}}}\n")
    });
    let (outcome, kept) = read_file("x.jsonl", &lines);
    assert_eq!(kept.names, ["m{key}", "m{}"]);
    assert_eq!(kept.records[7], "m{key}=k7 m{}=some text");
    let said = outcome.sentences().concat();
    assert_said(
        &said,
        "has maps, objects whose keys are data: m{}. The keys",
    );
    // Users who come again, in objects within maps, and a map that is all.
    let scores = repeated(2_000, |line| {
        format!(
            "{{\"id\":\"x\",\"by\":{{\"u{}\":{{\"at\":{{\"d{}\":\"y\"}}}}}}}}\n",
            line % 50,
            line % 99
        )
    });
    let (_, kept) = read_file("x.jsonl", &scores);
    assert_eq!(kept.names, ["id", "by{key}", "by{}.at{key}", "by{}.at{}"]);
    let entries: Vec<String> = (0..100)
        .map(|entry| format!("\"{entry}\":{{\"a\":\"x\"}}"))
        .collect();
    let (_, kept) = read_file("x.json", format!("{{{}}}", entries.join(",")));
    assert_eq!(kept.names, ["{key}", "{}.a"]);
    // Fields that many records share, or that differ in kind, are no data.
    let shared = repeated(200, |line| {
        format!("{{\"f{}\":\"x\",\"g{}\":\"y\"}}\n", line % 15, line % 4)
    });
    assert_eq!(read_file("x.jsonl", &shared).1.names.len(), 19);
    let wide: Vec<String> = (0..100)
        .map(|at| format!("\"f{at}\":{}", ["\"x\"", "[\"y\"]"][at % 2]))
        .collect();
    let (_, kept) = read_file("x.json", format!("{{{}}}", wide.join(",")));
    assert_eq!(kept.names.len(), 100);
}

#[test]
fn files_of_other_kinds_are_told_before_all_else() {
    for (file, text, form) in [
        (
            "x.xml",
            "<?xml version=\"1.0\"?>\n<a>\n<b c=\"d\"/>\n</a>\n",
            "XML or HTML",
        ),
        ("x", "<p>one, two</p>\n<p>three, four</p>\n", "XML or HTML"),
        (
            "x.toml",
            "# a\n[package]\nname = \"x\"\nkeys = [\n  \"a\",\n]\n\n[b.c]\nd = 1\n",
            "TOML or INI",
        ),
        ("x.ini", "; a\n[a]\nb=c\nd=e\n", "TOML or INI"),
        ("x.yaml", "---\nname: x\nlist:\n  - a\n  - b: c\n", "YAML"),
        ("x", "name: x\non:\n  push:\n    - main\n", "YAML"),
        (
            "x.log",
            "2026-11-28 10:00:00,123 INFO a, b\n2026-11-28 10:00:01,007 WARN c, d\n",
            "a log",
        ),
        (
            "x.txt",
            "[2026-11-28T10:00:00Z ERROR a] b\n[2026-11-28T10:00:00Z INFO a] c\n",
            "a log",
        ),
        (
            "x.log",
            "Nov 28 10:00:00 host a[1]: b\nNov 28 10:00:00 host a[1]: c\n",
            "a log",
        ),
        (
            "x",
            "1.2.3.4 - - [28/Nov/2026:10:00:00 +0000] \"GET / HTTP/1.1\" 200 1\n"
                .repeat(2)
                .leak(),
            "a log",
        ),
    ] {
        let (outcome, kept) = read_file(file, text);
        assert!(kept.names == ["line"], "{file}");
        let doubt = outcome.doubt.unwrap_or_default();
        assert_said(
            &doubt,
            &format!("looks like {form}, of which no values are read"),
        );
    }
    for (file, text) in [
        ("x.txt", "one\ntwo\n"),
        (
            "x.txt",
            "Note: this is prose.\nIt has lines.\nAnd others.\n",
        ),
        (
            "x.csv",
            "time,level\n2026-11-28 10:00:00,INFO\n2026-11-28 10:00:00,WARN\n",
        ),
        (
            "x.txt",
            "time,level\n2026-11-28 10:00,INFO\n2026-11-28 10:00,WARN\n",
        ),
    ] {
        assert_eq!(read_file(file, text).0.doubt, None, "{text}");
    }
    let (outcome, _) = read_to("x.xml", "<a>\n</a>\n", strict(Some(Format::Lines))).unwrap();
    assert_eq!(outcome.doubt, None);
}
