//! Handles of `SharedStr`s and `LocalStr`s that are made, cloned, compared, converted and dropped
//! on one thread or several, against `String`s. The live bytes of the heap must be the sum of the
//! `heap_size`s of the texts.
//!
//! The target `representations` fuzzes the operations on the text itself.
#![no_main]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::{CapturedStr, LocalStr, SharedStr};
use string_kit_conformance::{CountingAllocator, count};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// The most handles that a thread has.
const MAX_HANDLES: usize = 24;
/// The most threads at once.
const MAX_THREADS: usize = 3;

/// Each static text is the first bytes of this one.
const STATIC: &str = "a text that lives as long as the program";

#[derive(Arbitrary, Debug)]
enum Text {
    Of(String),
    /// Makes a text that is longer than the input.
    Repeated(char, u8),
    Static(u8),
}

/// The type or the operation that converts a text into a `SharedStr`.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Via {
    Nothing,
    String,
    Boxed,
    Arc,
    Rc,
    Cow,
    Bytes,
    Error,
    Chars,
    Words,
    Capture,
    Json,
    Postcard,
}

impl Via {
    fn convert<'a, T>(self, text: T) -> SharedStr
    where
        T: AsRef<str> + Into<String> + Into<Box<str>> + Into<Arc<str>> + Into<Rc<str>>,
        T: Into<Cow<'a, str>> + Into<Vec<u8>> + Into<Box<dyn Error>>,
    {
        match self {
            Self::Nothing => SharedStr::from(text.as_ref()),
            Self::String => SharedStr::from(Into::<String>::into(text)),
            Self::Boxed => SharedStr::from(Into::<Box<str>>::into(text)),
            Self::Arc => SharedStr::from(Into::<Arc<str>>::into(text)),
            Self::Rc => SharedStr::from(Into::<Rc<str>>::into(text)),
            Self::Cow => SharedStr::from(Into::<Cow<'_, str>>::into(text)),
            Self::Bytes => {
                let bytes: Vec<u8> = text.into();
                SharedStr::from(str::from_utf8(&bytes).expect("the text is UTF-8"))
            }
            Self::Error => {
                let error: Box<dyn Error> = text.into();
                SharedStr::capture(&error)
            }
            Self::Chars => text.as_ref().chars().collect(),
            Self::Words => text.as_ref().split_inclusive(' ').collect(),
            Self::Capture => SharedStr::capture(text.as_ref()),
            Self::Json => {
                let json = serde_json::to_string(&SharedStr::from(text.as_ref()));
                serde_json::from_str(&json.expect("texts can be written"))
                    .expect("it was just written")
            }
            Self::Postcard => {
                let bytes = postcard::to_stdvec(&SharedStr::from(text.as_ref()));
                postcard::from_bytes(&bytes.expect("texts can be written"))
                    .expect("it was just written")
            }
        }
    }
}

/// An operation on the handles. A number selects a handle, modulo their number.
#[derive(Arbitrary, Debug)]
enum Action {
    Make(Text, Via),
    /// Converts a handle into a new text by reference, and if true into another one by value.
    Convert(u8, Via, bool),
    Clone(u8),
    Drop(u8),
    Shard(u8),
    /// Makes a `LocalStr` of a `SharedStr`, by value if true, else by reference.
    Local(u8, bool),
    /// Makes a `SharedStr` of a `LocalStr`, by value if true, else by reference.
    Shared(u8, bool),
    Compare(u8, u8),
    Threads(Vec<Job>),
}

/// The handles that a thread takes, and its steps.
#[derive(Arbitrary, Debug)]
struct Job {
    takes: Vec<u8>,
    steps: Vec<Step>,
}

/// An operation of a thread: on its own handles, on those that all threads borrow, or on those in a
/// pool that any thread may take from.
#[derive(Arbitrary, Debug)]
enum Step {
    CloneBorrowed(u8),
    CloneOwn(u8),
    Drop(u8),
    Shard(u8),
    Local(u8),
    Give(u8),
    Take,
}

/// A handle, and the index of its text.
struct Handle {
    kind: Kind,
    text_index: usize,
}

enum Kind {
    Shared(SharedStr),
    /// With the number of the handle that it shares with its clones.
    Local(LocalStr, usize),
}

impl Handle {
    fn shared(text: SharedStr, text_index: usize) -> Self {
        let kind = Kind::Shared(text);
        Self { kind, text_index }
    }

