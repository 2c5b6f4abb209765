//! Streams of messages, reasoning and tool calls: start, content, end, and chunks that combine all
//! three.

use std::borrow::Cow;

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;

use super::lanes::{Lanes, Stream};
use super::out::Out;
use super::streamed::{At, Streamed};
use crate::diagnostic::Kind;

/// The state of a message or call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Open,
    /// Ended by another event of its lane. More chunks of it may follow.
    Closed,
    Ended,
    /// Not shown: a backend may echo the person's or the system's messages.
    Muted,
}

#[derive(Debug, Default)]
pub(crate) struct Streams {
    lanes: Lanes,
    /// Sorted by key.
    progress: Vec<((Stream, String), Progress)>,
    /// Kind, id and owner of each opened stream and each result, in order. For a stream opened
    /// twice, the last entry counts.
    owners: Vec<(Stream, String, Option<String>)>,
    minted: usize,
    /// Whether the run was read from its start. Only then is a piece without a start a deviation.
    from_start: bool,
}

impl Streams {
    /// Resets all state for a new run, so that a replay mints the same ids again.
    pub(crate) fn run_started(&mut self) {
        *self = Self {
            from_start: true,
            ..Self::default()
        };
    }

    pub(crate) fn close_lane(&mut self, lane: Option<&str>, out: &mut Out) {
        if let Some((stream, id)) = self.lanes.close(lane) {
            self.end(stream, &id, Progress::Closed, out);
        }
    }

    pub(crate) fn close_all(&mut self, out: &mut Out) {
        for (stream, id) in self.lanes.close_all() {
            self.end(stream, &id, Progress::Closed, out);
        }
    }

    /// Mints an id, which is unique in the thread if run ids are unique.
    pub(crate) fn mint(&mut self, out: &Out) -> String {
        self.minted += 1;
        let run = out.run().map_or("stream", |run| run.as_str());
        format!("{run}~{}", self.minted)
    }

    /// `*_START`.
    pub(crate) fn start_event(&mut self, at: At<'_>, mut said: Streamed<'_>, out: &mut Out) {
        self.close_lane(at.lane, out);
        match said.take_id(at, out) {
            // A call of chunks has not ended before its result: its start may follow.
            Some(id) if self.goes_on(said.stream, &id, said.stream == Stream::Tool) => {
                self.set_progress(said.stream, &id, Progress::Open);
            }
            Some(id) => self.start(&id, at, said, out),
            None => self.open_chunk(None, at, said, out),
        }
    }

    /// `*_CONTENT` and `*_ARGS`.
    pub(crate) fn piece_event(&mut self, at: At<'_>, mut said: Streamed<'_>, out: &mut Out) {
        let Some(id) = said.take_id(at, out) else {
            // A piece without an id continues the chunks of its lane. If the lane has none,
            // `open_chunk` reports the missing id.
            if self.lanes.current(at.lane, said.stream, None).is_some() {
                out.of(at.kind).bad(said.stream.id_field(), "is missing");
            }
            return self.chunk_event(at, said, out);
        };
        self.close_lane(at.lane, out);
        self.check_owner(said.stream, &id, at, out);
        let delta = out.of(at.kind).required("delta", said.delta.take());
        self.piece(&id, delta.into_owned(), at, said, out);
    }

    /// `*_END`. An event without an id ends the open stream of its lane.
    pub(crate) fn end_event(&mut self, at: At<'_>, mut said: Streamed<'_>, out: &mut Out) {
        let id = said.take_id(at, out);
        if let Some(id) = &id {
            // A stream that is ended by its id must not end again with its lane.
            self.lanes.forget(said.stream, id);
        }
        self.close_lane(at.lane, out);
        match id {
            Some(id) => {
                self.check_owner(said.stream, &id, at, out);
                self.end(said.stream, &id, Progress::Ended, out);
            }
            None => out.of(at.kind).bad(said.stream.id_field(), "is missing"),
        }
    }

