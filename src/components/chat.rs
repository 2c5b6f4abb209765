//! One conversation on screen: transcript, queue and composer.
//!
//! Not responsible for the list of threads, nor for where it is mounted.

mod aim;
mod elsewhere;
mod empty;
mod escape;
mod find;
mod interruptions;
mod jump;
mod link;
mod offline;
mod past;
mod removed;
mod shortcuts;
mod transcript;

use super::Ui;
use super::attachment::droppable;
use super::composer::composer;
use super::queue::queue;
use crate::dom::{El, el};
use crate::hooks::later_effect;
use crate::hooks::{Room, use_room};
use crate::style::adopt_turns_style;
use aim::aim;
use elsewhere::elsewhere;
use escape::escape;
use find::find;
use interruptions::interruptions;
use jump::jump;
use leptos::prelude::*;
use offline::offline;
use removed::removed;
use shortcuts::shortcuts;
use transcript::transcript;

/// The turn that the person was led to, which so stays on the page.
const FOUND: &str = "mt-turn--found";

/// One conversation.
pub fn chat(ui: &Ui) -> El {
    let announcer = ui.announcer.clone();
    let room = ArcRwSignal::new(Room::default());
    let dock = el("div")
        .class("mt-dock")
        .child(elsewhere(ui))
        .child(offline(ui))
        .child(removed(ui))
        .child(queue(ui, &room))
        .child(composer(ui));
    let chat = el("section")
        .class("mt-chat")
        .attr("aria-label", ui.texts.app_name)
        .live_class("mt-chat--low", {
            let room = room.clone();
            move || room.get() != Room::Ample
        })
        .live_class("mt-chat--tiny", {
            let room = room.clone();
            move || room.get() == Room::Tiny
        });
    let whole = chat.element().clone();
    later_effect(move || use_room(&whole, &room));
    let (turns, around) = (ui.cells.turns.clone(), chat.element().clone());
    // Before the transcript, which measures what it draws.
    later_effect(move || {
        if turns.with(|turns| !turns.is_empty()) {
            adopt_turns_style(&around);
        }
    });
    let chat = chat.child(transcript(ui)).child(jump(ui));
    let chat = escape(ui, chat, dock).child(
        el("div")
            .class("mt-visually-hidden")
            .attr("aria-live", "polite")
            .attr("data-testid", "announcer")
            .live_text(move || announcer.text()),
    );
    aim(ui);
    shortcuts(ui, find(ui, interruptions(ui, droppable(ui, chat))))
}
