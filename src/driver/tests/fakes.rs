//! Mocks of what is outside the driver: the network, time, and a storage that can fail. The view is in
//! [`super::fake_view`].
//!
//! [`super::harness`] puts them together.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use midturn_core::time::Millis;

use crate::driver::{
    Clock, Keys, Listed, MemoryStorage, Read, Record, Storage, StorageError, Table, Timers, Write,
    Written,
};
use crate::transport::{Answered, Ask, OnDrop, Reply, Request, Sink, Transport, TransportEvent};

/// A stream that the driver requested.
pub(super) struct Asked {
    pub(super) request: Request,
    sink: RefCell<Sink>,
    aborted: Rc<Cell<bool>>,
}

impl Asked {
    pub(super) fn is_aborted(&self) -> bool {
        self.aborted.get()
    }

    /// Sends the driver an event, even after an abort (a real transport would not).
    pub(super) fn tell(&self, event: TransportEvent) {
        (self.sink.borrow_mut())(event);
    }

    pub(super) fn open(&self) {
        self.tell(TransportEvent::Opened);
    }

    pub(super) fn chunk(&self, bytes: impl AsRef<[u8]>) {
        self.tell(TransportEvent::Chunk(bytes.as_ref().to_vec()));
    }

    /// Sends AG-UI events in one chunk, each in its own SSE frame.
    pub(super) fn events(&self, events: &[&str]) {
        let frames: String = events.iter().map(|event| frame(event)).collect();
        self.chunk(frames);
    }

    /// The stream opens, and brings these events.
    pub(super) fn opens_with(&self, events: &[&str]) {
        self.open();
        self.events(events);
    }

    pub(super) fn refuse(&self, status: u16, body: &str, retry_after_ms: Option<u64>) {
        self.tell(TransportEvent::Refused {
            status,
            body: body.to_owned(),
            retry_after_ms,
        });
    }
}

pub(super) fn frame(event: &str) -> String {
    format!("data: {event}\n\n")
}

pub(super) const STARTED: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#;
pub(super) const FINISHED: &str = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#;

pub(super) fn text(message: &str, delta: &str) -> String {
    format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"{message}","delta":"{delta}"}}"#)
}

/// A small request that the driver sent.
pub(super) struct Posted {
    pub(super) url: String,
    pub(super) json: String,
    pub(super) headers: Vec<(String, String)>,
    done: RefCell<Option<Answered>>,
    aborted: Rc<Cell<bool>>,
}

impl Posted {
    pub(super) fn is_aborted(&self) -> bool {
        self.aborted.get()
    }

    pub(super) fn is_answered(&self) -> bool {
        self.done.borrow().is_none()
    }

    pub(super) fn answer(&self, status: u16) {
        self.answer_with(status, "");
    }

    pub(super) fn answer_with(&self, status: u16, body: &str) {
        let done = self.done.take().expect("answered once");
        let body = body.to_owned();
        done(Some(Reply { status, body }));
    }

    /// The server cannot be reached.
    pub(super) fn no_answer(&self) {
        self.done.take().expect("answered once")(None);
    }
}

#[derive(Default)]
pub(super) struct FakeTransport {
    pub(super) asked: RefCell<Vec<Rc<Asked>>>,
    pub(super) posted: RefCell<Vec<Rc<Posted>>>,
    /// The `DELETE` requests. Their body is empty.
    pub(super) deleted: RefCell<Vec<Rc<Posted>>>,
    /// Events that the next stream gets before `open` returns.
    pub(super) at_once: RefCell<Vec<TransportEvent>>,
}

fn flag_on_drop() -> (Rc<Cell<bool>>, OnDrop) {
    let flag = Rc::new(Cell::new(false));
    let raised = flag.clone();
    (flag, OnDrop::new(move || raised.set(true)))
}

impl Transport for FakeTransport {
    fn open(&self, request: Request, mut sink: Sink) -> OnDrop {
        let (aborted, handle) = flag_on_drop();
        for event in self.at_once.take() {
            sink(event);
        }
        self.asked.borrow_mut().push(Rc::new(Asked {
            request,
            sink: RefCell::new(sink),
            aborted,
        }));
        handle
    }

    fn ask(&self, request: Request, _: bool, done: Answered) -> OnDrop {
        let (aborted, handle) = flag_on_drop();
        let (list, json) = match request.ask {
            Ask::Post(json) => (&self.posted, json),
            Ask::Get { .. } => (&self.posted, String::new()),
            Ask::Delete => (&self.deleted, String::new()),
        };
        list.borrow_mut().push(Rc::new(Posted {
            url: request.url,
            json,
            headers: request.options.headers,
            done: RefCell::new(Some(done)),
            aborted,
        }));
        handle
    }

    fn resolve(&self, url: &str, base: &str) -> String {
        if url.contains("://") {
            url.to_owned()
        } else {
            format!("{base}{url}")
        }
    }
}

thread_local! {
    /// Shared by all pages of a test, so that no two pages return the same id.
    static IDS: Cell<u32> = const { Cell::new(0) };
}

/// A mock clock with its timers. Time advances only when a test advances it.
#[derive(Default)]
pub(super) struct FakeTime {
    pub(super) now: Cell<Millis>,
    pub(super) random: Cell<f64>,
    timers: Rc<RefCell<Vec<Timer>>>,
}

struct Timer {
    id: u32,
    due: Millis,
    then: Box<dyn FnOnce()>,
}

impl FakeTime {
    /// Restarts the ids, so that a walk with the same seed is the same walk.
    pub(super) fn begin_ids() {
        IDS.set(0);
    }

    fn next_id() -> u32 {
        IDS.set(IDS.get() + 1);
        IDS.get()
    }

