//! Questions of the agent: their titles, their controls and their keys.

texts! {
    /// Questions of the agent: their titles, their controls and their keys.
    pub struct Questions {
        /// Title of a question without words of its own, around the tool's name.
        pub allow_call: Around(tool),
        /// The same for a call that concerns a file.
        pub allow_call_on: Said(tool: &str, path: &str),
        /// Button: approves the call with the arguments as edited.
        pub approve_edited: Text,
        /// Button: approves, and approves every later call of this tool in this conversation.
        pub always_allow: Around(tool),
        /// A line of the transcript: a call of a tool that is always allowed here, around its name.
        pub allowed_always: Around(tool),
        /// Button: ends that for a tool, around its name.
        pub ask_again: Around(tool),
        /// Heading of the list of tools that are always allowed in this conversation.
        pub always_title: Text,
        /// Explains the key that approves the open question.
        pub shortcut_approve: Text,
        /// Explains the key that opens the reason to deny the open question.
        pub shortcut_deny: Text,
    }
}
