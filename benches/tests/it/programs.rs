//! The picture of the programs in `docs/CASES.md`: the memory that the advice says and the memory
//! that was measured, in `docs/programs.svg`. `.ci/numbers --write` writes it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::program::check_or_write;

/// The types that are drawn of each program, besides `String`.
const TYPES: usize = 4;
const WIDTH: f64 = 720.0;
/// The left ends of the bars and of their numbers, and the height of a line.
const BARS: f64 = 200.0;
const NUMBERS: f64 = 660.0;
const LINE: usize = 26;

/// A program, and the types of its table: the megabytes that are said and measured.
type Program<'a> = (&'a str, Vec<(&'a str, [f64; 2])>);

#[test]
fn the_picture_of_the_programs_is_that_of_their_tables() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let cases = fs::read_to_string(docs.join("CASES.md")).unwrap();
    let (_, text) = cases.split_once("\n## Programs of others\n").unwrap();
    let (unit, programs) = programs(text);
    assert!(programs.len() > 2, "{} programs", programs.len());
    let picture = docs.join("programs.svg");
    check_or_write("numbers", &picture, &drawing(unit, &programs));
}

/// Returns the heading of what was measured, and the programs, each with its least types.
fn programs(text: &str) -> (&str, Vec<Program<'_>>) {
    let (mut unit, mut programs): (&str, Vec<Program<'_>>) = ("", Vec::new());
    for line in text.lines() {
        let title = line.strip_prefix("### ").or(match line.split_once(", ") {
            Some((name, text)) if text.ends_with("files:") && !name.contains(' ') => Some(name),
            _ => None,
        });
        programs.extend(title.map(|title| (title, Vec::new())));
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let Some((.., types)) = programs.last_mut() else {
            continue;
        };
        if let ["type", said, measured, ..] = *cells {
            unit = if measured == "measured" {
                said
            } else {
                measured
            };
        } else if let [name, said, measured, ..] = *cells {
            let number = |cell: &str| cell.split(' ').next()?.replace(',', "").parse().ok();
            if let (Some(said), Some(measured)) = (number(said), number(measured)) {
                types.push((name, [said, measured]));
            }
        }
    }
    for (_, types) in &mut programs {
        // What is said of the strings holds for the program: all else is as with `String`.
        let string = types.iter().find(|(name, _)| *name == "String");
        let besides_strings = string.map(|(_, [said, measured])| measured - said);
        for (_, [said, _]) in types.iter_mut() {
            *said += besides_strings.unwrap_or(0.0);
        }
        // Without `String` the table has the memory that is saved.
        let sign = if besides_strings.is_some() { 1.0 } else { -1.0 };
        types.sort_by(|a, b| (sign * a.1[1]).total_cmp(&(sign * b.1[1])));
        let larger = types.split_off(TYPES.min(types.len()));
        types.extend(larger.into_iter().filter(|(name, _)| *name == "String"));
    }
    programs.retain(|(_, types)| !types.is_empty());
    (unit.split(',').next().unwrap_or(unit), programs)
}

fn drawing(unit: &str, programs: &[Program<'_>]) -> String {
    let types = || programs.iter().flat_map(|(_, types)| types);
    let numbers = types().flat_map(|(_, numbers)| *numbers);
    let greatest = numbers.fold(1.0, f64::max);
    let height = LINE * (programs.len() + types().count() + 2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"14\"><style>\n\
         svg {{ color-scheme: light dark; --paper: light-dark(#ffffff, #14171a); \
         --ink: light-dark(#1d2125, #e4e7ea); background: var(--paper); }}\n\
         text {{ fill: var(--ink); }}\n\
         .said {{ fill: light-dark(#8a9096, #7d848b); }}\n\
         .measured {{ fill: light-dark(#0068b0, #5fb0f0); }}\n\
         </style>\n<title>Memory of programs by their string type</title>\n\
         <text x=\"{BARS}\" y=\"18\">{unit}:</text>\
         <rect class=\"said\" x=\"360\" y=\"8\" width=\"24\" height=\"8\"/>\
         <text x=\"390\" y=\"18\">said</text>\
         <rect class=\"measured\" x=\"450\" y=\"8\" width=\"24\" height=\"8\"/>\
         <text x=\"480\" y=\"18\">measured</text>\n"
    );
    let mut top = LINE;
    for (program, types) in programs {
        top += LINE;
        let base = top + 18;
        writeln!(
            svg,
            "<text y=\"{base}\" font-weight=\"700\">{program}</text>"
        )
        .unwrap();
        for (name, numbers) in types {
            top += LINE;
            let base = top + 18;
            let name = name.replace('\\', "").replace('<', "&lt;");
            write!(svg, "<text x=\"12\" y=\"{base}\">{name}</text>").unwrap();
            let bars = ["said", "measured"].into_iter().zip(numbers).zip([5, 14]);
            for ((class, number), down) in bars {
                let width = (NUMBERS - BARS - 12.0) * number.max(0.0) / greatest;
                let y = top + down;
                let place = format!("x=\"{BARS}\" y=\"{y}\" width=\"{width:.0}\"");
                write!(svg, "<rect class=\"{class}\" {place} height=\"8\"/>").unwrap();
            }
            let measured = numbers[1];
            writeln!(
                svg,
                "<text x=\"{NUMBERS}\" y=\"{base}\">{measured:.1}</text>"
            )
            .unwrap();
        }
    }
    svg + "</svg>\n"
}
