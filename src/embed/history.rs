//! The embedder's function `history`: calls it, and reads the messages it returns.
//!
//! Reads a long answer in parts, the newest first, each in a task of its own, so that thousands of
//! messages block nothing.

use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect};
use midturn::driver::{Answered, Asked, History};
use midturn::extra::put;
use midturn::hooks::later;
use midturn_core::history::PastRest;
use midturn_protocol::agui::past_messages;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// About how many messages to read first, from the end of the thread.
const FIRST: u32 = 40;

/// About how many messages to read in each further task.
const PART: u32 = 120;

/// The embedder's function.
pub(super) struct Given(pub(super) Function);

impl History for Given {
    fn load(&self, asked: Asked, answer: Rc<dyn Fn(Answered)>) {
        let function = self.0.clone();
        spawn_local(async move {
            match ask(&function, &asked).await {
                Some((messages, more)) => {
                    let end = messages.length();
                    parts(&Rc::new(messages), end, FIRST, more, answer);
                }
                None => answer(Answered::Failed),
            }
        });
    }
}

/// The messages, and whether there are older ones; `None` for any other result.
async fn ask(function: &Function, asked: &Asked) -> Option<(Array, bool)> {
    let given = Object::new();
    let before = asked.before.as_ref();
    let before = before.map_or(JsValue::UNDEFINED, |id| JsValue::from_str(id.as_str()));
    put(
        &given,
        "threadId",
        &JsValue::from_str(asked.thread.as_str()),
    );
    put(&given, "before", &before);
    put(
        &given,
        "limit",
        &JsValue::from(u32::try_from(asked.limit).ok()?),
    );
    let promised = function.call1(&JsValue::UNDEFINED, &given).ok()?;
    let answer = JsFuture::from(Promise::resolve(&promised)).await.ok()?;
    let messages = get(&answer, "messages")?.dyn_into::<Array>().ok()?;
    let more = get(&answer, "more").is_some_and(|more| more.is_truthy());
    Some((messages, more))
}

/// Passes the messages before `end` on in parts: the newest part now, the others in later tasks.
fn parts(messages: &Rc<Array>, end: u32, about: u32, more: bool, answer: Rc<dyn Fn(Answered)>) {
    let start = start_of(messages, end, about);
    let part = messages.slice(start, end);
    let json = js_sys::JSON::stringify(&part).map(String::from);
    let Ok(json) = json else {
        answer(Answered::Failed);
        return;
    };
    let rest = match (start, more) {
        (1.., _) => PastRest::Part,
        (0, true) => PastRest::More,
        (0, false) => PastRest::Nothing,
    };
    answer(Answered::Messages(past_messages(&json), rest));
    if start > 0 {
        let messages = messages.clone();
        later(0, move || parts(&messages, start, PART, more, answer));
    }
}

/// Where a part begins: at a message of the person, unless that is far.
fn start_of(messages: &Array, end: u32, about: u32) -> u32 {
    let near = end.saturating_sub(about);
    let far = end.saturating_sub(2 * about);
    let begins = |at: &u32| {
        let role = get(&messages.get(*at), "role");
        role.is_some_and(|role| role == "user")
    };
    (far..=near).rev().find(begins).unwrap_or(near)
}

fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &JsValue::from_str(name)).ok()
}
