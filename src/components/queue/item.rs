//! One prompt of the queue.
//!
//! Not responsible for the editor's field (see `edit`) nor for dragging (see `drag`).

use leptos::html::{Button, Li};
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use midturn_core::queue::Prompt;
use web_sys::Element;

use super::Row;
use super::drag::Drag;
use super::edit::Editor;
use super::places::{Side, place_of, step};
use crate::components::attachment::{FileList, Use};
use crate::components::icon::{Icon, IconName};
use crate::components::{CutFold, Ui, flag, object_named};
use crate::hooks::after_frame;

/// One prompt, with its buttons or its editor.
#[component]
pub(super) fn Item(
    /// The prompt.
    prompt: Prompt,
    /// The prompt that is being dragged, shared by the whole list.
    dragged: RwSignal<Option<MessageId>>,
    /// The rows of the list.
    rows: StoredValue<Vec<Row>>,
) -> impl IntoView {
    let ui = Ui::get();
    let row = Row {
        id: prompt.id.clone(),
        item: NodeRef::new(),
        remove: NodeRef::new(),
    };
    let (item, remove) = (row.item, row.remove);
    rows.update_value(|rows| {
        // Removes rows that are gone: their signals have been disposed.
        rows.retain(|row| row.item.try_get_untracked().is_some());
        rows.push(row);
    });
    let Prompt {
        id,
        text,
        attachments,
        ..
    } = prompt;
    let (id, text) = (StoredValue::new(id), StoredValue::new(text));
    let edited = Memo::new(move |_| {
        let queue = ui.cells.queue;
        queue.with(|queue| {
            queue
                .edit()
                .is_some_and(|edit| id.with_value(|id| edit.id == *id))
        })
    });
    let held = Memo::new(move |_| {
        ui.cells.queue.with(|queue| {
            let own = |prompt: &&Prompt| id.with_value(|id| prompt.id == *id);
            queue.prompts().iter().find(own).is_some_and(|own| own.held)
        })
    });
    let drag = Drag::new(id, dragged);
    let files =
        (!attachments.is_empty()).then(|| view! { <FileList files=attachments how=Use::Wait/> });
    view! {
        <li
            class="mt-queue__item"
            class=("mt-queue__item--edited", edited)
            class=("mt-queue__item--held", held)
            class=("mt-queue__item--dragging", move || drag.is_dragged())
            class=("mt-queue__item--over", move || drag.lands(Side::Above))
            class=("mt-queue__item--under", move || drag.lands(Side::Below))
            part="prompt"
            data-testid="queued-prompt-item"
            draggable=move || flag(!edited.get())
            node_ref=item
            on:dragstart=move |event| drag.start(&event)
            on:dragend=move |_| drag.end()
            on:dragover=move |event| drag.hover(&event)
            on:dragleave=move |_| drag.leave()
            on:drop=move |event| drag.drop(&event)
        >
            <Show
                when=move || edited.get()
                fallback=move || view! { <Line id held text=text.get_value() item remove rows/> }
            >
                <Editor/>
            </Show>
            {files}
        </li>
    }
}

#[component]
fn Line(
    id: StoredValue<MessageId>,
    held: Memo<bool>,
    text: String,
    /// The prompt's row.
    item: NodeRef<Li>,
    /// The button that removes the prompt.
    remove: NodeRef<Button>,
    rows: StoredValue<Vec<Row>>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let drawn = text.clone();
    let said = StoredValue::new(text.clone());
    view! {
        <span class="mt-queue__handle" title=texts.prompt_drag aria-hidden="true">
            <Icon name=IconName::Drag/>
        </span>
        <div class="mt-queue__said">
            <CutFold text>
                <span class="mt-queue__text" dir="auto">
                    {drawn}
                </span>
            </CutFold>
        </div>
        <Show when=move || held.get()>
            <span class="mt-queue__held">{texts.acts.held}</span>
        </Show>
        <Controls id held said item remove rows/>
    }
}

