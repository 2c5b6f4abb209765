//! What the models of Mistral want of a history: after a tool's result the model says something before the
//! person does. Mistral's own API refuses anything else, and so do the templates by which others serve
//! its models. After a stop in the middle of a tool, the model has said nothing.

/// What the model says in that place.
pub const BETWEEN: &str = "[Interrupted]";

/// The names of its models, or a part of them.
const NAMES: [&str; 6] = [
    "mistral",
    "mixtral",
    "magistral",
    "ministral",
    "codestral",
    "devstral",
];

/// Whether this is the name of a model of Mistral.
pub fn is_of_mistral(model: &str) -> bool {
    let model = model.to_lowercase();
    NAMES.iter().any(|name| model.contains(name))
}
