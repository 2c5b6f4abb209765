//! Tests of both formats. They run without a browser.

use midturn_core::attachment::Attachment;
use midturn_core::conversation::Conversation;
use midturn_core::id::{ActivityId, MessageId, RunId};
use midturn_core::input::Input;
use midturn_core::left_out::LeftOut;
use midturn_core::run_event::{AnswerForm, FinishOutcome, Interrupt, RunEvent};
use midturn_core::transcript::{
    Activity, ActivityKind, ActivityStatus, AgentMessage, Answer, Asked, Delivery, Failure,
    Interjection, Outcome, Stop, Target, Turn,
};

use super::{Format, Thread, exported, file_name};
use crate::components::testing::activity;
use crate::i18n::Locale;

fn tool(id: &str, arguments: &str) -> Activity {
    let kind = ActivityKind::Tool {
        name: "read_file".to_owned(),
        arguments: arguments.to_owned(),
        result: None,
        encrypted: None,
    };
    activity(id, kind)
}

fn said(text: &str, delivery: Delivery) -> Activity {
    let kind = ActivityKind::Interjection(Interjection {
        id: MessageId::from("said"),
        text: text.to_owned(),
        revision: None,
        target: Target::Root,
        agent: None,
        fell_back: false,
        delivery,
        place: None,
    });
    activity("said", kind)
}

fn question() -> Activity {
    let interrupt = Interrupt {
        id: "q".to_owned(),
        message: Some("Write src/retry.rs?".to_owned()),
        ..Interrupt::default()
    };
    let kind = ActivityKind::Approval {
        interrupt,
        answer: Some(Answer::Denied {
            reason: Some("too wide".to_owned()),
        }),
        asked: Asked::default(),
    };
    activity("approval:q", kind)
}

fn assistant(id: &str, text: &str, calls: &[&str]) -> AgentMessage {
    AgentMessage::Assistant {
        id: MessageId::from(id),
        text: text.to_owned(),
        calls: calls.iter().map(|id| ActivityId::from(*id)).collect(),
        encrypted: None,
    }
}

/// The activity after a text.
fn after(text: &str, activity: Activity) -> Activity {
    Activity {
        after: Some(text.into()),
        ..activity
    }
}

/// A text, a call, a question about it, an interjection, another text and another call. Meanwhile the
/// first call goes on, with a call of its own.
fn turn() -> Turn {
    let mut turn = Turn::new(MessageId::from("m"), "# Fix it\nnow".to_owned(), 1);
    turn.attachments = vec![Attachment {
        id: "f".into(),
        name: "notes.txt".to_owned(),
        media_type: "text/plain".to_owned(),
        size: 3,
        came: None,
    }];
    turn.messages = vec![
        assistant("a", "I will look.", &["one"]),
        AgentMessage::Tool {
            call: ActivityId::from("one"),
        },
        assistant("b", "**Done**", &["two"]),
    ];
    let mut failed = tool("two", "{}");
    failed.status = ActivityStatus::Failed;
    let mut nested = tool("three", "{}");
    nested.parent = Some(ActivityId::from("one"));
    let interjected = said("the tests\ntoo", Delivery::Delivered { step: None });
    turn.activities = vec![
        after("a", tool("one", "{\"path\": \"a`b\"}")),
        after("a", question()),
        after("a", interjected),
        after("b", failed),
        after("b", nested),
    ];
    turn.outcome = Some(Outcome::Cancelled(Stop::Confirmed));
    turn
}

fn written(title: &str, turns: &[Turn], left_out: &LeftOut, format: Format) -> String {
    let thread = Thread {
        id: "t",
        title,
        turns,
        left_out,
    };
    exported(Locale::En.catalogue(), thread, format)
}

fn as_markdown(title: &str, turn: Turn) -> String {
    written(title, &[turn], &LeftOut::default(), Format::Markdown)
}

fn as_json(turns: &[Turn], left_out: &LeftOut) -> serde_json::Value {
    serde_json::from_str(&written("A title", turns, left_out, Format::Json)).unwrap()
}

