pub(crate) const PRINTED: &[(&str, fn())] = &[];
