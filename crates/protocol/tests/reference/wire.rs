//! Deviations of real servers that make the reference client fail, or that a client may handle
//! wrongly. Each test checks what the conversation shows. The events are from a recording if a
//! recorded server has the deviation. Otherwise they are written by hand, as the server with the
//! deviation was seen to send them.
//!
//! | deviation | servers | test |
//! |---|---|---|
//! | a run finishes without ids | `CopilotKit` | `a_run_that_finishes_without_ids_has_ended` |
//! | an empty body, no terminal event, a reset after the error | all, `LlamaIndex` | `a_stream_that_breaks_off_is_interrupted_with_its_text` |
//! | empty messages that carry calls | pydantic-ai, Agno | `an_empty_message_that_carries_a_call_is_no_text` |
//! | ids that change with every snapshot | `LlamaIndex`, `CrewAI`, `LangGraph` | `ids_that_change_with_every_snapshot_move_nothing` |
//! | results in snapshots alone, under the call's id, as JSON strings | `LlamaIndex`, `LangGraph`, Agno, Strands | `a_result_is_read_from_events_and_snapshots` |
//! | arguments in the snapshot alone | `LangGraph` | `arguments_are_taken_from_the_snapshot_if_not_streamed` |
//! | the end of a call after its result | MSAF, Agno | `the_end_event_of_a_call_does_not_change_its_result` |
//! | errors with more fields and odd codes, interrupts as `CUSTOM` | `CrewAI`, `LangGraph` | `an_error_with_more_fields_fails_the_turn`, `an_interrupt_sent_as_custom_event_is_a_question` |
//! | a text open around a call, steps open at the error | MSAF, `LangGraph` | `open_texts_and_steps_end_with_the_run` |
//! | a tool that only asks for the approval that an interrupt asks for | MSAF | `a_tool_that_stands_for_an_interrupt_is_not_shown` |
//! | a late last snapshot of a run that was aborted | `LangGraph` | `the_late_snapshot_of_an_aborted_run_deletes_nothing` |

use midturn_protocol::reader::Reader;
use std::fs;

use midturn_core::history::HistoryMessage;
use midturn_core::input::Input;
use midturn_core::run_event::{LostReason, RunEvent};
use midturn_core::transcript::{ActivityKind, ActivityStatus, Failure, Outcome, Turn};
use midturn_protocol::agui::reader;

use crate::corpus;
use crate::reduced::Page;

const STARTED: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#;
const FINISHED: &str = r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#;

/// The frames of a recorded body.
fn frames(name: &str) -> Vec<String> {
    let path = corpus::own("recordings").join(format!("{name}.sse"));
    let body = String::from_utf8(fs::read(path).unwrap()).unwrap();
    let frames = body.split_inclusive("\n\n");
    frames.map(str::to_owned).collect()
}

fn made_up(events: &[&str]) -> Vec<String> {
    let frames = events
        .iter()
        .map(|event| ["data: ", event, "\n\n"].concat());
    frames.collect()
}

/// A page where the person sent the message `u1`, and the stream of the answer.
struct Talk {
    page: Page,
    stream: Box<dyn Reader>,
}

impl Talk {
    fn new() -> Self {
        let mut page = Page::new();
        page.say("u1", "hello");
        Self {
            page,
            stream: reader(),
        }
    }

    /// Reads a whole answer.
    fn of(frames: &[String]) -> Self {
        let mut talk = Self::new();
        for frame in frames {
            talk.hear(frame);
        }
        talk.end();
        talk
    }

    fn hear(&mut self, frame: &str) {
        let items = self.stream.push(frame.as_bytes());
        self.page.hear(items);
    }

    fn end(&mut self) {
        let items = self.stream.finish();
        self.page.hear(items);
    }

    fn turn(&self) -> &Turn {
        self.page.conversation.turns().last().unwrap()
    }

    fn outcome(&self) -> &Outcome {
        self.turn().outcome.as_ref().unwrap()
    }

