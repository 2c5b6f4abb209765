//! Files of messages, in French.

use super::number;
use crate::i18n::catalogue::Attach;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Attach = Attach {
    files: "Fichiers joints",
    drop_here: "Déposez les fichiers pour les joindre",
    remove: BuiltIn(|name| format!("Retirer {name}")),
    download: BuiltIn(|name| format!("Télécharger {name}")),
    missing: "N’est plus disponible",
    notice_missing: "Un fichier de cette conversation n’a pas pu être lu. L’agent sait qu’il manque.",
    audio: "Audio",
    video: "Vidéo",
    document: "Document",
    held: "Conservé par l’agent",
    held_by: BuiltIn(|by| format!("Conservé par {by}")),
    removed: "Fichier retiré",
    attached: BuiltIn(|n| match n {
        0 | 1 => format!("{}\u{a0}fichier joint", number(n)),
        _ => format!("{}\u{a0}fichiers joints", number(n)),
    }),
    no_interject: "Des fichiers ne peuvent pas être transmis au milieu d’un tour\u{a0}: mettez le message en file ou remplacez le tour.",
    too_large: BuiltIn(|name, limit| {
        format!("«\u{a0}{name}\u{a0}» n’a pas été joint\u{a0}: il dépasse {limit}.")
    }),
    too_large_together: BuiltIn(|name, limit| {
        format!(
            "«\u{a0}{name}\u{a0}» n’a pas été joint\u{a0}: les fichiers d’un message ne peuvent dépasser {limit} ensemble."
        )
    }),
    too_many: BuiltIn(|name, limit| {
        format!(
            "«\u{a0}{name}\u{a0}» n’a pas été joint\u{a0}: un message peut avoir {}\u{a0}fichiers.",
            number(limit)
        )
    }),
    not_accepted: BuiltIn(|name| {
        format!(
            "«\u{a0}{name}\u{a0}» n’a pas été joint\u{a0}: ce type de fichier n’est pas accepté."
        )
    }),
    unreadable: BuiltIn(|name| {
        format!("«\u{a0}{name}\u{a0}» n’a pas été joint\u{a0}: il n’a pas pu être lu.")
    }),
    reading: BuiltIn(|names| format!("Lecture de {names}\u{a0}: rien n’est encore envoyé")),
    held_back: "Pas encore envoyé",
    lost: BuiltIn(|name| format!("«\u{a0}{name}\u{a0}» n’a pas pu être lu. Rien n’a été envoyé.")),
    send_without: "Envoyer quand même",
    keep_editing: "Continuer à modifier",
    not_sent: "Rien n’a été envoyé.",
};
