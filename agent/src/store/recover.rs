//! After a start: runs that another process left running are marked interrupted, in the log too.
//!
//! Not responsible for: going on with them.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{Store, StoreError};
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
                    outlet.event(event.to_string()).await;
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
fn last_words(transcript: &Transcript, now: i64) -> Vec<Value> {
    let pending = transcript
        .interjections()
        .iter()
        .filter(|said| said.fate == Fate::Pending);
    let undelivered = pending.map(|said| {
        json!({
            "type": "CUSTOM",
            "name": "interjection.undelivered",
            "value": {"id": said.id, "reason": "The agent was restarted"},
            "timestamp": now,
        })
    });
    let end = json!({
        "type": "RUN_ERROR",
        "message": "The agent was restarted in the middle of this run.",
        "code": INTERRUPTED,
        "timestamp": now,
    });
    undelivered.chain([end]).collect()
}
