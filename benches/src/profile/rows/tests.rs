//! Profiles written and read back, rows as a SQL engine makes them, and rows that are not sound.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::input::Sink;
use crate::profile::Profiler;
use crate::profile::values::{HEAVIEST, SAMPLED, hash};

/// Returns the profile of records, each with texts of the fields by their numbers.
fn profiled<T: AsRef<str>>(records: &[Vec<(usize, T)>]) -> Profile {
    let mut profiler = Profiler::new(&["name".to_owned(), "tag, \"x\"".to_owned()]);
    for record in records {
        for (field, text) in record {
            profiler.text(*field, text.as_ref());
        }
        profiler.end_record();
    }
    profiler.finish().0
}

fn written(profile: &Profile) -> String {
    let mut rows = Vec::new();
    write_rows(profile, &mut rows).unwrap();
    String::from_utf8(rows).unwrap()
}

fn read(rows: &[u8]) -> Result<Profile, String> {
    read_rows(Path::new("rows"), &mut &*rows).map_err(|fault| fault.to_string())
}

/// Returns lines of JSON as a JSON array.
fn as_array(lines: &str) -> String {
    let lines: Vec<_> = lines.lines().collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// Returns lines of JSON as CSV, with the columns in another order.
fn as_csv(lines: &str) -> Vec<u8> {
    const COLUMNS: [&str; 7] = ["text", "most", "part", "field", "hash", "bits", "count"];
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS).unwrap();
    for line in lines.lines() {
        let row: BTreeMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        let cells = COLUMNS.map(|column| match row.get(column) {
            None => String::new(),
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(number) => number.to_string(),
        });
        csv.write_record(&cells).unwrap();
    }
    csv.into_inner().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_profile_is_read_as_it_was_written(
        records in prop::collection::vec(
            prop::collection::vec((0..2_usize, "[a-c\"\\\\,é \n\r\t\0]{0,4}"), 0..4),
            0..40,
        ),
    ) {
        let profile = profiled(&records);
        let rows = written(&profile);
        prop_assert_eq!(read(rows.as_bytes()), Ok(profile.clone()));
        prop_assert_eq!(read(as_array(&rows).as_bytes()), Ok(profile.clone()));
        prop_assert_eq!(read(&as_csv(&rows)), Ok(profile));
    }

    #[test]
    fn any_bytes_are_rows_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }

    #[test]
    fn a_row_with_any_cell_is_read_or_a_fault(
        part in "(records|record|present|ascii|length|value|unlisted)",
        cells in prop::collection::vec("(-?[0-9]{1,22}|[a-f0-9]{16}|x?)", 6),
    ) {
        let mut rows = "part,field,bits,count,hash,text,most\nrecords,,,1,,,\n".to_owned();
        writeln!(rows, "{part},{}", cells.join(",")).unwrap();
        let _ = read(rows.as_bytes());
    }
}

/// Returns records of numbers as text: many rare ones, some frequent.
fn numbers(records: u64, distinct: u64) -> Vec<Vec<(usize, String)>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut record = || {
        let number = random.u64(..distinct).min(random.u64(..distinct));
        vec![(0, number.to_string()), (1, (number % 7).to_string())]
    };
    (0..records).map(|_| record()).collect()
}

#[test]
fn a_profile_with_dropped_values_is_read_as_it_was_written() {
    for distinct in [1_000, 6_000, 200_000] {
        let profile = profiled(&numbers(60_000, distinct));
        let rows = written(&profile);
        assert_eq!(rows.contains("unlisted"), distinct > 1_000);
        assert_eq!(rows.contains("most"), distinct > 100_000);
        let read = read(rows.as_bytes()).unwrap();
        assert!(read == profile, "{distinct}");
        assert!(written(&read) == rows, "{distinct}");
    }
}

/// Returns the rows of `value` and `unlisted` as a SQL engine finds them by sorting all values.
fn sorted_values(field: &str, texts: &[&str]) -> String {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let mut values: Vec<_> = counts
        .into_iter()
        .map(|(text, count)| (hash(text), text, count))
        .collect();
    values.sort_unstable();
    let mut listed: HashSet<_> = values.iter().take(SAMPLED).copied().collect();
    values.sort_unstable_by_key(|&(hash, _, count)| (Reverse(count), hash));
    listed.extend(values.iter().take(HEAVIEST));
    let mut rows = String::new();
    for (hash, text, count) in &listed {
        let bits = text.len() * 8;
        let row = serde_json::json!({
            "part": "value", "field": field, "bits": bits, "count": count.to_string(),
            "hash": format!("{hash:016x}"), "text": text, "most": null,
        });
        writeln!(rows, "{row}").unwrap();
    }
    let others = values.iter().filter(|value| !listed.contains(value));
    if let Some(most) = others.map(|&(.., count)| count).max() {
        let row = serde_json::json!({"part": "unlisted", "field": field, "count": most});
        writeln!(rows, "{row}").unwrap();
    }
    rows
}