    /// `*_CHUNK`.
    pub(crate) fn chunk_event(&mut self, at: At<'_>, mut said: Streamed<'_>, out: &mut Out) {
        let (stream, id) = (said.stream, said.take_id(at, out));
        let delta = said.delta.take();
        if self.lanes.current(at.lane, stream, id.as_deref()).is_none() {
            self.close_lane(at.lane, out);
            self.open_chunk(id.clone(), at, said, out);
        }
        let Some(delta) = out.of(at.kind).text("delta", delta) else {
            return;
        };
        if let Some(id) = self.lanes.current(at.lane, stream, id.as_deref()) {
            let id = id.to_owned();
            self.check_owner(stream, &id, at, out);
            self.piece(&id, delta.into_owned(), at, Streamed::only(stream), out);
        }
    }

    /// Records the result of a call: the call has ended, and what comes next is new.
    pub(crate) fn result(&mut self, call: &str) {
        let owner = self.owner(Stream::Tool, call).cloned().flatten();
        self.owners.push((Stream::Tool, call.to_owned(), owner));
        if self.progress(Stream::Tool, call) == Some(Progress::Closed) {
            self.set_progress(Stream::Tool, call, Progress::Ended);
        }
    }

    /// Whether any stream is open.
    pub(crate) fn any_open(&self) -> bool {
        let open = |held: &(_, Progress)| held.1 == Progress::Open;
        self.progress.iter().any(open)
    }

    fn owner(&self, stream: Stream, id: &str) -> Option<&Option<String>> {
        let mut owners = self.owners.iter().rev();
        let owner = owners.find(|held| held.0 == stream && held.1 == id);
        owner.map(|held| &held.2)
    }

    /// Whether something of another kind has followed this in its lane: more under its id is then
    /// something new. Messages of one kind may interleave.
    fn is_past(&self, stream: Stream, id: &str) -> bool {
        let owner = self.owner(stream, id);
        let mut lane = self.owners.iter().rev();
        let last = lane.find(|held| Some(&held.2) == owner);
        last.is_some_and(|held| held.0 != stream)
    }

    /// Whether something that only another event has ended is gone on with. `late`: also if
    /// something of another kind came between.
    fn goes_on(&self, stream: Stream, id: &str, late: bool) -> bool {
        self.progress(stream, id) == Some(Progress::Closed) && (late || !self.is_past(stream, id))
    }

    /// Reports an event of one agent about another agent's stream.
    fn check_owner(&self, stream: Stream, id: &str, at: At<'_>, out: &mut Out) {
        let owner = self.owner(stream, id);
        if at.lane.is_some() && owner.is_some_and(|held| held.as_deref() != at.lane) {
            let detail = format!("{} of another agent's", at.kind);
            out.note_once(Kind::OutOfOrder, &detail);
        }
    }

    fn open_chunk(
        &mut self,
        id: Option<Cow<'_, str>>,
        at: At<'_>,
        said: Streamed<'_>,
        out: &mut Out,
    ) {
        let stream = said.stream;
        let id = match id {
            Some(id) => id,
            // A call needs its id to get a result, so one without an id is dropped.
            None if stream == Stream::Tool => {
                return out.of(at.kind).bad(stream.id_field(), "is missing");
            }
            None => {
                if !said.nameless {
                    out.of(at.kind).bad(stream.id_field(), "is missing");
                }
                self.mint(out).into()
            }
        };
        let goes_on = self.goes_on(stream, &id, false);
        // The first chunk of a call has its name.
        let nameless = stream == Stream::Tool && !said.name.is_there();
        if goes_on || (nameless && self.progress(stream, &id).is_some()) {
            self.set_progress(stream, &id, Progress::Open);
        } else {
            self.start(&id, at, said, out);
        }
        self.lanes.open(at.lane, stream, &id);
    }

