//! How a run ended: the outcome of `RUN_FINISHED`, and `RUN_ERROR`.

use midturn_core::id::ActivityId;
use midturn_core::run_event::{self, FinishOutcome, Interrupt};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::out::Out;
use crate::diagnostic::{Kind, start_of};
use crate::fields::Fields;
use crate::form::{WORDS, bare_form, form};
use crate::json;
use crate::value::{Many, One, Text, Unused};

/// The outcome in `RUN_FINISHED`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(crate) struct Outcome<'a> {
    #[serde(rename = "type")]
    kind: Text<'a>,
    interrupts: Many<One<'a, Asked<'a>>>,
    pending_tool_call_ids: Many<Text<'a>>,
}

/// The outcome of a subagent.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct SubagentOutcome<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: Text<'a>,
}

/// The fields of `RUN_ERROR`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(crate) struct RunError<'a> {
    message: Text<'a>,
    code: Text<'a>,
    usage: Unused,
}

/// An interrupt on the wire.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
struct Asked<'a> {
    id: Text<'a>,
    reason: Text<'a>,
    message: Text<'a>,
    tool_call_id: Text<'a>,
    response_schema: Option<&'a RawValue>,
    expires_at: Text<'a>,
    metadata: Option<&'a RawValue>,
}

/// The raw event of the backend's framework.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct RawEvent<'a> {
    id: Text<'a>,
}

/// Interrupts from `CUSTOM on_interrupt`, as `LangGraph` sent them before `outcome` existed. They
/// are the outcome of a run that ends without an `outcome`.
#[derive(Debug, Default)]
pub(crate) struct LegacyInterrupts(Vec<Interrupt>);

