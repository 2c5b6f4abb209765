//! The drafts that closed pages left in storage.
//!
//! [`super::adopt`] finds such drafts, and stores them as this page's own.

use midturn_core::conversation::Conversation;
use midturn_core::input::Input;
use midturn_core::sharing::Draft;
use midturn_core::time::Millis;

use super::storage::{Record, read_record, record};
use crate::transport::OnDrop;

/// What a closed page has left of one thread.
pub(super) struct LeftDrafts {
    /// The page's records.
    pub(super) records: Vec<Record>,
    /// The closed page's lock. Held until this page has stored what was left, so that no other page
    /// takes it over meanwhile.
    pub(super) lock: Option<OnDrop>,
    /// The conversation has an act of the page already. Only a page that reads the thread knows
    /// whether the act was stored, so the acts stay in storage, and only the composer's content is
    /// taken over.
    pub(super) acts_stay: bool,
}

impl LeftDrafts {
    /// The drafts that can be read.
    pub(super) fn readable(&self) -> impl Iterator<Item = Draft> {
        self.records.iter().filter_map(|(_, bytes)| draft_of(bytes))
    }
}

/// The draft in a closed page's record. If the record cannot be read (for example from a later
/// version), only its text; `None` if there is no text.
pub(super) fn draft_of(bytes: &[u8]) -> Option<Draft> {
    read_record(bytes).ok().or_else(|| {
        let text = record::typed(bytes);
        (!text.is_empty()).then(|| Draft {
            said: text.into(),
            outbox: Vec::new(),
        })
    })
}

/// Puts what was left into the composer of a conversation that was read. Returns what was left too,
/// to store it as this page's own.
pub(super) fn with_left(
    mut conversation: Conversation,
    left: Vec<LeftDrafts>,
    now: Millis,
) -> (Conversation, Vec<LeftDrafts>) {
    for draft in left.iter().flat_map(LeftDrafts::readable) {
        let said = draft.left_of(&conversation);
        // A text in the composer has no effects to perform.
        let _ = conversation.apply(Input::Kept { said }, now);
    }
    (conversation, left)
}