    fn start(&mut self, id: &str, at: At<'_>, said: Streamed<'_>, out: &mut Out) {
        let stream = said.stream;
        if self.progress(stream, id) == Some(Progress::Open) {
            let detail = format!("{} of what is open", at.kind);
            out.note_once(Kind::OutOfOrder, &detail);
            // A second start of a call is another call.
            if stream != Stream::Tool && !self.is_past(stream, id) {
                return;
            }
            self.lanes.forget(stream, id);
            self.end(stream, id, Progress::Ended, out);
        }
        match out.of(at.kind).text("role", said.role).as_deref() {
            None | Some("assistant") => {}
            Some("user" | "system" | "developer") => {
                out.note_once(Kind::NotShown, "text of another role than assistant");
                self.set_progress(stream, id, Progress::Muted);
                return;
            }
            // Text with an unknown role is still shown.
            Some(_) => out.of(at.kind).bad("role", "is unknown"),
        }
        self.set_progress(stream, id, Progress::Open);
        let message = MessageId::from(id);
        let subagent = at.lane.map(ActivityId::from);
        self.check_owner(stream, id, at, out);
        self.owners
            .push((stream, id.to_owned(), at.lane.map(str::to_owned)));
        let parent = out.of(at.kind).id("parentMessageId", said.parent);
        if let Some(parent) = &parent {
            self.check_owner(Stream::Text, parent, at, out);
        }
        let event = match stream {
            Stream::Text => RunEvent::TextStart { message, subagent },
            Stream::Reasoning => RunEvent::ReasoningStart { message, subagent },
            Stream::Tool => RunEvent::ToolStart {
                call: ActivityId::from(id),
                name: out
                    .of(at.kind)
                    .required("toolCallName", said.name)
                    .into_owned(),
                parent: parent.as_deref().map(MessageId::from),
                subagent,
            },
        };
        out.event(event);
    }

    fn piece(&mut self, id: &str, delta: String, at: At<'_>, said: Streamed<'_>, out: &mut Out) {
        let stream = said.stream;
        match self.progress(stream, id) {
            Some(Progress::Muted) => return,
            Some(Progress::Open) => {}
            known => {
                if known.is_some() || self.from_start {
                    let detail = format!("{} of what is not open", at.kind);
                    out.note_once(Kind::OutOfOrder, &detail);
                }
                // Without this start, the core would start the message itself, without an owner, or
                // go on with the one that has ended.
                let begins = match known {
                    None => at.lane.is_some(),
                    Some(_) => self.is_past(stream, id),
                };
                if begins && stream != Stream::Tool {
                    self.start(id, at, said, out);
                }
            }
        }
        out.event(stream.piece(id, delta));
    }

    fn end(&mut self, stream: Stream, id: &str, how: Progress, out: &mut Out) {
        match self.progress(stream, id) {
            Some(Progress::Muted) => return,
            Some(Progress::Closed | Progress::Ended) => {
                self.set_progress(stream, id, how);
                return out.note_once(Kind::OutOfOrder, "end of what has ended");
            }
            None if self.from_start => out.note_once(Kind::OutOfOrder, "end of what is not open"),
            Some(Progress::Open) | None => {}
        }
        self.set_progress(stream, id, how);
        out.event(stream.end(id));
    }

    fn progress(&self, stream: Stream, id: &str) -> Option<Progress> {
        let place = self.place(stream, id).ok()?;
        self.progress.get(place).map(|held| held.1)
    }

    fn set_progress(&mut self, stream: Stream, id: &str, progress: Progress) {
        match self.place(stream, id) {
            Ok(place) => self.progress[place].1 = progress,
            Err(place) => {
                let key = (stream, id.to_owned());
                self.progress.insert(place, (key, progress));
            }
        }
    }

    fn place(&self, stream: Stream, id: &str) -> Result<usize, usize> {
        self.progress
            .binary_search_by(|((held, name), _)| (*held, name.as_str()).cmp(&(stream, id)))
    }
}
