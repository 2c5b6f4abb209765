//! How a question of the agent was resolved, in words: the person's answer, or why it is closed.

use midturn_core::transcript::{Answer, Asked, Closed};

use crate::i18n::Catalogue;

/// An answer in words, followed by its reason or reply.
pub fn resolution_text(texts: &Catalogue, answer: &Answer) -> String {
    let (words, said) = match answer {
        Answer::Approved { arguments: None } => (texts.control.answered_approved, ""),
        Answer::Approved { arguments: Some(_) } => (texts.control.answered_edited, ""),
        Answer::Denied { reason } => (
            texts.control.answered_denied,
            reason.as_deref().unwrap_or_default(),
        ),
        Answer::Reply(json) => (texts.control.answered_reply, json.as_str()),
        Answer::Abandoned => (texts.control.answered_abandoned, ""),
    };
    with_details(texts, words, said)
}

/// The outcome of a question: why it is closed, or its answer.
pub(super) fn question_outcome(
    texts: &Catalogue,
    answer: Option<&Answer>,
    asked: &Asked,
) -> Option<String> {
    match (asked.closed, answer) {
        (Some(why), _) => Some(closed_text(texts, why).to_owned()),
        (None, Some(answer)) => Some(resolution_text(texts, answer)),
        (None, None) => None,
    }
}

/// Why a question that was not answered here is closed.
pub fn closed_text(texts: &Catalogue, why: Closed) -> &'static str {
    match why {
        Closed::Replaced => texts.control.closed_replaced,
        Closed::Stopped => texts.control.closed_stopped,
        Closed::Overtaken => texts.control.closed_overtaken,
        Closed::Elsewhere => texts.control.closed_elsewhere,
    }
}

/// Words, followed by the details if there are any.
pub fn with_details(texts: &Catalogue, words: &str, details: &str) -> String {
    if details.is_empty() {
        words.to_owned()
    } else {
        format!("{words}{}", texts.control.details.of(details))
    }
}
