//! The text, delivery status and possible actions of an interjection, in words.

use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::transcript::{Activity, ActivityKind, Delivery, Interjection, Undelivered};

use crate::i18n::Catalogue;
use crate::state::ActivityCell;

/// An interjection as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InterjectionView {
    pub(super) id: MessageId,
    pub(super) text: String,
    pub(super) status: &'static str,
    pub(super) line: String,
    /// The same with the agent's step, if the backend told it.
    pub(super) at_step: Option<String>,
    /// Whether it can be edited and taken back.
    pub(super) changeable: bool,
    /// Whether it can become a queued prompt.
    pub(super) queueable: bool,
}

/// The CSS selector of one interjection within its turn.
pub(super) fn mark(id: &MessageId) -> String {
    format!(".mt-said[data-message={}]", css_string(id.as_str()))
}

/// Quotes a text as a CSS string.
fn css_string(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\a "))
}

/// Describes an interjection. While the run is being stopped, the interjection cannot be queued,
/// because the agent may still receive it.
pub(super) fn read(
    texts: &Catalogue,
    all: &[ActivityCell],
    activity: &Activity,
    stopping: bool,
) -> InterjectionView {
    match &activity.kind {
        ActivityKind::Interjection(said) => InterjectionView {
            id: said.id.clone(),
            text: said.wanted().to_owned(),
            status: said.delivery.name(),
            line: line(texts, all, said),
            at_step: at_step(texts, all, said),
            changeable: said.is_changeable(),
            queueable: said.is_stranded() && !stopping,
        },
        _ => InterjectionView {
            id: activity.id.as_str().into(),
            text: String::new(),
            status: "",
            line: String::new(),
            at_step: None,
            changeable: false,
            queueable: false,
        },
    }
}

/// The delivery status in words.
pub(super) fn line(texts: &Catalogue, all: &[ActivityCell], said: &Interjection) -> String {
    let agent = || agent(texts, all, said);
    match (&said.delivery, &said.revision) {
        (Delivery::Undelivered(why), _) => match why {
            Undelivered::Queued => texts.speak.said_queued,
            Undelivered::Stopped => texts.speak.said_stopped,
            Undelivered::Unreachable => texts.speak.said_unreachable,
            Undelivered::Ended => texts.speak.said_ended,
        }
        .to_owned(),
        (Delivery::Delivered { .. }, _) => texts.speak.said_delivered(&agent()),
        (_, Some(held)) if held.back => texts.speak.said_going_back.to_owned(),
        (_, Some(_)) => texts.speak.said_changing.to_owned(),
        (
            Delivery::Unsent | Delivery::Sending { .. } | Delivery::InRequest | Delivery::Unheard,
            None,
        ) => texts.speak.said_sending.to_owned(),
        (Delivery::AfterAnswer, None) => texts.control.said_after_answer.to_owned(),
        (Delivery::Held, None) => texts.speak.said_held.to_owned(),
        (Delivery::Accepted, None) if said.fell_back => texts.speak.said_fell_back(&agent()),
        (Delivery::Accepted, None) => texts.speak.said_waiting(&agent()),
    }
}

/// The status of a delivered interjection with the step at which its agent got it.
pub(super) fn at_step(
    texts: &Catalogue,
    all: &[ActivityCell],
    said: &Interjection,
) -> Option<String> {
    match said.delivery {
        Delivery::Delivered { step } => Some(
            texts
                .speak
                .said_delivered_at(&agent(texts, all, said), step?),
        ),
        _ => None,
    }
}

/// The name of the recipient.
pub(super) fn agent(texts: &Catalogue, all: &[ActivityCell], said: &Interjection) -> String {
    let named = said.target.agent().and_then(|id| {
        let cell = all.iter().find(|cell| cell.id == *id)?;
        cell.activity.with(|held| match &held.kind {
            ActivityKind::Subagent { name, .. } => Some(name.clone()),
            _ => None,
        })
    });
    named.unwrap_or_else(|| texts.speak.main_agent.to_owned())
}
