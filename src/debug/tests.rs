//! What is recorded, and that a report can be replayed.

use midturn_core::chat::{Chat, ChatInput};
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::Input;
use midturn_core::recording::RecordedChat;
use midturn_core::run_event::Abilities;
use serde_json::Value;

use super::entry::What;
use super::recorder::Recorder;
use super::report::report;
use crate::driver::Observer;

/// A chat with a recorder.
struct World {
    chat: Chat,
    recorder: std::rc::Rc<Recorder>,
    at: u64,
}

impl World {
    /// A chat with two threads. Thread `t` has a text in its composer before the recording begins.
    fn new() -> Self {
        let mut chat = Chat::new(Abilities::default());
        for thread in ["t", "other"] {
            chat.apply(ChatInput::Open(thread.into()), 1);
            let empty = Conversation::new(thread.into());
            chat.apply(ChatInput::Loaded(Box::new(empty)), 1);
        }
        let text = "before".to_owned();
        chat.apply(
            ChatInput::In("t".into(), Input::ComposerChanged { text }),
            2,
        );
        Self {
            chat,
            recorder: Recorder::new(|call| call()),
            at: 10,
        }
    }

    fn put(&mut self, input: ChatInput) {
        self.at += 5;
        self.recorder.input(&self.chat, &input, self.at);
        let step = self.chat.apply(input, self.at);
        self.recorder.step(&self.chat, &step);
    }

    fn put_in(&mut self, thread: &str, input: Input) {
        self.put(ChatInput::In(thread.into(), input));
    }

    fn submit(&mut self, thread: &str) {
        self.put_in(thread, Input::Submit { id: "m1".into() });
    }

    fn report(&self, thread: &str) -> Value {
        let text = report(&self.recorder, &self.chat, &thread.into(), "a browser");
        serde_json::from_str(&text).expect("it is JSON")
    }
}

fn chat_of(json: &Value) -> Chat {
    let recorded: RecordedChat<'_> = serde_json::from_value(json.clone()).expect("it is a chat");
    recorded.into()
}

#[test]
fn a_report_can_be_replayed() {
    let mut world = World::new();
    world.submit("t");
    world.put(ChatInput::Tools(Vec::new()));
    world.put_in("t", Input::ResumeClicked);
    let report = world.report("t");

    let mut chat = chat_of(&report["start"]);
    let before = chat.conversation(&"t".into()).expect("it was loaded");
    assert_eq!(before.composer(), "before");
    let entries = report["entries"].as_array().expect("a list");
    assert_eq!(entries.len(), 3);
    for entry in entries {
        let at = entry["at"].as_u64().expect("a time");
        let input = serde_json::from_value(entry["input"].clone()).expect("it is an input");
        chat.apply(input, at);
    }
    assert_eq!(
        chat.conversation(&"t".into()),
        world.chat.conversation(&"t".into())
    );
    let end = serde_json::to_value(chat.recorded(&"t".into())).expect("it is JSON");
    assert_eq!(end, report["end"]);
    let effects = entries[0]["effects"].to_string();
    assert!(effects.contains("OpenStream { run: m1.1 }"), "{effects}");
}

#[test]
fn a_report_has_nothing_of_other_threads() {
    let mut world = World::new();
    let text = "secret".to_owned();
    world.put_in("other", Input::ComposerChanged { text });
    world.put(ChatInput::Open("secret".into()));
    world.submit("t");
    let other = ThreadId::from("other");
    let event = r#"{"type":"CUSTOM","name":"secret"}"#;
    world.recorder.event(&other, &"m1.1".into(), event, 20);
    let text = report(&world.recorder, &world.chat, &"t".into(), "");
    assert!(!text.contains("secret"));
    assert_eq!(
        world.report("other")["entries"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn a_report_without_entries_has_the_same_start_and_end() {
    let world = World::new();
    let report = world.report("t");
    assert_eq!(report["start"], report["end"]);
    assert_eq!(report["entries"].as_array().map(Vec::len), Some(0));
}

#[test]
fn raw_events_are_unchanged_in_a_report_and_invalid_json_is_a_text() {
    let mut world = World::new();
    world.submit("t");
    let (thread, run) = ("t".into(), "m1.1".into());
    let number = r#"{"type":"CUSTOM","value":12345678901234567890.10}"#;
    world.recorder.event(&thread, &run, number, 20);
    world.recorder.event(&thread, &run, "{\"type\":", 21);
    world.recorder.request(&thread, &run, "/agui", "{}", 22);
    let text = report(&world.recorder, &world.chat, &thread, "");
    assert!(text.contains(number), "to the last digit");
    let report = world.report("t");
    assert_eq!(report["entries"][2]["text"], "{\"type\":");
    assert_eq!(report["entries"][3]["url"], "/agui");
}

#[test]
fn an_input_with_a_diagnostic_is_marked_as_odd() {
    let mut world = World::new();
    world.put_in("t", Input::ResumeClicked);
    let entry = world.recorder.entry(0).expect("it is there");
    assert!(entry.is_odd() && matches!(entry.what, What::Input { .. }));
    world.submit("t");
    assert!(!world.recorder.entry(1).expect("it is there").is_odd());
}

#[test]
fn a_recording_that_grows_too_large_starts_again() {
    let mut world = World::new();
    world.submit("t");
    let large = "x".repeat(20 * 1024 * 1024);
    for _ in 0..3 {
        let (thread, run) = ("t".into(), "m1.1".into());
        world.recorder.event(&thread, &run, &large, 20);
    }
    assert!(world.recorder.has_begun_again());
    world.put_in("t", Input::ResumeClicked);
    let report = world.report("t");
    assert_eq!(report["entries"].as_array().map(Vec::len), Some(1));
    let chat = chat_of(&report["start"]);
    let held = chat.conversation(&"t".into()).expect("it was loaded");
    assert_eq!(held.turns().len(), 1, "as it was by then");
    world.recorder.clear();
    assert!(!world.recorder.has_begun_again());
}

#[test]
fn a_long_request_body_is_cut() {
    let world = World::new();
    let body = "x".repeat(1024 * 1024);
    world
        .recorder
        .request(&"t".into(), &"m1.1".into(), "/", &body, 1);
    let entry = world.recorder.entry(0).expect("it is there");
    assert!(matches!(&entry.what, What::Request { body, .. } if body.len() < 70_000));
}

#[test]
fn entry_numbers_are_not_reused_after_a_clear() {
    let mut world = World::new();
    world.submit("t");
    world.put_in("t", Input::ResumeClicked);
    assert_eq!(world.recorder.numbers(), 0..2);
    world.recorder.clear();
    world.put_in("t", Input::ResumeClicked);
    assert_eq!(world.recorder.numbers(), 2..3);
    assert!(world.recorder.entry(0).is_none() && world.recorder.entry(2).is_some());
}