#[component]
fn Controls(
    id: StoredValue<MessageId>,
    held: Memo<bool>,
    said: StoredValue<String>,
    item: NodeRef<Li>,
    remove: NodeRef<Button>,
    rows: StoredValue<Vec<Row>>,
) -> impl IntoView {
    let Ui {
        texts,
        actions,
        cells,
        focus,
        ..
    } = Ui::get();
    let (up, down, edit) = (NodeRef::new(), NodeRef::new(), NodeRef::new());
    focus.edit_buttons.register(edit);
    let queue = cells.queue;
    // The prompt's place, and the length of the queue.
    let place = Memo::new(move |_| {
        queue.with(|queue| Some((id.with_value(|id| place_of(queue, id))?, queue.len())))
    });
    let to = move |by| {
        let (place, count) = place.get()?;
        step(place, by, count)
    };
    let move_by = move |by| {
        if let Some(to) = untrack(|| to(by)) {
            let id = id.get_value();
            actions.queue(QueueInput::Move { id, to });
            let button = if by < 0 { up } else { down };
            // Needed after clicks too: Safari does not focus a clicked button.
            after_frame(move || focus_on_page(button));
        }
    };
    let press_remove = move |()| {
        let next = item.get_untracked().and_then(|item| {
            let next = item.next_element_sibling();
            next.or_else(|| item.previous_element_sibling())
        });
        let next = next.and_then(|next| remove_button(rows, &next));
        actions.queue(QueueInput::Remove(id.get_value()));
        // Focus the next row. If no prompt is left, the core focuses the composer.
        if let Some(next) = next {
            after_frame(move || focus_on_page(next));
        }
    };
    let run_title = move || {
        if cells.is_waiting() {
            texts.control.run_now_overtakes
        } else {
            texts.prompt_run_now_title
        }
    };
    view! {
        <div class="mt-queue__actions" role="toolbar" aria-label=texts.reading.toolbar>
            <Control
                class="mt-queue__run"
                said
                name=texts.prompt_run_now
                icon=IconName::RunNow
                title=Signal::derive(run_title)
                press=move |()| actions.queue(QueueInput::RunNow(id.get_value()))
            />
            <Control
                class="mt-queue__up"
                said
                name=texts.prompt_up
                icon=IconName::Up
                button=up
                idle=Signal::derive(move || to(-1).is_none())
                press=move |()| move_by(-1)
            />
            <Control
                class="mt-queue__down"
                said
                name=texts.prompt_down
                icon=IconName::Down
                button=down
                idle=Signal::derive(move || to(1).is_none())
                press=move |()| move_by(1)
            />
            <Control
                class="mt-queue__hold"
                said
                name=texts.acts.hold
                icon=IconName::Pause
                title=Signal::stored(texts.acts.hold_title)
                on=held
                press=move |()| {
                    let (id, held) = (id.get_value(), !held.get_untracked());
                    actions.queue(QueueInput::Hold { id, held });
                }
            />
            <Control
                class="mt-queue__edit"
                said
                name=texts.prompt_edit
                icon=IconName::Edit
                button=edit
                press=move |()| actions.queue(QueueInput::Edit(id.get_value()))
            />
            <Control
                class="mt-queue__remove"
                said
                name=texts.prompt_delete
                icon=IconName::Trash
                button=remove
                press=press_remove
            />
        </div>
    }
}

/// A small button of a prompt. An idle button is `aria-disabled`, not `disabled`: it keeps the
/// focus.
#[component]
fn Control(
    /// The CSS class of this button alone.
    class: &'static str,
    /// The prompt's text, which the accessible name begins to quote.
    said: StoredValue<String>,
    /// What the button does.
    name: &'static str,
    /// The icon.
    icon: IconName,
    /// The button itself.
    #[prop(optional)]
    button: NodeRef<Button>,
    /// The title, if it differs from the name.
    #[prop(optional)]
    title: Option<Signal<&'static str>>,
    /// Whether a click would do nothing now.
    #[prop(optional)]
    idle: Signal<bool>,
    /// Whether it is pressed, if it is a button that stays pressed.
    #[prop(optional)]
    on: Option<Memo<bool>>,
    /// Called on click.
    #[prop(into)]
    press: Callback<()>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let pressed = move |_| {
        if !idle.get_untracked() {
            press.run(());
        }
    };
    view! {
        <button
            type="button"
            class=["mt-button mt-button--icon mt-button--quiet ", class].concat()
            aria-label=said.with_value(|said| object_named(texts, name, said))
            aria-disabled=move || idle.get().then_some("true")
            aria-pressed=move || on.map(|on| flag(on.get()))
            title=move || title.map_or(name, |title| title.get())
            node_ref=button
            on:click=pressed
        >
            <Icon name=icon/>
        </button>
    }
    .into_any()
}

/// The button that removes the prompt of this row.
fn remove_button(rows: StoredValue<Vec<Row>>, item: &Element) -> Option<NodeRef<Button>> {
    let is_row = |row: &&Row| {
        let drawn = row.item.try_get_untracked().flatten();
        drawn.is_some_and(|drawn| AsRef::<Element>::as_ref(&drawn) == item)
    };
    // Searched from the end: if a prompt was drawn again, its newest row is the last.
    rows.with_value(|rows| rows.iter().rev().find(is_row).map(|row| row.remove))
}

/// Focuses a button that may have been removed meanwhile.
fn focus_on_page(button: NodeRef<Button>) {
    let drawn = button.try_get_untracked().flatten();
    if let Some(button) = drawn.filter(|button| button.is_connected()) {
        let _ = button.focus();
    }
}
