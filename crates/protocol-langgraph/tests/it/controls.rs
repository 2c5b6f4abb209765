//! Stops, rejoins and deletions, compared with the recorded ones.

use midturn_core::control::CancelAnswer;
use midturn_core::id::{RunId, ThreadId};
use midturn_protocol::call::{Ask, Call};
use midturn_protocol::protocol::{Endpoints, Place, Protocol as _};
use midturn_protocol::testing::made::{place, reply};
use midturn_protocol_langgraph::LangGraph;

use super::{endpoints, exchange, memory_after, thread_of};

/// The place of a recorded run.
fn with_place<R>(
    name: &str,
    cursor: Option<u64>,
    last_id: Option<&str>,
    ask: impl Fn(&Place<'_>) -> R,
) -> R {
    let recorded = exchange(name);
    let (urls, memory): (Endpoints, String) = (endpoints(), memory_after(&recorded));
    let (thread, run): (ThreadId, RunId) = (thread_of(&recorded), format!("{name}.1").into());
    ask(&Place {
        memory: &memory,
        cursor,
        last_id,
        ..place(&urls, &thread, &run)
    })
}

#[test]
fn a_stop_is_the_recorded_call() {
    for (name, options) in [
        ("cancel-bake-interrupt", ""),
        ("cancel-bake-rollback", r#"{"replace":"rollback"}"#),
    ] {
        let call = with_place(name, None, None, |place| {
            LangGraph::new(options).cancel(place)
        });
        let call = call.unwrap();
        let recorded = exchange(&format!("{name}-call"));
        assert_eq!(
            format!("POST {}", call.url),
            recorded.target.replace(" /", " /lg/")
        );
        assert_eq!(call.ask, Ask::Post(String::new()));
    }
    // Before the server has named the run, there is nothing that stops just this one.
    let unknown = with_place("no-thread", None, None, |place| {
        LangGraph::default().cancel(place)
    });
    assert_eq!(unknown, None);
}

#[test]
fn the_answer_to_a_stop_is_read_by_its_status() {
    let too_late = exchange("cancel-too-late").status;
    for (status, expected) in [
        (Some(200), CancelAnswer::Accepted),
        (Some(202), CancelAnswer::Accepted),
        (Some(too_late), CancelAnswer::AlreadyFinished),
        (Some(403), CancelAnswer::Refused),
        (Some(422), CancelAnswer::Refused),
        (Some(429), CancelAnswer::Unreachable),
        (Some(500), CancelAnswer::Unreachable),
        (None, CancelAnswer::Unreachable),
    ] {
        let reply = status.map(|status| reply(status, ""));
        let read = |place: &Place<'_>| LangGraph::default().cancel_answer(place, reply.as_ref());
        assert_eq!(
            with_place("plain", None, None, read),
            expected,
            "{status:?}"
        );
    }
}

#[test]
fn a_stream_is_joined_again_after_its_last_event() {
    let rejoin = |name, cursor, last_id| {
        with_place(name, cursor, last_id, |place| {
            LangGraph::default().rejoin(place)
        })
    };
    let after = |call: Option<Call>| match call.unwrap().ask {
        Ask::Get { after } => after,
        other => panic!("{other:?}"),
    };
    let cursor = 1_795_358_149_557 << 20;
    let call = rejoin("rejoin-1", Some(cursor), None);
    let recorded = exchange("rejoin-2");
    assert_eq!(
        format!("GET {}", call.as_ref().unwrap().url),
        recorded.target.replace(" /", " /lg/")
    );
    assert_eq!(after(call).as_deref(), Some("1795358149557-0"));
    let last = cursor.to_string();
    assert_eq!(
        after(rejoin("rejoin-1", None, Some(&last))).as_deref(),
        Some("1795358149557-0")
    );
    assert_eq!(
        after(rejoin("rejoin-1", None, Some("event_7"))).as_deref(),
        Some("event_7")
    );
    // Nothing was applied yet, so the whole stream is new.
    assert_eq!(after(rejoin("rejoin-1", None, None)).as_deref(), Some("-1"));
    // Without ids, the whole stream would show everything twice.
    assert_eq!(after(rejoin("rejoin-plain-1", None, None)), None);
    assert_eq!(rejoin("no-thread", Some(cursor), None), None);
}

#[test]
fn a_thread_is_deleted_by_its_id() {
    let call = LangGraph::default().delete_thread(&endpoints(), &"my thread".into());
    let call = call.unwrap();
    assert_eq!(call.ask, Ask::Delete);
    assert!(call.url.starts_with("/lg/threads/") && call.url.len() == "/lg/threads/".len() + 36);
}
