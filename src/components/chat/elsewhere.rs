//! A line that says that the thread is in another tab, where the person has to know.
//!
//! Not responsible for who drives the thread, nor for what can be written meanwhile.

use leptos::prelude::*;
use midturn_core::sharing::Standing;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// The line, while there is something to say.
#[component]
pub(super) fn Elsewhere() -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let said = move || match cells.standing.get() {
        Standing::Well => "",
        Standing::Unreachable => texts.answer.elsewhere_silent,
        Standing::Reader => texts.answer.elsewhere_reader,
    };
    view! {
        <Show when=move || cells.standing.get() != Standing::Well>
            <p class="mt-offline" id="midturn-elsewhere" role="status">
                <Icon name=IconName::Interrupted/>
                <span>{said}</span>
            </p>
        </Show>
    }
}
