//! `SmolStrBuilder`: a `SmolStr` in the making.

use smol_str::SmolStrBuilder;

use crate::{Facts, StringType};

pub type This = SmolStrBuilder;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: 23,
        is_mutable: true,
        package: crate::types::smol_str::PACKAGE,
        ..Facts::new(
            "smol_str_builder",
            "SmolStrBuilder",
            "smol_str::SmolStrBuilder",
        )
    };

    fn make(text: &str) -> Self {
        let mut builder = Self::new();
        builder.push_str(text);
        builder
    }

    fn text(&self) -> &str {
        self.as_str()
    }
}

laws!(
    declared(subject!(This, StringType::make, StringType::text; push, push_str, with_capacity));
    DebugIsStrs: "smol_str 0.3.7 derives Debug, which shows the fields of the builder",
);
