//! `KStringCow`: borrowed, or a `KString`.

string_type! {
    kstring_cow: kstring::KStringCow<'static>, "KStringCow<'static>",
    crate::types::kstring::PACKAGE, |text: &str| kstring::KString::from_ref(text).into();
    inline: 15,
}

laws!(declared(subject!(This, StringType::make, StringType::text)));
