//! The protocol in use. Work that needs it waits until it is loaded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::id::RunId;
use midturn_protocol::agui_backend::AgUi;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::Protocol;

use super::context::Context;
use super::description::Described;
use super::requests::Requests;
use super::shell::LoadedProtocol;
use super::tasks::Tasks;
use super::work::OtherWork;

/// Receives the protocol; `None` if it cannot be loaded.
type Told = oneshot::Sender<Option<Rc<dyn Protocol>>>;

/// The protocol in use.
pub(super) struct Backend {
    cx: Rc<Context>,
    requests: Rc<Requests>,
    state: RefCell<State>,
    /// Who waits for the protocol.
    waiting: RefCell<Vec<Told>>,
    /// The driver's work for the protocol, once one is loaded.
    work: Cell<Option<OtherWork>>,
    loading: Tasks<()>,
}

enum State {
    Loaded(Rc<dyn Protocol>),
    /// Not asked for yet, or the last attempt has failed.
    Missing,
    Loading,
}

impl Backend {
    pub(super) fn new(cx: Rc<Context>, requests: Rc<Requests>) -> Self {
        Self {
            state: RefCell::new(State::Missing),
            waiting: RefCell::default(),
            work: Cell::default(),
            loading: cx.tasks(),
            cx,
            requests,
        }
    }

    /// The protocol, at once if it is loaded; `None` if it cannot be loaded.
    pub(super) async fn protocol(self: &Rc<Self>) -> Option<Rc<dyn Protocol>> {
        if self.requests.name() == Name::AgUi {
            return Some(Rc::new(AgUi));
        }
        if let State::Loaded(protocol) = &*self.state.borrow() {
            return Some(protocol.clone());
        }
        let (told, ready) = oneshot::channel();
        self.waiting.borrow_mut().push(told);
        self.load();
        ready.await.ok().flatten()
    }

    /// The protocol of a run: that of the agent that it was sent to.
    pub(super) async fn protocol_of(self: &Rc<Self>, run: &RunId) -> Option<Rc<dyn Protocol>> {
        match self.requests.protocol_elsewhere(run) {
            Some(protocol) => Some(protocol),
            None => self.protocol().await,
        }
    }

    /// The protocol, and the driver's work for it.
    pub(super) async fn with_work(self: &Rc<Self>) -> Option<(Rc<dyn Protocol>, OtherWork)> {
        if self.requests.name() != Name::AgUi || self.work.get().is_some() {
            return Some((self.protocol().await?, self.work.get()?));
        }
        let LoadedProtocol { protocol, work } = self.fetch(Name::AgUi, "").await?;
        self.work.set(Some(work));
        Some((protocol, work))
    }

    /// Forgets the protocol, because the options name another one or configure it differently. Who
    /// waits gets the other one.
    pub(super) fn forget(self: &Rc<Self>) {
        self.loading.clear();
        self.state.replace(State::Missing);
        if !self.waiting.borrow().is_empty() {
            self.load();
        }
    }

    /// Drops what waits.
    pub(super) fn clear(&self) {
        self.loading.clear();
        drop(self.waiting.take());
    }

    fn load(self: &Rc<Self>) {
        let before = self.state.replace(State::Loading);
        if matches!(before, State::Loading) {
            return;
        }
        let me = self.clone();
        self.loading.begin((), async move {
            let ready = me.described().await;
            let protocol = ready.as_ref().map(|ready| ready.protocol.clone());
            me.state.replace(match ready {
                Some(Described {
                    protocol,
                    keep: true,
                }) => State::Loaded(protocol),
                Some(_) | None => State::Missing,
            });
            for told in me.waiting.take() {
                // Who waited may be gone.
                let _ = told.send(protocol.clone());
            }
        });
    }

    async fn described(&self) -> Option<Described> {
        let options = self.requests.options().protocol_options.clone();
        let loaded = self.fetch(self.requests.name(), &options).await?;
        self.work.set(Some(loaded.work));
        Some((loaded.work.describe)(self.requests.clone(), loaded.protocol).await)
    }

    async fn fetch(&self, name: Name, options: &str) -> Option<LoadedProtocol> {
        let (done, loaded) = oneshot::channel();
        let done = Box::new(move |protocol| {
            let _ = done.send(protocol);
        });
        self.cx.shell.protocols.load(name, options, done);
        loaded.await.ok().flatten()
    }
}
