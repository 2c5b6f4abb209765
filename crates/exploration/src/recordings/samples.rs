//! A sample of every input, in no meaningful order.

use midturn_core::attachment::{AttachmentInput, MessageContent};
use midturn_core::client_tool::ClientTool;
use midturn_core::composer::Recall;
use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::effect::Retry;
use midturn_core::history::{HistoryCall, HistoryMessage, PastRest};
use midturn_core::input::{
    AlwaysInput, EditInput, Input, InterjectionInput, QueueInput, UnsentInput,
};
use midturn_core::rating::Rating;
use midturn_core::run_event::{
    FinishOutcome, LostReason, OpenError, ReportedInterjection, RunError, RunEvent, SnapshotCall,
    SnapshotMessage, TaskEvent,
};
use midturn_core::testing::builder::{
    ABLE, asks, file, question, run_of, subagent, text, tool, tool_args, tool_result,
};
use midturn_core::testing::incoming::{came, tool_files};
use midturn_core::transcript::{Answer, AnswerDraft, Target};

fn task(event: TaskEvent) -> RunEvent {
    RunEvent::Task {
        element: "c".into(),
        event,
    }
}

/// One event of each kind, with nested data.
#[expect(clippy::too_many_lines, reason = "one of each")]
fn events() -> Vec<RunEvent> {
    let snapshot = vec![
        SnapshotMessage::User {
            id: "m1".into(),
            text: "hello".into(),
        },
        SnapshotMessage::Assistant {
            id: "a".into(),
            text: "ü".into(),
            calls: vec![SnapshotCall {
                id: "c".into(),
                name: "n".into(),
                arguments: "{}".into(),
            }],
        },
        SnapshotMessage::Tool {
            id: "r".into(),
            call: "c".into(),
            content: "done".into(),
            failed: true,
            attachments: vec![came("c#0", 3)],
        },
        SnapshotMessage::Reasoning {
            id: "t".into(),
            text: "hm".into(),
        },
    ];
    let status = OpenError::Status {
        status: 503,
        body: "busy".into(),
        retry_after: Some(9),
    };
    let heard = ReportedInterjection {
        id: "i".into(),
        text: "shorter".into(),
        parent: Some("c".into()),
        agent: Some("plan".into()),
        fell_back: true,
    };
    let mut events = vec![
        RunEvent::Opened,
        RunEvent::OpenFailed(status),
        RunEvent::OpenFailed(OpenError::Network("gone".into())),
        RunEvent::OpenFailed(OpenError::NotAStream("<html>".into())),
        RunEvent::OpenFailed(OpenError::Foreign {
            origin: "https://agent.example".into(),
            message: "gone".into(),
        }),
        RunEvent::OpenFailed(OpenError::Offline),
        RunEvent::Started,
        RunEvent::Abilities(ABLE),
        RunEvent::TextStart {
            message: "a".into(),
            subagent: Some("s".into()),
        },
        text("a", "ü\u{0}\""),
        RunEvent::TextEnd {
            message: "a".into(),
        },
        RunEvent::ReasoningStart {
            message: "t".into(),
            subagent: None,
        },
        RunEvent::ReasoningDelta {
            message: "t".into(),
            delta: "hm".into(),
        },
        RunEvent::ReasoningEnd {
            message: "t".into(),
        },
        tool("c"),
        tool_args("c", "{\"a\""),
        RunEvent::ToolEnd { call: "c".into() },
        tool_result("c", "r"),
        tool_files("c", "r", vec![came("c#0", 0)]),
        RunEvent::StepStarted { name: "one".into() },
        RunEvent::StepFinished { name: "one".into() },
        subagent("s", "explore", Some("c")),
        RunEvent::SubagentSuspended { id: "s".into() },
        RunEvent::SubagentEnded {
            id: "s".into(),
            error: Some("no".into()),
        },
        RunEvent::Note {
            id: "n".into(),
            title: "plan".into(),
            content: "{}".into(),
        },
        RunEvent::State("{\"n\":1}".into()),
        RunEvent::Title("tides".into()),
        RunEvent::Encrypted {
            entity: "c".into(),
            of_call: true,
            value: "x".into(),
        },
        RunEvent::Snapshot(snapshot),
        RunEvent::Interjected(heard),
        RunEvent::InterjectionDelivered {
            id: "i".into(),
            step: Some(3),
        },
        RunEvent::InterjectionUndelivered { id: "i".into() },
        RunEvent::Finished(FinishOutcome::Success),
        RunEvent::Finished(FinishOutcome::Pending(vec!["c".into()])),
        asks(vec![question("q", Some("c"))]),
        RunEvent::Finished(FinishOutcome::Cancelled),
        RunEvent::Failed(RunError {
            message: "m".into(),
            code: None,
        }),
        RunEvent::Lost(LostReason::Truncated),
    ];
    events.extend([
        task(TaskEvent::Cancellable),
        task(TaskEvent::Progress {
            percent: 40,
            message: "reading".into(),
        }),
        task(TaskEvent::Cancelling {
            message: "x".into(),
        }),
        task(TaskEvent::Cancelled {
            reason: "you".into(),
            partial: Some("half".into()),
        }),
        task(TaskEvent::Stopped),
        task(TaskEvent::CancelFailed { error: "e".into() }),
    ]);
    events
}

