//! The options of an element, read from the object that `element.js` passes on.

use std::rc::Rc;

use js_sys::{Array, Function, Object, Reflect};
use midturn::app::Session;
use midturn::components::answer::Images;
use midturn::components::attachment::Allowed;
use midturn::components::chat::Starter;
use midturn::components::icon::IconName;
use midturn::components::{Link, OwnItem};
use midturn::driver::{History, Options, interjections};
use midturn::extra::{get, put, settled};
use midturn::given::{request, rules};
use midturn::hooks::SetIfNew;
use midturn::preferences::{Density, Look, Theme};
use midturn::transport::{FurtherHeaders, message_of};
use midturn_core::delivery::DeliveryMode;
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::run_event::Abilities;
use midturn_protocol::name::Name;
use wasm_bindgen::prelude::*;

use super::history::Given;

pub(super) fn text(given: &JsValue, name: &str) -> Option<String> {
    Reflect::get(given, &JsValue::from_str(name))
        .ok()
        .and_then(|value| value.as_string())
        .filter(|text| !text.is_empty())
}

/// The known abilities of the agent.
fn abilities(given: &JsValue) -> Abilities {
    let control = get(given, "control");
    let can = |name: &str| get(&control, name).is_truthy();
    let is_given = |name: &str| text(&control, name).is_some();
    Abilities {
        cancel: is_given("url") && can("cancel"),
        rejoin: is_given("events"),
        resend: is_given("events"),
        interject: is_given("url") && can("interject"),
        plain_stop: text(given, "stopUrl").is_some(),
        keeps_history: false,
    }
}

/// The chosen protocol. `checks.js` has reported an unknown name, which counts as none.
fn protocol(given: &JsValue) -> Option<Name> {
    Name::parse(&text(given, "protocol")?)
}

/// The options of the protocol as JSON text; the property may be an object.
fn protocol_options(given: &JsValue) -> String {
    let options = get(given, "protocolOptions");
    let json = options
        .is_object()
        .then(|| js_sys::JSON::stringify(&options).ok());
    let json = json.flatten().map(String::from);
    json.or_else(|| options.as_string()).unwrap_or_default()
}

pub(super) fn options(given: &JsValue) -> Options {
    let control = get(given, "control");
    Options {
        agent_url: text(given, "agentUrl").unwrap_or_else(|| "/agui".to_owned()),
        protocol: protocol(given),
        protocol_options: protocol_options(given),
        abilities: abilities(given),
        stop_url: text(given, "stopUrl"),
        // An empty text means no body.
        stop_body: get(given, "stopBody").as_string(),
        interjections: interjections(after_response(given)),
        control_url: text(&control, "url"),
        events_url: text(&control, "events"),
        threads_url: text(&control, "threads"),
        past_url: text(given, "messagesUrl"),
        request: request(
            headers(given),
            further(given),
            &text(given, "credentials").unwrap_or_default(),
        ),
    }
}

/// Sets the rules for answers, and the renderers of formulas and diagrams.
pub(super) fn allow(session: &Session, given: &JsValue) {
    let links = get(given, "links");
    let schemes = get(&links, "schemes").dyn_into::<Array>().ok();
    let schemes =
        schemes.map(|schemes| schemes.iter().filter_map(|held| held.as_string()).collect());
    let rules = rules(schemes, get(&links, "relative").is_truthy());
    let images = Images::of(&text(given, "images").unwrap_or_default());
    let answers = session.answers();
    answers.allow(rules, images);
    answers.render_with(get(given, "renderers"), get(given, "hosting"));
}

pub(super) fn look_as(look: &Look, given: &JsValue) {
    let read = |name| text(given, name).unwrap_or_default();
    look.theme.set_if_new(Theme::of(&read("theme")));
    look.density.set_if_new(Density::of(&read("density")));
}

/// The state that the embedder shares with the agent, as JSON text.
pub(super) fn state(given: &JsValue) -> Option<String> {
    let state = get(given, "agentState");
    if state.is_undefined() {
        return None;
    }
    js_sys::JSON::stringify(&state).ok()?.as_string()
}

