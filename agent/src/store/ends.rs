//! The beginning and the end of a run, as changes for the writer.

use super::begin::Begin;
use super::finish::Finished;
use super::writer::Change;
use super::{Store, StoreError};

impl Store {
    /// Writes that a run begins, before its first event.
    ///
    /// # Errors
    /// [`StoreError::NotWritten`]; then the run must not begin.
    pub async fn begin(&self, begin: Begin) -> Result<(), StoreError> {
        self.queue(Change::Begin(Box::new(begin))).wait().await
    }

    /// Writes a run's end, read from its events in the log.
    ///
    /// # Errors
    /// When the events cannot be read, or the write fails.
    pub async fn finish(
        &self,
        thread: &str,
        run: &str,
        cause: Option<&'static str>,
        at: i64,
    ) -> Result<(), StoreError> {
        let transcript = self.transcript(thread, run).await?;
        let finished = Finished {
            thread: thread.to_owned(),
            run: run.to_owned(),
            transcript,
            cause,
            at,
        };
        self.queue(Change::Finish(Box::new(finished))).wait().await
    }
}
