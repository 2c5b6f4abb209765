//! One message of the assistant while its stream writes it: text, reasoning, files, and the numbers of
//! its tool calls.

use midturn_core::attachment::Attachment;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::run_event::RunEvent;
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::growth::Growth;
use midturn_protocol::made_file::made_step;
use midturn_protocol::out::Out;

use super::content::file_call;

/// A message that is being written.
#[derive(Debug)]
pub(super) struct Written {
    /// The message's id in the core.
    pub(super) id: MessageId,
    /// The subagent that writes it; `None` for the main agent.
    pub(super) agent: Option<ActivityId>,
    /// The text so far.
    text: Growth,
    /// The reasoning that is open, and its length so far.
    reasoning: Option<(MessageId, Growth)>,
    /// How many pieces of reasoning without a number there were.
    unnumbered: usize,
    /// How many files there were.
    pub(super) files: usize,
    /// The calls by their number in the message.
    pub(super) calls: Vec<(String, ActivityId)>,
    /// The calls as the last accumulated form of the message had them, with their arguments.
    pub(super) drafts: Vec<(ActivityId, String)>,
}

impl Written {
    /// A message without content.
    pub(super) fn new(id: MessageId, agent: Option<ActivityId>) -> Self {
        Self {
            id,
            agent,
            text: Growth::default(),
            reasoning: None,
            unnumbered: 0,
            files: 0,
            calls: Vec::new(),
            drafts: Vec::new(),
        }
    }

    /// Whether there is any text.
    pub(super) fn has_text(&self) -> bool {
        !self.text.is_empty()
    }

    /// Whether this is the whole text.
    pub(super) fn is(&self, whole: &str) -> bool {
        self.text.rest(whole) == Some("")
    }

    /// More text. An empty piece opens nothing: the last chunk of a message is empty, and often has
    /// another id.
    pub(super) fn say(&mut self, delta: &str, out: &mut Out) {
        if delta.is_empty() {
            return;
        }
        self.end_reasoning(out);
        if !self.has_text() {
            out.event(RunEvent::TextStart {
                message: self.id.clone(),
                subagent: self.agent.clone(),
            });
        }
        self.text.push(delta);
        out.event(RunEvent::TextDelta {
            message: self.id.clone(),
            delta: delta.to_owned(),
        });
    }

    /// The whole text so far.
    pub(super) fn say_whole(&mut self, text: &str, out: &mut Out) {
        if let Some(rest) = self.text.rest(text) {
            self.say(rest, out);
        } else {
            self.text = Growth::of(text);
            out.event(RunEvent::TextReplaced {
                message: self.id.clone(),
                text: text.to_owned(),
            });
        }
    }

    /// More reasoning, in the block of this number.
    pub(super) fn reason(&mut self, delta: &str, index: Option<&str>, out: &mut Out) {
        if !delta.is_empty() {
            self.reasoning(index, out).push(delta);
            self.reasoned(delta, out);
        }
    }

    /// The whole reasoning so far, in the block of this number. Reasoning that changed instead of
    /// growing stays as it was: the core cannot replace it.
    pub(super) fn reason_whole(&mut self, text: &str, index: Option<&str>, out: &mut Out) {
        // Once there is text, the reasoning before it is complete.
        if text.is_empty() || self.has_text() {
            return;
        }
        let growth = self.reasoning(index, out);
        if let Some(rest) = growth.rest(text).filter(|rest| !rest.is_empty()) {
            growth.push(rest);
            self.reasoned(rest, out);
        }
    }

    /// Shows a file. A subagent's is not shown: only the main agent has files.
    pub(super) fn show(&mut self, file: Attachment, out: &mut Out) {
        self.end_reasoning(out);
        self.files += 1;
        if self.agent.is_some() {
            return out.note_once(Kind::NotShown, "a file of a subagent");
        }
        let call = file_call(self.id.as_str(), self.files);
        for event in made_step(&call, file) {
            out.event(event);
        }
    }

    fn reasoned(&self, delta: &str, out: &mut Out) {
        if let Some((message, _)) = &self.reasoning {
            out.event(RunEvent::ReasoningDelta {
                message: message.clone(),
                delta: delta.to_owned(),
            });
        }
    }

    /// Opens the reasoning of this block, unless it is open.
    fn reasoning(&mut self, index: Option<&str>, out: &mut Out) -> &mut Growth {
        let number = index.map_or_else(|| format!("n{}", self.unnumbered), str::to_owned);
        let id = MessageId::from(format!("{}:reasoning:{number}", self.id));
        if self.reasoning.as_ref().is_none_or(|(open, _)| *open != id) {
            self.end_reasoning(out);
            out.event(RunEvent::ReasoningStart {
                message: id.clone(),
                subagent: self.agent.clone(),
            });
        }
        let open = self.reasoning.get_or_insert((id, Growth::default()));
        &mut open.1
    }

    /// The reasoning is over, because something else begins.
    pub(super) fn end_reasoning(&mut self, out: &mut Out) {
        if let Some((message, _)) = self.reasoning.take() {
            self.unnumbered += 1;
            out.event(RunEvent::ReasoningEnd { message });
        }
    }

    /// The message is complete.
    pub(super) fn end(mut self, out: &mut Out) {
        self.end_reasoning(out);
        if self.has_text() {
            out.event(RunEvent::TextEnd { message: self.id });
        }
    }
}
