//! One reasoning item: its summary or its raw text, whichever the server streams first. A few
//! servers send both, which would show the same thoughts twice.

use std::collections::BTreeSet;

use midturn_core::id::MessageId;
use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::out::Out;

/// Between the parts of the reasoning.
const BREAK: &str = "\n\n";

/// The kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Summary,
    Raw,
}

#[derive(Debug)]
pub(super) struct Reasoning {
    id: String,
    /// Whether the stream has had the item since its beginning.
    whole: bool,
    lane: Option<Lane>,
    parts: BTreeSet<u64>,
    open: bool,
    over: bool,
}

impl Reasoning {
    pub(super) fn new(id: String, whole: bool) -> Self {
        Self {
            id,
            whole,
            lane: None,
            parts: BTreeSet::new(),
            open: false,
            over: false,
        }
    }

    pub(super) fn message(&self) -> MessageId {
        MessageId::from(self.id.as_str())
    }

    pub(super) fn start(&mut self, out: &mut Out) {
        if !self.open && !self.over {
            self.open = true;
            out.event(RunEvent::ReasoningStart {
                message: self.message(),
                subagent: None,
            });
        }
    }

    pub(super) fn delta(&mut self, lane: Lane, part: u64, delta: &str, out: &mut Out) {
        if delta.is_empty() {
            return;
        }
        if *self.lane.get_or_insert(lane) != lane {
            out.note_once(Kind::NotShown, "a second text of the same reasoning");
            return;
        }
        self.start(out);
        let separate = !self.parts.is_empty() && !self.parts.contains(&part);
        self.parts.insert(part);
        let delta = if separate {
            format!("{BREAK}{delta}")
        } else {
            delta.to_owned()
        };
        out.event(RunEvent::ReasoningDelta {
            message: self.message(),
            delta,
        });
    }

    /// The whole text of a part. It is shown only if it was not streamed. A stream that was joined
    /// in the middle of the item does not tell; the text was streamed before then.
    pub(super) fn text(&mut self, lane: Lane, part: u64, text: &str, out: &mut Out) {
        let other = self.lane.is_some_and(|held| held != lane);
        if self.whole && !other && !self.parts.contains(&part) {
            self.delta(lane, part, text, out);
        }
    }

    pub(super) fn end(&mut self, out: &mut Out) {
        self.over = true;
        if std::mem::take(&mut self.open) {
            out.event(RunEvent::ReasoningEnd {
                message: self.message(),
            });
        }
    }
}
