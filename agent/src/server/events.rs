//! The log of a thread as an event stream that a client can join at any event.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse;
use futures_util::Stream;
use serde::Deserialize;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::error::ApiError;
use super::live::Listener;
use super::state::App;
use super::stream;
use crate::agui::{Event, EventKind};
use crate::store::{Store, Stored};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Where {
    thread_id: Option<String>,
    after: Option<String>,
}

/// `GET /agui/events?threadId=…`
pub(super) async fn of_query(
    State(app): State<Arc<App>>,
    Query(place): Query<Where>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let thread = place
        .thread_id
        .filter(|thread| !thread.is_empty())
        .ok_or_else(|| ApiError::Unprocessable("`threadId` is required".to_owned()))?;
    join(&app, thread, place.after.as_deref(), &headers).await
}

/// `GET /threads/{id}/events`
pub(super) async fn of_path(
    State(app): State<Arc<App>>,
    Path(thread): Path<String>,
    Query(place): Query<Where>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    join(&app, thread, place.after.as_deref(), &headers).await
}

async fn join(
    app: &App,
    thread: String,
    after: Option<&str>,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    // The header of a reconnecting client is newer than the `after` of its first URL.
    let header = headers.get("last-event-id");
    let last_seen = header.and_then(|value| value.to_str().ok());
    let after = match last_seen.filter(|id| !id.is_empty()).or(after) {
        None => 0,
        Some(id) => id
            .parse::<i64>()
            .ok()
            .filter(|seq| *seq >= 0)
            .ok_or_else(|| {
                let wanted = "`Last-Event-ID` and `after` must be the id of an event";
                ApiError::Unprocessable(wanted.to_owned())
            })?,
    };
    if app.store.thread(&thread).await?.is_none() {
        return Err(ApiError::NotFound(format!("there is no thread {thread}")));
    }
    let follower = Follower::new(app, thread, after, None);
    Ok(stream::sse(follower.events()))
}

/// All events of one run. The run counts `listener` as a client for as long as the response is
/// read.
pub(super) async fn of_run(
    app: &App,
    thread: &str,
    run: &str,
    listener: Option<Listener>,
) -> Result<Response, ApiError> {
    let before = app.store.before(thread, run).await?;
    let mut follower = Follower::new(app, thread.to_owned(), before, Some(run.to_owned()));
    follower.listener = listener;
    Ok(stream::sse(follower.events()))
}

struct Follower {
    store: Arc<Store>,
    news: watch::Receiver<u64>,
    shutdown: CancellationToken,
    thread: String,
    after: i64,
    /// Only this run's events, and only until its end.
    only: Option<String>,
    page: VecDeque<Stored>,
    over: bool,
    listener: Option<Listener>,
}

impl Follower {
    fn new(app: &App, thread: String, after: i64, only: Option<String>) -> Self {
        Self {
            store: Arc::clone(&app.store),
            news: app.store.follow(&thread),
            shutdown: app.shutdown.clone(),
            thread,
            after,
            only,
            page: VecDeque::new(),
            over: false,
            listener: None,
        }
    }

    fn events(self) -> impl Stream<Item = io::Result<sse::Event>> + Send + 'static {
        futures_util::stream::unfold(self, |mut follower| async move {
            let event = follower.next().await?;
            Some((event, follower))
        })
    }

    async fn next(&mut self) -> Option<io::Result<sse::Event>> {
        while !self.over {
            if let Some(stored) = self.page.pop_front() {
                self.after = stored.seq;
                if let Some(run) = &self.only {
                    if stored.run_id != *run {
                        continue;
                    }
                    self.over = ends_a_run(&stored.data);
                }
                let id = stored.seq.to_string();
                return Some(Ok(sse::Event::default().data(stored.data).id(id)));
            }
            // Marks the news as seen before reading the log. An event that arrives in between then
            // still ends the wait.
            self.news.borrow_and_update();
            match self.store.events_after(&self.thread, self.after).await {
                Ok(page) if page.is_empty() => self.wait().await,
                Ok(page) => self.page = page.into(),
                Err(error) => {
                    tracing::error!(%error, "the log could not be read");
                    self.over = true;
                    return Some(Err(io::Error::other(error)));
                }
            }
        }
        None
    }

    async fn wait(&mut self) {
        tokio::select! {
            changed = self.news.changed() => {
                if changed.is_err() {
                    self.news = self.store.follow(&self.thread);
                }
            }
            () = self.shutdown.cancelled() => self.last_words().await,
        }
    }

    /// Waits for the last events of runs that end with the shutdown. If none comes in time, the
    /// stream ends.
    async fn last_words(&mut self) {
        let patience = super::LAST_WORDS / 2;
        let more = tokio::time::timeout(patience, self.news.changed()).await;
        self.over = !matches!(more, Ok(Ok(())));
    }
}

fn ends_a_run(data: &str) -> bool {
    serde_json::from_str(data).is_ok_and(|event: Event| {
        matches!(
            event.kind,
            EventKind::RunFinished { .. } | EventKind::RunError { .. }
        )
    })
}
