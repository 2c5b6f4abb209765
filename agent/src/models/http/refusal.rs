//! Classifies a failed request: what went wrong, and whether a retry may help.

use std::time::{Duration, SystemTime};

use midturn_protocol::json;
use reqwest::header::{LOCATION, RETRY_AFTER};
use reqwest::{Response, StatusCode, Url};
use serde_json::Value;

use crate::engine::Failure;
use crate::runtime::ModelItem;

/// The most characters of an error body that are shown.
const LONGEST: usize = 500;

/// The longest pause that an endpoint may ask for; a person waits meanwhile.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// The failure code for a history that is too long.
pub(super) const TOO_LONG: &str = "context_length_exceeded";

/// The failure code for thinking that the endpoint does not take back.
pub(super) const THINKING: &str = "thinking_refused";

/// The failure code for a message without the reasoning that the endpoint wants back.
pub(super) const NO_REASONING: &str = "reasoning_missing";

/// The failure code for a summary of the reasoning, which the endpoint does not give.
pub(super) const SUMMARY: &str = "summary_refused";

/// The failure code for a call without the signature that the endpoint wants back.
pub(super) const NO_SIGNATURE: &str = "signature_missing";

/// The failure code for a request that the endpoint does not take.
const REFUSED: &str = "model_refused";

/// How `OpenAI` says with the status 429 that the account has no credit left.
const NO_CREDIT: &str = "insufficient_quota";

/// How llama.cpp says with the status 500 that a model takes no images.
const NO_IMAGES: &str = "image input is not supported";

/// How `DeepSeek` and Kimi say that a message has no `reasoning_content`.
const WANTED: [&str; 3] = ["missing", "passed back", "must include"];

/// How Anthropic says that thinking is not what it was, or that something before it has changed.
const CHANGED: [&str; 2] = [
    "bound to a different conversation",
    "blocks in the latest assistant message cannot be modified",
];

/// How endpoints say that a request does not fit into the model's context, in lower case.
const SIGNS: [&str; 20] = [
    TOO_LONG,
    "maximum context length",
    "exceed_context_size",
    "prompt is too long",
    "exceed context limit",
    // Gemini.
    "exceeds the maximum number of tokens",
    // Bedrock, through a proxy.
    "input is too long",
    // OpenAI's Responses, LiteLLM.
    "context window",
    // xAI.
    "maximum prompt length",
    // LM Studio.
    "greater than the context length",
    // Kimi.
    "exceeded model token limit",
    // Together.
    "longer than the model's context length",
    // Ollama.
    "prompt too long; exceeded",
    // Qwen, at DashScope.
    "range of input length",
    // vLLM.
    "context length is only",
    "maximum model length",
    // OpenAI takes 2,048 messages.
    "'messages': array too long",
    "'input': array too long",
    // A request above what OpenAI or Groq takes in a minute, which no pause makes smaller.
    "request too large for",
    // Anthropic counts bytes too.
    "request_too_large",
];

/// A failure, and whether to retry.
#[derive(Debug, PartialEq)]
pub(super) struct Classified {
    failure: Failure,
    may_be_tried_again: bool,
    after: Option<Duration>,
}

impl Classified {
    /// The endpoint sent something that its API does not have.
    pub(super) fn protocol(what: &str, said: &str) -> Self {
        Self::new(
            "model_protocol",
            format!("The model sent {what}: {}", beginning(said)),
            true,
        )
    }

    fn new(code: &str, message: String, may_be_tried_again: bool) -> Self {
        Self {
            failure: Failure::new(code, message),
            may_be_tried_again,
            after: None,
        }
    }