#[test]
fn rows_of_an_engine_that_sorts_all_values_make_the_same_profile() {
    for distinct in [1_000, 4_090, 6_000, 15_000] {
        let records = numbers(60_000, distinct);
        let profile = profiled(&records);
        let rows = written(&profile);
        let others = rows
            .lines()
            .filter(|row| !row.contains("value") && !row.contains("unlisted"));
        let mut rows = others.collect::<Vec<_>>().join("\n") + "\n";
        for (number, field) in profile.fields.iter().enumerate() {
            let texts = records.iter().flatten().filter(|(of, _)| *of == number);
            let texts: Vec<&str> = texts.map(|(_, text)| &**text).collect();
            rows += &sorted_values(&field.name, &texts);
        }
        assert!(read(rows.as_bytes()).unwrap() == profile, "{distinct}");
    }
}

#[test]
fn one_profile_is_read_from_several_files() {
    let profile = profiled(&numbers(100, 10));
    let rows = written(&profile);
    let middle = rows.find("{\"part\":\"length\"").unwrap();
    let mut builder = RowsBuilder::default();
    for part in [&rows[..middle], "", &rows[middle..]] {
        builder
            .read(Path::new("part"), &mut part.as_bytes())
            .unwrap();
    }
    assert_eq!(builder.finish(Path::new("parts")).unwrap(), profile);
}

#[test]
fn counts_of_equal_rows_are_summed() {
    let profile = profiled(&[vec![(0, "a")], vec![(0, "a")]]);
    let rows = written(&profile);
    let rows: String = rows
        .lines()
        .map(|row| match row.replace("\"count\":2", "\"count\":1") {
            halved if halved != row && !row.contains("value") => format!("{halved}\n{halved}\n"),
            _ => format!("{row}\n"),
        })
        .collect();
    assert_eq!(
        rows.lines()
            .filter(|row| row.contains("\"length\""))
            .count(),
        2
    );
    assert_eq!(read(rows.as_bytes()).unwrap(), profile);
}

#[test]
fn rows_of_values_that_have_no_text_are_read() {
    let long = "x".repeat(1025);
    let profile = profiled(&[vec![(0, long.as_str()), (0, ""), (0, &long[1..])]]);
    let rows = written(&profile);
    assert_eq!(rows.matches(&long[1..]).count(), 1);
    assert_eq!(read(&as_csv(&rows)).unwrap(), profile);
}

/// A profile of one text.
const SOUND: [&str; 7] = [
    "part,field,bits,count,hash,text,most",
    "records,,,2,,,",
    "record,,0,1,,,",
    "record,,24,1,,,",
    "present,name,,1,,,",
    "length,name,24,1,,,",
    "value,name,24,1,900150983cd24fb0,abc,",
];

