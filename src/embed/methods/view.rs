//! Methods about whole threads: the search in one and in all, and their export.

use js_sys::Promise;
use leptos::prelude::*;
use midturn::components::chat::{AskedSearch, load_search};
use midturn::components::export::{Format, Thread, exported};
use midturn::extra::{get, settled};
use midturn::hooks::SetIfNew;
use midturn_core::find::{Query, Words};
use midturn_core::id::ThreadId;
use midturn_core::left_out::LeftOut;
use midturn_protocol::json::to_json;
use serde::Serialize;
use wasm_bindgen::JsValue;

use super::given::{id, text};
use super::until::until;
use super::{Answer, Reached, json, refusal, wrong};

/// Opens the search with a text, or closes it. Returns the number of matches.
pub(super) async fn find(reached: &Reached, given: &JsValue, how: &JsValue) -> Answer {
    reached.still_drawn()?;
    let ui = reached.ui;
    let query = if given.is_null() {
        None
    } else {
        let query = text(given, "what is searched for")?;
        if Query::new(&query).is_none() {
            return Err(wrong("what is searched for is blank"));
        }
        Some(query)
    };
    // Also to close it, which is done in order.
    let is_loaded = load_search().await;
    let Some(query) = query else {
        reached.still_drawn()?;
        for overtaken in ui.find_asked.try_update(std::mem::take).unwrap_or_default() {
            overtaken.found.set(Some(0));
        }
        ui.find_shown.set_if_new(false);
        return Ok(JsValue::from(0));
    };
    if !is_loaded {
        let why = "a part of the program could not be loaded";
        return Err(refusal("load-failed", why));
    }
    reached.still_drawn()?;
    let found = ArcRwSignal::new(None);
    let back = get(how, "back").is_truthy();
    let asked = AskedSearch {
        query,
        back,
        found: found.clone(),
    };
    ui.find_asked.update(|all| all.push(asked));
    ui.find_shown.set_if_new(true);
    let number = move || {
        let number = u32::try_from(found.get()?).unwrap_or(u32::MAX);
        Some(Ok(number.into()))
    };
    until(reached, number).await
}

/// A thread as the text of a file.
pub(super) async fn export(reached: &Reached, format: &JsValue, thread: &JsValue) -> Answer {
    let format = match format.as_string().as_deref() {
        Some("markdown") => Format::Markdown,
        Some("json") => Format::Json,
        _ => return Err(wrong("the format is markdown or json")),
    };
    let thread = if thread.is_null_or_undefined() {
        reached.thread.clone()
    } else {
        ThreadId::from(id(thread, "the thread's id")?)
    };
    let title = reached.session.read(|chat| {
        let head = chat.head(&thread).filter(|head| !head.deleted);
        head.map(|head| head.title.clone())
    });
    // A thread without a message is not in the list.
    let title = title.or_else(|| (thread == reached.thread).then(String::new));
    let title = title.ok_or_else(|| refusal("not-found", "there is no such thread"))?;
    let (texts, session) = (reached.ui.texts, reached.session);
    let mut title = Some(title);
    let text = Promise::new(&mut |done, failed| {
        let title = title.take().unwrap_or_default();
        let id = thread.clone();
        let got = move |archived: Option<(Vec<_>, LeftOut)>| {
            let (settle, value) = if let Some((turns, left_out)) = archived {
                let thread = Thread {
                    id: id.as_str(),
                    title: &title,
                    turns: &turns,
                    left_out: &left_out,
                };
                let text = exported(texts, thread, format);
                (&done, JsValue::from_str(&text))
            } else {
                let why = "the stored messages could not be read";
                (&failed, refusal("load-failed", why))
            };
            let _ = settle.call1(&JsValue::UNDEFINED, &value);
        };
        session.archived(&thread, got);
    });
    settled(text.into()).await
}

/// A thread with a match in its messages.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Match<'a> {
    thread_id: &'a str,
    message_id: &'a str,
    before: &'a str,
    found: &'a str,
    after: &'a str,
}

/// The threads with a match in their messages, each with its last turn that matches.
pub(super) async fn search(reached: &Reached, given: &JsValue) -> Answer {
    let query = text(given, "what is searched for")?;
    let words = Words::new(&query).ok_or_else(|| wrong("what is searched for is blank"))?;
    let mut words = Some(words);
    let list = Promise::new(&mut |done, _| {
        let Some(words) = words.take() else { return };
        reached.session.search(words, move |threads| {
            let found = threads.iter().map(|(thread, excerpt)| Match {
                thread_id: thread.as_str(),
                message_id: excerpt.turn.as_str(),
                before: &excerpt.before,
                found: &excerpt.found,
                after: &excerpt.after,
            });
            let list = to_json(&found.collect::<Vec<_>>());
            let _ = done.call1(&JsValue::UNDEFINED, &JsValue::from_str(&list));
        });
    });
    let list = settled(list.into()).await?;
    json(&list.as_string().unwrap_or_default())
}
