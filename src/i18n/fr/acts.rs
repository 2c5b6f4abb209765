//! What one does with a message, in French.

use super::number;
use crate::i18n::catalogue::Acts;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::plural::{Category, french};

pub(super) const TEXTS: Acts = Acts {
    copy: "Copier",
    copied: "Copié",
    not_copied: "La copie a échoué",
    more: "Plus d’actions",
    link: "Copier le lien",
    source: "Afficher la source",
    source_title: "Source de la réponse",
    retry: "Réessayer",
    stop_and_retry: "Arrêter et réessayer",
    edit: "Modifier le message",
    edit_label: "Modifier le message",
    send_again: "Renvoyer à partir d’ici",
    stop_and_send_again: "Arrêter et renvoyer à partir d’ici",
    left_out: BuiltIn(|n| match french(n) {
        Category::One => format!(
            "{}\u{a0}message précédent ne fait plus partie de la conversation",
            number(n)
        ),
        _ => format!(
            "{}\u{a0}messages précédents ne font plus partie de la conversation",
            number(n)
        ),
    }),
    left_out_kept: BuiltIn(|n| match french(n) {
        Category::One => format!(
            "{}\u{a0}message précédent, renvoyé plus bas\u{202f}; l’agent le connaît encore",
            number(n)
        ),
        _ => format!(
            "{}\u{a0}messages précédents, renvoyés plus bas\u{202f}; l’agent les connaît encore",
            number(n)
        ),
    }),
    left_out_show: "Afficher",
    left_out_hide: "Masquer",
    hold: "Retenir",
    release: "Libérer",
    hold_title: "Retenir : les messages suivants partent sans lui",
    held: "Retenu",
    released: "Libéré",
    held_title: BuiltIn(|n| match french(n) {
        Category::One => format!("{}\u{a0}retenu", number(n)),
        _ => format!("{}\u{a0}retenus", number(n)),
    }),
    reason_held: "Tous les messages restants sont retenus.",
};
