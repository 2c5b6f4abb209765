//! How the values of records are read: a part of the program, since a page that finds nothing stored
//! and is alone reads none.
//!
//! Not responsible for what a record has around its value (see [`super::record`]).

use midturn_core::chat::ThreadHead;
use midturn_core::conversation::Conversation;
use midturn_core::recording::TimedInput;
use midturn_core::sharing::{Draft, Message};
use midturn_core::transcript::Turn;

use super::super::control::Announced;
use super::super::deletions::Deletion;
use super::record::parse;

/// Reads one kind of record.
type Reader<T> = fn(&[u8]) -> serde_json::Result<T>;

/// One for each kind.
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

/// A kind of record.
pub(in super::super) trait Readable: Sized {
    /// What reads it.
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

#[cfg(not(all(target_arch = "wasm32", feature = "parts")))]
mod held {
    use super::{READERS, Readers};

    /// They are there from the start.
    pub(in super::super::super) fn when_readable(then: Box<dyn FnOnce()>) {
        then();
    }

    #[expect(clippy::unnecessary_wraps, reason = "as where they are loaded")]
    pub(super) fn readers() -> Option<&'static Readers> {
        Some(&READERS)
    }
}

#[cfg(all(target_arch = "wasm32", feature = "parts"))]
mod held {
    use std::cell::RefCell;

    use wasm_bindgen_futures::spawn_local;

    use super::super::super::shell::Timers;
    use super::super::super::web::WebTimers;
    use super::{READERS, Readers};
    use crate::transport::OnDrop;

    crate::part! {
        in records
        /// Loads them.
        fn records() -> &'static Readers { &READERS }
    }

    /// After so many milliseconds they are asked for again.
    const AGAIN_MS: u64 = 2000;

    #[derive(Default)]
    struct State {
        readers: Option<&'static Readers>,
        waiting: Vec<Box<dyn FnOnce()>>,
        again: Option<OnDrop>,
    }

    thread_local! {
        static STATE: RefCell<State> = RefCell::default();
    }

    /// Calls back once they are there; at once where they are. What waits is called in order.
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
            load();
        }
    }

    /// Nothing is read as empty because they could not be fetched: what waits waits on.
    fn load() {
        spawn_local(async {
            let Ok(readers) = records().await else {
                let again = WebTimers.after(AGAIN_MS, Box::new(load));
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

pub(in super::super) use held::when_readable;

/// Reads a record. Only after [`when_readable`] has called back.
///
/// # Errors
/// When it is of a later version, cut off, or no record.
pub(in super::super) fn read<T: Readable>(bytes: &[u8]) -> serde_json::Result<T> {
    use serde::de::Error;
    let readers = held::readers().ok_or_else(|| serde_json::Error::custom("asked too early"))?;
    T::reader(readers)(bytes)
}
