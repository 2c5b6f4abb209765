//! What is told of a turn that fails.

use midturn_core::run_event::{OpenError, RunError, RunEvent};
use serde_json::json;

use super::Page;

#[test]
fn a_failure_is_an_error_with_a_code() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    page.told.clear();
    let (message, code) = ("broken".to_owned(), None);
    page.event("m", RunEvent::Failed(RunError { message, code }));
    let news = page.news();
    let error =
        json!({"threadId": "t", "turnId": "m", "code": "agent-failed", "message": "broken"});
    assert_eq!(news[0], ("error", error));
    assert_eq!(news[1].1["outcome"], "failed");
}

#[test]
fn a_refused_request_is_told_with_its_status() {
    let mut page = Page::new();
    page.say("m");
    page.told.clear();
    page.event(
        "m",
        RunEvent::OpenFailed(OpenError::Status {
            status: 401,
            body: "Who are you?".to_owned(),
            retry_after: None,
        }),
    );
    let told = &page.news()[0].1;
    assert_eq!(
        (&told["code"], &told["status"]),
        (&json!("refused"), &json!(401))
    );
}
