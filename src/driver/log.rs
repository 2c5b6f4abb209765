//! Lines for a developer: what was odd and changed nothing.
//!
//! Not responsible for whether they are wanted. They go to the browser's console; elsewhere they
//! are dropped.

use midturn_core::effect::Diagnostic;

/// What a core diagnostic says, in two parts.
pub(super) fn of_core(diagnostic: &Diagnostic) -> (&'static str, String) {
    match diagnostic {
        Diagnostic::OtherRun(run) => ("another run", run.as_str().to_owned()),
        Diagnostic::NotNow(what) => ("not now", (*what).to_owned()),
        Diagnostic::NoSuchPrompt(id) => ("no such prompt", id.as_str().to_owned()),
        Diagnostic::Repeated(cursor) => ("repeated", cursor.to_string()),
        Diagnostic::Unknown(what) => ("unknown", what.clone()),
    }
}

/// Writes one line.
#[cfg(target_arch = "wasm32")]
pub(super) fn debug(what: &str, detail: &str) {
    web_sys::console::debug_3(&"midturn:".into(), &what.into(), &detail.into());
}

/// Writes nothing.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn debug(_what: &str, _detail: &str) {}
