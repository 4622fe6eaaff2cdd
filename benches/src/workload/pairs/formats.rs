//! Formats of values whose types are known, against the macro of each type's own crate.

use std::hint::black_box;

use ecow::{EcoString, eco_format};
use smol_str::{SmolStr, format_smolstr};
use string_kit::capture;

use super::Pair;

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

pub(super) fn pairs() -> Vec<Pair> {
    /// One format by one macro.
    macro_rules! format_by {
        ($macro:ident!($($argument:tt)*) of $($value:ident),*) => {{
            let Values { $($value,)* .. } = black_box(&VALUES);
            $macro!($($argument)*)
        }};
    }
    /// Each format into a type.
    macro_rules! formats {
        ($ty:ident, $macro:ident, $groups:expr; $($name:literal: $format:tt of $values:tt;)*) => {
            vec![$(formats!(@ $ty, $macro, $groups, $name, $format, $values)),*]
        };
        (@ $ty:ident, $macro:ident, $groups:expr, $name:literal, $format:tt, ($($value:ident),*)) => {
            Pair::new(
                $groups,
                $name,
                || format_by!(capture!($ty; $format) of $($value),*),
                || format_by!($macro!($format) of $($value),*),
            )
        };
    }
    /// All formats into a type, and one with a spec, which makes a value be formatted.
    macro_rules! into {
        ($ty:ident, $macro:ident, $groups:expr, $spec:literal) => {{
            let mut all = formats![$ty, $macro, $groups;
                "name_id": "{name}-{id}" of (name, id);
                "host_port": "{host}:{port}" of (host, port);
                "session": "user:{user}:session:{session}" of (user, session);
                "request": "{method} {path} -> {status} in {ms}ms" of (method, path, status, ms);
                "path": "{a}/{b}/{c}" of (a, b, c);
                "metric": "{name}.{status}.{id}.{user}" of (name, status, id, user);
            ];
            all.extend(formats![$ty, $macro, ["capture_spec", "format_spec"];
                $spec: "{name}-{id:08x}" of (name, id);
            ]);
            all
        }};
    }
    [
        into!(String, format, ["capture_string", "format"], "string"),
        into!(
            SmolStr,
            format_smolstr,
            ["capture_smol_str", "format_smolstr"],
            "smol_str"
        ),
        into!(
            EcoString,
            eco_format,
            ["capture_eco_string", "eco_format"],
            "eco_string"
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}
