//! Who draws an activity: the embedder's renderer, or Midturn.

use midturn_core::transcript::ActivityKind;

use super::answer::{Answers, Given};

/// Who draws an activity.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum By {
    Embedder,
    /// As a plan, if it is one.
    Midturn,
}

/// Who draws the activities of a stretch, by their places. The list is made anew with each activity, and asking
/// for a renderer reads members of the page's object.
#[derive(Default)]
pub(super) struct Known {
    /// How often the renderers had changed.
    rendering: usize,
    /// The collection of renderers, the name in it, and who draws.
    all: Vec<(&'static str, String, Option<By>)>,
}

impl Known {
    /// Forgets everything if the renderers have changed since.
    pub(super) fn begin(&mut self, rendering: usize) {
        if self.rendering != rendering {
            self.rendering = rendering;
            self.all.clear();
        }
    }

    /// Who draws the activity at this place. To be called for one place after the other.
    pub(super) fn by(
        &mut self,
        place: usize,
        answers: &Answers,
        held: &ActivityKind,
    ) -> Option<By> {
        let (of, name) = kind(held).unwrap_or_default();
        if let Some(known) = self.all.get(place)
            && known.0 == of
            && known.1 == name
        {
            return known.2;
        }
        let by = by(answers, held);
        self.all.truncate(place);
        self.all.push((of, name.to_owned(), by));
        by
    }
}

/// Who draws activities of this kind: the embedder's renderer, else Midturn. With `null` for the
/// activity's type or for `plan`, an embedder switches off Midturn's drawing.
fn by(answers: &Answers, held: &ActivityKind) -> Option<By> {
    let (of, name) = kind(held)?;
    match answers.renderer(of, name) {
        Given::Renderer(_) => Some(By::Embedder),
        Given::Off => None,
        Given::Nothing => {
            let off = answers.renderer(of, "plan") == Given::Off;
            (matches!(held, ActivityKind::Note { .. }) && !off).then_some(By::Midturn)
        }
    }
}

/// Whether Midturn draws an activity of this kind, if it is a plan.
pub(super) fn is_drawn_here(answers: &Answers, held: &ActivityKind) -> bool {
    by(answers, held) == Some(By::Midturn)
}

/// The collection of renderers for a kind of activity, and the name in it.
pub(super) fn kind(kind: &ActivityKind) -> Option<(&'static str, &str)> {
    match kind {
        ActivityKind::Tool { name, .. } => Some(("tools", name)),
        ActivityKind::Note { title, .. } => Some(("activities", title)),
        ActivityKind::Reasoning { .. }
        | ActivityKind::Subagent { .. }
        | ActivityKind::Step { .. }
        | ActivityKind::Approval { .. }
        | ActivityKind::Interjection(_) => None,
    }
}
