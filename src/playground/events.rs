//! The tab with the events of the element.

use std::collections::VecDeque;
use std::sync::Arc;

use leptos::prelude::*;

use super::log::Entry;
use super::offer::EVENTS;
use super::state::State;
use crate::components::flag;

/// The tab of events.
#[component]
pub(super) fn Events() -> impl IntoView {
    let State { texts, log, .. } = State::get();
    let texts = &texts.events;
    let shown = Memo::new(move |_| log.shown());
    let count = move || (texts.count)(shown.with(Vec::len));
    let nothing = move || {
        let is_empty = log.entries.with(VecDeque::is_empty);
        let said = if is_empty {
            texts.empty
        } else {
            texts.nothing_found
        };
        shown.with(Vec::is_empty).then_some(said)
    };
    view! {
        <div class="mt-play__bar">
            <input
                class="mt-input"
                type="search"
                aria-label=texts.search
                placeholder=texts.search
                on:input=move |event| log.searched.set(event_target_value(&event))
            />
            <button
                type="button"
                class="mt-button mt-button--small"
                aria-pressed=move || flag(log.paused.get())
                on:click=move |_| log.paused.update(|paused| *paused = !*paused)
            >
                {move || if log.paused.get() { texts.go_on } else { texts.pause }}
            </button>
            <button
                type="button"
                class="mt-button mt-button--small"
                on:click=move |_| log.entries.update(VecDeque::clear)
            >
                {texts.clear}
            </button>
        </div>
        <div class="mt-play__chips" role="group" aria-label=texts.kinds>
            {EVENTS.into_iter().map(|name| view! { <Kind name/> }).collect_view()}
        </div>
        <p class="mt-play__help" data-testid="event-count">
            {count}
        </p>
        <ol class="mt-play__events" aria-label=texts.log data-testid="events">
            <For each=move || shown.get() key=|entry| entry.number let(entry)>
                <Row entry/>
            </For>
        </ol>
        <p class="mt-play__help">{nothing}</p>
        <p class="mt-play__help">{texts.protocol_help}</p>
    }
}

/// A button that switches the logging of one event on or off.
#[component]
fn Kind(name: &'static str) -> impl IntoView {
    let log = State::get().log;
    let is_on = Memo::new(move |_| log.off.with(|off| !off.contains(&name)));
    let press = move |_| {
        log.off.update(|off| {
            if off.contains(&name) {
                off.retain(|held| *held != name);
            } else {
                off.push(name);
            }
        });
    };
    view! {
        <button
            type="button"
            class="mt-play__chip mt-play__kind"
            aria-pressed=move || flag(is_on.get())
            on:click=press
        >
            <bdi>{name.trim_start_matches("midturn-")}</bdi>
        </button>
    }
}

#[component]
fn Row(entry: Arc<Entry>) -> impl IntoView {
    let open = RwSignal::new(false);
    let whole = entry.clone();
    let detail = move || {
        let detail = whole.detail.clone();
        open.get().then(|| {
            view! {
                <pre class="mt-play__pre" dir="ltr" tabindex=0>
                    {detail}
                </pre>
            }
        })
    };
    view! {
        <li class="mt-play__event" data-event=entry.name>
            <button
                type="button"
                class="mt-play__summary"
                aria-expanded=move || flag(open.get())
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <span class="mt-play__time">{entry.at.clone()}</span>
                <code>{entry.name}</code>
                <bdi class="mt-play__brief">{entry.brief()}</bdi>
            </button>
            {detail}
        </li>
    }
}
