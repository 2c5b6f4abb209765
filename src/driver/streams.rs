//! The open streams: opens, rejoins and aborts them, and feeds their events to the inbox.
//!
//! The core's effects decide when. [`super::stream`] reads the bytes.

use midturn_core::chat::ChatInput;
use midturn_core::id::{AttachmentId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::request::RunRequest;
use midturn_core::run_event::{OpenError, RunEvent};
use midturn_protocol::agui::AguiStream;
use midturn_protocol::request::run_agent_input;

use super::Runtime;
use super::gather::files_of;
use super::pending::Pending;
use super::stream::{State, Stream, StreamSource};
use crate::transport::{Ask, StreamRequest, TransportEvent, with_query};

/// How long a backend may take to close the response of a finished run, in milliseconds. The
/// backend may still have work of its own to do, and hanging up would stop that work.
const HANG_UP_AFTER_MS: u64 = 5_000;

/// The open streams, and the lost ones that may be rejoined.
#[derive(Default)]
pub(super) struct Streams(Pending<Stream>);

impl Streams {
    /// Sets whether the streams pass on the raw events.
    pub(super) fn listen(&self, listen: bool) {
        self.0.each(|stream| stream.reader.listen(listen));
    }

    /// Closes all connections.
    pub(super) fn clear(&self) {
        self.0.clear();
    }
}

impl Runtime {
    /// Sends a run's request, once its files are read.
    pub(super) fn open_stream(&self, thread: ThreadId, run: RunId) {
        let request = self
            .chat
            .borrow()
            .conversation(&thread)
            .and_then(|conversation| conversation.request(&run));
        let Some(request) = request else {
            let error = OpenError::Network("nothing to send".to_owned());
            self.tell(thread, run, RunEvent::OpenFailed(error));
            return;
        };
        self.abort_stream(&thread, &run);
        if files_of(&request).is_empty() {
            self.send_request(thread, run, &request, &[]);
        } else {
            self.gather_for(thread, run, request);
        }
    }

    pub(super) fn send_request(
        &self,
        thread: ThreadId,
        run: RunId,
        request: &RunRequest,
        files: &[(AttachmentId, Vec<u8>)],
    ) {
        let bytes = |id: &AttachmentId| {
            let found = files.iter().find(|(held, _)| held == id);
            found.map(|(_, bytes)| bytes.as_slice())
        };
        let url = self.options.borrow().agent_url.clone();
        let interjections = self.options.borrow().interjections;
        let body = run_agent_input(request, &self.offered_tools(), &bytes, interjections);
        if self.is_observed() {
            self.show_request(&thread, &run, &url, &body);
        }
        let ask = Ask::Post(body);
        let mut reader = AguiStream::new().with_state(request.state.clone());
        reader.listen(self.is_listening());
        let stream = Stream {
            thread,
            run,
            serial: self.serials.next(),
            source: StreamSource::Response,
            reader,
            last_id: None,
            state: State::Open,
            connection: None,
            hang_up: None,
        };
        self.connect(stream, url, ask);
    }

    /// Rejoins a run through the thread's stream, after the last event of its lost stream.
    pub(super) fn rejoin(&self, thread: ThreadId, run: RunId, cursor: Option<u64>) {
        let lost = self.take_stream(&thread, &run);
        let (mut reader, last_id) = match lost {
            Some(stream) => (stream.reader, stream.last_id),
            None => (self.reader_of(&thread), None),
        };
        let Some(url) = self.events_url() else {
            let error = OpenError::Network("no URL to join the stream at".to_owned());
            self.tell(thread, run, RunEvent::OpenFailed(error));
            return;
        };
        reader.resume();
        reader.listen(self.is_listening());
        let url = with_query(&url, "threadId", thread.as_str());
        let after = cursor.map(|cursor| cursor.to_string());
        let ask = Ask::Get {
            after: after.or_else(|| last_id.clone()),
        };
        let stream = Stream {
            thread,
            run,
            serial: self.serials.next(),
            source: StreamSource::Thread { after: cursor },
            reader,
            last_id,
            state: State::Open,
            connection: None,
            hang_up: None,
        };
        self.connect(stream, url, ask);
    }

    /// A reader for joining a thread's stream midway. The reader begins with the shared state known
    /// so far.
    fn reader_of(&self, thread: &ThreadId) -> AguiStream {
        let chat = self.chat.borrow();
        let state = chat
            .conversation(thread)
            .map(|held| held.state().to_owned());
        AguiStream::new().with_state(state.unwrap_or_default())
    }

    /// Closes a run's connection and forgets it.
    pub(super) fn abort_stream(&self, thread: &ThreadId, run: &RunId) {
        self.forget_retries(thread, run);
        self.forget_gathering(thread, run);
        drop(self.take_stream(thread, run));
    }

    /// Closes all connections of a thread and drops its pending work. Cancels no run.
    pub(super) fn leave_thread(&self, thread: &ThreadId) {
        self.streams.0.drop_where(|held| held.thread == *thread);
        self.leave_retries(thread);
        self.leave_gathering(thread);
        self.leave_posts(thread);
        self.leave_tools(thread);
    }

    fn connect(&self, stream: Stream, url: String, ask: Ask) {
        self.forget_the_lost();
        let serial = stream.serial;
        self.streams.0.push(stream);
        let request = StreamRequest {
            url,
            ask,
            options: self.options.borrow().request.clone(),
        };
        let me = self.me.clone();
        let sink = Box::new(move |event| {
            if let Some(me) = me.upgrade() {
                me.hear(serial, event);
            }
        });
        let connection = self.shell.transport.open(request, sink);
        // A transport may answer at once, and then the stream may have ended already.
        let mut connection = Some(connection);
        let is_it = |stream: &Stream| {
            stream.serial == serial && matches!(stream.state, State::Open | State::RunOver)
        };
        self.streams
            .0
            .with(is_it, |stream| stream.connection = connection.take());
        drop(connection);
    }

    fn hear(&self, serial: u64, event: TransportEvent) {
        let is_it = |stream: &Stream| stream.serial == serial;
        let heard = self.streams.0.with(is_it, |stream| {
            let before = stream.state;
            let news = stream.hear(event);
            let ids = (stream.thread.clone(), stream.run.clone());
            let control = stream.reader.control().cloned();
            (news, ids, control, (before, stream.state, stream.source))
        });
        let Some((news, (thread, run), control, (before, state, source))) = heard else {
            return;
        };
        if let Some(control) = control {
            self.remember_control(&control);
        }
        if !news.raw.is_empty() {
            self.tell_events(&thread, &run, &news.raw);
            self.show_events(&thread, &run, &news.raw);
        }
        for diagnostic in &news.diagnostics {
            self.diagnostic(&thread, &run, diagnostic);
        }
        match state {
            State::Open => {}
            State::RunOver if source == StreamSource::Response => {
                if before == State::Open {
                    self.hang_up_later(serial);
                }
            }
            State::RunOver | State::Closed => self.forget_stream(serial),
            State::Lost => self.close(serial),
        }
        for (event, cursor) in news.events {
            let input = Input::Run {
                run: run.clone(),
                cursor,
                event,
            };
            self.push(ChatInput::In(thread.clone(), input), false);
        }
        self.drain();
    }

    fn hang_up_later(&self, serial: u64) {
        let timer = self.after(HANG_UP_AFTER_MS, serial, Self::forget_stream);
        let mut timer = Some(timer);
        self.streams.0.with(
            |stream| stream.serial == serial,
            |stream| stream.hang_up = timer.take(),
        );
        drop(timer);
    }

    fn take_stream(&self, thread: &ThreadId, run: &RunId) -> Option<Stream> {
        self.streams
            .0
            .take(|stream| stream.thread == *thread && stream.run == *run)
    }

    fn forget_stream(&self, serial: u64) {
        drop(self.streams.0.take(|stream| stream.serial == serial));
    }

    /// Drops the connection, and keeps the reader for a rejoin.
    fn close(&self, serial: u64) {
        let connection = self.streams.0.with(
            |stream| stream.serial == serial,
            |stream| stream.connection.take(),
        );
        drop(connection);
    }

    /// Drops lost streams of runs that will not be rejoined.
    fn forget_the_lost(&self) {
        let chat = self.chat.borrow();
        self.streams.0.drop_where(|stream| {
            stream.state == State::Lost
                && !chat.conversation(&stream.thread).is_some_and(|held| {
                    held.active().is_some_and(|run| run.id == stream.run)
                        || held.stopping().iter().any(|held| held.run == stream.run)
                })
        });
    }

    fn tell(&self, thread: ThreadId, run: RunId, event: RunEvent) {
        let cursor = None;
        let input = Input::Run { run, cursor, event };
        self.push(ChatInput::In(thread, input), false);
        self.drain();
    }
}
