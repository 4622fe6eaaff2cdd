//! The data of the advice: files, profiles, or the embedded sets.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::mem;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use string_kit_measure::Failure;

use super::Args;
use super::facts::Facts;
use super::words::some_of;
use crate::input::{self, Fault, MOST_FIELDS, Options, Records, Sink as _};
use crate::profile::{Field, Lengths, Profile, Profiler, Sample, read_rows};
use crate::scenario::{Preset, Scenario};

/// A set of data with its profile.
pub(super) struct Gathered {
    pub(super) name: String,
    pub(super) profile: Profile,
    pub(super) sample: Sample,
    pub(super) scenario: Scenario,
    pub(super) outcome: input::Outcome,
}

/// The facts and the samples, as the processes read them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Data {
    pub(super) facts: Facts,
    /// A sample of each set.
    pub(super) samples: Vec<Sample>,
}

impl Data {
    /// Writes the data to a file without a name. The system removes it when the last process that has it open ends,
    /// however that ends.
    pub(super) fn save(&self) -> Result<File, Failure> {
        let write = || {
            let mut out = BufWriter::new(tempfile::tempfile()?);
            serde_json::to_writer(&mut out, self)?;
            out.flush()?;
            Ok(out.into_inner()?)
        };
        write().map_err(|error: io::Error| Failure::File(std::env::temp_dir(), error))
    }

    /// Reads the data of a parent process from the standard input.
    pub(super) fn load() -> Result<Self, Failure> {
        let data = serde_json::from_reader(BufReader::new(io::stdin()));
        Ok(data.map_err(|error| Fault::json(Path::new("-"), &error, "run the command again"))?)
    }
}

/// Reads the data that the flags name.
pub(super) fn gather(args: &Args) -> Result<Vec<Gathered>, Failure> {
    let scenario = |default| args.scenario(default);
    if !args.profile.is_empty() {
        return of_profiles(args);
    }
    if !args.files.is_empty() {
        return Ok(vec![of_files(args, scenario(Preset::Records.scenario())?)?]);
    }
    let fields = args.fields();
    let all = [
        (Preset::Records, "cities", cities as fn(&mut Profiler)),
        (Preset::Tags, "tags", tags),
        (Preset::Tokens, "tokens", tokens),
    ];
    let mut sets = Vec::new();
    for (preset, name, read) in all {
        let is_of = |field: &&String| EMBEDDED.contains(&&***field) && field.starts_with(name);
        let of_set: Vec<String> = fields.iter().filter(is_of).cloned().collect();
        if fields.is_empty() || !of_set.is_empty() {
            let mut profiler = Profiler::new(&of_set, args.memory());
            read(&mut profiler);
            let gathered = Gathered::of(
                name.to_owned(),
                profiler.finish(),
                scenario(preset.scenario())?,
            );
            sets.push(gathered);
        }
    }
    if let Some(missing) = fields.iter().find(|field| !EMBEDDED.contains(&&***field)) {
        let what = format!(
            "there is no field '{missing}'; the embedded fields are {}",
            EMBEDDED.join(", ")
        );
        return Err(Failure::Arguments(what));
    }
    Ok(sets)
}

/// The fields of the embedded sets.
const EMBEDDED: [&str; 5] = [
    "cities.city",
    "cities.state",
    "tags.key",
    "tags.value",
    "tokens.token",
];

impl Gathered {
    fn of(name: String, (profile, sample): (Profile, Sample), scenario: Scenario) -> Self {
        Self {
            name,
            profile,
            sample,
            scenario,
            outcome: input::Outcome::default(),
        }
    }
}

/// Reads files as one set: each is a part of it.
fn of_files(args: &Args, scenario: Scenario) -> Result<Gathered, Failure> {
    let options = Options {
        format: args.format,
        is_strict: args.strict,
        may_be_empty: args.files.len() > 1,
        // A sixty-fourth of the memory: readers copy a record several times.
        longest: args.memory() / 64,
    };
    let fields = args.fields();
    let mut profiler = Profiler::new(&fields, args.memory());
    let mut outcome = input::Outcome::default();
    for path in &args.files {
        outcome.add(input::read(path, options, &mut profiler)?);
    }
    let met = mem::take(&mut profiler.met);
    let (profile, sample) = profiler.finish();
    let has = |field: &str| {
        let mut fields = profile.fields.iter();
        fields.any(|of| of.name == field && of.count() > 0)
    };
    let path = &args.files[0];
    if let Some(missing) = fields.iter().find(|field| !has(field)) {
        let what = format_args!("no record has a text in a field '{missing}'");
        let names = names(met.iter().map(String::as_str));
        return Err(Fault::of(path, what, names).into());
    }
    has_texts(path, &profile)?;
    Ok(Gathered {
        outcome,
        ..Gathered::of(name_of(&args.files), (profile, sample), scenario)
    })
}