    fn texts(&self) -> Vec<&str> {
        self.turn().texts().map(|(_, text)| text).collect()
    }

    /// The arguments, the result and the status of a call.
    fn call(&self, id: &str) -> (&str, Option<&str>, ActivityStatus) {
        let activity = self.turn().activity(&id.into()).unwrap();
        match &activity.kind {
            ActivityKind::Tool {
                arguments, result, ..
            } => {
                let result = result.as_ref().map(|result| result.content.as_str());
                (arguments, result, activity.status)
            }
            other => panic!("{id} is {other:?}"),
        }
    }

    fn history(&self) -> Vec<HistoryMessage> {
        let mut history = Vec::new();
        self.turn().write_history(false, &mut history);
        history
    }
}

#[test]
fn a_run_that_finishes_without_ids_has_ended() {
    for (end, cancelled) in [
        (r#"{"type":"RUN_FINISHED"}"#, false),
        (
            r#"{"type":"RUN_FINISHED","outcome":{"type":"cancelled"}}"#,
            true,
        ),
    ] {
        let chunk = r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"so far"}"#;
        let talk = Talk::of(&made_up(&[STARTED, chunk, end]));
        assert_eq!(matches!(talk.outcome(), Outcome::Cancelled(_)), cancelled);
        assert_eq!(*talk.outcome() == Outcome::Completed, !cancelled);
        assert_eq!(talk.texts(), ["so far"]);
    }
}

#[test]
fn a_stream_that_breaks_off_is_interrupted_with_its_text() {
    let lost = Outcome::Interrupted(LostReason::Truncated);
    assert_eq!(*Talk::of(&[]).outcome(), lost);
    for framework in ["pydantic", "langgraph", "llamaindex"] {
        let talk = Talk::of(&frames(&format!("{framework}/abort-text")));
        assert_eq!(*talk.outcome(), lost, "{framework}");
        assert!(talk.texts()[0].starts_with("word0 "), "{framework}");
    }
    // The connection is reset after the error was sent.
    let mut talk = Talk::new();
    for frame in frames("llamaindex/error") {
        talk.hear(&frame);
    }
    let items = talk.stream.broke("reset".to_owned());
    assert_eq!(items, []);
    assert!(matches!(talk.outcome(), Outcome::Failed(Failure::Agent(_))));
}

