//! Timers of an agent: retries, reports of what still runs, and the end of a grace period.
//!
//! The run's time limit is in `tree.rs`.

use super::super::io::Millis;
use super::super::state::{Running, State, Stopping};
use super::Agent;
use crate::agui::StillRunning;

/// Milliseconds between two reports of what still runs.
pub(in super::super) const REPORT_EVERY: Millis = 1_000;

impl Agent {
    /// When the agent next needs [`super::Input::Tick`].
    pub(in super::super) fn wake_at(&self) -> Option<Millis> {
        let own = self.interrupt.as_ref().and_then(|i| i.stopping.as_ref());
        let tools = self
            .running()
            .filter_map(|(_, tool)| tool.stopping.as_ref());
        let stops = own.into_iter().chain(tools);
        stops
            .map(|stopping| stopping.force_at.min(stopping.report_at))
            .chain(self.retry_at())
            .min()
    }

    fn running(&self) -> impl Iterator<Item = (&String, &Running)> {
        let batch = match &self.state {
            State::ExecutingTools(batch) => Some(&batch.running),
            State::Idle | State::StreamingResponse(_) | State::WaitingForApproval(_) => None,
        };
        batch.into_iter().flatten()
    }

    pub(super) fn on_tick(&mut self) {
        let now = self.out.now;
        if self.own_stopping().is_some_and(|own| now >= own.force_at) {
            return self.stop_everything();
        }
        if self.own_stopping().is_some_and(|own| now >= own.report_at) {
            self.report_stopping();
        }
        self.tick_tools(now);
        if self.retry_at().is_some_and(|at| now >= at) {
            self.ask_again();
        }
    }

    fn own_stopping(&mut self) -> Option<&mut Stopping> {
        self.interrupt
            .as_mut()
            .and_then(|interrupt| interrupt.stopping.as_mut())
    }

    fn tick_tools(&mut self, now: Millis) {
        let due = |force: bool, agent: &Self| -> Vec<String> {
            let stopping = agent.running().filter_map(|(id, tool)| {
                let stopping = tool.stopping.as_ref()?;
                let at = if force {
                    stopping.force_at
                } else {
                    stopping.report_at
                };
                (now >= at).then(|| id.clone())
            });
            stopping.collect()
        };
        for call_id in due(true, self) {
            self.stop_tool(&call_id);
        }
        for call_id in due(false, self) {
            self.report_tool(&call_id);
        }
    }

    /// Reports the tools that the agent waits for before it stops.
    pub(in super::super) fn report_stopping(&mut self) {
        let now = self.out.now;
        let at_work = self.running().filter(|(_, tool)| !tool.waits);
        let running = at_work.map(|(id, tool)| view(id, tool, now)).collect();
        if let Some(own) = self.own_stopping() {
            own.report_at = now + REPORT_EVERY;
            let element = own.element.clone();
            self.out.cancelling(&element, running);
        }
    }

    pub(super) fn report_tool(&mut self, call_id: &str) {
        let now = self.out.now;
        let State::ExecutingTools(batch) = &mut self.state else {
            return;
        };
        let Some(tool) = batch.running.get_mut(call_id) else {
            return;
        };
        let seen = view(call_id, tool, now);
        if let Some(stopping) = &mut tool.stopping {
            stopping.report_at = now + REPORT_EVERY;
            let element = stopping.element.clone();
            self.out.cancelling(&element, vec![seen]);
        }
    }
}

fn view(id: &str, tool: &Running, now: Millis) -> StillRunning {
    StillRunning {
        element_id: id.to_owned(),
        label: tool.name.clone(),
        since: tool.since,
        elapsed_ms: now.saturating_sub(tool.since),
    }
}
