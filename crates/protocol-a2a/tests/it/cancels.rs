//! Stops: the server's answers, and what they mean for the run.

use midturn_core::control::CancelAnswer;
use midturn_core::run_event::{FinishOutcome, RunEvent};
use midturn_core::transcript::Answer;
use midturn_protocol::call::Reply;
use midturn_protocol::protocol::Protocol;
use midturn_protocol::testing::events;
use midturn_protocol::testing::made::place;

use super::sessions::{
    Session, answer, endpoints, events_of, exchange, memory_of, of, ok, question_of, resume, user,
};

fn read(name: &str, reply: Option<&Reply>) -> CancelAnswer {
    let (endpoints, thread, run) = (endpoints(), "t".into(), "r.1".into());
    let place = place(&endpoints, &thread, &run);
    of(name).a2a.cancel_answer(&place, reply)
}

#[test]
fn the_answer_to_a_cancel_says_what_became_of_the_run() {
    for (name, expected) in [
        ("v1-cancel-call", CancelAnswer::Accepted),
        ("compat-cancel-call", CancelAnswer::Accepted),
        ("v03-cancel-call", CancelAnswer::Accepted),
        ("v1-http-cancel-call", CancelAnswer::Accepted),
        ("v1-cancel-again", CancelAnswer::AlreadyFinished),
        ("compat-cancel-again", CancelAnswer::AlreadyFinished),
        ("v03-cancel-again", CancelAnswer::AlreadyFinished),
        ("v1-unknown-task", CancelAnswer::Unknown),
        ("v1-unknown-method", CancelAnswer::Refused),
    ] {
        assert_eq!(read(name, Some(&answer(name))), expected, "{name}");
    }
    assert_eq!(read("v1-cancel", None), CancelAnswer::Unreachable);
    let http = |status, reason: &str| Reply {
        status,
        body: format!(r#"{{"error":{{"code":{status},"details":[{{"reason":"{reason}"}}]}}}}"#),
    };
    for (status, reason, expected) in [
        (400, "TASK_NOT_CANCELABLE", CancelAnswer::AlreadyFinished),
        (404, "TASK_NOT_FOUND", CancelAnswer::Unknown),
        (500, "INTERNAL_ERROR", CancelAnswer::Refused),
    ] {
        assert_eq!(
            read("v1-http-cancel", Some(&http(status, reason))),
            expected
        );
    }
    for (status, expected) in [
        (503, CancelAnswer::Unreachable),
        (403, CancelAnswer::Refused),
        (404, CancelAnswer::Unknown),
    ] {
        let body = String::new();
        assert_eq!(read("v1-cancel", Some(&Reply { status, body })), expected);
    }
}

#[test]
fn a_stream_of_0_3_that_never_ends_is_ended_by_the_answer_to_its_cancel() {
    let mut reader = of("v03-cancel").plain();
    let before = events(reader.push(&exchange("v03-cancel").body));
    assert!(!reader.ended());
    let after = events(reader.cancel_accepted(&answer("v03-cancel-call")));
    // The answer has the artifact as it was streamed, so there is nothing to replace.
    assert_eq!(after, [RunEvent::Finished(FinishOutcome::Cancelled)]);
    assert!(reader.ended() && !before.is_empty());
    assert!(events(reader.broke("closed".to_owned())).is_empty());
}

#[test]
fn an_answer_without_a_final_state_leaves_the_end_to_the_stream() {
    let mut reader = of("v1-cancel").plain();
    let body = &exchange("v1-cancel").body;
    let (head, tail) = body.split_at(body.len() / 2);
    reader.push(head);
    let works = answer("v1-cancel-call")
        .body
        .replace("TASK_STATE_CANCELED", "TASK_STATE_WORKING");
    assert!(reader.cancel_accepted(&ok(&works)).is_empty());
    assert!(
        reader
            .cancel_accepted(&answer("v1-cancel-again"))
            .is_empty()
    );
    let end = events(reader.push(tail));
    assert_eq!(
        end.last(),
        Some(&RunEvent::Finished(FinishOutcome::Cancelled))
    );
}

#[test]
fn the_answer_to_a_cancel_never_shortens_what_was_streamed() {
    let mut reader = of("v1-cancel").plain();
    let body = &exchange("v1-cancel").body;
    let end = String::from_utf8_lossy(body).rfind("data:").unwrap();
    reader.push(&body[..end]);
    let short = answer("v1-cancel-call").body.replace("page5 ", "");
    let found = events(reader.cancel_accepted(&ok(&short)));
    let replaced = |event: &RunEvent| matches!(event, RunEvent::TextReplaced { .. });
    assert!(!found.iter().any(replaced));
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Cancelled))
    );
}

#[test]
fn an_abandoned_question_ends_with_the_cancel_of_its_task() {
    let before = events_of("v1-ask-ignored-1");
    let abandon = || {
        let given = vec![resume(&question_of(&before), Answer::Abandoned)];
        Session::new("").then(&memory_of(&before), vec![user("u-1", "hello")], given)
    };
    let read = |body: &Reply| events(abandon().plain().document(body));
    let canceled = read(&answer("v1-ask-cancel-waiting"));
    assert_eq!(
        canceled.last(),
        Some(&RunEvent::Finished(FinishOutcome::Cancelled))
    );
    assert!(
        !canceled
            .iter()
            .any(|event| matches!(event, RunEvent::TextReplaced { .. }))
    );
    for name in ["v1-cancel-again", "v1-unknown-task", "v1-after-end"] {
        let found = read(&answer(name));
        assert_eq!(
            found.last(),
            Some(&RunEvent::Finished(FinishOutcome::Success)),
            "{name}"
        );
    }
    let works = answer("v1-ask-cancel-waiting")
        .body
        .replace("TASK_STATE_CANCELED", "TASK_STATE_WORKING");
    let found = read(&ok(&works));
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Success))
    );
}