/// A row that takes the place of that in a line of [`SOUND`], and a part of the fault.
const UNSOUND: &[(usize, &str, &str)] = &[
    (
        0,
        "part,field,count,rows",
        "rows:1:1: the column 'rows' is unknown; rows with the columns part, field",
    ),
    (0, "part,part", "rows:1:1: the column 'part' is there twice"),
    (
        1,
        "records,,,-2,,,",
        "rows:2:1: '-2' is no number for count; it must be a whole number from 0 to 2^53",
    ),
    (
        1,
        "records,,,9007199254740993,,,",
        "rows:2:1: '9007199254740993' is no number",
    ),
    (
        1,
        "records,,,,,,",
        "rows:2:1: a row of the part 'records' has no count",
    ),
    (
        1,
        "records,,,3,,,",
        "rows: the rows of 'record' count 2 records, and that of 'records' 3; take all rows",
    ),
    (
        1,
        "record,,0,0,,,",
        "rows: it has no row of the part 'records'",
    ),
    (
        2,
        "record,,7,1,,,",
        "rows:3:1: 7 bits are no number of bytes; texts must be UTF-8",
    ),
    (
        2,
        "record,,,1,,,",
        "rows:3:1: a row of the part 'record' has no bits",
    ),
    (
        3,
        "record,,32,1,,,",
        "rows: the texts have 3 bytes by 'length', and 4 by 'record'",
    ),
    (
        4,
        "present,name,,3,,,",
        "rows: in the field 'name', 3 of 2 records have a text",
    ),
    (
        4,
        "present,name,,2,,,",
        "2 records have a text by 'present', and there are 1 texts by 'length'",
    ),
    (
        4,
        "ascii,name,,2,,,",
        "0 records have a text by 'present', and there are 1 texts by 'length'",
    ),
    (
        4,
        "presents,name,,2,,,",
        "rows:5:1: the part 'presents' is unknown; the parts are records,",
    ),
    (
        5,
        "length,name,9007199254740992,9007199254740992,,,",
        "add up to more than 2^53",
    ),
    (
        5,
        "length,name,24,1",
        "rows:6:1: the row has 4 cells, and the head line 7; is the file complete?",
    ),
    (
        6,
        "ascii,name,,2,,,",
        "in the field 'name', 2 of 1 texts are ASCII",
    ),
    (
        6,
        "ascii,name,,1,,,",
        "1 texts have no row of 'value', and there is none of 'unlisted'",
    ),
    (
        6,
        "unlisted,name,,1,,,",
        "values are left out, and the sample is not complete",
    ),
    (
        6,
        "unlisted,name,,2,,,",
        "an unlisted value of 1 texts is there 2 times",
    ),
    (
        6,
        "value,name,24,1,900150983CD24FB0,abc,",
        "rows:7:1: the hash '900150983CD24FB0' is not 16",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb,abc,",
        "is not 16 hexadecimal digits; it must be substr",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,abd,",
        "the text has the hash 4911e516e5aa21d3, and not 9001",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,ab,",
        "rows:7:1: a text of 16 bits should have 24; write the rows as",
    ),
    (
        6,
        "value,name,32,1,e2fc714c4727ee93,abcd,",
        "the values of 32 bits are more than the texts",
    ),
    (
        6,
        "value,name,24,2,900150983cd24fb0,abc,",
        "the values of 24 bits are more than the texts",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,abc,2",
        "one of 1 texts is there 2 times",
    ),
    (
        6,
        "value,name,24,0,900150983cd24fb0,abc,",
        "a value is there 0 to 0 times",
    ),
    (
        6,
        "value,name,24,1,900150983cd24fb0,abc,0",
        "a value is there 1 to 0 times",
    ),
    (
        6,
        "value,name,9000,1,900150983cd24fb0,abc,",
        "a text of more than 8192 bits is there; its cell",
    ),
];

#[test]
fn unsound_rows_are_faults_with_their_line_and_a_remedy() {
    assert!(read(SOUND.join("\n").as_bytes()).is_ok());
    for &(line, row, expected) in UNSOUND {
        let mut rows = SOUND;
        rows[line] = row;
        let rows = match line {
            0 => row.to_owned(),
            _ => rows.join("\n"),
        };
        let fault = read(rows.as_bytes()).unwrap_err();
        assert!(fault.contains(expected), "{fault}\n{expected}");
        assert!(
            fault.starts_with("rows:") && fault.lines().count() == 1,
            "{fault}"
        );
    }
}

#[test]
fn a_value_that_is_listed_twice_is_a_fault() {
    let profile = profiled(&[vec![(0, "a"), (0, "a")]]);
    let rows = written(&profile);
    let value = rows.lines().find(|row| row.contains("value")).unwrap();
    let once = value.replace("\"count\":2", "\"count\":1");
    let rows = rows.replace(value, &format!("{once}\n{once}"));
    assert!(
        read(rows.as_bytes())
            .unwrap_err()
            .contains("a value is listed twice")
    );
}

#[test]
fn files_that_are_no_rows_are_faults_in_one_line() {
    let long = "x".repeat(2 << 20);
    let faults: [(&[u8], &str); 12] = [
        (b"", "rows: it has no row of the part 'records'"),
        (b"[]", "rows: it has no row of the part 'records'"),
        (b"\x7fELF\0\x01\n", "rows:1:1: the column"),
        (b"part,count\nrec\xffords,1\n", "rows:2:1: it is not UTF-8"),
        (b"{\"part\":\"rec\xff\"}", "rows:1:"),
        (
            b"{\"part\":\"records\",\"count\":1}\n\n{\"part\":",
            "rows:3:",
        ),
        (
            b"{\"part\":\"records\",\"count\":1.5}",
            "rows:1:1: '1.5' is no number for count",
        ),
        (
            b"{\"part\":\"records\",\"count\":true}",
            "a text or a number is needed in each cell",
        ),
        (
            b"{\"part\":\"records\",\"counts\":1}",
            "unknown field `counts`, expected one of `part`",
        ),
        (
            b"{\"part\":\"length\",\"bits\":8,\"count\":1}",
            "a row of the part 'length' has no field",
        ),
        (
            b"[{\"part\":\"records\",\n\"count\":-1}]",
            "rows:2:1: '-1' is no number for count",
        ),
        (long.as_bytes(), "rows:1:1: the line has more than 1 MiB"),
    ];
    for (rows, expected) in faults {
        let fault = read(rows).unwrap_err();
        assert!(fault.contains(expected), "{fault}\n{expected}");
        assert_eq!(fault.lines().count(), 1, "{fault}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert!(read(format!("\u{feff}{}", SOUND.join("\r\n")).as_bytes()).is_ok());
}
