//! Instructions of every workload, by callgrind.
//!
//! Arguments that are no flags filter: `cargo bench --bench callgrind -- str_list` counts what has
//! `str_list` in its path. Flags are iai-callgrind's; give their values with `=`.
//!
//! NOTE: this does by hand what `iai_callgrind::main!` expands to. The macros take functions that
//! are listed in the source, and the workloads are a list at run time: one list is enough. Hence
//! the exact version of iai-callgrind in `Cargo.toml`.

mod bars;

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::SystemTime;

use iai_callgrind::__internal::{
    BenchmarkKind, InternalLibraryBenchmarkBench, InternalLibraryBenchmarkBenches,
    InternalLibraryBenchmarkConfig, InternalLibraryBenchmarkGroup, InternalLibraryBenchmarkGroups,
    Runner,
};
use iai_callgrind::{
    Callgrind, CallgrindMetrics, EventKind, FlamegraphConfig, LibraryBenchmarkConfig, ValgrindTool,
    bincode,
};
use string_kit_benches::input::{self, SLICES, Values};
use string_kit_benches::workload::pairs::{self, Pair};
use string_kit_benches::workload::{self, Group, Workload, json};

/// The ways of which a flamegraph is drawn: the baseline and our own.
const FLAMEGRAPHS: [(&str, &str); 2] = [
    ("published", workload::BASELINE),
    ("string_kit", "str_list"),
];

fn main() -> ExitCode {
    if cfg!(debug_assertions) {
        println!("callgrind: skipped, for this build is not optimized; use cargo bench");
        return ExitCode::SUCCESS;
    }
    let mut args = env::args();
    let program = args.next().unwrap_or_default();
    let args: Vec<String> = args.collect();
    // The runner starts this program again under valgrind: `--iai-run GROUP INDEX INDEX PATH`.
    if let [first, _, _, _, path] = &args[..]
        && first == "--iai-run"
    {
        return count(path);
    }
    if !on_path("valgrind") {
        eprintln!("callgrind: valgrind is not on PATH; install it (apt-get install valgrind)");
        return ExitCode::FAILURE;
    }
    start(program, args)
}

/// What is counted: a way, over an input of its own.
struct Bench {
    group: &'static str,
    /// The name in the group, fit for a file.
    name: String,
    run: Box<dyn Fn()>,
}

/// The group of what is read from JSON.
const LISTS: &str = "list_from_json";

impl Bench {
    /// All ways over the five slices; the published ones and our own also over each; lists that are
    /// read from JSON; and pairs, of which the first has a limit.
    fn all() -> Vec<Self> {
        let mut all: Vec<Self> = workload::all()
            .into_iter()
            .map(|way| Self::of(way.group.name(), input::pass().to_vec(), way))
            .collect();
        for slice in SLICES {
            let mut ways = workload::all();
            ways.retain(|way| matches!(way.group, Group::Published | Group::StringKit));
            let bench = |way| Self::of(slice.name, vec![slice.values], way);
            all.extend(ways.into_iter().map(bench));
        }
        all.extend(json::lists().map(|list| {
            let names = json::names();
            Self {
                group: LISTS,
                name: list.name.to_owned(),
                run: Box::new(move || (list.read)(&names)),
            }
        }));
        all.extend(pairs::all().into_iter().flat_map(Self::of_pair));
        all
    }

    fn of(group: &'static str, slices: Vec<Values<'static>>, way: Workload) -> Self {
        Self {
            group,
            name: file_name(&way),
            run: Box::new(move || way.pass(&slices)),
        }
    }

    fn of_pair(pair: Pair) -> [Self; 2] {
        [pair.what, pair.against].map(|case| Self {
            group: pair.topic,
            name: case.name.to_owned(),
            run: Box::new(move || case.run()),
        })
    }

    /// The name that the runner gives the benchmark.
    fn path(&self) -> String {
        format!("{}::{}::{}", module_path!(), self.group, self.name)
    }

