//! The list of threads, read from the chat, and what the person does with one.

use std::mem::replace;

use js_sys::Array;
use leptos::prelude::*;
use midturn::components::export::{Format, save};
use midturn::components::threads::{GotThreads, ThreadActs};
use midturn::extra::get;
use midturn::hooks::{later, with_own_modifier};
use midturn::state::ThreadItem;
use midturn_core::chat::ThreadState;
use midturn_core::find::Excerpt;
use midturn_core::id::{MessageId, ThreadId};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;

use super::state::Page;

/// When the list is read again after a failure, in milliseconds.
const AGAIN: u32 = 3_000;

/// What the list does with threads, through the chat.
pub(super) struct Acts(pub(super) Page);

impl ThreadActs for Acts {
    fn rename(&self, thread: &ThreadId, title: &str) {
        let title = JsValue::from_str(title);
        self.0.chat.act("renameThread", [id(thread), title]);
    }

    fn delete(&self, thread: &ThreadId) {
        self.0.say_deleted();
        self.0.chat.act("deleteThread", [id(thread)]);
    }

    fn restore(&self, thread: &ThreadId) {
        self.0
            .announcer
            .say(self.0.texts().announce_restored.to_owned());
        self.0.chat.act("restoreThread", [id(thread)]);
    }

    fn forget(&self, thread: &ThreadId) {
        self.0.chat.act("forgetThread", [id(thread)]);
    }

    fn export(&self, thread: &ThreadId, title: &str, format: Format) {
        let name = match format {
            Format::Markdown => "markdown",
            Format::Json => "json",
        };
        let (texts, title) = (self.0.texts(), title.to_owned());
        let given = [JsValue::from_str(name), id(thread)];
        self.0.chat.ask("exportThread", given, move |text| {
            if let Some(text) = text.as_string() {
                save(texts, &title, &text, format);
            }
        });
    }

    fn search(&self, query: &str, done: GotThreads) {
        let (chat, given) = (self.0.chat, Array::of1(&JsValue::from_str(query)));
        spawn_local(async move {
            // The next search waits for this one, which therefore ends also if it fails.
            let found = chat.call("searchThreads", &given).await;
            done(each(&found.unwrap_or_default(), excerpt));
        });
    }
}

impl Page {
    /// Says that a thread was deleted, and which key brings it back.
    pub(super) fn say_deleted(self) {
        let texts = self.texts();
        let key = with_own_modifier("Ctrl+Z");
        let said = format!("{}. {}: {key}.", texts.deleted_thread, texts.undo);
        self.announcer.say(said);
    }

    /// Reads the list of threads. Once more later, if a part of the program could not be loaded. Many
    /// readings that fail in the meantime are followed by one.
    pub(super) fn read_threads(self) {
        spawn_local(async move {
            match self.chat.call("threads", &Array::new()).await {
                Ok(listed) => self.show_threads(&listed),
                Err(error) if get(&error, "code").as_string().as_deref() == Some("load-failed") => {
                    self.read_again();
                }
                // Another thread comes on screen, which reads the list again.
                Err(_) => {}
            }
        });
    }

    fn read_again(self) {
        let due = self.rereads.try_update_value(|due| replace(due, true));
        if due == Some(false) {
            later(AGAIN, move || {
                let _ = self.rereads.try_set_value(false);
                self.read_threads();
            });
        }
    }

    fn show_threads(self, listed: &JsValue) {
        let now = each(listed, item);
        self.begun.have_messages(now.iter().map(|item| &item.id));
        self.threads.try_maybe_update(|held| {
            let is_other = *held != now;
            *held = now;
            (is_other, ())
        });
    }
}

fn id(thread: &ThreadId) -> JsValue {
    JsValue::from_str(thread.as_str())
}

fn each<T>(list: &JsValue, read: fn(&JsValue) -> T) -> Vec<T> {
    let list: Option<&Array> = list.dyn_ref();
    list.iter()
        .flat_map(|list| list.iter())
        .map(|held| read(&held))
        .collect()
}

fn text(held: &JsValue, name: &str) -> String {
    get(held, name).as_string().unwrap_or_default()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970"
)]
fn item(held: &JsValue) -> ThreadItem {
    ThreadItem {
        id: ThreadId::from(text(held, "threadId")),
        title: text(held, "title"),
        state: ThreadState::named(&text(held, "state")),
        updated_at: get(held, "updatedAt").as_f64().unwrap_or_default() as u64,
    }
}

fn excerpt(held: &JsValue) -> (ThreadId, Excerpt) {
    let excerpt = Excerpt {
        turn: MessageId::from(text(held, "messageId")),
        before: text(held, "before"),
        found: text(held, "found"),
        after: text(held, "after"),
    };
    (ThreadId::from(text(held, "threadId")), excerpt)
}
