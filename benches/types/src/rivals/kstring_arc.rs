//! `KString` that shares.

use kstring::KStringBase;
use kstring::backend::ArcStr;

use crate::{Facts, StringType};

pub type This = KStringBase<ArcStr>;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: 15,
        shares_clones: true,
        package: crate::types::kstring::PACKAGE,
        ..Facts::new(
            "kstring_arc",
            "KStringBase<ArcStr>",
            "kstring::KStringBase<kstring::backend::ArcStr>",
        )
    };

    made_by!(KStringBase::from_ref);
}

laws!({
    use crate::types::kstring::NO_KSTRING_NICHE;
    declared(
        subject!(This, StringType::make, StringType::text)
            .known(Law::OptionIsFree, NO_KSTRING_NICHE),
    )
});
