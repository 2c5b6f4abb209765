//! Keyboard shortcuts, in French.

use crate::i18n::catalogue::Keys;

pub(super) const TEXTS: Keys = Keys {
    shortcuts: "Raccourcis clavier",
    shortcuts_on: "Raccourcis d’une touche (?, Échap deux fois)",
    shortcut_enter: "Envoyer ; pendant que l’agent travaille : mettre en file, ou selon le réglage",
    shortcut_newline: "Nouvelle ligne",
    shortcut_second: "Pendant que l’agent travaille : intervenir, ou mettre en file si Entrée intervient",
    shortcut_replace: "Arrêter le tour et envoyer à la place",
    shortcut_edit_last: "Dans un champ vide : modifier le dernier message en file",
    shortcut_escape: "Fermer ce qui est ouvert (menu, fenêtre, modification)",
    shortcut_escape_editor: "Dans «\u{a0}Arrêter avec un message…\u{a0}»\u{a0}: arrêter l’agent sans message",
    shortcut_escape_twice: "Arrêter l’agent",
    shortcut_help: "Cette liste",
    escape_hint: "Appuyez encore sur Échap pour arrêter l’agent",
    key_hint_enter: "Entrée pour envoyer",
    key_hint_enter_queue: "Entrée pour mettre en file",
    key_hint_enter_interject: "Entrée pour intervenir",
    key_hint_enter_replace: "Entrée pour remplacer",
    key_hint_newline: "Maj+Entrée pour aller à la ligne",
};
