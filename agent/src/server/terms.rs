//! The terms of a run: how it can be controlled. In test mode the headers of a request choose them, so
//! that one agent serves all tests.

use axum::http::HeaderMap;
use clap::ValueEnum;

use super::error::ApiError;
use crate::engine::Millis;
use crate::options::Switch;

/// Whether the run announces the control extension, as `--control` says it for all runs.
const CONTROL: &str = "x-midturn-test-control";
/// The run's grace period in seconds, as `--grace` says it for all runs.
const GRACE: &str = "x-midturn-test-grace";

/// How a run can be controlled. The options say it for all runs; in test mode, a request can say it
/// for its run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    /// Whether the run announces the control extension.
    pub(super) announced: bool,
    /// Grace period in milliseconds: how long a cancelled tool may take to finish its step.
    pub(super) grace: Millis,
}

/// The terms that the headers of a run's request choose. Without a header it is `usual`. A value
/// that is not understood is refused: a test must not pass under terms that it did not choose.
pub(super) fn chosen(headers: &HeaderMap, usual: Terms) -> Result<Terms, ApiError> {
    let announced = value_of(headers, CONTROL, "on or off", |value| {
        let switch = Switch::from_str(value, false).ok()?;
        Some(switch == Switch::On)
    })?;
    let grace = value_of(headers, GRACE, "a whole number of seconds", |value| {
        let seconds: u64 = value.parse().ok()?;
        Some(seconds.saturating_mul(1000))
    })?;
    Ok(Terms {
        announced: announced.unwrap_or(usual.announced),
        grace: grace.unwrap_or(usual.grace),
    })
}

/// The value of a header; `None` without the header.
fn value_of<T>(
    headers: &HeaderMap,
    name: &str,
    wanted: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, ApiError> {
    let Some(value) = headers.get(name) else {
        return Ok(None);
    };
    match value.to_str().ok().and_then(read) {
        Some(value) => Ok(Some(value)),
        None => Err(ApiError::BadRequest(format!("`{name}` must be {wanted}"))),
    }
}
