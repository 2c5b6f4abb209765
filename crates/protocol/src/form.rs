//! The form of the answer to an interrupt: from its `responseSchema`, its reason, and whether it is
//! about a tool call.
//!
//! Distinguishes only forms for which this client has controls. Answers are not validated against
//! the schema.

use midturn_core::run_event::AnswerForm;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::fields::Fields;
use crate::json;
use crate::value::{One, Text};

/// Words of a reason that ask for a yes or no.
const DECISIONS: [&str; 5] = ["confirmation", "confirm", "approval", "approve", "approved"];

/// The reason of a question about a call.
const CALL: &str = "tool_call";

/// The reason of a question that wants text, even if it is about a call.
pub const WORDS: &str = "input_required";

/// The form of an interrupt's answer.
pub fn form(reason: &str, about_call: bool, schema: Option<&str>) -> AnswerForm {
    let schema = schema.and_then(|json| Fields::of(json)?.read::<Schema<'_>>());
    let of_schema = schema.and_then(|schema| schema.form(decides(reason)));
    of_schema.unwrap_or_else(|| {
        if reason != WORDS && (about_call || decides(reason)) {
            DECISION
        } else {
            AnswerForm::Words { field: None }
        }
    })
}

/// The form of a question that has nothing but a reason and metadata, at any depth of which it may
/// speak of an approval.
pub fn bare_form(reason: &str, metadata: Option<&str>) -> AnswerForm {
    match form(reason, false, None) {
        AnswerForm::Words { .. } if metadata.is_some_and(speaks) => DECISION,
        form => form,
    }
}

/// Yes or no. Without a schema that names it, a reason is not part of the answer.
const DECISION: AnswerForm = AnswerForm::Decision {
    reason: false,
    edits: false,
    bare: false,
};

/// Whether a reason asks for a yes or no.
fn decides(reason: &str) -> bool {
    let own = reason.rsplit([':', '.', '/']).next().unwrap_or_default();
    own == CALL || speaks(reason)
}

/// Whether a text has a word that asks for a yes or no.
fn speaks(text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_alphanumeric());
    words.any(|word| DECISIONS.iter().any(|held| word.eq_ignore_ascii_case(held)))
}

/// The parts of a JSON Schema that are used.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
struct Schema<'a> {
    r#type: Text<'a>,
    additional_properties: Option<&'a RawValue>,
    properties: Option<&'a RawValue>,
}

impl Schema<'_> {
    /// The form; `None` if the schema does not determine it.
    fn form(&self, decides: bool) -> Option<AnswerForm> {
        match self.r#type.string().as_deref() {
            Some("boolean") => Some(AnswerForm::Decision {
                reason: false,
                edits: false,
                bare: true,
            }),
            Some("string") => Some(AnswerForm::Words { field: None }),
            Some("object") | None => self.of_object(decides),
            Some(_) => Some(AnswerForm::Json),
        }
    }

    fn of_object(&self, decides: bool) -> Option<AnswerForm> {
        let closed = (self.additional_properties).is_some_and(|json| json.get() == "false");
        let properties = self.properties.and_then(|json| json::fields(json.get()));
        let properties = properties.unwrap_or_default();
        let has = |name: &str| properties.iter().any(|(held, _)| held == name);
        if has("approved") || (decides && !closed) {
            return Some(AnswerForm::Decision {
                reason: has("reason"),
                edits: has("editedArgs"),
                bare: false,
            });
        }
        let (name, of) = match properties.as_slice() {
            [] if closed => return Some(AnswerForm::Json),
            [] => return None,
            [(name, of)] => (name, *of),
            [..] => return Some(AnswerForm::Json),
        };
        let of = One::<Schema<'_>>::deserialize(of)
            .ok()
            .and_then(One::object);
        let kind = of.and_then(|of| of.r#type.string());
        Some(if kind.as_deref() == Some("string") {
            AnswerForm::Words {
                field: Some(name.to_string()),
            }
        } else {
            AnswerForm::Json
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(reason: bool, edits: bool) -> AnswerForm {
        AnswerForm::Decision {
            reason,
            edits,
            bare: false,
        }
    }

    fn words(field: Option<&str>) -> AnswerForm {
        AnswerForm::Words {
            field: field.map(str::to_owned),
        }
    }

    #[test]
    fn the_form_of_an_answer_comes_from_the_schema() {
        let bare = AnswerForm::Decision {
            reason: false,
            edits: false,
            bare: true,
        };
        for (schema, form_of_it) in [
            (
                r#"{"type":"object","properties":{"approved":{"type":"boolean"}}}"#,
                decision(false, false),
            ),
            (
                r#"{"properties":{"approved":{"type":"boolean"},"editedArgs":{"type":"object"}},"additionalProperties":false}"#,
                decision(false, true),
            ),
            (
                r#"{"properties":{"approved":{},"reason":{}},"additionalProperties":false}"#,
                decision(true, false),
            ),
            (r#"{"type":"boolean"}"#, bare),
            (r#"{"type":"string"}"#, words(None)),
            (r#"{"type":"number"}"#, AnswerForm::Json),
            (
                r#"{"type":"object","properties":{"branch":{"type":"string"}}}"#,
                words(Some("branch")),
            ),
            (
                r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#,
                AnswerForm::Json,
            ),
            (
                r#"{"properties":{"count":{"type":"integer"}}}"#,
                AnswerForm::Json,
            ),
        ] {
            let read = form("own", false, Some(schema));
            assert_eq!(read, form_of_it, "{schema}");
        }
    }

    #[test]
    fn without_a_schema_the_form_comes_from_the_reason_and_the_call() {
        for (reason, about_call, expected) in [
            ("tool_call", false, decision(false, false)),
            ("confirmation", false, decision(false, false)),
            ("shop:approval", false, decision(false, false)),
            ("human-approval", false, decision(false, false)),
            ("approval_required", false, decision(false, false)),
            ("Please approve!", false, decision(false, false)),
            ("pick_a_colour", true, decision(false, false)),
            ("disapproval", false, words(None)),
            ("pick_a_colour", false, words(None)),
            ("input_required", false, words(None)),
            ("input_required", true, words(None)),
        ] {
            for schema in [None, Some("{}"), Some(r#"{"type":"object"}"#)] {
                assert_eq!(
                    form(reason, about_call, schema),
                    expected,
                    "{reason} {schema:?}"
                );
            }
        }
    }

    #[test]
    fn metadata_that_speaks_of_an_approval_asks_for_a_yes_or_no() {
        for (metadata, expected) in [
            (
                r#"{"a":{"kind":"approval-request"}}"#,
                decision(false, false),
            ),
            (r#"{"needs_approval":true}"#, decision(false, false)),
            (
                r#"{"list":[{"text":"May I? Approve it."}]}"#,
                decision(false, false),
            ),
            (r#"{"text":"Which branch?"}"#, words(None)),
        ] {
            for reason in ["x", "input_required"] {
                assert_eq!(bare_form(reason, Some(metadata)), expected, "{metadata}");
            }
        }
        assert_eq!(bare_form("x", None), words(None));
    }
}
