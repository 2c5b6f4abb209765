//! The queue: prompts that wait, in order. Each can be edited, moved, removed or run now.
//!
//! Not responsible for the order; the core keeps it.

mod acts;
mod drag;
mod edit;
mod head;
mod item;
mod more;
mod places;

use leptos::html::{Button, Li, Ol, Section};
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::queue::Prompt;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Node};

use super::icon::{Icon, IconName};
use super::part::fetch;
use super::{Part, Ui, flag};
use crate::hooks::{Room, SetIfNew, after_frame, effect, focus_within, keep_focus};
use crate::part::Make;
use head::{Head, is_paused};
use item::Item;
use places::{arrivals, moves};

/// The id of the list, for `aria-controls` of the button that folds it.
const LIST: &str = "midturn-queue";

/// The queued prompts; nothing if the queue is empty. A part of the program: that of the buttons which
/// come when a person types while the agent works, so that it is usually there before a first prompt.
#[component]
pub fn Queue(
    /// How much room the chat has.
    #[prop(into)]
    room: Signal<Room>,
    /// Whether the chat is narrow: a prompt is one line then, with a menu.
    #[prop(into)]
    narrow: Signal<bool>,
) -> impl IntoView {
    let queue = Ui::get().cells.queue;
    let props = Callback::new(move |()| WaitingProps { room, narrow });
    view! {
        <Show when=move || queue.with(|queue| !queue.prompts().is_empty())>
            <Part load=waiting props/>
        </Show>
    }
    .into_any()
}

crate::part! {
    in control
    fn waiting() -> Make<WaitingProps> { |props| Waiting(props).into_any() }
}

/// Fetches the part ahead of time.
pub(super) fn fetch_waiting() {
    fetch(waiting());
}

/// The list, under a button that folds it. The list folds by itself if there is little room, unless
/// the person is using it.
#[component]
fn Waiting(room: Signal<Room>, narrow: Signal<bool>) -> impl IntoView {
    crate::styled_by!("queue.css");
    let Ui {
        texts,
        cells,
        beside_editor,
        ..
    } = Ui::get();
    let queue = cells.queue;
    let root = NodeRef::<Section>::new();
    beside_editor.register(root);
    // Whether the list stays open, by the person's choice or use; `None` while the room decides.
    let chosen = RwSignal::new(None::<bool>);
    let open = Memo::new(move |_| chosen.get().unwrap_or_else(|| room.get() == Room::Ample));
    let list = NodeRef::<Ol>::new();
    // `effect` runs before the list is hidden: hiding would lose the focus that `is_in` checks.
    effect(move || {
        let edits = queue.with(|queue| queue.edit().is_some());
        let is_in = || {
            let list = list.get_untracked();
            list.is_some_and(|list| focus_within(&list))
        };
        let goes = room.get() != Room::Ample && is_in();
        if edits || (goes && chosen.get_untracked().is_none()) {
            chosen.set_if_new(Some(true));
        }
    });
    let paused = is_paused(&cells);
    let title = move || {
        let paused = paused.get();
        queue.with(|queue| {
            if queue.free() == 0 {
                texts.acts.held_title(queue.len())
            } else if paused {
                texts.paused_title(queue.len())
            } else {
                texts.queue_title(queue.len())
            }
        })
    };
    view! {
        <section
            class="mt-queue"
            part="queue"
            data-testid="queued-prompts"
            aria-label=texts.queue_label
            node_ref=root
        >
            <div
                class="mt-queue__head"
                part="queue-header"
                role="toolbar"
                aria-label=texts.queue_label
            >
                <h2 class="mt-queue__title">
                    <button
                        type="button"
                        class="mt-queue__fold"
                        aria-controls=LIST
                        aria-expanded=move || flag(open.get())
                        on:click=move |_| chosen.set(Some(!open.get_untracked()))
                    >
                        <Icon name=IconName::Chevron/>
                        <span>{title}</span>
                    </button>
                </h2>
                <Head/>
            </div>
            <List open list narrow/>
        </section>
    }
}

/// The rows. Leptos draws them in their order of arrival, and `settle` moves them into the queue's
/// order. Leptos itself would move every row between two places, and a moved row loses its focus.
#[component]
fn List(open: Memo<bool>, list: NodeRef<Ol>, narrow: Signal<bool>) -> impl IntoView {
    let queue = Ui::get().cells.queue;
    let dragged = RwSignal::new(None::<MessageId>);
    let rows = StoredValue::new(Vec::new());
    let drawn = StoredValue::new(Vec::new());
    let last = StoredValue::new(None::<MessageId>);
    let prompts = move || {
        let wanted = queue.with(|queue| queue.prompts().to_vec());
        let end = wanted.last().map(|prompt| prompt.id.clone());
        // What was queued last is in view, unless the person is using the list.
        let is_new = last.with_value(|last| *last != end)
            && end.as_ref().is_some_and(|end| {
                drawn.with_value(|drawn: &Vec<Prompt>| drawn.iter().all(|held| held.id != *end))
            });
        last.set_value(end);
        drawn.update_value(|drawn| *drawn = arrivals(drawn, &wanted));
        if let Some(list) = list.get_untracked() {
            if is_new && !focus_within(&list) {
                let end = list.clone();
                after_frame(move || end.set_scroll_top(end.scroll_height()));
            }
            let settled = list.clone();
            // After Leptos has drawn new rows, and before `keep_focus` checks the focus.
            spawn_local(async move { settle(&settled, rows, &wanted) });
            keep_focus(&list);
        }
        drawn.get_value()
    };
    view! {
        <ol
            class="mt-queue__list"
            part="queue-list"
            id=LIST
            hidden=move || !open.get()
            node_ref=list
        >
            // A prompt whose text was edited is drawn again.
            <For
                each=prompts
                key=|prompt| (prompt.id.clone(), prompt.text.clone())
                children=move |prompt| view! { <Item prompt dragged rows narrow/> }
            />
        </ol>
    }
}

/// A prompt's row.
struct Row {
    id: MessageId,
    item: NodeRef<Li>,
    /// The button that removes the prompt. Not on the page while the prompt is edited.
    remove: NodeRef<Button>,
}

/// Moves the rows into the queue's order.
fn settle(list: &Element, rows: StoredValue<Vec<Row>>, wanted: &[Prompt]) {
    let on_page = rows.try_with_value(|rows| {
        let row = |row: &Row| Some((row.id.clone(), row.item.try_get_untracked()??.into()));
        rows.iter()
            .filter_map(row)
            .collect::<Vec<(MessageId, Element)>>()
    });
    let on_page = on_page.unwrap_or_default();
    let element = |id: &MessageId| {
        on_page
            .iter()
            .rev()
            .find(|(held, _)| held == id)
            .map(|(_, row)| row)
    };
    let mut held = Vec::new();
    let mut next = list.first_element_child();
    while let Some(child) = next {
        held.extend(
            on_page
                .iter()
                .find(|(_, row)| *row == child)
                .map(|(id, _)| id.clone()),
        );
        next = child.next_element_sibling();
    }
    let wanted: Vec<MessageId> = wanted.iter().map(|prompt| prompt.id.clone()).collect();
    for (row, before) in moves(&held, &wanted) {
        // Leptos keeps a node after its rows: insert before that node if no row follows.
        let before = before
            .as_ref()
            .and_then(element)
            .map(|row| Node::from(row.clone()));
        if let Some(row) = element(&row) {
            // `insert_before` fails only for a node that is not in the list; every row is in it.
            let _ = list.insert_before(row, before.or_else(|| list.last_child()).as_ref());
        }
    }
}
