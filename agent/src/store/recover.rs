//! At startup: marks runs that another process left running as interrupted, in the log too.
//!
//! `record` makes the events that end such a run.

use super::{Store, StoreError};
use crate::clock::now;
use crate::record::last_words;

impl Store {
    pub(super) async fn recover(&self) -> Result<(), StoreError> {
        let left: Vec<(String, String)> =
            sqlx::query_as("SELECT thread_id, id FROM runs WHERE state = 'running'")
                .fetch_all(&self.pool)
                .await?;
        let now = now();
        for (thread, run) in left {
            let log = self.log(&thread, Some(&run)).await?;
            // Empty when the log already has the end of the run, and only the tables lack it.
            let words = last_words(&log, now);
            if !words.is_empty() {
                tracing::info!(
                    thread,
                    run,
                    "a run was interrupted by the end of its process"
                );
                let (outlet, _) = self.outlet(&thread, &run);
                for event in words {
                    match serde_json::to_string(&event) {
                        Ok(data) => outlet.event(data).await,
                        Err(error) => tracing::error!(%error, "an event could not be written"),
                    }
                }
                if !outlet.flush().await {
                    return Err(StoreError::NotWritten);
                }
            }
            let at = i64::try_from(now).unwrap_or(i64::MAX);
            self.finish(&thread, &run, None, at).await?;
        }
        Ok(())
    }
}
