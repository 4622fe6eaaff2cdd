//! The verdict: for each set of data a sentence, its exceptions and a table; then how sure it is.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Write as _;

use string_kit_data::some_of;
use string_kit_measure::judge::{Judge, Ratio};
use string_kit_measure::report::pivot::shown;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{Unit, distinct, grouped, twin};

use super::advice::{Advice, Candidates};
use super::choice::Rated;
use super::conditions::{conditions, number};
use super::constraint::near_unique;
use super::exceptions::Exception;
use super::facts::{Facts, Recorded};
use super::snippet::{self, Alias};
use super::types::{self, percent};
use super::{fields, naming};
use crate::candidate::{BASELINE, Candidate};
use crate::profile::{Kind, Plain};

/// The most sets of data that are shown at once.
const SETS: usize = 6;
/// The most lines of enums that are shown at once.
const ENUM_LINES: usize = 16;

/// Returns the verdict and the pictures.
pub(super) fn sections(facts: &Facts, judge: &Judge<'_>) -> Vec<Section> {
    let candidates = Candidates::new();
    let of_set = |set| Advice::new(set, &candidates, judge, facts.most_types);
    let advice: Vec<Advice<'_>> = facts.sets.iter().filter_map(of_set).collect();
    let shown = if facts.is_all { advice.len() } else { SETS };
    let is_one = advice.len() == 1;
    // One set has a paragraph and lists; several have one list, to fit a screen.
    let (mut verdict, mut list) = (Vec::new(), Vec::new());
    if facts.is_rough {
        let rough = "Rough: --quick measures briefly; leave it out for times to rely on.";
        verdict.push(Block::Text(rough.to_owned()));
    }
    for advice in advice.iter().take(shown) {
        if advice.set.outcome.bad > advice.set.records {
            let name = &advice.set.name;
            let doubt = format!("Most records of {name} are bad, and left out. Is --format right?");
            verdict.push(Block::Text(doubt));
        }
        let sentence = sentence(advice, is_one);
        if is_one {
            verdict.extend([Block::Text(sentence), Block::Points(points(advice))]);
        } else {
            list.push(sentence);
            list.extend(points(advice));
        }
    }
    let shown_advice = &advice[..shown.min(advice.len())];
    list.extend(costs(shown_advice));
    let is_recorded = shown_advice
        .iter()
        .any(|advice| advice.set.recorded.is_some());
    list.extend(is_recorded.then(|| TRY.to_owned()));
    verdict.push(Block::Points(list));
    verdict.retain(|block| *block != Block::Points(Vec::new()));
    verdict.push(Block::Table(types::table(&advice, shown, facts.is_all)));
    let mut used = naming::taken();
    let aliases = aliases(&advice, facts.is_all, &mut used);
    let (printed_enums, enums) = enums(&advice, facts.is_all, &mut used);
    let fields = fields::table(shown_advice, facts.is_all, &printed_enums);
    verdict.extend((!fields.rows.is_empty()).then_some(Block::Table(fields)));
    let lines = snippet::code(&aliases, &enums, &mut used);
    if !lines.is_empty() {
        verdict.push(Block::Code(lines));
    }
    let mut sure = conditions(facts, &advice, shown_advice, judge);
    if advice.len() > shown {
        let hidden = advice[shown..].iter().map(|advice| &*advice.whole.name);
        sure.push(format!("Not shown: {}.", some_of(hidden)));
    }
    if !facts.is_all {
        let flags = "--all shows each type and each field; --html FILE is a page with pictures.";
        sure.push(flags.to_owned());
    }
    verdict.push(Block::Points(sure));
    let mut sections = details(facts, &advice);
    sections.insert(0, section("verdict", "Which type to use", verdict, false));
    sections
}

