//! `SmartString<Compact>`: inline again whenever a text fits.

use crate::written;

representation! {
    smart_compact: smartstring::SmartString<smartstring::Compact>, super::smart_lazy::PACKAGE,
    |value| written(value);
}

laws!({
    use crate::types::smart_lazy::smart_string;
    smart_string!(This)
});
