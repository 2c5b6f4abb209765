//! Loads the protocols other than AG-UI, what AG-UI needs only now and then, and the search for a
//! URL's protocol, each as a part of the program.

use std::rc::Rc;

use leptos::task::spawn_local;
use midturn_protocol::agui_backend::AgUi;
use midturn_protocol::name::Name;
use midturn_protocol::protocol::Protocol;
use midturn_protocol_a2a::A2a;
use midturn_protocol_ai_sdk::AiSdk;
use midturn_protocol_langgraph::LangGraph;
use midturn_protocol_openai::{Chat, Responses};

use crate::driver::{Detector, LoadedProtocol, OtherWork, ProtocolLoaded, Protocols};

/// Makes a protocol from its options.
type Make = fn(&str) -> LoadedProtocol;

fn loaded(protocol: impl Protocol + 'static) -> LoadedProtocol {
    LoadedProtocol {
        protocol: Rc::new(protocol),
        work: OtherWork::new(),
    }
}

crate::part! {
    in agui_past
    fn agui() -> Make { |_| loaded(AgUi) }
}

crate::part! {
    in ai_sdk
    fn ai_sdk() -> Make { |options| loaded(AiSdk::new(options)) }
}

crate::part! {
    in openai_chat
    fn openai_chat() -> Make { |options| loaded(Chat::new(options)) }
}

crate::part! {
    in openai_responses
    fn openai_responses() -> Make { |options| loaded(Responses::new(options)) }
}

crate::part! {
    in langgraph
    fn langgraph() -> Make { |options| loaded(LangGraph::new(options)) }
}

crate::part! {
    in a2a
    fn a2a() -> Make { |options| loaded(A2a::new(options)) }
}

crate::part! {
    in detect
    fn detector() -> Detector { Detector::new() }
}

/// The protocols as parts of the program.
pub(super) struct ProtocolParts;

impl Protocols for ProtocolParts {
    fn load(&self, name: Name, options: &str, done: ProtocolLoaded) {
        let loading = match name {
            Name::AgUi => agui(),
            Name::AiSdk => ai_sdk(),
            Name::OpenAiChat => openai_chat(),
            Name::OpenAiResponses => openai_responses(),
            Name::LangGraph => langgraph(),
            Name::A2a => a2a(),
        };
        let options = options.to_owned();
        spawn_local(async move {
            let make = loading.await.ok();
            done(make.map(|make| make(&options)));
        });
    }

    fn detector(&self, done: Box<dyn FnOnce(Option<Detector>)>) {
        spawn_local(async move { done(detector().await.ok()) });
    }
}
