//! `KStringCow`: borrowed, or a `KString`.

use kstring::{KString, KStringCow};

use crate::{Facts, StringType};

pub type This = KStringCow<'static>;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: 15,
        ..Facts::new(
            "kstring_cow",
            "KStringCow<'static>",
            "kstring::KStringCow<'static>",
            crate::types::kstring::PACKAGE,
        )
    };

    made_by!(|text: &str| KString::from_ref(text).into());
}

laws!(declared(subject!(This, StringType::make, StringType::text)));
