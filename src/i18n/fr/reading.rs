//! Reading a long thread, in French.

use super::number;
use crate::i18n::catalogue::Reading;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Reading = Reading {
    past_loading: "Chargement des messages précédents…",
    past_failed: "Les messages précédents n’ont pas pu être chargés.",
    past_again: "Recharger",
    find: "Rechercher dans la conversation",
    find_label: "Rechercher dans cette conversation",
    find_previous: "Résultat précédent",
    find_next: "Résultat suivant",
    find_place: BuiltIn(|place, of| format!("{} sur {}", number(place), number(of))),
    find_none: "Aucun résultat",
    fold_lines: BuiltIn(|lines| format!("Tout afficher ({}\u{a0}lignes)", number(lines))),
    fold_characters: BuiltIn(|characters| {
        format!("Tout afficher ({}\u{a0}caractères)", number(characters))
    }),
    fold_less: "Réduire",
    link_copy: "Copier le lien vers ce message",
    link_copied: "Lien copié",
    link_missing: "Ce message n’est pas dans ce navigateur. Il est peut-être dans celui où la conversation a commencé.",
    shortcut_turns: "Dans la conversation : le message précédent, le suivant",
    toolbar: "Actions",
    shortcut_find: "Rechercher dans cette conversation ; encore : la recherche du navigateur",
};
