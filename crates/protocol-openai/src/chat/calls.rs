//! The tool calls of one answer, put together from their pieces.
//!
//! A call has its first piece's id. An id that is missing, or that the thread already has, is
//! replaced by one made from the run's id, which then goes back to the server as it is.

use std::collections::{HashMap, HashSet};

use midturn_core::history::HistoryMessage;
use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::json::raw;
use midturn_protocol::out::Out;
use serde_json::Value;

use super::super::given::{filled, value};
use super::chunk::Piece;
use super::json_end::JsonEnd;
use super::kept::{OfCall, OfReasoning};

/// The result of a call whose arguments the server has cut off.
const CUT: &str = "Not run: the response ended before the call was complete.";

#[derive(Debug)]
pub(super) struct Calls {
    run: RunId,
    /// The message that carries the calls.
    message: MessageId,
    all: Vec<Building>,
    /// The place in `all` of the newest call with an index.
    newest: HashMap<u64, usize>,
    /// The ids of the thread.
    taken: HashSet<String>,
}

#[derive(Debug)]
struct Building {
    /// The server's id; may be empty.
    given: String,
    id: ActivityId,
    /// The arguments that came before the name; `None` once the call is announced.
    held: Option<String>,
    end: JsonEnd,
    /// What the server wants back with the call, and whether that has been told.
    extra: Option<String>,
    told: bool,
    /// Whether any argument came.
    begun: bool,
    ended: bool,
}

impl Calls {
    pub(super) fn new(run: &RunId, message: MessageId, history: &[HistoryMessage]) -> Self {
        let calls = history.iter().filter_map(|held| match held {
            HistoryMessage::Assistant { calls, .. } => Some(calls),
            _ => None,
        });
        Self {
            run: run.clone(),
            message,
            all: Vec::new(),
            newest: HashMap::new(),
            taken: calls.flatten().map(|call| call.id.to_string()).collect(),
        }
    }

    /// Reads a piece of a call.
    pub(super) fn piece(&mut self, piece: Piece<'_>, out: &mut Out) {
        let id = filled(&piece.id).unwrap_or_default().to_owned();
        let function = piece.function.object().unwrap_or_default();
        let name = filled(&function.name);
        let arguments = function.arguments.as_str();
        let index = piece.index.0.unwrap_or_else(|| self.index_of(&id, name));
        let held = self.newest.get(&index).copied();
        let held = held.filter(|place| {
            let call = self.all.get(*place);
            call.is_some_and(|call| !call.is_over(&id, name, arguments))
        });
        let place = held.unwrap_or_else(|| self.begin(index, id, out));
        let Some(call) = self.all.get_mut(place) else {
            return;
        };
        call.begun |= !arguments.is_empty();
        call.end.push(arguments);
        if let Some(extra) = value(piece.extra_content) {
            call.extra = Some(extra.get().to_owned());
            call.told = false;
        }
        match (&mut call.held, name) {
            (Some(_), Some(name)) => call.announce(name, &self.message, out),
            (Some(held), None) => {
                held.push_str(arguments);
                return;
            }
            (None, _) => {}
        }
        call.tell_kept([None, None], out);
        if !arguments.is_empty() {
            out.event(RunEvent::ToolArgs {
                call: call.id.clone(),
                delta: arguments.to_owned(),
            });
        }
    }

    /// The index of a piece that has none: a known id's, else the newest call's unless the piece
    /// begins a new one.
    fn index_of(&self, id: &str, name: Option<&str>) -> u64 {
        let newest = self.all.len().saturating_sub(1);
        let known = self.all.iter().position(|call| call.given == id);
        let place = match known {
            Some(place) if !id.is_empty() => place,
            _ if id.is_empty() && name.is_none() => newest,
            _ => self.all.len(),
        };
        let known = self.newest.iter().find(|held| *held.1 == place);
        // Indices from the end of the range do not meet those of the server.
        known.map_or(u64::MAX - place as u64, |held| *held.0)
    }

