//! An answer in words, to a question that is no approval.
//!
//! Not responsible for yes and no (see `form`).

use midturn_core::transcript::{Answer, AnswerDraft};
use web_sys::{CompositionEvent, Event, HtmlElement, HtmlInputElement, KeyboardEvent};

use super::question::Question;
use crate::components::button;
use crate::dom::{El, el};
use crate::hooks::{Enter, Ime};
use crate::reactive::Signal;

/// One line, and a button that sends it.
pub(super) fn reply(question: &Question) -> El {
    let texts = question.ui.texts;
    let input = el("input")
        .class("mt-approval__field")
        .attr("data-testid", "approval-reply")
        .attr("type", "text")
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .attr("aria-label", texts.control.reply_label)
        .attr("placeholder", texts.control.reply_label);
    let field: HtmlInputElement = input.cast();
    let text = question.draft().text;
    field.set_value(&text);
    let blank = Signal::new(text.trim().is_empty());
    let give = {
        let (question, field) = (question.clone(), field.clone());
        move || {
            let said = field.value();
            if !said.trim().is_empty() {
                let json = (question.ui.json.quote)(&said);
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
    let (ime, sender) = (Ime::new(), send.cast::<HtmlElement>());
    let kept = question.clone();
    let ended = ime.clone();
    let input = input
        .live("disabled", move || late.is_expired())
        .on("input", move |_: Event| {
            let text = field.value();
            blank.set_if_new(text.trim().is_empty());
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
