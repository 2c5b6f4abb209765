//! Methods about what the agent or the chat asks the person: a tool that is always allowed, and a
//! message whose files cannot be read.

use midturn_core::id::RunId;
use midturn_core::input::{AlwaysInput, Input, UnsentInput};
use wasm_bindgen::JsValue;

use super::given::id;
use super::{Answer, Reached, refusal};

/// Approves the tool of a question, now and from now on.
pub(super) fn always_allow(reached: &Reached, interrupt: &JsValue) -> Answer {
    let interrupt = id(interrupt, "the interrupt's id")?;
    let found = reached.read(|held| {
        let turn = held.turns().last()?;
        let question = turn.open_interrupts().find(|held| held.id == interrupt)?;
        let allows = held.active().is_none() && turn.decided_tool(question).is_some();
        Some((turn.id.clone(), allows))
    })?;
    match found {
        None => Err(refusal("not-found", "no open question has this id")),
        Some((_, false)) => Err(refusal(
            "not-now",
            "the question is no decision about a tool",
        )),
        Some((turn, true)) => {
            let allow = AlwaysInput::Allow { turn, interrupt };
            Ok(reached.act(Input::Always(allow)))
        }
    }
}

/// Asks again before a tool that is always allowed.
pub(super) fn ask_again(reached: &Reached, tool: &JsValue) -> Answer {
    let tool = id(tool, "the tool's name")?;
    if !reached.read(|held| held.always_allowed().contains(&tool))? {
        return Err(refusal("not-found", "no such tool is always allowed"));
    }
    Ok(reached.act(Input::Always(AlwaysInput::AskAgain { tool })))
}

/// The run whose message is held back by a file that cannot be read.
fn held_back(reached: &Reached) -> Result<RunId, JsValue> {
    let run = reached.read(|held| {
        let (_, lost) = held.awaited_files();
        let active = held.active().filter(|_| !lost.is_empty());
        active.map(|active| active.id.clone())
    })?;
    run.ok_or_else(|| refusal("not-now", "no message waits for a file that cannot be read"))
}

/// Sends the message without the files that cannot be read.
pub(super) fn send_without(reached: &Reached) -> Answer {
    let run = held_back(reached)?;
    if reached.read(midturn_core::conversation::Conversation::is_nothing_without)? {
        return Err(refusal("not-now", "the message has nothing else to send"));
    }
    Ok(reached.act(Input::Unsent(UnsentInput::SendWithout { run })))
}

/// Takes the message back into the composer, without the files that cannot be read.
pub(super) fn keep_editing(reached: &Reached) -> Answer {
    let run = held_back(reached)?;
    Ok(reached.act(Input::Unsent(UnsentInput::KeepEditing { run })))
}
