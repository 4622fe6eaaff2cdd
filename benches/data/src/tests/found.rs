//! Files as people have them: what their bytes show, and what flags say of them.

use super::*;

#[track_caller]
fn found(name: &str, text: &str) -> (Vec<String>, String) {
    said(name, text, "")
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
fn the_extension_decides_and_else_the_bytes_as_the_report_says() {
    let stops = "stop_id,stop_name,stop_lat\nA1,\"Main St, East\",1.5\nA2,Elm,2.5\n";
    let stop = "stop_id=A1 stop_name=Main St, East stop_lat=1.5";
    let line = "{\"a\":\"1\"}\n{\"a\":\"2\"}\n";
    let array = "[{\"a\":\"1\"},\n{\"a\":\"2\"}]";
    for (file, text, count, first, format) in [
        ("stops.txt", stops, 2, stop, "csv"),
        ("x.log", line, 2, "a=1", "jsonl"),
        ("x.txt", "a\tb\n1\t2, 3\n", 1, "a=1 b=2, 3", "tsv"),
        ("x.txt", array, 2, "a=1", "json"),
        ("x", "{\"a\":\n\"1\"}", 1, "a=1", "json"),
        ("x.csv", "a\tb\n1\t2\n3\t4\n", 2, "a=1 b=2", ""),
        ("x.csv", "\"a\"\n\"b\"\n", 1, "a=b", ""),
        ("x.tsv", "a\tb, c\n1\t2, 3\n", 1, "a=1 b, c=2, 3", ""),
        ("x.json", line, 2, "a=1", ""),
        (
            "x.txt",
            "Smith, John\nDoe, Jane\n",
            2,
            "line=Smith, John",
            "",
        ),
        (
            "x.txt",
            "One, two.\nThree\nFour, five, six\n",
            3,
            "line=One, two.",
            "",
        ),
    ] {
        let (records, said) = found(file, text);
        assert_eq!((records.len(), &*records[0]), (count, first));
        match format {
            "" => assert_eq!(said, ""),
            _ => assert_said(
                &said,
                &format!("{file} was read as {format}, by its first lines; --format"),
            ),
        }
    }
    let (records, _) = said("stops.txt", stops, "--format lines");
    assert_eq!(records[0], "line=stop_id,stop_name,stop_lat");
}

#[test]
fn the_line_of_a_fault_is_that_of_the_file() {
    let long = "a,b\r\n".to_owned() + &"x,\"y\r\ny\"\r\n".repeat(30_000) + "z\r\n";
    for (text, line) in [
        ("a,b\r\nx,y\r\nz\r\n", 3),
        ("a,b\nx,y\nz\n", 3),
        ("\n\na,b\n\n\nx,y\n\nz\n", 8),
        ("\r\n\r\na,b\r\n\r\nx,y\r\n\r\nz\r\n", 7),
        ("a,b\r\n\"x\r\n\r\n1\",y\r\nz\r\n", 5),
        ("a,b\n\"x\n1\",\"y\n2\"\n\nz", 6),
        (&long, 60_002),
    ] {
        let fault = read_to("x.csv", text, "--strict").unwrap_err();
        let expected = format!("x.csv:{line}:1: the row has 1 cells, and the first row 2");
        assert_said(&fault, &expected);
    }
    let fault = read_to("x.csv", b"a,b\r\nx,y\r\n\xFF,z\r\n", "--strict").unwrap_err();
    assert_said(&fault, "x.csv:3:1: cell 1 is not UTF-8");
}

#[test]
fn flags_say_where_a_table_begins_and_which_cells_are_empty_and_notes_name_them() {
    let (records, _) = said("x.csv", "Ann,7\nBob,8\n", "--no-header");
    assert_eq!(
        records,
        ["column 1=Ann column 2=7", "column 1=Bob column 2=8"]
    );
    let (records, told) = found("x.csv", "Ann,7\nBob,8\n");
    assert_eq!(records, ["Ann=Bob 7=8"]);
    assert_said(&told, "has a number in its header; --no-header reads it");

    let title = "Report\r\n\r\nName;Code;1960\r\nAruba;ABW;1\r\nChad;TCD;2\r\n";
    for file in ["x", "x.csv"] {
        let (records, _) = said(file, title, "--skip-lines 2");
        assert_eq!(
            records,
            ["Name=Aruba Code=ABW 1960=1", "Name=Chad Code=TCD 1960=2"]
        );
    }
    let (outcome, _) = read_to("x.csv", format!("{title}cut\n"), "--skip-lines 2").unwrap();
    assert_said(&outcome.first_bad.unwrap().to_string(), "x.csv:6:1: ");
    let cells = "T\na,b\n1,2\n";
    assert_said(
        &fault("x.csv", cells),
        "x.csv:2:1: the row has 2 cells, and the first row 1",
    );
    assert_said(&fault("x.csv", title), "(--skip-lines)?");

    let (records, told) = found("x.csv", "name,age\nNA,NULL\nAnn,7\n");
    assert_eq!(records, ["name=NA age=NULL", "name=Ann age=7"]);
    assert_said(&told, "may stand for no value: NA, NULL; --null TEXT reads");
    let (records, told) = said("x.csv", "a,b\n-,1\n\\N,-\nx,2\n", "--null=- --null \\N");
    assert_eq!(
        (records.join("|"), &*told),
        ("a= b=1|a= b=|a=x b=2".to_owned(), "")
    );
}

#[test]
fn rows_of_json_that_are_arrays_are_said() {
    let (records, told) = found("x.json", "[[\"name\",\"age\"],[\"Ann\",7]]");
    assert_eq!(records, ["[]=name []=age", "[]=Ann"]);
    assert_said(&told, "has rows that are arrays, whose texts are one field");
}

#[test]
fn records_inside_one_object_are_named() {
    let elements = "[{\"a\":\"1\",\"tags\":[{\"t\":\"x\"},{\"t\":\"y\"}]},\n{\"a\":\"2\"}]";
    let expected = ["a=1 tags[].t=x tags[].t=y", "a=2"];
    let data = format!("{{\"count\":2,\"data\":{elements},\"next\":null}}");
    let nested = format!("{{\"type\":\"x\",\n\"page\":{{\"features\":{elements}}}}}\n");
    let flags = |path: &str| format!("--records {path}");
    for (path, text) in [("data", &data), ("page.features", &nested)] {
        for file in ["x", "x.json", "x.jsonl"] {
            let (records, told) = said(file, text, &flags(path));
            assert_eq!((&*records, &*told), (&expected.map(Into::into)[..], ""));
        }
        // Pages, one behind the other.
        let (records, told) = said("x.jsonl", text.repeat(2), &flags(path));
        assert_eq!((records.len(), &*told), (4, ""));
        let (records, told) = found("x.json", text);
        assert_eq!(records.len(), 1);
        assert_said(
            &told,
            &format!("x.json is one record; --records {path} reads"),
        );
        let fault = read_to("x.json", text, "--records page.data").unwrap_err();
        assert_said(&fault, "x.json: it has no array 'page.data'; name its keys");
    }
    // More than a record may have, and more than the first bytes.
    let element = format!("{{\"a\":\"{}\"}}", "x".repeat(1_000));
    let long = format!(
        "{{\"b\":\"1\",\"data\":[{}],\"c\":\"2\"}}",
        vec![element; 6_000].join(",")
    );
    for file in ["x", "x.json"] {
        assert_eq!(said(file, &long, "--records data").0.len(), 6_000);
        let fault = read_to(file, &long, "").unwrap_err();
        assert_said(&fault, "(--records)? --memory raises the limit");
    }
    let bad = nested.replace("\"2\"", "2 2");
    let (outcome, kept) = read_to("x.json", bad, "--records page.features").unwrap();
    assert_eq!(kept.records.len(), 1);
    assert_said(&outcome.first_bad.unwrap().to_string(), "x.json:3:8: ");
    let cut = read_to("x.json", &data[..data.len() - 20], "--records data").unwrap_err();
    assert_said(&cut, "the array or the value here has no end");
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
