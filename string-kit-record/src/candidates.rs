//! The string types that a program can be built with in place of its own.

/// A string type that the variable `STRING_KIT_TRY` can name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The name in the variable.
    pub id: &'static str,
    /// The name that readers know.
    pub name: &'static str,
    /// The path of the type.
    pub path: &'static str,
}

macro_rules! candidates {
    ($($id:ident $name:literal $ty:ty;)*) => {
        /// The string types that the variable `STRING_KIT_TRY` can name.
        ///
        /// ```
        /// let mut candidates = string_kit_record::CANDIDATES.iter();
        /// let compact = candidates.find(|candidate| candidate.id == "compact_string").unwrap();
        /// assert_eq!(compact.path, "compact_str::CompactString");
        /// ```
        pub const CANDIDATES: &[Candidate] = &[
            $(Candidate { id: stringify!($id), name: $name, path: stringify!($ty) }),*
        ];

        /// The types, each in a module of its id.
        #[doc(hidden)]
        #[allow(missing_docs)]
        pub mod types {
            $(pub mod $id {
                pub type Type = $ty;
            })*
        }
    };
}

candidates! {
    string "String" String;
    boxed_str "Box<str>" Box<str>;
    arc_str "Arc<str>" std::sync::Arc<str>;
    rc_str "Rc<str>" std::rc::Rc<str>;
    string_buf "StringBuf" string_kit::StringBuf<24>;
    shared_str "SharedStr" string_kit::SharedStr;
    smol_str "SmolStr" smol_str::SmolStr;
    smart_lazy "SmartString<LazyCompact>" smartstring::SmartString<smartstring::LazyCompact>;
    smart_compact "SmartString<Compact>" smartstring::SmartString<smartstring::Compact>;
    compact_string "CompactString" compact_str::CompactString;
    eco_string "EcoString" ecow::EcoString;
    lean_string "LeanString" lean_string::LeanString;
    lean_str "LeanStr" lean_string::LeanStr;
    char_str "CharStr" char_str::CharStr;
    char_string "CharString" char_str::CharString;
    arcstr "ArcStr" arcstr::ArcStr;
    cold_string "ColdString" cold_string::ColdString;
    arc_cold_string "ArcColdString" cold_string::ArcColdString;
}
