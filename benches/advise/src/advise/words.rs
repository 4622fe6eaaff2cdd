//! The verdict: for each set of data a sentence, its exceptions and a table; then how sure it is.

use std::collections::HashSet;
use std::fmt::Write as _;

use string_kit_measure::judge::{Judge, Ratio};
use string_kit_measure::report::pivot::shown;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{Measurement, Unit, distinct, grouped, twin};

use super::advice::{Advice, Candidates};
use super::choice::{Exception, RULE, Rated, samples};
use super::facts::{Facts, PartFacts, Recorded, Set};
use super::types::{self, percent};
use super::{FIELD, KEPT, TIME, TYPE};
use super::{naming, snippet};
use crate::candidate::{BASELINE, Candidate};
use crate::crates::Package;
use crate::input::some_of;
use crate::profile::{Kind, Plain};

/// The most sets of data that are shown at once.
const SETS: usize = 6;
/// The most enums that are shown at once.
const ENUMS: usize = 3;

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
        verdict.extend(advice.set.outcome.doubt.clone().map(Block::Text));
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
    list.extend(costs(&advice[..shown.min(advice.len())]));
    verdict.push(Block::Points(list));
    verdict.retain(|block| *block != Block::Points(Vec::new()));
    verdict.push(Block::Table(types::table(&advice, shown, facts.is_all)));
    let mut names = naming::taken();
    let aliases = uses(&advice, &mut names);
    let lines = snippet::lines(&aliases, &enums(&advice, facts.is_all, &mut names));
    if !lines.is_empty() {
        verdict.push(Block::Code(lines));
    }
    let mut sure = conditions(facts, &advice, judge);
    sure.extend(judge.run.measurements.iter().filter_map(failed_check));
    if advice.len() > shown {
        let more = advice[shown..].iter().map(|advice| &*advice.whole.name);
        sure.push(format!("Not shown: {}.", some_of(more)));
    }
    if !facts.is_all {
        let rest = "--all shows each type and each field; --html FILE is a page with pictures.";
        sure.push(rest.to_owned());
    }
    verdict.push(Block::Points(sure));
    let section = |id: &str, title: &str, blocks, is_detail| Section {
        id: id.to_owned(),
        title: title.to_owned(),
        blocks,
        is_detail,
        ..Section::default()
    };
    let pictures: Vec<Block> = advice
        .iter()
        .enumerate()
        .filter_map(|(at, advice)| types::chart(&format!("types_{at}"), advice).map(Block::Chart))
        .collect();
    let mut sections = vec![section("verdict", "Which type to use", verdict, false)];
    if !pictures.is_empty() {
        // A terminal has none.
        sections.push(section("pictures", "Memory and time", pictures, true));
    }
    sections
}

