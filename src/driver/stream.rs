//! One run's stream: turns transport events into events of the run.
//!
//! Pure: [`super::streams`] opens and aborts connections.

use midturn_core::id::{RunId, ThreadId};
use midturn_core::run_event::{LostReason, OpenError, RunEvent};
use midturn_protocol::agui::{AguiStream, Item};
use midturn_protocol::diagnostic::Diagnostic;

use super::merge::{NumberedEvent, join_deltas};
use crate::transport::{OnDrop, TransportEvent};

/// Where a stream's bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamSource {
    /// The response to the run's own request.
    Response,
    /// The thread's stream of events, which has the events of other runs too.
    Thread {
        /// The cursor of the last applied event. The stream begins after that event.
        after: Option<u64>,
    },
}

/// One run's stream.
pub(super) struct Stream {
    pub(super) thread: ThreadId,
    pub(super) run: RunId,
    /// Distinguishes this connection from earlier ones of the same run.
    pub(super) serial: u64,
    pub(super) source: StreamSource,
    pub(super) reader: AguiStream,
    /// The id of the last event, as the backend wrote it.
    pub(super) last_id: Option<String>,
    pub(super) state: State,
    /// The connection; `None` while it is being opened and after its end.
    pub(super) connection: Option<OnDrop>,
    /// Timer that hangs up on a backend that does not close the response of a finished run.
    pub(super) hang_up: Option<OnDrop>,
}

/// The state of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// More events may come.
    Open,
    /// The run ended. Later events are ignored.
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
}

impl Stream {
    /// Takes an event of the transport.
    pub(super) fn hear(&mut self, event: TransportEvent) -> News {
        let mut news = News::default();
        match event {
            TransportEvent::Opened => news.events.push((RunEvent::Opened, None)),
            TransportEvent::Refused {
                status,
                body,
                retry_after_ms,
            } => self.not_opened(
                OpenError::Status {
                    status,
                    body,
                    retry_after: retry_after_ms,
                },
                &mut news,
            ),
            TransportEvent::NotAStream { content_type, body } => {
                let start = if body.is_empty() { content_type } else { body };
                self.not_opened(OpenError::NotAStream(start), &mut news);
            }
            TransportEvent::Unreachable { message, foreign } => {
                let error = match foreign {
                    Some(origin) => OpenError::Foreign { origin, message },
                    None => OpenError::Network(message),
                };
                self.not_opened(error, &mut news);
            }
            TransportEvent::Offline => self.not_opened(OpenError::Offline, &mut news),
            TransportEvent::Chunk(bytes) => {
                let items = self.reader.push(&bytes);
                self.read(items, &mut news);
            }
            TransportEvent::Ended => {
                let items = self.reader.finish();
                self.read(items, &mut news);
                self.ended(LostReason::Truncated, &mut news);
            }
            TransportEvent::Broken(message) => {
                let items = self.reader.broke(message.clone());
                self.read(items, &mut news);
                self.ended(LostReason::Network(message), &mut news);
            }
        }
        let applied = match self.source {
            StreamSource::Response => None,
            StreamSource::Thread { after } => after,
        };
        news.events = join_deltas(news.events, applied);
        news
    }

    fn not_opened(&mut self, error: OpenError, news: &mut News) {
        self.state = match self.source {
            StreamSource::Response => State::Closed,
            StreamSource::Thread { .. } => State::Lost,
        };
        news.events.push((RunEvent::OpenFailed(error), None));
    }

    fn read(&mut self, items: Vec<Item>, news: &mut News) {
        for item in items {
            match item {
                Item::Event { event, cursor, run } => {
                    if self.state == State::Open && self.is_mine(&event, run.as_ref()) {
                        let place = cursor.as_deref().and_then(|cursor| cursor.parse().ok());
                        self.last_id = cursor.or(self.last_id.take());
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
            StreamSource::Response => true,
            StreamSource::Thread { .. } => {
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
                self.state = State::Lost;
                news.events.push((RunEvent::Lost(reason), None));
            }
            State::RunOver => self.state = State::Closed,
            State::Lost | State::Closed => {}
        }
    }
}
