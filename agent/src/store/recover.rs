//! After a start: runs that another process left running are marked interrupted, in the log too.
//!
//! Not responsible for: going on with them.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

use super::{Store, StoreError};
use crate::agui::{Event, EventKind};
use crate::record::{Fate, INTERRUPTED, Transcript};

impl Store {
    pub(super) async fn recover(&self) -> Result<(), StoreError> {
        let left: Vec<(String, String)> =
            sqlx::query_as("SELECT thread_id, id FROM runs WHERE state = 'running'")
                .fetch_all(&self.pool)
                .await?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = i64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(i64::MAX);
        for (thread, run) in left {
            let transcript = self.transcript(&thread, &run).await?;
            // It may have ended, and only not been written down.
            if transcript.ending().is_none() {
                tracing::info!(
                    thread,
                    run,
                    "a run was interrupted by the end of its process"
                );
                let (outlet, _) = self.outlet(&thread, &run);
                for event in last_words(&transcript, now) {
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
fn last_words(transcript: &Transcript, now: i64) -> Vec<Event> {
    let event = |kind| Event {
        kind,
        timestamp: u64::try_from(now).unwrap_or_default(),
        subagent_run_id: None,
        metadata: None,
    };
    let pending = transcript
        .interjections()
        .iter()
        .filter(|said| said.fate == Fate::Pending);
    let undelivered = pending.map(|said| EventKind::Custom {
        name: "interjection.undelivered".to_owned(),
        value: json!({"id": said.id, "reason": "The agent was restarted"}),
    });
    let end = EventKind::RunError {
        message: "The agent was restarted in the middle of this run.".to_owned(),
        code: INTERRUPTED.to_owned(),
    };
    undelivered.chain([end]).map(event).collect()
}
