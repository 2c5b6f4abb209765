//! The groups of the settings, in English.

use crate::i18n::catalogue::Setup;

pub(super) const TEXTS: Setup = Setup {
    look: "Look",
    keys: "Keys",
    agent: "Agent",
    agent_url_bad: "Begin with https://, http:// or /. Until then, the earlier address is used.",
};
