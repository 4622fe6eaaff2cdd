//! NATIVE

//! CONFORMS
conforms! {
    [] ColdString { from_utf8 }
}
