//! The messages of a thread that the backend has kept.

use std::rc::Rc;

use midturn_core::history::{HistoryMessage, PastRest};
use midturn_core::id::ThreadId;
use midturn_core::time::Millis;
use midturn_protocol::protocol::Protocol;

use super::asks::{Asks, within};

/// How long the backend may take to return a thread's messages, in milliseconds.
const WITHIN_MS: Millis = 30_000;

/// The answer to a request for older messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Messages, oldest first. An answer may come in parts, the newest part first.
    Messages(Vec<HistoryMessage>, PastRest),
    /// The history could not be loaded.
    Failed,
}

/// Asks the backend for a thread's messages. Its answer has all of them.
pub(super) async fn kept(
    backend: Rc<dyn Asks>,
    protocol: Rc<dyn Protocol>,
    thread: ThreadId,
) -> Answered {
    let Some(call) = protocol.past(&backend.endpoints(), &thread) else {
        // The backend keeps nothing that is not here.
        return Answered::Messages(Vec::new(), PastRest::Nothing);
    };
    let end = backend.clone().sleep(WITHIN_MS);
    let reply = within(end, backend.ask(call)).await;
    let messages = reply
        .flatten()
        .and_then(|reply| protocol.past_messages(&thread, &reply));
    messages.map_or(Answered::Failed, |messages| {
        Answered::Messages(messages, PastRest::Nothing)
    })
}
