//! What the person told an agent inside a turn, and how far it is.
//!
//! Drawn in the list of activities, under the agent it is for, while the list is open; else on
//! its own. Not responsible for sending it, nor for where its text goes when no agent gets it.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use midturn_core::id::MessageId;
use midturn_core::input::InterjectionInput;
use midturn_core::transcript::{ActivityKind, Delivery, Interjection, Undelivered};
use web_sys::{CompositionEvent, Event, HtmlTextAreaElement, KeyboardEvent, Node};

use super::tree::depth;
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button, fold, icon_button};
use crate::dom::{El, all, choose, each, el, show};
use crate::hooks::{Enter, Ime, after_frame, grow};
use crate::hooks::{at_end, later_effect};
use crate::i18n::Catalogue;
use crate::state::{ActivityCell, TurnCell};

/// One interjection, as a row of the list.
pub(super) fn interjection_row(ui: &Ui, turn: &TurnCell, cell: &ActivityCell) -> El {
    let (at, own) = (turn.clone(), cell.clone());
    let (listed, status) = (cell.clone(), cell.clone());
    el("li")
        .class("mt-activity")
        .attr("data-testid", "activity")
        .attr("data-kind", "interjection")
        .live("data-status", move || {
            super::row::status_name(status.activity.with(|held| held.status))
        })
        .live("data-depth", move || {
            at.activities.with(|all| depth(all, &own)).to_string()
        })
        .child(said(ui, turn, &listed))
}

/// The interjections of a turn whose activities are not shown.
pub fn interjections(ui: &Ui, turn: &TurnCell) -> Node {
    let (ui, turn) = (ui.clone(), turn.clone());
    let listed = turn.clone();
    let keys = move || {
        listed.activities.with(|all| {
            let said = all.iter().filter(|cell| is_interjection(cell));
            said.map(|cell| cell.id.to_string()).collect::<Vec<_>>()
        })
    };
    let any = keys.clone();
    show(
        move || !any().is_empty(),
        move || {
            let (ui, turn, keys) = (ui.clone(), turn.clone(), keys.clone());
            let label = ui.texts.speak.said_list;
            let rows = each(keys, move |key| {
                turn.activities.with(|all| {
                    let cell = all.iter().find(|cell| cell.id.as_str() == key)?;
                    Some(el("li").child(said(&ui, &turn, cell)).into())
                })
            });
            el("ul")
                .class("mt-said-list")
                .attr("aria-label", label)
                .child(rows)
        },
    )
}

/// Whether an activity is something the person said.
pub(super) fn is_interjection(cell: &ActivityCell) -> bool {
    cell.activity
        .with_untracked(midturn_core::transcript::Activity::is_interjection)
}

/// What there is to know of it on screen.
#[derive(Clone, PartialEq, Eq)]
struct Said {
    id: MessageId,
    text: String,
    status: &'static str,
    line: String,
    /// It can be changed, and taken back.
    changeable: bool,
    /// It can become a prompt.
    queueable: bool,
}

/// The selector of one interjection within its turn.
pub(super) fn mark(id: &MessageId) -> String {
    format!(".mt-said[data-message={}]", css_string(id.as_str()))
}

/// A text as a string of CSS.
fn css_string(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\a "))
}

fn said(ui: &Ui, turn: &TurnCell, cell: &ActivityCell) -> El {
    let editing = ArcRwSignal::new(false);
    let read = {
        let (ui, turn, cell) = (ui.clone(), turn.clone(), cell.clone());
        move || {
            let stopping = ui
                .cells
                .stopping
                .with(|all| all.iter().any(|held| held.turn == turn.id));
            read(ui.texts, &turn, &cell, stopping)
        }
    };
    let (marked, told, texted) = (read.clone(), read.clone(), read.clone());
    let (opened, acting) = (editing.clone(), ui.clone());
    let kind = read.clone();
    let body = choose(
        move || {
            let said = kind();
            // The text is followed by the row itself, so that the focus stays in it.
            (opened.get(), said.changeable, said.queueable)
        },
        move |(edits, changeable, queueable)| {
            let said = texted();
            Some(if edits && changeable {
                editor(&acting, &said, &editing).into()
            } else {
                shown(&acting, &texted, &editing, changeable, queueable)
            })
        },
    );
    el("div")
        .class("mt-said")
        .attr("data-testid", "interjection")
        .attr("data-message", &read().id.to_string())
        .live("data-status", move || marked().status)
        .child(icon(IconName::Interject))
        .child(
            el("div").class("mt-said__body").child(body).child(
                el("p")
                    .class("mt-said__line")
                    .attr("dir", "auto")
                    .live_text(move || told().line),
            ),
        )
}

