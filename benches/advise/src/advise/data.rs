//! The data that is advised on: files, profiles, or the embedded sets.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use string_kit_measure::Failure;

use super::Args;
use super::facts::Facts;
use crate::input::{self, Fault, Options, Records, Sink};
use crate::profile::{Profile, Profiler, Sample, read_rows};
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
    /// Writes the data to a temporary file.
    pub(super) fn save(&self) -> Result<tempfile::TempPath, Failure> {
        let file = tempfile::Builder::new().prefix("string-kit-").tempfile();
        let file = file.map_err(Failure::Process)?;
        let path = file.path().to_owned();
        let file = file.into_temp_path();
        string_kit_measure::output::write_file(&path, |out| Ok(serde_json::to_writer(out, self)?))?;
        Ok(file)
    }

    /// Reads the data of a parent process.
    pub(super) fn load(path: &Path) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|error| Fault::unreadable(path, &error))?;
        let data = serde_json::from_reader(BufReader::new(file));
        Ok(data.map_err(|error| Fault::json(path, &error, "run the command again"))?)
    }
}

/// Reads the data that the flags name.
///
/// # Errors
///
/// If a file is faulty, or a field is not there.
pub(super) fn gather(args: &Args) -> Result<Vec<Gathered>, Failure> {
    let scenario = |preset| args.scenario.scenario(preset).map_err(Failure::Arguments);
    if !args.profile.is_empty() {
        let scenario = scenario(Preset::Records)?;
        return Ok(vec![of_profiles(&args.profile, &args.field, scenario)?]);
    }
    if !args.files.is_empty() {
        return Ok(vec![of_files(args, scenario(Preset::Records)?)?]);
    }
    let mut sets = vec![
        embedded("cities", scenario(Preset::Records)?, cities),
        embedded("tags", scenario(Preset::Tags)?, tags),
        embedded("tokens", scenario(Preset::Tokens)?, tokens),
    ];
    if !args.field.is_empty() {
        for set in &mut sets {
            let fields = &mut set.profile.fields;
            fields.retain(|field| args.field.contains(&field.name));
        }
        sets.retain(|set| !set.profile.fields.is_empty());
        if sets.is_empty() {
            let what = "the embedded fields are cities.city, cities.state, tags.key, tags.value and \
                        tokens.token";
            return Err(Failure::Arguments(what.to_owned()));
        }
    }
    Ok(sets)
}

/// Reads files as one set: each is a part of it.
fn of_files(args: &Args, scenario: Scenario) -> Result<Gathered, Failure> {
    let options = Options {
        format: args.format,
        strict: args.strict,
        may_be_empty: args.files.len() > 1,
    };
    let mut sink = Named::new(&args.field);
    let mut all = input::Outcome::default();
    for path in &args.files {
        let outcome = input::read(path, options, &mut sink)?;
        all.add(outcome);
    }
    let (profile, sample) = sink.profiler.finish();
    let path = &args.files[0];
    let is_missing = |field: &&String| {
        let mut fields = profile.fields.iter();
        fields.all(|of| of.name != **field || of.count() == 0)
    };
    if let Some(missing) = args.field.iter().find(is_missing) {
        let what = format_args!("no record has a text in a field '{missing}'");
        let names = format_args!("its fields are {}", sink.names.join(", "));
        return Err(Fault::of(path, what, names).into());
    }
    has_texts(path, &profile)?;
    Ok(Gathered {
        name: name_of(&args.files),
        profile,
        sample,
        scenario,
        outcome: all,
    })
}

/// Makes sure that there is a text.
fn has_texts(path: &Path, profile: &Profile) -> Result<(), Fault> {
    if profile.fields.iter().any(|field| field.count() > 0) {
        return Ok(());
    }
    let what = "no record has a text in any field";
    Err(Fault::of(
        path,
        what,
        "texts are strings; numbers are not advised on",
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

/// A profiler, and the names of all fields that were met.
struct Named {
    profiler: Profiler,
    names: Vec<String>,
}

impl Named {
    /// Returns a profiler of these fields; of all, if none is named.
    fn new(fields: &[String]) -> Self {
        Self {
            profiler: Profiler::new(fields),
            names: Vec::new(),
        }
    }
}

impl Sink for Named {
    fn field(&mut self, name: &str) -> Option<usize> {
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
        self.profiler.field(name)
    }

    fn text(&mut self, field: usize, text: &str) {
        self.profiler.text(field, text);
    }

    fn end_record(&mut self) {
        self.profiler.end_record();
    }
}

/// Reads profiles of parts, and draws a sample from their sum.
fn of_profiles(
    paths: &[PathBuf],
    fields: &[String],
    scenario: Scenario,
) -> Result<Gathered, Failure> {
    let mut profile = Profile::default();
    for path in paths {
        profile.merge(&read_rows(path)?);
    }
    if let Some(missing) = fields
        .iter()
        .find(|field| profile.fields.iter().all(|of| of.name != **field))
    {
        let names: Vec<&str> = profile.fields.iter().map(|of| &*of.name).collect();
        let what = format_args!("it has no field '{missing}'");
        let names = format_args!("its fields are {}", names.join(", "));
        return Err(Fault::of(&paths[0], what, names).into());
    }
    if !fields.is_empty() {
        profile.fields.retain(|of| fields.contains(&of.name));
    }
    has_texts(&paths[0], &profile)?;
    let sample = Sample::draw(&profile, &mut fastrand::Rng::with_seed(1));
    Ok(Gathered {
        name: name_of(paths),
        profile,
        sample,
        scenario,
        outcome: input::Outcome::default(),
    })
}

/// Returns a set that is a part of this program.
fn embedded(name: &str, scenario: Scenario, read: fn(&mut Profiler)) -> Gathered {
    let mut profiler = Profiler::new(&[]);
    read(&mut profiler);
    let (profile, sample) = profiler.finish();
    Gathered {
        name: name.to_owned(),
        profile,
        sample,
        scenario,
        outcome: input::Outcome::default(),
    }
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
