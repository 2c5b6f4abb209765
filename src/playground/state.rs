//! What the components of the playground share.

use std::collections::BTreeMap;

use js_sys::{Array, Function};
use leptos::html::Custom;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

use super::live;
use super::log::Log;
use super::offer::{Known, SAMPLES};
use super::settings::Settings;
use super::tab::Tab;
use super::texts::Texts;
use crate::extra::get;

/// Under this key the settings are kept for reloads of the tab.
const KEY: &str = "midturn-playground";

/// Handles to the settings, the element and the log.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// The texts of the language.
    pub(super) texts: &'static Texts,
    /// The settings.
    pub(super) settings: RwSignal<Settings>,
    /// The tab that is open.
    pub(super) tab: RwSignal<Tab>,
    /// The part that is outlined in the chat while its tab is open.
    pub(super) outlined: RwSignal<Option<&'static str>>,
    /// The element.
    pub(super) chat: NodeRef<Custom<&'static str>>,
    /// The error of the last scene, if it could not be sent.
    pub(super) refused: RwSignal<Option<String>>,
    /// The events.
    pub(super) log: Log,
    /// Samples that could not be loaded.
    pub(super) missing: RwSignal<Vec<&'static str>>,
    modules: RwSignal<BTreeMap<&'static str, JsValue>, LocalStorage>,
    import: StoredValue<Function, LocalStorage>,
}

impl State {
    /// Makes the state, and keeps the element and the stored settings as the settings are.
    pub(super) fn start(
        texts: &'static Texts,
        import: StoredValue<Function, LocalStorage>,
    ) -> Self {
        let stored = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        let settings = stored.map(|json| Settings::read(&json)).unwrap_or_default();
        let state = Self {
            texts,
            settings: RwSignal::new(settings),
            tab: RwSignal::new(Tab::Options),
            outlined: RwSignal::new(None),
            chat: NodeRef::new(),
            refused: RwSignal::new(None),
            log: Log::default(),
            missing: RwSignal::default(),
            modules: RwSignal::new_local(BTreeMap::new()),
            import,
        };
        provide_context(state);
        state.keep_in_step();
        state
    }

    /// The state, from the context.
    pub(super) fn get() -> Self {
        expect_context()
    }

    /// The element, if it is on the page.
    pub(super) fn element(self) -> Option<HtmlElement> {
        self.chat.get().map(|chat| (*chat).clone().unchecked_into())
    }

    fn keep_in_step(self) {
        Effect::new(move |before: Option<Settings>| {
            let before = before.unwrap_or_default();
            let Some(chat) = self.element() else {
                return before;
            };
            let after = self.settings.get();
            live::apply(&chat, &before, &after);
            after
        });
        Effect::new(move || {
            if let Some(storage) = storage() {
                // Without room in the storage, a reload starts with the defaults.
                let _ = storage.set_item(KEY, &self.settings.with(Settings::written));
            }
        });
        let samples = Memo::new(move |_| self.settings.with(|held| held.samples.clone()));
        Effect::new(move || {
            for sample in &SAMPLES {
                let is_on = samples.with(|held| held.contains(sample.name));
                let is_there = self
                    .modules
                    .with_untracked(|held| held.contains_key(sample.name));
                if is_on && !is_there {
                    self.load_sample(sample.name, sample.address());
                }
            }
        });
        Effect::new(move || {
            let Some(chat) = self.element() else { return };
            self.modules.with(|modules| {
                samples.with(|samples| {
                    live::apply_samples(&chat, |name| {
                        let is_on = samples.contains(name);
                        modules.get(name).filter(|_| is_on).cloned()
                    });
                });
            });
        });
    }

    fn load_sample(self, name: &'static str, address: String) {
        self.missing
            .update(|missing| missing.retain(|held| *held != name));
        let import = self.import.get_value();
        spawn_local(async move {
            match live::import(&import, &address).await {
                Ok(module) => {
                    self.modules.try_update(|held| held.insert(name, module));
                }
                Err(_) => {
                    self.missing.try_update(|held| held.push(name));
                }
            }
        });
    }

    /// Sends a scene of the reference agent.
    pub(super) fn send(self, scene: &'static str) {
        let Some(chat) = self.element() else { return };
        spawn_local(async move {
            let arguments = Array::of1(&JsValue::from_str(scene));
            let sent = live::call(&chat, "send", &arguments).await;
            let refused = sent.err().map(|error| {
                let (code, message) = live::refusal(&error);
                format!("{code}: {message}")
            });
            self.refused.try_set(refused);
        });
    }

    /// The ids that the state and the events have shown.
    pub(super) fn known(self, known: Known) -> Vec<String> {
        // The state changes with events, and the log counts all of them.
        self.log.heard();
        let Some(chat) = self.element() else {
            return Vec::new();
        };
        let state = get(&chat, "state");
        let of = |list: &str, id: &str| -> Vec<String> {
            let list: Result<Array, _> = get(&state, list).dyn_into();
            let list = list.map(|list| list.to_vec()).unwrap_or_default();
            list.iter()
                .filter_map(|held| get(held, id).as_string())
                .collect()
        };
        match known {
            Known::Prompt => of("queue", "id"),
            Known::Question => of("waitingFor", "interruptId"),
            Known::Thread => get(&state, "threadId").as_string().into_iter().collect(),
            Known::Interjection => self.log.interjections(),
            Known::Turn => self.log.turns(),
            Known::File => of("draftFiles", "fileId"),
            Known::Task => {
                let agents = of("subagents", "activityId");
                [of("activities", "activityId"), agents].concat()
            }
        }
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}
