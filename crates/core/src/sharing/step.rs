//! What can happen to a thread's place among the pages, and what to do then.

use super::{Copied, Message, Place};
use crate::chat::ChatInput;
use crate::id::PageId;
use crate::recording::TimedInput;
use crate::time::Millis;

/// Something that happened to a thread's place among the pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharingInput {
    /// The thread is wanted on screen.
    Show,
    /// A run is at work in it, which this page goes on with unless another one does.
    Join,
    /// The lock is this page's.
    Granted,
    /// Another page has the lock.
    Taken,
    /// This browser has no locks.
    NoLocks,
    /// The lock was stolen by another page.
    Stolen,
    /// The thread's next epoch was claimed in storage, where the last writing was at `stored`.
    Claimed {
        /// The epoch that was claimed.
        epoch: u64,
        /// How far what is stored goes.
        stored: Place,
    },
    /// Storage refused a claim or a writing, because another page has claimed the next epoch.
    Refused,
    /// What was to be read after a claim is there, or what was here is gone on with.
    Ready,
    /// A page said something about the thread.
    Heard(Message),
    /// An input was applied by the driver. The message carries it, for the mirrors there are.
    Applied {
        /// The page whose person did it.
        by: PageId,
        /// Which of that page's acts it was.
        act: Option<u64>,
        /// The input; none while nobody listens.
        input: Option<TimedInput>,
    },
    /// The person did something here.
    Acted {
        /// The input.
        input: ChatInput,
        /// It brings words, or files, that are in no other place.
        words: bool,
    },
    /// An act that another page asked for was in the conversation before.
    Known {
        /// The page.
        page: PageId,
        /// Which of its acts it is.
        act: u64,
    },
    /// What this page had applied up to there is stored.
    Kept(Place),
    /// Time has passed.
    Tick,
    /// The page is about to be frozen, or to be kept without running.
    Suspend,
    /// It runs again.
    Resume,
}

/// How to ask for a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Only if nobody has it.
    IfFree,
    /// When everybody before has given it back.
    Wait,
    /// Now, whoever has it.
    Steal,
}

/// What to do for a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharingEffect {
    /// Ask for the thread's lock. What was asked before is not wanted any more.
    Lock(Ask),
    /// Give the lock back, or leave its queue.
    Unlock,
    /// Tell the other pages.
    Say(Message),
    /// Claim the thread's next epoch in storage; answered with [`SharingInput::Claimed`].
    Claim,
    /// Read the thread from storage and drive it; answered with [`SharingInput::Ready`].
    Read,
    /// Drive it as it is here; answered with [`SharingInput::Ready`].
    Keep,
    /// Close the thread's streams and forget its timers. No run is cancelled.
    Stop,
    /// Tell a page what this one has, whole, with the place it is at.
    Copy {
        /// The page.
        to: PageId,
        /// Where this page is.
        at: Place,
        /// How far what it began with went.
        base: Place,
    },
    /// The driver has done this act of the person here, which this page has not heard of: what the
    /// driver gave back of it is in storage.
    GivenBack(u64),
    /// Take this for the conversation.
    Mirror(Box<Copied>),
    /// Apply an input as the driver has.
    Play {
        /// The input, and when the driver applied it.
        input: TimedInput,
        /// The person did it in this page.
        mine: bool,
    },
    /// Do what a person did in another page, as if it had been done here.
    Perform {
        /// The page.
        page: PageId,
        /// Which of its acts it is.
        act: u64,
        /// The input.
        input: ChatInput,
    },
    /// Tell the person where the thread is.
    Tell(Standing),
    /// What is asked of the driver has changed, and is to be stored with what is in the composer.
    Outbox,
    /// Come back with [`SharingInput::Tick`] after this time.
    Watch(Millis),
}

/// What a person should know about where a thread is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standing {
    /// All is as if there were no other page.
    #[default]
    Well,
    /// The page that drives the thread does not answer at the moment.
    Unreachable,
    /// Another page has the thread, and this browser cannot share it.
    Reader,
}
