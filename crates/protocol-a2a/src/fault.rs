//! Errors: of JSON-RPC, and of the HTTP binding, which has HTTP codes and a stable word.

use midturn_core::run_event::RunError;

use super::binding::Version;
use super::object::Object;

/// The code by which the core recognises an answer to a question that is no longer open.
const GONE: &str = "interrupt_not_found";

/// An error as the server wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    code: String,
    message: String,
    /// The stable word of 1.0, such as `TASK_NOT_FOUND`.
    reason: Option<String>,
}

/// What an error means for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The server has no such task.
    NoTask,
    /// The task cannot be canceled, mostly because it is over.
    NotCancelable,
    /// Not possible, mostly because the task is over.
    Unsupported,
    /// The server does not accept this kind of content.
    ContentType,
    /// The server speaks another version.
    Version,
    /// The parameters are bad.
    Params,
    /// Anything else.
    Other,
}

impl Fault {
    /// Reads the field `error`.
    pub(super) fn of(error: &Object<'_>) -> Self {
        let details: Vec<_> = ["data", "details"]
            .into_iter()
            .flat_map(|name| error.list(name))
            .filter_map(|detail| Object::of(detail.get()))
            .collect();
        let violations: Vec<_> = details
            .iter()
            .flat_map(|detail| detail.list("fieldViolations"))
            .filter_map(|violation| violation_of(&Object::of(violation.get())?))
            .collect();
        let mut message = error.text("message").unwrap_or_default().into_owned();
        if !violations.is_empty() {
            let violations = violations.join("; ");
            message = if message.is_empty() {
                violations
            } else {
                format!("{message} ({violations})")
            };
        }
        let code = error.get("code").map(|code| code.get().trim_matches('"'));
        Self {
            code: code.unwrap_or_default().to_owned(),
            message,
            reason: details.iter().find_map(|detail| detail.id("reason")),
        }
    }

    /// An error of which there is only a text.
    pub(super) fn of_text(text: &str) -> Self {
        Self {
            code: String::new(),
            message: text.to_owned(),
            reason: None,
        }
    }

    /// Whether the error has a reason of A2A or a code of JSON-RPC, and so is not from a proxy or a
    /// web framework.
    pub(super) fn is_of_protocol(&self) -> bool {
        self.reason.is_some() || self.code.starts_with("-32")
    }

    pub(super) fn cause(&self) -> Cause {
        match (self.reason.as_deref(), self.code.as_str()) {
            (Some("TASK_NOT_FOUND"), _) | (None, "-32001") => Cause::NoTask,
            (Some("TASK_NOT_CANCELABLE"), _) | (None, "-32002") => Cause::NotCancelable,
            (Some("UNSUPPORTED_OPERATION"), _) | (None, "-32004") => Cause::Unsupported,
            (Some("CONTENT_TYPE_NOT_SUPPORTED"), _) | (None, "-32005") => Cause::ContentType,
            (Some("VERSION_NOT_SUPPORTED" | "METHOD_NOT_FOUND"), _)
            | (None, "-32009" | "-32601") => Cause::Version,
            (Some("INVALID_PARAMS"), _) | (None, "-32602") => Cause::Params,
            _ => Cause::Other,
        }
    }

    /// The error for the core. `answers`: the run brought the answer to a question, and the server
    /// has said nothing else yet.
    pub(super) fn run_error(self, version: Version, answers: bool) -> RunError {
        let cause = self.cause();
        let gone = answers && matches!(cause, Cause::NoTask | Cause::Unsupported);
        let mut message = self.message;
        if message.is_empty() {
            message = format!("The agent reported error {}", self.code);
        }
        if cause == Cause::Version {
            message = format!(
                "{}. The agent seems to speak another version of A2A: set the option `version` to \
                 `\"{}\"`.",
                message.trim_end_matches('.'),
                version.other().name(),
            );
        }
        RunError {
            message,
            code: if gone {
                Some(GONE.to_owned())
            } else {
                Some(self.code).filter(|code| !code.is_empty())
            },
        }
    }
}

/// What is wrong with a field of the request.
fn violation_of(violation: &Object<'_>) -> Option<String> {
    let description = violation.id("description")?;
    Some(match violation.id("field") {
        Some(field) => format!("{field}: {description}"),
        None => description,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(json: &str) -> Fault {
        Fault::of(&Object::of(json).unwrap())
    }

    #[test]
    fn the_stable_word_is_read_before_the_code() {
        let http = r#"{"code":400,"status":"FAILED_PRECONDITION","message":"no",
            "details":[{"x":1},{"reason":"TASK_NOT_CANCELABLE"}]}"#;
        assert_eq!(fault(http).cause(), Cause::NotCancelable);
        assert!(fault(http).is_of_protocol());
        let rpc = r#"{"code":-32002,"message":"no","data":null}"#;
        assert_eq!(fault(rpc).cause(), Cause::NotCancelable);
        assert!(fault(rpc).is_of_protocol());
        let other = r#"{"code":403,"message":"no"}"#;
        assert!(!fault(other).is_of_protocol());
    }

    #[test]
    fn an_error_about_the_version_names_the_option() {
        let found = fault(r#"{"code":-32601,"message":"Method not found"}"#);
        let error = found.clone().run_error(Version::V1, false);
        assert_eq!(
            error.message,
            "Method not found. The agent seems to speak another version of A2A: set the option \
             `version` to `\"0.3\"`."
        );
        assert!(
            found
                .run_error(Version::V03, false)
                .message
                .contains("\"1.0\"")
        );
    }

    #[test]
    fn an_error_tells_what_is_wrong_with_each_field() {
        let violations = r#"[{"reason":"INVALID_PARAMS"},{"fieldViolations":
            [{"field":"message","description":"Field is required."},{"description":"Too long."}]}]"#;
        let told = |json: &str| fault(json).run_error(Version::V1, false).message;
        let expected = "message: Field is required.; Too long.";
        assert_eq!(
            told(&format!(
                r#"{{"code":-32602,"message":"Validation failed","data":{violations}}}"#
            )),
            format!("Validation failed ({expected})")
        );
        assert_eq!(
            told(&format!(r#"{{"code":400,"details":{violations}}}"#)),
            expected
        );
    }

    #[test]
    fn an_error_without_a_text_still_says_something() {
        let error = fault(r#"{"code":"-32603"}"#).run_error(Version::V1, false);
        assert_eq!(error.message, "The agent reported error -32603");
        assert_eq!(error.code.as_deref(), Some("-32603"));
    }

    #[test]
    fn an_answer_to_a_task_that_is_over_finds_its_question_gone() {
        let found = fault(r#"{"code":-32004,"message":"Task t is in terminal state"}"#);
        let error = found.clone().run_error(Version::V1, true);
        assert_eq!(error.code.as_deref(), Some(GONE));
        let error = found.run_error(Version::V1, false);
        assert_eq!(error.code.as_deref(), Some("-32004"));
    }
}
