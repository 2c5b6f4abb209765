//! The top of a thread whose past is elsewhere: that more is fetched, or could not be.
//!
//! Not responsible for fetching it. More is asked for when the reader nears the top.

use leptos::prelude::*;
use midturn_core::conversation::PastState;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// What there is to say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    Loading,
    Failed,
}

impl Said {
    fn of(past: &PastState) -> Self {
        match past {
            // The line is there as long as there may be more: it does not come and go with pages.
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
    let said = Memo::new(move |_| cells.past.with(Said::of));
    move || match said.get() {
        Said::Nothing => ().into_any(),
        Said::Loading => view! {
            <p class="mt-past" data-testid="past">
                {texts.reading.past_loading}
            </p>
        }
        .into_any(),
        Said::Failed => view! { <Failed/> }.into_any(),
    }
}

#[component]
fn Failed() -> impl IntoView {
    let Ui { texts, actions, .. } = Ui::get();
    view! {
        <p class="mt-past" data-testid="past">
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
