//! What an agent may not do, or does not know, before the person has answered: one block for each
//! question of a turn that waits.
//!
//! Not responsible for sending the answers: the core does, once all are given, and until then each
//! can be changed.

mod arguments;
mod call;
mod diff;
mod edit;
mod expiry;
mod form;
mod question;
mod reply;

use leptos::prelude::*;
use midturn_core::transcript::{Failure, Outcome};
use web_sys::Node;

use crate::components::activity::with_details;
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{El, choose, each, el};
use crate::hooks::later_effect;
use crate::state::TurnCell;
use call::call;
use expiry::time_left;
use form::form;
use question::Question;
use reply::reply;

/// The open questions of a turn.
pub(super) fn approvals(ui: &Ui, turn: &TurnCell) -> El {
    let view = turn.view.clone();
    let ids = move || {
        view.with(|view| match &view.outcome {
            Some(Outcome::Waiting(open)) => open.iter().map(|held| held.id.clone()).collect(),
            Some(
                Outcome::Completed
                | Outcome::Cancelled(_)
                | Outcome::Failed(_)
                | Outcome::Interrupted(_),
            )
            | None => Vec::new(),
        })
    };
    let (shared, turn) = (ui.clone(), turn.clone());
    let rows = each(ids, move |id| {
        let question = Question::new(&shared, &turn, id)?;
        Some(block(&question).into())
    });
    el("div").class("mt-approvals").child(rows).child(
        el("p")
            .class("mt-approvals__hint")
            .text(ui.texts.waiting_body),
    )
}

fn block(question: &Question) -> El {
    let (ui, texts) = (&question.ui, question.ui.texts);
    let (name, heading) = match &question.tool {
        Some((tool, _)) => (
            texts.control.approval_label.of(tool),
            el("strong")
                .class("mt-approval__tool")
                .attr("dir", "ltr")
                .text(tool),
        ),
        None => (
            texts.control.question_label.to_owned(),
            el("strong").text(texts.control.question_label),
        ),
    };
    let head = el("div")
        .class("mt-approval__head")
        .child(icon(IconName::Approval))
        .child(heading)
        .child(time_left(question));
    let mut block = el("div")
        .class("mt-approval")
        .attr("data-testid", "approval")
        .attr("role", "group")
        .attr("aria-label", &name)
        .child(head);
    if let Some(said) = question.said() {
        block = block.child(
            el("p")
                .class("mt-approval__message")
                .attr("dir", "auto")
                .text(said),
        );
    }
    if let Some((_, arguments)) = &question.tool {
        block = block.child(call(ui, arguments));
    }
    if let Some(more) = question.more() {
        block = block.child(call(ui, more));
    }
    block = block.child(refusal(question));
    let (asked, drawn) = (question.clone(), question.clone());
    block.child(choose(
        move || asked.settled(),
        move |settled| {
            Some(match settled {
                Some(answer) => answered(&drawn, &answer).into(),
                None if drawn.wants_words() => reply(&drawn).into(),
                None => form(&drawn).into(),
            })
        },
    ))
}

/// Why the question is open again.
fn refusal(question: &Question) -> Node {
    let (asked, texts) = (question.clone(), question.ui.texts);
    choose(
        move || asked.refusal(),
        move |refused| {
            let words = match refused? {
                Outcome::Failed(failure) => {
                    let why = match failure {
                        Failure::Agent(error) => error.message,
                        Failure::Refused { status, body } => {
                            ["HTTP ", &status.to_string(), " ", &body].concat()
                        }
                        Failure::Unreachable(message)
                        | Failure::NotAStream(message)
                        | Failure::Foreign { message, .. } => message,
                    };
                    with_details(texts, texts.control.answer_refused, why.trim())
                }
                Outcome::Completed
                | Outcome::Cancelled(_)
                | Outcome::Interrupted(_)
                | Outcome::Waiting(_) => texts.control.answer_unknown.to_owned(),
            };
            let line = el("p")
                .class("mt-approval__bad")
                .attr("data-testid", "approval-refused")
                .attr("dir", "auto")
                .text(&words);
            Some(line.into())
        },
    )
}

/// An answer that waits for the others.
fn answered(question: &Question, answer: &str) -> El {
    let texts = question.ui.texts;
    let changed = question.clone();
    let change = button("mt-button mt-button--small", move || changed.change())
        .attr("data-testid", "approval-change")
        .text(texts.control.answer_change);
    if question.was_given_here() {
        let target: web_sys::HtmlElement = change.cast();
        later_effect(move || {
            let _ = target.focus();
        });
    }
    el("div")
        .class("mt-approval__bar")
        .child(
            el("p")
                .class("mt-approval__answer")
                .child(icon(IconName::Check))
                .child(el("strong").attr("dir", "auto").text(answer))
                .child(el("span").text(texts.control.answer_waits)),
        )
        .child(change)
}
