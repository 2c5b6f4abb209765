//! Plans of the agent.

texts! {
    /// Plans of the agent.
    pub struct Plan {
        /// Title of a plan that has none of its own.
        pub title: Text,
        /// How many of the steps are done.
        pub progress: Said(done: usize, of: usize),
        /// Status of a step: not begun.
        pub pending: Text,
        /// Status of a step: the agent works on it.
        pub running: Text,
        /// Status of a step: done.
        pub done: Text,
        /// Status of a step: tried without success.
        pub failed: Text,
        /// Status of a step: left out.
        pub skipped: Text,
        /// Status of a step that was in progress when the turn ended.
        pub unfinished: Text,
        /// How many steps before the shown ones are hidden.
        pub earlier: Said(count: usize),
        /// How many steps after the shown ones are hidden.
        pub later: Said(count: usize),
        /// Name of the line above the composer with the step that the agent is at.
        pub pinned: Text,
        /// The number of that step, and of all steps.
        pub step_of: Said(step: usize, of: usize),
        /// Button that shows all steps, with their number.
        pub show_all: Said(count: usize),
        /// Button that shows further steps.
        pub show_more: Text,
        /// Button that folds the plan again.
        pub show_less: Text,
    }
}
