//! The element's methods: what a person does with a button, for code. A part of the program, because
//! few pages call them.

mod asked;
mod draft;
mod given;
mod queue;
mod speak;
mod turns;
mod until;
mod view;

use std::pin::Pin;

use js_sys::{Array, JSON, Object};
use leptos::prelude::{IsDisposed, Owner};
use midturn::app::Session;
use midturn::components::Ui;
use midturn::extra::put;
use midturn::told::snapshot;
use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::Input;
use wasm_bindgen::JsValue;

use super::host::Page;

/// What the methods reach.
#[derive(Clone)]
pub(super) struct Reached {
    pub(super) session: Session,
    pub(super) thread: ThreadId,
    pub(super) ui: Ui,
    pub(super) page: Page,
    /// Owns the drawing.
    pub(super) owner: Owner,
}

/// The result of a method, or the object of an error: see [`refusal`].
pub(super) type Answer = Result<JsValue, JsValue>;

/// The result of a method, later.
pub(super) type Answering = Pin<Box<dyn Future<Output = Answer>>>;

/// Performs the method of this name.
pub(super) type Perform = fn(Reached, String, Array) -> Answering;

midturn::part! {
    in methods
    /// Loads the methods.
    pub(super) fn methods() -> Perform { |reached, name, given| {
        Box::pin(async move { perform(&reached, &name, &given).await })
    } }
}

/// An error for `element.js`: a code, and a message for developers.
pub(super) fn refusal(code: &str, message: &str) -> JsValue {
    let error = Object::new();
    put(&error, "code", &JsValue::from_str(code));
    put(&error, "message", &JsValue::from_str(message));
    error.into()
}

/// The error when the thread of a call is not on screen any more.
pub(super) fn gone() -> JsValue {
    refusal("disposed", "another thread or language is shown")
}

/// The error of a wrong argument.
fn wrong(message: &str) -> JsValue {
    refusal("invalid-argument", message)
}

async fn perform(reached: &Reached, name: &str, given: &Array) -> Answer {
    match name {
        "send" => speak::send(reached, &given.get(0), &given.get(1)).await,
        "resume" => speak::resume(reached, &given.get(0)),
        "respond" => speak::respond(reached, &given.get(0), &given.get(1)),
        "alwaysAllow" => asked::always_allow(reached, &given.get(0)),
        "askAgain" => asked::ask_again(reached, &given.get(0)),
        "sendWithoutFiles" => asked::send_without(reached),
        "keepEditing" => asked::keep_editing(reached),
        "setDraft" => draft::set_text(reached, &given.get(0)),
        "addDraftFiles" => draft::add_files(reached, &given.get(0)).await,
        "removeDraftFile" => draft::remove_file(reached, &given.get(0)),
        "restoreDraftFile" => draft::restore_file(reached),
        "stop" => turns::stop(reached, &given.get(0)).await,
        "forceStop" => turns::force_stop(reached),
        "stopTask" => turns::stop_task(reached, &given.get(0), &given.get(1)),
        "tryAgain" => turns::try_again(reached),
        "sendAgain" => turns::send_again(reached, &given.get(0), &given.get(1)),
        "rate" => turns::rate(reached, &given.get(0), &given.get(1)),
        "forgetThread" => turns::forget(reached, &given.get(0)),
        "messages" => turns::messages(reached),
        "loadOlder" => until::load_older(reached).await,
        "exportThread" => view::export(reached, &given.get(0), &given.get(1)).await,
        "threads" => turns::threads(reached),
        "searchThreads" => view::search(reached, &given.get(0)).await,
        "renameThread" => turns::rename(reached, &given.get(0), &given.get(1)),
        "deleteThread" => turns::of_list(reached, &given.get(0), ChatInput::Delete),
        "restoreThread" => turns::of_list(reached, &given.get(0), ChatInput::Undelete),
        "editPrompt" => queue::edit(reached, &given.get(0), &given.get(1)),
        "movePrompt" => queue::place(reached, &given.get(0), &given.get(1)),
        "holdPrompt" => queue::hold(reached, &given.get(0), &given.get(1)),
        "removePrompt" => queue::remove(reached, &given.get(0)),
        "restorePrompt" => queue::restore(reached),
        "runPrompt" => queue::run(reached, &given.get(0)),
        "pauseAfterTurn" => queue::pause_after_turn(reached, &given.get(0)),
        "reviseInterjection" => queue::revise(reached, &given.get(0), &given.get(1)),
        "withdrawInterjection" => queue::withdraw(reached, &given.get(0)),
        "queueInterjection" => queue::instead(reached, &given.get(0)),
        "scrollToLatest" => {
            reached.still_drawn()?;
            reached.ui.scroll.to_bottom();
            Ok(JsValue::UNDEFINED)
        }
        "showMessage" => until::show_message(reached, &given.get(0)).await,
        "find" => view::find(reached, &given.get(0), &given.get(1)).await,
        // `element.js` has the list of methods.
        _ => Err(wrong("there is no such method")),
    }
}

impl Reached {
    /// The state as one snapshot, as JSON text.
    pub(super) fn state(&self) -> String {
        let after_response = self.page.after_response();
        self.session.read(|chat| {
            let held = chat.conversation(&self.thread);
            snapshot(&self.thread, held, after_response)
        })
    }

    /// Fails if the drawing was removed while a call waited: its [`Ui`] is gone then.
    fn still_drawn(&self) -> Result<(), JsValue> {
        if self.ui.on_enter.is_disposed() {
            return Err(gone());
        }
        Ok(())
    }

    /// Performs an act in the thread. Returns undefined: the result of a method that has none.
    fn act(&self, input: Input) -> JsValue {
        self.session
            .dispatch(ChatInput::In(self.thread.clone(), input));
        JsValue::UNDEFINED
    }

    /// Reads the conversation. `element.js` calls no method before it is loaded.
    fn read<R>(&self, look: impl FnOnce(&Conversation) -> R) -> Result<R, JsValue> {
        let answer = self
            .session
            .read(|chat| chat.conversation(&self.thread).map(look));
        answer.ok_or_else(|| refusal("not-found", "the thread is not loaded"))
    }
}

/// A value of JSON.
fn json(text: &str) -> Answer {
    JSON::parse(text)
}
