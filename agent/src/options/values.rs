//! The values of options: their types, and how they are read.

use axum::http::Uri;
use clap::ValueEnum;

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// What happens to a run when its client disconnects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnDisconnect {
    /// It is cancelled, because nobody listens.
    Cancel,
    /// It goes on, because its client may re-join.
    Continue,
}

pub(super) fn speed(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if factor.is_finite() && factor > 0.0 => Ok(factor),
        _ => Err("must be a number above 0".to_owned()),
    }
}

pub(super) fn endpoint(text: &str) -> Result<String, String> {
    let expected = || "must be a URL such as http://127.0.0.1:11434/v1".to_owned();
    let uri: Uri = text.parse().map_err(|_| expected())?;
    match (uri.scheme_str(), uri.authority()) {
        (Some("http" | "https"), Some(_)) => Ok(text.to_owned()),
        _ => Err(expected()),
    }
}

/// Accepts an origin and nothing more, because any other form would allow more than it seems to.
pub(super) fn origin(text: &str) -> Result<String, String> {
    let expected = || "must be an origin such as http://127.0.0.1:3000".to_owned();
    let uri: Uri = text.parse().map_err(|_| expected())?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return Err(expected());
    };
    let plain = format!("{scheme}://{authority}");
    let clean = authority
        .as_str()
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c));
    if text != plain || !clean {
        return Err(expected());
    }
    Ok(plain)
}
