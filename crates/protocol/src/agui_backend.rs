//! AG-UI with Midturn's control extension, as a [`Protocol`].

use midturn_core::control::{CancelAnswer, InterjectionAnswer};
use midturn_core::history::HistoryMessage;
use midturn_core::id::{ActivityId, ThreadId};
use midturn_core::run_event::Abilities;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::agui::{MAX_EVENT_BYTES, past_messages, reader_with};
use crate::call::{Call, Reply, encoded, with_query};
use crate::control::{Stop, cancel_request, filled, interjection, plain_stop};
use crate::protocol::{Begin, Endpoints, Interjection, Outgoing, Place, Protocol};
use crate::reader::Reader;
use crate::request::run_agent_input;

/// The reason sent with a cancel. In English, because it goes to logs.
const REASON: &str = "Stopped by the user";

/// AG-UI.
#[derive(Clone, Copy, Debug, Default)]
pub struct AgUi;

impl Protocol for AgUi {
    fn abilities(&self, _: &Endpoints) -> Option<Abilities> {
        None
    }

    fn run(&self, outgoing: &Outgoing<'_>) -> Call {
        let body = run_agent_input(
            outgoing.request,
            outgoing.tools,
            outgoing.bytes,
            outgoing.interjections,
        );
        Call::post(&outgoing.endpoints.agent, body)
    }

    fn reader(&self, begin: &Begin<'_>) -> Box<dyn Reader> {
        reader_with(begin.state.to_owned(), begin.memory, MAX_EVENT_BYTES)
    }

    fn cancel(&self, place: &Place<'_>) -> Option<Call> {
        let endpoints = place.endpoints;
        if endpoints.control.is_some() {
            return self.stop_task(place, None, false);
        }
        let url = filled(endpoints.stop.as_deref()?, place.thread, place.run, encoded);
        let body = plain_stop(endpoints.stop_body.as_deref(), place.thread, place.run);
        Some(Call::post(url, body).for_status())
    }

    fn cancel_answer(&self, place: &Place<'_>, reply: Option<&Reply>) -> CancelAnswer {
        let status = reply.map(|reply| reply.status);
        if place.endpoints.control.is_none() && place.endpoints.stop.is_some() {
            read_plain(status)
        } else {
            read(status)
        }
    }

    fn rejoin(&self, place: &Place<'_>) -> Option<Call> {
        let url = place.endpoints.events.as_deref()?;
        let url = with_query(url, "threadId", place.thread.as_str());
        let after = place.cursor.map(|cursor| cursor.to_string());
        let after = after.or_else(|| place.last_id.map(str::to_owned));
        Some(Call::get_after(url, after))
    }

    fn rejoins_thread(&self) -> bool {
        true
    }

    fn stop_task(&self, place: &Place<'_>, task: Option<&ActivityId>, force: bool) -> Option<Call> {
        let body = cancel_request(&Stop {
            thread: place.thread,
            run: place.run,
            element: task,
            force,
            reason: REASON,
            timestamp_ms: place.now_ms,
        });
        Some(Call::post(place.endpoints.control.clone()?, body).for_status())
    }

    fn interject(&self, place: &Place<'_>, said: &Interjection<'_>) -> Option<Call> {
        let body = interjection(place.thread, place.run, said.id, said.text, said.target);
        Some(Call::post(place.endpoints.control.clone()?, body).for_status())
    }

    fn interject_answer(&self, reply: Option<&Reply>) -> InterjectionAnswer {
        match read(reply.map(|reply| reply.status)) {
            CancelAnswer::Accepted => InterjectionAnswer::Accepted,
            CancelAnswer::AlreadyFinished | CancelAnswer::Unknown => InterjectionAnswer::TooLate,
            CancelAnswer::Unreachable | CancelAnswer::Refused => InterjectionAnswer::Unreachable,
        }
    }

    fn past(&self, endpoints: &Endpoints, thread: &ThreadId) -> Option<Call> {
        Some(Call::get(of_thread(endpoints.past.as_deref()?, thread)))
    }

    fn past_messages(&self, _: &ThreadId, reply: &Reply) -> Option<Vec<HistoryMessage>> {
        match reply.status {
            200..=299 => Some(kept(&reply.body).unwrap_or_default()),
            // The backend has no such thread, or shows none.
            404 | 405 | 410 => Some(Vec::new()),
            _ => None,
        }
    }

