//! Mounts a chat into an element's shadow root, and removes it again.

use leptos::mount::mount_to_renderer;
use leptos::prelude::*;
use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect};
use midturn::app::{Chosen, Frame, Session};
use midturn::components::answer::Images;
use midturn::components::attachment::Allowed;
use midturn::components::chat::Chat;
use midturn::components::{Link, Ui};
use midturn::driver::{History, Host, Options, interjections};
use midturn::extra::get;
use midturn::hooks::SetIfNew;
use midturn::i18n::Locale;
use midturn::preferences::{Density, Look, OnEnter, Theme};
use midturn::style::adopt_style;
use midturn_core::id::{MessageId, ThreadId};
use midturn_core::run_event::Abilities;
use midturn_protocol::name::Name;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;
use web_sys::{Element, ShadowRoot};

use super::given::{request, rules};
use super::history::Given;
use super::host::GivenHost;
use super::tools::given_tools;

/// Mounts a chat. The returned object applies changes of the options and removes the chat. Writes
/// the thread's id back into `given`, so that an element without a thread keeps its new one.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "JavaScript reaches it")]
#[expect(clippy::needless_pass_by_value, reason = "as JavaScript hands it over")]
pub fn mount(root: ShadowRoot, given: JsValue) -> JsValue {
    adopt_style(&root);
    // Always a supported language, because `locale.js` has chosen it.
    let locale = text(&given, "locale")
        .and_then(|tag| Locale::parse(&tag))
        .unwrap_or_default();
    let thread = text(&given, "threadId");
    let chosen: Rc<OnceCell<Mounted>> = Rc::default();
    let drawn = chosen.clone();
    let first = given.clone();
    let parent: Element = root.unchecked_into();
    let program = mount_to_renderer(&parent, move || {
        let look = Look::default();
        look_as(&look, &first);
        let session = Session::start(options(&first));
        let thread = thread.map_or_else(|| session.fresh_thread(), ThreadId::from);
        let begins = Chosen {
            on_enter: on_enter(&first),
            after_response: after_response(&first),
            ..Chosen::default()
        };
        session.set_history(&thread, history(&first));
        let ui = session.ui(&thread, locale, begins);
        ui.attaching.allowed.set(attachments(&first));
        ui.actions.all().open(&thread);
        give_rest(session, &thread, &ui, &first);
        let _ = drawn.set(Mounted {
            session,
            thread,
            ui,
            look,
            owner: Owner::current(),
        });
        view! {
            <Frame session locale look>
                <Chat>{session.debug_panel()}</Chat>
            </Frame>
        }
    });
    let handle = Object::new();
    let mut owner = None;
    if let Some(mounted) = chosen.get() {
        let Mounted {
            session,
            thread,
            ui,
            look,
            owner: held,
        } = mounted.clone();
        owner = held;
        put(
            given.unchecked_ref(),
            "threadId",
            &JsValue::from_str(thread.as_str()),
        );
        let apply = Closure::<dyn Fn(JsValue)>::new(move |given: JsValue| {
            session.set_history(&thread, history(&given));
            give_rest(session, &thread, &ui, &given);
            look_as(&look, &given);
            ui.on_enter.set(on_enter(&given));
            ui.after_response.set_if_new(after_response(&given));
            ui.attaching.allowed.set_if_new(attachments(&given));
        });
        put(&handle, "apply", &apply.into_js_value());
    }
    put(
        &handle,
        "end",
        &Closure::once_into_js(move || {
            // Views in nodes made by hand keep the owner alive: dropping `program` does not end it.
            if let Some(owner) = owner {
                owner.cleanup();
            }
            drop(program);
        }),
    );
    handle.into()
}

/// Loads a language that `locale.js` has chosen. The promise says whether that succeeded.
/// `undefined` if the language is loaded already.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "JavaScript reaches it")]
pub fn speak(locale: &str) -> Option<Promise> {
    let locale = Locale::parse(locale).filter(|locale| !locale.is_loaded())?;
    Some(future_to_promise(async move {
        locale.load().await;
        Ok(locale.is_loaded().into())
    }))
}

