//! String types as trait objects, and the list of them: the representations and the rivals.

use std::any::type_name;
use std::ptr;

use arcstr::Substr;
use beef::{Cow, lean};
use bytestring::ByteString;
use byteyarn::Yarn;
use faststr::FastStr;
use hipstr::string::HipStr;
use hipstr::{Rc, Unique};
use imstr::ImString;
use inlinable_string::InlinableString;
use kstring::backend::ArcStr;
use kstring::{KStringBase, KStringCow};
use smallstr::SmallString;
use smol_str::SmolStrBuilder;
use string_kit::CapturedStr;
use tendril::StrTendril;

use crate::{Listed, Shape};

/// A string type as a trait object.
pub trait StringType {
    /// Returns the name of the type.
    fn name(&self) -> &'static str;

    /// Returns the path of the type. It begins with the crate that defines the type.
    fn path(&self) -> &'static str;

    /// Returns the size, the alignment and the free `Option`s of the type.
    fn shape(&self) -> Shape;

    /// Makes a value of this text, calls `during`, and drops the value.
    fn hold(&self, text: &str, during: &mut dyn FnMut());

    /// Returns the offset at which a value of this text holds its bytes inline, or `None` if the
    /// bytes are elsewhere or the text is empty.
    fn inline_at(&self, text: &str) -> Option<usize>;
}

/// A type by its name, its constructor and its view.
struct Subject<S> {
    title: &'static str,
    make: fn(&str) -> S,
    view: fn(&S) -> &str,
}

impl<S> StringType for Subject<S> {
    fn name(&self) -> &'static str {
        self.title
    }

    fn path(&self) -> &'static str {
        type_name::<S>()
    }

    fn shape(&self) -> Shape {
        Shape::new::<S>()
    }

    fn hold(&self, text: &str, during: &mut dyn FnMut()) {
        let value = (self.make)(text);
        during();
        drop(value);
    }

    fn inline_at(&self, text: &str) -> Option<usize> {
        let value = (self.make)(text);
        let text = (self.view)(&value);
        let (place, start) = (ptr::from_ref(&value).addr(), text.as_ptr().addr());
        let at = start.checked_sub(place)?;
        (!text.is_empty() && at + text.len() <= size_of::<S>()).then_some(at)
    }
}

/// Returns all string types: the representations in the order of their list, then the rivals.
#[must_use]
pub fn all() -> Vec<Listed<dyn StringType>> {
    let mut all: Vec<Listed<dyn StringType>> = Vec::new();
    macro_rules! representation {
        ($name:ident, $ty:ty) => {
            let (name, title) = (stringify!($name), <$ty>::PROFILE.name);
            all.push(listed(name, title, <$ty>::from_text, <$ty>::as_str));
        };
    }
    for_each_representation!(representation);
    all.extend(rivals());
    all
}

fn listed<S: 'static>(
    name: &'static str,
    title: &'static str,
    make: fn(&str) -> S,
    view: fn(&S) -> &str,
) -> Listed<dyn StringType> {
    let subject = Box::new(Subject { title, make, view });
    Listed { name, subject }
}

/// Returns the string types that are not representations.
#[rustfmt::skip]
fn rivals() -> [Listed<dyn StringType>; 15] {
    [
        listed::<Substr>("substr", "Substr", |s| s.into(), |s| s),
        listed("beef_lean", "beef::lean::Cow", |s| lean::Cow::<str>::owned(s.into()), |s| s),
        listed::<Cow<'static, str>>("beef_wide", "beef::Cow", |s| Cow::owned(s.into()), |s| s),
        listed::<ByteString>("byte_string", "ByteString", |s| s.into(), |s| s),
        listed::<Yarn>("yarn", "Yarn", Yarn::copy, Yarn::as_str),
        listed::<FastStr>("fast_str", "FastStr", |s| FastStr::new(s), |s| s),
        listed::<HipStr<'static, Rc>>("hip_str_rc", "HipStr<'static, Rc>", |s| s.into(), |s| s),
        listed::<HipStr<'static, Unique>>(
            "hip_str_unique", "HipStr<'static, Unique>", |s| s.into(), |s| s,
        ),
        listed::<ImString>("im_string", "ImString", |s| s.into(), |s| s),
        listed::<InlinableString>("inlinable_string", "InlinableString", |s| s.into(), |s| s),
        listed::<KStringBase<ArcStr>>(
            "kstring_arc", "KStringBase<ArcStr>", KStringBase::from_ref, |s| s,
        ),
        listed("kstring_cow", "KStringCow<'static>", |s| KStringCow::from_string(s.into()), |s| s),
        listed::<SmallString<[u8; 24]>>(
            "small_string", "SmallString<[u8; 24]>", |s| s.into(), |s| s,
        ),
        listed("smol_str_builder", "SmolStrBuilder", built, SmolStrBuilder::as_str),
        listed::<StrTendril>("str_tendril", "StrTendril", |s| s.into(), |s| s),
    ]
}

fn built(text: &str) -> SmolStrBuilder {
    let mut builder = SmolStrBuilder::new();
    builder.push_str(text);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_types_are_unique() {
        let mut all_names = HashSet::new();
        for Listed { name, subject } in all() {
            for name in [name, subject.name(), subject.path()] {
                assert!(all_names.insert(name), "{name} twice");
            }
        }
    }
}
