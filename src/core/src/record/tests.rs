//! Records: of every version there was, of a version to come, and broken ones.
//!
//! Not responsible for every state of a conversation (see `conversation::tests::stored`).

mod versions;

use super::{Reader, Stored, VERSION, read, typed, write};
use crate::attachment::AttachmentInput;
use crate::chat::ThreadHead;
use crate::client_tool::ClientTool;
use crate::conversation::Conversation;
use crate::effect::Retry;
use crate::input::{Input, QueueInput};
use crate::run_event::{Abilities, AnswerForm, OpenError, RunError, RunEvent};
use crate::testing::builder::{
    ABLE, asks, convo, question, run_of, subagent, text, tool, tool_args, tool_result,
};
use crate::testing::incoming::{of_each_kind, tool_files};
use crate::transcript::{ActivityStatus, Answer, AnswerDraft, Target, TaskEvent, Turn, Writing};

/// What version 1 wrote. Bytes of a version that people have used are never changed: a new
/// version adds its own.
const HEAD_1: &[u8] = include_bytes!("tests/head.1.bin");
const CONVERSATION_1: &[u8] = include_bytes!("tests/conversation.1.bin");
const TURN_1: &[u8] = include_bytes!("tests/turn.1.bin");

/// What version 2 wrote.
const HEAD_2: &[u8] = include_bytes!("tests/head.2.bin");
const CONVERSATION_2: &[u8] = include_bytes!("tests/conversation.2.bin");
const TURN_2: &[u8] = include_bytes!("tests/turn.2.bin");

/// What version 3 wrote.
const HEAD_3: &[u8] = include_bytes!("tests/head.3.bin");
const CONVERSATION_3: &[u8] = include_bytes!("tests/conversation.3.bin");
const TURN_3: &[u8] = include_bytes!("tests/turn.3.bin");

/// What version 4 writes. To write them anew, after a field was added to this version, run
/// `the_present_version_is_written` with `MIDTURN_UPDATE_GOLDEN=1`.
const HEAD_4: &[u8] = include_bytes!("tests/head.4.bin");
const CONVERSATION_4: &[u8] = include_bytes!("tests/conversation.4.bin");
const TURN_4: &[u8] = include_bytes!("tests/turn.4.bin");

fn head() -> ThreadHead {
    ThreadHead {
        id: "t".into(),
        title: "Título".to_owned(),
        named: true,
        updated_at: 1_700_000_000_000,
        deleted: false,
        running: false,
        agent: String::new(),
    }
}

/// A conversation with something in most of its fields.
fn conversation() -> Conversation {
    convo()
        .running("m1")
        .event(text("a", "ü\u{0}\""))
        .event(tool("c"))
        .event(tool_args("c", "{\"a\""))
        .event(tool_result("c", "r"))
        .event(tool("d"))
        .queued(3)
        .queue(QueueInput::Remove("q2".into()))
        .editing("q1", "half")
        .cancelling("draft")
        .given(Input::ComposerChanged {
            text: "composer".to_owned(),
        })
        .build()
}

/// A conversation with something in the fields that came with version 2.
fn second() -> Conversation {
    let task = |element: &str, event| RunEvent::Task {
        element: element.into(),
        event,
    };
    let asked = convo()
        .with_abilities(ABLE)
        .running("m1")
        .event(tool("c"))
        .event(subagent("s", "explore", Some("c")))
        .event(task("s", TaskEvent::Cancellable))
        .event(task(
            "s",
            TaskEvent::Progress {
                percent: 40,
                message: "reading".to_owned(),
            },
        ))
        .interjecting("i1", "shorter")
        .event(tool("d"))
        .event(asks(vec![question("q", Some("d"))]));
    asked
        .given(Input::Answer {
            turn: "m1".into(),
            interrupt: "q".to_owned(),
            answer: Answer::Approved {
                arguments: Some("{}".to_owned()),
            },
        })
        .event(RunEvent::Opened)
        .event(subagent("p", "plan", None))
        .given(Input::TargetChosen {
            target: Target::Agent("p".into()),
        })
        .interjecting("i2", "in French")
        .build()
}