/// The noise floor from which on times are doubted, as a share.
const NOISY: f64 = 0.2;

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
    let names = whole.fields.iter().map(|at| &*advice.set.fields[*at].name);
    let fields = match names.len() {
        1 => String::new(),
        number if !is_one => format!(" for its {number} text fields"),
        _ => format!(" for its text fields {}", some_of(names)),
    };
    let answer = match (&choice.pick, &choice.perhaps[..]) {
        (None, _) => return format!("{subject}: no type meets the demands."),
        (Some(pick), []) if pick.name() == BASELINE => "stay with String".to_owned(),
        (Some(pick), []) => format!("use {}", pick.name()),
        (Some(pick), others) => {
            let mut names = vec![pick.name()];
            names.extend(others.iter().take(2).map(Rated::name));
            let more = others.len().saturating_sub(2);
            let beyond = if more > 0 {
                format!(" or {more} more")
            } else {
                String::new()
            };
            format!("not known: {}{beyond}", names.join(" or "))
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
    format!("{subject}: {no_string}{answer}{fields} ({beside}).")
}

/// Returns the memory and the time of a type beside `String`'s.
fn beside(one: &Rated<'_>, string: &Rated<'_>, time: Option<String>) -> String {
    let share = one.share_of(string);
    let than = if share <= 1.0 { "less" } else { "more" };
    let taken = bytes(one.memory as f64);
    let difference = percent((share - 1.0).abs());
    let in_time = time.map_or(String::new(), |time| format!(", in {time} of its time"));
    format!("{taken}, {difference} {than} than String{in_time}")
}

/// Returns the exceptions, the fields that need no string, and what the choice costs.
fn points(advice: &Advice<'_>) -> Vec<String> {
    let Advice {
        whole, choice, set, ..
    } = advice;
    let mut points: Vec<String> = advice
        .exceptions
        .iter()
        .map(|one| exception(one, set))
        .collect();
    let plain = advice
        .plain()
        .map(|(field, plain, saved)| ((type_of(plain), plain.is_sampled), (&*field.name, saved)));
    let groups: Vec<String> = grouped(plain)
        .into_iter()
        .map(|((ty, is_sampled), fields)| {
            let saved: u64 = fields.iter().map(|(_, saved)| saved).sum();
            let names = some_of(fields.iter().map(|(name, _)| *name));
            let by = if is_sampled { " (by a sample)" } else { "" };
            format!("{names}: {ty}{by}, saves {}", bytes(saved as f64))
        })
        .collect();
    if !groups.is_empty() {
        points.push(format!("No string at all: {}.", groups.join("; ")));
    }
    if let Some(second) = &advice.second {
        points.push(format!(
            "{}, second, with changes: {} ({}). {}",
            advice.subject(),
            second.name(),
            beside(second, &choice.string, second.time.map(shown)),
            snippet::changes(second.candidate)
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
        let all: Vec<String> = names.into_iter().filter_map(captured).collect();
        if *alive > 0 {
            let _ = write!(
                point,
                " The memory is that of the {} strings alive at once at most; of all captured: {}.",
                number(*alive),
                all.join(", ")
            );
            let smaller = size_of::<String>().saturating_sub(best.candidate.size) as u64;
            if smaller > 0 {
                let taken = best.memory.saturating_add(alive.saturating_mul(smaller));
                let _ = write!(
                    point,
                    " If a struct or an enum around each string stays as large as with String, {} \
                     takes {}.",
                    best.name(),
                    bytes(taken as f64)
                );
            }
        }
        points.push(point);
    }
    points.extend(excluded(whole));
    points
}

fn exception(one: &Exception<'_>, set: &Set) -> String {
    let names = one.part.fields.iter().map(|at| &*set.fields[*at].name);
    let time = match one.time {
        Some(saved) if saved >= 0.0 => format!("and {} of its time", percent(saved)),
        Some(lost) => format!("for {} more of its time", percent(-lost)),
        None => "(no time was measured for it)".to_owned(),
    };
    format!(
        "Except {} as {}, which saves {} of the record's memory {time}.",
        some_of(names),
        one.candidate.name,
        percent(one.memory)
    )
}

/// Returns the type of a field that needs no string, in words.
fn type_of(plain: &Plain) -> String {
    let name = match plain.kind {
        Kind::Nothing => return "empty, nothing to keep".to_owned(),
        Kind::Enum => return format!("an enum of {}, if no other comes", plain.words.len()),
        Kind::Float => return "f64, if they are numbers, not versions".to_owned(),
        _ => snippet::plain_type(plain),
    };
    match plain.kind {
        Kind::Time => format!("{name}, or a date type of a crate"),
        _ => name,
    }
}

/// Returns the types that the demands exclude, with the reasons.
fn excluded(whole: &PartFacts) -> Option<String> {
    let types = whole
        .memory
        .iter()
        .filter(|facts| facts.name != twin(BASELINE));
    let excluded = types.filter_map(|facts| Some((facts.excluded.as_ref()?, &*facts.name)));
    let reasons: Vec<String> = grouped(excluded)
        .into_iter()
        .map(|(why, names)| format!("{} ({why})", names.join(", ")))
        .collect();
    (!reasons.is_empty()).then(|| format!("Excluded: {}.", reasons.join("; ")))
}

/// Returns the trade-offs of each type that is named.
fn costs(all: &[Advice<'_>]) -> Vec<String> {
    let mut named: Vec<&Candidate> = Vec::new();
    for advice in all {
        let exceptions = advice.exceptions.iter().map(|one| one.candidate);
        let pick = advice.choice.pick.map(|best| best.candidate);
        for candidate in pick.into_iter().chain(exceptions) {
            let is_known = named.iter().any(|one| one.name == candidate.name);
            if !is_known && candidate.name != BASELINE {
                named.push(candidate);
            }
        }
    }
    let cost = |candidate: &&Candidate| {
        let mut cost = format!("{}: {}.", candidate.name, trade_offs(candidate));
        if candidate.is_interner() && all.len() == 1 {
            cost += " ";
            cost += snippet::changes(candidate);
        }
        cost
    };
    named.iter().map(cost).collect()
}

/// Returns the trade-offs of a type, beside `String`.
fn trade_offs(candidate: &Candidate) -> String {
    let mut all = Vec::new();
    if candidate.is_interner() {
        let table = match candidate.id {
            _ if candidate.is_of_process() => "its one table is that of the process",
            _ if candidate.is_read_by_table() => {
                "all code that makes or reads records needs its table"
            }
            _ => "all code that makes records needs its table",
        };
        let frees = match candidate.id {
            "arc_intern" | "pool" => "which frees a text when nobody uses it",
            _ => "which frees no text",
        };
        all.push(format!("{table}, {frees}"));
    }
    if candidate.is_list() {
        all.push("one list in place of all these fields, whose texts are read by index".to_owned());
    }
    if !candidate.is_mutable {
        all.push("a text cannot be edited in place".to_owned());
    }
    if !candidate.is_sync() {
        all.push("threads cannot share it".to_owned());
    }
    all.push(format!("a handle of {} bytes", candidate.size));
    if candidate.is_large_in_option {
        all.push("an Option of it, or an enum around it, is larger than one of String".to_owned());
    }
    if let Some(Package { name, version, .. }) = candidate.package() {
        all.push(format!("{name} {version}"));
    }
    let warning = candidate.package().and_then(Package::warning);
    all.extend(warning.map(|why| format!("warning: {why}")));
    all.join("; ")
}

/// Returns the aliases of the choices, each with its type.
fn uses<'a>(all: &[Advice<'a>], used: &mut HashSet<String>) -> Vec<(String, &'a Candidate)> {
    let alias = |advice: &Advice<'a>| {
        let is_recorded = advice.set.recorded.is_some();
        let is_alias = |pick: &Rated<'_>| pick.name() != BASELINE || is_recorded;
        let pick = advice.choice.pick.filter(is_alias)?;
        let name = match &advice.set.recorded {
            Some(recorded) if !recorded.alias.is_empty() => recorded.alias.clone(),
            Some(_) => snippet::camel(&advice.whole.name),
            None if all.len() == 1 => "Text".to_owned(),
            None => snippet::camel(&advice.set.name),
        };
        Some((name, pick.candidate))
    };
    let exceptions = all.iter().flat_map(|advice| &advice.exceptions);
    let named = exceptions.map(|one| {
        let is_one = one.part.fields.len() == 1;
        let name = if is_one { &*one.part.name } else { "repeated" };
        (snippet::camel(name), one.candidate)
    });
    let aliases = all.iter().filter_map(alias).chain(named);
    let once = |(name, candidate): (String, _)| (snippet::free(name, used), candidate);
    aliases.map(once).collect()
}

/// Returns the enums of the fields that have few values.
fn enums(all: &[Advice<'_>], is_all: bool, used: &mut HashSet<String>) -> Vec<String> {
    let fields = all.iter().flat_map(Advice::plain);
    let enums = fields.filter(|(_, plain, _)| plain.kind == Kind::Enum);
    let shown = if is_all { usize::MAX } else { ENUMS };
    let lines = enums.take(shown).map(|(field, plain, _)| {
        let name = snippet::free(snippet::camel(&field.name), used);
        snippet::enum_of(&name, &plain.words)
    });
    lines.collect()
}

/// Returns a warning of a prediction of memory that the sample refutes.
fn failed_check(cell: &Measurement) -> Option<String> {
    let (field, name) = (cell.key.factors.get(FIELD)?, cell.key.factors.get(TYPE)?);
    let note = cell.note.as_ref().filter(|_| cell.key.metric == KEPT)?;
    Some(format!(
        "Warning: the memory computed for {field} by {name} is wrong: {note}."
    ))
}

/// Returns how sure the verdict is, and under which conditions it holds.
fn conditions(facts: &Facts, all: &[Advice<'_>], judge: &Judge<'_>) -> Vec<String> {
    let mut points = Vec::new();
    for advice in all.iter().take(if facts.is_all { all.len() } else { SETS }) {
        let is_brief = all.len() > 1 && !facts.is_all;
        of_set(advice, judge, is_brief, &mut points);
    }
    if facts.is_timed {
        let times = all.iter().filter_map(|advice| {
            samples(judge, &advice.whole.name, BASELINE, TIME).and_then(|cell| judge.floor(cell))
        });
        let floor = times.fold(0.0, f64::max);
        let mut warnings: Vec<String> = judge.run.header.warnings().collect();
        if floor > NOISY {
            warnings.push(format!(
                "Warning: two runs of String differ by up to {}; measure again on a calm machine.",
                percent(floor)
            ));
        }
        points.extend((!warnings.is_empty()).then(|| warnings.join(" ")));
    }
    let is_known = all.iter().all(|advice| advice.choice.perhaps.is_empty());
    if !is_known {
        points.push(
            "Not known: the intervals of the products reach across the limit of 5 %; a greater \
             --seconds narrows them."
                .to_owned(),
        );
    }
    let is_recorded = all.iter().any(|advice| advice.set.recorded.is_some());
    let time = if facts.is_timed && is_recorded {
        " Times are those of the strings alone, replayed in drawn order: they tell the types \
         apart. Put a type in, and time the program, for the time that it saves."
    } else if facts.is_timed {
        ""
    } else {
        " No time was measured: memory alone decides."
    };
    let checked = if facts.is_checked {
        ", checked by one that counts"
    } else {
        "; string-kit-counting, which would check it, is not beside this program"
    };
    points.push(format!(
        "Memory: computed for the allocator {}{checked}.{time}",
        facts.allocator
    ));
    if facts.is_all {
        points.push(RULE.to_owned());
    }
    points
}

/// Adds the number of records of a set, its scenario, and its faults.
fn of_set(advice: &Advice<'_>, judge: &Judge<'_>, is_brief: bool, points: &mut Vec<String>) {
    let Advice { set, whole, .. } = advice;
    let (count, noun) = match set.recorded {
        Some(_) => (whole.texts, "text"),
        None => (set.records, "record"),
    };
    let ending = if count == 1 { "" } else { "s" };
    let mut records = format!("{}: {} {noun}{ending}", advice.subject(), number(count));
    if let Some(string) = samples(judge, &whole.name, BASELINE, TIME) {
        let sampled = number(set.sampled);
        let timed = if set.is_drawn {
            "values drawn from the profile".to_owned()
        } else if set.sampled < set.records {
            format!("{sampled} of them, in their order, at equal distances")
        } else {
            "all, in their order".to_owned()
        };
        let sets = string.samples.len();
        let scenario = &set.scenario;
        records = if is_brief {
            format!("{records}; {scenario}")
        } else {
            format!(
                "{records}, timed in {sets} sets of processes: {timed}. The scenario: {scenario}"
            )
        };
    }
    points.push(format!("{records}."));
    points.extend(set.outcome.sentences());
    if !set.reduced.is_empty() {
        points.push(format!(
            "To stay within {} MB of memory (--memory), fewer values were kept of {}.",
            set.memory_limit >> 20,
            some_of(set.reduced.iter().map(String::as_str))
        ));
    }
    if set.too_long > 0 {
        let too_long = number(set.too_long);
        points.push(format!(
            "Records of more than 64 KiB, which are not timed: {too_long}."
        ));
    }
}

fn number(count: u64) -> String {
    Unit::Count.show(count as f64)
}

fn bytes(bytes: f64) -> String {
    Unit::Bytes.show(bytes)
}
