//! Conversations with data in most of their fields.

use midturn_core::attachment::{AttachmentInput, MessageContent};
use midturn_core::chat::{ChatInput, ThreadHead, ThreadState};
use midturn_core::client_tool::ClientTool;
use midturn_core::conversation::Conversation;
use midturn_core::effect::Retry;
use midturn_core::input::{Input, QueueInput};
use midturn_core::run_event::{AnswerForm, Limit, OpenError, RunError, RunEvent, TaskEvent};
use midturn_core::sharing::{Act, Draft};
use midturn_core::testing::builder::{
    ABLE, PLAIN_STOP, asks, convo, file, question, subagent, text, tool, tool_args, tool_result,
};
use midturn_core::testing::incoming::{of_each_kind, tool_files};
use midturn_core::testing::inputs::{answer_to, retry_due};
use midturn_core::transcript::{Answer, AnswerDraft, Target};

pub(super) fn head() -> ThreadHead {
    ThreadHead {
        id: "t".into(),
        title: "Título".to_owned(),
        named: true,
        updated_at: 1_700_000_000_000,
        deleted: false,
        deleted_at: 0,
        running: false,
        state: ThreadState::default(),
        agent: String::new(),
    }
}

/// A conversation with data in most of its fields.
pub(super) fn conversation() -> Conversation {
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

/// A conversation whose turn has subagents, a task, an answered question and interjections.
pub(super) fn with_agents() -> Conversation {
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
    let arguments = Some("{}".to_owned());
    asked
        .given(answer_to("m1", "q", Answer::Approved { arguments }))
        .event(RunEvent::Opened)
        .event(subagent("p", "plan", None))
        .given(Input::TargetChosen {
            target: Some(Target::Agent("p".into())),
        })
        .interjecting("i2", "in French")
        .build()
}

/// A conversation whose backend was busy, with files and client tools.
pub(super) fn with_files() -> Conversation {
    let offered = ClientTool {
        name: "search".to_owned(),
        confirm: false,
    };
    convo()
        .with_abilities(PLAIN_STOP)
        .given(Input::ToolsOffered(vec![offered]))
        .attaching("f1")
        .running("m1")
        .event(RunEvent::Failed(RunError {
            message: String::new(),
            code: Some("THREAD_BUSY".to_owned()),
        }))
        .given(retry_due("m1", Retry::Open))
        .event(RunEvent::Opened)
        .event(RunEvent::State("{}".to_owned()))
        .event(RunEvent::Title("Tides".to_owned()))
        .event(tool("c"))
        .event(tool_args("c", "{}"))
        .event(tool_files("c", "r", of_each_kind()))
        .event(RunEvent::Limited(Limit::Other))
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

/// A conversation whose run waits for a connection, and which replaced an earlier run.
pub(super) fn offline() -> Conversation {
    convo()
        .running("m1")
        .event(text("a", "half"))
        .interjecting("i1", "shorter")
        .event(RunEvent::OpenFailed(OpenError::Offline))
        .build()
}

/// A conversation with the draft of an answer.
pub(super) fn asked() -> Conversation {
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

/// A page's composer, and its request to the driver.
pub(super) fn draft() -> Draft {
    let said = MessageContent {
        text: "composer".to_owned(),
        attachments: vec![file("f1")],
    };
    let input = Input::By {
        said: "asked".to_owned().into(),
        input: Box::new(Input::Submit { id: "m2".into() }),
    };
    let act = Act {
        number: 3,
        input: ChatInput::In("t".into(), input),
    };
    Draft {
        said,
        outbox: vec![act],
    }
}
