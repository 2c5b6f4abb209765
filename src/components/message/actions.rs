//! The row below an answer: what one does with the answer.
//!
//! The row has its place as soon as the text below the steps begins, so that nothing moves when its
//! buttons come. It is as high as the folded running card, which may stand there before.

mod copied;
mod copy;
mod html;
mod more;
mod rate;
mod retry;

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::transcript::Outcome;

use crate::components::icon::{Icon, IconName};
use crate::components::{Part, Ui, flag, object_named};
use crate::part::Make;
use crate::state::TurnSignals;
use copy::Copy;
use more::More;
use rate::Rate;
use retry::Retry;

crate::part! {
    in answer_actions
    fn buttons() -> Make<ButtonsProps> { |props| Buttons(props).into_any() }
}

/// The row of a turn that has a text. Its buttons come when the turn is over.
#[component]
pub(super) fn AnswerActions(
    turn: TurnSignals,
    /// Whether the row has its place while the turn goes on.
    reserved: Signal<bool>,
) -> impl IntoView {
    let Ui {
        texts,
        cells,
        rested,
        ..
    } = Ui::get();
    let label = texts.reading.toolbar;
    let row = NodeRef::<Div>::new();
    let spoken = Memo::new(move |_| turn.texts.with(|texts| !texts.is_empty()));
    let over = Memo::new(move |_| {
        turn.view.with(|view| {
            let outcome = view.outcome.as_ref();
            outcome.is_some_and(|outcome| !matches!(outcome, Outcome::Waiting(_)))
        })
    });
    let last = move || turn.id.with_value(|id| cells.is_last(id));
    let props = Callback::new(move |()| ButtonsProps { turn, row });
    view! {
        <Show when=move || spoken.get() && (over.get() || reserved.get())>
            <div
                class="mt-acts"
                role=move || over.get().then_some("toolbar")
                aria-label=move || over.get().then(|| named(turn, label))
                data-last=move || last().then_some("")
                node_ref=row
            >
                <Show when=move || over.get() && rested.get()>
                    <Part load=buttons props quiet=true/>
                </Show>
            </div>
        </Show>
    }
}

#[component]
fn Buttons(turn: TurnSignals, row: NodeRef<Div>) -> impl IntoView {
    let feedback = Ui::get().feedback;
    view! {
        <Copy turn row/>
        <Retry turn/>
        <Show when=move || feedback.get()>
            <Rate turn/>
        </Show>
        <More turn/>
    }
}

/// The texts of a turn, as the agent wrote them.
fn source(turn: TurnSignals) -> String {
    turn.texts.with_untracked(|texts| {
        let texts = texts.iter().map(|held| held.text.get_untracked());
        texts.collect::<Vec<_>>().join("\n\n")
    })
}

/// The accessible name of an action on this answer.
fn named(turn: TurnSignals, action: &str) -> String {
    let source = source(turn);
    let object = source.trim_start_matches(|c: char| !c.is_alphanumeric());
    object_named(Ui::get().texts, action, object)
}

/// A button of the row.
#[component]
fn Act(
    turn: TurnSignals,
    testid: &'static str,
    #[prop(into)] action: Signal<&'static str>,
    #[prop(into)] icon: Signal<IconName>,
    /// Whether the button is pressed, if it is one that stays pressed.
    #[prop(optional)]
    pressed: Option<Memo<bool>>,
    press: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button mt-button--small mt-button--icon mt-button--quiet"
            part="message-button"
            data-testid=testid
            aria-label=move || named(turn, action.get())
            title=action
            aria-pressed=move || pressed.map(|pressed| flag(pressed.get()))
            on:click=move |_| press.run(())
        >
            {move || view! { <Icon name=icon.get()/> }}
        </button>
    }
}
