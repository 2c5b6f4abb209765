//! Methods that are done when the page shows something: they wait for signals.

use js_sys::{Function, Promise};
use leptos::prelude::*;
use midturn::extra::settled;
use midturn::hooks::{at_end, effect};
use midturn_core::history::PastState;
use midturn_core::id::MessageId;
use midturn_core::input::Input;
use wasm_bindgen::JsValue;

use super::given::id;
use super::{Answer, Reached, gone, refusal};

/// Waits until `look`, which reads signals, has an answer. Fails if the drawing is removed before.
pub(super) async fn until(
    reached: &Reached,
    look: impl Fn() -> Option<Answer> + 'static,
) -> Answer {
    reached.still_drawn()?;
    // Ends with the drawing, or when the answer is there.
    let owner = reached.owner.child();
    let mut look = Some(look);
    let answer = Promise::new(&mut |done, failed| {
        let Some(look) = look.take() else { return };
        owner.with(|| {
            let ended = failed.clone();
            at_end(move || call(&ended, &gone()));
            effect(move || match look() {
                None => {}
                Some(Ok(value)) => call(&done, &value),
                Some(Err(error)) => call(&failed, &error),
            });
        });
    });
    let answer = settled(answer.into()).await;
    drop(owner);
    answer
}

/// Settles a promise. Does nothing if it is settled already.
fn call(settle: &Function, value: &JsValue) {
    let _ = settle.call1(&JsValue::UNDEFINED, value);
}

/// Loads older messages, and returns whether there are more.
pub(super) async fn load_older(reached: &Reached) -> Answer {
    reached.act(Input::PastWanted);
    let held = reached.clone();
    let answer = move || {
        held.ui.cells.past.track();
        Some(match held.past() {
            Err(error) => Err(error),
            Ok(PastState::Asked { .. }) => return None,
            Ok(PastState::More) => Ok(JsValue::TRUE),
            Ok(PastState::Complete) => Ok(JsValue::FALSE),
            Ok(PastState::Failed) => Err(not_loaded()),
            Ok(PastState::Unasked) => Err(refusal("not-now", "nothing gives older messages now")),
        })
    };
    until(reached, answer).await
}

/// Leads to a message: loads older ones until it is there.
pub(super) async fn show_message(reached: &Reached, given: &JsValue) -> Answer {
    let message = MessageId::from(id(given, "the message's id")?);
    reached.still_drawn()?;
    if reached.past()? == PastState::Failed {
        reached.act(Input::PastWanted);
    }
    let (ui, held, sought) = (reached.ui, reached.clone(), message.clone());
    ui.link_target.set(Some(message.clone()));
    let shown = move || {
        ui.cells.past.track();
        match ui.link_target.get() {
            Some(other) if other != sought => {
                let why = "another message is shown instead";
                Some(Err(refusal("not-now", why)))
            }
            Some(_) => match held.past() {
                Ok(PastState::Failed) => Some(Err(not_loaded())),
                Ok(_) => None,
                Err(error) => Some(Err(error)),
            },
            None => Some(is_shown(&held, &sought)),
        }
    };
    let answer = until(reached, shown).await;
    // What failed is not shown after all when somebody loads the older messages later.
    let sought = |target: &Option<MessageId>| target.as_ref() == Some(&message);
    if answer.is_err() && ui.link_target.try_with_untracked(sought) == Some(true) {
        ui.link_target.set(None);
    }
    answer
}

fn is_shown(reached: &Reached, message: &MessageId) -> Answer {
    let Some(turn) = reached.ui.cells.turn_with(message) else {
        return Err(refusal("not-found", "there is no message of this id"));
    };
    if reached.ui.scroll.row(&turn).is_none() {
        return Err(refusal("not-now", "the message cannot be shown now"));
    }
    Ok(JsValue::UNDEFINED)
}

fn not_loaded() -> JsValue {
    refusal("load-failed", "older messages could not be loaded")
}

impl Reached {
    fn past(&self) -> Result<PastState, JsValue> {
        self.read(|held| held.past().clone())
    }
}
