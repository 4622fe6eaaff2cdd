//! Text files that are none of records: their lines are read, but no advice on lines is one on
//! their values.

use crate::source::line_end;

/// The most lines that are looked at.
const LOOKED_AT: usize = 200;
const LEVELS: [&str; 8] = [
    "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "ERROR", "CRITICAL", "FATAL",
];

/// Returns the first lines that are not blank.
fn lines(head: &[u8]) -> Vec<&str> {
    let lines = head.split(|byte| *byte == line_end(head));
    let texts = lines.filter_map(|line| str::from_utf8(line).ok().map(str::trim_end));
    texts
        .filter(|line| !line.is_empty())
        .take(LOOKED_AT)
        .collect()
}

/// Returns whether so many hundredths of some lines, of which there are two at least, fit.
fn share(lines: &[&str], hundredths: usize, fits: impl Fn(&str) -> bool) -> bool {
    let count = lines.iter().filter(|line| fits(line)).count();
    lines.len() > 1 && count * 100 >= lines.len() * hundredths
}

/// Returns the name of a form whose lines might be taken for a table: XML, or a log.
pub(crate) fn marked_up(head: &[u8]) -> Option<&'static str> {
    let lines = lines(head);
    let first = lines.first()?.trim_start();
    let tag = first.strip_prefix('<').and_then(|tag| tag.chars().next());
    let has_end = lines
        .iter()
        .any(|line| line.contains("</") || line.contains("/>"));
    if tag.is_some_and(|sign| "?!".contains(sign) || sign.is_alphabetic() && has_end) {
        return Some("XML or HTML");
    }
    let has_level = |line: &str| {
        let words = line
            .split(|letter: char| !letter.is_alphanumeric())
            .take(12);
        words
            .into_iter()
            .any(|word| LEVELS.contains(&&*word.to_ascii_uppercase().replace("WARNING", "WARN")))
    };
    let is_request = |line: &str| {
        ["\"GET ", "\"POST ", "\"HEAD "]
            .iter()
            .any(|verb| line.contains(verb))
    };
    let is_log = |line: &str| is_timed(line) && has_level(line) || is_request(line);
    (share(&lines, 60, is_log) || share(&lines, 90, is_syslog)).then_some("a log")
}

/// Returns the name of a form of keys with values.
pub(crate) fn configuration(head: &[u8]) -> Option<&'static str> {
    let lines = lines(head);
    let is_comment = |line: &&str| line.starts_with(['#', ';']);
    let lines: Vec<&str> = lines.into_iter().filter(|line| !is_comment(line)).collect();
    let is_section = |line: &str| line.starts_with('[') && line.ends_with(']');
    let is_key = |key: &str| {
        let key = key.trim().trim_matches('"');
        let is_of_key = |letter: char| letter.is_alphanumeric() || "_-./".contains(letter);
        !key.is_empty() && key.chars().all(is_of_key)
    };
    let is_pair = |line: &str| line.split_once('=').is_some_and(|(key, _)| is_key(key));
    let has_pair = lines.iter().any(|line| is_pair(line));
    if has_pair
        && share(&lines, 80, |line| {
            is_section(line) || is_pair(line) || line.starts_with([' ', ']'])
        })
    {
        return Some("TOML or INI");
    }
    let is_entry = |line: &str| {
        let item = line.trim_start();
        let entry = item.strip_prefix("- ").unwrap_or(item);
        let pair = entry
            .split_once(": ")
            .or_else(|| Some((entry.strip_suffix(':')?, "")));
        pair.is_some_and(|(key, _)| is_key(key))
    };
    let is_document = lines
        .first()
        .is_some_and(|line| line.starts_with("---") || line.starts_with("%YAML"));
    let is_yaml = share(&lines, 60, is_entry) || is_document && share(&lines, 30, is_entry);
    is_yaml.then_some("YAML")
}

/// Returns whether a line begins with a time, perhaps in brackets.
fn is_timed(line: &str) -> bool {
    let start: String = line.chars().take(32).collect();
    let digits = |part: &str| part.bytes().filter(u8::is_ascii_digit).count();
    let is_clock = start.split([' ', 'T', '[', ']']).any(|part| {
        let parts: Vec<&str> = part.split(':').collect();
        parts.len() > 2 && digits(parts[0]) == 2 && digits(parts[1]) == 2
    });
    is_clock || start.starts_with('[')
}

/// Returns whether a line begins as `Nov 28 12:00:00`.
fn is_syslog(line: &str) -> bool {
    const MONTHS: &str = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    let mut words = line.split_whitespace();
    words
        .next()
        .is_some_and(|word| word.len() == 3 && MONTHS.contains(word))
        && words.next().is_some_and(|day| day.parse::<u8>().is_ok())
        && is_timed(line)
}
