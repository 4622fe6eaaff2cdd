//! Profiles written and read back, rows as a SQL engine makes them, and rows that are not sound.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::input::Sink;
use crate::profile::Profiler;
use crate::profile::value::hash;
use crate::profile::{HEAVIEST, SAMPLED};

mod unsound;

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
    let path = Path::new("rows");
    let mut builder = RowsBuilder::default();
    let read = builder
        .read(path, &mut &*rows)
        .and_then(|()| builder.finish(path));
    read.map_err(|fault| fault.to_string())
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
