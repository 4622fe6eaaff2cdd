//! `KString` that shares.

string_type! {
    kstring_arc: kstring::KStringBase<kstring::backend::ArcStr>, "KStringBase<ArcStr>",
    crate::types::kstring::PACKAGE, This::from_ref;
    inline: 15,
    shares_clones: true,
}

laws!({
    use crate::types::kstring::NO_KSTRING_NICHE;
    declared(
        subject!(This, StringType::make, StringType::text)
            .known(Law::OptionIsFree, NO_KSTRING_NICHE),
    )
});
