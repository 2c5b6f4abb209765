//! The time until which a question can be answered.
//!
//! Not responsible for what the backend does with an answer that is late.

use leptos::prelude::*;
use midturn_core::time::Millis;

use crate::components::Ui;
use crate::hooks::{read_time, use_now};

const MINUTE: Millis = 60_000;

/// When a question expires, and a signal of the current time.
#[derive(Clone, Copy)]
pub(super) struct Expiry {
    at: Millis,
    now: RwSignal<Millis>,
}

impl Expiry {
    /// Reads a backend's time. `None` if the text is no time: the question then never expires.
    pub(super) fn read(text: &str) -> Option<Self> {
        let at = read_time(text)?;
        Some(Self { at, now: use_now() })
    }

    pub(super) fn is_over(&self) -> bool {
        self.now.get() >= self.at
    }

    pub(super) fn is_over_untracked(&self) -> bool {
        self.now.get_untracked() >= self.at
    }

    /// The time left, rounded down to whole minutes until the last minute.
    fn left(&self) -> Millis {
        let left = self.at.saturating_sub(self.now.get());
        if left < MINUTE {
            left
        } else {
            left - left % MINUTE
        }
    }
}

/// The time left; empty for a question that does not expire. Announces its end.
#[component]
pub(super) fn TimeLeft(expiry: Option<Expiry>) -> impl IntoView {
    let Ui {
        texts, announcer, ..
    } = Ui::get();
    let over = Memo::new(move |_| expiry.is_some_and(|expiry| expiry.is_over()));
    Effect::new(move |before: Option<bool>| {
        let now = over.get();
        if before == Some(false) && now {
            announcer.say(texts.control.expired.to_owned());
        }
        now
    });
    let said = Memo::new(move |_| {
        let expiry = expiry?;
        Some(if expiry.is_over() {
            texts.control.expired.to_owned()
        } else {
            let left = texts.duration(expiry.left());
            texts.control.expires_in.of(&left)
        })
    });
    view! {
        <span class="mt-approval__expiry" data-testid="approval-expiry">
            {said}
        </span>
    }
}
