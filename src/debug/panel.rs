//! The debug panel below a chat: the filter, the list of entries, and the button that saves a
//! report.

use std::rc::Rc;

use leptos::prelude::*;

use super::Debug;
use super::described::told;
use super::filter::Filter;
use super::list::List;
use super::recorder::Recorder;
use super::report::report;
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, flag};
use crate::hooks::{return_focus, save_text};
use crate::part::Make;

/// The file name of a saved report.
const FILE: &str = "midturn-report.json";

crate::part! {
    in debug_panel
    /// Loads the panel.
    pub fn debug_panel() -> Make<PanelProps> { |props| Panel(props).into_any() }
}

/// The panel of the thread on screen.
#[component]
pub fn Panel(
    /// The recording.
    debug: StoredValue<Debug, LocalStorage>,
    /// Removes the panel from the page.
    close: Callback<()>,
) -> impl IntoView {
    crate::styled_by!("debug.css");
    let ui = Ui::get();
    let texts = &ui.texts.debug;
    let recorder = StoredValue::new_local(debug.with_value(|debug| debug.recorder.clone()));
    recorder.with_value(|recorder| {
        recorder.tell_at_once(|taken| {
            told(taken);
        });
    });
    let filter = Filter::default();
    let again = Memo::new(move |_| {
        recorder.with_value(|recorder| {
            recorder.follow();
            recorder.has_begun_again()
        })
    });
    let close = move |_| {
        return_focus(ui.focus);
        close.run(());
    };
    view! {
        <section class="mt-debug" aria-label=texts.title data-testid="debug">
            <div class="mt-debug__head">
                <strong>{texts.title}</strong>
                <div class="mt-debug__show" role="group" aria-label=texts.show>
                    <Toggle name=texts.wire on=filter.wire/>
                    <Toggle name=texts.core on=filter.core/>
                    <Toggle name=texts.diagnostics on=filter.odd/>
                </div>
                <input
                    class="mt-debug__search"
                    type="search"
                    aria-label=texts.search
                    placeholder=texts.search
                    on:input=move |event| filter.text.set(event_target_value(&event))
                />
                <Save debug/>
                <Clear recorder/>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--icon mt-button--quiet mt-debug__close"
                    aria-label=texts.close
                    on:click=close
                >
                    <Icon name=IconName::Close/>
                </button>
            </div>
            <Show when=move || again.get()>
                <p class="mt-debug__note">{texts.again}</p>
            </Show>
            <List recorder filter/>
        </section>
    }
}

/// A button that turns one part of the filter on or off.
#[component]
fn Toggle(name: &'static str, on: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-debug__toggle"
            aria-pressed=move || flag(on.get())
            on:click=move |_| on.update(|on| *on = !*on)
        >
            {name}
        </button>
    }
}

/// The button that saves a report of the thread on screen.
#[component]
fn Save(debug: StoredValue<Debug, LocalStorage>) -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let texts = &texts.debug;
    let thread = cells.thread();
    let save = move |_| {
        let browser = web_sys::window().and_then(|window| window.navigator().user_agent().ok());
        let browser = browser.unwrap_or_default();
        let text = debug.with_value(|Debug { driver, recorder }| {
            driver.read(|chat| report(recorder, chat, &thread, &browser))
        });
        save_text(FILE, "application/json", &text);
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--small"
            title=texts.save_hint
            data-testid="debug-save"
            on:click=save
        >
            <Icon name=IconName::Download/>
            <span>{texts.save}</span>
        </button>
    }
}

/// The button that clears the recording.
#[component]
fn Clear(recorder: StoredValue<Rc<Recorder>, LocalStorage>) -> impl IntoView {
    let texts = &Ui::get().texts.debug;
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--quiet"
            on:click=move |_| recorder.with_value(|recorder| recorder.clear())
        >
            {texts.clear}
        </button>
    }
}
