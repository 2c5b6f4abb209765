//! Ends a run.

use serde_json::{Value, json};

use super::{Open, Writer};

impl Writer {
    pub(super) fn end(&mut self) {
        if self.owes_snapshot {
            self.tell_snapshot();
        }
        // A run can fail while messages, calls and steps are open.
        if self.chance(15) {
            return self.fail();
        }
        while let Some(Some(id)) = self.owners.get(1).cloned() {
            self.end_subagent(&id);
        }
        let mut open: Vec<Open> = self
            .open
            .iter()
            .filter(|open| !open.chunks)
            .cloned()
            .collect();
        self.random.shuffle(&mut open);
        for open in open {
            self.end_open(&open);
        }
        if self.chance(30) {
            self.snapshot();
        }
        let mut event = json!({"type": "RUN_FINISHED", "threadId": "t", "runId": "r"});
        if let Some(outcome) = self.outcome() {
            event["outcome"] = outcome;
        }
        if self.chance(10) {
            event["result"] = json!({"answer": [42]});
        }
        if self.chance(10) {
            event["usage"] = json!([{"model": "m", "inputTokens": 3, "outputTokens": 4}]);
        }
        self.tell(None, event);
        if self.chance(3) {
            self.fail();
        }
    }

    fn fail(&mut self) {
        let mut event = json!({"type": "RUN_ERROR", "message": "it \"broke\""});
        if self.random.bool() {
            event["code"] = "<class 'RuntimeError'>".into();
        }
        self.tell(None, event);
    }

    fn outcome(&mut self) -> Option<Value> {
        let unanswered = self.calls.iter().filter(|call| !call.answered);
        let unanswered: Vec<String> = unanswered.map(|call| call.id.clone()).collect();
        match self.random.u32(..10) {
            0 | 1 => Some(json!({"type": "success"})),
            2 if !unanswered.is_empty() => {
                Some(json!({"type": "success", "pendingToolCallIds": unanswered}))
            }
            3 => Some(json!({"type": "cancelled"})),
            4 | 5 => {
                let mut asks = vec![json!({"id": self.id("i"), "reason": "confirmation",
                    "message": "Go on?", "expiresAt": "2099-01-01T00:00:00Z",
                    "responseSchema": {"type": "object", "properties": {"approved": {"type": "boolean"}}}})];
                if let Some(call) = self.one_of(&unanswered) {
                    asks.push(
                        json!({"id": self.id("i"), "reason": "tool_call", "toolCallId": call,
                        "metadata": {"framework": {"raw": 1}}}),
                    );
                }
                Some(json!({"type": "interrupt", "interrupts": asks}))
            }
            _ => None,
        }
    }
}
