//! Readers of record values. They are a part of the program (see [`part!`](crate::part)), because a
//! page with nothing stored and no other page beside it does not need them.
//!
//! [`super::record`] has the format of a record around its value.

use midturn_core::chat::ThreadHead;
use midturn_core::conversation::Conversation;
use midturn_core::recording::TimedInput;
use midturn_core::sharing::{Draft, Message};
use midturn_core::transcript::Turn;

use super::own::{Announced, Deletion};
use super::record::parse;

/// Reads one kind of record.
type Reader<T> = fn(&[u8]) -> serde_json::Result<T>;

/// One reader for each kind of record.
pub(in super::super) struct Readers {
    announced: Reader<Announced>,
    conversation: Reader<Conversation>,
    deletion: Reader<Deletion>,
    draft: Reader<Draft>,
    head: Reader<ThreadHead>,
    message: Reader<Message>,
    told: Reader<TimedInput>,
    turn: Reader<Turn>,
}

static READERS: Readers = Readers {
    announced: parse,
    conversation: parse,
    deletion: parse,
    draft: parse,
    head: parse,
    message: parse,
    told: parse,
    turn: parse,
};

/// A kind of record that can be read.
pub(in super::super) trait Readable: Sized {
    /// The reader of this kind.
    fn reader(readers: &Readers) -> Reader<Self>;
}

macro_rules! readable {
    ($($kind:ty: $reader:ident,)*) => {$(
        impl Readable for $kind {
            fn reader(readers: &Readers) -> Reader<Self> {
                readers.$reader
            }
        }
    )*};
}

readable! {
    Announced: announced,
    Conversation: conversation,
    Deletion: deletion,
    Draft: draft,
    ThreadHead: head,
    Message: message,
    TimedInput: told,
    Turn: turn,
}

#[cfg(not(target_arch = "wasm32"))]
mod loaded {
    use super::{READERS, Readers};

    /// Calls `then` at once: the readers are always loaded.
    pub(in super::super::super) fn when_readable(then: Box<dyn FnOnce()>) {
        then();
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "in a browser they may not be loaded"
    )]
    pub(super) fn readers() -> Option<&'static Readers> {
        Some(&READERS)
    }
}

#[cfg(target_arch = "wasm32")]
mod loaded {
    use std::cell::RefCell;

    use wasm_bindgen_futures::spawn_local;

    use super::super::super::shell::Timers;
    use super::super::super::web::WebTimers;
    use super::{READERS, Readers};
    use crate::transport::OnDrop;

    crate::part! {
        in records
        /// Loads the readers.
        fn records() -> &'static Readers { &READERS }
    }

    /// How long to wait before loading the readers again after a failure, in milliseconds: twice as
    /// long after each, up to the longest wait. They may be gone from the server for good.
    const AGAIN_MS: u64 = 2000;
    const LONGEST_MS: u64 = 60_000;

    #[derive(Default)]
    struct State {
        readers: Option<&'static Readers>,
        waiting: Vec<Box<dyn FnOnce()>>,
        again: Option<OnDrop>,
    }

    thread_local! {
        static STATE: RefCell<State> = RefCell::default();
    }

    /// Calls `then` once the readers are loaded, or at once if they are. Callbacks run in order.
    pub(in super::super::super) fn when_readable(then: Box<dyn FnOnce()>) {
        if readers().is_some() {
            then();
            return;
        }
        let first = STATE.with_borrow_mut(|state| {
            state.waiting.push(then);
            state.waiting.len() == 1
        });
        if first {
            load(AGAIN_MS);
        }
    }

    /// Loads the readers, and tries again until they are there. Callbacks wait meanwhile: a failed
    /// download must not make stored data look empty.
    fn load(wait: u64) {
        spawn_local(async move {
            let Ok(readers) = records().await else {
                let next = LONGEST_MS.min(2 * wait);
                let again = WebTimers.after(wait, Box::new(move || load(next)));
                STATE.with_borrow_mut(|state| state.again = Some(again));
                return;
            };
            let waiting = STATE.with_borrow_mut(|state| {
                state.readers = Some(readers);
                std::mem::take(&mut state.waiting)
            });
            for then in waiting {
                then();
            }
        });
    }

    pub(super) fn readers() -> Option<&'static Readers> {
        STATE.with_borrow(|state| state.readers)
    }
}

pub(in super::super) use loaded::when_readable;

/// Reads a record. Call only after [`when_readable`] has called back.
///
/// # Errors
/// If the record is of a later version, is cut off, or is not a record.
pub(in super::super) fn read<T: Readable>(bytes: &[u8]) -> serde_json::Result<T> {
    use serde::de::Error;
    let readers = loaded::readers().ok_or_else(|| serde_json::Error::custom("asked too early"))?;
    T::reader(readers)(bytes)
}
