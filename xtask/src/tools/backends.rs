//! The backends that are not our own, for the browser tests: what each needs to run.
//!
//! A backend's project in Playwright's configuration has its name.

use anyhow::Result;

use super::{node, python};
use crate::project::Project;

/// Installs what all backends need.
///
/// # Errors
/// If Python or node is missing and cannot be installed, or a package cannot.
pub(crate) fn ensure_all(project: &Project) -> Result<()> {
    for environment in python::ENVIRONMENTS {
        python::ensure(project, environment)?;
    }
    node::ensure_ai_sdk(project)
}

/// Installs what a backend needs.
///
/// # Errors
/// If Python or node is missing and cannot be installed, or a package cannot.
pub(crate) fn ensure(project: &Project, backend: &str) -> Result<()> {
    match environment(backend) {
        Some(environment) => python::ensure(project, environment),
        None => node::ensure_ai_sdk(project),
    }
}

/// The Python environment of a backend; `None` if it runs in node.
pub(crate) fn environment(backend: &str) -> Option<&str> {
    match backend {
        "ai-sdk" | "ai-sdk-resumable" => None,
        "a2a-compat" => Some("a2a"),
        "openai-chat" | "openai-responses" | "openai-background" => Some("openai"),
        name => Some(name),
    }
}
