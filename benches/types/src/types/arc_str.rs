//! `Arc<str>`: on the heap behind two counts.

representation! {
    arc_str: std::sync::Arc<str>, None;
    features: &["rc"],
    layout: Some("pointer to counts and text, length: a word each"),
}

laws!(subject!(This; as_mut_str: |text| This::make_mut(text)));
