//! Files of messages: when their bytes are stored, sent and deleted.

use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::attachment::{Attachment, AttachmentInput};
use midturn_core::chat::ChatInput;
use midturn_core::id::ThreadId;
use midturn_core::input::{Input, QueueInput, UnsentInput};
use midturn_core::transcript::{Outcome, Stop};
use serde_json::{Value, json};

use super::fakes::{FINISHED, FakeStorage, Mode, STARTED};
use super::harness::Harness;
use super::peers::FakeOrigin;
use crate::driver::storage::{Keys, Storage, Write};
use crate::driver::{Notice, StorageError, Table, file_key};
use crate::transport::Ask;

pub(super) fn file(id: &str) -> Attachment {
    Attachment {
        id: id.into(),
        name: format!("{id}.txt"),
        media_type: "text/plain".to_owned(),
        size: 2,
        came: None,
    }
}

impl Harness {
    fn attach(&self, thread: &str, id: &str) {
        self.driver.attach(&thread.into(), file(id));
    }

    pub(super) fn bytes(&self, thread: &str, id: &str, bytes: Option<&[u8]>) {
        let bytes = bytes.map(<[u8]>::to_vec);
        self.driver.attached(&thread.into(), &id.into(), bytes);
    }

    /// Attaches a file, then delivers its bytes.
    pub(super) fn attached(&self, thread: &str, id: &str) {
        self.attach(thread, id);
        self.bytes(thread, id, Some(b"hi"));
    }

    fn remove(&self, thread: &str, id: &str) {
        let removed = AttachmentInput::Removed(id.into());
        self.input(thread, Input::Attachment(removed));
    }

    fn read(&self, thread: &str, id: &str) -> Option<Vec<u8>> {
        let got = Rc::new(RefCell::new(None));
        let heard = got.clone();
        let done = Box::new(move |bytes| *heard.borrow_mut() = bytes);
        self.driver.file(&thread.into(), &id.into(), done);
        got.take()
    }

    pub(super) fn kept(&self) -> Vec<String> {
        let records = self.store.all(Table::Attachments).into_iter();
        records.map(|(key, _)| key).collect()
    }

    /// The content of the message at this index of the last request.
    pub(super) fn sent(&self, place: usize) -> Value {
        let asked = self.last();
        let Ask::Post(body) = &asked.request.ask else {
            panic!("not a request");
        };
        let mut body: Value = serde_json::from_str(body).expect("it is JSON");
        body["messages"][place]["content"].take()
    }
}

fn part() -> Value {
    json!({
        "type": "document",
        "source": {"type": "data", "value": "aGk=", "mimeType": "text/plain"},
        "metadata": {"filename": "f.txt"},
    })
}

fn missing() -> Value {
    let text = "[The attached file f.txt (text/plain) could not be read and is missing]";
    json!({"type": "text", "text": text})
}

#[test]
fn bytes_are_written_when_a_file_is_attached_and_sent_with_its_message() {
    let page = Harness::new();
    page.open("t");
    page.attached("t", "f");
    assert_eq!(page.kept(), [file_key("t", "f")]);
    page.say("t", "look");
    assert_eq!(
        page.sent(0),
        json!([{"type": "text", "text": "look"}, part()])
    );
    // The next request has the file again, as part of the history.
    page.last().opens_with(&[STARTED, FINISHED]);
    page.say("t", "more");
    assert_eq!(page.sent(0)[1], part());
    assert_eq!(page.sent(1), "more");
}

#[test]
fn files_from_the_backend_are_sent_back_in_the_history_and_not_stored_as_attachments() {
    let parts = json!([
        {"type": "text", "text": "look"},
        {"type": "image", "source": {"type": "data", "value": "aGk=", "mimeType": "image/png"}},
    ]);
    let result = json!({"type": "TOOL_CALL_RESULT", "messageId": "r", "toolCallId": "c",
        "content": parts});
    let call = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"draw"}"#;
    let page = Harness::new();
    page.open("t");
    page.say("t", "one");
    page.last()
        .opens_with(&[STARTED, call, &result.to_string(), FINISHED]);
    page.say("t", "two");
    assert_eq!(page.sent(2), parts);
    page.last().opens_with(&[STARTED, FINISHED]);
    let page = page.reload();
    page.open("t");
    page.say("t", "three");
    assert_eq!(page.sent(2), parts);
    assert!(page.kept().is_empty());
}