/// Returns a sentence with the names of fields; of many, with the first.
fn names<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    format!(
        "its fields are {}; put a name that has a comma in double quotes",
        some_of(names)
    )
}

/// Returns an error if the data have no text.
fn has_texts(path: &Path, profile: &Profile) -> Result<(), Fault> {
    if profile.fields.iter().any(|field| field.count() > 0) {
        return Ok(());
    }
    let what = "no record has a text in any field";
    Err(Fault::of(
        path,
        what,
        "only strings are texts; there is no advice on numbers",
    ))
}

/// Returns the name of a set that comes from these files.
fn name_of(files: &[PathBuf]) -> String {
    match files {
        [one] => one.display().to_string(),
        [first, others @ ..] => format!("{} and {} more", first.display(), others.len()),
        [] => String::new(),
    }
}

/// Reads profiles of parts, and draws a sample from their sum.
///
/// Each recorded label is a set of its own, since it has its own scenario.
fn of_profiles(args: &Args) -> Result<Vec<Gathered>, Failure> {
    let (paths, fields) = (&args.profile, args.fields());
    let mut profile = Profile::default();
    for path in paths {
        let part = read_rows(path, args.memory() / 2)?;
        if let Some(name) = profile.conflict(&part) {
            let what = format!(
                "the values of '{}' have a hash of their own",
                name.escape_debug()
            );
            let remedy = "advise on this file alone: hashes of another kind or key do not merge";
            return Err(Fault::of(path, what, remedy).into());
        }
        profile.merge(&part);
        profile.limit(args.memory() / 2);
        if profile.fields.len() > MOST_FIELDS {
            let what = format_args!("with it there are more than {MOST_FIELDS} fields");
            return Err(Fault::of(path, what, "merge profiles of one table").into());
        }
    }
    let has = |field: &String| profile.fields.iter().any(|of| of.name == *field);
    if let Some(missing) = fields.iter().find(|field| !has(field)) {
        let what = format_args!("it has no field '{missing}'");
        let names = names(profile.fields.iter().map(|of| &*of.name));
        return Err(Fault::of(&paths[0], what, names).into());
    }
    if !fields.is_empty() {
        let all = profile.fields.len();
        profile.fields.retain(|of| fields.contains(&of.name));
        if profile.fields.len() < all {
            // They are of all fields together; those of some are not known.
            profile.record_bytes = Lengths::default();
        }
    }
    has_texts(&paths[0], &profile)?;
    let scenario = |default| args.scenario(default);
    let sampled = |profile: Profile| {
        let sample = Sample::draw(&profile, &mut fastrand::Rng::with_seed(1));
        (profile, sample)
    };
    let mut sets = Vec::new();
    let is_recorded = |field: &mut Field| field.usage.is_some();
    for field in profile.fields.extract_if(.., is_recorded) {
        let recorded = field.usage.as_ref().and_then(Scenario::recorded);
        let scenario = scenario(recorded.unwrap_or_else(|| Preset::Records.scenario()))?;
        let profile = Profile {
            records: field.present,
            fields: vec![field],
            ..Profile::default()
        };
        sets.push(Gathered::of(name_of(paths), sampled(profile), scenario));
    }
    if !profile.fields.is_empty() {
        let scenario = scenario(Preset::Records.scenario())?;
        sets.push(Gathered::of(name_of(paths), sampled(profile), scenario));
    }
    Ok(sets)
}

fn cities(to: &mut Profiler) {
    #[derive(Deserialize)]
    struct City<'a> {
        city: &'a str,
        state: &'a str,
    }
    let json = Records::cities().json;
    let cities: Vec<City<'_>> = serde_json::from_slice(&json).expect("the cities are JSON");
    for City { city, state } in cities {
        record(to, &[("cities.city", city), ("cities.state", state)]);
    }
}

fn tags(to: &mut Profiler) {
    for tags in input::tags() {
        let texts = tags
            .iter()
            .flat_map(|(key, value)| [("tags.key", &**key), ("tags.value", &**value)]);
        record(to, &texts.collect::<Vec<_>>());
    }
}

fn tokens(to: &mut Profiler) {
    for token in input::tokens() {
        record(to, &[("tokens.token", &token)]);
    }
}

fn record(to: &mut Profiler, texts: &[(&str, &str)]) {
    for (name, text) in texts {
        if let Some(field) = to.field(name) {
            to.text(field, text);
        }
    }
    to.end_record();
}
