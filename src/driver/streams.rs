//! The open streams: opens, rejoins and aborts them, and feeds their events to the inbox.
//!
//! The core's effects decide when. [`super::stream`] reads the bytes.

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::control::CancelAnswer;
use midturn_core::id::{RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::run_event::{OpenError, RunEvent};
use midturn_core::time::Millis;
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::control::Control;
use midturn_protocol::json::error_words;

use super::detect::wrong;
use super::merge::NumberedEvent;
use super::opening::{Known, Opening};
use super::outgoing::StreamParts;
use super::pending::Pending;
use super::stream::{Heard, News, State, Stream, StreamSource, Wait};
use super::tasks::Tasks;
use crate::transport::TransportEvent;

/// How long a backend may take to close the response of a finished run, in milliseconds. The
/// backend may still have work of its own to do, and hanging up would stop that work.
const HANG_UP_AFTER_MS: Millis = 5_000;

/// How long a backend may take to answer a reader's question, in milliseconds. Long, because some
/// servers answer only when the run is over, and because one of these requests may be the one that
/// starts the run.
const QUESTION_WITHIN_MS: Millis = 60_000;

/// The open streams, and the lost ones that may be rejoined.
pub(super) struct Streams {
    parts: StreamParts,
    all: Pending<Stream>,
    opening: Opening,
    /// The searches for the protocol that decide what the core is told of a run.
    searches: Tasks<(ThreadId, RunId)>,
}

/// What came of something that a stream was told.
struct Came {
    thread: ThreadId,
    run: RunId,
    source: StreamSource,
    before: State,
    state: State,
    /// Whether it is the first that the backend says, so that the protocol may be another one.
    is_unsure: bool,
    control: Option<Control>,
    news: News,
}

impl Came {
    fn of(stream: &mut Stream, heard: Heard) -> Self {
        let before = stream.state;
        let is_unsure = stream.source == StreamSource::Response && !stream.has_said;
        let news = stream.hear(heard);
        Self {
            thread: stream.thread.clone(),
            run: stream.run.clone(),
            source: stream.source,
            before,
            state: stream.state,
            is_unsure,
            control: stream.reader.control().cloned(),
            news,
        }
    }
}

impl Streams {
    pub(super) fn new(parts: StreamParts) -> Self {
        Self {
            all: Pending::default(),
            opening: Opening::new(&parts.cx),
            searches: parts.cx.tasks(),
            parts,
        }
    }

    /// Sets whether the streams pass on the raw events.
    pub(super) fn listen(&self, listen: bool) {
        self.all.each(|stream| stream.reader.listen(listen));
    }

    /// Closes all connections.
    pub(super) fn clear(&self) {
        self.all.clear();
        self.opening.clear();
        self.searches.clear();
    }

    /// Closes all connections of a thread and drops its pending work. Cancels no run.
    pub(super) fn leave(&self, thread: &ThreadId) {
        self.all.drop_where(|held| held.thread == *thread);
        self.opening.leave(thread);
        self.searches.drop_where(|(held, _)| held == thread);
    }

    /// Closes a run's connection and forgets it.
    pub(super) fn abort(&self, thread: &ThreadId, run: &RunId) {
        self.opening.forget(thread, run);
        self.searches
            .drop_where(|(held, of)| held == thread && of == run);
        drop(self.take(thread, run));
    }

    /// Drops the request of a stopped run, if it was not sent yet. Returns whether no backend knows
    /// the run; the core is told so. A request that joins a run again stays: the run's end is still
    /// to come.
    pub(super) fn drop_unsent(&self, thread: &ThreadId, run: &RunId) -> bool {
        if self.opening.drop_if(thread, run, Known::Perhaps) {
            let error = OpenError::Network("stopped before it was sent again".to_owned());
            let (thread, run) = (thread.clone(), run.clone());
            self.parts.cx.tell(thread, run, RunEvent::OpenFailed(error));
        }
        let unsent = self.opening.drop_if(thread, run, Known::No);
        if unsent {
            let (run, answer) = (run.clone(), CancelAnswer::Unknown);
            let input = Input::CancelAnswered { run, answer };
            self.parts
                .cx
                .push(ChatInput::In(thread.clone(), input), false);
        }
        unsent
    }

    /// Sends a run's request, once `stored` is over and the request's files are read.
    pub(super) fn open(
        self: &Rc<Self>,
        thread: ThreadId,
        run: RunId,
        stored: impl Future<Output = ()> + 'static,
    ) {
        self.abort(&thread, &run);
        let cx = &self.parts.cx;
        let known = match cx.look(&thread, |held| held.is_repeated_request(&run)) {
            Some(true) => Known::Perhaps,
            Some(false) | None => Known::No,
        };
        let me = self.clone();
        let (of, its) = (thread.clone(), run.clone());
        self.opening.begin(&of, &its, known, async move {
            stored.await;
            if let Err(error) = me.send(&thread, &run).await {
                me.opening.forget(&thread, &run);
                me.parts.cx.tell(thread, run, RunEvent::OpenFailed(error));
            }
        });
    }

    async fn send(self: &Rc<Self>, thread: &ThreadId, run: &RunId) -> Result<(), OpenError> {
        let request = self.parts.cx.look(thread, |held| held.request(run));
        let Some(request) = request.flatten() else {
            return Err(OpenError::Network("nothing to send".to_owned()));
        };
        let protocol = self.parts.backend.protocol().await.ok_or_else(not_loaded)?;
        let files = self.parts.files.of_request(thread, &request).await;
        self.opening.forget(thread, run);
        self.parts.requests.note_run(run, &protocol);
        let (stream, call) = self.parts.run(&*protocol, thread, &request, run, &files);
        self.connect(stream, call);
        Ok(())
    }

    /// Rejoins a run, after the last event of its lost stream.
    pub(super) fn rejoin(self: &Rc<Self>, thread: ThreadId, run: RunId, cursor: Option<u64>) {
        let (of, its) = (thread.clone(), run.clone());
        let me = self.clone();
        self.opening.begin(&of, &its, Known::Yes, async move {
            let protocol = me.parts.backend.protocol_of(&run).await;
            me.opening.forget(&thread, &run);
            let joined = protocol.ok_or_else(not_loaded).and_then(|protocol| {
                me.parts.requests.note_joined(&run, &protocol);
                let lost = me.take(&thread, &run);
                me.parts.rejoin(&*protocol, &thread, &run, cursor, lost)
            });
            match joined {
                Ok((stream, call)) => me.connect(stream, call),
                Err(error) => me.parts.cx.tell(thread, run, RunEvent::OpenFailed(error)),
            }
        });
    }

    fn connect(self: &Rc<Self>, stream: Stream, call: Call) {
        self.forget_the_lost();
        let (serial, run) = (stream.serial, stream.run.clone());
        self.all.push(stream);
        let request = self.parts.requests.request_about(&run, call);
        let me = Rc::downgrade(self);
        let sink = Box::new(move |event: TransportEvent| {
            if let Some(me) = me.upgrade() {
                me.hear(serial, Heard::Event(event));
            }
        });
        let connection = self.parts.cx.shell.transport.open(request, sink);
        // A transport may answer at once, and then the stream may have ended already.
        let mut connection = Some(connection);
        let is_it = |stream: &Stream| {
            stream.serial == serial && matches!(stream.state, State::Open | State::RunOver)
        };
        self.all
            .with(is_it, |stream| stream.connection = connection.take());
        drop(connection);
    }

    /// Passes the answer to an accepted cancel to the run's stream.
    pub(super) fn cancel_accepted(self: &Rc<Self>, thread: &ThreadId, run: &RunId, reply: Reply) {
        let is_it = |stream: &Stream| {
            stream.thread == *thread && stream.run == *run && stream.state == State::Open
        };
        if let Some(serial) = self.all.with(is_it, |stream| stream.serial) {
            self.hear(serial, Heard::CancelAccepted(reply));
        }
    }

    /// Tells a stream something, and passes on what comes of it. Nothing, if the stream is gone.
    fn hear(self: &Rc<Self>, serial: u64, heard: Heard) {
        let is_it = |stream: &Stream| stream.serial == serial;
        let came = self.all.with(is_it, |stream| Came::of(stream, heard));
        let Some(came) = came else {
            return;
        };
        let Came {
            thread,
            run,
            mut news,
            ..
        } = came;
        let StreamParts {
            requests,
            listeners,
            detection,
            ..
        } = &self.parts;
        if let Some(control) = came.control {
            requests.remember(&run, &control);
            for (event, _) in &mut news.events {
                if let RunEvent::Abilities(able) = event {
                    requests.limit(&run, able);
                }
            }
        }
        if !news.raw.is_empty() {
            listeners.events(&thread, &run, &news.raw);
        }
        for diagnostic in &news.diagnostics {
            listeners.diagnostic(&thread, &run, diagnostic);
        }
        if let Some(question) = news.question {
            self.ask(serial, &run, question);
        }
        match came.state {
            State::Open => {}
            State::RunOver if came.source != StreamSource::Response => self.forget(serial),
            State::RunOver => {
                if came.before == State::Open {
                    self.hang_up_later(serial);
                }
            }
            State::Closed => self.forget(serial),
            State::Lost => self.close(serial),
        }
        let suspect = came.is_unsure.then(|| detection.suspects(&news.events));
        if let Some(start) = suspect.flatten() {
            let (me, key) = (self.clone(), (thread.clone(), run.clone()));
            self.searches.begin(key, async move {
                me.search(thread, run, news.events, start).await;
            });
        } else {
            self.pass_on(&thread, &run, news.events);
        }
    }

    fn pass_on(&self, thread: &ThreadId, run: &RunId, events: Vec<NumberedEvent>) {
        let cx = &self.parts.cx;
        for (mut event, cursor) in events {
            // Only here: the whole body says which protocol an agent speaks.
            if let RunEvent::OpenFailed(OpenError::Status { body, .. }) = &mut event {
                *body = error_words(std::mem::take(body));
            }
            let run = run.clone();
            let input = Input::Run { run, cursor, event };
            cx.push(ChatInput::In(thread.clone(), input), false);
        }
        cx.drain();
    }

    /// Looks for the protocol that the agent speaks; what it finds decides what the core is told
    /// of the run.
    async fn search(
        self: Rc<Self>,
        thread: ThreadId,
        run: RunId,
        mut events: Vec<NumberedEvent>,
        start: Rc<str>,
    ) {
        let StreamParts {
            cx,
            requests,
            detection,
            backend,
            past,
            ..
        } = &self.parts;
        let asked = requests.options().agent_url.clone();
        let found = detection.search(start).await;
        // What was found is not about an agent that was set meanwhile.
        let found = found.filter(|_| requests.options().agent_url == asked);
        let tried = requests.name();
        if let Some(name) = found.filter(|name| *name != tried) {
            let is_configured = requests.options().protocol.is_some();
            if !is_configured {
                requests.remember_name(name);
                backend.forget();
                past.wanted(&thread);
                cx.drain();
            }
            let began = |(event, _): &NumberedEvent| matches!(event, RunEvent::Lost(_));
            if !is_configured && !events.iter().any(began) {
                self.open(thread, run, async {});
                return;
            }
            events.retain(|(event, _)| matches!(event, RunEvent::Opened));
            events.push((RunEvent::Failed(wrong(tried, name)), None));
        }
        self.pass_on(&thread, &run, events);
    }

    /// Sends a request that a reader needs. A run whose end is not known must not wait for ever, so
    /// an answer that takes too long counts as none.
    fn ask(self: &Rc<Self>, serial: u64, run: &RunId, question: Call) {
        let (me, run) = (self.clone(), run.clone());
        self.wait(serial, Wait::Question, async move {
            let StreamParts { cx, requests, .. } = &me.parts;
            let reply = requests.reply_about(&run, question, true);
            let reply = cx.within(QUESTION_WITHIN_MS, reply).await.flatten();
            me.hear(serial, Heard::Answer(reply));
        });
    }

    fn hang_up_later(self: &Rc<Self>, serial: u64) {
        let me = self.clone();
        self.wait(serial, Wait::HangUp, async move {
            me.parts.cx.sleep(HANG_UP_AFTER_MS).await;
            me.forget(serial);
        });
    }

    /// Begins a wait of a stream. It ends with the stream.
    fn wait(&self, serial: u64, why: Wait, work: impl Future<Output = ()> + 'static) {
        let is_it = |stream: &Stream| stream.serial == serial;
        let waits = self.all.with(is_it, |stream| stream.waits.clone());
        if let Some(waits) = waits {
            waits.drop_where(|held| *held == why);
            waits.begin(why, work);
        }
    }

    fn take(&self, thread: &ThreadId, run: &RunId) -> Option<Stream> {
        self.all
            .take(|stream| stream.thread == *thread && stream.run == *run)
    }

    fn forget(&self, serial: u64) {
        drop(self.all.take(|stream| stream.serial == serial));
    }

    /// Drops the connection, and keeps the reader for a rejoin.
    fn close(&self, serial: u64) {
        let connection = self.all.with(
            |stream| stream.serial == serial,
            |stream| stream.connection.take(),
        );
        drop(connection);
    }

    /// Drops lost streams of runs that will not be rejoined.
    fn forget_the_lost(&self) {
        let chat = self.parts.cx.chat();
        self.all.drop_where(|stream| {
            stream.state == State::Lost
                && !chat.conversation(&stream.thread).is_some_and(|held| {
                    held.active().is_some_and(|run| run.id == stream.run)
                        || held.stopping().iter().any(|held| held.run == stream.run)
                })
        });
    }
}

/// The error of a request whose protocol cannot be loaded.
fn not_loaded() -> OpenError {
    OpenError::Network("the protocol's part of the program could not be loaded".to_owned())
}
