//! Feeds AG-UI frames in any order, mixed with acts of the person, through the adapter into a
//! conversation. Checks that nothing panics, the invariants hold, every stream ends its run, and
//! the history stays valid for a model.
//!
//! Run from `crates/protocol`: `cargo fuzz run conversation`, or on a stable compiler
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run conversation --sanitizer none`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use midturn_core::conversation::{Conversation, Phase};
use midturn_core::history::HistoryMessage;
use midturn_core::id::{MessageId, RunId};
use midturn_core::input::Input;
use midturn_core::run_event::RunEvent;
use midturn_core::testing::invariants;
use midturn_core::transcript::Answer;
use midturn_protocol::agui::{Item, reader};
use midturn_protocol::reader::Reader;

/// Each event type with its fields. Placeholders: `$a` and `$b` an id, `$t` a text, `$r` a role,
/// `$o` an outcome, `$m` a list of messages.
const EVENTS: &[(&str, &str)] = &[
    ("RUN_STARTED", r#""threadId":"t","runId":"$a""#),
    ("RUN_FINISHED", r#""threadId":"t","runId":"$a""#),
    ("RUN_FINISHED", r#""outcome":$o"#),
    ("RUN_ERROR", r#""message":"$t","code":"$a""#),
    ("STEP_STARTED", r#""stepName":"$a""#),
    ("STEP_FINISHED", r#""stepName":"$a""#),
    ("TEXT_MESSAGE_START", r#""messageId":"$a""#),
    ("TEXT_MESSAGE_START", r#""messageId":"$a","role":"$r""#),
    ("TEXT_MESSAGE_CONTENT", r#""messageId":"$a","delta":"$t""#),
    ("TEXT_MESSAGE_END", r#""messageId":"$a""#),
    ("TEXT_MESSAGE_CHUNK", r#""messageId":"$a","delta":"$t""#),
    ("TEXT_MESSAGE_CHUNK", r#""delta":"$t""#),
    ("TOOL_CALL_START", r#""toolCallId":"$a","toolCallName":"n""#),
    (
        "TOOL_CALL_START",
        r#""toolCallId":"$a","toolCallName":"n","parentMessageId":"$b""#,
    ),
    ("TOOL_CALL_ARGS", r#""toolCallId":"$a","delta":"$t""#),
    ("TOOL_CALL_END", r#""toolCallId":"$a""#),
    (
        "TOOL_CALL_CHUNK",
        r#""toolCallId":"$a","toolCallName":"n","delta":"$t""#,
    ),
    (
        "TOOL_CALL_RESULT",
        r#""messageId":"$b","toolCallId":"$a","content":"$t""#,
    ),
    ("REASONING_START", r#""messageId":"$a""#),
    (
        "REASONING_MESSAGE_START",
        r#""messageId":"$a","role":"reasoning""#,
    ),
    (
        "REASONING_MESSAGE_CONTENT",
        r#""messageId":"$a","delta":"$t""#,
    ),
    ("REASONING_MESSAGE_END", r#""messageId":"$a""#),
    (
        "REASONING_MESSAGE_CHUNK",
        r#""messageId":"$a","delta":"$t""#,
    ),
    ("REASONING_END", r#""messageId":"$a""#),
    (
        "REASONING_ENCRYPTED_VALUE",
        r#""subtype":"tool-call","entityId":"$a","encryptedValue":"$t""#,
    ),
    (
        "REASONING_ENCRYPTED_VALUE",
        r#""subtype":"message","entityId":"$a","encryptedValue":"$t""#,
    ),
    ("STATE_SNAPSHOT", r#""snapshot":{"a":"$t"}"#),
    (
        "STATE_DELTA",
        r#""delta":[{"op":"replace","path":"/$a","value":"$t"}]"#,
    ),
    ("MESSAGES_SNAPSHOT", r#""messages":$m"#),
    (
        "ACTIVITY_SNAPSHOT",
        r#""messageId":"$a","activityType":"PLAN","content":{"a":"$t"}"#,
    ),
    (
        "ACTIVITY_DELTA",
        r#""messageId":"$a","activityType":"PLAN","patch":[{"op":"add","path":"/$b","value":1}]"#,
    ),
    ("RAW", r#""event":{}"#),
    ("CUSTOM", r#""name":"$a","value":"$t""#),
    (
        "CUSTOM",
        r#""name":"midturn.control","value":{"url":"/c","events":"/e","cancel":true,"interject":true}"#,
    ),
    ("CUSTOM", r#""name":"on_interrupt","value":"$t""#),
    (
        "CUSTOM",
        r#""name":"task.cancelled","value":{"elementId":"$a","reason":"$t"}"#,
    ),
    (
        "CUSTOM",
        r#""name":"task.progress","value":{"elementId":"$a","progress":0.5}"#,
    ),
    (
        "CUSTOM",
        r#""name":"user.interjection","value":{"id":"$a","message":"$t","parentId":"$b"}"#,
    ),
    (
        "CUSTOM",
        r#""name":"interjection.delivered","value":{"id":"$a"}"#,
    ),
    (
        "CUSTOM",
        r#""name":"interjection.undelivered","value":{"id":"$a"}"#,
    ),
    (
        "SUBAGENT_STARTED",
        r#""subagentRunId":"$a","name":"n","parentToolCallId":"$b""#,
    ),
    ("SUBAGENT_FINISHED", r#""subagentRunId":"$a""#),
    (
        "SUBAGENT_FINISHED",
        r#""subagentRunId":"$a","outcome":{"type":"suspended"}"#,
    ),
    ("SUBAGENT_ERROR", r#""subagentRunId":"$a","message":"$t""#),
    ("THINKING_TEXT_MESSAGE_CONTENT", r#""delta":"$t""#),
    ("FUTURE_EVENT", r#""a":"$t""#),
];

const IDS: &[&str] = &["a", "b", "c", "u1", "u2", ""];
const TEXTS: &[&str] = &["", "x", "{}", "é😀", "\\ud83d", " \\n", "a b"];
const ROLES: &[&str] = &["assistant", "user", "tool"];
const OUTCOMES: &[&str] = &[
    r#"{"type":"success"}"#,
    r#"{"type":"cancelled"}"#,
    r#"{"type":"interrupt","interrupts":[{"id":"$a","reason":"r","toolCallId":"$b"}]}"#,
    r#"{"type":"interrupt","interrupts":[{"id":"$a","reason":"r"},{"id":"$b","reason":"s"}]}"#,
    "null",
];
const MESSAGES: &[&str] = &[
    "[]",
    r#"[{"id":"u1","role":"user","content":"$t"},{"id":"$a","role":"assistant","content":"$t"}]"#,
    r#"[{"id":"$a","role":"assistant","content":"","toolCalls":[{"id":"$b","type":"function","function":{"name":"n","arguments":"$t"}}]},{"id":"$b","role":"tool","toolCallId":"$b","content":"$t"}]"#,
    r#"[{"id":"$a","role":"user","content":"$t"},{"id":"$b","role":"reasoning","content":"$t"},{"id":"$a","role":"assistant","content":"$t"}]"#,
];

/// The fuzzer's bytes, read one by one; zeros follow after the last.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        usize::from(*first)
    }

    fn of<'b>(&mut self, all: &[&'b str]) -> &'b str {
        all[self.next() % all.len()]
    }

    fn event(&mut self) -> String {
        let (kind, fields) = EVENTS[self.next() % EVENTS.len()];
        let mut fields = fields.to_owned();
        for (place, all) in [("$o", OUTCOMES), ("$m", MESSAGES)] {
            if fields.contains(place) {
                fields = fields.replace(place, self.of(all));
            }
        }
        for (place, all) in [("$a", IDS), ("$b", IDS), ("$t", TEXTS), ("$r", ROLES)] {
            while fields.contains(place) {
                fields = fields.replacen(place, self.of(all), 1);
            }
        }
        let owner = match self.next() % 4 {
            0 if !kind.starts_with("SUBAGENT") => {
                format!(r#","subagentRunId":"{}""#, self.of(IDS))
            }
            _ => String::new(),
        };
        format!("data: {{\"type\":\"{kind}\",{fields}{owner}}}\n\n")
    }
}

/// A conversation, and the stream of its run.
struct World {
    conversation: Conversation,
    now: u64,
    messages: usize,
    run: Option<RunId>,
    stream: Box<dyn Reader>,
}

impl World {
    fn put(&mut self, input: Input) {
        self.now += 1;
        self.conversation.apply(input, self.now);
        assert_eq!(invariants::broken(&self.conversation), None);
    }

    fn hear(&mut self, items: Vec<Item>) {
        for item in items {
            let (Item::Event { event, .. }, Some(run)) = (item, self.run.clone()) else {
                continue;
            };
            self.put(Input::Run {
                run,
                cursor: None,
                event,
            });
        }
    }

    /// A fresh message id. The generated events may use the first one, but none of the later ones.
    fn message(&mut self) -> MessageId {
        self.messages += 1;
        let person = if self.messages == 1 { "u" } else { "person" };
        MessageId::from(format!("{person}{}", self.messages))
    }

    /// Makes sure that a run is active and its stream is open. Starts a turn if none is active, and
    /// ends the stream of the previous run.
    fn run(&mut self) {
        if self.conversation.active().is_none() {
            let (id, text) = (self.message(), "text".to_owned());
            self.put(Input::ComposerChanged { text });
            self.put(Input::Submit { id });
        }
        let active = self.conversation.active().map(|active| active.id.clone());
        if active != self.run {
            let items = std::mem::replace(&mut self.stream, reader()).finish();
            self.hear(items);
            self.run = active;
            if let Some(run) = self.run.clone() {
                self.put(Input::Run {
                    run,
                    cursor: None,
                    event: RunEvent::Opened,
                });
            }
        }
    }

    fn person(&mut self, act: usize) {
        let text = "said".to_owned();
        let run = self.conversation.active().map(|active| active.id.clone());
        let Some(run) = run else { return };
        match act % 8 {
            0 => self.put(Input::Stop { run }),
            1 => self.put(Input::CancelClicked { run }),
            2 => self.put(Input::EditorDismiss),
            3 | 4 => {
                let id = self.message();
                self.put(Input::ComposerChanged { text });
                self.put(if act % 8 == 3 {
                    Input::Submit { id }
                } else {
                    Input::Interject { run, id }
                });
            }
            5 => {
                let id = self.message();
                self.put(Input::ComposerChanged { text });
                self.put(Input::Replace { run, id });
            }
            6 => self.put(Input::KeepRunning),
            _ => self.put(Input::Force { run, task: None }),
        }
    }

    /// Approves every open question.
    fn answer(&mut self) {
        let Some(turn) = self.conversation.turns().last() else {
            return;
        };
        let asked = turn.open_interrupts().map(|asked| asked.id.clone());
        for (turn, interrupt) in asked.map(|id| (turn.id.clone(), id)).collect::<Vec<_>>() {
            self.put(Input::Answer {
                turn,
                interrupt,
                answer: Answer::Approved { arguments: None },
            });
        }
    }

    /// Checks that every call has one result, right after the message with the call.
    fn check_history(&self) {
        for turn in self.conversation.turns() {
            let mut history = Vec::new();
            turn.write_history(false, &mut history);
            let mut open = Vec::new();
            for message in history {
                match message {
                    HistoryMessage::Tool { call, .. } => {
                        let place = open.iter().position(|held| *held == call);
                        open.remove(place.expect("a result has its call before it"));
                    }
                    HistoryMessage::Assistant { calls, .. } => {
                        assert!(open.is_empty(), "a call has no result");
                        open.extend(calls.into_iter().map(|call| call.id));
                    }
                    _ => assert!(open.is_empty(), "a call has no result"),
                }
            }
            assert!(open.is_empty(), "a call has no result");
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let mut world = World {
        conversation: Conversation::new("t".into()),
        now: 0,
        messages: 0,
        run: None,
        stream: reader(),
    };
    while !bytes.0.is_empty() {
        world.run();
        match bytes.next() % 16 {
            0 => {
                let act = bytes.next();
                world.person(act);
            }
            1 => world.answer(),
            2 => {
                let items = world.stream.push(b"data: {\"type\":\"TEXT_MESS\n\n");
                world.hear(items);
            }
            _ => {
                let event = bytes.event();
                let items = world.stream.push(event.as_bytes());
                world.hear(items);
            }
        }
    }
    let items = world.stream.finish();
    world.hear(items);
    // A run that waits for a busy backend is sent again later, so it has no end yet.
    let mut at_work = world.conversation.active().into_iter();
    let waits = at_work.any(|active| active.phase == Phase::Busy);
    let active = world.conversation.active().map(|active| &active.id);
    let rejoins = world.conversation.abilities().rejoin;
    assert!(
        rejoins || waits || active.is_none() || active != world.run.as_ref(),
        "a run without an end"
    );
    world.check_history();
});