#[test]
fn markdown_has_everything_in_the_order_in_which_it_happened() {
    let text = as_markdown("A *title*", turn());
    let expected = "# A \\*title\\*

## You said

> # Fix it
> now

- File: `notes.txt`

## Agent

I will look.

- **read\\_file** `` {\"path\": \"a`b\"} ``
  - **read\\_file**
- **Write src/retry.rs?**: Denied: too wide
- **You said**
  > the tests
  > too

**Done**

- **read\\_file** (failed)

*Cancelled after 5 steps*
";
    assert_eq!(text, expected);
}

#[test]
fn an_interjection_that_did_not_arrive_says_so() {
    let mut turn = Turn::new(MessageId::from("m"), "go".to_owned(), 1);
    turn.activities = vec![said("wait", Delivery::Unsent)];
    let text = as_markdown("t", turn);
    assert!(
        text.contains("  > wait\n\n  *The agent has not got this message.*\n"),
        "{text}"
    );
}

#[test]
fn the_end_of_a_turn_is_said_as_on_the_page() {
    let ended = |outcome| {
        let mut turn = Turn::new(MessageId::from("m"), "go".to_owned(), 1);
        turn.outcome = Some(outcome);
        let text = as_markdown("t", turn);
        text.trim().lines().last().map(str::to_owned)
    };
    let question = Interrupt {
        form: AnswerForm::Json,
        ..Interrupt::default()
    };
    let cancelled = Outcome::Cancelled(Stop::Confirmed);
    assert_eq!(ended(cancelled).as_deref(), Some("*Cancelled*"));
    let waits = Outcome::Waiting(vec![question]);
    assert_eq!(ended(waits).as_deref(), Some("*Needs your answer*"));
}

#[test]
fn code_that_breaks_off_does_not_take_in_what_follows() {
    let mut turn = Turn::new(MessageId::from("m"), "go".to_owned(), 1);
    turn.messages = vec![assistant("a", "See:\n\n```rust\nfn main() {\n", &[])];
    turn.outcome = Some(Outcome::Cancelled(Stop::Confirmed));
    let text = as_markdown("t", turn);
    assert!(
        text.contains("```rust\nfn main() {\n```\n\n*Cancelled"),
        "{text}"
    );
}

/// The turns 1, 2 and 3; the message of 2 was sent again as 3.
fn sent_again() -> Conversation {
    let mut held = Conversation::new("t".into());
    for (id, text) in [("1", "first"), ("2", "secnd")] {
        let said = text.to_owned().into();
        let _ = held.apply(
            Input::Say {
                id: id.into(),
                said,
            },
            0,
        );
        finish(&mut held, id);
    }
    let again = Input::SendAgain {
        turn: "2".into(),
        id: "3".into(),
        text: "second".to_owned(),
    };
    let _ = held.apply(again, 0);
    finish(&mut held, "3");
    held
}

fn finish(held: &mut Conversation, turn: &str) {
    let event = Input::Run {
        run: RunId::of_attempt(&turn.into(), 1),
        cursor: None,
        event: RunEvent::Finished(FinishOutcome::Success),
    };
    let _ = held.apply(event, 0);
}

#[test]
fn turns_that_are_no_longer_part_of_the_conversation_are_told_from_the_others() {
    let held = sent_again();
    let (turns, left_out) = (held.turns(), held.left_out());
    let text = written("t", turns, &left_out, Format::Markdown);
    assert!(
        text.contains(
            "\n*1 earlier message, no longer part of the conversation*\n\n## You said\n\n> second\n"
        ),
        "{text}"
    );
    assert!(!text.contains("secnd"), "{text}");
    let json = as_json(turns, &left_out);
    let marks: Vec<_> = (0..3).map(|turn| &json["turns"][turn]["leftOut"]).collect();
    assert_eq!(marks, [false, true, false]);
}

#[test]
fn a_turn_that_failed_says_why() {
    let mut turn = Turn::new(MessageId::from("m"), "go".to_owned(), 1);
    turn.outcome = Some(Outcome::Failed(Failure::Refused {
        status: 503,
        body: "no *free*\nworker\n".to_owned(),
    }));
    let json = as_json(std::slice::from_ref(&turn), &LeftOut::default());
    assert_eq!(json["turns"][0]["error"], "no *free*\nworker\n");
    let text = as_markdown("t", turn);
    assert!(text.ends_with("*\n\n> no *free*\n> worker\n"), "{text}");
}

#[test]
fn json_has_the_same_and_more() {
    let value = as_json(&[turn()], &LeftOut::default());
    assert_eq!(value["format"], "midturn-thread");
    let turn = &value["turns"][0];
    assert_eq!(turn["outcome"], "cancelled");
    assert!(turn["error"].is_null());
    assert_eq!(turn["files"][0]["name"], "notes.txt");
    let content = turn["content"].as_array().unwrap();
    let kinds: Vec<_> = content
        .iter()
        .map(|part| part["type"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "text",
            "tool",
            "tool",
            "question",
            "interjection",
            "text",
            "tool"
        ]
    );
    assert_eq!(content[2]["parent"], "one");
    assert_eq!(content[3]["answer"]["denied"]["reason"], "too wide");
    assert_eq!(content[6]["status"], "failed");
}

#[test]
fn a_file_has_a_name_that_every_system_takes() {
    assert_eq!(
        file_name("Why is a/b: \"slow\"?", "md"),
        "Why is a b slow.md"
    );
    assert_eq!(file_name("../..", "json"), "midturn.json");
    assert_eq!(file_name("سلام", "md"), "سلام.md");
}
