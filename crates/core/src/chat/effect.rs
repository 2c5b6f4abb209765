//! Effects for the whole chat, as data. Those of one conversation are in [`crate::effect`].

use crate::effect::Effect;
use crate::id::ThreadId;
use crate::input::Input;

/// An effect for the whole chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChatEffect {
    /// An effect for one conversation.
    In(ThreadId, Effect),
    /// Read this conversation from storage; an unknown one is empty.
    Load(ThreadId),
    /// Delete everything about this thread for good: the stored data, and the backend's data if the
    /// backend offers that.
    Purge(ThreadId),
    /// The person deleted this thread: remember which backend to tell once the deletion can no
    /// longer be undone.
    NoteDeletion(ThreadId),
    /// The deletion was undone: tell no backend.
    DropDeletion(ThreadId),
    /// This thread has an active run but is not open here: continue the run, unless another page
    /// does.
    Join(ThreadId),
    /// Dispatch these acts of the person, which came before the thread was loaded. If another page
    /// drives the thread, they go there.
    Again(ThreadId, Vec<Input>),
}
