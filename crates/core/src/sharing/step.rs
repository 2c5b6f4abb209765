//! Inputs and effects of [`Sharing`](super::Sharing).

use super::{Copied, Message, Place};
use crate::chat::ChatInput;
use crate::id::PageId;
use crate::recording::TimedInput;
use crate::time::Millis;

/// An event in the sharing of a thread between pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharingInput {
    /// Show the thread.
    Show,
    /// The thread has an active run. This page continues the run unless another page does.
    Join,
    /// This page got the lock.
    Granted,
    /// Another page has the lock.
    Taken,
    /// The browser has no locks.
    NoLocks,
    /// Another page stole the lock, or storage refused a write for that reason.
    Stolen,
    /// The person takes the thread over from a driver that does not answer.
    TakeOver,
    /// What is stored of the thread.
    Found {
        /// How often the thread was taken over by hand.
        fence: u64,
        /// The place of the stored state; zero if there is none.
        stored: Place,
    },
    /// The state is ready: read from storage, or this page's copy.
    Ready,
    /// Another page sent a message about the thread.
    Heard(Message),
    /// This page applied an input as the driver. The mirrors get the input in a message.
    Applied {
        /// The page where the person acted.
        by: PageId,
        /// The number of the act in that page, if the page asked for it.
        act: Option<u64>,
        /// The input; `None` if no page mirrors.
        input: Option<TimedInput>,
    },
    /// The person did something in this page.
    Acted {
        /// The input.
        input: ChatInput,
        /// Whether the input carries text or files that are nowhere else.
        words: bool,
    },
    /// The conversation already had an act that a page asked for.
    Known {
        /// The page.
        page: PageId,
        /// The number of the act.
        act: u64,
    },
    /// All that this act of this page left to do is done: its text is in the page's composer.
    Returned(u64),
    /// Everything that this page had applied up to this place is stored.
    Kept(Place),
    /// A timer fired.
    Tick,
    /// The page is about to be frozen or put into the back/forward cache.
    Suspend,
    /// The page runs again.
    Resume,
}

/// How to ask for a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Only if it is free.
    IfFree,
    /// When its owner and all earlier requests have released it.
    Wait,
    /// Now, even if another page has it. Only because the person wants it.
    Steal,
}

/// An effect for a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharingEffect {
    /// Request the thread's lock. Replaces an earlier request.
    Lock(Ask),
    /// Release the lock, or leave its queue.
    Unlock,
    /// Send a message to the other pages.
    Say(Message),
    /// Find out what is stored of the thread; answered with [`SharingInput::Found`].
    Look {
        /// The lock was stolen: first make storage refuse the writes of the page that had it.
        by_hand: bool,
    },
    /// Read the thread from storage and drive it; answered with [`SharingInput::Ready`].
    Read,
    /// Drive this page's copy; answered with [`SharingInput::Ready`].
    Keep,
    /// Close the thread's streams and forget its timers. No run is cancelled.
    Stop,
    /// Send a page a complete copy, with its place.
    Copy {
        /// The page.
        to: PageId,
        /// This page's place.
        at: Place,
        /// The place of the state that this page began with.
        base: Place,
    },
    /// The driver performed this act of this page, but the message about it was lost. If the driver
    /// gave content back for the composer, that content is in storage.
    GivenBack(u64),
    /// Use this copy as the conversation.
    Mirror(Box<Copied>),
    /// Apply an input that the driver has applied.
    Play {
        /// The input, and when the driver applied it.
        input: TimedInput,
        /// The number of the act, if the person acted in this page.
        act: Option<u64>,
    },
    /// Perform an act of another page as if it had been done here, or a pending act of this page.
    Perform {
        /// The page.
        page: PageId,
        /// The number of the act.
        act: u64,
        /// The input.
        input: ChatInput,
    },
    /// Tell the person about the connection to the thread.
    Tell(Standing),
    /// The outbox has changed; store it with the composer's content.
    Outbox,
    /// Send [`SharingInput::Tick`] after this many milliseconds.
    Watch(Millis),
}

/// What the person should know about the connection to the thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Everything works.
    #[default]
    Well,
    /// The driver does not answer. The person can take the thread over.
    Unreachable,
    /// Another page has the thread, and this browser cannot share it.
    Reader,
}
