//! An answer in words, to a question that is no approval.
//!
//! Not responsible for yes and no (see `form`).

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use midturn_core::transcript::{Answer, AnswerDraft};
use web_sys::{CompositionEvent, Event, HtmlElement, HtmlInputElement, KeyboardEvent};

use super::question::Question;
use crate::components::button;
use crate::dom::{El, el};
use crate::hooks::{Enter, Ime};

/// One line, and a button that sends it.
pub(super) fn reply(question: &Question) -> El {
    let texts = question.ui.texts;
    let label = if question.wants_json() {
        texts.control.reply_json
    } else {
        texts.control.reply_label
    };
    let input = el("input")
        .class("mt-approval__field")
        .attr("data-testid", "approval-reply")
        .attr("type", "text")
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .attr("aria-label", label)
        .attr("placeholder", label);
    let field: HtmlInputElement = input.cast();
    let text = question.draft().text;
    field.set_value(&text);
    let blank = ArcRwSignal::new(answer(question, &text).is_none());
    let give = {
        let (question, field) = (question.clone(), field.clone());
        move || {
            if let Some(json) = answer(&question, &field.value()) {
                question.give(Answer::Reply(json));
            }
        }
    };
    let (without, expired, late) = (blank.clone(), question.clone(), question.clone());
    let send = button(
        "mt-button mt-button--small mt-button--primary",
        give.clone(),
    )
    .live("disabled", move || without.get() || expired.is_expired())
    .text(texts.send);
    let judged = question.clone();
    let (ime, sender) = (Ime::new(), send.cast::<HtmlElement>());
    let kept = question.clone();
    let ended = ime.clone();
    let input = input
        .live("disabled", move || late.is_expired())
        .on("input", move |_: Event| {
            let text = field.value();
            blank.set_if_new(answer(&judged, &text).is_none());
            kept.keep(AnswerDraft {
                text,
                ..AnswerDraft::default()
            });
        })
        .on("keydown", move |event: KeyboardEvent| {
            if ime.enter(&event) == Enter::Submit {
                event.prevent_default();
                // The field goes; a button that goes hands the focus on.
                let _ = sender.focus();
                give();
            }
        })
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        });
    el("div").class("mt-approval__bar").child(input).child(send)
}

/// What was written as a JSON value; none where it is none, or nothing.
fn answer(question: &Question, said: &str) -> Option<String> {
    let json = &question.ui.json;
    if !question.wants_json() {
        return (!said.trim().is_empty()).then(|| (json.quote)(said));
    }
    // The one field of an object can be any value.
    let fields = (json.fields)(&["{\"value\":", said, "}"].concat())?;
    (fields.len() == 1).then(|| said.trim().to_owned())
}
