//! The composer's buttons: the ways to send a message, and Stop.
//!
//! Their places depend on the chat's width and on whether there is something to send, never on what
//! the agent does: nothing moves under a pointer.
//!
//! Not responsible for the keys, which the field handles, nor for the recipient of an interjection
//! (see `target`).

use std::cell::Cell;
use std::rc::Rc;

use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::delivery::{DeliveryMode, Situation};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, PointerEvent};

use super::delivery_hint::run_of;
use super::{Field, Key};
use crate::components::icon::{Icon, IconName};
use crate::components::menu::{Menu, Opening};
use crate::components::{Part, flag, stop_scope};
use crate::hooks::{Listener, SetIfNew, at_end, keep, with_own_modifier};
use crate::part::Make;

/// The ways to send, in their order in the row. The style sheet puts the one that Enter uses last.
const WAYS: [DeliveryMode; 3] = [
    DeliveryMode::Replace,
    DeliveryMode::Interject,
    DeliveryMode::Queue,
];

/// The ways to send. Only one of them unless an agent is busy and there is something to send.
#[component]
pub(super) fn Ways(
    field: Field,
    /// Whether the chat is narrow: the other ways are in a menu then.
    #[prop(into)]
    narrow: Signal<bool>,
) -> impl IntoView {
    let several = Memo::new(move |_| field.situation.get().is_busy() && !field.is_empty());
    let actions = NodeRef::<Div>::new();
    // A click on these buttons does not dismiss the card's editor.
    field.ui.beside_editor.register(actions);
    view! {
        <div class="mt-composer__actions" node_ref=actions>
            <Show when=move || several.get() && !narrow.get()>
                <Way field delivery=DeliveryMode::Replace part="composer-button replace"/>
                <Way field delivery=DeliveryMode::Interject part="composer-button interject"/>
            </Show>
            <Show
                when=move || several.get() && narrow.get()
                fallback=move || {
                    view! { <Way field delivery=DeliveryMode::Queue part="composer-button send"/> }
                }
            >
                <Split field/>
            </Show>
        </div>
    }
}

/// In little room: the way that Enter uses, and before it a menu of the others, which is a part of
/// the program. When the turn ends, the opener's place is empty: Send, at the end of the row, must
/// not come under a pointer that was on the opener.
#[component]
fn Split(field: Field) -> impl IntoView {
    let props = Callback::new(move |()| OthersProps { field });
    view! {
        <div class="mt-split">
            <Part load=others props quiet=true/>
        </div>
        <For each=move || [field.on_enter()] key=|way| *way let(delivery)>
            <Way field delivery part="composer-button send"/>
        </For>
    }
    .into_any()
}

crate::part! {
    in control
    fn others() -> Make<OthersProps> { |props| Others(props).into_any() }
}

/// The ways to send that Enter does not use: their menu, and its opener.
#[component]
fn Others(field: Field) -> impl IntoView {
    let texts = field.ui.texts;
    let opening = Opening::new();
    let Opening {
        around,
        opener,
        open,
    } = opening;
    let others = move || {
        let used = field.on_enter();
        let others = WAYS.into_iter().filter(move |way| *way != used);
        others.collect::<Vec<_>>()
    };
    view! {
        <div node_ref=around>
            <button
                type="button"
                class="mt-button mt-button--primary mt-split__opener"
                part="composer-button send-more"
                data-testid="composer-more"
                aria-haspopup="menu"
                aria-expanded=move || flag(open.get())
                aria-label=texts.more_ways
                title=texts.more_ways
                disabled=move || field.rests()
                node_ref=opener
                on:click=move |_| opening.toggle()
                on:keydown=move |event| opening.pressed(&event)
            >
                <Icon name=IconName::Chevron/>
            </button>
            <Show when=move || open.get()>
                <Menu opening label=texts.more_ways>
                    <For each=others key=|way| *way let(delivery)>
                        <Entry field delivery opening/>
                    </For>
                </Menu>
            </Show>
        </div>
    }
}

/// An entry of the menu of ways to send.
#[component]
fn Entry(field: Field, delivery: DeliveryMode, opening: Opening) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-menu__item"
            part="menu-item"
            role="menuitem"
            data-testid=testid(delivery)
            tabindex="-1"
            aria-disabled=move || field.is_refused(delivery).then_some("true")
            aria-keyshortcuts=move || field.key_of(delivery).map(Key::name)
            on:click=move |_| {
                opening.close();
                field.deliver(delivery);
            }
            use:looked_at=(field, delivery)
        >
            <span>{move || label(field, delivery)}</span>
            <span class="mt-menu__about mt-menu__about--whole">{move || title(field, delivery)}</span>
        </button>
    }
}

