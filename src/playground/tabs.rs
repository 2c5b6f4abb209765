//! The tabs of the panel. All are on the page from the start, so that fields keep what was typed.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::copying::Copying;
use super::events::Events;
use super::field::focus_beside;
use super::looks::Looks;
use super::methods::Methods;
use super::options::Options;
use super::places::Places;
use super::samples::Samples;
use super::state::State;
use super::tab::Tab;
use crate::components::flag;
use crate::components::icon::Icon;

/// The list of tabs, and the panel of each.
#[component]
pub(super) fn Tabs() -> impl IntoView {
    let State {
        texts, tab: chosen, ..
    } = State::get();
    view! {
        <section class="mt-play__panel" aria-label=texts.panel>
            <div class="mt-play__tabs" role="tablist" aria-label=texts.tabs.list>
                {Tab::ALL.into_iter().map(|tab| view! { <Handle tab chosen/> }).collect_view()}
            </div>
            <div class="mt-play__panels">
                {Tab::ALL.into_iter().map(|tab| view! { <Panel tab chosen/> }).collect_view()}
            </div>
        </section>
    }
}

#[component]
fn Handle(tab: Tab, chosen: RwSignal<Tab>) -> impl IntoView {
    let texts = State::get().texts;
    let is_chosen = Memo::new(move |_| chosen.get() == tab);
    let key = move |event: KeyboardEvent| {
        if let Some(element) = focus_beside(&event, "[role=tab]") {
            let id = element.id();
            let next = Tab::ALL.into_iter().find(|tab| tab.tab_id() == id);
            chosen.set(next.unwrap_or(tab));
        }
    };
    view! {
        <button
            type="button"
            role="tab"
            id=tab.tab_id()
            class="mt-play__tab"
            aria-selected=move || flag(is_chosen.get())
            aria-controls=tab.panel_id()
            tabindex=move || if is_chosen.get() { "0" } else { "-1" }
            on:click=move |_| chosen.set(tab)
            on:keydown=key
        >
            <Icon name=tab.icon()/>
            <span>{tab.name(&texts.tabs)}</span>
        </button>
    }
}

#[component]
fn Panel(tab: Tab, chosen: RwSignal<Tab>) -> impl IntoView {
    view! {
        <div
            role="tabpanel"
            id=tab.panel_id()
            class="mt-play__content"
            aria-labelledby=tab.tab_id()
            hidden=move || chosen.get() != tab
        >
            {content(tab)}
        </div>
    }
}

/// What a tab shows.
fn content(tab: Tab) -> AnyView {
    match tab {
        Tab::Options => view! { <Options/> }.into_any(),
        Tab::Looks => view! { <Looks/> }.into_any(),
        Tab::Places => view! { <Places/> }.into_any(),
        Tab::Samples => view! { <Samples/> }.into_any(),
        Tab::Methods => view! { <Methods/> }.into_any(),
        Tab::Events => view! { <Events/> }.into_any(),
        Tab::Code => view! { <Copying/> }.into_any(),
    }
}
