//! Which steps of a plan are shown.

use std::ops::Range;

use leptos::prelude::*;
use midturn_core::plan::{Plan, PlanStep, StepStatus};

/// A plan of more steps than this is folded.
const LONG: usize = 8;

/// How many steps a folded plan shows.
const FOLDED: usize = 6;

/// How many steps are shown before the current one while the plan is folded.
const BEFORE: usize = 2;

/// How many steps an open plan shows at first, and how many each further press adds.
pub(super) const PAGE: usize = 200;

/// Looks at the steps; there are none while the plan is missing.
pub(super) fn with<R>(plan: Memo<Option<Plan>>, look: impl FnOnce(&[PlanStep]) -> R) -> R {
    plan.with(|plan| look(plan.as_ref().map_or(&[], |plan| &plan.steps)))
}

/// Whether a plan of this many steps is folded at first.
pub(super) fn is_long(steps: usize) -> bool {
    steps > LONG
}

/// The indices of the steps that are shown. `pages`: how much the person has opened, 0 for a folded
/// plan. A folded plan shows the steps around the current one.
pub(super) fn shown(steps: &[PlanStep], pages: usize) -> Range<usize> {
    let all = steps.len();
    if !is_long(all) {
        return 0..all;
    }
    if pages > 0 {
        return 0..all.min(pages.saturating_mul(PAGE));
    }
    let first = current(steps).saturating_sub(BEFORE).min(all - FOLDED);
    first..first + FOLDED
}

/// The indices of a page of steps, with the current one.
pub(super) fn around(steps: &[PlanStep]) -> Range<usize> {
    let all = steps.len();
    let first = current(steps)
        .saturating_sub(PAGE / 2)
        .min(all.saturating_sub(PAGE));
    first..all.min(first + PAGE)
}

/// The index of the step that the agent works on, else of the next one; of a finished plan that after
/// the last.
pub(super) fn current(steps: &[PlanStep]) -> usize {
    let first = |wanted| steps.iter().position(|step| step.status == wanted);
    first(StepStatus::Running)
        .or_else(|| first(StepStatus::Pending))
        .unwrap_or(steps.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps by one letter each.
    fn steps(letters: &str) -> Vec<PlanStep> {
        let step = |letter| PlanStep {
            text: "step".to_owned(),
            status: match letter {
                'r' => StepStatus::Running,
                'x' => StepStatus::Done,
                _ => StepStatus::Pending,
            },
        };
        letters.chars().map(step).collect()
    }

    #[test]
    fn a_short_plan_is_shown_whole() {
        assert_eq!(shown(&[], 0), 0..0);
        assert_eq!(shown(&steps("xxxxr..."), 0), 0..8);
    }

    #[test]
    fn a_folded_plan_shows_the_steps_around_the_current_one() {
        assert_eq!(shown(&steps("r........"), 0), 0..6);
        assert_eq!(shown(&steps("xxxxr......."), 0), 2..8);
        assert_eq!(shown(&steps("xxxx........"), 0), 2..8);
        assert_eq!(shown(&steps("xxxxxxxxxxr."), 0), 6..12);
        assert_eq!(shown(&steps("xxxxxxxxxxxx"), 0), 6..12);
    }

    #[test]
    fn a_page_of_steps_has_the_current_one() {
        assert_eq!(around(&[]), 0..0);
        assert_eq!(around(&steps("xr.")), 0..3);
        let long = |done: usize| steps(&["x".repeat(done), ".".repeat(450 - done)].concat());
        assert_eq!(around(&long(20)), 0..200);
        assert_eq!(around(&long(220)), 120..320);
        assert_eq!(around(&long(449)), 250..450);
        assert_eq!(around(&long(450)), 250..450);
    }

    #[test]
    fn an_open_plan_shows_a_page_of_steps_for_each_press() {
        let all = steps(&".".repeat(450));
        assert_eq!(shown(&steps(".........."), 1), 0..10);
        assert_eq!(shown(&all, 1), 0..200);
        assert_eq!(shown(&all, 2), 0..400);
        assert_eq!(shown(&all, 3), 0..450);
    }
}
