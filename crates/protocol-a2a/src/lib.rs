//! A2A, versions 1.0 and 0.3, as a [`Protocol`].
//!
//! The agent keeps the conversation. Its turns are tasks: a task is the run, its artifacts are the
//! answer, and a task that waits for input is a question to the person. The protocol has no tool
//! calls and no client tools.
//!
//! The versions differ mostly in words. Requests are written in those of the agent's card, because a
//! server may refuse the other ones; answers are read in either. A server of 0.3 also differs in
//! what it does: where a stream is joined (`join`), and in what it stores of a task.

mod artifacts;
mod binding;
mod card;
mod fault;
mod ids;
mod items;
mod join;
mod memory;
mod object;
mod options;
mod parts;
mod send;
mod state;
mod translate;
mod wire;

use std::rc::Rc;

use midturn_core::control::CancelAnswer;
use midturn_core::run_event::Abilities;
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::protocol::{Begin, Endpoints, Outgoing, Place, Protocol};
use midturn_protocol::reader::{MAX_EVENT_BYTES, Reader, SseReader};

use self::binding::{Method, Server};
use self::card::{Card, card};
use self::fault::Cause;
use self::memory::Memory;
use self::send::run_call;
use self::translate::Translator;
use self::wire::{Said, said};

pub use self::binding::{Binding, Version};
pub use self::options::Options;

/// A2A.
#[derive(Clone, Debug, Default)]
pub struct A2a {
    options: Options,
    card: Option<Card>,
}

impl A2a {
    /// The protocol with these [`Options`], a JSON object as text; empty for the defaults.
    pub fn new(options: &str) -> Self {
        Self {
            options: Options::of(options),
            card: None,
        }
    }

    fn version(&self) -> Version {
        let said = || self.card.as_ref().map(|card| card.version);
        self.options.version.or_else(said).unwrap_or_default()
    }

    fn binding(&self) -> Binding {
        if self.version() == Version::V03 {
            return Binding::JsonRpc;
        }
        let said = || self.card.as_ref().map(|card| card.binding);
        self.options.binding.or_else(said).unwrap_or_default()
    }

    fn is_blocking(&self) -> bool {
        let said = || self.card.as_ref().map(|card| !card.streaming);
        self.options.blocking.or_else(said).unwrap_or_default()
    }

    fn server<'a>(&'a self, endpoints: &'a Endpoints) -> Server<'a> {
        let url = self.card.as_ref().and_then(|card| card.url.as_deref());
        Server {
            version: self.version(),
            binding: self.binding(),
            url: url.unwrap_or(&endpoints.agent),
        }
    }

    /// A request about the task of a run; `None` if the run's task is not known yet.
    fn about(&self, method: Method, place: &Place<'_>) -> Option<Call> {
        let memory = Memory::of(place.memory);
        let task = memory.task_of(place.run.as_str())?;
        let server = self.server(place.endpoints);
        Some(server.about(method, place.run.as_str(), task))
    }
}

impl Protocol for A2a {
    fn abilities(&self, _: &Endpoints) -> Option<Abilities> {
        // Without a stream, the task is unknown until it is over.
        let streams = !self.is_blocking();
        Some(Abilities {
            cancel: streams,
            rejoin: streams,
            resend: false,
            interject: false,
            keeps_history: true,
            plain_stop: false,
        })
    }

    fn description(&self, endpoints: &Endpoints, place: usize) -> Option<Call> {
        match &self.options.agent_card {
            Some(url) => (place == 0).then(|| Call::get(url)),
            None => card(&endpoints.agent, place),
        }
    }

    fn described(&self, endpoints: &Endpoints, reply: &Reply) -> Option<Rc<dyn Protocol>> {
        let card = Card::read(&reply.body, &endpoints.agent, &self.options)?;
        Some(Rc::new(Self {
            card: Some(card),
            ..self.clone()
        }))
    }

    fn run(&self, outgoing: &Outgoing<'_>) -> Call {
        let server = self.server(outgoing.endpoints);
        run_call(
            &server,
            &self.options,
            self.is_blocking(),
            outgoing.request,
            outgoing.bytes,
        )
    }

    fn reader(&self, begin: &Begin<'_>) -> Box<dyn Reader> {
        let translator = Translator::new(self.version(), self.binding(), begin);
        Box::new(SseReader::new(translator, MAX_EVENT_BYTES))
    }

    fn cancel(&self, place: &Place<'_>) -> Option<Call> {
        self.about(Method::Cancel, place)
    }

    /// A task in the answer says by its state whether it has stopped; the reader takes that up.
    fn cancel_answer(&self, _: &Place<'_>, reply: Option<&Reply>) -> CancelAnswer {
        let Some(reply) = reply else {
            return CancelAnswer::Unreachable;
        };
        match said(&reply.body) {
            Some(Said::Fault(fault)) if reply.status < 400 || fault.is_of_protocol() => {
                match fault.cause() {
                    Cause::NotCancelable => CancelAnswer::AlreadyFinished,
                    Cause::NoTask => CancelAnswer::Unknown,
                    _ => CancelAnswer::Refused,
                }
            }
            _ => match reply.status {
                200..=299 => CancelAnswer::Accepted,
                404 => CancelAnswer::Unknown,
                408 | 425 | 429 | 500..=599 => CancelAnswer::Unreachable,
                _ => CancelAnswer::Refused,
            },
        }
    }

    fn rejoin(&self, place: &Place<'_>) -> Option<Call> {
        self.about(Method::Join, place)
    }
}
