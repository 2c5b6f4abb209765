//! Asks a backend for its description of itself, before the first other request in its protocol.

use std::rc::Rc;

use midturn_core::time::Millis;
use midturn_protocol::protocol::Protocol;

use super::asks::{Asks, within};

/// How long a backend may take to answer, in milliseconds. The person's first message waits.
const WITHIN_MS: Millis = 4_000;

/// A protocol that is ready to be used.
pub(super) struct Described {
    /// The protocol, with the backend's description if there is one.
    pub(super) protocol: Rc<dyn Protocol>,
    /// Whether later requests use it too, instead of asking for the description again.
    pub(super) keep: bool,
}

/// Asks for the description, at each place where the protocol has it.
pub(super) async fn describe(backend: Rc<dyn Asks>, protocol: Rc<dyn Protocol>) -> Described {
    let mut answered = false;
    let mut place = 0;
    loop {
        let Some(call) = protocol.description(&backend.endpoints(), place) else {
            // A backend that could not be reached, or had no answer yet, is asked again.
            let keep = place == 0 || answered;
            return Described { protocol, keep };
        };
        let end = backend.clone().sleep(WITHIN_MS);
        let Some(reply) = within(end, backend.clone().ask(call)).await else {
            // Without the description, for good: the next message must not wait again.
            let keep = true;
            return Described { protocol, keep };
        };
        if let Some(reply) = reply {
            // Not yet: the headers were not right, or the server is busy or broken.
            answered |= !matches!(reply.status, 401 | 408 | 429 | 500..);
            if let Some(protocol) = protocol.described(&backend.endpoints(), &reply) {
                let keep = true;
                return Described { protocol, keep };
            }
        }
        place += 1;
    }
}
