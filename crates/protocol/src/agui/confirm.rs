//! Tool calls that only ask for an approval. Microsoft's agent framework sends them for clients
//! without interrupts. This client gets the call and the interrupt, and shows only the interrupt.

use midturn_core::id::ActivityId;
use midturn_core::run_event::{FinishOutcome, Interrupt, RunEvent, SnapshotMessage};

/// The name of the tool in such calls.
const TOOL: &str = "confirm_changes";

/// Calls of that tool, held back until the end of the run: only the end shows whether the backend
/// also sends an interrupt.
#[derive(Debug, Default)]
pub(crate) struct Confirmations {
    held: Vec<ConfirmingCall>,
}

/// A call that asks for an approval, and its events so far.
#[derive(Debug)]
struct ConfirmingCall {
    call: ActivityId,
    arguments: String,
    events: Vec<RunEvent>,
}

impl Confirmations {
    /// Whether an event must go through [`pass`](Self::pass). Other events need no change.
    pub(crate) fn concern(&self, event: &RunEvent) -> bool {
        let begins = matches!(event, RunEvent::ToolStart { name, .. } if name == TOOL);
        begins || !self.held.is_empty()
    }

    /// The events for the core in place of this event, in order.
    pub(crate) fn pass(&mut self, mut event: RunEvent) -> Vec<RunEvent> {
        let mut released = match &mut event {
            RunEvent::ToolStart { call, name, .. } if name == TOOL => {
                self.held.push(ConfirmingCall {
                    call: call.clone(),
                    arguments: String::new(),
                    events: vec![event],
                });
                return Vec::new();
            }
            RunEvent::ToolArgs { call, .. } | RunEvent::ToolEnd { call } => {
                if let Some(held) = self.held.iter_mut().find(|held| held.call == *call) {
                    if let RunEvent::ToolArgs { delta, .. } = &event {
                        held.arguments.push_str(delta);
                    }
                    held.events.push(event);
                    return Vec::new();
                }
                Vec::new()
            }
            RunEvent::Snapshot(messages) => {
                for message in messages {
                    if let SnapshotMessage::Assistant { calls, .. } = message {
                        calls.retain(|call| !self.held.iter().any(|held| held.call == call.id));
                    }
                }
                Vec::new()
            }
            RunEvent::Finished(FinishOutcome::Interrupt(asked)) => {
                self.held.retain(|held| !held.stands_for(asked));
                self.release(|_| true)
            }
            RunEvent::Finished(_) | RunEvent::Failed(_) | RunEvent::Lost(_) => {
                self.release(|_| true)
            }
            // A result proves that the call is of a real tool.
            RunEvent::ToolResult { call, .. } => self.release(|held| held.call == *call),
            _ => Vec::new(),
        };
        released.push(event);
        released
    }

    fn release(&mut self, which: impl Fn(&ConfirmingCall) -> bool) -> Vec<RunEvent> {
        let mut released = Vec::new();
        self.held.retain_mut(|held| {
            let goes = which(held);
            if goes {
                released.append(&mut held.events);
            }
            !goes
        });
        released
    }
}

impl ConfirmingCall {
    /// Whether the arguments name a call that an interrupt asks about.
    fn stands_for(&self, asked: &[Interrupt]) -> bool {
        let mut about = asked.iter().filter_map(|asked| asked.call.as_ref());
        about.any(|call| self.arguments.contains(&format!("\"{}\"", call.as_str())))
    }
}
