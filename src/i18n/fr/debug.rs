//! The debug panel, in French.

use super::{count, number};
use crate::i18n::catalogue::Debug;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Debug = Debug {
    title: "Débogage",
    show: "Afficher",
    wire: "Réseau",
    core: "Noyau",
    diagnostics: "Diagnostics seuls",
    search: "Filtrer par texte",
    save: "Enregistrer le rapport",
    save_hint: "Un rapport contient tout ce qui a été dit dans cette conversation, mais ni les en-têtes ni vos fichiers.",
    clear: "Recommencer",
    close: "Fermer le panneau de débogage",
    empty: "Rien ne s’est passé depuis le début de l’enregistrement.",
    nothing_found: "Rien de tel n’a été enregistré.",
    again: "L’enregistrement était devenu trop grand et a recommencé.",
    earlier: "Afficher ce qui précède",
    newer: BuiltIn(|n| count(n, "plus récent", "plus récents")),
    shown: BuiltIn(|n, of| format!("{} sur {}", number(n), number(of))),
    request: "requête",
    event: "événement",
    diagnostic: "diagnostic",
    input: "entrée",
    changes: "Changements",
    effects: "Effets",
    effect_count: BuiltIn(|n| count(n, "effet", "effets")),
};
