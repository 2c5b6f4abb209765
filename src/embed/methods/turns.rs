//! Methods about the turns of the thread, and about the list of threads.

use js_sys::Promise;
use midturn::extra::{get, settled};
use midturn_core::chat::{Chat, ChatInput};
use midturn_core::id::{ActivityId, MessageId, ThreadId};
use midturn_core::input::Input;
use midturn_core::rating::Rating;
use midturn_core::transcript::{Outcome, Stop, Turn};
use midturn_protocol::json::to_json;
use midturn_protocol::request::messages_json;
use serde::Serialize;
use wasm_bindgen::JsValue;

use super::given::{id, message, run, text};
use super::{Answer, Reached, gone, json, refusal, speak, wrong};
use crate::embed::host::AtEnd;

/// Stops the turn, and returns how it ended once that is certain. With a message, the message
/// replaces the turn.
pub(super) async fn stop(reached: &Reached, given: &JsValue) -> Answer {
    let said = message(given)?;
    let found = reached.read(|held| {
        let last = held.turns().last()?;
        let is_waiting = matches!(last.outcome, Some(Outcome::Waiting(_)));
        Some((run(held)?, last.id.clone(), is_waiting))
    })?;
    let Some((run, turn, is_waiting)) = found else {
        return Err(not_running());
    };
    match said {
        None => reached.act(Input::Stop { run }),
        Some(said) => {
            let how = js_sys::Object::new();
            super::put(&how, "delivery", &JsValue::from_str("replace"));
            speak::send(reached, &JsValue::from_str(&said), &how).await?
        }
    };
    let end = Promise::new(&mut |done, _| {
        let (thread, turn) = (reached.thread.clone(), turn.clone());
        let wait = AtEnd {
            thread,
            turn,
            is_waiting,
            done,
        };
        reached.session.read(|chat| reached.page.at_end(wait, chat));
    });
    let end = settled(end.into()).await?;
    json(&end.as_string().ok_or_else(gone)?)
}

fn not_running() -> JsValue {
    refusal("not-running", "the agent is not working")
}

/// Forces a stop that is under way.
pub(super) fn force_stop(reached: &Reached) -> Answer {
    let stopping = reached.read(|held| held.stopping().last().map(|held| held.run.clone()))?;
    let Some(run) = stopping else {
        return Err(refusal("not-now", "no stop is under way"));
    };
    Ok(reached.act(Input::Force { run, task: None }))
}

/// Stops one task of the run.
pub(super) fn stop_task(reached: &Reached, given: &JsValue, how: &JsValue) -> Answer {
    let task = ActivityId::from(id(given, "the activity's id")?);
    let found = reached.read(|held| {
        let run = held.active()?.id.clone();
        let activity = held.turns().last()?.activity(&task)?;
        let is_stopping = activity.task.is_stopping();
        let found = (run, activity.is_stoppable(), is_stopping);
        activity.is_under_way().then_some(found)
    })?;
    let Some((run, is_stoppable, is_stopping)) = found else {
        return Err(refusal("not-found", "no activity of this id is under way"));
    };
    let force = get(how, "force").is_truthy();
    if !(is_stoppable || force && is_stopping) {
        let why = "the activity cannot be stopped alone, or is being stopped";
        return Err(refusal("not-now", why));
    }
    if is_stoppable {
        let (run, task) = (run.clone(), task.clone());
        reached.act(Input::StopTask { run, task });
    }
    if force {
        let task = Some(task);
        reached.act(Input::Force { run, task });
    }
    Ok(JsValue::UNDEFINED)
}

/// Sends the last turn's message again, and returns its new id.
pub(super) fn try_again(reached: &Reached) -> Answer {
    let last = reached.read(|held| {
        let last = held.turns().last()?;
        let is_stopping = last.outcome == Some(Outcome::Cancelled(Stop::Requested));
        let ended = last.may_be_tried_again() && !is_stopping && held.active().is_none();
        ended.then(|| last.id.clone())
    })?;
    let Some(turn) = last else {
        return Err(refusal("not-now", "the last turn did not fail"));
    };
    let id = reached.session.fresh_message();
    let said = JsValue::from_str(id.as_str());
    reached.act(Input::TryAgain { turn, id });
    Ok(said)
}

