//! A person's answer in words.
//!
//! Not responsible for giving one (see `message::approvals`).

use midturn_core::transcript::Answer;

use crate::i18n::Catalogue;

/// What was answered, with what was said.
pub fn answer_text(texts: &Catalogue, answer: &Answer) -> String {
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

/// Words, followed by their details where there are any.
pub(super) fn with_details(texts: &Catalogue, words: &str, details: &str) -> String {
    if details.is_empty() {
        words.to_owned()
    } else {
        [words, texts.control.colon, details].concat()
    }
}