#[test]
fn an_empty_message_that_carries_a_call_is_no_text() {
    let talk = Talk::of(&frames("pydantic/hitl-1"));
    assert_eq!(talk.texts(), [] as [&str; 0]);
    let (arguments, result, status) = talk.call("call_d1");
    assert_eq!((arguments, result), (r#"{"path": "x"}"#, None));
    assert_eq!(status, ActivityStatus::Waiting);
    let carriers = talk.history();
    let carriers = carriers
        .iter()
        .filter(|held| matches!(held, HistoryMessage::Assistant { calls, .. } if calls.len() == 1));
    assert_eq!(carriers.count(), 1);
}

#[test]
fn ids_that_change_with_every_snapshot_move_nothing() {
    for name in [
        "llamaindex/tool",
        "langgraph/lean-tool",
        "langgraph/subagent-two",
    ] {
        let mut talk = Talk::new();
        let (mut activities, mut messages) = (Vec::new(), Vec::new());
        let mut snapshots = 0;
        for frame in frames(name) {
            talk.hear(&frame);
            snapshots += usize::from(frame.contains("MESSAGES_SNAPSHOT"));
            let turn = talk.turn();
            let now: Vec<String> = turn
                .activities
                .iter()
                .map(|held| held.id.to_string())
                .collect();
            assert!(
                now.starts_with(&activities),
                "{name}: {activities:?}, then {now:?}"
            );
            activities = now;
            let now: Vec<String> = turn.texts().map(|(id, _)| id.to_string()).collect();
            assert!(
                now.starts_with(&messages),
                "{name}: {messages:?}, then {now:?}"
            );
            messages = now;
        }
        assert!(snapshots > 0, "{name}");
        let distinct: std::collections::BTreeSet<_> = activities.iter().collect();
        assert_eq!(distinct.len(), activities.len(), "{name}");
        let mut texts = talk.texts();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(
            texts.len(),
            messages.len(),
            "{name}: nothing is there twice"
        );
    }
}

#[test]
fn a_result_is_read_from_events_and_snapshots() {
    for name in ["llamaindex/tool", "langgraph/lean-tool", "pydantic/tool"] {
        let recorded = frames(name);
        let streamed = recorded
            .iter()
            .any(|frame| frame.contains("TOOL_CALL_RESULT"));
        assert_eq!(streamed, name != "llamaindex/tool");
        let talk = Talk::of(&recorded);
        let (_, result, status) = talk.call("call_w1");
        assert_eq!(result, Some("21C and sunny in Paris"), "{name}");
        assert_eq!(status, ActivityStatus::Done, "{name}");
        let results = talk.history();
        let results = results
            .iter()
            .filter(|held| matches!(held, HistoryMessage::Tool { .. }));
        assert_eq!(results.count(), 1, "{name}");
    }
    // The result is sent back to the model unchanged, including the quotes of the JSON string.
    let call = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n"}"#;
    let end = r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#;
    let result =
        r#"{"type":"TOOL_CALL_RESULT","messageId":"c","toolCallId":"c","content":"\"sunny\""}"#;
    let talk = Talk::of(&made_up(&[STARTED, call, end, result, FINISHED]));
    assert_eq!(talk.call("c").1, Some(r#""sunny""#));
}

#[test]
fn arguments_are_taken_from_the_snapshot_if_not_streamed() {
    let recorded = frames("langgraph/lean-hitl");
    assert!(
        !recorded
            .iter()
            .any(|frame| frame.contains("TOOL_CALL_ARGS"))
    );
    let talk = Talk::of(&recorded);
    assert_eq!(talk.call("call_d1").0, r#"{"path": "x"}"#);
    assert!(matches!(talk.outcome(), Outcome::Waiting(asks) if asks.len() == 1));
}

#[test]
fn the_end_event_of_a_call_does_not_change_its_result() {
    let call = r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n"}"#;
    let end = r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#;
    let result = r#"{"type":"TOOL_CALL_RESULT","messageId":"t","toolCallId":"c","content":"ok"}"#;
    let (running, done) = (ActivityStatus::Running, ActivityStatus::Done);
    for (events, expected) in [
        ([call, end, result], [running, running, done]),
        ([call, result, end], [running, done, done]),
    ] {
        let mut talk = Talk::new();
        talk.hear(&made_up(&[STARTED])[0]);
        for (event, expected) in made_up(&events).iter().zip(expected) {
            talk.hear(event);
            assert_eq!(talk.call("c").2, expected, "{event}");
        }
    }
}

#[test]
fn an_error_with_more_fields_fails_the_turn() {
    let error = r#"{"type":"RUN_ERROR","threadId":"t","runId":"r","message":"no","code":"<class 'RuntimeError'>"}"#;
    let talk = Talk::of(&made_up(&[STARTED, error]));
    let Outcome::Failed(Failure::Agent(error)) = talk.outcome() else {
        panic!("it failed: {:?}", talk.outcome());
    };
    assert_eq!(error.message, "no");
    assert_eq!(error.code.as_deref(), Some("<class 'RuntimeError'>"));
}

#[test]
fn an_interrupt_sent_as_custom_event_is_a_question() {
    let talk = Talk::of(&frames("langgraph/default-hitl"));
    let Outcome::Waiting(asks) = talk.outcome() else {
        panic!("it waits: {:?}", talk.outcome());
    };
    assert_eq!(asks[0].message.as_deref(), Some("Delete x?"));
    assert_eq!(asks[0].call, Some("call_d1".into()));
}

#[test]
fn open_texts_and_steps_end_with_the_run() {
    for name in ["langgraph/lean-error", "langgraph/default-error"] {
        let talk = Talk::of(&frames(name));
        let turn = talk.turn();
        assert!(matches!(talk.outcome(), Outcome::Failed(_)), "{name}");
        assert_eq!(talk.texts(), ["About to fail"], "{name}");
        assert!(!turn.activities.is_empty(), "{name} has a step open");
        assert!(
            turn.activities.iter().all(|held| held.ended_at.is_some()),
            "{name}"
        );
    }
    let talk = Talk::of(&made_up(&[
        STARTED,
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Let me see. "}"#,
        r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"n","parentMessageId":"m"}"#,
        r#"{"type":"TOOL_CALL_RESULT","messageId":"t","toolCallId":"c","content":"ok"}"#,
        r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#,
        r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"Done."}"#,
        FINISHED,
    ]));
    assert_eq!(*talk.outcome(), Outcome::Completed);
    assert_eq!(talk.texts(), ["Let me see. Done."]);
    assert_eq!(talk.call("c").2, ActivityStatus::Done);
}

#[test]
fn a_tool_that_stands_for_an_interrupt_is_not_shown() {
    let talk = Talk::of(&made_up(&[
        STARTED,
        r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"delete"}"#,
        r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{\"path\":\"x\"}"}"#,
        r#"{"type":"TOOL_CALL_END","toolCallId":"c"}"#,
        r#"{"type":"CUSTOM","name":"function_approval_request","value":{"id":"c","function_call":{"call_id":"c","name":"delete","arguments":{"path":"x"}}}}"#,
        r#"{"type":"TOOL_CALL_START","toolCallId":"x","toolCallName":"confirm_changes"}"#,
        r#"{"type":"TOOL_CALL_ARGS","toolCallId":"x","delta":"{\"function_name\": \"delete\", \"function_call_id\": \"c\"}"}"#,
        r#"{"type":"TOOL_CALL_END","toolCallId":"x"}"#,
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"c","reason":"tool_call","toolCallId":"c"}]}}"#,
    ]));
    assert!(matches!(talk.outcome(), Outcome::Waiting(asks) if asks.len() == 1));
    let ids: Vec<String> = talk
        .turn()
        .activities
        .iter()
        .map(|held| held.id.to_string())
        .collect();
    assert_eq!(ids, ["c", "approval:c"]);
}

