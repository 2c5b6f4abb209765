//! The acts of a random sequence, and their frequency.

use proptest::prelude::*;

use midturn_core::attachment::AttachmentInput;
use midturn_core::composer::Recall;
use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::effect::Retry;
use midturn_core::input::{Input, QueueInput};
use midturn_core::rating::Rating;
use midturn_core::run_event::{
    FinishOutcome, LostReason, OpenError, RunError, RunEvent, SnapshotMessage, TaskEvent,
};
use midturn_core::testing::builder::{
    ABLE, CONTROLLED, asks, question, subagent, text, tool, tool_args, tool_result, user,
};
use midturn_core::transcript::Answer;

/// An act. The run, prompt, interjection or file of an act is chosen when the act is applied.
#[derive(Clone, Debug)]
pub(super) enum Act {
    Compose,
    Submit,
    Stop(Which),
    Replace(Which),
    CancelClicked(Which),
    Plain(Input),
    Type,
    EditorSubmit,
    Edit(usize),
    EditType,
    EditClear,
    Move(usize, usize),
    Remove(usize),
    RunNow(usize),
    Hold(usize, bool),
    TryAgain,
    SendAgain(usize),
    Event(Which, Cursor, RunEvent),
    Answer(Which, CancelAnswer),
    Interject(Which),
    Revise(usize),
    TakeBack(usize),
    QueueInstead(usize),
    Heard(Which, usize, InterjectionAnswer),
    Delivered(Which, usize, bool),
    Reply(usize, Answer),
    Always(usize),
    AskAgain,
    StopTask(Which, &'static str),
    Force(Which, bool),
    Offer(bool),
    ToolAnswered(Which, bool),
    Due(Which, Retry),
    Online,
    Reload,
    Attach,
    Detach(usize),
    Lose(usize),
    FileRead(Which, usize, bool),
    EditMessage(usize),
    EditSaid(usize),
    EditMore(usize),
    EditSave(usize),
    EditLeave(usize),
    SendWithout(Which),
    KeepEditing(Which),
    EditAgain,
    Rate(usize, Option<Rating>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Which {
    AtWork,
    Stopping,
    First,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Cursor {
    None,
    Next,
    Repeated,
}

fn which() -> impl Strategy<Value = Which> {
    prop_oneof![
        6 => Just(Which::AtWork),
        3 => Just(Which::Stopping),
        1 => Just(Which::First),
    ]
}

fn event() -> impl Strategy<Value = RunEvent> {
    // In `strange` the person's message is unknown to the client; `old` has only the person's first
    // message (`m1`).
    let [strange, old] = ["m0", "m1"].map(|first| {
        vec![
            user(first, ""),
            SnapshotMessage::Assistant {
                id: "s".into(),
                text: "said".into(),
                calls: vec![],
            },
        ]
    });
    let stopped = TaskEvent::Cancelled {
        reason: String::new(),
        partial: None,
    };
    let refused = OpenError::Status {
        status: 503,
        body: String::new(),
        retry_after: None,
    };
    let busy = OpenError::Status {
        status: 409,
        body: String::new(),
        retry_after: None,
    };
    prop_oneof![
        3 => Just(RunEvent::Opened),
        1 => Just(RunEvent::Started),
        3 => Just(text("a", "x")),
        2 => Just(tool("c")),
        2 => Just(tool_args("c", "{}")),
        2 => Just(tool_result("c", "r")),
        1 => Just(RunEvent::Snapshot(strange)),
        2 => Just(RunEvent::Snapshot(old)),
        1 => Just(RunEvent::Title("tides".into())),
        1 => Just(RunEvent::Abilities(CONTROLLED)),
        1 => Just(RunEvent::Abilities(ABLE)),
        4 => Just(RunEvent::Finished(FinishOutcome::Success)),
        1 => Just(RunEvent::Finished(FinishOutcome::Cancelled)),
        1 => Just(RunEvent::Finished(FinishOutcome::Interrupt(vec![]))),
        3 => Just(asks(vec![question("q", Some("c")), question("p", None)])),
        2 => Just(subagent("s", "explore", Some("c"))),
        1 => Just(RunEvent::Task { element: "s".into(), event: TaskEvent::Cancellable }),
        1 => Just(RunEvent::Task { element: "s".into(), event: stopped }),
        1 => Just(RunEvent::Failed(RunError { message: String::new(), code: None })),
        1 => Just(RunEvent::Failed(RunError {
            message: String::new(),
            code: Some("THREAD_BUSY".into()),
        })),
        1 => Just(RunEvent::Finished(FinishOutcome::Pending(vec!["c".into()]))),
        2 => Just(RunEvent::Lost(LostReason::Truncated)),
        2 => Just(RunEvent::OpenFailed(OpenError::Network(String::new()))),
        2 => Just(RunEvent::OpenFailed(refused)),
        1 => Just(RunEvent::OpenFailed(busy)),
        1 => Just(RunEvent::OpenFailed(OpenError::Offline)),
    ]
}

/// A sequence in which the backend drops a message. The person sends the message in place of an
/// answer. The backend accepts the abandoned answer, but its list of messages in the next run
/// lacks the message. The acts of `before` follow; then that run ends.
pub(super) fn missed(replace: bool, before: Vec<Act>) -> Vec<Act> {
    let at_work = |event| Act::Event(Which::AtWork, Cursor::None, event);
    let speak = if replace {
        Act::Replace
    } else {
        Act::Interject
    };
    let mut acts = vec![
        Act::Compose,
        Act::Submit,
        at_work(RunEvent::Opened),
        at_work(tool("c")),
        at_work(asks(vec![question("q", Some("c"))])),
        Act::Compose,
        speak(Which::AtWork),
        at_work(RunEvent::Opened),
        at_work(tool_result("c", "r")),
        at_work(RunEvent::Finished(FinishOutcome::Success)),
        at_work(RunEvent::Opened),
        at_work(text("b", "x")),
        at_work(RunEvent::Snapshot(vec![user("m1", "")])),
    ];
    acts.extend(before);
    acts.push(at_work(RunEvent::Finished(FinishOutcome::Success)));
    acts
}

pub(super) fn act() -> impl Strategy<Value = Act> {
    let cursor = prop_oneof![
        Just(Cursor::None),
        Just(Cursor::Next),
        Just(Cursor::Repeated)
    ];
    let answer = prop_oneof![
        3 => Just(CancelAnswer::Accepted),
        1 => Just(CancelAnswer::AlreadyFinished),
        1 => Just(CancelAnswer::Unknown),
        2 => Just(CancelAnswer::Unreachable),
        1 => Just(CancelAnswer::Refused),
    ];
    let retry = prop_oneof![
        Just(Retry::Open),
        Just(Retry::Cancel),
        Just(Retry::Rejoin),
        Just(Retry::Interject),
        Just(Retry::HangUp),
        Just(Retry::Listen),
    ];
    let heard = prop_oneof![
        3 => Just(InterjectionAnswer::Accepted),
        1 => Just(InterjectionAnswer::TooLate),
        1 => Just(InterjectionAnswer::Unreachable),
    ];
    let reply = prop_oneof![
        2 => Just(Answer::Approved { arguments: None }),
        1 => Just(Answer::Denied { reason: None }),
    ];
    let rating = prop_oneof![
        Just(None),
        Just(Some(Rating::Good)),
        Just(Some(Rating::Bad)),
    ];
    let plain = prop_oneof![
        3 => Just(Input::ResumeClicked),
        3 => Just(Input::EditorDismiss),
        2 => Just(Input::KeepRunning),
        2 => Just(Input::Queue(QueueInput::EditDone)),
        2 => Just(Input::Queue(QueueInput::EditAbandoned)),
        2 => Just(Input::Queue(QueueInput::EditLast)),
        3 => Just(Input::Queue(QueueInput::Restore)),
        2 => any::<bool>().prop_map(|pauses| Input::Queue(QueueInput::PauseAfterTurn(pauses))),
        2 => Just(Input::Queue(QueueInput::RunNext)),
        1 => Just(Input::Attachment(AttachmentInput::Restored)),
    ];
    prop_oneof![
        4 => Just(Act::Compose),
        6 => Just(Act::Submit),
        2 => which().prop_map(Act::Stop),
        2 => which().prop_map(Act::Replace),
        4 => which().prop_map(Act::CancelClicked),
        8 => plain.prop_map(Act::Plain),
        4 => Just(Act::Type),
        4 => Just(Act::EditorSubmit),
        2 => (0..3usize).prop_map(Act::Edit),
        2 => Just(Act::EditType),
        1 => Just(Act::EditClear),
        1 => (0..3usize, 0..4usize).prop_map(|(from, to)| Act::Move(from, to)),
        3 => (0..3usize).prop_map(Act::Remove),
        2 => (0..3usize).prop_map(Act::RunNow),
        2 => (0..3usize, any::<bool>()).prop_map(|(place, held)| Act::Hold(place, held)),
        1 => prop_oneof![Just(Recall::Older), Just(Recall::Newer), Just(Recall::End)].prop_map(|to| Act::Plain(Input::Recall(to))),
        1 => Just(Act::TryAgain),
        1 => (0..3usize).prop_map(Act::SendAgain),
        20 => (which(), cursor, event()).prop_map(|(run, at, event)| Act::Event(run, at, event)),
        4 => (which(), answer).prop_map(|(run, answer)| Act::Answer(run, answer)),
        4 => (which(), retry).prop_map(|(run, what)| Act::Due(run, what)),
        1 => Just(Act::Online),
        1 => Just(Act::Reload),
        3 => Just(Act::Attach),
        2 => (0..2usize).prop_map(Act::Detach),
        1 => (0..2usize).prop_map(Act::Lose),
        9 => (which(), 0..2usize, prop_oneof![4 => Just(true), 1 => Just(false)])
            .prop_map(|(run, place, found)| Act::FileRead(run, place, found)),
        2 => which().prop_map(Act::SendWithout),
        1 => (0..3usize).prop_map(Act::EditMessage),
        3 => (0..3usize).prop_map(Act::EditSaid),
        3 => (0..2usize).prop_map(Act::EditMore),
        1 => (0..2usize).prop_map(Act::EditSave),
        1 => (0..2usize).prop_map(Act::EditLeave),
        1 => which().prop_map(Act::KeepEditing),
        1 => Just(Act::EditAgain),
        1 => (0..3usize, rating).prop_map(|(turn, rating)| Act::Rate(turn, rating)),
        5 => which().prop_map(Act::Interject),
        2 => (0..3usize).prop_map(Act::Revise),
        2 => (0..3usize).prop_map(Act::TakeBack),
        2 => (0..3usize).prop_map(Act::QueueInstead),
        5 => (which(), 0..3usize, heard).prop_map(|(run, id, answer)| Act::Heard(run, id, answer)),
        4 => (which(), 0..3usize, any::<bool>())
            .prop_map(|(run, id, got)| Act::Delivered(run, id, got)),
        5 => (0..2usize, reply).prop_map(|(place, answer)| Act::Reply(place, answer)),
        2 => (0..2usize).prop_map(Act::Always),
        1 => Just(Act::AskAgain),
        1 => which().prop_map(|run| Act::StopTask(run, "s")),
        1 => which().prop_map(|run| Act::StopTask(run, "c")),
        2 => any::<bool>().prop_map(Act::Offer),
        3 => (which(), any::<bool>()).prop_map(|(run, bad)| Act::ToolAnswered(run, bad)),
        1 => (which(), any::<bool>()).prop_map(|(run, whole)| Act::Force(run, whole)),
    ]
}
