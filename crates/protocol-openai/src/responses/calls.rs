//! One call: of a client tool, or of a tool that the server runs.

use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::json::inside_string;
use midturn_protocol::out::Out;

use super::mark::Mark;

/// The result of a call whose arguments the server has cut off.
const CUT: &str = "Not run: the response ended before the call was complete.";

#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing that has happened or not"
)]
pub(super) struct Calling {
    /// The activity, once the call is announced.
    activity: Option<ActivityId>,
    /// The arguments that came before.
    held: String,
    /// Whether the stream has had the item since its beginning.
    whole: bool,
    /// For input that is no JSON: the field of the arguments that holds it.
    field: Option<&'static str>,
    /// The length of the arguments that were streamed, in the server's form.
    len: usize,
    complete: bool,
    ended: bool,
    cut: bool,
}

impl Calling {
    /// A call that is not announced yet.
    pub(super) fn new(field: Option<&'static str>) -> Self {
        Self {
            activity: None,
            held: String::new(),
            whole: true,
            field,
            len: 0,
            complete: false,
            ended: false,
            cut: false,
        }
    }

    /// A call of which the beginning was shown before the stream was joined.
    pub(super) fn joined(activity: ActivityId, field: Option<&'static str>) -> Self {
        Self {
            activity: Some(activity),
            whole: false,
            ..Self::new(field)
        }
    }

    pub(super) fn activity(&self) -> Option<&ActivityId> {
        self.activity.as_ref()
    }

    /// Announces the call, once.
    pub(super) fn announce(
        &mut self,
        activity: ActivityId,
        name: &str,
        mark: &Mark,
        out: &mut Out,
    ) {
        if self.activity.is_some() {
            return;
        }
        out.event(RunEvent::ToolStart {
            call: activity.clone(),
            name: name.to_owned(),
            parent: None,
            subagent: None,
        });
        if let Some(value) = mark.text() {
            out.event(RunEvent::Encrypted {
                entity: activity.to_string(),
                of_call: true,
                value,
            });
        }
        self.activity = Some(activity);
        let held = std::mem::take(&mut self.held);
        self.send(held, out);
    }

    /// Whether the call cannot run.
    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }

    /// More of the arguments.
    pub(super) fn delta(&mut self, delta: &str, out: &mut Out) {
        if delta.is_empty() || self.complete {
            return;
        }
        let written = match self.field {
            None => delta.to_owned(),
            Some(field) if self.len == 0 && self.whole => {
                format!("{{\"{field}\":\"{}", inside_string(delta))
            }
            Some(_) => inside_string(delta),
        };
        self.len += delta.len();
        self.send(written, out);
    }

    /// The whole arguments.
    pub(super) fn text(&mut self, text: &str, out: &mut Out) {
        if self.complete {
            return;
        }
        if self.len == 0 && self.whole {
            self.delta(text, out);
        } else if self.whole && self.len != text.len() {
            out.note_once(Kind::BadField, "the arguments differ from their deltas");
        }
        self.complete = true;
        if self.field.is_some() && (self.len > 0 || !self.whole) {
            self.send("\"}".to_owned(), out);
        }
    }

    fn send(&mut self, delta: String, out: &mut Out) {
        match &self.activity {
            Some(call) if !delta.is_empty() => out.event(RunEvent::ToolArgs {
                call: call.clone(),
                delta,
            }),
            Some(_) => {}
            None => self.held.push_str(&delta),
        }
    }

    /// Ends the arguments.
    pub(super) fn end(&mut self, out: &mut Out) {
        if let Some(call) = &self.activity
            && !std::mem::replace(&mut self.ended, true)
        {
            out.event(RunEvent::ToolEnd { call: call.clone() });
        }
    }

    /// Ends a call whose arguments are incomplete: it cannot run.
    pub(super) fn cut(&mut self, out: &mut Out) {
        self.end(out);
        if let Some(call) = &self.activity
            && !std::mem::replace(&mut self.cut, true)
        {
            out.event(RunEvent::ToolResult {
                call: call.clone(),
                message: MessageId::from(format!("{call}.cut")),
                content: CUT.to_owned(),
                attachments: Vec::new(),
                failed: true,
            });
        }
    }
}
