//! The backend's protocol, in French.

use crate::i18n::catalogue::Backend;

pub(super) const TEXTS: Backend = Backend {
    protocol: "Protocole",
    protocol_auto: "Automatique",
    options: "Options du protocole",
    options_help: "Un objet JSON, par exemple {\"model\": \"…\"}. Laissez ce champ vide pour les valeurs par défaut.",
    options_bad: "Ce n’est pas un objet JSON.",
    wrong_protocol: "L’agent utilise un autre protocole",
};
