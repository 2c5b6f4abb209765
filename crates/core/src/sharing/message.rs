//! The messages between pages about a thread.

use serde::{Deserialize, Serialize};

use crate::chat::{ChatInput, ThreadHead};
use crate::conversation::{Conversation, whole};
use crate::id::PageId;
use crate::record::Record;
use crate::recording::TimedInput;
use crate::time::Millis;

/// When a driver began. Later drivers have greater epochs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Epoch {
    /// How often the thread was taken over by hand before. A driver that does not know yet that it
    /// lost the thread can begin after the page that has it now.
    pub fence: u64,
    /// In milliseconds; greater than those of earlier drivers.
    pub began: Millis,
}

/// A place in a thread's history: its driver, and how many inputs the driver has applied. Later
/// places are greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The driver.
    pub epoch: Epoch,
    /// The number of inputs that this driver has applied.
    pub seq: u64,
}

/// A copy of one thread from the page that drives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Copied {
    /// The thread's list entry.
    pub head: ThreadHead,
    /// The conversation, with the fields that are not stored.
    #[serde(with = "whole")]
    pub conversation: Conversation,
}

/// A message to all pages that have the thread open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Message {
    /// A page mirrors the thread from now on and wants a copy.
    Hello {
        /// The page.
        page: PageId,
    },
    /// The copy for a new mirror.
    Copy {
        /// The page that the copy is for.
        to: PageId,
        /// The place of the copy.
        at: Place,
        /// The place of the state that the driver began with.
        base: Place,
        /// The driver's copy.
        copied: Box<Copied>,
    },
    /// The driver has applied an input.
    Did {
        /// The driver's place after the input.
        at: Place,
        /// The page where the person acted.
        by: PageId,
        /// The number of the act in that page, if the page asked the driver for it.
        act: Option<u64>,
        /// The input, and when the driver applied it.
        input: TimedInput,
    },
    /// A mirror asks the driver to perform an act of the person.
    Ask {
        /// The mirror.
        page: PageId,
        /// The number of the act in that page.
        act: u64,
        /// The input.
        input: ChatInput,
    },
    /// The driver had already received this act.
    Had {
        /// The page that asked.
        page: PageId,
        /// The number of the act.
        act: u64,
        /// The driver's place after the act.
        at: Place,
    },
    /// A mirror asks whether the driver is alive.
    Ping,
    /// The driver is alive.
    Pong {
        /// The driver's place; zero while the driver still reads the thread.
        at: Place,
        /// The place up to which the driver has stored.
        kept: Place,
    },
    /// A page has begun to drive the thread.
    Driving {
        /// The place where it begins.
        at: Place,
    },
    /// Storage has what the driver has applied.
    Stored {
        /// Up to this place.
        at: Place,
    },
}

impl Record for Message {}
