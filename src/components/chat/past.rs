//! The line at the top of a thread whose older messages are fetched from elsewhere: loading or
//! failed.
//!
//! Fetches more messages when the reader nears the top.

use leptos::prelude::*;
use midturn_core::history::PastState;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// What the line says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PastStatus {
    Nothing,
    Loading,
    Failed,
}

impl PastStatus {
    fn of(past: &PastState) -> Self {
        match past {
            // Shown as long as there may be more, so that the line does not flicker between two
            // fetches.
            PastState::Asked { .. } | PastState::More => Self::Loading,
            PastState::Failed => Self::Failed,
            PastState::Unasked | PastState::Complete => Self::Nothing,
        }
    }
}

/// The line at the top.
#[component]
pub(super) fn Past() -> impl IntoView {
    let Ui {
        texts,
        cells,
        scroll,
        actions,
        ..
    } = Ui::get();
    Effect::new(move || {
        let more = cells.past.with(|past| *past == PastState::More);
        if scroll.near_top.get() && more {
            actions.past();
        }
    });
    let status = Memo::new(move |_| cells.past.with(PastStatus::of));
    move || match status.get() {
        PastStatus::Nothing => ().into_any(),
        PastStatus::Loading => view! {
            <p class="mt-past" part="notice" data-testid="past">
                {texts.reading.past_loading}
            </p>
        }
        .into_any(),
        PastStatus::Failed => view! { <Failed/> }.into_any(),
    }
}

#[component]
fn Failed() -> impl IntoView {
    let Ui { texts, actions, .. } = Ui::get();
    view! {
        <p class="mt-past" part="notice" data-testid="past">
            <Icon name=IconName::Error/>
            <span role="alert">{texts.reading.past_failed}</span>
            <button
                type="button"
                class="mt-button mt-button--small"
                data-testid="past-again"
                on:click=move |_| actions.past()
            >
                {texts.reading.past_again}
            </button>
        </p>
    }
}
