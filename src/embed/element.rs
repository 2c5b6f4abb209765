//! Mounting a chat into an element's shadow root, and taking it off again.
//!
//! Not responsible for when.

use js_sys::{Array, Object, Reflect};
use leptos::mount::mount_to;
use leptos::prelude::*;
use midturn::app::{Frame, Session, adopt_style};
use midturn::components::chat::Chat;
use midturn::components::settings::Theme;
use midturn::driver::Options;
use midturn::i18n::Locale;
use midturn_core::id::ThreadId;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, ShadowRoot};

use super::given::request;

#[wasm_bindgen(module = "/src/embed/element.js")]
extern "C" {
    #[wasm_bindgen(js_name = define)]
    fn define_element(mount: &JsValue);
}

/// Defines `<midturn-chat>`.
pub(super) fn define() {
    let mount = Closure::<dyn Fn(HtmlElement, ShadowRoot, JsValue) -> JsValue>::new(open);
    // The element is defined for as long as the page lives.
    define_element(&mount.into_js_value());
}

/// Mounts a chat; calling what is returned takes it off.
#[expect(clippy::needless_pass_by_value, reason = "as JavaScript hands it over")]
fn open(host: HtmlElement, root: ShadowRoot, given: JsValue) -> JsValue {
    adopt_style(&root);
    let text = |name: &str| {
        Reflect::get(&given, &JsValue::from_str(name))
            .ok()
            .and_then(|value| value.as_string())
            .filter(|text| !text.is_empty())
    };
    let options = Options {
        agent_url: text("agentUrl").unwrap_or_else(|| "/agui".to_owned()),
        request: request(headers(&given), &text("credentials").unwrap_or_default()),
        ..Options::default()
    };
    let locale = text("locale")
        .and_then(|tag| Locale::parse(&tag))
        .unwrap_or_else(|| language_around(&host));
    let theme = Theme::of(&text("theme").unwrap_or_default());
    let thread = text("threadId");
    let parent = root.unchecked_into::<HtmlElement>();
    let mounted = mount_to(parent, move || {
        let session = Session::start(options);
        let thread = thread.map_or_else(|| session.fresh_thread(), ThreadId::from);
        let ui = session.ui(&thread, locale, false);
        ui.actions.open(&thread);
        provide_context(ui);
        view! {
            <Frame session locale theme=Signal::stored(theme)>
                <Chat/>
            </Frame>
        }
    });
    Closure::once_into_js(move || drop(mounted))
}

/// The language of the nearest element that names one, else the browser's.
fn language_around(host: &HtmlElement) -> Locale {
    let around = host
        .closest("[lang]")
        .ok()
        .flatten()
        .and_then(|element| element.get_attribute("lang"))
        .and_then(|tag| Locale::parse(&tag));
    around.unwrap_or_else(midturn::app::browser_locale)
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