/// One input of each kind, with nested data.
#[expect(clippy::too_many_lines, reason = "one of each")]
pub(super) fn inputs() -> Vec<Input> {
    let history = vec![
        HistoryMessage::User {
            id: "m0".into(),
            text: "hello".into(),
            attachments: vec![file("f")],
        },
        HistoryMessage::Assistant {
            id: "a0".into(),
            text: "hi".into(),
            calls: vec![HistoryCall {
                id: "c0".into(),
                name: "n".into(),
                arguments: "{}".into(),
                encrypted: Some("e".into()),
            }],
            encrypted: None,
        },
        HistoryMessage::Tool {
            id: "r0".into(),
            call: "c0".into(),
            content: "done".into(),
            failed: false,
            attachments: vec![came("c#0", 3)],
            encrypted: Some("e".into()),
        },
        HistoryMessage::Reasoning {
            id: "t0".into(),
            text: "hm".into(),
            encrypted: None,
        },
    ];
    let run = || run_of("m1");
    let mut inputs = vec![
        Input::Restored,
        Input::ComposerChanged { text: "te".into() },
        Input::Attachment(AttachmentInput::Added(file("f"))),
        Input::Attachment(AttachmentInput::Removed("f".into())),
        Input::Recall(Recall::Older),
        Input::Attachment(AttachmentInput::Restored),
        Input::Attachment(AttachmentInput::MadeText {
            id: "f".into(),
            text: "pasted".into(),
        }),
        Input::Attachment(AttachmentInput::Unreadable("f".into())),
        Input::Submit { id: "m2".into() },
        Input::Stop { run: run() },
        Input::Replace {
            run: run(),
            id: "m3".into(),
        },
        Input::Interject {
            run: run(),
            id: "i".into(),
        },
        Input::InterjectAfter {
            run: run(),
            id: "i2".into(),
        },
        Input::TargetChosen {
            target: Target::Agent("s".into()),
        },
        Input::Interjection(InterjectionInput::Revise {
            id: "i".into(),
            text: "x".into(),
        }),
        Input::Interjection(InterjectionInput::TakeBack("i".into())),
        Input::Interjection(InterjectionInput::QueueInstead("i".into())),
        Input::StopTask {
            run: run(),
            task: "c".into(),
        },
        Input::Force {
            run: run(),
            task: None,
        },
        Input::EditAgain { turn: "m1".into() },
        Input::Say {
            id: "m4".into(),
            said: MessageContent {
                text: "more".into(),
                attachments: vec![file("g")],
            },
        },
        Input::CancelClicked { run: run() },
        Input::ResumeClicked,
        Input::EditorChanged { text: "d".into() },
        Input::EditorSubmit { id: "m5".into() },
        Input::EditorDismiss,
        Input::KeepRunning,
        Input::FileRead {
            run: run(),
            file: "f".into(),
            found: false,
        },
        Input::Edit(EditInput::Begin("m1".into())),
        Input::Edit(EditInput::Changed {
            id: "m1".into(),
            text: "x".into(),
        }),
        Input::Edit(EditInput::Abandoned("m1".into())),
        Input::Unsent(UnsentInput::SendWithout { run: run() }),
        Input::Unsent(UnsentInput::KeepEditing { run: run() }),
        Input::SendAgain {
            turn: "m1".into(),
            id: "m7".into(),
            text: "again".into(),
        },
        Input::TryAgain {
            turn: "m1".into(),
            id: "m6".into(),
        },
        Input::Rate {
            turn: "m1".into(),
            rating: Some(Rating::Bad),
        },
        Input::InterjectionAnswered {
            run: run(),
            id: "i".into(),
            answer: InterjectionAnswer::TooLate,
        },
        Input::TaskStopAnswered {
            run: run(),
            task: "c".into(),
            answer: CancelAnswer::Refused,
        },
        Input::ToolsOffered(vec![ClientTool {
            name: "n".into(),
            confirm: true,
        }]),
        Input::StateGiven { state: "{}".into() },
        Input::ToolAnswered {
            run: run(),
            call: "c".into(),
            content: "r".into(),
            failed: true,
        },
        Input::PastWanted,
        Input::PastLoaded {
            before: None,
            messages: history,
            rest: PastRest::More,
        },
        Input::PastGone,
        Input::PastFailed {
            before: Some("m0".into()),
        },
    ];
    let queue = [
        QueueInput::Edit("q1".into()),
        QueueInput::EditLast,
        QueueInput::EditChanged("x".into()),
        QueueInput::EditDone,
        QueueInput::EditAbandoned,
        QueueInput::Move {
            id: "q1".into(),
            to: 300,
        },
        QueueInput::Remove("q1".into()),
        QueueInput::Restore,
        QueueInput::RunNow("q1".into()),
        QueueInput::Hold {
            id: "q1".into(),
            held: true,
        },
        QueueInput::PauseAfterTurn(true),
        QueueInput::RunNext,
    ];
    inputs.extend(queue.map(Input::Queue));
    let answers = [
        Answer::Approved {
            arguments: Some("{}".into()),
        },
        Answer::Denied { reason: None },
        Answer::Reply("1".into()),
        Answer::Abandoned,
    ];
    inputs.extend(
        [
            AlwaysInput::Allow {
                turn: "m1".into(),
                interrupt: "q".into(),
            },
            AlwaysInput::AskAgain {
                tool: "search".into(),
            },
        ]
        .map(Input::Always),
    );
    inputs.push(Input::AnswerDraft {
        turn: "m1".into(),
        interrupt: "q".into(),
        draft: AnswerDraft {
            text: "because".into(),
            fields: vec![("path".into(), "a\nb".into())],
        },
    });
    inputs.extend(answers.map(|answer| Input::Answer {
        turn: "m1".into(),
        interrupt: "q".into(),
        answer,
    }));
    let tries = [
        Retry::Open,
        Retry::Cancel,
        Retry::Rejoin,
        Retry::Interject,
        Retry::HangUp,
        Retry::Listen,
    ];
    inputs.extend(tries.map(|what| Input::RetryDue { run: run(), what }));
    inputs.push(Input::Online);
    let answers = [
        CancelAnswer::Accepted,
        CancelAnswer::AlreadyFinished,
        CancelAnswer::Unknown,
        CancelAnswer::Unreachable,
    ];
    inputs.extend(answers.map(|answer| Input::CancelAnswered { run: run(), answer }));
    inputs.extend(events().into_iter().zip(0_u64..).map(|(event, place)| {
        let cursor = (place > 0).then_some(place);
        Input::Run {
            run: run(),
            cursor,
            event,
        }
    }));
    inputs
}