    fn as_str(&self) -> &str {
        match &self.kind {
            Kind::Shared(text) => text,
            Kind::Local(text, _) => text,
        }
    }
}

impl Clone for Handle {
    fn clone(&self) -> Self {
        let kind = match &self.kind {
            Kind::Shared(text) => Kind::Shared(text.clone()),
            Kind::Local(text, base) => Kind::Local(text.clone(), *base),
        };
        Self {
            kind,
            text_index: self.text_index,
        }
    }
}

/// Runs `work`, and adds the change of this thread's live bytes to `live`.
fn track<R>(live: &mut isize, work: impl FnOnce() -> R) -> R {
    let (result, counts) = count(work);
    *live += counts.live_bytes;
    result
}

/// Returns the index that a number selects, modulo the length.
fn index_in<T>(items: &[T], number: u8) -> Option<usize> {
    usize::from(number).checked_rem(items.len())
}

#[derive(Default)]
struct State {
    /// Every text that was made.
    texts: Vec<String>,
    handles: Vec<Handle>,
    /// The number of handles that were made for `LocalStr`s to share.
    bases: usize,
    /// The bytes on the heap.
    live: isize,
}

impl State {
    fn keep(&mut self, handle: Handle) {
        if self.handles.len() == MAX_HANDLES {
            let oldest = self.handles.remove(0);
            track(&mut self.live, || drop(oldest));
        }
        self.handles.push(handle);
    }

    fn make(&mut self, text: &Text, via: Via) {
        let (control, made) = match text {
            Text::Of(text) => (text.clone(), None),
            Text::Repeated(c, times) => (c.to_string().repeat(usize::from(*times)), None),
            Text::Static(len) => {
                let text = &STATIC[..usize::from(*len) % (STATIC.len() + 1)];
                (text.to_owned(), Some(SharedStr::from_static(text)))
            }
        };
        let made =
            made.unwrap_or_else(|| track(&mut self.live, || via.convert::<&str>(control.as_str())));
        self.keep(Handle::shared(made, self.texts.len()));
        self.texts.push(control);
    }

    fn act(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::Make(text, via) => self.make(text, *via),
            Action::Convert(n, via, by_value) => {
                let at = index_in(&self.handles, *n)?;
                let Kind::Shared(text) = &self.handles[at].kind else {
                    return None;
                };
                let made = track(&mut self.live, || via.convert(text));
                let control = self.texts[self.handles[at].text_index].clone();
                if *by_value {
                    let Kind::Shared(text) = self.handles.remove(at).kind else {
                        unreachable!("it was shared");
                    };
                    let again = track(&mut self.live, || via.convert(text));
                    self.keep(Handle::shared(again, self.texts.len()));
                    self.texts.push(control.clone());
                }
                self.keep(Handle::shared(made, self.texts.len()));
                self.texts.push(control);
            }
            Action::Clone(n) => {
                let handle = &self.handles[index_in(&self.handles, *n)?];
                let clone = track(&mut self.live, || handle.clone());
                self.keep(clone);
            }
            Action::Drop(n) => {
                let handle = self.handles.swap_remove(index_in(&self.handles, *n)?);
                track(&mut self.live, || drop(handle));
            }
            Action::Shard(n) => {
                let handle = &self.handles[index_in(&self.handles, *n)?];
                if let Kind::Shared(text) = &handle.kind {
                    let sharded = track(&mut self.live, || text.shard_now());
                    assert_eq!(sharded, text.is_sharded());
                    assert_eq!(
                        sharded,
                        text.heap_size() > 0,
                        "a text on the heap can be sharded"
                    );
                }
            }
            Action::Local(n, by_value) => {
                let at = index_in(&self.handles, *n)?;
                let (Kind::Shared(text), text_index) =
                    (&self.handles[at].kind, self.handles[at].text_index)
                else {
                    return None;
                };
                let base = self.bases;
                self.bases += 1;
                let local = if *by_value {
                    let Kind::Shared(text) = self.handles.swap_remove(at).kind else {
                        unreachable!("it was shared");
                    };
                    track(&mut self.live, || LocalStr::from(text))
                } else {
                    track(&mut self.live, || text.local())
                };
                let kind = Kind::Local(local, base);
                self.keep(Handle { kind, text_index });
            }
            Action::Shared(n, by_value) => {
                let at = index_in(&self.handles, *n)?;
                let (Kind::Local(text, _), text_index) =
                    (&self.handles[at].kind, self.handles[at].text_index)
                else {
                    return None;
                };
                let shared = if *by_value {
                    let Kind::Local(text, _) = self.handles.swap_remove(at).kind else {
                        unreachable!("it was local");
                    };
                    track(&mut self.live, || SharedStr::from(text))
                } else {
                    track(&mut self.live, || text.shared())
                };
                self.keep(Handle::shared(shared, text_index));
            }
            Action::Compare(a, b) => {
                let [a, b] = [a, b].map(|n| index_in(&self.handles, *n));
                self.compare(&self.handles[a?], &self.handles[b?]);
            }
            Action::Threads(jobs) => self.run(jobs),
        }
        Some(())
    }

