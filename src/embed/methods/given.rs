//! The arguments of methods.

use js_sys::{Array, JSON};
use midturn::extra::get;
use midturn_core::conversation::Conversation;
use midturn_core::id::{ActivityId, RunId};
use midturn_core::transcript::Target;
use wasm_bindgen::{JsCast, JsValue};

use super::wrong;

/// A text that is not empty.
pub(super) fn id(given: &JsValue, what: &str) -> Result<String, JsValue> {
    let text = given.as_string().filter(|text| !text.is_empty());
    text.ok_or_else(|| wrong(&format!("{what} must be a text")))
}

/// A text.
pub(super) fn text(given: &JsValue, what: &str) -> Result<String, JsValue> {
    let text = given.as_string();
    text.ok_or_else(|| wrong(&format!("{what} must be a text")))
}

/// The text of a message: `{ message }`, a text, or nothing.
pub(super) fn message(given: &JsValue) -> Result<Option<String>, JsValue> {
    let said = if given.is_object() {
        get(given, "message")
    } else {
        given.clone()
    };
    if said.is_null_or_undefined() {
        return Ok(None);
    }
    let said = text(&said, "the message")?;
    if said.trim().is_empty() {
        return Err(wrong("the message is blank"));
    }
    Ok(Some(said))
}

/// A value as JSON text.
pub(super) fn json_text(given: &JsValue) -> Result<String, JsValue> {
    let text = JSON::stringify(given).ok();
    let text = text.and_then(|text| JsValue::from(text).as_string());
    text.ok_or_else(|| wrong("the value cannot be written as JSON"))
}

/// The recipients of an interjection: `root`, `all`, the id of a subagent, or a list of those.
/// `None` if nothing is given.
pub(super) fn target(given: &JsValue, held: &Conversation) -> Result<Option<Target>, JsValue> {
    if given.is_null_or_undefined() {
        return Ok(None);
    }
    let names: Vec<JsValue> = match given.dyn_ref::<Array>() {
        Some(list) => list.iter().collect(),
        None => vec![given.clone()],
    };
    let (mut root, mut agents) = (false, Vec::new());
    for name in names {
        match id(&name, "a target")?.as_str() {
            "all" => return Ok(Some(Target::All)),
            "root" => root = true,
            name => {
                agents.push(agent(held, name).ok_or_else(|| {
                    super::refusal("not-found", "no subagent of this id listens")
                })?);
            }
        }
    }
    Ok(Some(match (root, agents.as_slice()) {
        (true, []) => Target::Root,
        (false, [agent]) => Target::Agent(agent.clone()),
        (false, []) => return Err(wrong("the list of targets is empty")),
        _ => Target::Several { root, agents },
    }))
}

/// A subagent that takes messages, by its activity's id or its tool call's.
fn agent(held: &Conversation, name: &str) -> Option<ActivityId> {
    let of_name = |id: &ActivityId| id.as_str() == name;
    let mut listening = held.targets().into_iter();
    listening
        .find(|held| of_name(&held.id) || held.parent.as_ref().is_some_and(of_name))
        .map(|held| held.id.clone())
}

/// The run that runs, or whose turn waits.
pub(super) fn run(held: &Conversation) -> Option<RunId> {
    if let Some(active) = held.active() {
        return Some(active.id.clone());
    }
    let last = held.turns().last()?;
    last.open_interrupts().next()?;
    Some(last.last_run())
}
