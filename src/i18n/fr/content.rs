//! Tools for code, long texts and images, in French.

use crate::i18n::catalogue::Content;

pub(super) const TEXTS: Content = Content {
    code_download: "Télécharger le code",
    make_text: "En faire du texte",
    pasted_as_file: "Un long texte a été collé comme fichier.",
    shortcut_recall: "Dans un champ vide\u{a0}: vos messages précédents, si rien n’attend",
    enlarge: "Afficher l’image en grand",
};