/// Returns what a terminal shows with --all only: each field, and the pictures.
fn details(facts: &Facts, advised: &[Advice<'_>]) -> Vec<Section> {
    let table = fields::table(advised, true, &[]);
    let fields = (!facts.is_all && !table.rows.is_empty()).then_some(Block::Table(table));
    let charts = advised
        .iter()
        .enumerate()
        .filter_map(|(at, advice)| types::chart(&format!("types_{at}"), advice));
    let pictures: Vec<Block> = charts.map(Block::Chart).collect();
    let mut details = vec![
        section(
            "fields",
            "The type of each field",
            Vec::from_iter(fields),
            true,
        ),
        section("pictures", "Memory and time", pictures, true),
    ];
    details.retain(|section| !section.blocks.is_empty());
    details
}

fn section(id: &str, title: &str, blocks: Vec<Block>, is_detail: bool) -> Section {
    Section {
        id: id.to_owned(),
        title: title.to_owned(),
        blocks,
        is_detail,
        ..Section::default()
    }
}

/// Returns the answer: a type for all texts. That of one of several sets is short: the table has
/// the intervals, and --all the fields.
fn sentence(advice: &Advice<'_>, is_one: bool) -> String {
    let Advice { whole, choice, .. } = advice;
    let (best, string) = (choice.best(), &choice.string);
    let subject = advice.subject();
    if whole.texts == 0 {
        return format!("{subject}: no field needs a string.");
    }
    if choice.pick.is_none() && whole.is_little() {
        let texts = number(whole.texts);
        return format!(
            "{subject}: no pick, since its texts are few ({texts}): give more of them."
        );
    }
    let fields = match whole.fields.len() {
        1 => String::new(),
        number => format!(" for its {number} text fields"),
    };
    let Some(pick) = &choice.pick else {
        return format!("{subject}: no type meets the demands.");
    };
    let answer = match pick.name() {
        BASELINE => "stay with String".to_owned(),
        name => format!("use {name}"),
    };
    let ties = match &choice.ties[..] {
        [] => String::new(),
        ties => {
            let names = ties.iter().take(2).map(Rated::name).collect::<Vec<_>>();
            let beyond = match ties.len() - names.len() {
                0 => String::new(),
                number => format!(" or {number} more"),
            };
            let names = names.join(" or ");
            format!("{} or {names}{beyond}, any of these: ", pick.name())
        }
    };
    let no_string = if advice.is_plain() {
        "no field needs a string; if they stay strings, "
    } else {
        ""
    };
    let in_words = |time: Ratio| {
        if is_one {
            shown(time)
        } else {
            format!("{:.2}", time.value)
        }
    };
    let beside = match best.name() {
        BASELINE => bytes(best.memory as f64),
        _ => beside(&best, string, best.time.map(in_words)),
    };
    let of_what = match advice.set.recorded {
        Some(_) => "the strings alone: ",
        None => "",
    };
    format!("{subject}: {no_string}{ties}{answer}{fields} ({of_what}{beside}).")
}

/// Returns the memory and the time of a type beside `String`'s.
fn beside(rated: &Rated<'_>, string: &Rated<'_>, time: Option<String>) -> String {
    let share = rated.share_of(string);
    let than = if share <= 1.0 { "less" } else { "more" };
    let taken = bytes(rated.memory as f64);
    let difference = percent((share - 1.0).abs());
    let in_time = time.map_or(String::new(), |time| format!(", in {time} of its time"));
    format!("{taken}, {difference} {than} than String{in_time}")
}

/// Returns the exceptions, the fields that need no string, and what the choice costs.
fn points(advice: &Advice<'_>) -> Vec<String> {
    let Advice {
        whole, choice, set, ..
    } = advice;
    let mut points = Vec::new();
    if let Some(second) = &advice.second {
        points.push(format!(
            "If the code may change: {} for {} ({}). {}",
            second.name(),
            advice.subject(),
            beside(second, &choice.string, second.time.map(shown)),
            changes(second.candidate)
        ));
    }
    if let Some(Recorded { words, alive, .. }) = &set.recorded {
        let mut point = format!("{}: the program recorded {words}.", whole.name);
        let captured = |name: &str| {
            let captured = whole.memory_of(name)?.captured;
            Some(format!("{name} {}", bytes(captured as f64)))
        };
        let best = choice.best();
        let names = distinct([BASELINE, best.name()]);
        let captured_bytes: Vec<String> = names.into_iter().filter_map(captured).collect();
        if *alive > 0 {
            let _ = write!(
                point,
                " The memory is that of the strings alone, {} alive at once at most; of all \
                 captured: {}.",
                number(*alive),
                captured_bytes.join(", ")
            );
        }
        points.push(point);
    }
    points.extend(excluded(advice));
    points
}

/// The command that measures a recorded program.
const TRY: &str = "What the program takes, its structs and its time among it, is measured by \
    building it with each type: string-kit try --profile RECORD --build 'cargo build --release \
    --features string-kit-record/try' -- target/release/PROGRAM";

/// Returns what must change in code whose strings become handles of an interner.
fn changes(candidate: &Candidate) -> &'static str {
    match candidate.usage {
        "" => "Its conversions are not those of `String`: see its documentation.",
        usage => usage,
    }
}

