//! Until when a question can be answered.
//!
//! Not responsible for what its backend makes of an answer that comes too late.

use leptos::prelude::*;
use midturn_core::time::Millis;

use super::question::Question;
use crate::dom::{El, el};
use crate::hooks::{read_time, use_now};

const MINUTE: Millis = 60_000;

/// When a question expires, and the time.
#[derive(Clone)]
pub(super) struct Expiry {
    at: Millis,
    now: ArcRwSignal<Millis>,
}

impl Expiry {
    /// Reads a time as backends write it; none for what is no time, which expires nothing.
    pub(super) fn read(text: &str) -> Option<Self> {
        let at = read_time(text)?;
        Some(Self {
            at,
            now: use_now().into(),
        })
    }

    pub(super) fn is_over(&self) -> bool {
        self.now.get() >= self.at
    }

    pub(super) fn is_over_untracked(&self) -> bool {
        self.now.get_untracked() >= self.at
    }

    /// What is left, to the minute while there are any.
    fn left(&self) -> Millis {
        let left = self.at.saturating_sub(self.now.get());
        if left < MINUTE {
            left
        } else {
            left - left % MINUTE
        }
    }
}

/// The time left; empty for a question that does not expire.
pub(super) fn time_left(question: &Question) -> El {
    let (texts, expiry) = (question.ui.texts, question.expiry.clone());
    el("span")
        .class("mt-approval__expiry")
        .attr("data-testid", "approval-expiry")
        .live_text(move || {
            expiry.as_ref().map(|expiry| {
                if expiry.is_over() {
                    texts.control.expired.to_owned()
                } else {
                    texts
                        .control
                        .expires_in
                        .of(&(texts.duration)(expiry.left()))
                }
            })
        })
}
