//! The places of the compiler's errors for a wrong call of `capture!`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The items of string-kit that the expansion names, and a macro that calls the procedural one as
/// `capture!` does.
const PRELUDE: &str = r"
extern crate string_kit_macros;
pub use string_kit_macros::capture_pieces;
pub fn capture(_: &((), ())) {}
pub fn arguments(_: std::fmt::Arguments<'_>) {}
pub struct Probe;
pub fn probe<T: std::fmt::Display + ?Sized>(_: &T) -> Probe { Probe }
impl std::ops::Index<()> for Probe { type Output = (); fn index(&self, _: ()) -> &() { &() } }
pub trait ToPiece { fn to_piece(&self) {} }
impl ToPiece for () {}
macro_rules! capture {
    ($($format:tt)+) => { crate::capture_pieces!([crate] [capture] [arguments] $($format)+) };
}
pub struct No;
";

#[test]
fn errors_stand_at_the_argument() {
    let calls = [
        (r#"capture!("{}", 7)"#, "", ""),
        (r#"capture!("{}", No)"#, "No", "doesn't implement"),
        (r#"capture!("{no}", no = No)"#, "No", "doesn't implement"),
        (r#"capture!("{:?}", No)"#, "No", "doesn't implement"),
        (r#"capture!("{:x}", No)"#, "No", "LowerHex"),
        (r#"capture!("{:1$}", 7, No)"#, "No", "mismatched types"),
        (r#"capture!("{}{}", 7)"#, "{}{}", "2 positional arguments"),
        (r#"capture!(String, "{}", 7)"#, ", \"", "did you mean `;`?"),
    ];
    let mut program = PRELUDE.to_owned();
    for (index, (call, ..)) in calls.iter().enumerate() {
        writeln!(program, "fn f{index}() {{ {call} }}").unwrap();
    }
    let first_line = PRELUDE.lines().count() + 1;
    let errors = compile(&program);
    for (index, (call, argument, message)) in calls.iter().enumerate() {
        let line = format!("<anon>:{}:", first_line + index);
        let mut of_line = errors.lines().filter(|error| error.starts_with(&line));
        if argument.is_empty() {
            assert_eq!(of_line.next(), None, "{call}");
            continue;
        }
        let error = of_line.next().unwrap_or_else(|| panic!("{call}: {errors}"));
        let column = program
            .lines()
            .nth(first_line + index - 1)
            .unwrap()
            .find(argument);
        let place = format!("{line}{}: error", column.unwrap() + 1);
        assert!(
            error.starts_with(&place) && error.contains(message),
            "{call}: {error}"
        );
    }
}

/// Compiles a program with the newest build of the procedural macro, and returns the compiler's
/// errors.
fn compile(program: &str) -> String {
    let tests = std::env::current_exe().unwrap();
    let builds = tests
        .parent()
        .unwrap()
        .read_dir()
        .unwrap()
        .flatten()
        .filter(|file| {
            let path = file.file_name();
            let name = path.to_string_lossy();
            name.contains("string_kit_macros-") && name.ends_with(std::env::consts::DLL_SUFFIX)
        });
    let newest = builds.max_by_key(|file| file.metadata().unwrap().modified().unwrap());
    let library = newest.unwrap().path();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let options =
        "- --edition=2024 --crate-type=lib --emit=metadata --error-format=short -o /dev/null";
    let mut compiler = Command::new(rustc)
        .args(options.split(' '))
        .arg(format!("--extern=string_kit_macros={}", library.display()))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = compiler.stdin.take().unwrap();
    input.write_all(program.as_bytes()).unwrap();
    drop(input);
    let output = compiler.wait_with_output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}
