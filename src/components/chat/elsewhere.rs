//! A line that says that another tab drives the thread, if the person has to know. If that tab does
//! not answer, a button takes the thread over.
//!
//! Not responsible for which tab drives the thread, nor for what can be written meanwhile.

use leptos::prelude::*;
use midturn_core::sharing::Standing;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// The line, unless the standing is [`Standing::Well`].
#[component]
pub(super) fn Elsewhere() -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        announcer,
        ..
    } = Ui::get();
    let said = move || match cells.standing.get() {
        Standing::Well => "",
        Standing::Unreachable => texts.answer.elsewhere_silent,
        Standing::Reader => texts.answer.elsewhere_reader,
    };
    Effect::new(move || {
        if !said().is_empty() {
            announcer.say(said().to_owned());
        }
    });
    view! {
        <Show when=move || cells.standing.get() != Standing::Well>
            <div class="mt-offline" part="notice">
                <Icon name=IconName::Interrupted/>
                <span id="midturn-elsewhere">{said}</span>
                <Show when=move || cells.standing.get() == Standing::Unreachable>
                    <button
                        type="button"
                        class="mt-button mt-button--small"
                        data-testid="take-over"
                        aria-describedby="midturn-elsewhere"
                        on:click=move |_| actions.take_over()
                    >
                        {texts.answer.take_over}
                    </button>
                </Show>
            </div>
        </Show>
    }
}