    fn compare(&self, a: &Handle, b: &Handle) {
        let [one, two] = [a, b].map(|handle| &self.texts[handle.text_index]);
        let state = RandomState::new();
        macro_rules! compare {
            ($a:expr, $b:expr) => {{
                assert_eq!($a == $b, one == two);
                assert_eq!($a.cmp($b), one.cmp(two));
                assert_eq!(state.hash_one($a), state.hash_one(one.as_str()));
            }};
        }
        match (&a.kind, &b.kind) {
            (Kind::Shared(first), Kind::Shared(second)) => {
                compare!(first, second);
                // Static texts of the same length are the same bytes.
                let is_static = |text: &SharedStr| !text.is_inline() && text.heap_size() == 0;
                let may_be_one = first.is_inline() && second.is_inline()
                    || is_static(first) && is_static(second);
                let same = a.text_index == b.text_index || may_be_one && one == two;
                assert_eq!(SharedStr::ptr_eq(first, second), same);
            }
            (Kind::Local(first, _), Kind::Local(second, _)) => compare!(first, second),
            (Kind::Shared(first), Kind::Local(second, _)) => {
                assert_eq!(first == second, one == two)
            }
            (Kind::Local(first, _), Kind::Shared(second)) => {
                assert_eq!(first == second, one == two)
            }
        }
    }

    /// Runs threads, each with some handles of its own, and takes back the handles that the pool
    /// has then.
    fn run(&mut self, jobs: &[Job]) {
        let jobs = &jobs[..jobs.len().min(MAX_THREADS)];
        let own: Vec<_> = jobs.iter().map(|job| self.take(&job.takes)).collect();
        let borrowed: Vec<_> = self
            .handles
            .iter()
            .filter_map(|handle| match &handle.kind {
                Kind::Shared(text) => Some((text, handle.text_index)),
                Kind::Local(..) => None,
            })
            .collect();
        let (start, pool) = (Barrier::new(jobs.len()), Mutex::default());
        let (texts, mut live) = (&self.texts, 0);
        thread::scope(|scope| {
            let threads: Vec<_> = jobs
                .iter()
                .zip(own)
                .map(|(job, own)| {
                    let (borrowed, start, pool) = (&borrowed, &start, &pool);
                    scope.spawn(move || {
                        let mut worker = Worker {
                            texts,
                            borrowed,
                            pool,
                            own,
                            live: 0,
                        };
                        start.wait();
                        for step in &job.steps {
                            worker.take_step(step);
                        }
                        worker.end()
                    })
                })
                .collect();
            for thread in threads {
                live += thread
                    .join()
                    .expect("a thread that panics ends the program");
            }
        });
        self.live += live;
        for (text, text_index) in pool.into_inner().expect("no thread panicked") {
            self.keep(Handle::shared(text, text_index));
        }
    }