/// A conversation with something in the fields that came with version 3.
fn third() -> Conversation {
    let offered = ClientTool {
        name: "search".to_owned(),
        confirm: false,
    };
    convo()
        .with_abilities(Abilities {
            plain_stop: true,
            ..Abilities::default()
        })
        .given(Input::ToolsOffered(vec![offered]))
        .attaching("f1")
        .running("m1")
        .event(RunEvent::Failed(RunError {
            message: String::new(),
            code: Some("THREAD_BUSY".to_owned()),
        }))
        .given(Input::RetryDue {
            run: run_of("m1"),
            what: Retry::Open,
        })
        .event(RunEvent::Opened)
        .event(RunEvent::State("{}".to_owned()))
        .event(tool("c"))
        .event(tool_args("c", "{}"))
        .event(tool_files("c", "r", of_each_kind()))
        .finished()
        .attaching("f2")
        .queued(2)
        .queue(QueueInput::Remove("q1".into()))
        .attaching("f3")
        .given(Input::Submit { id: "q3".into() })
        .attaching("f4")
        .attaching("f5")
        .given(Input::Attachment(AttachmentInput::Removed("f4".into())))
        .build()
}

/// The same of a run that waits for a connection, after one that it has overtaken.
fn fourth_at_work() -> Conversation {
    convo()
        .running("m1")
        .event(text("a", "half"))
        .interjecting("i1", "shorter")
        .event(RunEvent::OpenFailed(OpenError::Offline))
        .build()
}

/// A conversation with something in the fields that came with version 4.
fn fourth() -> Conversation {
    let mut question = question("q", Some("c"));
    question.metadata = Some("{\"amount\":12}".to_owned());
    question.form = AnswerForm::Words {
        field: Some("branch".to_owned()),
    };
    convo()
        .running("m1")
        .event(tool("c"))
        .event(asks(vec![question]))
        .given(Input::AnswerDraft {
            turn: "m1".into(),
            interrupt: "q".to_owned(),
            draft: AnswerDraft {
                text: "half an answer".to_owned(),
                fields: vec![("path".to_owned(), "a.txt".to_owned())],
            },
        })
        .build()
}

fn turns_apart(conversation: Conversation) -> (Conversation, Turn) {
    let turn = conversation.turns()[0].clone();
    (conversation.with_turns(Vec::new()), turn)
}

/// Without what is told anew on each page.
fn stored_part(conversation: Conversation) -> Conversation {
    let mut conversation = conversation;
    conversation.apply(Input::ToolsOffered(Vec::new()), 0);
    conversation
}

/// Before version 4 nothing was known of how far a text is.
fn before_4(mut turn: Turn) -> Turn {
    turn.writing = Writing::default();
    turn
}

#[test]
fn records_of_every_version_are_read() {
    let (conversation, turn) = turns_apart(conversation());
    let turn = before_4(turn);
    assert_eq!(read(HEAD_1), Some(head()));
    assert_eq!(read(CONVERSATION_1).as_ref(), Some(&conversation));
    assert_eq!(read(TURN_1).as_ref(), Some(&turn));
    let (conversation, turn) = turns_apart(second());
    let mut turn = before_4(turn);
    // Before, a call that nobody had asked about ended with the run that asked.
    turn.activities[0].status = ActivityStatus::Interrupted;
    turn.activities[0].ended_at = Some(1011);
    assert_eq!(read(HEAD_2), Some(head()));
    assert_eq!(read(CONVERSATION_2).as_ref(), Some(&conversation));
    assert_eq!(read(TURN_2).as_ref(), Some(&turn));
    let (conversation, turn) = turns_apart(third());
    let turn = before_4(turn);
    assert_eq!(read(HEAD_3), Some(head()));
    assert_eq!(
        read(CONVERSATION_3).as_ref(),
        Some(&stored_part(conversation))
    );
    assert_eq!(read(TURN_3).as_ref(), Some(&turn));
    let (_, turn) = turns_apart(fourth());
    let (conversation, _) = turns_apart(fourth_at_work());
    assert_eq!(read(HEAD_4), Some(head()));
    assert_eq!(read(CONVERSATION_4).as_ref(), Some(&conversation));
    assert_eq!(read(TURN_4).as_ref(), Some(&turn));
}