fn shown(
    ui: &Ui,
    read: &(impl Fn() -> Said + Clone + 'static),
    editing: &ArcRwSignal<bool>,
    changeable: bool,
    queueable: bool,
) -> Node {
    let (texts, id, followed, measured) = (ui.texts, read().id, read.clone(), read.clone());
    let text = el("p")
        .class("mt-said__text")
        .attr("dir", "auto")
        .child(
            el("span")
                .class("mt-visually-hidden")
                .text(texts.message_you),
        )
        .live_text(move || followed().text);
    let send = |input: InterjectionInput| {
        let ui = ui.clone();
        move || ui.actions.interjection(input.clone())
    };
    let text = fold(ui, text, move || measured().text);
    let mut views: Vec<Node> = vec![text.into()];
    if changeable {
        let opened = editing.clone();
        views.push(
            el("div")
                .class("mt-said__actions")
                .child(
                    icon_button(
                        "mt-button mt-button--small mt-button--icon mt-button--quiet",
                        texts.speak.said_edit,
                        IconName::Edit,
                        move || opened.set(true),
                    )
                    .attr("title", texts.speak.said_edit)
                    .attr("data-testid", "interjection-edit"),
                )
                .child(
                    icon_button(
                        "mt-button mt-button--small mt-button--icon mt-button--quiet",
                        texts.speak.said_take_back,
                        IconName::Undo,
                        send(InterjectionInput::TakeBack(id.clone())),
                    )
                    .attr("title", texts.speak.said_take_back)
                    .attr("data-testid", "interjection-take-back"),
                )
                .into(),
        );
    }
    if queueable {
        let queue = button(
            "mt-button mt-button--small",
            send(InterjectionInput::QueueInstead(id)),
        );
        views.push(
            queue
                .attr("data-testid", "interjection-queue")
                .child(icon(IconName::Queue))
                .text(texts.speak.said_queue_instead)
                .into(),
        );
    }
    all(views)
}

/// Its editor. What is written in it when it goes away unasked is what the message says from then
/// on; where the agent has got it meanwhile, the core keeps it in the composer.
fn editor(ui: &Ui, said: &Said, editing: &ArcRwSignal<bool>) -> El {
    let texts = ui.texts;
    let input = el("textarea")
        .class("mt-said__input")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("aria-label", texts.speak.said_edit_label);
    let field: HtmlTextAreaElement = input.cast();
    field.set_value(&said.text);
    let open = ArcRwSignal::new(true);
    let done = {
        let (ui, id, field) = (ui.clone(), said.id.clone(), field.clone());
        let (open, editing) = (open.clone(), editing.clone());
        move |save: bool| {
            if !open.get_untracked() {
                return;
            }
            open.set(false);
            let text = field.value();
            if save {
                let id = id.clone();
                let input = InterjectionInput::Revise { id, text };
                ui.actions.interjection(input);
            }
            editing.set(false);
        }
    };
    let (lost, before, id) = (field.clone(), said.text.clone(), said.id.clone());
    let (acting, still, opened) = (ui.clone(), open.clone(), editing.clone());
    at_end(move || {
        let text = lost.value();
        opened.set_if_new(false);
        if still.get_untracked() && text != before {
            let revise = InterjectionInput::Revise { id, text };
            acting.actions.interjection(revise);
        }
    });
    let ime = Ime::new();
    let ended = ime.clone();
    let (pressed, measured, typed) = (done.clone(), field.clone(), field.clone());
    let (save, leave) = (done.clone(), done);
    later_effect(move || {
        grow(&measured);
        let field = measured.clone();
        after_frame(move || {
            let _ = field.focus();
        });
    });
    let input = input
        .on("input", move |_: Event| grow(&typed))
        .on("keydown", move |event: KeyboardEvent| {
            if ime.enter(&event) == Enter::Submit {
                event.prevent_default();
                pressed(true);
            } else if event.key() == "Escape" && !ime.owns(&event) {
                // This editor is what Escape closes, and nothing around it.
                event.prevent_default();
                event.stop_propagation();
                pressed(false);
            }
        })
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        });
    el("div").class("mt-said__editor").child(input).child(
        el("div")
            .class("mt-said__bar")
            .child(
                button("mt-button mt-button--small mt-button--quiet", move || {
                    leave(false);
                })
                .text(texts.cancel_edit),
            )
            .child(
                button("mt-button mt-button--small mt-button--primary", move || {
                    save(true);
                })
                .text(texts.save),
            ),
    )
}

