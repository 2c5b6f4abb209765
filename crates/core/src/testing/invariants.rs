//! Invariants of a conversation in every state. The random tests and the exploration check them
//! after each step.

use crate::card::{Card, PauseReason};
use crate::conversation::{Conversation, Phase};
use crate::id::MessageId;
use crate::transcript::{Delivery, Interjection, Turn};

/// The first broken invariant.
pub fn broken(conversation: &Conversation) -> Option<&'static str> {
    card(conversation)
        .or_else(|| queue(conversation))
        .or_else(|| turns(conversation))
        .or_else(|| interjections(conversation))
}

/// The card matches the design's table. It is visible during a run, while a paused queue has
/// prompts, and while its editor is open after the end of the run.
pub fn card(conversation: &Conversation) -> Option<&'static str> {
    let active = conversation.active().map(|active| &active.id);
    let queued = !conversation.queue().is_empty();
    match conversation.card() {
        Card::Hidden if active.is_some() => Some("hidden with a run at work"),
        Card::Hidden if queued => Some("hidden with prompts in the queue"),
        Card::Running { run, .. }
        | Card::Cancelling {
            run, over: false, ..
        } if active != Some(run) => Some("the card's run is not the one at work"),
        Card::Cancelling { over: true, .. } if active.is_some() => Some("over, with a run at work"),
        Card::Paused { .. } | Card::Resuming { .. } if active.is_some() => {
            Some("paused with a run at work")
        }
        Card::Paused { .. } | Card::Resuming { .. } if !queued => {
            Some("paused without a prompt in the queue")
        }
        Card::Paused { reason, .. }
            if *reason == PauseReason::Held
                && conversation.queue().block() != Some(PauseReason::Held) =>
        {
            Some("paused for held prompts, with one that is not held")
        }
        card if card.is_visible() != conversation.card_turn().is_some() => {
            Some("the card is on no turn")
        }
        _ => None,
    }
}

fn queue(conversation: &Conversation) -> Option<&'static str> {
    let queue = conversation.queue();
    let at_work = matches!(
        conversation.card(),
        Card::Running { .. } | Card::Cancelling { .. }
    );
    if queue.pauses() && (queue.is_empty() || !at_work) {
        return Some("a pause is asked for, with nothing to pause");
    }
    let has = |id: &MessageId| queue.prompts().iter().any(|prompt| prompt.id == *id);
    if queue.edit().is_some_and(|edit| !has(&edit.id)) {
        return Some("the edited prompt is not in the queue");
    }
    if queue
        .prompts()
        .iter()
        .any(|prompt| prompt.text.trim().is_empty() && prompt.attachments.is_empty())
    {
        return Some("a blank prompt");
    }
    None
}

fn turns(conversation: &Conversation) -> Option<&'static str> {
    let mut open = conversation
        .turns()
        .iter()
        .filter(|turn| turn.outcome.is_none());
    let (first, second) = (open.next(), open.next());
    if second.is_some() {
        return Some("two turns at work");
    }
    if first.map(|turn| &turn.id) != conversation.active().map(|active| &active.turn) {
        return Some("the open turn is not the one at work");
    }
    if first.is_some_and(|turn| Some(turn) != conversation.turns().last()) {
        return Some("the turn at work is not the last");
    }
    let asking = |held: &crate::conversation::Stopping| !held.state.is_answered();
    let blocked = conversation
        .active()
        .is_some_and(|active| active.phase == Phase::Blocked);
    if blocked && !conversation.stopping().iter().any(asking) {
        return Some("a run waits for an answer that no one was asked for");
    }
    None
}

/// All texts of the person that the conversation keeps. `with_edit`: also the open editor of a
/// queued prompt.
pub fn kept_texts(conversation: &Conversation, with_edit: bool) -> impl Iterator<Item = &str> {
    let draft = match conversation.card() {
        Card::Hidden => None,
        Card::Running { draft, .. }
        | Card::Cancelling { draft, .. }
        | Card::Paused { draft, .. }
        | Card::Resuming { draft, .. } => Some(draft.as_str()),
    };
    let queue = conversation.queue();
    let edit = queue
        .edit()
        .filter(|_| with_edit)
        .map(|edit| edit.draft.as_str());
    let edits = conversation.edits().values();
    let edits = edits.filter(move |_| with_edit).map(String::as_str);
    std::iter::once(conversation.composer())
        .chain(draft)
        .chain(edit)
        .chain(edits)
        .chain(queue.prompts().iter().map(|prompt| prompt.text.as_str()))
        .chain(queue.removed().map(|prompt| prompt.text.as_str()))
        .chain(conversation.turns().iter().map(|turn| turn.text.as_str()))
        .chain(conversation.turns().iter().flat_map(said))
}

fn said(turn: &Turn) -> impl Iterator<Item = &str> {
    turn.interjections()
        .flat_map(|said| [said.text.as_str(), said.wanted()])
}

/// At most one interjection of a turn is being sent, none is pending in a turn that is over, none
/// is blank, and each delivered interjection has a place.
fn interjections(conversation: &Conversation) -> Option<&'static str> {
    let at_work = conversation.active().map(|active| &active.turn);
    for turn in conversation.turns() {
        let pending = turn.interjections().filter(|said| said.is_pending());
        if at_work != Some(&turn.id) && pending.count() > 0 {
            return Some("an interjection waits in a turn that is over");
        }
        let sending = |said: &&Interjection| matches!(said.delivery, Delivery::Sending { .. });
        if turn.interjections().filter(sending).count() > 1 {
            return Some("two interjections are under way at once");
        }
        if turn.interjections().any(|said| said.text.trim().is_empty()) {
            return Some("a blank interjection");
        }
        let delivered = |said: &&Interjection| matches!(said.delivery, Delivery::Delivered { .. });
        if turn
            .interjections()
            .filter(delivered)
            .any(|said| said.place.is_none())
        {
            return Some("a delivered interjection has no place in the history");
        }
    }
    None
}