    pub(super) fn into_item(self) -> ModelItem {
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

/// Whether the request can be sent again in another way.
pub(super) fn is_mendable(failure: &Failure) -> bool {
    let mendable = [
        TOO_LONG,
        THINKING,
        NO_REASONING,
        SUMMARY,
        NO_SIGNATURE,
        // Perhaps because of an attached file.
        REFUSED,
    ];
    mendable.contains(&failure.code.as_str())
}

/// The failure of a response without a success status.
pub(super) async fn refused(answer: Response) -> Classified {
    let status = answer.status();
    let header = |name| answer.headers().get(name)?.to_str().ok();
    let after = header(RETRY_AFTER).and_then(pause);
    let asked = shown(answer.url());
    let to = header(LOCATION).map(|url| format!("it is at {url}"));
    let body = match to.filter(|_| status.is_redirection()) {
        Some(to) => to,
        None => answer.text().await.unwrap_or_default(),
    };
    let after = after.or_else(|| delay(&body));
    if status == StatusCode::PAYLOAD_TOO_LARGE || (status.is_client_error() && is_too_long(&body)) {
        return too_long(&body);
    }
    if status.is_client_error()
        && let Some((code, why)) = mendable(&body)
    {
        let message = format!("{why}: {}", beginning(&body));
        return Classified::new(code, message, false);
    }
    let (code, again) = match status {
        StatusCode::TOO_MANY_REQUESTS if body.contains(NO_CREDIT) => (REFUSED, false),
        _ if status.is_server_error() && body.contains(NO_IMAGES) => (REFUSED, false),
        _ => by_status(status),
    };
    let place = match status {
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED if is_json(&body) => {
            format!(" at {asked}")
        }
        // An API that is there answers with JSON, also when it does not know the model.
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => {
            format!(" at {asked} (is the base URL complete, for example with /v1?)")
        }
        _ => String::new(),
    };
    let message = format!("The model answered {status}{place}: {}", beginning(&body));
    Classified {
        after,
        ..Classified::new(code, message, again)
    }
}

/// The failure code for a status, and whether a retry may help.
fn by_status(status: StatusCode) -> (&'static str, bool) {
    match status {
        StatusCode::TOO_MANY_REQUESTS => ("model_rate_limited", true),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => ("model_unauthorized", false),
        StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT => ("model_busy", true),
        status if status.is_server_error() => ("model_overloaded", true),
        _ => (REFUSED, false),
    }
}

/// What is wrong with a request that can be sent again in another way: the code, and a text.
fn mendable(body: &str) -> Option<(&'static str, &'static str)> {
    let lower = body.to_lowercase();
    let has = |sign: &&str| lower.contains(*sign);
    if CHANGED.iter().any(has) {
        Some((THINKING, "The model refused its own thinking"))
    } else if has(&"reasoning_content") && WANTED.iter().any(has) {
        Some((NO_REASONING, "The model wants its reasoning back"))
    } else if has(&"reasoning.summary") || has(&"reasoning summaries") {
        Some((SUMMARY, "The model does not summarize its reasoning"))
    } else if has(&"thought_signature") {
        let why = "The model wants the signatures of its calls back";
        Some((NO_SIGNATURE, why))
    } else {
        None
    }
}

/// How long an endpoint asks to wait: a number of seconds, or until a date.
fn pause(asked: &str) -> Option<Duration> {
    let asked = asked.trim();
    if let Ok(seconds) = asked.parse::<f64>() {
        let seconds = (seconds >= 0.0).then(|| seconds.min(LONGEST_PAUSE.as_secs_f64()));
        return seconds.map(Duration::from_secs_f64);
    }
    let date = httpdate::parse_http_date(asked).ok()?;
    let left = date.duration_since(SystemTime::now()).unwrap_or_default();
    Some(left.min(LONGEST_PAUSE))
}

/// How long Gemini asks to wait: it says so in the body, as `"retryDelay": "34s"`.
fn delay(body: &str) -> Option<Duration> {
    let (_, after) = body.split_once("retryDelay")?;
    // A proxy may have escaped the quotation marks.
    let number = after.trim_start_matches(|c: char| !c.is_ascii_digit());
    pause(
        number
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .next()?,
    )
}

/// A URL without what may be secret in it.
fn shown(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

fn is_json(body: &str) -> bool {
    serde_json::from_str::<Value>(body).is_ok()
}

/// The last item of a response, when the endpoint reports an error in the stream: an object with
/// `message`, and with `type` or `code`.
pub(in crate::models) fn reported(error: &Value) -> ModelItem {
    let whole = error.to_string();
    if is_too_long(&whole) {
        return too_long(&whole).into_item();
    }
    let is = |kinds: &[&str]| {
        let said = [&error["type"], &error["code"]];
        said.iter()
            .any(|said| said.as_str().is_some_and(|said| kinds.contains(&said)))
    };
    // OpenRouter's codes are those of HTTP.
    let status = error["code"].as_u64().and_then(|code| {
        let status = StatusCode::from_u16(u16::try_from(code).ok()?).ok()?;
        (status.is_client_error() || status.is_server_error()).then_some(status)
    });
    if status == Some(StatusCode::PAYLOAD_TOO_LARGE) {
        return too_long(&whole).into_item();
    }
    let (code, again) = if is(&["rate_limit_error", "rate_limit_exceeded"]) {
        ("model_rate_limited", true)
    } else if is(&["overloaded_error", "server_is_overloaded"]) {
        ("model_overloaded", true)
    } else if is(&[
        "authentication_error",
        "permission_error",
        "invalid_api_key",
    ]) {
        ("model_unauthorized", false)
    } else if is(&[
        "invalid_request_error",
        "invalid_prompt",
        "not_found_error",
        "billing_error",
        NO_CREDIT,
    ]) {
        (REFUSED, false)
    } else {
        status.map_or(("model_failed", true), by_status)
    };
    let message = error["message"].as_str().unwrap_or(&whole);
    let message = json::with_provider_words(message.to_owned(), &whole);
    Classified::new(code, beginning(&message), again).into_item()
}

fn is_too_long(said: &str) -> bool {
    let said = said.to_lowercase();
    SIGNS.iter().any(|sign| said.contains(sign))
}

fn too_long(said: &str) -> Classified {
    let said = beginning(said);
    let message = format!("The conversation is too long for the model: {said}");
    Classified::new(TOO_LONG, message, false)
}

fn beginning(said: &str) -> String {
    said.chars().take(LONGEST).collect()
}

impl From<reqwest::Error> for Classified {
    fn from(error: reqwest::Error) -> Self {
        let message = format!("The model cannot be reached: {}", chain(&error));
        // A request that cannot be built fails again. Other errors may come from the network.
        Self::new("model_unreachable", message, !error.is_builder())
    }
}

/// The error with its causes; the outer error alone often says little.
fn chain(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests;
