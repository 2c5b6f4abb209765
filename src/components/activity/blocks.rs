//! The content of an activity's details, in labelled blocks.

use midturn_core::transcript::{Activity, ActivityKind};

use super::resolution::question_outcome;
use super::words::{files_of, status_text};
use crate::i18n::Catalogue;

/// One labelled block of an activity's details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) label: &'static str,
    pub(super) text: String,
}

/// The blocks of a subagent and of the call that started it: the arguments, what the agent said,
/// and the call's result. The result is left out if the agent said the same.
pub(super) fn blocks_of_both(texts: &Catalogue, agent: &Activity, call: &Activity) -> Vec<Block> {
    let mut both = Vec::new();
    let given = held_blocks(texts, call).into_iter();
    let (told, result): (Vec<_>, Vec<_>) =
        given.partition(|block| block.label == texts.activity_arguments);
    both.extend(told);
    for mut block in held_blocks(texts, agent) {
        if block.label == texts.activity_result {
            if result.iter().any(|held| held.text == block.text) {
                continue;
            }
            block.label = texts.control.activity_said;
        }
        both.push(block);
    }
    // The result goes before the partial output of a stopped agent, and before its error.
    let place = both
        .iter()
        .position(|block| {
            block.label == texts.control.task_partial || block.label == texts.activity_error
        })
        .unwrap_or(both.len());
    both.splice(place..place, result);
    or_status(texts, agent, both)
}

/// The blocks of one activity.
pub(super) fn blocks(texts: &Catalogue, activity: &Activity) -> Vec<Block> {
    or_status(texts, activity, held_blocks(texts, activity))
}

/// The blocks or, if there are none, one block with the activity's status.
fn or_status(texts: &Catalogue, activity: &Activity, mut blocks: Vec<Block>) -> Vec<Block> {
    if blocks.is_empty() {
        blocks.push(Block {
            label: texts.activity_result,
            text: status_text(texts, activity).to_owned(),
        });
    }
    blocks
}

fn held_blocks(texts: &Catalogue, activity: &Activity) -> Vec<Block> {
    let block = |label, text: &str| Block {
        label,
        text: text.to_owned(),
    };
    let mut blocks = match &activity.kind {
        ActivityKind::Tool {
            arguments, result, ..
        } => {
            let content = result
                .as_ref()
                .map(|result| result.content.as_str())
                .unwrap_or_default();
            vec![
                block(texts.activity_arguments, arguments),
                block(texts.activity_result, content),
            ]
        }
        ActivityKind::Reasoning { text, .. } => vec![block(texts.activity_thought, text)],
        ActivityKind::Subagent { text, error, .. } => vec![
            block(texts.activity_result, text),
            block(texts.activity_error, error.as_deref().unwrap_or_default()),
        ],
        ActivityKind::Step { .. } => Vec::new(),
        ActivityKind::Interjection(said) => vec![block(texts.message_you, &said.text)],
        ActivityKind::Approval {
            interrupt,
            answer,
            asked,
        } => vec![
            block(
                texts.activity_approval,
                interrupt.message.as_deref().unwrap_or(&interrupt.reason),
            ),
            Block {
                label: texts.control.activity_answer,
                text: question_outcome(texts, answer.as_ref(), asked).unwrap_or_default(),
            },
        ],
        ActivityKind::Note { content, .. } => vec![block(texts.activity_result, content)],
    };
    let partial = activity.task.partial.as_deref();
    blocks.push(block(
        texts.control.task_partial,
        partial.unwrap_or_default(),
    ));
    let files = !files_of(activity).is_empty();
    let holds = |block: &Block| files && block.label == texts.activity_result;
    blocks.retain(|block| !block.text.is_empty() || holds(block));
    blocks
}
