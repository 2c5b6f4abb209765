//! One prompt of the queue.
//!
//! Not responsible for its editor's field (see `edit`).

use leptos::html::Li;
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::input::QueueInput;
use midturn_core::queue::Prompt;
use wasm_bindgen::JsCast;

use super::edit::Edit;
use crate::components::Ui;
use crate::components::icon::{Icon, IconName};
use crate::hooks::after_frame;

/// One prompt, with its controls.
#[component]
pub fn Item(
    /// The prompt.
    prompt: Prompt,
    /// The whole queue.
    prompts: Memo<Vec<Prompt>>,
    /// The prompt being dragged, if any.
    dragged: RwSignal<Option<MessageId>>,
) -> impl IntoView {
    let ui = Ui::get();
    let (texts, actions) = (ui.texts, ui.actions);
    let held = StoredValue::new((ui.cells.thread.clone(), prompt.id.clone()));
    let send = move |input: fn(MessageId) -> QueueInput| {
        held.with_value(|(thread, id)| actions.queue(thread, input(id.clone())));
    };
    let queue = ui.cells.queue.clone();
    let id = prompt.id.clone();
    let draft = Memo::new(move |_| {
        queue.with(|queue| {
            queue
                .edit()
                .filter(|edit| edit.id == id)
                .map(|edit| edit.draft.clone())
        })
    });
    let place = Memo::new(move |_| {
        prompts.with(|all| held.with_value(|(_, id)| all.iter().position(|held| held.id == *id)))
    });
    let first = move || place.get() == Some(0);
    let last = move || prompts.with(Vec::len) == place.get().map_or(0, |place| place + 1);
    let root = NodeRef::<Li>::new();
    let move_by = move |by: isize| {
        let Some(to) = place
            .get_untracked()
            .and_then(|place| place.checked_add_signed(by))
        else {
            return;
        };
        held.with_value(|(thread, id)| {
            actions.queue(thread, QueueInput::Move { id: id.clone(), to });
        });
        refocus(
            root,
            if by < 0 {
                ".mt-queue__up"
            } else {
                ".mt-queue__down"
            },
        );
    };
    let remove = move |()| {
        let next = root.get_untracked().and_then(|item| {
            item.next_element_sibling()
                .or_else(|| item.previous_element_sibling())
        });
        send(QueueInput::Remove);
        // The focus goes on in the list; with no prompt left the core sends it to the composer.
        after_frame(move || focus_in(next.as_ref(), ".mt-queue__remove"));
    };
    let over = RwSignal::new(false);
    let is_dragged =
        move || dragged.with(|dragged| held.with_value(|(_, id)| dragged.as_ref() == Some(id)));
    let dropped = move |event: web_sys::DragEvent| {
        event.prevent_default();
        over.set(false);
        let (Some(id), Some(to)) = (dragged.get_untracked(), place.get_untracked()) else {
            return;
        };
        dragged.set(None);
        held.with_value(|(thread, _)| actions.queue(thread, QueueInput::Move { id, to }));
    };
    let drag_over = move |event: web_sys::DragEvent| {
        if dragged.with_untracked(Option::is_some) {
            event.prevent_default();
            over.set(true);
        }
    };
    let text = prompt.text.clone();
    view! {
        <li
            class="mt-queue__item"
            class:mt-queue__item--held=move || draft.with(Option::is_some)
            class:mt-queue__item--dragging=is_dragged
            class:mt-queue__item--over=move || over.get()
            data-testid="queued-prompt-item"
            node_ref=root
            draggable=move || draft.with(Option::is_none).to_string()
            on:dragstart=move |event: web_sys::DragEvent| {
                if let Some(data) = event.data_transfer() {
                    data.set_effect_allowed("move");
                    // Firefox drags nothing without data.
                    let _ = data.set_data("text/plain", "");
                }
                dragged.set(Some(held.with_value(|(_, id)| id.clone())));
            }
            on:dragend=move |_| dragged.set(None)
            on:dragover=drag_over
            on:dragleave=move |_| over.set(false)
            on:drop=dropped
        >
            {
                let editing = Memo::new(move |_| draft.with(Option::is_some));
                move || if editing.get() {
                    view! { <Edit draft=draft.get_untracked().unwrap_or_default()/> }.into_any()
                } else {
                    view! {
                        <span class="mt-queue__handle" title=texts.prompt_drag aria-hidden="true">
                            <Icon name=IconName::Drag/>
                        </span>
                        <span class="mt-queue__text" dir="auto">{text.clone()}</span>
                        <div class="mt-queue__actions">
                            <ItemButton name=texts.prompt_run_now title=texts.prompt_run_now_title icon=IconName::RunNow
                                class="mt-queue__run" on_click=move |()| send(QueueInput::RunNow)/>
                            <ItemButton name=texts.prompt_up icon=IconName::Up class="mt-queue__up"
                                disabled=Signal::derive(first) on_click=move |()| move_by(-1)/>
                            <ItemButton name=texts.prompt_down icon=IconName::Down class="mt-queue__down"
                                disabled=Signal::derive(last) on_click=move |()| move_by(1)/>
                            <ItemButton name=texts.prompt_edit icon=IconName::Edit class="mt-queue__edit"
                                on_click=move |()| send(QueueInput::Edit)/>
                            <ItemButton name=texts.prompt_delete icon=IconName::Trash class="mt-queue__remove"
                                on_click=remove/>
                        </div>
                    }.into_any()
                }
            }
        </li>
    }
}

/// A small button with an icon.
#[component]
fn ItemButton(
    /// Its accessible name.
    name: &'static str,
    /// What it does, at more length.
    #[prop(optional)]
    title: Option<&'static str>,
    /// Its icon.
    icon: IconName,
    /// A class to find it by.
    class: &'static str,
    /// Whether it can do nothing now. It stays focusable, so that the focus is not lost.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// What it does.
    #[prop(into)]
    on_click: UnsyncCallback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=format!("mt-button mt-button--icon mt-button--quiet {class}")
            aria-label=name
            title=title.unwrap_or(name)
            aria-disabled=move || disabled.get().then_some("true")
            on:click=move |_| if !disabled.get_untracked() { on_click.run(()) }
        >
            <Icon name=icon/>
        </button>
    }
}

/// Moving an item takes its focus away; this gives it back.
fn refocus(item: NodeRef<Li>, selector: &'static str) {
    after_frame(move || {
        let item = item.try_get_untracked().flatten();
        focus_in(item.as_deref().map(AsRef::as_ref), selector);
    });
}

fn focus_in(item: Option<&web_sys::Element>, selector: &str) {
    let found = item.and_then(|item| item.query_selector(selector).ok().flatten());
    if let Some(button) = found.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
    {
        let _ = button.focus();
    }
}
