//! `OpenAI`'s Chat Completions.

mod read;
mod request;
#[cfg(test)]
mod tests;

pub(super) use read::Reader;
pub(super) use request::body;

/// The reasoning of a message. `DeepSeek` refuses a message with tool calls without it, in every later
/// request too.
const REASONING: &str = "reasoning_content";

/// What an endpoint adds to a tool call. Gemini has the signature of its reasoning there, and refuses
/// a call of the current turn without it.
const EXTRA: &str = "extra_content";

/// A message's reasoning as `OpenRouter` has it, with its signatures.
const DETAILS: &str = "reasoning_details";

/// The same of Claude's, as `LiteLLM` has it.
const BLOCKS: &str = "thinking_blocks";