fn read(texts: &Catalogue, turn: &TurnCell, cell: &ActivityCell, stopping: bool) -> Said {
    cell.activity.with(|activity| match &activity.kind {
        ActivityKind::Interjection(said) => Said {
            id: said.id.clone(),
            text: said.wanted().to_owned(),
            status: status(&said.delivery),
            line: line(texts, turn, said),
            changeable: said.is_pending()
                && !matches!(said.delivery, Delivery::InRequest | Delivery::Missed),
            // While the run is being stopped, the agent may still get it.
            queueable: matches!(
                said.delivery,
                Delivery::Undelivered(Undelivered::Stopped | Undelivered::Unreachable)
            ) && !stopping,
        },
        _ => Said {
            id: cell.id.as_str().into(),
            text: String::new(),
            status: "",
            line: String::new(),
            changeable: false,
            queueable: false,
        },
    })
}

fn status(delivery: &Delivery) -> &'static str {
    match delivery {
        Delivery::Delivered { .. } => "delivered",
        Delivery::Undelivered(_) => "undelivered",
        Delivery::Unsent
        | Delivery::Sending { .. }
        | Delivery::Accepted
        | Delivery::Held
        | Delivery::AfterAnswer
        | Delivery::InRequest
        | Delivery::Missed => "pending",
    }
}

/// How far it is, in words.
pub(super) fn line(texts: &Catalogue, turn: &TurnCell, said: &Interjection) -> String {
    let agent = || agent(texts, turn, said);
    match (&said.delivery, &said.revision) {
        (Delivery::Undelivered(why), _) => match why {
            Undelivered::Queued => texts.speak.said_queued,
            Undelivered::Stopped => texts.speak.said_stopped,
            Undelivered::Unreachable => texts.speak.said_unreachable,
            Undelivered::Ended => texts.speak.said_ended,
        }
        .to_owned(),
        (Delivery::Delivered { step }, _) => match step {
            Some(step) => (texts.speak.said_delivered_at)(&agent(), *step),
            None => (texts.speak.said_delivered)(&agent()),
        },
        (_, Some(held)) if held.back => texts.speak.said_going_back.to_owned(),
        (_, Some(_)) => texts.speak.said_changing.to_owned(),
        (
            Delivery::Unsent | Delivery::Sending { .. } | Delivery::InRequest | Delivery::Missed,
            None,
        ) => texts.speak.said_sending.to_owned(),
        (Delivery::AfterAnswer, None) => texts.control.said_after_answer.to_owned(),
        (Delivery::Held, None) => texts.speak.said_held.to_owned(),
        (Delivery::Accepted, None) if said.fell_back => (texts.speak.said_fell_back)(&agent()),
        (Delivery::Accepted, None) => (texts.speak.said_waiting)(&agent()),
    }
}

/// The name of who gets it.
pub(super) fn agent(texts: &Catalogue, turn: &TurnCell, said: &Interjection) -> String {
    let named = said.target.agent().and_then(|id| {
        turn.activities.with(|all| {
            let cell = all.iter().find(|cell| cell.id == *id)?;
            cell.activity.with(|held| match &held.kind {
                ActivityKind::Subagent { name, .. } => Some(name.clone()),
                _ => None,
            })
        })
    });
    named.unwrap_or_else(|| texts.speak.main_agent.to_owned())
}