/// The Stop button, while an agent works or waits for an answer.
#[component]
pub(super) fn Stop(field: Field) -> impl IntoView {
    let ui = field.ui;
    let busy = Memo::new(move |_| field.situation.get().is_busy());
    let stop = NodeRef::<Div>::new();
    ui.beside_editor.register(stop);
    let press = move |_| {
        if let Some(run) = untrack(|| run_of(&ui.cells)) {
            ui.actions.stop(run);
        }
    };
    view! {
        <div class="mt-composer__stop" node_ref=stop>
            <Show when=move || busy.get()>
                <button
                    type="button"
                    class="mt-button mt-button--quiet mt-button--stop"
                    part="composer-button stop"
                    data-testid="composer-stop"
                    data-stop=""
                    title=move || stop_scope(ui.texts, ui.cells)
                    aria-label=ui.texts.stop
                    disabled=move || field.rests()
                    on:click=press
                >
                    <Icon name=IconName::Stop/>
                    <span class="mt-button__label">{ui.texts.stop}</span>
                </button>
            </Show>
        </div>
    }
}

/// The button of one way to send.
#[component]
fn Way(
    field: Field,
    delivery: DeliveryMode,
    /// The names of its parts.
    part: &'static str,
) -> impl IntoView {
    // Without an agent at work there is one way, with an arrow as its sign.
    let starts = Memo::new(move |_| {
        delivery == DeliveryMode::Queue && field.situation.get() == Situation::Idle
    });
    view! {
        <button
            type="button"
            class="mt-button"
            class=("mt-button--primary", move || field.on_enter() == delivery && !closes(field, delivery))
            part=part
            data-testid=testid(delivery)
            title=move || {
                let key = field.key_of(delivery).map(|key| with_own_modifier(key.sign()));
                match (title(field, delivery), key) {
                    ("", key) => key,
                    (said, None) => Some(said.to_owned()),
                    (said, Some(key)) => Some(format!("{said} ({key})")),
                }
            }
            disabled=move || field.is_empty() || field.rests()
            aria-disabled=move || field.is_refused(delivery).then_some("true")
            aria-keyshortcuts=move || field.key_of(delivery).map(Key::name)
            on:click=move |_| field.deliver(delivery)
            use:looked_at=(field, delivery)
        >
            <Show when=move || starts.get()>
                <Icon name=IconName::Send/>
            </Show>
            <span class="mt-button__label">{move || label(field, delivery)}</span>
        </button>
    }
    .into_any()
}

/// Whether this way to send closes the agent's open question. Such a button has no colour: only the
/// question's own answer has.
fn closes(field: Field, delivery: DeliveryMode) -> bool {
    delivery != DeliveryMode::Queue && field.situation.get() == Situation::Waiting
}

fn testid(delivery: DeliveryMode) -> &'static str {
    match delivery {
        DeliveryMode::Queue => "composer-send",
        DeliveryMode::Interject => "composer-interject",
        DeliveryMode::Replace => "composer-replace",
    }
}

/// The name of a way to send. Queueing is called sending if nothing runs or waits.
fn label(field: Field, delivery: DeliveryMode) -> &'static str {
    let texts = field.ui.texts;
    match delivery {
        DeliveryMode::Queue if field.situation.get() == Situation::Idle => texts.send,
        DeliveryMode::Queue => texts.queue_button,
        DeliveryMode::Interject => texts.speak.interject,
        DeliveryMode::Replace => texts.replace,
    }
}

/// What a way to send does, in a few words; empty if its name says all.
fn title(field: Field, delivery: DeliveryMode) -> &'static str {
    let texts = field.ui.texts;
    match delivery {
        DeliveryMode::Queue => "",
        DeliveryMode::Interject if field.has_files() => texts.attach.no_interject,
        DeliveryMode::Interject => texts.speak.interject_title,
        DeliveryMode::Replace => texts.replace_title,
    }
}

/// While the element is hovered or focused, the line below the field describes this delivery. A touch
/// does not count: a browser leaves the pointer and the focus where the finger was, and on a touch
/// screen the line belongs to the button in sight.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a directive is given its element"
)]
pub(super) fn looked_at(element: Element, (field, delivery): (Field, DeliveryMode)) {
    // Whether the element was last used by touch.
    let touched = Rc::new(Cell::new(false));
    for kind in [
        "pointerenter",
        "pointerdown",
        "pointerleave",
        "focusin",
        "focusout",
        "keyup",
    ] {
        let touched = touched.clone();
        let look = move |event: Event| {
            let is_key = kind == "keyup";
            if let Some(pointer) = event.dyn_ref::<PointerEvent>() {
                touched.set(pointer.pointer_type() == "touch");
            } else if is_key && !touched.replace(false) {
                // The focus counts already.
                return;
            }
            let looks = !touched.get() && !matches!(kind, "pointerleave" | "focusout");
            field.looked_at.set_if_new(looks.then_some(delivery));
        };
        keep(Listener::new(&element, kind, false, Box::new(look)));
    }
    // An element that is removed sends no `pointerleave`.
    at_end(move || field.looked_at.set_if_new(None));
}
