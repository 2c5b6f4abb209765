//! The order of a turn: its texts, and between them stretches of activities.
//!
//! Each activity knows the text it came after. Not responsible for the order within a stretch,
//! which is that of the activities.

use super::{Activity, ActivityKind, AgentMessage, Turn};
use crate::id::MessageId;

impl Turn {
    /// The text that the activity's stretch follows; `None` for the stretch before all texts. What
    /// an activity contains is in its stretch, also if it began later. A question stands where it
    /// was asked.
    pub fn stretch_of<'a>(&'a self, activity: &'a Activity) -> Option<&'a MessageId> {
        let mut outermost = activity;
        // A chain of parents longer than the list is a circle.
        for _ in 0..self.activities.len() {
            let asks = matches!(outermost.kind, ActivityKind::Approval { .. });
            let above = outermost.parent.as_ref().filter(|_| !asks);
            match above.and_then(|above| self.activity(above)) {
                Some(above) => outermost = above,
                None => break,
            }
        }
        let after = outermost.after.as_ref()?;
        self.texts().map(|(id, _)| id).find(|id| *id == after)
    }

    /// The last text so far.
    pub(super) fn last_text(&self) -> Option<MessageId> {
        self.text_at(self.messages.len())
    }

    /// The last text up to this place in the list of messages.
    pub(super) fn text_at(&self, place: usize) -> Option<MessageId> {
        let until = self.messages.iter().take(place.saturating_add(1));
        until.rev().find_map(|message| match message {
            AgentMessage::Assistant { id, text, .. } if !text.is_empty() => Some(id.clone()),
            AgentMessage::Assistant { .. }
            | AgentMessage::Tool { .. }
            | AgentMessage::Reasoning { .. } => None,
        })
    }
}
