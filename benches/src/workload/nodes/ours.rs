//! The type of string-kit-concat.

use string_kit_concat::ConcatStr;

use super::design::Insert;
use super::{Design, Origin};

/// `ConcatStr`.
#[derive(Default)]
pub(crate) struct Persistent;

impl Design for Persistent {
    const NAME: &'static str = "ConcatStr";
    const ORIGIN: Origin = Origin::StringKit;
    const INSERT: Option<Insert<Self>> = Some(|_, of, at, text| {
        let mut edited = of.clone();
        edited.insert_str(at, text);
        edited
    });

    type Handle = ConcatStr;

    fn leaf(&mut self, text: &str) -> ConcatStr {
        text.into()
    }

    fn concat(&mut self, left: &ConcatStr, right: &ConcatStr) -> ConcatStr {
        left.concat(right)
    }

    fn append(&mut self, to: &mut ConcatStr, text: &ConcatStr) {
        *to += text;
    }

    fn flatten(&self, of: &ConcatStr, _length: usize) -> Vec<u8> {
        String::from(of).into_bytes()
    }
}