/// Returns the types that are excluded, with the reasons: the demands, and then texts that a table
/// would never free.
fn excluded(advice: &Advice<'_>) -> Vec<String> {
    let Advice { set, whole, .. } = advice;
    let types = whole
        .memory
        .iter()
        .filter(|facts| facts.name != twin(BASELINE));
    let excluded = types.filter_map(|facts| Some((facts.excluded.as_ref()?, &*facts.name)));
    let fields = whole.fields.iter().map(|at| &*set.fields[*at].name);
    let unique: Vec<String> = fields.map(near_unique).collect();
    let is_demand = |(why, _): &(&String, _)| !unique.contains(why);
    let (demands, unique): (Vec<_>, Vec<_>) = grouped(excluded).into_iter().partition(is_demand);
    let reasons: Vec<String> = demands
        .into_iter()
        .map(|(why, names)| format!("{} ({why})", names.join(", ")))
        .collect();
    let demands = format!("Excluded: {}.", reasons.join("; "));
    // Where texts do not repeat, tables are no candidates.
    let leaks = unique
        .first()
        .filter(|_| whole.is_repeating())
        .map(|(why, _)| format!("No table that frees no text (--intern-unique allows it): {why}."));
    let demands = (!reasons.is_empty()).then_some(demands);
    demands.into_iter().chain(leaks).collect()
}

/// Returns the trade-offs of each type that is named.
fn costs(advised: &[Advice<'_>]) -> Vec<String> {
    let mut named: Vec<&Candidate> = Vec::new();
    for advice in advised {
        let exceptions = advice
            .exceptions
            .iter()
            .map(|exception| exception.candidate);
        let pick = advice.choice.pick.map(|best| best.candidate);
        for candidate in pick.into_iter().chain(exceptions) {
            let is_known = named.iter().any(|known| known.name == candidate.name);
            if !is_known && candidate.name != BASELINE {
                named.push(candidate);
            }
        }
    }
    let is_one = advised.len() == 1;
    let cost = |candidate: &Candidate| {
        let trade_offs = trade_offs(candidate);
        let mut cost = format!("{}: {}.", candidate.name, trade_offs.join("; "));
        if candidate.is_interner() && is_one {
            cost += " ";
            cost += changes(candidate);
        }
        // Of several sets the size alone is left out.
        (is_one || trade_offs.len() > 1).then_some(cost)
    };
    named.into_iter().filter_map(cost).collect()
}

/// Returns the trade-offs of a type, beside `String`.
fn trade_offs(candidate: &Candidate) -> Vec<String> {
    let mut trade_offs = Vec::new();
    if let Some(interner) = candidate.interner() {
        let table = if interner.is_of_process {
            "its one table is that of the process"
        } else if interner.is_read_by_table {
            "code that makes or reads records needs its table"
        } else {
            "code that makes records needs its table"
        };
        let frees = if interner.frees {
            "which frees a text when nobody uses it"
        } else {
            "which frees no text"
        };
        trade_offs.push(format!("{table}, {frees}"));
    }
    if candidate.is_list() {
        trade_offs.push(
            "one list in place of all these fields, whose texts are read by index".to_owned(),
        );
    }
    if !candidate.is_mutable && !candidate.is_interner() {
        trade_offs.push("immutable".to_owned());
    }
    if !candidate.is_sync {
        trade_offs.push("threads cannot share it".to_owned());
    }
    trade_offs.push(format!("{} bytes", candidate.work.size));
    if candidate.work.is_large_in_option {
        trade_offs
            .push("an Option of it, or an enum around it, is larger than one of String".to_owned());
    }
    if let Some(package) = candidate.package {
        trade_offs.extend(package.warning().map(|why| format!("warning: {why}")));
    }
    trade_offs
}

/// Returns the aliases of the picks, then those of the exceptions.
fn aliases<'a>(advised: &[Advice<'a>], is_all: bool, used: &mut HashSet<String>) -> Vec<Alias<'a>> {
    let is_one = advised.len() == 1;
    let picks = advised.iter().filter_map(|advice| {
        let Advice { set, whole, .. } = advice;
        let candidate = advice.choice.pick?.candidate;
        let name = match &set.recorded {
            None if candidate.name == BASELINE => return None,
            Some(recorded) if !recorded.alias.is_empty() => recorded.alias.clone(),
            Some(_) => naming::camel(&whole.name),
            None if is_one && candidate.is_list() => "Texts".to_owned(),
            None if is_one => "Text".to_owned(),
            None => naming::camel(&set.name),
        };
        Some((advice, name, candidate, &whole.fields))
    });
    let exceptions = advised.iter().flat_map(|advice| {
        let exceptions = advice.exceptions.iter();
        exceptions.map(
            move |Exception {
                      part, candidate, ..
                  }| {
                let is_group = part.fields.len() > 1;
                let name = if is_group { "repeated" } else { &part.name };
                (advice, naming::camel(name), *candidate, &part.fields)
            },
        )
    });
    let alias = |(advice, name, candidate, places): (&Advice<'a>, _, _, &Vec<usize>)| {
        let names = places.iter().map(|at| &*advice.set.fields[*at].name);
        Alias {
            name: naming::free(name, used),
            candidate,
            fields: fields::names(names, is_all),
            is_read_by_serde: advice.set.recorded.is_none() && (is_all || is_one),
        }
    };
    picks.chain(exceptions).map(alias).collect()
}

