//! The transcript: turns, their messages and activities, and how each turn ended.

mod activity;
mod apply;
mod approval;
mod asked;
mod consent;
mod encrypted;
mod history;
mod interjection;
mod ledger;
mod merge;
mod message;
mod nameless;
mod outcome;
mod past;
mod reused;
mod stretch;
mod task;
#[cfg(test)]
mod tests;
mod text;
mod turn;
mod unheard;
mod writing;

pub use crate::run_event::Question;
pub use activity::{Activity, ActivityKind, ActivityStatus, ToolResult};
pub use approval::{Answer, Resume};
pub(crate) use approval::{INTERRUPTED, approval_activity, reason_id};
pub use asked::{AnswerDraft, Asked, Closed};
pub use interjection::{
    Delivery, Interjection, Revision, Target, Undelivered, interjection_activity, visibility,
};
pub(crate) use interjection::{InterjectionAnswered, NextInterjection, Revised, copy_id};
pub use ledger::{Entry, Interruption, LedgerEvent, interruptions};
pub use message::AgentMessage;
pub use outcome::{Failure, Outcome, Stop};
pub use task::{Task, TaskStop};
pub use turn::Turn;
pub use writing::Writing;
