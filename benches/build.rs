//! Notes which compiler builds the laboratory: a report of times names it.

use std::env;
use std::process::Command;

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_else(|| "an unknown rustc".to_owned());
    println!("cargo::rustc-env=STRING_KIT_RUSTC={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
}
