//! Messages, reasoning and tool calls as they stream: started, continued, ended, or sent as
//! chunks that are all three at once.
//!
//! Not responsible for results, snapshots or the run itself.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;

use super::fields::Fields;
use super::lanes::{Lanes, Stream};
use super::out::Out;
use crate::diagnostic::Kind;

/// How far a message or call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Open,
    Ended,
    /// Not the assistant's words: a backend may echo the person's or the system's message.
    Muted,
}

#[derive(Debug, Default)]
pub(crate) struct Streams {
    lanes: Lanes,
    /// In the order of the keys.
    progress: Vec<((Stream, String), Progress)>,
    /// Whose each is that was opened, the last word last.
    owners: Vec<(Stream, String, Option<String>)>,
    minted: usize,
    /// The run was read from its start, so that a piece without a start is an oddity.
    from_start: bool,
}

impl Streams {
    /// A run starts: ids are told apart anew, and a replay mints the same ids again.
    pub(crate) fn run_started(&mut self) {
        *self = Self {
            from_start: true,
            ..Self::default()
        };
    }

    pub(crate) fn close_lane(&mut self, lane: Option<&str>, out: &mut Out) {
        if let Some((stream, id)) = self.lanes.close(lane) {
            self.end(stream, &id, out);
        }
    }

    pub(crate) fn close_all(&mut self, out: &mut Out) {
        for (stream, id) in self.lanes.close_all() {
            self.end(stream, &id, out);
        }
    }

    /// An id for what the backend gave none, unique in the thread if run ids are.
    pub(crate) fn mint(&mut self, out: &Out) -> String {
        self.minted += 1;
        let run = out.run().map_or("stream", |run| run.as_str());
        [run, "~", &self.minted.to_string()].concat()
    }

    /// `*_START`.
    pub(crate) fn start_event(
        &mut self,
        stream: Stream,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        self.close_lane(lane, out);
        match fields.id(stream.id_field(), out) {
            Some(id) => self.start(stream, &id, lane, fields, out),
            None => self.open_chunk(stream, None, lane, fields, out),
        }
    }

    /// `*_CONTENT` and `*_ARGS`.
    pub(crate) fn piece_event(
        &mut self,
        stream: Stream,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        let Some(id) = fields.id(stream.id_field(), out) else {
            // It goes on with the chunks of its lane; without any, starting them says it.
            if self.lanes.current(lane, stream, None).is_some() {
                fields.bad(stream.id_field(), "is missing", out);
            }
            return self.chunk_event(stream, lane, fields, out);
        };
        self.close_lane(lane, out);
        self.check_owner(stream, &id, lane, fields, out);
        let delta = fields.required("delta", out);
        self.piece(stream, &id, delta, lane, fields, out);
    }

    /// `*_END`. Without an id it ends what is open in the lane.
    pub(crate) fn end_event(
        &mut self,
        stream: Stream,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        let id = fields.id(stream.id_field(), out);
        if let Some(id) = &id {
            // A chunk stream that is ended by name is not ended again with its lane.
            self.lanes.forget(stream, id);
        }
        self.close_lane(lane, out);
        match id {
            Some(id) => {
                self.check_owner(stream, &id, lane, fields, out);
                self.end(stream, &id, out);
            }
            None => fields.bad(stream.id_field(), "is missing", out),
        }
    }

    /// `*_CHUNK`.
    pub(crate) fn chunk_event(
        &mut self,
        stream: Stream,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        let id = fields.id(stream.id_field(), out);
        if self.lanes.current(lane, stream, id.as_deref()).is_none() {
            self.close_lane(lane, out);
            self.open_chunk(stream, id.clone(), lane, fields, out);
        }
        let Some(delta) = fields.text("delta", out) else {
            return;
        };
        if let Some(id) = self.lanes.current(lane, stream, id.as_deref()) {
            let id = id.to_owned();
            self.check_owner(stream, &id, lane, fields, out);
            self.piece(stream, &id, delta, lane, fields, out);
        }
    }

    /// Whether anything was started and not ended.
    pub(crate) fn any_open(&self) -> bool {
        let open = |held: &(_, Progress)| held.1 == Progress::Open;
        self.progress.iter().any(open)
    }

