//! One prompt of the queue.
//!
//! Not responsible for the editor's field (see `edit`) nor for dragging (see `drag`).

use leptos::html::Button;
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::queue::Prompt;

use super::Row;
use super::acts::{Acts, focus_on_page};
use super::drag::Drag;
use super::edit::Editor;
use super::more::More;
use super::places::Side;
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
    /// Whether the chat is narrow.
    narrow: Signal<bool>,
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
            data-prompt=id.with_value(ToString::to_string)
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
                fallback=move || {
                    let acts = Acts::new(ui, (id, text, held), (item, remove), rows);
                    view! { <Line acts narrow/> }
                }
            >
                <Editor/>
            </Show>
            {files}
        </li>
    }
}

#[component]
fn Line(
    acts: Acts,
    /// Whether there is room for one line and one button.
    narrow: Signal<bool>,
) -> impl IntoView {
    let (texts, held) = (acts.ui.texts, acts.held);
    let text = acts.said.get_value();
    let drawn = text.clone();
    view! {
        <span class="mt-queue__handle" title=texts.prompt_drag aria-hidden="true">
            <Icon name=IconName::Drag/>
        </span>
        <div class="mt-queue__said">
            <CutFold text>
                <span class="mt-queue__text" part="prompt-text" dir="auto">
                    {drawn}
                </span>
            </CutFold>
        </div>
        <Show when=move || held.get()>
            <span class="mt-queue__held">{texts.acts.held}</span>
        </Show>
        <Show when=move || narrow.get() fallback=move || view! { <Controls acts/> }>
            <More acts/>
        </Show>
    }
}

#[component]
fn Controls(acts: Acts) -> impl IntoView {
    let Ui { texts, focus, .. } = acts.ui;
    let (up, down, edit) = (NodeRef::new(), NodeRef::new(), NodeRef::new());
    focus.edit_buttons.register(edit);
    let said = acts.said;
    let label = said.with_value(|said| object_named(texts, texts.reading.toolbar, said));
    let move_by = move |by, button| {
        if acts.move_by(by) {
            // Needed after clicks too: Safari does not focus a clicked button.
            after_frame(move || focus_on_page(button));
        }
    };
    view! {
        <div class="mt-queue__actions" role="toolbar" aria-label=label>
            <Control
                class="mt-queue__run"
                said
                name=texts.prompt_run_now
                icon=IconName::RunNow
                title=Signal::derive(move || acts.run_title())
                press=move |()| acts.run()
            />
            <Control
                class="mt-queue__up"
                said
                name=texts.prompt_up
                icon=IconName::Up
                button=up
                idle=Signal::derive(move || acts.to(-1).is_none())
                press=move |()| move_by(-1, up)
            />
            <Control
                class="mt-queue__down"
                said
                name=texts.prompt_down
                icon=IconName::Down
                button=down
                idle=Signal::derive(move || acts.to(1).is_none())
                press=move |()| move_by(1, down)
            />
            <Control
                class="mt-queue__hold"
                said
                name=texts.acts.hold
                icon=IconName::Pause
                title=Signal::stored(texts.acts.hold_title)
                on=acts.held
                press=move |()| acts.hold()
            />
            <Control
                class="mt-queue__edit"
                said
                name=texts.prompt_edit
                icon=IconName::Edit
                button=edit
                first=true
                press=move |()| acts.edit()
            />
            <Control
                class="mt-queue__remove"
                said
                name=texts.prompt_delete
                icon=IconName::Trash
                button=acts.remove
                press=move |()| acts.remove()
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
    /// Whether the Tab key goes here first. Not to the first button, which stops the turn.
    #[prop(optional)]
    first: bool,
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
            class=format!("mt-button mt-button--icon mt-button--quiet {class}")
            part="prompt-button"
            aria-label=said.with_value(|said| object_named(texts, name, said))
            aria-disabled=move || idle.get().then_some("true")
            aria-pressed=move || on.map(|on| flag(on.get()))
            title=move || title.map_or(name, |title| title.get())
            data-stop=first.then_some("")
            node_ref=button
            on:click=pressed
        >
            <Icon name=icon/>
        </button>
    }
    .into_any()
}
