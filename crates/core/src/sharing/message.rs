//! What pages tell each other about a thread.
//!
//! Not responsible for how it gets there.

use serde::{Deserialize, Serialize};

use crate::chat::{ChatInput, ThreadHead};
use crate::conversation::{Conversation, whole};
use crate::id::PageId;
use crate::record::Record;
use crate::recording::TimedInput;

/// How far a thread is: whose turn it is to drive it, and how many inputs that page has applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// Raised by each page that begins to drive the thread.
    pub epoch: u64,
    /// Counts the inputs in it.
    pub seq: u64,
}

/// One thread as the page has it that drives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Copied {
    /// What the list shows of it.
    pub head: ThreadHead,
    /// The conversation, with what is not stored of it.
    #[serde(with = "whole")]
    pub conversation: Conversation,
}

/// One thing said to all pages that have a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Message {
    /// A page follows the thread from now on, and wants a copy.
    Hello {
        /// The page.
        page: PageId,
    },
    /// The copy.
    Copy {
        /// The page that it is for.
        to: PageId,
        /// How far it goes.
        at: Place,
        /// How far what the driver began with went.
        base: Place,
        /// What the driver has.
        copied: Box<Copied>,
    },
    /// The driver has applied an input.
    Did {
        /// Where it is after that.
        at: Place,
        /// The page whose person did it.
        by: PageId,
        /// Which of that page's acts it was.
        act: Option<u64>,
        /// The input, and when the driver applied it.
        input: TimedInput,
    },
    /// A person did something in a page that follows.
    Ask {
        /// The page.
        page: PageId,
        /// Counts its acts.
        act: u64,
        /// The input.
        input: ChatInput,
    },
    /// The driver has had this act before.
    Had {
        /// The page.
        page: PageId,
        /// The act.
        act: u64,
        /// Where the driver was after it.
        at: Place,
    },
    /// A page that follows wants to know whether the driver is there.
    Ping,
    /// It is.
    Pong {
        /// Where it is; zero while it still reads.
        at: Place,
        /// How far what it has stored goes.
        kept: Place,
    },
    /// A page has begun to drive the thread.
    Driving {
        /// Where it begins.
        at: Place,
    },
    /// Storage has what the driver has applied.
    Stored {
        /// Up to there.
        at: Place,
    },
}

impl Record for Message {}
