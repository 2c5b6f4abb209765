//! Interjections, in French.

use super::{count, number};
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::catalogue::Speak;

pub(super) const TEXTS: Speak = Speak {
    interject: "Orienter",
    interject_title: "Le dit à l’agent maintenant ; le tour continue",
    hint_queue_waiting: BuiltIn(hint_queue_waiting),
    hint_interject_tools: BuiltIn(hint_interject_tools),
    hint_interject_now: BuiltIn(hint_interject_now),
    hint_interject_after: BuiltIn(hint_interject_after),
    hint_next_turn: "Envoyé à la fin de cette réponse, avant la file",
    after_response: "Laisser l’agent finir sa réponse avant de lire mon message",
    hint_interject_waiting: "Refuse, et dit pourquoi à l’agent",
    hint_restart_tools: "L’agent le lit après l’étape en cours",
    hint_restart_now: "L’agent le lit tout de suite ; ce qui est écrit est gardé",
    hint_replace: "Arrête l’agent, puis envoie ceci",
    hint_replace_waiting: "Refuse, et recommence avec ceci",
    placeholder_queue_waiting: "Mettre un message en file, après votre réponse…",
    placeholder_interject: BuiltIn(placeholder_interject),
    placeholder_interject_waiting: "Ou dire ce qu’il faut faire…",
    placeholder_replace: "Arrêter l’agent et envoyer…",
    placeholder_replace_waiting: "Recommencer avec un message…",
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
    announce_editor_closed: "Ce que vous écriviez est dans le champ de message.",
    announce_target_ended: BuiltIn(announce_target_ended),
    announce_answers_not_sent: "La réponse n’a pas pu être envoyée. La question reste ouverte.",
};

fn hint_queue_waiting(ahead: usize) -> String {
    match ahead {
        0 => "Envoyé après votre réponse".to_owned(),
        _ => format!(
            "Envoyé après votre réponse et {}",
            count(ahead, "autre message", "autres messages")
        ),
    }
}

fn hint_interject_tools(agent: &str) -> String {
    format!("Lu par {agent} après l’étape en cours")
}

fn hint_interject_now(agent: &str) -> String {
    format!("Lu par {agent} tout de suite")
}

fn placeholder_interject(agent: &str) -> String {
    format!("Orienter {agent}…")
}

fn target_chip(agent: &str) -> String {
    format!("Pour : {agent}")
}

fn said_waiting(agent: &str) -> String {
    format!("Pas encore lu par {agent}")
}

fn said_delivered(agent: &str) -> String {
    format!("Lu par {agent}")
}

fn said_delivered_at(agent: &str, step: u64) -> String {
    format!(
        "Lu par {agent} à l’étape {}",
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
    format!("Lu par {agents}, chacun à sa prochaine étape")
}

fn hint_interject_after(agent: &str) -> String {
    format!("Lu par {agent} à la fin de sa réponse")
}
