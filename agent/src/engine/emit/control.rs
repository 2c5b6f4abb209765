//! The events of Midturn's control extension, as `CUSTOM` events.

use serde_json::{Value, json};

use super::super::request::{Routed, UNDELIVERED};
use super::super::restore::EDITED;
use super::super::state::Stopping;
use super::{Emitter, EventKind};
use crate::conversation::{Interjection, ToolCall};

impl Emitter {
    pub(in super::super) fn custom(&mut self, name: &str, value: Value) {
        self.emit(EventKind::Custom {
            name: name.to_owned(),
            value,
        });
    }

    pub(in super::super) fn cancellable(&mut self, element: &str, label: &str) {
        let value = json!({"elementId": element, "label": label});
        self.custom("task.cancellable", value);
    }

    pub(in super::super) fn progress(&mut self, call_id: &str, fraction: f64, message: &str) {
        let value = json!({
            "elementId": call_id,
            "progress": fraction.clamp(0.0, 1.0),
            "message": message,
        });
        self.custom("task.progress", value);
    }

    /// `running` are the tools that still run, each with its elapsed time.
    pub(in super::super) fn cancelling(&mut self, element: &str, running: &[Value]) {
        let names: Vec<String> = running
            .iter()
            .filter_map(|tool| {
                let seconds = tool["elapsedMs"].as_u64()? / 1000;
                Some(format!(
                    "{} still running, {seconds} s",
                    tool["label"].as_str()?
                ))
            })
            .collect();
        let message = if names.is_empty() {
            "Stopping".to_owned()
        } else {
            format!("Stopping: {}", names.join("; "))
        };
        let value = json!({"elementId": element, "message": message, "running": running});
        self.custom("task.cancelling", value);
    }

    pub(in super::super) fn cancelled(
        &mut self,
        stopping: &Stopping,
        partial_result: Option<&str>,
        last_error: Option<&str>,
    ) {
        let mut value = json!({"elementId": stopping.element, "reason": stopping.reason});
        if let Some(partial) = partial_result {
            value["partialResult"] = json!(partial);
        }
        if let Some(error) = last_error {
            value["lastError"] = json!(error);
        }
        self.custom("task.cancelled", value);
    }

    pub(in super::super) fn cancel_failed(&mut self, element: &str, error: &str) {
        let value = json!({"elementId": element, "error": error});
        self.custom("task.cancel.failed", value);
    }

    /// Reports an interjection, and the agent that gets it.
    pub(in super::super) fn said(&mut self, interjection: &Interjection, routed: &Routed) {
        let mut value = json!({
            "id": interjection.id,
            "message": interjection.text,
            "parentId": routed.parent_id,
            "targetAgent": routed.target_agent,
        });
        if !interjection.attachments.is_empty() {
            value["attachments"] = json!(interjection.attachments);
        }
        if let Some(call) = &routed.fallback_from {
            value["fallbackFrom"] = json!(call);
        }
        self.custom("user.interjection", value);
    }

    /// Reports that no agent will get the interjection.
    pub(in super::super) fn undelivered(&mut self, id: &str, reason: &str) {
        self.custom(UNDELIVERED, json!({"id": id, "reason": reason}));
    }

    /// Reports a call that a person approved with edited arguments.
    pub(in super::super) fn edited(&mut self, call: &ToolCall) {
        let value = json!({"toolCallId": call.id, "arguments": call.arguments});
        self.custom(EDITED, value);
    }

    /// Reports that the model is asked again after `pause` milliseconds.
    pub(in super::super) fn retrying(&mut self, pause: u64) {
        self.custom("model.retrying", json!({"afterMs": pause}));
    }
}
