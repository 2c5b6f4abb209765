//! Whom an input concerns, and who caused it. This decides which of the pages that share a thread
//! applies the input.

use super::Input;

/// Whom an input concerns, and who caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Only this page: its composer, and the past that it has asked for.
    Page,
    /// The conversation; caused by the person or the embedder.
    Act,
    /// The conversation; caused by the backend, a client tool, a timer or the browser. The
    /// offer of tools is also here, because the embedder of each page makes its own.
    World,
}

impl Scope {
    /// Lists every input, so that a new one is not taken for an act by mistake: acts are sent to
    /// the page that drives the thread, which has another composer.
    fn of(input: &Input) -> Self {
        match input {
            Input::ComposerChanged { .. }
            | Input::Recall(_)
            | Input::Attachment(_)
            | Input::Kept { .. }
            | Input::PastWanted
            | Input::PastLoaded { .. }
            | Input::PastFailed { .. }
            | Input::PastGone => Self::Page,
            Input::Submit { .. }
            | Input::Stop { .. }
            | Input::Replace { .. }
            | Input::Interject { .. }
            | Input::InterjectAfter { .. }
            | Input::TargetChosen { .. }
            | Input::Interjection(_)
            | Input::Answer { .. }
            | Input::AnswerDraft { .. }
            | Input::Always(_)
            | Input::StopTask { .. }
            | Input::Force { .. }
            | Input::EditAgain { .. }
            | Input::Say { .. }
            | Input::By { .. }
            | Input::CancelClicked { .. }
            | Input::ResumeClicked
            | Input::EditorChanged { .. }
            | Input::EditorSubmit { .. }
            | Input::EditorDismiss
            | Input::KeepRunning
            | Input::Edit(_)
            | Input::Unsent(_)
            | Input::Queue(_)
            | Input::TryAgain { .. }
            | Input::SendAgain { .. }
            | Input::Rate { .. }
            | Input::StateGiven { .. } => Self::Act,
            Input::Run { .. }
            | Input::CancelAnswered { .. }
            | Input::InterjectionAnswered { .. }
            | Input::TaskStopAnswered { .. }
            | Input::ToolAnswered { .. }
            | Input::ToolsOffered(_)
            | Input::FileRead { .. }
            | Input::RetryDue { .. }
            | Input::Online
            | Input::Restored => Self::World,
        }
    }
}

impl Input {
    /// Whether this input concerns only this page: its composer, and the past it has asked for.
    pub fn is_own(&self) -> bool {
        Scope::of(self) == Scope::Page
    }

    /// Whether this input is an act of the person or the embedder. Also true for inputs that
    /// concern only this page.
    pub fn is_act(&self) -> bool {
        Scope::of(self) != Scope::World
    }
}