    /// Takes the selected handles, if they can be sent to another thread.
    fn take(&mut self, numbers: &[u8]) -> Vec<Sent> {
        let mut taken = Vec::new();
        for number in numbers {
            let Some(at) = index_in(&self.handles, *number) else {
                break;
            };
            if let Kind::Shared(_) = self.handles[at].kind {
                let Handle { kind, text_index } = self.handles.swap_remove(at);
                let Kind::Shared(text) = kind else {
                    unreachable!("it was shared");
                };
                taken.push((text, text_index));
            }
        }
        taken
    }

    /// Asserts that each text is right, and that the live bytes are those of the texts that have a
    /// handle.
    fn check(&self) {
        let (mut blocks, mut bases) = (BTreeMap::new(), BTreeMap::new());
        for handle in &self.handles {
            assert_eq!(handle.as_str(), self.texts[handle.text_index]);
            let bytes = match &handle.kind {
                Kind::Shared(text) => text.heap_size(),
                Kind::Local(text, base) => {
                    let bytes = text.shared().heap_size();
                    if bytes > 0 {
                        bases.insert(base, size_of::<[usize; 2]>() + size_of::<SharedStr>());
                    }
                    bytes
                }
            };
            blocks.insert(handle.text_index, bytes);
        }
        let live: usize = blocks.values().chain(bases.values()).sum();
        assert_eq!(isize::try_from(live), Ok(self.live));
    }
}

/// A handle that can be sent to another thread, and the index of its text.
type Sent = (SharedStr, usize);

/// The state of a thread.
struct Worker<'a> {
    texts: &'a [String],
    borrowed: &'a [(&'a SharedStr, usize)],
    pool: &'a Mutex<Vec<Sent>>,
    own: Vec<Sent>,
    live: isize,
}

impl Worker<'_> {
    fn take_step(&mut self, step: &Step) -> Option<()> {
        match step {
            Step::CloneBorrowed(n) => {
                let (text, text_index) = self.borrowed[index_in(self.borrowed, *n)?];
                let clone = track(&mut self.live, || text.clone());
                self.keep((clone, text_index));
            }
            Step::CloneOwn(n) => {
                let handle = &self.own[index_in(&self.own, *n)?];
                let clone = track(&mut self.live, || handle.clone());
                self.keep(clone);
            }
            Step::Drop(n) => {
                let handle = self.own.swap_remove(index_in(&self.own, *n)?);
                self.drop(handle);
            }
            Step::Shard(n) => {
                let (text, _) = &self.own[index_in(&self.own, *n)?];
                let sharded = track(&mut self.live, || text.shard_now());
                assert_eq!(
                    sharded,
                    text.heap_size() > 0,
                    "a text on the heap can be sharded"
                );
            }
            Step::Local(n) => {
                let (text, text_index) = &self.own[index_in(&self.own, *n)?];
                track(&mut self.live, || {
                    let clones = vec![text.local(); 3];
                    let shared = clones[0].shared();
                    drop(clones);
                    assert_eq!(shared, *self.texts[*text_index]);
                });
            }
            Step::Give(n) => {
                let handle = self.own.swap_remove(index_in(&self.own, *n)?);
                self.pool.lock().expect("no thread panicked").push(handle);
            }
            Step::Take => {
                let taken = self.pool.lock().expect("no thread panicked").pop();
                self.keep(taken?);
            }
        }
        Some(())
    }

    fn keep(&mut self, handle: Sent) {
        if self.own.len() == MAX_HANDLES {
            let oldest = self.own.remove(0);
            self.drop(oldest);
        }
        self.own.push(handle);
    }

    fn drop(&mut self, (text, text_index): Sent) {
        assert_eq!(text, *self.texts[text_index]);
        track(&mut self.live, || drop(text));
    }

    /// Drops the remaining handles, and returns the change of the live bytes.
    fn end(mut self) -> isize {
        for handle in std::mem::take(&mut self.own) {
            self.drop(handle);
        }
        self.live
    }
}

fuzz_target!(|actions: Vec<Action>| {
    let mut state = State::default();
    for action in &actions {
        state.act(action);
        state.check();
    }
    // Drops the remaining handles one by one.
    while let Some(handle) = state.handles.pop() {
        track(&mut state.live, || drop(handle));
        state.check();
    }
});
