//! One run's stream: turns transport events into events of the run.
//!
//! Pure: [`super::streams`] opens and aborts connections.

use std::rc::Rc;

use midturn_core::id::{RunId, ThreadId};
use midturn_core::run_event::{Abilities, LostReason, OpenError, RunEvent};
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::diagnostic::Diagnostic;
use midturn_protocol::item::Item;
use midturn_protocol::reader::Reader;

use super::merge::{NumberedEvent, join_deltas};
use super::tasks::Tasks;
use crate::transport::{BODY_START, OnDrop, TransportEvent};

/// Where a stream's bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamSource {
    /// The response to the run's own request.
    Response,
    /// The run's stream, joined again.
    Again,
    /// The thread's stream of events, which has the events of other runs too.
    Thread,
}

/// One run's stream.
pub(super) struct Stream {
    pub(super) thread: ThreadId,
    pub(super) run: RunId,
    /// Distinguishes this connection from earlier ones of the same run.
    pub(super) serial: u64,
    pub(super) source: StreamSource,
    pub(super) reader: Box<dyn Reader>,
    /// What the protocol says about the backend; told to the core when the response begins.
    pub(super) abilities: Option<Abilities>,
    /// The id of the last event, as the backend wrote it.
    pub(super) last_id: Option<String>,
    /// The newest cursor. A backend may send an event twice, above all where a stream is joined.
    pub(super) newest: Option<u64>,
    pub(super) state: State,
    /// The reader has a question that is not answered yet.
    pub(super) asking: Option<Question>,
    /// Whether the response has begun.
    pub(super) is_open: bool,
    /// Whether an event of the run has come, so that the protocol is the right one.
    pub(super) has_said: bool,
    /// The connection; `None` while it is being opened and after its end.
    pub(super) connection: Option<OnDrop>,
    /// What the stream waits for. The waits end with it.
    pub(super) waits: Rc<Tasks<Wait>>,
}

/// What a stream waits for besides its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// The answer to the reader's question.
    Question,
    /// The time to hang up on a backend that does not close the response of a finished run.
    HangUp,
}

/// A reader's question on its way.
#[derive(Default)]
pub(super) struct Question {
    /// Why the body ended, if it has: without an answer, the run is lost.
    over: Option<LostReason>,
}

/// The state of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// More events may come.
    Open,
    /// The run ended. Later events except errors are ignored.
    RunOver,
    /// The connection ended before the run did, or a rejoin failed. The run may be rejoined.
    Lost,
    /// The connection ended after the run did, or the run never began.
    Closed,
}

/// The result of one transport event.
#[derive(Default)]
pub(super) struct News {
    /// Events for the core, in order.
    pub(super) events: Vec<NumberedEvent>,
    /// Raw events for the host and observer, as received.
    pub(super) raw: Vec<String>,
    /// Diagnostics for developers.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// A request that the reader needs answered.
    pub(super) question: Option<Call>,
}

/// What a stream is told.
pub(super) enum Heard {
    /// An event of the transport.
    Event(TransportEvent),
    /// The answer to the reader's question; `None` if none came.
    Answer(Option<Reply>),
    /// The answer to an accepted cancel of the run.
    CancelAccepted(Reply),
}

impl Stream {
    /// Takes what is heard.
    pub(super) fn hear(&mut self, heard: Heard) -> News {
        let mut news = News::default();
        match heard {
            Heard::Event(event) => self.event(event, &mut news),
            Heard::Answer(reply) => self.answered(reply.as_ref(), &mut news),
            Heard::CancelAccepted(reply) => {
                let items = self.reader.cancel_accepted(&reply);
                self.read(items, &mut news);
            }
        }
        // Join what can be joined, and take the reader's question.
        news.events = join_deltas(news.events, &mut self.newest);
        if news.question.is_none() {
            news.question = self.reader.question();
        }
        if news.question.is_some() && self.asking.is_none() {
            self.asking = Some(Question::default());
        }
        news
    }

