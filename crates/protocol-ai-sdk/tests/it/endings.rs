//! How runs end.

use midturn_core::run_event::{FinishOutcome, Limit, LostReason, RunError, RunEvent};
use midturn_protocol::diagnostic::Kind;
use midturn_protocol::testing::made::reply;
use serde_json::json;

use super::chunks::{
    available, delta, events, events_of, finish, first, frames, items, kinds, said, start, success,
};

#[test]
fn a_run_ends_with_finish_although_done_is_missing() {
    assert_eq!(events(&[start(), finish()]), [success()]);
    let body = frames(&[start(), finish()]);
    assert_eq!(events_of(&items(body.trim_end())), [success()]);
}

#[test]
fn a_run_ends_with_finish_although_the_connection_breaks_after_it() {
    let mut reader = first();
    reader.push(frames(&[start(), finish()]).as_bytes());
    assert_eq!(events_of(&reader.broke("reset".to_owned())), [success()]);
}

#[test]
fn a_run_ends_with_done_although_finish_is_missing() {
    let body = frames(&[start()]) + "data: [DONE]\n\n";
    assert_eq!(events_of(&items(&body)), [success()]);
}

#[test]
fn a_body_without_any_end_is_lost() {
    let lost = RunEvent::Lost(LostReason::Truncated);
    assert_eq!(events(&[start()]), [lost]);
    let malformed = events_of(&items("{\"error\":1}\n"));
    assert!(matches!(
        &malformed[..],
        [RunEvent::Lost(LostReason::Malformed(_))]
    ));
}

#[test]
fn a_finish_after_an_error_does_not_make_it_a_success() {
    let error = json!({"type": "error", "errorText": "no oil"});
    let step = json!({"type": "finish-step"});
    let body = frames(&[start(), error, step, finish()]) + "data: [DONE]\n\n";
    let found = items(&body);
    let failed = RunEvent::Failed(RunError {
        message: "no oil".to_owned(),
        code: None,
    });
    assert_eq!(events_of(&found), [failed]);
    assert_eq!(kinds(&found), []);
}

#[test]
fn content_after_the_end_is_dropped() {
    let error = json!({"type": "error", "errorText": "x"});
    let found = items(&frames(&[start(), error.clone(), said("late"), error]));
    assert_eq!(events_of(&found).len(), 1);
    assert_eq!(kinds(&found), [Kind::AfterEnd, Kind::AfterEnd]);
}

#[test]
fn a_finish_reason_says_how_a_run_ended() {
    let ended =
        |reason: &str| events(&[start(), json!({"type": "finish", "finishReason": reason})]);
    for reason in ["stop", "tool-calls", "other", "unknown", "new"] {
        assert_eq!(ended(reason), [success()], "{reason}");
    }
    for reason in ["error", "interrupted"] {
        let found = ended(reason);
        let code = match &found[..] {
            [RunEvent::Failed(RunError { code, .. })] => code.as_deref(),
            other => panic!("{other:?}"),
        };
        assert_eq!(code, Some(reason));
    }
    for (reason, limit) in [
        ("length", Limit::Length),
        ("content-filter", Limit::ContentFilter),
    ] {
        assert_eq!(ended(reason), [RunEvent::Limited(limit), success()]);
    }
}

#[test]
fn an_abort_is_a_cancelled_run() {
    let abort = json!({"type": "abort", "reason": "pressed stop"});
    let found = events(&[start(), said("half"), abort]);
    assert_eq!(
        found.last(),
        Some(&RunEvent::Finished(FinishOutcome::Cancelled))
    );
    assert!(found.contains(&delta("a/r.0.0", "half")));
}

#[test]
fn a_call_that_no_server_has_touched_is_left_to_the_client() {
    let mut provided = available("p");
    provided["providerExecuted"] = json!(true);
    let early = json!({"type": "tool-output-available", "toolCallId": "e", "output": 1,
        "preliminary": true});
    let found = events(&[
        start(),
        available("c"),
        provided,
        available("e"),
        early,
        finish(),
    ]);
    let pending = FinishOutcome::Pending(vec!["c".into()]);
    assert_eq!(found.last(), Some(&RunEvent::Finished(pending)));
}

#[test]
fn a_question_that_the_server_answers_is_not_asked() {
    let asks = |automatic: bool| {
        json!({"type": "tool-approval-request", "approvalId": "q", "toolCallId": "c",
            "isAutomatic": automatic})
    };
    let answers = json!({"type": "tool-approval-response", "approvalId": "q", "approved": true});
    for (request, response) in [(asks(true), None), (asks(false), Some(answers))] {
        let mut chunks = vec![start(), available("c"), request];
        chunks.extend(response);
        chunks.push(finish());
        assert_eq!(events(&chunks).last(), Some(&success()));
    }
    let found = events(&[start(), available("c"), asks(false), finish()]);
    assert!(matches!(
        found.last(),
        Some(RunEvent::Finished(FinishOutcome::Interrupt(questions))) if questions.len() == 1
    ));
}

#[test]
fn a_response_that_is_not_a_stream_has_no_meaning() {
    for status in [200, 204, 404, 500] {
        let mut reader = first();
        let reply = reply(status, "{\"error\":\"x\"}");
        assert_eq!(reader.document(&reply), []);
    }
}
