//! Reading back what was stored: the list of threads, and one conversation.
//!
//! Whatever the stored text says, something comes of it: what can be read is kept, and the
//! person is told when something cannot. Not responsible for writing (see [`super::saving`]).

use midturn_core::chat::{ChatInput, ThreadHead};
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::Input;
use midturn_core::time::Millis;
use midturn_core::transcript::Turn;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Inner;
use super::saving::{CONTROL, Stored, VERSION};
use super::shell::Notice;
use super::storage::{Keys, Record, StorageError, Table};

impl Inner {
    /// Reads what the backend announced to earlier pages, and the list of threads.
    pub(super) fn list(&self) {
        let me = self.me.clone();
        let recall = Box::new(move |json: Option<String>| {
            let Some(me) = me.upgrade() else { return };
            if let Some(json) = json {
                me.recall_control(&json);
            }
            me.list_threads();
        });
        self.load_setting(CONTROL, recall);
    }

    fn list_threads(&self) {
        let me = self.me.clone();
        let done = Box::new(move |records: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade() {
                let now = me.shell.clock.now_ms();
                let heads = records.map(|records| {
                    records
                        .into_iter()
                        .map(|(key, json)| me.head(key, &json, now))
                        .collect()
                });
                me.listed(heads);
            }
        });
        self.storage().read(Table::Threads, Keys::All, done);
    }

    /// A head that cannot be read still leads to its thread.
    fn head(&self, key: String, json: &str, now: Millis) -> ThreadHead {
        read(json).unwrap_or_else(|| {
            let id = ThreadId::from(key);
            self.corrupt(&id);
            ThreadHead {
                id,
                title: String::new(),
                named: false,
                updated_at: now,
                deleted: false,
            }
        })
    }

    /// Reads one conversation, then its turns.
    pub(super) fn load(&self, thread: ThreadId) {
        let me = self.me.clone();
        let id = thread.as_str().to_owned();
        let done = Box::new(move |record: Result<Vec<Record>, StorageError>| {
            let Some(me) = me.upgrade() else { return };
            let record = me.or_none(record).pop();
            let again = me.me.clone();
            let id = thread.as_str().to_owned();
            let done = Box::new(move |turns: Result<Vec<Record>, StorageError>| {
                if let Some(me) = again.upgrade() {
                    let turns = me.or_none(turns);
                    me.loaded(&thread, record, &turns);
                }
            });
            me.storage().read(Table::Turns, Keys::TurnsOf(id), done);
        });
        self.storage()
            .read(Table::Conversations, Keys::One(id), done);
    }

    fn loaded(&self, thread: &ThreadId, record: Option<Record>, stored: &[Record]) {
        let turns: Vec<Turn> = stored.iter().filter_map(|(_, json)| read(json)).collect();
        let mut whole = turns.len() == stored.len();
        let conversation = match record {
            None => Conversation::new(thread.clone()).with_turns(turns),
            Some((_, json)) => match read::<Conversation>(&json) {
                Some(held) if held.thread() == thread && has_its_turns(&held, &turns) => {
                    held.with_turns(turns)
                }
                _ => {
                    whole = false;
                    let held = Conversation::new(thread.clone()).with_turns(turns);
                    with_composer(held, typed_in(&json), self.shell.clock.now_ms())
                }
            },
        };
        if !whole {
            self.corrupt(thread);
        }
        self.push(ChatInput::Loaded(Box::new(conversation)), false);
        self.drain();
    }

    /// Reads one setting.
    pub(super) fn load_setting(&self, name: &str, done: Box<dyn FnOnce(Option<String>)>) {
        let me = self.me.clone();
        let read = Box::new(move |record: Result<Vec<Record>, StorageError>| {
            if let Some(me) = me.upgrade() {
                let record = me.or_none(record).pop();
                done(record.map(|(_, value)| value));
            }
        });
        let keys = Keys::One(name.to_owned());
        self.storage().read(Table::Settings, keys, read);
    }

    fn or_none(&self, records: Result<Vec<Record>, StorageError>) -> Vec<Record> {
        records.unwrap_or_else(|error| {
            self.storage_failed(error);
            Vec::new()
        })
    }

    fn corrupt(&self, thread: &ThreadId) {
        let thread = thread.clone();
        self.shell.view.notice(Notice::StorageCorrupt { thread });
    }
}

/// A stored value of this page's version.
fn read<T: DeserializeOwned>(json: &str) -> Option<T> {
    let stored: Stored<T> = serde_json::from_str(json).ok()?;
    (stored.version == VERSION).then_some(stored.value)
}

/// Whether the turns that runs at work belong to were read. Without its turn a run is stuck.
fn has_its_turns(conversation: &Conversation, turns: &[Turn]) -> bool {
    let active = conversation.active().map(|run| &run.turn);
    let stopping = conversation.stopping().iter().map(|held| &held.turn);
    active
        .into_iter()
        .chain(stopping)
        .all(|needed| turns.iter().any(|turn| turn.id == *needed))
}

fn with_composer(mut conversation: Conversation, text: String, now: Millis) -> Conversation {
    // Changes and effects of a text in the composer: none.
    let _ = conversation.apply(Input::ComposerChanged { text }, now);
    conversation
}

/// Everything a person has typed in a conversation that cannot be read as one: the composer, the
/// prompts that wait, and open editors.
fn typed_in(json: &str) -> String {
    let Ok(Value::Object(mut stored)) = serde_json::from_str(json) else {
        return String::new();
    };
    let mut texts = Vec::new();
    if let Some(value) = stored.remove("value") {
        gather(value, &mut texts);
    }
    texts.join("\n")
}

fn gather(value: Value, texts: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let typed = matches!(name.as_str(), "composer" | "draft" | "text");
                match value
                    .as_str()
                    .filter(|text| typed && !text.trim().is_empty())
                {
                    Some(text) => texts.push(text.to_owned()),
                    None => gather(value, texts),
                }
            }
        }
        Value::Array(values) => {
            for value in values {
                gather(value, texts);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_typed_is_found_in_any_shape() {
        let json = r#"{"version":9,"value":{"composer":"a","queue":{"prompts":[
            {"id":"1","text":"b","queued_at":1},{"id":"2","text":" "}],
            "edit":{"id":"1","draft":"c"},"removed":null},"new":[["d"],{"draft":7}]}}"#;
        let mut typed: Vec<_> = typed_in(json).lines().map(str::to_owned).collect();
        typed.sort();
        assert_eq!(typed, ["a", "b", "c"]);
        assert_eq!(typed_in("{"), "");
        assert_eq!(typed_in("[]"), "");
    }

    #[test]
    fn a_value_of_another_version_is_not_read() {
        assert_eq!(read::<u8>(r#"{"version":1,"value":7}"#), Some(7));
        assert_eq!(read::<u8>(r#"{"version":2,"value":7}"#), None);
        assert_eq!(read::<u8>(r#"{"value":7}"#), None);
    }
}
