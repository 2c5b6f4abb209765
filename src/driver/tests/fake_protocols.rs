//! The protocols without parts of the program to load.

use std::cell::Cell;
use std::rc::Rc;

use midturn_protocol::agui_backend::AgUi;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::Protocol;
use midturn_protocol_a2a::A2a;
use midturn_protocol_ai_sdk::AiSdk;
use midturn_protocol_langgraph::LangGraph;
use midturn_protocol_openai::{Chat, Responses};

use crate::driver::{Detector, LoadedProtocol, OtherWork, ProtocolLoaded, Protocols};

/// Protocols as the program has them, loaded at once.
#[derive(Default)]
pub(super) struct FakeProtocols {
    /// Whether they cannot be loaded.
    pub(super) missing: Cell<bool>,
}

impl Protocols for FakeProtocols {
    fn load(&self, name: Name, options: &str, done: ProtocolLoaded) {
        done((!self.missing.get()).then(|| LoadedProtocol {
            protocol: protocol(name, options),
            work: OtherWork::new(),
        }));
    }

    fn detector(&self, done: Box<dyn FnOnce(Option<Detector>)>) {
        done(Some(Detector::new()));
    }
}

fn protocol(name: Name, options: &str) -> Rc<dyn Protocol> {
    match name {
        Name::AgUi => Rc::new(AgUi),
        Name::AiSdk => Rc::new(AiSdk::new(options)),
        Name::OpenAiChat => Rc::new(Chat::new(options)),
        Name::OpenAiResponses => Rc::new(Responses::new(options)),
        Name::LangGraph => Rc::new(LangGraph::new(options)),
        Name::A2a => Rc::new(A2a::new(options)),
    }
}
