//! The debug panel.

texts! {
    /// The debug panel, for developers.
    pub struct Debug {
        /// Name of the panel.
        pub title: Text,
        /// Name of the group of buttons that filter the entries.
        pub show: Text,
        /// Button: show requests and raw events.
        pub wire: Text,
        /// Button: show inputs of the core with their changes and effects.
        pub core: Text,
        /// Button: show only diagnostics, and inputs that led to one.
        pub diagnostics: Text,
        /// Label of the search field.
        pub search: Text,
        /// Button that saves a report.
        pub save: Text,
        /// Tooltip of that button: what a report contains.
        pub save_hint: Text,
        /// Button that clears the recording.
        pub clear: Text,
        /// Button that closes the panel.
        pub close: Text,
        /// Empty state: nothing was recorded.
        pub empty: Text,
        /// Empty state: nothing matches the search.
        pub nothing_found: Text,
        /// The recording got too large and started again.
        pub again: Text,
        /// Button that shows earlier entries.
        pub earlier: Text,
        /// Button that shows newer entries, with their number.
        pub newer: Said(count: usize),
        /// The numbers of shown entries and of all entries that match the filter.
        pub shown: Said(count: usize, of: usize),
        /// Kind: a request.
        pub request: Text,
        /// Kind: an event.
        pub event: Text,
        /// Kind: a diagnostic.
        pub diagnostic: Text,
        /// Kind: an input of the core.
        pub input: Text,
        /// Heading of an input's changes.
        pub changes: Text,
        /// Heading of an input's effects.
        pub effects: Text,
        /// The number of effects.
        pub effect_count: Said(count: usize),
    }
}
