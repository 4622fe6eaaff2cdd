//! The data of the advice: files, profiles, or the embedded sets.

use std::path::PathBuf;

use serde::Deserialize;
use string_kit_data::{
    Inputs, MOST_FIELDS, Name, Outcome, Records, Sink as _, check_fields, name_of,
};
use string_kit_measure::{Failure, Fault};

use crate::profile::{Field, Lengths, Profile, Profiler, Sample, read_rows};
use crate::workload::{Preset, Workload, WorkloadFlags};

/// The embedded sets, with the kind of program that has such strings.
const EMBEDDED: [(&str, Preset); 4] = [
    ("cities", Preset::Records),
    ("tags", Preset::Tags),
    ("tokens", Preset::Tokens),
    ("names", Preset::Records),
];
/// The fields of these sets, whose names begin with that of the set.
const FIELDS: &str = "cities.city, cities.state, tags.key, tags.value, tokens.token, \
                      names.symbol, names.language, names.name";

/// A set of data with its profile.
pub(super) struct Gathered {
    pub(super) name: String,
    pub(super) profile: Profile,
    pub(super) sample: Sample,
    pub(super) workload: Workload,
    pub(super) outcome: Outcome,
}

/// The flags that name the data.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Sources {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    /// Advise on these profiles, merged into one. A profile is a file that --save-profile or
    /// string-kit-record wrote.
    #[arg(long = "profile", value_name = "FILE", num_args = 1.., conflicts_with = "files")]
    profiles: Vec<PathBuf>,
    #[command(flatten)]
    workload: WorkloadFlags,
}

impl Sources {
    /// Reads the data that the flags name.
    pub(super) fn gather(&self) -> Result<Vec<Gathered>, Failure> {
        if !self.profiles.is_empty() {
            read_profiles(self)
        } else if !self.inputs.files.is_empty() {
            Ok(vec![read_files(self)?])
        } else {
            embedded(self)
        }
    }
}

/// Profiles the embedded sets.
fn embedded(sources: &Sources) -> Result<Vec<Gathered>, Failure> {
    let chosen = sources.inputs.fields();
    let is_missing = |field: &&String| !FIELDS.split(", ").any(|name| name == **field);
    if let Some(missing) = chosen.iter().find(is_missing) {
        let reason = format!("there is no field '{missing}'; the embedded fields are {FIELDS}");
        return Err(Failure::Arguments(reason));
    }
    let mut sets = Vec::new();
    for (name, preset) in EMBEDDED {
        let is_chosen = |field: &str| chosen.is_empty() || chosen.iter().any(|name| name == field);
        let fields = FIELDS.split(", ").filter(|field| field.starts_with(name));
        if !fields.into_iter().any(is_chosen) {
            continue;
        }
        let mut profiler = Profiler::new(sources.inputs.memory());
        for record in embedded_records(name) {
            for (field, text) in record.into_iter().filter(|(field, _)| is_chosen(field)) {
                let field = profiler.field(field).expect("all fields are wanted");
                profiler.text(field, &text);
            }
            profiler.end_record();
        }
        let (profile, sample) = profiler.finish();
        sets.push(Gathered {
            name: name.to_owned(),
            profile,
            sample,
            workload: sources.workload.apply(preset.workload())?,
            outcome: Outcome::default(),
        });
    }
    Ok(sets)
}

/// Returns the records of an embedded set, each as its texts with the names of their fields.
fn embedded_records(set: &str) -> Vec<Vec<(&'static str, String)>> {
    #[derive(Deserialize)]
    struct City {
        city: String,
        state: String,
    }
    match set {
        "cities" => {
            let cities: Vec<City> =
                serde_json::from_str(&Records::cities().json).expect("the cities are JSON");
            let fields = |row: City| vec![("cities.city", row.city), ("cities.state", row.state)];
            cities.into_iter().map(fields).collect()
        }
        "names" => {
            let fields = |row: Name| {
                vec![
                    ("names.symbol", row.symbol),
                    ("names.language", row.language),
                    ("names.name", row.name),
                ]
            };
            string_kit_data::names()
                .iter()
                .cloned()
                .map(fields)
                .collect()
        }
        "tags" => {
            let fields = |(key, value)| [("tags.key", key), ("tags.value", value)];
            let tags = string_kit_data::tags().into_iter();
            tags.map(|tags| tags.into_iter().flat_map(fields).collect())
                .collect()
        }
        _ => {
            let tokens = string_kit_data::tokens().into_iter();
            tokens.map(|token| vec![("tokens.token", token)]).collect()
        }
    }
}