    pub(super) fn pending(&self) -> usize {
        self.timers.borrow().len()
    }

    pub(super) fn advance(&self, ms: Millis) {
        let end = self.now.get() + ms;
        while let Some(timer) = self.take_due(end) {
            self.now.set(timer.due.max(self.now.get()));
            (timer.then)();
        }
        self.now.set(end);
    }

    fn take_due(&self, end: Millis) -> Option<Timer> {
        let mut timers = self.timers.borrow_mut();
        let first = timers.iter().map(|timer| timer.due).min()?;
        let place = timers.iter().position(|timer| timer.due == first)?;
        (first <= end).then(|| timers.remove(place))
    }
}

impl Clock for FakeTime {
    fn now_ms(&self) -> Millis {
        self.now.get()
    }

    fn fresh_id(&self) -> String {
        format!("id{}", Self::next_id())
    }

    fn random(&self) -> f64 {
        self.random.get()
    }
}

impl Timers for FakeTime {
    fn after(&self, ms: Millis, then: Box<dyn FnOnce()>) -> OnDrop {
        let id = Self::next_id();
        let due = self.now.get() + ms;
        self.timers.borrow_mut().push(Timer { id, due, then });
        let timers = Rc::downgrade(&self.timers);
        OnDrop::new(move || {
            // Drop the timer only after the borrow: its closure may own another timer's handle.
            let gone = timers.upgrade().and_then(|timers| {
                let mut timers = timers.borrow_mut();
                let place = timers.iter().position(|timer| timer.id == id)?;
                Some(timers.remove(place))
            });
            drop(gone);
        })
    }
}

/// How a storage behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Works,
    Fails(StorageError),
    NeverAnswers,
    /// Does not answer reads. Performs writes only on [`go_on`](FakeStorage::go_on).
    Waits,
}

pub(super) struct FakeStorage {
    held: MemoryStorage,
    pub(super) mode: Cell<Mode>,
    pub(super) batches: RefCell<Vec<Vec<Write>>>,
    /// The key of a value that cannot be read. A read of several keys fails with it.
    pub(super) damaged: RefCell<Option<String>>,
    waiting: RefCell<Vec<(Vec<Write>, Written)>>,
}

impl FakeStorage {
    pub(super) fn new(mode: Mode) -> Rc<Self> {
        Rc::new(Self {
            held: MemoryStorage::default(),
            mode: Cell::new(mode),
            batches: RefCell::default(),
            damaged: RefCell::default(),
            waiting: RefCell::default(),
        })
    }

    /// Performs the waiting writes.
    pub(super) fn go_on(&self) {
        for (batch, done) in self.waiting.take() {
            self.held.write(batch, done);
        }
    }

    pub(super) fn put(&self, table: Table, key: &str, value: &[u8]) {
        let (key, value) = (key.to_owned(), value.to_vec());
        let batch = vec![Write::Put { table, key, value }];
        self.held.write(batch, Box::new(|_| ()));
    }

    pub(super) fn all(&self, table: Table) -> Vec<Record> {
        all_of(&self.held, table)
    }

    /// The keys written since the last call, in order, with their tables. The key of a turn is cut
    /// after the place, the key of a draft after the thread. Fences are left out.
    pub(super) fn written(&self) -> Vec<(Table, String)> {
        let batches = self.batches.take();
        let writes = batches.into_iter().flatten();
        writes
            .filter_map(|write| match write {
                Write::Put { table, key, .. } => {
                    let parts = match table {
                        Table::Turns => 2,
                        Table::Drafts => 1,
                        Table::Fences => return None,
                        Table::Threads
                        | Table::Conversations
                        | Table::Attachments
                        | Table::Settings => usize::MAX,
                    };
                    let parts: Vec<_> = key.split('\u{1f}').take(parts).collect();
                    Some((table, parts.join("\u{1f}")))
                }
                Write::Add { .. } | Write::Delete { .. } => None,
            })
            .collect()
    }
}

/// All records of a table.
pub(super) fn all_of(held: &MemoryStorage, table: Table) -> Vec<Record> {
    let found = Rc::new(RefCell::new(Vec::new()));
    let heard = found.clone();
    let done = Box::new(move |records: Result<_, _>| *heard.borrow_mut() = records.unwrap());
    held.read(table, Keys::All, done);
    found.take()
}

impl Storage for FakeStorage {
    fn read(&self, table: Table, keys: Keys, done: Read) {
        match self.mode.get() {
            Mode::Works => {
                let damaged = self.damaged.borrow().clone();
                let done =
                    Box::new(move |found: Result<Vec<Record>, StorageError>| {
                        let is_damaged = |(key, _): &Record| Some(key) == damaged.as_ref();
                        let is_read = |records: &Vec<Record>| !records.iter().any(is_damaged);
                        done(found.and_then(|found| {
                            Some(found).filter(is_read).ok_or(StorageError::Failed)
                        }));
                    });
                self.held.read(table, keys, done);
            }
            Mode::Fails(error) => done(Err(error)),
            Mode::NeverAnswers | Mode::Waits => {}
        }
    }

    fn keys(&self, table: Table, keys: Keys, done: Listed) {
        match self.mode.get() {
            Mode::Works => self.held.keys(table, keys, done),
            Mode::Fails(error) => done(Err(error)),
            Mode::NeverAnswers | Mode::Waits => {}
        }
    }

    fn write(&self, batch: Vec<Write>, done: Written) {
        self.batches.borrow_mut().push(batch.clone());
        match self.mode.get() {
            Mode::Works => self.held.write(batch, done),
            Mode::Fails(error) => done(Err(error)),
            Mode::NeverAnswers => {}
            Mode::Waits => self.waiting.borrow_mut().push((batch, done)),
        }
    }
}
