//! How a run ended: the outcome of `RUN_FINISHED`, and `RUN_ERROR`.
//!
//! Not responsible for what an outcome means to a turn.

use midturn_core::id::ActivityId;
use midturn_core::run_event::{FinishOutcome, Interrupt, RunError};

use super::fields::Fields;
use super::form::{WORDS, form};
use super::out::Out;
use crate::diagnostic::{Kind, start_of};
use crate::json;

/// Interrupts announced by `CUSTOM on_interrupt`, as `LangGraph` did before `outcome` existed. They
/// count when the run then ends without saying how.
#[derive(Debug, Default)]
pub(crate) struct LegacyInterrupts(Vec<Interrupt>);

impl LegacyInterrupts {
    /// Reads one announcement, whose value is text, often JSON.
    pub(crate) fn add(&mut self, fields: &Fields<'_>, minted: String, out: &mut Out) {
        let raw = fields.raw("rawEvent");
        let id = raw
            .and_then(|json| Fields::inside("rawEvent", json)?.id("id", out))
            .unwrap_or(minted);
        let value = fields.raw("value").unwrap_or_default();
        let text = json::string(value).map_or_else(|| value.to_owned(), |(text, _)| text);
        let interrupt = match Fields::inside("on_interrupt", &text) {
            Some(value) => {
                let reason = value.id("reason", out).unwrap_or_else(|| WORDS.to_owned());
                let mut interrupt = interrupt(id, reason, &value, out);
                // What such a backend says is all in this one value.
                let silent = interrupt.message.is_none() && interrupt.metadata.is_none();
                if silent && interrupt.call.is_none() {
                    interrupt.metadata = Some(text);
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

/// The outcome of `RUN_FINISHED`. Absent or unknown means success, as the protocol has it.
pub(crate) fn read(
    fields: &Fields<'_>,
    legacy: &mut LegacyInterrupts,
    out: &mut Out,
) -> FinishOutcome {
    let json = fields.raw("outcome").unwrap_or_default();
    let outcome = Fields::inside("outcome", json);
    let kind = match (&outcome, json::string(json)) {
        (Some(outcome), _) => outcome.required("type", out),
        (None, Some((kind, _))) => kind,
        (None, None) => {
            if !json.is_empty() {
                fields.bad("outcome", "is no object", out);
            }
            String::new()
        }
    };
    match kind.as_str() {
        "cancelled" => FinishOutcome::Cancelled,
        "interrupt" => {
            let waiting = outcome.map_or_else(Vec::new, |outcome| interrupts_of(&outcome, out));
            if waiting.is_empty() {
                // Nothing that could be answered: waiting would be a dead end.
                fields.bad("outcome", "names no interrupt", out);
                return FinishOutcome::Success;
            }
            FinishOutcome::Interrupt(waiting)
        }
        "" if !legacy.0.is_empty() => FinishOutcome::Interrupt(std::mem::take(&mut legacy.0)),
        "" | "success" => {
            let pending = outcome.map_or_else(Vec::new, |outcome| pending_of(&outcome, out));
            if pending.is_empty() {
                FinishOutcome::Success
            } else {
                FinishOutcome::Pending(pending)
            }
        }
        other => {
            out.note(Kind::UnknownField, &["outcome ", start_of(other)].concat());
            FinishOutcome::Success
        }
    }
}

/// The calls that the backend leaves to the client.
fn pending_of(outcome: &Fields<'_>, out: &mut Out) -> Vec<ActivityId> {
    let Some(json) = outcome.raw("pendingToolCallIds") else {
        return Vec::new();
    };
    let ids = json::list(json).and_then(|list| {
        let ids = list.into_iter().map(json::string);
        ids.map(|id| id.map(|(id, _)| ActivityId::from(id)))
            .collect()
    });
    ids.unwrap_or_else(|| {
        outcome.bad("pendingToolCallIds", "is no list of strings", out);
        Vec::new()
    })
}

fn interrupts_of(outcome: &Fields<'_>, out: &mut Out) -> Vec<Interrupt> {
    let Some(list) = outcome.raw("interrupts").and_then(json::list) else {
        return Vec::new();
    };
    let mut interrupts = Vec::new();
    for json in list {
        let Some(fields) = Fields::inside("interrupt", json) else {
            out.note(Kind::BadField, "interrupt is no object");
            continue;
        };
        let Some(id) = fields.id("id", out) else {
            fields.bad("id", "is missing", out);
            continue;
        };
        let reason = fields.required("reason", out);
        interrupts.push(interrupt(id, reason, &fields, out));
    }
    interrupts
}

fn interrupt(id: String, reason: String, fields: &Fields<'_>, out: &mut Out) -> Interrupt {
    let call = fields.id("toolCallId", out).map(ActivityId::from);
    let schema = object_text(fields, "responseSchema");
    Interrupt {
        id,
        form: form(&reason, call.is_some(), schema.as_deref()),
        reason,
        message: fields.id("message", out),
        call,
        schema,
        expires_at: fields.id("expiresAt", out),
        metadata: object_text(fields, "metadata"),
    }
}

/// The text of a field that must be a JSON object to be of use.
fn object_text(fields: &Fields<'_>, name: &str) -> Option<String> {
    let text = fields.raw(name)?;
    json::object(text).map(|_| text.to_owned())
}

/// `RUN_ERROR`. Where the message is missing, the code is better than nothing.
pub(crate) fn error(fields: &Fields<'_>, out: &mut Out) -> RunError {
    let code = fields.id("code", out);
    let message = fields.id("message", out).unwrap_or_else(|| {
        fields.bad("message", "is missing", out);
        code.clone().unwrap_or_default()
    });
    RunError { message, code }
}
