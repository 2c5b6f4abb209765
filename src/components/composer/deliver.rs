//! The composer's buttons: one for each way a message can go, and Stop.
//!
//! Not responsible for the keys, which the field hears.

use web_sys::{Event, Node};

use super::fate::{Situation, run_of};
use super::{Field, Key};
use crate::components::icon::{IconName, icon};
use crate::components::{OnEnter, Ui, button, reach};
use crate::dom::{El, all, choose, el, show};
use crate::hooks::with_own_modifier;
use crate::reactive::at_end;

/// The buttons, the one that Enter presses last.
pub(super) fn buttons(field: &Field) -> El {
    let ui = &field.ui;
    el("div")
        .class("mt-composer__actions")
        .child(stop(ui))
        .child(busy_button(field, OnEnter::Replace))
        .child(busy_button(field, OnEnter::Interject))
        .child(send(field))
}

/// Stop, while something is at work or waits for an answer.
fn stop(ui: &Ui) -> Node {
    let cells = ui.cells.clone();
    let ui = ui.clone();
    show(
        move || Situation::of(&cells).is_busy(),
        move || {
            let (acting, reaching) = (ui.clone(), ui.clone());
            let press = move || {
                if let Some(run) = run_of(&acting.cells) {
                    acting.actions.stop(&acting.cells.thread, run);
                }
            };
            button("mt-button mt-button--stop", press)
                .attr("data-testid", "composer-stop")
                .live("title", move || reach(&reaching))
                .child(icon(IconName::Stop))
                .text(ui.texts.stop)
        },
    )
}

/// Interject or Replace, while there is a turn for it.
fn busy_button(field: &Field, how: OnEnter) -> Node {
    let cells = field.ui.cells.clone();
    let field = field.clone();
    let there = move || Situation::of(&cells).is_busy();
    show(there, move || {
        let texts = field.ui.texts;
        let (name, test_id, title, sign) = match how {
            OnEnter::Replace => (
                texts.replace,
                "composer-replace",
                texts.replace_title,
                IconName::RunNow,
            ),
            OnEnter::Interject | OnEnter::Queue => (
                texts.speak.interject,
                "composer-interject",
                texts.speak.interject_title,
                IconName::Interject,
            ),
        };
        let (told, full) = (field.clone(), field.clone());
        delivering(&field, how, test_id)
            .live("title", move || {
                if how == OnEnter::Interject && told.has_files() {
                    (told.ui.texts.attach)().no_interject
                } else {
                    title
                }
            })
            .live("aria-disabled", move || {
                (how == OnEnter::Interject && full.has_files()).then_some("true")
            })
            .attr("aria-label", name)
            .child(icon(sign))
            .child(el("span").class("mt-button__label").text(name))
    })
}

/// Send, or Queue.
fn send(field: &Field) -> El {
    let (texts, cells) = (field.ui.texts, field.ui.cells.clone());
    let starts = move || Situation::of(&cells) == Situation::Idle;
    delivering(field, OnEnter::Queue, "composer-send").child(choose(starts, move |starts| {
        let (name, label) = if starts {
            (IconName::Send, texts.send)
        } else {
            (IconName::Queue, texts.queue_button)
        };
        Some(all([icon(name).into(), crate::dom::text(label)]))
    }))
}

/// A button that delivers what is written; while it is pointed at, or has the focus, what it does
/// is said above the field.
fn delivering(field: &Field, how: OnEnter, test_id: &str) -> El {
    let (acting, empty) = (field.clone(), field.clone());
    let (told, keyed, shown) = (field.clone(), field.clone(), field.clone());
    let look = |looks: bool| {
        let looked_at = field.looked_at.clone();
        move |_: Event| looked_at.set_if_new(looks.then_some(how))
    };
    let forgotten = field.looked_at.clone();
    // A button that goes tells nobody that the pointer has left it.
    at_end(move || forgotten.set_if_new(None));
    button("mt-button", move || acting.deliver(how))
        .attr("data-testid", test_id)
        .live_class("mt-button--primary", move || told.on_enter() == how)
        .live("disabled", move || empty.is_empty())
        .live("aria-keyshortcuts", move || {
            keyed.key_of(how).map(Key::name)
        })
        // The style sheet shows it: it is not part of the button's name.
        .live("data-key", move || {
            shown.key_of(how).map(|key| with_own_modifier(key.sign()))
        })
        .on("pointerenter", look(true))
        .on("pointerleave", look(false))
        .on("focus", look(true))
        .on("blur", look(false))
}
