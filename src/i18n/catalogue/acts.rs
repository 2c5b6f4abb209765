//! What one does with a message: copy it, see its source, send it again, hold it back.

texts! {
    /// What one does with a message.
    pub struct Acts {
        /// Button that copies an answer.
        pub copy: Text,
        /// The answer was copied.
        pub copied: Text,
        /// It could not be copied.
        pub not_copied: Text,
        /// Button that opens a menu of further actions.
        pub more: Text,
        /// Entry that copies the link to an answer.
        pub link: Text,
        /// Entry that shows the source of an answer.
        pub source: Text,
        /// Title of the dialog with the source.
        pub source_title: Text,
        /// Button that sends the message of an answer again.
        pub retry: Text,
        /// The same button while the agent works: it stops the agent first.
        pub stop_and_retry: Text,
        /// Button that opens the editor of a message.
        pub edit: Text,
        /// Label of that editor.
        pub edit_label: Text,
        /// Button that sends the edited message: the conversation goes on from there.
        pub send_again: Text,
        /// The same button while the agent works: it stops the agent first.
        pub stop_and_send_again: Text,
        /// In place of messages that are no longer part of the conversation, with their number.
        pub left_out: Said(count: usize),
        /// The same, if the agent keeps the history itself.
        pub left_out_kept: Said(count: usize),
        /// Button that shows these messages.
        pub left_out_show: Text,
        /// Button that folds them again.
        pub left_out_hide: Text,
        /// Toggle at a queued prompt: it waits, and those after it go first.
        pub hold: Text,
        /// Entry that ends this.
        pub release: Text,
        /// Tooltip of that button.
        pub hold_title: Text,
        /// Mark of a prompt that is held; also announced when it is.
        pub held: Text,
        /// Announced when it is not held any more.
        pub released: Text,
        /// Heading of a queue of held prompts, with their number.
        pub held_title: Said(count: usize),
        /// Why the queue is paused: all its prompts are held.
        pub reason_held: Text,
    }
}
