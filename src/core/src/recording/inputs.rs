//! The form of everything that can happen, in a recording.
//!
//! Not responsible for what a backend says about a run (see [`super::events`]).

use crate::attachment::{AttachmentInput, Said};
use crate::chat::ChatInput;
use crate::client_tool::ClientTool;
use crate::conversation::{Conversation, PastRest};
use crate::effect::Retry;
use crate::history::{HistoryCall, HistoryMessage};
use crate::input::{CancelAnswer, Input, InterjectionAnswer, InterjectionInput, QueueInput};
use crate::record::{Reader, Stored, put_number};
use crate::stored;

/// By hand, because a conversation that was loaded is here with all that is in it.
pub(super) fn put(input: &ChatInput, out: &mut Vec<u8>) {
    match input {
        ChatInput::Listed(heads) => put_as(0, heads, out),
        ChatInput::Open(thread) => put_as(1, thread, out),
        ChatInput::Loaded(conversation) => {
            put_number(2, out);
            conversation.put_whole(out);
        }
        ChatInput::Rename { thread, title } => {
            put_as(3, thread, out);
            title.put(out);
        }
        ChatInput::Delete(thread) => put_as(4, thread, out),
        ChatInput::Undelete(thread) => put_as(5, thread, out),
        ChatInput::Tools(tools) => put_as(6, tools, out),
        ChatInput::Online => put_number(8, out),
        ChatInput::Forget(thread) => put_as(9, thread, out),
        ChatInput::Mirrored(conversation) => {
            put_number(10, out);
            conversation.put_whole(out);
        }
        ChatInput::Taken(thread) => put_as(11, thread, out),
        ChatInput::Heard(head) => put_as(12, head, out),
        ChatInput::Agent(agent) => put_as(13, agent, out),
        ChatInput::HandedOver(thread) => put_as(14, thread, out),
        ChatInput::Left(thread) => put_as(15, thread, out),
        ChatInput::In(thread, input) => {
            put_as(7, thread, out);
            input.put(out);
        }
    }
}

fn put_as(number: u64, value: &impl Stored, out: &mut Vec<u8>) {
    put_number(number, out);
    value.put(out);
}

pub(super) fn take(from: &mut Reader<'_>) -> ChatInput {
    match from.number() {
        0 => ChatInput::Listed(Stored::take(from)),
        1 => ChatInput::Open(Stored::take(from)),
        2 => ChatInput::Loaded(Box::new(Conversation::take_whole(from))),
        3 => ChatInput::Rename {
            thread: Stored::take(from),
            title: Stored::take(from),
        },
        4 => ChatInput::Delete(Stored::take(from)),
        5 => ChatInput::Undelete(Stored::take(from)),
        6 => ChatInput::Tools(Stored::take(from)),
        7 => ChatInput::In(Stored::take(from), Stored::take(from)),
        8 => ChatInput::Online,
        9 => ChatInput::Forget(Stored::take(from)),
        10 => ChatInput::Mirrored(Box::new(Conversation::take_whole(from))),
        11 => ChatInput::Taken(Stored::take(from)),
        12 => ChatInput::Heard(Stored::take(from)),
        13 => ChatInput::Agent(Stored::take(from)),
        14 => ChatInput::HandedOver(Stored::take(from)),
        15 => ChatInput::Left(Stored::take(from)),
        _ => {
            from.fail();
            ChatInput::Listed(Vec::new())
        }
    }
}

stored!(enum Input {
    0: Restored,
    1: ComposerChanged { text },
    2: Attachment(input),
    3: Submit { id },
    4: Stop { run },
    5: Replace { run, id },
    6: Interject { run, id },
    7: TargetChosen { target },
    8: Interjection(input),
    9: Answer { turn, interrupt, answer },
    10: StopTask { run, task },
    11: Force { run, task },
    12: EditAgain { turn },
    13: Say { id, said },
    14: CancelClicked { run },
    15: ResumeClicked,
    16: EditorChanged { text },
    17: EditorSubmit { id },
    18: EditorDismiss,
    19: KeepRunning,
    20: Queue(input),
    21: TryAgain { turn, id },
    22: Run { run, cursor, event },
    23: CancelAnswered { run, answer },
    24: InterjectionAnswered { run, id, answer },
    25: TaskStopAnswered { run, task, answer },
    26: ToolsOffered(tools),
    27: StateGiven { state },
    28: ToolAnswered { run, call, content, failed },
    29: RetryDue { run, what },
    30: PastWanted,
    31: PastLoaded { before, messages, rest },
    32: PastFailed { before },
    33: AnswerDraft { turn, interrupt, draft },
    34: PastGone,
    35: Online,
    36: InterjectAfter { run, id },
    37: By { said, input },
    38: Kept { said },
});

stored!(enum AttachmentInput { 0: Restored, 1: Added(file), 2: Removed(id), 3: Unreadable(id) });

stored!(struct Said { text, attachments });

stored!(struct ClientTool { name, confirm });

stored!(enum QueueInput {
    0: EditLast,
    1: Edit(id),
    2: EditChanged(text),
    3: EditDone,
    4: EditAbandoned,
    5: Move { id, to },
    6: Remove(id),
    7: Restore,
    8: RunNow(id),
});

stored!(enum InterjectionInput { 0: Revise { id, text }, 1: TakeBack(id), 2: QueueInstead(id) });

stored!(enum CancelAnswer {
    0: Accepted,
    1: AlreadyFinished,
    2: Unknown,
    3: Unreachable,
    4: Refused,
});

stored!(enum InterjectionAnswer { 0: Accepted, 1: TooLate, 2: Unreachable });

stored!(enum Retry { 0: Open, 1: Cancel, 2: Rejoin, 3: Interject, 4: HangUp });

stored!(enum PastRest { 0: Part, 1: More, 2: Nothing });

stored!(enum HistoryMessage {
    0: User { id, text, attachments },
    1: Assistant { id, text, calls, encrypted },
    2: Tool { id, call, content, failed, attachments, encrypted },
    3: Reasoning { id, text, encrypted },
});

stored!(struct HistoryCall { id, name, arguments, encrypted });
