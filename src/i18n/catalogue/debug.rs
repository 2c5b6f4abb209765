//! What shows all that goes in and out.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// What shows all that goes in and out, for developers.
pub struct Debug {
    /// Name of the panel.
    pub title: &'static str,
    /// Name of the group of buttons that choose what is shown.
    pub show: &'static str,
    /// Button: requests, and events as they came.
    pub wire: &'static str,
    /// Button: what the core was told, and what it does.
    pub core: &'static str,
    /// Button: what was odd.
    pub diagnostics: &'static str,
    /// Label of the field that searches.
    pub search: &'static str,
    /// Button that saves a report.
    pub save: &'static str,
    /// What is in a report, beside that button.
    pub save_hint: &'static str,
    /// Button that forgets what was recorded.
    pub clear: &'static str,
    /// Button that closes the panel.
    pub close: &'static str,
    /// Where nothing was recorded.
    pub empty: &'static str,
    /// Where nothing is as it is searched for.
    pub nothing_found: &'static str,
    /// The recording had grown too large.
    pub again: &'static str,
    /// Button: what came before.
    pub earlier: &'static str,
    /// Button: so many came since.
    pub newer: fn(n: usize) -> String,
    /// How many are shown of those there are.
    pub shown: fn(n: usize, of: usize) -> String,
    /// Kind: a request.
    pub request: &'static str,
    /// Kind: an event.
    pub event: &'static str,
    /// Kind: a diagnostic.
    pub diagnostic: &'static str,
    /// Kind: an input of the core.
    pub input: &'static str,
    /// Heading of what an input changed.
    pub changes: &'static str,
    /// Heading of what is done for an input.
    pub effects: &'static str,
    /// So many effects.
    pub effect_count: fn(n: usize) -> String,
}