/// A mounted chat, with what is needed to apply changes of the options.
#[derive(Clone)]
struct Mounted {
    session: Session,
    thread: ThreadId,
    ui: Ui,
    look: Look,
    owner: Option<Owner>,
}

/// Applies the options that the first drawing does not need.
fn give_rest(session: Session, thread: &ThreadId, ui: &Ui, given: &JsValue) {
    session.set_options(options(given));
    allow(&session, given);
    session.set_tools(given_tools(given));
    session.set_host(host(given));
    session.share(thread, state(given));
    session.set_debug(get(given, "debug").is_truthy());
    ui.links.set(links(given, thread));
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // Fails only for frozen objects, and these are not frozen.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

fn text(given: &JsValue, name: &str) -> Option<String> {
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
    }
}

/// The chosen protocol. An unknown name is reported to the developer and counts as none.
fn protocol(given: &JsValue) -> Option<Name> {
    let name = text(given, "protocol")?;
    let known = Name::parse(&name);
    if known.is_none() {
        let names = Name::ALL.map(Name::as_str).join(", ");
        leptos::logging::error!("midturn-chat: unknown protocol \"{name}\"; known are {names}");
    }
    known
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

fn options(given: &JsValue) -> Options {
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
        request: request(
            headers(given),
            &text(given, "credentials").unwrap_or_default(),
        ),
    }
}

/// Sets the rules for answers, and the renderers of formulas and diagrams.
fn allow(session: &Session, given: &JsValue) {
    let links = get(given, "links");
    let schemes = get(&links, "schemes").dyn_into::<Array>().ok();
    let schemes =
        schemes.map(|schemes| schemes.iter().filter_map(|held| held.as_string()).collect());
    let rules = rules(schemes, get(&links, "relative").is_truthy());
    let images = Images::of(&text(given, "images").unwrap_or_default());
    let answers = session.answers();
    answers.allow(rules, images);
    answers.render_with(get(given, "renderers"));
}

fn look_as(look: &Look, given: &JsValue) {
    let read = |name| text(given, name).unwrap_or_default();
    look.theme.set_if_new(Theme::of(&read("theme")));
    look.density.set_if_new(Density::of(&read("density")));
}

fn host(given: &JsValue) -> Option<Rc<dyn Host>> {
    Some(Rc::new(GivenHost::of(given)?))
}

/// The state that the embedder shares with the agent, as JSON text.
fn state(given: &JsValue) -> Option<String> {
    let state = get(given, "state");
    if state.is_undefined() {
        return None;
    }
    js_sys::JSON::stringify(&state).ok()?.as_string()
}

fn history(given: &JsValue) -> Option<Rc<dyn History>> {
    let function = Reflect::get(given, &JsValue::from_str("history")).ok()?;
    Some(Rc::new(Given(function.dyn_into().ok()?)))
}

/// The embedder's function that makes links to messages. Without it, messages have no links.
fn links(given: &JsValue, thread: &ThreadId) -> Option<Link> {
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

/// Which files may be attached.
fn attachments(given: &JsValue) -> Allowed {
    let read = |name| text(given, name).unwrap_or_default();
    Allowed {
        attachments: read("attachments"),
        types: read("attachmentTypes"),
        max_bytes: read("attachmentMaxBytes"),
    }
}

/// Whether interjections wait for the agent's response to end.
fn after_response(given: &JsValue) -> bool {
    text(given, "interject").as_deref() == Some("after-response")
}

fn on_enter(given: &JsValue) -> OnEnter {
    OnEnter::of(&text(given, "enter").unwrap_or_default())
}

fn headers(given: &JsValue) -> Vec<(String, String)> {
    let Ok(headers) = Reflect::get(given, &JsValue::from_str("headers")) else {
        return Vec::new();
    };
    let Some(headers) = headers.dyn_ref::<Object>() else {
        return Vec::new();
    };
    Object::entries(headers)
        .iter()
        .filter_map(|entry| {
            let entry = entry.dyn_into::<Array>().ok()?;
            Some((entry.get(0).as_string()?, entry.get(1).as_string()?))
        })
        .collect()
}