/// Returns the names of the fields that have few values, and the definitions of their enums: as
/// many as find room, those that save the most first.
fn enums<'a>(
    advised: &[Advice<'a>],
    is_all: bool,
    used: &mut HashSet<String>,
) -> (Vec<&'a str>, Vec<String>) {
    let plain = advised.iter().flat_map(Advice::plain);
    let is_enum = |(_, plain, _): &(_, &Plain, _)| plain.kind == Kind::Enum;
    let mut fields: Vec<_> = plain.filter(is_enum).collect();
    fields.sort_by_key(|(.., saved)| Reverse(*saved));
    let mut lines = 0;
    let enums = fields.into_iter().filter_map(|(field, plain, _)| {
        let name = naming::free(naming::camel(&field.name), used);
        let mut words = plain.words.clone();
        words.extend(plain.has_empty.then(String::new));
        let code = snippet::enum_of(&name, &words);
        let added = lines + code.lines().count();
        let is_shown = is_all || added <= ENUM_LINES;
        is_shown.then(|| {
            lines = added;
            (&*field.name, code)
        })
    });
    enums.unzip()
}

fn bytes(bytes: f64) -> String {
    Unit::Bytes.show(bytes)
}

#[cfg(test)]
mod tests {
    use string_kit_measure::run::Run;

    use super::*;
    use crate::advise::choice::tests::{Truth, part, run};
    use crate::advise::facts::{FieldFacts, PartFacts, Set};
    use crate::workload::Preset;

    /// Returns the text of the verdict on one field.
    fn verdict(truth: &[Truth<'_>], run: &Run) -> String {
        let set = Set {
            name: "file".to_owned(),
            records: 1000,
            outcome: string_kit_data::Outcome::default(),
            reduced: Vec::new(),
            memory_limit: 0,
            too_long: 0,
            workload: Preset::Records.workload(),
            is_drawn: false,
            recorded: None,
            sampled: 1000,
            fields: vec![FieldFacts {
                name: "name".to_owned(),
                count: 1000,
                ..FieldFacts::default()
            }],
            parts: vec![PartFacts {
                fields: vec![0],
                ..part(truth, 1000.0)
            }],
        };
        let facts = Facts {
            sets: vec![set],
            is_timed: true,
            ..Facts::default()
        };
        let verdict = sections(&facts, &Judge::new(run)).remove(0);
        let text = |block| match block {
            Block::Text(text) => text,
            Block::Points(points) => points.join("\n"),
            _ => String::new(),
        };
        verdict.blocks.into_iter().map(text).collect()
    }

    #[test]
    fn types_that_tie_are_named_and_the_one_of_the_least_risk_is_used() {
        let truth = [
            ("String", 100, 1.0),
            ("CharString", 50, 0.5),
            ("EcoString", 50, 0.5),
        ];
        let said = verdict(&truth, &run(&truth, 0.2, 1));
        let tied = "name: EcoString or CharString, any of these: use EcoString (50 B, 50 % less";
        assert!(said.starts_with(tied), "{said}");
        let said = verdict(&truth[..2], &run(&truth[..2], 0.01, 1));
        assert!(said.starts_with("name: use CharString (50 B"), "{said}");
    }
}