    fn delete_thread(&self, endpoints: &Endpoints, thread: &ThreadId) -> Option<Call> {
        let url = of_thread(endpoints.threads.as_deref()?, thread);
        Some(Call::delete(url).for_status())
    }
}

/// The URL of a thread.
fn of_thread(threads: &str, thread: &ThreadId) -> String {
    let id = encoded(thread.as_str());
    format!("{}/{id}", threads.trim_end_matches('/'))
}

/// A thread as the backend shows it.
#[derive(Deserialize)]
struct Shown<'a> {
    #[serde(borrow)]
    snapshot: Snapshot<'a>,
}

/// A `MESSAGES_SNAPSHOT`.
#[derive(Deserialize)]
struct Snapshot<'a> {
    #[serde(borrow)]
    messages: &'a RawValue,
}

/// The messages of a thread that the backend shows; `None` if the answer shows none.
fn kept(body: &str) -> Option<Vec<HistoryMessage>> {
    let shown: Shown<'_> = serde_json::from_str(body).ok()?;
    Some(past_messages(shown.snapshot.messages.get()))
}

fn read(status: Option<u16>) -> CancelAnswer {
    match status {
        Some(200..=299) => CancelAnswer::Accepted,
        Some(404) => CancelAnswer::Unknown,
        Some(409) => CancelAnswer::AlreadyFinished,
        Some(_) | None => CancelAnswer::Unreachable,
    }
}

/// A plain stop URL does not say whether a run is over or unknown. Any answer but 2xx therefore
/// counts as refused, and the core falls back to closing the stream.
fn read_plain(status: Option<u16>) -> CancelAnswer {
    match status {
        Some(200..=299) => CancelAnswer::Accepted,
        Some(_) | None => CancelAnswer::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_url_template_is_filled_with_the_encoded_ids() {
        let (template, run) = ("/stop/{threadId}?run={runId}", "r 1".into());
        let url = filled(template, &"a/b".into(), &run, encoded);
        assert_eq!(url, "/stop/a%2Fb?run=r%201");
    }

    #[test]
    fn the_messages_of_a_thread_are_read_from_its_snapshot() {
        let endpoints = |past: Option<&str>| Endpoints {
            past: past.map(str::to_owned),
            ..Endpoints::default()
        };
        assert_eq!(AgUi.past(&endpoints(None), &"t".into()), None);
        let call = AgUi.past(&endpoints(Some("/threads/")), &"a/b".into());
        assert_eq!(call, Some(Call::get("/threads/a%2Fb")));
        let read = |status, body: &str| {
            let body = body.to_owned();
            let messages = AgUi.past_messages(&"t".into(), &Reply { status, body });
            messages.map(|messages| messages.len())
        };
        let shown = r#"{"id":"t","snapshot":{"type":"MESSAGES_SNAPSHOT","messages":[
            {"id":"u","role":"user","content":"hi"},{"id":"a","role":"assistant","content":"Hi"},
            {"id":"r-activities","role":"activity","activityType":"midturn.turn","content":{}}]}}"#;
        assert_eq!(read(200, shown), Some(2));
        assert_eq!(read(200, r#"{"id":"t"}"#), Some(0));
        assert_eq!(read(404, shown), Some(0));
        assert_eq!(read(500, shown), None);
        assert_eq!(read(401, shown), None);
    }

    #[test]
    fn only_a_2xx_answer_accepts_a_plain_stop() {
        for (answer, expected) in [
            (Some(200), CancelAnswer::Accepted),
            (Some(404), CancelAnswer::Refused),
            (Some(409), CancelAnswer::Refused),
            (None, CancelAnswer::Refused),
        ] {
            assert_eq!(read_plain(answer), expected);
        }
    }

    #[test]
    fn each_status_is_read_as_an_answer_to_a_cancel() {
        for (status, answer) in [
            (Some(202), CancelAnswer::Accepted),
            (Some(200), CancelAnswer::Accepted),
            (Some(404), CancelAnswer::Unknown),
            (Some(409), CancelAnswer::AlreadyFinished),
            (Some(400), CancelAnswer::Unreachable),
            (Some(503), CancelAnswer::Unreachable),
            (None, CancelAnswer::Unreachable),
        ] {
            assert_eq!(read(status), answer, "{status:?}");
        }
    }
}
