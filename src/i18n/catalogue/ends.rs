//! How turns end without a finished step, runs that fail or show nothing, and messages that wait for
//! a connection or the person.

texts! {
    /// How turns end without a finished step, runs that fail or show nothing, and messages that wait
    /// for a connection or the person.
    pub struct Ends {
        /// Summary of a completed turn without a finished step.
        pub completed: Text,
        /// Summary of a turn in which the agent only thought, around the time.
        pub thought_for: Around(time),
        /// Summary of a cancelled turn without a finished step.
        pub cancelled: Text,
        /// Summary of a cancelled turn without a finished step, around the time.
        pub cancelled_in: Around(time),
        /// Summary of a failed turn without a finished step.
        pub failed: Text,
        /// Summary of an interrupted turn without a finished step.
        pub interrupted: Text,
        /// Summary of a turn that waits for an approval.
        pub needs_approval: Text,
        /// Summary of a turn that waits for an answer in words.
        pub needs_answer: Text,
        /// Outcome: an HTTP status that says that the agent, or a proxy before it, failed.
        pub failed_status: Said(status: u16),
        /// Outcome: an agent on another origin did not answer. Takes the agent's origin and the page's.
        pub failed_foreign: Said(agent: &str, page: &str),
        /// A run ended well without showing anything.
        pub unanswered: Text,
        /// A run ended well with a call whose result never came.
        pub no_result: Text,
        /// Title of a step whose name is not known: its result came without its call.
        pub nameless: Text,
        /// In the running card: the agent has said nothing for a long time, around that time.
        pub quiet: Around(time),
        /// In the header of the running card: the number of agents at work, two or more.
        pub agents: Said(count: usize),
        /// A message waits until the browser is online.
        pub activity_offline: Text,
    }
}
