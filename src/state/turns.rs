//! Updates the cells of turns.
//!
//! [`super::bridge`] updates the other cells of a conversation.

use leptos::prelude::*;
use midturn_core::change::Change;
use midturn_core::conversation::Conversation;
use midturn_core::id::{ActivityId, MessageId};
use midturn_core::transcript::Turn;

use super::cells::ConversationCells;
use super::turn::{ActivityCell, TextCell, TurnCell, TurnView};
use crate::hooks::SetIfNew;

/// Applies a change to the cells of its turn.
pub(super) fn update_turn(cells: &ConversationCells, conversation: &Conversation, change: Change) {
    match change {
        Change::TurnAdded(id) => {
            let known = cells.turns.with_untracked(|turns| turns.contains(&id));
            if !known && conversation.turn(&id).is_some() {
                cells.hold_last(conversation);
                cells.turns.update(|turns| turns.push(id));
                cells.messages.update(|count| *count += 1);
            }
        }
        Change::TurnChanged(id) => with_turn(cells, conversation, &id, |cell, turn| {
            cell.view.set(TurnView::of(turn));
        }),
        Change::TextGrew { turn, message } => {
            with_turn(cells, conversation, &turn, |cell, turn| {
                text(cells, cell, turn, message, TextCell::grow);
            });
        }
        Change::TextReplaced { turn, message } => {
            with_turn(cells, conversation, &turn, |cell, turn| {
                text(cells, cell, turn, message, TextCell::replace);
            });
        }
        Change::ActivityAdded { turn, activity: id }
        | Change::ActivityChanged { turn, activity: id } => {
            with_turn(cells, conversation, &turn, |cell, turn| {
                activity(cell, turn, &id);
            });
        }
        Change::TurnRenewed(id) => with_turn(cells, conversation, &id, |cell, turn| {
            renew(cells, cell, turn);
        }),
        Change::ActivitiesMoved(id) => with_turn(cells, conversation, &id, reorder),
        Change::Queue
        | Change::Card
        | Change::Edits
        | Change::Composer
        | Change::Attached
        | Change::Target
        | Change::Past
        | Change::State
        | Change::Rated(_)
        | Change::LeftOut
        | Change::Always
        | Change::Title
        | Change::Run => {}
    }
}

fn with_turn(
    cells: &ConversationCells,
    conversation: &Conversation,
    id: &MessageId,
    with: impl FnOnce(&TurnCell, &Turn),
) {
    // A turn off screen has no cells: they are made from the core when it comes on screen.
    if let (Some(cell), Some(turn)) = (cells.held_turn(id), conversation.turn(id)) {
        with(&cell, turn);
    }
}

/// Updates a text of the agent.
fn text(
    cells: &ConversationCells,
    cell: &TurnCell,
    turn: &Turn,
    message: MessageId,
    update: impl FnOnce(&TextCell, &str),
) {
    let now = turn.text_of(&message);
    let held = cell
        .texts
        .with_untracked(|texts| texts.iter().rev().find(|text| text.id == message).cloned());
    match held {
        Some(held) => update(&held, now),
        None if now.is_empty() => {}
        None => {
            let text = TextCell::new(message, now);
            cell.texts.update(|texts| texts.push(text));
            cells.messages.update(|count| *count += 1);
        }
    }
}

/// Updates the cells of a turn that was received whole from another page.
fn renew(cells: &ConversationCells, cell: &TurnCell, turn: &Turn) {
    let view = TurnView::of(turn);
    if cell.view.with_untracked(|held| *held != view) {
        cell.view.set(view);
    }
    cell.attachments.set_if_new(turn.attachments.clone());
    for (message, _) in turn.texts() {
        text(cells, cell, turn, message.clone(), |held, now| {
            // Nobody says whether it only grew.
            if held.text.with_untracked(|text| now.starts_with(text)) {
                held.grow(now);
            } else {
                held.replace(now);
            }
        });
    }
    reorder(cell, turn);
}

fn activity(cell: &TurnCell, turn: &Turn, id: &ActivityId) {
    let Some(activity) = turn.activity(id) else {
        return;
    };
    let held = cell
        .activities
        .with_untracked(|activities| activities.iter().rev().find(|held| held.id == *id).cloned());
    match held {
        Some(held) => held.activity.set(activity.clone()),
        None => cell
            .activities
            .update(|activities| activities.push(ActivityCell::of(turn, activity))),
    }
}

/// Puts the activities into the core's order and updates them. Each keeps its cell.
fn reorder(cell: &TurnCell, turn: &Turn) {
    cell.activities.update(|held| {
        let mut old = std::mem::take(held);
        for activity in &turn.activities {
            let place = old.iter().position(|held| held.id == activity.id);
            held.push(match place {
                Some(place) => {
                    let cell = old.swap_remove(place);
                    cell.activity.set(activity.clone());
                    ActivityCell {
                        after: turn.stretch_of(activity).cloned(),
                        ..cell
                    }
                }
                None => ActivityCell::of(turn, activity),
            });
        }
    });
}
