//! Questions of the agent, in French.

use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::{Around, Questions};

pub(super) const TEXTS: Questions = Questions {
    allow_call: Around("Autoriser ", "\u{a0}?"),
    allow_call_on: BuiltIn(allow_call_on),
    approve_edited: "Approuver avec ces changements",
    always_allow: Around("Toujours autoriser ", " ici"),
    allowed_always: Around("Autorisé ici d’office\u{a0}: ", ""),
    ask_again: Around("Redemander pour ", ""),
    always_title: "Toujours autorisé dans cette conversation",
    shortcut_approve: "Approuver la question ouverte (pas pendant que vous écrivez)",
    shortcut_deny: "Refuser la question ouverte\u{a0}: ouvre le motif",
};

fn allow_call_on(tool: &str, path: &str) -> String {
    format!("Autoriser {tool} sur {path}\u{a0}?")
}
