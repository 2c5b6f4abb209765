//! The letters in the driver's inbox.
//!
//! [`super::runtime`] takes the letters, one at a time.

use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::{PageId, ThreadId};
use midturn_core::sharing::SharingInput;
use midturn_core::time::Millis;

use super::left_drafts::LeftDrafts;

/// One entry of the inbox.
pub(super) enum Letter {
    /// An input of the chat.
    Input(Post),
    /// An input of a thread's sharing between pages.
    Sharing(ThreadId, SharingInput),
    /// A thread is ready to be driven: it was read, or this page keeps its copy.
    Ready(ThreadId, ReadyThread),
    /// What closed pages left of a thread is now in this page's composer.
    Adopted(ThreadId, Vec<LeftDrafts>),
}

/// One waiting input.
pub(super) struct Post {
    pub(super) input: ChatInput,
    /// Whether a person caused the input.
    pub(super) urgent: bool,
    pub(super) from: Origin,
}

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The person in this page, or this page itself.
    Here,
    /// An act of the person in another page that follows this one, or in this page before it drove
    /// the thread.
    Page { page: PageId, act: u64 },
    /// The page that drives the thread and applied the input at this time. `act`: the number of the
    /// act, if the person acted in this page.
    Driver { act: Option<u64>, at: Millis },
}

/// A thread that is about to be driven by this page.
pub(super) struct ReadyThread {
    /// The request for the lock with which this began. If that request is over, so is this.
    pub(super) serial: u64,
    /// The conversation that was read, and the drafts of closed pages, which its composer contains
    /// already. `None` if this page keeps its copy.
    pub(super) read: Option<(Box<Conversation>, Vec<LeftDrafts>)>,
}

/// Whether the input is about a thread that need not be open.
pub(super) fn is_of_list(input: &ChatInput) -> bool {
    matches!(
        input,
        ChatInput::Rename { .. }
            | ChatInput::Delete(_)
            | ChatInput::Undelete(_)
            | ChatInput::Forget(_)
    )
}
