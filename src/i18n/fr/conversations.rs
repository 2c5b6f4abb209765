//! What one does with a conversation as a whole, and the list of conversations, in French.

use crate::i18n::catalogue::Conversations;

pub(super) const TEXTS: Conversations = Conversations {
    menu: "Plus d’actions sur cette conversation",
    fold: "Replier la liste des conversations",
    search: "Rechercher des conversations",
    none: "Aucune conversation ne contient ces mots.",
    today: "Aujourd’hui",
    yesterday: "Hier",
    week: "7 jours précédents",
    older: "Plus anciennes",
    export_markdown: "Exporter en Markdown",
    export_json: "Exporter en JSON",
    file: "Fichier\u{a0}:",
    not_delivered: "L’agent n’a pas reçu ce message.",
};
