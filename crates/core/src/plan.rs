//! A plan of the agent: its steps, and how far each is.
//!
//! The core keeps a plan as the text of its activity. `midturn-protocol` reads the text.

/// A plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The agent's title for it, if there is one.
    pub title: Option<String>,
    /// The steps in the agent's order; at least one.
    pub steps: Vec<PlanStep>,
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// What the agent does in it; never blank.
    pub text: String,
    /// How far it is.
    pub status: StepStatus,
}

/// How far a step of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepStatus {
    /// Not begun.
    Pending,
    /// The agent works on it.
    Running,
    /// Finished.
    Done,
    /// Tried without success.
    Failed,
    /// Left out.
    Skipped,
}

impl Plan {
    /// The number of steps that are done.
    pub fn done(&self) -> usize {
        let done = |step: &&PlanStep| step.status == StepStatus::Done;
        self.steps.iter().filter(done).count()
    }
}
