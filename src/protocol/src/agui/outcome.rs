//! How a run ended: the outcome of `RUN_FINISHED`, and `RUN_ERROR`.
//!
//! Not responsible for what an outcome means to a turn.

use midturn_core::id::ActivityId;
use midturn_core::run_event::{FinishOutcome, Interrupt, RunError};
use serde_json::Value;

use super::fields::Fields;
use super::out::Out;
use crate::diagnostic::{Kind, start_of};

/// Interrupts announced by `CUSTOM on_interrupt`, as `LangGraph` did before `outcome` existed. They
/// count when the run then ends without saying how.
#[derive(Debug, Default)]
pub(crate) struct LegacyInterrupts(Vec<Interrupt>);

impl LegacyInterrupts {
    /// Reads one announcement, whose value is text, often JSON.
    pub(crate) fn add(&mut self, fields: &mut Fields, minted: String, out: &mut Out) {
        let id = fields
            .take("rawEvent")
            .and_then(|raw| Fields::inside("rawEvent", raw)?.id("id", out))
            .unwrap_or(minted);
        let value = match fields.take("value") {
            Some(Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            other => other.unwrap_or_default(),
        };
        self.0.push(match value {
            Value::String(text) => bare(id, Some(text)),
            Value::Null => bare(id, None),
            Value::Object(_) => match Fields::inside("on_interrupt", value) {
                Some(mut value) => Interrupt {
                    reason: value.id("reason", out).unwrap_or_else(|| REASON.to_owned()),
                    message: value.id("message", out),
                    call: value.id("toolCallId", out).map(ActivityId::from),
                    id,
                },
                None => bare(id, None),
            },
            other => bare(id, Some(other.to_string())),
        });
    }
}

/// The protocol's word for an interrupt that only wants an answer.
const REASON: &str = "input_required";

fn bare(id: String, message: Option<String>) -> Interrupt {
    Interrupt {
        id,
        reason: REASON.to_owned(),
        message,
        call: None,
    }
}

/// The outcome of `RUN_FINISHED`. Absent or unknown means success, as the protocol has it.
pub(crate) fn read(
    fields: &mut Fields,
    legacy: &mut LegacyInterrupts,
    out: &mut Out,
) -> FinishOutcome {
    let (kind, interrupts) = match fields.take("outcome") {
        None => (String::new(), None),
        Some(Value::String(kind)) => (kind, None),
        Some(value) => {
            if let Some(mut outcome) = Fields::inside("outcome", value) {
                (outcome.required("type", out), outcome.take("interrupts"))
            } else {
                fields.bad("outcome", "is no object", out);
                (String::new(), None)
            }
        }
    };
    match kind.as_str() {
        "cancelled" => FinishOutcome::Cancelled,
        "interrupt" => {
            let waiting = interrupts_of(interrupts, out);
            if waiting.is_empty() {
                // Nothing that could be answered: waiting would be a dead end.
                fields.bad("outcome", "names no interrupt", out);
                return FinishOutcome::Success;
            }
            FinishOutcome::Interrupt(waiting)
        }
        "" if !legacy.0.is_empty() => FinishOutcome::Interrupt(std::mem::take(&mut legacy.0)),
        "" | "success" => FinishOutcome::Success,
        other => {
            out.note(Kind::UnknownField, &["outcome ", start_of(other)].concat());
            FinishOutcome::Success
        }
    }
}

fn interrupts_of(value: Option<Value>, out: &mut Out) -> Vec<Interrupt> {
    let Some(Value::Array(list)) = value else {
        return Vec::new();
    };
    let mut interrupts = Vec::new();
    for value in list {
        let Some(mut fields) = Fields::inside("interrupt", value) else {
            out.note(Kind::BadField, "interrupt is no object");
            continue;
        };
        let Some(id) = fields.id("id", out) else {
            fields.bad("id", "is missing", out);
            continue;
        };
        interrupts.push(Interrupt {
            id,
            reason: fields.required("reason", out),
            message: fields.id("message", out),
            call: fields.id("toolCallId", out).map(ActivityId::from),
        });
    }
    interrupts
}

/// `RUN_ERROR`. Where the message is missing, the code is better than nothing.
pub(crate) fn error(fields: &mut Fields, out: &mut Out) -> RunError {
    let code = fields.id("code", out);
    let message = fields.id("message", out).unwrap_or_else(|| {
        fields.bad("message", "is missing", out);
        code.clone().unwrap_or_default()
    });
    RunError { message, code }
}
