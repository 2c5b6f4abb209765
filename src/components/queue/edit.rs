//! The editor of a queued prompt, in its place.
//!
//! Not responsible for holding the prompt back meanwhile; the core does.

use midturn_core::input::QueueInput;
use web_sys::{CompositionEvent, Event, HtmlTextAreaElement, KeyboardEvent};

use crate::components::{Ui, button};
use crate::dom::{El, el};
use crate::hooks::later_effect;
use crate::hooks::{Enter, Ime, grow};

/// The editor, with the text it begins with.
pub(super) fn edit(ui: &Ui, draft: &str) -> El {
    let texts = ui.texts;
    let send = |input: QueueInput| {
        let ui = ui.clone();
        move || ui.actions.queue(input.clone())
    };
    let (done, abandoned) = (send(QueueInput::EditDone), send(QueueInput::EditAbandoned));
    let (save, leave) = (done.clone(), abandoned.clone());

    let ime = Ime::new();
    let ended = ime.clone();
    let pressed = move |event: KeyboardEvent| {
        if ime.enter(&event) == Enter::Submit {
            event.prevent_default();
            done();
        } else if event.key() == "Escape" && !ime.owns(&event) {
            // This editor is what Escape closes, and nothing around it.
            event.prevent_default();
            event.stop_propagation();
            abandoned();
        }
    };
    let input = el("textarea")
        .class("mt-queue__input")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("aria-label", texts.prompt_edit_label);
    let field: HtmlTextAreaElement = input.cast();
    field.set_value(draft);
    let (measured, acting) = (field.clone(), ui.clone());
    later_effect(move || grow(&measured));
    let typed = move |_: Event| {
        grow(&field);
        let changed = QueueInput::EditChanged(field.value());
        acting.actions.queue(changed);
    };
    let input = input.on("input", typed).on("keydown", pressed).on(
        "compositionend",
        move |event: CompositionEvent| {
            ended.ended(&event);
        },
    );
    el("div").class("mt-queue__editor").child(input).child(
        el("div")
            .class("mt-queue__editor-bar")
            .child(el("span").class("mt-queue__note").text(texts.prompt_held))
            .child(
                button("mt-button mt-button--small mt-button--quiet", leave)
                    .text(texts.cancel_edit),
            )
            .child(button("mt-button mt-button--small mt-button--primary", save).text(texts.save)),
    )
}
