//! The groups of the settings, in French.

use crate::i18n::catalogue::Setup;

pub(super) const TEXTS: Setup = Setup {
    look: "Apparence",
    keys: "Touches",
    agent: "Agent",
    agent_url_bad: "Commencez par https://, http:// ou /. En attendant, l’adresse précédente reste utilisée.",
};
