//! Texts that somebody else allocated.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;

/// A text whose memory is taken over or shared, instead of copied.
pub(crate) enum Owner {
    String(String),
    Box(Box<str>),
    Arc(Arc<str>),
    Static(&'static str),
}

impl Owner {
    #[inline]
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::String(text) => text,
            Self::Box(text) => text,
            Self::Arc(text) => text,
            Self::Static(text) => text,
        }
    }
}
