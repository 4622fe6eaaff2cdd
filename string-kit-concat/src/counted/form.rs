//! The two layouts of a counted node: with the length of its text, and without.

use core::fmt::Debug;

use super::node::Node;
use crate::dag::NodeId;
use crate::slab::{Local, Slab, threaded};

/// A layout of counted nodes, with a slab of its own.
pub(crate) trait Form: Copy + Debug + Sized + 'static {
    /// The words of a node behind its first. The third is the length, where lengths are kept.
    type Payload: Copy + Debug + Default + Send + Sync + AsRef<[u32]> + AsMut<[u32]>;

    /// True if a node keeps the length of its text.
    const MEASURED: bool;

    /// Returns the slab of such nodes.
    fn slab() -> &'static Slab<Node<Self>>;

    /// Calls a function with the running thread's part of the slab.
    fn with_local<R>(use_it: impl Fn(&Local) -> R) -> R;
}

/// Nodes of 12 bytes, which keep no length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

/// Nodes of 16 bytes, which keep the length of their text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured;

impl Form for Plain {
    type Payload = [u32; 2];

    const MEASURED: bool = false;

    threaded!(Node<Plain>);
}

impl Form for Measured {
    type Payload = [u32; 3];

    const MEASURED: bool = true;

    threaded!(Node<Measured>);
}

/// Returns the payload of a concatenation; its length is that of both parts, or `u32::MAX` for that many bytes
/// or more.
#[inline]
pub(super) fn concat_payload<F: Form>(
    left: NodeId,
    right: NodeId,
    len: impl FnOnce() -> u32,
) -> F::Payload {
    let mut payload = F::Payload::default();
    let words = payload.as_mut();
    words[0] = left;
    words[1] = right;
    if F::MEASURED {
        words[2] = len();
    }
    payload
}