    fn config(&self) -> InternalLibraryBenchmarkConfig {
        // Instructions alone: hits of caches depend on where the program happens to be loaded.
        let mut callgrind = Callgrind::default();
        callgrind.format([CallgrindMetrics::SingleEvent(EventKind::Ir)]);
        if FLAMEGRAPHS.contains(&(self.group, &self.name)) {
            callgrind.flamegraph(FlamegraphConfig::default());
        }
        LibraryBenchmarkConfig::default().tool(callgrind).into()
    }
}

/// Hands the list to the runner.
fn start(program: String, args: Vec<String>) -> ExitCode {
    let (flags, filters): (Vec<_>, Vec<_>) = args.into_iter().partition(|arg| arg.starts_with('-'));
    let mut benches = Bench::all();
    benches.retain(|bench| {
        filters.is_empty() || filters.iter().any(|part| bench.path().contains(part))
    });
    if benches.is_empty() {
        eprintln!("callgrind: no path has {filters:?} in it; run without to see them all");
        return ExitCode::from(2);
    }
    // Cargo itself adds `--bench`.
    let whole = filters.is_empty() && flags.iter().all(|flag| flag == "--bench");
    let groups = InternalLibraryBenchmarkGroups {
        command_line_args: flags,
        config: InternalLibraryBenchmarkConfig::default(),
        default_tool: ValgrindTool::Callgrind,
        groups: benches
            .chunk_by(|a, b| a.group == b.group)
            .map(group)
            .collect(),
        has_setup: false,
        has_teardown: false,
    };
    let runner = Runner::new(
        Some(env!("CARGO_BIN_EXE_iai-callgrind-runner")),
        &BenchmarkKind::LibraryBenchmark,
        env!("CARGO_MANIFEST_DIR"),
        env!("CARGO_PKG_NAME"),
        file!(),
        module_path!(),
        program,
    );
    let groups = bincode::serialize(&groups).expect("the list is plain data");
    let since = SystemTime::now();
    if let Err(errors) = runner.exec(groups) {
        eprintln!("{errors}");
        return ExitCode::FAILURE;
    }
    // The bars are for the counts of this very run, all of them.
    match whole.then(|| bars::check(since)) {
        None | Some(Ok(true)) => ExitCode::SUCCESS,
        Some(Ok(false)) => ExitCode::from(3),
        Some(Err(what)) => {
            eprintln!("callgrind: {what}");
            ExitCode::FAILURE
        }
    }
}

/// The name of a way, fit for a file.
fn file_name(way: &Workload) -> String {
    way.to_string().replace('/', ".")
}

fn group(benches: &[Bench]) -> InternalLibraryBenchmarkGroup {
    let bench = |bench: &Bench| InternalLibraryBenchmarkBenches {
        benches: vec![InternalLibraryBenchmarkBench {
            function_name: bench.name.clone(),
            ..Default::default()
        }],
        config: Some(bench.config()),
    };
    InternalLibraryBenchmarkGroup {
        id: benches[0].group.to_owned(),
        library_benchmarks: benches.iter().map(bench).collect(),
        ..Default::default()
    }
}

/// Under valgrind: runs one benchmark.
fn count(path: &str) -> ExitCode {
    let Some(bench) = Bench::all().into_iter().find(|bench| bench.path() == path) else {
        eprintln!("callgrind: there is no benchmark '{path}'");
        return ExitCode::FAILURE;
    };
    // Fills what a way keeps for itself, such as a thread's buffer.
    (bench.run)();
    warm();
    __iai_callgrind_wrapper_mod::run(&bench.run);
    ExitCode::SUCCESS
}

/// Puts free blocks of every small size within malloc's quick reach.
///
/// Otherwise the count depends on what the program allocated before, and so on the length of its
/// own path among its arguments: 128 or 262 instructions for the same function.
fn warm() {
    for size in (16..=1024).step_by(16) {
        black_box([(); 4].map(|()| Vec::<u8>::with_capacity(size)));
    }
}

/// What is counted: callgrind looks for a module of this name.
mod __iai_callgrind_wrapper_mod {
    use super::black_box;

    #[inline(never)]
    pub(super) fn run(bench: &dyn Fn()) {
        bench();
        // So that the call above does not become a jump, of which callgrind would lose track.
        black_box(());
    }
}

fn on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}