#[test]
fn the_present_version_is_written() {
    let (_, turn) = turns_apart(fourth());
    let (conversation, _) = turns_apart(fourth_at_work());
    let changed = "the stored form has changed: see the module for how it may";
    let written = [
        ("head", write(&head()), HEAD_4),
        ("conversation", write(&conversation), CONVERSATION_4),
        ("turn", write(&turn), TURN_4),
    ];
    let update = std::env::var_os("MIDTURN_UPDATE_GOLDEN").is_some();
    for (name, bytes, held) in written {
        if update {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/record/tests");
            std::fs::write(format!("{folder}/{name}.{VERSION}.bin"), bytes)
                .expect("the record is written");
        } else {
            assert_eq!(bytes, held, "{name}: {changed}");
        }
    }
}

#[test]
fn what_an_agent_has_not_got_is_among_what_was_typed() {
    let (_, turn) = turns_apart(second());
    assert_eq!(typed(&write(&turn)), "shorter\nin French");
    let (_, turn) = turns_apart(fourth());
    assert_eq!(typed(&write(&turn)), "half an answer\na.txt");
}

#[test]
fn everything_a_person_typed_is_at_the_start_of_a_conversation() {
    let bytes = write(&conversation());
    let found = typed(&bytes);
    let mut lines: Vec<_> = found.lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "composer",
            "draft",
            "half",
            "text of q1",
            "text of q2",
            "text of q3"
        ]
    );
    let blank = write(&convo().build());
    assert_eq!(typed(&blank), "");
}

#[test]
fn bytes_that_stop_early_or_go_on_are_no_record() {
    let (conversation, turn) = turns_apart(conversation());
    let (conversation, turn) = (write(&conversation), write(&turn));
    for end in 0..conversation.len() {
        assert_eq!(read::<Conversation>(&conversation[..end]), None, "{end}");
    }
    for end in 0..turn.len() {
        assert_eq!(read::<Turn>(&turn[..end]), None, "{end}");
    }
    assert_eq!(read::<Turn>(&[&turn[..], &[0]].concat()), None);
}

#[test]
fn numbers_are_as_long_as_they_must_be_and_none_is_cut() {
    for (number, bytes) in [
        (0, &[0][..]),
        (127, &[127]),
        (128, &[128, 1]),
        (u64::from(u32::MAX), &[255, 255, 255, 255, 15]),
        (u64::MAX, &[255, 255, 255, 255, 255, 255, 255, 255, 255, 1]),
    ] {
        let mut out = Vec::new();
        number.put(&mut out);
        assert_eq!(out, bytes);
        let mut reader = Reader::new(bytes, 1);
        assert_eq!(u64::take(&mut reader), number);
        assert!(reader.is_done());
    }
    let fits = |bytes: &[u8]| {
        let mut reader = Reader::new(bytes, 1);
        u16::take(&mut reader);
        reader.is_done()
    };
    assert!(fits(&[255, 255, 3]));
    assert!(!fits(&[255, 255, 4]));
    assert!(!fits(&[255; 10]));
    assert!(!fits(&[128, 128, 128, 128, 128, 128, 128, 128, 128, 2]));
    assert!(!fits(&[
        128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 0
    ]));
}

#[test]
fn no_byte_of_a_record_can_make_reading_panic() {
    for record in [
        CONVERSATION_1,
        TURN_1,
        HEAD_1,
        CONVERSATION_2,
        TURN_2,
        CONVERSATION_3,
        TURN_3,
        CONVERSATION_4,
        TURN_4,
    ] {
        for place in 0..record.len() {
            for byte in 0..=u8::MAX {
                let mut bytes = record.to_vec();
                bytes[place] = byte;
                let _ = typed(&bytes);
                let _ = read::<ThreadHead>(&bytes);
                let _ = read::<Conversation>(&bytes);
                let _ = read::<Turn>(&bytes);
            }
        }
    }
}
