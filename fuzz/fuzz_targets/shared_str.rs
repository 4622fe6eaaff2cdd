//! Handles of `SharedStr`s that are made, cloned, compared and dropped on one thread or several,
//! against `String`s. The live bytes of the heap must be the sum of the `heap_size`s of the texts.
//!
//! The target `representations` fuzzes the operations on the text itself.
#![no_main]

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use string_kit::SharedStr;
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

/// An operation of a thread on one of its handles. The number selects the handle, modulo their
/// number.
#[derive(Arbitrary, Debug)]
enum Step {
    Clone(u8),
    Drop(u8),
    Shard(u8),
}

#[derive(Arbitrary, Debug)]
enum Action {
    Make(Text),
    Own(Step),
    Compare(u8, u8),
    Threads(Vec<Job>),
}

/// The handles that a thread takes, and its steps.
#[derive(Arbitrary, Debug)]
struct Job {
    takes: Vec<u8>,
    steps: Vec<ThreadStep>,
}

/// An operation of a thread on its own handles, on those that all threads borrow, or on those in a
/// pool that any thread may take from.
#[derive(Arbitrary, Debug)]
enum ThreadStep {
    Own(Step),
    CloneBorrowed(u8),
    Give(u8),
    Take,
}

/// A handle, and its text.
struct Handle(SharedStr, Arc<str>);

impl Handle {
    fn clone(&self, live: &mut isize) -> Self {
        let (clone, counts) = count(|| self.0.clone());
        *live += counts.live_bytes;
        Self(clone, self.1.clone())
    }

    fn drop(self, live: &mut isize) {
        assert_eq!(self.0, self.1);
        let ((), counts) = count(|| drop(self.0));
        *live += counts.live_bytes;
    }
}

/// The handles of a thread, and the change of the live bytes by this thread.
#[derive(Default)]
struct Handles {
    all: Vec<Handle>,
    live: isize,
}

impl Handles {
    fn at(&self, number: u8) -> Option<usize> {
        usize::from(number).checked_rem(self.all.len())
    }

    fn take(&mut self, number: u8) -> Option<Handle> {
        let at = self.at(number)?;
        Some(self.all.swap_remove(at))
    }

    fn keep(&mut self, handle: Handle) {
        if self.all.len() == MAX_HANDLES {
            self.all.remove(0).drop(&mut self.live);
        }
        self.all.push(handle);
    }

    fn make(&mut self, text: &Text) {
        let control: Arc<str> = match text {
            Text::Of(text) => text.as_str().into(),
            Text::Repeated(c, times) => c.to_string().repeat((*times).into()).into(),
            Text::Static(len) => STATIC[..usize::from(*len) % (STATIC.len() + 1)].into(),
        };
        let (made, counts) = count(|| match text {
            Text::Static(_) => SharedStr::from_static(&STATIC[..control.len()]),
            _ => SharedStr::from(&*control),
        });
        self.live += counts.live_bytes;
        self.keep(Handle(made, control));
    }

    fn step(&mut self, step: &Step) -> Option<()> {
        match *step {
            Step::Clone(n) => {
                let at = self.at(n)?;
                let clone = self.all[at].clone(&mut self.live);
                self.keep(clone);
            }
            Step::Drop(n) => self.take(n)?.drop(&mut self.live),
            Step::Shard(n) => {
                let Handle(text, _) = &self.all[self.at(n)?];
                let had_shards = text.is_sharded();
                let (sharded, counts) = count(|| text.add_shards());
                self.live += counts.live_bytes;
                assert_eq!(sharded, text.is_sharded());
                assert!(sharded || !had_shards);
                assert!(!sharded || text.heap_size() > 0);
            }
        }
        Some(())
    }

    fn act(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::Make(text) => self.make(text),
            Action::Own(step) => self.step(step)?,
            Action::Compare(a, b) => compare(&self.all[self.at(*a)?], &self.all[self.at(*b)?]),
            Action::Threads(jobs) => self.run(jobs),
        }
        Some(())
    }

    /// Runs threads, each with some handles of its own, and takes back the handles that the pool
    /// has then.
    fn run(&mut self, jobs: &[Job]) {
        let jobs = &jobs[..jobs.len().min(MAX_THREADS)];
        let mut own: Vec<Vec<Handle>> = Vec::new();
        for job in jobs {
            let takes = job.takes.iter();
            own.push(takes.map_while(|number| self.take(*number)).collect());
        }
        let (start, pool) = (Barrier::new(jobs.len()), Mutex::default());
        let borrowed = mem::take(&mut self.all);
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for (job, all) in jobs.iter().zip(own) {
                let (borrowed, start, pool) = (&borrowed, &start, &pool);
                threads.push(scope.spawn(move || {
                    let mut handles = Handles { all, live: 0 };
                    start.wait();
                    for step in &job.steps {
                        handles.thread_step(step, borrowed, pool);
                    }
                    for handle in handles.all {
                        handle.drop(&mut handles.live);
                    }
                    handles.live
                }));
            }
            for thread in threads {
                self.live += thread
                    .join()
                    .expect("a thread that panics ends the program");
            }
        });
        self.all = borrowed;
        for handle in pool.into_inner().expect("no thread panicked") {
            self.keep(handle);
        }
    }

    fn thread_step(
        &mut self,
        step: &ThreadStep,
        borrowed: &[Handle],
        pool: &Mutex<Vec<Handle>>,
    ) -> Option<()> {
        let pool = || pool.lock().expect("no thread panicked");
        match step {
            ThreadStep::Own(step) => self.step(step)?,
            ThreadStep::CloneBorrowed(n) => {
                let handle = &borrowed[usize::from(*n).checked_rem(borrowed.len())?];
                let clone = handle.clone(&mut self.live);
                self.keep(clone);
            }
            ThreadStep::Give(n) => {
                let handle = self.take(*n)?;
                pool().push(handle);
            }
            ThreadStep::Take => {
                let taken = pool().pop();
                self.keep(taken?);
            }
        }
        Some(())
    }

    /// Asserts that each text is right, and that the live bytes are those of the texts that have a
    /// handle.
    fn check(&self) {
        let mut blocks = BTreeMap::new();
        for Handle(text, control) in &self.all {
            assert_eq!(text, control);
            blocks.insert(Arc::as_ptr(control).addr(), text.heap_size());
        }
        let live: usize = blocks.values().sum();
        assert_eq!(isize::try_from(live), Ok(self.live));
    }
}

fn compare(Handle(first, one): &Handle, Handle(second, two): &Handle) {
    assert_eq!(first == second, one == two);
    // Static texts of the same length are the same bytes.
    let is_static = |text: &SharedStr| !text.is_inline() && text.heap_size() == 0;
    let may_be_one =
        first.is_inline() && second.is_inline() || is_static(first) && is_static(second);
    let same = Arc::ptr_eq(one, two) || may_be_one && one == two;
    assert_eq!(SharedStr::ptr_eq(first, second), same);
}

fuzz_target!(|actions: Vec<Action>| {
    let mut handles = Handles::default();
    for action in &actions {
        handles.act(action);
        handles.check();
    }
    // Drops the remaining handles one by one.
    while let Some(handle) = handles.all.pop() {
        handle.drop(&mut handles.live);
        handles.check();
    }
});
