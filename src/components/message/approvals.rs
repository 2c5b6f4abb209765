//! The agent's open questions and requests for approval: one block for each, under a waiting turn.
//!
//! Not responsible for sending the answers: the core sends them once all are given. Until then,
//! each answer can be changed.

mod arguments;
mod call;
mod diff;
mod edit;
mod editing;
mod expiry;
mod fields;
mod form;
mod keys;
mod pretty;
mod question;
mod reason;
mod reply;
mod visible;

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::run_event::Interrupt;
use midturn_core::transcript::{Failure, Outcome};

use crate::components::activity::with_details;
use crate::components::icon::{Icon, IconName};
use crate::components::{Part, Ui};
use crate::i18n::Catalogue;
use crate::part::Make;
use crate::state::{TurnSignals, TurnView};
use call::Call;
use expiry::TimeLeft;
use form::Form;
use question::Question;
use reply::Reply;
use visible::visible;

crate::part! {
    in control
    fn questions() -> Make<QuestionsProps> { |props| Questions(props).into_any() }
}

/// The open questions of a turn. A part of the program, because many agents never ask.
#[component]
pub(super) fn Approvals(turn: TurnSignals) -> impl IntoView {
    let props = Callback::new(move |()| QuestionsProps { turn });
    view! { <Part load=questions props/> }
}

#[component]
fn Questions(turn: TurnSignals) -> impl IntoView {
    crate::styled_by!("approval.css");
    view! {
        <div class="mt-approvals">
            <For
                each=move || turn.view.with(open)
                key=|interrupt| interrupt.id.clone()
                children=move |interrupt| {
                    view! { <Approval question=Question::new(turn, interrupt)/> }
                }
            />
        </div>
    }
}

fn open(view: &TurnView) -> Vec<Interrupt> {
    match &view.outcome {
        Some(Outcome::Waiting(open)) => open.clone(),
        Some(
            Outcome::Completed
            | Outcome::Cancelled(_)
            | Outcome::Failed(_)
            | Outcome::Interrupted(_),
        )
        | None => Vec::new(),
    }
}

/// One question.
#[component]
fn Approval(question: Question) -> impl IntoView {
    let texts = Ui::get().texts;
    let title = visible(question.title());
    let (tool, arguments) = question.tool.get_value().unzip();
    // A title in the backend's words may not name the tool.
    let tool = tool.map(visible);
    let tool = tool.filter(|tool| !title.contains(tool)).map(|tool| {
        view! {
            <code class="mt-approval__path" dir="ltr">
                {tool}
            </code>
        }
    });
    let facts = arguments.or_else(|| question.more());
    let facts = facts.map(|arguments| view! { <Call arguments title=title.clone()/> });
    let name = title.clone();
    let settled = Memo::new(move |_| question.settled(texts));
    view! {
        <div class="mt-approval" part="approval" data-testid="approval" role="group" aria-label=name>
            <div class="mt-approval__head" part="approval-header">
                <strong class="mt-approval__title" dir="auto">
                    {title}
                </strong>
                <TimeLeft expiry=question.expiry/>
            </div>
            {tool}
            {facts}
            <Refusal question/>
            {move || match settled.get() {
                Some(answer) => view! { <Answered question answer/> }.into_any(),
                None if question.wants_words() => view! { <Reply question/> }.into_any(),
                None => {
                    let reply = question.takes_words().then(|| view! { <Reply question/> });
                    view! {
                        <Form question/>
                        {reply}
                    }
                        .into_any()
                }
            }}
        </div>
    }
}

/// Why the question is open again after an answer.
#[component]
fn Refusal(question: Question) -> impl IntoView {
    let texts = Ui::get().texts;
    let refusal = Memo::new(move |_| question.refusal().map(|outcome| why(texts, outcome)));
    move || {
        refusal.get().map(|why| {
            view! {
                <p class="mt-approval__bad" data-testid="approval-refused" dir="auto">
                    {why}
                </p>
            }
        })
    }
}

/// Says how the run that should have delivered the answer ended.
fn why(texts: &Catalogue, refused: Outcome) -> String {
    match refused {
        Outcome::Failed(failure) => {
            let message = failure.message();
            let why = match failure {
                Failure::Refused { status, .. } => format!("HTTP {status} {message}"),
                Failure::Agent(_)
                | Failure::Unreachable(_)
                | Failure::NotAStream(_)
                | Failure::Foreign { .. } => message.to_owned(),
            };
            with_details(texts, texts.control.answer_refused, why.trim())
        }
        Outcome::Completed
        | Outcome::Cancelled(_)
        | Outcome::Interrupted(_)
        | Outcome::Waiting(_) => texts.control.answer_unknown.to_owned(),
    }
}

/// An answer that waits until all other questions are answered.
#[component]
fn Answered(question: Question, answer: String) -> impl IntoView {
    let texts = Ui::get().texts;
    let change = NodeRef::<Button>::new();
    Effect::new(move || {
        if let Some(change) = change.get()
            && question.was_given_here()
        {
            let _ = change.focus();
        }
    });
    view! {
        <div class="mt-approval__bar">
            <p class="mt-approval__answer">
                <Icon name=IconName::Check/>
                <strong dir="auto">{answer}</strong>
                <span>{texts.control.answer_waits}</span>
            </p>
            <button
                type="button"
                class="mt-button mt-button--small"
                part="approval-button"
                data-testid="approval-change"
                node_ref=change
                on:click=move |_| question.change()
            >
                {texts.control.answer_change}
            </button>
        </div>
    }
}
