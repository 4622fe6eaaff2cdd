//! `triomphe::Arc<str>`: a pointer without weak counts. No string type, but what one would be built
//! on.

use triomphe::Arc;

use crate::{Cloned, Facts, Package, StringType};

pub type This = Arc<str>;

impl StringType for This {
    const FACTS: Facts = Facts {
        shares_clones: true,
        clones_contend: true,
        package: Some(Package::new("triomphe", [2018, 12], [2026, 10])),
        ..Facts::new("triomphe", "triomphe::Arc<str>", "triomphe::Arc<str>")
    };

    made_by!(This::from);
}

impl Cloned for This {
    fn heap_bytes(&self) -> usize {
        (size_of::<usize>() + self.len()).next_multiple_of(align_of::<usize>())
    }
}
