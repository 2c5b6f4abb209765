//! Asks a backend for its description of itself, before the first other request in its protocol.

use std::rc::Rc;

use midturn_protocol::call::Reply;
use midturn_protocol::protocol::Protocol;

use super::Runtime;
use super::pending::Pending;
use crate::transport::OnDrop;

/// How long a backend may take to answer, in milliseconds. The person's first message waits.
const WITHIN_MS: u64 = 4_000;

/// The requests for a description.
#[derive(Default)]
pub(super) struct Descriptions(Pending<Asking>);

/// A request for a description.
struct Asking {
    serial: u64,
    /// The load of the protocol that asks.
    load: u64,
    place: usize,
    /// The protocol without the description.
    protocol: Rc<dyn Protocol>,
    /// The request and its time limit.
    under_way: Vec<OnDrop>,
}

impl Descriptions {
    /// Drops all requests.
    pub(super) fn clear(&self) {
        self.0.clear();
    }
}

impl Runtime {
    /// Asks for the description; then the protocol is ready.
    pub(super) fn describe(&self, load: u64, protocol: Rc<dyn Protocol>) {
        self.describe_from(load, protocol, 0, false);
    }

    /// Asks for the description at a place and the places after it. `answered`: whether the backend
    /// has answered at an earlier place.
    fn describe_from(&self, load: u64, protocol: Rc<dyn Protocol>, place: usize, answered: bool) {
        let Some(call) = protocol.description(&self.endpoints(), place) else {
            // A backend that could not be reached is asked again.
            let keep = place == 0 || answered;
            self.protocol_ready(load, Some(&protocol), keep);
            return;
        };
        let serial = self.serials.next();
        self.descriptions.0.push(Asking {
            serial,
            load,
            place,
            protocol,
            under_way: vec![self.after(WITHIN_MS, serial, Self::description_is_late)],
        });
        let me = self.me.clone();
        let done = Box::new(move |reply: Option<Reply>| {
            if let Some(me) = me.upgrade() {
                me.description_came(serial, reply.as_ref(), answered);
            }
        });
        let request = self.request_of(call);
        let mut sent = Some(self.shell.transport.ask(request, true, done));
        // A transport may answer at once: then the handle is dropped here.
        self.descriptions.0.with(
            |held| held.serial == serial,
            |held| held.under_way.extend(sent.take()),
        );
        drop(sent);
    }

    /// Goes on without the description, for good: the next message must not wait again.
    fn description_is_late(&self, serial: u64) {
        if let Some(asked) = self.take_asking(serial) {
            self.protocol_ready(asked.load, Some(&asked.protocol), true);
        }
    }

    fn description_came(&self, serial: u64, reply: Option<&Reply>, answered: bool) {
        let Some(asked) = self.take_asking(serial) else {
            return;
        };
        let Asking {
            load,
            place,
            protocol,
            ..
        } = asked;
        let endpoints = self.endpoints();
        let described = reply.and_then(|reply| protocol.described(&endpoints, reply));
        if let Some(described) = described {
            self.protocol_ready(load, Some(&described), true);
            return;
        }
        let answered = answered || reply.is_some();
        self.describe_from(load, protocol, place + 1, answered);
    }

    fn take_asking(&self, serial: u64) -> Option<Asking> {
        self.descriptions.0.take(|held| held.serial == serial)
    }
}
