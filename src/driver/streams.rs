//! The open streams: opens, rejoins and aborts them, and feeds their events to the inbox.
//!
//! The core's effects decide when. [`super::stream`] reads the bytes.

use std::rc::Rc;

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::{AttachmentId, RunId, ThreadId};
use midturn_core::input::Input;
use midturn_core::request::RunRequest;
use midturn_core::run_event::{OpenError, RunEvent};
use midturn_protocol::call::{Ask, Call};
use midturn_protocol::protocol::{Begin, Outgoing, Place, Protocol};
use midturn_protocol::reader::Reader;

use super::Runtime;
use super::gather::files_of;
use super::pending::Pending;
use super::protocol::not_loaded;
use super::stream::{News, State, Stream, StreamSource};
use crate::transport::TransportEvent;

/// How long a backend may take to close the response of a finished run, in milliseconds. The
/// backend may still have work of its own to do, and hanging up would stop that work.
const HANG_UP_AFTER_MS: u64 = 5_000;

/// The open streams, and the lost ones that may be rejoined.
#[derive(Default)]
pub(super) struct Streams(pub(super) Pending<Stream>);

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
        let serial = self.hold_back(&thread, &run, false);
        self.with_protocol(move |me, protocol| {
            if !me.is_held_back(serial) {
                return;
            }
            let Some(protocol) = protocol else {
                me.tell(thread, run, RunEvent::OpenFailed(not_loaded()));
                return;
            };
            if files_of(&request).is_empty() {
                me.send_request(&protocol, thread, run, &request, &[]);
            } else {
                me.gather_for(protocol, thread, run, request);
            }
        });
    }

    pub(super) fn send_request(
        &self,
        protocol: &Rc<dyn Protocol>,
        thread: ThreadId,
        run: RunId,
        request: &RunRequest,
        files: &[(AttachmentId, Vec<u8>)],
    ) {
        let bytes = |id: &AttachmentId| {
            let found = files.iter().find(|(held, _)| held == id);
            found.map(|(_, bytes)| bytes.as_slice())
        };
        let endpoints = self.endpoints();
        let call = protocol.run(&Outgoing {
            endpoints: &endpoints,
            request,
            tools: &self.offered_tools(),
            bytes: &bytes,
            interjections: self.options.borrow().interjections,
        });
        if self.is_observed()
            && let Ask::Post(body) = &call.ask
        {
            self.show_request(&thread, &run, &call.url, body);
        }
        let mut reader = protocol.reader(&Begin {
            endpoints: &endpoints,
            thread: &thread,
            run: &run,
            state: &request.state,
            memory: &request.memory,
            request: Some(request),
        });
        reader.listen(self.is_listening());
        let stream = Stream {
            thread,
            run,
            serial: self.serials.next(),
            source: StreamSource::Response,
            reader,
            abilities: protocol.abilities(&endpoints),
            last_id: None,
            newest: None,
            state: State::Open,
            asking: None,
            is_open: false,
            has_said: false,
            connection: None,
            hang_up: None,
        };
        self.connect(stream, call);
    }

    /// Rejoins a run, after the last event of its lost stream.
    pub(super) fn rejoin(&self, thread: ThreadId, run: RunId, cursor: Option<u64>) {
        let serial = self.hold_back(&thread, &run, true);
        self.with_protocol(move |me, protocol| {
            if !me.is_held_back(serial) {
                return;
            }
            match protocol {
                Some(protocol) => me.rejoin_with(&*protocol, thread, run, cursor),
                None => me.tell(thread, run, RunEvent::OpenFailed(not_loaded())),
            }
        });
    }

    fn rejoin_with(
        &self,
        protocol: &dyn Protocol,
        thread: ThreadId,
        run: RunId,
        cursor: Option<u64>,
    ) {
        let lost = self.take_stream(&thread, &run);
        let (mut reader, last_id) = match lost {
            Some(stream) => (stream.reader, stream.last_id),
            None => (self.reader_of(protocol, &thread, &run), None),
        };
        let call = self.place(&thread, &run, |place| {
            protocol.rejoin(&Place {
                cursor,
                last_id: last_id.as_deref(),
                ..*place
            })
        });
        let Some(call) = call else {
            let error = OpenError::Network("no URL to join the stream at".to_owned());
            self.tell(thread, run, RunEvent::OpenFailed(error));
            return;
        };
        reader.resume();
        reader.listen(self.is_listening());
        let source = if protocol.rejoins_thread() {
            StreamSource::Thread
        } else {
            StreamSource::Again
        };
        let stream = Stream {
            thread,
            run,
            serial: self.serials.next(),
            source,
            reader,
            abilities: None,
            last_id,
            newest: cursor,
            state: State::Open,
            asking: None,
            is_open: false,
            has_said: false,
            connection: None,
            hang_up: None,
        };
        self.connect(stream, call);
    }

    /// A reader for joining a stream midway. It begins with the state and the memory of the thread.
    fn reader_of(
        &self,
        protocol: &dyn Protocol,
        thread: &ThreadId,
        run: &RunId,
    ) -> Box<dyn Reader> {
        let chat = self.chat.borrow();
        let held = chat.conversation(thread);
        protocol.reader(&Begin {
            endpoints: &self.endpoints(),
            thread,
            run,
            state: held.map(Conversation::state).unwrap_or_default(),
            memory: held.map(Conversation::memory).unwrap_or_default(),
            request: None,
        })
    }

    /// Calls `with` with a run's place at the backend.
    pub(super) fn place<R>(
        &self,
        thread: &ThreadId,
        run: &RunId,
        with: impl FnOnce(&Place<'_>) -> R,
    ) -> R {
        let chat = self.chat.borrow();
        let held = chat.conversation(thread);
        with(&Place {
            endpoints: &self.endpoints(),
            thread,
            run,
            memory: held.map(Conversation::memory).unwrap_or_default(),
            cursor: None,
            last_id: None,
            now_ms: self.shell.clock.now_ms(),
        })
    }

    /// Closes a run's connection and forgets it.
    pub(super) fn abort_stream(&self, thread: &ThreadId, run: &RunId) {
        self.forget_retries(thread, run);
        self.forget_gathering(thread, run);
        self.detection.forget(thread, run);
        drop(self.take_stream(thread, run));
    }

    /// Closes all connections of a thread and drops its pending work. Cancels no run.
    pub(super) fn leave_thread(&self, thread: &ThreadId) {
        self.streams.0.drop_where(|held| held.thread == *thread);
        self.leave_retries(thread);
        self.leave_gathering(thread);
        self.detection.leave(thread);
        self.leave_posts(thread);
        self.leave_tools(thread);
    }

    fn connect(&self, stream: Stream, call: Call) {
        self.forget_the_lost();
        let serial = stream.serial;
        self.streams.0.push(stream);
        let request = self.request_of(call);
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
        self.read(
            |stream| stream.serial == serial,
            |stream| stream.hear(event),
        );
    }

    /// Lets a stream read something, and passes on what comes of it.
    pub(super) fn read(
        &self,
        is_it: impl Fn(&Stream) -> bool,
        read: impl FnOnce(&mut Stream) -> News,
    ) {
        let heard = self.streams.0.with(is_it, |stream| {
            let before = stream.state;
            let is_unsure = stream.source == StreamSource::Response && !stream.has_said;
            let news = read(stream);
            let ids = (stream.thread.clone(), stream.run.clone());
            let control = stream.reader.control().cloned();
            let states = (before, stream.state, stream.source);
            (stream.serial, news, ids, control, states, is_unsure)
        });
        let Some((serial, mut news, (thread, run), control, states, is_unsure)) = heard else {
            return;
        };
        let (before, state, source) = states;
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
        if let Some(question) = news.question {
            self.ask_for_reader(serial, question);
        }
        match state {
            State::Open => {}
            State::RunOver if source != StreamSource::Response => self.forget_stream(serial),
            State::RunOver => {
                if before == State::Open {
                    self.hang_up_later(serial);
                }
            }
            State::Closed => self.forget_stream(serial),
            State::Lost => self.close(serial),
        }
        if is_unsure && self.searches_for_protocol(&thread, &run, &mut news.events) {
            return;
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
