//! The backend's protocol, in English.

use crate::i18n::catalogue::Backend;

pub(super) const TEXTS: Backend = Backend {
    protocol: "Protocol",
    protocol_auto: "Automatic",
    options: "Protocol options",
    options_help: "A JSON object, such as {\"model\": \"…\"}. Leave it empty for the defaults.",
    options_bad: "This is not a JSON object.",
    wrong_protocol: "The agent speaks another protocol",
};
