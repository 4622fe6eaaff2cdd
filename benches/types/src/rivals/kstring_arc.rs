//! `KString` that shares.

string_type! {
    kstring_arc: kstring::KStringBase<kstring::backend::ArcStr>, "KStringBase<ArcStr>",
    crate::types::kstring::PACKAGE, This::from_ref;
    inline: 15,
    shares_clones: true,
}

laws!(
    declared(subject!(This, StringType::make, StringType::text));
    OptionIsFree: crate::types::kstring::NO_KSTRING_NICHE,
);
