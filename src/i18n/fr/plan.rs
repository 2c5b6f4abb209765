//! Plans of the agent, in French.

use super::{count, number};
use crate::i18n::catalogue::Plan;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::plural::{Category, french};

pub(super) const TEXTS: Plan = Plan {
    title: "Plan",
    progress: BuiltIn(|done, of| {
        let word = match french(done) {
            Category::One => "terminée",
            _ => "terminées",
        };
        format!("{} {word} sur {}", number(done), number(of))
    }),
    pending: "Pas commencée",
    running: "En cours",
    done: "Terminée",
    failed: "Échouée",
    skipped: "Ignorée",
    unfinished: "Inachevée",
    earlier: BuiltIn(|steps| count(steps, "étape précédente", "étapes précédentes")),
    later: BuiltIn(|steps| count(steps, "autre étape", "autres étapes")),
    pinned: "Plan en cours",
    step_of: BuiltIn(|step, of| format!("Étape {} sur {}", number(step), number(of))),
    show_all: BuiltIn(|steps| format!("Afficher les {}\u{a0}étapes", number(steps))),
    show_more: "Afficher plus d’étapes",
    show_less: "Afficher moins d’étapes",
};