impl LegacyInterrupts {
    /// Reads one such event. The value is usually a string, which often has JSON in it. Any other
    /// value is kept as its JSON text.
    pub(crate) fn add(
        &mut self,
        value: Option<&RawValue>,
        raw_event: Option<&RawValue>,
        minted: String,
        out: &mut Out,
    ) {
        let raw_event = raw_event.and_then(|json| Fields::of(json.get()));
        let raw_event: RawEvent<'_> = raw_event.and_then(|mut raw| raw.read()).unwrap_or_default();
        let id = out.of("rawEvent").id("id", raw_event.id);
        let id = id.map_or(minted, Into::into);
        let text = value.map(|json| match json::text(json) {
            Some((text, _)) => text.into_owned(),
            None => json.get().to_owned(),
        });
        let text = text.unwrap_or_default();
        let asked = Fields::of(&text).and_then(|mut value| value.read::<Asked<'_>>());
        let interrupt = match asked {
            Some(mut asked) => {
                let kind = "on_interrupt";
                let reason = out.of(kind).id("reason", asked.reason.take());
                let reason = reason.map_or_else(|| WORDS.to_owned(), Into::into);
                let mut interrupt = interrupt(kind, id, reason, asked, out);
                // This value is all that such a backend sends about the question, so keep it.
                let silent = interrupt.message.is_none() && interrupt.metadata.is_none();
                if silent && interrupt.call.is_none() {
                    interrupt.metadata = Some(text.clone());
                    if interrupt.schema.is_none() {
                        interrupt.form = bare_form(&interrupt.reason, Some(&text));
                    }
                }
                interrupt
            }
            None => Interrupt {
                id,
                reason: WORDS.to_owned(),
                message: (!text.is_empty()).then_some(text),
                form: form(WORDS, false, None),
                ..Interrupt::default()
            },
        };
        self.0.push(interrupt);
    }
}

/// Reads the outcome of `RUN_FINISHED`. By the protocol, an absent or unknown outcome is a success.
/// Legacy interrupts take the place of an absent outcome. A success may name pending calls.
pub(crate) fn read(
    event: &str,
    outcome: One<'_, Outcome<'_>>,
    legacy: &mut LegacyInterrupts,
    out: &mut Out,
) -> FinishOutcome {
    let outcome = match outcome {
        One::Object(mut outcome) => {
            let kind = out.of(OUTCOME).required("type", outcome.kind.take());
            outcome.kind = Text::String(kind);
            outcome
        }
        One::Absent => Outcome::default(),
        One::Other(json) => {
            let kind = Text::from(json);
            if kind.string().is_none() {
                out.of(event).bad("outcome", "is no object");
            }
            Outcome {
                kind: kind
                    .string()
                    .map_or(Text::Absent, |kind| Text::String(kind.into())),
                ..Outcome::default()
            }
        }
    };
    match outcome.kind.as_str() {
        "cancelled" => FinishOutcome::Cancelled,
        "interrupt" => {
            let waiting = interrupts_of(outcome.interrupts, out);
            if waiting.is_empty() {
                // Without a question to answer, waiting would never end.
                out.of(event).bad("outcome", "names no interrupt");
                return FinishOutcome::Success;
            }
            FinishOutcome::Interrupt(waiting)
        }
        "" if !legacy.0.is_empty() => FinishOutcome::Interrupt(std::mem::take(&mut legacy.0)),
        "" | "success" => {
            let pending = pending_of(outcome.pending_tool_call_ids, out);
            if pending.is_empty() {
                FinishOutcome::Success
            } else {
                FinishOutcome::Pending(pending)
            }
        }
        other => {
            out.note(Kind::UnknownField, &format!("outcome {}", start_of(other)));
            FinishOutcome::Success
        }
    }
}

/// The name of an outcome in diagnostics.
const OUTCOME: &str = "outcome";

/// The calls that the backend leaves to the client.
fn pending_of(ids: Many<Text<'_>>, out: &mut Out) -> Vec<ActivityId> {
    let list = match ids {
        Many::Absent => return Vec::new(),
        Many::List(list) => list,
        Many::Other => vec![Text::Absent],
    };
    let ids: Option<Vec<_>> = list
        .iter()
        .map(|id| id.string().map(ActivityId::from))
        .collect();
    ids.unwrap_or_else(|| {
        let mut of = out.of(OUTCOME);
        of.bad("pendingToolCallIds", "is no list of strings");
        Vec::new()
    })
}

fn interrupts_of(asked: Many<One<'_, Asked<'_>>>, out: &mut Out) -> Vec<Interrupt> {
    let kind = "interrupt";
    let mut interrupts = Vec::new();
    for asked in asked.list().unwrap_or_default() {
        let Some(mut asked) = asked.object() else {
            out.note(Kind::BadField, "interrupt is no object");
            continue;
        };
        let mut of = out.of(kind);
        let Some(id) = of.id("id", asked.id.take()) else {
            of.bad("id", "is missing");
            continue;
        };
        let reason = of.required("reason", asked.reason.take()).into_owned();
        interrupts.push(interrupt(kind, id.into_owned(), reason, asked, out));
    }
    interrupts
}

fn interrupt(kind: &str, id: String, reason: String, asked: Asked<'_>, out: &mut Out) -> Interrupt {
    let mut of = out.of(kind);
    let call = of.id("toolCallId", asked.tool_call_id);
    let schema = object_text(asked.response_schema);
    let message = of.id("message", asked.message);
    let metadata = object_text(asked.metadata);
    let bare = message.is_none() && call.is_none() && schema.is_none();
    Interrupt {
        id,
        form: if bare {
            bare_form(&reason, metadata.as_deref())
        } else {
            form(&reason, call.is_some(), schema.as_deref())
        },
        reason,
        message: message.map(Into::into),
        call: call.as_deref().map(ActivityId::from),
        schema,
        expires_at: of.id("expiresAt", asked.expires_at).map(Into::into),
        metadata,
    }
}

/// The text of a field that must be a JSON object; `None` for anything else.
fn object_text(json: Option<&RawValue>) -> Option<String> {
    let text = json?.get();
    text.starts_with('{').then(|| text.to_owned())
}

/// Reads `RUN_ERROR`. If the message is missing, the code takes its place.
pub(crate) fn error(kind: &str, error: RunError<'_>, out: &mut Out) -> run_event::RunError {
    let mut of = out.of(kind);
    let code: Option<String> = of.id("code", error.code).map(Into::into);
    let message = of.id("message", error.message).map(Into::into);
    let message = message.unwrap_or_else(|| {
        of.bad("message", "is missing");
        code.clone().unwrap_or_default()
    });
    run_event::RunError { message, code }
}
