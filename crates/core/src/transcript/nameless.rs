//! Results without their calls: each is a step without a name, which is not part of the history.

use super::{Activity, ActivityKind, Turn};
use crate::effect::Diagnostic;
use crate::id::ActivityId;
use crate::step::Step;
use crate::time::Millis;

impl Turn {
    /// Adds a step for a result whose call never came.
    pub(super) fn add_nameless(&mut self, call: ActivityId, at: Millis, step: &mut Step) {
        step.diagnose(Diagnostic::Unknown(call.to_string()));
        let kind = ActivityKind::Tool {
            name: String::new(),
            arguments: String::new(),
            result: None,
            encrypted: None,
        };
        self.add(Activity::running(call, kind, at), step);
    }

    /// Gives a step without a name the name of its call. Returns whether it is one.
    pub(super) fn names_step(&mut self, call: &ActivityId, given: &str, step: &mut Step) -> bool {
        let nameless = |(name, _): (&str, &str)| name.is_empty() && !given.is_empty();
        if !self.tool_call(call).is_some_and(nameless) {
            return false;
        }
        if let Some(Activity {
            kind: ActivityKind::Tool { name, .. },
            ..
        }) = self.change(call, step)
        {
            given.clone_into(name);
        }
        true
    }

    /// Whether a call of this turn has this result.
    pub(crate) fn has_result(&self, call: &ActivityId, content: &str) -> bool {
        let call = self.activity(call).map(|held| &held.kind);
        matches!(call, Some(ActivityKind::Tool { result: Some(held), .. }) if held.content == content)
    }
}