#[test]
fn files_of_the_draft_and_the_queue_survive_a_reload() {
    let page = Harness::new();
    page.begin("t", "one").open();
    page.attached("t", "f");
    page.say("t", "two");
    page.attached("t", "g");
    let page = page.reload();
    page.open("t");
    page.look("t", |held| {
        assert_eq!(held.queue().prompts()[0].attachments, [file("f")]);
        assert_eq!(held.attached().files(), [file("g")]);
    });
    assert_eq!(page.read("t", "f").as_deref(), Some(b"hi".as_slice()));
    assert_eq!(page.read("t", "g").as_deref(), Some(b"hi".as_slice()));
    let id = page.look("t", |held| held.queue().prompts()[0].id.clone());
    page.input("t", Input::Queue(QueueInput::RunNow(id)));
    assert_eq!(page.sent(1)[1], part());
}

#[test]
fn a_request_waits_for_the_bytes_of_its_files() {
    let page = Harness::new();
    page.open("t");
    page.attach("t", "f");
    page.say("t", "look");
    assert!(page.net.asked.borrow().is_empty());
    page.bytes("t", "f", Some(b"hi"));
    assert_eq!(page.net.asked.borrow().len(), 1);
    assert_eq!(page.sent(0)[1], part());
    assert_eq!(page.kept(), [file_key("t", "f")]);
}

#[test]
fn a_run_stopped_before_its_files_are_read_is_never_sent() {
    for cancel in [false, true] {
        let page = Harness::new();
        page.open("t");
        if cancel {
            let cancel =
                r#"{"type":"CUSTOM","name":"midturn.control","value":{"url":"/c","cancel":true}}"#;
            page.begin("t", "first").open();
            page.last().events(&[STARTED, cancel, FINISHED]);
        }
        let before = page.net.asked.borrow().len();
        page.attach("t", "f");
        page.say("t", "look");
        let run = page.run("t");
        page.input("t", Input::Stop { run });
        assert_eq!(page.outcome("t"), Some(Outcome::Cancelled(Stop::Unsent)));
        page.bytes("t", "f", Some(b"hi"));
        assert_eq!(page.net.asked.borrow().len(), before);
        assert!(page.posts().is_empty(), "nobody is asked to stop it");
        assert_eq!(page.kept(), [file_key("t", "f")], "the turn still has it");
    }
}

#[test]
fn bytes_that_arrive_after_shutdown_are_stored() {
    let page = Harness::new();
    page.open("t");
    page.attach("t", "f");
    page.driver.shutdown();
    page.bytes("t", "f", Some(b"hi"));
    assert_eq!(page.kept(), [file_key("t", "f")]);
    let page = page.reload();
    page.open("t");
    assert_eq!(page.read("t", "f").as_deref(), Some(b"hi".as_slice()));
}

/// The names of the files that the message which is not sent yet has lost.
fn lost(page: &Harness) -> Vec<String> {
    page.look("t", |held| {
        let (_, lost) = held.awaited_files();
        lost.into_iter().map(str::to_owned).collect()
    })
}

#[test]
fn a_file_that_cannot_be_read_holds_its_message_back() {
    let page = Harness::new();
    page.open("t");
    page.attach("t", "f");
    page.say("t", "look");
    page.bytes("t", "f", None);
    assert!(page.net.asked.borrow().is_empty());
    assert_eq!(lost(&page), ["f.txt"]);
    let run = page.run("t");
    page.input("t", Input::Unsent(UnsentInput::SendWithout { run }));
    assert_eq!(page.sent(0), "look");
    assert!(page.view.notices.take().is_empty());
    assert!(page.kept().is_empty());
}

#[test]
fn a_reload_names_the_lost_file_before_anything_is_sent() {
    let page = Harness::new();
    page.open("t");
    page.attach("t", "f");
    page.attached("t", "g");
    page.say("t", "look");
    let page = page.reload();
    page.open("t");
    assert!(page.net.asked.borrow().is_empty());
    assert_eq!(lost(&page), ["f.txt"]);
    let run = page.run("t");
    page.input("t", Input::Unsent(UnsentInput::KeepEditing { run }));
    page.look("t", |held| {
        assert_eq!(held.composer(), "look");
        assert_eq!(held.attached().files(), [file("g")]);
    });
    page.driver
        .dispatch(ChatInput::In("t".into(), Input::Submit { id: "m9".into() }));
    assert_eq!(page.sent(0).as_array().map(Vec::len), Some(2));
}

