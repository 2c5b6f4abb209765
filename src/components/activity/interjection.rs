//! An interjection: the person's message to an agent inside a turn, and its delivery.
//!
//! While the list of activities is open, an interjection is drawn in the list, under its agent.
//! Otherwise it is drawn on its own. Both are in the same part of the program.

mod editor;

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::input::{EditInput, InterjectionInput};
use midturn_core::transcript::Activity;

use super::interjection_view::{InterjectionView, read};
use super::stretch::Stretch;
use super::tree::depth;
use crate::components::icon::{Icon, IconName};
use crate::components::{Fold, Part, Ui};
use crate::hooks::focus_after_edit;
use crate::part::Make;
use crate::state::{ActivityCell, TurnSignals};
use editor::Editor;

crate::part! {
    in turn
    fn said() -> Make<SaidProps> { |props| Said(props).into_any() }
}

/// One interjection, as a row of the list.
#[component]
pub(super) fn InterjectionRow(
    /// The turn.
    turn: TurnSignals,
    /// The interjection.
    cell: ActivityCell,
) -> impl IntoView {
    let activity = RwSignal::from(cell.activity.clone());
    let depth = move || turn.activities.with(|all| depth(all, &cell));
    view! {
        <li
            class="mt-activity"
            part="activity"
            data-testid="activity"
            data-kind="interjection"
            data-status=move || activity.with(|held| held.status.name())
            data-depth=depth
        >
            <MessageContent turn activity/>
        </li>
    }
}

/// The interjections of a stretch whose list of activities is closed.
#[component]
pub fn Interjections(
    /// The stretch.
    stretch: Stretch,
) -> impl IntoView {
    let props = Callback::new(move |()| SaidProps { stretch });
    view! {
        <Show when=move || stretch.activities().iter().any(is_interjection)>
            <Part load=said props/>
        </Show>
    }
    .into_any()
}

#[component]
fn Said(stretch: Stretch) -> impl IntoView {
    let texts = Ui::get().texts;
    let turn = stretch.turn;
    let listed = move || {
        let mut said = stretch.activities();
        said.retain(is_interjection);
        said
    };
    view! {
        <ul class="mt-said-list" aria-label=texts.speak.said_list>
            <For
                each=listed
                key=|cell| cell.id.clone()
                children=move |cell| {
                    view! {
                        <li>
                            <MessageContent turn activity=cell.activity.into()/>
                        </li>
                    }
                }
            />
        </ul>
    }
}

/// Whether an activity is an interjection.
pub(super) fn is_interjection(cell: &ActivityCell) -> bool {
    cell.activity.with_untracked(Activity::is_interjection)
}

#[component]
fn MessageContent(turn: TurnSignals, activity: RwSignal<Activity>) -> impl IntoView {
    crate::styled_by!("interjection.css");
    let Ui { texts, cells, .. } = Ui::get();
    let said = Memo::new(move |_| {
        let of_turn = |id: &_| turn.id.with_value(|turn| turn == id);
        let stopping = cells
            .stopping
            .with(|all| all.iter().any(|held| of_turn(&held.turn)));
        turn.activities
            .with(|all| activity.with(|activity| read(texts, all, activity, stopping)))
    });
    let editing = Memo::new(move |_| {
        let id = said.with(|said| said.id.clone());
        cells.edits.with(|edits| edits.contains_key(&id))
    });
    let button = NodeRef::<Button>::new();
    focus_after_edit(button, editing);
    view! {
        <div
            class="mt-said"
            part="interjection"
            data-testid="interjection"
            data-message=said.with_untracked(|said| said.id.to_string())
            data-status=move || said.with(|said| said.status)
        >
            <Icon name=IconName::Interject/>
            <div class="mt-said__body">
                <Show when=move || editing.get() fallback=move || view! { <Shown said button/> }>
                    <Editor said/>
                </Show>
                <p
                    class="mt-said__line"
                    dir="auto"
                    title=move || said.with(|said| said.at_step.clone())
                >
                    {move || said.with(|said| said.line.clone())}
                </p>
            </div>
        </div>
    }
    .into_any()
}

/// The interjection's text and buttons. The text has its own memo, so that other changes
/// of the interjection leave the text and the focus alone.
#[component]
fn Shown(said: Memo<InterjectionView>, button: NodeRef<Button>) -> impl IntoView {
    let Ui { texts, actions, .. } = Ui::get();
    let text = Memo::new(move |_| said.with(|said| said.text.clone()));
    let id = move || said.with_untracked(|said| said.id.clone());
    let take_back = move |_| actions.interjection(InterjectionInput::TakeBack(id()));
    let queue = move |_| actions.interjection(InterjectionInput::QueueInstead(id()));
    view! {
        <Fold text>
            <p class="mt-said__text" dir="auto">
                <span class="mt-visually-hidden">{texts.message_you}</span>
                {text}
            </p>
        </Fold>
        <Show when=move || said.with(|said| said.changeable)>
            <div class="mt-said__actions">
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--icon mt-button--quiet"
                    data-testid="interjection-edit"
                    aria-label=texts.speak.said_edit
                    title=texts.speak.said_edit
                    node_ref=button
                    on:click=move |_| actions.edit_message(EditInput::Begin(id()))
                >
                    <Icon name=IconName::Edit/>
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--icon mt-button--quiet"
                    data-testid="interjection-take-back"
                    aria-label=texts.speak.said_take_back
                    title=texts.speak.said_take_back
                    on:click=take_back
                >
                    <Icon name=IconName::Undo/>
                </button>
            </div>
        </Show>
        <Show when=move || said.with(|said| said.queueable)>
            <button
                type="button"
                class="mt-button mt-button--small"
                data-testid="interjection-queue"
                on:click=queue
            >
                <Icon name=IconName::Queue/>
                {texts.speak.said_queue_instead}
            </button>
        </Show>
    }
}
