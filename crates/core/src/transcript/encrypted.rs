//! Opaque values that a backend wants back. The client cannot read them.

use super::apply::reasoning_id;
use super::reused::Kind;
use super::{ActivityKind, AgentMessage, Turn};
use crate::id::MessageId;

impl Turn {
    pub(super) fn keep_encrypted(&mut self, entity: &str, of_call: bool, value: &str) {
        let call = self.own_activity(&entity.into());
        // A message that came again, and has said nothing yet, is none.
        let all = self.all_of(Kind::Text, entity).into_iter().rev();
        let mut all = all.map(MessageId::from);
        let text = all.find(|id| !self.text_of(id).is_empty());
        let text = text.unwrap_or_else(|| entity.into());
        let reasoning = reasoning_id(&self.own_reasoning(entity));
        for message in &mut self.messages {
            if let AgentMessage::Assistant { id, encrypted, .. } = message
                && *id == text
                && !of_call
            {
                *encrypted = Some(value.to_owned());
            }
        }
        for activity in &mut self.activities {
            let is_call = of_call && activity.id == call;
            let is_reasoning = !of_call && activity.id == reasoning;
            match &mut activity.kind {
                ActivityKind::Tool { encrypted, .. } if is_call => {
                    *encrypted = Some(value.to_owned());
                }
                ActivityKind::Tool {
                    result: Some(result),
                    ..
                } if !of_call && result.message.as_str() == entity => {
                    result.encrypted = Some(value.to_owned());
                }
                ActivityKind::Reasoning { encrypted, .. } if is_reasoning => {
                    *encrypted = Some(value.to_owned());
                }
                _ => {}
            }
        }
    }
}
