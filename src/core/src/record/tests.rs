//! Records: of every version there was, of a version to come, and broken ones.
//!
//! Not responsible for every state of a conversation (see `conversation::tests::stored`).

use super::{Reader, Record, Stored, read, read_as, typed, write, write_as};
use crate::attachment::AttachmentInput;
use crate::chat::ThreadHead;
use crate::client_tool::ClientTool;
use crate::conversation::Conversation;
use crate::effect::Retry;
use crate::input::{Input, QueueInput};
use crate::run_event::{Abilities, RunError, RunEvent};
use crate::stored;
use crate::testing::builder::{
    ABLE, asks, convo, question, run_of, subagent, text, tool, tool_args, tool_result,
};
use crate::testing::incoming::{of_each_kind, tool_files};
use crate::transcript::{Answer, Target, TaskEvent, Turn};

/// What version 1 wrote. Bytes of a version that people have used are never changed: a new
/// version adds its own.
const HEAD_1: &[u8] = include_bytes!("tests/head.1.bin");
const CONVERSATION_1: &[u8] = include_bytes!("tests/conversation.1.bin");
const TURN_1: &[u8] = include_bytes!("tests/turn.1.bin");

/// What version 2 wrote.
const HEAD_2: &[u8] = include_bytes!("tests/head.2.bin");
const CONVERSATION_2: &[u8] = include_bytes!("tests/conversation.2.bin");
const TURN_2: &[u8] = include_bytes!("tests/turn.2.bin");

/// What version 3 writes.
const HEAD_3: &[u8] = include_bytes!("tests/head.3.bin");
const CONVERSATION_3: &[u8] = include_bytes!("tests/conversation.3.bin");
const TURN_3: &[u8] = include_bytes!("tests/turn.3.bin");

fn head() -> ThreadHead {
    ThreadHead {
        id: "t".into(),
        title: "Título".to_owned(),
        named: true,
        updated_at: 1_700_000_000_000,
        deleted: false,
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

#[test]
fn records_of_every_version_are_read() {
    let (conversation, turn) = turns_apart(conversation());
    assert_eq!(read(HEAD_1), Some(head()));
    assert_eq!(read(CONVERSATION_1).as_ref(), Some(&conversation));
    assert_eq!(read(TURN_1).as_ref(), Some(&turn));
    let (conversation, turn) = turns_apart(second());
    assert_eq!(read(HEAD_2), Some(head()));
    assert_eq!(read(CONVERSATION_2).as_ref(), Some(&conversation));
    assert_eq!(read(TURN_2).as_ref(), Some(&turn));
    let (conversation, turn) = turns_apart(third());
    assert_eq!(read(HEAD_3), Some(head()));
    assert_eq!(
        read(CONVERSATION_3).as_ref(),
        Some(&stored_part(conversation))
    );
    assert_eq!(read(TURN_3).as_ref(), Some(&turn));
}

#[test]
fn the_present_version_is_written() {
    let (conversation, turn) = turns_apart(third());
    let changed = "the stored form has changed: see the module for how it may";
    assert_eq!(write(&head()), HEAD_3, "{changed}");
    assert_eq!(write(&conversation), CONVERSATION_3, "{changed}");
    assert_eq!(write(&turn), TURN_3, "{changed}");
}

#[test]
fn what_an_agent_has_not_got_is_among_what_was_typed() {
    let (_, turn) = turns_apart(second());
    assert_eq!(typed(&write(&turn)), "shorter\nin French");
}

mod before {
    //! What a page of version 1 knew.
    use super::{Record, stored};

    pub(super) struct Outer {
        pub(super) inner: Vec<Inner>,
        pub(super) kind: Kind,
        pub(super) last: String,
    }

    pub(super) struct Inner {
        pub(super) id: String,
    }

    pub(super) enum Kind {
        Old { text: String },
    }

    stored!(struct Outer { inner, kind, last });
    stored!(struct Inner { id });
    stored!(enum Kind { 0: Old { text } });

    impl Record for Outer {}
}

#[derive(Debug, PartialEq)]
struct Outer {
    inner: Vec<Inner>,
    kind: Kind,
    newest: u32,
    last: String,
}

#[derive(Debug, PartialEq)]
struct Inner {
    note: Option<String>,
    id: String,
}

#[derive(Debug, PartialEq)]
enum Kind {
    Old { text: String, more: Vec<u8> },
    New,
}

stored!(struct Outer { inner, kind, newest since 3, last });
stored!(struct Inner { note since 2, id });
stored!(enum Kind { 0: Old { text, more since 2 }, 1: New });

impl Record for Outer {
    fn typed(&self) -> String {
        self.last.clone()
    }
}

fn later() -> Outer {
    let inner = |id: &str| Inner {
        note: Some("n".to_owned()),
        id: id.to_owned(),
    };
    Outer {
        inner: vec![inner("a"), inner("b")],
        kind: Kind::New,
        newest: 7,
        last: "typed".to_owned(),
    }
}

#[test]
fn fields_of_a_later_version_have_their_default_in_an_older_record() {
    let inner = ["a", "b"].map(|id| before::Inner { id: id.to_owned() });
    let older = before::Outer {
        inner: inner.into(),
        kind: before::Kind::Old {
            text: "x".to_owned(),
        },
        last: "l".to_owned(),
    };
    let bytes = write_as(1, &older);
    let inner = ["a", "b"].map(|id| Inner {
        note: None,
        id: id.to_owned(),
    });
    let expected = Outer {
        inner: inner.into(),
        kind: Kind::Old {
            text: "x".to_owned(),
            more: Vec::new(),
        },
        newest: 0,
        last: "l".to_owned(),
    };
    assert_eq!(read_as(3, &bytes), Some(expected));
    // Reading an older record leaves nothing behind for the next.
    let bytes = write_as(3, &later());
    assert_eq!(read_as(3, &bytes), Some(later()));
}

#[test]
fn a_record_of_a_later_version_is_not_read_but_what_was_typed_is_there() {
    let bytes = write_as(3, &later());
    assert_eq!(read_as::<Outer>(2, &bytes), None);
    assert_eq!(read_as::<before::Outer>(1, &bytes).map(|_| ()), None);
    assert_eq!(typed(&bytes), "typed");
    assert_eq!(read_as::<Outer>(3, &write_as(0, &later())), None);
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
