//! The protocol in use. Work that needs it waits until it is loaded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use midturn_core::id::{MessageId, ThreadId};
use midturn_core::run_event::OpenError;
use midturn_protocol::agui_backend::AgUi;
use midturn_protocol::call::Call;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::{Endpoints, Protocol};

use super::Runtime;
use super::options::Options;
use super::shell::LoadedProtocol;
use super::work::OtherWork;
use crate::transport::Request;

/// Work with the protocol; `None` if it cannot be loaded.
type Work = Box<dyn FnOnce(&Runtime, Option<Rc<dyn Protocol>>)>;

/// The protocol in use, and the work that waits for it.
pub(super) struct CurrentProtocol {
    state: RefCell<State>,
    waiting: RefCell<Vec<Work>>,
    /// Counts the loads, so that the end of an earlier one is ignored.
    load: Cell<u64>,
    /// The driver's work for the protocol, once one is loaded.
    work: Cell<Option<OtherWork>>,
}

enum State {
    Loaded(Rc<dyn Protocol>),
    /// Not asked for yet, or the last attempt has failed.
    Missing,
    Loading,
}

impl Default for CurrentProtocol {
    fn default() -> Self {
        Self {
            state: RefCell::new(State::Missing),
            waiting: RefCell::default(),
            load: Cell::default(),
            work: Cell::default(),
        }
    }
}

impl CurrentProtocol {
    /// Forgets the protocol, because the options name another one or configure it differently.
    pub(super) fn forget(&self) {
        self.state.replace(State::Missing);
        self.load.set(self.load.get() + 1);
    }

    /// Drops the work that waits.
    pub(super) fn clear(&self) {
        drop(self.waiting.take());
    }

    fn loaded(&self) -> Option<Rc<dyn Protocol>> {
        match &*self.state.borrow() {
            State::Loaded(protocol) => Some(protocol.clone()),
            State::Missing | State::Loading => None,
        }
    }
}

impl Runtime {
    /// Calls `then` with the protocol, at once if it is loaded.
    pub(super) fn with_protocol(
        &self,
        then: impl FnOnce(&Runtime, Option<Rc<dyn Protocol>>) + 'static,
    ) {
        if self.protocol_name() == Name::AgUi {
            then(self, Some(Rc::new(AgUi)));
            return;
        }
        if let Some(protocol) = self.protocol.loaded() {
            then(self, Some(protocol));
            return;
        }
        self.protocol.waiting.borrow_mut().push(Box::new(then));
        self.load_protocol();
    }

    /// As [`with_protocol`](Self::with_protocol), once the [`OtherWork`] is loaded too.
    pub(super) fn with_work(
        &self,
        then: impl FnOnce(&Runtime, Option<Rc<dyn Protocol>>) + 'static,
    ) {
        if self.protocol_name() != Name::AgUi || self.protocol.work.get().is_some() {
            self.with_protocol(then);
            return;
        }
        let me = self.me.clone();
        let done = Box::new(move |loaded: Option<LoadedProtocol>| {
            let Some(me) = me.upgrade() else { return };
            if let Some(loaded) = &loaded {
                me.protocol.work.set(Some(loaded.work));
            }
            then(&me, loaded.map(|loaded| loaded.protocol));
        });
        self.shell.protocols.load(Name::AgUi, "", done);
    }

    fn load_protocol(&self) {
        let before = self.protocol.state.replace(State::Loading);
        if matches!(before, State::Loading) {
            return;
        }
        let load = self.protocol.load.get();
        let name = self.protocol_name();
        let configured = self.options.borrow().protocol_options.clone();
        let me = self.me.clone();
        let done = Box::new(move |loaded: Option<LoadedProtocol>| {
            let Some(me) = me.upgrade() else { return };
            let Some(LoadedProtocol { protocol, work }) = loaded else {
                me.protocol_ready(load, None, false);
                return;
            };
            me.protocol.work.set(Some(work));
            (work.describe)(&me, load, protocol);
        });
        self.shell.protocols.load(name, &configured, done);
    }

    /// Ends a load: the work that waits goes on. `keep`: whether later work uses the protocol too,
    /// instead of loading it again.
    pub(super) fn protocol_ready(
        &self,
        load: u64,
        protocol: Option<&Rc<dyn Protocol>>,
        keep: bool,
    ) {
        if load != self.protocol.load.get() {
            // Another protocol was chosen meanwhile.
            if !self.protocol.waiting.borrow().is_empty() {
                self.load_protocol();
            }
            return;
        }
        let state = match protocol {
            Some(protocol) if keep => State::Loaded(protocol.clone()),
            Some(_) | None => State::Missing,
        };
        self.protocol.state.replace(state);
        for then in self.protocol.waiting.take() {
            then(self, protocol.cloned());
        }
        self.drain();
    }

    /// Loads a thread's messages from a backend that keeps them. Returns false if none can.
    pub(super) fn load_kept(
        &self,
        protocol: Option<Rc<dyn Protocol>>,
        thread: &ThreadId,
        before: Option<&MessageId>,
    ) -> bool {
        let (Some(protocol), Some(work)) = (protocol, self.protocol.work.get()) else {
            return false;
        };
        (work.load_past)(self, protocol, thread.clone(), before.cloned());
        true
    }

    /// The URLs of the backend: those of the options, else those that the backend has announced.
    pub(super) fn endpoints(&self) -> Endpoints {
        let announced = self.announced_now();
        let Options {
            agent_url,
            control_url,
            stop_url,
            stop_body,
            events_url,
            threads_url,
            past_url,
            ..
        } = self.options.borrow().clone();
        let announced = announced.unwrap_or_default();
        let threads = threads_url.or(announced.threads);
        Endpoints {
            agent: self.shell.transport.resolve("", &agent_url),
            control: control_url.or(announced.url),
            stop: stop_url,
            stop_body,
            events: events_url.or(announced.events),
            past: past_url.or_else(|| threads.clone()),
            threads,
        }
    }

    /// A protocol's request as the transport sends it.
    pub(super) fn request_of(&self, call: Call) -> Request {
        let mut options = self.options.borrow().request.clone();
        for (name, value) in call.headers {
            options.headers.push((name.to_owned(), value));
        }
        Request {
            url: self.resolved(&call.url),
            ask: call.ask,
            options,
        }
    }

    fn resolved(&self, url: &str) -> String {
        let agent_url = self.options.borrow().agent_url.clone();
        self.shell.transport.resolve(url, &agent_url)
    }
}

/// The error of a request whose protocol cannot be loaded.
pub(super) fn not_loaded() -> OpenError {
    OpenError::Network("the protocol's part of the program could not be loaded".to_owned())
}
