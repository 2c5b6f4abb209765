//! What is true of an input in every conversation: whom it concerns, the text it carries, and the
//! message it creates.
//!
//! One table says it for all inputs, without a default, so that the compiler asks for each new one.

use super::{EditInput, Input, InterjectionInput, QueueInput};
use crate::id::MessageId;

/// What is true of an input in every conversation.
struct About<'a> {
    scope: Scope,
    words: Words,
    /// The id of the message that the input creates.
    message: Option<&'a MessageId>,
}

/// Whom an input concerns, and who caused it. This decides which of the pages that share a thread
/// applies the input. Acts are sent to the page that drives the thread, which has another composer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Only this page's composer.
    Composer,
    /// Only the past that this page has asked for.
    Past,
    /// The conversation; caused by the person or the embedder.
    Act,
    /// The conversation; caused by the backend, a client tool, a timer or the browser. The
    /// offer of tools is also here, because the embedder of each page makes its own.
    World,
}

/// The person's text that an input is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// None.
    None,
    /// The composer's content: the input uses it.
    Taken,
    /// A text in the input, perhaps its only copy.
    Carried,
    /// A key stroke in this page's composer.
    Composing,
    /// A key stroke in the draft of an answer.
    Drafting,
    /// A key stroke in an editor that all pages share.
    Editing,
}

const fn plain(scope: Scope) -> About<'static> {
    About {
        scope,
        words: Words::None,
        message: None,
    }
}

const COMPOSER: About<'static> = plain(Scope::Composer);
const PAST: About<'static> = plain(Scope::Past);
const ACT: About<'static> = plain(Scope::Act);
const WORLD: About<'static> = plain(Scope::World);

impl<'a> About<'a> {
    /// The table.
    fn of(input: &'a Input) -> Self {
        let act = |words| About { words, ..ACT };
        let speaks = |id, words| About {
            message: Some(id),
            ..act(words)
        };
        match input {
            Input::ComposerChanged { .. } => About {
                words: Words::Composing,
                ..COMPOSER
            },
            Input::Recall(_) | Input::Attachment(_) | Input::Kept { .. } => COMPOSER,
            Input::PastWanted
            | Input::PastLoaded { .. }
            | Input::PastFailed { .. }
            | Input::PastGone => PAST,
            Input::Submit { id }
            | Input::Replace { id, .. }
            | Input::Interject { id, .. }
            | Input::InterjectAfter { id, .. } => speaks(id, Words::Taken),
            Input::Say { id, .. } | Input::SendAgain { id, .. } => speaks(id, Words::Carried),
            Input::EditorSubmit { id } | Input::TryAgain { id, .. } => speaks(id, Words::None),
            // Whether there are words in it, the input says itself: see `has_words` and `is_edit`.
            Input::By { input, .. } => About {
                message: input.message(),
                ..ACT
            },
            Input::Answer { .. }
            | Input::Interjection(InterjectionInput::Revise { .. })
            | Input::Queue(QueueInput::Rewrite { .. }) => act(Words::Carried),
            Input::AnswerDraft { .. } => act(Words::Drafting),
            Input::EditorChanged { .. }
            | Input::Queue(QueueInput::EditChanged(_))
            | Input::Edit(EditInput::Changed { .. }) => act(Words::Editing),
            Input::Stop { .. }
            | Input::TargetChosen { .. }
            | Input::Interjection(
                InterjectionInput::TakeBack(_) | InterjectionInput::QueueInstead(_),
            )
            | Input::Always(_)
            | Input::StopTask { .. }
            | Input::Force { .. }
            | Input::EditAgain { .. }
            | Input::CancelClicked { .. }
            | Input::ResumeClicked
            | Input::EditorDismiss
            | Input::KeepRunning
            | Input::Edit(
                EditInput::Begin(_)
                | EditInput::Abandoned(_)
                | EditInput::Restore(_)
                | EditInput::Forget,
            )
            | Input::Unsent(_)
            | Input::Queue(
                QueueInput::Edit(_)
                | QueueInput::EditLast
                | QueueInput::EditDone
                | QueueInput::EditAbandoned
                | QueueInput::Move { .. }
                | QueueInput::Remove(_)
                | QueueInput::Restore
                | QueueInput::Hold { .. }
                | QueueInput::RunNow(_)
                | QueueInput::PauseAfterTurn(_)
                | QueueInput::RunNext,
            )
            | Input::Rate { .. }
            | Input::StateGiven { .. } => ACT,
            Input::Run { .. }
            | Input::CancelAnswered { .. }
            | Input::InterjectionAnswered { .. }
            | Input::TaskStopAnswered { .. }
            | Input::ToolAnswered { .. }
            | Input::ToolsOffered(_)
            | Input::FileRead { .. }
            | Input::RetryDue { .. }
            | Input::Online
            | Input::Restored => WORLD,
        }
    }
}

impl Input {
    /// Whether this input concerns only this page: its composer, and the past it has asked for.
    pub fn is_own(&self) -> bool {
        matches!(About::of(self).scope, Scope::Composer | Scope::Past)
    }

    /// Whether this input concerns only the past that this page has asked for, which is not stored.
    pub fn is_of_past(&self) -> bool {
        About::of(self).scope == Scope::Past
    }

    /// Whether this input is an act of the person or the embedder. Also true for inputs that
    /// concern only this page.
    pub fn is_act(&self) -> bool {
        About::of(self).scope != Scope::World
    }

    /// The id of the message that this input creates, if any.
    pub fn message(&self) -> Option<&MessageId> {
        About::of(self).message
    }

    /// Whether this input uses the composer's content.
    pub fn takes_composer(&self) -> bool {
        About::of(self).words == Words::Taken
    }

    /// Whether this input is a key stroke of this page: there may be hundreds, which need not be
    /// written one by one.
    pub fn is_typing(&self) -> bool {
        let words = About::of(self).words;
        matches!(words, Words::Composing | Words::Drafting | Words::Editing)
    }

    /// Whether this input is text typed in an editor that all pages share.
    pub fn is_edit(&self) -> bool {
        match self {
            Self::By { input, .. } => input.is_edit(),
            input => About::of(input).words == Words::Editing,
        }
    }

    /// Whether this input may carry the only copy of a text.
    pub fn has_words(&self) -> bool {
        match self {
            Self::By { said, input } => !said.is_blank() || input.has_words(),
            input => {
                let words = About::of(input).words;
                matches!(words, Words::Carried | Words::Drafting | Words::Editing)
            }
        }
    }
}
