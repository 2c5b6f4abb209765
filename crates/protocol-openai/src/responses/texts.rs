//! The texts of one message item. Each part of its content is a message of its own for the core,
//! so that the final text of a part can replace what was streamed.

use std::collections::BTreeMap;

use midturn_core::id::MessageId;
use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::out::Out;

#[derive(Debug)]
pub(super) struct Texts {
    id: String,
    /// Whether the stream has had the item since its beginning.
    whole: bool,
    parts: BTreeMap<u64, Part>,
}

#[derive(Debug, Default)]
struct Part {
    /// The length of the text that was streamed.
    len: usize,
    open: bool,
}

impl Texts {
    pub(super) fn new(id: String, whole: bool) -> Self {
        Self {
            id,
            whole,
            parts: BTreeMap::new(),
        }
    }

    /// The messages that have text.
    pub(super) fn messages(&self) -> Vec<String> {
        let parts = self.parts.iter().filter(|part| part.1.len > 0);
        parts.map(|(index, _)| message(&self.id, *index)).collect()
    }

    pub(super) fn delta(&mut self, index: u64, delta: &str, out: &mut Out) {
        if delta.is_empty() {
            return;
        }
        let id = MessageId::from(message(&self.id, index));
        let part = self.parts.entry(index).or_default();
        if !part.open {
            part.open = true;
            out.event(RunEvent::TextStart {
                message: id.clone(),
                subagent: None,
            });
        }
        part.len += delta.len();
        out.event(RunEvent::TextDelta {
            message: id,
            delta: delta.to_owned(),
        });
    }

    /// The text of a part so far. What was streamed is never replaced by less, unless the text is
    /// `last`.
    pub(super) fn text(&mut self, index: u64, text: &str, last: bool, out: &mut Out) {
        let part = self.parts.entry(index).or_default();
        let differs = part.len != text.len() && !text.is_empty();
        if part.len == 0 && self.whole {
            self.delta(index, text, out);
        } else if differs && (last || text.len() > part.len) {
            if self.whole {
                out.note_once(Kind::BadField, "the whole text differs from its deltas");
            }
            part.len = text.len();
            part.open = true;
            out.event(RunEvent::TextReplaced {
                message: MessageId::from(message(&self.id, index)),
                text: text.to_owned(),
            });
        }
        if last {
            self.end_part(index, out);
        }
    }

    /// Ends all parts.
    pub(super) fn end(&mut self, out: &mut Out) {
        let open: Vec<u64> = self.parts.keys().copied().collect();
        for index in open {
            self.end_part(index, out);
        }
    }

    fn end_part(&mut self, index: u64, out: &mut Out) {
        if let Some(part) = self.parts.get_mut(&index)
            && std::mem::take(&mut part.open)
        {
            out.event(RunEvent::TextEnd {
                message: MessageId::from(message(&self.id, index)),
            });
        }
    }
}

/// The id of a part's message: the item's, for the first one.
fn message(id: &str, index: u64) -> String {
    match index {
        0 => id.to_owned(),
        index => format!("{id}/{index}"),
    }
}
