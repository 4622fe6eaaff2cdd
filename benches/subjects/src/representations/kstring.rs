//! NATIVE

//! CONFORMS
conforms! {
    [] KString {}
    OptionIsFree: "its union has no niche";
}
