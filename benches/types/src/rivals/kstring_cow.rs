//! `KStringCow`: borrowed, or a `KString`.

use kstring::{KString, KStringCow};

use crate::{Facts, StringType};

pub type This = KStringCow<'static>;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: 15,
        package: crate::types::kstring::PACKAGE,
        ..Facts::new(
            "kstring_cow",
            "KStringCow<'static>",
            "kstring::KStringCow<'static>",
        )
    };

    made_by!(|text: &str| KString::from_ref(text).into());
}

laws!(declared(subject!(This, StringType::make, StringType::text)));
