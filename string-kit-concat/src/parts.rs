//! Two texts side by side: compared without reading what they share.

use core::cmp::Ordering;

use crate::node::{Kind, Ref, narrow};
use crate::slice::ConcatSlice;

/// See [`Part::key`].
pub(crate) type Key = (usize, bool, u32, u32);

/// A range of a node, or of a patch's text, still to be read.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Part<'a> {
    node: Ref<'a>,
    in_patch: bool,
    from: u32,
    to: u32,
}

impl<'a> Part<'a> {
    pub(crate) fn whole(slice: ConcatSlice<'a>) -> Option<Self> {
        let node = slice.node().filter(|_| !slice.is_empty())?;
        Some(part(node, false, slice.start(), slice.end()))
    }

    pub(crate) fn len(&self) -> usize {
        (self.to - self.from) as usize
    }

    /// Returns 0 if the part lies in one piece, and the height of its node if not.
    pub(crate) fn height(&self) -> u32 {
        if self.in_patch { 0 } else { self.node.height() }
    }

    /// Returns numbers that equal parts alone have: of one piece the place in memory, as two nodes
    /// may borrow it. The last two differ by the length.
    pub(crate) fn key(&self) -> Key {
        match self.bytes() {
            Some(bytes) => (bytes.as_ptr().addr(), true, 0, narrow(bytes.len())),
            None => (self.node.id() as usize, false, self.from, self.to),
        }
    }

    /// Returns the parts, some of them empty, of a part that does not lie in one piece.
    #[inline]
    pub(crate) fn open(&self) -> [Self; 3] {
        #[cfg(all(test, not(loom)))]
        opened::count();
        let (from, to) = (self.from as usize, self.to as usize);
        match self.node.kind() {
            Kind::Patch(patch) => {
                let (at, end) = (patch.at, patch.end());
                let behind = patch.at + patch.del;
                let after = |place: usize| place.max(end) - end + behind;
                let within = |place: usize| place.clamp(at, end) - at;
                [
                    part(patch.base, false, from.min(at), to.min(at)),
                    part(self.node, true, within(from), within(to)),
                    part(patch.base, false, after(from), after(to)),
                ]
            }
            Kind::Inner(left, right) => {
                let cut = left.len();
                let after = |place: usize| place.max(cut) - cut;
                [
                    part(left, false, from.min(cut), to.min(cut)),
                    part(right, false, after(from), after(to)),
                    part(right, false, 0, 0),
                ]
            }
            Kind::Leaf(_) => [part(self.node, false, 0, 0); 3],
        }
    }

    pub(crate) fn within(&self, from: usize, to: usize) -> Self {
        let start = self.from as usize;
        part(self.node, self.in_patch, start + from, start + to)
    }

    fn without<const END: bool>(&self, bytes: usize) -> Self {
        let (from, to) = if END { (0, bytes) } else { (bytes, 0) };
        self.within(from, self.len() - to)
    }

    fn bytes(&self) -> Option<&'a [u8]> {
        let text = if self.in_patch {
            self.node.patch().text
        } else if self.node.is_leaf() {
            self.node.leaf_text()
        } else {
            return None;
        };
        Some(&text.as_bytes()[self.from as usize..self.to as usize])
    }
}

/// The most parts that wait: a child for each of 63 levels, two for each of two patches, and one to
/// be read.
const WAITING: usize = 63 + 2 * 2 + 1;

/// The parts still to be read, the next one last.
struct Parts<'a> {
    parts: [Option<Part<'a>>; WAITING],
    len: usize,
}

impl<'a> Parts<'a> {
    fn new(slice: ConcatSlice<'a>) -> Self {
        let mut parts = Self {
            parts: [None; WAITING],
            len: 0,
        };
        if let Some(part) = Part::whole(slice) {
            parts.put_back(part);
        }
        parts
    }

    fn put_back(&mut self, part: Part<'a>) {
        if part.from < part.to {
            self.parts[self.len] = Some(part);
            self.len += 1;
        }
    }

    fn pop(&mut self) -> Option<Part<'a>> {
        self.len = self.len.checked_sub(1)?;
        self.parts[self.len].take()
    }

    /// Adds the parts of a part that does not lie in one piece. With `END` the last one is next.
    fn open<const END: bool>(&mut self, whole: &Part<'a>) {
        let mut parts = whole.open();
        if !END {
            parts.reverse();
        }
        for part in parts {
            self.put_back(part);
        }
    }
}

fn part(node: Ref<'_>, in_patch: bool, from: usize, to: usize) -> Part<'_> {
    Part {
        node,
        in_patch,
        from: narrow(from),
        to: narrow(to),
    }
}

/// Returns the length of the common beginning of two texts, or with `END` of their common end, in
/// bytes, and the order of the next bytes. Without `reads` it ends where the two share no memory.
pub(crate) fn common<const END: bool>(
    left: ConcatSlice<'_>,
    right: ConcatSlice<'_>,
    reads: bool,
) -> (usize, Ordering) {
    let (mut alike, mut lefts, mut rights) = (0, Parts::new(left), Parts::new(right));
    loop {
        let (l, r) = match (lefts.pop(), rights.pop()) {
            (Some(l), Some(r)) => (l, r),
            (l, r) => return (alike, l.is_some().cmp(&r.is_some())),
        };
        if l == r {
            alike += l.len();
            continue;
        }
        match (l.bytes(), r.bytes()) {
            (Some(a), Some(b)) => {
                let len = a.len().min(b.len());
                let begin = |piece: &[u8]| if END { piece.len() - len } else { 0 };
                let (a, b) = (&a[begin(a)..][..len], &b[begin(b)..][..len]);
                if a.as_ptr() != b.as_ptr() && (!reads || a != b) {
                    let (pairs, same) = (a.iter().zip(b), |pair: &(&u8, &u8)| pair.0 == pair.1);
                    let same = match (reads, END) {
                        (false, _) => 0,
                        (true, false) => pairs.take_while(same).count(),
                        (true, true) => pairs.rev().take_while(same).count(),
                    };
                    let next = if END { len - 1 - same } else { same };
                    return (alike + same, a[next].cmp(&b[next]));
                }
                alike += len;
                lefts.put_back(l.without::<END>(len));
                rights.put_back(r.without::<END>(len));
            }
            // The longer is opened: so parts that both share come to face each other.
            (None, b) if b.is_some() || l.len() >= r.len() => {
                rights.put_back(r);
                lefts.open::<END>(&l);
            }
            _ => {
                lefts.put_back(l);
                rights.open::<END>(&r);
            }
        }
    }
}

/// Counts the nodes that comparisons and differences open, for tests of how much they read.
#[cfg(all(test, not(loom)))]
pub(crate) mod opened {
    use core::cell::Cell;

    std::thread_local! {
        static OPENED: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn count() {
        OPENED.set(OPENED.get() + 1);
    }

    pub(crate) fn counted<R>(work: impl FnOnce() -> R) -> (R, usize) {
        let before = OPENED.get();
        let result = work();
        (result, OPENED.get() - before)
    }
}
