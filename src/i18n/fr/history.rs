//! The list of a thread's interruptions, in French.

use crate::i18n::catalogue::History;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: History = History {
    title: "Ce que j’ai changé",
    search: "Rechercher dans les interruptions",
    none: "Rien n’a encore été interrompu dans cette conversation.",
    no_match: "Aucune interruption ne contient ces mots.",
    told: BuiltIn(told),
    shortcut: "Toutes les interruptions de cette conversation",
};

fn told(agent: &str, words: &str) -> String {
    format!("Vous avez dit à {agent}\u{a0}: «\u{a0}{words}\u{a0}»")
}