    fn event(&mut self, event: TransportEvent, news: &mut News) {
        match event {
            TransportEvent::Opened => self.opened(news),
            TransportEvent::Refused {
                status,
                body,
                retry_after_ms,
            } => {
                let reply = Reply { status, body };
                if !self.is_document(&reply, news) {
                    let error = OpenError::Status {
                        status,
                        body: reply.body,
                        retry_after: retry_after_ms,
                    };
                    self.not_opened(error, news);
                }
            }
            TransportEvent::NotAStream { content_type, body } => {
                let reply = Reply { status: 200, body };
                if !self.is_document(&reply, news) {
                    let body = start_of(&reply.body);
                    let start = if body.is_empty() { content_type } else { body };
                    self.not_opened(OpenError::NotAStream(start), news);
                }
            }
            TransportEvent::Unreachable { message, foreign } => {
                let error = match foreign {
                    Some(origin) => OpenError::Foreign { origin, message },
                    None => OpenError::Network(message),
                };
                self.not_opened(error, news);
            }
            TransportEvent::Offline => self.not_opened(OpenError::Offline, news),
            TransportEvent::Chunk(bytes) => {
                let items = self.reader.push(&bytes);
                self.read(items, news);
            }
            // The answer to a rejoin says in this way that nothing is running.
            TransportEvent::Ended
                if matches!(self.source, StreamSource::Again) && !self.is_open =>
            {
                let error = OpenError::Status {
                    status: 204,
                    body: String::new(),
                    retry_after: None,
                };
                self.not_opened(error, news);
            }
            TransportEvent::Ended => {
                let items = self.reader.finish();
                self.read(items, news);
                self.ended(LostReason::Truncated, news);
            }
            TransportEvent::Broken(message) => {
                let items = self.reader.broke(message.clone());
                self.read(items, news);
                self.ended(LostReason::Network(message), news);
            }
        }
    }

    fn answered(&mut self, reply: Option<&Reply>, news: &mut News) {
        let Some(asked) = self.asking.take() else {
            return;
        };
        let items = self.reader.answered(reply);
        self.read(items, news);
        if let Some(reason) = asked.over {
            self.ended(reason, news);
        }
    }

    fn opened(&mut self, news: &mut News) {
        self.is_open = true;
        news.events.push((RunEvent::Opened, None));
        if let Some(abilities) = self.abilities.take() {
            news.events.push((RunEvent::Abilities(abilities), None));
        }
    }

    /// Reads a response that is not a stream. Returns whether it has a meaning in the protocol.
    fn is_document(&mut self, reply: &Reply, news: &mut News) -> bool {
        let items = self.reader.document(reply);
        let question = self.reader.question();
        if items.is_empty() && question.is_none() {
            return false;
        }
        self.opened(news);
        self.read(items, news);
        news.question = question;
        self.ended(LostReason::Truncated, news);
        true
    }

    fn not_opened(&mut self, error: OpenError, news: &mut News) {
        self.state = match self.source {
            StreamSource::Response => State::Closed,
            StreamSource::Again | StreamSource::Thread => State::Lost,
        };
        news.events.push((RunEvent::OpenFailed(error), None));
    }

    fn read(&mut self, items: Vec<Item>, news: &mut News) {
        for item in items {
            match item {
                Item::Event { event, cursor, run } => {
                    // An error may come after the end of the run.
                    let late = self.state == State::RunOver && matches!(event, RunEvent::Failed(_));
                    let hears = late || self.state == State::Open;
                    if hears && self.is_mine(&event, run.as_ref()) {
                        let place = cursor.as_deref().and_then(|cursor| cursor.parse().ok());
                        self.last_id = cursor.or(self.last_id.take());
                        self.has_said |= !matches!(event, RunEvent::Lost(_));
                        self.note_end(&event);
                        news.events.push((event, place));
                    }
                }
                Item::Diagnostic(diagnostic) => news.diagnostics.push(diagnostic),
                Item::Raw(json) => news.raw.push(json),
            }
        }
    }

    /// Whether an event is of this run. Every event of the run's own response is, whatever run id
    /// the backend writes. In a thread's stream, events before the first run id count as this run's
    /// too.
    fn is_mine(&self, event: &RunEvent, run: Option<&RunId>) -> bool {
        match self.source {
            StreamSource::Response | StreamSource::Again => true,
            StreamSource::Thread => {
                matches!(event, RunEvent::Lost(_)) || run.is_none_or(|run| *run == self.run)
            }
        }
    }

    fn note_end(&mut self, event: &RunEvent) {
        if matches!(event, RunEvent::Finished(_) | RunEvent::Failed(_)) {
            self.state = State::RunOver;
        } else if matches!(event, RunEvent::Lost(_)) {
            self.state = State::Lost;
        }
    }

    /// Takes the end of the connection. Usually the reader has reported the lost run already, but
    /// not if the last run in the stream was another run, which had finished.
    fn ended(&mut self, reason: LostReason, news: &mut News) {
        match self.state {
            State::Open => {
                news.question = news.question.take().or_else(|| self.reader.question());
                if news.question.is_some() || self.asking.is_some() {
                    self.asking.get_or_insert_default().over = Some(reason);
                    return;
                }
                self.state = State::Lost;
                news.events.push((RunEvent::Lost(reason), None));
            }
            State::RunOver => self.state = State::Closed,
            State::Lost | State::Closed => {}
        }
    }
}

/// The start of a body, to show what it is.
fn start_of(body: &str) -> String {
    let mut end = body.len().min(BODY_START);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    body.get(..end).unwrap_or_default().to_owned()
}