#[test]
fn the_late_snapshot_of_an_aborted_run_deletes_nothing() {
    let first = frames("langgraph/conc-1");
    let late = first
        .iter()
        .position(|frame| frame.contains("MESSAGES_SNAPSHOT"))
        .unwrap();
    let mut talk = Talk::new();
    for frame in &first[..late] {
        talk.hear(frame);
    }
    let run = talk.page.run();
    talk.page.put(Input::Stop { run: run.clone() });
    let said = talk.turn().clone();
    // The next message and its answer, which are not in the late snapshot.
    talk.page.say("u2", "quick");
    let mut second = reader();
    let whole = frames("langgraph/conc-2");
    let (most, rest) = whole.split_at(whole.len() - 2);
    talk.page.hear(second.push(most.concat().as_bytes()));
    let shown = talk.texts().concat();
    assert!(!shown.is_empty());
    // The snapshot comes on the stream of the aborted run, then on the stream of the new run.
    let items = talk.stream.push(first[late..].concat().as_bytes());
    for item in &items {
        if let midturn_protocol::agui::Item::Event { event, .. } = item {
            talk.page.event_of(run.clone(), event.clone());
        }
    }
    let snapshot = items.iter().find_map(|item| match item {
        midturn_protocol::agui::Item::Event {
            event: event @ RunEvent::Snapshot(_),
            ..
        } => Some(event.clone()),
        _ => None,
    });
    talk.page.event_of(talk.page.run(), snapshot.unwrap());
    assert_eq!(talk.texts().concat(), shown);
    assert_eq!(talk.page.conversation.turns()[0].messages, said.messages);
    talk.page.hear(second.push(rest.concat().as_bytes()));
    assert_eq!(*talk.outcome(), Outcome::Completed);
    assert_eq!(talk.page.conversation.turns().len(), 2);
}
