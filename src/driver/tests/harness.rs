//! A driver with mocks around it, and what tests do with it.
//!
//! [`super::fakes`] has the mocks.

use std::rc::{Rc, Weak};

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::{PageId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::transcript::{Outcome, Turn};

use super::executor;
use super::fake_protocols::FakeProtocols;
use super::fake_view::FakeView;
use super::fakes::{Asked, FakeStorage, FakeTime, FakeTransport, Mode, Posted, STARTED};
use super::peers::{FakeOrigin, FakePeers};
use crate::driver::{Driver, Options, Shell};

pub(super) struct Harness {
    pub(super) driver: Driver,
    pub(super) net: Rc<FakeTransport>,
    pub(super) time: Rc<FakeTime>,
    pub(super) store: Rc<FakeStorage>,
    pub(super) view: Rc<FakeView>,
    pub(super) peers: Rc<FakePeers>,
    pub(super) protocols: Rc<FakeProtocols>,
}

impl Harness {
    /// A started page.
    pub(super) fn new() -> Self {
        Self::with_store(FakeStorage::new(Mode::Works))
    }

    /// A started page with the storage of an earlier page.
    pub(super) fn with_store(store: Rc<FakeStorage>) -> Self {
        let page = Self::not_started(store);
        page.driver.start(|| ());
        page
    }

    /// A started page with these options.
    pub(super) fn with_options(set: impl FnOnce(&mut Options)) -> Self {
        let page = Self::not_started_with(FakeStorage::new(Mode::Works), set);
        page.driver.start(|| ());
        page
    }

    pub(super) fn not_started(store: Rc<FakeStorage>) -> Self {
        Self::not_started_with(store, |_| ())
    }

    fn not_started_with(store: Rc<FakeStorage>, set: impl FnOnce(&mut Options)) -> Self {
        Self::among(&FakeOrigin::new(), store, set)
    }

    /// A started page beside the other pages of an origin.
    pub(super) fn beside(origin: &FakeOrigin, store: Rc<FakeStorage>) -> Self {
        let page = Self::among(origin, store, |_| ());
        page.driver.start(|| ());
        page
    }

    /// As [`beside`](Self::beside), with other options.
    pub(super) fn beside_with(
        origin: &FakeOrigin,
        store: Rc<FakeStorage>,
        set: impl FnOnce(&mut Options),
    ) -> Self {
        let page = Self::among(origin, store, set);
        page.driver.start(|| ());
        page
    }

    /// As [`beside`](Self::beside), in a tab whose earlier page loads had these ids.
    pub(super) fn beside_tab(
        origin: &FakeOrigin,
        store: Rc<FakeStorage>,
        before: Vec<PageId>,
    ) -> Self {
        let page = Self::among(origin, store, |_| ());
        page.peers.before.replace(Some(before));
        page.driver.start(|| ());
        page
    }

    /// As [`beside`](Self::beside), in a browser without locks.
    pub(super) fn lockless(origin: &FakeOrigin, store: Rc<FakeStorage>) -> Self {
        let page = Self::among(origin, store, |_| ());
        page.peers.lockless.set(true);
        page.driver.start(|| ());
        page
    }

    fn among(origin: &FakeOrigin, store: Rc<FakeStorage>, set: impl FnOnce(&mut Options)) -> Self {
        let peers = Rc::new(origin.page());
        let protocols = Rc::<FakeProtocols>::default();
        let (net, time, view) = (
            Rc::<FakeTransport>::default(),
            Rc::<FakeTime>::default(),
            Rc::<FakeView>::default(),
        );
        time.now.set(1_000_000);
        let mut options = Options {
            agent_url: "http://agent".to_owned(),
            ..Options::default()
        };
        set(&mut options);
        let shell = Shell {
            transport: net.clone(),
            storage: store.clone(),
            clock: time.clone(),
            timers: time.clone(),
            view: view.clone(),
            peers: peers.clone(),
            protocols: protocols.clone(),
            spawn: executor::spawn,
        };
        let driver = Driver::new(options, shell);
        view.driver.replace(Some(driver.clone()));
        Self {
            driver,
            net,
            time,
            store,
            view,
            peers,
            protocols,
        }
    }

    /// Closes this page and returns a new one with the same storage.
    pub(super) fn reload(self) -> Self {
        self.reload_with(|_| ())
    }

    /// As [`reload`](Self::reload), with other options.
    pub(super) fn reload_with(self, set: impl FnOnce(&mut Options)) -> Self {
        self.driver.flush();
        let later = self.time.now.get();
        let page = Self::not_started_with(self.store.clone(), set);
        page.time.now.set(later);
        page.driver.start(|| ());
        page
    }

    pub(super) fn open(&self, thread: &str) {
        self.driver.dispatch(ChatInput::Open(thread.into()));
    }

    pub(super) fn input(&self, thread: &str, input: Input) {
        self.driver.dispatch(ChatInput::In(thread.into(), input));
    }

    pub(super) fn write(&self, thread: &str, text: &str) {
        let text = text.to_owned();
        self.input(thread, Input::ComposerChanged { text });
    }

    /// Types a message and submits it.
    pub(super) fn say(&self, thread: &str, text: &str) {
        self.write(thread, text);
        let id = self.driver.fresh_message_id();
        self.input(thread, Input::Submit { id });
    }

    /// Opens a thread, submits a message, and returns the requested stream.
    pub(super) fn begin(&self, thread: &str, text: &str) -> Rc<Asked> {
        self.open(thread);
        self.say(thread, text);
        self.last()
    }

    /// As [`begin`](Self::begin), whose stream opens with these events.
    pub(super) fn streaming(&self, thread: &str, text: &str, events: &[&str]) -> Rc<Asked> {
        let stream = self.begin(thread, text);
        stream.opens_with(events);
        stream
    }

    pub(super) fn asked(&self) -> usize {
        self.net.asked.borrow().len()
    }

    /// The last requested stream.
    pub(super) fn last(&self) -> Rc<Asked> {
        self.net
            .asked
            .borrow()
            .last()
            .cloned()
            .expect("a stream was asked for")
    }

    /// Starts the last requested stream, with a backend whose runs can be rejoined. Returns
    /// the stream.
    pub(super) fn begins_joinable(&self) -> Rc<Asked> {
        let stream = self.last();
        stream.open();
        let control = r#"{"type":"CUSTOM","name":"midturn.control","value":{"events":"/e"}}"#;
        stream.chunk(format!(
            "id: 1\ndata: {STARTED}\n\nid: 2\ndata: {control}\n\n"
        ));
        stream
    }

    pub(super) fn posts(&self) -> Vec<Rc<Posted>> {
        self.net.posted.borrow().clone()
    }

    pub(super) fn look<R>(&self, thread: &str, look: impl FnOnce(&Conversation) -> R) -> R {
        let thread = ThreadId::from(thread);
        self.driver
            .read(|chat| look(chat.conversation(&thread).expect("the thread is loaded")))
    }

    pub(super) fn conversation(&self, thread: &str) -> Conversation {
        self.look(thread, Clone::clone)
    }

    pub(super) fn last_turn(&self, thread: &str) -> Turn {
        self.look(thread, |held| {
            held.turns().last().cloned().expect("there is a turn")
        })
    }

    pub(super) fn outcome(&self, thread: &str) -> Option<Outcome> {
        self.last_turn(thread).outcome
    }

    /// The agent's texts in the last turn.
    pub(super) fn said(&self, thread: &str) -> Vec<String> {
        let turn = self.last_turn(thread);
        turn.texts().map(|(_, text)| text.to_owned()).collect()
    }

    pub(super) fn run(&self, thread: &str) -> RunId {
        self.look(thread, |held| {
            held.active().expect("a run is at work").id.clone()
        })
    }

    pub(super) fn weak(&self) -> Weak<FakeStorage> {
        Rc::downgrade(&self.store)
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        // Break the cycle: the view and the driver hold each other.
        self.view.driver.take();
    }
}
