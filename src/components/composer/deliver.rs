//! The composer's buttons: one for each way a message can go, and Stop.
//!
//! Not responsible for the keys, which the field hears, nor for who gets an interjection (see
//! `target`).

use crate::hooks::SetIfNew;
use web_sys::{Event, Node};

use super::fate::{Situation, run_of};
use super::target::target;
use super::{Field, Key};
use crate::components::icon::{IconName, icon};
use crate::components::{OnEnter, Ui, button, reach};
use crate::dom::{El, all, choose, el, show};
use crate::hooks::at_end;
use crate::hooks::with_own_modifier;

/// The buttons, the one that Enter presses last.
pub(super) fn buttons(field: &Field) -> El {
    let ui = &field.ui;
    el("div")
        .class("mt-composer__actions")
        .child(stop(ui))
        .child(replace(field))
        .child(interject(field))
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
                    acting.actions.stop(run);
                }
            };
            button("mt-button mt-button--stop", press)
                .attr("data-testid", "composer-stop")
                .live("title", move || reach(reaching.texts, reaching.cells))
                .attr("aria-label", ui.texts.stop)
                .child(icon(IconName::Stop))
                .child(el("span").class("mt-button__label").text(ui.texts.stop))
        },
    )
}

/// Replace, while there is a turn for it.
fn replace(field: &Field) -> Node {
    let cells = field.ui.cells.clone();
    let field = field.clone();
    let there = move || Situation::of(&cells).is_busy();
    show(there, move || {
        let texts = field.ui.texts;
        let button = delivering(&field, OnEnter::Replace, "composer-replace")
            .attr("title", texts.replace_title);
        let button = named(button, texts.replace, IconName::RunNow);
        looked_at(&field, OnEnter::Replace, button)
    })
}

/// Interject with the chip that says who gets it, while there is a turn for it.
fn interject(field: &Field) -> Node {
    let cells = field.ui.cells.clone();
    let field = field.clone();
    let there = move || Situation::of(&cells).is_busy();
    show(there, move || {
        let texts = field.ui.texts;
        let (told, full) = (field.clone(), field.clone());
        let button = delivering(&field, OnEnter::Interject, "composer-interject")
            .live("title", move || {
                if told.has_files() {
                    told.ui.texts.attach.no_interject
                } else {
                    texts.speak.interject_title
                }
            })
            .live("aria-disabled", move || full.has_files().then_some("true"));
        let group = el("div")
            .class("mt-interject")
            .attr("role", "group")
            .attr("aria-label", texts.speak.interject)
            .child(named(button, texts.speak.interject, IconName::Interject))
            .child(target(&field.ui));
        // Who looks at the chip wants to know what interjecting does.
        looked_at(&field, OnEnter::Interject, group)
    })
}

/// A sign and a name, which a narrow chat hides.
fn named(button: El, name: &str, sign: IconName) -> El {
    button
        .attr("aria-label", name)
        .child(icon(sign))
        .child(el("span").class("mt-button__label").text(name))
}

/// Send, or Queue.
fn send(field: &Field) -> El {
    let (texts, cells) = (field.ui.texts, field.ui.cells.clone());
    let starts = move || Situation::of(&cells) == Situation::Idle;
    let button = delivering(field, OnEnter::Queue, "composer-send");
    looked_at(field, OnEnter::Queue, button).child(choose(starts, move |starts| {
        let (name, label) = if starts {
            (IconName::Send, texts.send)
        } else {
            (IconName::Queue, texts.queue_button)
        };
        Some(all([icon(name).into(), crate::dom::text(label)]))
    }))
}

/// A button that delivers what is written.
fn delivering(field: &Field, how: OnEnter, test_id: &str) -> El {
    let (acting, empty) = (field.clone(), field.clone());
    let (told, keyed, shown) = (field.clone(), field.clone(), field.clone());
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
}

/// While the element is pointed at, or the focus is in it, what this delivery does is said above
/// the field.
fn looked_at(field: &Field, how: OnEnter, element: El) -> El {
    let look = |looks: bool| {
        let looked_at = field.looked_at.clone();
        move |_: Event| looked_at.set_if_new(looks.then_some(how))
    };
    let forgotten = field.looked_at.clone();
    // What goes tells nobody that the pointer has left it.
    at_end(move || forgotten.set_if_new(None));
    element
        .on("pointerenter", look(true))
        .on("pointerleave", look(false))
        .on("focusin", look(true))
        .on("focusout", look(false))
}
