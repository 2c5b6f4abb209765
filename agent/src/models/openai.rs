//! A model behind an endpoint with `OpenAI`'s streaming chat completions.
//!
//! The engine decides about retries, so the client does not retry by itself. The exception: when
//! the model finds the history too long, the client sends a shorter one, once. `request.rs` builds
//! requests, `read.rs` reads responses.

mod read;
mod refusal;
mod request;

use std::sync::Arc;
use std::time::Duration;

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::middleware::ReqwestService;
use async_openai::types::stream::StreamResponse;
use futures_util::{StreamExt, stream};
use serde_json::Value;

use super::compact::tokens;
use super::{compact, normal};
use crate::conversation::{Message, ToolSpec};
use crate::runtime::{Model, ModelItem, ModelRequest, ModelStream};
use read::Reader;
use refusal::Classified;

/// The endpoint and its model.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The base URL, without `/chat/completions`.
    pub url: String,
    /// The endpoint's name for the model.
    pub model: String,
    /// The API key, if the endpoint wants one.
    pub key: Option<String>,
    /// The most tokens of history to send.
    pub context_tokens: usize,
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

/// A model behind an `OpenAI`-compatible endpoint.
#[derive(Debug, Clone)]
pub struct OpenAi {
    client: Arc<Client<OpenAIConfig>>,
    model: String,
    context_tokens: usize,
    tools: Arc<[ToolSpec]>,
    subagents: Arc<[ToolSpec]>,
    of_the_client: Arc<[ToolSpec]>,
}

impl OpenAi {
    /// A model with these tools.
    ///
    /// # Errors
    /// When the HTTP client cannot be created.
    pub fn new(
        settings: &Settings,
        tools: Vec<ToolSpec>,
        subagents: Vec<ToolSpec>,
    ) -> Result<Self, reqwest::Error> {
        Self::with_patience(settings, tools, subagents, PATIENCE)
    }

    fn with_patience(
        settings: &Settings,
        tools: Vec<ToolSpec>,
        subagents: Vec<ToolSpec>,
        patience: Patience,
    ) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder()
            .connect_timeout(patience.connect)
            .read_timeout(patience.idle)
            .build()?;
        let config = OpenAIConfig::new()
            .with_api_base(settings.url.trim_end_matches('/'))
            .with_api_key(settings.key.as_deref().unwrap_or_default());
        let service = refusal::telling(ReqwestService::new(http.clone()));
        let client = Client::build(http, config).with_http_service(service);
        Ok(Self {
            client: Arc::new(client),
            model: settings.model.clone(),
            context_tokens: settings.context_tokens,
            tools: tools.into(),
            subagents: subagents.into(),
            of_the_client: Arc::default(),
        })
    }

    /// The same model for one run, with the client's tools.
    #[must_use]
    pub fn with_client_tools(&self, tools: &[ToolSpec]) -> Self {
        Self {
            of_the_client: tools.into(),
            ..self.clone()
        }
    }

    fn body(&self, agent: Option<&str>, history: &[Message]) -> Value {
        let tools =
            super::prompt::tools_for(agent, &self.tools, &self.subagents, &self.of_the_client);
        request::body(
            &self.model,
            super::prompt::instructions(agent),
            history,
            &tools,
        )
    }

    /// Sends a request. Returns the chunks after the first has arrived. Some endpoints refuse a
    /// history that is too long only in that chunk.
    async fn ask(&self, body: Value) -> Result<StreamResponse<Value>, Classified> {
        let chat = self.client.chat();
        let answer: Result<StreamResponse<Value>, _> = chat.create_stream_byot(body).await;
        let mut chunks = answer.map_err(|error| Classified::from(&error))?;
        let first = chunks.next().await;
        if let Some(Ok(chunk)) = &first
            && let Some(refusal) = refusal::too_long_in(chunk)
        {
            return Err(refusal);
        }
        Ok(Box::pin(stream::iter(first).chain(chunks)))
    }

    /// Sends a request, and once more with a shorter history when the model finds it too long.
    async fn ask_what_fits(
        &self,
        agent: Option<&str>,
        history: &[Message],
    ) -> Result<StreamResponse<Value>, Classified> {
        let history = compact(history, self.context_tokens);
        let refusal = match self.ask(self.body(agent, &history)).await {
            Err(refusal) if refusal.failure.code == refusal::TOO_LONG => refusal,
            answer => return answer,
        };
        let shorter = compact(&history, tokens(&history) / 2);
        if tokens(&shorter) >= tokens(&history) {
            return Err(refusal);
        }
        tracing::info!("the history is too long for the model, which is asked again with less");
        self.ask(self.body(agent, &shorter)).await
    }
}

impl Model for OpenAi {
    fn respond(&self, request: ModelRequest<'_>) -> ModelStream {
        let (model, agent) = (self.clone(), request.agent_name.map(str::to_owned));
        let history = normal(request.history);
        let id_prefix = format!("{}-{}", request.scope, request.call.0);
        stream::once(async move {
            match model.ask_what_fits(agent.as_deref(), &history).await {
                Ok(chunks) => read(chunks, Reader::new(id_prefix)),
                Err(refusal) => stream::iter([refusal.into_item()]).boxed(),
            }
        })
        .flatten()
        .boxed()
    }
}

fn read(chunks: StreamResponse<Value>, reader: Reader) -> ModelStream {
    let items = stream::unfold(Some((chunks, reader)), |state| async move {
        let (mut chunks, mut reader) = state?;
        Some(match chunks.next().await {
            Some(Ok(chunk)) => {
                let items = reader.read(&chunk);
                let over = reader.is_over();
                (items, (!over).then_some((chunks, reader)))
            }
            Some(Err(error)) => (vec![Classified::from(&error).into_item()], None),
            None => (reader.end(), None),
        })
    });
    items.map(stream::iter).flatten().boxed()
}

impl Classified {
    fn into_item(self) -> ModelItem {
        if self.may_be_tried_again {
            ModelItem::Failed {
                failure: self.failure,
                after: self.after,
            }
        } else {
            ModelItem::Finished(Err(self.failure))
        }
    }
}

#[cfg(test)]
mod tests;
