//! The items that the readers of all APIs give: pieces of text, and the last item.

use serde_json::Value;

use crate::engine::{Dispatch, Failure, ModelDelta};
use crate::runtime::ModelItem;

/// A piece of a response; `None` if there is no text, or an empty one.
pub(super) fn piece(text: &Value, of: fn(String) -> ModelDelta) -> Option<ModelItem> {
    let text = text.as_str().filter(|text| !text.is_empty())?;
    Some(ModelItem::Delta(of(text.to_owned())))
}

/// Whether a response has said anything.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    has_words: bool,
}

impl Spoken {
    /// A piece of the answer; `None` if there is no text, or an empty one.
    pub(super) fn text(&mut self, text: &Value) -> Option<ModelItem> {
        let said = text.as_str().unwrap_or_default();
        self.has_words |= !said.trim().is_empty();
        piece(text, ModelDelta::Text)
    }
}

/// What an endpoint says of the end of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The response is whole.
    Whole,
    /// The response was too long, and has no end.
    CutOff,
    /// The endpoint holds back the rest.
    HeldBack,
    /// The model declined to answer.
    Declined,
    /// The stream ended before the response did.
    Lost,
}

impl Ending {
    /// The last items of a response with so many tool calls.
    pub(super) fn items(self, calls: usize, spoken: &Spoken) -> Vec<ModelItem> {
        let last = match self {
            Self::Lost => ModelItem::Failed {
                failure: Failure::new(
                    "model_lost",
                    "The model stopped in the middle of its response.",
                ),
                after: None,
            },
            Self::HeldBack => ModelItem::Finished(Err(Failure::new(
                "content_filter",
                "The model's answer was held back by its content filter.",
            ))),
            Self::Declined => ModelItem::Finished(Err(Failure::new(
                "model_declined",
                "The model declined to answer.",
            ))),
            // The arguments of the last call are incomplete.
            Self::CutOff if calls > 0 => ModelItem::Finished(Err(Failure::new(
                "length",
                "The model's response was cut off in the middle of a tool call.",
            ))),
            Self::CutOff if !spoken.has_words => ModelItem::Finished(Err(Failure::new(
                "length",
                "The model reached its length limit before it wrote an answer. A model that \
                 reasons needs a higher limit.",
            ))),
            Self::CutOff => {
                let cut = ModelItem::Delta(ModelDelta::CutOff);
                return vec![cut, ModelItem::Finished(Ok(Dispatch::OneByOne))];
            }
            Self::Whole if calls > 1 => ModelItem::Finished(Ok(Dispatch::AllAtOnce)),
            Self::Whole => ModelItem::Finished(Ok(Dispatch::OneByOne)),
        };
        vec![last]
    }
}

/// The last item when a piece belongs to a tool call that is not the last one. The engine adds
/// arguments to the last call only.
pub(super) fn went_back() -> ModelItem {
    ModelItem::Finished(Err(Failure::new(
        "model_protocol",
        "The model went back to a tool call that it had left.",
    )))
}
