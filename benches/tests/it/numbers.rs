//! The measured numbers of the documents: they are what the runs in `docs/runs` say.
//!
//! Markers in the text name a run. They are comments, which a page does not show:
//!
//! ```text
//! <!-- run compare -->                     a table with columns and rows of the report of
//! | way | time |                           docs/runs/compare.jsonl; a second word says which
//! | --- | ---: |                           table, if several have these columns and rows
//! | StrList, str_list! | 44.0 ns |
//!
//! machine, day and command
//! <!-- end -->
//!
//! <!-- beside smartstring -->              a table whose headings name a run and a column:
//! | type | trace: kept |                   "trace: kept" is "kept" of docs/runs/smartstring-trace.
//!                                          Its other cells stay.
//!
//! <!--= compare; StrList, str_list!; time -->44.0 ns<!--/-->
//!
//! <!-- svg compare 1 docs/compare.svg -->  a drawing of its page, in a file
//! ```
//!
//! A run is a run file, or what divan printed, under a line with its command and machine. A
//! number of another processor than that of most numbers of its page has its name beside it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use string_kit_measure::report::Cell;
use string_kit_measure::run::Unit;

use crate::program::{check_or_write, printed, read};

/// A table of a report: its rows, the headings first.
type Table = Vec<Vec<String>>;

struct Run {
    tables: Vec<Table>,
    command: String,
    /// The day, the machine and the commit; the processor comes first, up to a comma.
    origin: String,
}

type Runs = HashMap<String, Run>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

#[test]
fn numbers_of_the_documents_are_those_of_the_runs() {
    let mut runs = HashMap::new();
    let mut git = Command::new("git");
    let listed = git.args(["ls-files", "*.md"]).current_dir(root()).output();
    let list = String::from_utf8(listed.unwrap().stdout).unwrap();
    let mut count = 0;
    for name in list.lines() {
        let path = root().join(name);
        let text = fs::read_to_string(&path).unwrap();
        check_or_write("numbers", &path, &filled(&text, &mut runs));
        check_processors(name, &text, &mut runs);
        count += text.matches("<!-- run ").count() + text.matches("<!--= ").count();
    }
    assert!(count > 10 || list.is_empty(), "{count} markers");
}

fn filled(text: &str, runs: &mut Runs) -> String {
    let mut filled = String::new();
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        filled += &numbers(line, runs);
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words {
            [
                "<!--",
                kind @ ("run" | "beside"),
                name,
                ref place @ ..,
                "-->",
            ] => {
                let is_inside = |line: &&str| line.trim() != "<!-- end -->";
                let block: Vec<&str> = lines.by_ref().take_while(is_inside).collect();
                let place = place.first().map_or(1, |place| place.parse().unwrap());
                filled += &match kind {
                    "run" => table(&block, run(name, runs), place),
                    _ => beside(&block, name, runs),
                };
                filled += "<!-- end -->\n";
            }
            ["<!--", "svg", name, number, path, "-->"] => {
                let run = path_of(name);
                let flags = format!("--svg drawing.svg --drawing {number}");
                printed(&format!("report '{}' {flags}", run.display()));
                check_or_write("numbers", &root().join(path), &read("drawing.svg"));
            }
            _ => {}
        }
    }
    filled
}

fn numbers(line: &str, runs: &mut Runs) -> String {
    let mut parts = line.split("<!--= ");
    let mut filled = parts.next().unwrap().to_owned();
    for part in parts {
        let (marker, number) = part.split_once(" -->").unwrap();
        let (_, after) = number.split_once("<!--/-->").unwrap();
        let words: Vec<&str> = marker.split("; ").collect();
        let [name, row, column] = *words else {
            panic!("{marker}: a marker has a run, a row and a column");
        };
        let Some(found) = cell(run(name, runs), row, column) else {
            panic!("{marker}: the report has no such cell");
        };
        filled.extend(["<!--= ", marker, " -->", found, "<!--/-->", after]);
    }
    filled
}

/// Returns a number of the first table with the row and the column, without interval and verdict.
fn cell<'a>(run: &'a Run, row: &str, column: &str) -> Option<&'a str> {
    run.tables.iter().find_map(|table| {
        let column = table[0].iter().position(|heading| heading == column)?;
        let row = table.iter().find(|cells| cells[0] == row)?;
        let number = row[column].split(r" \[").next().unwrap();
        Some(number.trim_start_matches(['=', '?']))
    })
}

fn table(block: &[&str], run: &Run, place: usize) -> String {
    let lines = block.iter().copied();
    let old: Vec<&str> = lines.filter(|line| line.starts_with('|')).collect();
    let wanted = cells_of(old[0]);
    let old_rows = old[2..].iter();
    let names: Vec<String> = old_rows.map(|line| cells_of(line).remove(0)).collect();
    let picked = |table: &Table| -> Option<Table> {
        let at = |wanted| table[0].iter().position(|heading| heading == wanted);
        let columns: Vec<usize> = wanted.iter().map(at).collect::<Option<_>>()?;
        let rows = table.iter().skip(1).filter(|row| names.contains(&row[0]));
        let pick = |row: &Vec<String>| columns.iter().map(|&at| row[at].clone()).collect();
        let rows: Table = rows.map(pick).collect();
        (rows.len() >= names.len()).then_some(rows)
    };
    let Some(rows) = run.tables.iter().filter_map(picked).nth(place - 1) else {
        panic!("no table has these columns and rows: {wanted:?} {names:?}");
    };
    let lines = rows.iter().map(|row| format!("| {} |\n", row.join(" | ")));
    let head = format!("{}\n{}\n", old[0].trim_end(), old[1].trim_end());
    let lines = lines.collect::<String>();
    format!("{head}{lines}\n`{}`, {}\n", run.command, run.origin)
}