/// Reads files as one set: each is a part of it.
fn read_files(sources: &Sources) -> Result<Gathered, Failure> {
    let workload = sources.workload.apply(Preset::Records.workload())?;
    let mut profiler = Profiler::new(sources.inputs.memory());
    let outcome = sources.inputs.read(&mut profiler)?;
    let (profile, sample) = profiler.finish();
    Ok(Gathered {
        name: name_of(&sources.inputs.files),
        profile,
        sample,
        workload,
        outcome,
    })
}

/// Reads profiles of parts, and merges them within this memory.
fn merged(paths: &[PathBuf], memory: usize) -> Result<Profile, Failure> {
    let mut profile = Profile::default();
    for path in paths {
        let part = read_rows(path, memory)?;
        if let Some(name) = profile.conflict(&part) {
            let name = name.escape_debug();
            let reason = format!("the values of '{name}' have a hash of their own");
            let remedy = "advise on this file alone: hashes of another kind or key do not merge \
                          (labels with `texts = kept` have one)";
            return Err(Fault::in_file(path, reason, remedy).into());
        }
        profile.merge(&part);
        profile.limit(memory);
        if profile.fields.len() > MOST_FIELDS {
            let reason = format_args!("with it there are more than {MOST_FIELDS} fields");
            return Err(Fault::in_file(path, reason, "merge profiles of one table").into());
        }
    }
    Ok(profile)
}

/// Reads profiles of parts, and draws a sample from their sum.
///
/// Each recorded label is a set of its own, since it has its own alias.
fn read_profiles(sources: &Sources) -> Result<Vec<Gathered>, Failure> {
    let mut profile = merged(&sources.profiles, sources.inputs.memory() / 2)?;
    let (paths, fields) = (&sources.profiles, sources.inputs.fields());
    let met = profile.fields.iter().map(|field| &*field.name);
    check_fields(&paths[0], &fields, met)?;
    if !fields.is_empty() {
        let count = profile.fields.len();
        profile.fields.retain(|field| fields.contains(&field.name));
        if profile.fields.len() < count {
            // They are of all fields together; those of some are not known.
            profile.record_bytes = Lengths::default();
        }
    }
    if profile.fields.iter().all(|field| field.count() == 0) {
        let reason = "no record has a text in any field";
        let remedy = "profile columns of text, or use a label before you save the record";
        return Err(Fault::in_file(&paths[0], reason, remedy).into());
    }
    let gathered = |profile: Profile| -> Result<Gathered, Failure> {
        let workload = sources.workload.apply(Preset::Records.workload())?;
        let sample = Sample::draw(&profile, &mut fastrand::Rng::with_seed(1));
        Ok(Gathered {
            name: name_of(paths),
            profile,
            sample,
            workload,
            outcome: Outcome::default(),
        })
    };
    let is_recorded = |field: &mut Field| field.usage.is_some();
    let recorded: Vec<Field> = profile.fields.extract_if(.., is_recorded).collect();
    let default = Preset::Records.workload();
    if profile.fields.is_empty() && sources.workload.apply(default.clone())? != default {
        let reason = "--preset, --mix and --live say what is timed, and of the record of a program \
                    no time is said: leave them out";
        return Err(Failure::Arguments(reason.to_owned()));
    }
    let of_field = |field: Field| {
        gathered(Profile {
            records: field.present,
            fields: vec![field],
            ..Profile::default()
        })
    };
    let sets = recorded.into_iter().map(of_field);
    let table = (!profile.fields.is_empty()).then(|| gathered(profile));
    sets.chain(table).collect()
}
