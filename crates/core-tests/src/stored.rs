//! Stored conversations are read back unchanged. What a new page does with them is in `reload`.

use crate::storage::stored_and_read;
use midturn_core::id::MessageId;
use midturn_core::input::{Input, QueueInput};
use midturn_core::run_event::{FinishOutcome, Interrupt, RunEvent};
use midturn_core::testing::builder::{
    Convo, asks, controlled, convo, text, tool, tool_args, tool_result, user,
};

#[test]
fn every_state_is_read_back_unchanged() {
    let interrupt = Interrupt {
        id: "i".into(),
        reason: "r".into(),
        schema: Some("{}".into()),
        expires_at: Some("x".into()),
        metadata: Some("{}".into()),
        ..Interrupt::default()
    };
    let asked = convo()
        .running("m1")
        .event(asks(vec![interrupt.clone()]))
        .composing("x");
    let (run, id) = (asked.turn("m1").last_run(), "m2".into());
    let missed = |convo: Convo| {
        convo
            .event(RunEvent::Opened)
            .finished()
            .event(RunEvent::Opened)
            .event(text("b", "x"))
            .event(RunEvent::Snapshot(vec![user("m1", "")]))
    };
    let states = [
        missed(asked.clone().given(Input::Interject {
            run: run.clone(),
            id: MessageId::clone(&id),
        })),
        missed(asked.given(Input::Replace { run, id })),
        convo(),
        convo().running("m1").finished(),
        controlled().running("m1").queued(2).cancelling("draft"),
        controlled()
            .running("m1")
            .cancelling("x")
            .given(Input::EditorSubmit { id: "m2".into() }),
        convo()
            .running("m1")
            .queued(2)
            .resuming("draft")
            .queue(QueueInput::Remove("q2".into())),
        convo().running("m1").queued(2).editing("q1", "half"),
        convo()
            .running("m1")
            .queued(1)
            .queue(QueueInput::Hold {
                id: "q1".into(),
                held: true,
            })
            .finished(),
        convo()
            .running("m1")
            .event(text("a", "ü\u{0}\""))
            .event(tool("c"))
            .event(tool_args("c", "{\"a\"")),
        convo()
            .running("m1")
            .event(tool("c"))
            .event(tool_result("c", "r"))
            .failed(),
        convo()
            .running("m1")
            .event(RunEvent::Finished(FinishOutcome::Interrupt(vec![
                interrupt,
            ]))),
    ];
    for state in states {
        let before = state.build();
        assert_eq!(stored_and_read(&before), before);
    }
}
