//! Whom an input concerns, and who caused it. Sharing decides by it which page applies an input.

use super::Input;

/// Whom an input concerns, and who caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Only this page: its composer, and the past that it has asked for.
    Page,
    /// The conversation; caused by the person or the embedder.
    Act,
    /// The conversation; caused by the backend, a timer or the browser.
    World,
}

impl Scope {
    /// Every input is listed, so that a new one is not taken for an act by mistake: an act goes to
    /// the page that drives the thread, with the composer of that page.
    fn of(input: &Input) -> Self {
        match input {
            Input::ComposerChanged { .. }
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
            | Input::Queue(_)
            | Input::TryAgain { .. }
            | Input::StateGiven { .. } => Self::Act,
            Input::Run { .. }
            | Input::CancelAnswered { .. }
            | Input::InterjectionAnswered { .. }
            | Input::TaskStopAnswered { .. }
            | Input::ToolAnswered { .. }
            | Input::ToolsOffered(_)
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

    /// Whether the person or the embedder caused this input; else the backend or a timer did.
    pub fn is_act(&self) -> bool {
        Scope::of(self) != Scope::World
    }
}
