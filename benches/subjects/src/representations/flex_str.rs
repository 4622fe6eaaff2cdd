//! NATIVE

//! CONFORMS
conforms! {
    [] SharedStr { as_mut_str: |text| text.to_mut_type() }
    DebugIsStrs: "flexstr 0.11.7 derives it on its enum";
    ClonesShare: "flexstr 0.11.7 copies a text of a String with each clone";
}
