//! What pages tell each other about a thread.
//!
//! Not responsible for how it gets there.

use crate::id::PageId;
use crate::record::{Reader, Stored, VERSION};
use crate::stored;

/// How far a thread is: whose turn it is to drive it, and how many inputs that page has applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Raised by each page that begins to drive the thread.
    pub epoch: u64,
    /// Counts the inputs in it.
    pub seq: u64,
}

stored!(struct Place { epoch, seq });

/// One thing said to all pages that have a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        /// As [`write_chat`](crate::recording::write_chat) has it.
        chat: Vec<u8>,
    },
    /// The driver has applied an input.
    Did {
        /// Where it is after that.
        at: Place,
        /// The page whose person did it.
        by: PageId,
        /// Which of that page's acts it was.
        act: Option<u64>,
        /// As [`write_input`](crate::recording::write_input) has it.
        input: Vec<u8>,
    },
    /// A person did something in a page that follows.
    Ask {
        /// The page.
        page: PageId,
        /// Counts its acts.
        act: u64,
        /// As [`write_input`](crate::recording::write_input) has it.
        input: Vec<u8>,
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

stored!(enum Message {
    0: Hello { page },
    1: Copy { to, at, base, chat },
    2: Did { at, by, act, input },
    3: Ask { page, act, input },
    4: Had { page, act, at },
    5: Ping,
    6: Pong { at, kept },
    7: Driving { at },
    8: Stored { at },
});

impl Message {
    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        self.put(&mut bytes);
        bytes
    }

    /// The message of these bytes; none where they are of another version of the program.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (version, rest) = bytes.split_first()?;
        if *version != VERSION {
            return None;
        }
        let mut reader = Reader::new(rest, VERSION);
        let message = Self::take(&mut reader);
        reader.is_done().then_some(message)
    }
}
