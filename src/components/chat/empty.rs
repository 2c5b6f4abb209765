//! What a conversation shows before its first message.
//!
//! Not responsible for when.

use leptos::prelude::*;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// A short welcome that says what can be done here.
#[component]
pub fn Empty() -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <div class="mt-empty">
            <Icon name=IconName::Logo/>
            <h2 class="mt-empty__title">{texts.empty_title}</h2>
            <p class="mt-empty__body">{texts.empty_body}</p>
        </div>
    }
}
