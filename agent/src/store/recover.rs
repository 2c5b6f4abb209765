//! After a start: runs that another process left running are marked interrupted, in the log too.
//!
//! Not responsible for: going on with them.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{Store, StoreError};
use crate::agui::{Event, EventKind};
use crate::record::{Fate, INTERRUPTED, Transcript};

const RESTARTED: &str = "The agent was restarted";

impl Store {
    pub(super) async fn recover(&self) -> Result<(), StoreError> {
        let left: Vec<(String, String)> =
            sqlx::query_as("SELECT thread_id, id FROM runs WHERE state = 'running'")
                .fetch_all(&self.pool)
                .await?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = i64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(i64::MAX);
        for (thread, run) in left {
            let log = self.log(&thread, &run).await?;
            let mut transcript = Transcript::default();
            for event in &log {
                transcript.read(event);
            }
            // It may have ended, and only not been written down.
            if transcript.ending().is_none() {
                tracing::info!(
                    thread,
                    run,
                    "a run was interrupted by the end of its process"
                );
                let (outlet, _) = self.outlet(&thread, &run);
                for event in last_words(&transcript, &log, now) {
                    match serde_json::to_string(&event) {
                        Ok(data) => outlet.event(data).await,
                        Err(error) => tracing::error!(%error, "an event could not be written"),
                    }
                }
                if !outlet.flush().await {
                    return Err(StoreError::NotWritten);
                }
            }
            self.finish(&thread, &run, None, now).await?;
        }
        Ok(())
    }
}

/// What the run would have said, had it been told.
fn last_words(transcript: &Transcript, log: &[Value], now: i64) -> Vec<Event> {
    let event = |subagent_run_id, kind| Event {
        kind,
        timestamp: u64::try_from(now).unwrap_or_default(),
        subagent_run_id,
        metadata: None,
    };
    let pending = transcript
        .interjections()
        .iter()
        .filter(|said| said.fate == Fate::Pending);
    let undelivered = pending.map(|said| EventKind::Custom {
        name: "interjection.undelivered".to_owned(),
        value: json!({"id": said.id, "reason": RESTARTED}),
    });
    let end = EventKind::RunError {
        message: "The agent was restarted in the middle of this run.".to_owned(),
        code: INTERRUPTED.to_owned(),
    };
    let cancels = open_cancels(log).into_iter().map(|(scope, answer)| {
        let scope = scope.map(str::to_owned);
        event(scope, answer)
    });
    let rest = undelivered.chain([end]).map(|kind| event(None, kind));
    cancels.chain(rest).collect()
}

/// The answers that accepted cancels still wait for, each with the agent that owes it.
fn open_cancels(log: &[Value]) -> Vec<(Option<&str>, EventKind)> {
    // By element, in the order of the requests; true when it has stopped and only not said so.
    let mut open: Vec<(&str, Option<&str>, bool)> = Vec::new();
    for event in log {
        let element = event["value"]["elementId"].as_str().unwrap_or_default();
        match (event["type"].as_str(), event["name"].as_str()) {
            // A stop that takes long is reported more than once.
            (Some("CUSTOM"), Some("task.cancelling"))
                if open.iter().all(|(id, ..)| *id != element) =>
            {
                open.push((element, event["subagentRunId"].as_str(), false));
            }
            (Some("CUSTOM"), Some("task.cancelled" | "task.cancel.failed")) => {
                open.retain(|(id, ..)| *id != element);
            }
            (Some("TOOL_CALL_RESULT"), _) if event["metadata"]["status"] == "cancelled" => {
                let stopped = open.iter_mut().find(|(id, ..)| event["toolCallId"] == *id);
                if let Some((.., stopped)) = stopped {
                    *stopped = true;
                }
            }
            _ => {}
        }
    }
    let answers = open.into_iter().map(|(element, scope, stopped)| {
        let (name, value) = if stopped {
            let value = json!({"elementId": element, "reason": "User cancelled"});
            ("task.cancelled", value)
        } else {
            let value = json!({"elementId": element, "error": RESTARTED});
            ("task.cancel.failed", value)
        };
        let name = name.to_owned();
        (scope, EventKind::Custom { name, value })
    });
    answers.collect()
}

#[cfg(test)]
mod tests;
