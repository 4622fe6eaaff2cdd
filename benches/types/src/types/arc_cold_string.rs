//! `ArcColdString`: one word, 8 bytes inline, shared.

representation! {
    arc_cold_string: cold_string::ArcColdString, super::cold_string::PACKAGE;
}

laws!(subject!(This; from_utf8));