/// Sends a message again, with another text if one is given, and returns its new id. What followed is
/// left out from then on.
pub(super) fn send_again(reached: &Reached, given: &JsValue, text_given: &JsValue) -> Answer {
    let turn = MessageId::from(id(given, "the message's id")?);
    let said = message(text_given)?;
    let held = reached.read(|held| {
        let sent = held.turn(&turn).filter(|sent| !sent.begins_with_agent());
        let sent = sent.filter(|_| !held.left_out().has(&turn));
        sent.map(|sent| sent.text.clone())
    })?;
    let Some(held) = held else {
        return Err(refusal(
            "not-found",
            "the person sent no message of this id",
        ));
    };
    let id = reached.session.fresh_message();
    let new = JsValue::from_str(id.as_str());
    let text = said.unwrap_or(held);
    reached.act(Input::SendAgain { turn, id, text });
    Ok(new)
}

/// Rates a turn that has ended. `null` takes the rating back.
pub(super) fn rate(reached: &Reached, turn: &JsValue, rating: &JsValue) -> Answer {
    let turn = MessageId::from(id(turn, "the turn's id")?);
    let rating = match rating.as_string().as_deref() {
        Some("good") => Some(Rating::Good),
        Some("bad") => Some(Rating::Bad),
        None if rating.is_null() => None,
        _ => return Err(wrong("a rating is \"good\", \"bad\" or null")),
    };
    let over = reached.read(|held| held.turn(&turn).map(Turn::is_over))?;
    match over {
        None => Err(refusal("not-found", "there is no such turn")),
        Some(false) => Err(refusal("not-now", "the turn has not ended")),
        Some(true) => Ok(reached.act(Input::Rate { turn, rating })),
    }
}

/// The messages, as AG-UI writes them: the form that `history` takes. Files have no bytes.
pub(super) fn messages(reached: &Reached) -> Answer {
    let list = reached.read(|held| {
        let mut messages = Vec::new();
        for turn in held.turns() {
            turn.write_history(false, &mut messages);
        }
        messages_json(&messages, &|_| None)
    })?;
    json(&list)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'a> {
    thread_id: &'a str,
    title: &'a str,
    /// Milliseconds since the Unix epoch.
    updated_at: u64,
    /// `idle`, `running`, `paused` or `waiting`.
    state: &'static str,
}

/// The threads, the most recent first.
pub(super) fn threads(reached: &Reached) -> Answer {
    let list = reached.session.read(|chat| {
        let heads = chat.heads();
        let list = heads.iter().map(|head| Listed {
            thread_id: head.id.as_str(),
            title: &head.title,
            updated_at: head.updated_at,
            state: chat.state_of(head).name(),
        });
        to_json(&list.collect::<Vec<_>>())
    });
    json(&list)
}

/// Renames a thread.
pub(super) fn rename(reached: &Reached, thread: &JsValue, title: &JsValue) -> Answer {
    let title = text(title, "the title")?;
    of_list(reached, thread, |thread| ChatInput::Rename {
        thread,
        title,
    })
}

/// Makes a thread's deletion final.
pub(super) fn forget(reached: &Reached, thread: &JsValue) -> Answer {
    let id = ThreadId::from(id(thread, "the thread's id")?);
    let deleted = |chat: &Chat| chat.head(&id).map(|head| head.deleted);
    if reached.session.read(deleted) == Some(false) {
        return Err(refusal("not-now", "the thread is not deleted"));
    }
    of_list(reached, thread, ChatInput::Forget)
}

/// Performs an act on a thread of the list.
pub(super) fn of_list(
    reached: &Reached,
    thread: &JsValue,
    act: impl FnOnce(ThreadId) -> ChatInput,
) -> Answer {
    let thread = ThreadId::from(id(thread, "the thread's id")?);
    let known = reached.session.read(|chat| chat.head(&thread).is_some());
    if !known {
        return Err(refusal("not-found", "there is no such thread"));
    }
    reached.session.dispatch(act(thread));
    Ok(JsValue::UNDEFINED)
}
