//! A run's request and the stream of its response, before either is sent.

use std::rc::Rc;

use midturn_core::conversation::Conversation;
use midturn_core::id::{AttachmentId, RunId, ThreadId};
use midturn_core::request::RunRequest;
use midturn_core::run_event::OpenError;
use midturn_protocol::call::{Ask, Call};
use midturn_protocol::protocol::{Begin, Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::reader::Reader;

use super::attachments::Files;
use super::backend::Backend;
use super::context::Context;
use super::detect::Detection;
use super::observe::Listeners;
use super::past::Past;
use super::requests::Requests;
use super::stream::{State, Stream, StreamSource};
use super::tools::Tools;

/// What the streams need.
pub(super) struct StreamParts {
    pub(super) cx: Rc<Context>,
    pub(super) requests: Rc<Requests>,
    pub(super) backend: Rc<Backend>,
    pub(super) detection: Detection,
    pub(super) past: Rc<Past>,
    pub(super) files: Rc<Files>,
    pub(super) tools: Rc<Tools>,
    pub(super) listeners: Rc<Listeners>,
}

impl StreamParts {
    /// A run's request with the files that were read for it.
    pub(super) fn run(
        &self,
        protocol: &dyn Protocol,
        thread: &ThreadId,
        request: &RunRequest,
        run: &RunId,
        files: &[(AttachmentId, Vec<u8>)],
    ) -> (Stream, Call) {
        let bytes = |id: &AttachmentId| {
            let found = files.iter().find(|(held, _)| held == id);
            found.map(|(_, bytes)| bytes.as_slice())
        };
        let endpoints = self.requests.endpoints();
        let tools = self.tools.listed();
        let outgoing = Outgoing {
            endpoints: &endpoints,
            request,
            tools: &tools,
            bytes: &bytes,
            interjections: self.requests.options().interjections,
        };
        let call = protocol.run(&outgoing);
        if self.listeners.is_observed() {
            // A report has no file that the person attached.
            let empty = |id: &AttachmentId| bytes(id).map(|_| &[] as &[u8]);
            let told = protocol.run(&Outgoing {
                bytes: &empty,
                ..outgoing
            });
            if let Ask::Post(body) = &told.ask {
                self.listeners.request(thread, run, &call.url, body);
            }
        }
        let reader = protocol.reader(&Begin {
            endpoints: &endpoints,
            thread,
            run,
            state: &request.state,
            memory: &request.memory,
            request: Some(request),
        });
        let mut stream = self.stream(thread, run, StreamSource::Response, reader);
        stream.abilities = protocol.abilities(&endpoints);
        (stream, call)
    }

    /// The request that joins a run again, after the last event of its lost stream.
    ///
    /// # Errors
    /// If the backend has no URL for it.
    pub(super) fn rejoin(
        &self,
        protocol: &dyn Protocol,
        thread: &ThreadId,
        run: &RunId,
        cursor: Option<u64>,
        lost: Option<Stream>,
    ) -> Result<(Stream, Call), OpenError> {
        let placed = self.requests.placed(thread, run);
        let (mut reader, last_id) = match lost {
            Some(stream) => (stream.reader, stream.last_id),
            None => (
                self.reader_of(protocol, placed.endpoints(), thread, run),
                None,
            ),
        };
        let call = protocol.rejoin(&Place {
            cursor,
            last_id: last_id.as_deref(),
            ..placed.place()
        });
        let no_url = || OpenError::Network("no URL to join the stream at".to_owned());
        let call = call.ok_or_else(no_url)?;
        reader.resume();
        let source = if protocol.rejoins_thread() {
            StreamSource::Thread
        } else {
            StreamSource::Again
        };
        let mut stream = self.stream(thread, run, source, reader);
        stream.last_id = last_id;
        stream.newest = cursor;
        Ok((stream, call))
    }

    /// A reader for joining a stream midway. It begins with the state and the memory of the thread.
    fn reader_of(
        &self,
        protocol: &dyn Protocol,
        endpoints: &Endpoints,
        thread: &ThreadId,
        run: &RunId,
    ) -> Box<dyn Reader> {
        let chat = self.cx.chat();
        let held = chat.conversation(thread);
        protocol.reader(&Begin {
            endpoints,
            thread,
            run,
            state: held.map(Conversation::state).unwrap_or_default(),
            memory: held.map(Conversation::memory).unwrap_or_default(),
            request: None,
        })
    }

    /// A stream that is about to be opened.
    fn stream(
        &self,
        thread: &ThreadId,
        run: &RunId,
        source: StreamSource,
        mut reader: Box<dyn Reader>,
    ) -> Stream {
        reader.listen(self.listeners.want_events());
        Stream {
            thread: thread.clone(),
            run: run.clone(),
            serial: self.cx.serial(),
            source,
            reader,
            abilities: None,
            last_id: None,
            newest: None,
            state: State::Open,
            asking: None,
            is_open: false,
            has_said: false,
            connection: None,
            waits: Rc::new(self.cx.tasks()),
        }
    }
}
