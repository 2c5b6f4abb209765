//! The composer's buttons: one for each delivery of a message, and Stop.
//!
//! Not responsible for the keys, which the field handles, nor for the recipient of an interjection
//! (see `target`).

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::delivery::{DeliveryMode, Situation};
use web_sys::Element;

use super::delivery_hint::run_of;
use super::target::TargetChip;
use super::{Field, Key};
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, stop_scope};
use crate::hooks::{Listener, SetIfNew, at_end, keep, with_own_modifier};

/// The buttons. The style sheet puts the button that Enter presses at the end.
#[component]
pub(super) fn Buttons(field: Field) -> impl IntoView {
    let busy = Memo::new(move |_| field.situation.get().is_busy());
    let actions = NodeRef::<Div>::new();
    // A click on these buttons does not dismiss the card's editor.
    field.ui.beside_editor.register(actions);
    view! {
        <div class="mt-composer__actions" node_ref=actions>
            <Show when=move || busy.get()>
                <Stop/>
                <Replace field/>
                <Interject field/>
            </Show>
            <Send field/>
        </div>
    }
}

/// The Stop button, while an agent works or waits for an answer.
#[component]
fn Stop() -> impl IntoView {
    let ui = Ui::get();
    let press = move |_| {
        if let Some(run) = untrack(|| run_of(&ui.cells)) {
            ui.actions.stop(run);
        }
    };
    view! {
        <button
            type="button"
            class="mt-button mt-button--stop"
            data-testid="composer-stop"
            title=move || stop_scope(ui.texts, ui.cells)
            aria-label=ui.texts.stop
            on:click=press
        >
            <Icon name=IconName::Stop/>
            <span class="mt-button__label">{ui.texts.stop}</span>
        </button>
    }
}

/// The Replace button, while there is a turn to replace.
#[component]
fn Replace(field: Field) -> impl IntoView {
    let texts = field.ui.texts;
    view! {
        <Delivering
            field
            delivery=DeliveryMode::Replace
            testid="composer-replace"
            title=texts.replace_title
            name=texts.replace
            sign=IconName::RunNow
            use:looked_at=(field, DeliveryMode::Replace)
        />
    }
}

/// The Interject button and the chip that names its recipient, while there is a turn to interject
/// in.
#[component]
fn Interject(field: Field) -> impl IntoView {
    let texts = field.ui.texts;
    let title = Signal::derive(move || {
        if field.has_files() {
            texts.attach.no_interject
        } else {
            texts.speak.interject_title
        }
    });
    // Hovering or focusing the chip also shows what interjecting does.
    view! {
        <div
            class="mt-interject"
            role="group"
            aria-label=texts.speak.interject
            use:looked_at=(field, DeliveryMode::Interject)
        >
            <Delivering
                field
                delivery=DeliveryMode::Interject
                testid="composer-interject"
                title
                name=texts.speak.interject
                sign=IconName::Interject
                attr:aria-disabled=move || field.has_files().then_some("true")
            />
            <TargetChip situation=field.situation/>
        </div>
    }
}

/// The Replace or Interject button: an icon and a label. A narrow chat hides the label.
#[component]
fn Delivering(
    field: Field,
    /// The delivery that the button uses.
    delivery: DeliveryMode,
    testid: &'static str,
    #[prop(into)] title: Signal<&'static str>,
    name: &'static str,
    sign: IconName,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button"
            class=("mt-button--primary", move || field.on_enter() == delivery)
            data-testid=testid
            title=title
            aria-label=name
            disabled=move || field.is_empty()
            aria-keyshortcuts=move || field.key_of(delivery).map(Key::name)
            // The style sheet draws the key, so that it is not part of the button's accessible
            // name.
            data-key=move || field.key_of(delivery).map(|key| with_own_modifier(key.sign()))
            on:click=move |_| field.deliver(delivery)
        >
            <Icon name=sign/>
            <span class="mt-button__label">{name}</span>
        </button>
    }
}

/// The Send button, called Queue while a turn is open or the queue is paused.
#[component]
fn Send(field: Field) -> impl IntoView {
    let texts = field.ui.texts;
    let delivery = DeliveryMode::Queue;
    let starts = Memo::new(move |_| field.situation.get() == Situation::Idle);
    view! {
        <button
            type="button"
            class="mt-button"
            class=("mt-button--primary", move || field.on_enter() == delivery)
            part="send"
            data-testid="composer-send"
            disabled=move || field.is_empty()
            aria-keyshortcuts=move || field.key_of(delivery).map(Key::name)
            data-key=move || field.key_of(delivery).map(|key| with_own_modifier(key.sign()))
            on:click=move |_| field.deliver(delivery)
            use:looked_at=(field, delivery)
        >
            {move || {
                if starts.get() {
                    view! { <Icon name=IconName::Send/> {texts.send} }
                } else {
                    view! { <Icon name=IconName::Queue/> {texts.queue_button} }
                }
            }}
        </button>
    }
}

/// While the element is hovered or focused, the line above the field describes this delivery.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a directive is given its element"
)]
fn looked_at(element: Element, (field, delivery): (Field, DeliveryMode)) {
    for (kind, looks) in [
        ("pointerenter", true),
        ("pointerleave", false),
        ("focusin", true),
        ("focusout", false),
    ] {
        let look = move |_| field.looked_at.set_if_new(looks.then_some(delivery));
        keep(Listener::new(&element, kind, false, Box::new(look)));
    }
    // An element that is removed sends no `pointerleave`.
    at_end(move || field.looked_at.set_if_new(None));
}
