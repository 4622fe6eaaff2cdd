//! The machine that a run was made on, and reasons to doubt its times.

use std::env;
use std::fmt::{self, Display};
use std::thread;

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The machine and the build of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// The number of threads that run at once.
    pub cores: usize,
    /// The operating system.
    pub os: String,
    /// The compiler that built the laboratory.
    pub rustc: String,
    /// True if the build is optimized.
    pub optimized: bool,
    /// The allocators that were measured on.
    pub allocators: Vec<String>,
}

impl Machine {
    /// Describes the machine that this runs on.
    pub fn detect(rustc: String, allocators: Vec<String>) -> Self {
        let cpus = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(cpus);
        let brand = system
            .cpus()
            .first()
            .map(|cpu| cpu.brand().trim().to_owned());
        Self {
            cpu: brand
                .filter(|brand| !brand.is_empty())
                .unwrap_or_else(|| env::consts::ARCH.to_owned()),
            cores: cores(),
            os: System::long_os_version().unwrap_or_else(|| env::consts::OS.to_owned()),
            rustc,
            optimized: !cfg!(debug_assertions),
            allocators,
        }
    }
}

impl Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "processor  {}, {} threads", self.cpu, self.cores)?;
        writeln!(f, "system     {}", self.os)?;
        writeln!(f, "compiler   {}", self.rustc)?;
        write!(f, "allocator  {}", self.allocators.join(", "))
    }
}

/// Returns the number of threads that run at once.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// A watch over the machine while a run is made.
#[derive(Debug)]
pub struct Watch {
    load: f64,
    before: Option<Ticks>,
}

/// The processors' time since the start of the system, in ticks.
#[derive(Clone, Copy, Debug)]
struct Ticks {
    all: u64,
    stolen: u64,
}

/// The load, in threads that want to run, above which other work is likely to disturb.
const HIGH_LOAD: f64 = 0.5;
/// The share of stolen time above which the host is busy.
const HIGH_STEAL: f64 = 0.01;

impl Watch {
    /// Starts to watch.
    pub fn start() -> Self {
        Self {
            load: System::load_average().one,
            before: ticks(),
        }
    }

    /// Returns the reasons to doubt times that were taken since, with `threads` at once.
    #[allow(clippy::cast_precision_loss)] // They are shares.
    pub fn doubts(&self, threads: usize) -> Vec<String> {
        let mut doubts = Vec::new();
        if cfg!(debug_assertions) {
            doubts.push("this build is not optimized; use --release".to_owned());
        }
        if self.load > HIGH_LOAD {
            doubts.push(format!(
                "other work ran at the start: load {:.1}",
                self.load
            ));
        }
        if let (Some(before), Some(after)) = (self.before, ticks()) {
            let share = (after.stolen.saturating_sub(before.stolen)) as f64
                / (after.all.saturating_sub(before.all)).max(1) as f64;
            if share > HIGH_STEAL {
                let percent = share * 100.0;
                doubts.push(format!(
                    "the host took {percent:.0} % of the processors' time"
                ));
            }
        }
        if threads > cores() {
            doubts.push(format!("{threads} threads shared {} cores", cores()));
        }
        doubts.extend(platform::doubts());
        doubts
    }
}

#[cfg(target_os = "linux")]
fn ticks() -> Option<Ticks> {
    use procfs::CurrentSI;

    let total = procfs::KernelStats::current().ok()?.total;
    let stolen = total.steal.unwrap_or_default();
    let waiting = total.iowait.unwrap_or_default() + total.idle;
    let busy = total.user + total.nice + total.system + total.softirq.unwrap_or_default();
    Some(Ticks {
        all: busy + waiting + stolen,
        stolen,
    })
}

#[cfg(not(target_os = "linux"))]
fn ticks() -> Option<Ticks> {
    None
}

#[cfg(target_os = "linux")]
mod platform {
    use std::fs;

    /// Returns the facts that Linux reports of the processors and that make times vary.
    pub(super) fn doubts() -> Vec<String> {
        let read = |path: &str| fs::read_to_string(path).map(|text| text.trim().to_owned());
        let mut doubts = Vec::new();
        let governor = read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        if let Ok(governor) = governor
            && governor != "performance"
        {
            doubts.push(format!("the frequency governor is {governor}"));
        }
        if read("/sys/devices/system/cpu/smt/active").is_ok_and(|active| active == "1") {
            doubts.push("threads share cores (SMT)".to_owned());
        }
        let flags = read("/proc/cpuinfo").unwrap_or_default();
        if flags
            .lines()
            .any(|line| line.starts_with("flags") && line.contains(" hypervisor"))
        {
            doubts.push("the machine is virtual".to_owned());
        }
        doubts
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    pub(super) fn doubts() -> Vec<String> {
        Vec::new()
    }
}
