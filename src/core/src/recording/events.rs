//! The form of what a backend says about a run, in a recording.
//!
//! Not responsible for what is stored of it, which the types of the transcript say.

use crate::run_event::{FinishOutcome, OpenError, RunEvent, SnapshotCall, SnapshotMessage};
use crate::stored;
use crate::transcript::{Heard, TaskEvent};

stored!(enum RunEvent {
    0: Opened,
    1: OpenFailed(error),
    2: Started,
    3: Abilities(abilities),
    4: TextStart { message, subagent },
    5: TextDelta { message, delta },
    6: TextEnd { message },
    7: ReasoningStart { message, subagent },
    8: ReasoningDelta { message, delta },
    9: ReasoningEnd { message },
    10: ToolStart { call, name, parent, subagent },
    11: ToolArgs { call, delta },
    12: ToolEnd { call },
    13: ToolResult { call, message, content, failed, attachments },
    14: StepStarted { name },
    15: StepFinished { name },
    16: SubagentStarted { id, name, description, parent },
    17: SubagentEnded { id, error },
    18: SubagentSuspended { id },
    19: Note { id, title, content },
    20: State(state),
    21: Encrypted { entity, of_call, value },
    22: Snapshot(messages),
    23: Interjected(heard),
    24: InterjectionDelivered { id, step },
    25: InterjectionUndelivered { id },
    26: Task { element, event },
    27: Finished(outcome),
    28: Failed(error),
    29: Lost(reason),
});

stored!(enum FinishOutcome { 0: Success, 1: Pending(calls), 2: Interrupt(interrupts), 3: Cancelled });

stored!(enum OpenError {
    0: NotAStream(start),
    1: Network(message),
    2: Status { status, body, retry_after },
    3: Foreign { origin, message },
    4: Offline,
});

stored!(enum SnapshotMessage {
    0: User { id, text },
    1: Assistant { id, text, calls },
    2: Tool { id, call, content, failed, attachments },
    3: Reasoning { id, text },
});

stored!(struct SnapshotCall { id, name, arguments });

stored!(struct Heard { id, text, parent, agent, fell_back });

stored!(enum TaskEvent {
    0: Cancellable,
    1: Progress { percent, message },
    2: Cancelling { message },
    3: Cancelled { reason, partial },
    4: Stopped,
    5: CancelFailed { error },
});
