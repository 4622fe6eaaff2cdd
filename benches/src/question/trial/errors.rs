//! The errors of a build in words.

/// Returns the number of errors of a compiler, and the first with its place.
pub(super) fn errors(output: &str) -> String {
    let is_error = |line: &&str| {
        let is_summary = line.contains("could not compile") || line.contains("aborting");
        line.starts_with("error") && !is_summary
    };
    let count = output.lines().filter(is_error).count();
    let mut lines = output.lines().skip_while(|line| !is_error(line));
    let Some(first) = lines.next() else {
        let last = output.lines().last();
        return last.unwrap_or("it fails without a word").to_owned();
    };
    let words = first.split_once(": ").map_or(first, |(_, words)| words);
    let found = lines.find_map(|line| line.trim_start().strip_prefix("--> "));
    let place = found.map_or(String::new(), |place| format!("{place}: "));
    match count {
        1 => format!("1 error: {place}{words}"),
        _ => format!("{count} errors, the first: {place}{words}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_compiler_are_counted_and_name_what_is_missing() {
        let output = "\
error[E0599]: no method named `push` found for struct `Arc<str>` in the current scope
 --> src/main.rs:1:1
error[E0599]: no method named `push` found for struct `Arc<str>` in the current scope
error[E0277]: the trait bound `Arc<str>: FromStr` is not satisfied
error: could not compile `app` (bin \"app\") due to 3 previous errors";
        let first = "no method named `push` found for struct `Arc<str>` in the current scope";
        let expected = format!("3 errors, the first: src/main.rs:1:1: {first}");
        assert_eq!(errors(output), expected);
        assert_eq!(
            errors("sh: 1: cargoo: not found"),
            "sh: 1: cargoo: not found"
        );
    }
}
