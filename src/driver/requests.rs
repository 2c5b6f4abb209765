//! Where the backend is, and requests to it: the embedder's options, and what the backend has
//! announced about itself.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::time::Millis;
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::control::Control;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::{Endpoints, Place};

use super::asks::{Asks, Coming};
use super::context::Context;
use super::options::Options;
use super::storage::{Announced, Keys, Table, read_record, record};
use super::store::Store;
use crate::transport::Request;

/// The name of the setting with what the backend announced.
const CONTROL: &str = "control";

/// Where the backend is, and requests to it.
pub(super) struct Requests {
    cx: Rc<Context>,
    store: Rc<Store>,
    options: RefCell<Options>,
    announced: RefCell<Option<Announced>>,
}

impl Requests {
    pub(super) fn new(cx: Rc<Context>, store: Rc<Store>, options: Options) -> Self {
        Self {
            cx,
            store,
            options: RefCell::new(options),
            announced: RefCell::default(),
        }
    }

    pub(super) fn options(&self) -> Ref<'_, Options> {
        self.options.borrow()
    }

    /// Uses these options from the next request on. Returns those before.
    pub(super) fn set_options(&self, options: Options) -> Options {
        self.options.replace(options)
    }

    /// The protocol in use: the configured one, else the one that was found for the agent's URL,
    /// else AG-UI.
    pub(super) fn name(&self) -> Name {
        let configured = self.options().protocol;
        let found = || Name::parse(&self.announced_now()?.protocol?);
        configured.or_else(found).unwrap_or_default()
    }

    /// Stores the control URLs that a stream announced, for this page and later ones.
    pub(super) fn remember(&self, control: &Control) {
        let announced = Announced {
            agent_url: self.options().agent_url.clone(),
            url: control.url.clone(),
            events: control.events.clone(),
            threads: control.threads.clone(),
            protocol: None,
        };
        if self.announced.borrow().as_ref() != Some(&announced) {
            self.announce(announced);
        }
    }

    /// Uses a protocol for the agent's URL from now on, in later pages too.
    pub(super) fn remember_name(&self, name: Name) {
        self.announce(Announced {
            agent_url: self.options().agent_url.clone(),
            protocol: Some(name.as_str().to_owned()),
            ..Announced::default()
        });
    }

    fn announce(&self, announced: Announced) {
        self.store.set(CONTROL, record::write(&announced));
        self.announced.replace(Some(announced));
    }

    /// Whether the backend's announcement is known.
    pub(super) fn is_announced(&self) -> bool {
        self.announced.borrow().is_some()
    }

    /// Reads the announcement that the backend made to earlier pages.
    pub(super) async fn recall(&self) {
        let keys = Keys::One(CONTROL.to_owned());
        let stored = self.store.records_or_none(Table::Settings, keys).await;
        if let Some((_, bytes)) = stored.last()
            && let Ok(announced) = read_record(bytes)
        {
            self.announced.borrow_mut().get_or_insert(announced);
        }
    }

    /// What the agent in use has announced.
    fn announced_now(&self) -> Option<Announced> {
        let announced = self.announced.borrow().clone()?;
        (announced.agent_url == self.options().agent_url).then_some(announced)
    }

    /// The URLs of the backend: those of the options, else those that the backend has announced.
    pub(super) fn endpoints(&self) -> Endpoints {
        let announced = self.announced_now().unwrap_or_default();
        let Options {
            agent_url,
            control_url,
            stop_url,
            stop_body,
            events_url,
            threads_url,
            past_url,
            ..
        } = self.options().clone();
        let threads = threads_url.or(announced.threads);
        Endpoints {
            agent: self.cx.shell.transport.resolve("", &agent_url),
            control: control_url.or(announced.url),
            stop: stop_url,
            stop_body,
            events: events_url.or(announced.events),
            past: past_url.or_else(|| threads.clone()),
            threads,
        }
    }

    /// A run's place at the backend, as it is now.
    pub(super) fn placed(&self, thread: &ThreadId, run: &RunId) -> Placed {
        let memory = self.cx.look(thread, |held| held.memory().to_owned());
        Placed {
            endpoints: self.endpoints(),
            thread: thread.clone(),
            run: run.clone(),
            memory: memory.unwrap_or_default(),
            now_ms: self.cx.now(),
        }
    }

    /// A protocol's request as the transport sends it.
    pub(super) fn request_of(&self, call: Call) -> Request {
        let options = self.options();
        let mut request = options.request.clone();
        for (name, value) in call.headers {
            request.headers.push((name.to_owned(), value));
        }
        Request {
            url: (self.cx.shell.transport).resolve(&call.url, &options.agent_url),
            ask: call.ask,
            options: request,
        }
    }

    /// Sends a request whose response is not a stream; `None` if no response came. `reads_body`:
    /// whether the reply has a body. Dropping the work aborts the request.
    pub(super) async fn reply(&self, call: Call, reads_body: bool) -> Option<Reply> {
        let (done, answered) = oneshot::channel();
        let done = Box::new(move |reply| {
            let _ = done.send(reply);
        });
        let request = self.request_of(call);
        let _request = self.cx.shell.transport.ask(request, reads_body, done);
        answered.await.ok().flatten()
    }
}

/// What a [`Place`] refers to.
pub(super) struct Placed {
    endpoints: Endpoints,
    thread: ThreadId,
    run: RunId,
    memory: String,
    now_ms: Millis,
}

impl Placed {
    pub(super) fn place(&self) -> Place<'_> {
        Place {
            endpoints: &self.endpoints,
            thread: &self.thread,
            run: &self.run,
            memory: &self.memory,
            cursor: None,
            last_id: None,
            now_ms: self.now_ms,
        }
    }
}

impl Asks for Requests {
    fn endpoints(&self) -> Endpoints {
        self.endpoints()
    }

    fn ask(self: Rc<Self>, call: Call) -> Coming<Option<Reply>> {
        Box::pin(async move { self.reply(call, true).await })
    }

    fn sleep(self: Rc<Self>, ms: Millis) -> Coming<()> {
        Box::pin(async move { self.cx.sleep(ms).await })
    }
}
