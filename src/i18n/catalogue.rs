//! Every text of the interface. Each language sets them all in one table, such as `en.rs`.
//!
//! A declaration is one line for each text. The macro derives three things from it, so that they
//! cannot differ: the field, which every language must set; the method that writes the text; and
//! `each`, which visits all texts by name, so that an embedder can replace any of them.

use midturn_core::run_event::Limit;

use super::said::{Around, Inside, Placeholder, Replaceable, Said};

/// A field of a catalogue, to be replaced.
pub(super) enum Slot<'a> {
    /// A fixed text.
    Text(&'a mut &'static str),
    /// A tag for the browser, which is not shown.
    Tag,
    /// The texts around another text, whose placeholder has this name.
    Around(&'a mut Around, &'static str),
    /// A text with values inside.
    Said(&'a mut dyn Replaceable, &'static [Placeholder]),
}

/// The place of a field: its group, which is empty for the catalogue itself, its name, and what it
/// is for.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) group: &'static str,
    pub(super) name: &'static str,
    #[cfg(test)]
    pub(super) about: &'static str,
}

/// Declares a struct of texts. Each field is one of:
///
/// - `Text`: a fixed text;
/// - `Said(name: type, …)`: a text with these values inside, `usize` or `u64` for a number of
///   things, `u16` for a number that counts nothing, `&str` for a name. It is a method;
/// - `Around(name)`: the texts before and after another text;
/// - `Tag`: a tag for the browser, which is not shown;
/// - `Type { … }`: a group of texts, which is a struct of its own.
macro_rules! texts {
    (
        $(#[doc = $about:literal])*
        $struct:ident { $(
            $(#[doc = $doc:literal])*
            $field:ident: $kind:ident $(($($given:tt)*))? $({ $($texts:tt)* })?,
        )* }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy)]
        pub struct $struct { $(
            $(#[doc = $doc])*
            pub $field: texts!(@type $kind $(($($given)*))? $({ $($texts)* })?),
        )* }

        impl $struct {
            $( texts!(@method [$($doc)*] $field $kind $(($($given)*))?); )*

            /// Visits every field in the order of the declaration.
            pub(super) fn each(
                &mut self,
                group: &'static str,
                visit: &mut dyn FnMut(Place, Slot<'_>),
            ) {
                $( texts!(
                    @visit self group visit [$($doc)*]
                    $field $kind $(($($given)*))? $({ $($texts)* })?
                ); )*
            }
        }

        $( texts!(@group [$($doc)*] $kind $({ $($texts)* })?); )*
    };

    (@group [$($doc:literal)*] $group:ident { $($texts:tt)* }) => {
        texts! { $(#[doc = $doc])* $group { $($texts)* } }
    };
    (@group $doc:tt $kind:ident) => {};

    (@type Text) => { &'static str };
    (@type Tag) => { &'static str };
    (@type Around($name:ident)) => { Around };
    (@type Said($($name:ident: $type:ty),*)) => { Said<fn($($type),*) -> String> };
    (@type $group:ident { $($texts:tt)* }) => { $group };

    (@method [$($doc:literal)*] $field:ident Said($($name:ident: $type:ty),*)) => {
        $(#[doc = $doc])*
        pub fn $field(&self, $($name: $type),*) -> String {
            self.$field.say($($name),*)
        }
    };
    (@method $doc:tt $field:ident $($kind:tt)*) => {};

    (
        @visit $self:ident $group:ident $visit:ident $doc:tt
        $field:ident $type:ident { $($texts:tt)* }
    ) => {
        $self.$field.each(stringify!($field), $visit);
    };
    (@visit $self:ident $group:ident $visit:ident [$($doc:literal)*] $field:ident $($kind:tt)*) => {
        $visit(
            Place {
                group: $group,
                name: stringify!($field),
                #[cfg(test)]
                about: concat!($($doc),*),
            },
            texts!(@slot $self $field $($kind)*),
        );
    };

    (@slot $self:ident $field:ident Text) => { Slot::Text(&mut $self.$field) };
    (@slot $self:ident $field:ident Tag) => { Slot::Tag };
    (@slot $self:ident $field:ident Around($name:ident)) => {
        Slot::Around(&mut $self.$field, stringify!($name))
    };
    (@slot $self:ident $field:ident Said($($name:ident: $type:ty),*)) => {
        Slot::Said(&mut $self.$field, &[$(
            Placeholder { name: stringify!($name), kind: <$type as Inside>::KIND }
        ),*])
    };
}

texts! {
    /// Every text of the interface in one language. A text with a number or another text inside is a
    /// method.
    Catalogue {
        /// Interjections: the composer during a run, the recipients, and the outcome.
        speak: Speak {
            /// Button that sends the message to the agent inside the turn.
            interject: Text,
            /// Tooltip of that button.
            interject_title: Text,
            /// Hint: what queueing will do while the agent waits for an answer, with the number of
            /// prompts that come before the new one.
            hint_queue_waiting: Said(ahead: usize),
            /// Hint: what interjecting will do while an agent waits for its tools, with the agent's
            /// name.
            hint_interject_tools: Said(agent: &str),
            /// Hint: what interjecting will do while an agent writes, with the agent's name.
            hint_interject_now: Said(agent: &str),
            /// Hint: what interjecting will do while an agent writes, if interjections wait for the
            /// end of the response. Takes the agent's name.
            hint_interject_after: Said(agent: &str),
            /// Hint: what interjecting will do if interjections wait for the end of the response,
            /// and the agent accepts no messages inside a run.
            hint_next_turn: Text,
            /// Label of the setting that interjections wait for the agent's response to end.
            after_response: Text,
            /// Hint: what interjecting will do while the agent waits for an answer.
            hint_interject_waiting: Text,
            /// Hint: what interjecting will do with an agent that accepts no messages inside a run,
            /// while it waits for its tools.
            hint_restart_tools: Text,
            /// Hint: what interjecting will do with an agent that accepts no messages inside a run,
            /// while it writes.
            hint_restart_now: Text,
            /// Hint: what replacing will do.
            hint_replace: Text,
            /// Hint: what replacing will do while the agent waits for an answer.
            hint_replace_waiting: Text,
            /// Placeholder while Enter queues and the agent waits for an answer.
            placeholder_queue_waiting: Text,
            /// Placeholder while Enter interjects, with the name of the agent that gets the
            /// message.
            placeholder_interject: Said(agent: &str),
            /// Placeholder while Enter interjects and the agent waits for an answer.
            placeholder_interject_waiting: Text,
            /// Placeholder while Enter replaces.
            placeholder_replace: Text,
            /// Placeholder while Enter replaces and the agent waits for an answer.
            placeholder_replace_waiting: Text,
            /// Name of the turn's main agent, in a list of agents.
            main_agent: Text,
            /// Name for all agents, in a list of agents.
            all_agents: Text,
            /// Menu entry for choosing several agents.
            several_agents: Text,
            /// Menu entry that ends the choice of several agents.
            several_done: Text,
            /// Separates two names in a list.
            comma: Text,
            /// Hint: what interjecting will do with several agents, with their names.
            hint_interject_several: Said(agents: &str),
            /// The chip that shows who gets an interjection.
            target_chip: Said(agent: &str),
            /// Tooltip of the chip and its menu.
            target_title: Text,
            /// Preview: label of an interjection that the agent reads after the results of running
            /// work.
            preview_results: Text,
            /// Preview: label of an interjection that the agent reads as a message.
            preview_message: Text,
            /// State of an interjection: on the way to the backend.
            said_sending: Text,
            /// State: the backend has the message. Takes the name of the agent that will receive
            /// it.
            said_waiting: Said(agent: &str),
            /// State: waits for a tool, because the agent accepts no messages inside a run.
            said_held: Text,
            /// State: being taken back.
            said_going_back: Text,
            /// State: a changed text is on the way to the backend.
            said_changing: Text,
            /// State: the agent has received the message. Takes the agent's name.
            said_delivered: Said(agent: &str),
            /// State: the agent has received the message, and reports at which of its steps.
            said_delivered_at: Said(agent: &str, step: u64),
            /// State: the chosen agent had ended. Takes the name of the agent that gets the
            /// message.
            said_fell_back: Said(agent: &str),
            /// State: too late for the turn; the message is in the queue.
            said_queued: Text,
            /// State: the person stopped the turn first.
            said_stopped: Text,
            /// State: the backend could not be reached.
            said_unreachable: Text,
            /// State: the chosen agent had ended, and another agent has the same message.
            said_ended: Text,
            /// Button that opens the interjection's editor.
            said_edit: Text,
            /// Button that takes the interjection back.
            said_take_back: Text,
            /// Button that queues an interjection that was not delivered.
            said_queue_instead: Text,
            /// Label of the field while editing.
            said_edit_label: Text,
            /// Name of the list of interjections.
            said_list: Text,
            /// The person interjected a message.
            announce_interjected: Text,
            /// The agent got the interjection.
            announce_delivered: Text,
            /// The interjection came too late for the turn and was queued.
            announce_queued_instead: Text,
            /// The agent will not get the interjection.
            announce_not_delivered: Text,
            /// The program closed an editor, and moved what was written to the message field.
            announce_editor_closed: Text,
            /// The chosen agent has ended.
            announce_target_ended: Said(name: &str),
            /// Answers could not be sent.
            announce_answers_not_sent: Text,
        },
        /// The beginning of a conversation.
        start: Start {
            /// Heading of an empty thread, if the agent's name is known. The name is as it stands
            /// in the middle of a sentence.
            title_of: Said(name: &str),
            /// Name of the list of messages to begin with.
            offered: Text,
        },
        /// Tools for code, long texts and images.
        content: Content {
            /// Button that saves a block of code as a file.
            code_download: Text,
            /// Button at a pasted file that puts its text into the composer.
            make_text: Text,
            /// Announced when a pasted text becomes a file.
            pasted_as_file: Text,
            /// Explains the keys that bring back what was sent before.
            shortcut_recall: Text,
            /// Button around an image that shows it in a dialog.
            enlarge: Text,
        },
        /// The list of a thread's interruptions.
        history: History {
            /// Heading of the list, and name of the button that opens the list.
            title: Text,
            /// Label of the search field.
            search: Text,
            /// Empty state: the thread has no interruptions.
            none: Text,
            /// Empty state: nothing matches the search.
            no_match: Text,
            /// An interjection, with the name of the agent that received it and the message's text.
            told: Said(agent: &str, words: &str),
            /// What the shortcut of the list does.
            shortcut: Text,
        },
        /// Plans of the agent.
        plan: Plan {
            /// Title of a plan that has none of its own.
            title: Text,
            /// How many of the steps are done.
            progress: Said(done: usize, of: usize),
            /// Status of a step: not begun.
            pending: Text,
            /// Status of a step: the agent works on it.
            running: Text,
            /// Status of a step: done.
            done: Text,
            /// Status of a step: tried without success.
            failed: Text,
            /// Status of a step: left out.
            skipped: Text,
            /// Status of a step that was in progress when the turn ended.
            unfinished: Text,
            /// How many steps before the shown ones are hidden.
            earlier: Said(count: usize),
            /// How many steps after the shown ones are hidden.
            later: Said(count: usize),
            /// Name of the line above the composer with the step that the agent is at.
            pinned: Text,
            /// The number of that step, and of all steps.
            step_of: Said(step: usize, of: usize),
            /// Button that shows all steps, with their number.
            show_all: Said(count: usize),
            /// Button that shows further steps.
            show_more: Text,
            /// Button that folds the plan again.
            show_less: Text,
        },
        /// Questions of the agent: their titles, their controls and their keys.
        questions: Questions {
            /// Title of a question without words of its own, around the tool's name.
            allow_call: Around(tool),
            /// The same for a call that concerns a file.
            allow_call_on: Said(tool: &str, path: &str),
            /// Button: approves the call with the arguments as edited.
            approve_edited: Text,
            /// Button: approves, and approves every later call of this tool in this conversation.
            always_allow: Around(tool),
            /// A line of the transcript: a call of a tool that is always allowed here, around its
            /// name.
            allowed_always: Around(tool),
            /// Button: ends that for a tool, around its name.
            ask_again: Around(tool),
            /// Heading of the list of tools that are always allowed in this conversation.
            always_title: Text,
            /// Explains the key that approves the open question.
            shortcut_approve: Text,
            /// Explains the key that opens the reason to deny the open question.
            shortcut_deny: Text,
        },
        /// The backend's protocol.
        backend: Backend {
            /// Label: the protocol of the agent.
            protocol: Text,
            /// Value of that setting: find the protocol out.
            protocol_auto: Text,
            /// Label: what the protocol is configured with.
            options: Text,
            /// Help below that field.
            options_help: Text,
            /// The field has something other than a JSON object.
            options_bad: Text,
            /// Outcome: the backend speaks another protocol.
            wrong_protocol: Text,
        },
        /// The groups of the settings, and errors of their fields.
        setup: Setup {
            /// Heading: how the page looks.
            look: Text,
            /// Heading: what keys do.
            keys: Text,
            /// Heading: which agent is spoken to, and how.
            agent: Text,
            /// Error in place of the help below the field of the agent's URL. No longer than that
            /// help.
            agent_url_bad: Text,
            /// Help below the check box for system notifications, after the browser has refused them.
            notify_refused: Text,
        },
        /// How turns end without a finished step, runs that fail or show nothing, and messages that
        /// wait for a connection or the person.
        ends: Ends {
            /// Summary of a completed turn without a finished step.
            completed: Text,
            /// Summary of a turn in which the agent only thought, around the time.
            thought_for: Around(time),
            /// Summary of a cancelled turn without a finished step.
            cancelled: Text,
            /// Summary of a cancelled turn without a finished step, around the time.
            cancelled_in: Around(time),
            /// Summary of a failed turn without a finished step.
            failed: Text,
            /// Summary of an interrupted turn without a finished step.
            interrupted: Text,
            /// Summary of a turn that waits for an approval.
            needs_approval: Text,
            /// Summary of a turn that waits for an answer in words.
            needs_answer: Text,
            /// Outcome: an HTTP status that says that the agent, or a proxy before it, failed.
            failed_status: Said(status: u16),
            /// Outcome: an agent on another origin did not answer. Takes the agent's origin and the
            /// page's.
            failed_foreign: Said(agent: &str, page: &str),
            /// A run ended well without showing anything.
            unanswered: Text,
            /// Outcome: the answer is cut off at the model's length limit.
            limited_length: Text,
            /// Outcome: a content filter cut the answer off.
            limited_filter: Text,
            /// Outcome: the answer is cut off for a reason that is not known.
            limited: Text,
            /// A run ended well with a call whose result never came.
            no_result: Text,
            /// Title of a step whose name is not known: its result came without its call.
            nameless: Text,
            /// In the running card: the agent has said nothing for a long time, around that time.
            quiet: Around(time),
            /// In the header of the running card: the number of agents at work, two or more.
            agents: Said(count: usize),
            /// A message waits until the browser is online.
            activity_offline: Text,
            /// The backend asked for a wait before the next attempt: the time that is left.
            activity_due: Around(time),
        },
        /// Keyboard shortcuts: their names and explanations.
        keys: Keys {
            /// Title of the list of shortcuts, and of the button that shows it.
            shortcuts: Text,
            /// Label of the check box that turns shortcuts on.
            shortcuts_on: Text,
            /// Explains Enter: it sends, or during a run does what the person chose.
            shortcut_enter: Text,
            /// Explains the key for a new line.
            shortcut_newline: Text,
            /// Explains the key for the second way to send during a run: interject, or queue.
            shortcut_second: Text,
            /// Explains the key that stops the turn and sends the message in its place.
            shortcut_replace: Text,
            /// Explains the key that edits the last queued prompt, in an empty field.
            shortcut_edit_last: Text,
            /// Explains the arrow keys in the queue.
            shortcut_queue: Text,
            /// Explains Ctrl+Z outside of a field: it presses Undo in the toast.
            shortcut_undo: Text,
            /// Explains Escape: it closes what is open.
            shortcut_escape: Text,
            /// What Escape does in the editor that the card's Cancel opens.
            shortcut_escape_editor: Text,
            /// Explains Escape pressed twice: it stops the agent.
            shortcut_escape_twice: Text,
            /// Explains the key that opens this list.
            shortcut_help: Text,
            /// Hint after a first Escape: what a second Escape does.
            escape_hint: Text,
        },
        /// Parts of an answer: code, images, tables, footnotes. Also density and connection.
        answer: Answer {
            /// Label of the setting of density.
            density: Text,
            /// Value of that setting: more space.
            density_comfortable: Text,
            /// Value of that setting: less space.
            density_compact: Text,
            /// The browser is offline.
            offline: Text,
            /// The page that drives the thread does not answer. What can be lost with `take_over`.
            elsewhere_silent: Text,
            /// Button: this page drives the thread from now on.
            take_over: Text,
            /// Another page drives the thread, and this page can only read it.
            elsewhere_reader: Text,
            /// An image without alternative text.
            image: Text,
            /// Button that fetches one image.
            image_show: Text,
            /// Why an image is not shown: its address cannot be fetched.
            image_refused: Text,
            /// Why an image is not shown: the browser cannot decode it.
            image_broken: Text,
            /// Why an image is not shown: the embedder allows none.
            image_never: Text,
            /// Name of a code block.
            code: Text,
            /// Button that copies a code block.
            code_copy: Text,
            /// The code was copied.
            code_copied: Text,
            /// The code could not be copied.
            code_not_copied: Text,
            /// Toggle button: wrap long lines.
            code_wrap: Text,
            /// Toggle button: show a long code block whole.
            code_fold: Text,
            /// Toggle button: show the source of a diagram.
            show_source: Text,
            /// A diagram that cannot be drawn.
            not_drawn: Text,
            /// Kind of a diagram: flowchart.
            diagram_flowchart: Text,
            /// Kind of a diagram: state diagram.
            diagram_state: Text,
            /// Kind of a diagram: sequence diagram.
            diagram_sequence: Text,
            /// Kind of a diagram: class diagram.
            diagram_class: Text,
            /// Kind of a diagram: entity-relationship diagram.
            diagram_er: Text,
            /// Kind of a diagram: pie chart.
            diagram_pie: Text,
            /// Name of a table.
            table: Text,
            /// Open box of a task list.
            task_open: Text,
            /// Checked box of a task list.
            task_done: Text,
            /// Name of the two buttons that rate an answer.
            feedback: Text,
            /// Toggle button: the answer is good.
            good: Text,
            /// Toggle button: the answer is bad.
            bad: Text,
            /// Title of an alert: note.
            alert_note: Text,
            /// Title of an alert: tip.
            alert_tip: Text,
            /// Title of an alert: important.
            alert_important: Text,
            /// Title of an alert: warning.
            alert_warning: Text,
            /// Title of an alert: caution.
            alert_caution: Text,
            /// How many lines of an output are hidden.
            output_more: Said(count: usize),
            /// Button that shows the hidden lines.
            output_all: Text,
            /// Button that saves the output as a file.
            output_download: Text,
            /// Button that fetches all images of a host.
            image_always: Said(host: &str),
            /// Name of a reference to a footnote, with its label.
            footnote: Said(label: &str),
            /// Name of the link back to the reference.
            footnote_back: Said(label: &str),
        },
        /// What one does with a message.
        acts: Acts {
            /// Button that copies an answer.
            copy: Text,
            /// The answer was copied.
            copied: Text,
            /// It could not be copied.
            not_copied: Text,
            /// Button that opens a menu of further actions.
            more: Text,
            /// Entry that copies the link to an answer.
            link: Text,
            /// Entry that shows the source of an answer.
            source: Text,
            /// Title of the dialog with the source.
            source_title: Text,
            /// Button that sends the message of an answer again.
            retry: Text,
            /// The same button while the agent works: it stops the agent first.
            stop_and_retry: Text,
            /// Button that opens the editor of a message.
            edit: Text,
            /// Label of that editor.
            edit_label: Text,
            /// Button that sends the edited message: the conversation goes on from there.
            send_again: Text,
            /// The same button while the agent works: it stops the agent first.
            stop_and_send_again: Text,
            /// In place of messages that are no longer part of the conversation, with their number.
            left_out: Said(count: usize),
            /// The same, if the agent keeps the history itself.
            left_out_kept: Said(count: usize),
            /// Button that shows these messages.
            left_out_show: Text,
            /// Button that folds them again.
            left_out_hide: Text,
            /// Toggle at a queued prompt: it waits, and those after it go first.
            hold: Text,
            /// Entry that ends this.
            release: Text,
            /// Tooltip of that button.
            hold_title: Text,
            /// Mark of a prompt that is held; also announced when it is.
            held: Text,
            /// Announced when it is not held any more.
            released: Text,
            /// Heading of a queue of held prompts, with their number.
            held_title: Said(count: usize),
            /// Why the queue is paused: all its prompts are held.
            reason_held: Text,
        },
        /// What one does with a conversation as a whole, and the list of conversations.
        conversations: Conversations {
            /// Button that opens the menu of what one does with the conversation on screen.
            menu: Text,
            /// Button that folds the list of conversations.
            fold: Text,
            /// Label of the field that searches in all conversations.
            search: Text,
            /// Nothing matches the search.
            none: Text,
            /// Group of the list: used today.
            today: Text,
            /// Group of the list: used yesterday.
            yesterday: Text,
            /// Group of the list: used in the seven days before today.
            week: Text,
            /// Group of the list: used before that.
            older: Text,
            /// Entry that saves a conversation as Markdown.
            export_markdown: Text,
            /// Entry that saves a conversation as JSON.
            export_json: Text,
            /// In a saved conversation: before a file's name.
            file: Text,
            /// In a saved conversation: the agent has not got an interjection.
            not_delivered: Text,
        },
        /// The language's BCP 47 tag.
        locale: Tag,
        /// The direction of writing: `ltr` or `rtl`.
        dir: Tag,
        /// Button that opens the browser's file chooser.
        attach_files: Text,
        /// Files of messages.
        attach: Attach {
            /// Name of a list of files.
            files: Text,
            /// Where files can be dropped, while some are dragged over the chat.
            drop_here: Text,
            /// Button that removes a file, with its name.
            remove: Said(name: &str),
            /// Button that saves a file, with its name.
            download: Said(name: &str),
            /// Beside a file whose bytes cannot be read.
            missing: Text,
            /// Notice: a file whose bytes cannot be read was not sent.
            notice_missing: Text,
            /// Name for an audio file without a name.
            audio: Text,
            /// Name for a video file without a name.
            video: Text,
            /// Name for any other file without a name.
            document: Text,
            /// Beside a file that the agent keeps.
            held: Text,
            /// Beside a file that somebody else keeps, with that name.
            held_by: Said(by: &str),
            /// Toast with an undo: a file was removed.
            removed: Text,
            /// Announcement: the number of attached files.
            attached: Said(count: usize),
            /// Why files cannot be interjected.
            no_interject: Text,
            /// A file is refused: its name, and the limit of one file.
            too_large: Said(name: &str, limit: &str),
            /// A file is refused: its name, and the limit of all files of a message.
            too_large_together: Said(name: &str, limit: &str),
            /// A file is refused: its name, and how many a message can have.
            too_many: Said(name: &str, limit: usize),
            /// A file is refused: its name.
            not_accepted: Said(name: &str),
            /// A file could not be read: its name.
            unreadable: Said(name: &str),
            /// Announcement, after some files that were refused: how many more were.
            more_refused: Said(count: usize),
            /// In the running card: the message waits until these files are read.
            reading: Said(names: &str),
            /// In the running card: the message waits for the person's decision.
            held_back: Text,
            /// Question and announcement: this file of a submitted message could not be read.
            lost: Said(name: &str),
            /// Button that sends the message without the lost files.
            send_without: Text,
            /// Button that puts the message back into the field.
            keep_editing: Text,
            /// Under a message, and announcement: it was stopped before it was sent.
            not_sent: Text,
        },
        /// The debug panel, for developers.
        debug: Debug {
            /// Name of the panel.
            title: Text,
            /// Name of the group of buttons that filter the entries.
            show: Text,
            /// Button: show requests and raw events.
            wire: Text,
            /// Button: show inputs of the core with their changes and effects.
            core: Text,
            /// Button: show only diagnostics, and inputs that led to one.
            diagnostics: Text,
            /// Label of the search field.
            search: Text,
            /// Button that saves a report.
            save: Text,
            /// Tooltip of that button: what a report contains.
            save_hint: Text,
            /// Button that clears the recording.
            clear: Text,
            /// Button that closes the panel.
            close: Text,
            /// Empty state: nothing was recorded.
            empty: Text,
            /// Empty state: nothing matches the search.
            nothing_found: Text,
            /// The recording got too large and started again.
            again: Text,
            /// Button that shows earlier entries.
            earlier: Text,
            /// Button that shows newer entries, with their number.
            newer: Said(count: usize),
            /// The numbers of shown entries and of all entries that match the filter.
            shown: Said(count: usize, of: usize),
            /// Kind: a request.
            request: Text,
            /// Kind: an event.
            event: Text,
            /// Kind: a diagnostic.
            diagnostic: Text,
            /// Kind: an input of the core.
            input: Text,
            /// Heading of an input's changes.
            changes: Text,
            /// Heading of an input's effects.
            effects: Text,
            /// The number of effects.
            effect_count: Said(count: usize),
        },
        /// Reading a long thread.
        reading: Reading {
            /// At the top, while older messages are loaded.
            past_loading: Text,
            /// At the top, when older messages could not be loaded.
            past_failed: Text,
            /// Button that retries the load.
            past_again: Text,
            /// Button that opens the search.
            find: Text,
            /// Label of the search field.
            find_label: Text,
            /// Button to the previous match.
            find_previous: Text,
            /// Button to the next match.
            find_next: Text,
            /// The position of the current match, and the number of matches.
            find_place: Said(place: usize, of: usize),
            /// No match was found.
            find_none: Text,
            /// Button that shows the whole of a long text, with its number of lines.
            fold_lines: Said(count: usize),
            /// Button that shows the whole of a text of few, long lines, with its number of
            /// characters.
            fold_characters: Said(count: usize),
            /// Button that folds the text again.
            fold_less: Text,
            /// Button that copies the link to a message.
            link_copy: Text,
            /// The link was copied.
            link_copied: Text,
            /// In place of the message that a link names, if the message is nowhere.
            link_missing: Text,
            /// What the shortcut that goes from turn to turn does.
            shortcut_turns: Text,
            /// The name of a row of buttons, of an answer or of the conversation.
            toolbar: Text,
            /// For screen readers, behind a step of a subagent: whose it is.
            of_agent: Around(agent),
            /// What the arrow keys do in a row of buttons.
            shortcut_buttons: Text,
            /// What the arrow keys do in the list of conversations.
            shortcut_threads: Text,
            /// What the shortcut of the search does.
            shortcut_find: Text,
        },
        /// Approvals, tasks, stops and the ledger.
        control: Control {
            /// Name of an approval's group, around the tool's name.
            approval_label: Around(tool),
            /// Name of the group, and heading, of a question that is not an approval.
            question_label: Text,
            /// Button: approves.
            approve: Text,
            /// Button: opens the field for a reason, and then denies.
            deny: Text,
            /// Label of that field.
            deny_reason: Text,
            /// Button that opens the field for the arguments.
            edit_arguments: Text,
            /// Label of that field.
            arguments_json: Text,
            /// Why Approve is disabled.
            arguments_bad: Text,
            /// Why Approve is disabled: an argument is not a number, around its name.
            argument_no_number: Around(argument),
            /// Why Approve is disabled: an argument is not JSON, around its name.
            argument_no_json: Around(argument),
            /// Button: one field for all arguments.
            edit_as_json: Text,
            /// Button: a field for each argument.
            edit_as_fields: Text,
            /// Label of the field of an answer in words.
            reply_label: Text,
            /// Around the time left.
            expires_in: Around(time),
            /// In place of the time left.
            expired: Text,
            /// An answer: approved.
            answered_approved: Text,
            /// An answer: approved with other arguments.
            answered_edited: Text,
            /// An answer: denied, perhaps followed by the reason.
            answered_denied: Text,
            /// An answer in words, followed by those words.
            answered_reply: Text,
            /// No answer was given.
            answered_abandoned: Text,
            /// A line of the transcript: the person denied a tool's call, around the tool's name.
            /// The reason may follow.
            decided_denied: Around(tool),
            /// A line of the transcript: the person approved a tool's call with changed arguments,
            /// around the tool's name.
            decided_edited: Around(tool),
            /// Label of what a subagent said, beside the result of its call.
            activity_said: Text,
            /// Why a question is closed: a message was sent instead.
            closed_replaced: Text,
            /// Why a question is closed: the turn was stopped.
            closed_stopped: Text,
            /// Why a question is closed: the next prompt ran first.
            closed_overtaken: Text,
            /// Why a question is closed: it was answered elsewhere.
            closed_elsewhere: Text,
            /// Why a question is open again, followed by the backend's message.
            answer_refused: Text,
            /// Why a question is open again: nobody knows whether the backend has the answer.
            answer_unknown: Text,
            /// In place of the button that changes the arguments.
            edits_forbidden: Text,
            /// Below the field for a reason.
            reason_follows: Text,
            /// Label of the field of an answer that is a JSON value.
            reply_json: Text,
            /// In the resume editor: what happens to the open question when a message is sent.
            resume_replaces: Text,
            /// In the resume editor: what happens to the open question when the next prompt is run.
            resume_overtakes: Text,
            /// Tooltip of "Run now": what it does to the open question.
            run_now_overtakes: Text,
            /// State of an interjection that was sent while a question was open: it goes after the
            /// answer.
            said_after_answer: Text,
            /// Label of an answer in an approval's details.
            activity_answer: Text,
            /// An answer that is not sent until all questions are answered.
            answer_waits: Text,
            /// Button that changes that answer.
            answer_change: Text,
            /// Around the details that follow a text. The details have their own writing direction.
            details: Around(details),
            /// Around what a button is for, after its name: a conversation's title, or the start of
            /// a prompt. Screen readers say it, because a list has many such buttons.
            object: Around(object),
            /// Name of a task's button, around its title.
            stop_task: Around(task),
            /// Button that forces a pending stop.
            force: Text,
            /// Tooltip of that button.
            force_title: Text,
            /// After that button was pressed.
            force_asked: Text,
            /// Around the time since the stop was requested.
            stopping_for: Around(time),
            /// State of a stopping activity.
            status_stopping: Text,
            /// After a tool's name, around how long it has run.
            still_running: Around(time),
            /// Outcome of a stopped task, perhaps followed by the reason.
            task_stopped: Text,
            /// Outcome of a task that the person stopped.
            task_stopped_by_you: Text,
            /// Outcome of a task stopped with the task above it, around that task's name.
            task_stopped_with: Around(task),
            /// Outcome of a task stopped with the whole turn.
            task_stopped_turn: Text,
            /// The stop of a task was refused, followed by the reason.
            task_refused: Text,
            /// Label of the partial results of a stopped task.
            task_partial: Text,
            /// Name of a task's progress bar.
            task_progress: Text,
            /// Below the texts of a cancelled turn.
            partial_mark: Text,
            /// Button below that mark.
            continue_here: Text,
            /// The message that this button sends to the agent.
            continue_message: Text,
            /// Button that puts the turn's message into the composer.
            edit_resend: Text,
            /// What a stop affects: the main agent.
            stop_scope_main: Text,
            /// What a stop affects: the main agent and this number of running subagents.
            stop_scope_agents: Said(count: usize),
            /// After that: the number of waiting prompts.
            stop_scope_prompts: Said(count: usize),
            /// The BCP 47 tag for formatting times and file sizes.
            time_locale: Tag,
            /// Button that opens the list of a turn's interruptions, with their number.
            ledger: Said(count: usize),
            /// The same, if the person did not interrupt the turn: the connection was lost, or the agent
            /// stopped by itself.
            ledger_alone: Text,
            /// A line of the ledger: the person stopped the turn. The number of finished steps
            /// follows.
            ledger_stop_asked: Text,
            /// A line of the ledger: the person forced the stop.
            ledger_stop_forced: Text,
            /// A line of the ledger: the backend confirmed the stop.
            ledger_stop_confirmed: Text,
            /// A line of the ledger: no answer says whether the agent stopped.
            ledger_stop_unknown: Text,
            /// A line of the ledger: the turn had ended before the stop.
            ledger_stop_late: Text,
            /// A line of the ledger: the agent stopped by itself.
            ledger_stopped_itself: Text,
            /// A line of the ledger: the person stopped a task. Around the task's title.
            ledger_task_asked: Around(task),
            /// A line of the ledger: a task has stopped. Around its title, perhaps followed by the
            /// reason.
            ledger_task_stopped: Around(task),
            /// A line of the ledger: a task did not stop. Around its title, followed by the reason.
            ledger_task_refused: Around(task),
            /// A line of the ledger, around the interjection.
            ledger_interjected: Around(words),
            /// An interjection whose agent had ended: the agent above gets it. Around its words.
            ledger_fell_back: Around(words),
            /// A delivered interjection, around its words.
            ledger_delivered: Around(words),
            /// An interjection that came too late, around its words.
            ledger_queued: Around(words),
            /// An interjection whose turn was stopped first, around its words.
            ledger_undelivered: Around(words),
            /// An interjection that could not be sent to the agent, around its words.
            ledger_unreachable: Around(words),
            /// An interjection whose agent had ended; another agent got a copy of it. Around its
            /// words.
            ledger_ended: Around(words),
            /// A question of the agent, around its subject.
            ledger_asked: Around(subject),
            /// A question of the agent, around its subject, followed by the answer.
            ledger_answered: Around(subject),
            /// A line of the ledger: the connection was lost.
            ledger_lost: Text,
            /// A line of the ledger: the connection is back.
            ledger_rejoined: Text,
        },
        /// The product's name.
        app_name: Text,
        /// The skip link.
        skip_to_composer: Text,

        // Threads.
        /// Heading of the thread list.
        threads: Text,
        /// Button that begins a thread.
        new_thread: Text,
        /// Title of a thread without messages.
        untitled: Text,
        /// Button that opens the title's field.
        rename: Text,
        /// Label of the title's field.
        rename_title: Text,
        /// Button that deletes a thread.
        delete: Text,
        /// Toast with [`undo`](Self::undo): a thread was deleted.
        deleted_thread: Text,
        /// Toast with [`undo`](Self::undo): a prompt was removed.
        deleted_prompt: Text,
        /// Toast with [`undo`](Self::undo), and announced: an editor was closed without saving.
        discarded_edit: Text,
        /// Button of a toast.
        undo: Text,
        /// Button of a dialog or notice.
        close: Text,
        /// Button that opens the drawer.
        open_threads: Text,
        /// Button that closes the drawer.
        close_threads: Text,
        /// State of a thread in the list: the agent works.
        thread_running: Text,
        /// State of a thread in the list: the queue is paused.
        thread_paused: Text,
        /// State of a thread in the list: the agent waits for an answer.
        thread_waiting: Text,
        /// Button that keeps an edit.
        save: Text,
        /// Button that drops an edit.
        cancel_edit: Text,

        /// Button and title of the dialog of settings.
        settings: Text,
        /// Label of the choice of theme.
        theme: Text,
        /// Theme: the system's.
        theme_auto: Text,
        /// Theme: light.
        theme_light: Text,
        /// Theme: dark.
        theme_dark: Text,
        /// Label of the choice of language.
        language: Text,
        /// Language: the browser's.
        language_auto: Text,
        /// Label of the agent's URL.
        agent_url: Text,
        /// Help below the field.
        agent_url_help: Text,
        /// Label of a check box.
        expand_steps: Text,
        /// Label: what Enter does while the agent works.
        on_enter: Text,
        /// Enter queues the message.
        on_enter_queue: Text,
        /// Enter interjects the message.
        on_enter_interject: Text,
        /// Enter stops the turn and sends the message.
        on_enter_replace: Text,
        /// Label of a check box: the system notifies of turns that end unseen.
        notify: Text,

        // The transcript.
        /// Name of the log.
        transcript_label: Text,
        /// Before a message of the person, for screen readers.
        message_you: Text,
        /// Before a message of the agent, for screen readers.
        message_agent: Text,
        /// Heading of an empty thread.
        empty_title: Text,
        /// Help in an empty thread.
        empty_body: Text,
        /// Button that begins the guided tour.
        empty_tour: Text,
        /// Button that jumps to the end of the transcript.
        jump_latest: Text,
        /// The same, with the number of new messages.
        jump_new: Said(count: usize),

        // The composer.
        /// Label of the field.
        composer_label: Text,
        /// Placeholder while nothing runs.
        composer_placeholder: Text,
        /// Placeholder while a message would join the queue of a running turn.
        composer_placeholder_queue: Text,
        /// Placeholder while the queue is paused.
        composer_placeholder_paused: Text,
        /// Button that starts a turn.
        send: Text,
        /// Button that queues.
        queue_button: Text,
        /// Button that stops the turn and sends the message instead.
        replace: Text,
        /// Tooltip of that button.
        replace_title: Text,
        /// Name of the button that lists the other ways to send, in little room.
        more_ways: Text,
        /// Button that stops the turn.
        stop: Text,
        /// Hint: what queueing will do, with the number of prompts ahead.
        hint_queue: Said(ahead: usize),
        /// The same hint while the queue is paused.
        hint_queue_paused: Text,

        // The running card.
        /// Opens the editor; nothing is stopped yet.
        cancel: Text,
        /// Tooltip of [`cancel`](Self::cancel).
        cancel_title: Text,
        /// Opens the editor of a paused queue.
        resume: Text,
        /// Closes the editor, and lets the run go on.
        keep_running: Text,
        /// Dismisses while cancelling: stops the run.
        dismiss_cancel: Text,
        /// Tooltip of [`dismiss_cancel`](Self::dismiss_cancel).
        dismiss_cancel_title: Text,
        /// Dismisses after the run ended by itself.
        dismiss_over: Text,
        /// Dismisses while resuming.
        dismiss_resume: Text,
        /// Label while cancelling.
        editor_label_cancel: Text,
        /// Label after the run ended by itself.
        editor_label_over: Text,
        /// Label while resuming.
        editor_label_resume: Text,
        /// Placeholder while cancelling.
        editor_placeholder_cancel: Text,
        /// Placeholder while resuming.
        editor_placeholder_resume: Text,
        /// Cancels the run and sends.
        submit_cancel: Text,
        /// Sends after the run ended by itself.
        submit_over: Text,
        /// Sends, and then the queue continues.
        submit_resume: Text,
        /// Starts the first prompt: in the card's editor, and at the queue.
        submit_resume_blank: Text,
        /// Hint below the editor while cancelling: what Escape does.
        cancel_hint: Text,
        /// The same on a touch screen, which has no Escape key.
        cancel_hint_touch: Text,
        /// Why the queue is paused: the person edits the next prompt.
        reason_editing: Text,
        /// Why the queue is paused: the turn finished while the person was writing.
        reason_finished: Text,
        /// Why the queue is paused: the person asked for a pause after the turn.
        reason_asked: Text,
        /// The timer for screen readers, with a duration.
        timer_label: Said(time: &str),
        /// Hours in a duration.
        hours: Said(count: u64),
        /// Minutes in a duration.
        minutes: Said(count: u64),
        /// Seconds in a duration.
        seconds: Said(count: u64),

        // The queue.
        /// Heading of a paused queue, with the number of waiting prompts.
        paused_title: Said(count: usize),
        /// Heading of the queue, with the number of its prompts.
        queue_title: Said(count: usize),
        /// Name of the list.
        queue_label: Text,
        /// Button that pauses the queue when the running turn ends.
        queue_pause: Text,
        /// Button that opens the card's editor for a message before the queue goes on.
        queue_add_first: Text,
        /// Button that edits a prompt.
        prompt_edit: Text,
        /// Button that removes a prompt.
        prompt_delete: Text,
        /// Button that moves a prompt up.
        prompt_up: Text,
        /// Button that moves a prompt down.
        prompt_down: Text,
        /// Tooltip of the handle.
        prompt_drag: Text,
        /// Button that runs a prompt now.
        prompt_run_now: Text,
        /// Tooltip of [`prompt_run_now`](Self::prompt_run_now).
        prompt_run_now_title: Text,
        /// Label of the field while editing.
        prompt_edit_label: Text,
        /// Mark on a prompt being edited.
        prompt_held: Text,

        // Activities and outcomes.
        /// Summary of a completed turn.
        steps: Said(count: usize),
        /// Summary of a cancelled turn, with the number of finished steps.
        cancelled_after: Said(count: usize),
        /// Summary of a failed turn.
        failed_after: Said(count: usize),
        /// Summary of an interrupted turn.
        interrupted_after: Said(count: usize),
        /// Opens the activities.
        show_steps: Text,
        /// Before the name of what is at work, in the accessible name of the button that opens the
        /// steps.
        steps_of: Text,
        /// Closes the activities.
        hide_steps: Text,
        /// Before the first event of a run.
        activity_waiting: Text,
        /// While a request is repeated.
        activity_retrying: Text,
        /// The agent is already at work in the thread; the message is sent again after a while.
        activity_busy: Text,
        /// While a lost stream is being rejoined.
        activity_rejoining: Text,
        /// While the backend is still busy with a stopped turn.
        activity_blocked: Text,
        /// While text arrives.
        activity_writing: Text,
        /// Title of reasoning in progress.
        activity_thinking: Text,
        /// Title of finished reasoning.
        activity_thought: Text,
        /// Label of a tool call's arguments.
        activity_arguments: Text,
        /// Label of a tool call's result.
        activity_result: Text,
        /// Title of an approval.
        activity_approval: Text,
        /// Label of an error.
        activity_error: Text,
        /// Status of an activity for screen readers: running.
        status_running: Text,
        /// Status of an activity for screen readers: done.
        status_done: Text,
        /// Status of an activity for screen readers: failed.
        status_failed: Text,
        /// Status of an activity for screen readers: cancelled.
        status_cancelled: Text,
        /// Status of an activity for screen readers: interrupted.
        status_interrupted: Text,
        /// Status of an activity for screen readers: waiting.
        status_waiting: Text,
        /// The stop was not confirmed.
        stop_unknown: Text,
        /// Outcome: the agent reported an error.
        failed_agent: Text,
        /// Outcome, with the HTTP status.
        failed_refused: Said(status: u16),
        /// Outcome: the agent could not be reached.
        failed_unreachable: Text,
        /// Outcome: the response is not a stream.
        failed_not_stream: Text,
        /// Outcome: no terminal event.
        interrupted_truncated: Text,
        /// Outcome: the network failed.
        interrupted_network: Text,
        /// Outcome: unreadable events.
        interrupted_malformed: Text,
        /// Outcome: the page was closed or reloaded, or the element was taken off.
        interrupted_reload: Text,
        /// Button of an outcome.
        try_again: Text,
        /// In place of a part that could not be fetched, with [`try_again`](Self::try_again).
        part_failed: Text,

        // Announcements, for screen readers only.
        /// A turn began.
        announce_started: Text,
        /// A turn completed.
        announce_finished: Text,
        /// A turn ended under the open editor.
        announce_finished_editing: Text,
        /// A turn was cancelled, with the number of finished steps.
        announce_cancelled: Said(count: usize),
        /// A turn failed.
        announce_failed: Text,
        /// A stream was lost.
        announce_interrupted: Text,
        /// The agent has said nothing for a while.
        announce_quiet: Text,
        /// An approval is open.
        announce_waiting: Text,
        /// A prompt was queued, with the number of prompts ahead.
        announce_queued: Said(ahead: usize),
        /// The queue was paused, with the number of waiting prompts.
        announce_paused: Said(count: usize),
        /// A prompt was moved: its place from 1, and the number of prompts.
        announce_moved: Said(place: usize, of: usize),
        /// A prompt was removed.
        announce_removed: Text,
        /// Something removed was restored.
        announce_restored: Text,

        // Notices.
        /// Storage is not available.
        notice_storage: Text,
        /// Stored data was unreadable.
        notice_corrupt: Text,
        /// A deleted thread may still be kept by its backend.
        notice_not_deleted: Text,
        /// The program crashed.
        notice_crash: Text,
        /// Button that reloads the page.
        reload: Text,
        /// The program could not be loaded, with [`try_again`](Self::try_again).
        load_failed: Text,
    }
}

impl Control {
    /// What a stop affects: the number of running subagents and of waiting prompts.
    pub fn stop_scope(&self, agents: usize, prompts: usize) -> String {
        let stops = match agents {
            0 => self.stop_scope_main.to_owned(),
            _ => self.stop_scope_agents(agents),
        };
        match prompts {
            0 => stops,
            _ => format!("{stops} {}", self.stop_scope_prompts(prompts)),
        }
    }
}

impl Ends {
    /// Why the answer of a turn that ended well is not whole.
    pub fn cut_off_by(&self, limit: Limit) -> &'static str {
        match limit {
            Limit::Length => self.limited_length,
            Limit::ContentFilter => self.limited_filter,
            Limit::Other => self.limited,
        }
    }
}
