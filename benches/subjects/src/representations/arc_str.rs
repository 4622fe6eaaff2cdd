//! NATIVE

//! CONFORMS
conforms! {
    [] Arc<str> { as_mut_str: |text| Arc::make_mut(text) }
}
