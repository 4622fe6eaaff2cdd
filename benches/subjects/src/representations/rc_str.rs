//! NATIVE

//! CONFORMS
conforms! {
    [] Rc<str> { as_mut_str: |text| Rc::make_mut(text) }
    IsSendAndSync: "by design: its count is not atomic";
}
