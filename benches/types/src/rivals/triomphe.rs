//! `triomphe::Arc<str>`: a pointer without weak counts. No string type, but what one would be built
//! on.

use crate::{Cloned, Package};

string_type! {
    triomphe: triomphe::Arc<str>, "triomphe::Arc<str>",
    Some(Package::new("triomphe", [2018, 12], [2026, 10])), This::from;
    shares_clones: true,
    clones_contend: true,
}

impl Cloned for This {
    fn heap_bytes(&self) -> usize {
        (size_of::<usize>() + self.len()).next_multiple_of(align_of::<usize>())
    }
}