#[test]
fn a_missing_file_of_an_earlier_message_is_reported_to_the_agent_and_the_person() {
    let page = Harness::new();
    page.open("t");
    page.attached("t", "f");
    page.say("t", "look");
    page.last().opens_with(&[STARTED, FINISHED]);
    let gone = Write::Delete {
        table: Table::Attachments,
        keys: Keys::One(file_key("t", "f")),
    };
    page.store.write(vec![gone], Box::new(|_| ()));
    page.say("t", "more");
    assert_eq!(page.sent(0)[1], missing());
    assert_eq!(page.view.notices.take(), [Notice::FileMissing]);
}

#[test]
fn bytes_refused_by_storage_are_kept_in_memory() {
    for error in [StorageError::Failed, StorageError::Unavailable] {
        let page = Harness::new();
        page.open("t");
        page.store.mode.set(Mode::Fails(error));
        page.attached("t", "f");
        assert!(
            page.view
                .notices
                .borrow()
                .contains(&Notice::StorageUnavailable)
        );
        page.say("t", "look");
        assert_eq!(page.sent(0)[1], part());
    }
}

#[test]
fn unreferenced_bytes_are_deleted() {
    let page = Harness::new();
    page.open("t");
    page.attached("t", "f");
    page.attached("t", "g");
    page.remove("t", "f");
    assert_eq!(page.kept().len(), 2, "it can be put back");
    page.remove("t", "g");
    assert_eq!(page.kept(), [file_key("t", "g")]);
    assert_eq!(page.read("t", "f"), None);
}

#[test]
fn a_file_of_an_unsent_first_message_stays_when_another_page_cleans_up() {
    let origin = FakeOrigin::new();
    let one = Harness::beside(&origin, FakeStorage::new(Mode::Works));
    one.open("t");
    one.attached("t", "f");
    let two = Harness::beside(&origin, one.store.clone());
    two.open("other");
    two.attached("other", "g");
    assert_eq!(one.kept(), [file_key("other", "g"), file_key("t", "f")]);
}

#[test]
fn a_file_removed_for_good_before_its_bytes_arrive_is_not_written() {
    let page = Harness::new();
    page.open("t");
    page.attach("t", "f");
    page.attach("t", "g");
    page.remove("t", "f");
    page.remove("t", "g");
    page.bytes("t", "f", Some(b"hi"));
    page.bytes("t", "g", Some(b"hi"));
    assert_eq!(page.kept(), [file_key("t", "g")]);
}

#[test]
fn purging_a_thread_deletes_its_files() {
    let page = Harness::new();
    for thread in ["t", "other"] {
        page.open(thread);
        page.attached(thread, "f");
        page.say(thread, "look");
    }
    let deleted = midturn_core::chat::ChatInput::Delete(ThreadId::from("t"));
    page.driver.dispatch(deleted);
    assert_eq!(page.kept().len(), 2, "it can be brought back");
    page.time.advance(midturn_core::chat::UNDOABLE_MS);
    let page = page.reload();
    assert_eq!(page.kept(), [file_key("other", "f")]);
}

#[test]
fn orphaned_files_are_deleted_after_their_thread_is_loaded() {
    let page = Harness::new();
    page.open("t");
    page.attached("t", "f");
    page.say("t", "look");
    for key in [
        file_key("t", "left"),
        file_key("gone", "f"),
        file_key("tt", "f"),
    ] {
        page.store.put(Table::Attachments, &key, b"x");
    }
    page.store.put(Table::Conversations, "tt", b"whatever");
    let page = page.reload();
    page.open("t");
    page.time.advance(60_000);
    assert_eq!(page.kept(), [file_key("t", "f"), file_key("tt", "f")]);
}

#[test]
fn no_files_are_deleted_if_their_thread_cannot_be_read() {
    let page = Harness::new();
    page.open("t");
    page.attached("t", "f");
    page.driver.flush();
    page.store.put(Table::Conversations, "t", &[200, 0]);
    let store = page.store.clone();
    drop(page);
    let page = Harness::with_store(store);
    page.open("t");
    page.time.advance(60_000);
    assert_eq!(page.kept(), [file_key("t", "f")]);
}

#[test]
fn a_run_waiting_for_files_can_be_stopped_if_storage_never_answers() {
    let page = Harness::new();
    page.open("t");
    page.attached("t", "f");
    page.store.mode.set(Mode::NeverAnswers);
    page.say("t", "look");
    assert!(page.net.asked.borrow().is_empty());
    let run = page.run("t");
    page.input("t", Input::Stop { run });
    assert_eq!(page.outcome("t"), Some(Outcome::Cancelled(Stop::Unsent)));
}
