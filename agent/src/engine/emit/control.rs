//! The events of Midturn's control extension, as `CUSTOM` events.

use super::super::io::Millis;
use super::super::request::Routed;
use super::super::restore::Delivery;
use super::super::state::Stopping;
use super::{Emitter, EventKind};
use crate::agui::{Custom, StillRunning};
use crate::conversation::{Interjection, ToolCall};

impl Emitter {
    pub(in super::super) fn custom(&mut self, custom: Custom) {
        self.emit(EventKind::Custom(custom));
    }

    pub(in super::super) fn cancellable(&mut self, element: &str, label: &str) {
        self.custom(Custom::Cancellable {
            element_id: element.to_owned(),
            label: label.to_owned(),
        });
    }

    pub(in super::super) fn progress(&mut self, call_id: &str, fraction: f64, message: &str) {
        self.custom(Custom::Progress {
            element_id: call_id.to_owned(),
            progress: fraction.clamp(0.0, 1.0),
            message: message.to_owned(),
        });
    }

    pub(in super::super) fn cancelling(&mut self, element: &str, running: Vec<StillRunning>) {
        let names: Vec<String> = running
            .iter()
            .map(|tool| {
                let seconds = tool.elapsed_ms / 1000;
                format!("{} still running, {seconds} s", tool.label)
            })
            .collect();
        let message = if names.is_empty() {
            "Stopping".to_owned()
        } else {
            format!("Stopping: {}", names.join("; "))
        };
        self.custom(Custom::Cancelling {
            element_id: element.to_owned(),
            message,
            running,
        });
    }

    pub(in super::super) fn cancelled(
        &mut self,
        stopping: &Stopping,
        partial_result: Option<&str>,
        last_error: Option<&str>,
    ) {
        self.custom(Custom::Cancelled {
            element_id: stopping.element.clone(),
            reason: stopping.reason.clone(),
            partial_result: partial_result.map(str::to_owned),
            last_error: last_error.map(str::to_owned),
        });
    }

    pub(in super::super) fn cancel_failed(&mut self, element: &str, error: &str) {
        self.custom(Custom::CancelFailed {
            element_id: element.to_owned(),
            error: error.to_owned(),
        });
    }

    /// Reports that the answer is cut off.
    pub(in super::super) fn limited(&mut self, reason: &str) {
        self.close_span();
        self.custom(Custom::Limited {
            reason: reason.to_owned(),
        });
    }

    /// Reports an interjection, and the agent that gets it.
    pub(in super::super) fn said(&mut self, interjection: &Interjection, routed: &Routed) {
        self.custom(Custom::Interjection {
            id: interjection.id.clone(),
            message: interjection.text.clone(),
            attachments: interjection.attachments.clone(),
            parent_id: routed.parent_id.clone(),
            target_agent: routed.target_agent.clone(),
            fallback_from: routed.fallback_from.clone(),
        });
    }

    /// Reports that the model got the interjection with its call of this number.
    pub(in super::super) fn delivered(&mut self, delivery: Delivery, step: u32) {
        self.custom(Custom::Delivered {
            id: delivery.interjection.id,
            tool_call_id: delivery.tool_call_id,
            after_id: delivery.after_id,
            step,
        });
    }

    /// Reports that no agent will get the interjection.
    pub(in super::super) fn undelivered(&mut self, id: &str, reason: &str) {
        self.custom(Custom::Undelivered {
            id: id.to_owned(),
            reason: reason.to_owned(),
        });
    }

    /// Reports a call that a person approved with edited arguments.
    pub(in super::super) fn edited(&mut self, call: &ToolCall) {
        self.custom(Custom::Edited {
            tool_call_id: call.id.clone(),
            arguments: call.arguments.clone(),
        });
    }

    /// Reports that the model is asked again after a pause.
    pub(in super::super) fn retrying(&mut self, pause: Millis) {
        self.custom(Custom::Retrying { after_ms: pause });
    }
}