pub(super) fn history(given: &JsValue) -> Option<Rc<dyn History>> {
    let function = Reflect::get(given, &JsValue::from_str("history")).ok()?;
    Some(Rc::new(Given(function.dyn_into().ok()?)))
}

/// The embedder's function that makes links to messages. Without it, messages have no links.
pub(super) fn links(given: &JsValue, thread: &ThreadId) -> Option<Link> {
    let function = Reflect::get(given, &JsValue::from_str("messageLink")).ok()?;
    let function: Function = function.dyn_into().ok()?;
    let thread = thread.clone();
    Some(Rc::new(move |message: &MessageId| {
        let asked = Object::new();
        put(&asked, "threadId", &JsValue::from_str(thread.as_str()));
        put(&asked, "messageId", &JsValue::from_str(message.as_str()));
        let address = function.call1(&JsValue::UNDEFINED, &asked).ok()?;
        address.as_string()
    }))
}

/// The messages that an empty thread offers. `checks.js` has left out what is none.
pub(super) fn starters(given: &JsValue) -> Vec<Starter> {
    let Ok(listed) = get(given, "starters").dyn_into::<Array>() else {
        return Vec::new();
    };
    let read = |held: &JsValue, name| text(held, name).unwrap_or_default();
    let listed = listed.iter().map(|held| Starter {
        title: read(&held, "title"),
        about: read(&held, "about"),
        text: read(&held, "text"),
    });
    listed.collect()
}

/// Which files may be attached.
pub(super) fn attachments(given: &JsValue) -> Allowed {
    let read = |name| text(given, name).unwrap_or_default();
    Allowed {
        attachments: read("attachments"),
        types: read("attachmentTypes"),
        max_bytes: read("attachmentMaxBytes"),
    }
}

/// Whether interjections wait for the agent's response to end.
pub(super) fn after_response(given: &JsValue) -> bool {
    text(given, "interject").as_deref() == Some("after-response")
}

/// Whether the shortcuts are on: they are if nothing is given.
pub(super) fn shortcuts(given: &JsValue) -> bool {
    text(given, "shortcuts").as_deref() != Some("off")
}

/// Whether a running card shows its steps at once.
pub(super) fn expand_steps(given: &JsValue) -> bool {
    get(given, "expandSteps").is_truthy()
}

/// What is added to the menu of the thread. `checks.js` has left out what is none.
pub(super) fn menu(given: &JsValue) -> Vec<OwnItem> {
    let Ok(listed) = get(given, "menu").dyn_into::<Array>() else {
        return Vec::new();
    };
    let listed = listed.iter().map(|held| OwnItem {
        id: text(&held, "id").unwrap_or_default(),
        title: text(&held, "title").unwrap_or_default(),
        icon: text(&held, "icon").and_then(|name| IconName::of(&name)),
    });
    listed.collect()
}

pub(super) fn on_enter(given: &JsValue) -> DeliveryMode {
    DeliveryMode::named(&text(given, "enter").unwrap_or_default()).unwrap_or_default()
}

/// The headers of every request, if the property is an object.
fn headers(given: &JsValue) -> Vec<(String, String)> {
    let headers = get(given, "headers");
    if headers.is_instance_of::<Function>() {
        return Vec::new();
    }
    entries(&headers)
}

/// The headers that the embedder's function gives for each request, if the property is a function.
fn further(given: &JsValue) -> FurtherHeaders {
    let Ok(source) = get(given, "headers").dyn_into::<Function>() else {
        return FurtherHeaders::default();
    };
    FurtherHeaders::of(move || {
        let promised = source.call0(&JsValue::UNDEFINED);
        Box::pin(async move {
            let answer = match promised {
                Ok(promised) => settled(promised).await,
                Err(error) => Err(error),
            };
            answer
                .map(|headers| entries(&headers))
                .map_err(|error| message_of(&error))
        })
    })
}

/// The members of an object whose values are texts.
fn entries(object: &JsValue) -> Vec<(String, String)> {
    let Some(object) = object.dyn_ref::<Object>() else {
        return Vec::new();
    };
    Object::entries(object)
        .iter()
        .filter_map(|entry| {
            let entry = entry.dyn_into::<Array>().ok()?;
            Some((entry.get(0).as_string()?, entry.get(1).as_string()?))
        })
        .collect()
}
