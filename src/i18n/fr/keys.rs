//! Keyboard shortcuts, in French.

use crate::i18n::catalogue::Keys;

pub(super) const TEXTS: Keys = Keys {
    shortcuts: "Raccourcis clavier",
    shortcuts_on: "Raccourcis d’une touche (?, Échap Échap)",
    shortcut_enter: "Envoyer (met en file pendant que l’agent travaille, sauf autre réglage)",
    shortcut_newline: "Nouvelle ligne",
    shortcut_second: "Pendant que l’agent travaille : orienter, ou mettre en file si Entrée oriente",
    shortcut_replace: "Arrêter et envoyer",
    shortcut_edit_last: "Dans un champ vide : modifier le dernier message en file",
    shortcut_escape: "Fermer ce qui est ouvert (menu, fenêtre, modification)",
    shortcut_escape_editor: "Dans «\u{a0}Arrêter et envoyer…\u{a0}»\u{a0}: arrêter l’agent",
    shortcut_escape_twice: "Arrêter l’agent",
    shortcut_help: "Cette liste",
    escape_hint: "Appuyez encore sur Échap pour arrêter l’agent",
};
