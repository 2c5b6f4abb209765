//! The debug panel.

/// The debug panel, for developers.
pub struct Debug {
    /// Name of the panel.
    pub title: &'static str,
    /// Name of the group of buttons that filter the entries.
    pub show: &'static str,
    /// Button: show requests and raw events.
    pub wire: &'static str,
    /// Button: show inputs of the core with their changes and effects.
    pub core: &'static str,
    /// Button: show only diagnostics, and inputs that led to one.
    pub diagnostics: &'static str,
    /// Label of the search field.
    pub search: &'static str,
    /// Button that saves a report.
    pub save: &'static str,
    /// Tooltip of that button: what a report contains.
    pub save_hint: &'static str,
    /// Button that clears the recording.
    pub clear: &'static str,
    /// Button that closes the panel.
    pub close: &'static str,
    /// Empty state: nothing was recorded.
    pub empty: &'static str,
    /// Empty state: nothing matches the search.
    pub nothing_found: &'static str,
    /// The recording got too large and started again.
    pub again: &'static str,
    /// Button that shows earlier entries.
    pub earlier: &'static str,
    /// Button that shows newer entries, with their number.
    pub newer: fn(n: usize) -> String,
    /// The numbers of shown entries and of all entries that match the filter.
    pub shown: fn(n: usize, of: usize) -> String,
    /// Kind: a request.
    pub request: &'static str,
    /// Kind: an event.
    pub event: &'static str,
    /// Kind: a diagnostic.
    pub diagnostic: &'static str,
    /// Kind: an input of the core.
    pub input: &'static str,
    /// Heading of an input's changes.
    pub changes: &'static str,
    /// Heading of an input's effects.
    pub effects: &'static str,
    /// The number of effects.
    pub effect_count: fn(n: usize) -> String,
}
