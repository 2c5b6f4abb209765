//! Errors as the backends write them: an object with `message`, `type` and `code`, or only a text.

use midturn_core::run_event::RunError;
use midturn_protocol::diagnostic::start_of;
use midturn_protocol::fields::Fields;
use midturn_protocol::json;
use midturn_protocol::value::Text;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::given::filled;

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Described<'a> {
    message: Text<'a>,
    detail: Text<'a>,
    r#type: Text<'a>,
    code: Text<'a>,
}

/// The error in this value.
pub(super) fn error_of(json: &RawValue) -> RunError {
    if let Some((message, _)) = json::text(json) {
        return RunError {
            message: message.into_owned(),
            code: None,
        };
    }
    let described = Fields::of(json.get()).and_then(|mut fields| fields.read::<Described<'_>>());
    let Described {
        message,
        detail,
        r#type,
        code,
    } = described.unwrap_or_default();
    // Gateways write the code as a number too.
    let code = Some(code.as_str()).filter(|code| !code.is_empty());
    let code = code.or_else(|| filled(&r#type)).map(str::to_owned);
    let message = filled(&message).or_else(|| filled(&detail));
    let message = message.or(code.as_deref());
    let message = message.unwrap_or(start_of(json.get())).to_owned();
    RunError {
        message: json::with_provider_words(message, json.get()),
        code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use midturn_protocol::json::raw;

    #[test]
    fn an_error_has_its_message_and_a_code() {
        for (json, message, code) in [
            (
                r#"{"message":"jammed","type":"t","code":null}"#,
                "jammed",
                Some("t"),
            ),
            (
                r#"{"message":"jammed","code":"500"}"#,
                "jammed",
                Some("500"),
            ),
            (r#"{"message":"jammed","code":500}"#, "jammed", Some("500")),
            (r#"{"type":"overloaded"}"#, "overloaded", Some("overloaded")),
            (r#"{"detail":"no"}"#, "no", None),
            (
                r#"{"message":"Provider returned error","code":502,"metadata":{"raw":"m is busy"}}"#,
                "Provider returned error: m is busy",
                Some("502"),
            ),
            (r#""plain""#, "plain", None),
            ("[1]", "[1]", None),
        ] {
            let found = error_of(raw(json).unwrap());
            assert_eq!(found.message, message, "{json}");
            assert_eq!(found.code.as_deref(), code, "{json}");
        }
    }
}