    /// Tells of an event of one agent about what is another's.
    fn check_owner(
        &self,
        stream: Stream,
        id: &str,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        let mut owners = self.owners.iter().rev();
        let owner = owners.find(|held| held.0 == stream && held.1 == id);
        if lane.is_some() && owner.is_some_and(|held| held.2.as_deref() != lane) {
            out.note_once(
                Kind::OutOfOrder,
                &[&fields.kind, " of another agent's"].concat(),
            );
        }
    }

    fn open_chunk(
        &mut self,
        stream: Stream,
        id: Option<String>,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        let id = match id {
            Some(id) => id,
            // A call without an id can have no result: there is nothing to show it with.
            None if stream == Stream::Tool => {
                return fields.bad(stream.id_field(), "is missing", out);
            }
            None => {
                // The old THINKING events have no ids by design.
                if !fields.kind.starts_with("THINKING") {
                    fields.bad(stream.id_field(), "is missing", out);
                }
                self.mint(out)
            }
        };
        self.start(stream, &id, lane, fields, out);
        self.lanes.open(lane, stream, &id);
    }

    fn start(
        &mut self,
        stream: Stream,
        id: &str,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        if self.progress(stream, id) == Some(Progress::Open) {
            out.note_once(
                Kind::OutOfOrder,
                &[&fields.kind, " of what is open"].concat(),
            );
            return;
        }
        let role = match stream {
            Stream::Text => fields.text("role", out),
            Stream::Reasoning | Stream::Tool => None,
        };
        match role.as_deref() {
            None | Some("assistant") => {}
            Some("user" | "system" | "developer") => {
                out.note_once(Kind::NotShown, "text of another role than assistant");
                self.set_progress(stream, id, Progress::Muted);
                return;
            }
            // A role nobody knows is no reason to hide what is said.
            Some(_) => fields.bad("role", "is unknown", out),
        }
        self.set_progress(stream, id, Progress::Open);
        let message = MessageId::from(id);
        let subagent = lane.map(ActivityId::from);
        self.check_owner(stream, id, lane, fields, out);
        self.owners
            .push((stream, id.to_owned(), lane.map(str::to_owned)));
        let parent = match stream {
            Stream::Tool => fields.id("parentMessageId", out),
            Stream::Text | Stream::Reasoning => None,
        };
        if let Some(parent) = &parent {
            self.check_owner(Stream::Text, parent, lane, fields, out);
        }
        let event = match stream {
            Stream::Text => RunEvent::TextStart { message, subagent },
            Stream::Reasoning => RunEvent::ReasoningStart { message, subagent },
            Stream::Tool => RunEvent::ToolStart {
                call: ActivityId::from(id),
                name: fields.required("toolCallName", out),
                parent: parent.map(MessageId::from),
                subagent,
            },
        };
        out.event(event);
    }

    fn piece(
        &mut self,
        stream: Stream,
        id: &str,
        delta: String,
        lane: Option<&str>,
        fields: &Fields<'_>,
        out: &mut Out,
    ) {
        match self.progress(stream, id) {
            Some(Progress::Muted) => return,
            Some(Progress::Open) => {}
            known => {
                if known.is_some() || self.from_start {
                    out.note_once(
                        Kind::OutOfOrder,
                        &[&fields.kind, " of what is not open"].concat(),
                    );
                }
                // The core starts a message by its first piece, but could not know whose it is.
                if known.is_none() && lane.is_some() && stream != Stream::Tool {
                    self.start(stream, id, lane, fields, out);
                }
            }
        }
        out.event(stream.piece(id, delta));
    }

    fn end(&mut self, stream: Stream, id: &str, out: &mut Out) {
        match self.progress(stream, id) {
            Some(Progress::Muted) => return,
            Some(Progress::Ended) => {
                return out.note_once(Kind::OutOfOrder, "end of what has ended");
            }
            None if self.from_start => out.note_once(Kind::OutOfOrder, "end of what is not open"),
            Some(Progress::Open) | None => {}
        }
        self.set_progress(stream, id, Progress::Ended);
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
