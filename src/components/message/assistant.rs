//! The agent's messages in one turn, in the order in which they happened: each is a stretch of
//! activities and the text after it. The last has the turn's outcome.
//!
//! Not responsible for whether the activities are a running card or a stream; the core attaches the
//! card.

use leptos::html::Article;
use leptos::prelude::*;
use midturn_core::transcript::Outcome;

use super::actions::AnswerActions;
use super::approvals::Approvals;
use super::decisions::{Decisions, use_decided};
use super::outcome::OutcomeNote;
use super::partial::{PartialMark, WaysOn};
use crate::components::Ui;
use crate::components::activity::{ActivityStream, Place, Stretch, parts, use_place};
use crate::components::answer::AnswerText;
use crate::components::drawn::Drawn;
use crate::components::running_card::RunningCard;
use crate::state::{TurnSignals, TurnView};
use web_sys::Element;

/// The agent's side of a turn.
#[component]
pub fn AssistantMessages(
    /// The turn.
    turn: TurnSignals,
) -> impl IntoView {
    let place = use_place(turn);
    let count = Memo::new(move |_| parts(turn, place));
    view! {
        <For
            each=move || 0..count.get()
            key=|index| *index
            children=move |index| view! { <AssistantMessage turn index count place/> }
        />
    }
}

/// One message of the agent.
#[component]
fn AssistantMessage(
    turn: TurnSignals,
    /// Its place among the messages of the turn.
    index: usize,
    /// The number of messages of the turn.
    count: Memo<usize>,
    place: Memo<Place>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let stretch = Stretch::new(turn, index, place);
    let last = Memo::new(move |_| index + 1 == count.get());
    let live = Memo::new(move |_| last.get() && turn.view.with(|view| view.outcome.is_none()));
    let cut = Memo::new(move |_| last.get() && turn.view.with(is_cut));
    let bare = Memo::new(move |_| stretch.is_bare());
    let decided = use_decided(turn);
    let after = index.checked_sub(1).and_then(|before| {
        let all = turn.texts.read_untracked();
        all.get(before).map(|text| text.id.clone())
    });
    let text = Memo::new(move |_| turn.texts.with(|all| all.len() > index));
    let article = NodeRef::<Article>::new();
    Effect::new(move || {
        if let Some(article) = article.get() {
            number(&article);
        }
    });
    view! {
        <article
            class="mt-assistant"
            class=("mt-assistant--bare", bare)
            part="message-agent"
            data-testid="assistant-message"
            aria-label=texts.message_agent
            data-live=live
            node_ref=article
        >
            <Activities stretch/>
            <Drawn stretch/>
            <Decisions turn decided after/>
            // A screen reader goes from the heading of the person's message to that of the answer.
            <Show when=move || last.get() && text.get()>
                <h3 class="mt-visually-hidden">{texts.message_agent}</h3>
            </Show>
            {move || {
                text.get();
                let text = turn.texts.with_untracked(|all| all.get(index).cloned())?;
                Some(view! { <AnswerText turn=turn.id.get_value() text grows=live cut/> })
            }}
            <Show when=move || last.get()>
                <End turn reserved=move || text.get() && !bare.get()/>
            </Show>
        </article>
    }
}

/// Whether a turn that ended like this has a text that may break off.
fn is_cut(view: &TurnView) -> bool {
    match &view.outcome {
        Some(Outcome::Cancelled(_) | Outcome::Failed(_) | Outcome::Interrupted(_)) => true,
        Some(Outcome::Completed) => view.limit.is_some(),
        Some(Outcome::Waiting(_)) | None => false,
    }
}

/// How the turn ended, and what can be done then.
#[component]
fn End(
    turn: TurnSignals,
    /// Whether the row of actions has its place while the turn goes on. Below a text without steps,
    /// the card is in that place.
    #[prop(into)]
    reserved: Signal<bool>,
) -> impl IntoView {
    let waits = move || {
        turn.view
            .with(|view| matches!(view.outcome, Some(Outcome::Waiting(_))))
    };
    view! {
        <PartialMark turn/>
        <Show when=waits>
            <Approvals turn/>
        </Show>
        <OutcomeNote turn/>
        <WaysOn turn/>
        <AnswerActions turn reserved/>
    }
}

/// The running card while it is attached to this turn and its place is here, else the activity
/// stream.
#[component]
fn Activities(stretch: Stretch) -> impl IntoView {
    let Ui {
        cells, expanded, ..
    } = Ui::get();
    let attached = Memo::new(move |_| {
        let id = stretch.turn.id.get_value();
        stretch.is_last() && cells.card.with(|view| view.turn == Some(id))
    });
    // Steps that the person has open stay open when the card goes: nothing jumps.
    let was_here = StoredValue::new(false);
    move || {
        if attached.get() {
            was_here.set_value(true);
            view! { <RunningCard stretch/> }.into_any()
        } else {
            let open = was_here.get_value() && expanded.get_untracked();
            view! { <ActivityStream stretch open/> }.into_any()
        }
    }
}

/// Numbers a message that came after the list of messages was numbered: as the turn's others are.
fn number(article: &Element) {
    let Some(before) = article.previous_element_sibling() else {
        return;
    };
    for name in ["aria-posinset", "aria-setsize"] {
        if let Some(value) = before.get_attribute(name) {
            // It fails only for invalid names.
            let _ = article.set_attribute(name, &value);
        }
    }
}
