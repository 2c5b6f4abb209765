//! One run's stream: what the transport tells becomes events of the run.
//!
//! Pure. Not responsible for opening, aborting, or for what the events do.

use midturn_core::id::{RunId, ThreadId};
use midturn_core::run_event::{LostReason, OpenError, RunEvent};
use midturn_protocol::agui::{AguiStream, Item};
use midturn_protocol::diagnostic::Diagnostic;

use super::merge::{Heard, join_deltas};
use crate::transport::{OnDrop, TransportEvent};

/// Where the bytes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The answer to the run's own request.
    Answer,
    /// The thread's stream, which has other runs in it too, read from after this event.
    Thread {
        /// The last event that was applied.
        after: Option<u64>,
    },
}

/// One run's stream.
pub(super) struct Stream {
    pub(super) thread: ThreadId,
    pub(super) run: RunId,
    /// Tells this connection from an earlier one of the same run.
    pub(super) serial: u64,
    pub(super) source: Source,
    pub(super) reader: AguiStream,
    /// The id of the last event, as the backend wrote it.
    pub(super) last_id: Option<String>,
    pub(super) state: State,
    /// The connection; none while it is being opened, and after its end.
    pub(super) connection: Option<OnDrop>,
    /// Hangs up on a backend that does not close an answer that is over.
    pub(super) hang_up: Option<OnDrop>,
}

/// How far a stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// More may come.
    Open,
    /// The run ended; whatever still comes is no news.
    RunOver,
    /// The connection ended before the run did. It may be joined again.
    Lost,
    /// The connection ended, and so did the run, or it never began.
    Closed,
}

/// What came of one transport event.
#[derive(Default)]
pub(super) struct News {
    /// For the core, in order.
    pub(super) events: Vec<Heard>,
    /// For a host, as they came.
    pub(super) raw: Vec<String>,
    /// For a developer.
    pub(super) oddities: Vec<Diagnostic>,
}

impl Stream {
    /// Takes what the transport told.
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
            Source::Answer => None,
            Source::Thread { after } => after,
        };
        news.events = join_deltas(news.events, applied);
        news
    }

    fn not_opened(&mut self, error: OpenError, news: &mut News) {
        self.state = match self.source {
            Source::Answer => State::Closed,
            Source::Thread { .. } => State::Lost,
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
                Item::Diagnostic(oddity) => news.oddities.push(oddity),
                Item::Raw(json) => news.raw.push(json),
            }
        }
    }

    /// A thread's stream tells of other runs too. An answer is the run's own whatever the backend
    /// calls the run, and so is what a joined stream says before it names one.
    fn is_mine(&self, event: &RunEvent, run: Option<&RunId>) -> bool {
        match self.source {
            Source::Answer => true,
            Source::Thread { .. } => {
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

    /// The connection ended. The reader says so itself, unless the last run it read of was
    /// another one, which had ended.
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
