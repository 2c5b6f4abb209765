//! How turns end without a finished step, runs that fail or show nothing, and messages that wait for
//! a connection or the person, in French.

use super::count;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::{Around, Ends};

pub(super) const TEXTS: Ends = Ends {
    completed: "Terminé",
    thought_for: Around("A réfléchi pendant ", ""),
    cancelled: "Annulé",
    cancelled_in: Around("Annulé après ", ""),
    failed: "Échec",
    interrupted: "Interrompu",
    needs_approval: "Attend votre approbation",
    needs_answer: "Attend votre réponse",
    failed_status: BuiltIn(failed_status),
    failed_foreign: BuiltIn(failed_foreign),
    unanswered: "L’agent a terminé sans répondre.",
    no_result: "Une étape est restée sans résultat.",
    nameless: "Étape sans nom",
    quiet: Around("Aucune nouvelle de l’agent depuis ", ""),
    agents: BuiltIn(agents),
    activity_offline: "En attente d’une connexion…",
};

fn failed_status(status: u16) -> String {
    format!("L’agent a échoué (HTTP\u{a0}{status})")
}

fn failed_foreign(agent: &str, page: &str) -> String {
    format!(
        "L’agent est injoignable. S’il fonctionne\u{a0}: {agent} est une autre origine, qui doit \
         autoriser cette page ({page}) à l’utiliser (CORS)."
    )
}

fn agents(n: usize) -> String {
    count(n, "agent", "agents")
}
