//! Formats of values whose types are known, against the macro of each type's own crate.

use std::hint::black_box;

use ecow::{EcoString, eco_format};
use smol_str::{SmolStr, format_smolstr};
use string_kit::capture;

use super::{Pair, pairs};

const TOPIC: &str = "typed_format";

/// The values of the formats.
struct Values {
    name: &'static str,
    id: u32,
    host: &'static str,
    port: u16,
    user: u64,
    session: &'static str,
    method: &'static str,
    path: &'static str,
    status: u16,
    ms: f64,
    a: &'static str,
    b: &'static str,
    c: &'static str,
}

static VALUES: Values = Values {
    name: "eu-west",
    id: 42,
    host: "db-3.eu-west.example.org",
    port: 5432,
    user: 1_234_567,
    session: "9f8e7d6c5b4a",
    method: "GET",
    path: "/api/v1/users",
    status: 200,
    ms: 12.5,
    a: "alpha",
    b: "beta-long",
    c: "gamma-longer-one",
};

/// The most that `capture!` may take, as a multiple of what `format!`, `format_smolstr!` and
/// `eco_format!` take.
const MOST: [Option<f64>; 3] = [Some(0.32), Some(0.45), Some(0.50)];

/// A value with a spec is formatted: measured, and not limited.
const NO_LIMIT: [Option<f64>; 3] = [None; 3];

pub(super) fn pairs() -> Vec<Pair> {
    /// One format by one macro.
    macro_rules! format_by {
        ($macro:ident!($($argument:tt)*) of $($value:ident),*) => {{
            let Values { $($value,)* .. } = black_box(&VALUES);
            $macro!($($argument)*)
        }};
    }
    /// Each format into each of three types.
    macro_rules! formats {
        ($($name:literal: $format:tt of ($($value:ident),*), $most:expr;)*) => {
            [$(formats!($name, $format, $most, $($value),*)),*]
        };
        ($name:literal, $format:tt, $most:expr, $($value:ident),*) => {
            pairs![TOPIC;
                concat!("string.", $name) => format_by!(capture!(String; $format) of $($value),*),
                concat!("string.", $name, ".format") =>
                    format_by!(format!($format) of $($value),*), $most[0];
                concat!("smol_str.", $name) =>
                    format_by!(capture!(SmolStr; $format) of $($value),*),
                concat!("smol_str.", $name, ".format_smolstr") =>
                    format_by!(format_smolstr!($format) of $($value),*), $most[1];
                concat!("eco_string.", $name) =>
                    format_by!(capture!(EcoString; $format) of $($value),*),
                concat!("eco_string.", $name, ".eco_format") =>
                    format_by!(eco_format!($format) of $($value),*), $most[2];
            ]
        };
    }
    formats![
        "name_id": "{name}-{id}" of (name, id), MOST;
        "host_port": "{host}:{port}" of (host, port), MOST;
        "session": "user:{user}:session:{session}" of (user, session), MOST;
        "request": "{method} {path} -> {status} in {ms}ms" of (method, path, status, ms), MOST;
        "path": "{a}/{b}/{c}" of (a, b, c), MOST;
        "metric": "{name}.{status}.{id}.{user}" of (name, status, id, user), MOST;
        "hex": "{name}-{id:08x}" of (name, id), NO_LIMIT;
    ]
    .into_iter()
    .flatten()
    .collect()
}
