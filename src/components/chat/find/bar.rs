//! The search bar: the field, the place of the match, and the buttons to the next and previous one.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::search::Find;
use crate::components::chat::is_pressed_inside;
use crate::components::icon::{Icon, IconName};
use crate::hooks::{Ime, at_end};

#[component]
pub(super) fn Bar(
    /// The search.
    find: StoredValue<Find>,
) -> impl IntoView {
    let find = find.get_value();
    let Find {
        ui,
        query,
        bar,
        field,
        ..
    } = find;
    ui.escape_owners.register(bar);
    let texts = ui.texts;
    // Runs when the field is on the page: focuses it, and searches for the text that it still has.
    Effect::new(move || {
        field.track();
        find.remember_focus();
        find.begin();
    });
    // What the agent writes is searched when its turn is over, not with each word.
    let over = Memo::new(move |_| {
        let last = ui.cells.last.get();
        last.is_none_or(|last| last.view.with(|view| view.outcome.is_some()))
    });
    Effect::new(move |known: Option<(usize, bool)>| {
        let now = (ui.cells.listed().len(), over.get());
        if known.is_some_and(|known| known != now) {
            untrack(|| find.look_again());
        }
        now
    });
    at_end(move || find.leave_row());
    let ime = Ime::new();
    let pressed = move |event: KeyboardEvent| match event.key().as_str() {
        _ if ime.owns(&event) => {}
        "Enter" if is_pressed_inside(&event, field) => {
            event.prevent_default();
            find.look_now(event.shift_key());
            find.go(event.shift_key());
        }
        "Escape" => {
            event.prevent_default();
            event.stop_propagation();
            find.open.set(false);
        }
        _ => {}
    };
    let typed = move |event| {
        query.set(event_target_value(&event));
        find.look_later();
    };
    let previous = Callback::new(move |()| find.go(true));
    let next = Callback::new(move |()| find.go(false));
    let close = Callback::new(move |()| find.open.set(false));
    view! {
        <div
            class="mt-find"
            part="find"
            role="search"
            aria-label=texts.reading.find
            node_ref=bar
            on:keydown=pressed
        >
            <input
                class="mt-find__field"
                type="text"
                dir="auto"
                autocomplete="off"
                spellcheck="false"
                enterkeyhint="search"
                data-testid="find-input"
                placeholder=texts.reading.find
                aria-label=texts.reading.find_label
                prop:value=query.get_untracked()
                node_ref=field
                on:input=typed
                on:compositionend=move |event| ime.ended(&event)
            />
            <span class="mt-find__count" data-testid="find-count">
                {move || find.said()}
            </span>
            <Way
                testid="find-previous"
                name=texts.reading.find_previous
                icon=IconName::Up
                go=previous
            />
            <Way testid="find-next" name=texts.reading.find_next icon=IconName::Down go=next/>
            <Way testid="find-close" name=texts.close icon=IconName::Close go=close/>
        </div>
    }
}

/// A button of the bar.
#[component]
fn Way(
    testid: &'static str,
    name: &'static str,
    icon: IconName,
    go: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button mt-button--icon mt-button--quiet"
            aria-label=name
            title=name
            data-testid=testid
            on:click=move |_| go.run(())
        >
            <Icon name=icon/>
        </button>
    }
}
