//! The open streams: opens, rejoins and aborts them, and feeds their events to the inbox.
//!
//! The core's effects say when. [`super::stream`] reads the bytes.

use midturn_core::chat::ChatInput;
use midturn_core::id::{AttachmentId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::request::RunRequest;
use midturn_core::run_event::{OpenError, RunEvent};
use midturn_protocol::agui::AguiStream;
use midturn_protocol::request::run_agent_input;

use super::Inner;
use super::gather::files_of;
use super::stream::{Source, State, Stream};
use crate::transport::{Ask, StreamRequest, TransportEvent, with_query};

/// How long a backend may take to close the response of a finished run, in milliseconds. The
/// backend may still have work of its own to do, and hanging up would stop that work.
const HANG_UP_AFTER_MS: u64 = 5_000;

impl Inner {
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
            serial: self.next_serial(),
            source: Source::Answer,
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
            serial: self.next_serial(),
            source: Source::Thread { after: cursor },
            reader,
            last_id,
            state: State::Open,
            connection: None,
            hang_up: None,
        };
        self.connect(stream, url, ask);
    }

    /// A reader for joining a thread's stream midway, which begins with the shared state known so
    /// far.
    fn reader_of(&self, thread: &ThreadId) -> AguiStream {
        let chat = self.chat.borrow();
        let state = chat
            .conversation(thread)
            .map(|held| held.state().to_owned());
        AguiStream::new().with_state(state.unwrap_or_default())
    }

    /// Closes a run's connection and forgets it.
    pub(super) fn abort_stream(&self, thread: &ThreadId, run: &RunId) {
        self.forget_waits(thread, run);
        self.forget_gathering(thread, run);
        drop(self.take_stream(thread, run));
    }

    /// Closes all connections of a thread and drops its pending work. Cancels no run.
    pub(super) fn leave_thread(&self, thread: &ThreadId) {
        let mut streams = self.streams.borrow_mut();
        let (gone, kept): (Vec<_>, Vec<_>) =
            streams.drain(..).partition(|held| held.thread == *thread);
        *streams = kept;
        drop(streams);
        drop(gone);
        self.leave_waits(thread);
        self.leave_gathering(thread);
        self.leave_posts(thread);
        self.leave_tools(thread);
    }

    fn connect(&self, stream: Stream, url: String, ask: Ask) {
        self.forget_the_lost();
        let serial = stream.serial;
        self.streams.borrow_mut().push(stream);
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
        let mut streams = self.streams.borrow_mut();
        match streams.iter_mut().find(|stream| stream.serial == serial) {
            Some(stream) if matches!(stream.state, State::Open | State::RunOver) => {
                stream.connection = Some(connection);
            }
            _ => {
                drop(streams);
                drop(connection);
            }
        }
    }

    fn hear(&self, serial: u64, event: TransportEvent) {
        let mut streams = self.streams.borrow_mut();
        let Some(stream) = streams.iter_mut().find(|stream| stream.serial == serial) else {
            return;
        };
        let before = stream.state;
        let news = stream.hear(event);
        let (thread, run) = (stream.thread.clone(), stream.run.clone());
        let (state, source) = (stream.state, stream.source);
        let control = stream.reader.control().cloned();
        drop(streams);

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
            State::RunOver if source == Source::Answer => {
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
        let mut streams = self.streams.borrow_mut();
        if let Some(stream) = streams.iter_mut().find(|stream| stream.serial == serial) {
            stream.hang_up = Some(timer);
        }
    }

    fn take_stream(&self, thread: &ThreadId, run: &RunId) -> Option<Stream> {
        let mut streams = self.streams.borrow_mut();
        let place = streams
            .iter()
            .position(|stream| stream.thread == *thread && stream.run == *run)?;
        Some(streams.swap_remove(place))
    }

    fn forget_stream(&self, serial: u64) {
        let mut streams = self.streams.borrow_mut();
        let place = streams.iter().position(|stream| stream.serial == serial);
        let gone = place.map(|place| streams.swap_remove(place));
        drop(streams);
        drop(gone);
    }

    /// Drops the connection, and keeps the reader for a rejoin.
    fn close(&self, serial: u64) {
        let mut streams = self.streams.borrow_mut();
        let stream = streams.iter_mut().find(|stream| stream.serial == serial);
        let connection = stream.and_then(|stream| stream.connection.take());
        drop(streams);
        drop(connection);
    }

    /// Drops lost streams of runs that will not be rejoined.
    fn forget_the_lost(&self) {
        let chat = self.chat.borrow();
        self.streams.borrow_mut().retain(|stream| {
            stream.state != State::Lost
                || chat.conversation(&stream.thread).is_some_and(|held| {
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
