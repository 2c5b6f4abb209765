//! What one does with a message, in French.

use crate::i18n::catalogue::Acts;

pub(super) const TEXTS: Acts = Acts {
    copy: "Copier",
    copied: "Copié",
    not_copied: "La copie a échoué",
    more: "Plus d’actions",
    link: "Copier le lien",
    source: "Afficher la source",
    source_title: "Source de la réponse",
};
