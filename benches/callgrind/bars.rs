//! What the counts must come to, each against another count of the same run.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs, io};

use string_kit_benches::workload::pairs::{self, Pair};
use string_kit_benches::workload::{self, Group, Workload, json};

/// One bar: what is counted for `what` is at most `most` times that for `against`, or is only shown.
struct Bar {
    what: String,
    against: String,
    ratio: f64,
    most: Option<f64>,
}

impl Bar {
    fn is_held(&self) -> bool {
        self.most.is_none_or(|most| self.ratio <= most)
    }
}

/// Reads the counts of a whole run, which began at `since`, and prints how they stand to the bars;
/// whether all are held.
///
/// # Errors
///
/// What could not be read.
pub(crate) fn check(since: SystemTime) -> Result<bool, String> {
    let counts = Counts::read(since)?;
    let mut bars = vec![
        counts.bar("str_list", &["floor_per_slice".to_owned()], 1.45),
        counts.bar("str_list", &counts.others(), 0.60),
    ];
    // The representations that are on by default; the others are measured, and promised nothing.
    for name in [
        "string",
        "boxed_str",
        "arc_str",
        "smart_lazy",
        "smart_compact",
        "string_buf",
    ] {
        bars.push(counts.own_way(name, 1.0));
    }
    bars.push(counts.own_way("smol_str", 0.90));

    bars.push(counts.list_bar(0.50));

    bars.extend(counts.pairs);

    println!("\nInstructions of one way against another's; the bar is the most it may be.");
    for bar in &bars {
        let Bar {
            what,
            against,
            ratio,
            most,
        } = bar;
        let most = match most {
            Some(most) if bar.is_held() => format!("bar {most:.2}, held"),
            Some(most) => format!("bar {most:.2}, MISSED"),
            None => "no bar".to_owned(),
        };
        println!("{ratio:.3} ({most})  {what} / {against}");
    }
    Ok(bars.iter().all(Bar::is_held))
}

/// The instructions of each way over the five slices, and of each list that is read; and how the
/// pairs stand to their limits.
struct Counts {
    ways: Vec<(Workload, f64)>,
    lists: Vec<(&'static str, f64)>,
    pairs: Vec<Bar>,
}

impl Counts {
    fn read(since: SystemTime) -> Result<Self, String> {
        let folder = folder()?;
        let way = |way: Workload| {
            let name = super::file_name(&way);
            let count = instructions(&folder, way.group.name(), &name, since)?;
            Ok((way, count))
        };
        let list = |list: json::List| {
            let count = instructions(&folder, super::LISTS, list.name, since)?;
            Ok((list.name, count))
        };
        let pair = |pair: Pair| {
            let of = |name| instructions(&folder, pair.topic, name, since);
            Ok(Bar {
                what: pair.what.name.to_owned(),
                against: pair.against.name.to_owned(),
                ratio: of(pair.what.name)? / of(pair.against.name)?,
                most: pair.most,
            })
        };
        Ok(Self {
            ways: workload::all()
                .into_iter()
                .map(way)
                .collect::<Result<_, String>>()?,
            lists: json::lists()
                .into_iter()
                .map(list)
                .collect::<Result<_, String>>()?,
            pairs: pairs::all()
                .into_iter()
                .map(pair)
                .collect::<Result<_, String>>()?,
        })
    }

    /// The bar for a list beyond what the parser takes, against `Vec<String>` beyond the same.
    fn list_bar(&self, most: f64) -> Bar {
        let of = |wanted: &str| {
            let found = self.lists.iter().find(|(name, _)| *name == wanted);
            found.expect("every bar names a list").1
        };
        let parser = of("parser");
        Bar {
            what: "str_list from JSON, less the parser".to_owned(),
            against: "vec_string, less the parser".to_owned(),
            ratio: (of("str_list") - parser) / (of("vec_string") - parser),
            most: Some(most),
        }
    }

    /// The ways that are not string-kit's: the published ones, and what other crates offer.
    fn others(&self) -> Vec<String> {
        let other = |way: &Workload| {
            matches!(way.group, Group::Published | Group::Rival) || way.strategy == Some("native")
        };
        let others = self.ways.iter().filter(|(way, _)| other(way));
        others.map(|(way, _)| way.to_string()).collect()
    }

    fn own_way(&self, representation: &str, most: f64) -> Bar {
        let native = format!("{representation}/native");
        self.bar(&format!("{representation}/one_pass"), &[native], most)
    }

    /// The bar for one way against the best of some.
    fn bar(&self, what: &str, against: &[String], most: f64) -> Bar {
        let best = against.iter().map(|name| (self.of(name), name));
        let (best, against) = best
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("there is something to compare with");
        Bar {
            what: what.to_owned(),
            against: against.clone(),
            ratio: self.of(what) / best,
            most: Some(most),
        }
    }

    fn of(&self, name: &str) -> f64 {
        let found = self.ways.iter().find(|(way, _)| way.to_string() == name);
        found.expect("every bar names a way").1
    }
}

/// Where iai-callgrind wrote what it counted: a folder of the one that it is told, or of the one
/// that this program was built in.
fn folder() -> Result<PathBuf, String> {
    const FOLDER: &str = "string-kit-callgrind/callgrind";
    if let Some(home) = env::var_os("IAI_CALLGRIND_HOME") {
        return Ok(Path::new(&home).join(FOLDER));
    }
    let program = env::current_exe().map_err(|error| error.to_string())?;
    program
        .ancestors()
        .map(|folder| folder.join("iai").join(FOLDER))
        .find(|folder| folder.is_dir())
        .ok_or_else(|| format!("no folder above {} has the counts", program.display()))
}

/// The total that callgrind wrote for a benchmark, in this run.
fn instructions(folder: &Path, group: &str, name: &str, since: SystemTime) -> Result<f64, String> {
    let file = format!("callgrind.{name}.out");
    let path = folder.join(group).join(name).join(file);
    let unread = |error: io::Error| format!("{}: {error}", path.display());
    let written = fs::metadata(&path)
        .and_then(|data| data.modified())
        .map_err(unread)?;
    if written < since {
        return Err(format!("{}: it is of an earlier run", path.display()));
    }
    fs::read_to_string(&path)
        .map_err(unread)?
        .lines()
        .find_map(|line| {
            line.strip_prefix("summary: ")?
                .split(' ')
                .next()?
                .parse()
                .ok()
        })
        .ok_or_else(|| format!("{}: it has no total", path.display()))
}
