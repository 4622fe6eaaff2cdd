//! Formats of values whose types are known, against the macro of each type's own crate.

use std::hint::black_box;

use ecow::{EcoString, eco_format};
use smol_str::{SmolStr, format_smolstr};
use string_kit::capture;

use super::case::{Case, pair};

pub(super) fn cases() -> Vec<[Case; 2]> {
    /// Formats into a type: the name of each, its format string, and its values.
    macro_rules! formats {
        (
            $ty:ident, $macro:ident, $functions:expr;
            $($name:literal: $format:tt, $values:tt = $value:expr;)*
        ) => {
            vec![$(pair(
                $functions,
                $name,
                || {
                    let $values = black_box(&$value);
                    capture!($ty; $format)
                },
                || {
                    let $values = black_box(&$value);
                    $macro!($format)
                },
            )),*]
        };
    }
    /// All formats into a type, and one with a spec, which makes a value be formatted.
    macro_rules! into {
        ($ty:ident, $macro:ident, $functions:expr, $spec:literal) => {{
            let mut cases = formats![$ty, $macro, $functions;
                "name_id": "{name}-{id}", (name, id) = ("eu-west", 42_u32);
                "host_port": "{host}:{port}",
                    (host, port) = ("db-3.eu-west.example.org", 5432_u16);
                "session": "user:{user}:session:{session}",
                    (user, session) = (1_234_567_u64, "9f8e7d6c5b4a");
                "request": "{method} {path} -> {status} in {ms}ms",
                    (method, path, status, ms) = ("GET", "/api/v1/users", 200_u16, 12.5_f64);
                "path": "{a}/{b}/{c}", (a, b, c) = ("alpha", "beta-long", "gamma-longer-one");
                "metric": "{name}.{status}.{id}.{user}",
                    (name, status, id, user) = ("eu-west", 200_u16, 42_u32, 1_234_567_u64);
            ];
            cases.extend(formats![$ty, $macro, ["capture_spec", "format_spec"];
                $spec: "{name}-{id:08x}", (name, id) = ("eu-west", 42_u32);
            ]);
            cases
        }};
    }
    let smol_str = ["capture_smol_str", "format_smolstr"];
    let eco_string = ["capture_eco_string", "eco_format"];
    let mut cases = into!(String, format, ["capture_string", "format"], "string");
    cases.extend(into!(SmolStr, format_smolstr, smol_str, "smol_str"));
    cases.extend(into!(EcoString, eco_format, eco_string, "eco_string"));
    cases
}
