//! One prompt of the queue.
//!
//! Not responsible for the editor's field (see `edit`) nor for dragging (see `drag`).

use leptos::html::Li;
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use midturn_core::queue::Prompt;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::drag::Drag;
use super::edit::Editor;
use super::places::{Side, place_of, step};
use crate::components::attachment::{FileList, Use};
use crate::components::icon::{Icon, IconName};
use crate::components::{CutFold, Ui, flag};
use crate::hooks::after_frame;

/// One prompt, with its buttons or its editor.
#[component]
pub(super) fn Item(
    /// The prompt.
    prompt: Prompt,
    /// The prompt that is being dragged, shared by the whole list.
    dragged: RwSignal<Option<MessageId>>,
    /// The rows of the list.
    rows: StoredValue<Vec<(MessageId, NodeRef<Li>)>>,
) -> impl IntoView {
    let ui = Ui::get();
    let row = NodeRef::<Li>::new();
    rows.update_value(|rows| {
        // Removes rows that are gone: their signals have been disposed.
        rows.retain(|(_, row)| row.try_get_untracked().is_some());
        rows.push((prompt.id.clone(), row));
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
    let drag = Drag::new(id, dragged);
    let files =
        (!attachments.is_empty()).then(|| view! { <FileList files=attachments how=Use::Wait/> });
    view! {
        <li
            class="mt-queue__item"
            class=("mt-queue__item--held", edited)
            class=("mt-queue__item--dragging", move || drag.is_dragged())
            class=("mt-queue__item--over", move || drag.lands(Side::Above))
            class=("mt-queue__item--under", move || drag.lands(Side::Below))
            data-testid="queued-prompt-item"
            draggable=move || flag(!edited.get())
            node_ref=row
            on:dragstart=move |event| drag.start(&event)
            on:dragend=move |_| drag.end()
            on:dragover=move |event| drag.hover(&event)
            on:dragleave=move |_| drag.leave()
            on:drop=move |event| drag.drop(&event)
        >
            <Show
                when=move || edited.get()
                fallback=move || view! { <Line id text=text.get_value() row/> }
            >
                <Editor/>
            </Show>
            {files}
        </li>
    }
}

#[component]
fn Line(id: StoredValue<MessageId>, text: String, row: NodeRef<Li>) -> impl IntoView {
    let texts = Ui::get().texts;
    let drawn = text.clone();
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
        <Controls id row/>
    }
}

#[component]
fn Controls(id: StoredValue<MessageId>, row: NodeRef<Li>) -> impl IntoView {
    let Ui {
        texts,
        actions,
        cells,
        ..
    } = Ui::get();
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
            let row = row.get_untracked().map(Element::from);
            let button = if by < 0 {
                ".mt-queue__up"
            } else {
                ".mt-queue__down"
            };
            // Needed after clicks too: Safari does not focus a clicked button.
            after_frame(move || focus_in(row.as_ref(), button));
        }
    };
    let remove = move |()| {
        let next = row.get_untracked().and_then(|row| {
            let next = row.next_element_sibling();
            next.or_else(|| row.previous_element_sibling())
        });
        actions.queue(QueueInput::Remove(id.get_value()));
        // Focus the next row. If no prompt is left, the core focuses the composer.
        after_frame(move || focus_in(next.as_ref(), ".mt-queue__remove"));
    };
    let run_title = move || {
        if cells.is_waiting() {
            texts.control.run_now_overtakes
        } else {
            texts.prompt_run_now_title
        }
    };
    view! {
        <div class="mt-queue__actions">
            <Control
                class="mt-queue__run"
                name=texts.prompt_run_now
                icon=IconName::RunNow
                title=Signal::derive(run_title)
                press=move |()| actions.queue(QueueInput::RunNow(id.get_value()))
            />
            <Control
                class="mt-queue__up"
                name=texts.prompt_up
                icon=IconName::Up
                idle=Signal::derive(move || to(-1).is_none())
                press=move |()| move_by(-1)
            />
            <Control
                class="mt-queue__down"
                name=texts.prompt_down
                icon=IconName::Down
                idle=Signal::derive(move || to(1).is_none())
                press=move |()| move_by(1)
            />
            <Control
                class="mt-queue__edit"
                name=texts.prompt_edit
                icon=IconName::Edit
                press=move |()| actions.queue(QueueInput::Edit(id.get_value()))
            />
            <Control
                class="mt-queue__remove"
                name=texts.prompt_delete
                icon=IconName::Trash
                press=remove
            />
        </div>
    }
}

/// A small button of a prompt. An idle button is `aria-disabled`, not `disabled`: it keeps the
/// focus.
#[component]
fn Control(
    /// The class that names this button.
    class: &'static str,
    /// Its accessible name.
    name: &'static str,
    /// Its icon.
    icon: IconName,
    /// Its title, if that is not its name.
    #[prop(optional)]
    title: Option<Signal<&'static str>>,
    /// Whether it has nothing to do now.
    #[prop(optional)]
    idle: Signal<bool>,
    /// Called on click.
    #[prop(into)]
    press: Callback<()>,
) -> impl IntoView {
    let pressed = move |_| {
        if !idle.get_untracked() {
            press.run(());
        }
    };
    view! {
        <button
            type="button"
            class=["mt-button mt-button--icon mt-button--quiet ", class].concat()
            aria-label=name
            aria-disabled=move || idle.get().then_some("true")
            title=move || title.map_or(name, |title| title.get())
            on:click=pressed
        >
            <Icon name=icon/>
        </button>
    }
    .into_any()
}

fn focus_in(item: Option<&Element>, selector: &str) {
    let found = item.and_then(|item| item.query_selector(selector).ok().flatten());
    if let Some(button) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}
