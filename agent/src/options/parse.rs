//! Parsers for option values.

use axum::http::Uri;

use super::values::Proxy;

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

pub(super) fn proxy(text: &str) -> Result<Proxy, String> {
    let (path, url) = text.split_once('=').ok_or("must be PATH=URL")?;
    let plain_path = path.starts_with('/') && !path.contains(['{', '}', '*', '?', '#']);
    if !plain_path {
        return Err("PATH must start with / and have no special characters".to_owned());
    }
    let first = path.split('/').nth(1).unwrap_or_default();
    if ["agui", "healthz", "test", "threads"].contains(&first) {
        return Err(format!("{path} is taken by this server"));
    }
    let url: Uri = url.parse().map_err(|error| format!("URL: {error}"))?;
    if url.scheme_str() != Some("http") || url.authority().is_none() {
        return Err("URL must begin with http:// and name a host".to_owned());
    }
    Ok(Proxy {
        path: path.to_owned(),
        url,
    })
}
