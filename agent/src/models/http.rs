//! A model behind an HTTP endpoint that streams its response, for every API.
//!
//! The engine decides about retries, so the model does not retry by itself, except where another request
//! can be taken: a history that the endpoint finds too long is sent shorter, and thinking, files and a
//! wish for summaries that it refuses are left out. Dropping the stream of a response drops its
//! connection, which is how a cancel reaches the endpoint: nothing here runs in a task of its own.
//!
//! `sse.rs` reads the stream's events, `refusal.rs` classifies failures.

mod refusal;
mod sse;

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use parking_lot::Mutex;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue, InvalidHeaderValue};
use serde_json::Value;

use super::api::{Api, Question, Reader};
use super::compact::tokens;
use super::files::name_files;
use super::learned::Learned;
use super::thoughts::Thoughts;
use super::turns::turns;
use super::{compact, normal};
use crate::conversation::{Message, ToolSpec};
use crate::engine::{Failure, ModelDelta};
use crate::runtime::{Model, ModelItem, ModelRequest, ModelStream};
use refusal::Classified;
pub(super) use refusal::reported;
use sse::Events;

/// The endpoint and its model.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The endpoint's API.
    pub api: Api,
    /// The base URL, without the API's own path such as `/chat/completions`.
    pub url: String,
    /// The endpoint's name for the model.
    pub model: String,
    /// The API key, if the endpoint wants one.
    pub key: Option<String>,
    /// The most tokens of history to send.
    pub context_tokens: usize,
    /// How much the model shall reason, in the endpoint's words; `None` leaves that to the endpoint.
    pub effort: Option<String>,
    /// The most tokens of a response; `None` leaves that to the endpoint, if the API allows it.
    pub output_tokens: Option<u32>,
}

