//! Everything that is written to the store except events.

use sqlx::SqliteConnection;

use super::super::begin::Begin;
use super::super::finish::Finished;

/// One change, written in one transaction.
#[derive(Debug)]
pub(in super::super) enum Change {
    Begin(Box<Begin>),
    Finish(Box<Finished>),
    Rename {
        thread: String,
        title: String,
    },
    Delete {
        thread: String,
    },
    /// Delete idle threads that were last used before this time.
    Expire {
        before: i64,
    },
}

impl Change {
    /// The thread that has no running run after this change.
    pub(super) fn leaves(&self) -> Option<&str> {
        match self {
            Self::Finish(finished) => Some(&finished.thread),
            Self::Delete { thread } => Some(thread),
            Self::Begin(_) | Self::Rename { .. } | Self::Expire { .. } => None,
        }
    }

    pub(super) async fn write(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let query = match self {
            Self::Begin(begin) => return begin.write(connection).await,
            Self::Finish(finished) => return finished.write(connection).await,
            Self::Rename { thread, title } => {
                let query = sqlx::query("UPDATE threads SET title = ? WHERE id = ?");
                query.bind(title).bind(thread)
            }
            Self::Delete { thread } => sqlx::query("DELETE FROM threads WHERE id = ?").bind(thread),
            Self::Expire { before } => sqlx::query(
                "DELETE FROM threads WHERE updated_at < ? AND NOT EXISTS (\
                 SELECT 1 FROM runs WHERE thread_id = threads.id AND state = 'running')",
            )
            .bind(before),
        };
        query.execute(connection).await?;
        Ok(())
    }
}
