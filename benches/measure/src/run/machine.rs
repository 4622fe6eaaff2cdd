//! The machine that a run was made on, and reasons to doubt its times.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::process::Command;
use std::thread;

use serde::{Deserialize, Serialize};

use crate::system::value_of;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    pub cpu: String,
    pub cores: usize,
    pub os: String,
    pub rustc: String,
    pub optimized: bool,
    pub allocators: Vec<String>,
}

impl Machine {
    pub fn detect(rustc: String, allocators: Vec<String>) -> Self {
        let cpu = value_of("/proc/cpuinfo", "model name")
            .or_else(|| printed_by("sysctl", &["-n", "machdep.cpu.brand_string"]));
        let found =
            value_of("/etc/os-release", "PRETTY_NAME").or_else(|| printed_by("uname", &["-sr"]));
        // Windows' programs see the system's files under wine.
        let os = match found {
            Some(host) if cfg!(windows) => format!("{OS} (wine) on {host}"),
            found => found.unwrap_or_else(|| OS.to_owned()),
        };
        Self {
            cpu: cpu.unwrap_or_else(|| ARCH.to_owned()),
            cores: cores(),
            os,
            rustc,
            optimized: !cfg!(debug_assertions),
            allocators,
        }
    }

    pub fn facts(&self) -> [(&'static str, String); 5] {
        let build = if self.optimized { "release" } else { "debug" };
        [
            ("processor", format!("{}, {} threads", self.cpu, self.cores)),
            ("system", self.os.clone()),
            ("compiler", self.rustc.clone()),
            ("build", build.to_owned()),
            ("allocator", self.allocators.join(", ")),
        ]
    }
}

fn printed_by(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!line.is_empty()).then_some(line)
}

/// Returns the day in UTC, as the system's program has it; empty if there is none.
pub fn today() -> String {
    printed_by("date", &["-u", "+%F"]).unwrap_or_default()
}

pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Ticks of all processors since the system started: all, busy, taken by the host, and those of
/// this process and its children that ended.
pub(crate) type Ticks = [u64; 4];

/// The cores that other processes may use before they are likely to disturb.
const MAX_OTHER_CORES: f64 = 0.25;
/// The share of stolen time above which the host is busy.
const MAX_STEAL: f64 = 0.01;

/// Returns the reasons to doubt times of `threads` at once since a reading of the clocks.
pub(crate) fn doubts(before: Option<Ticks>, threads: usize) -> Vec<String> {
    let mut doubts = Vec::new();
    if cfg!(debug_assertions) {
        doubts.push("this build is not optimized; use --release".to_owned());
    }
    if let Some((before, after)) = before.zip(ticks()) {
        doubts.extend(disturbances(before, after));
    }
    if threads > cores() {
        doubts.push(format!("{threads} threads shared {} cores", cores()));
    }
    let fact = |file| Some(fs::read_to_string(file).ok()?.trim().to_owned());
    let governor = fact("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if let Some(governor) = governor.filter(|governor| governor != "performance") {
        doubts.push(format!("the frequency governor is {governor}"));
    }
    if fact("/sys/devices/system/cpu/smt/active").is_some_and(|active| active == "1") {
        doubts.push("threads share cores (SMT)".to_owned());
    }
    if value_of("/proc/cpuinfo", "flags").is_some_and(|flags| flags.contains(" hypervisor")) {
        doubts.push("the machine is virtual".to_owned());
    }
    doubts
}

/// Reads the clocks of Linux; none elsewhere.
pub(crate) fn ticks() -> Option<Ticks> {
    let numbers = |text: &str| -> Vec<u64> {
        let words = text.split_ascii_whitespace();
        words.map(|word| word.parse().unwrap_or(0)).collect()
    };
    let ticks = fs::read_to_string("/proc/stat").ok()?;
    // user, nice, system, idle, iowait, irq, softirq, steal
    let system = numbers(ticks.lines().next()?.strip_prefix("cpu")?);
    let [user, nice, kernel, idle, waiting, interrupt, soft, stolen] = *system.get(..8)? else {
        return None;
    };
    let busy = user + nice + kernel + interrupt + soft;
    let own = fs::read_to_string("/proc/self/stat").ok()?;
    // The program's name, in brackets, may have spaces; the state counts as a number here.
    let (_, own) = own.rsplit_once(')')?;
    // utime, stime, cutime and cstime
    let own = numbers(own).get(11..15)?.iter().sum();
    Some([busy + idle + waiting + stolen, busy, stolen, own])
}

/// Returns the reasons to doubt times that were taken between two readings. Work of this process
/// and of its children is not a reason.
fn disturbances(before: Ticks, after: Ticks) -> Vec<String> {
    let [ticks, busy, stolen, own] =
        [0, 1, 2, 3].map(|clock| after[clock].saturating_sub(before[clock]) as f64);
    let other_cores = (busy - own) / ticks.max(1.0) * cores() as f64;
    let stolen = stolen / ticks.max(1.0);
    let mut doubts = Vec::new();
    if other_cores > MAX_OTHER_CORES {
        doubts.push(format!("other processes used {other_cores:.1} cores"));
    }
    if stolen > MAX_STEAL {
        doubts.push(format!("CPU steal: {:.0} %", stolen * 100.0));
    }
    doubts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_work_of_others_is_doubted() {
        let start = [1_000, 900, 50, 700];
        let own_work = disturbances(start, [2_000, 1_900, 50, 1_700]);
        assert_eq!(own_work, [""; 0]);
        let busy = disturbances(start, [2_000, 1_800, 150, 700]);
        let used = format!("other processes used {:.1} cores", 0.9 * cores() as f64);
        assert_eq!(busy, [&*used, "CPU steal: 10 %"]);
    }

    #[test]
    fn own_time_and_that_of_children_counts() {
        let Some(before) = ticks() else { return };
        let work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let status = Command::new("sh").args(["-c", work]).status();
        assert!(status.unwrap().success());
        let after = ticks().unwrap();
        assert!(after[3] > before[3], "{before:?} {after:?}");
    }
}
