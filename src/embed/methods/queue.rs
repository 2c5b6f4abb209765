//! Methods about the prompts of the queue and about interjections.

use midturn_core::conversation::Conversation;
use midturn_core::id::MessageId;
use midturn_core::input::{Input, InterjectionInput, QueueInput};
use midturn_core::transcript::Interjection;
use wasm_bindgen::JsValue;

use super::given::{id, text};
use super::{Answer, Reached, refusal, wrong};

/// The id of a prompt in the queue.
fn prompt(reached: &Reached, given: &JsValue) -> Result<MessageId, JsValue> {
    let prompt = MessageId::from(id(given, "the prompt's id")?);
    let is_queued = |held: &Conversation| {
        let mut prompts = held.queue().prompts().iter();
        prompts.any(|held| held.id == prompt)
    };
    if reached.read(is_queued)? {
        return Ok(prompt);
    }
    Err(refusal("not-found", "no prompt of the queue has this id"))
}

/// Replaces the text of a prompt. A blank one removes the prompt.
pub(super) fn edit(reached: &Reached, given: &JsValue, text_given: &JsValue) -> Answer {
    let text = text(text_given, "the text")?;
    let id = prompt(reached, given)?;
    Ok(reached.act(Input::Queue(QueueInput::Rewrite { id, text })))
}

/// Moves a prompt to another place.
pub(super) fn place(reached: &Reached, given: &JsValue, to: &JsValue) -> Answer {
    let to = to.as_f64().filter(|to| *to >= 0.0 && to.fract() == 0.0);
    let to = to.ok_or_else(|| wrong("the place is a whole number from 0"))?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a larger place means the end"
    )]
    let to = to as usize;
    let id = prompt(reached, given)?;
    Ok(reached.act(Input::Queue(QueueInput::Move { id, to })))
}

/// Holds a prompt back, or releases it.
pub(super) fn hold(reached: &Reached, given: &JsValue, held: &JsValue) -> Answer {
    let held = held.as_bool();
    let held = held.ok_or_else(|| wrong("whether the prompt is held is true or false"))?;
    let id = prompt(reached, given)?;
    Ok(reached.act(Input::Queue(QueueInput::Hold { id, held })))
}

pub(super) fn remove(reached: &Reached, given: &JsValue) -> Answer {
    let prompt = prompt(reached, given)?;
    Ok(reached.act(Input::Queue(QueueInput::Remove(prompt))))
}

/// Puts the prompt that was removed last back in its place.
pub(super) fn restore(reached: &Reached) -> Answer {
    if reached.read(|held| held.queue().removed().next().is_none())? {
        return Err(refusal("not-found", "no prompt was removed"));
    }
    Ok(reached.act(Input::Queue(QueueInput::Restore)))
}

/// Starts the turn of a prompt now. A running turn is stopped.
pub(super) fn run(reached: &Reached, given: &JsValue) -> Answer {
    let prompt = prompt(reached, given)?;
    Ok(reached.act(Input::Queue(QueueInput::RunNow(prompt))))
}

/// Pauses the queue when the running turn ends, or no longer.
pub(super) fn pause_after_turn(reached: &Reached, pauses: &JsValue) -> Answer {
    let pauses = pauses.as_bool();
    let pauses = pauses.ok_or_else(|| wrong("whether the queue pauses is true or false"))?;
    let waits = |held: &Conversation| held.active().is_some() && !held.queue().prompts().is_empty();
    if !reached.read(waits)? {
        return Err(refusal("not-now", "no prompt waits for the end of a turn"));
    }
    Ok(reached.act(Input::Queue(QueueInput::PauseAfterTurn(pauses))))
}

/// The id of an interjection that can still be changed.
fn pending(reached: &Reached, given: &JsValue) -> Result<MessageId, JsValue> {
    let message = MessageId::from(id(given, "the interjection's id")?);
    let found = reached.read(|held| {
        let said = held.turns().last()?.interjection(&message);
        said.map(Interjection::is_changeable)
    })?;
    match found {
        Some(true) => Ok(message),
        Some(false) => Err(refusal(
            "not-now",
            "the interjection is on its way to the agent, or there",
        )),
        None => Err(refusal(
            "not-found",
            "no interjection of this turn has this id",
        )),
    }
}

/// Replaces the text of an interjection that the agent does not have yet.
pub(super) fn revise(reached: &Reached, given: &JsValue, text_given: &JsValue) -> Answer {
    let text = text(text_given, "the text")?;
    let id = pending(reached, given)?;
    let revised = InterjectionInput::Revise { id, text };
    Ok(reached.act(Input::Interjection(revised)))
}

/// Takes an interjection back. Its text returns to the composer.
pub(super) fn withdraw(reached: &Reached, given: &JsValue) -> Answer {
    let id = pending(reached, given)?;
    Ok(reached.act(Input::Interjection(InterjectionInput::TakeBack(id))))
}

/// Sends an interjection that was not delivered as a message of its own.
pub(super) fn instead(reached: &Reached, given: &JsValue) -> Answer {
    let message = MessageId::from(id(given, "the interjection's id")?);
    let found = reached.read(|held| held.is_queueable(&message))?;
    match found {
        Some(true) => {
            let instead = InterjectionInput::QueueInstead(message);
            Ok(reached.act(Input::Interjection(instead)))
        }
        Some(false) => Err(refusal(
            "not-now",
            "the agent has the interjection, or may still get it",
        )),
        None => Err(refusal("not-found", "there is no interjection of this id")),
    }
}
