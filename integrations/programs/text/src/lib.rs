//! The string type of a program: the one whose feature is on.

#[cfg(feature = "recorded")]
string_kit_record::recorded! { pub type Text = String, "text", texts = kept; }
#[cfg(feature = "string")]
pub type Text = String;
#[cfg(feature = "boxed_str")]
pub type Text = Box<str>;
#[cfg(feature = "arc_str")]
pub type Text = std::sync::Arc<str>;
#[cfg(feature = "smol_str")]
pub type Text = smol_str::SmolStr;
#[cfg(feature = "smart_lazy")]
pub type Text = smartstring::SmartString<smartstring::LazyCompact>;
#[cfg(feature = "compact_string")]
pub type Text = compact_str::CompactString;
#[cfg(feature = "eco_string")]
pub type Text = ecow::EcoString;
#[cfg(feature = "lean_string")]
pub type Text = lean_string::LeanString;
#[cfg(feature = "char_str")]
pub type Text = char_str::CharStr;
#[cfg(feature = "cold_string")]
pub type Text = cold_string::ColdString;
#[cfg(feature = "shared_str")]
pub type Text = string_kit::SharedStr;
