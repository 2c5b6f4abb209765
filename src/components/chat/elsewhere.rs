//! A line that says that another tab drives the thread, if the person has to know.
//!
//! Not responsible for which tab drives the thread, nor for what can be written meanwhile.

use leptos::prelude::*;
use midturn_core::sharing::Standing;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// The line, unless the standing is [`Standing::Well`].
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
            <p class="mt-offline" part="notice" id="midturn-elsewhere" role="status">
                <Icon name=IconName::Interrupted/>
                <span>{said}</span>
            </p>
        </Show>
    }
}