/// Why there can be no model with these settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The HTTP client cannot be created.
    #[error("the HTTP client cannot be created: {0}")]
    Client(#[from] reqwest::Error),
    /// No header can carry the key.
    #[error("the model's key has characters that no HTTP header can carry")]
    Key(#[from] InvalidHeaderValue),
}

/// Timeouts for an endpoint.
#[derive(Debug, Clone, Copy)]
struct Patience {
    /// To connect.
    connect: Duration,
    /// Until the first byte, and then between two reads.
    idle: Duration,
}

/// A model may think for minutes before its first word.
const PATIENCE: Patience = Patience {
    connect: Duration::from_secs(15),
    idle: Duration::from_secs(300),
};

/// How often a history that is too long is halved: 100,000 tokens become 6,000.
const MOST_HALVINGS: usize = 4;

/// A model behind an HTTP endpoint.
#[derive(Debug, Clone)]
pub struct HttpModel {
    client: reqwest::Client,
    settings: Arc<Settings>,
    url: Arc<str>,
    tools: Arc<[ToolSpec]>,
    subagents: Arc<[ToolSpec]>,
    of_the_client: Arc<[ToolSpec]>,
    thoughts: Thoughts,
    learned: Arc<Mutex<Learned>>,
}

impl HttpModel {
    /// A model with these tools.
    ///
    /// # Errors
    /// [`SettingsError`].
    pub fn new(
        settings: Settings,
        tools: Vec<ToolSpec>,
        subagents: Vec<ToolSpec>,
    ) -> Result<Self, SettingsError> {
        Self::with_patience(settings, tools, subagents, PATIENCE)
    }

    fn with_patience(
        settings: Settings,
        tools: Vec<ToolSpec>,
        subagents: Vec<ToolSpec>,
        patience: Patience,
    ) -> Result<Self, SettingsError> {
        let mut headers: HeaderMap = settings.api.headers(settings.key.as_deref())?;
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let client = reqwest::Client::builder()
            .default_headers(headers)
            // A redirect could take the key to another host.
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(patience.connect)
            .read_timeout(patience.idle)
            .build()?;
        Ok(Self {
            client,
            url: settings.api.url(&settings.url).into(),
            settings: Arc::new(settings),
            tools: tools.into(),
            subagents: subagents.into(),
            of_the_client: Arc::default(),
            thoughts: Thoughts::default(),
            learned: Arc::default(),
        })
    }

    /// The same model for one run of a thread, with the client's tools.
    #[must_use]
    pub fn for_run(&self, thread: &str, client_tools: &[ToolSpec]) -> Self {
        Self {
            of_the_client: client_tools.into(),
            thoughts: self.thoughts.of_thread(thread),
            ..self.clone()
        }
    }

    fn body(&self, agent: Option<&str>, history: &[Message], learned: Learned) -> Value {
        let tools =
            super::prompt::tools_for(agent, &self.tools, &self.subagents, &self.of_the_client);
        self.settings.api.body(&Question {
            url: &self.url,
            model: &self.settings.model,
            instructions: super::prompt::instructions(agent),
            turns: &turns(history, &self.thoughts),
            tools: &tools,
            effort: self.settings.effort.as_deref(),
            output_tokens: self.settings.output_tokens,
            learned,
        })
    }

    async fn send(&self, body: &Value) -> Result<Events, Classified> {
        let request = self.client.post(&*self.url).body(body.to_string());
        let answer = request.send().await?;
        if answer.status().is_success() {
            Ok(sse::events(answer))
        } else {
            Err(refusal::refused(answer).await)
        }
    }

    /// Sends a request. Returns the items after the first has arrived.
    ///
    /// # Errors
    /// What another request can mend: a history that is too long, which some endpoints say only in the
    /// stream, and the others of [`refusal::is_mendable`].
    async fn ask(&self, body: Value, id_prefix: &str) -> Result<ModelStream, Failure> {
        let mut items = match self.send(&body).await {
            Ok(events) => {
                let reader = self.settings.api.reader(id_prefix.to_owned());
                read(events, reader, self.thoughts.clone())
            }
            Err(refusal) => stream::iter([refusal.into_item()]).boxed(),
        };
        let first = items.next().await;
        match first {
            Some(ModelItem::Finished(Err(failure))) if refusal::is_mendable(&failure) => {
                Err(failure)
            }
            first => Ok(stream::iter(first).chain(items).boxed()),
        }
    }

    /// Sends a request, and again with half the history when the model finds it too long: local models
    /// often take a tenth of what the settings say. And again without the thinking when that is refused:
    /// a history that was shortened is another one than that of the thinking. And without files, which may
    /// be what is refused. What else is refused is learned.
    async fn ask_what_is_taken(
        &self,
        agent: Option<&str>,
        history: &[Message],
        id_prefix: &str,
    ) -> Result<ModelStream, Failure> {
        let mut history = compact(history, self.settings.context_tokens);
        let mut halvings = 0;
        loop {
            let learned = *self.learned.lock();
            let body = self.body(agent, &history, learned);
            let refusal = match self.ask(body, id_prefix).await {
                Err(refusal) => refusal,
                answer => return answer,
            };
            let has_other_way = match refusal.code.as_str() {
                refusal::THINKING => self.thoughts.forget(),
                refusal::NO_REASONING => {
                    self.learned.lock().wants_reasoning = true;
                    !learned.wants_reasoning
                }
                refusal::SUMMARY => {
                    self.learned.lock().refuses_summary = true;
                    !learned.refuses_summary
                }
                refusal::NO_SIGNATURE => {
                    self.learned.lock().wants_signature = true;
                    !learned.wants_signature
                }
                refusal::TOO_LONG => {
                    let shorter = compact(&history, tokens(&history) / 2);
                    let fits = halvings < MOST_HALVINGS && tokens(&shorter) < tokens(&history);
                    halvings += 1;
                    history = shorter;
                    // Reasoning is not counted. Of a file the bytes are not, which some count too.
                    fits || self.thoughts.forget() || name_files(&mut history)
                }
                // Endpoints have many words for a file that they do not take, and some say only that
                // the request is wrong.
                _ => name_files(&mut history),
            };
            if !has_other_way {
                return Err(refusal);
            }
            tracing::info!("{}; it is asked again in another way", refusal.message);
        }
    }
}

impl Model for HttpModel {
    fn respond(&self, request: ModelRequest<'_>) -> ModelStream {
        let (model, agent) = (self.clone(), request.agent_name.map(str::to_owned));
        let history = normal(request.history);
        let id_prefix = format!("{}-{}", request.scope, request.call.0);
        stream::once(async move {
            let answer = model.ask_what_is_taken(agent.as_deref(), &history, &id_prefix);
            match answer.await {
                Ok(items) => items,
                Err(refusal) => stream::iter([ModelItem::Finished(Err(refusal))]).boxed(),
            }
        })
        .flatten()
        .boxed()
    }
}

/// The items of a response. Keeps its reasoning when the response is complete, or from its first call on
/// where the API takes that back.
fn read(events: Events, reader: Box<dyn Reader>, thoughts: Thoughts) -> ModelStream {
    let state = Some((events, reader, thoughts));
    let items = stream::unfold(state, |state| async move {
        let (mut events, mut reader, thoughts) = state?;
        let items = match events.next().await {
            Some(Ok(event)) => reader.read(&event),
            Some(Err(failure)) if !reader.knows_its_end() => {
                return Some((vec![failure.into_item()], None));
            }
            // A connection may break after the last word.
            Some(Err(_)) | None => reader.end(),
        };
        let is_whole = matches!(items.last(), Some(ModelItem::Finished(Ok(_))));
        let is_call = |item: &ModelItem| matches!(item, ModelItem::Delta(ModelDelta::Call { .. }));
        let is_wanted = is_whole || (reader.takes_unfinished() && items.iter().any(is_call));
        if is_wanted && let Some((first_call, said)) = reader.thoughts() {
            thoughts.keep(first_call, said);
        }
        let over = reader.is_over();
        Some((items, (!over).then_some((events, reader, thoughts))))
    });
    items.map(stream::iter).flatten().boxed()
}

#[cfg(test)]
mod splits;
#[cfg(test)]
mod tests;
