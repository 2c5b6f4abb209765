//! Interjections, in French.

use super::number;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Speak;

pub(super) const TEXTS: Speak = Speak {
    interject: "Intervenir",
    interject_title: "Le dit à l’agent maintenant, sans finir le tour",
    hint_queue_waiting: BuiltIn(hint_queue_waiting),
    hint_interject_tools: BuiltIn(hint_interject_tools),
    hint_interject_now: BuiltIn(hint_interject_now),
    hint_interject_after: BuiltIn(hint_interject_after),
    hint_next_turn: "Sera le prochain tour, avant la file, à la fin de cette réponse",
    after_response: "Les interventions attendent la fin de la réponse",
    hint_interject_waiting: "Rejette la question ouverte ; l’agent lit ceci à la place",
    hint_restart_tools: "Relance l’exécution avec votre message dès que l’outil en cours a fini",
    hint_restart_now: "Relance l’exécution avec votre message ; ce qui est écrit est gardé",
    hint_replace: "Arrête ce tour et prend sa place",
    hint_replace_waiting: "Abandonne la question ouverte et prend sa place",
    placeholder_queue_waiting: "Mettre un message en file, après votre réponse…",
    placeholder_interject: BuiltIn(placeholder_interject),
    placeholder_interject_waiting: "Intervenir\u{a0}: dire ceci au lieu de répondre…",
    placeholder_replace: "Remplacer ce tour par un message…",
    placeholder_replace_waiting: "Remplacer la question par un message…",
    main_agent: "l’agent principal",
    all_agents: "tous les agents",
    several_agents: "Plusieurs agents…",
    several_done: "Terminé",
    comma: ", ",
    hint_interject_several: BuiltIn(hint_interject_several),
    target_chip: BuiltIn(target_chip),
    target_title: "Qui reçoit ce que vous dites maintenant",
    preview_results: "L’agent lit, après les résultats :",
    preview_message: "L’agent lit, comme votre prochain message :",
    said_sending: "Envoi…",
    said_waiting: BuiltIn(said_waiting),
    said_held: "Attend l’outil en cours",
    said_going_back: "Retrait en cours…",
    said_changing: "Modification en cours…",
    said_delivered: BuiltIn(said_delivered),
    said_delivered_at: BuiltIn(said_delivered_at),
    said_fell_back: BuiltIn(said_fell_back),
    said_queued: "Trop tard pour ce tour : il est dans la file",
    said_stopped: "Non remis : le tour a été arrêté",
    said_unreachable: "Non remis : l’agent n’a pas pu être joint",
    said_ended: "Non remis\u{a0}: son agent avait terminé, et un autre a le message",
    said_edit: "Modifier le message",
    said_take_back: "Retirer",
    said_queue_instead: "Mettre en file à la place",
    said_edit_label: "Modifier le message",
    said_list: "Ce que vous avez dit à l’agent",
    announce_interjected: "En attente d’être remis à l’agent.",
    announce_delivered: "L’agent a reçu votre message.",
    announce_queued_instead: "Trop tard pour ce tour : votre message est le prochain de la file.",
    announce_not_delivered: "Votre message n’a pas été remis.",
    announce_target_ended: BuiltIn(announce_target_ended),
    announce_answers_not_sent: "La réponse n’a pas pu être envoyée. La question reste ouverte.",
};

fn hint_queue_waiting(ahead: usize) -> String {
    match ahead {
        0 => "Attend d’abord votre réponse".to_owned(),
        _ => format!(
            "Attend d’abord votre réponse : {}\u{a0}avant lui",
            number(ahead)
        ),
    }
}

fn hint_interject_tools(agent: &str) -> String {
    format!("Pour {agent}, dès que l’outil en cours a fini")
}

fn hint_interject_now(agent: &str) -> String {
    format!("Pour {agent}, maintenant ; ce qui est écrit est gardé")
}

fn placeholder_interject(agent: &str) -> String {
    format!("Intervenir\u{a0}: parler à {agent}…")
}

fn target_chip(agent: &str) -> String {
    format!("Pour : {agent}")
}

fn said_waiting(agent: &str) -> String {
    format!("En attente : {agent}")
}

fn said_delivered(agent: &str) -> String {
    format!("Reçu par {agent}")
}

fn said_delivered_at(agent: &str, step: u64) -> String {
    format!(
        "Reçu par {agent} à l’étape {}",
        number(usize::try_from(step).unwrap_or(usize::MAX))
    )
}

fn said_fell_back(agent: &str) -> String {
    format!("L’agent visé avait terminé ; reçu par {agent}")
}

fn announce_target_ended(name: &str) -> String {
    format!("{name} a terminé.")
}

fn hint_interject_several(agents: &str) -> String {
    format!("Pour {agents}\u{a0}: à chacun à sa prochaine étape")
}

fn hint_interject_after(agent: &str) -> String {
    format!("Pour {agent}, à la fin de sa réponse")
}