/// Fills the columns of `block` whose headings name a run and a column of it, and tells the origin
/// of these runs.
fn beside(block: &[&str], family: &str, runs: &mut Runs) -> String {
    let is_row = |line: &&str| line.starts_with('|');
    let lines: Vec<&str> = block.iter().copied().filter(is_row).collect();
    let heads = cells_of(lines[0]);
    let (mut filled, mut origins) = (lines[..2].concat(), Vec::new());
    for line in &lines[2..] {
        let mut cells = cells_of(line);
        cells.resize(heads.len(), String::new());
        for (at, head) in heads.iter().enumerate() {
            if let Some((name, column)) = head.split_once(": ") {
                let run = run(&format!("{family}-{name}"), runs);
                let found = cell(run, &cells[0], column).expect(line);
                found.clone_into(&mut cells[at]);
                origins.push(run.origin.clone());
            }
        }
        filled.extend(["| ", &cells.join(" | "), " |\n"]);
    }
    origins.sort();
    origins.dedup();
    format!("{filled}\n{}\n", origins.join("\n"))
}

/// Checks that a number of another processor than that of most numbers of the page has the name of
/// its processor beside it, in the same paragraph or table.
fn check_processors(page: &str, text: &str, runs: &mut Runs) {
    let mut numbers = Vec::new();
    for block in text.split("\n\n") {
        for marker in block.split("<!--= ").skip(1) {
            let (name, _) = marker.split_once(';').unwrap();
            let (_, machine) = run(name, runs).origin.split_once(": ").unwrap();
            let (cpu, _) = machine.split_once([',', '(']).unwrap();
            numbers.push((cpu.to_owned(), name, block));
        }
    }
    let count = |name: &str| numbers.iter().filter(|(cpu, ..)| cpu == name).count();
    let usual = numbers.iter().max_by_key(|(cpu, ..)| count(cpu));
    for (cpu, name, block) in &numbers {
        let is_named = usual.is_some_and(|usual| usual.0 == *cpu) || block.contains(&**cpu);
        assert!(
            is_named,
            "{page}: the {cpu} of {name} is not named: {block}"
        );
    }
}

fn cells_of(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches("| ").trim_end_matches('|');
    let cells = line.split(" | ").map(|cell| cell.trim().to_owned());
    cells.collect()
}

fn path_of(name: &str) -> PathBuf {
    root().join("docs/runs").join(name).with_extension("jsonl")
}

fn run<'a>(name: &str, runs: &'a mut Runs) -> &'a Run {
    runs.entry(name.to_owned()).or_insert_with(|| {
        let path = path_of(name);
        if let Ok(printed) = fs::read_to_string(path.with_extension("txt")) {
            return divan(&printed);
        }
        let report = printed(&format!("report '{}' --format markdown", path.display()));
        let lines: Vec<&str> = report.lines().collect();
        let is_row = |line: &str| line.starts_with('|');
        let blocks = lines.chunk_by(|a, b| is_row(a) == is_row(b));
        let tables = blocks.filter(|lines| is_row(lines[0]));
        let table = |lines: &[&str]| lines.iter().map(|line| cells_of(line)).collect();
        let mut runs = string_kit_measure::run::read(&path).unwrap();
        let header = runs.remove(0).header;
        let machine = header.machine;
        Run {
            tables: tables.map(table).collect(),
            command: header.command,
            origin: format!(
                "{}: {}, {} threads; {}; {}; commit {}.",
                header.date,
                machine.cpu,
                machine.cores,
                machine.os,
                machine.rustc.split(" (").next().unwrap(),
                header.commit,
            ),
        }
    })
}

/// Returns the table that divan printed under a line with its command and machine: the four times
/// of each row as one cell, in nanoseconds.
fn divan(printed: &str) -> Run {
    let (first, rest) = printed.split_once('\n').unwrap();
    let (command, origin) = first.trim_start_matches('`').split_once("`, ").unwrap();
    let nanoseconds = |text: &str| {
        let (number, unit) = text.split_once(' ')?;
        let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];
        let (_, factor) = units.into_iter().find(|(name, _)| *name == unit)?;
        let value = number.parse::<f64>().ok()? * factor;
        Some(Cell::number(value, Unit::Count).text)
    };
    let row = |line: &str| {
        let line = line.trim_start_matches(['├', '╰', '─', ' ']);
        let (name, columns) = line.split_once(' ').unwrap();
        let cells = columns.split('│').map(str::trim).take(4);
        let texts = cells.map(|text| nanoseconds(text).unwrap_or_else(|| text.to_owned()));
        vec![name.to_owned(), texts.collect::<Vec<_>>().join("/")]
    };
    let lines = rest.lines().filter(|line| line.contains('│'));
    Run {
        tables: vec![lines.map(row).collect()],
        command: command.to_owned(),
        origin: origin.to_owned(),
    }
}
