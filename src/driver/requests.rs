//! Where the backend is, and requests to it: the embedder's options, and what the backend has
//! announced about itself.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use futures_channel::oneshot;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::run_event::Abilities;
use midturn_core::time::Millis;
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::control::Control;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::{Endpoints, Place, Protocol};

use super::asks::{Asks, Coming};
use super::context::Context;
use super::options::Options;
use super::sent::{Sent, SentTo};
use super::storage::{Announced, Table, announced_key, announcements, read_record, record};
use super::store::Store;
use crate::transport::Request;

/// Where the backend is, and requests to it.
pub(super) struct Requests {
    cx: Rc<Context>,
    store: Rc<Store>,
    options: RefCell<Options>,
    /// What each agent has announced.
    announced: RefCell<Vec<Announced>>,
    sent: Sent,
}

impl Requests {
    pub(super) fn new(cx: Rc<Context>, store: Rc<Store>, options: Options) -> Self {
        Self {
            cx,
            store,
            options: RefCell::new(options),
            announced: RefCell::default(),
            sent: Sent::default(),
        }
    }

    /// Notes that a run's request goes to the agent in use, in this protocol.
    pub(super) fn note_run(&self, run: &RunId, protocol: &Rc<dyn Protocol>) {
        let chat = self.cx.chat();
        let options = self.options().clone();
        self.sent
            .add(run.clone(), options, protocol.clone(), |run| {
                chat.has_run(run)
            });
    }

    /// Notes that a run is joined. A run that an earlier page has sent is at the agent in use: no other is
    /// joined.
    pub(super) fn note_joined(&self, run: &RunId, protocol: &Rc<dyn Protocol>) {
        if self.elsewhere(run).is_none() {
            self.note_run(run, protocol);
        }
    }

    /// The protocol of a run that was sent to another agent than the one in use.
    pub(super) fn protocol_elsewhere(&self, run: &RunId) -> Option<Rc<dyn Protocol>> {
        Some(
            self.sent
                .elsewhere(run, &self.options().agent_url)?
                .protocol,
        )
    }

    /// The options for requests about a run: those of now, unless the run is at another agent.
    fn options_of(&self, run: &RunId) -> Options {
        let elsewhere = self.elsewhere(run);
        elsewhere.map_or_else(|| self.options().clone(), |sent| sent.options)
    }

    fn elsewhere(&self, run: &RunId) -> Option<SentTo> {
        self.sent.elsewhere(run, &self.options().agent_url)
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
        let found = || Name::parse(&self.announced_by(&self.options().agent_url)?.protocol?);
        configured.or_else(found).unwrap_or_default()
    }

    /// Stores the control URLs that a run's stream announced, for this page and later ones.
    pub(super) fn remember(&self, run: &RunId, control: &Control) {
        let elsewhere = self.elsewhere(run).map(|sent| sent.options.agent_url);
        self.announce(Announced {
            agent_url: elsewhere.unwrap_or_else(|| self.options().agent_url.clone()),
            url: control.url.clone(),
            events: control.events.clone(),
            threads: control.threads.clone(),
            protocol: None,
        });
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
        if self.announced.borrow().contains(&announced) {
            return;
        }
        let name = announced_key(&announced.agent_url);
        self.store.set(&name, record::write(&announced));
        let mut all = self.announced.borrow_mut();
        all.retain(|held| held.agent_url != announced.agent_url);
        all.push(announced);
    }

    /// Whether the announcement of the agent in use is known.
    pub(super) fn is_announced(&self) -> bool {
        self.announced_by(&self.options().agent_url).is_some()
    }

    /// Reads the announcements that agents made to earlier pages. What this page has heard is newer.
    pub(super) async fn recall(&self) {
        let stored = self
            .store
            .records_or_none(Table::Settings, announcements())
            .await;
        for (_, bytes) in stored {
            let Ok(announced) = read_record::<Announced>(&bytes) else {
                continue;
            };
            if self.announced_by(&announced.agent_url).is_none() {
                self.announced.borrow_mut().push(announced);
            }
        }
    }

    /// What an agent has announced.
    fn announced_by(&self, agent_url: &str) -> Option<Announced> {
        let all = self.announced.borrow();
        all.iter().find(|held| held.agent_url == agent_url).cloned()
    }

    /// The URLs of the backend: those of the options, else those of the agent's own origin that the
    /// backend has announced.
    pub(super) fn endpoints(&self) -> Endpoints {
        self.endpoints_of(self.options().clone())
    }

    fn endpoints_of(&self, options: Options) -> Endpoints {
        let announced = self.announced_by(&options.agent_url).unwrap_or_default();
        let Options {
            agent_url,
            control_url,
            stop_url,
            stop_body,
            events_url,
            threads_url,
            past_url,
            ..
        } = options;
        let transport = &self.cx.shell.transport;
        let agent = transport.resolve("", &agent_url);
        // The requests have the embedder's headers, and the person's cookies of this page.
        let near = |url: &String| origin(&transport.resolve(url, &agent_url)) == origin(&agent);
        let threads = threads_url.or(announced.threads.filter(near));
        Endpoints {
            control: control_url.or(announced.url.filter(near)),
            stop: stop_url,
            stop_body,
            events: events_url.or(announced.events.filter(near)),
            past: past_url.or_else(|| threads.clone()),
            threads,
            agent,
        }
    }

    /// Takes away the announced abilities whose URL is not used.
    pub(super) fn limit(&self, run: &RunId, able: &mut Abilities) {
        let Endpoints {
            control, events, ..
        } = self.endpoints_of(self.options_of(run));
        able.cancel &= control.is_some();
        able.interject &= control.is_some();
        able.rejoin &= events.is_some();
        able.resend &= events.is_some();
    }

    /// A run's place at its backend, as it is now.
    pub(super) fn placed(&self, thread: &ThreadId, run: &RunId) -> Placed {
        let memory = self.cx.look(thread, |held| held.memory().to_owned());
        Placed {
            endpoints: self.endpoints_of(self.options_of(run)),
            thread: thread.clone(),
            run: run.clone(),
            memory: memory.unwrap_or_default(),
            now_ms: self.cx.now(),
        }
    }

    /// A protocol's request to the agent in use, as the transport sends it.
    pub(super) fn request_of(&self, call: Call) -> Request {
        self.request_with(call, &self.options())
    }

    /// A protocol's request about a run, as the transport sends it.
    pub(super) fn request_about(&self, run: &RunId, call: Call) -> Request {
        self.request_with(call, &self.options_of(run))
    }

    fn request_with(&self, call: Call, options: &Options) -> Request {
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
        self.replied(self.request_of(call), reads_body).await
    }

    /// As [`reply`](Self::reply), with a request about a run.
    pub(super) async fn reply_about(
        &self,
        run: &RunId,
        call: Call,
        reads_body: bool,
    ) -> Option<Reply> {
        self.replied(self.request_about(run, call), reads_body)
            .await
    }

    async fn replied(&self, request: Request, reads_body: bool) -> Option<Reply> {
        let (done, answered) = oneshot::channel();
        let done = Box::new(move |reply| {
            let _ = done.send(reply);
        });
        let _request = self.cx.shell.transport.ask(request, reads_body, done);
        answered.await.ok().flatten()
    }
}

/// The scheme and the host of a URL; empty for a relative one.
fn origin(url: &str) -> &str {
    let Some((scheme, rest)) = url.split_once("://") else {
        return "";
    };
    let host = rest.split('/').next().unwrap_or_default();
    &url[..scheme.len() + 3 + host.len()]
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
    pub(super) fn endpoints(&self) -> &Endpoints {
        &self.endpoints
    }

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
