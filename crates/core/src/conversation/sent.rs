//! The messages that the person has sent to the main agent, compared with the backend's own list of
//! messages.
//!
//! Backends may give messages other ids, trim their text, or put them into a tool result.

use crate::id::MessageId;
use crate::run_event::SnapshotMessage;
use crate::transcript::{Delivery, Target, Turn};

/// A message of the person to the main agent, as it is in a request.
struct SentMessage<'a> {
    id: &'a MessageId,
    text: &'a str,
    /// Whether the message has files. Then the backend's text may be longer, because backends
    /// describe the files in it.
    has_files: bool,
    /// Whether the active run is the first to bring the message.
    waits: bool,
}

impl SentMessage<'_> {
    fn is_named(&self, list: &[SnapshotMessage]) -> bool {
        let named = |held: &SnapshotMessage| matches!(held, SnapshotMessage::User { id, .. } if id == self.id);
        list.iter().any(named)
    }

    /// Whether a text of the backend is this message. Ignores white space at the ends, because some
    /// backends trim what they receive.
    fn reads(&self, text: &str) -> bool {
        let (own, text) = (self.text.trim(), text.trim());
        own == text || (self.has_files && text.starts_with(own))
    }

    /// How many times a list has this text under ids that no message here has.
    fn copies(&self, list: &[SnapshotMessage], all: &[SentMessage<'_>]) -> usize {
        let copy = |held: &&SnapshotMessage| match held {
            SnapshotMessage::User { id, text } => {
                self.reads(text) && !all.iter().any(|sent| sent.id == id)
            }
            _ => false,
        };
        list.iter().filter(copy).count()
    }

    /// Whether a list has the message: under its id, under another id, or inside a tool result.
    /// Messages with the same text count only if the list has a copy for each.
    fn is_in(&self, list: &[SnapshotMessage], all: &[SentMessage<'_>]) -> bool {
        let alike = |sent: &&SentMessage<'_>| self.reads(sent.text) && !sent.is_named(list);
        // Some backends put the message into a tool result.
        let inside = format!("[User feedback: {}]", self.text.trim());
        self.is_named(list)
            || self.copies(list, all) >= all.iter().filter(alike).count()
            || list.iter().any(|held| {
                matches!(held, SnapshotMessage::Tool { content, .. } if content.contains(&inside))
            })
    }

    fn is_known_to(&self, list: &[SnapshotMessage], all: &[SentMessage<'_>]) -> bool {
        self.is_named(list) || self.copies(list, all) > 0
    }
}

/// All messages up to the active run, in the order of the requests.
pub(super) struct SentMessages<'a>(Vec<SentMessage<'a>>);

impl<'a> SentMessages<'a> {
    /// The messages of these turns. `brings`: those that the active run is the first to bring.
    pub(super) fn of(turns: impl IntoIterator<Item = &'a Turn>, brings: &[MessageId]) -> Self {
        let mut all = Vec::new();
        for turn in turns {
            if !turn.begins_with_agent() {
                all.push(SentMessage {
                    id: &turn.id,
                    text: &turn.text,
                    has_files: !turn.attachments.is_empty(),
                    waits: brings.contains(&turn.id),
                });
            }
            let said = turn.interjections().filter(|said| {
                let undelivered = matches!(said.delivery, Delivery::Undelivered(_));
                said.place.is_some() && !undelivered && said.target == Target::Root
            });
            all.extend(said.map(|said| SentMessage {
                id: &said.id,
                text: &said.text,
                has_files: false,
                waits: brings.contains(&said.id),
            }));
        }
        Self(all)
    }

    /// The messages that the active run is the first to bring, and whether the list has each. A
    /// list without any earlier message of the person does not prove that a message is missing.
    /// Then the result has only the messages that the list has.
    pub(super) fn found_in(&self, list: &[SnapshotMessage]) -> Vec<(MessageId, bool)> {
        let all = &self.0;
        let knows = all
            .iter()
            .any(|sent| !sent.waits && sent.is_known_to(list, all));
        let waiting = all.iter().filter(|sent| sent.waits);
        waiting
            .map(|sent| (sent.id.clone(), sent.is_in(list, all)))
            .filter(|(_, heard)| *heard || knows)
            .collect()
    }
}