    /// Begins another call, which ends the call before.
    fn begin(&mut self, index: u64, given: String, out: &mut Out) -> usize {
        let place = self.all.len();
        if let Some(before) = self.all.last_mut() {
            before.tell_end(out);
        }
        let fresh = !given.is_empty() && !self.taken.contains(&given);
        let id = if fresh {
            given.clone()
        } else {
            out.note_once(Kind::BadField, "tool_calls.id is missing or repeated");
            format!("{}-{place}", self.run)
        };
        self.taken.insert(id.clone());
        self.newest.insert(index, place);
        self.all.push(Building {
            given,
            id: ActivityId::from(id),
            held: Some(String::new()),
            extra: None,
            told: true,
            end: JsonEnd::default(),
            begun: false,
            ended: false,
        });
        place
    }

    /// Ends all calls, the first of which keeps what goes back of the reasoning. Returns the calls that
    /// the client must answer. If the answer was `cut`, a call with incomplete arguments has failed.
    pub(super) fn end(
        &mut self,
        cut: bool,
        reasoning: &mut OfReasoning,
        out: &mut Out,
    ) -> Vec<ActivityId> {
        let mut open = Vec::new();
        for call in &self.all {
            // Another call may have the id that was given to two.
            if !self.all.iter().any(|held| held.id.as_str() == call.given) {
                reasoning.rename(&call.given, &Value::from(call.id.as_str()));
            }
        }
        for call in &mut self.all {
            if call.held.is_some() {
                out.note(Kind::BadField, "tool_calls.function.name is missing");
                call.announce("", &self.message, out);
            }
            call.tell_kept(reasoning.take(), out);
            call.tell_end(out);
            if cut && !call.end.is_complete() {
                out.event(RunEvent::ToolResult {
                    call: call.id.clone(),
                    message: MessageId::from(format!("{}.cut", call.id)),
                    content: CUT.to_owned(),
                    attachments: Vec::new(),
                    failed: true,
                });
            } else {
                open.push(call.id.clone());
            }
        }
        open
    }
}

impl Building {
    /// Whether this piece on the call's index begins another call.
    fn is_over(&self, id: &str, name: Option<&str>, arguments: &str) -> bool {
        if !id.is_empty() && !self.given.is_empty() {
            return id != self.given;
        }
        let whole = self.end.is_complete();
        if !id.is_empty() {
            // The id is late, or this is another call after one without an id.
            return name.is_some() && (whole || self.begun);
        }
        // A server may repeat the name in every piece, so that only the arguments tell.
        name.is_some() && whole && arguments.trim_start().starts_with('{')
    }

    /// Announces the call once its name is known, with the arguments held back until then.
    fn announce(&mut self, name: &str, message: &MessageId, out: &mut Out) {
        out.event(RunEvent::ToolStart {
            call: self.id.clone(),
            name: name.to_owned(),
            parent: Some(message.clone()),
            subagent: None,
        });
        if let Some(held) = self.held.take().filter(|held| !held.is_empty()) {
            out.event(RunEvent::ToolArgs {
                call: self.id.clone(),
                delta: held,
            });
        }
    }

    /// Tells what the server wants back, unless it is told: with this of the reasoning.
    fn tell_kept(&mut self, reasoning: [Option<String>; 2], out: &mut Out) {
        let [details, blocks] = reasoning;
        if std::mem::replace(&mut self.told, true) && details.is_none() && blocks.is_none() {
            return;
        }
        let kept = OfCall {
            extra_content: self.extra.as_deref().and_then(raw),
            reasoning_details: details.as_deref().and_then(raw),
            thinking_blocks: blocks.as_deref().and_then(raw),
        };
        out.event(RunEvent::Encrypted {
            entity: self.id.to_string(),
            of_call: true,
            value: kept.text(),
        });
    }

    fn tell_end(&mut self, out: &mut Out) {
        if !self.ended && self.held.is_none() {
            self.ended = true;
            out.event(RunEvent::ToolEnd {
                call: self.id.clone(),
            });
        }
    }
}
