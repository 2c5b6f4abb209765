//! The pencil beside a message of the person, and the editor in the message's place. The edited
//! message is sent again: the conversation goes on from there. The editor is a part of the program.

use leptos::html::{Button, Div, Textarea};
use leptos::prelude::*;
use midturn_core::input::EditInput;
use web_sys::KeyboardEvent;

use crate::components::icon::{Icon, IconName};
use crate::components::queue::fetch_waiting;
use crate::components::{Part, Ui, object_named};
use crate::hooks::{Ime, focus_after_edit, grow, grow_and_focus};
use crate::part::Make;
use crate::state::TurnSignals;

crate::part! {
    in answer_actions
    fn form() -> Make<FormProps> { |props| Form(props).into_any() }
}

/// The pencil. Not for a turn that is no longer part of the conversation.
#[component]
pub fn Pencil(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts,
        cells,
        actions,
        ..
    } = Ui::get();
    let button = NodeRef::<Button>::new();
    let edited = Memo::new(move |_| {
        let id = turn.id.get_value();
        cells.edits.with(|edits| edits.contains_key(&id))
    });
    let possible = Memo::new(move |_| {
        let id = turn.id.get_value();
        !edited.get() && cells.left_out.with(|out| !out.has(&id))
    });
    // The focus returns from the editor, but is taken from nothing else.
    focus_after_edit(button, edited);
    let open = move |_| actions.edit_message(EditInput::Begin(turn.id.get_value()));
    let named = turn
        .text
        .with_value(|text| object_named(texts, texts.acts.edit, text));
    view! {
        <button
            type="button"
            class="mt-link mt-pencil"
            part="message-button"
            data-testid="message-edit"
            aria-label=named
            title=texts.acts.edit
            // Its place stays, so that nothing moves.
            style:visibility=move || (!possible.get()).then_some("hidden")
            node_ref=button
            on:click=open
        >
            <Icon name=IconName::Edit/>
        </button>
    }
}

/// The editor. The core keeps what is written.
#[component]
pub(super) fn Editor(turn: TurnSignals) -> impl IntoView {
    view! { <Part load=form props=Callback::new(move |()| FormProps { turn })/> }
}

#[component]
fn Form(turn: TurnSignals) -> impl IntoView {
    let Ui {
        texts,
        cells,
        scroll,
        actions,
        escape_owners,
        ..
    } = Ui::get();
    let id = turn.id;
    let written = move || {
        let written =
            |edits: &std::collections::BTreeMap<_, String>| edits.get(&id.get_value()).cloned();
        cells.edits.with_untracked(written).unwrap_or_default()
    };
    let (editor, field) = (NodeRef::<Div>::new(), NodeRef::<Textarea>::new());
    escape_owners.register(editor);
    // It has the toast that offers Undo.
    fetch_waiting();
    let ime = Ime::new();
    let blank = RwSignal::new(false);
    let is_blank =
        move |text: &str| text.trim().is_empty() && turn.attachments.with_untracked(Vec::is_empty);
    let close = move || actions.edit_message(EditInput::Abandoned(id.get_value()));
    let send = move || {
        let text = written();
        if is_blank(&text) {
            return;
        }
        scroll.to_bottom();
        actions.send_again(id.get_value(), text);
    };
    let typed = move |_| {
        let Some(field) = field.get_untracked() else {
            return;
        };
        grow(&field);
        let text = field.value();
        blank.set(is_blank(&text));
        // Nothing is drawn anew for a key.
        cells.edits.update_untracked(|edits| {
            edits.insert(id.get_value(), text.clone());
        });
        let id = id.get_value();
        actions.edit_message(EditInput::Changed { id, text });
    };
    let pressed = move |event: KeyboardEvent| ime.edits(&event, send, close);
    grow_and_focus(field);
    let action = move || {
        if cells.run.with(Option::is_some) {
            texts.acts.stop_and_send_again
        } else {
            texts.acts.send_again
        }
    };
    view! {
        <div
            class="mt-edit"
            part="message-editor"
            data-editor=id.with_value(ToString::to_string)
            node_ref=editor
        >
            <textarea
                class="mt-edit__input"
                rows="1"
                dir="auto"
                data-testid="message-edit-input"
                aria-label=texts.acts.edit_label
                prop:value=written()
                node_ref=field
                on:input=typed
                on:keydown=pressed
                on:compositionend=move |event| ime.ended(&event)
            ></textarea>
            <div class="mt-edit__bar">
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--quiet"
                    on:click=move |_| close()
                >
                    {texts.cancel_edit}
                </button>
                <button
                    type="button"
                    class="mt-button mt-button--small mt-button--primary"
                    data-testid="message-send-again"
                    disabled=move || blank.get()
                    on:click=move |_| send()
                >
                    {action}
                </button>
            </div>
        </div>
    }
}
