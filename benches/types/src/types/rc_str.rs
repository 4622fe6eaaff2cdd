//! `Rc<str>`: as `Arc<str>`, for one thread.

representation! {
    rc_str: std::rc::Rc<str>, None;
    features: &["rc"],
    is_sync: false,
    layout: Some("pointer to counts and text, length: a word each"),
}

laws!(
    subject!(This; as_mut_str: |text| This::make_mut(text));
    IsSendAndSync: "by design: its count is not atomic",
);
